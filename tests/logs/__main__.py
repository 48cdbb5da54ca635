"""Keeps a log of today's format for each system that has none yet: python -m tests.logs."""

import asyncio

from service.archive import written_export
from service.encounters.log import FORMAT
from tests.logs import FOLDER
from tests.playthroughs.scenario import NAMES, scenario
from tests.playthroughs.table import played

if __name__ == "__main__":
    folder = FOLDER / f"format-{FORMAT}"
    folder.mkdir(exist_ok=True)
    for name in NAMES:
        kept = folder / f"{name}.jsonl"
        if not kept.exists():
            table, _ = asyncio.run(played(scenario(name)))
            kept.write_text(written_export(table.now, table.bodies), encoding="utf-8")

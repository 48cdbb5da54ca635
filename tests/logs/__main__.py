"""Keeps a log of today's format for each system of which some manoeuvre is in none yet: python -m tests.logs."""

import asyncio

from service.archive import written_export
from tests.logs import TODAY, kept_manoeuvres, manoeuvres, of_system
from tests.playthroughs.scenario import NAMES, scenario
from tests.playthroughs.table import played

if __name__ == "__main__":
    TODAY.mkdir(exist_ok=True)
    for name in NAMES:
        table, _ = asyncio.run(played(scenario(name)))
        if manoeuvres(table.bodies) - kept_manoeuvres(name):
            kept = TODAY / f"{name}-{len(of_system(name)) + 1}.jsonl"
            kept.write_text(written_export(table.now, table.bodies), encoding="utf-8")

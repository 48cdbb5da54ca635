"""Plays every scenario and writes its fight anew: python -m tests.playthroughs."""

import asyncio
import json

from tests.playthroughs.scenario import FOLDER, NAMES, scenario
from tests.playthroughs.table import played

if __name__ == "__main__":
    for name in NAMES:
        _, lines = asyncio.run(played(scenario(name)))
        told = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)
        (FOLDER / f"{name}.jsonl").write_text(told, encoding="utf-8")

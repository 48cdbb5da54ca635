"""Scenarios: who fights, and what is commanded, in the words of the wire."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from service.dice.source import TableDice, Tape, seeded_dice

FOLDER = Path(__file__).parent

NAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))
"""The systems of which a fight is written down."""


@dataclass(frozen=True, kw_only=True)
class Step:
    """A command as it is sent, and the dice with which it is played."""

    command: Mapping[str, Any]
    dice: TableDice


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """A fight that is to be played."""

    system: str
    told: Mapping[str, Any]

    @property
    def opening(self) -> Mapping[str, Any]:
        """The encounter to be opened; dice of one's own are allowed, so that it can be replayed by them."""
        return {"system": self.system, "name": self.told["name"], "settings": {"handDice": True}}

    def steps(self) -> Iterator[Step]:
        """Yield what is commanded, in order; each step has dice of its own, so that a change moves no other."""
        for number, step in enumerate(self.told["steps"], start=2):
            name, given = next(iter(step.items()))
            command = {"combatants": [self._somebody(id_) for id_ in given]} if name == "join" else given
            seed = step.get("seed", self.told["seed"])
            dice = TableDice(Tape(_chains(step["dice"]))) if "dice" in step else seeded_dice(f"{seed} {number}")
            yield Step(command={name: command}, dice=dice)

    def _somebody(self, id_: str) -> Mapping[str, Any]:
        somebody = dict(self.told["people"][id_])
        own = {key: somebody.pop(key) for key in ("name", "side", "group", "hidden") if key in somebody}
        return {"id": id_, **own, "entry": {self.system: somebody}}


def scenario(system: str) -> Scenario:
    """Return the scenario of a system."""
    return Scenario(system=system, told=tomllib.loads((FOLDER / f"{system}.toml").read_text(encoding="utf-8")))


def _chains(dice: list[int | list[int]]) -> list[tuple[int, ...]]:
    return [(die,) if isinstance(die, int) else tuple(die) for die in dice]

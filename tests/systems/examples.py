"""The worked examples of every system found, and how an answer is held against one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from service.api.examples import worked
from service.dice.source import TableDice, Tape
from service.systems.catalogue import systems
from service.systems.system import System


@dataclass(frozen=True, kw_only=True)
class Example:
    """A request as its REST body, the dice that fall, and a part of the answer, or the code of the refusal."""

    system: System
    id: str
    section: str
    seed: bool
    operation: str
    request: Mapping[str, Any]
    dice: Sequence[int | Sequence[int]]
    expected: Mapping[str, Any] | None = None
    refused: str | None = None

    @property
    def name(self) -> str:
        """What a test that runs it is called."""
        return f"{self.system.name}-{self.operation}-{self.id}"

    @property
    def body(self) -> dict[str, Any]:
        """The whole REST body, the dice included."""
        return {**self.request, "dice": self.dice}

    @property
    def tape(self) -> TableDice:
        """The dice, as a rule is handed them."""
        return TableDice(Tape([(die,) if isinstance(die, int) else tuple(die) for die in self.dice]))


def examples() -> tuple[Example, ...]:
    """Return the examples of every system found, in the order of their files."""
    return tuple(example for system in systems() for example in _read(system))


def _read(system: System) -> Iterator[Example]:
    return (Example(system=system, **one) for one in worked(system))


def differences(expected: Any, answer: Any, place: str = "answer") -> tuple[str, ...]:
    """Return where an answer is not as expected; what nothing is expected of may be anything."""
    if isinstance(expected, Mapping) and isinstance(answer, Mapping):
        fields = (differences(value, answer.get(name), f"{place}.{name}") for name, value in expected.items())
        return tuple(difference for found in fields for difference in found)
    if isinstance(expected, list) and isinstance(answer, list) and len(expected) == len(answer):
        items = (
            differences(value, found, f"{place}.{number}")
            for number, (value, found) in enumerate(zip(expected, answer, strict=True))
        )
        return tuple(difference for found in items for difference in found)
    return () if expected == answer else (f"{place}: {answer!r}, expected {expected!r}",)

"""Rows of measurements: ours beside something else, taken in turn in one process."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Any

Work = Callable[[], Any]


@dataclass(frozen=True, kw_only=True)
class Row:
    """A measurement, what stands beside it, and what it is to reach; none for what is only shown."""

    measure: str
    ours: float
    beside: str
    other: float
    target: str = ""
    passed: bool | None = None

    @property
    def ratio(self) -> float:
        """Ours in terms of the other."""
        return self.ours / self.other if self.other else float("inf")

    def shown(self) -> dict[str, Any]:
        """Return the row as JSON has it."""
        return {**asdict(self), "ratio": self.ratio}


def seconds(work: Work, times: int = 1) -> float:
    """Return how long a work takes, so many times over, in seconds each."""
    start = perf_counter()
    for _ in range(times):
        work()
    return (perf_counter() - start) / times


def in_turn(one: Work, other: Work, rounds: int = 5, times: int = 1) -> tuple[float, float]:
    """Return the best of some rounds for each of two works, taken in turn, in seconds."""
    pairs = [(seconds(one, times), seconds(other, times)) for _ in range(rounds)]
    return min(first for first, _ in pairs), min(second for _, second in pairs)


def calibration() -> float:
    """Return how long a fixed piece of Python takes on this machine, in seconds: absolute figures stand beside it."""
    return min(seconds(lambda: sum(number * number % 7 for number in range(100_000))) for _ in range(5))


def calibrated(work: Work, times: int) -> tuple[float, float]:
    """Return how long a work takes and, beside it, a calibration, in seconds: the best of some pairs by their ratio."""
    return min(((seconds(work), calibration()) for _ in range(times)), key=lambda pair: pair[0] / pair[1])


def rolls_while(what: str, idle: float, busy: float) -> Row:
    """Return the row of rolls on a loop beside which something goes on, and of the same rolls on an idle one."""
    return Row(
        measure=f"a roll while {what}, median, µs",
        ours=busy * 1e6,
        beside="on an idle loop, µs",
        other=idle * 1e6,
        target="<= 2x",
        passed=busy <= 2 * idle,
    )


def written(rows: Sequence[Row], *, as_json: bool) -> str:
    """Return rows as a table, or as JSON."""
    if as_json:
        return json.dumps([row.shown() for row in rows], ensure_ascii=False, indent=2)
    heads = ("measure", "ours", "beside", "other", "ratio", "target", "pass")
    lines = [heads, *map(_cells, rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(heads))]
    return "\n".join(_line(line, widths) for line in lines)


def _cells(row: Row) -> tuple[str, ...]:
    passed = {True: "yes", False: "NO", None: ""}[row.passed]
    return row.measure, f"{row.ours:.4g}", row.beside, f"{row.other:.4g}", f"{row.ratio:.3g}", row.target, passed


def _line(cells: Iterable[str], widths: Sequence[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()

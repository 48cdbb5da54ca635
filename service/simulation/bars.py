"""What a simulation comes to, drawn in characters for a terminal."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from schema.comparisons import FightBalance, FightSensitivity, FightVersus
from schema.shapes import Frozen
from schema.simulation import Estimate, FighterOutcome, Simulation
from schema.words import Language, Text

WIDTH = 40
"""How long the longest bar is."""

EIGHTHS = " ▏▎▍▌▋▊▉"


def lines(told: Any, language: Language) -> Iterator[str]:
    """Yield what a study has found, line by line; states, of which there are many, in one language."""
    return DRAWN[type(told)](told, language)


def _simulation(told: Simulation, language: Language) -> Iterator[str]:
    """Yield who wins, how long it takes, and what becomes of everybody."""
    yield from _wins(told)
    yield from _rounds(told)
    yield from _fighters(told, language)
    for note in told.notes:
        yield f"{note.es} / {note.en}"
    fights = f"{told.fights} combates / fights, " if told.fights else ""
    yield f"{fights}{told.method}, seed {told.seed}"


def _wins(told: Simulation) -> Iterator[str]:
    rows = [*((each.side, each.victory) for each in told.sides), ("empate / draw", told.draw)]
    wide = max(len(name) for name, _ in rows)
    yield "Victoria / Victory"
    for name, chance in rows:
        yield f"  {name:<{wide}} {chance.chance:7.2%} {bar(chance.chance):<{WIDTH}} {_between(chance)}".rstrip()


def _both(text: Text) -> Iterator[str]:
    yield from dict.fromkeys((text.es, text.en))


def _versus(told: FightVersus, language: Language) -> Iterator[str]:
    yield from _both(told.summary)
    for one in (told.one, told.other):
        yield ""
        yield from _simulation(one, language)


def _sensitivity(told: FightSensitivity, language: Language) -> Iterator[str]:
    yield from _simulation(told.base, language)
    for change in told.changes:
        yield ""
        yield change.name
        yield from (f"  {line}" for line in _both(change.summary))


def _balance(told: FightBalance, _language: Language) -> Iterator[str]:
    yield from _both(told.summary)
    for point in told.curve:
        chance = point.victory
        yield f"  {point.count:>4} {chance.chance:7.2%} {bar(chance.chance):<{WIDTH}} {_between(chance)}".rstrip()


def _between(chance: Estimate) -> str:
    return "" if chance.low == chance.high else f"{chance.low:.1%}–{chance.high:.1%}"


def _rounds(told: Simulation) -> Iterator[str]:
    spread, most = told.rounds.spread, max(each.share for each in told.rounds.histogram)
    yield f"Rondas / Rounds: {spread.mean:.2f} ({spread.low} · {spread.median} · {spread.high})"
    for each in told.rounds.histogram:
        yield f"  {each.round:>4} {each.share:7.2%} {bar(each.share / most)}".rstrip()


def _fighters(told: Simulation, language: Language) -> Iterator[str]:
    wide = max(len(each.name) for each in told.fighters)
    yield f"{'':<{wide + 2}} en pie / up   salud / health"
    for each in told.fighters:
        yield _fighter(each, wide, language)


def _fighter(each: FighterOutcome, wide: int, language: Language) -> str:
    health = each.health
    states = ", ".join(f"{getattr(state.standing, language)} {state.share:.0%}" for state in each.states[:3])
    left = f"{health.mean:6.1f} ({health.low} · {health.median} · {health.high})"
    return f"  {each.name:<{wide}} {each.survival.chance:12.1%}   {left:<22} {states}"


def bar(share: float) -> str:
    """Return a bar for a share of the longest, exact to an eighth of a character."""
    whole, eighths = divmod(round(share * WIDTH * 8), 8)
    return ("█" * whole + EIGHTHS[eighths]).rstrip()


DRAWN: Mapping[type[Frozen], Callable[[Any, Language], Iterator[str]]] = {
    Simulation: _simulation,
    FightVersus: _versus,
    FightSensitivity: _sensitivity,
    FightBalance: _balance,
}
"""How what a study has found is drawn."""

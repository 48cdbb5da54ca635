"""Studies: fights simulated, two compared, changes made one by one, and numbers looked for."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

from schema.comparisons import (
    BalancePoint,
    Balancing,
    ChangeOutcome,
    FieldChangeInput,
    FightBalance,
    FightSensitivity,
    FightVersus,
    NamedChangeInput,
)
from schema.refusals import NotFound, Reason, Refusal
from schema.simulation import Estimate, Simulation
from service.forecast.changes import Change, misplaced, refused
from service.simulation import differences, prose
from service.simulation.runs import Casting, Run, Steps, Study, Told
from service.simulation.scenario import UNKNOWN_SIDE
from service.systems.exclusive import exactly_one
from service.systems.places import within

UNKNOWN_FIGHTER = Reason(
    "unknown_fighter", "No hay ningún combatiente «{name}» en la lista.", "There is no fighter “{name}” on the list."
)


def simulation(given: Any, casting: Casting) -> Study:
    """Return the study of one request."""
    run = casting.run(given)
    return Study(steps=partial(_simulation, run), most=(run,))


def _simulation(run: Run) -> Steps[Simulation]:
    told = yield run
    return told.simulation


def versus(given: Any, casting: Casting) -> Study:
    """Return the study of two requests side by side; the seed of the one is that of the other too."""
    with within("one"):
        one = casting.run(given.one)
    with within("other"):
        other = _like(casting.run(given.other), one)
    return Study(steps=partial(_versus, one, other), most=(one, other))


def _like(run: Run, one: Run) -> Run:
    """Return a run by the random numbers of another."""
    return replace(run, order=replace(run.order, seed=one.order.seed))


def _versus(one: Run, other: Run) -> Steps[FightVersus]:
    before, now = (yield one), (yield other)
    tallies = before.tally, now.tally
    victory = tuple(differences.victories((one, other), tallies))
    return FightVersus(
        summary=prose.compared(victory),
        one=before.simulation,
        other=now.simulation,
        victory=victory,
        draw=differences.draws(tallies),
    )


Changed = tuple[NamedChangeInput, Run | Refusal]
"""A change, and the run that it makes, or why it makes none."""


def sensitivity(given: Any, casting: Casting) -> Study:
    """Return the study of several changes to a request, each alone."""
    with within("input"):
        base = casting.run(given.input)
    changed = tuple(_changed(given, number, casting, base) for number in range(len(given.changes)))
    runs = tuple(run for _, run in changed if isinstance(run, Run))
    return Study(steps=partial(_sensitivity, base, changed), most=(base, *runs))


def _changed(given: Any, number: int, casting: Casting, base: Run) -> Changed:
    """Return a change with its run; raises Unreadable where it is no change, or of no field that there is."""
    change: NamedChangeInput = given.changes[number]
    ways = [_way(each, "changes", number, "fields", place) for place, each in enumerate(change.fields)]
    try:
        request = given.input
        for place, (each, way) in enumerate(zip(change.fields, ways, strict=True)):
            with within("changes", number, "fields", place):
                request = _with(request, each, way)
        run = _like(casting.run(request), base)
    except Refusal as refusal:
        if misplaced(refusal):
            raise
        return change, refusal
    return change, replace(run, order=replace(run.order, examples=0))


def _way(given: FieldChangeInput, *place: str | int) -> str:
    with within(*place):
        return exactly_one(given, ("to", "by", "text", "flag"))


def _with(request: Any, given: FieldChangeInput, way: str) -> Any:
    """Return a request with a field changed; raises Unreadable."""
    change, value = Change(request, given.field, "field"), getattr(given, way)
    return change.made(change.number() + value if way == "by" else value)


def _sensitivity(base: Run, changed: tuple[Changed, ...]) -> Steps[FightSensitivity]:
    before = yield base
    outcomes: list[ChangeOutcome] = []
    for change, run in changed:
        if isinstance(run, Refusal):
            told = refused(run)
            outcomes.append(ChangeOutcome(name=change.name, summary=told.message, refused=told))
        else:
            outcomes.append(_outcome(change.name, (base, run), (before, (yield run))))
    return FightSensitivity(base=before.simulation, changes=tuple(outcomes))


def _outcome(name: str, runs: tuple[Run, Run], told: tuple[Told, Told]) -> ChangeOutcome:
    before, now = told
    victory = tuple(differences.victories(runs, (before.tally, now.tally)))
    return ChangeOutcome(name=name, summary=prose.compared(victory), sides=now.simulation.sides, victory=victory)


def balance(given: Any, casting: Casting) -> Study:
    """Return the study of how many of a fighter bring a side nearest to a chance; raises NotFound."""
    places = [place for place, fighter in enumerate(given.input.fighters) if fighter.name == given.fighter]
    if not places:
        raise NotFound(UNKNOWN_FIGHTER, ("fighter",), {"name": given.fighter})
    change = Change(given.input, f"fighters.{places[0]}.count", "most")

    def run(count: int) -> Run:
        with within("input"):
            made = casting.run(change.made(count))
        return replace(made, order=replace(made.order, examples=0))

    first, *others = map(run, _doubled(given.most))
    if given.side not in first.scenario.sides:
        raise NotFound(UNKNOWN_SIDE, ("side",), {"side": given.side})
    seeded = partial(_seeded, run, first)
    last = (others or [first])[-1]
    return Study(steps=partial(_balance, given, seeded), most=(first, *others, *[last] * given.most.bit_length()))


def _seeded(run: Callable[[int], Run], first: Run, count: int) -> Run:
    return _like(run(count), first)


def _doubled(most: int) -> Iterator[int]:
    """Yield 1, 2, 4 and so on, and the most."""
    count = 1
    while count < most:
        yield count
        count *= 2
    yield most


def _balance(given: Balancing, run: Callable[[int], Run]) -> Steps[FightBalance]:
    """Double the number until the chance passes what is wanted, then halve the gap in which it does."""
    tried: dict[int, Estimate] = {}
    for count in _doubled(given.most):
        tried[count] = yield from _victory(run(count), given.side)
        if _passed(tried, given.chance):
            break
    while (gap := _passed(tried, given.chance)) and gap[1] - gap[0] > 1:
        count = sum(gap) // 2
        tried[count] = yield from _victory(run(count), given.side)
    return _found(given, tried)


def _victory(run: Run, side: str) -> Steps[Estimate]:
    told = yield run
    return next(each.victory for each in told.simulation.sides if each.side == side)


def _passed(tried: Mapping[int, Estimate], wanted: float) -> tuple[int, int] | None:
    """Return two numbers tried next to each other between which a chance lies, if it lies between any."""
    for low, high in pairwise(sorted(tried)):
        ends = sorted((tried[low].chance, tried[high].chance))
        if ends[0] <= wanted <= ends[1]:
            return low, high
    return None


def _found(given: Balancing, tried: Mapping[int, Estimate]) -> FightBalance:
    best = min(sorted(tried), key=lambda count: abs(tried[count].chance - given.chance))
    return FightBalance(
        summary=prose.balanced(given, best, tried[best]),
        fighter=given.fighter,
        side=given.side,
        wanted=given.chance,
        count=best,
        victory=tried[best],
        curve=tuple(BalancePoint(count=count, victory=tried[count]) for count in sorted(tried)),
    )


STUDIES: Mapping[str, Callable[[Any, Casting], Study]] = {
    "simulation": simulation,
    "versus": versus,
    "sensitivity": sensitivity,
    "balance": balance,
}
"""What can be found out of fights, by name."""

"""What comes of the turns of two who fight, whether one acts or both at once, by the manner in which they do."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from service.simulation.passages import Moves, Passages, joined
from service.simulation.states import STRIKE, WAIT, States

Array = NDArray[Any]

PLAN_BITS = 4
"""How many bits of a number tell a plan; the others a look."""

PLAN = (1 << PLAN_BITS) - 1


class Manner(NamedTuple):
    """What somebody does with a turn (STRIKE, WAIT, LEAVE or AIM), and the number of how it looks when it strikes."""

    plan: int
    look: int = 0


@dataclass(frozen=True)
class Exchange:
    """One way that turns go: which rows take part, what becomes of these, in their order, and what of the columns."""

    rows: Array
    ours: Moves
    theirs: Moves


def alone(passages: Passages, side: int, mine: Array, its: Array) -> Iterator[Exchange]:
    """Yield how the turns go of states of one of a side, of whom the foe may be in others."""
    manners = _manners(passages.states[side], mine)
    ways = [
        (manner, kind, rows, struck)
        for (manner, rows), blows in zip(manners.items(), _struck(passages, side, manners, its), strict=True)
        for kind, struck in blows
    ]
    acted = _acted(passages, side, [(manner, kind, mine[rows]) for manner, kind, rows, _ in ways])
    alike: dict[Any, list[Exchange]] = {}
    for (manner, kind, rows, struck), ours in zip(ways, acted, strict=True):
        alike.setdefault((manner, way(kind, struck)), []).append(Exchange(rows, ours, struck))
    yield from map(_together, alike.values())


def way(kind: int, struck: Moves) -> Any:
    """Return what tells blows apart by whom they strike: where all go by one chance, which columns go where."""
    return (struck.whose.tobytes(), struck.to.tobytes()) if np.ptp(struck.chance) == 0 else kind


def _together(some: list[Exchange]) -> Exchange:
    """Return exchanges as one in which the columns go the same way, each with one chance for all of them."""
    if len(some) == 1:
        return some[0]
    ours = joined(*(replace(each.ours, chance=each.ours.chance * each.theirs.chance[0]) for each in some))
    return replace(some[0], ours=ours, theirs=replace(some[0].theirs, chance=np.ones_like(some[0].theirs.chance)))


def at_once(passages: Passages, ours: Array, theirs: Array) -> Iterator[Exchange]:
    """Yield how it goes when both act at once, each as it was when the moment came.

    The one acts, and then the other, who shows itself as it was but for its hand; who has fallen by its own blow meets
    no answer.
    """
    one, other = passages.states
    for first in alone(passages, 0, one.holding(ours), theirs):
        shown = other.armed(theirs[first.theirs.whose], other.hands(first.theirs.to))
        stands = one.stands.take(first.ours.to)
        for some, answers in (
            (stands, _manners(other, shown)),
            (~stands, {Manner(WAIT): np.arange(len(shown))}),
        ):
            if some.any():
                yield from _answered(passages, replace(first, ours=first.ours.only(some)), answers)


def _answered(passages: Passages, first: Exchange, answers: Mapping[Manner, Array]) -> Iterator[Exchange]:
    """Yield how it goes when the other acts in its turn, in each of some manners."""
    found = _struck(passages, 1, answers, first.ours.to)
    ways = [
        (answer, first.theirs.only(places), kind, struck)
        for (answer, places), blows in zip(answers.items(), found, strict=True)
        for kind, struck in blows
    ]
    acted = _acted(passages, 1, [(answer, kind, theirs.to) for answer, theirs, kind, _ in ways])
    for (_, theirs, _, struck), after in zip(ways, acted, strict=True):
        hurt = _then(first.ours, struck)
        released = replace(hurt, to=passages.states[0].released(hurt.to))
        yield Exchange(first.rows, released, _then(theirs, after))


def _manners(states: States, numbers: Array) -> dict[Manner, Array]:
    """Return in which manners states act, and which of them do so."""
    plans = states.plans(numbers)
    manners = np.where(plans == STRIKE, states.looks(numbers), 0) << PLAN_BITS | plans
    return {
        Manner(manner & PLAN, manner >> PLAN_BITS): np.flatnonzero(manners == manner)
        for manner in np.flatnonzero(np.bincount(manners)).tolist()
    }


def _struck(
    passages: Passages, side: int, manners: Iterable[Manner], numbers: Array
) -> Iterator[list[tuple[int, Moves]]]:
    """Yield what becomes of those at whom one of a side acts, for each of some manners, by kind of blow."""
    looks, wide = [manner.look for manner in manners if manner.plan == STRIKE], len(numbers)
    if looks:
        moves = passages.blows(side, np.repeat(looks, wide), np.tile(numbers, len(looks)))
        parts = _parted(moves, [wide] * len(looks))
    for manner in manners:
        if manner.plan == STRIKE:
            part = next(parts)
            kinds = np.flatnonzero(np.bincount(part.kind)).tolist()
            yield [(kind, part.only(part.kind == kind)) for kind in kinds] if len(kinds) > 1 else [(kinds[0], part)]
        else:
            yield [(0, Moves.sure(numbers))]


def _acted(passages: Passages, side: int, some: Sequence[tuple[Manner, int, Array]]) -> Iterator[Moves]:
    """Yield what becomes of those of a side who act, each in a manner, with a kind of blow."""
    strikes = [(kind, numbers) for manner, kind, numbers in some if manner.plan == STRIKE]
    if strikes:
        kinds, strikers = zip(*strikes, strict=True)
        sizes = [len(numbers) for numbers in strikers]
        parts = _parted(passages.strikers(side, np.repeat(kinds, sizes), np.concatenate(strikers)), sizes)
    for manner, _, numbers in some:
        if manner.plan == STRIKE:
            yield next(parts)
        else:
            yield Moves.sure(passages.states[side].carried_out(manner.plan)(numbers))


def _parted(moves: Moves, sizes: Sequence[int]) -> Iterator[Moves]:
    """Yield moves in parts, which are of so many each."""
    starts = np.cumsum([0, *sizes])
    for start, (first, last) in zip(
        starts.tolist(), pairwise(np.searchsorted(moves.whose, starts).tolist()), strict=False
    ):
        part = moves.only(slice(first, last))
        yield replace(part, whose=part.whose - start)


def _then(first: Moves, second: Moves) -> Moves:
    """Return moves after which there are others."""
    before = first.only(second.whose)
    return Moves(before.whose, before.chance * second.chance, second.kind, second.to, before.taken + second.taken)

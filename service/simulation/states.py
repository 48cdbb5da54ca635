"""What each of two who fight may be, numbered, and what becomes of that without dice."""

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.simulation.atlas import Atlas
from service.simulation.scores import NEVER
from service.simulation.tables import Column, Ids, Uncharted

Array = NDArray[Any]

MOST_STATES = 4_000
"""How many states one of two may have at the most, its place in the order counted."""

SCORE_BITS, SHEET_BITS = 22, 18
"""How many bits of the code of a state number its score, and the sheet it is held with."""

SPENT = (0, 0, 1 << 20)
"""The score of one who has no other turn until initiative is rolled anew."""

STRIKE, WAIT, LEAVE, AIM = range(4)
"""What may be done with a turn."""


class Learnt:
    """A number for each state, found out when the state is first met."""

    def __init__(self, find: Callable[[Array], Array]) -> None:
        """Take how the numbers of some states are found out."""
        self._find, self._found = find, Column(np.int64)

    def __call__(self, numbers: Array) -> Array:
        """Return what was found out of states."""
        self._found.reach(int(numbers.max(initial=0)))
        found = self._found.take(numbers)
        if not found.all():
            new = np.unique(numbers[found == 0])
            self._found.values[new] = self._find(new) + 1
            found = self._found.take(numbers)
        return found - 1


class States:
    """The states of one of the two: its body, its score, the sheet it is held with (0 for none), and if it has left."""

    def __init__(self, atlas: Atlas, role: int) -> None:
        """Take what the rules say, and how it fights."""
        self.atlas, self.people = atlas, atlas.people
        self.role, self.known = role, Ids()
        self.body, self.score, self.held = Column(), Column(), Column()
        self.left, self.stands = Column(np.bool_), Column(np.bool_)
        self.begun, self.holding, self.released = (
            Learnt(find) for find in (self._begun, self._holding, self._released)
        )
        self.looks, self.plans = Learnt(self._looks), Learnt(self._plans)
        self.carried_out = cache(lambda plan: Learnt(partial(self._carried_out, plan)))

    def of(self, bodies: Array, scores: Array, held: Any = 0, left: Any = 0) -> Array:
        """Return the numbers of states; raises Uncharted where they are too many."""
        codes = ((bodies.astype(np.int64) << SCORE_BITS | scores) << SHEET_BITS | held) << 1 | left
        found, places = np.unique(codes, return_inverse=True)
        numbers = np.array([self._number(code) for code in found.tolist()], np.int64)
        return numbers[places]

    def _number(self, code: int) -> int:
        number = self.known.get(code)
        return self._new(code) if number is None else number

    def _new(self, code: int) -> int:
        number = self.known.of(code)
        if number >= MOST_STATES:
            raise Uncharted
        rest, left = divmod(code, 2)
        rest, held = divmod(rest, 1 << SHEET_BITS)
        body, score = divmod(rest, 1 << SCORE_BITS)
        self.body[number], self.score[number], self.held[number], self.left[number] = body, score, held, left
        self.stands[number] = self.people.able.values[body] and not left
        return number

    def keys(self, numbers: Array) -> Array:
        """Return their places in the order."""
        places = self.atlas.scores.places(self.body.take(numbers), self.score.take(numbers))
        return np.where(self.stands.take(numbers), places, NEVER)

    def seen(self, numbers: Array) -> Array:
        """Return the bodies that they show: who is held shows the sheet it was held with."""
        bodies, held = self.body.take(numbers), self.held.take(numbers)
        sheets = np.where(held > 0, held, self.people.sheet.take(bodies))
        return self.people.met.take(sheets, self.people.hand.take(bodies))

    def _looks(self, numbers: Array) -> Array:
        """Return how they look to whom they fight."""
        return self.atlas.look.take(self.seen(numbers), np.full(len(numbers), self.role))

    def _begun(self, numbers: Array) -> Array:
        """Return them at the start of a turn."""
        bodies = self.people.fresh.take(self.body.take(numbers))
        return self.of(bodies, self.score.take(numbers))

    def _holding(self, numbers: Array) -> Array:
        """Return them held as they are, for what happens at once."""
        bodies = self.body.take(numbers)
        return self.of(bodies, self.score.take(numbers), self.people.sheet.take(bodies))

    def _released(self, numbers: Array) -> Array:
        """Return them when the moment is over in which they were held."""
        return self.of(self.body.take(numbers), self.score.take(numbers), 0, self.left.take(numbers))

    def hands(self, numbers: Array) -> Array:
        """Return the numbers of their hands."""
        return self.people.hand.take(self.body.take(numbers))

    def armed(self, numbers: Array, hands: Array) -> Array:
        """Return them with other hands."""
        sheets = self.people.sheet.take(self.body.take(numbers))
        return self.of(self.people.met.take(sheets, hands), self.score.take(numbers))

    def rescored(self, numbers: Array, changes: Array) -> Array:
        """Return their scores after changes of their sheets."""
        scores = self.score.take(numbers)
        return self.atlas.scores.rescored.take(changes, scores) if self.atlas.scores.rescores else scores

    def waiting(self, bodies: Array, scores: Array) -> Array:
        """Return scores; where initiative is rolled anew each round, those without another turn in it are all one."""
        if not self.atlas.fight.rerolls:
            return scores
        spent = self.atlas.scores.known.of(SPENT)
        return np.where(self.atlas.scores.places(bodies, scores) == NEVER, spent, scores)

    def later(self, scores: Array) -> Array:
        """Return scores after one more turn."""
        return self.atlas.scores.later.take(scores)

    def _plans(self, numbers: Array) -> Array:
        """Return what each does with its turn where there is a foe."""
        bodies, roles = self.body.take(numbers), np.full(len(numbers), self.role)
        plans = np.where(self.atlas.aimed.take(bodies, roles) != bodies, AIM, STRIKE)
        plans = np.where(self.atlas.leaves.take(self.seen(numbers), roles) > 0, LEAVE, plans)
        return np.where(self.people.lost.take(bodies), WAIT, plans)

    def _carried_out(self, plan: int, numbers: Array) -> Array:
        """Return them after a turn in which none of them strikes."""
        bodies = self.body.take(numbers)
        if plan == AIM:
            bodies = self.atlas.aimed.take(bodies, np.full(len(numbers), self.role))
        scores = self.waiting(bodies, self.later(self.score.take(numbers)))
        return self.of(bodies, scores, self.held.take(numbers), int(plan == LEAVE))

    def flags(self, *numbers: Array) -> Array:
        """Return for every state whether it is among these."""
        found = np.zeros(len(self.known), np.bool_)
        for some in numbers:
            found[some] = True
        return found

    def sorted(self, *numbers: Array) -> Array:
        """Return states, each once: those who stand first."""
        found = self.flags(*numbers)
        stands = self.stands.values[: len(found)]
        return np.concatenate([np.flatnonzero(found & stands), np.flatnonzero(found & ~stands)])

    def places(self, numbers: Array) -> Array:
        """Return for every state its place among these."""
        found = np.zeros(len(self.known), np.int64)
        found[numbers] = np.arange(len(numbers))
        return found

    def fates(self, numbers: Array) -> Array:
        """Return the numbers of how they end."""
        fates: Array = self.people.fate.take(self.body.take(numbers)) * 2 + self.left.take(numbers)
        return fates

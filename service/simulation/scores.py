"""The scores of initiative, numbered as they are met, and the places in the order of turns that they give."""

from typing import Any

from numpy.typing import NDArray

from service.simulation.people import People, contender, fills
from service.simulation.tables import Grid, Ids, Uncharted

PLACE_BITS = 15
PLACES = 3
"""How many numbers make a place in the order, and how large they are."""

NEVER = 1 << (PLACE_BITS * PLACES)
"""The place of whoever does not act: after all others, with room below it for what settles ties."""

ALONE, SURPRISES = range(1), range(3)
"""What is numbered beside one that needs no other, and beside the score of one as a round finds it."""


class Scores:
    """Scores as a round finds them: what was rolled, the surprise, and how many turns were taken since."""

    def __init__(self, people: People) -> None:
        """Take whose scores they are; raises Uncharted where their system has no places in the order."""
        if people.fight.rank is None:
            raise Uncharted
        self._people, self._fight, self._rank = people, people.fight, people.fight.rank
        self.known = Ids()
        self.rescores, self.again = fills(self._fight, "rescore"), False
        self.opened = Grid(self._opened, self.known, SURPRISES)
        self.later = Grid(self._later, self.known, ALONE)
        self.rescored = Grid(self._rescored, people.changes, self.known)
        self._place = Grid(self._placed, people.paces, self.known)

    def places(self, bodies: NDArray[Any], scores: NDArray[Any]) -> NDArray[Any]:
        """Return the places in the order of the next turns of some with their scores; who cannot act has none."""
        return self._place.take(self._people.pace.take(bodies), scores)

    def _opened(self, score: int, ambush: int) -> int:
        """Number a score as a round finds it that begins: nobody has acted, and 1 more than its surprise is given."""
        value, *_ = self.known.all[score]
        return self.known.of((value, ambush - 1, 0))

    def _later(self, score: int, _none: int) -> int:
        """Number a score after one more turn."""
        value, surprise, acted = self.known.all[score]
        return self.known.of((value, surprise, acted + 1))

    def _rescored(self, change: int, score: int) -> int:
        """Number what a change of its sheet makes of a score."""
        before, after = (self._people.sheets.all[sheet] for sheet in self._people.changes.all[change])
        value, *found = self.known.all[score]
        return self.known.of((self._fight.rescore(value, before, after), *found)) if before and after else score

    def _placed(self, pace: int, score: int) -> int:
        """Return the place in the order of the next turn of somebody with a score, as the round has found it."""
        if not pace:
            return NEVER
        value, surprise, acted = self.known.all[score]
        if surprise < 0 and self._fight.ambush_costs_a_round:
            return NEVER
        one = contender("striker", self._people.paced[pace], value, surprise, acted)
        turns = self._fight.turns(one)
        self.again |= turns > 1
        return packed(self._rank(one)) if acted < turns else NEVER


def packed(rank: tuple[int, ...]) -> int:
    """Return a place in the order as one number; raises Uncharted."""
    half, number = 1 << (PLACE_BITS - 1), 0
    for part in (*rank, *(0,) * PLACES)[: max(PLACES, len(rank))]:
        if not -half <= part < half or len(rank) > PLACES:
            raise Uncharted
        number = number << PLACE_BITS | (part + half)
    return number

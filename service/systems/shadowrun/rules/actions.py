"""What acts cost: a free action and two simple ones a phase, a complex one taking both of these (sheet 5)."""

from dataclasses import dataclass

MOST_FREE = 1
MOST_SIMPLE = 2


@dataclass(frozen=True, kw_only=True)
class Cost:
    """What an act costs; a complex action is two simple ones."""

    free: int = 0
    simple: int = 0

    def of(self, *, called: bool) -> "Cost":
        """Return the cost of the same act at a part of the target that is called."""
        return Cost(free=self.free + called, simple=self.simple)


NOTHING = Cost()
FREE = Cost(free=1)
SIMPLE = Cost(simple=1)
COMPLEX = Cost(simple=2)

COSTS = {"FREE": FREE, "SIMPLE": SIMPLE, "COMPLEX": COMPLEX}
"""By the name of the action."""


def strike_cost(mode: str | None, *, called: bool) -> Cost:
    """Return what an attack costs, in melee where there is no mode of fire (sheet 5)."""
    cost = COMPLEX if mode in {None, "FULL_AUTO"} else SIMPLE
    return cost.of(called=called)

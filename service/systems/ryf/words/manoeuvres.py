"""What manoeuvres are asked."""

from typing import Annotated

from pydantic import Field

from schema.dice import Modifiers
from schema.shapes import Frozen, Name, asked
from service.systems.ryf.words.people import Favour
from service.systems.ryf.words.terms import Points, RyfCover, RyfFire, RyfMovement


@asked
class RyfManoeuvrerInput(Frozen):
    """Somebody does something that needs no more words."""

    combatant: str
    """Who."""


@asked
class RyfTakeCoverInput(Frozen):
    """Somebody takes cover, and stays there until they leave it or move."""

    combatant: str
    """Who."""
    cover: RyfCover
    """Behind what; in TOTAL cover one can do nothing but leave it."""


@asked
class RyfMoveInput(Frozen):
    """Somebody moves: a run lasts until their next turn, a ride until they stop."""

    combatant: str
    """Who."""
    movement: RyfMovement = RyfMovement.RUNNING
    """How; STILL is to stop."""


@asked
class RyfSuppressInput(Frozen):
    """Somebody holds a zone under fire until their next turn; it is the attack of this one."""

    combatant: str
    """Who."""
    weapon: Name | None = None
    """With which of their weapons; left out, the first."""
    fire: RyfFire | None = None
    """Of which kind; left out, as the weapon fires."""


@asked
class RyfCrossInput(Favour):
    """Somebody crosses a zone that is held under fire, and throws to get through: once for each crossing."""

    combatant: str
    """Who."""
    shooter: str
    """Who holds the zone."""
    modifiers: Modifiers = ()
    """Modifiers of the referee's own."""


@asked
class RyfRestInput(Frozen):
    """Somebody rests when the fight is over: once, and no more comes back than the fight took."""

    combatant: str
    """Who."""
    minutes: Points = 5
    """How many quiet minutes have passed since the fight: 5 at least."""


@asked
class RyfTokensInput(Frozen):
    """The GM gives somebody tokens, or takes them."""

    combatant: str
    """Who."""
    change: Annotated[int, Field(strict=True, ge=-20, le=20)] = 1
    """How many more, or fewer below zero."""

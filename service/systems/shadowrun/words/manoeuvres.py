"""What fighters of the pool system are told to do in a fight, besides attacking."""

from schema.commands import CombatantId
from schema.dice import Modifiers
from schema.shapes import Frozen, Name, asked
from service.systems.shadowrun.words.requests import Aid, Fall
from service.systems.shadowrun.words.terms import ShadowrunAction, ShadowrunMovement


@asked
class ShadowrunMoveInput(Frozen):
    """Something that one does in a fight."""

    combatant: CombatantId
    """Who does it."""


@asked
class ShadowrunAimInput(Frozen):
    """Somebody takes aim at a target."""

    combatant: CombatantId
    """Who takes aim."""
    target: CombatantId
    """At whom; the shot at this one gets the benefit, and no other."""
    weapon: Name | None = None
    """With which weapon; left out, the first."""


@asked
class ShadowrunPaceInput(Frozen):
    """Somebody moves, as attacks by and on it take into account until its next phase."""

    combatant: CombatantId
    """Who moves."""
    movement: ShadowrunMovement
    """How."""


@asked
class ShadowrunActInput(Frozen):
    """Somebody does something else that takes an action, such as readying a weapon."""

    combatant: CombatantId
    """Who does it."""
    action: ShadowrunAction
    """What it takes."""
    what: Name | None = None
    """What it is."""


@asked
class ShadowrunTreatInput(Aid):
    """Somebody gives first aid to another, or stops another's dying."""

    combatant: CombatantId
    """Who helps."""
    patient: CombatantId
    """Who is treated."""
    modifiers: Modifiers = ()
    """Modifiers of the gamemaster's own."""


@asked
class ShadowrunFallInput(Fall):
    """Somebody who was hit tries to keep standing."""

    combatant: CombatantId
    """Who was hit."""

"""What a combatant may do now, so that a client can draw its buttons."""

from schema.commands import CombatantId
from schema.dice import Modifier
from schema.odds import Chance
from schema.refused import Refused
from schema.shapes import Frozen, answer
from schema.words import Word


class CombatantAsked(Frozen):
    """Whose options are asked for. The circumstances of attacks go in `situation`, by system."""

    combatant: CombatantId
    """Who."""


@answer
class AttackOption(Frozen):
    """An attack on one target, under the circumstances asked about."""

    target: str
    """Whom it would be at."""
    name: str
    """What people call the target."""
    refused: Refused | None
    """Why it cannot be, where it cannot."""
    modifiers: tuple[Modifier, ...]
    """Everything that would change the throw."""
    hits: Chance | None
    """The exact chance that it hurts at all; null where it cannot be, or takes too long to tell."""


@answer
class ManoeuvreOption(Frozen):
    """A manoeuvre of the system."""

    manoeuvre: Word
    """Which; its key names it in a command."""
    objections: tuple[Refused, ...]
    """What the rules have against it now; a Game Master may insist."""


@answer
class Options(Frozen):
    """What a combatant may do now."""

    combatant: str
    """Who."""
    acting: bool
    """Whether it is its turn."""
    can_act: bool
    """Whether it can act at all."""
    attacks: tuple[AttackOption, ...]
    """An attack on everybody of another side who is there."""
    manoeuvres: tuple[ManoeuvreOption, ...]
    """The manoeuvres of its system."""

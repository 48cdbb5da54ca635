"""What manoeuvres are asked."""

from schema.shapes import Frozen, asked
from service.systems.percentile.words.requests import Circumstances
from service.systems.percentile.words.terms import PercentileCover


@asked
class PercentileManoeuvrerInput(Frozen):
    """Somebody does something that needs no more words."""

    combatant: str
    """Who."""


@asked
class PercentileRunForCoverInput(Frozen):
    """Somebody runs for cover: on the way shots can be dodged, and it is reached when the next turn begins."""

    combatant: str
    """Who."""
    cover: PercentileCover = PercentileCover.PARTIAL
    """How much of them it hides."""


@asked
class PercentileEndureInput(Circumstances):
    """Somebody tests endurance."""

    combatant: str
    """Who."""


@asked
class PercentileFirstAidInput(Circumstances):
    """Somebody treats a wound."""

    combatant: str
    """Who."""
    patient: str
    """Whose wound."""

"""Who looks at encounters in tests."""

from pydantic import SecretStr

from schema.encounter import Encounter
from service.encounters.viewer import GAME_MASTER, Viewer
from service.settings import Settings

OPERATOR = "the-operator-of-the-tests"
"""The key by which tests lead every encounter of a service that knows it."""

OPERATED = Settings(operator_key=SecretStr(OPERATOR))
"""The settings of such a service."""

LEADING = {"authorization": f"Bearer {OPERATOR}"}
"""The header that shows it."""


async def admitted() -> Viewer:
    """Let the Game Master watch."""
    return GAME_MASTER


def health(encounter: Encounter, place: int = 0) -> int | None:
    """Return how much health a combatant is shown to have."""
    told = encounter.combatants[place].health
    return told.now if told else None

"""Who looks at encounters in tests."""

from pydantic import SecretStr

from schema.access import Role
from schema.encounter import Encounter
from service.encounters.viewer import GAME_MASTER, Viewer
from service.settings import Settings

OPERATOR = "the-operator-of-the-tests"
"""The key by which tests lead every encounter of a service that knows it."""

OPERATED = Settings(operator_key=SecretStr(OPERATOR), processes_early=False)
"""The settings of such a service."""

ANA, BEN = (Viewer(role=Role.PLAYER, name=name) for name in ("Ana", "Ben"))
LOOKER = Viewer(role=Role.OBSERVER, name="Ojo")


def bearing(credential: str) -> dict[str, str]:
    """Return the header that shows a credential."""
    return {"authorization": f"Bearer {credential}"}


LEADING = bearing(OPERATOR)
"""The header that shows the operator's key."""


async def admitted() -> Viewer:
    """Let the Game Master watch."""
    return GAME_MASTER


def health(encounter: Encounter, place: int = 0) -> int | None:
    """Return how much health a combatant is shown to have."""
    told = encounter.combatants[place].health
    return told.now if told else None

"""Who looks at an encounter, and whom it sees there."""

from dataclasses import dataclass

from schema.access import Role
from service.encounters.encounter import Combatant


@dataclass(frozen=True, kw_only=True)
class Viewer:
    """Somebody who holds a token of an encounter."""

    role: Role
    name: str

    @property
    def leads(self) -> bool:
        """Whether it is a Game Master."""
        return self.role is Role.GAME_MASTER

    def is_player(self, name: str | None) -> bool:
        """Whether it is the player of a name."""
        return self.role is Role.PLAYER and self.name == name

    def commands(self, one: Combatant) -> bool:
        """Whether it may act for somebody."""
        return self.leads or self.is_player(one.owner)

    def sees(self, one: Combatant) -> bool:
        """Whether it sees somebody at all."""
        return not one.hidden or self.commands(one)


ANYBODY = Viewer(role=Role.OBSERVER, name="")
"""Who sees what everybody may see."""

GAME_MASTER = Viewer(role=Role.GAME_MASTER, name="GM")
"""Who sees everything."""

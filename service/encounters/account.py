"""An account of an event: what one viewer may know of it, and what is told of it in any case."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from schema import encounter as wire
from schema import events as told
from schema.access import Audience
from schema.commands import Openness
from schema.dice import Throw
from schema.words import Text
from service.encounters.encounter import Combatant
from service.encounters.events import InitiativeRolled, RoundBegun
from service.encounters.view import Sight, combatant_view
from service.encounters.viewer import Viewer
from service.systems.phrases import to
from service.systems.system import System

UNSEEN = "UNSEEN"
"""What is said of a change of which its viewer may know no more than that there was one."""


@dataclass(frozen=True, kw_only=True)
class Account:
    """An event as one viewer hears of it: what it was, in which system, by whose command, and with whose eyes."""

    event: Any
    system: System
    giver: Viewer
    sight: Sight

    @property
    def viewer(self) -> Viewer:
        """Who hears of it."""
        return self.sight.viewer

    def __contains__(self, id_: object) -> bool:
        """Whether somebody is seen after the event."""
        now = self.changed.get(str(id_))
        return self.sight.sees(now) if now else self.saw(str(id_))

    @cached_property
    def changed(self) -> Mapping[str, Combatant]:
        """Those who joined or were changed, as they are after."""
        return {one.id: one for one in self.event.combatants}

    @property
    def seen(self) -> tuple[Combatant, ...]:
        """Those of them who are seen."""
        return tuple(one for one in self.event.combatants if self.sight.sees(one))

    def saw(self, id_: str) -> bool:
        """Whether somebody was seen before the event."""
        hidden = self.event.unseen
        return self.viewer.leads or id_ not in hidden or self.viewer.is_player(hidden[id_])

    def sees_all(self, ids: Iterable[str]) -> bool:
        """Whether all of these were seen before, and are after."""
        return all(self.saw(id_) and id_ in self for id_ in ids)

    def knows_all(self, some: Iterable[Combatant]) -> bool:
        """Whether everything of all of these is told."""
        return all(map(self.sight.knows, some))

    def knows_owned(self, owners: Iterable[str | None]) -> bool:
        """Whether everything is told of those who belong to these players."""
        return self.viewer.leads or self.sight.health is Openness.EXACT or all(map(self.viewer.is_player, owners))

    def knows_changed(self, id_: str) -> bool:
        """Whether everything is told of somebody; where not of all, only of those who joined or were changed."""
        if self.knows_owned((None,)):
            return id_ in self
        return id_ in self.changed and self.sight.knows(self.changed[id_])

    def hears(self) -> bool:
        """Whether it is for the viewer's ears."""
        audience = self.event.audience
        if self.viewer.leads or audience is Audience.EVERYBODY:
            return True
        return audience is Audience.MYSELF and self.viewer == self.giver

    def after(self, one: Combatant) -> wire.Combatant:
        """Return somebody as it is after."""
        return combatant_view(one, self.system, self.sight, self)

    def common(self, summary: Text | None = None) -> dict[str, Any]:
        """Return what every event tells; where it is told otherwise than it was decided, without the warnings."""
        if summary is not None:
            return {"kind": self.event.kind, "summary": summary}
        return {"kind": self.event.kind, "summary": self.event.summary, "warnings": self.event.warnings}


def somehow(account: Account, one: Combatant, text: Text) -> told.Event:
    """Tell that somebody was changed, and not by how much."""
    return told.CombatantChanged(kind="CHANGED", summary=text, change=UNSEEN, combatant=account.after(one))


def glimpsed(one: Combatant) -> Text:
    """Say that something happened to somebody, and not what."""
    return Text(es=f"Algo le ocurre {to(one.name)}.", en=f"Something happens to {one.name}.")


def throws_seen(account: Account, told_of: Callable[[str], bool]) -> tuple[Throw, ...]:
    """Return the throws that were for somebody of whom such is told, or for nobody."""
    event: InitiativeRolled | RoundBegun = account.event
    if not event.whose:
        return throws_view(event.throws) if account.viewer.leads else ()
    pairs = zip(event.throws, event.whose, strict=True)
    return throws_view(throw for throw, whose in pairs if whose is None or told_of(whose))


def throws_view(written: Iterable[dict[str, Any]]) -> tuple[Throw, ...]:
    """Return throws as they are shown."""
    return tuple(Throw.model_validate(throw) for throw in written)

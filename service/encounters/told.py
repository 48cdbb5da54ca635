"""What viewers are told of what happened: every event shown is built here, of what its viewer may know."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from schema import events as told
from schema.words import Text
from service.encounters import course, deeds
from service.encounters.account import UNSEEN, Account, glimpsed, somehow
from service.encounters.events import Changed, Declared, Event, Joined
from service.encounters.view import Sight
from service.encounters.viewer import Viewer
from service.systems.phrases import to
from service.systems.system import System


def events_view(events: Iterable[Event], system: System, giver: Viewer, sight: Sight) -> tuple[told.Event, ...]:
    """Return events as they are told to a viewer: some are not for its ears, others tell it less."""
    accounts = (Account(event=event, system=system, giver=giver, sight=sight) for event in events)
    return tuple(one for account in accounts if account.hears() for one in _told(account))


def told_openly(event: told.Event) -> bool:
    """Whether an event as it is told lets its viewer know what was done, and not only whom it changed."""
    return not (isinstance(event, told.CombatantChanged) and event.change == UNSEEN)


def _told(account: Account) -> Iterable[told.Event]:
    event = account.event
    if isinstance(event, Changed | Joined) and not account.sees_all((event.combatant,)):
        return _come_or_gone(account)
    if not account.sees_all(_subjects(event)):
        return _glimpses(account)
    return filter(None, (_VIEWS[event.kind](account),))


def _subjects(event: Any) -> Iterator[str]:
    """Yield everybody whom an event is about."""
    for name in ("combatant", "striker", "target"):
        if id_ := getattr(event, name, None):
            yield id_
    yield from getattr(event, "others", ())
    yield from getattr(event, "involved", ())
    if isinstance(event, Declared):
        yield event.attack.target


def _come_or_gone(account: Account) -> Iterator[told.Event]:
    """Tell of one who comes into view, or goes out of it."""
    (one,) = (one for one in account.event.combatants if one.id == account.event.combatant)
    if account.sight.sees(one):
        text = Text(es=f"Aparece {one.name}.", en=f"{one.name} appears.")
        yield told.CombatantJoined(kind="JOINED", summary=text, combatant=account.after(one))
    elif account.saw(one.id) and not isinstance(account.event, Joined):
        text = Text(es=f"Ya no se ve {to(one.name)}.", en=f"{one.name} is no longer seen.")
        yield told.CombatantLeft(kind="LEFT", summary=text, combatant=one.id)


def _glimpses(account: Account) -> Iterator[told.Event]:
    """Tell of those who are seen that something changed them, and of nothing else."""
    for one in account.seen:
        yield somehow(account, one, glimpsed(one))


_VIEWS: Mapping[str, Callable[[Account], told.Event | None]] = {**course.VIEWS, **deeds.VIEWS}
"""How each kind of event is told; what stands in none of these is told to nobody."""

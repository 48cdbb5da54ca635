"""Fields: what each role is told of encounters and of what happens in them is what is declared, field by field."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

from schema import encounter as wire
from schema import events as told
from schema.access import Audience
from schema.commands import Openness
from schema.dice import Throw
from schema.shapes import Frozen
from schema.words import Text
from service.encounters import log
from service.encounters.account import UNSEEN
from service.encounters.course import OPEN_CHANGES
from service.encounters.encounter import Combatant, Encounter
from service.encounters.events import Changed, Event, Joined, Manoeuvred, Restored
from service.encounters.log import Recorded
from service.encounters.told import events_view
from service.encounters.view import Sight, encounter_view, turn_view
from service.encounters.viewer import GAME_MASTER, Viewer
from service.systems.catalogue import systems
from service.systems.system import System
from tests.encounters.fields import FIELDS, Told, shown
from tests.logs import of_system
from tests.viewers import ANA, BEN, LOOKER

SYSTEMS = {system.name: system for system in systems()}
HEROES = {"percentile": "vera", "ryf": "runa", "shadowrun": "zorra", "traveller": "ana"}
"""Who is Ana's in each of the kept fights."""
FOES = {"percentile": "guarda", "ryf": "jefe", "shadowrun": "guardia2", "traveller": "sargento"}
"""Who is nobody's."""
EVERY = 10
"""After how many commands the whole encounter is looked at."""

ABOUT_OWN = (told.ProposalMade, told.ProposalAnswered)
ABOUT_KNOWN = (told.CombatantHarmed, told.CombatantHealed)


def test_every_field_that_is_shown_has_a_declared_rule() -> None:
    """A type or a field of which nobody has said who is told it does not pass, nor a rule for what there is not."""
    declared = {each: set(fields) for each, fields in FIELDS.items()}
    assert declared == {each: set(each.model_fields) for each in shown() | {told.Event}}


@cache
def fought(system: str) -> tuple[Recorded, ...]:
    """Return a fight with every command and every manoeuvre of a system."""
    _, *bodies = of_system(system)[0].read_text(encoding="utf-8").splitlines()
    return tuple(log.read(body, SYSTEMS) for body in bodies)


@dataclass(frozen=True, kw_only=True)
class Cast:
    """A kept fight told as if one of it were Ana's, and one were hidden throughout."""

    system: System
    hero: str
    hidden: str | None

    def owner(self, id_: str) -> str | None:
        """Return whose somebody is."""
        return "Ana" if id_ == self.hero else None

    def one(self, one: Combatant) -> Combatant:
        """Return somebody as it is in the cast."""
        return replace(one, owner=self.owner(one.id), hidden=one.id == self.hidden)

    def state(self, state: Encounter) -> Encounter:
        """Return a state with the cast in it."""
        return replace(state, combatants=tuple(map(self.one, state.combatants)))

    def event(self, event: Event) -> Event:
        """Return an event that befalls the cast."""
        unseen = {self.hidden: self.owner(self.hidden)} if self.hidden else {}
        event = replace(event, unseen=unseen, combatants=tuple(map(self.one, event.combatants)))
        if isinstance(event, Manoeuvred):
            return replace(event, owners={self.hero: "Ana"})
        return replace(event, state=self.state(event.state)) if isinstance(event, Restored) else event


@dataclass(frozen=True, kw_only=True)
class Onlooker:
    """Somebody who looks at a cast, beside a Game Master who is told everything."""

    cast: Cast
    viewer: Viewer
    health: Openness
    knowing: bool = False
    """Whether it is told everything of whom it looks at."""

    @property
    def sight(self) -> Sight:
        """Its eyes."""
        return Sight(viewer=self.viewer, health=self.health)

    @property
    def whole(self) -> Sight:
        """The Game Master's eyes."""
        return Sight(viewer=GAME_MASTER, health=self.health)

    def commands(self, id_: str) -> bool:
        """Whether it leads, or somebody is its own."""
        return self.viewer.leads or (id_ == self.cast.hero and self.viewer == ANA)

    def sees(self, id_: str) -> bool:
        """Whether it is to see somebody."""
        return id_ != self.cast.hidden or self.commands(id_)

    def knows(self, ids: Iterable[str]) -> bool:
        """Whether it is to be told everything of these."""
        return all(self.commands(id_) or (self.sees(id_) and self.health is Openness.EXACT) for id_ in ids)

    def compare(self, full: Any, part: Any) -> None:
        """Hold what it is told to what the Game Master is, by the declared rules."""
        assert type(full) is type(part)
        looking = self
        if isinstance(full, wire.Combatant):
            looking = replace(self, knowing=self.knows([full.id]))
        for field, rule in FIELDS[type(full)].items():
            HOLD[rule](looking, getattr(full, field), getattr(part, field))


def _as_it_is(_self: Onlooker, full: Any, part: Any) -> None:
    assert full == part


def _known(self: Onlooker, full: Any, part: Any) -> None:
    assert part == full if self.knowing else part in (None, ())


def _worded(self: Onlooker, full: Any, part: Any) -> None:
    assert part == full or not self.knowing


def _least(self: Onlooker, full: Any, part: Any) -> None:
    assert (part is None) == (self.health is Openness.NOTHING and not self.knowing)
    if part is not None:
        self.compare(full, part)


def _inside(self: Onlooker, full: Any, part: Any) -> None:
    if isinstance(full, Frozen):
        self.compare(full, part)
        return
    seen = [each for each in full if all(map(self.sees, _about(each)))]
    assert len(seen) == len(part)
    for each, shown_of_it in zip(seen, part, strict=True):
        self.compare(each, shown_of_it)


def _about(part: Any) -> Iterator[str]:
    """Yield whom a part of a list is about."""
    if isinstance(part, wire.Combatant):
        yield part.id
    yield from (getattr(part, name) for name in ("combatant", "target") if hasattr(part, name))


def _names(self: Onlooker, full: Any, part: Any) -> None:
    wanted, given = list(_flat(full)), list(_flat(part))
    assert all(map(self.sees, given))
    assert given == [id_ for id_ in wanted if self.sees(id_)]


def _without(self: Onlooker, full: Any, part: Any) -> None:
    assert all(map(self.sees, _flat(part)))
    assert part == full or not all(map(self.sees, _flat(full)))


def _flat(ids: Any) -> Iterator[str]:
    if isinstance(ids, wire.Named):
        yield ids.id
    elif isinstance(ids, str):
        yield ids
    else:
        for each in ids or ():
            yield from _flat(each)


def _own(self: Onlooker, full: Any, part: Any) -> None:
    assert part == (full if self.viewer.leads else ())


def _share(self: Onlooker, full: Any, part: Any) -> None:
    assert part == full if self.viewer.leads else set(map(repr, part)) <= set(map(repr, full))


def share(self: Onlooker, event: Any, full: Any) -> tuple[Throw, ...]:
    """Return the throws of an event that are for its eyes: those of a round tell of who threw, others only a score."""
    may = self.knows if isinstance(full, told.RoundBegun) else lambda ids: all(map(self.sees, ids))
    return tuple(throw for throw, who in zip(full.dice, event.whose, strict=True) if who is None or may([who]))


HOLD = {
    Told.SEES: _as_it_is,
    Told.KNOWS: _known,
    Told.WORDED: _worded,
    Told.LEAST: _least,
    Told.INSIDE: _inside,
    Told.NAMES: _names,
    Told.WITHOUT: _without,
    Told.OWN: _own,
    Told.SHARE: _share,
}


def hears(self: Onlooker, event: Any, full: Any) -> bool:
    """Whether an event is to be told as what it was."""
    if not self.viewer.leads and (event.audience is not Audience.EVERYBODY or isinstance(full, ABOUT_OWN)):
        return False
    if isinstance(event, Changed) and event.change not in OPEN_CHANGES:
        return self.knows([event.combatant])
    if isinstance(full, ABOUT_KNOWN):
        return self.knows([full.target])
    if isinstance(full, told.InitiativeRolled):
        return any(self.sees(one.combatant) for one in full.initiatives)
    if isinstance(full, told.StatusChanged) and event.combatants:
        return any(self.sees(one.id) for one in event.combatants)
    return all(map(self.sees, _people(event, full)))


def _people(event: Any, full: Any) -> Iterator[str]:
    """Yield whom an event is about: a declared attack is about its target."""
    yield from filter(None, (getattr(full, name, None) for name in ("striker", "target")))
    if isinstance(who := getattr(event, "combatant", None), str):
        yield who
    yield from getattr(full, "others", ())
    yield from getattr(event, "involved", ())
    if isinstance(full, told.AttackDeclared):
        yield full.attack.target


def _everybody(event: Any, full: Any) -> Iterator[str]:
    """Yield everybody of whom the words of an event may tell."""
    yield from _people(event, full)
    yield from (one.id for one in event.combatants)
    if isinstance(full, told.AttackDeclared) and full.attack.striker:
        yield full.attack.striker
    if isinstance(full, told.InitiativeRolled):
        yield from (one.combatant for one in full.initiatives)


def listen(self: Onlooker, event: Event, giver: Viewer) -> None:
    """Hold how an event is told to the declared rules."""
    (full,) = events_view((event,), self.cast.system, giver, self.whole)
    parts = events_view((event,), self.cast.system, giver, self.sight)
    if hears(self, event, full):
        (part,) = parts
        knows = not isinstance(full, told.AttackCalledOff) and self.knows(_everybody(event, full))
        replace(self, knowing=knows or self.viewer.leads).compare(full, part)
        if isinstance(full, told.CombatantStruck | told.CombatantManoeuvred) and not knows:
            quiet(self, part)
        assert not getattr(event, "whose", ()) or getattr(part, "dice", ()) == share(self, event, full)
        return
    for glimpse in parts:
        assert isinstance(glimpse, told.CombatantChanged | told.CombatantJoined)
        assert not isinstance(glimpse, told.CombatantChanged) or glimpse.change == UNSEEN
        assert glimpse.warnings == ()
        (after,) = (one for one in event.combatants if one.id == glimpse.combatant.id)
        whole = wire_view(self, after)
        self.compare(whole, glimpse.combatant)


def quiet(self: Onlooker, event: told.Event) -> None:
    """Hold that the words of an event tell of no number, in either language, and of no objection."""
    if not self.viewer.leads:
        for text in (event.summary.es, event.summary.en):
            assert not any(letter.isdigit() for letter in text)
        assert event.warnings == ()


def wire_view(self: Onlooker, one: Combatant) -> wire.Combatant:
    """Return somebody as the Game Master sees it."""
    joined = Joined(combatant=one.id, combatants=(one,), summary=GREETING)
    (event,) = events_view((joined,), self.cast.system, GAME_MASTER, self.whole)
    assert isinstance(event, told.CombatantJoined)
    return event.combatant


GREETING = Text(es="Llega.", en="Comes.")
CASES = [
    pytest.param(system, hidden, id=f"{name}-{hidden}")
    for name, system in SYSTEMS.items()
    for hidden in (None, HEROES[name], FOES[name])
]


@pytest.mark.parametrize("health", Openness)
@pytest.mark.parametrize(("system", "hidden"), CASES)
def test_each_is_told_what_is_declared(system: System, hidden: str | None, health: Openness) -> None:
    """Every event and every state of a whole fight shows each who looks just the fields that the rules give it."""
    cast = Cast(system=system, hero=HEROES[system.name], hidden=hidden)
    state: Encounter | None = None
    for version, recorded in enumerate(fought(system.name), start=1):
        events = tuple(map(cast.event, recorded.events))
        state = log.after(state, events)
        for viewer in (GAME_MASTER, ANA, BEN, LOOKER):
            onlooker = Onlooker(cast=cast, viewer=viewer, health=health)
            for event in events:
                listen(onlooker, event, recorded.giver)
            if version % EVERY == 0:
                look(onlooker, state, version)


def look(self: Onlooker, state: Encounter, version: int) -> None:
    """Hold how an encounter and its turn are shown to the declared rules."""
    for view in (_whole_view, turn_view):
        full, part = (view(state, version, self.cast.system, eyes) for eyes in (self.whole, self.sight))
        self.compare(full, part)


def _whole_view(state: Encounter, version: int, system: System, eyes: Sight) -> wire.Encounter:
    return encounter_view(state, version, None, system, eyes)

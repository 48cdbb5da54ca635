"""What viewers are told of what happened: every event shown is built here, of what its viewer may know."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from schema import encounter as wire
from schema import events as told
from schema.access import Audience
from schema.commands import Openness, Standing
from schema.dice import Throw
from schema.words import Text
from service.encounters.encounter import Combatant
from service.encounters.events import (
    Answered,
    CalledOff,
    Changed,
    ConditionBegun,
    ConditionEnded,
    Configured,
    Created,
    Declared,
    Event,
    Harmed,
    Healed,
    InitiativeRolled,
    Joined,
    Left,
    Manoeuvred,
    Restored,
    Rolled,
    RoundBegun,
    SeedRevealed,
    StatusChanged,
    Struck,
    Suggested,
    TurnBegun,
    TurnEnded,
    TurnMoved,
)
from service.encounters.view import (
    Sight,
    combatant_view,
    encounter_view,
    pending_view,
    proposal_view,
    settings_view,
)
from service.encounters.viewer import Viewer
from service.systems import notation
from service.systems.phrases import plain, to
from service.systems.system import System

OPEN_CHANGES = frozenset({"EDITED", "LATE", *Standing})
"""The changes that are told of whoever is seen; others are told where everything of somebody is."""

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

    @property
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
        yield _somehow(account, one, _glimpsed(one))


def _glimpsed(one: Combatant) -> Text:
    return Text(es=f"Algo le ocurre {to(one.name)}.", en=f"Something happens to {one.name}.")


def _created(account: Account) -> told.Event:
    event: Created = account.event
    return told.EncounterCreated(**account.common(), name=event.name, system=event.system, commitment=event.commitment)


def _configured(account: Account) -> told.Event:
    event: Configured = account.event
    return told.EncounterConfigured(**account.common(), name=event.name, settings=settings_view(event.settings))


def _joined(account: Account) -> told.Event:
    event: Joined = account.event
    return told.CombatantJoined(**account.common(), combatant=account.after(account.changed[event.combatant]))


def _left(account: Account) -> told.Event:
    event: Left = account.event
    return told.CombatantLeft(**account.common(), combatant=event.combatant)


def _changed(account: Account) -> told.Event | None:
    event: Changed = account.event
    one = account.changed[event.combatant]
    if event.change in OPEN_CHANGES or account.sight.knows(one):
        return told.CombatantChanged(**account.common(), change=event.change, combatant=account.after(one))
    return _somehow(account, one, _glimpsed(one)) if event.change == "OVERRIDDEN" else None


def _initiative(account: Account) -> told.Event | None:
    event: InitiativeRolled = account.event
    rolled = [account.changed[id_] for id_ in event.rolled if id_ in account]
    if not rolled:
        return None
    names = ", ".join(f"{one.name} {plain(one.score or 0)}" for one in rolled)
    return told.InitiativeRolled(
        **account.common(Text(es=f"Iniciativa: {names}.", en=f"Initiative: {names}.")),
        initiatives=tuple(wire.Initiative(combatant=one.id, score=one.score or 0) for one in rolled),
        dice=_throws_seen(account, account.__contains__),
    )


def _throws_seen(account: Account, told_of: Callable[[str], bool]) -> tuple[Throw, ...]:
    """Return the throws that were for somebody of whom such is told, or for nobody."""
    event: InitiativeRolled | RoundBegun = account.event
    if not event.whose:
        return _throws(event.throws) if account.viewer.leads else ()
    pairs = zip(event.throws, event.whose, strict=True)
    return _throws(throw for throw, whose in pairs if whose is None or told_of(whose))


def _status(account: Account) -> told.Event | None:
    """Tell of the fight; an ambush only to those who see somebody whom it concerns."""
    event: StatusChanged = account.event
    if event.combatants and not account.seen:
        return None
    return told.StatusChanged(**account.common(), status=event.status)


def _round(account: Account) -> told.Event:
    event: RoundBegun = account.event
    return told.RoundBegun(**account.common(), round=event.round, dice=_throws_seen(account, account.knows_changed))


def _turn_begun(account: Account) -> told.Event:
    event: TurnBegun = account.event
    return told.TurnBegun(**account.common(), combatant=event.combatant, round=event.round)


def _turn_ended(account: Account) -> told.Event:
    event: TurnEnded = account.event
    return told.TurnEnded(**account.common(), combatant=event.combatant)


def _turn_moved(account: Account) -> told.Event:
    event: TurnMoved = account.event
    return told.TurnMoved(**account.common(), combatant=event.combatant)


def _struck(account: Account) -> told.Event:
    event: Struck = account.event
    struck = [account.changed[id_] for id_ in (event.target, *event.others)]
    known = account.knows_all((account.changed[event.striker], *struck))
    ruling: Any = account.system.operations["attack"].told.model_validate(event.ruling)
    return told.CombatantStruck(
        **account.common(None if known else _blow(account, hit=ruling.hit)),
        striker=event.striker,
        target=event.target,
        others=event.others,
        hit=ruling.hit,
        ruling=ruling if known else None,
        after=tuple(map(account.after, struck)),
    )


def _blow(account: Account, *, hit: bool) -> Text:
    """Say of a blow no more than whether it hit."""
    event: Struck = account.event
    striker, target = (account.changed[id_].name for id_ in (event.striker, event.target))
    how = Text(es="acierta", en="hits") if hit else Text(es="falla", en="misses")
    return Text(es=f"{striker} ataca {to(target)}: {how.es}.", en=f"{striker} attacks {target}: {how.en}.")


def _declared(account: Account) -> told.Event:
    event: Declared = account.event
    seen = account.sees_all((event.attack.striker,))
    text = None if seen else Text(es="Alguien va a atacar.", en="Somebody is about to attack.")
    return told.AttackDeclared(**account.common(text), attack=pending_view(event.attack, account))


def _called_off(account: Account) -> told.Event:
    event: CalledOff = account.event
    text = Text(es="Ese ataque no tiene lugar.", en="That attack does not take place.")
    return told.AttackCalledOff(**account.common(None if account.viewer.leads else text), attack=event.attack)


def _suggested(account: Account) -> told.Event | None:
    event: Suggested = account.event
    if not _proposed(account, event.proposal.by):
        return None
    return told.ProposalMade(**account.common(), proposal=proposal_view(event.proposal))


def _answered(account: Account) -> told.Event | None:
    event: Answered = account.event
    if not _proposed(account, event.by):
        return None
    return told.ProposalAnswered(**account.common(), proposal=event.proposal, accepted=event.accepted)


def _proposed(account: Account, by: str) -> bool:
    return account.viewer.leads or account.viewer.is_player(by)


def _manoeuvred(account: Account) -> told.Event:
    event: Manoeuvred = account.event
    whole = account.knows_all(event.combatants) and account.knows_owned(map(event.owners.get, event.involved))
    word = account.system.fight.manoeuvres[event.manoeuvre].word
    ruling: dict[str, Any] = {}
    if event.operation is not None and whole:
        ruling[event.operation] = account.system.operations[event.operation].told.model_validate(event.ruling)
    return told.CombatantManoeuvred(
        **account.common(None if whole else Text(es=f"{word.es}.", en=f"{word.en}.")),
        combatant=event.combatant,
        manoeuvre=word,
        after=tuple(map(account.after, account.seen)),
        dice=_throws(event.throws) if whole else (),
        **ruling,
    )


def _rolled(account: Account) -> told.Event:
    event: Rolled = account.event
    operation = notation.OPERATION if event.by == "notation" else account.system.operations[event.operation]
    ruling: Any = {event.operation: operation.told.model_validate(event.ruling)}
    return told.DiceThrown(**account.common(), combatant=event.combatant, **ruling)


def _harmed(account: Account) -> told.Event:
    event: Harmed = account.event
    target = account.changed[event.target]
    if not account.sight.knows(target):
        return _somehow(account, target, Text(es=f"{target.name} sufre daño.", en=f"{target.name} takes damage."))
    return told.CombatantHarmed(
        **account.common(),
        target=event.target,
        points=event.points,
        after=account.after(target),
        dice=_throws(event.throws),
    )


def _healed(account: Account) -> told.Event:
    event: Healed = account.event
    target = account.changed[event.target]
    if not account.sight.knows(target):
        return _somehow(account, target, Text(es=f"{target.name} se recupera.", en=f"{target.name} recovers."))
    after = account.after(target)
    return told.CombatantHealed(**account.common(), target=event.target, points=event.points, after=after)


def _somehow(account: Account, one: Combatant, text: Text) -> told.Event:
    """Tell that somebody was changed, and not by how much."""
    return told.CombatantChanged(kind="CHANGED", summary=text, change=UNSEEN, combatant=account.after(one))


def _condition_begun(account: Account) -> told.Event:
    event: ConditionBegun = account.event
    after = account.after(account.changed[event.combatant])
    return told.ConditionBegun(
        **account.common(), combatant=event.combatant, condition=event.condition, conditions=after.conditions
    )


def _condition_ended(account: Account) -> told.Event:
    event: ConditionEnded = account.event
    after = account.after(account.changed[event.combatant])
    return told.ConditionEnded(
        **account.common(), combatant=event.combatant, condition=event.condition, conditions=after.conditions
    )


def _noted(account: Account) -> told.Event:
    return told.Noted(**account.common())


def _seed_revealed(account: Account) -> told.Event:
    event: SeedRevealed = account.event
    return told.SeedRevealed(**account.common(), epoch=event.epoch, seed=event.seed, commitment=event.commitment)


def _restored(account: Account) -> told.Event:
    event: Restored = account.event
    state = encounter_view(event.state, event.version, None, account.system, account.sight)
    return told.StateRestored(**account.common(), version=event.version, encounter=state)


def _throws(written: Iterable[dict[str, Any]]) -> tuple[Throw, ...]:
    return tuple(Throw.model_validate(throw) for throw in written)


_VIEWS: Mapping[str, Callable[[Account], told.Event | None]] = {
    "CREATED": _created,
    "CONFIGURED": _configured,
    "JOINED": _joined,
    "LEFT": _left,
    "CHANGED": _changed,
    "INITIATIVE_ROLLED": _initiative,
    "STATUS_CHANGED": _status,
    "ROUND_BEGUN": _round,
    "TURN_BEGUN": _turn_begun,
    "TURN_ENDED": _turn_ended,
    "TURN_MOVED": _turn_moved,
    "STRUCK": _struck,
    "DECLARED": _declared,
    "CALLED_OFF": _called_off,
    "SUGGESTED": _suggested,
    "ANSWERED": _answered,
    "MANOEUVRED": _manoeuvred,
    "ROLLED": _rolled,
    "HARMED": _harmed,
    "HEALED": _healed,
    "CONDITION_BEGUN": _condition_begun,
    "CONDITION_ENDED": _condition_ended,
    "NOTED": _noted,
    "SEED_REVEALED": _seed_revealed,
    "RESTORED": _restored,
}
"""How each kind of event is told; what stands in none of these is told to nobody."""

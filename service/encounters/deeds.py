"""What viewers are told of what fighters do, and of what is done to them."""

from collections.abc import Callable, Mapping
from typing import Any

from schema import events as told
from schema.words import Text
from service.encounters.account import Account, somehow, throws_view
from service.encounters.events import (
    Answered,
    CalledOff,
    Declared,
    Harmed,
    Healed,
    Manoeuvred,
    Rolled,
    Struck,
    Suggested,
)
from service.encounters.view import pending_view, proposal_view
from service.systems import notation
from service.systems.phrases import to


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
        dice=throws_view(event.throws) if whole else (),
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
        return somehow(account, target, Text(es=f"{target.name} sufre daño.", en=f"{target.name} takes damage."))
    return told.CombatantHarmed(
        **account.common(),
        target=event.target,
        points=event.points,
        after=account.after(target),
        dice=throws_view(event.throws),
    )


def _healed(account: Account) -> told.Event:
    event: Healed = account.event
    target = account.changed[event.target]
    if not account.sight.knows(target):
        return somehow(account, target, Text(es=f"{target.name} se recupera.", en=f"{target.name} recovers."))
    after = account.after(target)
    return told.CombatantHealed(**account.common(), target=event.target, points=event.points, after=after)


VIEWS: Mapping[str, Callable[[Account], told.Event | None]] = {
    "STRUCK": _struck,
    "DECLARED": _declared,
    "CALLED_OFF": _called_off,
    "SUGGESTED": _suggested,
    "ANSWERED": _answered,
    "MANOEUVRED": _manoeuvred,
    "ROLLED": _rolled,
    "HARMED": _harmed,
    "HEALED": _healed,
}
"""How each kind of deed is told."""

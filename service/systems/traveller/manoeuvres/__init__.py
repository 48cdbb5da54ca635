"""What Travellers do in a fight besides attacking, and what the rules have against it."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from schema.refusals import NotAllowed
from service.systems.system import Contender, Manoeuvre, Stage
from service.systems.traveller import reasons
from service.systems.traveller.data import called, word
from service.systems.traveller.manoeuvres.acts import Act, Doing, against, overspent, performed
from service.systems.traveller.manoeuvres.closing import CLOSING
from service.systems.traveller.manoeuvres.grappling import GRAPPLING
from service.systems.traveller.manoeuvres.leading import LEADING
from service.systems.traveller.manoeuvres.moving import MOVING
from service.systems.traveller.manoeuvres.order import ORDER
from service.systems.traveller.manoeuvres.working import WORKING
from service.systems.traveller.rules.actions import FREE, MAJOR
from service.systems.traveller.situation import weapon_used

ACTS: Mapping[str, Act] = {**ORDER, **MOVING, **CLOSING, **GRAPPLING, **LEADING, **WORKING}


MANOEUVRES: Mapping[str, Manoeuvre] = {
    name: Manoeuvre(word=word("manoeuvre", name), asked=act.asked, play=partial(performed, act))
    for name, act in ACTS.items()
}
"""By name."""


def objections(stage: Stage, one: Contender, name: str, given: Any) -> tuple[NotAllowed, ...]:
    """Return what the rules have against an attack or a manoeuvre that a Game Master may wave through."""
    doing = Doing(stage, one, given)
    return tuple(_against_attack(doing) if name == "attack" else against(ACTS[name], doing))


def _against_attack(doing: Doing) -> Iterator[NotAllowed]:
    hand, given = doing.one.hand, doing.given
    used = weapon_used(doing.one.sheet, given.weapon or next(iter(hand.drawn), None))
    second = given.two_weapons and hand.paired not in {None, used.key}
    yield from overspent(doing, FREE if second or given.leaving else MAJOR)
    if hand.drawn and used.key not in {*hand.drawn, "unarmed"}:
        yield doing.refusal(reasons.NOT_IN_HAND, "situation", weapon=called("weapon", used.key).en)
    if hand.work:
        yield doing.refusal(reasons.ONLY_WORK)

"""What a combatant may do now: attacks with their modifiers and exact chances, and the manoeuvres of its system."""

import asyncio
from contextlib import suppress
from typing import Annotated, Any

import strawberry
from fastapi import APIRouter
from pydantic import ValidationError
from strawberry.types import Info

from schema.odds import Chance
from schema.options import AttackOption, ManoeuvreOption, Options
from schema.refusals import NotAllowed, NotFound, Refusal, TooMuch
from schema.shapes import OneOf
from service.access import Caller
from service.api.context import Context, EncounterArgument
from service.api.contract import Contract
from service.api.paths import ENCOUNTER, SAYS_NO, TO_BODIES, AsSent, CallerOf, EncounterId, LiveOf
from service.api.refusing import from_refusal
from service.dice.odds import EveryDice
from service.dice.source import seeded_dice
from service.encounters.encounter import Combatant
from service.encounters.permissions import own
from service.encounters.reasons import CANNOT_TAKE_PLACE
from service.encounters.scene import Scene
from service.encounters.turns import contender, may_act, sheet_now, stage
from service.encounters.view import sight
from service.forecast.fractions import chance
from service.live import Live
from service.systems.strike import strike
from service.systems.system import Manoeuvre, Play, Stage
from service.systems.trace import traced


async def options(live: Live, caller: Caller, id_: str, combatant: str, situation: Any) -> Options:
    """Return what a combatant may do now, attacks under the circumstances given; raises Refusal.

    The odds are worked out in a thread, away from the loop that serves.
    """
    scene = await live.scene(id_, await caller.seated("options", id_))
    one = own(scene, combatant)
    circumstances = scene.fight.situation() if situation is None else scene.own(situation, "situation")
    return await asyncio.to_thread(_options, scene, one, circumstances)


def _options(scene: Scene, one: Combatant, situation: Any) -> Options:
    every = EveryDice()
    others = filter(scene.viewer.sees, scene.encounter.combatants)
    foes = (other for other in others if other.side != one.side and not other.aside)
    return Options(
        combatant=one.id,
        acting=may_act(scene.encounter, one.id),
        can_act=scene.fight.can_act(sheet_now(scene.encounter, one)),
        attacks=tuple(_attack(scene, one, foe, situation, every) for foe in foes),
        manoeuvres=tuple(_manoeuvre(scene, one, name, each) for name, each in scene.fight.manoeuvres.items()),
    )


def _attack(scene: Scene, one: Combatant, foe: Combatant, situation: Any, every: EveryDice) -> AttackOption:
    fight, known = scene.fight, sight(scene.viewer, scene.encounter).knows(foe)
    acting, defending = (sheet_now(scene.encounter, one), one.hand), (sheet_now(scene.encounter, foe), foe.hand)
    pair = contender(one, scene.encounter), contender(foe, scene.encounter)
    try:
        seen = fight.seen(stage(scene.encounter, scene.viewer), *pair, situation)
        sides = fight.attack(acting, defending, seen)
    except (NotAllowed, NotFound) as refusal:
        return _option(foe, refusal if known else NotAllowed(CANNOT_TAKE_PLACE))
    against = fight.objections(stage(scene.encounter, scene.viewer), pair[0], "attack", situation)
    play = Play(strike, (fight.blow, fight.wound, sides, (foe.sheet, one.sheet)))
    return AttackOption(
        target=foe.id,
        name=foe.name,
        refused=from_refusal(against[0]) if against else None,
        modifiers=_sample(scene, play).modifiers if known else (),
        hits=_hits(every, fight.blow, sides) if known else None,
    )


def _option(foe: Combatant, refusal: Refusal) -> AttackOption:
    return AttackOption(target=foe.id, name=foe.name, refused=from_refusal(refusal), modifiers=(), hits=None)


def _sample(scene: Scene, play: Play) -> Any:
    """Rule an attack once, with dice that have nothing to do with the fight's, for what does not depend on dice."""
    dice = seeded_dice("options")
    said = dice.play(play.rule, *play.values)
    return scene.system.operations["attack"].tell(play, said, traced(dice, scene.system.labels))


def _hits(every: EveryDice, blow: Any, sides: tuple[Any, Any]) -> Chance | None:
    try:
        found = every.odds(blow, *sides)
    except TooMuch:
        return None
    landed = sum(weight for fallen, weight in found.weights.items() if fallen.harm is not None)
    return chance(landed, found.total)


def _manoeuvre(scene: Scene, one: Combatant, name: str, manoeuvre: Manoeuvre) -> ManoeuvreOption:
    against: tuple[Refusal, ...] = ()
    with suppress(ValidationError):
        given = manoeuvre.asked.model_validate({"combatant": one.id})
        seen = stage(scene.encounter, scene.viewer)
        against = scene.fight.objections(seen, contender(one, scene.encounter), name, given)
        against = against or _tried(manoeuvre, seen, given)
    return ManoeuvreOption(manoeuvre=manoeuvre.word, objections=tuple(map(from_refusal, against)))


def _tried(manoeuvre: Manoeuvre, seen: Stage, given: Any) -> tuple[Refusal, ...]:
    """Return why a manoeuvre cannot be, tried with dice that have nothing to do with the fight's."""
    try:
        manoeuvre.play(seen, given, seeded_dice("options"))
    except Refusal as refusal:
        return (refusal,)
    return ()


def queries(contract: Contract) -> dict[str, Any]:
    """Return what can be asked of options by GraphQL."""

    async def resolved(
        info: Info[Context], encounter_id: EncounterArgument, combatant: str, situation: OneOf | None = None
    ) -> Options:
        context = info.context
        return await options(context.live, context.caller, encounter_id, combatant, situation)

    resolved.__annotations__["situation"] = contract.situation | None
    return {"options": strawberry.field(resolved, description="What a combatant may do now.")}


def routes(contract: Contract) -> APIRouter:
    """Return the REST path of options."""
    router = APIRouter(prefix="/v1", responses=SAYS_NO, tags=["encounters"])

    async def resolved(encounter_id: EncounterId, body: Any, live: LiveOf, caller: CallerOf) -> Options:
        return await options(live, caller, encounter_id, body.combatant, body.situation)

    resolved.__annotations__["body"] = Annotated[contract.options_body, AsSent()]
    router.add_api_route(
        f"{ENCOUNTER}/options",
        resolved,
        methods=["POST"],
        operation_id="options",
        responses=TO_BODIES,
        summary="What a combatant may do now.",
    )
    return router

"""Strikes: what an attack comes to, on one or on several, and what all of them are like afterwards."""

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from schema.outcomes import Ruling
from schema.refusals import NotAllowed
from schema.words import Text
from service.encounters.encounter import Combatant
from service.encounters.events import Struck
from service.encounters.reactions import by_order, unanswered
from service.encounters.scene import Events, Scene
from service.encounters.turns import contender, sheet_now, stage
from service.encounters.wounds import absorbed, hurt, shielded, wounding
from service.systems.phrases import listed, sentences, to
from service.systems.strike import Shielded, Strike, bare, strike
from service.systems.system import Fight, Play, Volley

Pair = tuple[str, str]
"""Who strikes, and who is struck at."""


def strikes(scene: Scene, striker: str, targets: tuple[str, ...], situation: Any) -> Events:
    """Strike at all by one attack where the system has such, else at one after another.

    What was said of a reaction is the first target's; the others answer by their standing orders.
    """
    said = dict.fromkeys(targets, unanswered(scene, situation)) | {targets[0]: situation}
    together = _together(scene, striker, said)
    if together is not None:
        return (_volley(scene, striker, targets, together),)
    events: Events = ()
    for id_, each in said.items():
        events += (_strike(scene.after(events), (striker, id_), each),)
    return events


def _together(scene: Scene, by: str, said: dict[str, Any]) -> Volley | None:
    """Return one attack on all of them, where the system has such."""
    situations = tuple(_answered(scene, (by, id_), each) for id_, each in said.items())
    return scene.fight.volley(_acting(scene, by), tuple(_acting(scene, id_) for id_ in said), situations)


def _strike(scene: Scene, pair: Pair, situation: Any) -> Struck:
    """Strike once: the ruling and the wound are one event."""
    fight = scene.fight
    striker, target = map(scene.one, pair)
    sides = _sides(scene, pair, _answered(scene, pair, situation))
    before = len(scene.dice.thrown)
    struck: Strike = scene.dice.play(strike, fight.blow, wounding(fight), sides, (shielded(target), shielded(striker)))
    play = Play(strike, (fight.blow, fight.wound, sides, (target.sheet, striker.sheet)))
    ruling = scene.system.operations["attack"].tell(play, bare(struck), scene.trace(before))
    after = hurt(striker, fight, struck.striker, fight.spend(striker.hand, sides[0])), _hit(target, fight, [struck])
    return _struck((striker, target), ruling, after)


def _volley(scene: Scene, by: str, at: tuple[str, ...], volley: Volley) -> Struck:
    """Strike at several by one attack."""
    fight = scene.fight
    striker, targets = scene.one(by), tuple(map(scene.one, at))
    found: tuple[Strike, ...] = scene.dice.play(
        volley.rule, volley.sides, wounding(fight), tuple(map(shielded, targets))
    )
    after = tuple(_hit(target, fight, found[number :: len(at)]) for number, target in enumerate(targets))
    hit_back = hurt(striker, fight, _backlashed(scene, striker, found), fight.spend(striker.hand, volley.offence))
    play = Play(volley.rule, (volley.sides, fight.wound, tuple(target.sheet for target in targets)))
    ruling = scene.system.operations["attack"].tell(play, tuple(map(bare, found)), scene.trace())
    return _struck((striker, *targets), ruling, (hit_back, *after))


def _acting(scene: Scene, id_: str) -> tuple[Any, Any]:
    one = scene.one(id_)
    return sheet_now(scene.encounter, one), one.hand


def _sides(scene: Scene, pair: Pair, seen: Any) -> tuple[Any, Any]:
    """Return offence and defence."""
    by, at = pair
    return scene.fight.attack(_acting(scene, by), _acting(scene, at), seen)


def _answered(scene: Scene, pair: Pair, situation: Any) -> Any:
    """Return the circumstances, in which the target answers by its standing order where that is allowed."""
    ordered = by_order(scene, scene.one(pair[1]), situation)
    if ordered is not situation:
        with suppress(NotAllowed):
            seen = _seen(scene, pair, ordered)
            _sides(scene, pair, seen)
            return seen
    return _seen(scene, pair, situation)


def _seen(scene: Scene, pair: Pair, situation: Any) -> Any:
    """Return the circumstances with what the fight knows of them."""
    by, at = (contender(scene.one(id_), scene.encounter) for id_ in pair)
    return scene.fight.seen(stage(scene.encounter), by, at, situation)


def _hit(target: Combatant, fight: Fight, found: Iterable[Strike]) -> Combatant:
    for struck in found:
        target = hurt(target, fight, struck.target, fight.struck(target.hand, struck.blow.spent))
    return target


def _backlashed(scene: Scene, striker: Combatant, found: Iterable[Strike]) -> Shielded:
    """Return the striker's sheet after what came back at it."""
    now = shielded(striker)
    for struck in found:
        if struck.blow.backlash is not None:
            now = scene.dice.play(wounding(scene.fight), now, struck.blow.backlash)
    return now


def _struck(before: tuple[Combatant, ...], ruling: Ruling, after: tuple[Combatant, ...]) -> Struck:
    """Tell what befell a striker and its targets."""
    striker, *targets = before
    names = [target.name for target in targets]
    used = sum(one.temporary for one in before) - sum(one.temporary for one in after)
    told = sentences(ruling.summary, absorbed(used))
    return Struck(
        striker=striker.id,
        target=targets[0].id,
        others=tuple(target.id for target in targets[1:]),
        ruling=ruling.model_dump(mode="json"),
        combatants=after,
        summary=Text(
            es=f"{striker.name} ataca {listed(map(to, names), 'y')}. {told.es}",
            en=f"{striker.name} attacks {listed(names, 'and')}. {told.en}",
        ),
    )

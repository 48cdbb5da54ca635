"""Attacks, damage and healing."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any, TypeVar

from pydantic.alias_generators import to_camel

from schema.outcomes import Ruling
from schema.refusals import NotAllowed, Refusal
from schema.words import Text
from service.dice.source import TableDice
from service.encounters import reasons
from service.encounters.encounter import Combatant, Pending
from service.encounters.events import Harmed, Healed, Struck
from service.encounters.reactions import answered, by_order, called_off, declared, found, without
from service.encounters.rounds import running
from service.encounters.scene import Events, Scene, because
from service.encounters.turns import altered, contender, may_act, sheet_now, stage
from service.systems.phrases import listed, points, sentences, to
from service.systems.places import instead_of
from service.systems.reasons import NOT_ITS_TURN
from service.systems.strike import Strike, strike
from service.systems.system import Fight, Play, Volley

T = TypeVar("T")


def attack(scene: Scene, given: Any) -> Events:
    """Let one strike at another, or at several; or let the attack wait for what its target does."""
    striker = scene.one(given.striker, "striker")
    situation = scene.fight.situation() if given.situation is None else scene.own(given.situation, "situation")
    with instead_of("situation", "situation", scene.system.name):
        return _attacks(scene, given, striker, situation)


def _attacks(scene: Scene, given: Any, striker: Combatant, situation: Any) -> Events:
    warnings = scene.heed(_against(scene, striker, situation))
    targets = tuple(dict.fromkeys((given.target, *given.others)))
    for id_ in targets:
        field = "target" if id_ == given.target else "others"
        if scene.met(id_, field).id == striker.id:
            raise NotAllowed(reasons.AT_ONESELF, (field,), {"name": striker.name})
    if given.ask:
        return declared(scene, given, situation)
    first, *rest = strikes(scene, striker.id, targets, situation)
    return (replace(first, warnings=warnings), *rest)


def strikes(scene: Scene, striker: str, targets: tuple[str, ...], situation: Any) -> Events:
    """Strike at all by one attack where the system has such, else at one after another."""
    together = _together(scene, striker, targets, situation)
    if together is not None:
        return (_volley(scene, striker, targets, together),)
    events: Events = ()
    for id_ in targets:
        events += (_strike(scene.after(events), striker, id_, situation),)
    return events


def react(scene: Scene, given: Any) -> Events:
    """Resolve an attack that waits with what its target does."""
    attack, situation = answered(scene, given)
    said = scene.fight.reactions if given.reaction else frozenset[str]()
    with _where_sent(scene, said):
        return _resolved(scene, attack, situation)


def resolve(scene: Scene, given: Any) -> Events:
    """Resolve an attack that waits by its target's standing order, or call it off."""
    attack = found(scene, given.attack)
    if given.call_off:
        return called_off(scene, attack, given.reason)
    with _where_sent(scene, frozenset()):
        return _resolved(scene, attack, scene.fight.situation.model_validate(attack.situation))


@contextmanager
def _where_sent(scene: Scene, said: frozenset[str]) -> Iterator[None]:
    """Let what is refused of an attack that waits be refused at its id, unless the target said it just now."""
    running(scene)
    try:
        yield
    except Refusal as refusal:
        first, *inner = refusal.place or ("",)
        if first == "dice":
            raise
        answer = first == "situation" and bool(inner) and inner[0] in set(map(to_camel, said))
        place = ("reaction", scene.system.name, *inner) if answer else ("attack",)
        raise replace(refusal, place=place) from None


def _resolved(scene: Scene, attack: Pending, situation: Any) -> Events:
    striker = scene.one(attack.striker)
    _able(scene, striker, "attack")
    seen = contender(striker, scene.encounter)
    warnings = scene.heed(scene.fight.objections(stage(scene.encounter), seen, "attack", situation))
    (struck,) = strikes(scene, striker.id, (attack.target,), situation)
    return (replace(struck, pending=without(scene, attack), warnings=warnings),)


def _acting(scene: Scene, id_: str) -> tuple[Any, Any]:
    one = scene.one(id_)
    return sheet_now(scene.encounter, one), one.hand


def _strike(scene: Scene, by: str, at: str, situation: Any) -> Struck:
    """Strike once: the ruling and the wound are one event."""
    fight, system = scene.fight, scene.system
    sides = _sides(scene, by, at, situation)
    striker, target = scene.one(by), scene.one(at)
    play = Play(strike, (fight.blow, fight.wound, sides, (target.sheet, striker.sheet)))
    before = len(scene.dice.thrown)
    struck, used = _played(play, fight, target.temporary, scene.dice)
    ruling = system.operations["attack"].tell(play, struck, scene.trace(before))
    after = (
        _hurt(striker, fight, struck.striker, hand=fight.spend(striker.hand, sides[0])),
        _hurt(
            target,
            fight,
            struck.target,
            hand=fight.struck(target.hand, struck.blow.spent),
            temporary=target.temporary - used,
        ),
    )
    told = sentences(ruling.summary, _absorbed(used))
    return _struck(striker, (target,), (ruling, told), after)


def _absorbed(used: int) -> Text | None:
    """Say what temporary health took."""
    took = points(used)
    return Text(es=f"La salud temporal absorbe {took.es}.", en=f"Temporary health absorbs {took.en}.") if used else None


def _hurt(one: Combatant, fight: Fight, sheet: Any, *, hand: Any, **more: Any) -> Combatant:
    """Return somebody with a sheet that may be hurt, and what it feels of that."""
    return altered(one, fight, sheet=sheet, hand=fight.felt(hand, one.sheet, sheet), **more)


def _sides(scene: Scene, by: str, at: str, situation: Any) -> tuple[Any, Any]:
    """Return offence and defence."""
    sides = _acting(scene, by), _acting(scene, at)
    return _answering(scene, (by, at), situation, lambda seen: scene.fight.attack(*sides, seen))


def _together(scene: Scene, by: str, at: tuple[str, ...], situation: Any) -> Volley | None:
    """Return one attack on all of them, where the system has such."""
    sides = _acting(scene, by), tuple(_acting(scene, id_) for id_ in at)
    if len(at) > 1:
        return scene.fight.volley(*sides, _seen(scene, (by, at[0]), situation))
    return _answering(scene, (by, at[0]), situation, lambda seen: scene.fight.volley(*sides, seen))


def _answering(scene: Scene, pair: tuple[str, str], situation: Any, asked: Callable[[Any], T]) -> T:
    """Return what is asked when the target answers by its standing order, or does not where that is not allowed."""
    ordered = by_order(scene, scene.one(pair[1]), situation)
    if ordered is not situation:
        with suppress(NotAllowed):
            return asked(_seen(scene, pair, ordered))
    return asked(_seen(scene, pair, situation))


def _seen(scene: Scene, pair: tuple[str, str], situation: Any) -> Any:
    """Return the circumstances with what the fight knows of them."""
    by, at = (contender(scene.one(id_), scene.encounter) for id_ in pair)
    return scene.fight.seen(stage(scene.encounter), by, at, situation)


def _volley(scene: Scene, by: str, at: tuple[str, ...], volley: Volley) -> Struck:
    """Strike at several by one attack."""
    found: tuple[Strike, ...] = scene.dice.play(volley.play.rule, *volley.play.values)
    striker, targets = scene.one(by), tuple(map(scene.one, at))
    hurt = tuple(_hit(target, scene.fight, found[number :: len(at)]) for number, target in enumerate(targets))
    hit_back = _backlashed(scene, striker, found)
    ruling = scene.system.operations["attack"].tell(volley.play, found, scene.trace())
    hand = scene.fight.spend(striker.hand, volley.offence)
    after = (_hurt(striker, scene.fight, hit_back, hand=hand), *hurt)
    return _struck(striker, targets, (ruling, ruling.summary), after)


def _hit(target: Combatant, fight: Fight, strikes: Iterable[Strike]) -> Combatant:
    for struck in strikes:
        target = _hurt(target, fight, struck.target, hand=fight.struck(target.hand, struck.blow.spent))
    return target


def _backlashed(scene: Scene, striker: Combatant, strikes: Iterable[Strike]) -> Any:
    """Return the striker's sheet after what came back at it."""
    sheet = striker.sheet
    for struck in strikes:
        if struck.blow.backlash is not None:
            sheet = scene.dice.play(scene.fight.wound, sheet, struck.blow.backlash)
    return sheet


def _played(play: Play, fight: Fight, temporary: int, dice: TableDice) -> tuple[Strike, int]:
    """Return the strike, and how much of the target's temporary health it used up."""
    if not temporary:
        return dice.play(play.rule, *play.values), 0
    blow, wound, sides, (target, striker) = play.values
    missed: Strike = dice.play(strike, blow, wound, sides, (None, striker))
    if missed.blow.harm is None:
        return replace(missed, target=target), 0
    left, used = fight.soften(missed.blow.harm, temporary)
    return replace(missed, target=dice.play(wound, target, left)), used


def _against(scene: Scene, one: Combatant, situation: Any) -> tuple[NotAllowed, ...]:
    """Return what the rules have against somebody striking now; raises NotAllowed where it cannot be."""
    running(scene)
    _able(scene, one, "striker")
    found = scene.fight.objections(stage(scene.encounter), contender(one, scene.encounter), "attack", situation)
    if may_act(scene.encounter, one.id):
        return found
    return (NotAllowed(NOT_ITS_TURN, ("striker",), {"name": one.name}), *found)


def _able(scene: Scene, one: Combatant, field: str) -> None:
    """Refuse what only somebody does who can act."""
    if not scene.fight.can_act(sheet_now(scene.encounter, one)) or one.defeated or one.aside:
        raise NotAllowed(reasons.CANNOT_ACT, (field,), {"name": one.name})


def _struck(
    striker: Combatant, targets: tuple[Combatant, ...], ruled: tuple[Ruling, Text], after: tuple[Combatant, ...]
) -> Struck:
    (ruling, told), names = ruled, [target.name for target in targets]
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


def harm(scene: Scene, given: Any) -> Events:
    """Hurt somebody by hand, by the rules of the system; temporary health takes it first."""
    target = scene.one(given.target, "target")
    absorbed = min(target.temporary, given.points)
    hurt = scene.fight.harm(given.points - absorbed)
    sheet = scene.dice.play(scene.fight.wound, target.sheet, hurt)
    suffered = points(given.points)
    text = Text(es=f"{target.name} sufre {suffered.es} de daño.", en=f"{target.name} takes {suffered.en} of damage.")
    return (
        Harmed(
            target=target.id,
            points=given.points,
            throws=scene.throws(),
            combatants=(_hurt(target, scene.fight, sheet, hand=target.hand, temporary=target.temporary - absorbed),),
            summary=sentences(because(text, given.reason), _absorbed(absorbed)),
        ),
    )


def heal(scene: Scene, given: Any) -> Events:
    """Heal somebody by hand, by the rules of the system."""
    target = scene.one(given.target, "target")
    given_back = points(given.points)
    text = Text(
        es=f"{target.name} recupera hasta {given_back.es}.", en=f"{target.name} recovers up to {given_back.en}."
    )
    return (
        Healed(
            target=target.id,
            points=given.points,
            combatants=(altered(target, scene.fight, sheet=scene.fight.heal(target.sheet, given.points)),),
            summary=because(text, given.reason),
        ),
    )

"""Who is in an encounter, and what the encounter itself is."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import count
from typing import Any

from schema.commands import Standing
from schema.encounter import Status
from schema.refusals import NotAllowed, TooMuch, Unreadable
from schema.words import Text
from service.encounters import reasons
from service.encounters.conditions import reclocked
from service.encounters.encounter import Combatant, Pending
from service.encounters.events import Changed, Configured, Joined, Left, Noted, StatusChanged
from service.encounters.initiative import rolled_for
from service.encounters.reactions import called_off
from service.encounters.rounds import late, onward
from service.encounters.scene import Events, Scene, because
from service.encounters.turns import altered, without
from service.systems.phrases import to
from service.systems.places import within
from service.systems.spelling import doubts

MOST_COMBATANTS = 200


def join(scene: Scene, given: Any) -> Events:
    """Let some join, or be given anew; in a running fight newcomers roll initiative."""
    events: Events = ()
    for number, each in enumerate(given.combatants):
        with within("combatants", number):
            events += _joins(scene.after(events), each)
    return (*events, *_if_idle(scene.after(events)))


def _entered(scene: Scene, given: Any) -> tuple[Any, Any]:
    """Return the sheet and the hand of what was sent; raises Refusal."""
    said = _with_preset(scene, scene.own(given.entry, "entry"))
    with within("entry", scene.system.name):
        sheet, hand = scene.fight.enter(said)
    return sheet, hand


def _with_preset(scene: Scene, entry: Any) -> Any:
    """Return what was sent, under the encounter's preset where it names none and the system has presets."""
    preset = scene.encounter.settings.preset
    own = "preset" in entry.model_fields_set or "preset" not in type(entry).model_fields
    return entry if own or preset is None else entry.model_copy(update={"preset": preset})


def _joins(scene: Scene, given: Any) -> Events:
    sheet, hand = _entered(scene, given)
    old = next((one for one in scene.encounter.combatants if one.id == given.id), None)
    if old:
        return (_given_anew(scene, old, given, sheet),)
    if len(scene.encounter.combatants) >= MOST_COMBATANTS:
        raise TooMuch(reasons.TOO_MANY_COMBATANTS, (), {"most": MOST_COMBATANTS})
    id_, made = _named(scene, given)
    newcomer = Combatant(
        id=id_,
        name=given.name,
        side=given.side,
        group=given.group,
        owner=given.owner,
        hidden=given.hidden,
        sheet=sheet,
        hand=scene.fight.owned(hand, id_),
    )
    text = Text(es=f"{given.name} se une al bando «{given.side}».", en=f"{given.name} joins “{given.side}”.")
    warnings = doubts(scene.system, given.entry)
    joined = Joined(combatant=id_, combatants=(newcomer,), made=made, summary=text, warnings=warnings)
    return (joined, *_late(scene.after((joined,)), id_))


def override(scene: Scene, given: Any) -> Events:
    """Make somebody what the Game Master says, whatever the rules; the reason stands in the log."""
    one = scene.one(given.combatant)
    sheet, hand = _entered(scene, given)
    text = Text(es=f"Se corrige {to(one.name)}.", en=f"{one.name} is corrected.")
    after = altered(one, scene.fight, sheet=sheet, hand=scene.fight.owned(hand, one.id))
    why, warnings = because(text, given.reason), doubts(scene.system, given.entry)
    return (Changed(combatant=one.id, change="OVERRIDDEN", combatants=(after,), summary=why, warnings=warnings),)


def edit(scene: Scene, given: Any) -> Events:
    """Call, side or group somebody otherwise; wounds and all stay."""
    one = scene.one(given.combatant)
    said = {name: value for name, value in given if name != "combatant" and value is not None}
    after = replace(one, **said)
    text = Text(es=f"{one.name} cambia.", en=f"{one.name} is changed.")
    return (Changed(combatant=one.id, change="EDITED", combatants=(after,), summary=text),)


def _given_anew(scene: Scene, old: Combatant, given: Any, sheet: Any) -> Changed:
    named = replace(old, name=given.name, side=given.side, group=given.group, owner=given.owner, hidden=given.hidden)
    after = altered(named, scene.fight, sheet=sheet)
    text = Text(es=f"{old.name} cambia.", en=f"{old.name} is changed.")
    warnings = doubts(scene.system, given.entry)
    return Changed(combatant=old.id, change="EDITED", combatants=(after,), summary=text, warnings=warnings)


def _named(scene: Scene, given: Any) -> tuple[str, int]:
    """Return the id of one who joins, and how many ids are given then.

    Those who join hidden are not counted, lest the ids of others show a gap.
    """
    made, taken = scene.encounter.made, {one.id for one in scene.encounter.combatants}
    if given.id:
        return given.id, made
    if given.hidden:
        return scene.secret_id("h", given.name, taken), made
    number = next(number for number in count(made + 1) if f"c{number}" not in taken)
    return f"c{number}", number


def _late(scene: Scene, id_: str) -> Events:
    """Roll initiative for one who joins a fight that has begun."""
    if scene.encounter.status not in {Status.RUNNING, Status.PAUSED}:
        return ()
    rolled = rolled_for(scene, [id_], {})
    return (*rolled, *late(scene.after(rolled), id_))


def _if_idle(scene: Scene) -> Events:
    """Go on with a fight that waited for somebody to act."""
    idle = scene.encounter.status is Status.RUNNING and scene.encounter.clock.turn is None
    return onward(scene) if idle else ()


def leave(scene: Scene, given: Any) -> Events:
    """Let somebody leave; a turn of its own goes on to the next, and attacks by it or on it that wait are off."""
    one = scene.one(given.combatant)
    off = _called_off(
        scene, (attack for attack in scene.encounter.pending if one.id in {attack.striker, attack.target})
    )
    scene = scene.after(off)
    others = (other for other in scene.encounter.combatants if other.id != one.id)
    left = Left(
        combatant=one.id,
        gone=(one.id,),
        combatants=tuple(new for old in others if (new := reclocked(old, one.id)) != old),
        clock=without(scene.encounter.clock, one.id),
        summary=Text(es=f"{one.name} se va.", en=f"{one.name} leaves."),
    )
    return (*off, left, *_if_idle(scene.after((left,))))


def _called_off(scene: Scene, attacks: Iterable[Pending]) -> Events:
    off: Events = ()
    for attack in attacks:
        off += called_off(scene.after(off), attack, "")
    return off


def change(scene: Scene, given: Any) -> Events:
    """Set some aside or back, hide or reveal, defeat or revive them; raises Refusal."""
    if not (given.combatants or given.groups):
        raise Unreadable(reasons.WHO_CHANGES, ("combatants",))
    named = (scene.one(id_, "combatants", number).id for number, id_ in enumerate(given.combatants))
    grouped = (one.id for one in scene.encounter.combatants if one.group in given.groups)
    events: Events = ()
    for id_ in dict.fromkeys((*named, *grouped)):
        events += _become(scene.after(events), scene.after(events).one(id_), given.to)
    return (*events, *_if_idle(scene.after(events)))


def _become(scene: Scene, one: Combatant, to: Standing) -> Events:
    told, made = _STANDINGS[to]
    out = to in {Standing.ASIDE, Standing.DEFEATED}
    clock = without(scene.encounter.clock, one.id) if out else None
    text = Text(es=told.es.format(name=one.name), en=told.en.format(name=one.name))
    return (Changed(combatant=one.id, change=to.value, combatants=(made(one),), clock=clock, summary=text),)


_STANDINGS: Mapping[Standing, tuple[Text, Callable[[Combatant], Combatant]]] = {
    Standing.ASIDE: (
        Text(es="{name} queda aparte.", en="{name} is set aside."),
        lambda one: replace(one, aside=True),
    ),
    Standing.BACK: (Text(es="{name} vuelve.", en="{name} is back."), lambda one: replace(one, aside=False)),
    Standing.HIDDEN: (Text(es="{name} se oculta.", en="{name} is hidden."), lambda one: replace(one, hidden=True)),
    Standing.REVEALED: (
        Text(es="{name} se descubre.", en="{name} is revealed."),
        lambda one: replace(one, hidden=False),
    ),
    Standing.DEFEATED: (
        Text(es="{name} queda fuera de combate.", en="{name} is defeated."),
        lambda one: replace(one, defeated=True),
    ),
    Standing.REVIVED: (
        Text(es="{name} vuelve al combate.", en="{name} is back in the fight."),
        lambda one: replace(one, defeated=False),
    ),
}


def pause(scene: Scene, given: Any) -> Events:
    """Let a running fight rest; raises NotAllowed."""
    if scene.encounter.status is not Status.RUNNING:
        raise NotAllowed(reasons.NOT_RUNNING)
    return (_status(Status.PAUSED, Text(es="Pausa.", en="The fight is paused."), given.reason),)


def resume(scene: Scene, given: Any) -> Events:
    """Go on with a fight that rested; raises NotAllowed."""
    if scene.encounter.status is not Status.PAUSED:
        raise NotAllowed(reasons.NOT_PAUSED)
    resumed = _status(Status.RUNNING, Text(es="Sigue el combate.", en="The fight goes on."), given.reason)
    return (resumed, *_if_idle(scene.after((resumed,))))


def end(scene: Scene, given: Any) -> Events:
    """End the encounter, call off the attacks that wait, and tell the seed of its dice."""
    off = _called_off(scene, scene.encounter.pending)
    ended = _status(Status.ENDED, Text(es="Termina el encuentro.", en="The encounter ends."), given.reason)
    return (*off, ended, scene.reveals) if scene.reveals else (*off, ended)


def reveal(scene: Scene, given: Any) -> Events:
    """Tell the seed of the dice; from now on they follow from another; raises NotAllowed."""
    if scene.reveals is None:
        raise NotAllowed(reasons.NO_SEED)
    return (replace(scene.reveals, summary=because(scene.reveals.summary, given.reason)),)


def reopen(scene: Scene, given: Any) -> Events:
    """Open an encounter that had ended, where it was; raises NotAllowed."""
    if scene.encounter.status is not Status.ENDED:
        raise NotAllowed(reasons.NOT_ENDED)
    status = Status.RUNNING if scene.encounter.clock.round else Status.GATHERING
    opened = _status(status, Text(es="El encuentro se reabre.", en="The encounter is opened again."), given.reason)
    return (opened, *_if_idle(scene.after((opened,))))


def _status(status: Status, text: Text, reason: str) -> StatusChanged:
    return StatusChanged(status=status, summary=because(text, reason))


def configure(scene: Scene, given: Any) -> Events:
    """Call the encounter, or run it, otherwise."""
    before = scene.encounter.settings
    settings = replace(
        before,
        hand_dice=before.hand_dice if given.hand_dice is None else given.hand_dice,
        enforcement=given.enforcement or before.enforcement,
        preset=given.preset or before.preset,
        ties=given.ties or before.ties,
        health=given.health or before.health,
    )
    name = given.name or scene.encounter.name
    text = Text(es=f"Cambian los ajustes de «{name}».", en=f"The settings of “{name}” change.")
    return (Configured(name=name, settings=settings, summary=text),)


def note(_scene: Scene, given: Any) -> Events:
    """Write something into the log."""
    return (Noted(audience=given.audience, summary=Text(es=given.text, en=given.text)),)

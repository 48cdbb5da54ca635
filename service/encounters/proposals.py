"""What players propose, and the Game Master accepts or refuses."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from pydantic.alias_generators import to_camel

from schema import commands
from schema.refusals import NotAllowed, NotFound, Refusal
from schema.shapes import Frozen
from schema.words import Text
from service.encounters import beginning, conditions, reasons, wounds
from service.encounters.encounter import Proposed
from service.encounters.events import Answered, Suggested
from service.encounters.scene import Events, Scene, because
from service.systems.places import within

MOST_PROPOSED = 50
"""How many proposals of one player may wait."""

PROPOSABLE: Mapping[str, tuple[type[Frozen], Callable[[Scene, Any], Events]]] = {
    "damage": (commands.HarmInput, wounds.harm),
    "heal": (commands.HealInput, wounds.heal),
    "condition": (commands.ConditionInput, conditions.add),
    "end_condition": (commands.EndConditionInput, conditions.remove),
    "initiative": (commands.InitiativeInput, beginning.initiative),
}
"""What can be proposed, by name: how it is sent, and how it is carried out."""

_NAMES = {
    "damage": Text(es="daño", en="damage"),
    "heal": Text(es="curación", en="healing"),
    "condition": Text(es="una condición", en="a condition"),
    "end_condition": Text(es="el final de una condición", en="the end of a condition"),
    "initiative": Text(es="iniciativa", en="initiative"),
}


def propose(scene: Scene, given: Any) -> Events:
    """Keep a proposal about somebody seen until it is answered; whether it can be carried out shows then."""
    waiting = scene.encounter.proposed
    if sum(one.by == scene.actor for one in waiting) >= MOST_PROPOSED:
        raise NotAllowed(reasons.TOO_MANY_PROPOSED, (), {"most": MOST_PROPOSED})
    name, what = given.what.given
    if name != "initiative":
        field = "combatant" if hasattr(what, "combatant") else "target"
        with within("what", to_camel(name)):
            scene.met(getattr(what, field), field)
    taken = [one.id for one in waiting]
    proposal = Proposed(
        id=scene.free_id("p", taken) if scene.viewer.leads else scene.secret_id("p", scene.actor, taken),
        by=scene.actor,
        command=name,
        given=what.model_dump(mode="json", exclude_unset=True),
        reason=given.reason,
    )
    text = Text(es=f"{scene.actor} propone {_NAMES[name].es}.", en=f"{scene.actor} proposes {_NAMES[name].en}.")
    summary = because(text, given.reason)
    return (Suggested(proposal=proposal, proposed=(*waiting, proposal), summary=summary),)


def answer(scene: Scene, given: Any) -> Events:
    """Accept a proposal, and carry it out, or refuse it."""
    proposal = next((one for one in scene.encounter.proposed if one.id == given.proposal), None)
    if proposal is None:
        raise NotFound(reasons.UNKNOWN_PROPOSAL, ("proposal",), {"id": given.proposal})
    told = Answered(
        proposal=proposal.id,
        accepted=given.accept,
        by=proposal.by,
        proposed=tuple(one for one in scene.encounter.proposed if one.id != proposal.id),
        summary=because(_verdict(proposal, accepted=given.accept), given.reason),
    )
    return (told, *_carried_out(scene.after((told,)), proposal)) if given.accept else (told,)


def _verdict(proposal: Proposed, *, accepted: bool) -> Text:
    said, by = _NAMES[proposal.command], proposal.by
    if accepted:
        return Text(es=f"Se acepta lo que propuso {by}: {said.es}.", en=f"What {by} proposed is accepted: {said.en}.")
    return Text(es=f"Se rechaza lo que propuso {by}: {said.es}.", en=f"What {by} proposed is refused: {said.en}.")


def _carried_out(scene: Scene, proposal: Proposed) -> Events:
    shape, carry_out = PROPOSABLE[proposal.command]
    try:
        return carry_out(scene, shape.model_validate(proposal.given))
    except Refusal as refusal:
        if refusal.place[:1] == ("dice",):
            raise
        raise replace(refusal, place=("proposal",)) from None

"""What systems have for when the fight is over, and fighters who know who they are."""

from dataclasses import replace

import pytest

from schema.refusals import Refusal
from service.encounters.encounter import Encounter
from service.encounters.events import Manoeuvred
from service.systems.system import System
from tests.encounters.fights import after, fight, joining, one, when
from tests.toys.knives import FIGHT, LURKING, SYSTEM

LATER = replace(LURKING["rest"], afterwards=True)

CALM = replace(SYSTEM, fight=replace(FIGHT, manoeuvres={**LURKING, "rest": LATER}))
"""The toy, in which one rests when all is over."""

REST = {"rest": {"combatant": "a"}}


def ended() -> Encounter:
    """Return a fight that is over."""
    return after(fight(9, 5), "end", {}, system=CALM)


def test_what_is_for_afterwards_waits_for_the_end() -> None:
    """It is refused while the encounter lasts, and once it has ended it happens and nobody's turn begins."""
    with pytest.raises(Refusal) as refused:
        when(fight(9, 5), "knives", REST, system=CALM)
    assert refused.value.code == "not_over"
    events = when(ended(), "knives", REST, system=CALM)
    assert [type(event) for event in events] == [Manoeuvred]


@pytest.mark.parametrize(("name", "given"), [("knives", {"lurk": {"combatant": "a"}}), ("endTurn", {"combatant": "a"})])
def test_all_else_is_over_with_the_fight(name: str, given: dict[str, object]) -> None:
    """When the encounter has ended, what belongs to the fight is refused."""
    with pytest.raises(Refusal) as refused:
        when(ended(), name, given, system=CALM)
    assert refused.value.code == "encounter_ended"


NUMBERED: System = replace(SYSTEM, fight=replace(FIGHT, owned=lambda grip, id_: replace(grip, blows=ord(id_))))
"""The toy, in which hands know their owners."""


def test_who_joins_knows_who_it_is() -> None:
    """A system that tells fighters apart is told the id of each when it joins, and when it is corrected."""
    encounter = after(fight(9), "join", joining("z"), 4, system=NUMBERED)
    assert one(encounter, "z").hand.blows == ord("z")
    said = {"combatant": "a", "entry": {"knives": {}}, "reason": "as it was"}
    assert one(after(encounter, "override", said, system=NUMBERED), "a").hand.blows == ord("a")

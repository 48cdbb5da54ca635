"""Laws of studies: fights compared, changed and balanced."""

from typing import Any

import pytest

from schema.comparisons import SideDifference
from schema.refusals import NotAllowed, NotFound, Unreadable
from service.api.contract import contract
from service.simulation.differences import difference
from service.simulation.prose import compared
from service.simulation.runs import Casting
from service.simulation.simulate import played
from service.simulation.studies import STUDIES
from service.simulation.tally import Tally
from service.systems.catalogue import systems
from tests.simulation.scenarios import body

SURER = {"field": "fighters.0.entry.percentile.skills.0.base", "by": 30}
FIGHT = body("percentile", fights=60, seed="mesa", examples=0)


def found(study: str, **asked: Any) -> Any:
    """Return what a study finds in this process."""
    given = contract(systems()).studies[study].model_validate(asked)
    return STUDIES[study](given, Casting(systems={one.name: one for one in systems()})).by(played)


def counted(wins: int, fights: int) -> Tally:
    """Return a tally in which the first side wins so many fights."""
    tally = Tally(seats=0, fights=fights)
    tally.ends.update({(0, 1): wins, (1, 1): fights - wins})
    return tally


def test_differences_are_told_in_points() -> None:
    """A chance that rises from 60 % to 87.5 % rises by 27.5 percentage points, and not by so many per cent."""
    gained = difference((counted(48, 80), 0), (counted(70, 80), 0))
    told = compared((SideDifference(side="crew", difference=gained),))
    assert told.es.startswith("crew: +27,5 puntos porcentuales de victoria (de +")
    assert told.en.startswith("crew: +27.5 percentage points to win (+")
    assert "%" not in told.es + told.en


def test_intervals_of_fights_apart_are_newcombes() -> None:
    """The difference of two chances known apart lies in the interval of Newcombe's own example."""
    told = difference((counted(48, 80), 0), (counted(56, 70), 0))
    assert told.difference == pytest.approx(0.2)
    assert [told.low, told.high] == pytest.approx([0.0524, 0.3339], abs=1e-4)


def test_fights_told_apart_are_compared_one_with_one() -> None:
    """Where the same fights are won, a difference is known better than the chances by themselves would say."""
    one, other = counted(50, 100), counted(54, 100)
    apart = difference((one, 0), (other, 0))
    one.winners, other.winners = [0] * 50 + [1] * 50, [0] * 54 + [1] * 46
    paired = difference((one, 0), (other, 0))
    assert paired.difference == pytest.approx(apart.difference)
    assert apart.low < paired.low < paired.difference < paired.high < apart.high


def test_nothing_changed_is_worth_nothing() -> None:
    """Fights against themselves differ in nothing, even where the other asks for another seed."""
    told = found("versus", one=FIGHT, other={**FIGHT, "seed": "otra"})
    assert told.one == told.other
    assert {each.difference.difference for each in told.victory} == {told.draw.difference} == {0.0}


def test_the_difference_is_that_of_the_two() -> None:
    """What is told of two is each as it is told alone, and comes back with its sign changed."""
    better = {**FIGHT, "fighters": [{**FIGHT["fighters"][0], "count": 2}, FIGHT["fighters"][1]]}
    there, back = found("versus", one=FIGHT, other=better), found("versus", one=better, other=FIGHT)
    assert (there.one, there.other) == (found("simulation", **FIGHT), found("simulation", **better))
    assert [each.difference.difference for each in there.victory] == [
        -each.difference.difference for each in back.victory
    ]
    assert there.victory[0].difference.low > 0


def test_each_change_is_compared_with_how_it_is() -> None:
    """A change is worth what versus says of it, whatever other changes are asked beside it."""
    more = {"field": "fighters.1.count", "to": 3}
    told = found(
        "sensitivity", input=FIGHT, changes=[{"name": "más", "fields": [more]}, {"name": "+30", "fields": [SURER]}]
    )
    changed = {**FIGHT, "fighters": [FIGHT["fighters"][0], {**FIGHT["fighters"][1], "count": 3}]}
    assert [change.name for change in told.changes] == ["más", "+30"]
    assert told.base == found("simulation", **FIGHT)
    assert told.changes[0].victory == found("versus", one=FIGHT, other=changed).victory
    assert told.changes[1].victory[0].difference.difference > 0


def test_what_rules_refuse_is_said_among_the_changes() -> None:
    """A value that is not taken leaves the other changes as they are."""
    wrong = {"field": "fighters.0.count", "to": 51}
    told = found(
        "sensitivity", input=FIGHT, changes=[{"name": "mal", "fields": [wrong]}, {"name": "+", "fields": [SURER]}]
    )
    assert told.changes[0].refused.code == "value_not_taken"
    assert told.changes[0].refused.place == ("changes", "0", "fields", "0", "field")
    assert told.changes[1].refused is None


@pytest.mark.parametrize(
    ("field", "code"),
    [
        ({"field": "fighters.7.count", "to": 2}, "no_such_number"),
        ({"field": "fighters.0.name", "by": 1}, "no_such_number"),
        ({"field": "fighters.0.colour", "text": "rojo"}, "no_such_field"),
        ({"field": "seed"}, "one_needed"),
        ({"field": "maxRounds", "to": 1, "by": 2}, "one_only"),
    ],
)
def test_a_change_of_no_field_is_refused(field: dict[str, Any], code: str) -> None:
    """A field that is not there, and a change that is none or two, are refused where they were sent."""
    with pytest.raises(Unreadable) as refusal:
        found("sensitivity", input=FIGHT, changes=[{"name": "mal", "fields": [field]}])
    assert refusal.value.code == code
    assert refusal.value.place[:4] == ("changes", 0, "fields", 0)


@pytest.mark.parametrize(("fighter", "side", "wanted"), [("b1", "a", 0.4), ("a0", "a", 0.8), ("a0", "b", 0.2)])
def test_the_best_number_is_found_as_if_all_were_tried(fighter: str, side: str, wanted: float) -> None:
    """The number of a side's own, or of its foes, that comes nearest is that of an exhaustive search."""
    kinds = {each["name"]: each for each in FIGHT["fighters"]}
    chosen = next(name for name in kinds if name.startswith(fighter[0]))
    told = found("balance", input=FIGHT, fighter=chosen, side=side, chance=wanted, most=6)
    chances = {}
    for count in range(1, 7):
        fighters = [{**each, "count": count} if each["name"] == chosen else each for each in FIGHT["fighters"]]
        sides = found("simulation", **{**FIGHT, "fighters": fighters}).sides
        chances[count] = next(each.victory for each in sides if each.side == side)
    assert told.count == min(chances, key=lambda count: abs(chances[count].chance - wanted))
    assert {point.count: point.victory for point in told.curve}.items() <= chances.items()


def test_the_fewest_and_the_most_are_answers_too() -> None:
    """A chance that no number reaches is answered by the number that comes nearest."""
    few, many = (
        found("balance", input=FIGHT, fighter="a0", side="a", chance=part, most=3) for part in (1e-9, 1 - 1e-9)
    )
    assert (few.count, many.count) == (1, 3)


def test_a_balance_takes_fighters() -> None:
    """An encounter has nobody of whom there could be more."""
    with pytest.raises(NotAllowed) as refusal:
        found("balance", input={"encounter": "a" * 26}, fighter="a0", side="a")
    assert refusal.value.code == "fighters_needed"


@pytest.mark.parametrize(("fighter", "side", "code"), [("nadie", "a", "unknown_fighter"), ("a0", "c", "unknown_side")])
def test_a_balance_needs_a_fighter_and_a_side(fighter: str, side: str, code: str) -> None:
    """A fighter or a side that is not there is refused."""
    with pytest.raises(NotFound) as refusal:
        found("balance", input=FIGHT, fighter=fighter, side=side)
    assert refusal.value.code == code

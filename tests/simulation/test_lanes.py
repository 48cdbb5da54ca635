"""Lanes tell what fights played one by one tell, out of tables that say what the rules say."""

from collections import Counter
from dataclasses import replace
from functools import cache, partial
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from schema.refusals import Refusal
from schema.simulation import Method
from service.dice.odds import EveryDice
from service.simulation.atlas import Atlas
from service.simulation.batch import Batch
from service.simulation.books import Book, alias
from service.simulation.fighter import Gauge
from service.simulation.fights import fight, known
from service.simulation.lanes import Lanes
from service.simulation.marks import ANYBODY, GONE, mark
from service.simulation.scenario import Scenario
from service.simulation.scores import packed
from service.simulation.shards import Order
from service.simulation.simulate import simulate
from service.simulation.tables import Grid, Uncharted
from service.simulation.tally import Tally
from service.systems.system import Contender, Fight, System
from tests.simulation.scenarios import FIGHTERS, facing, scenario, tactics, under_way
from tests.systems.test_laws import every_system, one_of, people

WEIGHTS = st.lists(st.integers(1, 10**6), min_size=1, max_size=40)

SYSTEMS = ("percentile", "ryf", "shadowrun", "traveller")

WAYS: tuple[tuple[int, dict[str, Any]], ...] = (
    (1, {}),
    (4, {}),
    (4, {"sides": tactics(target="RANDOM", dodge="HEALTHY", cover=True)}),
    (4, {"sides": tactics(target="STRONGEST", retreat=50)}),
    (2, {"sides": tactics(target="NEAREST", dodge="ALWAYS")}),
    (4, {"sides": tactics(target="FOCUS"), "surprise": [{"side": "b", "ambush": "AMBUSHED"}]}),
)


def charted(name: str, **more: Any) -> Atlas:
    """Return a new atlas of a system."""
    return Atlas(known(name), Gauge(known(name).fight), **more)


def in_lanes(atlas: Atlas, played: Scenario, fights: int, seed: int = 1) -> Tally:
    """Return the tally of so many fights in lanes."""
    return Batch(Lanes(atlas, played), fights, np.random.Generator(np.random.SFC64(seed))).played()


def one_by_one(played: Scenario, fights: int) -> Tally:
    """Return the tally of so many fights played one by one."""
    counted = Tally(len(played.seats))
    for number in range(fights):
        counted.count(fight(played, "mesa", number))
    return counted


def apart(ours: Counter[Any], theirs: Counter[Any]) -> float:
    """Return by how many standard deviations chi-square says that two counts are of different things.

    What is too rare to be compared counts together; chi-square becomes a normal number by Wilson and Hilferty.
    """
    whole = ours.total(), theirs.total()
    enough = 5 * sum(whole) / min(whole)
    many = [key for key in ours | theirs if ours[key] + theirs[key] >= enough]
    rest = tuple(sum(count for key, count in one.items() if key not in many) for one in (ours, theirs))
    pairs = [*((ours[key], theirs[key]) for key in many), *([rest] if sum(rest) >= enough else [])]
    scale = (whole[1] / whole[0]) ** 0.5
    square = sum((one * scale - other / scale) ** 2 / (one + other) for one, other in pairs)
    free = max(1, len(pairs) - 1)
    return float(((square / free) ** (1 / 3) - 1 + 2 / (9 * free)) / (2 / (9 * free)) ** 0.5)


@given(weights=WEIGHTS)
def test_a_row_says_what_it_was_written_from(weights: list[int]) -> None:
    """Whatever the chances, the columns of an alias row hold them, to the last of their 32 bits."""
    book, total = Book(), sum(weights)
    row = book.write(dict(enumerate(weights, 5)), total)
    chances = book.chances(row)
    for value, weight in enumerate(weights, 5):
        assert chances.get(value, 0.0) == pytest.approx(weight / total, abs=1e-9)


@given(weights=WEIGHTS, luck=st.integers(0, 2**64 - 1))
def test_what_is_drawn_depends_on_the_row_alone(weights: list[int], luck: int) -> None:
    """The same luck draws the same from a row, whatever was written before it."""
    found = []
    for before in ((), (3,), (7, 1, 2)):
        book = Book()
        for size in before:
            book.write(dict.fromkeys(range(size), 1), size)
        row = book.write(dict(enumerate(weights)), sum(weights))
        found.append(int(book.draw(np.array([row]), lambda _: np.array([luck], np.uint64))[0]))
    assert len(set(found)) == 1
    assert len(alias(dict(enumerate(weights)), sum(weights))) < 2 * len(weights)


def test_only_those_draw_whose_rows_are_not_sure() -> None:
    """Where most rows hold one value alone, the few others take luck, and each answers for itself."""
    book, asked = Book(), list[int]()
    coin, sure = book.write({5: 1, 6: 1}, 2), [book.write({value: 1}, 1) for value in range(10, 15)]

    def luck(times: int) -> NDArray[np.uint64]:
        asked.append(times)
        return np.array([0, 2**64 - 1], np.uint64)[:times]

    drawn = book.draw(np.array([coin, *sure, coin]), luck)
    assert drawn.tolist() == [5, *range(10, 15), 6]
    assert asked == [2]


def test_a_row_is_no_wider_than_its_number_can_say() -> None:
    """Chances of more values than a row has room for are left to fights played one by one."""
    with pytest.raises(Uncharted):
        Book().write(dict.fromkeys(range(2**15 + 1), 1), 2**15 + 1)


@given(one=st.integers(0, 10**4), other=st.integers(0, 10**4), seats=st.tuples(st.integers(0, 59), st.integers(0, 59)))
def test_marks_put_first_whom_a_policy_chooses(one: int, other: int, seats: tuple[int, int]) -> None:
    """The weakest or the strongest is the least, then the seat; whoever is out of the fight comes after everybody."""
    for policy, sign in (("WEAKEST", 1), ("STRONGEST", -1), ("FOCUS", 0)):
        marks = [mark(policy, health, able=True) | seat for health, seat in zip((one, other), seats, strict=True)]
        assert (marks[0] < marks[1]) == ((sign * one, seats[0]) < (sign * other, seats[1]))
        assert [found & ANYBODY for found in marks] == list(seats)
        assert max(marks) < GONE < mark(policy, one, able=False)
    with pytest.raises(Uncharted):
        mark("WEAKEST", 10**9, able=True)


def test_a_grid_finds_each_pair_out_once() -> None:
    """However often and in whatever order pairs come, each is asked for once, and the grid grows with them."""
    asked: list[tuple[int, int]] = []

    def product(one: int, other: int) -> int:
        asked.append((one, other))
        return one * other

    grid = Grid(product, range(1_000), range(1_000))
    for ones, others in (([3, 3, 200], [5, 5, 1]), ([200, 3], [300, 5])):
        found = grid.take(np.array(ones), np.array(others))
        assert found.tolist() == [one * other for one, other in zip(ones, others, strict=True)]
    assert sorted(asked) == [(3, 5), (200, 1), (200, 300)]


@given(ranks=st.lists(st.tuples(st.integers(-99, 99), st.integers(-99, 99)), min_size=2, max_size=2))
def test_packed_places_compare_as_ranks(ranks: list[tuple[int, int]]) -> None:
    """One number says who comes first as the rank does."""
    one, other = ranks
    assert (packed(one) < packed(other)) == (one < other)


SCORES = st.tuples(st.integers(0, 30), st.integers(0, 30))
TURNS = st.tuples(st.integers(0, 3), st.integers(0, 3))


def ranked(system: System, pair: tuple[int, int], scores: tuple[int, int], acted: tuple[int, int]) -> list[Contender]:
    """Return two contenders of one rulebook who both still have turns, the first in the order before the other."""
    sides = [one_of(people(system.name), number) for number in pair]
    if sides[0][0].options != sides[1][0].options:
        return []
    made = (
        Contender(id=name, score=score, sheet=sheet, hand=hand, acted=turns)
        for name, score, (sheet, hand), turns in zip("ab", scores, sides, acted, strict=True)
    )
    waiting = [one for one in made if one.acted < system.fight.turns(one)]
    return sorted(waiting, key=system.fight.rank) if system.fight.rank and len(waiting) > 1 else []


@every_system
@given(pair=st.tuples(st.integers(0, 999), st.integers(0, 999)), scores=SCORES, acted=TURNS)
def test_ranks_tell_who_is_next(
    system: System, pair: tuple[int, int], scores: tuple[int, int], acted: tuple[int, int]
) -> None:
    """Where a system gives a rank, those of the least are next in its order, together where they are tied."""
    found = ranked(system, pair, scores, acted)
    if found and system.fight.rank:
        ranks = {one.id: system.fight.rank(one) for one in found}
        first, *_ = system.fight.order(found)
        assert set(first) == {id_ for id_, rank in ranks.items() if rank == min(ranks.values())}


@every_system
@given(pair=st.tuples(st.integers(0, 999), st.integers(0, 999)), scores=SCORES, acted=TURNS)
def test_whoever_waits_for_its_turn_is_not_late_for_it(
    system: System, pair: tuple[int, int], scores: tuple[int, int], acted: tuple[int, int]
) -> None:
    """When the turn of whoever is next begins, none of those who wait has turns gone but those it has taken."""
    for next_, waits in [found] if (found := ranked(system, pair, scores, acted)) else []:
        assert system.fight.late(waits, (next_,)) <= waits.acted


@every_system
@given(who=st.integers(0, 999), points=st.integers(1, 12), score=st.integers(0, 30))
def test_who_is_not_hurt_feels_nothing_and_gains_no_turn(system: System, who: int, points: int, score: int) -> None:
    """A hand feels nothing while its sheet stays as it is, and neither wounds nor what hands tick bring more turns."""
    fight_, (sheet, hand) = system.fight, one_of(people(system.name), who)
    assert fight_.felt(hand, sheet, sheet) == hand
    hurt = EveryDice().odds(fight_.wound, sheet, fight_.harm(points)).weights
    hands = fight_.refresh(hand), fight_.aim(sheet, hand) if fight_.aim else hand
    turns = fight_.turns(Contender(id="a", score=score, sheet=sheet, hand=hand))
    for after in (*((wounded, hand) for wounded in hurt), *((sheet, ticked) for ticked in hands)):
        assert fight_.turns(Contender(id="a", score=score, sheet=after[0], hand=after[1])) <= turns


@every_system
@given(who=st.integers(0, 999), whom=st.integers(0, 999))
def test_a_likeness_attacks_and_is_attacked_alike(system: System, who: int, whom: int) -> None:
    """Who stands for another in the tables has the same offence and the same defence, or is refused the same."""
    fight_, pair = system.fight, [one_of(people(system.name), number) for number in (who, whom)]
    told = [outcome(fight_, sides, fight_.situation()) for sides in (pair, [fight_.likeness(*one) for one in pair])]
    assert told[0] == told[1]


@every_system
@given(who=st.integers(0, 999), points=st.integers(1, 30), scores=SCORES, acted=TURNS)
def test_those_of_one_pace_have_the_same_places(
    system: System, who: int, points: int, scores: tuple[int, int], acted: tuple[int, int]
) -> None:
    """Whom the tables take for alike in the order, hurt or not, has as many turns, as high, whatever it has rolled."""
    fight_, (sheet, hand) = system.fight, one_of(people(system.name), who)
    hurt = EveryDice().odds(fight_.wound, sheet, fight_.harm(points)).weights
    some = [(sheet, hand), *((each, fight_.felt(hand, sheet, each)) for each in hurt)]
    alike = [one for one in some if fight_.pace(*one) == fight_.pace(sheet, hand)]
    for score, turns in product(scores, acted):
        made = [Contender(id="", score=score, sheet=each, hand=held, acted=turns) for each, held in alike]
        assert len({(fight_.rank and fight_.rank(one), fight_.turns(one)) for one in made}) == 1


@cache
def hands(system: str) -> list[Any]:
    """Return all hands that come up in some fights."""
    atlas = charted(system)
    in_lanes(atlas, scenario(system, 2, max_rounds=8, sides=tactics(dodge="ALWAYS", cover=True)), 2_000)
    return atlas.people.hands.all[1:]


@every_system
@given(who=st.integers(0, 999), whom=st.integers(0, 999))
@settings(deadline=None)
def test_the_gist_of_a_hand_ticks_just_as_the_whole(system: System, who: int, whom: int) -> None:
    """What is forgotten of a hand, however it came to be as it is, changes no turn, no round and no attack."""
    fight_, every, plain = system.fight, EveryDice(), system.fight.situation()
    (sheet, hand), other = (one_of(people(system.name), number) for number in (who, whom))
    told = outcome(fight_, [(sheet, hand), other], plain)
    some = [hand, one_of(hands(system.name), who), *([fight_.aim(sheet, hand)] if fight_.aim else [])]
    spent = [fight_.spend(each, told[0]) for each in some if isinstance(told, tuple)]
    for held in (*some, *spent):
        bare = fight_.gist(held)
        fresh = [fight_.refresh(each) for each in (held, bare)]
        assert fight_.gist(fresh[0]) == fight_.gist(fresh[1])
        assert fight_.loses_turn(fresh[0]) == fight_.loses_turn(fresh[1])
        assert fight_.pace(sheet, held) == fight_.pace(sheet, bare)
        begun = [
            every.odds(fight_.round, sheet, each).turned(lambda after: (after[0], fight_.gist(after[1])))
            for each in (held, bare)
        ]
        assert begun[0] == begun[1]
        attacked = [outcome(fight_, [other, (sheet, each)], plain) for each in (held, bare)]
        attacking = [outcome(fight_, [(sheet, each), other], plain) for each in fresh]
        assert (attacked[0], attacking[0]) == (attacked[1], attacking[1])


@every_system
@given(who=st.integers(0, 999), points=st.integers(0, 400))
def test_enough_harm_does_just_as_much(system: System, who: int, points: int) -> None:
    """What is more than enough leaves the very sheet that enough does, as far as a fight goes by it."""
    fight_, every = system.fight, EveryDice()
    sheet, _ = one_of(people(system.name), who)
    harm = fight_.harm(points)
    told = [every.odds(fight_.wound, sheet, one).turned(fight_.essence) for one in (harm, fight_.enough(sheet, harm))]
    assert told[0] == told[1]


@every_system
@given(who=st.integers(0, 999), whom=st.integers(0, 999), points=st.integers(1, 12))
def test_an_essence_fights_on_just_as_the_whole(system: System, who: int, whom: int, points: int) -> None:
    """What is forgotten of a sheet changes no attack, no wound, and nothing of how it stands."""
    fight_, every = system.fight, EveryDice()
    (sheet, hand), other = (one_of(people(system.name), number) for number in (who, whom))
    bare = fight_.essence(sheet)
    told = [outcome(fight_, [(one, hand), other], fight_.situation()) for one in (sheet, bare)]
    assert told[0] == told[1]
    assert (fight_.can_act(bare), Gauge(fight_)(bare, hand)) == (fight_.can_act(sheet), Gauge(fight_)(sheet, hand))
    hurt = [every.odds(fight_.wound, one, fight_.harm(points)).turned(fight_.essence) for one in (sheet, bare)]
    assert hurt[0] == hurt[1]


def outcome(seams: Fight, sides: list[Any], situation: Any) -> Any:
    """Return offence and defence, or the code by which the attack is refused."""
    try:
        return seams.attack(sides[0], sides[1], situation)
    except Refusal as refusal:
        return refusal.code


@pytest.mark.parametrize(("each", "more"), WAYS, ids=str)
@pytest.mark.parametrize("system", SYSTEMS)
def test_lanes_tell_what_fights_one_by_one_tell(system: str, each: int, more: dict[str, Any]) -> None:
    """Winners by rounds, and what becomes of everybody, differ by no more than chance."""
    played = scenario(system, each, max_rounds=8, **more)
    ours, theirs = in_lanes(charted(system), played, 4_000), one_by_one(played, 160)
    assert apart(ours.ends, theirs.ends) < 4
    for place in range(len(played.seats)):
        assert apart(ours.fates[place], theirs.fates[place]) < 4
    assert ours.dealt is not None
    assert theirs.dealt is not None
    assert sum(ours.dealt) / 4_000 == pytest.approx(sum(theirs.dealt) / 160, rel=0.15)


@pytest.mark.parametrize(
    ("system", "turn", "last"),
    [
        *((system, turn, "TURN_BEGUN") for system in SYSTEMS for turn in (2, 6)),
        *(("traveller", turn, "STRUCK") for turn in (0, 2)),
        ("percentile", 2, "STRUCK"),
    ],
)
def test_fights_under_way_go_on_in_lanes(system: str, turn: int, last: str) -> None:
    """From a turn just begun, alone or with others, or with its attack made, lanes tell what fights one by one do."""
    played = under_way(system, turn, last=last)
    assert any(seat.acting for seat in played.seats)
    ours, theirs = in_lanes(charted(system), played, 4_000), one_by_one(played, 120)
    assert apart(ours.ends, theirs.ends) < 4
    for place in range(len(played.seats)):
        assert apart(ours.fates[place], theirs.fates[place]) < 4


@pytest.mark.parametrize("system", ["percentile", "traveller"])
def test_initiative_that_was_rolled_before_is_not_rolled_again(system: str) -> None:
    """Whoever is sure to be first in a duel begins it in every fight, and is the better for it as at the table."""
    one, other = scenario(system).seats
    played = scenario(system, max_rounds=8)
    first = replace(played, seats=(replace(one, score=30, tie=2), replace(other, score=1, tie=1)))
    ours, theirs = in_lanes(charted(system), first, 4_000), one_by_one(first, 300)
    assert apart(ours.ends, theirs.ends) < 4
    last = replace(played, seats=(replace(one, score=1, tie=1), replace(other, score=30, tie=2)))
    assert ours.wins(0) > in_lanes(charted(system), last, 4_000).wins(0)


@pytest.mark.parametrize(
    ("system", "turn", "why"),
    [
        ("ryf", 1, "a hand names who shot at it"),
        ("shadowrun", 5, "a phase is half over"),
        ("percentile", 2, "somebody is shielded"),
        ("traveller", 2, "somebody has not rolled yet"),
    ],
)
def test_what_tables_do_not_know_is_played_one_by_one(system: str, turn: int, why: str) -> None:
    """An encounter in which there is more than tables hold is no worse told for that."""
    first, *others = (played := under_way(system, turn)).seats
    if system == "percentile":
        first = replace(first, temporary=3)
    if system == "traveller":
        first = replace(first, score=None)
    asked = replace(played, seats=(first, *others))
    with pytest.raises(Uncharted):
        in_lanes(charted(system), asked, 1)
    told = simulate(asked, Order(fights=60, seed="mesa", method=Method.LANES))
    assert (told.method, told.fights) == (Method.ONE_BY_ONE, 60), why


@pytest.mark.parametrize("rows", range(4, 10))
def test_what_tables_could_not_tell_they_cannot_tell_later_either(rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever tables are given up half way, they are not taken for whole when the same is asked again."""
    monkeypatch.setattr("service.simulation.shards.ATLASES", {})
    monkeypatch.setattr("service.simulation.shards.Atlas", partial(Atlas, most_rows=rows))
    order = Order(fights=4, seed="a", method=Method.LANES)
    played = facing("percentile", *[FIGHTERS["percentile"][0]] * 2)
    told = [simulate(played, order) for _ in range(3)]
    assert told[0].method is Method.ONE_BY_ONE
    assert told[0] == told[1] == told[2]


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_an_atlas_has_learnt_changes_no_answer(system: str) -> None:
    """Cold or warm, and warm from other fights, the same seed counts the same fights."""
    played, other, warm = scenario(system, 2), scenario(system, 4, max_rounds=5), charted(system)
    cold = in_lanes(charted(system), played, 500)
    in_lanes(warm, other, 300, seed=7)
    for _ in range(2):
        told = in_lanes(warm, played, 500)
        assert (told.ends, told.fates, told.dealt, told.downs) == (cold.ends, cold.fates, cold.dealt, cold.downs)


def test_past_the_cap_fights_are_played_one_by_one() -> None:
    """An atlas that may hold next to nothing refuses, and a simulation that cannot use one says so."""
    with pytest.raises(Uncharted):
        in_lanes(charted("percentile", most_rows=20), scenario("percentile", 2), 100)
    hurt = scenario("percentile")
    softened = replace(hurt, seats=tuple(replace(seat, temporary=3) for seat in hurt.seats))
    told = simulate(softened, Order(fights=400, seed="mesa", method=Method.LANES, examples=0))
    assert (told.method, len(told.notes)) == (Method.ONE_BY_ONE, 1)


def test_a_system_without_ranks_cannot_be_charted() -> None:
    """Where nothing says who is next but the whole order, lanes cannot tell."""
    system = known("shadowrun")
    with pytest.raises(Uncharted):
        Atlas(replace(system, fight=replace(system.fight, rank=None)), Gauge(system.fight))


def test_many_fights_go_in_lanes_and_few_one_by_one() -> None:
    """Left to itself, the size of what is asked chooses the method."""
    played = scenario("percentile", 2, max_rounds=6)
    told = [simulate(played, Order(fights=fights, seed="mesa", examples=0)) for fights in (40, 3_000)]
    assert [each.method for each in told] == [Method.ONE_BY_ONE, Method.LANES]
    assert told[1].fights == 3_000

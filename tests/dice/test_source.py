"""Dice that fall: seeded, given, and without bias."""

from collections.abc import Callable
from itertools import count as numbers
from typing import Any

import pytest

from schema.refusals import Unreadable
from service.dice.fair import Secret
from service.dice.readings import Chain, Die, Kept, Middle, Sum, Throw
from service.dice.source import Faces, TableDice, Tape, live_dice, seeded_dice

X6 = Die(6, explodes=True)


@pytest.mark.parametrize(
    ("seed", "die", "faces"),
    [
        ("arbitro", Die(6), (2, 1, 1, 1, 2, 6, 5, 3, 4, 2)),
        ("arbitro", Die(20), (16, 11, 9, 1, 18, 8, 3, 17, 4, 6)),
        ("árbitro", Die(10_000), (3684, 6953, 4566, 4041, 2221, 2037)),
        ("", Die(100), (29, 37, 58, 12, 44, 38, 79, 86)),
    ],
)
def test_a_seed_gives_the_same_dice_for_ever(seed: str, die: Die, faces: tuple[int, ...]) -> None:
    """Seeded dice fall as they did when this was written, on every machine."""
    assert seeded_dice(seed).throw(len(faces), die) == tuple((face,) for face in faces)


def keyed() -> Throw:
    """Return dice that follow from a secret."""
    return Secret(encounter="e" * 26, epoch=1, seed="5eed" * 16).faces(1, "even")


@pytest.mark.parametrize("source", [lambda: seeded_dice("even").throw, keyed], ids=["seeded", "keyed"])
@pytest.mark.parametrize("sides", [2, 3, 4, 6, 8, 10, 12, 20, 66, 100, 255, 256, 257, 1000])
def test_faces_are_even(sides: int, source: Callable[[], Throw]) -> None:
    """No face is favoured: chi-square of 200 a face, under the bound that even dice pass but once in a million."""
    each = 200
    counts = [0] * sides
    for (face), *_ in source()(each * sides, Die(sides)):
        counts[face - 1] += 1
    free = sides - 1
    bound = free * (1 - 2 / (9 * free) + 4.75 * (2 / (9 * free)) ** 0.5) ** 3
    assert sum((count - each) ** 2 / each for count in counts) < bound


@pytest.mark.parametrize(
    ("sides", "stream", "face"),
    [
        (6, [252, 255, 251], 6),
        (6, [0], 1),
        (100, [200, 199], 100),
        (256, [255], 256),
        (257, [255, 255, 255, 255, 0, 0, 0, 5], 6),
    ],
)
def test_bytes_that_would_favour_low_faces_are_passed_over(sides: int, stream: list[int], face: int) -> None:
    """What lies past the last whole round of faces is thrown away, not folded back."""
    assert Faces(lambda: bytes(stream))(1, Die(sides)) == ((face,),)


def test_bytes_are_used_across_the_end_of_a_buffer() -> None:
    """A wide die takes its bytes from two buffers where one ends in its midst."""
    blocks = numbers()
    faces = Faces(lambda: bytes([next(blocks)] * 6))
    assert faces(3, Die(2**16)) == ((1,), (258,), (258,))


def test_an_exploding_die_stops_at_the_limit() -> None:
    """A die that showed nothing but its highest face is thrown again twenty times."""
    assert Faces(lambda: bytes([5]))(1, X6) == ((6,) * 21,)


def test_live_dice_show_faces_and_keep_them() -> None:
    """Live dice fall within their sides, and what was seen is kept with its label."""
    dice = live_dice()
    value = dice.read(Sum(5), "luck")
    (thrown,) = dice.thrown
    assert thrown.label == "luck"
    assert value == thrown.seen.value == sum(die.total for die in thrown.seen.dice)
    assert all(1 <= die.faces[0] <= 6 for die in thrown.seen.dice)


@pytest.mark.parametrize(
    ("given", "die", "fallen"),
    [
        ((3,), Die(6), (3,)),
        ((6, 2), X6, (6, 2)),
        ((8,), X6, (6, 2)),
        ((13,), X6, (6, 6, 1)),
        ((5,), X6, (5,)),
        ((126,), X6, (6,) * 21),
    ],
)
def test_a_given_die_is_a_chain_or_its_total(given: Chain, die: Die, fallen: Chain) -> None:
    """A bare number above the sides of an exploding die is its total."""
    assert Tape((given,))(1, die) == (fallen,)


@pytest.mark.parametrize(
    ("given", "die", "code", "place"),
    [
        ([], Die(6), "too_few_dice", ("dice",)),
        ([(7,)], Die(6), "impossible_face", ("dice", 0)),
        ([(0,)], Die(6), "impossible_face", ("dice", 0)),
        ([(6,)], X6, "chain_goes_on", ("dice", 0)),
        ([(12,)], X6, "chain_goes_on", ("dice", 0)),
        ([(3, 2)], X6, "chain_too_long", ("dice", 0)),
        ([(3, 2)], Die(6), "chain_too_long", ("dice", 0)),
        ([(127,)], X6, "chain_too_long", ("dice", 0)),
        ([(10_000,)], X6, "chain_too_long", ("dice", 0)),
    ],
)
def test_dice_that_cannot_be_are_refused(given: list[Chain], die: Die, code: str, place: tuple[Any, ...]) -> None:
    """Too few dice, faces that no such die has, and chains that stop early or late are refused at their place."""
    with pytest.raises(Unreadable) as refused:
        Tape(given)(1, die)
    assert (refused.value.code, refused.value.place) == (code, place)


def test_dice_nobody_asked_for_are_left() -> None:
    """What is given beyond what is asked stays to be reported."""
    tape = Tape(((3,), (4,), (5,)))
    assert TableDice(tape).read(Sum(2), "two") == 7
    assert tape.left == ((5,),)


@pytest.mark.parametrize("reading", [Sum(3), Kept(4, lowest=1, die=X6), Middle(), Sum(2, Die(300))], ids=repr)
def test_what_was_seen_can_be_thrown_again(reading: Any) -> None:
    """The faces a reading saw, given as a tape, are seen alike."""
    fell = seeded_dice("replay")
    fell.read(reading, "once")
    seen = fell.thrown[0].seen
    again = TableDice(Tape([die.faces for die in seen.dice]))
    again.read(reading, "once")
    assert again.thrown == fell.thrown

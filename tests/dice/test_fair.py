"""Fair dice: the same for one seed and one command for ever, others for any other, and kept as they fall."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.dice.fair import Recalled, Secret, fallen, new_seed, witnessed
from service.dice.percent import Percent
from service.dice.readings import Die, Sum
from service.dice.source import TableDice, Tape

SECRET = Secret(encounter="a" * 26, epoch=1, seed=bytes(range(32)).hex())
FINGERPRINT = "f" * 64
X6 = Die(6, explodes=True)

digests = st.text("0123456789abcdef", min_size=64, max_size=64)
secrets = st.builds(
    Secret,
    encounter=st.text("abcdefghijklmnopqrstuvwxyz0123456789", min_size=26, max_size=26),
    epoch=st.integers(1, 99),
    seed=digests,
)
commands = st.tuples(secrets, st.integers(1, 10_000), digests)


@pytest.mark.parametrize(
    ("sides", "faces"),
    [
        (6, (5, 4, 2, 5, 6, 4, 5, 6, 3, 4, 6, 6)),
        (20, (19, 6, 4, 19, 8, 10, 17, 6, 2, 20)),
        (100, (64, 19, 90, 77, 26, 42, 20, 32)),
        (256, (239, 226, 164, 119)),
        (1000, (855, 918, 740, 263, 679, 265)),
        (10_000, (4855, 3918, 740, 263, 3679, 5265)),
    ],
)
def test_a_seed_gives_a_command_the_same_dice_for_ever(sides: int, faces: tuple[int, ...]) -> None:
    """Keyed dice fall as they did when this was written, in every version; openssl gives the same bytes."""
    thrown = SECRET.faces(7, FINGERPRINT)(len(faces), Die(sides))
    assert thrown == tuple((face,) for face in faces)


def test_a_seed_commits_and_seals_the_same_for_ever() -> None:
    """Commitment and seal are what openssl makes of the same messages."""
    assert SECRET.commitment == "fa706a0912e19f7f8e7bc79074327ee9d137971c7b21d0079a68b092d511a0e8"
    assert SECRET.seal(7, FINGERPRINT) == "a0312c171ffa98c0cf41f3873f54c9fb8c07b464797a3f8631da8d6927354932"


@given(one=commands, other=commands)
def test_every_part_of_a_command_makes_other_dice(one: tuple[Secret, int, str], other: tuple[Secret, int, str]) -> None:
    """Another seed, encounter, epoch, version or fingerprint: other dice, another seal, and another commitment."""
    (secret, version, fingerprint), (foreign, later, changed) = one, other
    dice, seal = secret.faces(version, fingerprint)(64, Die(100)), secret.seal(version, fingerprint)
    others = [
        (replace(secret, **{part: getattr(foreign, part)}), version, fingerprint)
        for part in ("seed", "encounter", "epoch")
    ]
    for its, number, known in (*others, (secret, later, fingerprint), (secret, version, changed)):
        same = (its, number, known) == one
        assert (its.faces(number, known)(64, Die(100)) == dice) is same
        assert (its.seal(number, known) == seal) is same
        assert (its.commitment == secret.commitment) is (its == secret)


def test_a_secret_does_not_tell_itself() -> None:
    """What a secret looks like in a log or a traceback has no byte of its seed."""
    assert SECRET.seed not in repr(SECRET)


def test_seeds_are_drawn_anew() -> None:
    """A seed is 32 bytes in hexadecimal, and no two are alike."""
    seeds = {new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert all(re.fullmatch("[0-9a-f]{64}", seed) for seed in seeds)


def test_faces_are_kept_as_they_fall() -> None:
    """Every face of every throw is kept in order with the sides of its die, whatever a reading shows of it."""
    dice = witnessed(SECRET.faces(7, FINGERPRINT))
    dice.read(Sum(2, Die(20)), "damage")
    dice.read(Percent(), "skill")
    faces = SECRET.faces(7, FINGERPRINT)
    assert fallen(dice) == tuple((sides, faces.face(sides)) for sides in (20, 20, 100))


def test_dice_thrown_by_hand_are_not_kept_twice() -> None:
    """The faces of given dice stand in the command, and nowhere else."""
    dice = TableDice(Tape([(3,)]))
    dice.read(Sum(1, Die(6)), "damage")
    assert fallen(dice) == ()


@given(command=commands, count=st.integers(1, 40))
def test_faces_that_fell_fall_again(command: tuple[Secret, int, str], count: int) -> None:
    """Thrown again from what was kept, dice fall and explode as they did."""
    secret, version, fingerprint = command
    dice = witnessed(secret.faces(version, fingerprint))
    chains = dice.throw(count, X6)
    recalled = Recalled(fallen(dice))
    assert (recalled(count, X6), recalled.left) == (chains, [])


@pytest.mark.parametrize("kept", [(), ((8, 3),)])
def test_other_dice_than_fell_cannot_be_recalled(kept: tuple[tuple[int, int], ...]) -> None:
    """Where another die is asked for than fell, or one more, nothing is made up."""
    with pytest.raises(LookupError):
        Recalled(kept)(1, Die(6))

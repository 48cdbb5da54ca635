"""The pool system: damage codes in two alphabets, gear, wounds and what a request may not ask."""

from typing import Any

import pytest

from schema.refusals import Refusal
from service.dice.source import TableDice, Tape
from service.systems.shadowrun import SYSTEM
from service.systems.shadowrun.codes import ALPHABETS, Code, read_code, spelt
from service.systems.shadowrun.data import BANDS, band_at, limits, option_texts, options, scoped, weapon
from service.systems.shadowrun.rules.blows import Harm
from service.systems.shadowrun.rules.checks import BOXES, LEVELS, actions, steps
from service.systems.shadowrun.rules.impacts import Armour, Piece, burden, layered
from service.systems.shadowrun.rules.injuries import Attributes, Condition, Sheet, filled, standing, wound_penalty
from service.systems.shadowrun.terms import CLASS_ROWS, PRESET_ROWS, WEAPON_ROWS
from service.systems.shadowrun.words.answers import ShadowrunWeapon
from service.systems.system import rule


def ruled(operation: str, request: dict[str, Any], *dice: int) -> Any:
    """Return what a request, spelt as on the wire, comes to with these dice."""
    found = SYSTEM.operations[operation]
    tape = TableDice(Tape([(die,) for die in dice]))
    return rule(found, found.asked.model_validate(request), tape, SYSTEM.labels)


def shot(**more: Any) -> dict[str, Any]:
    """Return an attack with a heavy pistol."""
    striker = {"skills": [{"name": "Pistolas", "rating": 4}], "weapons": [{"name": "Ares Predator"}]}
    return {"attacker": striker, "target": {}, **more}


@pytest.mark.parametrize(
    ("text", "alphabet", "level"),
    [
        ("9L", "ES", "MODERATE"),
        ("9L", "EN", "LIGHT"),
        ("9M", "ES", "DEADLY"),
        ("9M", "EN", "MODERATE"),
        ("9S", "ES", "LIGHT"),
        ("9S", "EN", "SERIOUS"),
        ("9G", None, "SERIOUS"),
        ("9D", None, "DEADLY"),
        ("9 suave", None, "LIGHT"),
        ("9 leve", "EN", "MODERATE"),
        ("9 grave", None, "SERIOUS"),
        ("9 mortal", None, "DEADLY"),
        ("9 light", "ES", "LIGHT"),
        ("9deadly", None, "DEADLY"),
        ("9s", "EN", "SERIOUS"),
    ],
)
def test_a_letter_means_what_its_alphabet_says(text: str, alphabet: str | None, level: str) -> None:
    """L, M and S need an alphabet; D, G and whole words stand by themselves (sheet 1.1)."""
    assert LEVELS[read_code(text, alphabet).level] == level


@pytest.mark.parametrize(
    ("text", "readings"),
    [("9L", ("Leve", "Suave")), ("9M", ("Mortal", "Leve")), ("STR+2 S", ("Suave", "Grave"))],
)
def test_a_letter_of_two_meanings_is_refused_with_both(text: str, readings: tuple[str, str]) -> None:
    """Without an alphabet an ambiguous letter is refused, and the refusal shows both readings."""
    with pytest.raises(Refusal) as refusal:
        read_code(text, None)
    assert refusal.value.code == "ambiguous_damage_code"
    message = refusal.value.message.es
    assert f"{readings[0]} con letras españolas" in message
    assert f"{readings[1]} con letras inglesas" in message


@pytest.mark.parametrize(
    ("text", "alphabet"),
    [
        ("9G", "EN"),
        ("9D", "ES"),
        ("M9", None),
        ("9", None),
        ("9X", None),
        ("", None),
        ("9M nada", "EN"),
        ("9M" * 9, "EN"),
    ],
)
def test_what_is_no_code_is_refused(text: str, alphabet: str | None) -> None:
    """What an alphabet does not know, or what is no code at all, cannot be read."""
    with pytest.raises(Refusal) as refusal:
        read_code(text, alphabet)
    assert refusal.value.code == "unreadable_damage_code"


@pytest.mark.parametrize("alphabet", ALPHABETS)
@pytest.mark.parametrize("level", range(1, 5))
@pytest.mark.parametrize("kind", ["plain", "stun", "by_strength", "flechette"])
def test_a_code_is_read_as_it_is_written(alphabet: str, level: int, kind: str) -> None:
    """Every code written in an alphabet is read back in it."""
    code = Code(
        power=2, level=level, stun=kind == "stun", by_strength=kind == "by_strength", flechette=kind == "flechette"
    )
    assert read_code(spelt(code, alphabet), alphabet) == code


def test_every_weapon_of_the_catalogue_has_a_code_in_both_alphabets() -> None:
    """Some fifty weapons, each with its class, its ranges and one code in either alphabet."""
    offered = {one.name.key: one for one in SYSTEM.catalogue().weapons}
    assert offered.keys() == WEAPON_ROWS.keys()
    assert len(offered) >= 40
    for key, one in offered.items():
        assert isinstance(one, ShadowrunWeapon)
        english, spanish = read_code(one.code_en, "EN"), read_code(one.code_es, "ES")
        assert english == spanish
        assert LEVELS[english.level] == one.level.key
        assert weapon(key).group in CLASS_ROWS


@pytest.mark.parametrize("group", [group for group in CLASS_ROWS if group != "melee"])
def test_range_bands_include_their_last_metre(group: str) -> None:
    """The last metre of a band is in it and the next is not, in every row of the range table (sheet 7.1)."""
    upto = limits(group, 1)
    assert list(upto) == sorted(set(upto))
    assert [band_at(last, upto) for last in upto] == [0, 1, 2, 3]
    assert [band_at(last + 0.5, upto) for last in upto] == [1, 2, 3, None]


@pytest.mark.parametrize("band", range(4))
@pytest.mark.parametrize("rating", range(4))
def test_a_scope_shifts_the_band_and_never_below_short(band: int, rating: int) -> None:
    """A scope brings a target so many bands nearer (seed)."""
    assert BANDS[scoped(band, rating)] == BANDS[max(0, band - rating)]


def test_bows_reach_by_strength() -> None:
    """What is drawn or thrown reaches so many metres a point of Strength (sheet 7.1)."""
    assert limits("bow", 5) == (5, 50, 150, 300)


@pytest.mark.parametrize(
    ("net", "moved"), [(0, 0), (1, 0), (-1, 0), (2, 1), (-2, -1), (3, 1), (-3, -1), (7, 3), (-7, -3)]
)
def test_staging_is_truncated_toward_zero(net: int, moved: int) -> None:
    """Two successes move a wound one level, and the odd one is dropped, either way (seed)."""
    assert steps(net) == moved


@pytest.mark.parametrize(("score", "acts"), [(-2, 0), (0, 0), (1, 1), (10, 1), (11, 2), (20, 2), (21, 3)])
def test_an_initiative_acts_once_for_every_ten_begun(score: int, acts: int) -> None:
    """A score below one does not act at all (sheet 5)."""
    assert actions(score) == acts


def test_the_best_armour_counts_whole_and_the_others_half() -> None:
    """Layers are halved rating by rating; helmets and shields add whole (sheet 7.5)."""
    coat, jacket = Piece(ballistic=4, impact=2), Piece(ballistic=5, impact=3)
    helmet = Piece(ballistic=1, impact=1, adds=True)
    assert layered([coat, jacket, helmet]) == Armour(ballistic=8, impact=5)
    assert layered([]) == Armour()


@pytest.mark.parametrize(("ballistic", "impact", "lost"), [(4, 0, 0), (5, 0, 0), (6, 0, 1), (3, 9, 2), (8, 6, 2)])
def test_heavy_armour_costs_pool(ballistic: int, impact: int, lost: int) -> None:
    """Every two points by which the worse rating exceeds Quickness cost a die of the pool (sheet 4)."""
    assert burden(Armour(ballistic=ballistic, impact=impact), 4) == lost


def test_the_pool_and_reaction_come_from_attributes() -> None:
    """Half of three attributes, and half of two, rounded down (sheet 4, 5)."""
    attributes = Attributes(quickness=4, intelligence=5, willpower=4)
    assert (attributes.pool, attributes.reaction) == (6, 4)


@pytest.mark.parametrize(
    ("before", "harm", "after"),
    [
        (Condition(), Harm(boxes=3, stun=True), Condition(stun=3)),
        (Condition(stun=9), Harm(boxes=3, stun=True), Condition(stun=10, physical=2)),
        (Condition(stun=10, physical=9), Harm(boxes=3, stun=True), Condition(stun=10, physical=10, overflow=2)),
        (Condition(physical=6), Harm(boxes=6), Condition(physical=10, overflow=2)),
        (Condition(physical=10, stabilised=True), Harm(boxes=1), Condition(physical=10, overflow=1)),
        (
            Condition(physical=10, stabilised=True),
            Harm(boxes=1, stun=True),
            Condition(physical=10, stun=1, stabilised=True),
        ),
    ],
)
def test_boxes_run_over(before: Condition, harm: Harm, after: Condition) -> None:
    """Stun runs over into physical and physical into overflow; a new wound undoes stabilising (sheet 9.3)."""
    assert filled(before, harm) == after


@pytest.mark.parametrize(
    ("condition", "state"),
    [
        (Condition(physical=9, stun=9), "UP"),
        (Condition(stun=10), "UNCONSCIOUS"),
        (Condition(physical=10), "DYING"),
        (Condition(physical=10, overflow=3), "DYING"),
        (Condition(physical=10, overflow=3, stabilised=True), "STABLE"),
        (Condition(physical=10, overflow=4), "DEAD"),
    ],
)
def test_how_a_character_stands(condition: Condition, state: str) -> None:
    """A full track fells, and more overflow than Body kills (sheet 9.3)."""
    chosen = options("seed", {})
    assert chosen is not None
    assert standing(Sheet(attributes=Attributes(body=3), condition=condition, options=chosen)) == state


@pytest.mark.parametrize("boxes", range(11))
def test_wound_modifiers_follow_the_levels(boxes: int) -> None:
    """A track adds 1 from a light wound on, 2 from a moderate and 3 from a serious one; tracks add up (sheet 9.2)."""
    penalty = sum(boxes >= least for least in BOXES[1:4])
    assert wound_penalty(Condition(physical=boxes)) == penalty
    assert wound_penalty(Condition(physical=boxes, stun=3)) == penalty + 2


@pytest.mark.parametrize("preset", PRESET_ROWS)
def test_every_preset_is_whole(preset: str) -> None:
    """A preset is a row of all options, and nothing else; what departs from it is echoed."""
    chosen = options(preset, {"dodge_tie": "MISS"})
    assert chosen is not None
    assert option_texts(chosen, ["dodge_tie"]) == (("preset", preset), ("dodge_tie", "MISS"))


def test_an_option_may_depart_from_its_preset() -> None:
    """In the option by which a tie misses, a dodge that equals the attack is clean (sheet 14, A3)."""
    request = shot(situation={"defence": {"dodge": 1}})
    request["attacker"]["options"] = {"dodgeTie": "MISS"}
    told = ruled("attack", request, 5, 1, 1, 1, 5)
    assert (told.hit, told.degree.key) == (False, "DODGED")
    assert ("dodge_tie", "MISS") in {(option.name, option.value) for option in told.options}


@pytest.mark.parametrize(("staging", "boxes"), [("COMBINED", 3), ("SEQUENTIAL", 6)])
def test_the_two_stagings_differ(staging: str, boxes: int) -> None:
    """Two successes against one: one net number leaves the wound as it is, up first and then down does not (V12)."""
    request = {"weapon": {"name": "ares_predator"}, "successes": 2, "defence": {"resistDice": 1}}
    assert ruled("damage", {**request, "options": {"rangedStaging": staging}}, 9).points == boxes


@pytest.mark.parametrize(
    ("operation", "request_", "place"),
    [
        (
            "attack",
            {"attacker": {"weapons": [{"name": "Puño"}, {"name": "Nada"}]}},
            ("attacker", "weapons", 0, "name"),
        ),
        (
            "attack",
            {"attacker": {"weapons": [{"name": "Cuchillo"}, {"name": "P", "damage": {"code": "9L"}}]}},
            ("attacker", "weapons", 1, "damage", "notation"),
        ),
        ("attack", {"attacker": {}, "target": {"armour": [{"name": "Nada"}]}}, ("target", "armour", 0, "name")),
        ("damage", {"weapon": {"name": "P", "damage": {"code": "9L"}}}, ("weapon", "damage", "notation")),
        ("check", {"stunRecovery": {"preset": "x"}}, ("stunRecovery", "preset")),
        ("attack", shot(situation={"fire": {"rounds": 5}}), ("situation", "fire", "rounds")),
    ],
)
def test_a_refusal_says_where(operation: str, request_: dict[str, Any], place: tuple[str | int, ...]) -> None:
    """What is refused is named by its place in the whole request."""
    with pytest.raises(Refusal) as refusal:
        ruled(operation, request_)
    assert refusal.value.place == place


@pytest.mark.parametrize(
    ("situation", "code"),
    [
        ({"metres": 5, "band": "SHORT"}, "one_only"),
        ({"weapon": "Uzi III"}, "weapon_not_carried"),
        ({"fire": {"mode": "BURST"}}, "no_such_fire_mode"),
        ({"fire": {"rounds": 5}}, "rounds_in_full_auto"),
        ({"fire": {"mode": "SINGLE_SHOT", "earlier": 1}}, "too_many_shots"),
        ({"melee": {}}, "melee_only"),
        ({"defence": {"full": True}}, "melee_only"),
        ({"ammunition": "SHOT"}, "option_off"),
        ({"ammunition": "TRACER"}, "option_off"),
        ({"targetSize": "SMALL"}, "option_off"),
        ({"pool": 5}, "pool_above_skill"),
        ({"aim": 3}, "aim_too_long"),
        ({"defence": {"dodge": 1, "unaware": True}}, "pool_unaware"),
    ],
)
def test_what_a_shot_may_not_be(situation: dict[str, Any], code: str) -> None:
    """What the rules forbid is refused before any die falls, by a code of its own."""
    with pytest.raises(Refusal) as refusal:
        ruled("attack", shot(situation=situation))
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("situation", "code"),
    [
        ({"aim": 1}, "ranged_only"),
        ({"defence": {"dodge": 1}}, "dodge_needs_full_defence"),
        ({"defence": {"full": True, "pool": 1}}, "full_defence_skill_alone"),
        ({"defence": {"weapon": "Espada"}}, "weapon_not_carried"),
    ],
)
def test_what_a_blow_may_not_be(situation: dict[str, Any], code: str) -> None:
    """Melee has no aim, and only full defence dodges (sheet 8)."""
    with pytest.raises(Refusal) as refusal:
        ruled("attack", {"attacker": {}, "target": {}, "situation": situation})
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("operation", "request_", "code"),
    [
        ("roll", {}, "one_needed"),
        ("roll", {"open": 2, "sum": 2}, "one_only"),
        ("check", {"knockdown": {"body": 3, "level": "LIGHT"}}, "one_needed"),
        ("check", {"skill": {"name": "Sigilo", "rating": 2}, "target": 4, "difficulty": "SIMPLE"}, "one_only"),
        ("check", {"stunRecovery": {}}, "not_hurt"),
        ("check", {"healing": {"condition": {"physical": 10, "overflow": 9}}}, "dead"),
        ("check", {"preset": "sr9"}, "unknown_preset"),
        (
            "check",
            {"skill": {"name": "Sigilo", "rating": 1}, "condition": {"overflow": 1}},
            "overflow_needs_full_track",
        ),
        ("damage", {}, "one_needed"),
        ("damage", {"weapon": {"name": "Nada"}}, "unknown_weapon"),
        ("attack", {"attacker": {"armour": [{"name": "Nada"}]}}, "unknown_armour"),
        ("attack", {"attacker": {"condition": {"stun": 10}}}, "cannot_act"),
    ],
)
def test_what_a_request_may_not_ask(operation: str, request_: dict[str, Any], code: str) -> None:
    """Too much, too little and the impossible are refused by a code of their own."""
    with pytest.raises(Refusal) as refusal:
        ruled(operation, request_)
    assert refusal.value.code == code


def test_wounds_make_a_dodge_harder_and_leave_resistance_alone() -> None:
    """Wounds bear on what a dodge must reach, and never on resisting damage (sheet 9.2, 14 A7)."""
    target = {"condition": {"physical": 3}}
    situation = {"defence": {"dodge": 1, "resistDice": 1}}
    told = ruled("attack", shot(target=target, situation=situation), 4, 5, 3, 2, 5, 8)
    assert [modifier.value for modifier in told.opponent] == [4, 2]
    assert told.damage.target_number == 9


def test_the_gamemaster_may_set_what_a_dodge_must_reach() -> None:
    """A dodge is at 4 unless the gamemaster says otherwise (seed)."""
    situation = {"defence": {"dodge": 1, "dodgeTarget": 6, "resistDice": 0}}
    told = ruled("attack", shot(situation=situation), 4, 5, 3, 2, 5)
    assert (told.dodged, told.opponent[0].value) == (0, 6)


@pytest.mark.parametrize("target", [{"attributes": {"strength": 0}}, {"condition": {"stun": 9, "physical": 3}}])
def test_who_cannot_answer_is_struck_all_the_same(target: dict[str, Any]) -> None:
    """Where the target has nothing to throw, or may not, the blow meets no defence (sheet 2.10, 3.1)."""
    striker = {"skills": [{"name": "Clubs", "rating": 1}], "weapons": [{"name": "Sap"}], "preset": "sr3"}
    told = ruled("attack", {"attacker": striker, "target": target}, 5, 1, 1, 1)
    assert (told.hit, told.countered) == (True, None)

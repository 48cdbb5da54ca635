"""Laws that hold in every system found, whatever its rules."""

import ast
import inspect
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, TypeAdapter

from schema.refusals import Refusal, TooMuch
from service.dice.odds import EveryDice
from service.dice.source import TableDice, Tape, seeded_dice
from service.systems.catalogue import systems
from service.systems.strike import strike
from service.systems.system import Play, System, rule
from tests.systems.examples import Example, examples
from tests.systems.test_examples import ruled

ANSWERED = [one for one in examples() if one.expected is not None]

SEEDS = st.text(min_size=1, max_size=8)

ALLOWED = ("service.dice.", "service.systems.strike")
"""What a rule may import beside the standard library and other rules of its system."""

every_system = pytest.mark.parametrize("system", systems(), ids=lambda system: system.name)
every_example = pytest.mark.parametrize("example", ANSWERED, ids=lambda example: example.name)


def asked(example: Example) -> tuple[Any, Any]:
    """Return the operation and the request of an example."""
    operation = example.system.operations[example.operation]
    return operation, operation.asked.model_validate(example.request)


@cache
def people(name: str) -> tuple[tuple[Any, Any], ...]:
    """Return the sheet and hand of everybody in a system's examples, and of one of whom nothing is said."""
    (fight,) = (system.fight for system in systems() if system.name == name)
    requests = [asked(example)[1] for example in ANSWERED if example.system.name == name]
    entries = [entry for request in requests for _, entry in request if isinstance(entry, fight.entry)]
    everybody = (fight.enter(entry) for entry in (fight.entry.model_validate({}), *entries))
    return tuple(dict.fromkeys(everybody))


def one_of(crowd: Sequence[tuple[Any, Any]], number: int) -> tuple[Any, Any]:
    """Return one of a crowd."""
    return crowd[number % len(crowd)]


def words(told: Any) -> Iterator[Mapping[str, str]]:
    """Yield every word in an answer."""
    if isinstance(told, Mapping):
        if told.keys() == {"key", "es", "en"}:
            yield told
        told = list(told.values())
    if isinstance(told, list):
        for part in told:
            yield from words(part)


@every_example
def test_the_same_tape_gives_the_same_answer(example: Example) -> None:
    """Rules remember nothing: the same request with the same dice is answered alike, however often."""
    assert ruled(example) == ruled(example)


def outcome(example: Example, dice: TableDice) -> Any:
    """Return what a request comes to, or the code by which it is refused once the dice have fallen."""
    operation, request = asked(example)
    try:
        return rule(operation, request, dice, example.system.labels)
    except Refusal as refusal:
        return refusal.code


@every_example
@pytest.mark.parametrize("seed", ["uno", "two", "三"])
def test_what_fell_can_be_replayed(example: Example, seed: str) -> None:
    """The dice that an answer shows, given back as a tape, give the same answer."""
    live = seeded_dice(seed)
    first = outcome(example, live)
    tape = Tape([die.faces for thrown in live.thrown for die in thrown.seen.dice])
    assert outcome(example, TableDice(tape)) == first


@every_example
def test_odds_sum_to_exactly_one(example: Example) -> None:
    """Every way a request can go is counted, none twice; a request that can go too many ways is refused."""
    operation, request = asked(example)
    play: Play = operation.prepare(request)
    with suppress(TooMuch):
        odds = EveryDice().odds(play.rule, *play.values)
        assert sum(odds.weights.values()) == odds.total
        assert min(odds.weights.values()) > 0


@every_example
def test_answers_survive_json(example: Example) -> None:
    """An answer is plain data: JSON carries it whole."""
    answer = ruled(example)
    assert json.loads(answer.model_dump_json(by_alias=True)) == answer.model_dump(mode="json", by_alias=True)


@every_example
def test_every_throw_has_a_reason_with_both_names(example: Example) -> None:
    """Whatever is thrown is thrown for something, and that something has a Spanish and an English name."""
    answer = ruled(example).model_dump(mode="json", by_alias=True)
    assert all(word["es"] and word["en"] for word in words(answer))
    assert {throw["reason"]["key"] for throw in answer["dice"]} <= {word.key for word in example.system.labels.values()}


@every_example
def test_rulings_survive_json(example: Example) -> None:
    """A ruling that was written down reads back as the very same: no field names a shape only by its interface."""
    told = example.system.operations[example.operation].told
    written = ruled(example)
    assert told.model_validate_json(written.model_dump_json()) == written


@every_system
def test_every_word_has_both_names(system: System) -> None:
    """Every term that a system offers has a key, a Spanish and an English name."""
    offered = list(words(system.catalogue().model_dump(mode="json", by_alias=True)))
    labels = [word.model_dump() for word in (system.word, *system.labels.values())]
    assert offered
    assert all(word["key"] and word["es"] and word["en"] for word in (*offered, *labels))


@every_system
def test_catalogue_keys_name_one_thing(system: System) -> None:
    """Within a list of the catalogue no key stands for two things."""
    catalogue = system.catalogue()
    lists = [[one.name.key for one in part] for part in (catalogue.weapons, catalogue.armours, catalogue.modifiers)]
    lists += [[word.key for word in terms.words] for terms in catalogue.terms]
    assert all(len(set(keys)) == len(keys) for keys in lists)


@every_system
def test_examples_cover_the_four_operations(system: System) -> None:
    """Each operation of a system has an example that is answered, and the seed's own rules are among them."""
    own = [one for one in ANSWERED if one.system.name == system.name]
    assert {one.operation for one in own} == set(system.operations) == {"roll", "check", "attack", "damage"}
    assert any(one.seed for one in own)


@every_system
def test_sheets_and_hands_survive_json(system: System) -> None:
    """What the engine keeps of a combatant is hashable, and JSON carries it whole."""
    for sheet, hand in people(system.name):
        for kind, value in ((system.fight.sheet, sheet), (system.fight.hand, hand)):
            adapter: TypeAdapter[Any] = TypeAdapter(kind)
            assert adapter.validate_json(adapter.dump_json(value)) == value
            assert hash(value) == hash(adapter.validate_json(adapter.dump_json(value)))


@every_system
@given(who=st.integers(0, 999), seed=SEEDS, wounds=st.lists(st.integers(0, 40), min_size=1, max_size=6))
@settings(deadline=None, max_examples=60)
def test_a_wound_never_raises_health(system: System, who: int, seed: str, wounds: list[int]) -> None:
    """Wound upon wound, nobody's health rises or falls below nothing; healing never lowers it."""
    fight, dice = system.fight, seeded_dice(seed)
    sheet, hand = one_of(people(system.name), who)
    healths = [fight.show(sheet, hand).health]
    for points in wounds:
        sheet = dice.play(fight.wound, sheet, fight.harm(points))
        healths.append(fight.show(sheet, hand).health)
    assert healths == sorted(healths, reverse=True)
    assert fight.show(fight.heal(sheet, sum(wounds)), hand).health >= healths[-1]


@every_system
@given(who=st.integers(0, 999), seed=SEEDS, points=st.integers(0, 40))
@settings(deadline=None, max_examples=60)
def test_vitals_are_as_shown(system: System, who: int, seed: str, points: int) -> None:
    """What is told of somebody's health and standing alone is what is shown of them, hurt or not."""
    fight = system.fight
    sheet, hand = one_of(people(system.name), who)
    hurt = seeded_dice(seed).play(fight.wound, sheet, fight.harm(points))
    for one in (sheet, hurt):
        shown = fight.show(one, hand)
        assert fight.vitals is None or fight.vitals(one) == (shown.health, shown.standing)


@every_system
@given(who=st.integers(0, 999), whom=st.integers(0, 999), seed=SEEDS)
@settings(deadline=None, max_examples=60)
def test_any_two_can_meet(system: System, who: int, whom: int, seed: str) -> None:
    """Whoever can act can strike at anybody, and both are shown after it."""
    fight, dice = system.fight, seeded_dice(seed)
    everybody = people(system.name)
    striker = one_of([one for one in everybody if fight.can_act(one[0])], who)
    target = one_of(everybody, whom)
    attack = fight.attack(striker, target, fight.situation())
    struck = strike(fight.blow, fight.wound, attack, (target[0], striker[0]), dice)
    hands = fight.spend(striker[1], attack[0]), fight.struck(target[1], struck.blow.spent)
    shown = fight.show(struck.striker, hands[0]), fight.show(struck.target, fight.refresh(hands[1]))
    assert all(isinstance(one, BaseModel) for one in shown)


def played(system: System) -> Iterator[Callable[..., Any]]:
    """Yield every rule that the examples of a system play, those that a rule is handed included."""
    for example in ANSWERED:
        if example.system.name == system.name:
            operation, request = asked(example)
            play: Play = operation.prepare(request)
            yield from (one for one in (play.rule, *play.values) if inspect.isfunction(one))


def imported(module: str) -> Iterator[str]:
    """Yield the modules that a module imports."""
    for node in ast.walk(ast.parse(inspect.getsource(sys.modules[module]))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom) and node.module:
            inner = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from {name if _is_module(node.module, name) else node.module for name in inner}


def _is_module(package: str, name: str) -> bool:
    return hasattr(sys.modules[package], "__path__") and find_spec(name) is not None


def with_rules_below(modules: set[str], folder: str) -> set[str]:
    """Return rules modules, and all that they import of their own folder."""
    below = {name for module in modules for name in imported(module) if name.startswith(folder)}
    return modules if below <= modules else with_rules_below(modules | below, folder)


@every_system
def test_rules_know_nothing_but_dice(system: System) -> None:
    """A rule imports the standard library, the dice, the strike that all systems share, and other rules; no more."""
    folder = f"service.systems.{system.name}."
    rules = with_rules_below({rule.__module__ for rule in played(system)}, folder)
    foreign = {name for module in rules for name in imported(module)} - rules
    known = {name for name in foreign if name.split(".")[0] in sys.stdlib_module_names}
    assert {name for name in foreign - known if not name.startswith(ALLOWED)} == set()

"""Secrets: whatever the hidden do, a player and an observer are told the same, to the byte."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

import service.seeds
import service.watching
from service.systems.catalogue import systems
from service.systems.system import System
from tests.encounters.twins import History, Said, Still
from tests.encounters.twins import seed as seed_of_all
from tests.toys.knives import SYSTEM

pytestmark = pytest.mark.usefixtures("still")

IN_ORDER, STRANGER = "x", "z"
"""Two who are hidden in both histories: one takes part, the other may come into view."""

SHADES = st.sampled_from(["y", "w"])
HIDDEN = st.sampled_from([IN_ORDER, "y", "w"])
NAMES = st.sampled_from(["Sombra", "Eco", "Ana", "c1", "x"])
SIDES = st.sampled_from(["crew", "pirates", "ghosts"])
GROUPS = st.sampled_from([None, "gang", "mist"])
POINTS = st.integers(0, 5)
WAYS = 10
"""How many ways each beginning goes on in: each of them makes a pair of histories."""
SECRETLY = {"audience": "GAME_MASTER"}
BLIND = {"what": {"notation": {"text": "2d6"}}, **SECRETLY}


@pytest.fixture(scope="module")
def still() -> Iterator[None]:
    """Let time and dice follow from the number of a command, and from nothing else."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(service.seeds, "new_seed", seed_of_all)
        patch.setattr(service.watching, "datetime", Still)
        yield


def by(who: str, command: str, /, **given: Any) -> st.SearchStrategy[Said]:
    """Return a strategy of commands of one name; what is given may be drawn."""
    return st.tuples(st.just(who), st.just(command), drawn(**given))


def drawn(**given: Any) -> st.SearchStrategy[Any]:
    """Return a strategy of what is given, some of which may be drawn."""
    each = {key: value if isinstance(value, st.SearchStrategy) else st.just(value) for key, value in given.items()}
    return st.fixed_dictionaries(each)


def joins(system: str, **known: Any) -> st.SearchStrategy[Any]:
    """Return a strategy of who joins hidden."""
    sheet = {"wounds": st.integers(1, 20), "cunning": st.integers(1, 12)} if system == "knives" else {}
    owner, group = st.sampled_from([None, "Ben"]), known.pop("group", GROUPS)
    entry = drawn(**{system: drawn(**sheet)})
    return drawn(name=NAMES, side=SIDES, group=group, owner=owner, hidden=True, entry=entry, **known)


def pairs(system: str) -> st.SearchStrategy[Sequence[Said]]:
    """Return a strategy of two commands of which neither onlooker is told anything."""
    coming = st.builds(_coming, SHADES.flatmap(lambda id_: joins(system, id=id_)))
    single = st.one_of(
        by("GM", "note", text=NAMES, **SECRETLY),
        by("Ben", "note", text=NAMES, audience="MYSELF"),
        by("GM", "roll", **BLIND),
        by("Ben", "roll", what={"notation": {"text": "1d6"}}, audience="MYSELF"),
        by("Ben", "propose", what=drawn(damage=drawn(target="c", points=POINTS))),
        by("GM", "condition", combatant=HIDDEN, name=NAMES, lasts=st.integers(1, 3), clock=st.sampled_from(["a", "x"])),
        by("GM", "counter", combatant=HIDDEN, name=NAMES, set=POINTS),
        by("GM", "temporary", target=HIDDEN, points=POINTS),
        by("GM", "edit", combatant=SHADES, name=NAMES, side=SIDES, group=st.sampled_from(["gang", "mist"])),
        by("GM", "damage", target=SHADES, points=POINTS),
        by("GM", "heal", target=SHADES, points=POINTS),
        by("GM", "initiative", reroll=st.lists(SHADES, min_size=1, max_size=2, unique=True)),
        by("GM", "standingOrder", combatant=HIDDEN, when=st.sampled_from(["ALWAYS", "NEVER"])),
        by("GM", "attack", striker=IN_ORDER, target=SHADES, ask=st.booleans()),
        by("GM", "leave", combatant=SHADES),
    )
    return st.one_of(coming, st.tuples(single, single))


def _coming(newcomer: Mapping[str, Any]) -> tuple[Said, Said]:
    aside = {"combatants": [newcomer["id"]], "to": "ASIDE"}
    return ("GM", "join", {"combatants": [newcomer]}), ("GM", "change", aside)


def steps(system: str) -> st.SearchStrategy[Said]:
    """Return a strategy of commands that everybody knows of, or that an onlooker gives."""
    anybody = st.sampled_from(["a", "b", "c", "x", "y", "z", "nobody"])
    return st.one_of(
        by("GM", "advance"),
        by("Ana", "attack", striker="a", target=anybody, ask=st.booleans()),
        by("Ana", "endTurn", combatant=anybody),
        by("Ana", "note", text="Hm."),
        by("Ana", "propose", what=drawn(damage=drawn(target=anybody, points=POINTS))),
        by("Ana", "roll", **BLIND),
        by("Ana", "roll", what={"notation": {"text": "2d6"}}, combatant=anybody),
        by("Ana", "standingOrder", combatant=anybody, when="ALWAYS"),
        by("Ana", "react", attack=st.sampled_from(["r1", "r2"])),
        by("Ana", "damage", target=anybody, points=1),
        by("GM", "attack", striker=st.sampled_from(["c", "x"]), target="a", ask=st.booleans()),
        by("GM", "damage", target=st.sampled_from(["a", "c"]), points=st.integers(0, 2)),
        by("GM", "condition", combatant="a", name="Wet", lasts=2, clock=st.sampled_from(["a", "x", "c"])),
        by("GM", "change", combatants=[STRANGER], to=st.sampled_from(["REVEALED", "HIDDEN"])),
        by("GM", "join", combatants=[{"name": "Late", "side": "pirates", "entry": {system: {}}}]),
        by("GM", "initiative", reroll=["a", "c"]),
        by("GM", "undo"),
    )


def twins(system: str) -> st.SearchStrategy[Any]:
    """Return a strategy of what both histories have in common, with two tellings of what they have not.

    Each beginning goes on in several ways, as that is much cheaper than to begin anew for each.
    """
    hidden = st.tuples(pairs(system), pairs(system))
    known = st.tuples(joins(system, id=IN_ORDER, group=None), joins(system, id=IN_ORDER, group=None))
    going_on = st.lists(st.one_of(hidden, steps(system)), min_size=1, max_size=5)
    return st.tuples(
        st.sampled_from(["EXACT", "BANDS", "NOTHING"]),
        known,
        st.lists(hidden, max_size=2),
        st.lists(going_on, min_size=WAYS, max_size=WAYS),
    )


async def played(system: System, twin: int, told: Any) -> Sequence[str]:
    """Return what the onlookers are told of one of the twins, in each of the ways it goes on."""
    health, known, before, ways = told
    beginning = await _begun(system, twin, (health, known, before))
    everything = [*beginning.told]
    for way in ways:
        history = await beginning.fork()
        for step in way:
            await (_step(history, step) if isinstance(step[0], str) else _all(history, step[twin]))
        await history.read()
        everything += history.told
    await history.ask("a")
    return [*everything, *history.told]


async def _begun(system: System, twin: int, told: Any) -> History:
    """Return the history of one of the twins up to the beginning of the fight, read as a whole."""
    health, known, before = told
    history = History(system)
    entry: Mapping[str, Any] = {system.name: {}}
    await history.open(health=health)
    fighters = [("a", "crew", "Ana"), ("b", "crew", "Ben"), ("c", "pirates", None)]
    people = [{"id": id_, "name": id_, "side": side, "owner": owner, "entry": entry} for id_, side, owner in fighters]
    people[2]["group"] = "gang"
    await history.openly(("GM", "join", {"combatants": people}))
    stranger = {"id": STRANGER, "name": "Zoe", "side": "ghosts", "hidden": True, "entry": entry}
    aside = [STRANGER, IN_ORDER] if system.fight.rerolls else [STRANGER]
    joining = [("GM", "join", {"combatants": [one]}) for one in (known[twin], stranger)]
    await _all(history, [*joining, ("GM", "change", {"combatants": aside, "to": "ASIDE"})])
    for pair in before:
        await _all(history, pair[twin])
    scores = [{"combatant": IN_ORDER, "score": 40}, {"combatant": STRANGER, "score": 3}]
    await history.openly(("GM", "begin", {"scores": scores}))
    await history.openly(("Ana", "note", {"text": "Late."}), expectedVersion=4)
    await history.read()
    await history.ask("a")
    return history


async def _all(history: History, secrets: Sequence[Said]) -> None:
    for said in secrets:
        await history.secretly(said)
    await history.look()


async def _step(history: History, step: Said) -> None:
    """Take a step that everybody knows of; to undo is to undo what everybody knows of."""
    if step[1] == "undo":
        await history.openly(("Ana", "note", {"text": "Undone."}))
    if step[1] == "advance":
        acting = (await history.state()).clock.turn
        step = ("GM", "endTurn", {"combatant": acting or "nobody"})
    await history.openly(step)


QUICKLY = settings(
    deadline=None,
    database=None,
    phases=(Phase.generate,),
    suppress_health_check=list(HealthCheck),
)
CASES = [
    *((SYSTEM, 300, number) for number in range(4)),
    *((system, 200, 4) for system in systems()),
]


@pytest.mark.parametrize(("system", "examples", "number"), CASES, ids=lambda each: getattr(each, "name", None))
def test_nothing_hidden_changes_what_onlookers_are_told(system: System, examples: int, number: int) -> None:
    """Two histories that differ only in hidden commands are one and the same to a player and to an observer."""
    with asyncio.Runner() as runner:

        @seed(number)
        @settings(QUICKLY, max_examples=examples // WAYS)
        @given(told=twins(system.name))
        def hold(told: Any) -> None:
            one, other = (runner.run(played(system, twin, told)) for twin in (0, 1))
            assert one == other

        hold()

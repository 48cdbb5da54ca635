"""Undoing and doing again: the very states come back, and what was rolled stays in the log."""

from itertools import count
from typing import Any

import pytest

from schema.commands import CommandEnvelope, Envelope, NewEncounterInput
from schema.refusals import Refusal
from service.encounters import snapshots
from service.encounters.record import state_hash
from service.encounters.viewer import GAME_MASTER
from service.folds import Folds
from service.live import Live
from service.store.memory import MemoryJournal
from tests.encounters.fights import CONTRACT, joining, scores
from tests.toys.knives import SYSTEM

pytestmark = pytest.mark.anyio

NUMBERS = count()
NEW = NewEncounterInput.model_validate({"system": "knives", "name": "Cellar", "settings": {"handDice": True}})

STORY: list[tuple[str, dict[str, Any], list[int] | None]] = [
    ("join", joining("a", "b", "c"), None),
    ("begin", scores(a=9, b=5, c=1), None),
    ("attack", {"striker": "a", "target": "b"}, [6, 5]),
    ("damage", {"target": "b", "points": 99}, None),
    ("condition", {"combatant": "c", "name": "Afraid", "lasts": 1, "clock": "a"}, None),
    ("temporary", {"target": "c", "points": 4}, None),
    ("counter", {"combatant": "c", "name": "luck", "set": 2, "most": 3}, None),
    ("endTurn", {"combatant": "a"}, None),
    ("initiative", scores(a=0), None),
    ("change", {"combatants": ["c"], "to": "DEFEATED"}, None),
    ("leave", {"combatant": "b"}, None),
    ("pause", {}, None),
    ("configure", {"name": "Attic"}, None),
    ("end", {}, None),
]


class Told:
    """An encounter to which commands are told, and the hash of its state after each."""

    def __init__(self) -> None:
        """Open nothing yet."""
        self.live = Live(Folds(MemoryJournal(), {"knives": SYSTEM}))
        self.id = ""

    async def open(self) -> None:
        """Open an encounter."""
        envelope = Envelope(command_id=f"told-{next(NUMBERS):016}")
        self.id = (await self.live.create(envelope, NEW)).encounter.id

    async def tell(self, name: str, given: dict[str, Any], dice: list[int] | None = None) -> None:
        """Tell one command."""
        spelt, value = CONTRACT.command.model_validate({name: given}).given
        said = CommandEnvelope.model_validate({"commandId": f"told-{next(NUMBERS):016}", "dice": dice})
        await self.live.command(self.id, GAME_MASTER, said, spelt, value)

    async def state(self) -> str:
        """Return the hash of the state."""
        fold = await self.live.folds.newest(self.id)
        assert fold is not None
        return state_hash(fold.encounter)


@pytest.fixture
async def told() -> tuple[Told, list[str]]:
    """Lend an encounter in which much has happened, and the state after each step."""
    encounter = Told()
    await encounter.open()
    states = [await encounter.state()]
    for name, given, dice in STORY[:-1]:
        await encounter.tell(name, given, dice)
        states.append(await encounter.state())
    return encounter, states


@pytest.mark.parametrize("steps", range(1, len(STORY)))
async def test_any_prefix_comes_back(told: tuple[Told, list[str]], steps: int) -> None:
    """Undoing any number of steps restores the very state before them, and redoing the very state after."""
    encounter, states = told
    await encounter.tell("undo", {"steps": steps})
    assert await encounter.state() == states[-1 - steps]
    await encounter.tell("redo", {"steps": steps})
    assert await encounter.state() == states[-1]


async def test_one_step_after_another(told: tuple[Told, list[str]]) -> None:
    """Undoing step by step goes all the way back to the opening, and redoing all the way forth."""
    encounter, states = told
    for state in reversed(states[:-1]):
        await encounter.tell("undo", {})
        assert await encounter.state() == state
    for state in states[1:]:
        await encounter.tell("redo", {})
        assert await encounter.state() == state


async def test_there_is_an_end_to_it(told: tuple[Told, list[str]]) -> None:
    """More than what happened cannot be undone, nor more than what was undone done again."""
    encounter, _ = told
    with pytest.raises(Refusal) as back:
        await encounter.tell("undo", {"steps": len(STORY)})
    with pytest.raises(Refusal) as forth:
        await encounter.tell("redo", {})
    assert (back.value.code, back.value.details) == ("nothing_to_undo", {"most": len(STORY) - 1})
    assert (forth.value.code, forth.value.details) == ("nothing_to_redo", {"most": 0})


async def test_a_new_command_closes_the_way_forth(told: tuple[Told, list[str]]) -> None:
    """After a new command what was undone cannot be done again, but the command and what came before can be undone."""
    encounter, states = told
    await encounter.tell("undo", {"steps": 3})
    await encounter.tell("note", {"text": "another way"})
    with pytest.raises(Refusal):
        await encounter.tell("redo", {})
    await encounter.tell("undo", {"steps": 2})
    assert await encounter.state() == states[-5]


async def test_no_die_is_rewound(told: tuple[Told, list[str]]) -> None:
    """What was undone stays in the log, dice and all, and versions only ever grow."""
    encounter, _ = told
    await encounter.tell("undo", {"steps": 11})
    entries = await encounter.live.log(encounter.id, GAME_MASTER, after=0, first=100)
    assert [entry.version for entry in entries] == list(range(1, len(STORY) + 2))
    assert [event.kind for event in entries[3].events] == ["STRUCK"]
    assert [event.kind for event in entries[-1].events] == ["RESTORED"]


async def test_the_end_can_be_undone(told: tuple[Told, list[str]]) -> None:
    """Even the end of an encounter is undone."""
    encounter, states = told
    await encounter.tell(*STORY[-1])
    await encounter.tell("undo", {})
    assert await encounter.state() == states[-1]


async def test_a_snapshot_remembers_the_way_back(told: tuple[Told, list[str]]) -> None:
    """A fold read from its snapshot can be undone and redone like the one it was made of."""
    encounter, _ = told
    await encounter.tell("undo", {"steps": 2})
    fold = await encounter.live.folds.newest(encounter.id)
    assert fold is not None
    assert snapshots.read(snapshots.written(fold), {"knives": SYSTEM}) == fold

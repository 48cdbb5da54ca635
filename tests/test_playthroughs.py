"""Whole fights, one a system: replayed by their dice, by their log, and through the service over both journals."""

import asyncio
import json
from collections.abc import Mapping
from contextlib import aclosing
from typing import Any

import pytest
from pydantic.alias_generators import to_camel

from schema.commands import CommandEnvelope, Envelope, NewEncounterInput
from schema.events import CommandResult, LogEntry
from service.dice.source import TableDice, Tape
from service.encounters import log, snapshots
from service.encounters.log import Fold
from service.encounters.record import state_hash
from service.encounters.viewer import GAME_MASTER
from service.folds import Folds
from service.live import Live
from service.store.journal import Journal
from service.store.memory import MemoryJournal
from service.store.redis import RedisJournal
from service.systems.catalogue import systems
from tests.playthroughs.scenario import FOLDER, NAMES, scenario
from tests.playthroughs.table import BEGUN, CONTRACT, Table, command_id, moment, played
from tests.viewers import admitted

pytestmark = pytest.mark.anyio

every_system = pytest.mark.parametrize("system", NAMES)

Line = Mapping[str, Any]


def lines(system: str) -> list[Line]:
    """Return the lines of a fight, as they were written down."""
    return [json.loads(line) for line in (FOLDER / f"{system}.jsonl").read_text(encoding="utf-8").splitlines()]


async def replayed(system: str) -> tuple[Table, list[Line]]:
    """Play a fight again, with the dice of its lines."""
    table, (opening, *rest) = Table(system), lines(system)
    told = [table.open(opening["command"]["create"])]
    told += [await table.tell(line["command"], TableDice(Tape([tuple(die) for die in line["dice"]]))) for line in rest]
    return table, told


class Replay:
    """A fight that is sent to a service, command by command."""

    def __init__(self, system: str, journal: Journal) -> None:
        """Prepare a service over a journal."""
        self.system = system
        self.journal = journal
        self.live = Live(Folds(journal, CONTRACT.systems), clock=lambda: self.now)
        self.now = BEGUN
        self.id = ""

    async def send(self, line: Line) -> CommandResult:
        """Send one command, with the dice that fell."""
        id_ = command_id(self.system, line["version"])
        self.now = moment(line["version"])
        if "create" in line["command"]:
            new = NewEncounterInput.model_validate(line["command"]["create"])
            opened = await self.live.create(Envelope(command_id=id_), new)
            self.id = opened.encounter.id
            return opened
        envelope = CommandEnvelope.model_validate({"commandId": id_, "dice": line["dice"]})
        return await self.live.command(
            self.id, GAME_MASTER, envelope, *CONTRACT.command.model_validate(line["command"]).given
        )

    async def fold(self) -> Fold:
        """Return the fold of everything sent so far."""
        fold = await self.live.folds.newest(self.id)
        assert fold is not None
        return fold


@pytest.fixture(params=["memory", "valkey"])
async def replay(request: pytest.FixtureRequest, store_journal: RedisJournal, system: str) -> Replay:
    """Lend a service over each journal, for a fight that was not sent to it yet."""
    replay = Replay(system, MemoryJournal() if request.param == "memory" else store_journal)
    await replay.send(lines(system)[0])
    await replay.journal.forget(replay.id)
    return Replay(system, replay.journal)


def test_every_system_has_a_playthrough() -> None:
    """A fight of every system found is written down."""
    assert set(NAMES) == {system.name for system in systems()}


@every_system
async def test_playthroughs_are_what_is_played_today(system: str) -> None:
    """The fights in the files are those of the scenarios; `python -m tests.playthroughs` writes them anew."""
    assert (await played(scenario(system)))[1] == lines(system)


@every_system
def test_playthroughs_show_what_a_fight_can_be(system: str) -> None:
    """Each fight uses every command there is, and every manoeuvre of its system."""
    told = lines(system)
    names = {name for line in told for name in line["command"]}
    assert names >= {to_camel(name) for name in CONTRACT.command.model_fields if name not in CONTRACT.systems}
    done = {name for line in told for name in line["command"].get(system, {})}
    assert done >= {to_camel(name) for name in CONTRACT.systems[system].fight.manoeuvres}
    assert 50 <= len(told) <= 120


@every_system
async def test_the_dice_of_a_fight_make_the_same_fight(system: str) -> None:
    """By the dice that fell, the same commands say the same in both languages and come to the same states."""
    assert (await replayed(system))[1] == lines(system)


@every_system
async def test_the_log_of_a_fight_folds_to_its_states(system: str) -> None:
    """Read from its log alone, without any dice or rule, a fight comes to the same states."""
    table, told = await replayed(system)
    folds: list[Fold | None] = [None]
    for body in table.bodies:
        folds.append(log.followed(folds[-1], [body], CONTRACT.systems, check=True))
    assert [state_hash(fold.encounter) for fold in folds if fold] == [line["state"] for line in told]


@every_system
async def test_a_fight_is_the_same_through_the_service(system: str, replay: Replay) -> None:
    """Sent to a service, a fight tells the same, and comes to the same states in its store."""
    for line in lines(system):
        result = await replay.send(line)
        assert [event.summary.es for event in result.events] == line["es"]
        assert [event.summary.en for event in result.events] == line["en"]
        assert (result.version, result.replayed) == (line["version"], False)
        assert state_hash((await replay.fold()).encounter) == line["state"]


@every_system
async def test_fold_and_snapshot_and_every_subscriber_agree(system: str, replay: Replay) -> None:
    """The fold of the log, the fold from a snapshot, and what subscribers were told, whenever they came, are one."""
    opening, *rest = lines(system)
    opened = await replay.send(opening)
    watching = [asyncio.create_task(watched(replay, after, len(rest) + 1)) for after in (0, 1)]
    results = [opened, *[await replay.send(line) for line in rest]]
    watching.append(asyncio.create_task(watched(replay, len(rest) // 2, len(rest) + 1)))
    for seen in await asyncio.wait_for(asyncio.gather(*watching), 60):
        assert [entry.events for entry in seen] == [result.events for result in results][-len(seen) :]
        assert [entry.version for entry in seen] == [result.version for result in results][-len(seen) :]
    await the_same_everywhere(replay, results)


async def watched(replay: Replay, after: int, last: int) -> list[LogEntry]:
    """Return what a subscriber of another service is told, from a version to the last."""
    seen: list[LogEntry] = []
    async with aclosing(
        Live(Folds(replay.journal, CONTRACT.systems)).watch(replay.id, admitted, after=after)
    ) as entries:
        async for entry in entries:
            seen.append(entry)
            if entry.version == last:
                break
    return seen


async def the_same_everywhere(replay: Replay, results: list[CommandResult]) -> None:
    """Compare what the commander was told, now and then, with folds made in every other way."""
    fold = await replay.fold()
    bodies = [entry.body for entry in await replay.journal.read(replay.id)]
    assert log.followed(None, bodies, CONTRACT.systems, check=True) == fold
    middle = log.followed(None, bodies[: len(bodies) // 2], CONTRACT.systems)
    assert middle is not None
    short_cut = snapshots.read(snapshots.written(middle), CONTRACT.systems)
    assert log.followed(short_cut, bodies[len(bodies) // 2 :], CONTRACT.systems) == fold
    other = Live(Folds(replay.journal, CONTRACT.systems))
    told = [(result.version, result.encounter) for result in results[::5]]
    assert [(version, await other.encounter(replay.id, GAME_MASTER, version)) for version, _ in told] == told

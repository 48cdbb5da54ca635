"""Live encounters over both journals: once each, explained when stale, in step with the store."""

import asyncio
from contextlib import aclosing
from typing import Any

import pytest

from schema.access import Role
from schema.commands import CommandEnvelope, Envelope, NewEncounterInput
from schema.events import CommandResult
from schema.refusals import Refusal
from service.encounters import log
from service.encounters.record import state_hash
from service.encounters.viewer import GAME_MASTER, Viewer
from service.folds import Folds
from service.live import Live
from service.store.journal import Entry, Head, Journal
from service.store.memory import MemoryJournal
from service.store.redis import RedisJournal
from tests.encounters.fights import CONTRACT
from tests.serving import fresh
from tests.toys.knives import SYSTEM
from tests.viewers import admitted, health

pytestmark = pytest.mark.anyio

SYSTEMS = {"knives": SYSTEM}
NEW = NewEncounterInput.model_validate({"system": "knives", "name": "Cellar", "settings": {"handDice": True}})


@pytest.fixture(params=["memory", "redis"])
async def journal(request: pytest.FixtureRequest, store_journal: RedisJournal) -> Journal:
    """Lend each journal in turn."""
    return MemoryJournal() if request.param == "memory" else store_journal


@pytest.fixture
def live(journal: Journal) -> Live:
    """Lend a service over the journal."""
    return Live(Folds(journal, SYSTEMS))


def newcomer(name: str) -> dict[str, Any]:
    """Return somebody who joins."""
    return {"id": name, "name": name, "side": name, "entry": {"knives": {"wounds": 20}}}


async def opened(live: Live) -> str:
    """Open an encounter with two fighters in it, and return its id."""
    id_ = (await live.create(Envelope(command_id=fresh()), NEW)).encounter.id
    for name in "ab":
        await send(live, id_, "join", {"combatants": [newcomer(name)]})
    return id_


async def send(live: Live, id_: str, name: str, given: dict[str, Any], **envelope: Any) -> CommandResult:
    """Send a command, spelt as on the wire."""
    spelt, value = CONTRACT.command.model_validate({name: given}).given
    said = CommandEnvelope.model_validate({"commandId": fresh(), **envelope})
    return await live.command(id_, GAME_MASTER, said, spelt, value)


async def refused(sent: Any) -> Refusal:
    """Return the refusal of what is sent."""
    with pytest.raises(Refusal) as caught:
        await sent
    return caught.value


async def test_a_command_sent_again_is_carried_out_once(live: Live) -> None:
    """The same id with the same content answers the same result, however much happened since."""
    id_ = await opened(live)
    first = await send(live, id_, "damage", {"target": "a", "points": 3}, commandId="the-very-same-command")
    await send(live, id_, "damage", {"target": "a", "points": 5})
    again = await send(live, id_, "damage", {"target": "a", "points": 3}, commandId="the-very-same-command")
    assert again == first.model_copy(update={"replayed": True})
    assert health(await live.encounter(id_, GAME_MASTER)) == 12


async def test_a_used_id_with_other_content_is_refused(live: Live) -> None:
    """A command id stands for one content only."""
    id_ = await opened(live)
    await send(live, id_, "damage", {"target": "a", "points": 3}, commandId="the-very-same-command")
    refusal = await refused(send(live, id_, "damage", {"target": "a", "points": 4}, commandId="the-very-same-command"))
    assert (refusal.code, refusal.details) == ("command_id_taken", {"version": 4})


async def test_creating_twice_opens_one_encounter(live: Live) -> None:
    """Opening is idempotent, and another actor's command id opens another encounter."""
    envelope = Envelope(command_id=fresh())
    first, again = await live.create(envelope, NEW), await live.create(envelope, NEW)
    other = await live.create(Envelope(command_id=envelope.command_id, actor="somebody else"), NEW)
    assert again == first.model_copy(update={"replayed": True})
    assert other.encounter.id != first.encounter.id


async def test_a_refused_command_leaves_no_trace(live: Live) -> None:
    """What is refused changes nothing, and its id can be used again."""
    id_ = await opened(live)
    refusal = await refused(send(live, id_, "endTurn", {"combatant": "a"}, commandId="first-try-refused"))
    assert refusal.code == "not_running"
    sent = await send(live, id_, "begin", {}, commandId="first-try-refused")
    assert (sent.version, sent.replayed) == (4, False)


async def test_a_stale_command_is_told_what_happened_since(live: Live) -> None:
    """An expected version that has passed is refused with the current one and the events since."""
    id_ = await opened(live)
    await send(live, id_, "damage", {"target": "a", "points": 3}, expectedVersion=3)
    refusal = await refused(send(live, id_, "damage", {"target": "a", "points": 3}, expectedVersion=3))
    assert refusal.code == "stale_version"
    assert refusal.details == {"current": 4, "expected": 3}
    assert [text.en for text in refusal.since] == ["a takes 3 points of damage."]


async def test_two_services_on_one_store_keep_in_step(journal: Journal) -> None:
    """A service whose fold is old decides anew on the newest state."""
    one, other = Live(Folds(journal, SYSTEMS)), Live(Folds(journal, SYSTEMS))
    id_ = await opened(one)
    await other.encounter(id_, GAME_MASTER)
    await send(one, id_, "begin", {"scores": [{"combatant": "a", "score": 9}, {"combatant": "b", "score": 1}]})
    await send(other, id_, "endTurn", {"combatant": "a"})
    sent = await send(one, id_, "endTurn", {"combatant": "b"})
    assert (sent.encounter.turn, sent.encounter.round) == ("a", 2)
    assert await one.encounter(id_, GAME_MASTER) == await other.encounter(id_, GAME_MASTER)


async def test_many_writers_lose_nothing(journal: Journal) -> None:
    """Sixteen writers over two services: every command is there once, and every point of damage."""
    services = [Live(Folds(journal, SYSTEMS)) for _ in range(2)]
    id_ = await opened(services[0])

    async def write(number: int) -> None:
        for step in range(4):
            command = f"writer-{number:02}-step-{step}-twice"
            for live in services:
                await send(live, id_, "heal", {"target": "a", "points": 1}, commandId=command)

    await send(services[0], id_, "damage", {"target": "a", "points": 20})
    await asyncio.gather(*(write(number) for number in range(16)))
    encounter = await services[1].encounter(id_, GAME_MASTER)
    assert (encounter.version, health(encounter)) == (4 + 16 * 4, 20)


async def test_the_log_folds_to_the_state(live: Live, journal: Journal) -> None:
    """Folding the log gives the encounter, entry by entry the state whose hash was recorded."""
    id_ = await opened(live)
    await send(live, id_, "begin", {}, dice=[3, 4])
    await send(live, id_, "attack", {"striker": "b", "target": "a"}, dice=[5, 2])
    fold = None
    for entry in await journal.read(id_):
        fold = log.followed(fold, [entry.body], SYSTEMS)
        assert fold is not None
        assert (fold.version, fold.hash) == (entry.version, entry.hash)
        assert f'"state":"{state_hash(fold.encounter)}"' in entry.body
    assert fold is not None
    assert health(await live.encounter(id_, GAME_MASTER)) == 18


async def test_a_snapshot_is_only_a_short_cut(journal: Journal) -> None:
    """A service that starts from a snapshot knows the same as one that folds from the beginning."""
    live = Live(Folds(journal, SYSTEMS))
    id_ = await opened(live)
    sent = [await send(live, id_, "temporary", {"target": "a", "points": points}) for points in range(60)]
    again = await send(live, id_, "heal", {"target": "b", "points": 1}, commandId="after-the-snapshot")
    snapshot = await journal.snapshot(id_)
    assert snapshot is not None
    assert snapshot.version == 50
    late = Live(Folds(journal, SYSTEMS))
    assert await late.encounter(id_, GAME_MASTER) == again.encounter
    for result in sent[snapshot.version - 6 :]:
        assert await late.encounter(id_, GAME_MASTER, result.version) == result.encounter
    assert (await send(late, id_, "heal", {"target": "b", "points": 1}, commandId="after-the-snapshot")).replayed


async def test_a_writer_on_a_lost_past_loads_anew() -> None:
    """When the store has lost its tail, a service drops what it knew and goes on from what is there."""
    full = MemoryJournal()
    live = Live(Folds(full, SYSTEMS))
    id_ = await opened(live)
    await send(live, id_, "damage", {"target": "a", "points": 3}, commandId="lost-with-the-tail")
    short = MemoryJournal()
    after = Head()
    for entry in (await full.read(id_))[:3]:
        await short.append(id_, entry, after)
        after = Head(entry.version, entry.hash)
    live.folds.journal = short
    sent = await send(live, id_, "damage", {"target": "a", "points": 3}, commandId="lost-with-the-tail")
    assert (sent.version, sent.replayed, health(sent.encounter)) == (4, False, 17)


async def test_a_broken_chain_is_never_served(journal: Journal) -> None:
    """A log in which an entry does not follow on the one before is refused, not folded."""
    live = Live(Folds(journal, SYSTEMS))
    id_ = await opened(live)
    last = (await journal.read(id_))[-1]
    forged = Entry(version=last.version + 1, hash="0" * 64, body=last.body)
    assert await journal.append(id_, forged, Head(last.version, last.hash)) is None
    refusal = await refused(Live(Folds(journal, SYSTEMS)).encounter(id_, GAME_MASTER))
    assert refusal.code == "log_damaged"


async def test_watchers_see_each_command_once_in_order(live: Live) -> None:
    """A watcher gets everything after its version, what was and what comes, in order and once."""
    id_ = await opened(live)
    seen: list[int] = []

    async def watch() -> None:
        async with aclosing(live.watch(id_, admitted, after=1)) as entries:
            async for entry in entries:
                seen.append(entry.version)
                if entry.version == 8:
                    return

    watching = asyncio.create_task(watch())
    for points in range(1, 6):
        await send(live, id_, "damage", {"target": "a", "points": points})
    await asyncio.wait_for(watching, 30)
    assert seen == [2, 3, 4, 5, 6, 7, 8]


async def test_what_does_not_exist_is_not_found(live: Live) -> None:
    """An encounter that was never opened is not found, by any door."""
    assert (await refused(live.encounter("z" * 26, GAME_MASTER))).code == "no_such_encounter"
    assert (await refused(send(live, "z" * 26, "end", {}))).code == "no_such_encounter"
    unknown = NEW.model_copy(update={"system": "chess"})
    assert (await refused(live.create(Envelope(command_id=fresh()), unknown))).code == "no_such_system"


async def test_what_was_open_once_is_told_as_it_is_today(live: Live) -> None:
    """Who is not told the health of others today is not told it of earlier versions either."""
    id_ = await opened(live)
    now = (await send(live, id_, "configure", {"health": "BANDS"})).version
    looker = Viewer(role=Role.OBSERVER, name="Ojo")
    for version in (now - 1, now):
        shown = await live.encounter(id_, looker, version)
        assert [(one.sheet, health(shown)) for one in shown.combatants] == [(None, None)] * 2
    assert health(await live.encounter(id_, GAME_MASTER, now - 1)) == 20

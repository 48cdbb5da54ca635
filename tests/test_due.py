"""Attacks whose target has had its time: resolved once, by whichever service, and by the standing order."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from schema.commands import Envelope, NewEncounterInput
from schema.events import CommandResult
from service import due
from service.app import create_app
from service.due import attend
from service.encounters.encounter import Encounter
from service.encounters.viewer import GAME_MASTER
from service.folds import Folds
from service.live import Live
from service.settings import Settings
from service.store.journal import Journal
from service.store.memory import MemoryJournal
from service.store.redis import RedisJournal
from tests.encounters.fights import CONTRACT
from tests.encounters.test_reactions import WARY
from tests.serving import fresh, serving
from tests.test_live import opened, refused, send
from tests.viewers import admitted

pytestmark = pytest.mark.anyio

ASKED: dict[str, Any] = {"striker": "a", "target": "b", "ask": True, "waitSeconds": 30}
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
SOON, LATE = NOON + timedelta(seconds=29), NOON + timedelta(seconds=30)


@dataclass
class Hand:
    """A clock whose hand tests move."""

    now: datetime = NOON

    def __call__(self) -> datetime:
        """Return where the hand stands."""
        return self.now


@pytest.fixture
def clock() -> Hand:
    """Lend a clock that stands at noon."""
    return Hand()


@pytest.fixture(params=["memory", "valkey"])
async def journal(request: pytest.FixtureRequest, store_journal: RedisJournal) -> Journal:
    """Lend each journal in turn."""
    return MemoryJournal() if request.param == "memory" else store_journal


@pytest.fixture
def service(journal: Journal, clock: Hand) -> Callable[[], Live]:
    """Lend services over one store, by one clock."""
    return lambda: Live(Folds(journal, {"knives": WARY}), clock=clock)


async def waiting(live: Live) -> str:
    """Open a fight in which an attack waits for b, who has the standing order to take it badly; return its id."""
    id_ = await opened(live)
    await send(live, id_, "begin", {"scores": [{"combatant": "a", "score": 9}, {"combatant": "b", "score": 1}]})
    await send(live, id_, "standingOrder", {"combatant": "b", "when": "ALWAYS", "reaction": {"knives": {"edge": 10}}})
    await send(live, id_, "attack", ASKED)
    return id_


async def seen(live: Live, id_: str) -> Encounter:
    """Return an encounter as a service sees it."""
    fold = await live.folds.newest(id_)
    assert fold is not None
    return fold.encounter


async def lapsed(live: Live, id_: str) -> list[str]:
    """Return what the service itself has brought about, as the log tells it."""
    entries = await live.log(id_, GAME_MASTER, after=0, first=100)
    return [event.kind for entry in entries if entry.actor == due.ACTOR for event in entry.events]


async def test_what_is_due_is_resolved_by_the_standing_order(journal: Journal, service: Any, clock: Hand) -> None:
    """When the time is over the attack is resolved as the target would answer, and the log says by whom."""
    live = service()
    id_ = await waiting(live)
    clock.now = LATE
    await attend(journal, live.settle, LATE)
    encounter = await seen(live, id_)
    assert (encounter.pending, await lapsed(live, id_)) == ((), ["STRUCK"])
    assert encounter.combatants[1].sheet.wounds < 20


async def test_before_its_time_an_attack_waits(journal: Journal, service: Any, clock: Hand) -> None:
    """Nothing is resolved as long as the target may still answer."""
    live = service()
    id_ = await waiting(live)
    clock.now = SOON
    await attend(journal, live.settle, SOON)
    assert len((await seen(live, id_)).pending) == 1
    await send(live, id_, "react", {"attack": "r1"})
    clock.now = LATE
    await attend(journal, live.settle, LATE)
    assert await lapsed(live, id_) == []


async def test_services_that_start_anew_resolve_what_they_never_saw(
    journal: Journal, service: Any, clock: Hand
) -> None:
    """What is due is in the store: several services that come up afterwards resolve it, once among them."""
    id_ = await waiting(service())
    clock.now = LATE
    several = [service() for _ in range(4)]
    await asyncio.gather(*(attend(journal, live.settle, LATE) for live in several))
    assert await lapsed(several[0], id_) == ["STRUCK"]
    assert [id_ for id_, _ in await journal.due(LATE.timestamp())].count(id_) == 0


async def test_the_next_command_meets_a_fight_in_which_it_is_resolved(service: Any, clock: Hand) -> None:
    """A command that comes after the time is decided on what has become of the attack, whichever service it meets."""
    live, stale = service(), service()
    id_ = await opened(live)
    await seen(stale, id_)
    await send(live, id_, "begin", {"scores": [{"combatant": "a", "score": 9}, {"combatant": "b", "score": 1}]})
    await send(live, id_, "attack", ASKED)
    clock.now = LATE
    refusal = await refused(send(stale, id_, "react", {"attack": "r1"}))
    assert refusal.code == "unknown_attack"
    assert await lapsed(stale, id_) == ["STRUCK"]


async def test_a_command_that_was_carried_out_is_replayed_whatever_is_due(service: Any, clock: Hand) -> None:
    """What is sent again after the time answers as it did."""
    live = service()
    id_ = await waiting(live)
    clock.now = SOON
    noted = {"commandId": fresh()}
    first: CommandResult = await send(live, id_, "note", {"text": "hm"}, **noted)
    clock.now = LATE
    again = await send(live, id_, "note", {"text": "hm"}, **noted)
    assert again == first.model_copy(update={"replayed": True})


async def test_a_fight_that_rests_waits_with_its_attacks(journal: Journal, service: Any, clock: Hand) -> None:
    """While the fight is paused no time is over; when it goes on, what is due is resolved."""
    live = service()
    id_ = await waiting(live)
    await send(live, id_, "pause", {})
    clock.now = LATE
    await attend(journal, live.settle, LATE)
    assert len((await seen(live, id_)).pending) == 1
    await send(live, id_, "resume", {})
    await attend(journal, live.settle, LATE)
    assert await lapsed(live, id_) == ["STRUCK"]


async def test_what_cannot_be_resolved_does_not_take_place(journal: Journal, service: Any, clock: Hand) -> None:
    """An attack whose striker can no longer strike is called off when its time is over, and the log says why."""
    live = service()
    id_ = await waiting(live)
    await send(live, id_, "damage", {"target": "a", "points": 20})
    clock.now = LATE
    await attend(journal, live.settle, LATE)
    (entry,) = (await live.log(id_, GAME_MASTER, after=0, first=100))[-1:]
    assert [event.kind for event in entry.events] == ["CALLED_OFF"]
    assert entry.events[0].summary.en == "a does not attack. a cannot act."
    assert (await seen(live, id_)).pending == ()


async def test_nobody_takes_the_place_of_the_service(journal: Journal, service: Any, clock: Hand) -> None:
    """Whoever works out by which id the service will resolve an attack cannot use it up before."""
    live = service()
    id_ = await waiting(live)
    fold = await live.folds.newest(id_)
    envelope, _ = due.lapsing(fold, LATE.isoformat(timespec="milliseconds")) or pytest.fail("nothing lapses")
    refusal = await refused(send(live, id_, "note", {"text": "mine"}, commandId=envelope.command_id))
    clock.now = LATE
    await attend(journal, live.settle, LATE)
    assert (refusal.code, await lapsed(live, id_)) == ("command_id_reserved", ["STRUCK"])


async def test_what_is_undone_is_left_to_people(journal: Journal, service: Any, clock: Hand) -> None:
    """Undoing brings the waiting attack back, and the service does not throw for it a second time."""
    live = service()
    id_ = await waiting(live)
    clock.now = LATE
    await attend(journal, live.settle, LATE)
    await send(live, id_, "undo", {})
    await attend(journal, live.settle, LATE)
    assert len((await seen(live, id_)).pending) == 1
    assert await lapsed(live, id_) == ["STRUCK"]
    await send(live, id_, "resolve", {"attack": "r1", "callOff": True})


async def test_of_several_each_is_resolved_in_its_time(journal: Journal, service: Any, clock: Hand) -> None:
    """Attacks that wait for different times are resolved one by one, and each has an id of its own."""
    live = service()
    id_ = await waiting(live)
    clock.now = LATE
    await send(live, id_, "attack", ASKED)
    (later,) = (await seen(live, id_)).pending
    await attend(journal, live.settle, LATE)
    assert (later.id, (await seen(live, id_)).pending) == ("r2", (later,))
    clock.now = LATE + timedelta(seconds=30)
    await attend(journal, live.settle, clock.now)
    assert await lapsed(live, id_) == ["STRUCK", "STRUCK"]


async def test_what_fails_stays_on_the_agenda() -> None:
    """An encounter that cannot be settled now hinders no other, and is tried again."""
    journal, settled = MemoryJournal(), list[str]()
    for name in ("bad", "good"):
        await journal.remind(name, NOON.timestamp())

    async def settle(name: str) -> None:
        if name == "bad":
            raise LookupError
        settled.append(name)

    await attend(journal, settle, NOON)
    assert (settled, await journal.due(LATE.timestamp())) == (["good"], (("bad", NOON.timestamp()),))


def travellers(name: str) -> dict[str, Any]:
    """Return somebody who joins a fight of Travellers."""
    return {"id": name, "name": name, "side": name, "entry": {"traveller": {}}}


async def test_a_served_encounter_is_settled_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """A service that starts looks at what is due, again and again, and whoever watches is told."""
    monkeypatch.setattr(due, "EVERY", 0)
    journal = MemoryJournal()
    before = Live(Folds(journal, CONTRACT.systems), clock=Hand(NOON - timedelta(days=999)))
    new = NewEncounterInput.model_validate({"system": "traveller", "name": "Lock"})
    id_ = (await before.create(Envelope(command_id=fresh()), new)).encounter.id
    await send(before, id_, "join", {"combatants": [travellers("a"), travellers("b")]})
    await send(before, id_, "begin", {"scores": [{"combatant": "a", "score": 9}, {"combatant": "b", "score": 1}]})
    asked = await send(before, id_, "attack", ASKED)
    async with (
        serving(create_app(Settings(processes_early=False), journal)),
        aclosing(before.watch(id_, admitted, after=asked.version)) as entries,
    ):
        told = await asyncio.wait_for(anext(entries), 30)
    assert (told.actor, [event.kind for event in told.events]) == (due.ACTOR, ["STRUCK"])

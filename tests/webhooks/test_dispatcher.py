"""Deliveries: each version once it is recorded, in order, again until it is taken, by one process at a time."""

import asyncio
from datetime import timedelta

import pytest

from schema.access import Role
from schema.webhooks import Webhook, WebhookState
from service.encounters.viewer import GAME_MASTER
from service.settings import Settings
from service.store.journal import Book, Journal
from service.store.redis import RedisJournal
from service.webhooks.hooks import OVERLAP, REGISTER, Place
from service.webhooks.signing import signature
from tests.webhooks.receivers import HANGS_UP, SILENCE, Receiver, receiving, status
from tests.webhooks.services import Clock, Service

pytestmark = pytest.mark.anyio


async def test_each_version_is_delivered_as_it_is_shown(service: Service, clock: Clock) -> None:
    """What is posted is the entry of the log, signed, under an id of its own, in order."""
    encounter = await service.open()
    async with receiving() as receiver:
        hook = await service.hook(encounter, receiver.url, after=0, role=Role.GAME_MASTER)
        await service.note(encounter, 2)
        told = await service.deliver(encounter, hook)
    log = await service.live.log(encounter, GAME_MASTER, after=0, first=10)
    assert [one.told for one in receiver.received] == [
        {
            "id": f"{encounter}-{hook.id}-{entry.version}",
            "encounter": encounter,
            "version": entry.version,
            "entry": entry.model_dump(mode="json"),
        }
        for entry in log
    ]
    assert [one.headers["webhook-id"] for one in receiver.received] == [one.told["id"] for one in receiver.received]
    assert all(signed_by(one_secret(hook), receiver, number, clock) for number in range(3))
    assert (told.delivered, told.tries, told.next_try, told.state) == (3, 0, None, WebhookState.ACTIVE)


def one_secret(hook: Webhook) -> str:
    """Return the secret that a webhook shows."""
    assert hook.secret
    return hook.secret


def signed_by(secret: str, receiver: Receiver, number: int, clock: Clock) -> bool:
    """Return whether a secret has signed what was received, at the time it is."""
    received = receiver.received[number]
    at = int(received.headers["webhook-timestamp"])
    signed = signature(secret, received.headers["webhook-id"], at, received.body)
    return at == int(clock.now) and signed in received.headers["webhook-signature"].split()


@pytest.mark.parametrize(
    ("role", "name", "seen"),
    [
        pytest.param(Role.GAME_MASTER, "webhook", True, id="the Game Master"),
        pytest.param(Role.PLAYER, "ana", True, id="whose it is"),
        pytest.param(Role.PLAYER, "eva", False, id="another player"),
        pytest.param(Role.OBSERVER, "ana", False, id="an observer"),
    ],
)
async def test_a_hook_is_told_what_its_role_may_see(service: Service, role: Role, name: str, *, seen: bool) -> None:
    """What is hidden comes to whoever sees it, and to others as an empty place, so that no version is missing."""
    encounter = await service.open()
    await service.join(encounter, "ghost", hidden=True, owner="ana")
    async with receiving() as receiver:
        await service.deliver(encounter, await service.hook(encounter, receiver.url, after=0, role=role, name=name))
    created, joined = (one.told["entry"] for one in receiver.received)
    assert (created["version"], created["hidden"], joined["version"], joined["hidden"]) == (1, False, 2, not seen)
    assert (b"GHOST" in receiver.received[1].body) is bool(joined["events"]) is seen


async def test_begins_with_what_happens_next(service: Service) -> None:
    """Without a version to begin after, what was is not delivered."""
    encounter = await service.open()
    await service.note(encounter)
    async with receiving() as receiver:
        hook = await service.hook(encounter, receiver.url)
        await service.deliver(encounter, hook)
        assert receiver.versions == []
        await service.note(encounter)
        await service.deliver(encounter, hook)
    assert receiver.versions == [3]


async def test_more_than_a_page_is_delivered_at_once(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """However much has gathered, all of it is delivered."""
    monkeypatch.setattr("service.webhooks.dispatcher.PAGE", 2)
    encounter = await service.open()
    await service.note(encounter, 4)
    async with receiving() as receiver:
        await service.deliver(encounter, await service.hook(encounter, receiver.url, after=0))
    assert receiver.versions == [1, 2, 3, 4, 5]


async def test_waits_longer_after_each_failure_and_goes_on_in_order(service: Service, clock: Clock) -> None:
    """A version that fails is tried again after 5, 15 and 45 seconds, and what comes after it waits for it."""
    encounter = await service.open()
    await service.note(encounter)
    async with receiving(status(500), status(503), HANGS_UP) as receiver:
        hook = await service.hook(encounter, receiver.url, after=0)
        for tries, wait in enumerate((5, 15, 45), start=1):
            told = await service.deliver(encounter, hook)
            assert (told.tries, told.delivered) == (tries, 0)
            clock.now += wait - 0.1
            assert await service.deliver(encounter, hook) == told
            clock.now += 0.1
        told = await service.deliver(encounter, hook)
    assert receiver.versions == [1, 1, 1, 1, 2]
    assert len({one.headers["webhook-id"] for one in receiver.received}) == 2
    assert (told.tries, told.last_error, told.next_try) == (0, None, None)


async def test_says_when_and_why(service: Service) -> None:
    """While a delivery waits, the webhook tells when it is tried again, and what the last answer was."""
    encounter = await service.open()
    async with receiving(status(500)) as receiver:
        told = await service.deliver(encounter, await service.hook(encounter, receiver.url, after=0))
    assert told.next_try == "2023-11-14T22:13:25+00:00"
    assert told.last_error is not None
    assert (told.last_error.es, told.last_error.en) == ("La respuesta fue 500.", "The answer was 500.")


async def test_waits_are_spread_and_bounded(journal: Journal, clock: Clock) -> None:
    """Of each wait at the most half is taken away by chance, and none is longer than the longest."""
    limits = Settings(webhook_longest_wait=timedelta(seconds=20))
    service = Service(journal, clock, limits)
    service.dispatcher.chance = lambda: 1.0
    encounter = await service.open()
    async with receiving(*[status(500)] * 4) as receiver:
        hook = await service.hook(encounter, receiver.url, after=0)
        for wait in (2.5, 7.5, 10, 10):
            await service.deliver(encounter, hook)
            kept = await service.desk.hooks.at(Place(encounter, hook.id))
            assert kept is not None
            assert kept.due == clock.now + wait
            clock.now = kept.due


async def test_a_dead_hook_goes_on_where_it_stood(journal: Journal, clock: Clock) -> None:
    """When all tries are used up nothing more is sent; retried, it goes on from the version that failed."""
    service = Service(journal, clock, Settings(webhook_tries=2))
    encounter = await service.open()
    async with receiving(status(500), HANGS_UP) as receiver:
        hook = await service.hook(encounter, receiver.url, after=0)
        await service.deliver(encounter, hook)
        clock.now += 5
        dead = await service.deliver(encounter, hook)
        assert (dead.state, dead.tries, dead.next_try) == (WebhookState.DEAD, 2, None)
        assert dead.last_error is not None
        await service.note(encounter)
        clock.now += 1e6
        assert await service.deliver(encounter, hook) == dead
        revived = await service.desk.retry(encounter, hook.id)
        assert (revived.state, revived.tries, revived.secret) == (WebhookState.ACTIVE, 0, None)
        await service.deliver(encounter, hook)
    assert receiver.versions == [1, 1, 1, 2]


async def test_who_is_gone_is_asked_no_more(service: Service) -> None:
    """A 410 makes a webhook dead at once."""
    encounter = await service.open()
    async with receiving(status(410)) as receiver:
        told = await service.deliver(encounter, await service.hook(encounter, receiver.url, after=0))
    assert (told.state, told.tries) == (WebhookState.DEAD, 1)


async def test_both_secrets_sign_for_a_day(service: Service, clock: Clock) -> None:
    """After a rotation the old secret and the new one sign, and a day later the new one alone."""
    encounter = await service.open()
    async with receiving() as receiver:
        hook = await service.hook(encounter, receiver.url)
        rotated = await service.desk.rotate(encounter, hook.id)
        await service.note(encounter)
        await service.deliver(encounter, hook)
        assert signed_by(one_secret(hook), receiver, 0, clock)
        assert signed_by(one_secret(rotated), receiver, 0, clock)
        clock.now += OVERLAP
        await service.note(encounter)
        await service.deliver(encounter, hook)
    assert not signed_by(one_secret(hook), receiver, 1, clock)
    assert signed_by(one_secret(rotated), receiver, 1, clock)


async def test_a_rotation_repeated_breaks_nobody(service: Service, clock: Clock) -> None:
    """A client that did not hear of its rotation and asks again leaves the first secret signing."""
    encounter = await service.open()
    async with receiving() as receiver:
        hook = await service.hook(encounter, receiver.url)
        for _ in range(2):
            await service.desk.rotate(encounter, hook.id)
        await service.note(encounter)
        await service.deliver(encounter, hook)
    assert signed_by(one_secret(hook), receiver, 0, clock)
    assert len(receiver.received[0].headers["webhook-signature"].split()) == 3


async def test_what_changes_under_way_is_kept(service: Service) -> None:
    """A secret that is rotated while a delivery is under way is not lost by its outcome, and the hook goes on."""
    encounter = await service.open()
    async with receiving(SILENCE) as receiver:
        hook = await service.hook(encounter, receiver.url, after=0)
        delivering = asyncio.create_task(service.deliver(encounter, hook))
        await receiver.wait_for(1)
        rotated = await service.desk.rotate(encounter, hook.id)
        receiver.hang_up.set()
        await asyncio.wait_for(delivering, 30)
    kept = await service.desk.hooks.at(Place(encounter, hook.id))
    assert kept is not None
    assert [secret.text for secret in kept.secrets] == [rotated.secret, hook.secret]
    assert kept.tries == 1


async def test_a_hook_removed_under_way_stays_removed(service: Service) -> None:
    """A webhook that is removed while a delivery is under way does not come back by its outcome."""
    encounter = await service.open()
    async with receiving(SILENCE) as receiver:
        hook = await service.hook(encounter, receiver.url, after=0)
        place = Place(encounter, hook.id)
        delivering = asyncio.create_task(service.dispatcher.deliver(place))
        await receiver.wait_for(1)
        await service.desk.remove(encounter, hook.id)
        receiver.hang_up.set()
        assert await asyncio.wait_for(delivering, 30)
    assert not await service.dispatcher.deliver(place)
    assert place not in await service.desk.hooks.everywhere()


async def test_one_delivers_at_a_time(journal: Journal, clock: Clock) -> None:
    """While a process delivers, no other does; if it never comes back, another goes on after its hold."""
    one, other = Service(journal, clock), Service(journal, clock)
    encounter = await one.open()
    async with receiving(SILENCE) as receiver:
        hook = await one.hook(encounter, receiver.url, after=0)
        stuck = asyncio.create_task(one.deliver(encounter, hook))
        await receiver.wait_for(1)
        await other.deliver(encounter, hook)
        assert receiver.versions == [1]
        clock.now += 60
        told = await other.deliver(encounter, hook)
        assert (receiver.versions, told.delivered) == ([1, 1], 1)
        receiver.hang_up.set()
        await asyncio.wait_for(stuck, 30)
    assert await one.shown(encounter, hook) == told


async def test_a_restart_goes_on_at_the_cursor(journal: Journal, clock: Clock) -> None:
    """A service that starts anew delivers what came meanwhile, and nothing it had delivered before."""
    before = Service(journal, clock)
    encounter = await before.open()
    async with receiving() as receiver:
        hook = await before.hook(encounter, receiver.url, after=0)
        async with before.dispatcher.at_work():
            await receiver.wait_for(1)
            await until_free(before, Place(encounter, hook.id))
        await before.note(encounter, 2)
        async with Service(journal, clock).dispatcher.at_work():
            await receiver.wait_for(3)
    assert receiver.versions == [1, 2, 3]


async def until_free(service: Service, place: Place) -> None:
    """Return once the hook has something delivered and nobody holds it."""
    async with service.live.folds.journal.wakes(place.encounter) as wakes:
        async for _ in wakes:
            kept = await service.desk.hooks.at(place)
            if kept and kept.cursor and not kept.holder:
                return


async def test_who_dies_under_way_is_followed(journal: Journal, clock: Clock) -> None:
    """A delivery that its process did not live to record is made once more, under the same id, and none is lost."""
    before = Service(journal, clock)
    encounter = await before.open()
    await before.note(encounter)
    async with receiving(SILENCE) as receiver:
        hook = await before.hook(encounter, receiver.url, after=0)
        async with before.dispatcher.at_work():
            await receiver.wait_for(1)
        clock.now += 60
        await Service(journal, clock).deliver(encounter, hook)
    assert receiver.versions == [1, 1, 2]
    assert receiver.received[0].headers["webhook-id"] == receiver.received[1].headers["webhook-id"]


async def test_two_dispatchers_deliver_once_each_in_order(store_journal: RedisJournal) -> None:
    """Two processes on one Valkey, commands from both: every version comes once, in order, while both are awake."""
    clock = Clock()
    services = [Service(store_journal, clock) for _ in range(2)]
    encounter = await services[0].open()
    async with receiving() as receiver, services[0].dispatcher.at_work(), services[1].dispatcher.at_work():
        hook = await services[1].hook(encounter, receiver.url, after=0)
        for service in services * 10:
            await service.note(encounter)
        await receiver.wait_for(21)
        await until_free(services[0], Place(encounter, hook.id))
    assert receiver.versions == list(range(1, 22))


async def test_a_hook_from_elsewhere_is_found(journal: Journal, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process also serves hooks that another has registered, once it looks at the list again."""
    monkeypatch.setattr("service.webhooks.dispatcher.LOOK", 0.01)
    here, elsewhere = Service(journal, clock), Service(journal, clock)
    encounter = await here.open()
    async with receiving() as receiver, here.dispatcher.at_work():
        await elsewhere.hook(encounter, receiver.url, after=0)
        await receiver.wait_for(1)
    assert receiver.versions == [1]


async def test_a_forgotten_encounter_leaves_the_list(service: Service) -> None:
    """When an encounter is deleted, its hooks are gone, from the list too."""
    encounter = await service.open()
    async with receiving() as receiver:
        hook = await service.hook(encounter, receiver.url)
    await service.live.folds.forget(encounter)
    assert not await service.dispatcher.deliver(Place(encounter, hook.id))
    assert str(Place(encounter, hook.id)) not in await service.live.folds.journal.pages(REGISTER, Book.HOOKS)


async def test_a_hook_at_fault_holds_up_no_other(service: Service, caplog: pytest.LogCaptureFixture) -> None:
    """A page that cannot be read is told in the log, and other hooks are delivered to."""
    encounter, broken = await service.open(), Place(await service.open(), "broken")
    await service.live.folds.journal.write(broken.encounter, Book.HOOKS, broken.id, "{}")
    await service.desk.hooks.keep_listed(broken)
    async with receiving() as receiver, service.dispatcher.at_work():
        await service.hook(encounter, receiver.url, after=0)
        await receiver.wait_for(1)
    await service.live.folds.forget(broken.encounter)
    await service.desk.hooks.strike_off(broken)
    assert f"webhook {broken} cannot be served" in caplog.messages

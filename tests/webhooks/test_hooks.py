"""The steps that a hook takes, and the list of all hooks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schema.access import Role
from schema.webhooks import WebhookState
from schema.words import Text
from service.store.journal import Book, Journal
from service.webhooks.hooks import (
    MOST_SECRETS,
    OVERLAP,
    REGISTER,
    Hook,
    Place,
    Secret,
    delivered,
    failed,
    held,
    let_go,
    revived,
    rotated,
)
from tests.webhooks.receivers import receiving
from tests.webhooks.services import Service

HOOK = Hook(
    url="https://example.com/",
    fingerprint="f",
    role=Role.OBSERVER,
    name="webhook",
    secrets=(Secret(text="first"),),
    cursor=3,
)
ERROR = Text(es="no", en="no")


def test_only_who_holds_it_moves_it() -> None:
    """Who has lost its hold on a hook changes nothing of it, whatever came of its delivery."""
    hook = held(HOOK, by="other", now=0, until=20)
    assert delivered(hook, by="one", version=4, until=30) == hook
    assert failed(hook, by="one", error=ERROR, again=None) == hook
    assert let_go(hook, by="one") == hook
    assert held(hook, by="one", now=19.9, until=40) == hook
    assert held(hook, by="one", now=20, until=40).holder == "one"


def test_whoever_held_it_a_retry_begins_anew() -> None:
    """A hook that is retried is free, alive and has all its tries, and stands where it stood."""
    dead = failed(held(HOOK, by="one", now=0, until=20), by="one", error=ERROR, again=None)
    assert dead.state is WebhookState.DEAD
    again = revived(held(revived(dead), by="one", now=0, until=20))
    assert (again.state, again.tries, again.holder, again.cursor) == (WebhookState.ACTIVE, 0, "", 3)
    assert not again.rests(0)


@given(st.lists(st.floats(0, OVERLAP, exclude_min=True), max_size=8))
def test_a_secret_signs_for_a_day_after_it_was_replaced(waits: list[float]) -> None:
    """However often secrets are rotated, each signs until a day after the next came, as far as there is room."""
    hook, now, replaced = HOOK, 0.0, list[tuple[str, float]]()
    for number, wait in enumerate(waits):
        now += wait
        replaced.append((hook.secrets[0].text, now))
        hook = rotated(hook, secret=f"secret {number}", now=now)
    recent = [text for text, at in reversed(replaced) if at + OVERLAP > now]
    assert hook.signing(now) == (hook.secrets[0].text, *recent)[:MOST_SECRETS]


def test_what_is_secret_is_not_in_its_words() -> None:
    """Neither a secret nor the address, which may hold one, is told where a hook is printed."""
    assert "first" not in repr(HOOK)
    assert "example.com" not in repr(HOOK)


@pytest.mark.anyio
async def test_a_hook_that_came_back_stays_on_the_list(service: Service) -> None:
    """A hook that was registered again while it was being struck off is on the list."""
    encounter = await service.open()
    async with receiving() as receiver:
        hook = await service.hook(encounter, receiver.url)
    place = Place(encounter, hook.id)
    await service.desk.hooks.strike_off(place)
    assert place in await service.desk.hooks.everywhere()


@pytest.mark.anyio
async def test_deliveries_keep_the_list_alive(service: Service, journal: Journal) -> None:
    """A list that has been lost, or has expired, has a hook again once it is delivered to, or retried."""
    encounter = await service.open()
    async with receiving() as receiver:
        hook = await service.hook(encounter, receiver.url, after=0)
        place = Place(encounter, hook.id)
        for renew in (service.deliver(encounter, hook), service.desk.retry(encounter, hook.id)):
            await journal.tear_out(REGISTER, Book.HOOKS, str(place))
            await renew
            assert place in await service.desk.hooks.everywhere()

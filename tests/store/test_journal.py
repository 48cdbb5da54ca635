"""What every journal keeps to, in memory as on a real server."""

import secrets
from collections.abc import Sequence
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.store.journal import Book, Entry, Head, Journal, Snapshot
from service.store.memory import MemoryJournal
from service.store.redis import RedisJournal
from tests.store.writers import entry, head

pytestmark = pytest.mark.anyio

ONE, TWO, THREE = entry(1), entry(2), entry(3)


async def filled(journal: Journal, encounter: str, entries: Sequence[Entry]) -> None:
    """Write the entries to a stream that is empty."""
    last = None
    for one in entries:
        assert await journal.append(encounter, one, head(last)) is None
        last = one


async def test_reads_in_order_what_was_appended(journal: Journal, encounter: str) -> None:
    """What is appended at the end of a stream is read from it, in order, after any version."""
    await filled(journal, encounter, [ONE, TWO, THREE])
    assert await journal.read(encounter) == (ONE, TWO, THREE)
    assert await journal.read(encounter, 2) == (THREE,)
    assert await journal.read(encounter, 3) == ()


async def test_an_encounter_nobody_wrote_is_empty(journal: Journal, encounter: str) -> None:
    """A stream that was never written has no entries and no snapshot."""
    assert await journal.read(encounter) == ()
    assert await journal.snapshot(encounter) is None


@pytest.mark.parametrize(
    ("after", "since"),
    [
        pytest.param(Head(), (ONE, TWO), id="the first of two writers won"),
        pytest.param(head(ONE), (TWO,), id="one entry behind"),
        pytest.param(head(THREE), (), id="ahead of the store"),
        pytest.param(Head(2, "another past"), (), id="on another past"),
        pytest.param(Head(1, "another past"), (TWO,), id="behind and on another past"),
    ],
)
async def test_who_is_not_at_the_end_appends_nothing(
    journal: Journal, encounter: str, after: Head, since: tuple[Entry, ...]
) -> None:
    """A writer that is not at the end of the stream changes nothing, and is told what came after its head."""
    await filled(journal, encounter, [ONE, TWO])
    assert await journal.append(encounter, entry(after.version + 1, "late"), after) == since
    assert await journal.read(encounter) == (ONE, TWO)


async def test_what_is_sent_twice_finds_itself(journal: Journal, encounter: str) -> None:
    """An append sent a second time answers its own entry, and is not kept twice."""
    await filled(journal, encounter, [ONE, TWO])
    assert await journal.append(encounter, TWO, head(ONE)) == (TWO,)
    assert await journal.read(encounter) == (ONE, TWO)


async def test_encounters_are_apart(journal: Journal, encounter: str) -> None:
    """What is written to one encounter is not seen in another."""
    await filled(journal, encounter, [ONE])
    assert await journal.read(encounter[::-1] + "x") == ()


@pytest.mark.parametrize("body", ["", "{}", '{"es":"¿Puñal?\\n","n":"\U0001f3b2"}', "a\nb\0c", "x" * 200_000])
async def test_text_comes_back_as_it_was(journal: Journal, encounter: str, body: str) -> None:
    """A body and a snapshot come back to the last letter."""
    await filled(journal, encounter, [entry(1, body)])
    kept = Snapshot(version=1, hash="a1", body=body)
    await journal.keep(encounter, kept)
    assert await journal.read(encounter) == (entry(1, body),)
    assert await journal.snapshot(encounter) == kept


async def test_the_snapshot_kept_last_is_returned(journal: Journal, encounter: str) -> None:
    """A later snapshot takes the place of an earlier one."""
    for version in (1, 2):
        await journal.keep(encounter, Snapshot(version=version, hash=f"h{version}", body="with some spaces"))
    kept = await journal.snapshot(encounter)
    assert kept == Snapshot(version=2, hash="h2", body="with some spaces")


async def test_a_page_is_what_was_written_last(journal: Journal, encounter: str) -> None:
    """Books keep the last text of each page, apart from each other and from other encounters."""
    await journal.write(encounter, Book.TOKENS, "one", "first")
    await journal.write(encounter, Book.TOKENS, "one", "ñ\n")
    await journal.write(encounter, Book.HOOKS, "two", "other")
    assert await journal.page(encounter, Book.TOKENS, "one") == "ñ\n"
    assert await journal.pages(encounter, Book.TOKENS) == {"one": "ñ\n"}
    assert await journal.page(encounter, Book.TOKENS, "two") is None
    assert await journal.pages("b" * 26, Book.TOKENS) == {}


async def test_who_claims_a_page_first_has_it(journal: Journal, encounter: str) -> None:
    """A page that is there is not written anew by a claim: who comes later learns what stands."""
    assert await journal.claim(encounter, Book.SEEDS, "1", "mine") == "mine"
    assert await journal.claim(encounter, Book.SEEDS, "1", "yours") == "mine"


async def test_a_page_is_amended_only_as_it_was(journal: Journal, encounter: str) -> None:
    """Who amends a page that others have written, or torn out, changes nothing; and who sends it twice is told yes."""
    await journal.write(encounter, Book.HOOKS, "one", "first")
    assert await journal.amend(encounter, Book.HOOKS, "one", "second", was="first")
    assert await journal.amend(encounter, Book.HOOKS, "one", "second", was="first")
    assert not await journal.amend(encounter, Book.HOOKS, "one", "third", was="first")
    assert not await journal.amend(encounter, Book.HOOKS, "two", "third", was="first")
    assert await journal.pages(encounter, Book.HOOKS) == {"one": "second"}


async def test_a_page_torn_out_is_gone(journal: Journal, encounter: str) -> None:
    """A page can be deleted once."""
    await journal.write(encounter, Book.TOKENS, "one", "text")
    assert await journal.tear_out(encounter, Book.TOKENS, "one")
    assert not await journal.tear_out(encounter, Book.TOKENS, "one")
    assert await journal.page(encounter, Book.TOKENS, "one") is None


async def test_books_go_with_their_encounter(journal: Journal, encounter: str) -> None:
    """Nothing is left of an encounter that is forgotten."""
    await journal.write(encounter, Book.HOOKS, "one", "text")
    await journal.forget(encounter)
    assert await journal.pages(encounter, Book.HOOKS) == {}


HEADS = st.builds(
    Head, st.integers(0, 4), st.sampled_from(["", *(f"{n}:{body}" for n in range(1, 5) for body in "ab")])
)
TRIES = st.lists(st.tuples(HEADS, st.sampled_from("ab")), max_size=12)


@given(tries=TRIES)
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_memory_and_server_answer_alike(store_journal: RedisJournal, tries: list[tuple[Head, str]]) -> None:
    """Whatever writers believe, memory and server answer them the same, and keep the same."""
    memory, encounter = MemoryJournal(), secrets.token_hex(13)
    for after, body in tries:
        new = entry(after.version + 1, body)
        assert await memory.append(encounter, new, after) == await store_journal.append(encounter, new, after)
    assert await memory.read(encounter) == await store_journal.read(encounter)


async def test_the_agenda_tells_what_is_due(journal: Journal, encounter: str) -> None:
    """What is due by a time is told with the time, the longest first, until it has been attended to."""
    for name, at in ((encounter, 30.25), (f"{encounter}2", 20.5), (encounter, 10.125), (encounter, 30.25)):
        await journal.remind(name, at)

    async def due(by: float) -> list[tuple[str, float]]:
        return [(name, at) for name, at in await journal.due(by) if name.startswith(encounter)]

    assert await due(9.0) == []
    assert await due(20.5) == [(encounter, 10.125), (f"{encounter}2", 20.5)]
    await journal.attended(encounter, 10.125)
    await journal.attended(encounter, 10.125)
    assert await due(40.0) == [(f"{encounter}2", 20.5), (encounter, 30.25)]


async def test_what_is_struck_off_the_list_is_kept(journal: Journal, encounter: str) -> None:
    """A stream that is struck off the list is there all the same."""
    await filled(journal, encounter, [ONE])
    await journal.enlist(encounter, 1e12)
    await journal.strike(encounter)
    assert encounter not in await journal.listed(skip=0, first=1_000)
    assert await journal.read(encounter) == (ONE,)


async def test_streams_of_another_kind_have_a_list_of_their_own(journal: Journal, encounter: str) -> None:
    """What is enlisted among others is not listed here, and is found by whoever asks for that kind again."""
    kind = f"kind-{encounter}"
    others = journal.beside(kind, timedelta(hours=1))
    await filled(others, encounter, [ONE])
    await others.enlist(encounter, 1e12)
    assert encounter not in await journal.listed(skip=0, first=1_000)
    again = journal.beside(kind, timedelta(hours=1))
    assert await again.listed(skip=0, first=10) == (encounter,)
    assert await again.read(encounter) == (ONE,)

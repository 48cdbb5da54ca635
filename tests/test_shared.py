"""Questions that many ask at a time are asked once, and no answer is older than its question."""

import asyncio

import pytest

from service.shared import Shared

pytestmark = pytest.mark.anyio


class Store:
    """Answers a question when it is let, with how many were asked before it."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.open = asyncio.Event()

    async def ask(self, question: str) -> int:
        """Answer when it is let."""
        self.asked.append(question)
        number = len(self.asked)
        await self.open.wait()
        return number


async def begun(count: int, shared: Shared[int], question: str) -> list[asyncio.Task[int]]:
    """Let so many ask, and return when they have."""
    tasks = [asyncio.create_task(shared.answer(question)) for _ in range(count)]
    for _ in range(5):
        await asyncio.sleep(0)
    return tasks


async def test_who_asks_in_the_meantime_shares_the_next_answer() -> None:
    """However many ask, a question is asked once at a time; those who come while it is get what is asked after."""
    store = Store()
    shared = Shared(store.ask)
    first = await begun(10, shared, "a")
    then = await begun(10, shared, "a")
    other = await begun(1, shared, "b")
    assert store.asked == ["a", "b"]
    store.open.set()
    assert await asyncio.gather(*first, *then, *other) == [1] * 10 + [3] * 10 + [2]


async def test_who_leaves_takes_nobody_along() -> None:
    """One who gives up waiting leaves the others their answer."""
    store = Store()
    shared = Shared(store.ask)
    tasks = await begun(2, shared, "a")
    tasks[0].cancel()
    store.open.set()
    assert await tasks[1] == 1


async def test_what_nobody_waits_for_is_given_up() -> None:
    """When all have given up, so is the question, at whatever it is; who asks after that is answered."""
    store = Store()
    shared = Shared(store.ask)
    tasks = [*await begun(2, shared, "a"), *await begun(2, shared, "a"), asyncio.create_task(shared.answer("b"))]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.sleep(0)
    assert not [task for task in asyncio.all_tasks() if "_answered" in repr(task.get_coro())]
    store.open.set()
    assert await shared.answer("a") == 2


async def test_what_goes_wrong_is_told_to_all_and_not_kept() -> None:
    """A question that fails fails for all who asked it, and the next is asked anew."""
    failures = iter([OSError("away")])

    async def ask() -> int:
        for failure in failures:
            raise failure
        return 1

    shared = Shared(ask)
    told = await asyncio.gather(shared.answer(), shared.answer(), return_exceptions=True)
    assert [str(each) for each in told] == ["away", "away"]
    assert await shared.answer() == 1

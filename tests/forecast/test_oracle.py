"""The oracle: small questions at once, large ones elsewhere, the same answers from both."""

from collections.abc import AsyncIterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest

from schema.odds import RangeInput
from schema.refusals import NotAllowed, TooMuch, Unavailable
from service.forecast import oracle as oracles
from service.forecast.curves import curve
from service.forecast.forecasts import forecast
from service.forecast.oracle import Oracle, Question
from tests.forecast.asked import operation, told

pytestmark = pytest.mark.anyio

LARGE = "40d6!"
HOPELESS = "200d1000kh150!"


@pytest.fixture
async def oracle() -> AsyncIterator[Oracle]:
    """Lend an oracle."""
    made = Oracle()
    yield made
    made.close()


def rolled(text: str) -> Question:
    """Return the question what a notation may come to."""
    return asked("notation", "roll", {"text": text})


def asked(member: str, name: str, request: dict[str, Any]) -> Question:
    """Return the question what a request may come to."""
    shape = operation(member, name).asked
    return Question(ask=forecast, operation=name, member=member, details=(shape.model_validate(request),))


async def test_small_questions_are_answered_at_once(oracle: Oracle) -> None:
    """What takes little is answered without a process of its own."""
    assert await oracle.answer(rolled("4d6kh3+2")) == told("notation", "roll", text="4d6kh3+2")
    assert oracle._process._begun is None


async def test_large_questions_are_answered_elsewhere(oracle: Oracle) -> None:
    """What takes more is answered by a process of its own, in the very same words."""
    assert await oracle.answer(rolled(LARGE)) == told("notation", "roll", text=LARGE)
    assert oracle._process._begun is not None


async def test_refusals_come_back_as_they_are(oracle: Oracle) -> None:
    """What is refused is refused alike from either side of the wall."""
    with pytest.raises(TooMuch) as hopeless:
        await oracle.answer(rolled(HOPELESS))
    assert hopeless.value.code == "too_many_branches"
    with pytest.raises(NotAllowed):
        await oracle.answer(asked("traveller", "roll", {"formula": "3D", "boons": 1}))


async def test_an_oracle_outlives_its_process(oracle: Oracle) -> None:
    """A process that dies costs the question that it was at, and no later one."""
    await oracle.answer(rolled(LARGE))
    process = oracle._process.begin().result()
    assert isinstance(process, ProcessPoolExecutor)
    for worker in process._processes.values():
        worker.kill()
        worker.join()
    with pytest.raises(Unavailable):
        await oracle.answer(rolled("41d6!"))
    assert await oracle.answer(rolled(LARGE)) == told("notation", "roll", text=LARGE)


async def test_only_so_many_wait(oracle: Oracle, monkeypatch: pytest.MonkeyPatch) -> None:
    """Past so many questions that wait, the next is told to come again."""
    monkeypatch.setattr(oracles, "WAITING", 0)
    with pytest.raises(Unavailable):
        await oracle.answer(rolled(LARGE))


async def test_curves_cross_the_wall_whole(oracle: Oracle) -> None:
    """A curve over many points is the same wherever it is drawn."""
    shape = operation("percentile", "check").asked
    details = (shape.model_validate({"base": 1}), RangeInput(field="base", first=1, last=50))
    found = await oracle.answer(Question(ask=curve, operation="check", member="percentile", details=details))
    assert [point.success.fraction for point in found.points[-2:]] == ["49/100", "1/2"]

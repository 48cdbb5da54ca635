"""Canaries sing: what is searched for would be found."""

from typing import Any

import pytest
from fastapi import FastAPI

from schema.commands import Envelope, NewEncounterInput
from service.folds import Folds, existing
from service.live import Live
from service.store.memory import MemoryJournal
from service.systems.catalogue import systems
from tests.canaries import Heard, hold

pytestmark = pytest.mark.anyio

TOKEN = b"arb_" + b"a" * 43


@pytest.fixture
async def app() -> FastAPI:
    """Lend an app in which an encounter is under way."""
    app, live = FastAPI(), Live(Folds(MemoryJournal(), {system.name: system for system in systems()}))
    await live.create(Envelope(command_id="0" * 16), NewEncounterInput(system="ryf", name="Bodega"))
    app.state.live = live
    return app


async def test_what_tells_nothing_is_let_pass(app: FastAPI) -> None:
    """A token that is told once, and whatever else, is no secret told."""
    await hold(app, Heard(answers=[TOKEN, b"hello"], lines=[b"hello"]))


@pytest.mark.parametrize("heard", [{"answers": [TOKEN, TOKEN]}, {"lines": [TOKEN]}])
async def test_a_token_told_again_or_logged_is_found(app: FastAPI, heard: Any) -> None:
    """A token told twice, or in a log, is found."""
    with pytest.raises(AssertionError, match="token"):
        await hold(app, Heard(**heard))


async def test_a_seed_told_early_is_found(app: FastAPI) -> None:
    """The seed of a fight under way is found wherever it stands."""
    live: Live = app.state.live
    (id_,) = await live.folds.journal.listed(skip=0, first=1)
    secret = await live.seeds.behind(existing(await live.folds.newest(id_)))
    assert secret is not None
    with pytest.raises(AssertionError, match="seed"):
        await hold(app, Heard(answers=[b"x" + secret.seed.encode()]))

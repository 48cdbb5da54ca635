"""The application: the only place that wires things together."""

import signal
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from importlib.metadata import version
from types import FrameType
from typing import Any

from fastapi import FastAPI

from service import due
from service.access import Access
from service.api import examples, graphql, health, jobs, odds, options, refusing, rest, simulations, webhooks
from service.api.contract import Contract, contract, implementations
from service.api.described import Described
from service.api.guard import Guard
from service.background import meanwhile
from service.folds import Folds
from service.forecast.oracle import Oracle
from service.live import Live
from service.settings import Settings
from service.simulation.crew import Crew
from service.simulation.queueing import Queue
from service.simulation.workers import hiring
from service.store.journal import Journal
from service.store.opened import open_journal
from service.systems.catalogue import systems
from service.web import handbook, pages
from service.webhooks.desk import Desk
from service.webhooks.dispatcher import Dispatcher
from service.webhooks.hooks import Hooks
from service.webhooks.sender import Sender


def _let_go_at_the_end(watched: Sequence[Live | Queue]) -> None:
    """Have watchers let go as soon as the process is told to end, before the server waits for them."""
    if threading.current_thread() is not threading.main_thread():
        return
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, partial(_closing, watched, signal.getsignal(each)))


def _closing(watched: Sequence[Live | Queue], before: Any, number: int, frame: FrameType | None) -> None:
    for each in watched:
        each.closing = True
    if callable(before):
        before(number, frame)


def _access(settings: Settings, folds: Folds) -> Access:
    key, opens = settings.operator_key, settings.anybody_opens
    here = settings.host in {"localhost", "::1"} or settings.host.startswith("127.")
    return Access(
        folds=folds,
        operator_key=key.get_secret_value() if key else None,
        anybody_opens=here if opens is None else opens,
    )


def _crew(app: FastAPI, journal: Journal, settings: Settings, known: Contract) -> Crew:
    """Return who works on long simulations, beside the workers for short ones and the queue that both surfaces know."""
    hire = hiring(settings.simulation_workers, settings.simulation_cluster)
    app.state.workers = hire()
    kept = journal.beside("jobs", settings.job_ttl)
    app.state.queue = Queue(kept, app.state.live.folds, known.studies, settings.job_ttl)
    return Crew(app.state.queue, hire)


def _dispatcher(app: FastAPI, journal: Journal, settings: Settings) -> Dispatcher:
    """Return who delivers to webhooks, beside the desk at which they are looked after."""
    hooks = Hooks(journal)
    sender = Sender(seconds=settings.webhook_seconds, loopback=settings.webhook_loopback)
    app.state.desk = Desk(live=app.state.live, hooks=hooks, sender=sender, most=settings.webhooks)
    return Dispatcher(app.state.live, hooks, sender, settings)


@asynccontextmanager
async def _serving(app: FastAPI, opened: Journal, settings: Settings, known: Contract) -> AsyncIterator[None]:
    """Have ready all that answers, and at work all that goes on by itself, until the service ends."""
    folds = Folds(opened, known.systems)
    app.state.live = Live(folds, ttl=settings.encounter_ttl, expiry_warning=settings.expiry_warning)
    app.state.access = _access(settings, folds)
    app.state.oracle = Oracle()
    crew, dispatcher = _crew(app, opened, settings, known), _dispatcher(app, opened, settings)
    _let_go_at_the_end((app.state.live, app.state.queue))
    if settings.processes_early:
        app.state.oracle.begin()
        app.state.workers.begin()
    async with meanwhile(due.watch(opened, app.state.live.settle)), dispatcher.at_work(), meanwhile(crew.serve()):
        yield
    app.state.oracle.close()
    app.state.workers.close()
    await opened.close()


def create_app(settings: Settings | None = None, journal: Journal | None = None) -> FastAPI:
    """Return the service over the systems found, keeping encounters in the journal, or where the settings say."""
    settings = settings or Settings()
    known = contract(systems())
    app = Described(
        implementations(known),
        partial(examples.shown, known),
        title="Árbitro",
        description="A referee for tabletop role-playing games. The same contract is at /graphql.",
        version=version("arbitro"),
        lifespan=lambda app: _serving(app, journal or open_journal(settings), settings, known),
        docs_url=None,
        redoc_url=None,
    )
    _install(app, settings, known)
    return app


def _install(app: FastAPI, settings: Settings, known: Contract) -> None:
    """Give the application its paths, its pages, its refusals and its guard."""
    surfaces = (rest, odds, jobs, simulations, options)
    for router in (health.router, *(each.routes(known) for each in surfaces), webhooks.router):
        app.include_router(router)
    webhooks.describe(app)
    app.include_router(graphql.router(graphql.schema(known, settings), settings), prefix="/graphql")
    pages.install(app)
    handbook.install(app, known.systems, known.command)
    refusing.install(app, settings.errors)
    app.add_middleware(Guard, limits=settings)

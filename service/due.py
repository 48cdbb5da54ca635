"""Attacks whose target has had its time: the service has each resolved, once, though nobody asks."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime

from schema.commands import CommandEnvelope, ResolveInput
from schema.encounter import Status
from schema.refusals import Unavailable
from service.encounters import log
from service.encounters.encounter import Encounter, Pending
from service.encounters.log import Fold
from service.encounters.reactions import overdue
from service.encounters.record import canonical, digest
from service.store.journal import Journal

ACTOR = "Árbitro"
"""Who gives the commands of the service itself, for the log."""

LAPSES = "lapse-"
"""How the ids of those commands begin; nobody else's may."""

EVERY = 1
"""How many seconds apart the service looks at what is due."""

logger = logging.getLogger(__name__)


def lapsing(fold: Fold, at: str) -> tuple[CommandEnvelope, ResolveInput] | None:
    """Return the command that resolves the next attack whose time is over, None where there is none.

    Its id is always the same for one attack, so that of several services one carries it out; and it is never given
    again, though it be undone.
    """
    for attack in overdue(fold.encounter, at):
        id_ = f"{LAPSES}{digest(canonical([fold.encounter.id, attack.id, attack.until]))[:32]}"
        if log.key(id_) not in fold.commands:
            return CommandEnvelope(command_id=id_, actor=ACTOR), ResolveInput(attack=attack.id)
    return None


async def foretold(journal: Journal, before: Encounter | None, after: Encounter) -> None:
    """Put on the agenda when targets will have had their time, of attacks that begin to wait or to wait again."""
    for attack in _waiting(after):
        if attack not in _waiting(before):
            await journal.remind(after.id, datetime.fromisoformat(attack.until).timestamp())


def _waiting(encounter: Encounter | None) -> tuple[Pending, ...]:
    return encounter.pending if encounter and encounter.status is Status.RUNNING else ()


async def attend(journal: Journal, settle: Callable[[str], Awaitable[None]], now: datetime) -> None:
    """Have all encounters settled in which something is due; where that fails, it stays on the agenda."""
    for encounter, at in await journal.due(now.timestamp()):
        try:
            await settle(encounter)
        except Exception:
            logger.exception("what is due in %s waits", encounter)
        else:
            await journal.attended(encounter, at)


async def watch(journal: Journal, settle: Callable[[str], Awaitable[None]]) -> None:
    """Attend to what is due, again and again."""
    while True:
        await asyncio.sleep(EVERY)
        with suppress(Unavailable):
            await attend(journal, settle, datetime.now(UTC))

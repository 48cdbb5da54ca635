"""Access: the tokens by which an encounter knows who comes, and what comes of having none."""

import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import cached_property
from typing import Any

from schema.access import MintedToken, NewTokenInput, Role, Seat, Token
from schema.commands import Envelope
from schema.events import CommandResult, OpenedEncounter
from schema.refusals import Forbidden, NotFound, Reason, TooMuch
from service.encounters.permissions import led_by
from service.encounters.record import digest
from service.encounters.viewer import GAME_MASTER, Viewer
from service.folds import ID, NO_SUCH_ENCOUNTER, Folds, existing
from service.orders import opener
from service.shared import Shared
from service.store.journal import Book

PREFIX = "arb_"
"""How every token begins, so that scanners for leaked secrets know one."""

MOST_TOKENS = 100
ID_LENGTH = 16

FOR_OPERATOR = Reason(
    "for_operator",
    "Eso pide la clave de quien administra este servicio.",
    "That takes the key of whoever runs this service.",
)
NO_SUCH_TOKEN = Reason("no_such_token", "No existe esa ficha de acceso.", "There is no such token.")
TOO_MANY_TOKENS = Reason(
    "too_many_tokens", "Caben {most} fichas de acceso como mucho.", "There may be {most} tokens at the most."
)


class Right(StrEnum):
    """Who may do something."""

    ANYBODY = "ANYBODY"
    OPENER = "OPENER"
    """Whoever may open encounters: anybody, or only the operator, as the service is set up."""
    OPERATOR = "OPERATOR"
    SEATED = "SEATED"
    """Whoever holds a token of the encounter; of commands, each says more."""
    GAME_MASTER = "GAME_MASTER"
    JOB = "JOB"
    """Whoever knows the id of the job, which nobody can guess."""


RIGHTS: Mapping[str, Right] = {
    "roll": Right.ANYBODY,
    "check": Right.ANYBODY,
    "attack": Right.ANYBODY,
    "damage": Right.ANYBODY,
    "odds": Right.ANYBODY,
    "versus": Right.ANYBODY,
    "curve": Right.ANYBODY,
    "catalogue": Right.ANYBODY,
    "system_catalogue": Right.ANYBODY,
    "notation_grammar": Right.ANYBODY,
    "livez": Right.ANYBODY,
    "readyz": Right.ANYBODY,
    "create_encounter": Right.OPENER,
    "import_encounter": Right.OPENER,
    "open_fight": Right.OPENER,
    "encounters": Right.OPERATOR,
    "simulate": Right.SEATED,
    "simulated_fight": Right.SEATED,
    "simulate_versus": Right.SEATED,
    "simulate_sensitivity": Right.SEATED,
    "simulate_balance": Right.SEATED,
    "simulate_chart": Right.SEATED,
    "simulate_versus_chart": Right.SEATED,
    "simulate_sensitivity_chart": Right.SEATED,
    "simulate_balance_chart": Right.SEATED,
    "submit_simulation": Right.SEATED,
    "simulation_job": Right.JOB,
    "simulation_progress": Right.JOB,
    "cancel_simulation": Right.JOB,
    "encounter": Right.SEATED,
    "encounter_turn": Right.SEATED,
    "encounter_log": Right.SEATED,
    "encounter_events": Right.SEATED,
    "encounter_dice": Right.SEATED,
    "command": Right.SEATED,
    "options": Right.SEATED,
    "seat": Right.SEATED,
    "encounter_prose": Right.GAME_MASTER,
    "export_encounter": Right.GAME_MASTER,
    "clone_encounter": Right.GAME_MASTER,
    "delete_encounter": Right.GAME_MASTER,
    "tokens": Right.GAME_MASTER,
    "mint_token": Right.GAME_MASTER,
    "revoke_token": Right.GAME_MASTER,
    "webhooks": Right.GAME_MASTER,
    "add_webhook": Right.GAME_MASTER,
    "rotate_webhook_secret": Right.GAME_MASTER,
    "retry_webhook": Right.GAME_MASTER,
    "remove_webhook": Right.GAME_MASTER,
}
"""Who may do what, by the name that an operation has on both surfaces; what has no right here is nobody's."""


@dataclass(frozen=True, kw_only=True)
class Access:
    """The tokens of encounters; of each only the hash is kept."""

    folds: Folds
    operator_key: str | None = None
    """What the operator shows; None where there is no operator."""
    anybody_opens: bool = False
    """Whether encounters are opened without the operator's key."""

    async def viewer(self, id_: str, credential: str | None) -> Viewer:
        """Return who holds a credential; raises NotFound, whether the encounter is absent or not for its holder."""
        if not ID.fullmatch(id_) or credential is None:
            raise NotFound(NO_SUCH_ENCOUNTER, ("encounterId",))
        if self.is_operator(credential):
            return GAME_MASTER
        text = await self._page.answer(id_, digest(credential))
        token = Token.model_validate_json(text) if text else None
        if token is None or _is_over(token):
            raise NotFound(NO_SUCH_ENCOUNTER, ("encounterId",))
        return Viewer(role=token.role, name=token.name)

    @cached_property
    def _page(self) -> Shared[str | None]:
        """The page of a token, asked for once for all who watch by it."""
        return Shared(self._read)

    async def _read(self, id_: str, hash_: str) -> str | None:
        return await self.folds.journal.page(id_, Book.TOKENS, hash_)

    def is_operator(self, credential: str | None) -> bool:
        """Whether a credential is the operator's key."""
        key = self.operator_key
        return bool(key and credential) and hmac.compare_digest(str(key).encode(), str(credential).encode())

    async def mint(self, id_: str, new: NewTokenInput) -> MintedToken:
        """Make a token of an encounter; raises NotFound or TooMuch."""
        existing(await self.folds.newest(id_))
        if await self._held(id_) >= MOST_TOKENS:
            raise TooMuch(TOO_MANY_TOKENS, (), {"most": MOST_TOKENS})
        secret = PREFIX + secrets.token_urlsafe(32)
        hash_, lasts = digest(secret), new.lasts_hours
        token = Token(
            id=hash_[:ID_LENGTH],
            role=new.role,
            name=new.name,
            made_at=_now(),
            expires_at=None if lasts is None else _now(timedelta(hours=lasts)),
        )
        await self.folds.journal.write(id_, Book.TOKENS, hash_, token.model_dump_json())
        return MintedToken(secret=secret, token=token)

    async def _held(self, id_: str) -> int:
        """Return how many tokens an encounter has, when those whose time is over are thrown away."""
        pages = await self.folds.journal.pages(id_, Book.TOKENS)
        over = [hash_ for hash_, text in pages.items() if _is_over(Token.model_validate_json(text))]
        for hash_ in over:
            await self.folds.journal.tear_out(id_, Book.TOKENS, hash_)
        return len(pages) - len(over)

    async def tokens(self, id_: str) -> tuple[Token, ...]:
        """Return the tokens of an encounter, the oldest first."""
        pages = await self.folds.journal.pages(id_, Book.TOKENS)
        found = map(Token.model_validate_json, pages.values())
        return tuple(sorted(found, key=lambda token: (token.made_at, token.id)))

    async def revoke(self, id_: str, token: str) -> None:
        """End a token: what it watches ends as well; raises NotFound."""
        for hash_ in await self.folds.journal.pages(id_, Book.TOKENS):
            if hash_[:ID_LENGTH] == token:
                await self.folds.journal.tear_out(id_, Book.TOKENS, hash_)
                return
        raise NotFound(NO_SUCH_TOKEN, ("tokenId",))

    async def opened(self, result: CommandResult, envelope: Envelope) -> OpenedEncounter:
        """Return what opening an encounter came to, with a token for the Game Master while nothing else has happened.

        So whoever opens it and never hears the answer may ask again, and nobody may later on.
        """
        id_ = result.encounter.id
        fold = existing(await self.folds.newest(id_))
        fresh = fold.version == result.version
        minted = await self.mint(id_, NewTokenInput(role=Role.GAME_MASTER, name=opener(envelope))) if fresh else None
        return OpenedEncounter(**dict(result), token=minted.secret if minted else None)


@dataclass(frozen=True, kw_only=True)
class Caller:
    """Who asks for something: what it shows, and what that opens."""

    access: Access
    credential: str | None

    async def seated(self, operation: str, id_: str) -> Viewer:
        """Return who it is in an encounter, if it may do an operation there; raises NotFound or Forbidden."""
        viewer = await self.access.viewer(id_, self.credential)
        if RIGHTS[operation] is Right.GAME_MASTER:
            led_by(viewer)
        return viewer

    def may(self, operation: str) -> None:
        """Refuse an operation on no encounter in particular that is not for this caller; raises Forbidden."""
        opens = RIGHTS[operation] is Right.OPENER and self.access.anybody_opens
        if not opens and not self.access.is_operator(self.credential):
            raise Forbidden(FOR_OPERATOR)


def seat(viewer: Viewer) -> Seat:
    """Return who somebody is, as it is shown."""
    return Seat(role=viewer.role, name=viewer.name)


def bearer(header: Any) -> str | None:
    """Return the credential of an Authorization header, or None where there is none."""
    scheme, _, credential = str(header or "").partition(" ")
    return credential.strip() if scheme.lower() == "bearer" and credential.strip() else None


def _is_over(token: Token) -> bool:
    return token.expires_at is not None and token.expires_at <= _now()


def _now(after: timedelta = timedelta()) -> str:
    return (datetime.now(UTC) + after).isoformat(timespec="milliseconds")

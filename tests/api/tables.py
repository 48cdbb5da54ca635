"""An encounter with somebody of each kind at its table, for tests of who may see and do what."""

from dataclasses import dataclass
from typing import Any

import httpx

from schema.access import NewTokenInput, Role, Token
from service.access import PREFIX, Access
from service.encounters.record import digest
from service.folds import Folds
from service.store.journal import Book, Journal
from service.systems.catalogue import systems
from tests.serving import Client, fresh
from tests.viewers import OPERATOR, bearing

ROLES = {"gm": Role.GAME_MASTER, "player": Role.PLAYER, "observer": Role.OBSERVER}
STRANGERS = ("revoked", "expired", "elsewhere", "nothing", "garbage")
EVERYBODY = ("operator", *ROLES, *STRANGERS)
PAST = "2026-01-01T00:00:00.000+00:00"


@dataclass(frozen=True, kw_only=True)
class Table:
    """An encounter, and what each who comes to it shows."""

    client: Client
    id: str
    shown: dict[str, str]
    observer: str
    """The id of the observer's token."""

    def headers(self, who: str) -> dict[str, str]:
        """Return the header in which somebody shows what it has, which may be nothing."""
        shown = self.shown[who]
        return bearing(shown) if shown else {"authorization": ""}

    async def ask(self, who: str, method: str, path: str, body: Any = None) -> httpx.Response:
        """Return what somebody is answered."""
        return await self.client.http.request(method, path, json=body, headers=self.headers(who))

    async def graphql(self, who: str, document: str, **variables: Any) -> httpx.Response:
        """Return what somebody is answered by GraphQL."""
        return await self.ask(who, "POST", "/graphql", {"query": document, "variables": variables})

    async def command(self, who: str, **command: Any) -> httpx.Response:
        """Return what a command of somebody comes to."""
        body = {"commandId": fresh(), "input": command}
        return await self.ask(who, "POST", f"/v1/encounters/{self.id}/commands", body)


async def laid(client: Client, journal: Journal, system: str = "percentile", **settings: Any) -> Table:
    """Open an encounter: Ana's a on one side, c on the other, a hidden h, and tokens of every kind."""
    id_ = await client.open(system, **settings)
    entry: dict[str, Any] = {system: {}}
    newcomers = [
        {"id": "a", "name": "Ane", "side": "crew", "owner": "Ana", "entry": entry},
        {"id": "c", "name": "Cis", "side": "foes", "entry": entry},
        {"id": "h", "name": "Hux", "side": "foes", "hidden": True, "entry": entry},
    ]
    await client.command(id_, join={"combatants": newcomers})
    access = Access(folds=Folds(journal, {each.name: each for each in systems()}))
    minted = {who: await access.mint(id_, NewTokenInput(role=role, name="Ana")) for who, role in ROLES.items()}
    shown = {who: each.secret for who, each in minted.items()}
    return Table(
        client=client,
        id=id_,
        shown={"operator": OPERATOR, **shown, **await _strangers(client, journal, access, id_)},
        observer=minted["observer"].token.id,
    )


async def _strangers(client: Client, journal: Journal, access: Access, id_: str) -> dict[str, str]:
    """Return what those show who have nothing of an encounter, or nothing any more."""
    other = await access.mint(await client.open("percentile"), NewTokenInput(role=Role.GAME_MASTER, name="Eva"))
    gone = await access.mint(id_, NewTokenInput(role=Role.GAME_MASTER, name="Eva"))
    await access.revoke(id_, gone.token.id)
    late = f"{PREFIX}late-at-{id_}"
    token = Token(id="0" * 16, role=Role.GAME_MASTER, name="Eva", made_at=PAST, expires_at=PAST)
    await journal.write(id_, Book.TOKENS, digest(late), token.model_dump_json())
    shown = (gone.secret, late, other.secret, "", "arb_%00'; --")
    return dict(zip(STRANGERS, shown, strict=True))

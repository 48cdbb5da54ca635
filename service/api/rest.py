"""The REST surface: the same operations, encounters and events as GraphQL, under /v1."""

from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response, Security
from fastapi.responses import PlainTextResponse
from fastapi.security import HTTPBearer
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import BaseModel, GetCoreSchemaHandler
from pydantic_core.core_schema import CoreSchema, no_info_wrap_validator_function

from schema.access import MintedToken, NewTokenInput, Seat, Token
from schema.catalogue import Catalogue
from schema.commands import (
    After,
    CloneEnvelope,
    Envelope,
    ImportEnvelope,
    ListInput,
    NewEncounterInput,
    PageInput,
)
from schema.encounter import Encounter, Turn
from schema.events import CommandResult, LogEntry, OpenedEncounter
from schema.fairness import DiceRecord
from schema.outcomes import Ruling
from schema.refusals import Refusal
from schema.shapes import Name
from schema.words import Language, Text
from service.access import Caller, bearer, seat
from service.api.contract import INTERFACES, Contract
from service.api.described import COMPONENTS
from service.api.foretelling import ruled
from service.api.operations import catalogues
from service.api.refusing import from_refusal
from service.archive import Archive
from service.dice.notation import grammar
from service.forecast.oracle import Oracle
from service.live import OTHER_HISTORY, Live, opener
from service.systems.system import Operation

EncounterId = Annotated[str, Path(alias="encounterId", pattern=r"^[a-z0-9]{26}$")]

TokenId = Annotated[str, Path(alias="tokenId", pattern=r"^[0-9a-f]{16}$")]

TOKEN = HTTPBearer(auto_error=False, description="A token of the encounter, or the operator’s key.")

ENCOUNTER = "/encounters/{encounterId}"

SAYS_NO = {
    403: "Whoever sends it may not do it.",
    404: "What is named does not exist.",
    422: "It cannot be understood.",
    503: "The store does not answer; the same request may be sent again.",
}
"""How any request can be refused, by status."""

SAYS_NO_TO_BODIES = {
    400: "The body is no JSON, or none that is taken.",
    408: "The body did not arrive in time.",
    409: "The rules, or the state of the encounter, do not allow it.",
    413: "It asks for more than the limits allow.",
    415: "The body is not declared as JSON, or is compressed.",
}
"""How a request with a body can be refused besides, by status."""


class NewEncounterBody(Envelope):
    """An encounter to be opened, envelope and all."""

    input: NewEncounterInput
    """What is to be opened."""


def routes(contract: Contract) -> APIRouter:
    """Return the REST paths over the systems found."""
    router = APIRouter(prefix="/v1", responses=refusals(SAYS_NO))
    for name, members in contract.operations.items():
        for member, operation in members.items():
            _add_operation(router, name, member, operation, contract)
    _add_catalogue(router, contract)
    _add_encounters(router, contract)
    return router


def refusals(by_status: Mapping[int, str]) -> dict[int | str, dict[str, Any]]:
    """Return how requests can be refused, as the document says it."""
    content = {"application/json": {"schema": {"$ref": f"{COMPONENTS}RefusedRequest"}}}
    return {status: {"description": told, "content": content} for status, told in by_status.items()}


TO_BODIES = refusals(SAYS_NO_TO_BODIES)

NOT_MODIFIED = 304
UNCHANGED: dict[int | str, dict[str, Any]] = {NOT_MODIFIED: {"description": "It is as the client has it."}}


class JsonLines(PlainTextResponse):
    """An answer of one JSON value a line."""

    media_type = "application/x-ndjson"


class AsSent:
    """Marks a body in which names are spelt as the contract spells them, and no other way."""

    def __get_pydantic_core_schema__(self, shape: type[BaseModel], handler: GetCoreSchemaHandler) -> CoreSchema:
        """Have the body read by its aliases only; our own code may go on spelling names as Python does."""

        def read(given: Any, _handler: Any) -> BaseModel:
            return shape.model_validate(given, by_alias=True, by_name=False)

        return no_info_wrap_validator_function(read, handler(shape))


async def _live(request: Request) -> Live:
    live: Live = request.app.state.live
    return live


LiveOf = Annotated[Live, Depends(_live)]


async def _caller(request: Request, credentials: Annotated[Any, Security(TOKEN)]) -> Caller:  # noqa: ARG001 - it is said in the document
    return Caller(access=request.app.state.access, credential=bearer(request.headers.get("authorization")))


CallerOf = Annotated[Caller, Depends(_caller)]


async def _oracle(request: Request) -> Oracle:
    oracle: Oracle = request.app.state.oracle
    return oracle


OracleOf = Annotated[Oracle, Depends(_oracle)]


def _add_operation(router: APIRouter, name: str, member: str, operation: Operation, contract: Contract) -> None:
    async def resolved(request: Any, oracle: OracleOf) -> Ruling:
        return await ruled(oracle, contract, (name, member), request)

    resolved.__annotations__["request"] = Annotated[operation.asked, AsSent()]
    router.add_api_route(
        f"/{member}/{name}",
        resolved,
        methods=["POST"],
        response_model=operation.told,
        responses=TO_BODIES,
        operation_id=f"{member}_{name}",
        summary=INTERFACES[name].__doc__,
        tags=[member],
    )


def _add_catalogue(router: APIRouter, contract: Contract) -> None:
    @router.get("/notation/grammar", operation_id="notation_grammar", tags=["notation"])
    async def notation_grammar() -> Text:
        """How dice notation is written."""
        return grammar()

    @router.get("/catalogue", operation_id="catalogue", tags=["catalogue"])
    async def catalogue() -> list[Catalogue]:
        """What every system offers by name."""
        return catalogues(contract.systems)

    @router.get("/{system}/catalogue", operation_id="system_catalogue", tags=["catalogue"])
    async def system_catalogue(system: Name) -> Catalogue:
        """What one system offers by name."""
        return catalogues(contract.systems, system)[0]


def _add_encounters(router: APIRouter, contract: Contract) -> None:
    @router.post("/encounters", operation_id="create_encounter", responses=TO_BODIES, tags=["encounters"])
    async def create_encounter(
        body: Annotated[NewEncounterBody, AsSent()], live: LiveOf, caller: CallerOf
    ) -> OpenedEncounter:
        """Open an encounter."""
        caller.may("create_encounter")
        return await caller.access.opened(await live.create(body, body.input), opener(body))

    @router.get(ENCOUNTER, operation_id="encounter", tags=["encounters"])
    async def encounter(
        encounter_id: EncounterId,
        live: LiveOf,
        caller: CallerOf,
        version: Annotated[After | None, Query()] = None,
    ) -> Encounter:
        """An encounter as it stands, or as it stood at a version."""
        return await live.encounter(encounter_id, await caller.seated("encounter", encounter_id), version)

    @router.get(f"{ENCOUNTER}/turn", operation_id="encounter_turn", responses=UNCHANGED, tags=["encounters"])
    async def turn(
        encounter_id: EncounterId,
        live: LiveOf,
        caller: CallerOf,
        response: Response,
        if_none_match: Annotated[str, Header()] = "",
    ) -> Turn:
        """Whose turn it is in an encounter, and who is next; by its ETag, asking often is cheap."""
        told, tag = await live.turn(encounter_id, await caller.seated("encounter_turn", encounter_id))
        response.headers.update({"etag": f'"{tag}"', "cache-control": "private, no-cache"})
        if _holds(if_none_match, response.headers["etag"]):
            response.status_code = NOT_MODIFIED
        return told

    @router.get(f"{ENCOUNTER}/log", operation_id="encounter_log", tags=["encounters"])
    async def log(
        encounter_id: EncounterId, page: Annotated[PageInput, Query()], live: LiveOf, caller: CallerOf
    ) -> list[LogEntry]:
        """What happened in an encounter, the oldest first."""
        viewer = await caller.seated("encounter_log", encounter_id)
        return list(await live.log(encounter_id, viewer, after=page.after, first=page.first))

    async def command(encounter_id: EncounterId, body: Any, live: LiveOf, caller: CallerOf) -> CommandResult:
        """Do one thing in an encounter."""
        viewer = await caller.seated("command", encounter_id)
        return await live.command(encounter_id, viewer, body, *body.input.given)

    command.__annotations__["body"] = Annotated[contract.command_body, AsSent()]
    router.add_api_route(
        f"{ENCOUNTER}/commands",
        command,
        methods=["POST"],
        operation_id="command",
        responses=TO_BODIES,
        summary="Do one thing in an encounter.",
        tags=["encounters"],
    )
    _add_events(router)
    _add_archive(router)
    _add_tokens(router)


def _add_tokens(router: APIRouter) -> None:
    @router.get(f"{ENCOUNTER}/seat", operation_id="seat", tags=["tokens"])
    async def your_seat(encounter_id: EncounterId, caller: CallerOf) -> Seat:
        """Who you are in an encounter, by the token you hold."""
        return seat(await caller.seated("seat", encounter_id))

    @router.get(f"{ENCOUNTER}/tokens", operation_id="tokens", tags=["tokens"])
    async def tokens(encounter_id: EncounterId, caller: CallerOf) -> list[Token]:
        """The tokens of an encounter, the oldest first."""
        await caller.seated("tokens", encounter_id)
        return list(await caller.access.tokens(encounter_id))

    @router.post(f"{ENCOUNTER}/tokens", operation_id="mint_token", responses=TO_BODIES, tags=["tokens"])
    async def mint(
        encounter_id: EncounterId, body: Annotated[NewTokenInput, AsSent()], caller: CallerOf
    ) -> MintedToken:
        """Make a token of an encounter; it is shown this once."""
        await caller.seated("mint_token", encounter_id)
        return await caller.access.mint(encounter_id, body)

    @router.delete(f"{ENCOUNTER}/tokens/{{tokenId}}", operation_id="revoke_token", status_code=204, tags=["tokens"])
    async def revoke(encounter_id: EncounterId, token_id: TokenId, caller: CallerOf) -> None:
        """End a token at once, and what is watched by it."""
        await caller.seated("revoke_token", encounter_id)
        await caller.access.revoke(encounter_id, token_id)


def _add_archive(router: APIRouter) -> None:
    @router.get("/encounters", operation_id="encounters", tags=["encounters"])
    async def encounters(page: Annotated[ListInput, Query()], live: LiveOf, caller: CallerOf) -> list[Encounter]:
        """Encounters, the newest first."""
        caller.may("encounters")
        return list(await Archive(live).listed(skip=page.skip, first=page.first))

    @router.get(
        f"{ENCOUNTER}/export",
        operation_id="export_encounter",
        response_class=JsonLines,
        tags=["encounters"],
    )
    async def export(encounter_id: EncounterId, live: LiveOf, caller: CallerOf) -> JsonLines:
        """An encounter's whole log as JSON lines, to be kept or imported."""
        await caller.seated("export_encounter", encounter_id)
        return JsonLines(await Archive(live).exported(encounter_id))

    @router.get(f"{ENCOUNTER}/dice", operation_id="encounter_dice", tags=["encounters"])
    async def dice(encounter_id: EncounterId, live: LiveOf, caller: CallerOf) -> DiceRecord:
        """The public record of an encounter's dice, by which anybody can check them."""
        await caller.seated("encounter_dice", encounter_id)
        return await Archive(live).dice(encounter_id)

    @router.get(
        f"{ENCOUNTER}/prose",
        operation_id="encounter_prose",
        response_class=PlainTextResponse,
        tags=["encounters"],
    )
    async def prose(encounter_id: EncounterId, language: Language, live: LiveOf, caller: CallerOf) -> str:
        """An encounter's whole log as people read it, a line for each command."""
        await caller.seated("encounter_prose", encounter_id)
        return await Archive(live).prose(encounter_id, language)

    @router.post("/encounters/import", operation_id="import_encounter", responses=TO_BODIES, tags=["encounters"])
    async def import_(body: Annotated[ImportEnvelope, AsSent()], live: LiveOf, caller: CallerOf) -> OpenedEncounter:
        """Open an exported encounter anew."""
        caller.may("import_encounter")
        return await caller.access.opened(await Archive(live).imported(body, body.log), opener(body))

    @router.post(f"{ENCOUNTER}/clone", operation_id="clone_encounter", responses=TO_BODIES, tags=["encounters"])
    async def clone(
        encounter_id: EncounterId, body: Annotated[CloneEnvelope, AsSent()], live: LiveOf, caller: CallerOf
    ) -> OpenedEncounter:
        """Open a copy of an encounter."""
        await caller.seated("clone_encounter", encounter_id)
        return await caller.access.opened(await Archive(live).cloned(encounter_id, body, body.name), opener(body))

    @router.delete(ENCOUNTER, operation_id="delete_encounter", status_code=204, tags=["encounters"])
    async def delete(encounter_id: EncounterId, live: LiveOf, caller: CallerOf) -> None:
        """Delete an encounter."""
        await caller.seated("delete_encounter", encounter_id)
        await Archive(live).deleted(encounter_id)


def _holds(given: str, tag: str) -> bool:
    """Whether what a client says it has, in If-None-Match, is this."""
    return any(each.strip().removeprefix("W/") in {tag, "*"} for each in given.split(","))


def _add_events(router: APIRouter) -> None:
    @router.get(
        f"{ENCOUNTER}/events",
        operation_id="encounter_events",
        response_class=EventSourceResponse,
        tags=["encounters"],
    )
    async def events(
        encounter_id: Annotated[str, Depends(_existing)],
        live: LiveOf,
        caller: CallerOf,
        after: Annotated[After, Query()] = 0,
        last_event_id: Annotated[After | None, Header()] = None,
    ) -> AsyncIterator[ServerSentEvent]:
        """What happens in an encounter, as server-sent events whose ids are versions."""
        admitted = partial(caller.seated, "encounter_events", encounter_id)
        start = after if last_event_id is None else last_event_id
        try:
            async with aclosing(live.watch(encounter_id, admitted, after=start)) as entries:
                async for entry in entries:
                    yield ServerSentEvent(raw_data=entry.model_dump_json(), event="entry", id=str(entry.version))
        except Refusal as refusal:
            yield _ending(refusal)


def _ending(refusal: Refusal) -> ServerSentEvent:
    """Return the last event of a stream that is refused; one of another history sends its reader to the beginning."""
    told = from_refusal(refusal).model_dump_json()
    if refusal.reason is OTHER_HISTORY:
        return ServerSentEvent(raw_data=told, event="resync", id="0")
    return ServerSentEvent(raw_data=told, event="refused")


async def _existing(encounter_id: EncounterId, live: LiveOf, caller: CallerOf) -> str:
    """Refuse before the stream begins what does not exist."""
    await live.encounter(encounter_id, await caller.seated("encounter_events", encounter_id))
    return encounter_id

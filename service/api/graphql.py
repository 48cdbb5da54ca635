"""The GraphQL surface: four resolving mutations, encounters, and what happens in them."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Annotated, Any

import strawberry
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse
from strawberry.fastapi import BaseContext, GraphQLRouter
from strawberry.subscriptions import GRAPHQL_SSE_PROTOCOL, GRAPHQL_TRANSPORT_WS_PROTOCOL
from strawberry.types import Info

from schema import access, outcomes
from schema.catalogue import Catalogue
from schema.commands import (
    CloneEnvelope,
    CommandEnvelope,
    Envelope,
    ListInput,
    NewEncounterInput,
    PageInput,
)
from schema.encounter import Encounter, Turn
from schema.events import CommandResult, LogEntry, OpenedEncounter
from schema.fairness import DiceRecord
from schema.jobs import Job
from schema.shapes import OneOf
from schema.words import Language, Text
from service.access import Access, Caller, bearer, seat
from service.api import jobs, odds, options, simulations, webhooks
from service.api.contract import INTERFACES, Contract, implementations
from service.api.documents import GuardedSchema
from service.api.foretelling import ruled
from service.api.operations import catalogues
from service.api.refusing import fit
from service.api.subscriptions import Subscriptions
from service.archive import Archive
from service.dice.notation import grammar
from service.forecast.oracle import Oracle
from service.live import Live, opener
from service.settings import Settings
from service.simulation.queueing import Queue
from service.simulation.workers import Workers
from service.web.pages import page
from service.webhooks.desk import Desk

EncounterId = Annotated[strawberry.ID, strawberry.argument(description="The encounter.")]
CommandId = Annotated[str, strawberry.argument(description="Makes the command safe to send again.")]
Actor = Annotated[
    str | None, strawberry.argument(description="Who gives the command, for the log; left out, the token’s holder.")
]
Expected = Annotated[int | None, strawberry.argument(description="The version the client decided on.")]
HandDice = Annotated[list[list[int]] | None, strawberry.argument(description="Dice thrown by hand, where allowed.")]
Insist = Annotated[str, strawberry.argument(description="Why it happens all the same, where the rules object.")]
After = Annotated[int, strawberry.argument(description="The version after which to begin; 0 for the beginning.")]


@dataclass
class Context(BaseContext):
    """What resolvers need besides their arguments."""

    live: Live
    access: Access
    oracle: Oracle
    workers: Workers
    desk: Desk
    queue: Queue
    header: str | None
    """The Authorization header, where there is one."""

    @property
    def caller(self) -> Caller:
        """Who asks: by the header, or by what a socket said as it began."""
        begun = self.connection_params if isinstance(self.connection_params, dict) else {}
        said = {str(name).lower(): value for name, value in begun.items()}
        return Caller(access=self.access, credential=bearer(self.header) or bearer(said.get("authorization")))

    @property
    def archive(self) -> Archive:
        """Whole encounters."""
        return Archive(self.live)


class Router(GraphQLRouter[Context, None]):
    """The endpoint, with its playground from our own files."""

    graphql_transport_ws_handler_class = Subscriptions

    async def render_graphql_ide(self, request: Request) -> HTMLResponse:  # noqa: ARG002 - the page is the same for everybody
        """Show the playground."""
        return page("graphiql")


def router(schema: strawberry.Schema, settings: Settings) -> Router:
    """Return the endpoint of a schema: HTTP, server-sent events and graphql-transport-ws."""
    return Router(
        schema,
        context_getter=_context,
        allow_queries_via_get=False,
        subscription_protocols=(GRAPHQL_TRANSPORT_WS_PROTOCOL, GRAPHQL_SSE_PROTOCOL),
        connection_init_wait_timeout=timedelta(seconds=settings.init_seconds),
        max_subscriptions_per_connection=settings.subscriptions,
        include_in_schema=False,
    )


async def _context(connection: HTTPConnection) -> Context:
    state = connection.app.state
    return Context(
        live=state.live,
        access=state.access,
        oracle=state.oracle,
        workers=state.workers,
        desk=state.desk,
        queue=state.queue,
        header=connection.headers.get("authorization"),
    )


def schema(contract: Contract, settings: Settings) -> GuardedSchema:
    """Return the GraphQL schema of the systems found."""
    types = [shape for shapes in implementations(contract).values() for shape in shapes]
    return GuardedSchema(_query(contract), _mutation(contract), Subscription, limits=settings, types=types)


def _query(contract: Contract) -> type:
    @strawberry.type(description="What can be asked.")
    class Query:
        @strawberry.field(description="What systems offer by name: all of them, or one.")
        async def catalogue(self, system: str | None = None) -> list[Catalogue]:
            return catalogues(contract.systems, system)

        @strawberry.field(description="An encounter as it stands, or as it stood at a version.")
        async def encounter(self, info: Info[Context], id: EncounterId, version: int | None = None) -> Encounter:
            viewer = await info.context.caller.seated("encounter", id)
            return await info.context.live.encounter(id, viewer, version)

        @strawberry.field(description="Encounters, the newest first.")
        async def encounters(self, info: Info[Context], page: ListInput) -> list[Encounter]:
            info.context.caller.may("encounters")
            return list(await info.context.archive.listed(skip=page.skip, first=page.first))

        @strawberry.field(description="An encounter's whole log as JSON lines, to be kept or imported.")
        async def export_encounter(self, info: Info[Context], id: EncounterId) -> str:
            await info.context.caller.seated("export_encounter", id)
            return await info.context.archive.exported(id)

        @strawberry.field(description="An encounter's whole log as people read it, a line for each command.")
        async def encounter_prose(self, info: Info[Context], id: EncounterId, language: Language) -> str:
            await info.context.caller.seated("encounter_prose", id)
            return await info.context.archive.prose(id, language)

        @strawberry.field(description="How dice notation is written.")
        async def notation_grammar(self) -> Text:
            return grammar()

        @strawberry.field(description="What happened in an encounter, the oldest first.")
        async def encounter_log(self, info: Info[Context], id: EncounterId, page: PageInput) -> list[LogEntry]:
            viewer = await info.context.caller.seated("encounter_log", id)
            return list(await info.context.live.log(id, viewer, after=page.after, first=page.first))

        @strawberry.field(description="Who you are in an encounter, by the token you hold.")
        async def seat(self, info: Info[Context], encounter_id: EncounterId) -> access.Seat:
            return seat(await info.context.caller.seated("seat", encounter_id))

        @strawberry.field(description="The tokens of an encounter, the oldest first.")
        async def tokens(self, info: Info[Context], encounter_id: EncounterId) -> list[access.Token]:
            await info.context.caller.seated("tokens", encounter_id)
            return list(await info.context.access.tokens(encounter_id))

    more = {
        "encounter_turn": _turn(),
        "encounter_dice": _dice(),
        **odds.queries(contract),
        **options.queries(contract),
        **simulations.queries(contract),
        **webhooks.queries(),
        **jobs.queries(),
    }
    return strawberry.type(type("Query", (Query,), more), description="What can be asked.")


def _turn() -> Any:
    async def encounter_turn(info: Info[Context], id: EncounterId) -> Turn:
        told, _ = await info.context.live.turn(id, await info.context.caller.seated("encounter_turn", id))
        return told

    return strawberry.field(encounter_turn, description="Whose turn it is in an encounter, and who is next.")


def _dice() -> Any:
    async def encounter_dice(info: Info[Context], id: EncounterId) -> DiceRecord:
        await info.context.caller.seated("encounter_dice", id)
        return await info.context.archive.dice(id)

    told = "The public record of an encounter's dice, by which anybody can check them."
    return strawberry.field(encounter_dice, description=told)


def _mutation(contract: Contract) -> type:
    @strawberry.type
    class Encounters:
        @strawberry.mutation(description="Open an encounter.")
        async def create_encounter(
            self, info: Info[Context], command_id: CommandId, input: NewEncounterInput, actor: Actor = None
        ) -> OpenedEncounter:
            info.context.caller.may("create_encounter")
            envelope = fit(Envelope, {"commandId": command_id, "actor": actor})
            result = await info.context.live.create(envelope, input)
            return await info.context.access.opened(result, opener(envelope))

        @strawberry.mutation(description="Open a copy of an encounter.")
        async def clone_encounter(
            self,
            info: Info[Context],
            id: EncounterId,
            command_id: CommandId,
            actor: Actor = None,
            name: str | None = None,
        ) -> OpenedEncounter:
            await info.context.caller.seated("clone_encounter", id)
            envelope = fit(CloneEnvelope, {"commandId": command_id, "actor": actor, "name": name})
            result = await info.context.archive.cloned(id, envelope, envelope.name)
            return await info.context.access.opened(result, opener(envelope))

        @strawberry.mutation(description="Open an exported encounter anew; large ones go by REST.")
        async def import_encounter(
            self, info: Info[Context], command_id: CommandId, log: str, actor: Actor = None
        ) -> OpenedEncounter:
            info.context.caller.may("import_encounter")
            envelope = fit(Envelope, {"commandId": command_id, "actor": actor})
            result = await info.context.archive.imported(envelope, log)
            return await info.context.access.opened(result, opener(envelope))

        @strawberry.mutation(description="Delete an encounter; true when it is gone.")
        async def delete_encounter(self, info: Info[Context], id: EncounterId) -> bool:
            await info.context.caller.seated("delete_encounter", id)
            await info.context.archive.deleted(id)
            return True

        @strawberry.mutation(description="Make a token of an encounter; it is shown this once.")
        async def mint_token(
            self, info: Info[Context], encounter_id: EncounterId, input: access.NewTokenInput
        ) -> access.MintedToken:
            await info.context.caller.seated("mint_token", encounter_id)
            return await info.context.access.mint(encounter_id, input)

        @strawberry.mutation(description="End a token at once, and what is watched by it; true when it is gone.")
        async def revoke_token(self, info: Info[Context], encounter_id: EncounterId, token_id: str) -> bool:
            await info.context.caller.seated("revoke_token", encounter_id)
            await info.context.access.revoke(encounter_id, token_id)
            return True

    fields = {name: _resolving(name, contract) for name in INTERFACES}
    done = {
        **fields,
        "command": _commanding(contract),
        **simulations.mutations(contract),
        **jobs.mutations(contract),
        **webhooks.mutations(),
    }
    made = type("Mutation", (Encounters,), done)
    return strawberry.type(made, description="What can be done.")


def _resolving(name: str, contract: Contract) -> Any:
    async def resolved(info: Info[Context], input: OneOf) -> outcomes.Ruling:
        member, request = input.given
        return await ruled(info.context.oracle, contract, (name, member), request)

    resolved.__annotations__ |= {"input": contract.inputs[name], "return": INTERFACES[name]}
    return strawberry.mutation(resolved, description=INTERFACES[name].__doc__)


def _commanding(contract: Contract) -> Any:
    async def command(
        info: Info[Context],
        encounter_id: EncounterId,
        command_id: CommandId,
        input: OneOf,
        actor: Actor = None,
        expected_version: Expected = None,
        dice: HandDice = None,
        insist: Insist = "",
    ) -> CommandResult:
        said = {"commandId": command_id, "actor": actor, "expectedVersion": expected_version, "dice": dice}
        envelope = fit(CommandEnvelope, {**said, "insist": insist})
        viewer = await info.context.caller.seated("command", encounter_id)
        return await info.context.live.command(encounter_id, viewer, envelope, *input.given)

    command.__annotations__["input"] = contract.command
    return strawberry.mutation(command, description="Do one thing in an encounter.")


@strawberry.type(description="What can be watched.")
class Subscription:
    """What can be watched."""

    @strawberry.subscription(
        description="What happens in an encounter: each command once, in order, from any version on."
    )
    async def encounter_events(
        self, info: Info[Context], id: EncounterId, after: After = 0
    ) -> AsyncGenerator[LogEntry]:
        """Yield what happens, from any version on."""
        admitted = partial(info.context.caller.seated, "encounter_events", id)
        async for entry in info.context.live.watch(id, admitted, after=after):
            yield entry

    @strawberry.subscription(description="How a job goes, until it is over, from any version on.")
    async def simulation_progress(
        self, info: Info[Context], id: strawberry.ID, after: After = 0
    ) -> AsyncGenerator[Job]:
        """Yield a job whenever it has changed."""
        async for job in info.context.queue.watch(id, after=after):
            yield job

"""The GraphQL surface: four resolving mutations, encounters, and what happens in them."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated, Any

import strawberry
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse
from strawberry.fastapi import BaseContext, GraphQLRouter
from strawberry.subscriptions import GRAPHQL_SSE_PROTOCOL, GRAPHQL_TRANSPORT_WS_PROTOCOL
from strawberry.types import Info

from schema import outcomes
from schema.catalogue import Catalogue
from schema.commands import (
    CloneEnvelope,
    CommandEnvelope,
    Envelope,
    ListInput,
    NewEncounterInput,
    PageInput,
)
from schema.encounter import Encounter
from schema.events import CommandResult, LogEntry
from schema.shapes import OneOf
from schema.words import Language, Text
from service.api import odds, options, simulations
from service.api.contract import INTERFACES, Contract, implementations
from service.api.documents import GuardedSchema
from service.api.foretelling import ruled
from service.api.operations import catalogues
from service.api.refusing import fit
from service.archive import Archive
from service.dice.notation import grammar
from service.forecast.oracle import Oracle
from service.live import Live
from service.settings import Settings
from service.simulation.workers import Workers
from service.web.pages import page

EncounterId = Annotated[strawberry.ID, strawberry.argument(description="The encounter.")]
CommandId = Annotated[str, strawberry.argument(description="Makes the command safe to send again.")]
Actor = Annotated[str, strawberry.argument(description="Who gives the command, for the log.")]
Expected = Annotated[int | None, strawberry.argument(description="The version the client decided on.")]
HandDice = Annotated[list[list[int]] | None, strawberry.argument(description="Dice thrown by hand, where allowed.")]
Insist = Annotated[str, strawberry.argument(description="Why it happens all the same, where the rules object.")]
After = Annotated[int, strawberry.argument(description="The version after which to begin; 0 for the beginning.")]


@dataclass
class Context(BaseContext):
    """What resolvers need besides their arguments."""

    live: Live
    oracle: Oracle
    workers: Workers

    @property
    def archive(self) -> Archive:
        """Whole encounters."""
        return Archive(self.live)


class Router(GraphQLRouter[Context, None]):
    """The endpoint, with its playground from our own files."""

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
        connection_init_wait_timeout=timedelta(seconds=5),
        max_subscriptions_per_connection=settings.subscriptions,
        include_in_schema=False,
    )


async def _context(connection: HTTPConnection) -> Context:
    return Context(
        live=connection.app.state.live, oracle=connection.app.state.oracle, workers=connection.app.state.workers
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
            return await info.context.live.encounter(id, version)

        @strawberry.field(description="Encounters, the newest first.")
        async def encounters(self, info: Info[Context], page: ListInput) -> list[Encounter]:
            return list(await info.context.archive.listed(skip=page.skip, first=page.first))

        @strawberry.field(description="An encounter's whole log as JSON lines, to be kept or imported.")
        async def export_encounter(self, info: Info[Context], id: EncounterId) -> str:
            return await info.context.archive.exported(id)

        @strawberry.field(description="An encounter's whole log as people read it, a line for each command.")
        async def encounter_prose(self, info: Info[Context], id: EncounterId, language: Language) -> str:
            return await info.context.archive.prose(id, language)

        @strawberry.field(description="How dice notation is written.")
        async def notation_grammar(self) -> Text:
            return grammar()

        @strawberry.field(description="What happened in an encounter, the oldest first.")
        async def encounter_log(self, info: Info[Context], id: EncounterId, page: PageInput) -> list[LogEntry]:
            return list(await info.context.live.log(id, after=page.after, first=page.first))

    more = {**odds.queries(contract), **options.queries(contract), **simulations.queries(contract)}
    return strawberry.type(type("Query", (Query,), more), description="What can be asked.")


def _mutation(contract: Contract) -> type:
    @strawberry.type
    class Encounters:
        @strawberry.mutation(description="Open an encounter.")
        async def create_encounter(
            self, info: Info[Context], command_id: CommandId, input: NewEncounterInput, actor: Actor = "GM"
        ) -> CommandResult:
            return await info.context.live.create(fit(Envelope, {"commandId": command_id, "actor": actor}), input)

        @strawberry.mutation(description="Open a copy of an encounter.")
        async def clone_encounter(
            self,
            info: Info[Context],
            id: EncounterId,
            command_id: CommandId,
            actor: Actor = "GM",
            name: str | None = None,
        ) -> CommandResult:
            envelope = fit(CloneEnvelope, {"commandId": command_id, "actor": actor, "name": name})
            return await info.context.archive.cloned(id, envelope, envelope.name)

        @strawberry.mutation(description="Open an exported encounter anew; large ones go by REST.")
        async def import_encounter(
            self, info: Info[Context], command_id: CommandId, log: str, actor: Actor = "GM"
        ) -> CommandResult:
            envelope = fit(Envelope, {"commandId": command_id, "actor": actor})
            return await info.context.archive.imported(envelope, log)

        @strawberry.mutation(description="Delete an encounter; true when it is gone.")
        async def delete_encounter(self, info: Info[Context], id: EncounterId) -> bool:
            await info.context.archive.deleted(id)
            return True

    fields = {name: _resolving(name, contract) for name in INTERFACES}
    done = {**fields, "command": _commanding(contract), **simulations.mutations(contract)}
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
        actor: Actor = "GM",
        expected_version: Expected = None,
        dice: HandDice = None,
        insist: Insist = "",
    ) -> CommandResult:
        said = {"commandId": command_id, "actor": actor, "expectedVersion": expected_version, "dice": dice}
        envelope = fit(CommandEnvelope, {**said, "insist": insist})
        return await info.context.live.command(encounter_id, envelope, *input.given)

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
        async for entry in info.context.live.watch(id, after=after):
            yield entry

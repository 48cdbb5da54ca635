"""The GraphQL surface: four resolving mutations, encounters, and what happens in them."""

from datetime import timedelta
from typing import Annotated, Any

import strawberry
from starlette.requests import Request
from starlette.responses import HTMLResponse
from strawberry.fastapi import GraphQLRouter
from strawberry.subscriptions import GRAPHQL_SSE_PROTOCOL, GRAPHQL_TRANSPORT_WS_PROTOCOL
from strawberry.types import Info

from schema import outcomes
from schema.commands import CommandEnvelope
from schema.events import CommandResult
from schema.shapes import OneOf
from service.api import jobs, odds, options, simulations, webhooks
from service.api.context import Actor, CommandId, Context, EncounterArgument, context
from service.api.contract import INTERFACES, Contract, implementations
from service.api.documents import GuardedSchema
from service.api.fields import Asked, Done, Subscription
from service.api.foretelling import ruled
from service.api.refusing import fit
from service.api.subscriptions import Subscriptions
from service.settings import Settings
from service.web.pages import page

Expected = Annotated[int | None, strawberry.argument(description="The version the client decided on.")]
HandDice = Annotated[list[list[int]] | None, strawberry.argument(description="Dice thrown by hand, where allowed.")]
Insist = Annotated[str, strawberry.argument(description="Why it happens all the same, where the rules object.")]


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
        context_getter=context,
        allow_queries_via_get=False,
        subscription_protocols=(GRAPHQL_TRANSPORT_WS_PROTOCOL, GRAPHQL_SSE_PROTOCOL),
        connection_init_wait_timeout=timedelta(seconds=settings.init_seconds),
        max_subscriptions_per_connection=settings.subscriptions,
        include_in_schema=False,
    )


def schema(contract: Contract, settings: Settings) -> GuardedSchema:
    """Return the GraphQL schema of the systems found."""
    types = [shape for shapes in implementations(contract).values() for shape in shapes]
    return GuardedSchema(_query(contract), _mutation(contract), Subscription, limits=settings, types=types)


def _query(contract: Contract) -> type:
    fields = {
        **odds.queries(contract),
        **options.queries(contract),
        **simulations.queries(contract),
        **webhooks.queries(),
        **jobs.queries(),
    }
    return strawberry.type(type("Query", (Asked,), fields), description="What can be asked.")


def _mutation(contract: Contract) -> type:
    fields = {
        **{name: _resolving(name, contract) for name in INTERFACES},
        "command": _commanding(contract),
        **simulations.mutations(contract),
        **jobs.mutations(contract),
        **webhooks.mutations(),
    }
    return strawberry.type(type("Mutation", (Done,), fields), description="What can be done.")


def _resolving(name: str, contract: Contract) -> Any:
    async def resolved(info: Info[Context], input: OneOf) -> outcomes.Ruling:
        member, request = input.given
        return await ruled(info.context.oracle, contract, (name, member), request)

    resolved.__annotations__ |= {"input": contract.inputs[name], "return": INTERFACES[name]}
    return strawberry.mutation(resolved, description=INTERFACES[name].__doc__)


def _commanding(contract: Contract) -> Any:
    async def command(
        info: Info[Context],
        encounter_id: EncounterArgument,
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

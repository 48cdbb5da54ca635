"""What resolvers of GraphQL need: who asks, what serves them, and the arguments that many fields take."""

from dataclasses import dataclass
from typing import Annotated

import strawberry
from starlette.requests import HTTPConnection
from strawberry.fastapi import BaseContext

from service.access import Access, Caller, bearer
from service.archive import Archive
from service.forecast.oracle import Oracle
from service.live import Live
from service.simulation.queueing import Queue
from service.simulation.workers import Workers
from service.webhooks.desk import Desk

EncounterArgument = Annotated[strawberry.ID, strawberry.argument(description="The encounter.")]
CommandId = Annotated[str, strawberry.argument(description="Makes the command safe to send again.")]
Actor = Annotated[
    str | None, strawberry.argument(description="Who gives the command, for the log; left out, the token’s holder.")
]
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


async def context(connection: HTTPConnection) -> Context:
    """Return what serves a request or a socket."""
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

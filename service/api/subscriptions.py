"""Subscriptions of a websocket, of which each may have a few."""

from typing import Any

from strawberry.subscriptions.protocols.graphql_transport_ws.handlers import BaseGraphQLTransportWSHandler
from strawberry.subscriptions.protocols.graphql_transport_ws.types import ErrorMessage, SubscribeMessage

from schema.refusals import Reason, TooMuch
from service.api.refusing import error_body, from_refusal

TOO_MANY_SUBSCRIPTIONS = Reason(
    "too_many_subscriptions",
    "Esta conexión ya tiene {most} suscripciones.",
    "This connection already has {most} subscriptions.",
)


class Subscriptions(BaseGraphQLTransportWSHandler[Any, None]):
    """The protocol, in which one subscription too many is refused like anything else."""

    def forget_id(self, id: str) -> None:
        """Forget a subscription that ends, also where the client has ended it in the meantime."""
        self.operations.pop(id, None)

    async def handle_subscribe(self, message: SubscribeMessage) -> None:
        """Begin a subscription, or say why not."""
        most = self.max_subscriptions_per_connection
        begun = message["id"] in self.operations or not self.connection_acknowledged
        if begun or most is None or len(self.operations) < most:
            await super().handle_subscribe(message)
            return
        error: Any = error_body(from_refusal(TooMuch(TOO_MANY_SUBSCRIPTIONS, details={"most": most})))
        await self.send_message(ErrorMessage(id=message["id"], type="error", payload=[error]))

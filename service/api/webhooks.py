"""Webhooks on both surfaces: registered, listed, given a new secret, retried and removed; and what they are sent."""

from typing import Annotated, Any

import strawberry
from fastapi import APIRouter, FastAPI, Path
from strawberry.types import Info

from schema.webhooks import Delivery, NewWebhookBody, NewWebhookInput, Webhook
from service.api.context import Context, EncounterArgument
from service.api.described import COMPONENTS
from service.api.paths import ENCOUNTER, SAYS_NO, TO_BODIES, AsSent, CallerOf, EncounterId, kept
from service.api.refusing import fit
from service.webhooks.desk import Desk

IdInPath = Annotated[str, Path(alias="webhookId")]

WEBHOOKS = f"{ENCOUNTER}/webhooks"
WEBHOOK = f"{WEBHOOKS}/{{webhookId}}"

WebhookArgument = Annotated[strawberry.ID, strawberry.argument(description="The webhook.")]
CommandId = Annotated[str, strawberry.argument(description="Makes the request safe to send again.")]

HEADERS = {
    "webhook-id": "The id of the delivery, by which a receiver drops what comes twice.",
    "webhook-timestamp": "When it was sent, in seconds since 1970.",
    "webhook-signature": "As Standard Webhooks has it: v1 and Base64, one for each secret, apart by spaces.",
}

SENT: dict[str, Any] = {
    "parameters": [
        {"name": name, "in": "header", "required": True, "description": told, "schema": {"type": "string"}}
        for name, told in HEADERS.items()
    ],
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"$ref": f"{COMPONENTS}{Delivery.__name__}"}}},
    },
}
"""What a delivery is made of, as the document says it: it is an answer of ours, though it comes as a request."""

DeskOf = Annotated[Desk, kept("desk")]

router = APIRouter(prefix="/v1", responses=SAYS_NO, tags=["webhooks"])


@router.get(WEBHOOKS, operation_id="webhooks")
async def webhooks(encounter_id: EncounterId, desk: DeskOf, caller: CallerOf) -> list[Webhook]:
    """The webhooks of an encounter."""
    await caller.seated("webhooks", encounter_id)
    return list(await desk.listed(encounter_id))


@router.post(WEBHOOKS, operation_id="add_webhook", responses=TO_BODIES)
async def add(
    encounter_id: EncounterId, body: Annotated[NewWebhookBody, AsSent()], desk: DeskOf, caller: CallerOf
) -> Webhook:
    """Register a webhook; the answer holds its secret, which is shown this once."""
    await caller.seated("add_webhook", encounter_id)
    return await desk.add(encounter_id, body)


@router.post(f"{WEBHOOK}/rotate", operation_id="rotate_webhook_secret", responses=TO_BODIES)
async def rotate(encounter_id: EncounterId, webhook_id: IdInPath, desk: DeskOf, caller: CallerOf) -> Webhook:
    """Give a webhook a new secret, shown this once; the one before signs on for 24 hours."""
    await caller.seated("rotate_webhook_secret", encounter_id)
    return await desk.rotate(encounter_id, webhook_id)


@router.post(f"{WEBHOOK}/retry", operation_id="retry_webhook", responses=TO_BODIES)
async def retry(encounter_id: EncounterId, webhook_id: IdInPath, desk: DeskOf, caller: CallerOf) -> Webhook:
    """Have a webhook, dead or waiting, go on at once from where it stands."""
    await caller.seated("retry_webhook", encounter_id)
    return await desk.retry(encounter_id, webhook_id)


@router.delete(WEBHOOK, operation_id="remove_webhook", status_code=204)
async def remove(encounter_id: EncounterId, webhook_id: IdInPath, desk: DeskOf, caller: CallerOf) -> None:
    """Remove a webhook, whether it is there or not."""
    await caller.seated("remove_webhook", encounter_id)
    await desk.remove(encounter_id, webhook_id)


def describe(app: FastAPI) -> None:
    """Have the document of the app say what webhooks are sent."""

    @app.webhooks.post("entry", operation_id="entry", status_code=204, tags=["webhooks"], openapi_extra=SENT)
    async def entry() -> None:
        """What is posted to webhooks for each command, once it is recorded; any status from 200 to 299 takes it."""


def queries() -> dict[str, Any]:
    """Return what can be asked of webhooks by GraphQL."""

    async def webhooks(info: Info[Context], encounter_id: EncounterArgument) -> list[Webhook]:
        return list(await (await _led(info, "webhooks", encounter_id)).listed(encounter_id))

    return {"webhooks": strawberry.field(webhooks, description="The webhooks of an encounter.")}


def mutations() -> dict[str, Any]:
    """Return what can be done with webhooks by GraphQL."""
    return {
        "add_webhook": strawberry.mutation(
            _add, description="Register a webhook; the answer holds its secret, which is shown this once."
        ),
        "rotate_webhook_secret": strawberry.mutation(
            _rotate, description="Give a webhook a new secret, shown this once; the one before signs on for 24 hours."
        ),
        "retry_webhook": strawberry.mutation(
            _retry, description="Have a webhook, dead or waiting, go on at once from where it stands."
        ),
        "remove_webhook": strawberry.mutation(_remove, description="Remove a webhook; true when it is gone."),
    }


async def _add(
    info: Info[Context], encounter_id: EncounterArgument, command_id: CommandId, input: NewWebhookInput
) -> Webhook:
    desk = await _led(info, "add_webhook", encounter_id)
    return await desk.add(encounter_id, fit(NewWebhookBody, {"commandId": command_id, "input": input}))


async def _rotate(info: Info[Context], encounter_id: EncounterArgument, webhook_id: WebhookArgument) -> Webhook:
    return await (await _led(info, "rotate_webhook_secret", encounter_id)).rotate(encounter_id, webhook_id)


async def _retry(info: Info[Context], encounter_id: EncounterArgument, webhook_id: WebhookArgument) -> Webhook:
    return await (await _led(info, "retry_webhook", encounter_id)).retry(encounter_id, webhook_id)


async def _remove(info: Info[Context], encounter_id: EncounterArgument, webhook_id: WebhookArgument) -> bool:
    await (await _led(info, "remove_webhook", encounter_id)).remove(encounter_id, webhook_id)
    return True


async def _led(info: Info[Context], operation: str, encounter: str) -> Desk:
    """Return the desk to who may do an operation at it; raises NotFound or Forbidden."""
    await info.context.caller.seated(operation, encounter)
    return info.context.desk

"""Tokens of an encounter by REST: who holds which, made and ended."""

from typing import Annotated

from fastapi import APIRouter, Path

from schema.access import MintedToken, NewTokenInput, Seat, Token
from service.access import seat
from service.api.paths import ENCOUNTER, TO_BODIES, AsSent, CallerOf, EncounterId

TokenId = Annotated[str, Path(alias="tokenId")]

router = APIRouter(tags=["tokens"])


@router.get(f"{ENCOUNTER}/seat", operation_id="seat")
async def your_seat(encounter_id: EncounterId, caller: CallerOf) -> Seat:
    """Who you are in an encounter, by the token you hold."""
    return seat(await caller.seated("seat", encounter_id))


@router.get(f"{ENCOUNTER}/tokens", operation_id="tokens")
async def tokens(encounter_id: EncounterId, caller: CallerOf) -> list[Token]:
    """The tokens of an encounter, the oldest first."""
    await caller.seated("tokens", encounter_id)
    return list(await caller.access.tokens(encounter_id))


@router.post(f"{ENCOUNTER}/tokens", operation_id="mint_token", responses=TO_BODIES)
async def mint(encounter_id: EncounterId, body: Annotated[NewTokenInput, AsSent()], caller: CallerOf) -> MintedToken:
    """Make a token of an encounter; it is shown this once."""
    await caller.seated("mint_token", encounter_id)
    return await caller.access.mint(encounter_id, body)


@router.delete(f"{ENCOUNTER}/tokens/{{tokenId}}", operation_id="revoke_token", status_code=204)
async def revoke(encounter_id: EncounterId, token_id: TokenId, caller: CallerOf) -> None:
    """End a token at once, and what is watched by it."""
    await caller.seated("revoke_token", encounter_id)
    await caller.access.revoke(encounter_id, token_id)

"""Whether the service lives, and whether it can serve."""

from fastapi import APIRouter, Request

from schema.shapes import Frozen
from service.live import Live

router = APIRouter(tags=["health"])


class Health(Frozen):
    """How the service is."""

    status: str
    """ "ok" wherever it is answered at all."""
    store: str | None = None
    """What the store is and how it keeps data."""


@router.get("/livez", operation_id="livez")
async def livez() -> Health:
    """The process answers; nothing else is looked at."""
    return Health(status="ok")


@router.get("/readyz", operation_id="readyz")
async def readyz(request: Request) -> Health:
    """Encounters can be served: the store answers and keeps what it is given."""
    live: Live = request.app.state.live
    return Health(status="ok", store=await live.folds.journal.ready())

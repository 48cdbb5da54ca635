"""Whole encounters by REST: listed, exported, told in prose, imported, cloned and deleted."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query
from fastapi.responses import PlainTextResponse

from schema.commands import CloneEnvelope, ImportEnvelope, ListInput
from schema.encounter import Encounter
from schema.events import OpenedEncounter
from schema.fairness import DiceRecord
from schema.words import Language
from service.api.paths import ENCOUNTER, TO_BODIES, AsSent, CallerOf, EncounterId, LiveOf
from service.archive import Archive

router = APIRouter(tags=["encounters"])


class JsonLines(PlainTextResponse):
    """An answer of one JSON value a line."""

    media_type = "application/x-ndjson"


async def _archive(live: LiveOf) -> Archive:
    return Archive(live)


ArchiveOf = Annotated[Archive, Depends(_archive)]


@router.get("/encounters", operation_id="encounters")
async def encounters(page: Annotated[ListInput, Query()], archive: ArchiveOf, caller: CallerOf) -> list[Encounter]:
    """Encounters, the newest first."""
    caller.may("encounters")
    return list(await archive.listed(skip=page.skip, first=page.first))


@router.get(f"{ENCOUNTER}/export", operation_id="export_encounter", response_class=JsonLines)
async def export(encounter_id: EncounterId, archive: ArchiveOf, caller: CallerOf) -> JsonLines:
    """An encounter's whole log as JSON lines, to be kept or imported."""
    await caller.seated("export_encounter", encounter_id)
    return JsonLines(await archive.exported(encounter_id))


@router.get(f"{ENCOUNTER}/dice", operation_id="encounter_dice")
async def dice(encounter_id: EncounterId, archive: ArchiveOf, caller: CallerOf) -> DiceRecord:
    """The public record of an encounter's dice, by which anybody can check them."""
    await caller.seated("encounter_dice", encounter_id)
    return await archive.dice(encounter_id)


@router.get(f"{ENCOUNTER}/prose", operation_id="encounter_prose", response_class=PlainTextResponse)
async def prose(encounter_id: EncounterId, language: Language, archive: ArchiveOf, caller: CallerOf) -> str:
    """An encounter's whole log as people read it, a line for each command."""
    await caller.seated("encounter_prose", encounter_id)
    return await archive.prose(encounter_id, language)


@router.post("/encounters/import", operation_id="import_encounter", responses=TO_BODIES)
async def import_(body: Annotated[ImportEnvelope, AsSent()], archive: ArchiveOf, caller: CallerOf) -> OpenedEncounter:
    """Open an exported encounter anew."""
    caller.may("import_encounter")
    return await caller.access.opened(await archive.imported(body, body.log), body)


@router.post(f"{ENCOUNTER}/clone", operation_id="clone_encounter", responses=TO_BODIES)
async def clone(
    encounter_id: EncounterId, body: Annotated[CloneEnvelope, AsSent()], archive: ArchiveOf, caller: CallerOf
) -> OpenedEncounter:
    """Open a copy of an encounter."""
    await caller.seated("clone_encounter", encounter_id)
    return await caller.access.opened(await archive.cloned(encounter_id, body, body.name), body)


@router.delete(ENCOUNTER, operation_id="delete_encounter", status_code=204)
async def delete(encounter_id: EncounterId, archive: ArchiveOf, caller: CallerOf) -> None:
    """Delete an encounter."""
    await caller.seated("delete_encounter", encounter_id)
    await archive.deleted(encounter_id)

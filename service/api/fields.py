"""The fields of GraphQL that are alike for every system: encounters asked for, opened and watched, and tokens."""

from collections.abc import AsyncGenerator
from functools import partial

import strawberry
from strawberry.types import Info

from schema import access
from schema.catalogue import Catalogue
from schema.commands import CloneEnvelope, Envelope, ListInput, NewEncounterInput, PageInput
from schema.encounter import Encounter, Turn
from schema.events import LogEntry, OpenedEncounter
from schema.fairness import DiceRecord
from schema.jobs import Job
from schema.words import Language, Text
from service.access import seat
from service.api.context import Actor, After, CommandId, Context, EncounterArgument
from service.api.operations import catalogues
from service.api.refusing import fit
from service.dice.notation import grammar


@strawberry.type
class Asked:
    """What can be asked, whatever the systems."""

    @strawberry.field(description="What systems offer by name: all of them, or one.")
    async def catalogue(self, info: Info[Context], system: str | None = None) -> list[Catalogue]:
        return catalogues(info.context.live.folds.systems, system)

    @strawberry.field(description="An encounter as it stands, or as it stood at a version.")
    async def encounter(
        self, info: Info[Context], encounter_id: EncounterArgument, version: int | None = None
    ) -> Encounter:
        viewer = await info.context.caller.seated("encounter", encounter_id)
        return await info.context.live.encounter(encounter_id, viewer, version)

    @strawberry.field(description="Encounters, the newest first.")
    async def encounters(self, info: Info[Context], page: ListInput) -> list[Encounter]:
        info.context.caller.may("encounters")
        return list(await info.context.archive.listed(skip=page.skip, first=page.first))

    @strawberry.field(description="An encounter's whole log as JSON lines, to be kept or imported.")
    async def export_encounter(self, info: Info[Context], encounter_id: EncounterArgument) -> str:
        await info.context.caller.seated("export_encounter", encounter_id)
        return await info.context.archive.exported(encounter_id)

    @strawberry.field(description="An encounter's whole log as people read it, a line for each command.")
    async def encounter_prose(self, info: Info[Context], encounter_id: EncounterArgument, language: Language) -> str:
        await info.context.caller.seated("encounter_prose", encounter_id)
        return await info.context.archive.prose(encounter_id, language)

    @strawberry.field(description="How dice notation is written.")
    async def notation_grammar(self) -> Text:
        return grammar()

    @strawberry.field(description="What happened in an encounter, the oldest first.")
    async def encounter_log(
        self, info: Info[Context], encounter_id: EncounterArgument, page: PageInput
    ) -> list[LogEntry]:
        viewer = await info.context.caller.seated("encounter_log", encounter_id)
        return list(await info.context.live.log(encounter_id, viewer, after=page.after, first=page.first))

    @strawberry.field(description="Who you are in an encounter, by the token you hold.")
    async def seat(self, info: Info[Context], encounter_id: EncounterArgument) -> access.Seat:
        return seat(await info.context.caller.seated("seat", encounter_id))

    @strawberry.field(description="The tokens of an encounter, the oldest first.")
    async def tokens(self, info: Info[Context], encounter_id: EncounterArgument) -> list[access.Token]:
        await info.context.caller.seated("tokens", encounter_id)
        return list(await info.context.access.tokens(encounter_id))

    @strawberry.field(description="Whose turn it is in an encounter, and who is next.")
    async def encounter_turn(self, info: Info[Context], encounter_id: EncounterArgument) -> Turn:
        told, _ = await info.context.live.turn(
            encounter_id, await info.context.caller.seated("encounter_turn", encounter_id)
        )
        return told

    @strawberry.field(description="The public record of an encounter's dice, by which anybody can check them.")
    async def encounter_dice(self, info: Info[Context], encounter_id: EncounterArgument) -> DiceRecord:
        await info.context.caller.seated("encounter_dice", encounter_id)
        return await info.context.archive.dice(encounter_id)


@strawberry.type
class Done:
    """What can be done, whatever the systems."""

    @strawberry.mutation(description="Open an encounter.")
    async def create_encounter(
        self, info: Info[Context], command_id: CommandId, input: NewEncounterInput, actor: Actor = None
    ) -> OpenedEncounter:
        info.context.caller.may("create_encounter")
        envelope = fit(Envelope, {"commandId": command_id, "actor": actor})
        result = await info.context.live.create(envelope, input)
        return await info.context.access.opened(result, envelope)

    @strawberry.mutation(description="Open a copy of an encounter.")
    async def clone_encounter(
        self,
        info: Info[Context],
        encounter_id: EncounterArgument,
        command_id: CommandId,
        actor: Actor = None,
        name: str | None = None,
    ) -> OpenedEncounter:
        await info.context.caller.seated("clone_encounter", encounter_id)
        envelope = fit(CloneEnvelope, {"commandId": command_id, "actor": actor, "name": name})
        result = await info.context.archive.cloned(encounter_id, envelope, envelope.name)
        return await info.context.access.opened(result, envelope)

    @strawberry.mutation(description="Open an exported encounter anew; large ones go by REST.")
    async def import_encounter(
        self, info: Info[Context], command_id: CommandId, log: str, actor: Actor = None
    ) -> OpenedEncounter:
        info.context.caller.may("import_encounter")
        envelope = fit(Envelope, {"commandId": command_id, "actor": actor})
        result = await info.context.archive.imported(envelope, log)
        return await info.context.access.opened(result, envelope)

    @strawberry.mutation(description="Delete an encounter; true when it is gone.")
    async def delete_encounter(self, info: Info[Context], encounter_id: EncounterArgument) -> bool:
        await info.context.caller.seated("delete_encounter", encounter_id)
        await info.context.archive.deleted(encounter_id)
        return True

    @strawberry.mutation(description="Make a token of an encounter; it is shown this once.")
    async def mint_token(
        self, info: Info[Context], encounter_id: EncounterArgument, input: access.NewTokenInput
    ) -> access.MintedToken:
        await info.context.caller.seated("mint_token", encounter_id)
        return await info.context.access.mint(encounter_id, input)

    @strawberry.mutation(description="End a token at once, and what is watched by it; true when it is gone.")
    async def revoke_token(self, info: Info[Context], encounter_id: EncounterArgument, token_id: str) -> bool:
        await info.context.caller.seated("revoke_token", encounter_id)
        await info.context.access.revoke(encounter_id, token_id)
        return True


@strawberry.type(description="What can be watched.")
class Subscription:
    """What can be watched."""

    @strawberry.subscription(
        description="What happens in an encounter: each command once, in order, from any version on."
    )
    async def encounter_events(
        self, info: Info[Context], encounter_id: EncounterArgument, after: After = 0
    ) -> AsyncGenerator[LogEntry]:
        """Yield what happens, from any version on."""
        admitted = partial(info.context.caller.seated, "encounter_events", encounter_id)
        async for entry in info.context.live.watch(encounter_id, admitted, after=after):
            yield entry

    @strawberry.subscription(description="How a job goes, until it is over, from any version on.")
    async def simulation_progress(
        self, info: Info[Context], id: strawberry.ID, after: After = 0
    ) -> AsyncGenerator[Job]:
        """Yield a job whenever it has changed."""
        async for job in info.context.queue.watch(id, after=after):
            yield job

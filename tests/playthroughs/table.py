"""A table at which a fight is played: each command decided, logged and folded, without any store."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from schema.commands import Envelope, NewEncounterInput
from service.api.contract import contract
from service.dice.fair import Secret
from service.dice.source import TableDice
from service.encounters import log
from service.encounters.decide import committed, create, decide
from service.encounters.log import Asked, Fold, Recorded
from service.encounters.record import state_hash
from service.encounters.scene import Events, Scene
from service.live import REVEALING, STEPS
from service.orders import encounter_id, said
from service.seeds import revealing
from service.systems.catalogue import systems
from tests.playthroughs.scenario import Scenario

CONTRACT = contract(systems())
ACTOR = "GM"
BEGUN = datetime(2026, 11, 30, 20, tzinfo=UTC)


def command_id(system: str, version: int) -> str:
    """Return the id of the command that makes a version of a playthrough."""
    return f"{system}-playthrough-{version:04}"


def moment(version: int) -> datetime:
    """Return when a version of a playthrough was made: one a minute."""
    return BEGUN + timedelta(minutes=version)


def _written(version: int) -> str:
    return moment(version).isoformat(timespec="milliseconds")


def secret(encounter: str, epoch: int) -> Secret:
    """Return the secret of an epoch, which is none: it can be told from its number."""
    return Secret(encounter=encounter, epoch=epoch, seed=f"{epoch:064x}")


class Table:
    """A fight as it is played, its log, and the fold after each command."""

    def __init__(self, system: str) -> None:
        """Begin with nothing."""
        self.system = CONTRACT.systems[system]
        self.bodies: list[str] = []
        self.folds: list[Fold] = []

    @property
    def now(self) -> Fold:
        """The fold of everything so far."""
        return self.folds[-1]

    def open(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Open the encounter, and return the line that tells it."""
        id_ = encounter_id(Envelope(command_id=command_id(self.system.name, 1), actor=ACTOR))
        new = NewEncounterInput.model_validate(given)
        events = committed(create(id_, new, self.system), secret(id_, 1).commitment)
        return self._line({"create": given}, Asked(command="create", given=said(new)), said(new), events)

    async def tell(self, command: Mapping[str, Any], dice: TableDice) -> Mapping[str, Any]:
        """Carry out a command, spelt as on the wire, with these dice, and return the line that tells it."""
        spelt, value = CONTRACT.command.model_validate(command).given
        if spelt in STEPS:
            events = await STEPS[spelt](self.now, value.steps, self._then)
        else:
            events = decide(self._scene(spelt, dice), spelt, value)
        chains = tuple(die.faces for throw in dice.thrown for die in throw.seen.dice)
        asked = Asked(command=spelt, given=value.model_dump(mode="json", exclude_unset=True), dice=chains or None)
        return self._line(command, asked, said(value), events)

    def _scene(self, command: str, dice: TableDice) -> Scene:
        id_, epoch = self.now.encounter.id, self.now.epoch
        told = revealing(secret(id_, epoch), secret(id_, epoch + 1).commitment) if command in REVEALING else None
        at = _written(self.now.version + 1)
        return Scene(self.now.encounter, self.system, dice, at, reveals=told)

    async def _then(self, version: int) -> Fold:
        return self.folds[version - 1]

    def _line(self, command: Mapping[str, Any], asked: Asked, plain: Any, events: Events) -> Mapping[str, Any]:
        self._record(asked, plain, events)
        return {
            "version": self.now.version,
            "command": command,
            "dice": [list(faces) for faces in asked.dice or ()],
            "es": [event.summary.es for event in events],
            "en": [event.summary.en for event in events],
            "state": state_hash(self.now.encounter),
        }

    def _record(self, asked: Asked, plain: Any, events: Events) -> None:
        before = self.folds[-1] if self.folds else None
        number = len(self.bodies) + 1
        id_ = command_id(self.system.name, number)
        fingerprint = log.fingerprint(id_, ACTOR, replace(asked, given=plain))
        encounter = encounter_id(Envelope(command_id=command_id(self.system.name, 1), actor=ACTOR))
        recorded = Recorded(
            system=self.system.name,
            command_id=id_,
            fingerprint=fingerprint,
            actor=ACTOR,
            at=_written(number),
            hand_dice=asked.dice is not None,
            events=events,
            asked=asked,
            seal=secret(encounter, before.epoch if before else 1).seal(number, fingerprint),
        )
        body = log.written(recorded, before, log.after(before.encounter if before else None, events))
        fold = log.followed(before, [body], CONTRACT.systems, check=True)
        assert fold is not None
        self.bodies.append(body)
        self.folds.append(fold)


async def played(scenario: Scenario) -> tuple[Table, list[Mapping[str, Any]]]:
    """Play a scenario, and return the table after it with the line of each command."""
    table = Table(scenario.system)
    lines = [table.open(scenario.opening)]
    lines += [await table.tell(step.command, step.dice) for step in scenario.steps()]
    return table, lines

"""Verification: whether an exported encounter is what its commands, its seeds and the rules make of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from schema.commands import Envelope, NewEncounterInput, ResolveInput
from schema.refusals import Reason, Refusal, Unreadable
from service.api.contract import Contract
from service.archive import entries_read
from service.dice.fair import Recalled, Secret
from service.dice.source import TableDice, Tape
from service.encounters import log
from service.encounters.decide import LAPSE, committed, create, decide
from service.encounters.events import SeedRevealed
from service.encounters.log import Asked, Fold, Recorded
from service.encounters.record import events_written
from service.encounters.scene import Events, Scene
from service.encounters.viewer import Viewer
from service.live import REVEALING, STEPS
from service.orders import encounter_id, said
from service.seeds import revealing

COPIES = frozenset({"clone", "import", "fight"})
"""What opens an encounter in a state that stands elsewhere."""

MOST_SIDES = 10_000

OTHER_SEED = Reason(
    "other_seed",
    "Línea {line}: la semilla revelada no es la que se había comprometido.",
    "Line {line}: the seed that is told is not the one that was committed to.",
)
OTHER_SEAL = Reason(
    "other_seal", "Línea {line}: el sello no es el de esa orden.", "Line {line}: the seal is not of that command."
)
OTHER_COMMAND = Reason(
    "other_command",
    "Línea {line}: la orden no es la que dice su huella.",
    "Line {line}: the command is not the one that its fingerprint tells.",
)
OTHER_FACES = Reason(
    "other_faces",
    "Línea {line}: los dados no salen de la semilla revelada.",
    "Line {line}: the dice do not follow from the seed that is told.",
)
OTHER_EVENTS = Reason(
    "other_events",
    "Línea {line}: de esa orden y esos dados no sale lo que cuenta, con las reglas de hoy.",
    "Line {line}: that command and those dice do not come to what it tells, by the rules of today.",
)


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What was found in order."""

    fold: Fold
    faces: int
    """How many faces follow from a seed that is told."""
    sealed: int
    """How many commands wait for their seed to be told."""
    decided: int
    """How many commands were decided again, and came to the same."""


@dataclass(frozen=True, kw_only=True)
class _Line:
    """An entry, where it stands in the file, and the log before and after it."""

    number: int
    recorded: Recorded
    before: Fold | None
    after: Fold

    @property
    def version(self) -> int:
        return self.after.version

    @property
    def epoch(self) -> int:
        """Which seed its dice follow from, 0 where they follow from none."""
        return (self.before or self.after).epoch

    @property
    def told(self) -> SeedRevealed | None:
        """What tells a seed in it, if anything does."""
        return next((event for event in self.recorded.events if isinstance(event, SeedRevealed)), None)

    def otherwise(self, reason: Reason) -> Unreadable:
        """Return the refusal of a file that is not as it should be in this line."""
        return Unreadable(reason, ("log",), {"line": self.number})


async def verified(text: str, contract: Contract) -> Verdict:
    """Return what was found in order in an export; raises Unreadable, with the first thing that is not."""
    lines = tuple(_lines(text, contract))
    secrets = {line.epoch: _secret(line, line.told) for line in lines if line.told}
    faces = sum(_by_seed(line, secrets.get(line.epoch)) for line in lines)
    decided = [await _decided_again(line, lines, contract) for line in lines]
    sealed = sum(line.epoch > 0 and line.epoch not in secrets for line in lines)
    return Verdict(fold=lines[-1].after, faces=faces, sealed=sealed, decided=sum(decided))


def _lines(text: str, contract: Contract) -> Iterator[_Line]:
    before: Fold | None = None
    for number, (recorded, fold) in enumerate(entries_read(text, contract.systems), start=2):
        yield _Line(number=number, recorded=recorded, before=before, after=fold)
        before = fold


def _secret(line: _Line, told: SeedRevealed) -> Secret:
    """Return the secret that a line tells; raises Unreadable where another was committed to."""
    secret = Secret(encounter=line.after.encounter.id, epoch=told.epoch, seed=told.seed)
    if line.before is None or (secret.epoch, secret.commitment) != (line.epoch, line.before.commitment):
        raise line.otherwise(OTHER_SEED)
    return secret


def _by_seed(line: _Line, secret: Secret | None) -> int:
    """Return how many faces of a line follow from the secret, if it is told; raises Unreadable where some do not."""
    recorded = line.recorded
    if line.epoch and recorded.seal is None:
        raise line.otherwise(OTHER_SEAL)
    if secret is None:
        return 0
    if recorded.seal != secret.seal(line.version, recorded.fingerprint):
        raise line.otherwise(OTHER_SEAL)
    faces = secret.faces(line.version, recorded.fingerprint)
    if any(not 1 <= face <= sides <= MOST_SIDES or face != faces.face(sides) for sides, face in recorded.faces):
        raise line.otherwise(OTHER_FACES)
    return len(recorded.faces)


async def _decided_again(line: _Line, lines: Sequence[_Line], contract: Contract) -> bool:
    """Whether a line could be decided again; raises Unreadable where that comes to anything else."""
    recorded, asked = line.recorded, line.recorded.asked
    if asked is None and line.epoch == 0:
        return False
    if asked is None or recorded.hand_dice == (asked.dice is None):
        raise line.otherwise(OTHER_COMMAND)
    try:
        plain, events = await _again(line, asked, lines, contract)
    except (Refusal, LookupError, TypeError, ValueError) as error:
        raise line.otherwise(OTHER_EVENTS) from error
    if recorded.fingerprint != log.fingerprint(recorded.command_id, recorded.actor, plain):
        raise line.otherwise(OTHER_COMMAND)
    if events_written(events) != events_written(recorded.events):
        raise line.otherwise(OTHER_EVENTS)
    return asked.command not in COPIES


async def _again(line: _Line, asked: Asked, lines: Sequence[_Line], contract: Contract) -> tuple[Asked, Events]:
    """Return a command as its fingerprint takes it, and what it comes to with the faces that fell."""
    before = line.before
    if before is None:
        return asked, _opened(line, asked, contract)
    given = _given(asked, contract)
    plain = replace(asked, given=said(given))
    if asked.command in STEPS:
        return plain, await STEPS[asked.command](before, given.steps, partial(_then, lines))
    dice = TableDice(Recalled(line.recorded.faces) if asked.dice is None else Tape(asked.dice))
    scene = Scene(
        before.encounter,
        contract.systems[before.encounter.system],
        dice,
        line.recorded.at,
        line.recorded.actor,
        asked.insist,
        Viewer(role=asked.role, name=line.recorded.actor),
        reveals=_reveals(line, asked),
    )
    return plain, _decided(scene, asked, given)


def _given(asked: Asked, contract: Contract) -> Any:
    """Return what was given with a command: a client's, or one of the service itself."""
    if asked.command == LAPSE:
        return ResolveInput.model_validate(asked.given)
    return contract.command.model_validate({asked.command: asked.given}).given[1]


def _reveals(line: _Line, asked: Asked) -> SeedRevealed | None:
    """Return what tells the seed, where the command does; raises LookupError where it should and does not."""
    if not line.epoch or asked.command not in REVEALING:
        return None
    if line.told is None:
        raise LookupError(asked.command)
    return revealing(_secret(line, line.told), line.told.commitment)


async def _then(lines: Sequence[_Line], version: int) -> Fold:
    return lines[version - 1].after


def _opened(line: _Line, asked: Asked, contract: Contract) -> Events:
    """Return how an encounter is opened; a copy is as it is, for what it is of stands elsewhere."""
    if asked.command in COPIES:
        return line.recorded.events
    envelope = Envelope(command_id=line.recorded.command_id, actor=line.recorded.actor)
    new = NewEncounterInput.model_validate(asked.given)
    return committed(create(encounter_id(envelope), new, contract.systems[new.system]), line.after.commitment)


def _decided(scene: Scene, asked: Asked, given: Any) -> Events:
    """Return what a command comes to in a scene; raises LookupError where other faces fell than are told."""
    events = decide(scene, asked.command, given)
    throw = scene.dice.throw
    if isinstance(throw, Recalled) and throw.left:
        raise LookupError(throw.left)
    return events

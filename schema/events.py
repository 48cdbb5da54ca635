"""What happened in an encounter, as its viewers are told."""

from pydantic import SerializeAsAny

from schema.dice import Throw
from schema.encounter import (
    Combatant,
    Condition,
    Encounter,
    EncounterSettings,
    Initiative,
    PendingAttack,
    Proposal,
    Status,
)
from schema.outcomes import Attack, Check, Damage, Roll
from schema.shapes import Frozen, answer, common
from schema.words import Text, Word


@common
class Event(Frozen):
    """Something that happened."""

    kind: str
    """What kind of thing: the same word as in the log."""
    summary: Text
    """It, told."""
    warnings: tuple[Text, ...] = ()
    """What the rules had against it, where it happened all the same, and what in it looks misspelt."""


@answer
class EncounterCreated(Event):
    """The encounter was opened."""

    name: str
    """What people call it."""
    system: str
    """The key of its system."""
    commitment: str | None
    """What commits to the first seed of its dice: a SHA-256."""


@answer
class EncounterConfigured(Event):
    """The encounter is called, or run, otherwise."""

    name: str
    """What people call it."""
    settings: EncounterSettings
    """How it is run."""


@answer
class StatusChanged(Event):
    """The fight began, paused, went on, ended or was opened again, or an ambush was laid."""

    status: Status | None
    """How far it is now, where that changed."""


@answer
class CombatantJoined(Event):
    """Someone joined."""

    combatant: Combatant
    """Who."""


@answer
class CombatantLeft(Event):
    """Someone left."""

    combatant: str
    """Who."""


@answer
class CombatantChanged(Event):
    """Someone was changed by hand."""

    change: str
    """How: EDITED, OVERRIDDEN, LATE, TEMPORARY, COUNTER, ORDERED, or one of the values of Standing; UNSEEN where what
    changed it is not for the viewer's eyes."""
    combatant: Combatant
    """Who, as it was after."""


@answer
class InitiativeRolled(Event):
    """Initiative was rolled or set."""

    initiatives: tuple[Initiative, ...]
    """Whose, and how high."""
    dice: tuple[Throw, ...]
    """The throws, in the order of the initiatives that were rolled, then those that settled ties."""


@answer
class RoundBegun(Event):
    """A round began."""

    round: int
    """Which, from 1."""
    dice: tuple[Throw, ...]
    """What its beginning threw."""


@answer
class TurnBegun(Event):
    """A turn began."""

    combatant: str
    """Whose."""
    round: int
    """In which round, from 1."""


@answer
class TurnEnded(Event):
    """A turn ended."""

    combatant: str
    """Whose."""


@answer
class TurnMoved(Event):
    """The turn was given to somebody by hand."""

    combatant: str
    """To whom."""


@answer
class CombatantStruck(Event):
    """Someone struck at another."""

    striker: str
    """Who struck."""
    target: str
    """Who was struck at."""
    others: tuple[str, ...]
    """Who else was, by the same attack."""
    hit: bool
    """Whether it hit."""
    ruling: SerializeAsAny[Attack] | None
    """The ruling, with every die and modifier; null where it would tell more of a target than its viewer may know."""
    after: tuple[Combatant, ...]
    """The targets as they were after."""


@answer
class AttackDeclared(Event):
    """An attack waits for what its target does."""

    attack: PendingAttack
    """The attack."""


@answer
class AttackCalledOff(Event):
    """An attack that waited does not take place."""

    attack: str
    """Its id."""


@answer
class ProposalMade(Event):
    """Somebody proposed something."""

    proposal: Proposal
    """What."""


@answer
class ProposalAnswered(Event):
    """A proposal was accepted, and what it proposed follows; or it was refused."""

    proposal: str
    """Its id."""
    accepted: bool
    """Whether it was accepted."""


@answer
class CombatantManoeuvred(Event):
    """Someone did what only fighters of this system do."""

    combatant: str
    """Who."""
    manoeuvre: Word
    """What."""
    after: tuple[Combatant, ...]
    """Those it changed, as they were after."""
    dice: tuple[Throw, ...]
    """What was thrown for it."""
    roll: SerializeAsAny[Roll] | None = None
    """The ruling, where it was a roll."""
    check: SerializeAsAny[Check] | None = None
    """The ruling, where it was a check."""
    attack: SerializeAsAny[Attack] | None = None
    """The ruling, where it was an attack."""
    damage: SerializeAsAny[Damage] | None = None
    """The ruling, where it was damage."""


@answer
class DiceThrown(Event):
    """Dice were thrown in the encounter."""

    combatant: str | None
    """For whom; null for nobody in the fight."""
    roll: SerializeAsAny[Roll] | None = None
    """The ruling, where it was a roll."""
    check: SerializeAsAny[Check] | None = None
    """The ruling, where it was a check."""


@answer
class CombatantHarmed(Event):
    """Someone was hurt by hand."""

    target: str
    """Who."""
    points: int
    """How much."""
    after: Combatant
    """The target as it was after."""
    dice: tuple[Throw, ...]
    """What was thrown to apply it."""


@answer
class CombatantHealed(Event):
    """Someone was healed by hand."""

    target: str
    """Who."""
    points: int
    """How much was given."""
    after: Combatant
    """The target as it was after."""


@answer
class ConditionBegun(Event):
    """A condition began to hold."""

    combatant: str
    """Of whom."""
    condition: str
    """Its id."""
    conditions: tuple[Condition, ...]
    """All its bearer had after."""


@answer
class ConditionEnded(Event):
    """A condition ended."""

    combatant: str
    """Whose."""
    condition: str
    """Its id."""
    conditions: tuple[Condition, ...]
    """All its bearer had after."""


@answer
class Noted(Event):
    """Something was written into the log."""


@answer
class SeedRevealed(Event):
    """The seed of the dice was told, so that they can be checked; those thrown from now on follow from another."""

    epoch: int
    """Which seed it was: 1 for the first."""
    seed: str
    """The seed: 32 bytes, in hexadecimal."""
    commitment: str
    """What commits to the next seed."""


@answer
class StateRestored(Event):
    """A command was undone, or done again."""

    version: int
    """The version whose state came back."""
    encounter: Encounter
    """The encounter as it was then, and is now."""


@answer
class EncounterExpires(Event):
    """The encounter will be deleted soon. This is told to watchers only: it stands in no log."""

    expires_at: str
    """When, unless something happens before, in ISO 8601, UTC."""


@answer
class LogEntry(Frozen):
    """One command as it was recorded, or to watchers a notice that stands in no log."""

    version: int
    """The version it made: 1 for the first; of a notice, the version there is."""
    hidden: bool = False
    """Whether nothing of it is for the viewer's eyes: then it has a version and a time, and nothing else."""
    actor: str | None
    """Who gave the command; null where it is hidden, or where no more is told than whom it changed."""
    at: str
    """When, in ISO 8601, UTC."""
    hand_dice: bool
    """Whether its dice were thrown by hand."""
    events: tuple[SerializeAsAny[Event], ...]
    """What happened."""
    seal: str | None = None
    """What commits to the command, hidden or not, until the seed of its dice is told."""


@answer
class CommandResult(Frozen):
    """What a command came to."""

    version: int
    """The version it made."""
    replayed: bool
    """Whether it had been carried out before, and this is what came of it then."""
    events: tuple[SerializeAsAny[Event], ...]
    """What happened."""
    encounter: Encounter
    """The encounter as it was after."""


@answer
class OpenedEncounter(CommandResult):
    """What opening an encounter came to."""

    token: str | None
    """The Game Master's token, shown as long as nothing else has happened in the encounter."""

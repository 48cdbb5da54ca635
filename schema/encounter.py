"""An encounter as its viewers see it."""

from enum import StrEnum

import strawberry
from pydantic import SerializeAsAny

from schema.commands import Enforcement, Moment, Openness, Span, Ties, When
from schema.outcomes import Sheet
from schema.shapes import Frozen, answer
from schema.words import Word


@strawberry.enum
class Status(StrEnum):
    """How far an encounter is."""

    GATHERING = "GATHERING"
    RUNNING = "RUNNING"
    PAUSED = "PAUSED"
    ENDED = "ENDED"


@answer
class Condition(Frozen):
    """Something that holds of somebody for a while."""

    id: str
    """Its id on its bearer."""
    name: str
    """What it is."""
    value: int | None
    """How much, where it has a degree."""
    left: int | None
    """How many more turns or rounds it lasts; null until it is taken away."""
    span: Span
    """Whether turns or rounds are counted."""
    moment: Moment
    """Whether a turn counts when it starts or when it ends."""
    clock: str | None
    """Whose turns count; null where the viewer does not see them."""


@answer
class Counter(Frozen):
    """Something somebody has a number of."""

    name: str
    """What is counted."""
    now: int
    """How many there are."""
    most: int | None
    """How many there can be."""
    refresh: Span | None
    """When it is filled up again."""


@answer
class PendingAttack(Frozen):
    """An attack that waits for what its target does."""

    id: str
    """Its id, for `react` and `resolve`."""
    striker: str | None
    """Who strikes; null where the viewer does not see it."""
    target: str
    """Who is struck at."""
    until: str
    """When the target's standing order holds, in ISO 8601, UTC."""


@answer
class Proposal(Frozen):
    """Something that waits for the Game Master."""

    id: str
    """Its id, for `answer`."""
    by: str
    """Who proposes it."""
    command: str
    """Which command it is."""
    given: str
    """What is given to it, as JSON."""
    reason: str
    """Why."""


@strawberry.enum
class Band(StrEnum):
    """How badly off somebody is: unhurt, with half of its health or more, with less, or with none."""

    UNHURT = "UNHURT"
    HURT = "HURT"
    BADLY_HURT = "BADLY_HURT"
    DOWN = "DOWN"


@answer
class Health(Frozen):
    """How somebody is, as far as the encounter's settings tell it to everybody."""

    band: Band
    """How badly off."""
    standing: Word
    """Its state, by the system's own words."""
    now: int | None
    """Its health, by the system's own measure; null where only bands are told."""


@answer
class Combatant(Frozen):
    """Someone in an encounter."""

    id: str
    """Its id within the encounter."""
    name: str
    """What people call it."""
    side: str
    """Whom it fights for."""
    group: str | None
    """With whom it acts together."""
    initiative: int | None
    """Its initiative, once it has one."""
    aside: bool
    """Whether it is set aside, out of the order."""
    defeated: bool
    """Whether it counts as defeated, whatever its sheet says."""
    hidden: bool
    """Whether only the Game Master, and its owner, see it."""
    owner: str | None
    """The player it belongs to."""
    conditions: tuple[Condition, ...]
    """What holds of it for a while."""
    health: Health | None
    """How it is; null where its viewer is told nothing."""
    sheet: SerializeAsAny[Sheet] | None = None
    """What it is made of, as it is now: for the Game Master and its owner, and where health is EXACT for everybody."""
    temporary: int | None = None
    """Temporary health, which takes harm before the sheet does: for whom the sheet is."""
    counters: tuple[Counter, ...] | None = None
    """What it has a number of: for whom the sheet is."""
    standing_order: When | None = None
    """When it answers attacks by its standing order: for whom the sheet is."""


@answer
class Initiative(Frozen):
    """Somebody's initiative."""

    combatant: str
    """Whose."""
    score: int
    """How high."""


@answer
class Named(Frozen):
    """Somebody, by id and name."""

    id: str
    """Its id within the encounter."""
    name: str
    """What people call it."""


@answer
class Turn(Frozen):
    """Whose turn it is, and who is next."""

    version: int
    """How many commands the encounter has recorded."""
    status: Status
    """How far it is."""
    round: int
    """The round, from 1; 0 before the fight begins."""
    turn: Named | None
    """Whose turn it is; of those who act at once, the first who has not ended it."""
    acting: tuple[Named, ...]
    """Everybody who acts at this moment."""
    next: tuple[Named, ...]
    """Who acts after them; nobody when the round ends with them."""


@answer
class EncounterSettings(Frozen):
    """How an encounter is run."""

    hand_dice: bool
    """Whether commands may bring dice thrown by hand."""
    preset: str | None
    """The preset of rule options for those who join without one of their own; null for the system's."""
    ties: Ties
    """What becomes of those whose initiative is the same."""
    enforcement: Enforcement
    """Whether the order of turns binds."""
    health: Openness
    """What players are told of the health of combatants that are not theirs."""


@answer
class Encounter(Frozen):
    """A fight as it stands."""

    id: str
    """Its id."""
    name: str
    """What people call it."""
    system: Word
    """Its system."""
    version: int
    """How many commands it has recorded."""
    expires_at: str | None
    """When it is forgotten unless something happens after this version, in ISO 8601, UTC."""
    status: Status
    """How far it is."""
    round: int
    """The round, from 1; 0 before the fight begins."""
    turn: str | None
    """Whose turn it is; of those who act at once, the first who has not ended it. Null where the viewer sees nobody."""
    acting: tuple[str, ...]
    """Everybody who acts at this moment."""
    order: tuple[tuple[str, ...], ...]
    """Who acts now and still acts in this round, in order: those of one slot act at once."""
    settings: EncounterSettings
    """How it is run."""
    pending: tuple[PendingAttack, ...]
    """Attacks that wait for what their targets do."""
    proposals: tuple[Proposal, ...]
    """What waits for the Game Master: all of it, or a player's own."""
    combatants: tuple[Combatant, ...]
    """Everybody in it whom the viewer sees, in the order they joined."""

"""Who is told which field of what is shown of encounters: the declared rules, type by type."""

from collections.abc import Iterator, Mapping
from enum import Enum, auto
from typing import Any, get_args

from schema import access, dice, encounter, events, fairness, options, outcomes, webhooks, words
from schema.odds import Chance
from schema.refused import Refused
from schema.shapes import Frozen


class Told(Enum):
    """To whom a field is told."""

    SEES = auto()
    """As it is, to whoever sees whom it is about."""
    KNOWS = auto()
    """As it is, to whoever is told everything of whom it is about; to others null, or nothing."""
    WORDED = auto()
    """As it is, to whoever is told everything of whom it is about; to others perhaps otherwise."""
    LEAST = auto()
    """By the rules of its type; to others than who knows, null where they are told nothing of health."""
    INSIDE = auto()
    """By the rules of its type, and only of those who are seen."""
    NAMES = auto()
    """Ids of those who are seen: others are left out."""
    WITHOUT = auto()
    """Ids of those who are seen, as if the others were not there."""
    OWN = auto()
    """To the Game Master, and to the player whose it is."""
    SHARE = auto()
    """Some of it: what was thrown for those of whom it may be told."""
    REQUESTED = auto()
    """To whoever asks, of itself."""


Rules = Mapping[str, Told]


def rules(**fields: str) -> Rules:
    """Return rules by field; fields of one rule are named in one text."""
    return {field: Told[rule.upper()] for rule, names in fields.items() for field in names.split()}


SPOKEN = rules(sees="kind", worded="summary warnings")
"""What every event has."""

FIELDS: Mapping[type[Frozen], Rules] = {
    encounter.Encounter: rules(
        sees="id name system version expires_at status round",
        without="turn",
        names="acting order",
        own="proposals",
        inside="settings pending combatants",
    ),
    encounter.EncounterSettings: rules(sees="hand_dice preset ties enforcement health"),
    encounter.Combatant: rules(
        sees="id name side group initiative aside defeated hidden owner",
        inside="conditions",
        least="health",
        knows="sheet temporary counters standing_order",
    ),
    encounter.Health: rules(sees="band standing", knows="now"),
    encounter.Condition: rules(sees="id name value left span moment", names="clock"),
    encounter.Counter: rules(sees="name now most refresh"),
    encounter.PendingAttack: rules(sees="id target until", names="striker"),
    encounter.Proposal: rules(own="id by command given reason"),
    encounter.Initiative: rules(sees="combatant score"),
    encounter.Turn: rules(sees="version status round", without="turn next", names="acting"),
    encounter.Named: rules(sees="id name"),
    events.Event: SPOKEN,
    events.EncounterCreated: {**SPOKEN, **rules(sees="name system commitment")},
    events.EncounterConfigured: {**SPOKEN, **rules(sees="name", inside="settings")},
    events.StatusChanged: {**SPOKEN, **rules(sees="status")},
    events.CombatantJoined: {**SPOKEN, **rules(inside="combatant")},
    events.CombatantLeft: {**SPOKEN, **rules(sees="combatant")},
    events.CombatantChanged: {**SPOKEN, **rules(sees="change", inside="combatant")},
    events.InitiativeRolled: {**SPOKEN, **rules(inside="initiatives", share="dice")},
    events.RoundBegun: {**SPOKEN, **rules(sees="round", share="dice")},
    events.TurnBegun: {**SPOKEN, **rules(sees="combatant round")},
    events.TurnEnded: {**SPOKEN, **rules(sees="combatant")},
    events.TurnMoved: {**SPOKEN, **rules(sees="combatant")},
    events.CombatantStruck: {**SPOKEN, **rules(sees="striker target others hit", knows="ruling", inside="after")},
    events.AttackDeclared: {**SPOKEN, **rules(inside="attack")},
    events.AttackCalledOff: {**SPOKEN, **rules(sees="attack")},
    events.ProposalMade: {**SPOKEN, **rules(own="proposal")},
    events.ProposalAnswered: {**SPOKEN, **rules(own="proposal accepted")},
    events.CombatantManoeuvred: {
        **SPOKEN,
        **rules(sees="combatant manoeuvre", inside="after", knows="dice roll check attack damage"),
    },
    events.DiceThrown: {**SPOKEN, **rules(sees="combatant roll check")},
    events.CombatantHarmed: {**SPOKEN, **rules(sees="target points dice", inside="after")},
    events.CombatantHealed: {**SPOKEN, **rules(sees="target points", inside="after")},
    events.ConditionBegun: {**SPOKEN, **rules(sees="combatant condition", inside="conditions")},
    events.ConditionEnded: {**SPOKEN, **rules(sees="combatant condition", inside="conditions")},
    events.Noted: SPOKEN,
    events.SeedRevealed: {**SPOKEN, **rules(sees="epoch seed commitment")},
    events.StateRestored: {**SPOKEN, **rules(sees="version", inside="encounter")},
    events.EncounterExpires: {**SPOKEN, **rules(sees="expires_at")},
    events.LogEntry: rules(sees="version at seal", worded="hidden actor hand_dice", inside="events"),
    events.CommandResult: rules(requested="version replayed", inside="events encounter"),
    events.OpenedEncounter: rules(requested="version replayed token", inside="events encounter"),
    webhooks.Delivery: rules(sees="id encounter version", inside="entry"),
    options.Options: rules(requested="combatant acting can_act manoeuvres", inside="attacks"),
    options.AttackOption: rules(sees="target name", worded="refused", knows="modifiers hits"),
    options.ManoeuvreOption: rules(requested="manoeuvre objections"),
    fairness.DiceRecord: rules(sees="encounter", inside="epochs commands"),
    fairness.DiceEpoch: rules(sees="epoch commitment since seed"),
    fairness.SealedCommand: rules(sees="version epoch seal fingerprint hand_dice faces"),
    fairness.FallenFace: rules(sees="sides face"),
    access.Seat: rules(requested="role name"),
}
"""The rule of each field of each type; the tokens and webhooks of an encounter are its Game Masters' as a whole."""

SHOWN = (
    *(encounter.Encounter, encounter.Turn, events.LogEntry, events.CommandResult, events.OpenedEncounter),
    *(webhooks.Delivery, options.Options, fairness.DiceRecord, access.Seat),
)
"""What is answered to those who are seated."""

WHOLE = (
    *(outcomes.Sheet, outcomes.Roll, outcomes.Check, outcomes.Attack, outcomes.Damage),
    *(dice.Throw, dice.Modifier, words.Word, words.Text, Chance, Refused),
)
"""What is told whole or not at all: the systems' own rulings and sheets, and what those are made of."""


def shown() -> set[type[Frozen]]:
    """Return every type of which those who are seated are shown something, found from what they are answered."""
    found: set[type[Frozen]] = set()
    waiting: list[type[Frozen]] = [*SHOWN, *events.Event.__subclasses__()]
    while waiting:
        each = waiting.pop()
        if each not in found and not issubclass(each, WHOLE):
            found.add(each)
            waiting += (part for info in each.model_fields.values() for part in _shapes(info.annotation))
    return found


def _shapes(annotation: Any) -> Iterator[type[Frozen]]:
    if isinstance(annotation, type) and issubclass(annotation, Frozen):
        yield annotation
    for part in get_args(annotation):
        yield from _shapes(part)

"""The part of the contract that grows by itself: inputs that take one member for each system found."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import GenericAlias
from typing import Any

from pydantic import Field
from pydantic.alias_generators import to_pascal

from schema import commands, comparisons, outcomes, simulation
from schema.catalogue import Armour, Weapon
from schema.events import Event
from schema.options import CombatantAsked
from schema.shapes import Frozen, OneOf, asked, more, one_of
from schema.words import Word
from service.encounters.proposals import PROPOSABLE
from service.systems import notation
from service.systems.system import Operation, System

INTERFACES: Mapping[str, type[outcomes.Ruling]] = {
    "roll": outcomes.Roll,
    "check": outcomes.Check,
    "attack": outcomes.Attack,
    "damage": outcomes.Damage,
}
"""What each operation answers, whatever the system."""


COMMANDS: Mapping[str, type[Frozen]] = {
    "configure": commands.ConfigureInput,
    "edit": commands.EditInput,
    "leave": commands.LeaveInput,
    "change": commands.ChangeInput,
    "begin": commands.BeginInput,
    "initiative": commands.InitiativeInput,
    "end_turn": commands.TurnInput,
    "previous_turn": commands.WhyInput,
    "set_turn": commands.TurnInput,
    "resolve": commands.ResolveInput,
    "answer": commands.AnswerInput,
    "damage": commands.HarmInput,
    "heal": commands.HealInput,
    "temporary": commands.TemporaryInput,
    "condition": commands.ConditionInput,
    "end_condition": commands.EndConditionInput,
    "counter": commands.CounterInput,
    "note": commands.NoteInput,
    "pause": commands.WhyInput,
    "resume": commands.WhyInput,
    "end": commands.WhyInput,
    "reopen": commands.WhyInput,
    "reveal": commands.WhyInput,
    "undo": commands.StepsInput,
    "redo": commands.StepsInput,
}
"""The commands that are sent alike in every system."""


@dataclass(frozen=True, kw_only=True)
class Contract:
    """The inputs over the systems found, and the operations they lead to."""

    systems: Mapping[str, System]
    operations: Mapping[str, Mapping[str, Operation]]
    """By operation, then by member."""
    labels: Mapping[str, Mapping[str, Word]]
    """What each member calls its throws."""
    inputs: Mapping[str, type[OneOf]]
    """The @oneOf input of each operation."""
    command: type[OneOf]
    """The @oneOf input of commands in an encounter."""
    command_body: type[commands.CommandEnvelope]
    """A command as REST takes it, envelope and all."""
    situation: type[OneOf]
    """The @oneOf input of the circumstances of an attack."""
    options_body: type[CombatantAsked]
    """Whose options are asked for, and under what circumstances, as REST takes it."""
    studies: Mapping[str, type[Frozen]]
    """What can be found out of fights, as it is asked for, by name."""
    job: type[OneOf]
    """The @oneOf input of what takes long to be found out."""


def contract(systems: tuple[System, ...]) -> Contract:
    """Return the contract over these systems."""
    operations = {name: _members(name, systems) for name in INTERFACES}
    inputs = {name: _operation_input(name, members) for name, members in operations.items()}
    entry = _entry_input(systems)
    situations = {system.name: system.fight.situation for system in systems}
    situation = one_of("SituationInput", "The circumstances of an attack, by the encounter's system.", situations)
    studies = _study_inputs(_simulate_input(entry))
    command = _command_input(systems, entry, situation, inputs)
    return Contract(
        systems={system.name: system for system in systems},
        operations=operations,
        labels={"notation": notation.LABELS, **{system.name: system.labels for system in systems}},
        inputs=inputs,
        command=command,
        command_body=more("CommandBody", commands.CommandEnvelope, "A command to an encounter.", input=(command, ...)),
        situation=situation,
        options_body=more("OptionsBody", CombatantAsked, "Whose options.", situation=(situation | None, None)),
        studies=studies,
        job=one_of("JobInput", "What is to be found out of fights, by exactly one study.", studies),
    )


def _members(name: str, systems: tuple[System, ...]) -> dict[str, Operation]:
    members = {system.name: system.operations[name] for system in systems}
    return {"notation": notation.OPERATION, **members} if name == "roll" else members


def _operation_input(name: str, members: Mapping[str, Operation]) -> type[OneOf]:
    asked = {member: operation.asked for member, operation in members.items()}
    return one_of(f"{name.capitalize()}Input", f"A {name}, by exactly one system.", asked)


def _entry_input(systems: tuple[System, ...]) -> type[OneOf]:
    entries = {system.name: system.fight.entry for system in systems}
    return one_of("EntryInput", "What somebody who joins is made of, by the encounter's system.", entries)


def _simulate_input(entry: type[OneOf]) -> type[simulation.Simulate]:
    fighter = asked(more("FighterInput", simulation.Fighter, "Somebody who fights.", entry=(entry, ...)))
    fighters = GenericAlias(tuple, (fighter, ...)), Field(default=(), max_length=60, description="Who fights.")
    return asked(more("SimulateInput", simulation.Simulate, "Many fights.", fighters=fighters))


def _study_inputs(fights: type[Frozen]) -> dict[str, type[Frozen]]:
    pair: dict[str, Any] = {"one": (fights, ...), "other": (fights, ...)}
    told = "Changes to fights, each to be compared with how they are."
    sought = "How many of a fighter bring a side nearest to a wanted chance."
    return {
        "simulation": fights,
        "versus": asked(more("FightVersusInput", Frozen, "Fights, and other fights to be compared with them.", **pair)),
        "sensitivity": asked(more("FightSensitivityInput", comparisons.Changes, told, input=(fights, ...))),
        "balance": asked(more("FightBalanceInput", comparisons.Balancing, sought, input=(fights, ...))),
    }


def _command_input(
    systems: tuple[System, ...], entry: type[OneOf], situation: type[OneOf], inputs: Mapping[str, type[OneOf]]
) -> type[OneOf]:
    newcomer = asked(more("NewcomerInput", commands.Newcomer, "Somebody who joins.", entry=(entry, ...)))
    newcomers = GenericAlias(tuple, (newcomer, ...)), Field(min_length=1, max_length=200)
    join = more("JoinInput", Frozen, "Some join, or are given anew.", combatants=newcomers)
    strike = more("StrikeInput", commands.Attack, "One strikes at another.", situation=(situation | None, None))
    reaction = situation | None, None
    order = more("StandingOrderInput", commands.StandingOrder, "How somebody answers attacks.", reaction=reaction)
    react = more("ReactInput", commands.React, "A target answers an attack that waits.", reaction=reaction)
    override = more("OverrideInput", commands.Override, "Somebody becomes what is said here.", entry=(entry, ...))
    proposable = one_of("ProposedInput", "What is proposed.", {name: shape for name, (shape, _) in PROPOSABLE.items()})
    propose = more("ProposeInput", commands.Proposal, "Somebody proposes something.", what=(proposable, ...))
    members: dict[str, Any] = {
        **COMMANDS,
        "join": asked(join),
        "attack": asked(strike),
        "react": asked(react),
        "standing_order": asked(order),
        "propose": asked(propose),
        "override": asked(override),
        **{name: _casting(name, inputs[name]) for name in ("roll", "check")},
        **{system.name: _manoeuvres(system) for system in systems if system.fight.manoeuvres},
    }
    return one_of("CommandInput", "Exactly one thing to do in an encounter.", members)


def _casting(name: str, input_: type[OneOf]) -> type[Frozen]:
    described = f"A {name} in the encounter, for everybody or in secret."
    return asked(more(f"{name.capitalize()}CommandInput", commands.Casting, described, what=(input_, ...)))


def _manoeuvres(system: System) -> type[OneOf]:
    members = {name: manoeuvre.asked for name, manoeuvre in system.fight.manoeuvres.items()}
    return one_of(f"{to_pascal(system.name)}ManoeuvreInput", f"A manoeuvre of {system.word.en}.", members)


def implementations(contract: Contract) -> Mapping[type[Frozen], tuple[type[Frozen], ...]]:
    """Return, for each interface, the shapes that are answered where it is promised."""
    offered = [system.catalogue() for system in contract.systems.values()]
    return {
        **{
            INTERFACES[name]: tuple(each.told for each in members.values())
            for name, members in contract.operations.items()
        },
        outcomes.Sheet: tuple(system.fight.shown for system in contract.systems.values()),
        Weapon: _types(weapon for each in offered for weapon in each.weapons),
        Armour: _types(armour for each in offered for armour in each.armours),
        Event: tuple(Event.__subclasses__()),
    }


def _types(values: Iterator[Frozen]) -> tuple[type[Frozen], ...]:
    return tuple(dict.fromkeys(type(value) for value in values))

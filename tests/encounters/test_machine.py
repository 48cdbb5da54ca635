"""Any commands in any order: what must hold after every step, holds."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from schema.commands import NewEncounterInput
from schema.encounter import Status
from schema.refusals import Refusal
from service.dice.source import seeded_dice
from service.encounters import log
from service.encounters.decide import create, decide
from service.encounters.events import Restored
from service.encounters.log import Fold, Recorded
from service.encounters.record import digest, encounter_read, encounter_written, state_hash
from service.encounters.scene import Scene
from service.encounters.turns import order
from service.encounters.undo import redo, undo
from tests.encounters.fights import AT, CONTRACT, ID, joining, newcomer
from tests.toys.knives import FIGHT, SYSTEM

NAMES = st.sampled_from("abcde")
SYSTEMS = {"knives": SYSTEM}
GIVEN: dict[str, st.SearchStrategy[Any]] = {
    "join": st.fixed_dictionaries(
        {
            "combatants": st.lists(
                st.builds(lambda name, group: newcomer(name, group=group), NAMES, st.sampled_from([None, "gang"])),
                min_size=1,
                max_size=3,
            )
        }
    ),
    "leave": st.fixed_dictionaries({"combatant": NAMES}),
    "begin": st.just({}),
    "initiative": st.fixed_dictionaries({"reroll": st.lists(NAMES, max_size=3, unique=True)}),
    "endTurn": st.fixed_dictionaries({"combatant": NAMES}),
    "previousTurn": st.just({}),
    "setTurn": st.fixed_dictionaries({"combatant": NAMES}),
    "attack": st.fixed_dictionaries({"striker": NAMES, "target": NAMES}),
    "damage": st.fixed_dictionaries({"target": NAMES, "points": st.integers(0, 9)}),
    "heal": st.fixed_dictionaries({"target": NAMES, "points": st.integers(0, 9)}),
    "temporary": st.fixed_dictionaries({"target": NAMES, "points": st.integers(0, 5)}),
    "condition": st.fixed_dictionaries(
        {
            "combatant": NAMES,
            "name": st.just("Afraid"),
            "lasts": st.one_of(st.none(), st.integers(1, 3)),
            "clock": st.one_of(st.none(), NAMES),
            "span": st.sampled_from(["TURNS", "ROUNDS"]),
            "moment": st.sampled_from(["START", "END"]),
        }
    ),
    "counter": st.fixed_dictionaries({"combatant": NAMES, "name": st.just("luck"), "change": st.integers(-2, 2)}),
    "change": st.fixed_dictionaries(
        {
            "combatants": st.lists(NAMES, min_size=1, max_size=2),
            "to": st.sampled_from(["ASIDE", "BACK", "HIDDEN", "REVEALED", "DEFEATED", "REVIVED"]),
        }
    ),
    "pause": st.just({}),
    "resume": st.just({}),
    "end": st.just({}),
    "reopen": st.just({}),
}


OFTEN = [*sorted(GIVEN), *["endTurn", "attack", "damage", "leave", "join", "reopen", "resume", "condition"] * 3]
"""The commands, those that move a fight more often than those that stop it."""


class Encounters(RuleBasedStateMachine):
    """An encounter, commanded at random; its log, and the fold after each entry."""

    def __init__(self) -> None:
        """Begin without a past."""
        super().__init__()
        self.bodies: list[str] = []
        self.folds: list[Fold] = []

    @initialize(system=st.sampled_from(["turns", "at once"]))
    def open(self, system: str) -> None:
        """Open an encounter of a system with roll-offs, or with simultaneous turns."""
        self.system = replace(SYSTEM, fight=replace(FIGHT, simultaneous=system == "at once"))
        new = {"system": "knives", "name": "Cellar", "settings": {"handDice": False}}
        self._record(create(ID, NewEncounterInput.model_validate(new), self.system))
        self._command("join", joining("a", "b", "c"))
        self._command("begin", {})

    @rule(data=st.data(), name=st.sampled_from(OFTEN))
    def command(self, data: st.DataObject, name: str) -> None:
        """Command something; refused, it leaves everything as it was."""
        self._command(name, data.draw(GIVEN[name]))

    def _command(self, name: str, given: dict[str, Any]) -> None:
        spelt, value = CONTRACT.command.model_validate({name: given}).given
        dice = seeded_dice(f"{name} {len(self.bodies)}")
        with suppress(Refusal):
            self._record(decide(Scene(self.now.encounter, self.system, dice, AT), spelt, value))

    @rule(steps=st.integers(1, 4), again=st.integers(0, 4))
    def back_and_forth(self, steps: int, again: int) -> None:
        """Undo some steps, and redo some of them: the very states come back."""
        self._walk(undo, steps)
        if again:
            self._walk(redo, again)

    def _walk(self, walk: Any, steps: int) -> None:
        async def then(version: int) -> Fold:
            return self.folds[version - 1]

        recorded = len(self.bodies)
        with suppress(Refusal):
            self._record(finished(walk(self.now, steps, then)))
        for body in self.bodies[recorded:]:
            (event,) = log.read(body, SYSTEMS).events
            assert isinstance(event, Restored)
            assert self.now.encounter == self.folds[event.version - 1].encounter

    @property
    def now(self) -> Fold:
        """The fold of everything so far."""
        return self.folds[-1]

    def _record(self, events: Any) -> None:
        before = self.folds[-1] if self.folds else None
        recorded = Recorded(
            system="knives",
            command_id=f"command-{len(self.bodies):016}",
            fingerprint="f",
            actor="GM",
            at="2026-11-30T00:00:00.000+00:00",
            hand_dice=False,
            events=tuple(events),
        )
        body = log.written(recorded, before, log.after(before.encounter if before else None, recorded.events))
        fold = log.followed(before, [body], SYSTEMS)
        assert fold is not None
        assert fold.hash == digest(body)
        self.bodies.append(body)
        self.folds.append(fold)

    @invariant()
    def the_turn_is_somebodys(self) -> None:
        """While a fight runs and anybody can act, exactly one moment is current, and its actors are there."""
        encounter = self.now.encounter
        clock = encounter.clock
        here = {one.id for one in encounter.combatants}
        assert {held.id for held in clock.slot} <= here
        assert (clock.turn is None) == all(held.over for held in clock.slot)
        able = [one for one in encounter.combatants if one.score is not None and not one.aside and not one.defeated]
        if encounter.status is Status.RUNNING and able:
            assert clock.turn is not None

    @invariant()
    def the_order_is_a_permutation(self) -> None:
        """Nobody stands in the order twice, and whoever stands in it is there."""
        encounter = self.now.encounter
        ids = [id_ for slot in order(encounter, self.system.fight) for id_ in slot]
        assert len(ids) == len(set(ids))
        assert set(ids) <= {one.id for one in encounter.combatants}

    @invariant()
    def nothing_is_below_zero(self) -> None:
        """Wounds, temporary health and counters stay within their bounds."""
        for one in self.now.encounter.combatants:
            assert one.temporary >= 0
            assert one.sheet.wounds >= 0
            assert all(held.now >= 0 for held in one.counters)
            assert all(held.left is None or held.left > 0 for held in one.conditions)

    @invariant()
    def the_state_survives_being_written(self) -> None:
        """The encounter is the same after it was written down and read again."""
        encounter = self.now.encounter
        assert encounter_read(encounter_written(encounter), SYSTEM) == encounter

    def teardown(self) -> None:
        """Fold the whole log from the beginning: it is the state."""
        if self.folds:
            fold = log.followed(None, self.bodies, SYSTEMS)
            assert fold is not None
            assert state_hash(fold.encounter) == state_hash(self.now.encounter)


def finished(walk: Any) -> Any:
    """Return what a coroutine that waits for nothing comes to."""
    try:
        walk.send(None)
    except StopIteration as stop:
        return stop.value
    raise AssertionError("it waited")


TestEncounters = Encounters.TestCase
TestEncounters.settings = settings(
    max_examples=100, stateful_step_count=50, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)

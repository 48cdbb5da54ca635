"""Roles: what each may say of a command besides what it does, and who hears of it: at once, in the log, in streams."""

from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

import pytest

from schema.access import Audience, Role
from schema.commands import CommandEnvelope, Envelope, NewEncounterInput
from schema.events import CommandResult, LogEntry
from schema.refusals import Refusal
from service.encounters.viewer import GAME_MASTER, Viewer
from service.folds import Folds
from service.live import Live
from service.store.memory import MemoryJournal
from tests.encounters.fights import CONTRACT
from tests.serving import fresh
from tests.toys.knives import SYSTEM
from tests.viewers import ANA, BEN, LOOKER

pytestmark = pytest.mark.anyio

NAMESAKES = (Viewer(role=Role.PLAYER, name="GM"), Viewer(role=Role.OBSERVER, name="Ana"))
"""Who is called like a Game Master, and like a player."""
OTHER_MASTER = Viewer(role=Role.GAME_MASTER, name="Eva")
TABLE = (GAME_MASTER, OTHER_MASTER, ANA, BEN, LOOKER, *NAMESAKES)

NOTE = {"text": "Aside."}
ROLL = {"what": {"notation": {"text": "2d6"}}}
CHECK: Any = {"what": {"knives": {}}}
CUT = {"striker": "a", "target": "c"}


@dataclass
class Cellar:
    """A running fight of Ana's a, Ben's b, nobody's c and a hidden h, whose commands anybody may give."""

    live: Live = field(default_factory=lambda: Live(Folds(MemoryJournal(), {"knives": SYSTEM})))
    id: str = ""

    async def opened(self, **settings: Any) -> "Cellar":
        """Let the fight begin: it is a's turn."""
        new = {"system": "knives", "name": "Cellar", "settings": settings}
        opened = await self.live.create(Envelope(command_id=fresh()), NewEncounterInput.model_validate(new))
        self.id = opened.encounter.id
        owners = {"a": "Ana", "b": "Ben", "c": None, "h": None}
        people: list[dict[str, Any]] = [
            {"id": id_, "name": id_, "side": id_, "owner": owner, "hidden": id_ == "h", "entry": {"knives": {}}}
            for id_, owner in owners.items()
        ]
        await self.say(GAME_MASTER, "join", {"combatants": people})
        scores = [{"combatant": id_, "score": 9 - place} for place, id_ in enumerate(owners)]
        await self.say(GAME_MASTER, "begin", {"scores": scores})
        return self

    async def say(self, who: Viewer, command: str, given: Any, **envelope: Any) -> CommandResult:
        """Return what a command of somebody comes to; raises Refusal."""
        name, value = CONTRACT.command.model_validate({command: given}).given
        sent = CommandEnvelope.model_validate({"commandId": fresh(), **envelope})
        return await self.live.command(self.id, who, sent, name, value)

    async def refused(self, who: Viewer, command: str, given: Any, **envelope: Any) -> tuple[str, Any]:
        """Return why somebody is refused a command, and with which details."""
        with pytest.raises(Refusal) as caught:
            await self.say(who, command, given, **envelope)
        return caught.value.code, caught.value.details

    async def heard(self, who: Viewer, version: int) -> LogEntry:
        """Return the entry of a version that somebody reads in the log, which is the one it was streamed."""

        async def admitted() -> Viewer:
            return who

        (entry,) = await self.live.log(self.id, who, after=version - 1, first=1)
        async with aclosing(self.live.watch(self.id, admitted, after=version - 1)) as entries:
            assert await anext(entries) == entry
        return entry


@pytest.mark.parametrize("audience", Audience)
@pytest.mark.parametrize(("command", "given"), [("note", NOTE), ("roll", ROLL), ("check", CHECK)])
@pytest.mark.parametrize("giver", [GAME_MASTER, ANA], ids=lambda viewer: viewer.name)
async def test_each_hears_what_is_meant_for_it(giver: Viewer, command: str, given: Any, audience: Audience) -> None:
    """Who hears is the audience: at once, in the log, in streams, on replay; of a blind roll its player is not."""
    cellar, id_ = await Cellar().opened(), fresh()
    said = {**given, "audience": audience.value}
    result = await cellar.say(giver, command, said, commandId=id_)
    again = await cellar.say(giver, command, said, commandId=id_)
    assert again == result.model_copy(update={"replayed": True})
    for viewer in TABLE:
        hears = viewer.leads or audience is Audience.EVERYBODY or (audience is Audience.MYSELF and viewer == giver)
        entry = await cellar.heard(viewer, result.version)
        assert (len(entry.events), entry.hidden, entry.actor) == ((1, False, giver.name) if hears else (0, True, None))
        if viewer == giver:
            assert result.events == entry.events


async def test_of_a_blind_roll_by_hand_not_even_the_hand_is_told() -> None:
    """That the dice of a blind roll were thrown by hand stands in the Game Master's log alone."""
    cellar = await Cellar().opened(handDice=True)
    result = await cellar.say(ANA, "roll", {**ROLL, "audience": "GAME_MASTER"}, dice=[6, 6])
    told = {viewer.name: (await cellar.heard(viewer, result.version)).hand_dice for viewer in (GAME_MASTER, ANA, BEN)}
    assert told == {"GM": True, "Ana": False, "Ben": False}


async def test_a_game_master_who_speaks_for_a_player_keeps_it_from_her() -> None:
    """What a Game Master says to itself in a player's name is for Game Masters."""
    cellar = await Cellar().opened()
    result = await cellar.say(GAME_MASTER, "note", {**NOTE, "audience": "MYSELF"}, actor="Ana")
    assert (await cellar.heard(ANA, result.version)).hidden
    assert (await cellar.heard(OTHER_MASTER, result.version)).actor == "Ana"


@pytest.mark.parametrize("viewer", [GAME_MASTER, ANA], ids=lambda viewer: viewer.name)
async def test_hand_thrown_dice_take_the_setting(viewer: Viewer) -> None:
    """Where hand-thrown dice are off nobody brings any; where they are on, who may throw may, and it is marked."""
    closed, opened = await Cellar().opened(), await Cellar().opened(handDice=True)
    assert await closed.refused(viewer, "roll", ROLL, dice=[1, 2]) == ("hand_dice_closed", {})
    result = await opened.say(viewer, "roll", ROLL, dice=[1, 2])
    assert (await opened.heard(BEN, result.version)).hand_dice
    assert await opened.refused(LOOKER, "roll", ROLL, dice=[1, 2]) == ("looks_on", {})


@pytest.mark.parametrize("viewer", [ANA, LOOKER, *NAMESAKES], ids=lambda viewer: f"{viewer.role}-{viewer.name}")
async def test_only_game_masters_speak_for_others_and_insist(viewer: Viewer) -> None:
    """In another's name, or against the rules, nobody but a Game Master commands; in its own name anybody may."""
    cellar = await Cellar().opened()
    other = "Ben" if viewer.name == "GM" else "GM"
    assert await cellar.refused(viewer, "note", NOTE, actor=other) == ("speaks_for_others", {})
    assert await cellar.refused(viewer, "note", NOTE, insist="please") == ("for_game_master", {})
    if viewer.role is Role.PLAYER:
        assert (await cellar.say(viewer, "note", NOTE, actor=viewer.name)).events
    spoken = await cellar.say(GAME_MASTER, "note", NOTE, actor=viewer.name, insist="so it is")
    assert (await cellar.heard(LOOKER, spoken.version)).actor == viewer.name


@pytest.mark.parametrize("viewer", [ANA, *NAMESAKES], ids=lambda viewer: f"{viewer.role}-{viewer.name}")
async def test_nobody_gets_at_what_another_was_told(viewer: Viewer) -> None:
    """A Game Master's commandId with its very content is to others one that is taken: no more than its version."""
    cellar, id_ = await Cellar().opened(), fresh()
    said = {**NOTE, "audience": "GAME_MASTER"}
    result = await cellar.say(GAME_MASTER, "note", said, commandId=id_)
    assert await cellar.refused(viewer, "note", said, commandId=id_) == (
        "command_id_taken",
        {"version": result.version},
    )


async def test_a_replay_is_told_as_it_was_whoever_is_hidden_by_now() -> None:
    """Coming into view and going out of it changes nothing of what was told before, to the giver or to others."""
    cellar, id_, mine = await Cellar().opened(), fresh(), fresh()
    own = await cellar.say(ANA, "attack", CUT, commandId=mine)
    await cellar.say(GAME_MASTER, "setTurn", {"combatant": "h"})
    secret = await cellar.say(GAME_MASTER, "attack", {"striker": "h", "target": "c"}, commandId=id_)
    before = {viewer: await cellar.heard(viewer, secret.version) for viewer in TABLE}
    await cellar.say(GAME_MASTER, "change", {"combatants": ["h"], "to": "REVEALED"})
    await cellar.say(GAME_MASTER, "change", {"combatants": ["c"], "to": "HIDDEN"})
    replays = [
        (await cellar.say(ANA, "attack", CUT, commandId=mine), own),
        (await cellar.say(GAME_MASTER, "attack", {"striker": "h", "target": "c"}, commandId=id_), secret),
    ]
    for again, first in replays:
        assert again == first.model_copy(update={"replayed": True})
    assert {viewer: await cellar.heard(viewer, secret.version) for viewer in TABLE} == before
    assert "h" not in {getattr(event, "striker", None) for event in before[ANA].events}

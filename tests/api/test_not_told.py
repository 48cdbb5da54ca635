"""What a player is not told it cannot work out: options, simulations and jobs, in every system."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from schema.simulation import Simulate
from service.app import create_app
from service.encounters.viewer import GAME_MASTER, Viewer
from service.folds import Folds, existing
from service.simulation.scenario import Scenario, from_encounter
from service.store.memory import MemoryJournal
from service.systems.catalogue import systems
from tests.api.tables import Table, laid
from tests.serving import Client, serving
from tests.viewers import ANA, LOOKER, OPERATED

pytestmark = pytest.mark.anyio

ASKED = Simulate()
every_system = pytest.mark.parametrize("system", [system.name for system in systems()])
every_secret = pytest.mark.parametrize("health", ["BANDS", "NOTHING"])


@pytest.fixture(scope="module")
def journal() -> MemoryJournal:
    """Keep encounters in memory."""
    return MemoryJournal()


@pytest.fixture(scope="module")
async def client(journal: MemoryJournal) -> AsyncIterator[Client]:
    """Serve all systems."""
    async with serving(create_app(OPERATED, journal)) as served:
        yield served


async def begun(client: Client, journal: MemoryJournal, system: str, health: str, *, gone: bool = False) -> Table:
    """Return the table at which a fight has begun, with the hidden one, or once it has gone."""
    table = await laid(client, journal, system, health=health)
    if gone:
        await table.command("gm", leave={"combatant": "h"})
    there = ("a", "c") if gone else ("a", "c", "h")
    scores = [{"combatant": id_, "score": 9 - place} for place, id_ in enumerate(there)]
    await table.command("gm", begin={"scores": scores})
    return table


async def options(table: Table, who: str) -> Any:
    """Return what a may do, as somebody is told."""
    return (await table.ask(who, "POST", f"/v1/encounters/{table.id}/options", {"combatant": "a"})).json()


async def simulated(table: Table, who: str) -> Any:
    """Return the refusal of a simulation of the encounter."""
    return (await table.ask(who, "POST", "/v1/simulate", {"encounter": table.id, "fights": 1})).json()


async def played(table: Table, journal: MemoryJournal, viewer: Viewer) -> Scenario:
    """Return what would be simulated of the encounter for somebody; all that is answered follows from it."""
    fold = existing(await Folds(journal, {each.name: each for each in systems()}).newest(table.id))
    return from_encounter(ASKED, fold.encounter, viewer)


async def submitted(table: Table, who: str) -> Any:
    """Return the job of such a simulation, for somebody."""
    given = {"simulation": {"encounter": table.id, "fights": 1, "seed": "mesa"}}
    return (await table.ask(who, "POST", "/v1/simulate/jobs", given)).json()


@every_system
@every_secret
async def test_odds_and_modifiers_are_for_who_knows_the_foe(
    client: Client, journal: MemoryJournal, system: str, health: str
) -> None:
    """Under bands or nothing a player's options name its foes and no chance; the Game Master's tell all of it."""
    table = await begun(client, journal, system, health)
    hers, his = await options(table, "player"), await options(table, "gm")
    assert [one["target"] for one in his["attacks"]] == ["c", "h"]
    assert all(one["hits"] or one["refused"] for one in his["attacks"])
    (only,) = hers["attacks"]
    assert (only["target"], only["hits"], only["modifiers"]) == ("c", None, [])


@every_secret
async def test_why_an_attack_cannot_be_is_not_said_of_who_is_not_known(
    client: Client, journal: MemoryJournal, health: str
) -> None:
    """What forbids an attack may lie with its target: then no more is said than that it cannot take place."""
    table = await begun(client, journal, "traveller", health)
    await table.command("gm", override={"combatant": "a", "entry": {"traveller": {"weapons": [{"name": "rifle"}]}}})
    asked = {"combatant": "a", "situation": {"traveller": {"metres": 1001}}}
    told = {
        who: (await table.ask(who, "POST", f"/v1/encounters/{table.id}/options", asked)).json()["attacks"][0]["refused"]
        for who in ("gm", "player")
    }
    assert {who: each["code"] for who, each in told.items()} == {"gm": "out_of_range", "player": "cannot_take_place"}
    assert not told["player"]["details"]


@every_system
@every_secret
async def test_nobody_simulates_what_it_is_not_told(
    client: Client, journal: MemoryJournal, system: str, health: str
) -> None:
    """Under bands or nothing a simulation or a job of the encounter is refused to all but the Game Master."""
    table = await begun(client, journal, system, health)
    for who in ("player", "observer"):
        for answer in (await simulated(table, who), await submitted(table, who)):
            (refused,) = answer["refused"]
            assert refused["code"] == "not_told"
    assert len((await played(table, journal, GAME_MASTER)).seats) == 3


@every_system
async def test_the_hidden_are_to_options_and_simulations_as_the_absent(
    client: Client, journal: MemoryJournal, system: str
) -> None:
    """Whether somebody hidden is there or has gone, a player's options and simulations are the same."""
    hidden = await begun(client, journal, system, "EXACT")
    absent = await begun(client, journal, system, "EXACT", gone=True)
    assert await options(hidden, "player") == await options(absent, "player")
    for viewer in (ANA, LOOKER):
        scenario = await played(hidden, journal, viewer)
        assert scenario == await played(absent, journal, viewer)
        assert [seat.id for seat in scenario.seats] == ["a", "c"]
    assert len((await options(hidden, "gm"))["attacks"]) == 2


@every_system
async def test_the_hidden_are_named_to_options_in_vain(client: Client, journal: MemoryJournal, system: str) -> None:
    """Asked for the options of somebody hidden, a player is answered as for nobody."""
    table = await begun(client, journal, system, "EXACT")
    path = f"/v1/encounters/{table.id}/options"
    hidden, absent = [await table.ask("player", "POST", path, {"combatant": id_}) for id_ in ("h", "k")]
    assert hidden.status_code == absent.status_code == 404
    assert hidden.text.replace('"h"', '"k"').replace("«h»", "«k»").replace("“h”", "“k”") == absent.text

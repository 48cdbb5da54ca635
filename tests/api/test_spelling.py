"""Skills whose names look misspelt, told of whoever joins, and of what is rolled."""

from typing import Any

import httpx
import pytest

from tests.serving import Client
from tests.viewers import bearing

pytestmark = pytest.mark.anyio

SLIP = "«gun_combta» no es una habilidad conocida y cuenta como propia; se parece a «Armas de Fuego»."
ENTRY = {"skills": [{"name": "gun_combta", "level": 2}, {"name": "Xenology", "level": 1}]}
FOE = {"id": "foe", "name": "Foe", "side": "foes", "entry": {"traveller": ENTRY}}
BLADE = {"name": "hook", "skill": "mele", "damage": "2D"}


def warned(answer: Any) -> list[str]:
    """Return of what the events of a command warn, in Spanish."""
    return [warning["es"] for event in answer["events"] for warning in event["warnings"]]


async def test_whoever_joins_is_looked_at(arbitro: Client) -> None:
    """A slip in a sheet is told as it comes, as it is given anew and as it is put right, and nothing else is."""
    id_ = await arbitro.open("traveller")
    override = {"combatant": "foe", "entry": FOE["entry"], "reason": "so"}
    for command in ({"join": {"combatants": [FOE]}}, {"join": {"combatants": [FOE]}}, {"override": override}):
        assert warned(await arbitro.command(id_, **command)) == [SLIP]


async def test_who_is_simulated_is_looked_at(arbitro: Client) -> None:
    """A slip of whoever fights is told once among the notes, however many have it."""
    fighters = [{"name": side, "side": side, "count": 2, "entry": FOE["entry"]} for side in "ab"]
    told = await arbitro.rest("/v1/simulate", {"fighters": fighters, "fights": 2})
    assert [note["es"] for note in told["notes"]] == [SLIP]


async def test_a_slip_counts_as_it_was_sent(arbitro: Client) -> None:
    """A skill that looks like a slip serves under its own name, like any that is of one's own."""
    for name in ("gun_combta", "Xenology"):
        armed = {**ENTRY, "weapons": [{**BLADE, "skill": name}]}
        ruling = await arbitro.rest("/v1/traveller/attack", {"attacker": armed, "target": {}})
        assert name in [modifier["name"]["key"] for modifier in ruling["modifiers"]]


async def test_weapons_and_checks_are_looked_at(arbitro: Client) -> None:
    """The skill of a weapon, of a check and of a manoeuvre is looked at as well."""
    id_ = await arbitro.open("traveller")
    armed = {**FOE, "entry": {"traveller": {"weapons": [BLADE]}}}
    (blade,) = warned(await arbitro.command(id_, join={"combatants": [armed]}))
    (check,) = warned(await arbitro.command(id_, check={"what": {"traveller": {"skill": {"name": "Stelth"}}}}))
    await arbitro.command(id_, begin={"scores": [{"combatant": "foe", "score": 1}]})
    work = {"combatant": "foe", "skill": "mecanic", "rounds": 2}
    (works,) = warned(await arbitro.command(id_, traveller={"beginWork": work}))
    assert [text.rpartition("«")[2] for text in (blade, check, works)] == ["Combate CaC».", "Sigilo».", "Mecánica»."]


async def test_who_does_not_know_a_sheet_is_not_told(arbitro: Client) -> None:
    """A warning names what is in a sheet, so it is for those who may know the sheet."""
    id_ = await arbitro.open("traveller", health="NOTHING")
    await arbitro.command(id_, join={"combatants": [FOE]})
    await arbitro.command(id_, join={"combatants": [FOE]})
    minted = await arbitro.rest(f"/v1/encounters/{id_}/tokens", {"role": "PLAYER", "name": "Ana"})
    log: httpx.Response = await arbitro.http.get(f"/v1/encounters/{id_}/log", headers=bearing(minted["secret"]))
    assert "gun_combta" not in log.text
    assert log.text.count('"summary"') == 3

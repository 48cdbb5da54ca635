"""What a combatant may do now: its buttons, with modifiers and exact chances."""

from typing import Any

import pytest

from service.systems.catalogue import systems
from tests.serving import Client

pytestmark = pytest.mark.anyio

RIFLEMAN = {"skills": [{"name": "gun_combat", "level": 1}], "weapons": [{"name": "rifle"}]}
ASK = """query ($id: ID!, $who: String!) { options(encounterId: $id, combatant: $who) {
  combatant acting canAct attacks { target refused { code } modifiers { value } hits { fraction decimal } }
  manoeuvres { manoeuvre { key } objections { code } } } }"""


@pytest.fixture
def client(arbitro: Client) -> Client:
    """The service of the whole run."""
    return arbitro


async def fighting(client: Client) -> str:
    """Begin a fight of one against two, in which it is ana's turn, and return its id."""
    id_ = await client.open("traveller")
    sides = {"ana": "crew", "blas": "pirates", "cid": "pirates"}
    newcomers = [
        {"id": name, "name": name, "side": side, "entry": {"traveller": RIFLEMAN}} for name, side in sides.items()
    ]
    await client.command(id_, join={"combatants": newcomers})
    scores = [{"combatant": name, "score": score} for name, score in (("ana", 5), ("blas", 3), ("cid", 1))]
    await client.command(id_, begin={"scores": scores})
    return id_


async def asked(client: Client, id_: str, who: str, **situation: Any) -> Any:
    """Return somebody's options, under circumstances."""
    body = {"combatant": who, "situation": {"traveller": situation}}
    return await client.rest(f"/v1/encounters/{id_}/options", body)


async def test_attacks_are_offered_with_their_exact_chance(client: Client) -> None:
    """Each foe is offered with the modifiers that would apply and the exact chance, and no friend is."""
    id_ = await fighting(client)
    told = await asked(client, id_, "ana", metres=200)
    assert (told["acting"], told["canAct"]) == (True, True)
    assert [one["target"] for one in told["attacks"]] == ["blas", "cid"]
    assert told["attacks"][0]["hits"]["fraction"] == "7/12"
    assert sum(one["value"] for one in told["attacks"][0]["modifiers"]) == 1


async def test_what_cannot_be_is_said_with_its_reason(client: Client) -> None:
    """An attack that the rules forbid is offered with the reason, and without a chance."""
    id_ = await fighting(client)
    told = await asked(client, id_, "ana", metres=1001)
    assert {(one["refused"]["code"], one["hits"]) for one in told["attacks"]} == {("out_of_range", None)}


async def test_asking_changes_nothing(client: Client) -> None:
    """Options are a question: the encounter is as it was."""
    id_ = await fighting(client)
    before = await client.rest(f"/v1/encounters/{id_}")
    await asked(client, id_, "blas")
    assert await client.rest(f"/v1/encounters/{id_}") == before


async def test_both_surfaces_tell_the_same(client: Client) -> None:
    """GraphQL tells the options that REST tells."""
    id_ = await fighting(client)
    by_rest = await client.rest(f"/v1/encounters/{id_}/options", {"combatant": "blas"})
    told = (await client.graphql(ASK, id=id_, who="blas"))["options"]
    assert told["acting"] is by_rest["acting"] is False
    assert [one["hits"] for one in told["attacks"]] == [one["hits"] for one in by_rest["attacks"]]
    assert [one["manoeuvre"]["key"] for one in told["manoeuvres"]] == [
        one["manoeuvre"]["key"] for one in by_rest["manoeuvres"]
    ]


async def test_nobody_has_no_options(client: Client) -> None:
    """Who is not there, and an encounter that is not, are not found."""
    id_ = await fighting(client)
    (refused,) = (await client.rest(f"/v1/encounters/{id_}/options", {"combatant": "zoe"}))["refused"]
    assert (refused["code"], refused["place"]) == ("unknown_combatant", ["combatant"])
    (refused,) = (await client.rest(f"/v1/encounters/{'z' * 26}/options", {"combatant": "zoe"}))["refused"]
    assert refused["code"] == "no_such_encounter"


@pytest.mark.parametrize("system", [system.name for system in systems()])
async def test_every_system_offers_attacks_and_manoeuvres(client: Client, system: str) -> None:
    """Somebody ordinary may strike at somebody ordinary by a chance, in every system, and has its manoeuvres."""
    id_ = await client.open(system)
    newcomers: list[dict[str, Any]] = [
        {"id": name, "name": name, "side": name, "entry": {system: {}}} for name in ("ana", "blas")
    ]
    await client.command(id_, join={"combatants": newcomers})
    await client.command(
        id_, begin={"scores": [{"combatant": name, "score": 9 - turn} for turn, name in enumerate(("ana", "blas"))]}
    )
    told = await client.rest(f"/v1/encounters/{id_}/options", {"combatant": "ana"})
    assert 0 < told["attacks"][0]["hits"]["decimal"] < 1
    possible = [one["manoeuvre"]["key"] for one in told["manoeuvres"] if not one["objections"]]
    assert possible
    assert not {"leave_cover", "get_up", "pick_up", "shake_off"} & set(possible)

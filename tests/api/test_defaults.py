"""What is left out of an input counts as left out, whichever surface it came by."""

from typing import Any

import pytest
from graphql import GraphQLInputObjectType, Undefined

from service.api.contract import contract
from service.api.graphql import schema
from service.settings import Settings
from service.systems.catalogue import systems
from tests.serving import Client, fresh

pytestmark = pytest.mark.anyio

COMMAND = """mutation ($encounter: ID!, $command: String!, $dice: [[Int!]!], $input: CommandInput!) {
  command(encounterId: $encounter, commandId: $command, dice: $dice, input: $input) {
    encounter { combatants { id sheet { ... on PercentileSheet { hand { reactions } } } } }
    events { kind ... on CombatantStruck { ruling { options { name value } } } }
  }
}"""


async def by_rest(client: Client, id_: str, dice: list[list[int]] | None = None, **command: Any) -> Any:
    """Send a command by REST."""
    return await client.command(id_, dice=dice, **command)


async def by_graphql(client: Client, id_: str, dice: list[list[int]] | None = None, **command: Any) -> Any:
    """Send a command by GraphQL."""
    told = await client.graphql(COMMAND, encounter=id_, command=fresh(), dice=dice, input=command)
    return told["command"]


WAYS = pytest.mark.parametrize("send", [by_rest, by_graphql])


@WAYS
async def test_what_is_not_said_is_left_to_orders_and_presets(arbitro: Client, send: Any) -> None:
    """Whoever joins without a preset has the encounter's, and who says nothing of a reaction leaves it to orders."""
    id_ = await arbitro.open("percentile", preset="brp", handDice=True)
    for name in "ab":
        newcomer = {"id": name, "name": name, "side": name, "entry": {"percentile": {}}}
        await send(arbitro, id_, join={"combatants": [newcomer]})
    reaction = {"percentile": {"reaction": "DODGE"}}
    await send(arbitro, id_, standingOrder={"combatant": "b", "when": "ALWAYS", "reaction": reaction})
    scores = [{"combatant": "a", "score": 9}, {"combatant": "b", "score": 1}]
    await send(arbitro, id_, begin={"scores": scores})
    attack = {"striker": "a", "target": "b", "situation": {"percentile": {"range": "CLOSE"}}}
    struck = await send(arbitro, id_, dice=[[10], [99], [2], [1]], attack=attack)
    (event,), (_, target) = struck["events"], struck["encounter"]["combatants"]
    assert {"name": "preset", "value": "brp"} in event["ruling"]["options"]
    assert target["sheet"]["hand"]["reactions"] == 1


def test_nothing_is_filled_in_for_a_client() -> None:
    """No field of any input has a default that GraphQL would hand on as if it had been said."""
    known = schema(contract(systems()), Settings())._schema.type_map.values()
    inputs = [each for each in known if isinstance(each, GraphQLInputObjectType)]
    assert all(field.default_value is Undefined for each in inputs for field in each.fields.values())
    assert "Left out: STRICT." in str(schema(contract(systems()), Settings()).as_str())

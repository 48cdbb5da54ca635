"""The seed's worked examples of the percentile system, by every door."""

from typing import Any

import pytest

from tests.serving import Client

pytestmark = pytest.mark.anyio

CHECK = """mutation ($input: CheckInput!) {
  check(input: $input) {
    success margin degree { key } summary { es en } options { name value } dice { value dice { faces } }
    ... on PercentileCheck { value target base baseMargin thresholds { criticalMax fumbleMin } effects { key } }
  }
}"""


@pytest.fixture
def client(arbitro: Client) -> Client:
    """The service of the whole run."""
    return arbitro


BRIDGE = [{"name": "Salto desde el puente", "value": -60}]
MCFRY = [
    pytest.param({"skill": "Orientación", "base": 39, "dice": [0, 8]}, ("SUCCESS", 31), id="the streets of New York"),
    pytest.param({"skill": "Conducir", "base": 68, "dice": [6, 7]}, ("SUCCESS", 1), id="a taxi across Central Park"),
    pytest.param(
        {"skill": "Atletismo", "base": 48, "modifiers": BRIDGE, "dice": [0, 4]}, ("CRITICAL", -16), id="off the bridge"
    ),
    pytest.param({"skill": "Demoliciones", "base": 18, "dice": [9, 4]}, ("FUMBLE", -76), id="explosives down the lift"),
]


@pytest.mark.parametrize(("roll", "told"), MCFRY)
async def test_mcfry_rolls_alike_by_both_surfaces(client: Client, roll: dict[str, Any], told: tuple[str, int]) -> None:
    """The four rolls of the seed (sheet 8) come out as it tells them, by REST and by GraphQL, in the same words."""
    rest = await client.rest("/v1/percentile/check", roll)
    graphql = (await client.graphql(CHECK, input={"percentile": roll}))["check"]
    assert (rest["degree"]["key"], rest["margin"]) == (graphql["degree"]["key"], graphql["margin"]) == told
    assert graphql["summary"] == rest["summary"]
    assert graphql["dice"][0]["dice"] == [{"faces": roll["dice"]}]
    assert {"name": "rule", "value": "failure_tenth/inclusive"} in rest["options"]


@pytest.mark.parametrize("dice", [[[6, 7]], [67], [[67]], [6, 7]])
async def test_a_hundred_is_given_by_digits_or_by_number(client: Client, dice: list[Any]) -> None:
    """Tens and units, together or one after the other, and the number itself are one throw."""
    rest = await client.rest("/v1/percentile/check", {"base": 68, "dice": dice})
    assert (rest["value"], rest["leftovers"]) == (67, [])


async def test_dice_that_can_be_read_two_ways_are_refused(client: Client) -> None:
    """Where other dice may follow, 5 and 7 are asked to say whether they are 57."""
    body = {"base": 60, "opponent": {"base": 40}, "dice": [5, 7]}
    refused = await client.rest("/v1/percentile/check", body)
    assert refused["refused"][0]["code"] == "two_readings"
    assert "[5, 7]" in refused["refused"][0]["message"]["es"]

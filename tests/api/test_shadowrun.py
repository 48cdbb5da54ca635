"""The seed's worked example of the pool system, by every door."""

from typing import Any

import pytest

from tests.serving import Client

pytestmark = pytest.mark.anyio

ATTACK = """mutation ($input: AttackInput!) {
  attack(input: $input) {
    hit margin degree { key } summary { es en } dice { reason { key } value dice { faces } }
    damage { points ... on ShadowrunDamage { resisted net level { key } code { codeEs codeEn } } }
    ... on ShadowrunAttack { successes dodged targetNumber }
  }
}"""

FACES = [[3], [5], [5], [6], [4], [5], [1], [6], [6, 2], [4], [2], [3], [2], [6, 1], [5], [6, 2], [6, 3], [5]]
TOTALS = [3, 5, 5, 6, 4, 5, 1, 6, 8, 4, 2, 3, 2, 7, 5, 8, 9, 5]
"""The dice of the seed: face by face, and as the seed writes them."""


@pytest.fixture
def client(arbitro: Client) -> Client:
    """The service of the whole run."""
    return arbitro


def shot(code: str, alphabet: str) -> dict[str, Any]:
    """Return Eddie's shot at Mark, the Predator's code written in an alphabet."""
    weapon = {
        "name": "Ares Predator",
        "damage": {"code": code, "notation": alphabet},
        "sights": ["SMART_GOGGLES"],
    }
    return {
        "attacker": {"skills": [{"name": "Pistolas", "rating": 5}], "weapons": [weapon]},
        "target": {"armour": [{"name": "Chaleco blindado"}]},
        "situation": {"band": "MEDIUM", "pool": 4, "defence": {"dodge": 3, "resistDice": 6}},
    }


@pytest.mark.parametrize(("code", "alphabet"), [("9L", "ES"), ("9M", "EN")])
@pytest.mark.parametrize("written", ["faces", "totals"])
async def test_eddie_shoots_mark_alike_by_both_surfaces(client: Client, code: str, alphabet: str, written: str) -> None:
    """Seven successes, one dodged, three resisted: a grave wound, by REST and by GraphQL, in either alphabet (seed)."""
    rest_dice, graphql_dice = (FACES, FACES) if written == "faces" else (TOTALS, [[total] for total in TOTALS])
    rest = await client.rest("/v1/shadowrun/attack", {**shot(code, alphabet), "dice": rest_dice})
    asked = {"shadowrun": {**shot(code, alphabet), "dice": graphql_dice}}
    graphql = (await client.graphql(ATTACK, input=asked))["attack"]
    for told in (rest, graphql):
        assert (told["hit"], told["successes"], told["dodged"], told["targetNumber"]) == (True, 7, 1, 4)
        assert (told["damage"]["resisted"], told["damage"]["net"], told["damage"]["points"]) == (3, 3, 6)
        assert told["damage"]["level"]["key"] == "SERIOUS"
        assert (told["damage"]["code"]["codeEs"], told["damage"]["code"]["codeEn"]) == ("9L", "9M")
        assert "de Leve a Grave: 6 casillas" in told["summary"]["es"]
    assert graphql["summary"] == rest["summary"]
    assert graphql["dice"][0]["dice"][-1]["faces"] == [6, 2]


async def test_an_ambiguous_code_is_refused_with_both_readings(client: Client) -> None:
    """A letter of two meanings without its alphabet is refused, and the client reads both meanings."""
    body = {"weapon": {"name": "Pesada", "damage": {"code": "9L"}}, "successes": 1}
    refused = (await client.rest("/v1/shadowrun/damage", body))["refused"][0]
    assert refused["code"] == "ambiguous_damage_code"
    assert "Moderate in Spanish letters" in refused["message"]["en"]
    assert "Light in English letters" in refused["message"]["en"]
    assert refused["place"][-1] == "notation"

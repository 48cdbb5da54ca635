"""Odds by every door: the same question, the same exact answer."""

from typing import Any

import pytest

from tests.serving import Client

pytestmark = pytest.mark.anyio

CHANCE = "{ fraction decimal }"
FORECAST = f"""{{
  summary {{ es en }}
  success {CHANCE}
  degrees {{ term {{ key es en }} chance {CHANCE} }}
  numbers {{
    name {{ key es en }} mean {CHANCE} deviation least most quantiles {{ part value }}
    values {{ value chance {CHANCE} atLeast {CHANCE} atMost {CHANCE} }} below {CHANCE} above {CHANCE}
  }}
  terms {{ name {{ key es en }} values {{ term {{ key es en }} chance {CHANCE} }} }}
}}"""
ODDS = f"query ($input: OddsInput!) {{ odds(input: $input) {FORECAST} }}"
CURVE = """query ($input: OddsInput!, $over: RangeInput!) {
  curve(input: $input, over: $over) {
    field points { at success { fraction decimal } means { name { key } mean { fraction } } refused { code } }
  }
}"""
VERSUS = """query ($one: OddsInput!, $other: OddsInput!) {
  versus(one: $one, other: $other) {
    one { success { fraction } } other { success { fraction } } success { fraction decimal }
    degrees { name { key } difference { fraction } } means { name { key } difference { fraction } }
  }
}"""

RIFLE = {
    "attacker": {
        "characteristics": {"strength": 7, "dexterity": 9, "endurance": 7},
        "skills": [{"name": "Gun Combat", "level": 1}],
        "weapons": [{"name": "rifle"}],
    },
    "target": {"characteristics": {"strength": 7, "dexterity": 7, "endurance": 7}},
    "situation": {"metres": 50},
}
REQUESTS: list[tuple[str, str, dict[str, Any]]] = [
    ("roll", "notation", {"text": "4d6kh3+2"}),
    ("roll", "notation", {"text": "3x(2d6)"}),
    ("check", "traveller", {"difficulty": "AVERAGE"}),
    ("attack", "traveller", RIFLE),
    ("check", "percentile", {"base": 60, "opponent": {"base": 40}}),
    ("check", "ryf", {"attribute": {"name": "DEXTERITY", "score": 7}, "difficulty": "HARD"}),
    ("check", "shadowrun", {"skill": {"name": "Pistolas", "rating": 5}, "target": 4}),
]


@pytest.fixture
def client(arbitro: Client) -> Client:
    """The service of the whole run."""
    return arbitro


@pytest.mark.parametrize(("operation", "member", "request_"), REQUESTS)
async def test_rest_and_graphql_foretell_the_same(
    client: Client, operation: str, member: str, request_: dict[str, Any]
) -> None:
    """A forecast is the same by REST, by GraphQL, and beside the ruling that it foretells."""
    by_rest = await client.rest(f"/v1/{member}/{operation}/odds", request_)
    by_graphql = await client.graphql(ODDS, input={operation: {member: request_}})
    beside = await client.rest(f"/v1/{member}/{operation}", {**request_, "odds": True})
    assert by_graphql["odds"] == by_rest == beside["odds"]


async def test_no_odds_unless_asked(client: Client) -> None:
    """A ruling says nothing of odds that nobody asked for."""
    ruling = await client.rest("/v1/notation/roll", {"text": "d20"})
    assert ruling["odds"] is None


async def test_an_average_check(client: Client) -> None:
    """Two dice against 8: 5/12, by the very value and by every greater one."""
    told = await client.rest("/v1/traveller/check/odds", {"difficulty": "AVERAGE"})
    (effect,) = (number for number in told["numbers"] if number["name"]["key"] == "effect")
    (zero,) = (value for value in effect["values"] if value["value"] == 0)
    assert told["success"] == {"fraction": "5/12", "decimal": 5 / 12}
    assert zero["atLeast"]["fraction"] == "5/12"
    assert zero["chance"]["fraction"] == "5/36"


async def test_what_a_change_is_worth(client: Client) -> None:
    """A chain of +1 to an average check is worth a sixth: from 5/12 to 7/12."""
    one: dict[str, Any] = {"difficulty": "AVERAGE"}
    other = {**one, "modifiers": [{"name": "help", "value": 1}]}
    by_rest = await client.rest("/v1/traveller/check/versus", {"one": one, "other": other})
    asked = {name: {"check": {"traveller": given}} for name, given in (("one", one), ("other", other))}
    by_graphql = (await client.graphql(VERSUS, **asked))["versus"]
    assert by_rest["success"] == by_graphql["success"] == {"fraction": "1/6", "decimal": 1 / 6}
    assert by_graphql["means"] == [{"name": {"key": "effect"}, "difference": {"fraction": "1"}}]


async def test_only_like_requests_are_compared(client: Client) -> None:
    """A check and a roll are not two sides of one question."""
    asked = {"one": {"roll": {"notation": {"text": "d6"}}}, "other": {"check": {"traveller": {}}}}
    answer = await client.http.post("/graphql", json={"query": VERSUS, "variables": asked})
    assert answer.json()["errors"][0]["extensions"]["code"] == "not_alike"


async def test_a_curve_in_one_call(client: Client) -> None:
    """A percentile test over bases: each point is the forecast of that base; what the rules refuse says so."""
    over = {"field": "base", "first": 0, "last": 100, "step": 25}
    by_rest = await client.rest("/v1/percentile/check/curve", {"input": {"base": 1}, "over": over})
    by_graphql = await client.graphql(CURVE, input={"check": {"percentile": {"base": 1}}}, over=over)
    chances = [point["success"]["fraction"] for point in by_rest["points"]]
    assert [point["at"] for point in by_rest["points"]] == [0, 25, 50, 75, 100]
    assert chances == [point["success"]["fraction"] for point in by_graphql["curve"]["points"]]
    assert chances == ["1/100", "1/4", "1/2", "3/4", "99/100"]


@pytest.mark.parametrize(
    ("over", "code"),
    [
        ({"field": "base", "first": 0, "last": 50}, "too_many_points"),
        ({"field": "base", "first": 9, "last": 1}, "too_many_points"),
        ({"field": "nothing.like.it", "first": 1, "last": 2}, "no_such_number"),
        ({"field": "modifiers.0.value", "first": 1, "last": 2}, "no_such_number"),
    ],
)
async def test_curves_that_cannot_be_drawn(client: Client, over: dict[str, Any], code: str) -> None:
    """Too many points, or none, and fields that are not there are refused."""
    told = await client.rest("/v1/percentile/check/curve", {"input": {"base": 1}, "over": over})
    assert told["refused"][0]["code"] == code


async def test_too_many_branches_name_the_simulation(client: Client) -> None:
    """What is too much to compute exactly is refused by a code of its own, which says what to do instead."""
    answer = await client.http.post("/v1/notation/roll/odds", json={"text": "200d1000kh150!"})
    (refused,) = answer.json()["refused"]
    assert answer.status_code == 413
    assert refused["code"] == "too_many_branches"
    assert "simulate" in refused["message"]["en"]


async def test_refused_odds_throw_no_dice(client: Client) -> None:
    """A roll whose odds are asked, and cannot be told, is refused whole."""
    told = await client.rest("/v1/notation/roll", {"text": "200d1000kh150!", "odds": True})
    assert told["refused"][0]["code"] == "too_many_branches"

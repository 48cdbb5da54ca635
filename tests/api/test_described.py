"""What the published REST contract says, and that what is answered is as it says."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis

from service.systems.catalogue import systems
from tests.playthroughs.scenario import FOLDER, NAMES
from tests.serving import Client, fresh

pytestmark = pytest.mark.anyio

PUBLISHED = Path(__file__).parent.parent.parent / "schema" / "openapi.json"
DOCUMENT = json.loads(PUBLISHED.read_text(encoding="utf-8"))
REST = schemathesis.openapi.from_dict(DOCUMENT)


async def told(client: Client, method: str, path: str, body: Any = None, **names: str) -> httpx.Response:
    """Return what is answered at a path, once it is found to be as published."""
    answer = await client.http.request(method, path.format(**names), json=body)
    REST[path][method].validate_response(answer)
    assert answer.is_success, answer.text
    return answer


@pytest.mark.parametrize("system", NAMES)
async def test_a_whole_fight_is_answered_as_published(arbitro: Client, system: str) -> None:
    """Every command of a whole fight, and all that can be read of it, has the shape that is published for it."""
    first, *lines = map(json.loads, (FOLDER / f"{system}.jsonl").read_text(encoding="utf-8").splitlines())
    new = {"commandId": fresh(), "input": {**first["command"]["create"], "settings": {"handDice": True}}}
    id_ = (await told(arbitro, "POST", "/v1/encounters", new)).json()["encounter"]["id"]
    for line in lines:
        command = {"commandId": fresh(), "input": line["command"], "dice": line["dice"]}
        await told(arbitro, "POST", "/v1/encounters/{encounterId}/commands", command, encounterId=id_)
    for path in ("", "/log", "/export"):
        await told(arbitro, "GET", f"/v1/encounters/{{encounterId}}{path}", encounterId=id_)


@pytest.mark.parametrize("system", [system.name for system in systems()])
async def test_a_catalogue_is_answered_as_published(arbitro: Client, system: str) -> None:
    """What a system offers has the shape that is published for it."""
    await told(arbitro, "GET", "/v1/{system}/catalogue", system=system)


@pytest.mark.parametrize("name", ["Roll", "Check", "Attack", "Damage", "Sheet", "Weapon", "Armour", "Event"])
def test_what_may_be_one_of_several_shapes_lists_them(name: str) -> None:
    """Where an interface is answered, the contract names each shape that may stand there."""
    shapes = [each["$ref"].rpartition("/")[2] for each in DOCUMENT["components"]["schemas"][name]["anyOf"]]
    assert len(shapes) >= len(NAMES)
    assert set(shapes) <= DOCUMENT["components"]["schemas"].keys()


@pytest.mark.parametrize("name", [name for name in DOCUMENT["components"]["schemas"] if name.endswith("Input")])
def test_an_input_takes_no_other_fields(name: str) -> None:
    """What is not in the contract is not taken."""
    assert DOCUMENT["components"]["schemas"][name]["additionalProperties"] is False


def test_every_name_is_spelt_as_the_wire_spells() -> None:
    """Paths and fields are in camelCase everywhere."""
    schemas = DOCUMENT["components"]["schemas"].values()
    fields = {field for each in schemas for field in each.get("properties", ())}
    assert [name for name in {*fields, *DOCUMENT["paths"]} if "_" in name] == []


@pytest.mark.parametrize(
    ("path", "taken"),
    [("/v1/encounters", "GET, POST"), (f"/v1/encounters/{'a' * 26}", "DELETE, GET"), ("/v1/ryf/check", "POST")],
)
async def test_a_method_that_is_not_taken_is_told_which_are(arbitro: Client, path: str, taken: str) -> None:
    """The answer to a wrong method names all that the path takes, whichever route has them."""
    answer = await arbitro.http.request("PUT", path, json={})
    assert (answer.status_code, answer.headers["allow"]) == (405, taken)

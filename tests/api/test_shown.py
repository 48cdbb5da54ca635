"""The bodies that the REST document shows: each is as the document says, and is answered."""

import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from service.app import create_app
from service.store.memory import MemoryJournal
from tests.serving import Client, serving
from tests.viewers import OPERATED

pytestmark = pytest.mark.anyio

PUBLISHED = Path(__file__).parents[2] / "schema" / "openapi.json"
DOCUMENT = json.loads(PUBLISHED.read_text(encoding="utf-8"))
WITHOUT = {"import_encounter", "notation_roll_curve"}
"""Nobody types an export, and no field of a notation is a number."""
LANGUAGE = {"language": "es"}
"""What charts want besides a body."""


@dataclass(frozen=True)
class Taken:
    """What an operation takes, as the document says it."""

    id: str
    path: str
    schema: dict[str, Any]
    bodies: dict[str, Any]


def taken() -> Iterator[Taken]:
    """Yield what each operation takes that takes a body."""
    for path, methods in DOCUMENT["paths"].items():
        for told in methods.values():
            if "requestBody" in told:
                content = told["requestBody"]["content"]["application/json"]
                bodies = {name: example["value"] for name, example in content.get("examples", {}).items()}
                yield Taken(told["operationId"], path, content["schema"], bodies)


EACH = pytest.mark.parametrize("operation", [pytest.param(each, id=each.id) for each in taken()])


@EACH
def test_a_body_is_shown(operation: Taken) -> None:
    """Whoever reads the document sees of every operation what may be sent to it, and that has the shape it says."""
    assert bool(operation.bodies) == (operation.id not in WITHOUT)
    for body in operation.bodies.values():
        jsonschema_rs.validate({**operation.schema, "components": DOCUMENT["components"]}, body)


def test_operations_are_called_by_what_they_do() -> None:
    """Each has a sentence for a title, not the name of a function."""
    titles = [told["summary"] for methods in DOCUMENT["paths"].values() for told in methods.values()]
    assert [title for title in titles if " " not in title or not title.endswith(".")] == []


@pytest.fixture
async def client() -> AsyncIterator[Client]:
    """Serve an app whose webhooks lead to a public address, whatever network the tests have."""

    async def resolved(_name: str, _port: int) -> list[str]:
        return ["93.184.215.14"]

    app = create_app(OPERATED, MemoryJournal())
    async with serving(app) as client:
        desk = app.state.desk
        app.state.desk = replace(desk, sender=replace(desk.sender, resolve=resolved))
        yield client


async def test_what_is_shown_is_answered(client: Client) -> None:
    """All bodies are taken, in the order of the document: what is done in an encounter, in the one that is opened."""
    opened = ""
    for operation in taken():
        for name, body in operation.bodies.items():
            path = operation.path.format(encounterId=opened, number=0)
            answer = await client.http.post(path, params=LANGUAGE, json=body, timeout=120)
            assert answer.is_success, (operation.id, name, answer.text)
            if operation.id == "create_encounter":
                opened = answer.json()["encounter"]["id"]

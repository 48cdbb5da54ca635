"""The REST contract as OpenAPI, typed to the last field, also where an answer may be one of several shapes."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from fastapi import FastAPI
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from schema.refused import RefusedRequest
from schema.shapes import Frozen
from schema.webhooks import Delivery

COMPONENTS = "#/components/schemas/"
ANSWERED: JsonSchemaMode = "serialization"


class Described(FastAPI):
    """An application that tells which shapes stand behind each interface it answers, and what may be sent to it."""

    def __init__(
        self,
        implementations: Mapping[type[Frozen], tuple[type[Frozen], ...]],
        examples: Callable[[], Mapping[str, Mapping[str, Any]]],
        **settings: Any,
    ) -> None:
        """Take the shapes that are answered where an interface is promised, and what returns bodies by operation."""
        self._shapes = implementations
        self._examples = examples
        super().__init__(**settings)

    def openapi(self) -> dict[str, Any]:
        """Return the document."""
        known = self.openapi_schema
        document = super().openapi()
        if document is not known:
            components = document["components"]["schemas"]
            components |= self._missing(components) | self._unions()
            _show(self._examples(), document["paths"])
            _entitle(document["paths"])
        return document

    def _missing(self, components: Mapping[str, Any]) -> dict[str, Any]:
        """Return the schemas that no path names: it promises an interface only, or they are sent unasked."""
        behind = (each for shapes in self._shapes.values() for each in shapes)
        answers: list[type[Frozen]] = [RefusedRequest, Delivery, *behind]
        asked = [(each, ANSWERED) for each in answers if each.__name__ not in components]
        _, document = models_json_schema(asked, ref_template=f"{COMPONENTS}{{model}}")
        described: dict[str, Any] = document["$defs"]
        return described

    def _unions(self) -> dict[str, Any]:
        return {interface.__name__: _any_of(interface, shapes) for interface, shapes in self._shapes.items()}


def _show(examples: Mapping[str, Mapping[str, Any]], paths: Mapping[str, Mapping[str, Any]]) -> None:
    """Show bodies beside what the document says of them; a chart is drawn of the same."""
    for methods in paths.values():
        for told in methods.values():
            bodies = examples.get(told["operationId"].removesuffix("_chart"), {})
            if bodies and "requestBody" in told:
                named = {name: {"value": body} for name, body in bodies.items()}
                told["requestBody"]["content"]["application/json"]["examples"] = named


def _entitle(paths: Mapping[str, Mapping[str, Any]]) -> None:
    """Call operations by what they do, where they were called by the names of functions."""
    for methods in paths.values():
        for told in methods.values():
            title, _, rest = told.pop("description", "").partition("\n\n")
            told["summary"] = title or told["summary"]
            if rest:
                told["description"] = rest


def _any_of(interface: type[Frozen], shapes: Iterable[type[Frozen]]) -> dict[str, Any]:
    return {
        "title": interface.__name__,
        "description": interface.__doc__,
        "anyOf": [{"$ref": f"{COMPONENTS}{each.__name__}"} for each in shapes],
    }

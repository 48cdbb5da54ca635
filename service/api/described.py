"""The REST contract as OpenAPI, typed to the last field, also where an answer may be one of several shapes."""

from collections.abc import Iterable, Mapping
from typing import Any

from fastapi import FastAPI
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from schema.refused import RefusedRequest
from schema.shapes import Frozen
from schema.webhooks import Delivery

COMPONENTS = "#/components/schemas/"
ANSWERED: JsonSchemaMode = "serialization"


class Described(FastAPI):
    """An application that tells which shapes stand behind each interface it answers."""

    def __init__(self, implementations: Mapping[type[Frozen], tuple[type[Frozen], ...]], **settings: Any) -> None:
        """Take the shapes that are answered where an interface is promised."""
        self._shapes = implementations
        super().__init__(**settings)

    def openapi(self) -> dict[str, Any]:
        """Return the document."""
        known = self.openapi_schema
        document = super().openapi()
        if document is not known:
            components = document["components"]["schemas"]
            components |= self._missing(components) | self._unions()
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


def _any_of(interface: type[Frozen], shapes: Iterable[type[Frozen]]) -> dict[str, Any]:
    return {
        "title": interface.__name__,
        "description": interface.__doc__,
        "anyOf": [{"$ref": f"{COMPONENTS}{each.__name__}"} for each in shapes],
    }

"""The weight of a GraphQL document, told before it is validated, in time that grows with its text only."""

from collections.abc import Iterator
from typing import NamedTuple

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    OperationDefinitionNode,
    SelectionNode,
    SelectionSetNode,
)

from schema.refusals import Reason, TooMuch
from service.api.repeats import NESTING, most_repeats
from service.settings import Settings

TOO_DEEP = Reason("query_too_deep", "La consulta pasa de {most} niveles.", "The query nests more than {most} levels.")
TOO_MANY_ALIASES = Reason(
    "too_many_aliases", "La consulta pasa de {most} alias.", "The query has more than {most} aliases."
)
TOO_MANY_DIRECTIVES = Reason(
    "too_many_directives", "La consulta pasa de {most} directivas.", "The query has more than {most} directives."
)
TOO_MANY_ROOT_FIELDS = Reason(
    "too_many_root_fields",
    "La operación pasa de {most} campos en su raíz.",
    "The operation has more than {most} fields at its root.",
)
TOO_COSTLY = Reason(
    "query_too_costly", "La consulta pide más de {most} campos.", "The query asks for more than {most} fields."
)
TOO_MANY_REPEATS = Reason(
    "too_many_repeats",
    "La consulta pide más de {most} veces un mismo lugar de la respuesta.",
    "The query asks more than {most} times for one place of the answer.",
)

INTROSPECTION = frozenset({"__schema", "__type"})
INTROSPECTION_COST = 1_000


class Weight(NamedTuple):
    """What a selection comes to with its fragments written out."""

    root: int = 0
    depth: int = 0
    aliases: int = 0
    directives: int = 0
    cost: int = 0

    def beside(self, other: "Weight") -> "Weight":
        """Return the weight of both, one beside the other."""
        return Weight(
            self.root + other.root,
            max(self.depth, other.depth),
            self.aliases + other.aliases,
            self.directives + other.directives,
            self.cost + other.cost,
        )


def overweight(document: DocumentNode, limits: Settings) -> Iterator[TooMuch]:
    """Yield a refusal for each limit that the document passes."""
    scales = Scales(document)
    for definition in document.definitions:
        if isinstance(definition, OperationDefinitionNode):
            yield from _passed(scales.operation(definition), limits)
    if most_repeats(document) > limits.repeats:
        yield TooMuch(TOO_MANY_REPEATS, details={"most": limits.repeats})


def _passed(weight: Weight, limits: Settings) -> Iterator[TooMuch]:
    for found, most, reason in (
        (weight.depth, limits.depth, TOO_DEEP),
        (weight.aliases, limits.aliases, TOO_MANY_ALIASES),
        (weight.directives, limits.directives, TOO_MANY_DIRECTIVES),
        (weight.root, limits.root_fields, TOO_MANY_ROOT_FIELDS),
        (weight.cost, limits.cost, TOO_COSTLY),
    ):
        if found > most:
            yield TooMuch(reason, details={"most": most})


class Scales:
    """Weighs the selections of one document, each fragment once; unknown and circular spreads weigh nothing."""

    def __init__(self, document: DocumentNode) -> None:
        """Take the document whose fragments may be spread."""
        self._fragments = {d.name.value: d for d in document.definitions if isinstance(d, FragmentDefinitionNode)}
        self._known: dict[str, Weight] = {}

    def operation(self, operation: OperationDefinitionNode) -> Weight:
        """Return the weight of an operation."""
        return Weight(directives=len(operation.directives or ())).beside(self._selections(operation.selection_set, 0))

    def _selections(self, selections: SelectionSetNode | None, level: int) -> Weight:
        if selections is None:
            return Weight()
        if level > NESTING:
            return Weight(depth=NESTING)
        weight = Weight()
        for selection in selections.selections:
            weight = weight.beside(self._selection(selection, level + 1))
        return weight

    def _selection(self, selection: SelectionNode, level: int) -> Weight:
        own = Weight(directives=len(selection.directives or ()))
        if isinstance(selection, FragmentSpreadNode):
            return own.beside(self._fragment(selection.name.value, level))
        inner = self._selections(getattr(selection, "selection_set", None), level)
        return own.beside(_of_field(selection, inner) if isinstance(selection, FieldNode) else inner)

    def _fragment(self, name: str, level: int) -> Weight:
        if name not in self._known:
            self._known[name] = Weight()
            fragment = self._fragments.get(name)
            self._known[name] = self._selections(fragment.selection_set if fragment else None, level)
        return self._known[name]


def _of_field(field: FieldNode, inner: Weight) -> Weight:
    introspects = field.name.value in INTROSPECTION
    return Weight(
        root=1,
        depth=1 if introspects and inner.depth < NESTING else inner.depth + 1,
        aliases=inner.aliases + (field.alias is not None),
        directives=inner.directives,
        cost=inner.cost + 1 + introspects * INTROSPECTION_COST,
    )

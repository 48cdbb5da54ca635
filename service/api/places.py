"""Where in a GraphQL request something is wrong, told as REST tells it."""

import re
from collections.abc import Callable, Container, Iterator, Mapping
from typing import Any

from graphql import (
    ArgumentNode,
    DocumentNode,
    FieldNode,
    GraphQLError,
    Node,
    ObjectFieldNode,
    VariableDefinitionNode,
    VariableNode,
)

from schema.refusals import Place

VARIABLE = re.compile(r"^Variable '\$(?P<name>\w+)' has invalid (?:default )?value(?: at (?P<trail>\S*))?: ")
STEP = re.compile(r"[^.\[\]]+")

SIMULATIONS = ("simulate", "simulateVersus", "simulateSensitivity", "simulateBalance", "simulatedFight")

LEFT_OUT: Mapping[tuple[str, str], slice] = {
    **{(name, "input"): slice(2) for name in ("roll", "check", "attack", "damage")},
    ("odds", "input"): slice(3),
    **{place: slice(1, 3) for place in (("versus", "one"), ("versus", "other"), ("curve", "input"))},
    **{(name, "input"): slice(1) for name in (*SIMULATIONS, "submitSimulation", "mintToken")},
    **{(name, "page"): slice(1) for name in ("encounters", "encounterLog")},
}
"""By field and argument, the steps that REST has in its path, or whose fields are the request itself there."""

Way = tuple[Any, ...]
"""How a document leads from its root to a node: nodes, and numbers within lists of values."""


def place_inside(error: GraphQLError, location: list[str]) -> Place:
    """Return where in the request an argument of the field that an error is about does not fit."""
    field = next((node for node in error.nodes or () if isinstance(node, FieldNode)), None)
    return _as_by_rest(field, tuple(location))


def place(error: GraphQLError, document: DocumentNode | None, named: Place, choice: Container[str]) -> Place:
    """Return where in the request an error is: in a document, or in a variable; it ends in the field that is named.

    Where a choice has not been made, it ends before the fields to choose from.
    """
    variable = VARIABLE.match(error.message)
    found = _uses(variable["name"]) if variable else _is(next(iter(error.nodes or ()), None))
    way = _way(document, found) if document else ()
    inner = STEP.findall(variable["trail"] or "") if variable else []
    if inner and inner[-1] in choice:
        inner.pop()
    steps = (*_steps(way), *inner)
    field = next((step for step in way if isinstance(step, FieldNode)), None)
    within = steps[: -len(named)] if named and steps[-1:] == named else steps
    return (*_as_by_rest(field, within), *named)


def _as_by_rest(field: FieldNode | None, place: Place) -> Place:
    """Leave out the steps that REST does without, unless one of them is what is wrong."""
    steps = list(place)
    left_out = LEFT_OUT.get((field.name.value, str(steps[0])), slice(0)) if field and steps else slice(0)
    if len(steps) >= left_out.stop:
        del steps[left_out]
    return tuple(steps)


def _is(node: Node | None) -> Callable[[Way], bool]:
    return lambda way: way[-1] is node


def _uses(variable: str) -> Callable[[Way], bool]:
    def found(way: Way) -> bool:
        node = way[-1]
        used = isinstance(node, VariableNode) and not isinstance(way[-2], VariableDefinitionNode)
        return used and node.name.value == variable

    return found


def _steps(way: Way) -> Iterator[str | int]:
    """Yield the arguments, fields and numbers in lists of a way."""
    for step in way:
        if isinstance(step, int):
            yield step
        elif isinstance(step, ArgumentNode | ObjectFieldNode):
            yield step.name.value


def _way(tree: Any, found: Callable[[Way], bool]) -> Way:
    """Return the way from the tree's root to a node."""
    ways: list[Way] = [(tree,)]
    while ways:
        way = ways.pop()
        if found(way):
            return way
        ways.extend((*way, *step) for step in _children(way[-1]))
    return ()


def _children(node: Any) -> Iterator[Way]:
    for key in node.keys:
        child = getattr(node, key)
        if isinstance(child, Node):
            yield (child,)
        elif isinstance(child, tuple | list):
            yield from ((number, each) if key == "values" else (each,) for number, each in enumerate(child))

"""How often a GraphQL document asks for one place of its answer: validation compares each time with each other."""

from collections import Counter
from collections.abc import Mapping

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    InlineFragmentNode,
    OperationDefinitionNode,
    SelectionNode,
    SelectionSetNode,
)

NESTING = 64
"""Selections within selections, of any kind, past which a document is not followed further."""


def most_repeats(document: DocumentNode) -> int:
    """Return how often, at the most, an operation or a fragment of the document asks for one place."""
    repeats = Repeats(document)
    asking = (d for d in document.definitions if isinstance(d, OperationDefinitionNode | FragmentDefinitionNode))
    return max((repeats.most(definition.selection_set, 0) for definition in asking), default=0)


class Repeats:
    """Counts the repeats of one document, each fragment once; unknown and circular spreads repeat nothing."""

    def __init__(self, document: DocumentNode) -> None:
        """Take the document whose fragments may be spread."""
        self._fragments = {d.name.value: d for d in document.definitions if isinstance(d, FragmentDefinitionNode)}
        self._known: dict[str, Mapping[str, int]] = {}

    def most(self, selections: SelectionSetNode | None, level: int) -> int:
        """Return how often, at the most, the selections ask for one place; a field without any asks once."""
        return max(self._names(selections, level).values(), default=1)

    def _names(self, selections: SelectionSetNode | None, level: int) -> Mapping[str, int]:
        """Return for each name in the answer how often it is asked for, or what is within it."""
        names: Counter[str] = Counter()
        if selections and level <= NESTING:
            for selection in selections.selections:
                names.update(self._name(selection, level + 1))
        return names

    def _name(self, selection: SelectionNode, level: int) -> Mapping[str, int]:
        if isinstance(selection, FieldNode):
            named = selection.alias or selection.name
            return {named.value: self.most(selection.selection_set, level)}
        if isinstance(selection, FragmentSpreadNode):
            return self._fragment(selection.name.value, level)
        return self._names(selection.selection_set if isinstance(selection, InlineFragmentNode) else None, level)

    def _fragment(self, name: str, level: int) -> Mapping[str, int]:
        if name not in self._known:
            self._known[name] = {}
            fragment = self._fragments.get(name)
            self._known[name] = self._names(fragment.selection_set if fragment else None, level)
        return self._known[name]

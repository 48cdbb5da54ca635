"""What a way to fight comes to in an attack where nobody decides blow by blow."""

from collections.abc import Mapping
from typing import Any

from service.systems.conduct import Bout
from service.systems.ryf.words.terms import RyfCover

HEEDS = frozenset({"covered"})


def situated(bout: Bout) -> Mapping[str, Any]:
    """Return the circumstances: cover is large."""
    return {"cover": RyfCover.LARGE} if bout.theirs.covered else {}

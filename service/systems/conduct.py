"""How fighters conduct themselves where nobody decides blow by blow, in words that a system may or may not know."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Conduct:
    """How somebody means to fight at this moment."""

    dodges: bool = False
    """Whether it gives something to avoid blows."""
    covered: bool = False
    """Whether it fights from behind cover."""
    pool: int = 0
    """Per cent of a pool that its attacks may take; its defence has the rest."""


@dataclass(frozen=True, kw_only=True)
class Bout:
    """One about to strike at another: the sheet and hand of each, and how either means to fight."""

    striker: tuple[Any, Any]
    target: tuple[Any, Any]
    ours: Conduct = Conduct()
    theirs: Conduct = Conduct()

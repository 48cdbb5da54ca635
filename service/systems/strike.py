"""What a strike is in every system: an offence meets a defence, a blow falls, a sheet is hurt."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any, Protocol

from service.dice.source import Dice


class Blow(Protocol):
    """What an attack comes to, before anybody is hurt."""

    @property
    def harm(self) -> Hashable | None:
        """What reaches the target's sheet, None for a miss."""

    @property
    def spent(self) -> Hashable | None:
        """What the target gave to soften it, such as a reaction."""

    @property
    def backlash(self) -> Hashable | None:
        """What reaches the striker's own sheet, None for nothing."""


@dataclass(frozen=True, kw_only=True)
class Strike:
    """A blow, and both sheets as they are after it; None where a sheet was not given."""

    blow: Blow
    target: Any
    striker: Any


@dataclass(frozen=True)
class Shielded:
    """A sheet, and the points of temporary health that take harm before it does."""

    sheet: Any
    points: int


def shielding(wound: Callable[..., Any], soften: Callable[[Any, int], tuple[Any, int]]) -> Callable[..., Shielded]:
    """Return how a shielded sheet is hurt: by what its temporary health leaves of the harm."""

    def hurt(shielded: Shielded, harm: Hashable, dice: Dice) -> Shielded:
        left, used = soften(harm, shielded.points)
        return Shielded(dice.play(wound, shielded.sheet, left), shielded.points - used)

    return hurt


def strike(
    blow: Callable[..., Blow], wound: Callable[..., Any], attack: tuple[Any, Any], sheets: tuple[Any, Any], dice: Dice
) -> Strike:
    """Play the blow of an (offence, defence), and what it does to the sheets of (target, striker)."""
    fallen: Blow = dice.play(blow, *attack)
    target, striker = sheets
    return Strike(
        blow=fallen,
        target=_hurt(wound, target, fallen.harm, dice),
        striker=_hurt(wound, striker, fallen.backlash, dice),
    )


def _hurt(wound: Callable[..., Any], sheet: Any, harm: Hashable | None, dice: Dice) -> Any:
    return sheet if sheet is None or harm is None else dice.play(wound, sheet, harm)


def bare(struck: Strike) -> Strike:
    """Return a strike at shielded sheets with the sheets alone."""
    return replace(struck, target=struck.target.sheet, striker=struck.striker and struck.striker.sheet)

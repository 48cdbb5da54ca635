"""What a strike is in every system: an offence meets a defence, a blow falls, a sheet is hurt."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
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

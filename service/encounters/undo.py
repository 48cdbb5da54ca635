"""Undoing and doing again: earlier states come back as they were; what was rolled stays in the log."""

from collections.abc import Awaitable, Callable

from schema.refusals import NotAllowed
from schema.words import Text
from service.encounters import reasons
from service.encounters.events import Restored
from service.encounters.log import Fold
from service.encounters.scene import Events

Then = Callable[[int], Awaitable[Fold]]
"""Gives the fold as it was at a version."""


async def undo(fold: Fold, steps: int, then: Then) -> Events:
    """Return the event that brings back the state before the last steps; raises NotAllowed."""
    gone: list[int] = []
    at = fold
    for _ in range(steps):
        if not at.before:
            raise NotAllowed(reasons.NOTHING_TO_UNDO, ("input", "undo"), {"most": len(gone)})
        gone.append(at.version)
        at = await then(at.before)
    text = Text(es=f"Se deshace hasta la versión {at.version}.", en=f"Undone, back to version {at.version}.")
    return (_restored(at, (*reversed(gone), *fold.undone), text),)


async def redo(fold: Fold, steps: int, then: Then) -> Events:
    """Return the event that brings back what the last steps undid; raises NotAllowed."""
    if steps > len(fold.undone):
        raise NotAllowed(reasons.NOTHING_TO_REDO, ("input", "redo"), {"most": len(fold.undone)})
    at = await then(fold.undone[steps - 1])
    text = Text(es=f"Se rehace hasta la versión {at.version}.", en=f"Done again, up to version {at.version}.")
    return (_restored(at, fold.undone[steps:], text),)


def _restored(at: Fold, undone: tuple[int, ...], text: Text) -> Restored:
    return Restored(state=at.encounter, version=at.version, before=at.before, undone=undone, summary=text)

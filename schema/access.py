"""Who may see and do what in an encounter, and the tokens that say so."""

from enum import StrEnum
from typing import Annotated

import strawberry
from pydantic import Field

from schema.shapes import Frozen, Name, answer, asked


@strawberry.enum
class Role(StrEnum):
    """What somebody is in an encounter.

    A Game Master sees and does everything; a player acts for the combatants it owns; an observer looks on.
    """

    GAME_MASTER = "GAME_MASTER"
    PLAYER = "PLAYER"
    OBSERVER = "OBSERVER"


@strawberry.enum
class Audience(StrEnum):
    """Who is told what comes of something: everybody, the Game Master and who did it, or only the Game Master."""

    EVERYBODY = "EVERYBODY"
    MYSELF = "MYSELF"
    GAME_MASTER = "GAME_MASTER"


@asked
class NewTokenInput(Frozen):
    """A token to be made: whoever holds it is somebody in the encounter."""

    role: Role
    """What its holder may see and do."""
    name: Name
    """Who its holder is: a player owns the combatants whose `owner` this is, and the log names it."""
    lasts_hours: Annotated[int, Field(strict=True, ge=1, le=8_760)] | None = None
    """After how many hours it expires; left out, it lasts as long as the encounter."""


@answer
class Token(Frozen):
    """A token, as it is listed: never the token itself."""

    id: str
    """Its id, by which it is revoked."""
    role: Role
    """What its holder may see and do."""
    name: str
    """Who its holder is."""
    made_at: str
    """When it was made, in ISO 8601, UTC."""
    expires_at: str | None
    """When it expires, in ISO 8601, UTC; null where it lasts as long as the encounter."""


@answer
class MintedToken(Frozen):
    """A token just made."""

    secret: str
    """The token itself, shown this once: `Authorization: Bearer` and this. Árbitro keeps only its hash."""
    token: Token
    """What will be listed of it."""


@answer
class Seat(Frozen):
    """Who somebody is in an encounter, by the token it holds."""

    role: Role
    """What it may see and do."""
    name: str
    """Who it is."""

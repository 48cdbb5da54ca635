"""When an encounter is forgotten, and what its watchers are told before."""

from datetime import datetime, timedelta

from schema.events import EncounterExpires, LogEntry
from schema.words import Text

TELLER = "Árbitro"
"""Who tells what no command brought about."""


def expiry(at: str, ttl: timedelta) -> datetime:
    """Return when an encounter expires whose last command was carried out then."""
    return datetime.fromisoformat(at) + ttl


def shown(moment: datetime) -> str:
    """Return a moment as it is shown, in ISO 8601."""
    return moment.isoformat(timespec="seconds")


def notice(version: int, expires: datetime, now: datetime) -> LogEntry:
    """Return the notice that an encounter will expire: it is of no version of its own, and stands in no log."""
    day, hour = f"{expires:%Y-%m-%d}", f"{expires:%H:%M}"
    text = Text(
        es=f"Si no ocurre nada antes, este encuentro se borrará el {day} a las {hour} UTC.",
        en=f"Unless something happens before, this encounter will be deleted on {day} at {hour} UTC.",
    )
    event = EncounterExpires(kind="EXPIRES", summary=text, expires_at=shown(expires))
    return LogEntry(version=version, actor=TELLER, at=shown(now), hand_dice=False, events=(event,))

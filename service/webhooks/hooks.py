"""Hooks: what is registered, how far each has come, and where that is written down."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from pydantic import TypeAdapter

from schema.access import Role
from schema.webhooks import WebhookState
from schema.words import Text
from service.encounters.viewer import Viewer
from service.store.journal import Book, Journal

OVERLAP = 24 * 60 * 60
"""Seconds that a secret goes on signing after another has taken its place."""

MOST_SECRETS = 5

REGISTER = "webhooks"
"""In the place of an encounter, which no id of one looks like: its book lists all hooks of all encounters."""


@dataclass(frozen=True)
class Place:
    """Where a hook is written down."""

    encounter: str
    id: str

    def __str__(self) -> str:
        """Return it as it stands in the register."""
        return f"{self.encounter}-{self.id}"


@dataclass(frozen=True, kw_only=True)
class Secret:
    """A secret that signs deliveries."""

    text: str = field(repr=False)
    until: float | None = None
    """When it signs no longer, in seconds since 1970; None while it is the newest."""


@dataclass(frozen=True, kw_only=True)
class Hook:
    """Where deliveries go, and how far they have come."""

    url: str = field(repr=False)
    fingerprint: str
    """What it was registered by."""
    role: Role
    name: str
    """Who it is, of that role."""
    secrets: tuple[Secret, ...]
    """The newest first."""
    cursor: int
    """The last version delivered."""
    state: WebhookState = WebhookState.ACTIVE
    tries: int = 0
    """How often the next version has failed."""
    due: float = 0.0
    """When it may next be delivered to, in seconds since 1970; while somebody does, when its hold on the hook ends."""
    holder: str = ""
    """Who delivers to it now."""
    error: Text | None = None

    @property
    def viewer(self) -> Viewer:
        """Whose view it is told."""
        return Viewer(role=self.role, name=self.name)

    def signing(self, now: float) -> tuple[str, ...]:
        """Return the secrets that sign at a time."""
        return tuple(secret.text for secret in self.secrets if secret.until is None or secret.until > now)

    def rests(self, now: float) -> bool:
        """Return whether nothing may be delivered to it at a time."""
        return self.state is WebhookState.DEAD or self.due > now


def held(hook: Hook, *, by: str, now: float, until: float) -> Hook:
    """Return the hook in somebody's hold, if it is free for it."""
    return hook if hook.rests(now) else replace(hook, holder=by, due=until)


def let_go(hook: Hook, *, by: str) -> Hook:
    """Return the hook free for anybody."""
    return replace(hook, holder="", due=0.0) if hook.holder == by else hook


def delivered(hook: Hook, *, by: str, version: int, until: float) -> Hook:
    """Return the hook with a version delivered, held on to for the next."""
    return replace(hook, cursor=version, tries=0, error=None, due=until) if hook.holder == by else hook


def failed(hook: Hook, *, by: str, error: Text, again: float | None) -> Hook:
    """Return the hook after a try that failed: to be tried again at a time, or dead where there is none."""
    if hook.holder != by:
        return hook
    state = WebhookState.DEAD if again is None else hook.state
    return replace(hook, holder="", tries=hook.tries + 1, error=error, state=state, due=again or 0.0)


def revived(hook: Hook) -> Hook:
    """Return the hook with all its tries before it, whoever held it."""
    return replace(hook, state=WebhookState.ACTIVE, tries=0, due=0.0, holder="")


def rotated(hook: Hook, *, secret: str, now: float) -> Hook:
    """Return the hook with a new secret; those before it sign on for a while."""
    until = now + OVERLAP
    before = (replace(old, until=min(old.until or until, until)) for old in hook.secrets)
    kept = [old for old in before if old.until is not None and old.until > now]
    return replace(hook, secrets=(Secret(text=secret), *kept[: MOST_SECRETS - 1]))


_PAGE = TypeAdapter(Hook)


@dataclass(frozen=True)
class Hooks:
    """The hooks of all encounters, each a page of the book of its encounter."""

    journal: Journal
    news: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when a hook is registered here."""

    async def everywhere(self) -> tuple[Place, ...]:
        """Return where all hooks are written down; some may be gone."""
        listed = await self.journal.pages(REGISTER, Book.HOOKS)
        return tuple(Place(*title.split("-")) for title in listed)

    async def of(self, encounter: str) -> dict[str, Hook]:
        """Return the hooks of an encounter, by id."""
        pages = await self.journal.pages(encounter, Book.HOOKS)
        return {id_: _PAGE.validate_json(text) for id_, text in sorted(pages.items())}

    async def at(self, place: Place) -> Hook | None:
        """Return a hook, if it is there."""
        text = await self.journal.page(place.encounter, Book.HOOKS, place.id)
        return None if text is None else _PAGE.validate_json(text)

    async def add(self, place: Place, hook: Hook) -> Hook:
        """Write a hook down unless one is there, and return the one that is."""
        stands = await self.journal.claim(place.encounter, Book.HOOKS, place.id, _written(hook))
        await self.keep_listed(place)
        self.news.set()
        return _PAGE.validate_json(stands)

    async def change(self, place: Place, step: Callable[[Hook], Hook]) -> Hook | None:
        """Take a step from the hook as it is, and return the hook after it; None if there is no such hook."""
        while True:
            text = await self.journal.page(place.encounter, Book.HOOKS, place.id)
            if text is None:
                return None
            after = step(_PAGE.validate_json(text))
            if await self.journal.amend(place.encounter, Book.HOOKS, place.id, _written(after), was=text):
                return after

    async def remove(self, place: Place) -> bool:
        """Strike a hook out, and return whether it was there."""
        return await self.journal.tear_out(place.encounter, Book.HOOKS, place.id)

    async def keep_listed(self, place: Place) -> None:
        """Have a hook on the list, and the list live on."""
        await self.journal.claim(REGISTER, Book.HOOKS, str(place), "")

    async def strike_off(self, place: Place) -> None:
        """Take a hook that is gone off the list, unless it has come back meanwhile."""
        await self.journal.tear_out(REGISTER, Book.HOOKS, str(place))
        if await self.at(place) is not None:
            await self.keep_listed(place)


def _written(hook: Hook) -> str:
    return _PAGE.dump_json(hook).decode()

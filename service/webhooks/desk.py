"""The desk: where the Game Master of an encounter registers webhooks and looks after them."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from schema.refusals import NotAllowed, NotFound, Reason, TooMuch
from schema.webhooks import NewWebhookBody, NewWebhookInput, Webhook, WebhookState
from service.encounters.expiry import shown
from service.encounters.record import canonical, digest
from service.folds import existing
from service.live import Live
from service.systems.places import within
from service.watching import NO_SUCH_VERSION
from service.webhooks.hooks import Hook, Hooks, Place, Secret, revived, rotated
from service.webhooks.sender import Sender
from service.webhooks.signing import new_secret

ID_LENGTH = 16

NO_SUCH_WEBHOOK = Reason("no_such_webhook", "No existe ese webhook.", "There is no such webhook.")
TOO_MANY = Reason(
    "too_many_webhooks",
    "Un encuentro admite {most} webhooks como mucho.",
    "An encounter takes {most} webhooks at the most.",
)
COMMAND_ID_TAKEN = Reason(
    "command_id_taken",
    "Ese commandId ya se usó para otro webhook.",
    "That commandId was already used for another webhook.",
)


@dataclass(frozen=True, kw_only=True)
class Desk:
    """The webhooks of encounters, as their Game Masters handle them."""

    live: Live
    hooks: Hooks
    sender: Sender
    most: int
    """How many an encounter may have."""
    now: Callable[[], float] = time.time

    async def listed(self, encounter: str) -> tuple[Webhook, ...]:
        """Return the webhooks of an encounter; raises NotFound."""
        await self._newest(encounter)
        return tuple(_shown(id_, hook) for id_, hook in (await self.hooks.of(encounter)).items())

    async def add(self, encounter: str, asked: NewWebhookBody) -> Webhook:
        """Register a webhook: one for one commandId, however often it is asked; raises Refusal."""
        newest, new = await self._newest(encounter), asked.input
        place = Place(encounter, digest(asked.command_id)[:ID_LENGTH])
        fingerprint = digest(canonical(new.model_dump(mode="json")))
        known = await self.hooks.at(place)
        if known is None:
            await self._admit(encounter, new, newest)
        made = Hook(
            url=new.url,
            fingerprint=fingerprint,
            role=new.role,
            name=new.name,
            secrets=(Secret(text=new_secret()),),
            cursor=newest if new.after is None else new.after,
        )
        hook = known or await self.hooks.add(place, made)
        if hook.fingerprint != fingerprint:
            raise NotAllowed(COMMAND_ID_TAKEN, ("commandId",))
        return _shown(place.id, hook, secret=made.secrets[0].text if hook == made else None)

    async def rotate(self, encounter: str, id_: str) -> Webhook:
        """Give a webhook a new secret, beside which the old one signs for a day; raises NotFound."""
        secret = new_secret()
        hook = await self._changed(encounter, id_, partial(rotated, secret=secret, now=self.now()))
        return _shown(id_, hook, secret=secret)

    async def retry(self, encounter: str, id_: str) -> Webhook:
        """Have a webhook, dead or waiting, go on at once from where it stands; raises NotFound."""
        hook = await self._changed(encounter, id_, revived)
        await self.hooks.keep_listed(Place(encounter, id_))
        return _shown(id_, hook)

    async def remove(self, encounter: str, id_: str) -> None:
        """Remove a webhook, whether it is there or not; raises NotFound where the encounter is not."""
        await self._newest(encounter)
        await self.hooks.remove(Place(encounter, id_))

    async def _newest(self, encounter: str) -> int:
        """Return the newest version of an encounter; raises NotFound."""
        return existing(await self.live.folds.newest(encounter)).version

    async def _admit(self, encounter: str, new: NewWebhookInput, newest: int) -> None:
        """Refuse one webhook too many, one that nothing may be sent to, and one that begins in the future."""
        if len(await self.hooks.of(encounter)) >= self.most:
            raise TooMuch(TOO_MANY, details={"most": self.most})
        with within("input"):
            if new.after is not None and new.after > newest:
                raise NotFound(NO_SUCH_VERSION, ("after",), {"newest": newest})
            await self.sender.check(new.url)

    async def _changed(self, encounter: str, id_: str, step: Callable[[Hook], Hook]) -> Hook:
        await self._newest(encounter)
        hook = await self.hooks.change(Place(encounter, id_), step)
        if hook is None:
            raise NotFound(NO_SUCH_WEBHOOK, ("webhookId",))
        return hook


def _shown(id_: str, hook: Hook, *, secret: str | None = None) -> Webhook:
    waits = hook.state is WebhookState.ACTIVE and hook.tries > 0
    return Webhook(
        id=id_,
        url=hook.url,
        role=hook.role,
        name=hook.name,
        state=hook.state,
        delivered=hook.cursor,
        tries=hook.tries,
        next_try=shown(datetime.fromtimestamp(hook.due, UTC)) if waits else None,
        last_error=hook.error,
        secret=secret,
    )

"""Seeds: the secrets that the dice of encounters follow from, kept beside their logs and never in them."""

from collections import OrderedDict
from dataclasses import dataclass, field

from schema.refusals import Reason, Unavailable
from schema.words import Text
from service.dice.fair import Secret, new_seed
from service.encounters.events import SeedRevealed
from service.encounters.log import Fold
from service.store.journal import Book, Journal

SECRETS_KEPT = 256

SEED_LOST = Reason(
    "seed_lost",
    "Se ha perdido la semilla de los dados de este encuentro: clónalo para seguir.",
    "The seed of this encounter's dice is lost: clone it to go on.",
)


@dataclass
class Seeds:
    """The secrets of encounters: one an epoch, drawn once, whoever asks first."""

    journal: Journal
    _kept: OrderedDict[str, Secret] = field(default_factory=OrderedDict, repr=False)

    async def drawn(self, encounter: str, epoch: int) -> Secret:
        """Return the secret of an epoch that is about to begin."""
        seed = await self.journal.claim(encounter, Book.SEEDS, str(epoch), new_seed())
        return Secret(encounter=encounter, epoch=epoch, seed=seed)

    async def behind(self, fold: Fold) -> Secret | None:
        """Return the secret that a log has committed to, None where it has to none; raises Unavailable when lost."""
        if fold.commitment is None:
            return None
        return self._kept.get(fold.commitment) or await self._fetched(fold, fold.commitment)

    async def revealed(self, secret: Secret) -> SeedRevealed:
        """Return the event that tells a secret, and commits to the next."""
        following = await self.drawn(secret.encounter, secret.epoch + 1)
        return revealing(secret, following.commitment)

    async def _fetched(self, fold: Fold, commitment: str) -> Secret:
        seed = await self.journal.page(fold.encounter.id, Book.SEEDS, str(fold.epoch))
        secret = Secret(encounter=fold.encounter.id, epoch=fold.epoch, seed=seed or "")
        if secret.commitment != commitment:
            raise Unavailable(SEED_LOST)
        self._kept[commitment] = secret
        if len(self._kept) > SECRETS_KEPT:
            self._kept.popitem(last=False)
        return secret


def revealing(secret: Secret, commitment: str) -> SeedRevealed:
    """Return the event that tells a secret, with the commitment to the next."""
    text = Text(
        es=f"Se revela la semilla {secret.epoch} de los dados.", en=f"Seed {secret.epoch} of the dice is revealed."
    )
    return SeedRevealed(epoch=secret.epoch, seed=secret.seed, commitment=commitment, summary=text)

"""The percentile system of Agents: a hundred, and a skill that must not be passed."""

from service.systems.percentile.data import FOLDER, NAME, VOCABULARY
from service.systems.percentile.fight import FIGHT
from service.systems.percentile.offer import offer
from service.systems.percentile.operations import OPERATIONS
from service.systems.system import System

SYSTEM = System(
    name="percentile",
    word=NAME,
    operations=OPERATIONS,
    fight=FIGHT,
    catalogue=offer,
    labels=VOCABULARY.groups["throw"],
    folder=FOLDER,
)

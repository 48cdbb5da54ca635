"""The 2D6 system of Travellers: two dice, a modifier and a target."""

from service.systems.system import System
from service.systems.traveller.data import FOLDER, NAME, VOCABULARY
from service.systems.traveller.fight import FIGHT
from service.systems.traveller.offer import offer
from service.systems.traveller.operations import OPERATIONS

SYSTEM = System(
    name="traveller",
    word=NAME,
    operations=OPERATIONS,
    fight=FIGHT,
    catalogue=offer,
    labels=VOCABULARY.groups["throw"],
    folder=FOLDER,
)

"""The 1o3d10 system of Rápido y Fácil: the middle of three ten-sided dice, an attribute and a skill."""

from service.systems.ryf.data import FOLDER, NAME, VOCABULARY
from service.systems.ryf.fight import FIGHT
from service.systems.ryf.offer import offer
from service.systems.ryf.operations import OPERATIONS
from service.systems.system import System

SYSTEM = System(
    name="ryf",
    word=NAME,
    operations=OPERATIONS,
    fight=FIGHT,
    catalogue=offer,
    labels=VOCABULARY.groups["throw"],
    folder=FOLDER,
)

"""The pool system of shadowrunners: each die against a target number, and sixes thrown again."""

from service.systems.shadowrun.fight import FIGHT
from service.systems.shadowrun.offer import offer
from service.systems.shadowrun.operations import OPERATIONS
from service.systems.shadowrun.terms import FOLDER, NAME, VOCABULARY
from service.systems.system import System

SYSTEM = System(
    name="shadowrun",
    word=NAME,
    operations=OPERATIONS,
    fight=FIGHT,
    catalogue=offer,
    labels=VOCABULARY.groups["throw"],
    folder=FOLDER,
)

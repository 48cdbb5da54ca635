"""How tallies are written down, and read again."""

from collections import Counter
from typing import Any

from schema.words import Word
from service.simulation.fighter import Fate
from service.simulation.tally import Tally


def tally_written(tally: Tally) -> Any:
    """Return a tally as plain JSON values."""
    return {
        "fights": tally.fights,
        "ends": [[*end, count] for end, count in tally.ends.items()],
        "fates": [[_fate(fate, count) for fate, count in fates.items()] for fates in tally.fates],
        "winners": tally.winners,
        "dealt": tally.dealt,
        "downs": tally.downs,
        "words": [word.model_dump() for word in tally.words.values()],
    }


def _fate(fate: Fate, count: Any) -> Any:
    return [fate.standing, fate.health, fate.able, fate.left, count]


def tally_read(written: Any) -> Tally:
    """Return the tally that was written."""
    return Tally(
        seats=len(written["fates"]),
        fights=written["fights"],
        ends=Counter({(winner, round_): count for winner, round_, count in written["ends"]}),
        fates=[_fates(fates) for fates in written["fates"]],
        winners=written["winners"],
        dealt=written["dealt"],
        downs=written["downs"],
        words={word["key"]: Word(**word) for word in written["words"]},
    )


def _fates(written: Any) -> Counter[Fate]:
    return Counter({Fate(standing, health, able, left): count for standing, health, able, left, count in written})

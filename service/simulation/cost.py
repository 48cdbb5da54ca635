"""What fights cost, told before they are played."""

from schema.refusals import Reason, TooMuch
from schema.simulation import Method
from service.simulation.fights import known
from service.simulation.resumption import chartable
from service.simulation.runs import Run, Study
from service.simulation.shards import LANE_SHARD, MOST_ONE_BY_ONE, SHARD, methods

ONE_BY_ONE = 200
"""How many times as much a fighter costs in a fight that is played by itself as in one among many."""

AT_ONCE = 4_000_000
"""What is answered at once, in fighters times fights: some seconds."""

MOST = 1_000_000_000
"""What is taken at all."""

TOO_LONG = Reason(
    "too_long_at_once",
    "Eso cuesta {cost} y al momento solo se responde hasta {most}: envíalo como trabajo (POST /v1/simulate/jobs, "
    "submitSimulation).",
    "That costs {cost}, and up to {most} is answered at once: submit it as a job (POST /v1/simulate/jobs, "
    "submitSimulation).",
)
TOO_COSTLY = Reason(
    "simulation_too_costly",
    "Eso cuesta {cost} y se admite hasta {most}: pide menos combates, o menos combatientes.",
    "That costs {cost}, and up to {most} is taken: ask for fewer fights, or fewer fighters.",
)


def afford_at_once(study: Study) -> None:
    """Refuse what takes too long to be answered at once; raises TooMuch."""
    afford(study)
    _bound(study, AT_ONCE, TOO_LONG)


def afford(study: Study) -> None:
    """Refuse what takes too long in any case; raises TooMuch."""
    _bound(study, MOST, TOO_COSTLY)


def _bound(study: Study, most: int, reason: Reason) -> None:
    cost = sum(map(_cost, study.most))
    if cost > most:
        raise TooMuch(reason, (), {"cost": cost, "most": most})


def parts(study: Study) -> int:
    """Return into how many shards a study falls at the most."""
    return sum(-(-_fights(run) // (SHARD if _singly(run) else LANE_SHARD)) for run in study.most)


def _cost(run: Run) -> int:
    return _fights(run) * len(run.scenario.seats) * (ONE_BY_ONE if _singly(run) else 1)


def _fights(run: Run) -> int:
    return min(run.order.fights, MOST_ONE_BY_ONE) if _singly(run) else run.order.fights


def _singly(run: Run) -> bool:
    """Whether the fights will be played one by one, as far as can be told."""
    charted = chartable(run.scenario, known(run.scenario.system).fight)
    return not charted or methods(run.scenario, run.order)[0] is Method.ONE_BY_ONE

"""Curves: one request over a range of one of its fields."""

from schema.dice import Request
from schema.odds import Curve, CurvePoint, Mean, RangeInput
from schema.refusals import Reason, Refusal, TooMuch
from service.dice.chances import afford, budget, mean
from service.dice.odds import EveryDice
from service.forecast.changes import Change, misplaced, refused
from service.forecast.forecasts import Facets, foreseen
from service.forecast.fractions import chance, quantity
from service.systems.system import Operation

POINTS = 50
"""How many points a curve has at the most."""

_POINT = 1_500
"""How many steps of the budget a point costs besides its odds."""

TOO_MANY_POINTS = Reason(
    "too_many_points", "Una curva tiene de 1 a {most} puntos.", "A curve has from 1 to {most} points."
)


def curve(operation: Operation, request: Request, over: RangeInput, every: EveryDice) -> Curve:
    """Return a request's chance of success and its means over a range; what the rules refuse is said point by point.

    Raises Unreadable where there is no such field, and TooMuch.
    """
    values = range(over.first, over.last + 1, over.step)
    if not 0 < len(values) <= POINTS:
        raise TooMuch(TOO_MANY_POINTS, ("over", "last"), {"most": POINTS})
    with budget():
        change = Change(request, over.field, "over", "field")
        points = tuple(_point(operation, change, value, every) for value in values)
    return Curve(field=over.field, points=points)


def _point(operation: Operation, change: Change[Request], value: int, every: EveryDice) -> CurvePoint:
    afford(_POINT)
    try:
        return _shown(value, foreseen(operation, change.made(value), every))
    except Refusal as refusal:
        if isinstance(refusal, TooMuch) or misplaced(refusal):
            raise
        return CurvePoint(at=value, refused=refused(refusal))


def _shown(at: int, found: Facets) -> CurvePoint:
    success = found.success
    return CurvePoint(
        at=at,
        success=chance(success.weights.get(True, 0), success.total) if success else None,
        means=tuple(Mean(name=name, mean=quantity(mean(odds))) for name, odds in found.numbers.items()),
    )

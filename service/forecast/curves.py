"""Curves: one request over a range of one of its fields."""

from typing import Any

from pydantic import ValidationError

from schema.dice import Request
from schema.odds import Curve, CurvePoint, Mean, RangeInput
from schema.refusals import Place, Reason, Refusal, TooMuch, Unreadable
from schema.refused import Refused
from service.dice.chances import afford, budget, mean
from service.dice.odds import EveryDice
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
NO_SUCH_NUMBER = Reason(
    "no_such_number",
    "La petición no tiene ningún campo «{field}» que sea un número entero.",
    "The request has no field “{field}” that is a whole number.",
)
NOT_TAKEN = Reason("value_not_taken", "«{field}» no admite {value}.", "“{field}” does not take {value}.")

_MISPLACED = frozenset({"extra_forbidden", "exactly_one"})
"""Misfits that say that there is no such field."""


def curve(operation: Operation, request: Request, over: RangeInput, every: EveryDice) -> Curve:
    """Return a request's chance of success and its means over a range; what the rules refuse is said point by point.

    Raises Unreadable where there is no such field, and TooMuch.
    """
    values = range(over.first, over.last + 1, over.step)
    if not 0 < len(values) <= POINTS:
        raise TooMuch(TOO_MANY_POINTS, ("over", "last"), {"most": POINTS})
    with budget():
        points = tuple(_point(operation, _Change(request, over.field, value), every) for value in values)
    return Curve(field=over.field, points=points)


class _Change:
    """A request with one field at another value."""

    def __init__(self, request: Request, field: str, value: int) -> None:
        self.value = value
        self._request = request
        self._field = field

    def made(self) -> Request:
        """Return the request that it makes; raises Unreadable."""
        given = self._request.model_dump(mode="json", by_alias=True, exclude_unset=True)
        self._set(given, tuple(int(step) if step.isdecimal() else step for step in self._field.split(".")))
        try:
            return type(self._request).model_validate(given, by_alias=True, by_name=False)
        except ValidationError as error:
            kinds = {found["type"] for found in error.errors(include_url=False)}
            raise self._refusal(NO_SUCH_NUMBER if kinds & _MISPLACED else NOT_TAKEN) from None

    def _set(self, within: Any, path: Place) -> None:
        """Set the field, making what it lies in where that was left out."""
        *outer, last = path
        try:
            for step in outer:
                within = within.setdefault(step, {}) if isinstance(step, str) else within[step]
            within[last] = self.value
        except (AttributeError, IndexError, KeyError, TypeError):
            raise self._refusal(NO_SUCH_NUMBER) from None

    def _refusal(self, reason: Reason) -> Refusal:
        return Unreadable(reason, ("over", "field"), {"field": self._field, "value": self.value})


def _point(operation: Operation, change: _Change, every: EveryDice) -> CurvePoint:
    afford(_POINT)
    try:
        return _shown(change.value, foreseen(operation, change.made(), every))
    except Refusal as refusal:
        if isinstance(refusal, TooMuch) or refusal.reason is NO_SUCH_NUMBER:
            raise
        return CurvePoint(at=change.value, refused=_refused(refusal))


def _shown(at: int, found: Facets) -> CurvePoint:
    success = found.success
    return CurvePoint(
        at=at,
        success=chance(success.weights.get(True, 0), success.total) if success else None,
        means=tuple(Mean(name=name, mean=quantity(mean(odds))) for name, odds in found.numbers.items()),
    )


def _refused(refusal: Refusal) -> Refused:
    return Refused(code=refusal.code, message=refusal.message, place=tuple(map(str, refusal.place)))

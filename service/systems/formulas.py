"""Dice of damage as clients write them: "1d10", "2d6+1", "1d6-2"."""

from schema.refusals import Reason, Unreadable
from service.dice.formula import MOST_DICE, Formula, formula

NO_FORMULA = Reason(
    "unreadable_formula",
    "«{text}» no son dados de daño; se escriben así: 1d10, 2d6+1, 1d6-2, hasta {most} dados.",
    "“{text}” is not dice of damage; they are written like this: 1d10, 2d6+1, 1d6-2, up to {most} dice.",
)


def read_formula(text: str, *place: str) -> Formula:
    """Return dice of damage that are given in a place of a request; raises Unreadable."""
    read = formula(text)
    if read is None:
        raise Unreadable(NO_FORMULA, place, {"text": text, "most": MOST_DICE})
    return read

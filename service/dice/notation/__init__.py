"""Dice notation, such as 4d6kh3+2: read to an expression whose throws have exact odds, and written back."""

from service.dice.notation.evaluate import evaluate, odds, results
from service.dice.notation.expressions import Notation
from service.dice.notation.grammar import grammar
from service.dice.notation.parser import parsed
from service.dice.notation.spelling import spelt, written

__all__ = ["Notation", "evaluate", "grammar", "odds", "parsed", "results", "spelt", "written"]

"""Why a notation is refused."""

from typing import Any

from schema.refusals import Place, Reason, TooMuch, Unreadable
from service.dice.notation import limits

EMPTY = Reason("empty_notation", "No hay nada que tirar.", "There is nothing to roll.")
TOO_LONG = Reason(
    "notation_too_long",
    f"La notación pasa de {limits.LENGTH} caracteres.",
    f"The notation is longer than {limits.LENGTH} characters.",
)
UNKNOWN_CHARACTER = Reason(
    "unknown_character", "El carácter {character} no se usa aquí.", "The character {character} is not used here."
)
UNKNOWN_WORD = Reason(
    "unknown_word", "«{word}» no es de la notación de dados.", "“{word}” is not part of dice notation."
)
UNEXPECTED = Reason("unexpected", "Aquí no se esperaba «{found}».", "“{found}” was not expected here.")
ENDS_EARLY = Reason("ends_early", "Aquí falta algo: la notación se corta.", "Something is missing: the notation ends.")
UNCLOSED = Reason("unclosed", "Falta cerrar esto.", "This is not closed.")
BAD_LABEL = Reason(
    "bad_label",
    f"Una etiqueta o un comentario tiene texto corriente; la etiqueta, de 1 a {limits.LABEL} caracteres.",
    f"A label or a comment is ordinary text; a label has 1 to {limits.LABEL} characters.",
)
NUMBER_TOO_LARGE = Reason(
    "number_too_large", f"Un número no pasa de {limits.NUMBER}.", f"A number is at most {limits.NUMBER}."
)
TOTAL_TOO_LARGE = Reason(
    "total_too_large", f"Podría dar más de {limits.TOTAL}.", f"It could come to more than {limits.TOTAL}."
)
TOO_DEEP = Reason(
    "too_deep",
    f"Hay más de {limits.DEPTH} paréntesis o signos uno dentro de otro.",
    f"More than {limits.DEPTH} parentheses or signs stand inside one another.",
)
TOO_MANY_PARTS = Reason(
    "too_many_parts",
    f"La notación tiene más de {limits.PARTS} partes.",
    f"The notation has more than {limits.PARTS} parts.",
)
NO_DICE = Reason("no_dice", "Se tira un dado por lo menos.", "At least one die is thrown.")
NEGATIVE_DICE = Reason(
    "negative_dice",
    "No se tira un número negativo de dados; para restarlos: -(2d6).",
    "A negative number of dice is not thrown; to take them away: -(2d6).",
)
TOO_MANY_DICE = Reason(
    "too_many_dice",
    f"Se tiran a lo sumo {limits.DICE_A_TERM} dados juntos y {limits.DICE} en total.",
    f"At most {limits.DICE_A_TERM} dice are thrown together, and {limits.DICE} in all.",
)
ONE_D66 = Reason("one_d66", "D66 se tira de uno en uno.", "D66 is thrown one at a time.")
NO_SIDES = Reason("no_sides", "Un dado tiene una cara por lo menos.", "A die has at least one side.")
TOO_MANY_SIDES = Reason(
    "too_many_sides", f"Un dado tiene a lo sumo {limits.SIDES} caras.", f"A die has at most {limits.SIDES} sides."
)
ENDLESS = Reason("endless", "Ese dado se tiraría sin fin.", "That die would be thrown for ever.")
KEEPS_TOO_MANY = Reason(
    "keeps_too_many",
    "De {count} dados han de contar de uno a {count}.",
    "Of {count} dice, one to {count} have to count.",
)
NO_MIDDLE = Reason(
    "no_middle",
    "De {count} dados no quedan {kept} justo en medio.",
    "Of {count} dice, {kept} do not lie just in the middle.",
)
SETTLED_TWICE = Reason(
    "settled_twice", "Eso ya estaba dicho de esta tirada.", "That was settled for this throw already."
)
COUNT_FIRST = Reason(
    "count_first",
    "Los fallos van con un recuento: 8d10>=7f1.",
    "Failures go with a count: 8d10>=7f1.",
)
DICE_ONLY = Reason(
    "dice_only",
    "Eso se dice de unos dados, no de un número ni de una cuenta.",
    "That is said of dice, not of a number or a sum.",
)
MOST_UNDER_LEAST = Reason(
    "most_under_least", "El máximo queda por debajo del mínimo.", "The maximum is below the minimum."
)
NOT_THE_TARGET_DIE = Reason(
    "not_the_target_die", "Solo hay un dado objetivo: 1o3d10.", "There is only one target die: 1o3d10."
)
MIXED_KINDS = Reason(
    "mixed_kinds",
    "Entre comas van solo dados: (d4,2d8!,d12).",
    "Between commas stand dice only: (d4,2d8!,d12).",
)
DIVISION_BY_ZERO = Reason("division_by_zero", "El divisor podría ser cero.", "The divisor could be zero.")
BAD_TIMES = Reason("bad_times", f"Se repite de 1 a {limits.TIMES} veces.", f"Repeats are 1 to {limits.TIMES}.")


def at(start: int, end: int) -> Place:
    """Return the place of a stretch of the text, in characters."""
    return ("text", start, end)


def unreadable(reason: Reason, place: Place, **details: Any) -> Unreadable:
    """Return the refusal of what cannot be understood."""
    return Unreadable(reason, place, details)


def too_much(reason: Reason, place: Place) -> TooMuch:
    """Return the refusal of what passes a limit."""
    return TooMuch(reason, place)

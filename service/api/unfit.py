"""What is wrong with a value that does not fit its shape, in the same words whichever surface it came by."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from schema.refusals import Reason

MISSING = Reason("missing", "Falta este dato.", "This is missing.")
UNKNOWN_FIELD = Reason(
    "unknown_field", "Aquí no hay ningún campo con este nombre.", "There is no field of this name here."
)
AT_LEAST = Reason("out_of_range", "Tiene que ser {bound} o más.", "It must be {bound} or more.")
AT_MOST = Reason("out_of_range", "Tiene que ser {bound} o menos.", "It must be {bound} or less.")
ABOVE = Reason("out_of_range", "Tiene que ser más de {bound}.", "It must be more than {bound}.")
BELOW = Reason("out_of_range", "Tiene que ser menos de {bound}.", "It must be less than {bound}.")
OUT_OF_RANGE = Reason("out_of_range", "El número no cabe.", "The number is out of range.")
NOT_A_NUMBER = Reason("not_a_number", "Tiene que ser un número.", "It must be a number.")
NOT_AN_INTEGER = Reason("not_a_number", "Tiene que ser un número entero.", "It must be a whole number.")
NOT_TEXT = Reason("not_text", "Tiene que ser texto.", "It must be text.")
NOT_A_FLAG = Reason("not_a_flag", "Tiene que ser verdadero o falso.", "It must be true or false.")
NOT_A_LIST = Reason("not_a_list", "Tiene que ser una lista.", "It must be a list.")
NOT_AN_OBJECT = Reason("not_an_object", "Tiene que ser un objeto.", "It must be an object.")
TOO_SHORT_TEXT = Reason(
    "too_short", "Tiene que tener al menos {bound} caracteres.", "It must have at least {bound} characters."
)
TOO_LONG_TEXT = Reason(
    "too_long", "Puede tener {bound} caracteres como mucho.", "It may have {bound} characters at most."
)
TOO_SHORT_LIST = Reason(
    "too_short", "Tiene que tener al menos {bound} elementos.", "It must have at least {bound} items."
)
TOO_LONG_LIST = Reason("too_long", "Puede tener {bound} elementos como mucho.", "It may have {bound} items at most.")
EMPTY = Reason("too_short", "No puede estar vacío.", "It must not be empty.")
WRONG_PATTERN = Reason(
    "wrong_pattern", "Tiene que escribirse así: {pattern}", "It must be written like this: {pattern}"
)
NOT_A_CHOICE = Reason(
    "not_a_choice", "Tiene que ser una de estas opciones: {choices}.", "It must be one of: {choices}."
)
EXACTLY_ONE = Reason("exactly_one", "Hay que dar exactamente un campo.", "Exactly one field must be given.")
UNWRITABLE = Reason(
    "unwritable",
    "Tiene un carácter que no se admite: {character}.",
    "It has a character that is not taken: {character}.",
)
UNFIT = Reason("unfit", "No es válido.", "It is not valid.")

BY_KIND: Mapping[str, Reason] = {
    "missing": MISSING,
    "none_required": UNFIT,
    "extra_forbidden": UNKNOWN_FIELD,
    "greater_than_equal": AT_LEAST,
    "less_than_equal": AT_MOST,
    "greater_than": ABOVE,
    "less_than": BELOW,
    "finite_number": OUT_OF_RANGE,
    "int_type": NOT_AN_INTEGER,
    "int_parsing": NOT_AN_INTEGER,
    "int_parsing_size": OUT_OF_RANGE,
    "int_from_float": NOT_AN_INTEGER,
    "float_type": NOT_A_NUMBER,
    "float_parsing": NOT_A_NUMBER,
    "string_type": NOT_TEXT,
    "string_unicode": NOT_TEXT,
    "unwritable": UNWRITABLE,
    "string_too_short": TOO_SHORT_TEXT,
    "string_too_long": TOO_LONG_TEXT,
    "string_pattern_mismatch": WRONG_PATTERN,
    "bool_type": NOT_A_FLAG,
    "bool_parsing": NOT_A_FLAG,
    "list_type": NOT_A_LIST,
    "tuple_type": NOT_A_LIST,
    "too_short": TOO_SHORT_LIST,
    "too_long": TOO_LONG_LIST,
    "model_type": NOT_AN_OBJECT,
    "model_attributes_type": NOT_AN_OBJECT,
    "dict_type": NOT_AN_OBJECT,
    "enum": NOT_A_CHOICE,
    "exactly_one": EXACTLY_ONE,
}
"""The reason for each kind of error that pydantic reports."""

BY_WORDS: tuple[tuple[re.Pattern[str], Reason], ...] = tuple(
    (re.compile(words), reason)
    for words, reason in (
        (r"^Int cannot represent non 32-bit", OUT_OF_RANGE),
        (r"^Int cannot represent", NOT_AN_INTEGER),
        (r"^Float cannot represent", NOT_A_NUMBER),
        (r"^(String|ID) cannot represent", NOT_TEXT),
        (r"^Boolean cannot represent", NOT_A_FLAG),
        (r"(?i)\bOneOf Input Object\b|must be non-null", EXACTLY_ONE),
        (r"not to include unknown field", UNKNOWN_FIELD),
        (r"to include required field|^Argument .* is required|non-null type", MISSING),
        (r"to be an object", NOT_AN_OBJECT),
    )
)
"""The reason for each sentence in which graphql-core says that an input does not fit."""

CHOICE = re.compile(r"'(\w+)'")
NO_CHOICE = re.compile(r"(?s)^(?:Value .* does not exist in|Enum) '(\w+)'")
NAMED = re.compile(r"(?:required|unknown) field '(\w+)'|^Argument '[\w.]+\((\w+):\)'")
ONE_OF = re.compile(r"\bOneOf Input Object type '(\w+)'")
DETAILS: Mapping[str, re.Pattern[str]] = {
    "bound": re.compile(r"-?\d+(?:\.\d+)?"),
    "character": re.compile(r"U\+[0-9A-F]+"),
    "pattern": re.compile(r"(?<=pattern ').*(?=')"),
}
"""How the details of a reason stand in pydantic's messages."""


def by_kind(kind: str, message: str) -> tuple[Reason, dict[str, str]]:
    """Return the reason for an error of pydantic's, and the details that its message names."""
    reason = BY_KIND.get(kind, UNFIT)
    if reason is NOT_A_CHOICE:
        return reason, _choices(CHOICE.findall(message))
    found = {name: words.search(message) for name, words in DETAILS.items() if f"{{{name}}}" in reason.en}
    details = {name: match[0] for name, match in found.items() if match}
    if reason.code == "too_short" and details.get("bound") == "1":
        reason = EMPTY
    return reason, details


def by_words(message: str, types: Mapping[str, Any]) -> tuple[Reason, dict[str, str]] | None:
    """Return the reason for an error of graphql-core's, where it is about an input's value, and its details."""
    enum = NO_CHOICE.search(message)
    if enum:
        return NOT_A_CHOICE, _choices(types[enum[1]].values)
    return next(((reason, {}) for words, reason in BY_WORDS if words.search(message)), None)


def field_named(message: str) -> tuple[str, ...]:
    """Return the field or the argument that graphql-core says is missing or unknown, if it says so."""
    found = NAMED.search(message)
    return (found[found.lastindex],) if found and found.lastindex else ()


def members(message: str, types: Mapping[str, Any]) -> frozenset[str]:
    """Return the fields of which one alone must be given, where graphql-core says of a variable that it is not so."""
    found = ONE_OF.search(message)
    return frozenset(types[found[1]].fields if found else ())


def _choices(names: Iterable[str]) -> dict[str, str]:
    return {"choices": ", ".join(names)}

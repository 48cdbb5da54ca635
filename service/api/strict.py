"""JSON read strictly: what can crash or deceive a later reader is refused before any reader sees it."""

import json
import math
import re
from typing import Any

from schema.refusals import Reason, TooMuch, Unreadable
from service.settings import Settings

BODY_TOO_LARGE = Reason("body_too_large", "El cuerpo pasa de {most} bytes.", "The body is larger than {most} bytes.")
NOT_UTF8 = Reason("not_utf8", "El texto no está en UTF-8.", "The text is not UTF-8.")
NOT_JSON = Reason(
    "not_json",
    "El texto no es JSON: falla en la línea {line}, columna {column}.",
    "The text is not JSON: it fails at line {line}, column {column}.",
)
NOT_A_NUMBER = Reason(
    "not_a_json_number", "NaN e infinito no son números en JSON.", "NaN and infinity are no numbers in JSON."
)
BROKEN_CHARACTER = Reason(
    "broken_character", "Hay medio carácter Unicode suelto.", "There is half a Unicode character on its own."
)
TOO_DEEP = Reason(
    "json_too_deep", "El JSON tiene más de {most} niveles.", "The JSON nests more than {most} levels deep."
)
TOO_MANY_DIGITS = Reason(
    "too_many_digits",
    "Un número tiene más de {most} cifras seguidas.",
    "A number has more than {most} digits in a row.",
)
NOT_AN_OBJECT = Reason("not_an_object", "Se espera un objeto JSON.", "A JSON object is wanted.")
NO_QUERY = Reason("no_query", "Falta la consulta.", "The query is missing.")
TOO_MANY_VARIABLES = Reason(
    "too_many_variables", "Hay más de {most} variables.", "There are more than {most} variables."
)
WRONG_KIND = Reason("wrong_kind", "No es del tipo que se espera.", "It is not of the kind wanted.")

STRINGS = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
BRACKETS = re.compile(r"[\[\]{}]")

Kinds = dict[str, tuple[type, ...]]
OPERATION: Kinds = {
    "query": (str,),
    "variables": (dict, type(None)),
    "operationName": (str, type(None)),
    "extensions": (dict, type(None)),
}
MESSAGE: Kinds = {"type": (str,), "id": (str, type(None))}


class Malformed(Unreadable):
    """The request is not what its transport promises."""

    status = 400


def _no_constant(_name: str) -> None:
    raise Malformed(NOT_A_NUMBER)


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise Malformed(NOT_A_NUMBER)
    return number


DECODER = json.JSONDecoder(parse_constant=_no_constant, parse_float=_finite)


def too_large(limits: Settings) -> TooMuch:
    """Return the refusal of a body or a message that is larger than the limit."""
    return TooMuch(BODY_TOO_LARGE, details={"most": limits.body_bytes})


def decode(body: bytes) -> str:
    """Return the text of a body, which must be UTF-8."""
    try:
        return body.decode()
    except UnicodeDecodeError:
        raise Malformed(NOT_UTF8) from None


def read(text: str, limits: Settings) -> Any:
    """Return what the JSON text says; raise Malformed where it cannot be read."""
    _measure(text, limits)
    try:
        said = DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise Malformed(NOT_JSON, details={"line": error.lineno, "column": error.colno}) from None
    if "\\u" in text:
        _check_characters(said)
    return said


def _measure(text: str, limits: Settings) -> None:
    """Check depth and digits; only a text that might break them is looked at closely."""
    brackets = text.count("{") + text.count("[")
    long_number = re.compile(rf"[0-9]{{{limits.json_digits + 1}}}")
    if brackets <= limits.json_depth and not long_number.search(text):
        return
    bare = STRINGS.sub("", text)
    if long_number.search(bare):
        raise Malformed(TOO_MANY_DIGITS, details={"most": limits.json_digits})
    if _deeper(bare, limits.json_depth):
        raise Malformed(TOO_DEEP, details={"most": limits.json_depth})


def _deeper(bare: str, most: int) -> bool:
    depth = 0
    for bracket in BRACKETS.finditer(bare):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > most:
            return True
    return False


def _check_characters(said: Any) -> None:
    try:
        json.dumps(said, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Malformed(BROKEN_CHARACTER) from None


def expect(said: Any, kinds: Kinds, place: tuple[str, ...] = ()) -> None:
    """Check that what was said is an object whose members are of the kinds wanted."""
    if not isinstance(said, dict):
        raise Malformed(NOT_AN_OBJECT, place)
    for name, kind in kinds.items():
        if not isinstance(said.get(name), kind):
            raise Malformed(WRONG_KIND, (*place, name))


def expect_operation(said: Any, limits: Settings, place: tuple[str, ...] = ()) -> None:
    """Check that what was said is a GraphQL operation and its variables."""
    expect(said, OPERATION, place)
    if not said["query"]:
        raise Malformed(NO_QUERY, (*place, "query"))
    if len(said.get("variables") or ()) > limits.variables:
        raise Malformed(TOO_MANY_VARIABLES, (*place, "variables"), {"most": limits.variables})


def expect_message(said: Any, limits: Settings) -> None:
    """Check the envelope of a message of the graphql-transport-ws protocol."""
    expect(said, MESSAGE)
    if said["type"] == "subscribe":
        expect_operation(said.get("payload"), limits, ("payload",))

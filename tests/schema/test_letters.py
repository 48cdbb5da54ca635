"""What people may write in names, reasons and notes."""

import sys
import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from schema.letters import JOINERS
from schema.shapes import Name, Note, Remark

NAME: TypeAdapter[str] = TypeAdapter(Name)
WRITTEN: dict[str, TypeAdapter[str]] = {
    "a name": NAME,
    "a reason": TypeAdapter(Remark),
    "a note": TypeAdapter(Note),
}

HOSTILE = {
    "nothing": "\x00",
    "an escape": "\x1b[2J",
    "a carriage return": "\r",
    "a line separator": "\u2028",
    "a paragraph separator": "\u2029",
    "a turn to the left": "\u202e",
    "an isolate": "\u2066",
    "an Arabic letter mark": "\u061c",
    "a space of no width": "\u200b",
    "a byte order mark": "\ufeff",
    "a private character": "\ue000",
    "an unassigned character": "\U000e0fff",
    "no character": "\uffff",
}

HARMLESS = ["José", "Ñ", "क्\u200cष", "👩\u200d🚀", "O'Brien", "<script>", "=cmd()", "../", "__proto__", "toString"]


def error(written: TypeAdapter[str], text: Any) -> str:
    """Return the kind of error of a text that does not fit."""
    with pytest.raises(ValidationError) as refused:
        written.validate_python(text)
    return refused.value.errors()[0]["type"]


@pytest.mark.parametrize("written", WRITTEN)
@pytest.mark.parametrize("name", HOSTILE)
def test_what_hides_or_deceives_is_not_taken(written: str, name: str) -> None:
    """A character that is not seen, turns the text round, or is none, is refused wherever people write."""
    assert error(WRITTEN[written], f"a{HOSTILE[name]}b") == "unwritable"


@pytest.mark.parametrize("text", HARMLESS)
@pytest.mark.parametrize("written", WRITTEN)
def test_what_is_only_odd_is_taken_as_it_is(written: str, text: str) -> None:
    """Any script, joined emoji and the words of other languages for machines are mere names."""
    assert WRITTEN[written].validate_python(text) == text


@pytest.mark.parametrize(
    ("given_", "taken"), [("Jose\u0301", "José"), ("\u212b", "Å"), (" Ana ", "Ana"), ("x" * 64 + " ", "x" * 64)]
)
def test_what_looks_alike_is_alike(given_: str, taken: str) -> None:
    """Names are kept in their composed form, without spaces around them, and measured so."""
    assert NAME.validate_python(given_) == taken


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", "string_too_short"),
        ("  ", "string_too_short"),
        ("x" * 65, "string_too_long"),
        ("\ufb2c" * 22, "string_too_long"),
        ("\ud800", "string_unicode"),
        (3, "string_type"),
    ],
)
def test_a_name_has_one_to_sixty_four_characters(text: Any, kind: str) -> None:
    """A name is measured as it is kept."""
    assert error(NAME, text) == kind


def test_only_notes_have_lines() -> None:
    """A note may have several lines; a name and a reason stand on one."""
    assert WRITTEN["a note"].validate_python("one\ntwo") == "one\ntwo"
    assert {error(WRITTEN[written], "one\ntwo") for written in ("a name", "a reason")} == {"unwritable"}


@given(st.text(st.characters(max_codepoint=sys.maxunicode, exclude_categories=()), max_size=70))
def test_a_name_that_is_taken_is_safe_and_stays_as_it_is(text: str) -> None:
    """Whatever is sent, what is kept has no hidden character, is encodable, and would be taken again as it is."""
    try:
        kept = NAME.validate_python(text)
    except ValidationError:
        return
    assert not any(unicodedata.category(one).startswith("C") for one in kept if one not in JOINERS)
    assert NAME.validate_python(kept.encode().decode()) == kept

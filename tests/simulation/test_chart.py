"""Charts: drawings that hold what was found, in the language asked, whatever people are called."""

import re
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest

from schema.words import Language
from service.simulation.chart import CHARTS, chart
from tests.simulation.scenarios import body
from tests.simulation.test_studies import found

SVG = "{http://www.w3.org/2000/svg}"
WILD = '<b>&"Ana\'"]]></b>'
FIGHT = body("percentile", fights=20, examples=0, seed="\0 <x>")
FIGHT["fighters"][0]["name"] = WILD
CHANGES = [{"name": WILD, "fields": [{"field": "fighters.0.count", "to": 3}]}]
STUDIES: dict[str, Any] = {
    "simulation": FIGHT,
    "versus": {"one": FIGHT, "other": {**FIGHT, "maxRounds": 3}},
    "sensitivity": {"input": FIGHT, "changes": CHANGES},
    "balance": {"input": FIGHT, "fighter": WILD, "side": "b", "most": 2},
}


def drawn(study: str, language: Language) -> Element:
    """Return what a study has found, drawn and read again."""
    return fromstring(chart(found(study, **STUDIES[study]), language))  # noqa: S314 - it is ours


def words(drawing: Element) -> str:
    """Return all that is written in a drawing, a line each."""
    return "\n".join("".join(each.itertext()) for each in drawing.iter(f"{SVG}text"))


def test_everything_that_is_found_can_be_drawn() -> None:
    """There is a chart of each study."""
    assert len(CHARTS) == len(STUDIES)


@pytest.mark.parametrize("study", STUDIES)
def test_a_drawing_says_what_it_shows(study: str) -> None:
    """Who cannot see it is told its title and what it shows; nothing in it is to be fetched."""
    drawing = drawn(study, Language.es)
    title, told = drawing.find(f"{SVG}title"), drawing.find(f"{SVG}desc")
    assert title is not None
    assert told is not None
    assert drawing.get("role") == "img"
    assert drawing.get("aria-labelledby") == f"{title.get('id')} {told.get('id')}"
    assert re.search(r"\d,\d (%|puntos porcentuales)", told.text or "")
    assert not [each for each in drawing.iter() for name in each.attrib if name.endswith(("href", "src"))]


@pytest.mark.parametrize("study", ["simulation", "sensitivity", "balance"])
def test_names_stay_names(study: str) -> None:
    """Whatever somebody or a change is called is written, and makes no elements; what XML cannot say is replaced."""
    drawing = drawn(study, Language.es)
    assert WILD in words(drawing)
    assert drawing.find(f".//{SVG}b") is None


@pytest.mark.parametrize(
    ("language", "said", "other"), [("es", "Quién vence", "Who wins"), ("en", "Who wins", "empate")]
)
def test_it_speaks_the_language_that_is_asked(language: str, said: str, other: str) -> None:
    """All words are of one language, and numbers are written as they are there."""
    told = words(drawn("simulation", Language(language)))
    assert said in told
    assert other not in told
    assert (" %" in told) == (language == "es")


def test_bars_are_as_long_as_chances() -> None:
    """The lengths of the bars of the sides and of draws add up to the whole, as their chances do."""
    drawing = drawn("simulation", Language.en)
    boxes = [each for each in drawing.iter(f"{SVG}rect") if each.get("height") == "14"][:3]
    told = found("simulation", **FIGHT)
    for box, chance in zip(boxes, (*(side.victory for side in told.sides), told.draw), strict=True):
        assert float(box.get("width", 0)) == pytest.approx(max(2, 430 * chance.chance), abs=0.1)

"""Drawings in SVG: text, bars, columns and bands, readable on light and dark paper and by whoever cannot see them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from schema.words import Language, Text

WIDTH, MARGIN, LEFT, RIGHT = 760, 24, 210, 640
"""How wide a drawing is, and between what its marks lie: names are to the left of them, numbers to the right."""

ROW, BAR, TALL = 26, 14, 120
"""How high a row is, a bar within it, and the columns."""

NAME, TITLE = 26, 70
"""How many characters a name and a title have room for."""

COLOURS = 8

LIGHT = ("#0b63b5", "#c2410c", "#15803d", "#7c3aed", "#8a6100", "#be185d", "#0e7490", "#8b95a1")
DARK = ("#60a5fa", "#fb923c", "#4ade80", "#c4b5fd", "#facc15", "#f472b6", "#22d3ee", "#a8b0bd")

_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _shades(colours: Sequence[str], paper: str, ink: str, faint: str) -> str:
    shades = "".join(f"--c{number}:{colour};" for number, colour in enumerate(colours))
    return f":root{{--paper:{paper};--ink:{ink};--faint:{faint};{shades}}}"


STYLE = (
    _shades(LIGHT, "#ffffff", "#1b1f24", "#d3d8de")
    + f"@media (prefers-color-scheme:dark){{{_shades(DARK, '#14181d', '#e8ebef', '#3a424c')}}}"
    + "text{font:13px system-ui,sans-serif;fill:var(--ink)}.h{font-size:18px;font-weight:600}"
    + ".s{font-size:15px;font-weight:600}.n{font-size:12px;opacity:.8}.p{fill:var(--paper)}"
    + ".g{stroke:var(--faint)}.w{stroke:var(--ink);stroke-width:1.5}.u{stroke:var(--paper);stroke-width:4}"
    + ".m{text-anchor:middle}"
    + "".join(f".c{number}{{fill:var(--c{number})}}" for number in range(COLOURS))
)


@dataclass(frozen=True, kw_only=True)
class Mark:
    """A row: a name, a value with what it lies between, what is written beside it, and its colour."""

    name: str
    value: float
    low: float
    high: float
    beside: str
    colour: int


@dataclass(frozen=True)
class Scale:
    """Where numbers lie from left to right."""

    low: float
    high: float

    def at(self, value: float) -> float:
        """Return where a number lies."""
        part = (value - self.low) / ((self.high - self.low) or 1)
        return LEFT + (RIGHT - LEFT) * min(1.0, max(0.0, part))


Ticks = Sequence[tuple[float, str]]
"""Numbers that are marked below, and how they are written there."""


class Drawing:
    """A drawing that grows downwards."""

    def __init__(self, language: Language, title: str, told: str) -> None:
        """Begin with a title, and with all that it shows told in words."""
        self.language, self.y = language, 20.0
        self.root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img", "xml:lang": language.value})
        self.root.set("aria-labelledby", "arbitro-title arbitro-told")
        SubElement(self.root, "title", id="arbitro-title").text = legal(title)
        SubElement(self.root, "desc", id="arbitro-told").text = legal(told)
        SubElement(self.root, "style").text = STYLE
        self._paper = self._put("rect", "p", x=0, y=0, width=WIDTH)
        self.y += 18
        self.text(MARGIN, "h", title, TITLE)

    def said(self, text: Text) -> str:
        """Return a text in the language of the drawing."""
        return str(getattr(text, self.language.value))

    def _put(self, tag: str, kind: str, **places: float) -> Element:
        return SubElement(self.root, tag, {"class": kind, **{name: f"{place:.1f}" for name, place in places.items()}})

    def text(self, x: float, kind: str, said: str, most: int = 200) -> None:
        """Write a line at the height reached; what is too long is cut, and told whole to who points at it."""
        put = self._put("text", kind, x=x, y=self.y)
        whole = legal(said)
        put.text = whole if len(whole) <= most else f"{whole[: most - 1]}…"
        if put.text != whole:
            SubElement(put, "title").text = whole

    def heading(self, heading: Text, caption: Text) -> None:
        """Begin a part."""
        self.y += 40
        self.text(MARGIN, "s", self.said(heading))
        self.y += 18
        self.text(MARGIN, "n", self.said(caption))
        self.y += 10

    def footing(self, said: str) -> None:
        """Write a line in small letters."""
        self.y += 22
        self.text(MARGIN, "n", said, 110)

    def bars(self, marks: Sequence[Mark], scale: Scale, ticks: Ticks, wanted: float | None = None) -> None:
        """Draw a bar for each mark from nothing to its value, with a line over it from the least to the most.

        A stroke through all of them is where they are wanted.
        """
        self._grid(scale, ticks, ROW * len(marks))
        if wanted is not None:
            self._stroke(scale.at(wanted), self.y, self.y + ROW * len(marks) + 4)
        for mark in marks:
            self._row(mark, scale.at(min(0, mark.value)), scale.at(max(0, mark.value)))
            self._whisker(scale.at(mark.low), scale.at(mark.high))
        self._ticks(scale, ticks)

    def bands(self, marks: Sequence[Mark], scale: Scale, ticks: Ticks) -> None:
        """Draw a band for each mark from the least to the most, with a stroke at its value."""
        self._grid(scale, ticks, ROW * len(marks))
        for mark in marks:
            self._row(mark, scale.at(mark.low), scale.at(mark.high))
            self._stroke(scale.at(mark.value), self.y - BAR + 1, self.y + 5)
        self._ticks(scale, ticks)

    def _stroke(self, x: float, top: float, bottom: float) -> None:
        self._line(((x, x, top, bottom),))

    def _line(self, lines: Sequence[tuple[float, float, float, float]]) -> None:
        """Draw lines that stand out from whatever is beneath them."""
        for kind in ("u", "w"):
            for x1, x2, y1, y2 in lines:
                self._put("line", kind, x1=x1, x2=x2, y1=y1, y2=y2)

    def _grid(self, scale: Scale, ticks: Ticks, tall: float) -> None:
        for value, _ in ticks:
            self._put("line", "g", x1=scale.at(value), x2=scale.at(value), y1=self.y, y2=self.y + tall + 4)

    def _row(self, mark: Mark, start: float, end: float) -> None:
        self.y += ROW
        self.text(MARGIN, "", mark.name, NAME)
        box = self._put("rect", f"c{mark.colour % COLOURS}", x=start, y=self.y - 11, width=max(2.0, end - start))
        box.set("height", str(BAR))
        SubElement(box, "title").text = legal(f"{mark.name}: {mark.beside}")
        self.text(RIGHT + 10, "", mark.beside)

    def _whisker(self, low: float, high: float) -> None:
        y = self.y - 11 + BAR / 2
        self._line(((low, high, y, y), (low, low, y - 4, y + 4), (high, high, y - 4, y + 4)))

    def _ticks(self, scale: Scale, ticks: Ticks) -> None:
        self.y += 22
        for value, said in ticks:
            self.text(scale.at(value), "n m", said)

    def columns(self, columns: Sequence[tuple[str, float, str]]) -> None:
        """Draw columns, each with what is written below it, its share, and what is told to who points at it."""
        wide, most = min(48.0, (RIGHT - LEFT) / len(columns)), max(share for _, share, _ in columns)
        self.y += TALL + 10
        for place, (_, share, said) in enumerate(columns):
            tall = TALL * share / most
            box = self._put("rect", "c6", x=LEFT + place * wide, y=self.y - tall, width=max(1.0, wide - 2), height=tall)
            SubElement(box, "title").text = said
        self._put("line", "g", x1=LEFT, x2=RIGHT, y1=self.y, y2=self.y)
        self.y += 16
        for place in _few(len(columns)):
            self.text(LEFT + (place + 0.5) * wide, "n m", columns[place][0])

    def written(self) -> str:
        """Return the drawing as text."""
        height = f"{self.y + MARGIN:.0f}"
        self._paper.set("height", height)
        self.root.attrib |= {"viewBox": f"0 0 {WIDTH} {height}", "width": str(WIDTH), "height": height}
        indent(self.root)
        return tostring(self.root, encoding="unicode") + "\n"


def legal(text: str) -> str:
    """Return a text without what XML cannot say."""
    return _ILLEGAL.sub("\ufffd", text)


def _few(count: int) -> Iterator[int]:
    """Yield places of columns under which there is room to write."""
    yield from range(0, count, -(-count // 16))

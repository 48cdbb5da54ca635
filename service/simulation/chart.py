"""Charts: what a study of fights has found, drawn."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from schema.comparisons import ChanceDifference, FightBalance, FightSensitivity, FightVersus
from schema.shapes import Frozen
from schema.simulation import Estimate, FighterOutcome, Rounds, Simulation
from schema.words import Language, Text
from service.simulation import prose
from service.simulation.svg import COLOURS, Drawing, Mark, Scale

MOST_COLUMNS = 40
"""How many columns there are of rounds at the most; of more rounds, several make one."""

GREY = COLOURS - 1
"""The colour of what is no side."""

WINS = Text(es="Quién vence", en="Who wins")
WINS_SAID = Text(
    es="Parte de los combates; la raya cubre el intervalo del 95 %.",
    en="Part of the fights; the line covers the interval of 95%.",
)
ONE, OTHER = Text(es="Uno", en="The one"), Text(es="El otro", en="The other")
DRAW = Text(es="empate", en="draw")
ROUNDS = Text(es="Cuánto dura", en="How long it lasts")
HEALTH = Text(es="Salud que queda", en="Health left")
HEALTH_SAID = Text(
    es="De la décima parte de los combates a las nueve décimas, con la mediana; al lado, cuántas veces sigue en pie.",
    en="From a tenth of the fights to nine tenths, with the median; beside it, how often it still stands.",
)
GAIN = Text(es="Cuánto cambia la victoria", en="What it does to victory")
GAIN_SAID = Text(
    es="Diferencia en puntos porcentuales con los combates tal como son; la raya cubre el intervalo del 95 %.",
    en="Difference in percentage points from the fights as they are; the line covers the interval of 95%.",
)
BALANCE = Text(es="Cuántos hacen falta", en="How many it takes")


def chart(told: Any, language: Language) -> str:
    """Return what a study has found as an SVG drawing."""
    return CHARTS[type(told)](told, language).written()


def _drawing(sides: Iterable[str], language: Language, told: Text) -> Drawing:
    return Drawing(language, " – ".join(sides), str(getattr(told, language.value)))


def _simulation(told: Simulation, language: Language) -> Drawing:
    drawing = _drawing((each.side for each in told.sides), language, prose.simulated(told))
    _wins(drawing, told, WINS)
    _rounds(drawing, told.rounds)
    _health(drawing, told)
    _feet(drawing, told)
    return drawing


def _wins(drawing: Drawing, told: Simulation, heading: Text) -> None:
    drawing.heading(heading, WINS_SAID)
    rows = [*((each.side, each.victory) for each in told.sides), (drawing.said(DRAW), told.draw)]
    colours = (*(place % GREY for place in range(len(told.sides))), GREY)
    marks = (_chance(drawing, *row, colour) for row, colour in zip(rows, colours, strict=True))
    drawing.bars(tuple(marks), Scale(0, 1), _parts(drawing))


def _chance(drawing: Drawing, name: str, chance: Estimate, colour: int) -> Mark:
    beside = drawing.said(prose.percent(chance.chance))
    return Mark(name=name, value=chance.chance, low=chance.low, high=chance.high, beside=beside, colour=colour)


def _parts(drawing: Drawing) -> Sequence[tuple[float, str]]:
    return tuple((part / 4, drawing.said(Text(es=f"{25 * part} %", en=f"{25 * part}%"))) for part in range(5))


def _rounds(drawing: Drawing, rounds: Rounds) -> None:
    drawing.heading(ROUNDS, prose.lasting(rounds.spread))
    shares = {each.round: each.share for each in rounds.histogram}
    first, last = min(shares), max(shares)
    step = -(-(last - first + 1) // MOST_COLUMNS)
    columns: list[tuple[str, float, str]] = []
    for start in range(first, last + 1, step):
        name = str(start) if step == 1 else f"{start}–{start + step - 1}"
        share = sum(shares.get(round_, 0.0) for round_ in range(start, start + step))
        columns.append((str(start), share, f"{name}: {drawing.said(prose.percent(share))}"))
    drawing.columns(columns)


def _health(drawing: Drawing, told: Simulation) -> None:
    drawing.heading(HEALTH, HEALTH_SAID)
    low = min(0, *(each.health.low for each in told.fighters))
    high = max(1, *(each.health.high for each in told.fighters))
    sides = [each.side for each in told.sides]
    marks = (_left(drawing, each, sides.index(each.side)) for each in told.fighters)
    ticks = tuple((value, str(value)) for value in dict.fromkeys((low, 0, high)))
    drawing.bands(tuple(marks), Scale(low, high), ticks)


def _left(drawing: Drawing, one: FighterOutcome, side: int) -> Mark:
    stands = drawing.said(prose.percent(one.survival.chance))
    low, middle, high = one.health.low, one.health.median, one.health.high
    return Mark(name=one.name, value=middle, low=low, high=high, beside=stands, colour=side % GREY)


def _feet(drawing: Drawing, told: Simulation) -> None:
    for note in told.notes:
        drawing.footing(drawing.said(note))
    drawing.footing(drawing.said(prose.source(told)))


def _versus(told: FightVersus, language: Language) -> Drawing:
    drawing = _drawing((each.side for each in told.one.sides), language, told.summary)
    _wins(drawing, told.one, ONE)
    _wins(drawing, told.other, OTHER)
    _gains(drawing, [(each.side, each.difference, place) for place, each in enumerate(told.victory)])
    _feet(drawing, told.other)
    return drawing


def _sensitivity(told: FightSensitivity, language: Language) -> Drawing:
    drawing = _drawing((each.side for each in told.base.sides), language, prose.changed(told))
    _wins(drawing, told.base, WINS)
    rows = [(change.name, change.victory[0].difference, 0) for change in told.changes if change.victory]
    if rows:
        _gains(drawing, rows, told.base.sides[0].side)
    _feet(drawing, told.base)
    return drawing


def _gains(drawing: Drawing, rows: Sequence[tuple[str, ChanceDifference, int]], side: str = "") -> None:
    whose = Text(es=f"{GAIN.es}: {side}", en=f"{GAIN.en}: {side}") if side else GAIN
    drawing.heading(whose, GAIN_SAID)
    reach = max(0.01, *(max(-each.low, each.high) for _, each, _ in rows))
    marks = (
        Mark(
            name=name,
            value=each.difference,
            low=each.low,
            high=each.high,
            beside=drawing.said(prose.signed(each.difference)),
            colour=colour % GREY,
        )
        for name, each, colour in rows
    )
    ends = ((end, drawing.said(prose.signed(end))) for end in (-reach, reach))
    drawing.bars(tuple(marks), Scale(-reach, reach), (*ends, (0, "0")))


def _balance(told: FightBalance, language: Language) -> Drawing:
    drawing = _drawing((told.side, told.fighter), language, told.summary)
    drawing.heading(BALANCE, told.summary)
    rows = ((f"{point.count} × {told.fighter}", point.victory, point.count == told.count) for point in told.curve)
    marks = (_chance(drawing, name, victory, 0 if best else GREY) for name, victory, best in rows)
    drawing.bars(tuple(marks), Scale(0, 1), _parts(drawing), told.wanted)
    return drawing


CHARTS: Mapping[type[Frozen], Callable[[Any, Language], Drawing]] = {
    Simulation: _simulation,
    FightVersus: _versus,
    FightSensitivity: _sensitivity,
    FightBalance: _balance,
}
"""How what a study has found is drawn."""

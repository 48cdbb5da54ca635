"""What studies of fights find, as people read it."""

from collections.abc import Iterable

from schema.comparisons import Balancing, FightSensitivity, SideDifference
from schema.simulation import Estimate, Simulation, Spread
from schema.words import Text


def simulated(told: Simulation) -> Text:
    """Say who wins how often, and how long it takes."""
    rows = [(Text(es=each.side, en=each.side), each.victory) for each in told.sides]
    wins = [_chance(*row) for row in (*rows, (Text(es="empate", en="draw"), told.draw))]
    return _joined((*wins, lasting(told.rounds.spread)))


def _chance(name: Text, chance: Estimate) -> Text:
    found, low, high = (percent(part) for part in (chance.chance, chance.low, chance.high))
    return Text(
        es=f"{name.es}: {found.es} (de {low.es} a {high.es}).", en=f"{name.en}: {found.en} ({low.en} to {high.en})."
    )


def lasting(rounds: Spread) -> Text:
    """Say how many rounds fights take."""
    between = f"{rounds.low}", f"{rounds.high}"
    mean = f"{rounds.mean:.1f}"
    return Text(
        es=f"Rondas: {_spanish(mean)} de media; de cada diez combates, ocho duran de {between[0]} a {between[1]}.",
        en=f"Rounds: {mean} on average; of ten fights, eight last from {between[0]} to {between[1]}.",
    )


def source(told: Simulation) -> Text:
    """Say how many fights were played, how, and from which seed."""
    many = f"{told.fights} " if told.fights else ""
    return Text(
        es=f"Combates: {many}({told.method}). Semilla: {told.seed}",
        en=f"Fights: {many}({told.method}). Seed: {told.seed}",
    )


def compared(victory: Iterable[SideDifference]) -> Text:
    """Say by how much each side wins more or less often."""
    return _joined(_gained(each) for each in victory)


def _gained(each: SideDifference) -> Text:
    found, low, high = (signed(part) for part in each.difference.model_dump().values())
    return Text(
        es=f"{each.side}: {found.es} puntos porcentuales de victoria (de {low.es} a {high.es}).",
        en=f"{each.side}: {found.en} percentage points to win ({low.en} to {high.en}).",
    )


def changed(told: FightSensitivity) -> Text:
    """Say what each change is worth."""
    return _joined(_of_change(each.name, each.summary) for each in told.changes)


def _of_change(name: str, said: Text) -> Text:
    return Text(es=f"«{name}»: {said.es}", en=f"“{name}”: {said.en}")


def balanced(given: Balancing, count: int, victory: Estimate) -> Text:
    """Say how many it takes, and what chance that makes."""
    chance, wanted = percent(victory.chance), percent(given.chance)
    return Text(
        es=f"Con {count} de «{given.fighter}», {given.side} vence el {chance.es} (pedido: {wanted.es}).",
        en=f"With {count} of “{given.fighter}”, {given.side} wins {chance.en} (wanted: {wanted.en}).",
    )


def percent(part: float) -> Text:
    """Say a part of a whole, to a tenth of one per cent."""
    said = f"{100 * part:.1f}"
    return Text(es=f"{_spanish(said)} %", en=f"{said}%")


def signed(part: float) -> Text:
    """Say a difference in percentage points, with its sign."""
    said = f"{100 * part:+.1f}".replace("-", "−")
    return Text(es=_spanish(said), en=said)


def _spanish(number: str) -> str:
    return number.replace(".", ",")


def _joined(texts: Iterable[Text]) -> Text:
    said = tuple(texts)
    return Text(es=" ".join(text.es for text in said), en=" ".join(text.en for text in said))

"""Rulings as a referee would say them, in both languages."""

from schema.words import Text
from service.systems.phrases import MINUS, plain, points, signed
from service.systems.traveller.data import degree, word
from service.systems.traveller.rules.checks import Contest
from service.systems.traveller.rules.injuries import Sheet
from service.systems.traveller.words.answers import TravellerOrdersGiven


def initiative(value: int, first: int) -> Text:
    """Say an initiative, and what it counts as in the first round where that is something else."""
    if value == first:
        return Text(es=f"Iniciativa {plain(value)}.", en=f"Initiative {plain(value)}.")
    return Text(
        es=f"Iniciativa {plain(value)}; {plain(first)} en la primera ronda.",
        en=f"Initiative {plain(value)}; {plain(first)} in the first round.",
    )


def check(effect: int, target: int) -> Text:
    """Say how a check went."""
    name, total = degree(effect), plain(effect + target)
    return Text(
        es=f"{name.es}, Efecto {signed(effect)}: {total} contra {plain(target)}.",
        en=f"{name.en}, Effect {signed(effect)}: {total} against {plain(target)}.",
    )


def contest_said(said: Contest) -> Text:
    """Say who won an opposed check."""
    ends = _TIES if said.effect == said.other else _WINS
    end = _NOBODY if said.won is None else ends[said.won]
    against = f"{signed(said.effect)} {{}} {signed(said.other)}"
    return Text(es=f"Efecto {against.format('contra')}: {end.es}.", en=f"Effect {against.format('against')}: {end.en}.")


_NOBODY = Text(es="nadie gana", en="nobody wins")
_WINS = {True: Text(es="gana", en="wins"), False: Text(es="pierde", en="loses")}
_TIES = {
    True: Text(es="gana por tener la característica más alta", en="wins by the higher characteristic"),
    False: Text(es="pierde por tener la característica más baja", en="loses by the lower characteristic"),
}


def treated(restored: int, patient: Sheet) -> Text:
    """Say what a treatment gave back, or cost."""
    if not restored:
        return Text(es="No recupera ningún punto.", en="No points are restored.")
    change, now = points(abs(restored)), left(patient)
    verb = "is" if abs(restored) == 1 else "are"
    if restored < 0:
        return Text(es=f"Pierde {change.es}: {now.es}.", en=f"{change.en} {verb} lost: {now.en}.")
    return Text(es=f"Recupera {change.es}: {now.es}.", en=f"{change.en} {verb} restored: {now.en}.")


def left(sheet: Sheet) -> Text:
    """Say the physical characteristics, or the hits."""
    if sheet.hits:
        one = sheet.hits.now == 1
        return Text(
            es=f"{sheet.hits.now} {'punto' if one else 'puntos'} de golpe",
            en=f"{sheet.hits.now} {'hit' if one else 'hits'}",
        )
    body = sheet.body
    return Text(
        es=f"FUE {body.strength}, DES {body.dexterity}, RES {body.endurance}",
        en=f"STR {body.strength}, DEX {body.dexterity}, END {body.endurance}",
    )


def orders(given: TravellerOrdersGiven) -> Text:
    """Say what Tactics or Leadership give."""
    if given.initiative:
        shift = signed(given.initiative)
        return Text(es=f"Su bando suma {shift} a la Iniciativa.", en=f"The side adds {shift} to its Initiative.")
    if given.boons:
        return Text(es=f"Puede dar {_boons(given.boons).es}.", en=f"{_boons(given.boons).en} may be given.")
    if given.banes:
        banes = _banes(given.banes)
        return Text(es=f"El otro bando puede imponer {banes.es}.", en=f"The other side may impose {banes.en}.")
    return _modifiers(given.modifiers)


def _boons(count: int) -> Text:
    if count == 1:
        return Text(es="1 Ventaja", en="1 Boon")
    return Text(es=f"{count} Ventajas", en=f"{count} Boons")


def _banes(count: int) -> Text:
    if count == 1:
        return Text(es="1 Desventaja", en="1 Bane")
    return Text(es=f"{count} Desventajas", en=f"{count} Banes")


def _modifiers(count: int) -> Text:
    if not count:
        return Text(es="No da nada.", en="Nothing comes of it.")
    times, dm = f"{abs(count)} × MD {'+1' if count > 0 else MINUS + '1'}", f"DM {'+1' if count > 0 else MINUS + '1'}"
    if count > 0:
        return Text(es=f"Puede dar {times}.", en=f"{count} × {dm} may be given.")
    return Text(es=f"El otro bando puede imponer {times}.", en=f"The other side may impose {-count} × {dm}.")


def time(frame: str, units: int) -> Text:
    """Say how long a check takes."""
    name = word("timeframe", frame)
    return Text(es=f"Tarda {_time(name.es, units)}.", en=f"It takes {_time(name.en, units)}.")


def _time(frame: str, units: int) -> str:
    """Put the number thrown where a timeframe says 1D: "1D × 10 minutos" thrown 3 is 30 minutos."""
    amount, _, unit = frame.removeprefix("1D").removeprefix(" × ").strip().rpartition(" ")
    number = units * int(amount or 1)
    return f"{number} {unit[:-1] if number == 1 else unit}"


def consequence(key: str) -> Text:
    """Say what follows from a check."""
    name = word("consequence", key)
    return Text(es=f"{name.es}.", en=f"{name.en}.")

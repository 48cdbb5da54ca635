"""Rulings as a referee would say them, in both languages."""

from collections.abc import Iterable

from schema.words import Text
from service.systems.traveller.data import degree, word
from service.systems.traveller.rules.checks import Contest
from service.systems.traveller.rules.combat import Blow, Defence, Harm
from service.systems.traveller.rules.injuries import Sheet, standing
from service.systems.traveller.words.answers import TravellerOrdersGiven

MINUS = "−"


def signed(number: int) -> str:
    """Write a number with its sign, 0 without."""
    return f"{number:+d}".replace("-", MINUS) if number else "0"


def plain(number: int) -> str:
    """Write a number with a real minus sign."""
    return str(number).replace("-", MINUS)


def points(number: int) -> Text:
    """Say so many points."""
    one = abs(number) == 1
    return Text(
        es=f"{plain(number)} {'punto' if one else 'puntos'}", en=f"{plain(number)} {'point' if one else 'points'}"
    )


def sentences(texts: Iterable[Text | None]) -> Text:
    """Say one thing after the other."""
    said = [text for text in texts if text]
    return Text(es=" ".join(text.es for text in said), en=" ".join(text.en for text in said))


def rolled(formula: str, value: int) -> Text:
    """Say what dice came to."""
    written = formula.replace("-", MINUS)
    return Text(es=f"{written}: {plain(value)}.", en=f"{written}: {plain(value)}.")


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
    against = Text(
        es=f"Efecto {signed(said.effect)} contra {signed(said.other)}",
        en=f"Effect {signed(said.effect)} against {signed(said.other)}",
    )
    if said.won is None:
        return Text(es=f"{against.es}: nadie gana.", en=f"{against.en}: nobody wins.")
    ends = _TIES if said.effect == said.other else _WINS
    end = ends[said.won]
    return Text(es=f"{against.es}: {end.es}.", en=f"{against.en}: {end.en}.")


_WINS = {True: Text(es="gana", en="wins"), False: Text(es="pierde", en="loses")}
_TIES = {
    True: Text(es="gana por tener la característica más alta", en="wins by the higher characteristic"),
    False: Text(es="pierde por tener la característica más baja", en="loses by the lower characteristic"),
}


def treated(restored: int, patient: Sheet) -> Text:
    """Say what a treatment gave back, or cost."""
    if not restored:
        return Text(es="No recupera ningún punto.", en="No points are restored.")
    change, left = points(abs(restored)), scores(patient)
    verb = "is" if abs(restored) == 1 else "are"
    if restored < 0:
        return Text(es=f"Pierde {change.es}: {left.es}.", en=f"{change.en} {verb} lost: {left.en}.")
    return Text(es=f"Recupera {change.es}: {left.es}.", en=f"{change.en} {verb} restored: {left.en}.")


def scores(sheet: Sheet) -> Text:
    """Say the physical characteristics, or the hits."""
    if sheet.hits:
        return Text(es=f"Golpes {sheet.hits.now}", en=f"Hits {sheet.hits.now}")
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


def attack(effect: int, damage: Text | None) -> Text:
    """Say how an attack went, with its damage where there is some."""
    if effect < 0:
        return Text(es=f"Fallo, Efecto {signed(effect)}.", en=f"Miss, Effect {signed(effect)}.")
    hit = Text(es=f"Impacto, Efecto {signed(effect)}", en=f"Hit, Effect {signed(effect)}")
    if damage is None:
        return Text(es=f"{hit.es}.", en=f"{hit.en}.")
    return Text(es=f"{hit.es}: {damage.es}", en=f"{hit.en}: {damage.en}")


def backlash(damage: Text) -> Text:
    """Say what reached the striker."""
    return Text(es=f"Quien dispara sufre {damage.es}", en=f"The firer suffers {damage.en}")


def several(texts: Iterable[Text]) -> Text:
    """Say one attack after the other, numbered."""
    said = list(enumerate(texts, start=1))
    return Text(
        es=" ".join(f"({number}) {text.es}" for number, text in said),
        en=" ".join(f"({number}) {text.en}" for number, text in said),
    )


def grapple(contest: Contest, blow: Blow, damage: Text | None) -> Text:
    """Say how a grapple went and what the winner does."""
    done = word("grip", blow.hold) if blow.hold else None
    chosen = Text(es=f"{done.es}.", en=f"{done.en}.") if done else None
    thrown = metres(blow.metres) if blow.metres else None
    return sentences((contest_said(contest), chosen, thrown, damage))


def metres(number: int) -> Text:
    """Say how far one is thrown."""
    return Text(es=f"Sale despedido {number} m.", en=f"It is a throw of {number} m.")


def damage(blow: Blow, harm: Harm, defence: Defence | None) -> Text:
    """Say how much damage gets through."""
    through = points(harm.points)
    if not blow.rolled:
        return Text(es="ningún daño.", en="no damage.")
    if not blow.stopped:
        return Text(es=f"{through.es} de daño.", en=f"{through.en} of damage.")
    shield = _shield(defence)
    if blow.rolled - blow.stopped == harm.points:
        return Text(
            es=f"{blow.rolled} {MINUS} {blow.stopped} de {shield.es} = {through.es}.",
            en=f"{blow.rolled} {MINUS} {blow.stopped} for {shield.en} = {through.en}.",
        )
    return _withstood(blow, harm, shield)


def _withstood(blow: Blow, harm: Harm, shield: Text) -> Text:
    """Say that armour was enough, or all but."""
    es = f"{blow.rolled} no pasa de {blow.stopped} de {shield.es}"
    en = f"{blow.rolled} does not get past {blow.stopped} for {shield.en}"
    if not harm.points:
        return Text(es=f"{es}: ningún daño.", en=f"{en}: no damage.")
    return Text(
        es=f"{es}, pero un Efecto de 6 o más siempre hiere: 1 punto.",
        en=f"{en}, but an Effect of 6 or more always hurts: 1 point.",
    )


def _shield(defence: Defence | None) -> Text:
    if defence and defence.cover:
        if defence.armour:
            return Text(es="armadura y cobertura", en="armour and cover")
        return Text(es="cobertura", en="cover")
    return Text(es="armadura", en="armour")


def state(before: Sheet, after: Sheet) -> Text | None:
    """Say what damage did to a Traveller."""
    if (before.body, before.hits) == (after.body, after.hits) and before.stunned == after.stunned:
        return None
    left = scores(after)
    text = Text(es=f"Quedan {left.es}.", en=f"{left.en} remain.")
    fallen = _FALLS.get(standing(after)) if standing(before) != standing(after) else None
    return sentences((text, fallen, _stunned(after.stunned) if after.stunned > before.stunned else None))


def _stunned(rounds: int) -> Text:
    if rounds == 1:
        return Text(es="Queda aturdido 1 ronda.", en="Stunned for 1 round.")
    return Text(es=f"Queda aturdido {rounds} rondas.", en=f"Stunned for {rounds} rounds.")


_FALLS = {
    "UNCONSCIOUS": Text(es="Cae inconsciente.", en="Falls unconscious."),
    "DEAD": Text(es="Muere.", en="Dies."),
}

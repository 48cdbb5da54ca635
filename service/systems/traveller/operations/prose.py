"""Rulings as a referee would say them, in both languages."""

from collections.abc import Iterable, Iterator

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
    """Say one thing after the other, each from a capital on."""
    said = [text for text in texts if text]
    return Text(es=" ".join(_capital(text.es) for text in said), en=" ".join(_capital(text.en) for text in said))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


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


def attack(effect: int, damage: Text | None) -> Text:
    """Say how an attack went, with its damage where there is some."""
    if effect < 0:
        return Text(es=f"Fallo, Efecto {signed(effect)}.", en=f"Miss, Effect {signed(effect)}.")
    hit = Text(es=f"Impacto, Efecto {signed(effect)}", en=f"Hit, Effect {signed(effect)}")
    return _with(hit, damage)


def _with(what: Text, damage: Text | None) -> Text:
    """End a sentence, or let it go on with the damage."""
    if damage is None:
        return Text(es=f"{what.es}.", en=f"{what.en}.")
    return Text(es=f"{what.es}: {_small(damage.es)}", en=f"{what.en}: {_small(damage.en)}")


def backlash(damage: Text) -> Text:
    """Say what reached the striker."""
    return Text(es=f"Quien dispara sufre {damage.es}", en=f"The firer suffers {damage.en}")


def radiation(rads: int) -> Text | None:
    """Say the dose that a shot gives off."""
    return Text(es=f"Radiación: {rads} rads.", en=f"Radiation: {rads} rads.") if rads else None


def scatter(metres: int) -> Text | None:
    """Say how far off a shot lands."""
    return Text(es=f"Cae a {metres} m del objetivo.", en=f"It lands {metres} m off the target.") if metres else None


def several(texts: Iterable[Text]) -> Text:
    """Say one attack after the other, numbered."""
    said = list(enumerate(texts, start=1))
    return Text(
        es=" ".join(f"({number}) {text.es}" for number, text in said),
        en=" ".join(f"({number}) {text.en}" for number, text in said),
    )


def grapple(contest: Contest, blow: Blow, damage: Text | None) -> Text:
    """Say how a grapple went and what the winner does."""
    said = contest_said(contest)
    how = Text(es=f"Forcejeo, {said.es[:-1]}", en=f"Grapple, {said.en[:-1]}")
    if contest.won is None:
        return _with(how, None)
    if blow.hold is None:
        return _with(Text(es=f"{how.es}; el ganador elige", en=f"{how.en}; the winner chooses"), None)
    grip, winner = word("grip", blow.hold), _WINNERS[contest.won]
    far = f": {blow.metres} m" if blow.metres else ""
    told = Text(es=f"{how.es}{winner.es} {_small(grip.es)}{far}", en=f"{how.en}{winner.en} {_small(grip.en)}{far}")
    return sentences((_with(told, None), damage)) if far else _with(told, damage)


_WINNERS = {
    True: Text(es=" y elige", en=" and chooses to"),
    False: Text(es="; el oponente elige", en="; the opponent chooses to"),
}


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
    """Say what stood in the way."""
    parts = list(_parts(defence)) if defence else [_ARMOUR]
    return Text(es=" y ".join(part.es for part in parts), en=" and ".join(part.en for part in parts))


def _parts(defence: Defence) -> Iterator[Text]:
    if defence.armour:
        yield _ARMOUR
    if defence.cover:
        yield Text(es="cobertura", en="cover")
    if defence.screen:
        yield Text(es="aerosol", en="aerosol")


_ARMOUR = Text(es="armadura", en="armour")


def state(before: Sheet, after: Sheet) -> Text | None:
    """Say what damage did to a Traveller."""
    if (before.body, before.hits) == (after.body, after.hits) and before.stunned == after.stunned:
        return None
    now = left(after)
    text = Text(es=f"Queda{'' if after.hits and after.hits.now == 1 else 'n'} {now.es}.", en=f"That leaves {now.en}.")
    fallen = _FALLS.get(standing(after)) if standing(before) != standing(after) else None
    return sentences((text, fallen, _stunned(after.stunned) if after.stunned > before.stunned else None))


def _stunned(rounds: int) -> Text:
    if rounds == 1:
        return Text(es="Queda aturdido 1 ronda.", en="Stunned for 1 round.")
    return Text(es=f"Queda aturdido {rounds} rondas.", en=f"Stunned for {rounds} rounds.")


_FALLS = {
    "UNCONSCIOUS": Text(es="Cae inconsciente.", en="Knocked unconscious."),
    "DEAD": Text(es="Muere.", en="Killed."),
}

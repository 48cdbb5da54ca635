"""Rulings as a referee would say them, in both languages."""

from collections.abc import Iterable

from schema.words import Text
from service.systems.traveller.data import degree, word
from service.systems.traveller.injuries import Body, Sheet, standing
from service.systems.traveller.rules import Blow, Contest, Defence, Harm

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


def initiative(value: int) -> Text:
    """Say an initiative."""
    return Text(es=f"Iniciativa {plain(value)}.", en=f"Initiative {plain(value)}.")


def check(effect: int, target: int) -> Text:
    """Say how a check went."""
    name, total = degree(effect), plain(effect + target)
    return Text(
        es=f"{name.es}, Efecto {signed(effect)}: {total} contra {plain(target)}.",
        en=f"{name.en}, Effect {signed(effect)}: {total} against {plain(target)}.",
    )


def contest(said: Contest) -> Text:
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


def treated(restored: int, body: Body) -> Text:
    """Say what first aid gave back."""
    if not restored:
        return Text(es="No recupera ningún punto.", en="No points are restored.")
    given = points(restored)
    return Text(
        es=f"Recupera {given.es}: {scores(body).es}.",
        en=f"{given.en} {'is' if restored == 1 else 'are'} restored: {scores(body).en}.",
    )


def scores(body: Body) -> Text:
    """Say the physical characteristics."""
    return Text(
        es=f"FUE {body.strength}, DES {body.dexterity}, RES {body.endurance}",
        en=f"STR {body.strength}, DEX {body.dexterity}, END {body.endurance}",
    )


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


def damage(blow: Blow, harm: Harm, defence: Defence | None) -> Text:
    """Say how much damage gets through."""
    through = points(harm.points)
    if not blow.rolled:
        return Text(es="ningún daño.", en="no damage.")
    if not blow.stopped:
        return Text(es=f"{through.es} de daño.", en=f"{through.en} of damage.")
    shield = _shield(defence)
    left = blow.rolled - blow.stopped
    if left == harm.points:
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
    if before.body == after.body:
        return None
    left = scores(after.body)
    text = Text(es=f"Quedan {left.es}.", en=f"{left.en} remain.")
    return sentences((text, _FALLS.get(standing(after)) if standing(before) != standing(after) else None))


_FALLS = {
    "UNCONSCIOUS": Text(es="Cae inconsciente.", en="Falls unconscious."),
    "DEAD": Text(es="Muere.", en="Dies."),
}

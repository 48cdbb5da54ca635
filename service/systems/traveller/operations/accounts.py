"""Attacks and damage as a referee would say them, in both languages."""

from collections.abc import Iterator

from schema.words import Text
from service.systems.phrases import MINUS, lowered, points, sentences, signed
from service.systems.traveller.data import word
from service.systems.traveller.operations.prose import contest_said, left
from service.systems.traveller.rules.checks import Contest
from service.systems.traveller.rules.combat import Blow, Defence, Harm
from service.systems.traveller.rules.injuries import Sheet, standing


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
    return Text(es=f"{what.es}: {lowered(damage.es)}", en=f"{what.en}: {lowered(damage.en)}")


def backlash(damage: Text) -> Text:
    """Say what reached the striker."""
    return Text(es=f"Quien dispara sufre {lowered(damage.es)}", en=f"The firer suffers {lowered(damage.en)}")


def radiation(rads: int) -> Text | None:
    """Say the dose that a shot gives off."""
    return Text(es=f"Radiación: {rads} rads.", en=f"Radiation: {rads} rads.") if rads else None


def scatter(metres: int) -> Text | None:
    """Say how far off a shot lands."""
    return Text(es=f"Cae a {metres} m del objetivo.", en=f"It lands {metres} m off the target.") if metres else None


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
    told = Text(es=f"{how.es}{winner.es} {lowered(grip.es)}{far}", en=f"{how.en}{winner.en} {lowered(grip.en)}{far}")
    return sentences(_with(told, None), damage) if far else _with(told, damage)


_WINNERS = {
    True: Text(es=" y elige", en=" and chooses to"),
    False: Text(es="; el oponente elige", en="; the opponent chooses to"),
}


def damage(blow: Blow, harm: Harm, defence: Defence | None) -> Text:
    """Say how much damage gets through."""
    through = points(harm.points)
    if not blow.rolled:
        return Text(es="Ningún daño.", en="No damage.")
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
    return sentences(text, fallen, _stunned(after.stunned) if after.stunned > before.stunned else None)


def _stunned(rounds: int) -> Text:
    if rounds == 1:
        return Text(es="Queda aturdido 1 ronda.", en="Stunned for 1 round.")
    return Text(es=f"Queda aturdido {rounds} rondas.", en=f"Stunned for {rounds} rounds.")


_FALLS = {
    "UNCONSCIOUS": Text(es="Cae inconsciente.", en="Knocked unconscious."),
    "DEAD": Text(es="Muere.", en="Killed."),
}

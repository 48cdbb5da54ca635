"""Rulings as a referee would say them, in both languages."""

from collections.abc import Mapping

from schema.words import Text, Word
from service.systems.phrases import MINUS, lowered, plain, points, sentences
from service.systems.ryf.data import VOCABULARY
from service.systems.ryf.rules.checks import Contest
from service.systems.ryf.rules.injuries import Sheet, standing


def target_die(value: int, rank: str) -> Text:
    """Say what the target die shows."""
    es, en = _RANKS[rank]
    return Text(es=f"Dado objetivo{es}: {value}.", en=f"Target die{en}: {value}.")


_RANKS: Mapping[str, tuple[str, str]] = {
    "LOWEST": (" (el menor)", " (the lowest)"),
    "MIDDLE": ("", ""),
    "HIGHEST": (" (el mayor)", " (the highest)"),
}


def initiative(value: int, actions: int) -> Text:
    """Say an initiative, and what it gives beyond one action."""
    if actions == 1:
        return Text(es=f"Iniciativa {plain(value)}.", en=f"Initiative {plain(value)}.")
    return Text(
        es=f"Iniciativa {plain(value)}: {actions} acciones por turno.",
        en=f"Initiative {plain(value)}: {actions} actions a turn.",
    )


def rested(restored: int, sheet: Sheet) -> Text:
    """Say what rest gave back."""
    if not restored:
        return Text(es="No recupera ningún punto.", en="No points are recovered.")
    given = points(restored)
    state = VOCABULARY.word("standing", standing(sheet))
    return Text(
        es=f"Recupera {given.es}: queda en {plain(sheet.points)} de {sheet.maximum} ({state.es.lower()}).",
        en=f"{given.en} recovered: now at {plain(sheet.points)} of {sheet.maximum} ({state.en.lower()}).",
    )


def check(degree: str, total: int, target: int) -> Text:
    """Say how a test went."""
    return _against(VOCABULARY.word("degree", degree).es, VOCABULARY.word("degree", degree).en, total, target)


def _against(es: str, en: str, total: int, target: int) -> Text:
    return Text(es=f"{es}: {plain(total)} contra {plain(target)}.", en=f"{en}: {plain(total)} against {plain(target)}.")


def contest(said: Contest) -> Text:
    """Say who won an opposed test."""
    against = Text(
        es=f"{plain(said.total)} contra {plain(said.other)}", en=f"{plain(said.total)} against {plain(said.other)}"
    )
    if said.won is None:
        return Text(es=f"{against.es}: empate.", en=f"{against.en}: a tie.")
    return Text(
        es=f"{against.es}: {'gana' if said.won else 'pierde'}.", en=f"{against.en}: {'wins' if said.won else 'loses'}."
    )


def attack(degree: str, numbers: tuple[int, int], damage: Text | None) -> Text:
    """Say how an attack of a total against a target went, and what it did."""
    es, en = _STRIKES[degree]
    return sentences(_against(es, en, *numbers), damage)


_STRIKES: Mapping[str, tuple[str, str]] = {
    "FUMBLE": ("Pifia", "Fumble"),
    "NATURAL_ONE": ("Fallo automático", "Automatic miss"),
    "FAILURE": ("Fallo", "Miss"),
    "SUCCESS": ("Impacto", "Hit"),
    "CRITICAL": ("Impacto crítico", "Critical hit"),
}


def certain(damage: Text | None) -> Text:
    """Say that a helpless target is hit without a throw."""
    sure = Text(es="Impacto seguro: el objetivo está inconsciente.", en="A sure hit: the target is unconscious.")
    return sentences(sure, damage)


def crossing(numbers: tuple[int, int], damage: Text | None, *, hit: bool) -> Text:
    """Say how crossing suppression fire went."""
    told = _against(
        "No logra cruzar el fuego de cobertura" if hit else "Cruza el fuego de cobertura",
        "Fails to cross the suppression fire" if hit else "Crosses the suppression fire",
        *numbers,
    )
    return sentences(told, damage)


def damage(rolled: int, stopped: int, through: int) -> Text:
    """Say how much damage gets through."""
    given = points(through)
    if not stopped:
        return Text(es=f"{given.es} de daño.", en=f"{given.en} of damage.")
    if not through:
        return Text(
            es=f"{rolled} no pasa de {stopped} de armadura: ningún daño.",
            en=f"{rolled} does not get past {stopped} for armour: no damage.",
        )
    return Text(
        es=f"{rolled} {MINUS} {stopped} de armadura = {given.es} de daño.",
        en=f"{rolled} {MINUS} {stopped} for armour = {given.en} of damage.",
    )


def state(before: Sheet, after: Sheet) -> Text | None:
    """Say what damage did to a character."""
    if before.points == after.points:
        return None
    now, most = plain(after.points), after.maximum
    left = Text(es=f"Queda en {now} de {most} PV.", en=f"Now at {now} of {most} HP.")
    return sentences(left, _FALLS.get(standing(after)) if standing(before) != standing(after) else None)


_FALLS: Mapping[str, Text] = {
    "WOUNDED": Text(es="Está malherido: su dado objetivo baja un nivel.", en="Wounded: the target die drops a level."),
    "UNCONSCIOUS": Text(es="Cae inconsciente.", en="Falls unconscious."),
    "DEAD": Text(es="Muere.", en="Dies."),
}


def manoeuvre(name: str, who: str, detail: Word | None = None) -> Text:
    """Say what somebody does."""
    es, en = _DEEDS[f"{name}/{detail.key}"] if detail and f"{name}/{detail.key}" in _DEEDS else _DEEDS[name]
    what = detail or Word(key="", es="", en="")
    return Text(es=es.format(who=who, what=lowered(what.es)), en=en.format(who=who, what=lowered(what.en)))


_DEEDS: Mapping[str, tuple[str, str]] = {
    "take_cover": ("{who} se pone a cubierto: {what}.", "{who} takes cover: {what}."),
    "leave_cover": ("{who} sale de su cobertura.", "{who} leaves cover."),
    "lie_down": ("{who} se echa cuerpo a tierra.", "{who} lies down."),
    "get_up": ("{who} se levanta.", "{who} gets up."),
    "move": ("{who} se mueve: {what}.", "{who} moves: {what}."),
    "move/STILL": ("{who} se detiene.", "{who} stops."),
    "suppress": ("{who} bate una zona: {what}.", "{who} holds a zone: {what}."),
    "rest": ("{who} descansa tras el combate.", "{who} rests after the fight."),
}


def into_fire(who: str, shooter: str) -> Text:
    """Say whose fire somebody runs into."""
    return Text(es=f"{who} se mete bajo el fuego de {shooter}.", en=f"{who} comes under the fire of {shooter}.")


def tokens(who: str, count: int) -> Text:
    """Say how many tokens somebody has."""
    one = count == 1
    return Text(
        es=f"{who} tiene {count} {'token' if one else 'tokens'}.",
        en=f"{who} has {count} {'token' if one else 'tokens'}.",
    )

"""Rulings as a gamemaster would say them, in both languages."""

from collections.abc import Iterable

from schema.words import Text
from service.dice.readings import Hits
from service.systems.shadowrun.injuries import Sheet, standing
from service.systems.shadowrun.rules import BOXES, LEVELS, Aimed, Contest, Footing, Impact, Wound
from service.systems.shadowrun.terms import word

MINUS = "−"

NOTES = {
    "LEAST_TARGET": Text(
        es="La dificultad no baja de 2, aunque los modificadores la dejarían por debajo.",
        en="The target number is 2 at least, though the modifiers would take it lower.",
    ),
    "DEFAULT_HARD": Text(
        es="Con la opción strict_default no se podría sustituir la habilidad desde dificultad 8.",
        en="By the option strict_default nothing could stand in for the skill from target number 8 up.",
    ),
}
"""What the gamemaster may want to know."""


def signed(number: int) -> str:
    """Write a number with its sign, 0 without."""
    return f"{number:+d}".replace("-", MINUS) if number else "0"


def plain(number: int) -> str:
    """Write a number with a real minus sign."""
    return str(number).replace("-", MINUS)


def successes(number: int) -> Text:
    """Say so many successes."""
    return Text(
        es=f"{number} {'éxito' if number == 1 else 'éxitos'}",
        en=f"{number} {'success' if number == 1 else 'successes'}",
    )


def boxes(number: int) -> Text:
    """Say so many boxes."""
    return Text(
        es=f"{number} {'casilla' if number == 1 else 'casillas'}", en=f"{number} {'box' if number == 1 else 'boxes'}"
    )


def sentences(texts: Iterable[Text | None]) -> Text:
    """Say one thing after the other."""
    said = [text for text in texts if text]
    return Text(es=" ".join(text.es for text in said), en=" ".join(text.en for text in said))


def initiative(score: int, acts: int) -> Text:
    """Say an initiative, and how often it acts."""
    if not acts:
        return Text(es=f"Iniciativa {plain(score)}: no actúa.", en=f"Initiative {plain(score)}: no action.")
    es, en = ("acción", "action") if acts == 1 else ("acciones", "actions")
    return Text(es=f"Iniciativa {score}: {acts} {es}.", en=f"Initiative {score}: {acts} {en}.")


def opened(value: int) -> Text:
    """Say an open test."""
    if value == 1:
        return Text(es="Chequeo abierto: todo unos, pifia.", en="Open test: all ones, a botch.")
    return Text(es=f"Chequeo abierto: {value}.", en=f"Open test: {value}.")


def added(value: int) -> Text:
    """Say a sum."""
    return Text(es=f"Suma: {value}.", en=f"Sum: {value}.")


def check(hits: Hits, target: int, threshold: int) -> Text:
    """Say how a test went."""
    if hits.botched:
        return Text(es="Pifia: todos los dados muestran 1.", en="Botch: every die shows 1.")
    count = successes(hits.successes)
    name = word("degree", "SUCCESS" if hits.successes >= threshold else "FAILURE")
    needed = "" if threshold == 1 else f" ({threshold})"
    return Text(
        es=f"{name.es}: {count.es}{needed} contra dificultad {target}.",
        en=f"{name.en}: {count.en}{needed} against target number {target}.",
    )


def contest(said: Contest, *, surprise: bool) -> Text:
    """Say who did better."""
    score = f"{said.ours.successes}–{said.theirs.successes}"
    if surprise:
        if said.net > 0:
            return Text(es=f"{score}: puede actuar contra él.", en=f"{score}: may act against the opponent.")
        return Text(
            es=f"{score}: sorprendido, no puede actuar contra él ni usar la reserva.",
            en=f"{score}: surprised, may neither act against the opponent nor use the pool.",
        )
    if not said.net:
        return Text(es=f"Empate {score}: no ocurre nada.", en=f"Tie {score}: nothing happens.")
    by = successes(abs(said.net))
    won = said.net > 0
    return Text(
        es=f"{'Gana' if won else 'Pierde'} {score}, por {by.es}.",
        en=f"{'Wins' if won else 'Loses'} {score}, by {by.en}.",
    )


def footing(said: Footing) -> Text:
    """Say whether somebody keeps standing."""
    name = word("footing", said.key)
    return Text(es=f"{name.es}.", en=f"{name.en}.")


def attack(aimed: Aimed, target: int, damage: Text | None) -> Text:
    """Say how an attack went, with its damage where there is some."""
    name, count = word("degree", aimed.degree), successes(aimed.successes)
    head = Text(
        es=f"{name.es}: {count.es} contra {target}{_answered(aimed).es}.",
        en=f"{name.en}: {count.en} against {target}{_answered(aimed).en}.",
    )
    return sentences((head, damage))


def _answered(aimed: Aimed) -> Text:
    """Say what answered an attack."""
    es, en = "", ""
    if aimed.countered is not None:
        es, en = f"; el defensor logra {aimed.countered}", f"; the defender gets {aimed.countered}"
    if aimed.dodged is not None:
        es, en = f"{es}; esquiva {aimed.dodged}", f"{en}; {aimed.dodged} dodged"
    if aimed.metres:
        es, en = f"{es}; cae a {aimed.metres} m", f"{en}; it lands {aimed.metres} m off"
    return Text(es=es, en=en)


def damage(impact: Impact, wound: Wound) -> Text:
    """Say how a hit was resisted, and what is left of it."""
    if wound.resisted is None and not impact.level:
        return Text(es="No atraviesa la protección.", en="It does not get through the protection.")
    before, after = word("level", LEVELS[impact.level]), word("level", LEVELS[wound.level])
    net = wound.net - (wound.resisted or 0)
    moved = wound.level != impact.level
    filled = boxes(BOXES[wound.level])
    es, en = _resisted(wound)
    if moved:
        return Text(
            es=f"{es}neto {signed(net)}, de {before.es} a {after.es}: {filled.es}.",
            en=f"{en}net {signed(net)}, {before.en} becomes {after.en}: {filled.en}.",
        )
    return Text(
        es=f"{es}neto {signed(net)}, {after.es}: {filled.es}.", en=f"{en}net {signed(net)}, {after.en}: {filled.en}."
    )


def _resisted(wound: Wound) -> tuple[str, str]:
    if wound.resisted is None or wound.target is None:
        return "", ""
    return f"Resiste {wound.resisted} contra {wound.target}; ", f"Resisted by {wound.resisted} against {wound.target}; "


def backlash(text: Text) -> Text:
    """Say what an attack cost the striker."""
    return Text(es=f"Contra el atacante: {text.es}", en=f"Against the attacker: {text.en}")


def filled(number: int, track: str) -> Text:
    """Say boxes that are filled by hand."""
    name, count = word("track", track), boxes(number)
    return Text(es=f"{count.es} ({name.es.lower()}).", en=f"{count.en} ({name.en.lower()}).")


def state(before: Sheet, after: Sheet) -> Text | None:
    """Say how a character is left."""
    if before.condition == after.condition:
        return None
    now, name = after.condition, word("standing", standing(after))
    over = f" +{now.overflow}" if now.overflow else ""
    fallen = standing(before) != standing(after)
    return Text(
        es=f"Físico {now.physical}{over}, aturdimiento {now.stun}{f': {name.es.lower()}' if fallen else ''}.",
        en=f"Physical {now.physical}{over}, stun {now.stun}{f': {name.en.lower()}' if fallen else ''}.",
    )


def takes(amount: str, es: str, en: str) -> Text:
    """Say how long a treatment takes."""
    return Text(es=f"Tarda {amount} {es}.", en=f"It takes {amount} {en}.")

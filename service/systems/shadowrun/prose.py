"""Rulings as a gamemaster would say them, in both languages."""

from schema.words import Text
from service.dice.readings import Hits
from service.systems.phrases import plain, sentences, signed
from service.systems.shadowrun.rules.blows import Footing, Landing
from service.systems.shadowrun.rules.checks import BOXES, LEVELS, Contest
from service.systems.shadowrun.rules.injuries import Sheet, standing
from service.systems.shadowrun.shown import thrown
from service.systems.shadowrun.terms import word
from service.systems.trace import Trace


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


def attack(degree: str, target: int, answered: tuple[Text, Text], damage: Text | None) -> Text:
    """Say how an attack went, with its damage where there is some."""
    name, (count, rest) = word("degree", degree), answered
    head = Text(
        es=f"{name.es}: {count.es} contra {target}{rest.es}.", en=f"{name.en}: {count.en} against {target}{rest.en}."
    )
    return sentences(head, damage)


def answered(trace: Trace, metres: int) -> tuple[Text, Text]:
    """Say the successes of an attack, and what answered it."""
    countered, dodged = thrown(trace, "counter"), thrown(trace, "dodge")
    said = (
        None if countered is None else (f"el defensor logra {countered}", f"the defender gets {countered}"),
        None if dodged is None else (f"esquiva {dodged}", f"{dodged} dodged"),
        (f"cae a {metres} m", f"it lands {metres} m off") if metres else None,
    )
    rest = [part for part in said if part]
    return successes(thrown(trace, "attack") or 0), Text(
        es="".join(f"; {es}" for es, _ in rest), en="".join(f"; {en}" for _, en in rest)
    )


DODGED = Text(es="Esquivado.", en="Dodged.")


def damage(landing: Landing, level: str, resisted: int | None) -> Text:
    """Say how a hit was resisted, and what is left of it."""
    impact = landing.impact
    if not impact.level:
        return Text(es="No atraviesa la protección.", en="It does not get through the protection.")
    before, after = word("level", LEVELS[impact.level]), word("level", level)
    filled = boxes(BOXES[LEVELS.index(level)])
    lead = _lead(landing, resisted)
    es, en = _resisted(landing.target, resisted)
    if before != after:
        return Text(
            es=f"{es}{lead.es}, de {before.es} a {after.es}: {filled.es}.",
            en=f"{en}{lead.en}, {before.en} becomes {after.en}: {filled.en}.",
        )
    return Text(es=f"{es}{lead.es}, {after.es}: {filled.es}.", en=f"{en}{lead.en}, {after.en}: {filled.en}.")


def _lead(landing: Landing, resisted: int | None) -> Text:
    """Say the one net number, or where both sides are staged one after the other, the attack's own lead."""
    if landing.combined:
        net = signed(landing.net - (resisted or 0))
        return Text(es=f"neto {net}", en=f"net {net}")
    return Text(es=f"ventaja {signed(landing.net)}", en=f"lead {signed(landing.net)}")


def _resisted(target: int, resisted: int | None) -> tuple[str, str]:
    if resisted is None:
        return "", ""
    return f"Resiste {resisted} contra {target}; ", f"Resisted by {resisted} against {target}; "


def backlash(text: Text) -> Text:
    """Say what an attack cost the striker."""
    es, en = (said[:1].lower() + said[1:] for said in (text.es, text.en))
    return Text(es=f"Contra el atacante: {es}", en=f"Against the attacker: {en}")


def filled(number: int, track: str) -> Text:
    """Say boxes that are filled by hand."""
    name, count = word("track", track), boxes(number)
    return Text(es=f"{count.es} ({name.es.lower()}).", en=f"{count.en} ({name.en.lower()}).")


def state(before: Sheet | None, after: Sheet | None) -> Text | None:
    """Say how a character is left, where that changed."""
    if before is None or after is None or before.condition == after.condition:
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

"""Rulings as a referee would say them, in both languages."""

from collections.abc import Sequence

from schema.words import Text, Word
from service.systems.percentile.data import VOCABULARY
from service.systems.percentile.rules.checks import HUNDRED, Degree, Task, Tried, Verdict
from service.systems.percentile.rules.combat import Blow, Harm
from service.systems.percentile.rules.injuries import Mended, Sheet, standing
from service.systems.phrases import MINUS, listed, lowered, plain, points, raised, sentences

HAIR = 1
"""Up to which margin a success is one by a hair (sheet 4)."""


def number(value: int) -> str:
    """Write a throw as its two digits."""
    return f"{value % HUNDRED:02d}"


def percentile(value: int) -> Text:
    """Say a throw of tens and units."""
    return Text(es=f"d100: {number(value)}.", en=f"d100: {number(value)}.")


def initiative(value: int) -> Text:
    """Say an initiative."""
    return Text(es=f"Iniciativa {value}.", en=f"Initiative {value}.")


def rested(given: int, sheet: Sheet) -> Text:
    """Say what rest gave back."""
    return sentences(restored(given), left(sheet))


def trial(task: Task, tried: Tried) -> Text:
    """Say how a throw under a skill went, in the middle of a sentence."""
    if tried.value is None:
        return Text(es="éxito automático, sin tirar los dados", en="automatic success, without rolling")
    if tried.degree in _EXTREMES:
        return _EXTREMES[tried.degree]
    how, against = _how_well(tried.degree, task.target - tried.value), _against(task, tried.value)
    return Text(es=f"{how.es} ({against.es})", en=f"{how.en} ({against.en})")


_EXTREMES = {
    Degree.BEST: Text(es="01, crítico con el mejor efecto posible", en="01, a critical with the best possible effect"),
    Degree.WORST: Text(es="00, pifia con el peor efecto posible", en="00, a fumble with the worst possible effect"),
}


def _how_well(degree: Degree, margin: int) -> Text:
    name = VOCABULARY.word("degree", degree.name)
    if degree in {Degree.CRITICAL, Degree.FUMBLE}:
        return Text(es=lowered(name.es), en=lowered(name.en))
    if degree is Degree.SUCCESS and margin <= HAIR:
        return Text(es="éxito por los pelos", en="success by a hair")
    return Text(es=f"{lowered(name.es)} por {abs(margin)}", en=f"{lowered(name.en)} by {abs(margin)}")


def _against(task: Task, value: int) -> Text:
    """Say a throw and its target, and the percentage where modifiers have moved the one from the other."""
    es, en = f"{number(value)} contra {plain(task.target)}", f"{number(value)} against {plain(task.target)}"
    if task.target == task.base:
        return Text(es=es, en=en)
    return Text(es=f"{es}, con un {task.base} % básico", en=f"{en}, from a base of {task.base} %")


def check(skill: str | None, task: Task, tried: Tried, effects: Sequence[str]) -> Text:
    """Say how a test went, and what follows from it."""
    said = trial(task, tried)
    if skill is None:
        return sentences(_sentence(said), brought(effects))
    name = _name(skill)
    return sentences(Text(es=f"{name.es}: {said.es}.", en=f"{name.en}: {said.en}."), brought(effects))


def _name(skill: str) -> Word:
    return VOCABULARY.groups["characteristic"].get(skill) or VOCABULARY.called("skill", skill)


def _sentence(said: Text) -> Text:
    return Text(es=f"{raised(said.es)}.", en=f"{raised(said.en)}.")


def brought(effects: Sequence[str]) -> Text | None:
    """Say what a critical or a fumble brings."""
    if not effects:
        return None
    if tuple(effects) == ("CUSTOM",):
        return Text(es="El efecto lo decide el Supervisor.", en="The effect is for the Game Master to say.")
    names = [VOCABULARY.word("effect", key) for key in effects]
    return _sentence(
        Text(
            es=listed((lowered(name.es) for name in names), "y"), en=listed((lowered(name.en) for name in names), "and")
        )
    )


def contest(sides: tuple[Task, Task], throws: tuple[Tried, Tried], verdict: Verdict) -> Text:
    """Say who won an opposed test."""
    ours, theirs = (trial(task, tried) for task, tried in zip(sides, throws, strict=True))
    end = VOCABULARY.word("verdict", verdict_key(verdict))
    return _sentence(
        Text(
            es=f"{ours.es}, frente a {theirs.es}: {lowered(end.es)}",
            en=f"{ours.en}, against {theirs.en}: {lowered(end.en)}",
        )
    )


def verdict_key(verdict: Verdict) -> str:
    """Return the key of how a contest ends."""
    if verdict.won is None:
        return "STALEMATE" if verdict.stalemate else "TIED"
    return "WON" if verdict.won else "LOST"


def restored(given: int) -> Text:
    """Say how many hit points come back."""
    if not given:
        return Text(es="No recupera ningún punto de vida.", en="No hit points are restored.")
    one = given == 1
    return Text(
        es=f"Recupera {given} {'punto' if one else 'puntos'} de vida.",
        en=f"{given} hit {'point is' if one else 'points are'} restored.",
    )


def recovered(before: Sheet, after: Sheet) -> Text:
    """Say whether stun and shock are shaken off."""
    if before != after:
        return Text(es="Se recupera.", en="They recover.")
    return Text(es="Sigue igual.", en="Nothing changes.")


def lasted(before: Sheet, said: Mended) -> Text:
    """Say what lasting damage takes."""
    old, new = vars(before.characteristics), vars(said.sheet.characteristics)
    lost = [(name, old[name], new[name]) for name in old if old[name] != new[name]]
    if not lost:
        return Text(es="No queda ninguna secuela.", en="Nothing lasting remains.")
    ((key, had, has),) = lost
    name = VOCABULARY.word("characteristic", key.upper())
    coma = Text(es="No despertará del coma.", en="They will not wake from the coma.")
    return sentences(
        Text(es=f"{name.es} baja de {had} a {has}.", en=f"{name.en} falls from {had} to {has}."),
        coma if standing(said.sheet) == "COMA" else None,
    )


def attack(ours: Text, answer: tuple[str, Text] | None, result: str) -> Text:
    """Say how an attack went, and how it was answered."""
    end = VOCABULARY.word("result", result)
    if answer is None:
        return Text(es=f"{end.es}: {ours.es}.", en=f"{end.en}: {ours.en}.")
    reaction = VOCABULARY.word("reaction", answer[0])
    return Text(
        es=f"{end.es}: {ours.es}; {lowered(reaction.es)}, {answer[1].es}.",
        en=f"{end.en}: {ours.en}; {lowered(reaction.en)}, {answer[1].en}.",
    )


def slipped(effects: Sequence[str]) -> Text | None:
    """Say what a fumble in defence brings."""
    said = brought(effects)
    return Text(es=f"En la defensa: {lowered(said.es)}", en=f"In defence: {lowered(said.en)}") if said else None


def damage(blow: Blow, harm: Harm) -> Text:
    """Say how much damage gets through."""
    through = points(harm.points)
    if not blow.stopped:
        return Text(es=f"{through.es} de daño.", en=f"{through.en} of damage.")
    if not harm.points:
        return Text(
            es=f"{blow.rolled} no pasa de {blow.stopped} de armadura: ningún daño.",
            en=f"{blow.rolled} does not get past {blow.stopped} of armour: no damage.",
        )
    return Text(
        es=f"{blow.rolled} {MINUS} {blow.stopped} de armadura = {through.es} de daño.",
        en=f"{blow.rolled} {MINUS} {blow.stopped} of armour = {through.en} of damage.",
    )


def state(before: Sheet, after: Sheet) -> Text | None:
    """Say what damage did to an agent."""
    if before == after:
        return None
    now = standing(after)
    fallen = _FALLS.get(now) if standing(before) != now else None
    stunned = Text(es="Queda aturdido.", en="They are stunned.") if after.stunned and not before.stunned else None
    return sentences(left(after) if after.hit_points != before.hit_points else None, stunned, fallen)


def left(sheet: Sheet) -> Text:
    """Say how many hit points are left."""
    name = VOCABULARY.word("standing", standing(sheet))
    return Text(
        es=f"Puntos de vida: {plain(sheet.hit_points)} de {sheet.maximum} ({lowered(name.es)}).",
        en=f"Hit points: {plain(sheet.hit_points)} of {sheet.maximum} ({lowered(name.en)}).",
    )


_FALLS = {
    "SHOCKED": Text(
        es="La herida es incapacitante y cae sin poder seguir.", en="The wound is disabling, and they fall in shock."
    ),
    "UNCONSCIOUS": Text(es="Cae sin sentido.", en="They fall unconscious."),
    "DEAD": Text(es="Muere.", en="They die."),
}


def manoeuvre(name: str, who: str, detail: Word | None = None) -> Text:
    """Say what somebody does."""
    es, en = _DEEDS[name]
    what = detail or Word(key="", es="", en="")
    return Text(es=es.format(who=who, what=what.es), en=en.format(who=who, what=what.en))


_DEEDS = {
    "pick_up": ("{who} recoge su arma.", "{who} picks up the weapon."),
    "run_for_cover": ("{who} corre a cubierto.", "{who} runs for cover."),
    "leave_cover": ("{who} sale a descubierto.", "{who} comes into the open."),
    "shake_off": ("{who} intenta reponerse.", "{who} tries to shake it off."),
    "first_aid": ("{who} atiende a {what}.", "{who} treats {what}."),
    "aftermath": ("{who}, tras la escena.", "{who}, after the scene."),
}

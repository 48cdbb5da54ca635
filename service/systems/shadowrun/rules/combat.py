"""The rules of attacks: what answers them, how they are resisted, and how successes stage the wound."""

from service.dice.frozen import replace
from service.dice.readings import SuccessTest, Sum
from service.dice.source import Dice
from service.systems.shadowrun.rules.blows import (
    Aimed,
    Blow,
    Defence,
    Footing,
    Harm,
    Landing,
    Lead,
    Offence,
    Scatter,
    Spent,
)
from service.systems.shadowrun.rules.checks import BOXES, DEADLY, clamped, steps

KNOCKDOWN = (0, 2, 3, 4)
"""How many successes it takes to stand a wound of each level; a deadly one fells always (sheet 9.5)."""


def blow(offence: Offence, defence: Defence, dice: Dice) -> Blow:
    """Throw an attack, what answers it, and the resistance of whom it hits."""
    return followed((offence, dice.play(attempt, offence, defence)), defence, dice)


def followed(attack: tuple[Offence, Aimed], defence: Defence, dice: Dice) -> Blow:
    """Let an attack that went so be resisted by whom it hits."""
    offence, aimed = attack
    if not aimed.striker_hits:
        return Blow(spent=Spent(pool=aimed.pool), backlash=_backlash(offence, defence, aimed, dice), aimed=aimed)
    impact = offence.impact.at(aimed.metres)
    landing = Landing(impact=impact, net=aimed.net, combined=offence.combined)
    level = staged(landing, defence.resist, dice)
    footing: Footing | None = None
    if offence.knockdown is not None and level:
        footing = dice.play(knocked, level, defence.body, offence.knockdown)
    used = aimed.pool + (defence.resist_pool if impact.level else 0)
    return Blow(
        harm=Harm(boxes=BOXES[level], stun=impact.stun),
        spent=Spent(pool=used, hit=True, prone=footing is not None and footing.key == "FALLS"),
        aimed=aimed,
        footing=footing,
    )


def _backlash(offence: Offence, defence: Defence, aimed: Aimed, dice: Dice) -> Harm | None:
    """Let the defender's blow land (sheet 8), or explosive rounds go off in the weapon on a botch (sheet 7.5)."""
    impact, net = defence.riposte, aimed.net
    if aimed.striker_hits is None:
        if not (aimed.botched and offence.misfire):
            return None
        impact, net = offence.misfire, dice.read(Sum(1), "misfire")
    if impact is None:
        return None
    combined = offence.combined or not offence.melee
    level = staged(Landing(impact=impact, net=net, combined=combined), offence.guard, dice)
    return Harm(boxes=BOXES[level], stun=impact.stun)


def untold(offence: Offence, defence: Defence, dice: Dice) -> Blow:
    """Throw the attack and what answers it, and leave the damage for later."""
    return Blow(aimed=dice.play(attempt, offence, defence))


def settled(harm: Harm, _defence: None, _dice: Dice) -> Blow:
    """Return damage that the table has settled already."""
    return Blow(harm=harm, aimed=Aimed(striker_hits=True))


def landed(landing: Landing, defence: Defence, dice: Dice) -> Blow:
    """Let a hit of known successes be dodged, if it may be, and resisted."""
    net: int = dice.play(evaded, landing.net, defence.dodge.reading) if defence.dodge else landing.net
    if defence.dodge and not _hits(net, defence):
        return Blow(aimed=Aimed(striker_hits=None))
    level = staged(replace(landing, net=net), defence.resist, dice)
    return Blow(harm=Harm(boxes=BOXES[level], stun=landing.impact.stun), aimed=Aimed(striker_hits=True, net=net))


def attempt(offence: Offence, defence: Defence, dice: Dice) -> Aimed:
    """Throw the attack and what answers it, and leave the damage for later."""
    if offence.scatter:
        return _lobbed(offence, offence.scatter, dice)
    if offence.melee:
        return _clash(offence.test.reading, defence, dice)
    dodge = defence.dodge.reading if defence.dodge else None
    lead: Lead = dice.play(led, offence.test.reading, dodge)
    if lead.net is None:
        return Aimed(striker_hits=None, botched=lead.botched)
    return answered(lead.net, dodge.count if dodge else 0, defence)


def answered(net: int, pool: int, defence: Defence) -> Aimed:
    """Let an attack hit unless the dodge exceeds it (seed)."""
    hit = _hits(net, defence) if defence.dodge else True
    return Aimed(striker_hits=True if hit else None, dodged=not hit, net=max(0, net), pool=pool)


def _hits(net: int, defence: Defence) -> bool:
    return net > 0 or (net == 0 and defence.tie_hits)


def led(attack: SuccessTest, dodge: SuccessTest | None, dice: Dice) -> Lead:
    """Throw an attack and, where it has successes, the dodge that cancels them one by one (seed)."""
    hits = dice.read(attack, "attack")
    if not hits.successes:
        return Lead(None, hits.botched)
    return Lead(hits.successes - (dice.read(dodge, "dodge").successes if dodge else 0))


def _clash(attack: SuccessTest, defence: Defence, dice: Dice) -> Aimed:
    """Let both sides strike: more successes win, and the attacker wins a tie that is not at nothing (sheet 8)."""
    counter = defence.counter.reading if defence.counter else None
    lead: Lead = dice.play(clashed, attack, counter)
    pool = defence.counter_pool
    if lead.net is None:
        return Aimed(striker_hits=None, botched=lead.botched, pool=pool)
    if lead.net < 0:
        return Aimed(striker_hits=False if defence.riposte else None, net=-lead.net, pool=pool)
    if defence.dodge is None:
        return Aimed(striker_hits=True, net=lead.net, pool=pool)
    left: int = dice.play(evaded, lead.net, defence.dodge.reading)
    return answered(left, pool + defence.dodge.dice, defence)


def clashed(attack: SuccessTest, counter: SuccessTest | None, dice: Dice) -> Lead:
    """Throw for both sides of a melee; the net is below zero where the defender does better."""
    ours = dice.read(attack, "attack")
    theirs = dice.read(counter, "counter").successes if counter else 0
    if not ours.successes:
        return Lead(-theirs or None, ours.botched)
    return Lead(ours.successes - theirs)


def evaded(net: int, dodge: SuccessTest, dice: Dice) -> int:
    """Return what a dodge leaves of net successes."""
    return net - dice.read(dodge, "dodge").successes


def _lobbed(offence: Offence, scatter: Scatter, dice: Dice) -> Aimed:
    """Let a grenade stray, less far for each success; what distance leaves no power misses (sheet 7.7)."""
    metres, _, botched = strayed(offence, scatter, dice)
    harmless = not offence.impact.at(metres).level
    return Aimed(striker_hits=None if harmless else True, metres=metres, botched=botched)


def strayed(offence: Offence, scatter: Scatter, dice: Dice) -> tuple[int, int, bool]:
    """Throw a grenade: how many metres it strays, in which direction, and whether that was a botch (sheet 7.7)."""
    hits = dice.read(offence.test.reading, "attack")
    metres = max(0, dice.read(Sum(scatter.dice), "scatter") - scatter.reduction * hits.successes)
    direction = dice.read(Sum(1), "direction") if metres else 1
    return metres, direction, hits.botched


def staged(landing: Landing, resist: int, dice: Dice) -> int:
    """Return the level a hit ends at: one level for every two successes either side leads by.

    Combined, both sides' successes make one net number (seed); else the level goes up first, and then down (sheet 8).
    """
    if not landing.impact.level:
        return 0
    net = landing.net if landing.combined else 0
    if not resist:
        return clamped(clamped(landing.raised) + steps(net))
    level: int = dice.play(resisted, clamped(landing.raised), net, SuccessTest(resist, landing.target))
    return level


def resisted(level: int, net: int, test: SuccessTest, dice: Dice) -> int:
    """Throw damage resistance, and move the level by what net successes are left."""
    return clamped(level + steps(net - dice.read(test, "resist").successes))


def knocked(level: int, body: int, target: int, dice: Dice) -> Footing:
    """Return whether who is hit stands, staggers or falls (sheet 9.5)."""
    if level == DEADLY or not body:
        return Footing(key="FALLS")
    stood = dice.read(SuccessTest(body, target), "knockdown").successes
    key = "STANDS" if stood >= KNOCKDOWN[level] else "STAGGERS" if stood else "FALLS"
    return Footing(key=key, successes=stood)

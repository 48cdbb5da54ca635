"""The rules of the pool system: tests, attacks and their staging; small frozen values in, small frozen values out."""

from dataclasses import dataclass, field, replace

from service.dice.readings import Highest, Hits, SuccessTest, Sum
from service.dice.shift import Shift
from service.dice.source import Dice

LEAST = 2
"""The least target number (sheet 2.4)."""

DODGE = 4
"""What a dodge must reach where nothing else is said (seed)."""

LEVELS = ("NONE", "LIGHT", "MODERATE", "SERIOUS", "DEADLY")
"""Damage levels, from none up; rules know them by their place here."""

BOXES = (0, 1, 3, 6, 10)
"""How many boxes each level fills (seed)."""

DEADLY = 4

KNOCKDOWN = (0, 2, 3, 4)
"""How many successes it takes to stand a wound of each level; a deadly one fells always (sheet 9.5)."""

Named = tuple[tuple[str, str], ...]
"""Rule options that mattered, by name."""


@dataclass(frozen=True, kw_only=True)
class Test:
    """A success test: so many dice against a target number, of which so many must reach it."""

    dice: int
    target: int
    threshold: int = 1
    because: tuple[Shift, ...] = field(default=(), compare=False)
    options: Named = field(default=(), compare=False)
    notes: tuple[str, ...] = field(default=(), compare=False)
    path: str | None = field(default=None, compare=False)


@dataclass(frozen=True, kw_only=True)
class Contest:
    """What two tests against each other come to."""

    ours: Hits
    theirs: Hits

    @property
    def net(self) -> int:
        """By how many successes the first side leads."""
        return self.ours.successes - self.theirs.successes


@dataclass(frozen=True, kw_only=True)
class Impact:
    """What hits: power, the armour that it meets, and its level.

    At level 0 it cannot hurt. What grows gains a point of power for each level past deadly; what falls off
    loses power by the metre.
    """

    power: int
    level: int
    armour: int = 0
    stun: bool = False
    grows: bool = False
    falloff: int = 0
    because: tuple[Shift, ...] = field(default=(), compare=False)

    @property
    def target(self) -> int:
        """What resisting it must reach: power less armour, at least 2 (sheet 6.6)."""
        return max(LEAST, self.power - self.armour)

    def at(self, metres: int) -> "Impact":
        """Return what is left of it so far away; power that distance takes whole is harmless (sheet 14, A8)."""
        lost = self.falloff * metres
        if not lost:
            return self
        because = (*self.because, Shift(key="distance", value=-lost, source="shadowrun 7.7"))
        level = self.level if self.power > lost else 0
        return replace(self, power=self.power - lost, level=level, because=because)


@dataclass(frozen=True, kw_only=True)
class Scatter:
    """How far a grenade strays: so many dice of metres, less so many metres a success (sheet 7.7)."""

    dice: int
    reduction: int


@dataclass(frozen=True, kw_only=True)
class Offence:
    """An attack as far as the striker goes.

    The guard is what he resists with when the blow comes back, at arm's length or because his own rounds go off.
    """

    test: Test
    pool: int = 0
    rounds: int = 1
    impact: Impact
    melee: bool = False
    scatter: Scatter | None = None
    misfire: Impact | None = None
    guard: int = 0
    combined: bool = True
    knockdown: int | None = None
    weapon: str = field(default="", compare=False)


@dataclass(frozen=True, kw_only=True)
class Defence:
    """An attack as far as its target goes: dodge, or its own blow in melee, and what it resists damage with."""

    dodge: Test | None = None
    tie_hits: bool = True
    counter: Test | None = None
    counter_pool: int = 0
    riposte: Impact | None = None
    resist: int = 0
    resist_pool: int = 0
    body: int = 0


@dataclass(frozen=True, kw_only=True)
class Aimed:
    """How an attack went before anybody is hurt: who hits, None for nobody, and by how many net successes."""

    striker_hits: bool | None
    net: int = 0
    metres: int = 0
    botched: bool = False
    pool: int = 0
    degree: str = field(default="MISS", compare=False)
    successes: int = field(default=0, compare=False)
    dodged: int | None = field(default=None, compare=False)
    countered: int | None = field(default=None, compare=False)


@dataclass(frozen=True, kw_only=True)
class Landing:
    """A hit about to be resisted: what hits, by how many net successes, and how they are staged."""

    impact: Impact
    net: int
    combined: bool = True


@dataclass(frozen=True, kw_only=True)
class Wound:
    """What is left of a hit after resistance: its level. How it came about is only told."""

    level: int
    net: int = field(default=0, compare=False)
    resisted: int | None = field(default=None, compare=False)
    target: int | None = field(default=None, compare=False)


@dataclass(frozen=True, kw_only=True)
class Harm:
    """Boxes that reach a sheet, on either track."""

    boxes: int
    stun: bool = False


@dataclass(frozen=True, kw_only=True)
class Footing:
    """Whether who is hit stands, staggers or falls."""

    key: str
    successes: int = field(default=0, compare=False)


@dataclass(frozen=True, kw_only=True)
class Spent:
    """What an attack took from its target besides blood: pool dice, and its footing."""

    pool: int = 0
    prone: bool = False


@dataclass(frozen=True, kw_only=True)
class Blow:
    """What an attack comes to. How it came about is only told, not compared."""

    harm: Harm | None = None
    spent: Spent | None = None
    backlash: Harm | None = None
    aimed: Aimed = field(compare=False)
    wound: Wound | None = field(default=None, compare=False)
    footing: Footing | None = field(default=None, compare=False)


def check(test: Test, dice: Dice) -> Hits:
    """Throw a success test (seed)."""
    return dice.read(SuccessTest(test.dice, test.target), "check")


def contest(ours: Test, theirs: Test, dice: Dice) -> Contest:
    """Throw a test for either side; more successes win, and a tie is nobody's (sheet 3)."""
    return Contest(
        ours=dice.read(SuccessTest(ours.dice, ours.target), "check"),
        theirs=dice.read(SuccessTest(theirs.dice, theirs.target), "opponent"),
    )


def assisted(test: Test, helper: Test, dice: Dice) -> Hits:
    """Add one success for every two of a complementary skill, once there is one to add to (sheet 3)."""
    own = dice.read(SuccessTest(test.dice, test.target), "check")
    if not own.successes:
        return own
    helped = dice.read(SuccessTest(helper.dice, helper.target), "helper")
    return Hits(own.successes + helped.successes // 2)


def open_test(count: int, dice: Dice) -> int:
    """Return the highest of exploding dice; 1 is a botch (sheet 3)."""
    return dice.read(Highest(count), "open")


def amount(count: int, dice: Dice) -> int:
    """Return the sum of dice that do not explode, as for durations (sheet 2.7)."""
    return dice.read(Sum(count), "roll")


def initiative(reaction: int, count: int, wounds: int, dice: Dice) -> int:
    """Add dice that do not explode to Reaction, and take wounds off once (seed, sheet 5)."""
    return reaction + dice.read(Sum(count), "initiative") - wounds


def actions(score: int) -> int:
    """Return how often such an initiative acts in a turn: once for every ten begun (sheet 5)."""
    return max(0, -(-score // 10))


def clamped(level: int) -> int:
    """Return a level between none and deadly."""
    return max(0, min(DEADLY, level))


def steps(net: int) -> int:
    """Return how many levels net successes move a wound: one for every two, the odd one dropped toward none (seed)."""
    return (abs(net) // 2) * (1 if net > 0 else -1)


def blow(offence: Offence, defence: Defence, dice: Dice) -> Blow:
    """Throw an attack, what answers it, and the resistance of whom it hits."""
    aimed: Aimed = dice.play(attempt, offence, defence)
    if aimed.striker_hits is None:
        return _missed(offence, aimed, dice)
    if not aimed.striker_hits:
        return _countered(offence, defence, aimed, dice)
    impact = offence.impact.at(aimed.metres)
    landing = Landing(impact=impact, net=aimed.net, combined=offence.combined)
    wound: Wound = dice.play(staged, landing, defence.resist)
    footing: Footing | None = None
    if offence.knockdown is not None and wound.level:
        footing = dice.play(knocked, wound.level, defence.body, offence.knockdown)
    used = aimed.pool + (defence.resist_pool if impact.level else 0)
    return Blow(
        harm=Harm(boxes=BOXES[wound.level], stun=impact.stun),
        spent=Spent(pool=used, prone=footing is not None and footing.key == "FALLS"),
        aimed=aimed,
        wound=wound,
        footing=footing,
    )


def _missed(offence: Offence, aimed: Aimed, dice: Dice) -> Blow:
    """Let explosive rounds go off in the weapon on a botch (sheet 7.5)."""
    spent = Spent(pool=aimed.pool)
    if not (aimed.botched and offence.misfire):
        return Blow(spent=spent, aimed=aimed)
    landing = Landing(impact=offence.misfire, net=dice.read(Sum(1), "misfire"))
    wound: Wound = dice.play(staged, landing, offence.guard)
    return Blow(spent=spent, backlash=_harm(wound, offence.misfire), aimed=aimed, wound=wound)


def _countered(offence: Offence, defence: Defence, aimed: Aimed, dice: Dice) -> Blow:
    """Let the defender's blow land on the striker (sheet 8)."""
    spent = Spent(pool=aimed.pool)
    if defence.riposte is None:
        return Blow(spent=spent, aimed=aimed)
    landing = Landing(impact=defence.riposte, net=aimed.net, combined=offence.combined)
    wound: Wound = dice.play(staged, landing, offence.guard)
    return Blow(spent=spent, backlash=_harm(wound, defence.riposte), aimed=aimed, wound=wound)


def _harm(wound: Wound, impact: Impact) -> Harm:
    return Harm(boxes=BOXES[wound.level], stun=impact.stun)


def settled(harm: Harm, _defence: None, _dice: Dice) -> Blow:
    """Return damage that the table has settled already."""
    return Blow(harm=harm, aimed=Aimed(striker_hits=True))


def landed(landing: Landing, defence: Defence, dice: Dice) -> Blow:
    """Let a hit of known successes be dodged, if it may be, and resisted."""
    net, dodged = landing.net, None
    if defence.dodge:
        dodged = dice.read(SuccessTest(defence.dodge.dice, defence.dodge.target), "dodge").successes
        net -= dodged
        if net < 0 or (net == 0 and not defence.tie_hits):
            return Blow(aimed=Aimed(striker_hits=None, degree="DODGED", successes=landing.net, dodged=dodged))
    wound: Wound = dice.play(staged, replace(landing, net=net), defence.resist)
    aimed = Aimed(striker_hits=True, net=net, degree="HIT", successes=landing.net, dodged=dodged)
    return Blow(harm=_harm(wound, landing.impact), aimed=aimed, wound=wound)


def attempt(offence: Offence, defence: Defence, dice: Dice) -> Aimed:
    """Throw the attack and what answers it, and leave the damage for later."""
    hits = dice.read(SuccessTest(offence.test.dice, offence.test.target), "attack")
    if offence.scatter:
        return _lobbed(hits, offence, offence.scatter, dice)
    if offence.melee:
        return _clashed(hits, defence, dice)
    if not hits.successes:
        return Aimed(striker_hits=None, botched=hits.botched, degree="BOTCH" if hits.botched else "MISS")
    return _dodged(hits.successes, None, defence, dice)


def _dodged(net: int, countered: int | None, defence: Defence, dice: Dice) -> Aimed:
    """Cancel successes one by one; only a dodge that exceeds them is a clean miss (seed)."""
    pool, successes = (defence.counter_pool, net + countered) if countered is not None else (0, net)
    if defence.dodge is None:
        return Aimed(striker_hits=True, net=net, pool=pool, degree="HIT", successes=successes, countered=countered)
    dodged = dice.read(SuccessTest(defence.dodge.dice, defence.dodge.target), "dodge").successes
    left = net - dodged
    hit = left > 0 or (left == 0 and defence.tie_hits)
    return Aimed(
        striker_hits=True if hit else None,
        net=max(0, left),
        pool=pool + defence.dodge.dice,
        degree="HIT" if hit else "DODGED",
        successes=successes,
        dodged=dodged,
        countered=countered,
    )


def _clashed(hits: Hits, defence: Defence, dice: Dice) -> Aimed:
    """Let both sides strike: more successes win, and the attacker wins a tie that is not at nothing (sheet 8)."""
    theirs = 0
    if defence.counter:
        theirs = dice.read(SuccessTest(defence.counter.dice, defence.counter.target), "counter").successes
    net, pool = hits.successes - theirs, defence.counter_pool
    if hits.successes and net >= 0:
        return _dodged(net, theirs, defence, dice)
    degree = "BLOCKED" if theirs and defence.riposte is None else "LOST" if theirs else "MISS"
    return Aimed(
        striker_hits=False if degree == "LOST" else None,
        net=-net,
        pool=pool,
        botched=hits.botched,
        degree="BOTCH" if hits.botched and not theirs else degree,
        successes=hits.successes,
        countered=theirs,
    )


def _lobbed(hits: Hits, offence: Offence, scatter: Scatter, dice: Dice) -> Aimed:
    """Let a grenade stray, less far for each success; what distance leaves no power misses (sheet 7.7)."""
    metres = max(0, dice.read(Sum(scatter.dice), "scatter") - scatter.reduction * hits.successes)
    if metres:
        dice.read(Sum(1), "direction")
    harmless = not offence.impact.at(metres).level
    return Aimed(
        striker_hits=None if harmless else True,
        metres=metres,
        botched=hits.botched,
        degree="MISS" if harmless else "HIT",
        successes=hits.successes,
    )


def staged(landing: Landing, resist: int, dice: Dice) -> Wound:
    """Return the level a hit ends at: one level for every two successes either side leads by.

    Combined, both sides' successes make one net number (seed); else the level goes up first and then down
    (sheet 8), and what it would rise past deadly may add to the power instead.
    """
    impact = landing.impact
    if not impact.level:
        return Wound(level=0)
    raised = impact.level + (0 if landing.combined else steps(landing.net))
    past = max(0, raised - DEADLY) if impact.grows else 0
    target = replace(impact, power=impact.power + past).target
    resisted = dice.read(SuccessTest(resist, target), "resist").successes if resist else 0
    moved = steps((landing.net if landing.combined else 0) - resisted)
    return Wound(level=clamped(clamped(raised) + moved), net=landing.net, resisted=resisted, target=target)


def knocked(level: int, body: int, target: int, dice: Dice) -> Footing:
    """Return whether who is hit stands, staggers or falls (sheet 9.5)."""
    if level == DEADLY or not body:
        return Footing(key="FALLS")
    stood = dice.read(SuccessTest(body, target), "knockdown").successes
    key = "STANDS" if stood >= KNOCKDOWN[level] else "STAGGERS" if stood else "FALLS"
    return Footing(key=key, successes=stood)

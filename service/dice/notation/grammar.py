"""The grammar of dice notation: one table of what can be written, read by the parser and printed as a page."""

from dataclasses import dataclass
from enum import StrEnum
from string import ascii_letters

from schema.words import Text
from service.dice.notation import limits


class Part(StrEnum):
    """What a word or a sign of the notation means, by its usual spelling."""

    DIE = "d"
    OF = "o"
    HIGHER = "+"
    LOWER = "-"
    TIMES = "x"
    EXPLODES = "!"
    UNTIL = "r"
    ONCE = "ro"
    LEAST = "min"
    MOST = "max"
    KEEP_HIGHEST = "kh"
    KEEP_LOWEST = "kl"
    KEEP_MIDDLE = "km"
    DROP_HIGHEST = "dh"
    DROP_LOWEST = "dl"
    HIT = ">="
    FAIL = "f"


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A row of the grammar: what may be written instead, an example, and what it means."""

    part: Part
    also: tuple[str, ...] = ()
    example: str
    es: str
    en: str
    sets: frozenset[str] = frozenset()
    """What of a throw it settles, which nothing else may settle again."""


ENTRIES = (
    Entry(
        part=Part.DIE,
        example="4d6",
        es="Dados que se suman. Sin número es uno; d% es d100; d66 son dos d6, decenas y unidades.",
        en="Dice, added. Without a number it is one; d% is d100; d66 is two d6, tens and units.",
    ),
    Entry(
        part=Part.OF,
        example="1o3d10",
        es="El dado objetivo, el medio de tres d10; si saca 10 explota: otros tres, por el mismo rango, y se suma. "
        "Sin explosión se escribe 3d10km.",
        en="The target die: the middle one of three d10; on a 10 it explodes: three more, by the same rank, added. "
        "Without explosion write 3d10km.",
    ),
    Entry(
        part=Part.HIGHER,
        also=("mayor",),
        example="1o3d10+",
        es="El mayor de los tres, si el signo va pegado y no sigue un número, unos dados ni un paréntesis.",
        en="The highest of the three, where the sign touches and no number, dice or parenthesis follows.",
    ),
    Entry(
        part=Part.LOWER,
        also=("menor",),
        example="1o3d10-",
        es="El menor de los tres, con la misma condición.",
        en="The lowest of the three, on the same condition.",
    ),
    Entry(
        part=Part.EXPLODES,
        also=("!!", "explota", "explotan"),
        example="2d6!-2",
        es="Un dado que saca su cara más alta se tira otra vez y se suma a sí mismo; ! y !! son lo mismo.",
        en="A die that shows its highest face is thrown again and adds to itself; ! and !! are the same.",
        sets=frozenset({"explosion"}),
    ),
    Entry(
        part=Part.UNTIL,
        also=("repite", "repiten"),
        example="2d6r<=2",
        es="La primera cara se repite mientras sea así (r1: mientras sea 1).",
        en="The first face is rerolled as long as it is so (r1: as long as it is 1).",
        sets=frozenset({"reroll"}),
    ),
    Entry(
        part=Part.ONCE,
        also=("repiteuna", "repitenuna"),
        example="2d6ro<=2",
        es="La primera cara se repite una sola vez si es así.",
        en="The first face is rerolled once if it is so.",
        sets=frozenset({"reroll"}),
    ),
    Entry(
        part=Part.LEAST,
        also=("minimo", "mínimo"),
        example="4d6min2",
        es="Cada dado vale al menos tanto.",
        en="Each die comes to at least so much.",
        sets=frozenset({"least"}),
    ),
    Entry(
        part=Part.MOST,
        also=("maximo", "máximo"),
        example="4d6max5",
        es="Cada dado vale a lo sumo tanto.",
        en="Each die comes to at most so much.",
        sets=frozenset({"most"}),
    ),
    Entry(
        part=Part.KEEP_HIGHEST,
        also=("k", "mejor", "mejores"),
        example="4d6kh3+2",
        es="Cuentan los más altos; sin número, uno.",
        en="The highest count; without a number, one.",
        sets=frozenset({"lowest", "highest"}),
    ),
    Entry(
        part=Part.KEEP_LOWEST,
        also=("peor", "peores"),
        example="2d20kl",
        es="Cuentan los más bajos.",
        en="The lowest count.",
        sets=frozenset({"lowest", "highest"}),
    ),
    Entry(
        part=Part.KEEP_MIDDLE,
        also=("medio", "medios"),
        example="(d4,d8,d12)km",
        es="Cuentan los de en medio; han de sobrar tantos por arriba como por abajo.",
        en="Those in the middle count; as many must be left over above as below.",
        sets=frozenset({"lowest", "highest"}),
    ),
    Entry(
        part=Part.DROP_HIGHEST,
        also=("sinmejor", "sinmejores"),
        example="5d6dh1dl1",
        es="No cuentan los más altos; puede ir junto a dl.",
        en="The highest do not count; may stand beside dl.",
        sets=frozenset({"highest"}),
    ),
    Entry(
        part=Part.DROP_LOWEST,
        also=("sinpeor", "sinpeores"),
        example="4d6dl1",
        es="No cuentan los más bajos.",
        en="The lowest do not count.",
        sets=frozenset({"lowest"}),
    ),
    Entry(
        part=Part.HIT,
        also=("exitos", "éxitos"),
        example="9d6!!>=4",
        es="Se cuentan los dados que son así, cada uno por su total: >= <= > < = (éxitos4 es >=4).",
        en="The dice that are so are counted, each by its total: >= <= > < = (éxitos4 is >=4).",
        sets=frozenset({"hit"}),
    ),
    Entry(
        part=Part.FAIL,
        also=("fallo", "fallos"),
        example="8d10>=7f1",
        es="Tras un recuento: cada dado que es así resta uno (f1, f<=2).",
        en="After a count: each die that is so takes one away (f1, f<=2).",
        sets=frozenset({"fail"}),
    ),
    Entry(
        part=Part.TIMES,
        also=("veces",),
        example="6x(4d6dl1)",
        es="Se repite tantas veces; cada una tiene su resultado. Solo al principio y con paréntesis.",
        en="Repeated so many times, each with its own result. Only at the start, with parentheses.",
    ),
)

WORDS = {word: entry.part for entry in ENTRIES for word in (entry.part.value, *entry.also)}
"""What each spelling means."""

LETTERS = frozenset(ascii_letters).union(
    *({letter, letter.upper()} for letter in "".join(WORDS) if letter.isalpha()),
)
"""The letters a word may have: plain ones, and those accented ones that the table spells."""

SETTLED = {entry.part: entry.sets for entry in ENTRIES if entry.sets}
"""What each modifier of a throw settles."""

_HEAD = Text(
    es="Notación de dados. Los espacios y las mayúsculas no importan.",
    en="Dice notation. Spaces and capitals do not matter.",
)
_FOOT = Text(
    es="""Aritmética: + - * / y paréntesis; la división redondea hacia abajo (-7/2 es -4).
Orden: primero se repite, luego explota, luego mínimo y máximo, luego se descarta, luego se cuenta.
Mezcla de dados: (d4,2d8!,d12), con kh kl km dh dl, recuento y fallos detrás.
Etiqueta de una tirada o de un número: 2d6[fuego]+3[fuerza]. Comentario, al final: 2d6 # por la puerta.
Delante de un número de dados no va un signo menos: -(2d6), 10-2d6.
Un dado se vuelve a tirar 20 veces como mucho, entre repeticiones y explosiones.""",
    en="""Arithmetic: + - * / and parentheses; division rounds down (-7/2 is -4).
Order: first reroll, then explode, then minimum and maximum, then drop, then count.
Mixed dice: (d4,2d8!,d12), with kh kl km dh dl, a count and failures after it.
Label of a throw or a number: 2d6[fire]+3[strength]. Comment, at the end: 2d6 # through the door.
No minus sign stands before a number of dice: -(2d6), 10-2d6.
A die is thrown again 20 times at the most, rerolls and explosions together.""",
)
_LIMITS = Text(
    es=f"Límites: {limits.LENGTH} caracteres, {limits.DEPTH} niveles, {limits.PARTS} partes, "
    f"{limits.DICE_A_TERM} dados juntos y {limits.DICE} en total, {limits.SIDES} caras, números hasta "
    f"{limits.NUMBER}, resultados hasta {limits.TOTAL}, {limits.TIMES} repeticiones.",
    en=f"Limits: {limits.LENGTH} characters, {limits.DEPTH} levels, {limits.PARTS} parts, "
    f"{limits.DICE_A_TERM} dice together and {limits.DICE} in all, {limits.SIDES} sides, numbers up to "
    f"{limits.NUMBER}, results up to {limits.TOTAL}, {limits.TIMES} repeats.",
)


def grammar() -> Text:
    """Return the page that explains the notation, in both languages."""
    return Text(
        es="\n".join((_HEAD.es, "", *(_row(entry, entry.es) for entry in ENTRIES), "", _FOOT.es, _LIMITS.es)),
        en="\n".join((_HEAD.en, "", *(_row(entry, entry.en) for entry in ENTRIES), "", _FOOT.en, _LIMITS.en)),
    )


def _row(entry: Entry, meaning: str) -> str:
    also = f" [{', '.join(entry.also)}]" if entry.also else ""
    return f"{entry.example:<14} {entry.part}{also}: {meaning}"

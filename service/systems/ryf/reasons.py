"""Why the system refuses: each reason with its code and both languages."""

from schema.refusals import Reason

CANNOT_ACT = Reason(
    "cannot_act",
    "Quien está inconsciente o muerto no puede atacar.",
    "Who is unconscious or dead cannot attack.",
)
TOTAL_COVER = Reason(
    "total_cover",
    "Quien está en cobertura total no puede hacer nada hasta que salga de ella.",
    "Who is in total cover cannot do anything before leaving it.",
)
NO_ATTACK_LEFT = Reason(
    "no_attack_left",
    "Ya ha atacado en este turno, y solo hay un ataque por turno.",
    "They have attacked this turn already, and there is one attack a turn.",
)
NOT_CARRIED = Reason("weapon_not_carried", "No lleva el arma «{name}».", "They do not carry the weapon “{name}”.")
NOT_RANGED = Reason(
    "not_a_ranged_weapon",
    "Solo con un arma a distancia: «{name}» es de cuerpo a cuerpo.",
    "Only with a ranged weapon: “{name}” is for melee.",
)
NO_BANDS = Reason(
    "no_bands",
    "No se sabe a cuántos metros llega «{name}»: indica la distancia por su nombre.",
    "It is not known how many metres “{name}” reaches: name the range instead.",
)
OUT_OF_RANGE = Reason(
    "out_of_range",
    "El objetivo está a {metres} m, fuera del alcance del arma.",
    "The target is {metres} m away, out of the weapon’s reach.",
)
ONE_ONLY = Reason(
    "one_only",
    "Estos campos se excluyen entre sí: hay que dar exactamente uno.",
    "These fields exclude each other: exactly one is to be given.",
)
NO_STEP = Reason(
    "no_such_difficulty",
    "Las tiradas de atributo no tienen esa dificultad: elige otra o da un número.",
    "Attribute tests have no such difficulty: choose another or give a number.",
)
UNKNOWN_PRESET = Reason(
    "unknown_preset",
    "No hay opciones de reglas llamadas «{name}».",
    "There are no rule options called “{name}”.",
)
UNKNOWN_WEAPON = Reason(
    "unknown_weapon",
    "El arma «{name}» no está en el catálogo; para describirla hace falta su daño.",
    "The weapon “{name}” is not in the catalogue; to spell it out, give its damage.",
)
UNKNOWN_ARMOUR = Reason(
    "unknown_armour",
    "La armadura «{name}» no está en el catálogo; indica en su lugar cuánto protege.",
    "The armour “{name}” is not in the catalogue; give what it takes off the damage instead.",
)
NO_ARMOUR_RULE = Reason(
    "no_armour_rule",
    "Con estas reglas la armadura no cuenta: usa el preset «ryf» o la opción armour: WORN.",
    "Armour does not count by these rules: use the preset “ryf” or the option armour: WORN.",
)
NO_FORMULA = Reason(
    "unreadable_formula",
    "«{text}» no son dados de daño; se escriben así: 1d10, 2d6, 1d6-2, hasta veinte dados.",
    "“{text}” is not dice of damage; they are written like this: 1d10, 2d6, 1d6-2, up to twenty dice.",
)
ABOVE_MAXIMUM = Reason(
    "above_maximum",
    "Los puntos de vida no pueden superar su máximo, {most}.",
    "Hit points cannot be above their maximum, {most}.",
)
DEAD = Reason("dead", "Los muertos no se recuperan.", "The dead do not recover.")
REST_TOO_SHORT = Reason(
    "rest_too_short",
    "Para recuperarse así hace falta descansar al menos {least}.",
    "To recover like this takes a rest of at least {least}.",
)

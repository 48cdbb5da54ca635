"""Reasons to refuse that several systems share, each with its code and both languages."""

from schema.refusals import Reason

CANNOT_ACT = Reason(
    "cannot_act",
    "Quien está inconsciente o muerto no puede atacar.",
    "Who is unconscious or dead cannot attack.",
)
NOT_CARRIED = Reason("weapon_not_carried", "No lleva el arma «{name}».", "They do not carry the weapon “{name}”.")
ABOVE_MAXIMUM = Reason(
    "above_maximum",
    "Los puntos de vida no pueden superar su máximo, {most}.",
    "Hit points cannot be above their maximum, {most}.",
)
OUT_OF_RANGE = Reason(
    "out_of_range",
    "El objetivo está a {metres} m, fuera del alcance del arma.",
    "The target is {metres} m away, out of the weapon’s reach.",
)
ONE_ONLY = Reason(
    "one_only",
    "Estos campos se excluyen entre sí: hay que dar uno solo.",
    "These fields exclude each other: give just one.",
)
ONE_NEEDED = Reason("one_needed", "Indica exactamente una de estas cosas: {fields}.", "Give exactly one of: {fields}.")
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
UNKNOWN_COMBATANT = Reason(
    "unknown_combatant", "No hay nadie con el id «{id}» en este encuentro.", "There is nobody with the id “{id}” here."
)
NOT_ITS_TURN = Reason("not_its_turn", "No es el turno de {name}.", "It is not {name}’s turn.")

"""Why the system refuses: each reason with its code and both languages."""

from schema.refusals import Reason

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
UNABLE = Reason(
    "cannot_act", "Quien está inconsciente o muerto no puede hacer nada.", "Who is unconscious or dead can do nothing."
)
ONE_TARGET = Reason(
    "one_target",
    "Solo hay un ataque por turno: elige a un solo objetivo.",
    "There is one attack a turn: choose one target.",
)
NO_TOKENS = Reason("no_tokens", "Solo le quedan {left} tokens.", "They have only {left} tokens left.")
NOT_IN_COVER = Reason("not_in_cover", "No está a cubierto.", "They are in no cover.")
NOT_PRONE = Reason("not_prone", "No está cuerpo a tierra.", "They are not lying down.")
NO_SUPPRESSION = Reason(
    "no_suppression",
    "{name} no mantiene ninguna zona bajo fuego de cobertura.",
    "{name} holds no zone under suppression fire.",
)
OWN_ZONE = Reason("own_zone", "Nadie cruza su propio fuego.", "Nobody crosses their own fire.")
NOTHING_TO_RECOVER = Reason(
    "nothing_to_recover",
    "No le queda daño de este combate del que recuperarse.",
    "No damage of this fight is left to recover from.",
)
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
NO_STEP = Reason(
    "no_such_difficulty",
    "Las tiradas de atributo no tienen esa dificultad: elige otra o da un número.",
    "Attribute tests have no such difficulty: choose another or give a number.",
)
NO_ARMOUR_RULE = Reason(
    "no_armour_rule",
    "Con estas reglas la armadura no cuenta: usa el preset «ryf» o la opción armour: WORN.",
    "Armour does not count by these rules: use the preset “ryf” or the option armour: WORN.",
)
DEAD = Reason("dead", "Los muertos no se recuperan.", "The dead do not recover.")
REST_TOO_SHORT = Reason(
    "rest_too_short",
    "Para recuperarse así hace falta descansar al menos {least}.",
    "To recover like this takes a rest of at least {least}.",
)

"""Why the system refuses: each reason with its code and both languages."""

from schema.refusals import Reason

NO_PERCENTAGE = Reason(
    "no_percentage",
    "Falta el porcentaje: indica la base, una característica o una resistencia.",
    "The percentage is missing: give the base, a characteristic or a resistance.",
)
CANNOT_ACT = Reason(
    "cannot_act",
    "Quien está conmocionado, inconsciente o muerto no puede atacar.",
    "Who is in shock, unconscious or dead cannot attack.",
)
TURN_LOST = Reason(
    "turn_lost",
    "Una pifia le cuesta este turno.",
    "A fumble costs them this turn.",
)
WEAPON_DROPPED = Reason(
    "weapon_dropped",
    "Se le ha caído el arma: recogerla cuesta una acción; también se puede atacar sin armas.",
    "The weapon lies on the ground: picking it up takes an action; or attack unarmed.",
)
UNABLE = Reason(
    "cannot_act",
    "Quien está conmocionado, inconsciente o muerto no puede hacer nada.",
    "Who is in shock, unconscious or dead can do nothing.",
)
ACTION_SPENT = Reason(
    "action_spent",
    "Ya ha actuado en este turno, y solo hay una acción por turno.",
    "They have acted this turn already, and there is one action a turn.",
)
NOT_DROPPED = Reason("not_dropped", "No se le ha caído ningún arma.", "No weapon of theirs lies on the ground.")
NOT_IN_COVER = Reason("not_in_cover", "No está a cubierto.", "They are in no cover.")
ONE_TARGET = Reason(
    "one_target",
    "Con esa arma solo se ataca a uno por turno: elige a un solo objetivo.",
    "With that weapon one is attacked in a turn: choose one target.",
)
PARRY_DROPPED = Reason(
    "weapon_dropped",
    "Se le ha caído el arma: no puede parar con ella.",
    "The weapon lies on the ground: they cannot parry with it.",
)
OUT_OF_REACH = Reason(
    "out_of_reach",
    "Con un arma cuerpo a cuerpo solo se llega a quien está cerca.",
    "A melee weapon only reaches who is close.",
)
CANNOT_REACT = Reason(
    "cannot_react",
    "Quien está conmocionado, inconsciente o muerto no puede defenderse.",
    "Who is in shock, unconscious or dead cannot defend themselves.",
)
DODGE_FIREARM = Reason(
    "dodge_against_firearm",
    "Un disparo no se esquiva, salvo que ya se estuviera corriendo a cubierto.",
    "A shot cannot be dodged, unless already moving to cover.",
)
PARRY_FIREARM = Reason("parry_against_firearm", "Un disparo no se puede parar.", "A shot cannot be parried.")
NO_WOUND_LEFT = Reason(
    "no_wound_left",
    "No queda ninguna herida sin atender: los primeros auxilios valen una vez por herida.",
    "No wound is left to treat: first aid counts once for each.",
)
NOTHING_TO_RECOVER = Reason(
    "nothing_to_recover",
    "No está aturdido ni conmocionado.",
    "They are neither stunned nor in shock.",
)
NOTHING_LASTING = Reason(
    "nothing_lasting",
    "No ha sufrido ninguna herida incapacitante ni ha bajado de 0 puntos de vida.",
    "They have had no disabling wound and have not been below 0 hit points.",
)
BEYOND_HELP = Reason("beyond_help", "Está muerto.", "They are dead.")

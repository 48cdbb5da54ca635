"""Why the system refuses: each reason with its code and both languages."""

from schema.refusals import Reason

TURN_LOST = Reason(
    "turn_lost",
    "Se lanzó a buscar cobertura: no puede actuar en este turno.",
    "They dived for cover and cannot act this turn.",
)
CANNOT_AIM = Reason(
    "cannot_aim",
    "Aquí no vale apuntar: ni cuerpo a cuerpo, ni con dos armas, ni en automático.",
    "Aiming does not count here: not in melee, not with two weapons, not on auto.",
)
CANNOT_REACT = Reason(
    "cannot_react",
    "Quien está inconsciente o muerto no puede reaccionar.",
    "Who is unconscious or dead cannot react.",
)
PARRY_RANGED = Reason(
    "parry_against_ranged",
    "Un ataque a distancia no se puede parar.",
    "A ranged attack cannot be parried.",
)
PARRY_SMASHER = Reason(
    "parry_against_smasher",
    "Un arma demoledora no se puede parar.",
    "A smasher weapon cannot be parried.",
)
DODGE_BLAST = Reason(
    "dodge_against_blast",
    "Una explosión no se esquiva: hay que buscar cobertura.",
    "A blast cannot be dodged: dive for cover instead.",
)
DIVE_MELEE = Reason(
    "dive_against_melee",
    "Buscar cobertura no vale contra un ataque cuerpo a cuerpo.",
    "Diving for cover does not help against a melee attack.",
)
NO_FORMULA = Reason(
    "unreadable_formula",
    "«{text}» no son dados del sistema; se escriben así: 2D, 3D-3, 1DD.",
    "“{text}” is not dice of the system; they are written like this: 2D, 3D-3, 1DD.",
)
ABOVE_MAXIMUM = Reason(
    "above_maximum",
    "Una característica no puede superar su máximo.",
    "A characteristic cannot be above its maximum.",
)
TOO_LATE = Reason(
    "first_aid_too_late",
    "Los primeros auxilios deben empezar como mucho {minutes} min después de la herida.",
    "First aid must begin no later than {minutes} min after the injury.",
)
TOO_MANY_POINTS = Reason(
    "too_many_points",
    "Con Efecto {effect} no se pueden repartir tantos puntos.",
    "An Effect of {effect} does not give that many points to share out.",
)
LUCK_ON_2D = Reason(
    "luck_on_2d_only",
    "Ventajas y Desventajas solo valen para tiradas de 2D.",
    "Boons and Banes only go with throws of 2D.",
)
NOT_AUTOMATIC = Reason(
    "not_automatic",
    "Esta arma no dispara ni en ráfaga ni en automático.",
    "This weapon fires neither bursts nor full auto.",
)
OUT_OF_ROUNDS = Reason(
    "not_enough_rounds",
    "No quedan balas suficientes para disparar así.",
    "There are not enough rounds left to fire like that.",
)
TOO_BIG = Reason(
    "too_big_for_close_combat",
    "En combate personal solo valen armas de una mano; las demás sirven de porra.",
    "In close combat only one-handed weapons can be used; others serve as clubs.",
)
LOCKED_ELSEWHERE = Reason(
    "locked_with_another",
    "En combate personal solo se puede atacar a aquellos con quienes se está trabado, y nadie más puede atacar.",
    "In close combat one can only attack, and be attacked by, those one is locked with.",
)
GRAPPLING = Reason(
    "only_grappling",
    "En pleno forcejeo no se puede hacer otra cosa.",
    "In a grapple nothing but grappling is possible.",
)
NOT_LOCKED = Reason(
    "not_in_close_combat",
    "Solo se puede forcejear a menos de 2 m.",
    "Grappling takes less than 2 m.",
)
NOT_ARTILLERY = Reason(
    "not_artillery",
    "Solo la artillería dispara a lo que no ve.",
    "Only artillery fires at what it does not see.",
)
TOO_MANY_TARGETS = Reason(
    "only_one_target",
    "Varios objetivos a la vez solo con fuego automático o explosiones.",
    "Several targets at once take full automatic fire or a blast.",
)
TOO_FAR_APART = Reason(
    "too_far_apart",
    "Un objetivo queda fuera: solo alcanza a {metres} m alrededor del primero.",
    "A target is left out: only {metres} m around the first are reached.",
)
NO_SUCH_FRAME = Reason(
    "no_such_timeframe",
    "No hay un plazo tan corto o tan largo.",
    "There is no timeframe as short or as long as that.",
)
TOO_MUCH_SHIFT = Reason(
    "timeframe_shifted_too_far",
    "El plazo no puede cambiar más de {most} niveles.",
    "A timeframe can be shifted by {most} steps at the most.",
)
TACTICS_AMBUSHED = Reason(
    "tactics_while_ambushed",
    "El bando emboscado no puede usar Táctica.",
    "An ambushed side cannot use Tactics.",
)
NO_SURGERY = Reason(
    "surgery_not_needed",
    "La cirugía solo hace falta cuando las tres características físicas están dañadas.",
    "Surgery is for those whose three physical characteristics are all hurt.",
)
SURGERY_DUE = Reason(
    "surgery_due",
    "Antes de los cuidados médicos hace falta cirugía.",
    "Medical care must wait until surgery is done.",
)

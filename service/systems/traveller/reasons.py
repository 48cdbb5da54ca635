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
NO_ACTIONS_LEFT = Reason(
    "no_actions_left",
    "En un turno caben una acción Mayor y una Menor, o tres Menores: {name} ya no puede.",
    "A turn holds one major and one minor action, or three minor ones: {name} has none left for this.",
)
HURRIED_ALREADY = Reason(
    "hurried_already",
    "{name} ya se ha apresurado en esta ronda.",
    "{name} has hurried already this round.",
)
TOO_LATE_TO_HURRY = Reason(
    "too_late_to_hurry",
    "{name} ya ha actuado o está actuando: es tarde para apresurarse.",
    "{name} has acted or is acting: it is too late to hurry.",
)
ALREADY_ACTED = Reason(
    "already_acted",
    "{name} ya ha hecho algo en este turno: no puede demorarse.",
    "{name} has done something in this turn and cannot delay it.",
)
NOT_DELAYING = Reason("not_delaying", "{name} no se ha demorado.", "{name} has not delayed.")
NO_SUCH_COUNT = Reason(
    "no_such_count",
    "La cuenta va por {now}: {name} no puede actuar en {count}.",
    "The count is at {now}: {name} cannot act on {count}.",
)
TACTICS_TAKEN = Reason(
    "tactics_taken",
    "El bando de {name} ya ha hecho su chequeo de Táctica.",
    "The side of {name} has made its Tactics check already.",
)
TACTICS_TOO_LATE = Reason(
    "tactics_too_late",
    "La Táctica se comprueba al empezar el combate, en la primera ronda.",
    "Tactics are checked as the fight begins, in the first round.",
)
TOO_FAR_TO_MOVE = Reason(
    "too_far_to_move",
    "Con un movimiento se recorren {most} m como mucho.",
    "One move goes {most} m at the most.",
)
SAME_STANCE = Reason("same_stance", "{name} ya está así.", "{name} is like that already.")
NOTHING_TO_HIDE_BEHIND = Reason(
    "nothing_to_hide_behind",
    "Para ocultarse hace falta cobertura.",
    "Hiding takes something to hide behind.",
)
NOT_IN_HAND = Reason(
    "weapon_not_in_hand",
    "Hay que desenfundar antes de usar «{weapon}».",
    "“{weapon}” must be drawn before it can be used.",
)
NOTHING_TO_RELOAD = Reason(
    "nothing_to_reload",
    "No hay nada que recargar.",
    "There is nothing to reload.",
)
BREAK_AWAY_FIRST = Reason(
    "break_away_first",
    "{name} está en combate personal: primero tiene que apartarse.",
    "{name} is in close combat and must break away first.",
)
ATTACKS_DUE = Reason(
    "leaving_attacks_due",
    "Los enemigos de {name} todavía pueden atacar mientras se aparta.",
    "The enemies of {name} may still strike as it leaves.",
)
NOBODY_LEAVES = Reason(
    "nobody_leaves",
    "{name} no se está apartando de este combate personal.",
    "{name} is not leaving this close combat.",
)
LOCKED_ALREADY = Reason(
    "locked_already",
    "Ya están trabados en combate personal.",
    "They are in close combat already.",
)
GRAPPLE_IS_A_MANOEUVRE = Reason(
    "grapple_is_a_manoeuvre",
    "En un combate el forcejeo es una maniobra, no un ataque.",
    "In a fight a grapple is a manoeuvre, not an attack.",
)
GRAPPLES_ANOTHER = Reason(
    "grapples_another",
    "Uno de los dos forcejea ya con otro.",
    "One of the two grapples with another already.",
)
NO_ORDERS = Reason("no_orders", "{name} no tiene órdenes que repartir.", "{name} has no orders left to give.")
NOT_FOR_ONESELF = Reason(
    "not_for_oneself",
    "Quien manda da sus órdenes a otros.",
    "Who leads gives orders to others.",
)
OTHER_SIDE = Reason("other_side", "Esto vale solo para su propio bando.", "This is for their own side only.")
SAME_SIDE = Reason(
    "same_side",
    "Las Desventajas las impone el bando opuesto.",
    "Banes are for the opposing side to impose.",
)
GIVEN_ALREADY = Reason(
    "given_already",
    "{name} ya tiene una para su próximo chequeo.",
    "{name} has one for the next check already.",
)
NO_FIRE = Reason("no_fire", "{name} no está ardiendo.", "{name} is not on fire.")
NO_WORK = Reason("no_work", "{name} no tiene ningún trabajo empezado.", "{name} has no work begun.")
ONLY_WORK = Reason(
    "only_work",
    "Quien hace un trabajo largo no puede hacer otra cosa: antes tiene que abandonarlo.",
    "Who is at long work can do nothing else: it must be given up first.",
)
OUT_OF_ACTION = Reason("cannot_act", "{name} no puede actuar.", "{name} cannot act.")

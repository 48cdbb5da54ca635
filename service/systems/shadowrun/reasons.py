"""Why the system refuses: each reason with its code and both languages."""

from schema.refusals import Reason

AMBIGUOUS_CODE = Reason(
    "ambiguous_damage_code",
    "«{text}» tiene dos lecturas: {es_es} con letras españolas (ES) y {en_es} con letras inglesas (EN); "
    "indica cuál en notation.",
    "“{text}” has two readings: {es_en} in Spanish letters (ES) and {en_en} in English letters (EN); "
    "say which in notation.",
)
NO_CODE = Reason(
    "unreadable_damage_code",
    "«{text}» no es un código de daño en ese alfabeto; se escriben así: 9M, 10S Stun, STR+2 M, FUE+2 L, 9 grave.",
    "“{text}” is not a damage code in that alphabet; they are written like this: 9M, 10S Stun, STR+2 M, 9 serious.",
)
NO_DICE = Reason("no_dice", "Hace falta al menos un dado para tirar.", "It takes at least one die to roll.")
NO_DEFAULT = Reason(
    "no_default",
    "«{skill}» no se puede usar sin poseerla.",
    "“{skill}” cannot be used without possessing it.",
)
NOTHING_TO_ROLL = Reason(
    "nothing_to_roll",
    "No posee la habilidad ni se indica una relacionada o un atributo que la sustituya.",
    "The skill is not possessed, and no related skill or attribute is given to stand in for it.",
)
DEFAULT_TOO_HARD = Reason(
    "default_too_hard",
    "La dificultad ya es {target} sin contar la falta de habilidad: desde 8 no se puede sustituir.",
    "The target number is {target} before the missing skill counts: from 8 up nothing may stand in for it.",
)
POOL_NOT_ALLOWED = Reason(
    "pool_not_allowed",
    "Con un atributo en lugar de la habilidad no se usa ninguna reserva.",
    "With an attribute in place of the skill no pool may be used.",
)
POOL_SIZE_NEEDED = Reason(
    "pool_size_needed",
    "Con una habilidad relacionada solo vale la mitad de la reserva: indica su tamaño.",
    "With a related skill only half of the pool may be used: give its size.",
)
POOL_ABOVE_HALF = Reason(
    "pool_above_half",
    "Con una habilidad relacionada se pueden usar {most} dados de la reserva, no {pool}.",
    "With a related skill {most} dice of the pool may be used, not {pool}.",
)
POOL_ABOVE_SKILL = Reason(
    "pool_above_skill",
    "En un ataque la reserva no puede superar la habilidad: {most} dados, no {pool}.",
    "On an attack the pool may not exceed the skill: {most} dice, not {pool}.",
)
POOL_EXCEEDED = Reason(
    "pool_exceeded",
    "Quedan {left} dados de reserva este turno, y se piden {pool}.",
    "{left} pool dice are left this turn, and {pool} are asked for.",
)
POOL_UNAWARE = Reason(
    "pool_unaware",
    "Quien no ve venir el ataque no puede usar la reserva.",
    "Who does not see the attack coming may not use the pool.",
)
POOL_WITH_AIM = Reason(
    "pool_with_aim", "Al apuntar no se usa la reserva en el disparo.", "With take aim no pool may be used on the shot."
)
AIM_TOO_LONG = Reason(
    "aim_too_long",
    "Se puede apuntar como mucho la mitad de la habilidad: {most}.",
    "One may take aim at most half of the skill: {most}.",
)
OUT_OF_RANGE = Reason(
    "out_of_range",
    "A {metres} m el objetivo está fuera de alcance (hasta {most} m).",
    "At {metres} m the target is out of range (up to {most} m).",
)
NOT_ARMED_YET = Reason(
    "too_near",
    "A menos de {least} m el proyectil aún no está armado.",
    "Nearer than {least} m the warhead is not armed yet.",
)
NO_SUCH_MODE = Reason(
    "no_such_fire_mode", "Esa arma no dispara así: {mode}.", "That weapon does not fire like that: {mode}."
)
ROUNDS_FULL_AUTO = Reason(
    "rounds_in_full_auto",
    "El número de balas solo se indica en automático.",
    "The number of rounds is only given in full automatic.",
)
TOO_MANY_ROUNDS = Reason(
    "too_many_shots",
    "En una fase no caben más disparos de ese modo.",
    "A phase has no room for more shots of that mode.",
)
CALLED_FULL_AUTO = Reason(
    "called_shot_in_full_auto",
    "En automático no hay disparos localizados.",
    "There are no called shots in full automatic.",
)
SIMPLE_SPENT = Reason(
    "actions_spent",
    "En esta fase le quedan {left} acciones simples, y hacen falta {needed}.",
    "It has {left} simple actions left in this phase, and this takes {needed}.",
)
FREE_SPENT = Reason(
    "free_action_spent",
    "Ya ha gastado la acción libre de esta fase.",
    "It has spent the free action of this phase.",
)
LIES_ALREADY = Reason("already_prone", "Ya está en el suelo.", "Is lying down already.")
STANDS_ALREADY = Reason("not_prone", "Ya está de pie.", "Is standing already.")
STAND_FIRST = Reason(
    "stand_up_first", "Desde el suelo no se anda ni se corre.", "Nobody walks or runs while lying down."
)
RANGED_ONLY = Reason("ranged_only", "Eso solo vale para ataques a distancia.", "That only goes with ranged attacks.")
MELEE_ONLY = Reason("melee_only", "Eso solo vale en cuerpo a cuerpo.", "That only goes with melee.")
OPTION_OFF = Reason(
    "option_off",
    "Eso es una opción de las reglas que no está activa: {option}.",
    "That is an option of the rules that is not in force: {option}.",
)
TOO_LATE = Reason(
    "first_aid_too_late",
    "Los primeros auxilios deben empezar en la primera hora.",
    "First aid must begin within the first hour.",
)
TREATED = Reason(
    "already_treated",
    "Esas heridas ya recibieron primeros auxilios.",
    "These injuries have had first aid already.",
)
NOT_HURT = Reason("not_hurt", "No hay ninguna herida de esa clase que curar.", "There is no such wound to heal.")
DEAD = Reason("dead", "Está muerto.", "Is dead.")
NO_CONDITION = Reason(
    "overflow_needs_full_track",
    "El exceso de heridas solo cuenta con el módulo físico lleno.",
    "Overflow only counts with a full physical track.",
)
DODGE_IN_FULL_DEFENCE = Reason(
    "dodge_needs_full_defence",
    "En cuerpo a cuerpo solo se esquiva en defensa total.",
    "In melee one may only dodge in full defence.",
)
FULL_DEFENCE_POOL = Reason(
    "full_defence_skill_alone",
    "En defensa total se tira la habilidad sola: la reserva queda para esquivar.",
    "Full defence is thrown with the skill alone: the pool is for the dodge.",
)
NO_DIFFICULTY = Reason(
    "no_difficulty_here",
    "En este chequeo las reglas fijan la dificultad: usa modificadores.",
    "In this test the rules set the target number: use modifiers.",
)
RANGEFINDER_AND_SCOPE = Reason(
    "rangefinder_and_scope",
    "El telémetro no se combina con una mira telescópica.",
    "A rangefinder does not go with a scope.",
)
SHOT_NEEDS_CHOKE = Reason(
    "shot_needs_choke",
    "Para disparar perdigones hace falta el estrangulador (choke) del arma.",
    "Shot needs the choke of the weapon.",
)

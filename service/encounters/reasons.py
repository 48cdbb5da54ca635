"""Why the engine refuses commands."""

from schema.refusals import Reason

OTHER_SYSTEM = Reason(
    "other_system",
    "Este encuentro se juega con {system}, y se ha enviado {given}.",
    "This encounter is played by {system}, and {given} was sent.",
)
ALREADY_BEGUN = Reason("already_begun", "El combate ya ha empezado.", "The fight has already begun.")
NOT_RUNNING = Reason("not_running", "El combate no está en marcha.", "The fight is not running.")
ENDED = Reason("encounter_ended", "El encuentro ha terminado.", "The encounter has ended.")
NOT_OVER = Reason(
    "not_over",
    "Eso es para después: el encuentro no ha terminado.",
    "That is for afterwards: the encounter has not ended.",
)
NOBODY_HERE = Reason("nobody_here", "Todavía no hay nadie en el encuentro.", "There is nobody in the encounter yet.")
CANNOT_ACT = Reason("cannot_act", "{name} no puede actuar.", "{name} cannot act.")
AT_ONESELF = Reason("at_oneself", "{name} no puede atacarse a sí mismo.", "{name} cannot attack itself.")
HAND_DICE_CLOSED = Reason(
    "hand_dice_closed",
    "Este encuentro no admite dados tirados a mano.",
    "This encounter does not take dice thrown by hand.",
)
DICE_LEFT_OVER = Reason(
    "dice_left_over", "Se han dado dados de más: {count}.", "More dice were given than are asked for: {count}."
)
WHO_CHANGES = Reason("who_changes", "Falta decir quién: combatientes o grupos.", "Say who: combatants or groups.")
TOO_MANY_COMBATANTS = Reason(
    "too_many_combatants", "Caben {most} combatientes como mucho.", "There is room for {most} combatants at the most."
)
UNKNOWN_CONDITION = Reason(
    "unknown_condition", "No tiene ninguna condición con el id «{id}».", "It has no condition with the id “{id}”."
)
TOO_MANY_CONDITIONS = Reason(
    "too_many_conditions",
    "Caben {most} por combatiente como mucho.",
    "There may be {most} for a combatant at the most.",
)
SET_OR_CHANGE = Reason(
    "set_or_change", "Da el número nuevo o el cambio, no las dos cosas.", "Give the new number or the change, not both."
)
NOT_ENOUGH = Reason(
    "not_enough", "No queda tanto de «{name}»: {now}.", "There is not that much left of “{name}”: {now}."
)
WHOSE_INITIATIVE = Reason(
    "whose_initiative",
    "Di quién tira iniciativa de nuevo, o a quién se le da.",
    "Say who rolls initiative anew, or to whom it is given.",
)
UNKNOWN_SIDE = Reason(
    "unknown_side", "En el encuentro no hay ningún bando «{side}».", "There is no side “{side}” here."
)
PAUSED = Reason("paused", "El combate está en pausa.", "The fight is paused.")
NOT_PAUSED = Reason("not_paused", "El combate no está en pausa.", "The fight is not paused.")
NOT_ENDED = Reason("not_ended", "El encuentro no ha terminado.", "The encounter has not ended.")
NO_SEED = Reason(
    "no_seed",
    "Los dados de este encuentro no siguen ninguna semilla.",
    "The dice of this encounter follow from no seed.",
)
NO_TURN_BEFORE = Reason("no_turn_before", "Antes no hubo ningún turno.", "There was no turn before.")
NOTHING_TO_UNDO = Reason(
    "nothing_to_undo", "Pasos que se pueden deshacer: {most}.", "Steps that can be undone: {most}."
)
NOTHING_TO_REDO = Reason(
    "nothing_to_redo", "Pasos que se pueden rehacer: {most}.", "Steps that can be done again: {most}."
)
NOT_FOR_THE_TARGET = Reason(
    "not_for_the_target",
    "Eso no lo decide el objetivo del ataque.",
    "That is not for the target of an attack to decide.",
)
FOR_THE_TARGET = Reason(
    "for_the_target", "Eso lo decide quien recibe el ataque.", "That is for the target of the attack to decide."
)
TOO_MANY_PENDING = Reason(
    "too_many_pending", "Ya esperan respuesta {most} ataques.", "{most} attacks are waiting for an answer already."
)
ASK_ONE = Reason(
    "ask_one", "Solo se puede esperar la respuesta de un objetivo.", "Only one target’s answer can be waited for."
)
TOO_LATE_TO_REACT = Reason(
    "too_late_to_react", "El plazo para responder terminó en {until}.", "The time to answer was over at {until}."
)
UNKNOWN_ATTACK = Reason(
    "unknown_attack", "No espera ningún ataque con el id «{id}».", "No attack with the id “{id}” is waiting."
)
CANNOT_TAKE_PLACE = Reason(
    "cannot_take_place", "Ese ataque no puede resolverse ahora.", "That attack cannot be resolved now."
)
TOO_MANY_PROPOSED = Reason(
    "too_many_proposed", "Ya esperan {most} propuestas.", "{most} proposals are waiting already."
)
UNKNOWN_PROPOSAL = Reason(
    "unknown_proposal", "No hay ninguna propuesta con el id «{id}».", "There is no proposal with the id “{id}”."
)

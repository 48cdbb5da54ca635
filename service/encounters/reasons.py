"""Why the engine refuses commands."""

from schema.refusals import Reason

UNKNOWN_COMBATANT = Reason(
    "unknown_combatant", "No hay nadie con el id «{id}» en este encuentro.", "There is nobody with the id “{id}” here."
)
ID_TAKEN = Reason(
    "id_taken", "Ya hay alguien con el id «{id}» en este encuentro.", "Somebody here already has the id “{id}”."
)
OTHER_SYSTEM = Reason(
    "other_system",
    "Este encuentro se juega con {system}, y se ha enviado {given}.",
    "This encounter is played by {system}, and {given} was sent.",
)
ALREADY_BEGUN = Reason("already_begun", "El combate ya ha empezado.", "The fight has already begun.")
NOT_RUNNING = Reason("not_running", "El combate no está en marcha.", "The fight is not running.")
ENDED = Reason("encounter_ended", "El encuentro ha terminado.", "The encounter has ended.")
NOBODY_HERE = Reason("nobody_here", "Todavía no hay nadie en el encuentro.", "There is nobody in the encounter yet.")
NOT_ITS_TURN = Reason("not_its_turn", "No es el turno de {name}.", "It is not {name}’s turn.")
CANNOT_ACT = Reason("cannot_act", "{name} no puede actuar.", "{name} cannot act.")
AT_ONESELF = Reason("at_oneself", "{name} no puede atacarse a sí mismo.", "{name} cannot attack itself.")
HAND_DICE_CLOSED = Reason(
    "hand_dice_closed",
    "Este encuentro no admite dados tirados a mano.",
    "This encounter does not take dice thrown by hand.",
)
DICE_LEFT_OVER = Reason(
    "dice_left_over", "Sobran {count} dados: nada los pide.", "{count} dice are left over: nothing asks for them."
)
TOO_MANY_COMBATANTS = Reason(
    "too_many_combatants", "Caben {most} combatientes como mucho.", "There is room for {most} combatants at the most."
)

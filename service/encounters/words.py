"""What the commands of every system are called."""

from collections.abc import Mapping

from schema.words import Word

_NAMES = {
    "configure": ("Cambiar los ajustes", "Change the settings"),
    "join": ("Unirse al encuentro", "Join"),
    "edit": ("Cambiar de nombre, bando o grupo", "Rename, or change side or group"),
    "leave": ("Irse", "Leave"),
    "change": ("Apartar, ocultar, derrotar o recuperar", "Set aside, hide, defeat or bring back"),
    "begin": ("Empezar el combate", "Begin the fight"),
    "initiative": ("Fijar o repetir la iniciativa", "Set or reroll initiative"),
    "end_turn": ("Terminar el turno", "End the turn"),
    "previous_turn": ("Volver al turno anterior", "Back to the turn before"),
    "set_turn": ("Dar el turno", "Give the turn"),
    "attack": ("Atacar", "Attack"),
    "react": ("Reaccionar a un ataque", "React to an attack"),
    "resolve": ("Resolver un ataque que espera", "Resolve an attack that waits"),
    "standing_order": ("Dar una orden permanente", "Give a standing order"),
    "propose": ("Proponer", "Propose"),
    "answer": ("Responder a una propuesta", "Answer a proposal"),
    "override": ("Corregir a mano", "Override"),
    "damage": ("Dañar a mano", "Damage by hand"),
    "heal": ("Curar a mano", "Heal by hand"),
    "temporary": ("Dar salud temporal", "Give temporary health"),
    "condition": ("Poner una condición", "Add a condition"),
    "end_condition": ("Quitar una condición", "End a condition"),
    "counter": ("Llevar una cuenta", "Keep a counter"),
    "note": ("Anotar", "Note"),
    "roll": ("Tirar", "Roll"),
    "check": ("Hacer una tirada", "Check"),
    "pause": ("Pausar", "Pause"),
    "resume": ("Reanudar", "Resume"),
    "end": ("Terminar el encuentro", "End the encounter"),
    "reopen": ("Reabrir el encuentro", "Reopen the encounter"),
    "reveal": ("Revelar la semilla de los dados", "Reveal the seed of the dice"),
    "undo": ("Deshacer", "Undo"),
    "redo": ("Rehacer", "Redo"),
}

COMMAND_WORDS: Mapping[str, Word] = {key: Word(key=key, es=es, en=en) for key, (es, en) in _NAMES.items()}
"""By the name of the command."""

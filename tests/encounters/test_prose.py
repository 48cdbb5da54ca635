"""Logs as people read them."""

import pytest

from schema.words import Language
from service.encounters.prose import told
from tests.playthroughs.scenario import NAMES, scenario
from tests.playthroughs.table import CONTRACT, Table, played

pytestmark = pytest.mark.anyio

every_system = pytest.mark.parametrize("system", NAMES)


@every_system
@pytest.mark.parametrize("language", Language)
async def test_every_command_has_a_line_of_its_own(system: str, language: Language) -> None:
    """A log reads as one numbered line a command, with everything that was said of it, in one language."""
    table, lines = await played(scenario(system))
    prose = list(told(table.bodies, CONTRACT.systems, language))
    assert len(prose) == len(lines)
    for number, (line, row) in enumerate(zip(prose, lines, strict=True), start=1):
        assert line.startswith(f"{number}. ")
        assert f"GM: {' '.join(row[language.value])}" in line


async def test_lines_of_a_fight_say_when_in_it_they_were() -> None:
    """While a fight goes on, a line says in which round it was, and whose turn."""
    table, _ = await played(scenario("percentile"))
    spanish, english = (list(told(table.bodies, CONTRACT.systems, language)) for language in (Language.es, Language.en))
    assert spanish[0] == "1. GM: Se abre «La casa de la ciénaga»: Agentes (sistema percentil)."
    assert spanish[7] == "8. (ronda 1, Iker Sanz) GM: Iker Sanz termina su turno. Le toca a un matón."
    assert english[7] == "8. (round 1, Iker Sanz) GM: Iker Sanz ends the turn. It is Un matón’s turn."


async def test_a_note_of_several_lines_stays_one() -> None:
    """Whatever people write, a command stays on its line."""
    table = Table("ryf")
    table.open({"system": "ryf", "name": "Paso", "settings": {"handDice": True}})
    (step,) = list(scenario("ryf").steps())[:1]
    await table.tell({"note": {"text": "uno\ndos  tres\n\n cuatro"}}, step.dice)
    assert list(told(table.bodies, CONTRACT.systems, Language.en))[1] == "2. GM: uno dos tres cuatro"

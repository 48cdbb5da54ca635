"""Skills whose names look misspelt."""

from typing import Any

import pytest

from schema.words import Word
from service.systems.catalogue import systems
from service.systems.spelling import doubts
from service.systems.system import System
from tests.systems.examples import Example, examples

SYSTEMS = [pytest.param(system, id=system.name) for system in systems()]
SHORT = 5
"""Letters of a name in which a slip makes another word."""
LEVELS = {"percentile": "base", "shadowrun": "rating"}


def skills(system: System) -> tuple[Word, ...]:
    """Return the skills that a system knows."""
    (found,) = (terms.words for terms in system.catalogue().terms if terms.name.key == "skill")
    return found


def entry(system: System, *names: str) -> Any:
    """Return somebody with skills of these names."""
    level = LEVELS.get(system.name, "level")
    return system.fight.entry.model_validate({"skills": [{"name": name, level: 2} for name in names]})


def slip(name: str) -> str:
    """Return a name with two letters in the middle the wrong way round."""
    middle = next(at for at in range(len(name) // 2, len(name)) if name[at] != name[at - 1])
    return name[: middle - 1] + name[middle] + name[middle - 1] + name[middle + 1 :]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_slip_is_noticed(system: System) -> None:
    """Two letters the wrong way round are noticed in every long name, and what may be meant is told by both of its."""
    known = skills(system)
    for name in (name for skill in known for name in (skill.key, skill.es, skill.en) if len(name) > SHORT):
        (doubt,) = doubts(system, entry(system, slip(name)))
        assert f"«{slip(name)}»" in doubt.es
        assert f"“{slip(name)}”" in doubt.en
        assert any(f"«{skill.es}»" in doubt.es and f"“{skill.en}”" in doubt.en for skill in known)


@pytest.mark.parametrize("system", SYSTEMS)
def test_nothing_is_said_of_names_that_are_known(system: System) -> None:
    """Every name of every skill passes, however it is typed, with a speciality or without."""
    names = [name for skill in skills(system) for name in (skill.key, skill.es.upper(), f"{skill.en} (blade)")]
    assert [doubt for name in names for doubt in doubts(system, entry(system, name))] == []


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("name", ["Basket weaving", "Cestería", "Alquimia", "Xenology", "A"])
def test_nothing_is_said_of_skills_of_ones_own(system: System, name: str) -> None:
    """A skill that the rules do not know, and that looks like none, passes."""
    assert doubts(system, entry(system, name)) == ()


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_nothing_is_said_of_the_worked_examples(example: Example) -> None:
    """No name in the worked examples is taken for a slip."""
    asked = example.system.operations[example.operation].asked
    assert doubts(example.system, asked.model_validate(example.request)) == ()

"""How systems are found."""

from pathlib import Path

import pytest

import service.systems
import tests.toys
from schema.words import Word
from service.systems.catalogue import systems
from service.systems.vocabulary import Vocabulary


def test_every_folder_of_rules_is_found() -> None:
    """Systems come by name, one for each folder that is a package."""
    folders = {file.parent.name for file in Path(service.systems.__path__[0]).glob("*/__init__.py")}
    names = [system.name for system in systems()]
    assert names == sorted(names)
    assert set(names) == folders


def test_a_folder_outside_the_tree_is_found_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder appended to the path of the systems joins them, with no file changed."""
    monkeypatch.setattr(service.systems, "__path__", [*service.systems.__path__, *tests.toys.__path__])
    systems.cache_clear()
    try:
        assert "knives" in [system.name for system in systems()]
    finally:
        systems.cache_clear()


@pytest.mark.parametrize("name", ["Fusil láser", "fusil laser", "FUSIL-LÁSER", " fusil_laser "])
def test_names_are_known_however_they_are_typed(name: str) -> None:
    """Capitals, accents, dashes and spaces at the ends make no difference to what a name names."""
    words = {"laser": Word(key="laser", es="Fusil láser", en="Laser rifle")}
    assert Vocabulary({"weapon": words}).key_of("weapon", name) == "laser"

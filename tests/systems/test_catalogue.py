"""How systems are found."""

from pathlib import Path

import pytest

import service.systems
import tests.toys
from service.systems.catalogue import systems


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

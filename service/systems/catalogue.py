"""Which systems there are: one folder a system, found by looking."""

import pkgutil
from functools import cache
from importlib import import_module

import service.systems
from service.systems.system import System


@cache
def systems() -> tuple[System, ...]:
    """Return the record of every system folder, by name; folders on `service.systems.__path__` outside the tree too."""
    folders = (found.name for found in pkgutil.iter_modules(service.systems.__path__) if found.ispkg)
    records = (import_module(f"service.systems.{folder}").SYSTEM for folder in folders)
    return tuple(sorted(records, key=lambda record: record.name))

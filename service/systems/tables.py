"""Tables of a system: rows by key, read from the TOML files of its folder."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from schema.words import Word

Row = Mapping[str, Any]
Rows = Mapping[str, Row]


def read_tables(file: Path) -> Mapping[str, Any]:
    """Return what a TOML file says."""
    return tomllib.loads(file.read_text("utf-8"))


def words(rows: Rows) -> Mapping[str, Word]:
    """Return what each row is called, by its key, in the order of the file."""
    return {key: Word(key=key, es=row["es"], en=row["en"]) for key, row in rows.items()}

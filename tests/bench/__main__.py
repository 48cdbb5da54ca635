"""Takes the measurements, all or those of one module, and says whether they reach what they are to reach."""

import argparse
import pkgutil
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module

import tests.bench
from tests.bench.rows import Row, written

Measure = Callable[[], Iterable[Row]]


def measures() -> Mapping[str, tuple[Measure, ...]]:
    """Return the measurements of every module here that has some, by its name."""
    names = [found.name for found in pkgutil.iter_modules(tests.bench.__path__) if found.name != "__main__"]
    found = {name: getattr(import_module(f"tests.bench.{name}"), "ROWS", ()) for name in names}
    return {name: rows for name, rows in found.items() if rows}


def main() -> int:
    """Measure, write the rows down, and return 1 where one falls short."""
    known = measures()
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measure.")
    parser.add_argument("--json", action="store_true", help="write JSON")
    parser.add_argument("--only", choices=sorted(known), help="only the measurements of that name")
    given = parser.parse_args()
    chosen = [given.only] if given.only else sorted(known)
    rows = [row for name in chosen for measure in known[name] for row in measure()]
    print(written(rows, as_json=given.json))  # noqa: T201 - this is what it is for
    return int(any(row.passed is False for row in rows))


if __name__ == "__main__":
    sys.exit(main())

"""Kept logs: what any released format wrote is read, checked and told for ever."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from service.archive import read_export
from service.cli import app
from service.encounters import log
from service.encounters.told import events_view
from service.encounters.view import Sight, encounter_view
from service.encounters.viewer import GAME_MASTER
from service.systems.catalogue import systems
from tests.logs import FOLDER, kept_manoeuvres, of_system

Breaking = Callable[[list[bytes]], list[bytes]]

SYSTEMS = {system.name: system for system in systems()}
KEPT = sorted(FOLDER.glob("format-*/*.jsonl"))

every_log = pytest.mark.parametrize("kept", KEPT, ids=lambda path: f"{path.parent.name}-{path.stem}")


def verify(file: Path | str, said: bytes | None = None) -> Result:
    """Verify a log on the shell."""
    return CliRunner().invoke(app, ["verify", str(file)], input=said)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_manoeuvre_is_in_a_kept_log_of_this_format(system: str) -> None:
    """Today's format is kept as well; `python -m tests.logs` keeps what is missing, and writes over nothing."""
    assert of_system(system)
    assert kept_manoeuvres(system) == set(SYSTEMS[system].fight.manoeuvres)


EVERYTHING = Sight(viewer=GAME_MASTER)


@every_log
def test_a_kept_log_is_readable_with_every_hash(kept: Path) -> None:
    """A log that was written once folds to the states whose hashes were written with it."""
    text = kept.read_text(encoding="utf-8")
    header = json.loads(text.split("\n", 1)[0])
    fold = read_export(text, SYSTEMS)
    assert (fold.version, fold.hash, fold.encounter.id) == (header["version"], header["hash"], header["encounter"])


@every_log
def test_a_kept_log_can_still_be_told(kept: Path) -> None:
    """Every event that was ever written, and the encounter it made, can be shown today."""
    _, *bodies = kept.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    for body in bodies:
        recorded = log.read(body, SYSTEMS)
        shown = events_view(recorded.events, SYSTEMS[recorded.system], recorded.giver, EVERYTHING)
        assert [event.kind for event in shown] == [event.kind for event in recorded.events]
    fold = read_export(kept.read_text(encoding="utf-8"), SYSTEMS)
    system = SYSTEMS[fold.encounter.system]
    assert encounter_view(fold.encounter, fold.version, None, system, EVERYTHING).version == len(bodies)


@every_log
def test_a_whole_log_is_said_to_be_whole(kept: Path) -> None:
    """The shell says in both languages that a log is whole, and what it is of, from a file or from its input."""
    fold = read_export(kept.read_text(encoding="utf-8"), SYSTEMS)
    from_file, from_input = verify(kept), verify("-", kept.read_bytes())
    assert (from_file.exit_code, from_input.exit_code) == (0, 0)
    assert from_file.stdout == from_input.stdout
    spanish, english, *_ = from_file.stdout.splitlines()
    assert spanish.startswith(f"Registro entero. Encuentro {fold.encounter.id} («{fold.encounter.name}»")
    assert english.endswith(f"Commands: {fold.version}. Versions: 1-{fold.version}.")


def instead(*sent: bytes) -> Breaking:
    """Return what puts other lines where the sixth is."""
    return lambda lines: [*lines[:5], *sent, *lines[6:]]


BROKEN = [
    pytest.param(instead(), 6, id="a command is missing"),
    pytest.param(lambda lines: instead(lines[5].replace(b"GM", b"XX", 1))(lines), 6, id="an actor is forged"),
    pytest.param(lambda lines: lines[:-2], 76, id="the end is missing"),
    pytest.param(instead(b"\xff\xfe"), 6, id="no text"),
    pytest.param(instead(b"5"), 6, id="no entry"),
    pytest.param(instead(b"[" * 100_000), 6, id="a bottomless list"),
    pytest.param(lambda _: [], 1, id="nothing"),
]


@pytest.mark.parametrize(("broken", "line"), BROKEN)
def test_a_broken_log_is_said_to_break_and_where(broken: Breaking, line: int) -> None:
    """The shell names the line at which a log breaks, in both languages, and fails."""
    told = verify("-", b"\n".join(broken(KEPT[0].read_bytes().split(b"\n"))))
    spanish, english = told.stderr.splitlines()
    assert (told.exit_code, told.stdout) == (1, "")
    assert f"(línea {line})" in spanish
    assert f"(line {line})" in english


def test_a_log_that_is_not_there_is_said(tmp_path: Path) -> None:
    """A file that cannot be read fails with the reason in both languages, and without a trace of the program."""
    told = verify(tmp_path / "nothing.jsonl")
    spanish, english = told.stderr.splitlines()
    assert told.exit_code == 1
    assert spanish == f"No existe: {tmp_path / 'nothing.jsonl'}"
    assert english == f"It does not exist: {tmp_path / 'nothing.jsonl'}"

"""The command line, run as people run it."""

import json
import signal
import socket
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner, Result

from service.cli import app, texts
from service.dice.notation import grammar
from tests.real_service import served
from tests.viewers import LEADING

ROOT = Path(__file__).parent.parent


def arbitro(*arguments: str) -> Result:
    """Run a command to its end."""
    return CliRunner().invoke(app, arguments)


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_service_says_where_it_is_and_ends_well(tmp_path: Path, told: signal.Signals, workers: str) -> None:
    """Served by one process or by several, it names its addresses and data, and ends with code 0 when told to."""
    with served(tmp_path, "--workers", workers) as service:
        for where in (f"{service.url}/graphql", f"{service.url}/docs", str(tmp_path)):
            assert where in service.said
        assert httpx.get(f"{service.url}/livez").json()["status"] == "ok"
        assert service.url.startswith("http://127.0.0.1:")
        assert service.end(told) == 0


def test_what_was_kept_is_there_after_a_restart(tmp_path: Path) -> None:
    """An encounter outlives the process that opened it."""
    opened = {"commandId": "0123456789abcdef", "input": {"system": "traveller", "name": "Aduana"}}
    with served(tmp_path) as service:
        made = httpx.post(f"{service.url}/v1/encounters", json=opened, headers=LEADING).json()
    with served(tmp_path) as service:
        kept = httpx.get(f"{service.url}/v1/encounters/{made['encounter']['id']}", headers=LEADING).json()
    assert kept["name"] == "Aduana"


def test_watchers_are_let_go_at_the_end(tmp_path: Path) -> None:
    """A service that is told to end closes the streams of those who watch, whole, and ends well."""
    opened = {"commandId": "0123456789abcdef", "input": {"system": "traveller", "name": "Aduana"}}
    with served(tmp_path) as service:
        made = httpx.post(f"{service.url}/v1/encounters", json=opened, headers=LEADING).json()
        events = f"{service.url}/v1/encounters/{made['encounter']['id']}/events"
        with httpx.stream("GET", events, timeout=20, headers=LEADING) as stream:
            lines = stream.iter_lines()
            assert next(lines).startswith(("event:", "id:", "data:"))
            service.process.send_signal(signal.SIGTERM)
            assert [line for line in lines if line.startswith("event: refused")] == []
        assert service.process.wait(20) == 0


def test_a_store_that_cannot_be_had_is_said_without_a_trace(tmp_path: Path) -> None:
    """Whoever cannot be served is told why, and the command fails."""
    (tmp_path / "file").touch()
    told = arbitro("serve", "--port", "0", "--data", str(tmp_path / "file"))
    assert told.exit_code == 1
    assert "Traceback" not in told.stderr
    assert str(tmp_path / "file") in told.stderr


@pytest.mark.parametrize(
    ("host", "taken", "spanish", "english"),
    [
        ("127.0.0.1", True, "Ya está en uso: 127.0.0.1:", "It is in use already: 127.0.0.1:"),
        ("203.0.113.5", False, "Esa dirección no es de esta máquina:", "That address is not of this machine:"),
        ("no.invalid", False, "No hay ninguna máquina con ese nombre:", "No host has that name: no.invalid:"),
    ],
)
def test_an_address_that_cannot_be_had_is_said(
    tmp_path: Path, host: str, spanish: str, english: str, *, taken: bool
) -> None:
    """Whoever wants an address that is taken, or is no address here, is told so in both languages."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1] if taken else 0
        told = arbitro("serve", "--host", host, "--port", str(port), "--data", str(tmp_path))
    first, second = told.stderr.splitlines()
    assert told.exit_code == 1
    assert first.startswith(spanish)
    assert second.startswith(english)


@pytest.mark.parametrize(
    ("name", "text", "spanish"),
    [("ARBITRO_PORT", "abc", "Tiene que ser un número entero."), ("ARBITRO_DEPTH", "0", "Tiene que ser 1 o más.")],
)
def test_a_setting_that_cannot_be_is_said(monkeypatch: pytest.MonkeyPatch, name: str, text: str, spanish: str) -> None:
    """A variable that sets what cannot be is named, with the reason in both languages."""
    monkeypatch.setenv(name, text)
    told = arbitro("serve")
    assert (told.exit_code, told.stderr.splitlines()[:2]) == (1, [name, spanish])


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    """The contract cannot be written into a folder that does not exist; that is said without a trace."""
    told = arbitro("contract", str(tmp_path / "nowhere"))
    assert (told.exit_code, told.stderr.count("nowhere")) == (1, 2)


def test_a_seeded_roll_is_reproducible() -> None:
    """The same notation and the same seed throw the same dice."""
    first, second = (arbitro("roll", "4d6kh3+2", "--seed", "mesa", "--json") for _ in range(2))
    ruling = json.loads(first.stdout)
    assert first.stdout == second.stdout
    assert ruling["value"] == sum(die["total"] for die in ruling["dice"][0]["dice"] if die["counted"]) + 2


def test_a_roll_shows_every_die() -> None:
    """Dice that were dropped are shown in parentheses."""
    told = arbitro("roll", "4d6kh3", "--seed", "mesa")
    assert told.exit_code == 0
    assert told.stdout.splitlines()[-1].count("(") == 1


FIGHTS = """fights = 20
[[fighters]]
name = "Ana"
side = "crew"
entry.percentile = {}
[[fighters]]
name = "Rat"
side = "vermin"
entry.percentile = {}
"""


@pytest.mark.parametrize(("chance", "code", "said"), [("0.6", 0, "60.0%"), ("60", 2, "--chance")])
def test_a_wanted_chance_is_a_share(tmp_path: Path, chance: str, code: int, said: str) -> None:
    """The shell takes the chance that REST takes, and not one in per cent, which would be quite another."""
    (tmp_path / "fights.toml").write_text(FIGHTS, encoding="utf-8")
    told = arbitro("simulate", str(tmp_path / "fights.toml"), "--balance", "Rat", "--side", "crew", "--chance", chance)
    assert told.exit_code == code
    assert said in told.output


@pytest.mark.parametrize("notation", ["", "4d6k?", "0d6", "1d1!", "9" * 400, "99999999d6"])
def test_a_notation_that_cannot_be_rolled_is_refused(notation: str) -> None:
    """A roll that cannot be made is told in both languages, and the command fails."""
    told = arbitro("roll", notation)
    assert (told.exit_code, told.stdout) == (1, "")
    assert len(told.stderr.splitlines()) == 2
    assert "Traceback" not in told.stderr


@pytest.mark.parametrize("name", ["schema.graphql", "openapi.json"])
def test_the_published_contract_is_current(name: str) -> None:
    """The contract in the repository is the one that is served; `arbitro contract` writes it anew."""
    assert (ROOT / "schema" / name).read_text(encoding="utf-8") == texts()[name]


def test_the_grammar_of_notation_is_told() -> None:
    """The shell tells how notation is written, in both languages, from the very table that the parser reads."""
    told = arbitro("grammar").output
    page = grammar()
    assert page.es in told
    assert page.en in told

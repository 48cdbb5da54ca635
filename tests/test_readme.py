"""The README's examples, run as they stand against a real service."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import httpx
import pytest

from service.systems.catalogue import systems
from tests.real_service import ARBITRO, Service, served

ROOT = Path(__file__).parent.parent
CHART = ROOT / "docs" / "balance.svg"
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```bash\n(.*?)```", README, re.DOTALL)
EXAMPLES = [block for block in BLOCKS if "curl" in block]
SHELL, CHECK = sorted(re.findall(r"```sh\n(.*?)```", README, re.DOTALL), key=lambda block: "simulate" not in block)
COMMANDS = [block for block in BLOCKS if "curl" not in block]
(FIGHT,) = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)
TABLE = re.findall(r"^\| [^|]+ \| `(/v1/\S+)` \| `(\{.+\})` \| (.+) \|$", README, re.MULTILINE)
ADDRESS = "http://127.0.0.1:8000"
NUMBERS = count()
TABLETOPS = [("python", sys.executable, "py"), ("js", "node", "mjs")]
(WATCH,) = re.findall(r"`(curl -sN [^`]+)`", README)

pytestmark = pytest.mark.skipif(shutil.which("curl") is None, reason="the examples are run by curl")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Lend a service that runs."""
    with served(tmp_path_factory.mktemp("readme")) as running:
        yield running


def shell(example: str, service: Service) -> list[str]:
    """Return the command that runs an example, with command ids that nobody has used."""
    anew = example.replace("thursday", f"thursday-{next(NUMBERS):04}")
    return ["bash", "-euo", "pipefail", "-c", anew.replace(ADDRESS, service.url)]


def run(example: str, service: Service) -> list[dict[str, object]]:
    """Run an example, and return all that the service answered."""
    told = subprocess.run(shell(example, service), capture_output=True, check=True, text=True).stdout
    return list(_each(told))


def _each(told: str) -> Iterator[dict[str, object]]:
    """Read one JSON answer after another."""
    while told.strip():
        answer, end = json.JSONDecoder().raw_decode(told.strip())
        yield answer
        told = told.strip()[end:]


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_does_what_it_says(number: int, service: Service) -> None:
    """Each example is answered, and none of its requests is refused."""
    answers = run(EXAMPLES[number], service)
    assert answers
    assert not any({"refused", "errors", "detail"} & answer.keys() for answer in answers)


def test_the_examples_are_a_check_an_attack_and_a_fight(service: Service) -> None:
    """The examples show what the README promises."""
    (check,), (attack,), fight = (run(example, service) for example in EXAMPLES)
    assert "summary" in check
    assert "attack" in str(attack["data"])
    shown = next(answer for answer in fight if "turn" in answer)
    assert (shown["status"], shown["turn"], shown["version"]) == ("RUNNING", "eneri", 6)
    assert [answer["encounter"] for answer in fight if "arbitro" in answer] == [shown["id"]]


def test_a_fight_can_be_watched_live(service: Service) -> None:
    """Who watches the fight is told each of its commands, and the watch goes on."""
    script = f"{EXAMPLES[-1]}\nexec {WATCH}"
    with subprocess.Popen(shell(script, service), stdout=subprocess.PIPE, text=True) as watching:
        assert watching.stdout
        told = list(islice((line for line in watching.stdout if line.startswith("id: ")), 6))
        assert watching.poll() is None
        watching.terminate()
    assert told == [f"id: {version}\n" for version in range(1, 7)]


def test_an_encounter_is_balanced_and_drawn_as_it_is_shown(tmp_path: Path) -> None:
    """The file is simulated, changed and balanced by the commands shown, and the last draws the chart beside them."""
    (tmp_path / "customs.toml").write_text(FIGHT, encoding="utf-8")
    command = ["bash", "-euo", "pipefail", "-c", SHELL.replace(".venv/bin/arbitro", str(ARBITRO))]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, check=True, text=True).stdout
    assert "Victoria / Victory" in told
    assert "fighters.1.count=+1\n  crew: −" in told
    assert "of “Guard”, crew wins" in told
    assert (tmp_path / "balance.svg").read_text(encoding="utf-8") == CHART.read_text(encoding="utf-8")


@pytest.mark.parametrize(("language", "runner", "ending"), TABLETOPS)
def test_a_fight_is_driven_from_a_tabletop(
    language: str, runner: str, ending: str, service: Service, tmp_path: Path
) -> None:
    """What the program of a Game Master and two players tells Ana is all that she may know, and nothing before."""
    if shutil.which(runner) is None:
        pytest.skip(f"there is no {runner}")
    (program,) = (text for text in re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL) if ADDRESS in text)
    file = tmp_path / f"tabletop.{ending}"
    file.write_text(program.replace(ADDRESS, service.url), encoding="utf-8")
    ran = subprocess.run([runner, file], capture_output=True, check=True, text=True, timeout=60)
    lines = ran.stdout.splitlines()
    assert [line.split()[0] for line in lines] == list("1234567")
    assert lines[2] == "3 Rat joins “vermin”."
    assert lines[4].startswith("5 Ane attacks Rat.")
    assert lines[5:] == ["6", "7 Owl appears."]
    assert "Owl" not in "".join(lines[:6])


@pytest.mark.parametrize(("path", "body", "summary"), TABLE)
def test_a_row_is_answered_as_it_says(path: str, body: str, summary: str, service: Service) -> None:
    """Each system's request is answered in the words beside it."""
    answer = httpx.post(f"{service.url}{path}", content=body, headers={"content-type": "application/json"}, timeout=60)
    assert answer.json()["summary"]["en"] == summary


def test_the_table_has_every_system() -> None:
    """No system that is found is left out of the table."""
    assert sorted(path.split("/")[2] for path, _, _ in TABLE) == sorted(system.name for system in systems())


def test_each_command_is_one_line_that_may_be_pasted() -> None:
    """The two commands are one line each, and need nothing but Python."""
    assert [block.count("\n") for block in COMMANDS] == [1, 1]
    assert all("python3 -m venv" in block for block in COMMANDS)
    assert "arbitro serve" in COMMANDS[0]
    assert "-e '.[test]'" in COMMANDS[1]


def test_every_folder_and_file_it_names_is_there() -> None:
    """The map of the folders is true."""
    named = re.findall(r"^\| `([\w/]+/)` \|", README, re.MULTILINE) + re.findall(r"\]\((\w[\w.]*)\)", README)
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_dice_of_the_fight_can_be_checked(service: Service, tmp_path: Path) -> None:
    """After the fight both verifiers find its dice in order, as the README calls them."""
    check = CHECK.replace(".venv/bin/arbitro", str(ARBITRO))
    script = f"PATH={Path(sys.executable).parent}:$PATH\n{EXAMPLES[-1]}\ncd {tmp_path}\n{check}"
    told = subprocess.run(shell(script, service), capture_output=True, check=True, text=True).stdout
    assert re.search(r"all in order: [1-9]\d* caras / faces", told)
    assert "Decided again: 7." in told

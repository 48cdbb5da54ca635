"""What is shipped: the wheel, the image and the composition, each checked without network and without a container."""

import os
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path
from shutil import copy2, copytree, ignore_patterns
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parent.parent


def lines(instruction: str) -> list[str]:
    """Return what follows an instruction in the Dockerfile, wherever it stands."""
    joined = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    return [line.partition(" ")[2].strip() for line in joined.splitlines() if line.startswith(f"{instruction} ")]


def copied() -> list[str]:
    """Return what the Dockerfile copies out of the checkout."""
    return [name for line in lines("COPY") if not line.startswith("--from") for name in line.split()[:-1]]


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy out what the image is built from, as the Dockerfile does."""
    folder = tmp_path_factory.mktemp("context")
    for name in copied():
        if (ROOT / name).is_dir():
            copytree(ROOT / name, folder / name, ignore=ignore_patterns("__pycache__"))
        else:
            copy2(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def wheel(context: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from what the image is built from."""
    folder = tmp_path_factory.mktemp("wheel")
    options = ("--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", folder)
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options, context], check=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into a bare environment that borrows the packages of this one, and return its program."""
    bare = tmp_path_factory.mktemp("bare")
    venv.create(bare)
    python = bare / "bin" / "python"
    options = ("--quiet", "--no-deps", "--no-index")
    subprocess.run([sys.executable, "-m", "pip", "--python", python, "install", *options, wheel], check=True)
    borrowed = next(bare.glob("lib/python*/site-packages")) / "borrowed.pth"
    borrowed.write_text(f"{sysconfig.get_path('purelib')}\n{sysconfig.get_path('platlib')}\n", encoding="utf-8")
    return bare / "bin" / "arbitro"


def test_the_wheel_holds_all_that_is_not_code(wheel: Path) -> None:
    """Pages, data, contract and licence travel in the wheel."""
    inside = set(zipfile.ZipFile(wheel).namelist())
    kept = ("*.toml", "*.html", "*.js", "*.css", "*.svg", "*.graphql", "*.txt", "*.json")
    wanted = {
        str(path.relative_to(ROOT))
        for folder in ("schema", "service")
        for kind in kept
        for path in (ROOT / folder).rglob(kind)
    }
    assert wanted - inside == set()
    assert any(name.endswith("licenses/LICENSE") for name in inside)
    assert {name.split("/")[0] for name in inside if ".dist-info" not in name} == {"schema", "service"}


def test_the_installed_program_runs_from_the_wheel(program: Path, tmp_path: Path) -> None:
    """What a bare environment gets is whole: it rolls dice, from its own files."""
    assert _told(program, "roll", "2d6", "--seed", "x", cwd=tmp_path).startswith("2d6: ")
    origin = _told(program.with_name("python"), "-c", "import service; print(service.__file__)", cwd=tmp_path)
    assert Path(origin.strip()).is_relative_to(program.parent.parent)


def _told(*command: Path | str, cwd: Path) -> str:
    """Run a command that finds only what is installed, and return what it says."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(command, check=True, capture_output=True, cwd=cwd, env=environment, text=True).stdout


def test_the_image_is_built_from_what_the_context_lets_through() -> None:
    """All that the Dockerfile copies is let through by .dockerignore, which keeps out all else."""
    rules = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert rules[0] == "*"
    assert set(copied()) == {rule.removeprefix("!") for rule in rules if rule.startswith("!")}
    assert all((ROOT / name).exists() for name in copied())


def test_the_image_is_slim_and_built_in_stages() -> None:
    """The image that runs has the installed programs only: no build tools, no sources."""
    stages = lines("FROM")
    assert len(stages) == 2
    assert all(stage.startswith("python:3.") and "-slim" in stage for stage in stages)
    assert [line for line in lines("COPY") if line.startswith("--from")] == ["--from=build /venv /venv"]


def test_the_image_does_not_run_as_root() -> None:
    """The service runs as a user of its own, who owns the data."""
    assert lines("USER") == ["arbitro"]
    assert "chown" not in " ".join(lines("RUN"))
    assert "-o arbitro" in " ".join(lines("RUN"))


def test_the_image_says_how_it_is() -> None:
    """The image is probed at /livez, by Python alone, and serves to the outside."""
    (probe,) = lines("HEALTHCHECK")
    assert "/livez" in probe
    assert "curl" not in probe
    assert "ARBITRO_HOST=0.0.0.0" in lines("ENV")[0]
    assert lines("CMD")[-1] == '["arbitro", "serve"]'


def test_the_image_runs_a_python_that_the_project_takes() -> None:
    """The version of Python in the image is one the project supports."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lowest = tuple(int(part) for part in project["requires-python"].removeprefix(">=").split("."))
    version = lines("FROM")[0].split()[0].removeprefix("python:").removesuffix("-slim")
    assert tuple(int(part) for part in version.split(".")) >= lowest


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    """The services of the composition."""
    composed: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
    assert set(composed["volumes"]) == {"fights"}
    services: dict[str, Any] = composed["services"]
    return services


def test_the_composition_keeps_every_acknowledged_write(services: dict[str, Any]) -> None:
    """The store of the composition writes to disk before it answers, evicts nothing, and has a volume."""
    store = services["store"]
    for option in ("--appendonly yes", "--appendfsync always", "--maxmemory-policy noeviction"):
        assert option in store["command"]
    assert store["volumes"] == ["fights:/data"]
    assert "ports" not in store


def test_the_composition_waits_until_its_store_is_well(services: dict[str, Any]) -> None:
    """Both services say how they are, and the referee starts when its store is well."""
    assert all("healthcheck" in service for service in services.values())
    referee = services["arbitro"]
    assert referee["depends_on"] == {"store": {"condition": "service_healthy"}}
    assert referee["environment"]["REDIS_URL"].startswith("redis://store:")


def test_the_composition_gives_no_more_than_is_needed(services: dict[str, Any]) -> None:
    """The referee is reached from this machine only, writes nowhere, and may do nothing as root."""
    referee = services["arbitro"]
    assert all(port.startswith("127.0.0.1:") for port in referee["ports"])
    assert referee["read_only"]
    assert referee["cap_drop"] == ["ALL"]
    assert referee["security_opt"] == ["no-new-privileges:true"]


def test_the_composition_does_not_start_without_a_key(services: dict[str, Any]) -> None:
    """Within its container the referee listens to everybody, so it asks for the operator's key."""
    assert services["arbitro"]["environment"]["ARBITRO_OPERATOR_KEY"].startswith("${ARBITRO_OPERATOR_KEY:?")


def test_the_pins_name_versions_and_nothing_else() -> None:
    """Constraints are plain pins: no host, no path, no checkout."""
    for pin in (ROOT / "constraints.txt").read_text(encoding="utf-8").split("\n"):
        name, _, version = pin.partition("==")
        assert (name and version and not {"/", "@", " "} & set(pin)) or not pin


def test_ci_can_be_run() -> None:
    """The check of everything is a program."""
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_the_composition_plays_fights_on_others_when_asked(services: dict[str, Any]) -> None:
    """A scheduler and its workers run by the profile alone, reached by nobody from outside, with as few rights."""
    extra = {name: service for name, service in services.items() if "profiles" in service}
    assert {tuple(service["profiles"]) for service in extra.values()} == {("sim",)}
    assert [service["command"].split()[:2] for service in extra.values()] == [["dask", "scheduler"], ["dask", "worker"]]
    for service in extra.values():
        assert "ports" not in service
        assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])
    assert "[cluster]" in " ".join(lines("RUN"))
    assert services["arbitro"]["environment"]["SIM_CLUSTER"] == "${SIM_CLUSTER:-}"

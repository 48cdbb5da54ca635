"""Simulations by REST, by GraphQL and from the shell."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from service.app import create_app
from service.cli import app
from service.store.redis import RedisJournal
from tests.serving import Client, fresh, serving
from tests.simulation.scenarios import body
from tests.viewers import OPERATED

pytestmark = pytest.mark.anyio

ASK = """query ($input: SimulateInput!) {
  simulate(input: $input) { method fights seed sides { side victory { chance low high } } notes { es en } }
  simulatedFight(input: $input, number: 1) { winner rounds events { kind } }
}"""
OPEN = """mutation ($input: SimulateInput!, $command: String!) {
  openFight(input: $input, commandId: $command, number: 1) { encounter { id round } events { kind } }
}"""
FIGHT = body("percentile", fights=60, seed="mesa")

COMPARE = """query ($pair: FightVersusInput!, $changed: FightSensitivityInput!, $balanced: FightBalanceInput!) {
  simulateVersus(input: $pair) { summary { es en } victory { side difference { difference low high } } }
  simulateSensitivity(input: $changed) { changes { name summary { es en } refused { code } } }
  simulateBalance(input: $balanced) { summary { es en } count victory { chance low high } curve { count } }
}"""
"""What is asked of several simulations at once."""

TOML = """
fights = 20
[[fighters]]
name = "Ana"
side = "agentes"
entry.percentile = {weapons = [{name = "rifle"}], skills = [{name = "firearms", base = 55}]}
[[fighters]]
name = "Cultista"
side = "secta"
count = 2
tactics = {target = "RANDOM", dodge = "ALWAYS"}
entry.percentile = {weapons = [{name = "machete"}]}
"""


@pytest.fixture(scope="module")
async def client(module_journal: RedisJournal) -> AsyncIterator[Client]:
    """Serve all systems on the real store."""
    async with serving(create_app(OPERATED, module_journal)) as served:
        yield served


async def test_both_surfaces_tell_the_same(client: Client) -> None:
    """What GraphQL says of many fights, and of one of them, is what REST says."""
    told = await client.graphql(ASK, input=FIGHT)
    many = await client.rest("/v1/simulate", FIGHT)
    one = await client.rest("/v1/simulate/fights/1", FIGHT)
    assert told["simulate"] == {
        **{key: many[key] for key in ("method", "fights", "seed", "notes")},
        "sides": [{"side": each["side"], "victory": each["victory"]} for each in many["sides"]],
    }
    assert told["simulatedFight"]["events"] == [{"kind": event["kind"]} for event in one["events"]]
    assert many["examples"][1] == {"number": 1, "winner": one["winner"], "rounds": one["rounds"]}


async def test_both_surfaces_compare_alike(client: Client) -> None:
    """What GraphQL says of fights compared, changed and balanced is what REST says."""
    pair = {"one": FIGHT, "other": {**FIGHT, "fighters": FIGHT["fighters"][::-1]}}
    fields = [{"field": "fighters.0.tactics.dodge", "text": "ALWAYS"}]
    changed = {"input": FIGHT, "changes": [{"name": "dodge", "fields": fields}]}
    balanced = {"input": FIGHT, "fighter": "b2", "side": "a", "most": 2}
    told = await client.graphql(COMPARE, pair=pair, changed=changed, balanced=balanced)
    for study, body_ in (("Versus", pair), ("Sensitivity", changed), ("Balance", balanced)):
        answer = await client.rest(f"/v1/simulate/{study.lower()}", body_)
        assert _part(answer, told[f"simulate{study}"]) == told[f"simulate{study}"]


def _part(answer: Any, like: Any) -> Any:
    """Return of an answer what another has of it."""
    if isinstance(like, list):
        return [_part(each, one) for each, one in zip(answer, like, strict=True)]
    return {name: _part(answer[name], like[name]) for name in like} if isinstance(like, dict) else answer


async def test_a_fight_is_opened_as_an_encounter(client: Client) -> None:
    """An example becomes an encounter, once a command id, in which it has been fought to its end."""
    sent = {"input": FIGHT, "command": fresh()}
    opened = (await client.graphql(OPEN, **sent))["openFight"]
    again = await client.rest("/v1/simulate/open", {"input": FIGHT, "commandId": sent["command"], "number": 1})
    one = await client.rest("/v1/simulate/fights/1", FIGHT)
    assert opened["encounter"]["round"] == one["rounds"]
    assert (again["replayed"], again["encounter"]["id"]) == (True, opened["encounter"]["id"])


async def test_a_live_encounter_is_simulated_as_it_stands(client: Client) -> None:
    """An encounter is a scenario too, and stays as it was."""
    opened = (await client.graphql(OPEN, input=FIGHT, command=fresh()))["openFight"]["encounter"]["id"]
    told = await client.rest("/v1/simulate", {"encounter": opened, "fights": 20})
    assert max(side["victory"]["chance"] for side in told["sides"]) == 1.0
    assert (await client.rest(f"/v1/encounters/{opened}"))["version"] == 1


@pytest.mark.parametrize("asked", [{}, {**FIGHT, "encounter": "a" * 26}, {"encounter": "a" * 26}])
async def test_fighters_or_an_encounter_are_asked_for(client: Client, asked: dict[str, object]) -> None:
    """One of the two is needed, and an encounter must exist."""
    told = await client.rest("/v1/simulate", asked)
    assert told["refused"][0]["code"] in {"fighters_or_encounter", "no_such_encounter"}


def test_a_file_is_simulated_from_the_shell(tmp_path: Path) -> None:
    """The shell draws what the service would answer, alike for one seed."""
    file = tmp_path / "fight.toml"
    file.write_text(TOML, encoding="utf-8")
    drawn = CliRunner().invoke(app, ["simulate", str(file)])
    told = json.loads(CliRunner().invoke(app, ["simulate", str(file), "--fights", "30", "--json"]).stdout)
    assert [side["side"] for side in told["sides"]] == ["agentes", "secta"]
    assert (told["fights"], len(told["fighters"])) == (30, 3)
    assert "agentes" in drawn.stdout
    assert "█" in drawn.stdout


async def test_charts_are_drawn_by_rest(client: Client) -> None:
    """A chart is an SVG image in the language asked, and a language is to be asked."""
    answer = await client.http.post("/v1/simulate/chart", params={"language": "en"}, json=FIGHT)
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "Who wins" in answer.text
    refused = await client.http.post("/v1/simulate/chart", json=FIGHT)
    assert (refused.status_code, refused.json()["refused"][0]["place"]) == (422, ["language"])


def test_a_chart_is_drawn_from_the_shell(tmp_path: Path) -> None:
    """The shell writes the chart beside what it says."""
    file, drawn = tmp_path / "fight.toml", tmp_path / "fight.svg"
    file.write_text(TOML, encoding="utf-8")
    said = CliRunner().invoke(app, ["simulate", str(file), "--chart", str(drawn), "--language", "en"])
    assert "agentes" in said.stdout
    assert "Who wins" in drawn.read_text(encoding="utf-8")


@pytest.mark.parametrize(("fights", "terminal", "bar"), [(250, "1", True), (250, "", False), (20, "1", False)])
def test_a_terminal_sees_how_far_a_long_run_is(tmp_path: Path, fights: int, terminal: str, *, bar: bool) -> None:
    """A bar shows beside the answer, on a terminal, and only where it takes long."""
    file = tmp_path / "fight.toml"
    file.write_text(f'method = "ONE_BY_ONE"\n{TOML}', encoding="utf-8")
    asked = ["simulate", str(file), "--fights", str(fights)]
    said = CliRunner().invoke(app, asked, env={"FORCE_COLOR": terminal})
    assert ("100%" in said.stderr) == bar
    assert f"{fights} combates" in said.stdout


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--change", "fighters.0.count=+1"), "fighters.0.count=+1\n  agentes: +"),
        (("--change", "maxRounds=3", "--change", "sides.0.side=x"), "no field “sides.0.side”"),
        (("--balance", "Cultista", "--side", "agentes", "--chance", "0.6"), "de «Cultista», agentes vence el"),
        (("--balance", "Cultista", "--side", "agentes", "--change", "seed=x"), "--versus, --change o --balance"),
        (("--change", "fighters.0.count"), "field=value"),
    ],
)
def test_the_shell_asks_what_the_service_can_be_asked(tmp_path: Path, options: tuple[str, ...], told: str) -> None:
    """Options beside a file ask for changes and balances, one question at a time."""
    file = tmp_path / "fight.toml"
    file.write_text(TOML, encoding="utf-8")
    said = CliRunner().invoke(app, ["simulate", str(file), "--fights", "30", *options])
    assert told in said.stdout + said.stderr


@pytest.mark.parametrize(
    ("language", "said", "other"), [("es", "Inconsciente", "Unconscious"), ("en", "Unconscious", "Inconsciente")]
)
def test_states_are_told_in_the_language_that_is_asked(tmp_path: Path, language: str, said: str, other: str) -> None:
    """The table tells how everybody ends in the language that is chosen, and in no other."""
    file = tmp_path / "fight.toml"
    file.write_text(TOML, encoding="utf-8")
    table = CliRunner().invoke(app, ["simulate", str(file), "--language", language]).stdout
    assert said in table
    assert other not in table


def test_the_shell_compares_two_files(tmp_path: Path) -> None:
    """A file against itself differs in nothing."""
    file = tmp_path / "fight.toml"
    file.write_text(TOML, encoding="utf-8")
    told = json.loads(CliRunner().invoke(app, ["simulate", str(file), "--versus", str(file), "--json"]).stdout)
    assert [each["difference"]["difference"] for each in told["victory"]] == [0.0, 0.0]


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    """What is no TOML, or asks for what there is not, fails with a reason in both languages and no trace."""
    file = tmp_path / "fight.toml"
    for text, reason in (
        (b"fights = 1\nseed = ", f"Esto no está escrito en TOML: {file}, línea 2"),
        (b"fights = 1\nseed = ?\n", f"Esto no está escrito en TOML: {file}, línea 2"),
        (b"\xff", f"Esto no es texto en UTF-8: {file}"),
        (b"fights = 0", "Tiene que ser 1 o más."),
        (b"colour = 3", "Aquí no hay ningún campo con este nombre."),
    ):
        file.write_bytes(text)
        told = CliRunner().invoke(app, ["simulate", str(file)])
        assert (told.exit_code, told.stdout) == (1, "")
        assert told.stderr.splitlines()[-2] == reason


def test_a_mistake_in_a_file_is_told_with_its_place(tmp_path: Path) -> None:
    """The shell says where in the file something does not fit, as the service would."""
    file = tmp_path / "fight.toml"
    file.write_text(TOML.replace("base = 55", "base = 5555"), encoding="utf-8")
    told = CliRunner().invoke(app, ["simulate", str(file)]).stderr
    assert told.splitlines()[0] == "fighters.0.entry.percentile.skills.0.base"

"""Odds on the shell: bars in the terminal, or the very JSON of the service."""

import json

import pytest
from typer.testing import CliRunner, Result

from service.cli import app
from service.forecast.bars import WIDTH, bar
from tests.forecast.asked import told


def arbitro(*arguments: str) -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(app, arguments)


def test_a_bar_for_each_value() -> None:
    """Each number has its row, the likeliest the longest bar."""
    lines = arbitro("odds", "2d6").stdout.splitlines()
    rows = {int(line.split()[0]): line.count("█") for line in lines if line.lstrip()[:1].isdigit()}
    assert list(rows) == list(range(2, 13))
    assert rows[7] == max(rows.values()) == WIDTH


def test_json_is_that_of_the_service() -> None:
    """As JSON the shell says what the service would."""
    assert json.loads(arbitro("odds", "4d6kh3+2", "--json").stdout) == told(
        "notation", "roll", text="4d6kh3+2"
    ).model_dump(mode="json", by_alias=True)


@pytest.mark.parametrize("notation", ["4d6k?", "200d1000kh150!"])
def test_odds_that_cannot_be_told_are_refused(notation: str) -> None:
    """What cannot be read, or computed, is told in both languages, and the command fails."""
    said = arbitro("odds", notation)
    assert (said.exit_code, said.stdout) == (1, "")
    assert len(said.stderr.splitlines()) == 2


@pytest.mark.parametrize(("part", "drawn"), [(0, ""), (1, "█" * WIDTH), (0.5, "█" * (WIDTH // 2)), (1 / 80, "▌")])
def test_bars_are_drawn_to_an_eighth(part: float, drawn: str) -> None:
    """A bar is as long as its part of the whole."""
    assert bar(part) == drawn

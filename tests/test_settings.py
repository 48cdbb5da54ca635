"""Settings come from the environment, or from code."""

from datetime import timedelta
from pathlib import Path

import pytest
from pydantic import ValidationError

from service.settings import Settings


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("REDIS_URL", "XDG_DATA_HOME", *(f"ARBITRO_{field.upper()}" for field in Settings.model_fields)):
        monkeypatch.delenv(name, raising=False)


def test_serves_this_machine_only_unless_told_otherwise() -> None:
    """By default nobody outside this machine is served, and no outside store is used."""
    settings = Settings()
    assert (settings.host, settings.port, settings.workers, settings.redis_url) == ("127.0.0.1", 8000, 1, None)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param({"XDG_DATA_HOME": "/data"}, Path("/data/arbitro"), id="where the user keeps data"),
        pytest.param({"HOME": "/users/ana"}, Path("/users/ana/.local/share/arbitro"), id="in the user's folder"),
        pytest.param({"ARBITRO_DATA": "/fights"}, Path("/fights"), id="as told"),
    ],
)
def test_data_are_kept_where_data_belong(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], expected: Path
) -> None:
    """Data are kept where this system keeps them for its users, or where the user says."""
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    assert Settings().data == expected


@pytest.mark.parametrize(
    ("name", "text", "field", "value"),
    [
        ("ARBITRO_PORT", "9000", "port", 9000),
        ("ARBITRO_TOKENS", "50", "tokens", 50),
        ("ARBITRO_ENCOUNTER_TTL", "P7D", "encounter_ttl", timedelta(days=7)),
        ("REDIS_URL", "redis://store:6379/1", "redis_url", "redis://store:6379/1"),
        pytest.param("REDIS_URL", "", "redis_url", None, id="an empty REDIS_URL is none"),
    ],
)
def test_the_environment_sets(monkeypatch: pytest.MonkeyPatch, name: str, text: str, field: str, value: object) -> None:
    """Every setting is set by ARBITRO_ and its name, and the store by REDIS_URL as it is."""
    monkeypatch.setenv(name, text)
    assert getattr(Settings(), field) == value


@pytest.mark.parametrize("given", [{"port": 70_000}, {"workers": 0}, {"depth": 0}, {"no_such_setting": 1}])
def test_impossible_settings_are_refused(given: dict[str, int]) -> None:
    """A setting that cannot be is refused, and so is one that does not exist."""
    with pytest.raises(ValidationError):
        Settings.model_validate(given)


def test_every_setting_is_documented() -> None:
    """Each setting says what it is."""
    assert all(field.description for field in Settings.model_fields.values())

"""Settings: where they come from, and what is refused, all of it at once."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from infold.config import Settings, load_settings
from infold.errors import ConfigError


def test_the_later_place_wins(tmp_path: Path) -> None:
    file = tmp_path / "infold.toml"
    file.write_text('user = "file"\nembedder = "none"\nbusy_seconds = 2\ndb = "file.db"\n')
    environment = {
        "INFOLD_USER": "지민",
        "INFOLD_DB": "outside.db",
        "INFOLD_UNKNOWN": "passed over",
    }
    made = load_settings(environment=environment, file=file, db="argument.db", user=None)
    assert (made.embedder, made.busy_seconds) == ("none", 2.0)
    assert (made.user, made.db) == ("지민", "argument.db")
    assert made.lease_seconds == Settings().lease_seconds


def test_all_unusable_values_are_named_at_once(tmp_path: Path) -> None:
    file = tmp_path / "infold.toml"
    file.write_text('colour = "red"\nuser = 7\ncache_bytes = 1.5\nlease_seconds = inf\n')
    environment = {
        "INFOLD_BUSY_SECONDS": "soon",
        "INFOLD_MODEL_TIMEOUT": "nan",
        "INFOLD_EMBEDDER": "wordlama",
        "INFOLD_SYNCHRONOUS": "full",
        "INFOLD_DB": "",
    }
    with pytest.raises(ConfigError) as caught:
        load_settings(environment=environment, file=file, shape="round")
    message = caught.value.message
    for part in (
        "there is no setting colour",
        "there is no setting shape",
        "user needs a text, not 7",
        "cache_bytes needs a whole number, not 1.5",
        "lease_seconds is inf",
        "busy_seconds needs a number, not 'soon'",
        "model_timeout is nan",
        "embedder is 'wordlama'",
        "synchronous is 'full'",
        "db is empty",
    ):
        assert part in message
    assert caught.value.hint


@pytest.mark.parametrize("name", ["busy_seconds", "lease_seconds", "model_timeout"])
@pytest.mark.parametrize("value", [-1.0, math.inf, -math.inf, math.nan, 1e9])
def test_seconds_are_finite_and_no_more_than_a_day(name: str, value: float) -> None:
    with pytest.raises(ConfigError, match=name):
        load_settings(environment={}, **{name: value})
    with pytest.raises(ConfigError, match=name):
        Settings(**{name: value})  # type: ignore[arg-type] # a name of a number


def test_nothing_may_wait_for_no_time_but_a_write() -> None:
    assert Settings(busy_seconds=0.0).busy_seconds == 0
    with pytest.raises(ConfigError, match=r"lease_seconds.*model_timeout"):
        Settings(lease_seconds=0.0, model_timeout=0.0)


def test_a_secret_is_not_shown(tmp_path: Path) -> None:
    file = tmp_path / "infold.toml"
    file.write_text("model_api_key = 12345\nspace_secret = 67890\n")
    with pytest.raises(ConfigError) as caught:
        load_settings(environment={}, file=file)
    assert "model_api_key needs a text" in caught.value.message
    assert "space_secret needs a text" in caught.value.message
    assert "12345" not in str(caught.value)
    assert "67890" not in str(caught.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    file = tmp_path / "infold.toml"
    file.write_text("db = ")
    with pytest.raises(ConfigError, match=r"infold\.toml cannot be read"):
        load_settings(environment={}, file=file)

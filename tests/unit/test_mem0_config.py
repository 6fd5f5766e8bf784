"""The configuration of mem0, and what is said where mem0 is not installed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from infold.adapters.mem0_reading import Mem0Store, read_config
from infold.errors import ConfigError, NotFound


def test_json_and_toml_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"vector_store": {"provider": "qdrant"}}', encoding="utf-8")
    (tmp_path / "a.toml").write_text('[vector_store]\nprovider = "qdrant"\n', encoding="utf-8")
    assert read_config(tmp_path / "a.json") == read_config(tmp_path / "a.toml")


@pytest.mark.parametrize("text", ["", "[1]", "{", "\udcff"])
def test_what_is_no_configuration_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "a.json"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ConfigError):
        read_config(file)
    with pytest.raises(NotFound):
        read_config(tmp_path / "none.json")


def test_without_mem0_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEM0_TELEMETRY", "False")
    monkeypatch.setitem(sys.modules, "mem0", None)
    for name in [name for name in sys.modules if name.startswith("mem0.")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(ConfigError) as raised:
        Mem0Store({})
    assert "mem0ai" in (raised.value.hint or "")

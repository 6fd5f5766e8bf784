"""The project's own files, found without git: a release is tested too."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = (".ci", "bench", "docs", "requirements", "scripts", "src", "tests", "web")
NOT_OURS = {"__pycache__", "node_modules", "dist"}
TEXT = {".cfg", ".css", ".html", ".ini", ".json", ".jsonl", ".lock", ".md", ".py", ".sql"}
TEXT |= {"", ".svg", ".toml", ".ts", ".tsx", ".txt", ".yaml", ".yml", ".mako"}


@pytest.fixture(scope="session")
def root() -> Path:
    """Give the checkout's folder."""
    return ROOT


@pytest.fixture(scope="session")
def texts() -> dict[str, str]:
    """Give every text file of the project: its path from the root, and its content."""
    found = [path for path in ROOT.iterdir() if path.is_file()]
    for folder in FOLDERS:
        found += [path for path in (ROOT / folder).rglob("*") if path.is_file()]
    return {
        str(path.relative_to(ROOT)): path.read_text("utf-8")
        for path in sorted(found)
        if path.suffix in TEXT and not NOT_OURS.intersection(path.parts)
    }

"""The stores that the contract is asked of: each with a name and a version."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from infold.store.protocol import Store
from infold.store.sqlite import SqliteStore

BACKENDS = {"sqlite": f"SQLite {sqlite3.sqlite_version}"}


def pytest_report_header() -> str:
    return "stores: " + ", ".join(BACKENDS.values())


@pytest.fixture(params=sorted(BACKENDS), ids=lambda name: BACKENDS[name].replace(" ", "-"))
def backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def reopen(backend: str, tmp_path: Path) -> Iterator[Callable[[], Store]]:
    """Give a function that opens the test's store once more."""
    opened: list[Store] = []

    def open_store() -> Store:
        opened.append(SqliteStore.open(tmp_path / "store.db", secret=b"s" * 32))
        return opened[-1]

    yield open_store
    for store in opened:
        store.close()


@pytest.fixture
def store(reopen: Callable[[], Store]) -> Store:
    return reopen()

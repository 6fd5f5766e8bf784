"""What SQLite is taught: the checksum of a row is the one that rows are written with."""

from __future__ import annotations

import sqlite3

import pytest

from infold.store import functions
from infold.store.rows import checksum


@pytest.mark.parametrize(
    "values",
    [
        ("a_1", "live", 0, 1_772_000_000_000_000, 0.9, 1.0, None, '[[1,null,""]]'),
        ("부산", "上海", "Besançon", 1e-9, 0.1 + 0.2, -1, ""),
        ("a lone \ud800 surrogate",),
    ],
)
def test_the_checksum_in_statements_is_that_of_rows(values: tuple[object, ...]) -> None:
    connection = sqlite3.connect(":memory:")
    functions.install(connection)
    given = [
        one.encode("utf-8", "surrogatepass") if "\ud800" in str(one) else one for one in values
    ]
    marks = ", ".join("?" * len(given))
    assert connection.execute(f"SELECT row_checksum({marks})", given).fetchone() == (
        checksum(values),
    )
    connection.close()

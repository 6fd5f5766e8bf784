"""SQL by name: the statements of the hot paths, read from the `.sql` files beside this module.

A statement follows a line `-- name: NAME` and ends at the next one. Comments stay in the files.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

_MARK: Final = "-- name: "


def parse(text: str) -> dict[str, str]:
    """Read named statements from the text of a file.

    Raises:
        ValueError: Two statements have the same name.
    """
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith(_MARK):
            name = line.removeprefix(_MARK).strip()
            if name in found:
                raise ValueError(f"two statements are called {name!r}")
            lines = found[name] = []
        elif line.strip() and not line.lstrip().startswith("--"):
            lines.append(line)
    return {name: "\n".join(body).rstrip(";") for name, body in found.items()}


def load(file: str) -> dict[str, str]:
    """Read the named statements of one file of `infold/store/sql`."""
    return parse((Path(__file__).parent / "sql" / f"{file}.sql").read_text(encoding="utf-8"))


FILES: Final = (
    *(
        "messages",
        "segments",
        "folds",
        "graph",
        "nodes",
        "links",
        "facts",
        "hearing",
        "merging",
        "removing",
        "sweeps",
        "evicting",
        "space",
        "jobs",
        "erasure",
        "erasing_facts",
    ),
)
SQL: Final[dict[str, str]] = {name: text for file in FILES for name, text in load(file).items()}

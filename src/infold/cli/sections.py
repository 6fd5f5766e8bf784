"""The list of commands in the help, by what they are about."""

from __future__ import annotations

from typing import Any, Final

from typer.core import TyperGroup

__all__ = ["SECTIONS", "Sections"]

SECTIONS: Final[dict[str, tuple[str, ...]]] = {
    "Chats": ("import", "list", "show", "search", "context", "extract", "export"),
    "Folds": ("folds", "expand", "sources", "audit"),
    "Graph and views": (
        *("condense", "views", "compare", "marks", "preview", "ask", "stale", "materials"),
        *("edit", "versions", "leaf", "wires", "settings", "undo", "redo"),
    ),
    "Facts": (
        *("add", "facts", "fact", "delete", "restore", "merge", "sweep", "purge"),
        *("erase", "replay"),
    ),
    "Store": ("demo", "worker", "verify", "doctor"),
}


class Sections(TyperGroup):
    """Commands in sections, in the order in which they are met, and not of their files."""

    # The parser's own classes: where Typer keeps them hangs on its version.
    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401
        """Write each section with a line for each of its commands."""
        known = {name: self.get_command(ctx, name) for name in self.list_commands(ctx)}
        width = formatter.width - 6 - max(map(len, known))
        named = {name for names in SECTIONS.values() for name in names}
        sections = {**SECTIONS, "Others": tuple(name for name in known if name not in named)}
        for title, names in sections.items():
            rows = [
                (name, command.get_short_help_str(width))
                for name in names
                if (command := known.get(name)) is not None
            ]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows, col_max=max(map(len, known)))

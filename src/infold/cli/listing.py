"""Records in columns that fit the terminal; what is long stands under its record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

__all__ = ["READABLE", "Listing"]

_MARGIN: Final = 1
_GAP: Final = 2
_INDENT: Final = 4
"""Of what stands under its record."""
READABLE: Final = 28
"""Cells of a column in which sentences can still be read; in fewer they stand under the record."""
_SHORTEST: Final = 8
"""Cells to which a column that holds no numbers is cut, where nothing else makes a line fit."""


class Listing:
    """A table with one line a record, but for the `wide` column.

    Widths are counted in cells of the terminal, in which a Chinese, Japanese or Korean character
    takes two.

    Args:
        columns: Names; one that starts with `>` holds numbers.
        wide: The name of the column that gives way. Where it fits, it stands in its place; where it
            does not, it wraps there if it can still be read, and else stands under each record.
        least: Cells in which it can still be read.
    """

    def __init__(self, *columns: str, wide: str, least: int = READABLE) -> None:
        self._names = [name.lstrip(">") for name in columns]
        self._is_number = [name.startswith(">") for name in columns]
        self._wide = self._names.index(wide)
        self._least = least
        self._rows: list[list[Text]] = []

    def add_row(self, *cells: str | Text) -> None:
        """Add a record: a cell for each column. A text is printed as it is, never as markup."""
        self._rows.append([Text(one) if isinstance(one, str) else one for one in cells])

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """All of the width that there is."""
        del console
        return Measurement(min(40, options.max_width), options.max_width)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The lines, between two empty ones."""
        widths, is_under = self._widths(options.max_width)
        yield Text()
        head = [Text(name, style="bold") for name in self._names]
        yield from self._lines(console, head, widths, options.max_width, is_under=is_under)
        shown = [width for at, width in enumerate(widths) if not (is_under and at == self._wide)]
        rule = sum(shown) + _GAP * max(0, len(shown) - 1)
        if is_under:
            rule = options.max_width - _MARGIN
        yield Text(" " * _MARGIN + "─" * min(rule, options.max_width - _MARGIN), style="dim")
        for row in self._rows:
            yield from self._lines(console, row, widths, options.max_width, is_under=is_under)
        yield Text()

    def _widths(self, most: int) -> tuple[list[int], bool]:
        """Cells of each column, and whether the wide one stands under the records."""
        widths = [
            max([cell_len(name), *(_cells(row[at]) for row in self._rows)])
            for at, name in enumerate(self._names)
        ]
        others = [at for at in range(len(widths)) if at != self._wide]
        room = most - _MARGIN - _GAP * len(others)
        left = room - sum(widths[at] for at in others)
        if widths[self._wide] <= left or left >= self._least:
            widths[self._wide] = min(widths[self._wide], left)
            return widths, False
        over = sum(widths[at] for at in others) - (room + _GAP)
        while over > 0:
            words = [at for at in others if not self._is_number[at] and widths[at] > _SHORTEST]
            if not words:
                break
            longest = max(words, key=lambda at: (widths[at], at))
            widths[longest] -= 1
            over -= 1
        return widths, True

    def _lines(
        self,
        console: Console,
        row: list[Text],
        widths: list[int],
        most: int,
        *,
        is_under: bool,
    ) -> Iterator[Text]:
        """A record as lines."""
        wide = row[self._wide]
        room = most - _INDENT if is_under else widths[self._wide]
        told = list(wide.wrap(console, max(1, room), overflow="fold")) if wide.plain else []
        beside = [] if is_under else told
        for number in range(max(1, len(beside))):
            cells = []
            for at, width in enumerate(widths):
                if at != self._wide:
                    cells.append(_fitted(row[at] if not number else Text(), width, self._align(at)))
                elif not is_under:
                    line = beside[number] if number < len(beside) else Text()
                    cells.append(_fitted(line, width, self._align(at)))
            line = Text(" " * _MARGIN) + Text(" " * _GAP).join(cells)
            line.rstrip()
            yield line
        if is_under:
            for line in told:
                line.rstrip()
                yield Text(" " * _INDENT) + line

    def _align(self, at: int) -> str:
        return "right" if self._is_number[at] else "left"


def _cells(text: Text) -> int:
    return max((cell_len(line) for line in text.plain.split("\n")), default=0)


def _fitted(text: Text, width: int, align: str) -> Text:
    """A text in exactly so many cells, cut with a sign where it takes more."""
    out = text.copy()
    out.truncate(width, overflow="ellipsis")
    out.align("right" if align == "right" else "left", width)
    return out

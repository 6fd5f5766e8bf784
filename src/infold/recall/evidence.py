"""The lines of messages that stand in order with gaps between: each day and speaker said once.

A day's line comes before its first message, with the year where that changes. A message by the
speaker of the line before it, with others between them left out, goes on behind an ellipsis: one
token in place of a label, which leaves room for one more message in twenty.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime

from infold.core.messages import Attachment, Message, Text
from infold.core.tokens import TokenCounter
from infold.recall.lines import MONTHS, Shown, day_line, speaker

_GAP = "… "


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A message as text, with what its neighbours decide on.

    Attributes:
        place: On the path.
        text: What is shown, label included.
        who: Who speaks in all of it; empty where a tool has a part in it.
        at: When it was said.
    """

    place: int
    text: str
    who: str
    at: datetime | None

    @property
    def day(self) -> date | None:
        """The day that its date line names."""
        return self.at.date() if self.at is not None else None


def line_of(place: int, shown: Shown, message: Message) -> Line:
    """A message's line."""
    plain = all(isinstance(part, Text | Attachment) for part in message.parts)
    return Line(place=place, text=shown.text, who=speaker(message) if plain else "", at=message.at)


def rendered(lines: Iterable[Line]) -> list[str]:
    """Set lines below one another.

    Args:
        lines: By place, ascending.

    Returns:
        One or more lines of text, date lines among them. What shows nothing is left out.
    """
    out: list[str] = []
    before: Line | None = None
    day: date | None = None
    for line in lines:
        if not line.text:
            continue
        if line.at is not None and line.day != day:
            out.append(_day(line.at, day))
            day = line.day
        out.append(_gone_on(line) if _goes_on(before, line) else line.text)
        before = line
    return out


def _day(at: datetime, before: date | None) -> str:
    if before is not None and before.year == at.year:
        return f"{at.day} {MONTHS[at.month - 1]}"
    return day_line(at)


def _goes_on(before: Line | None, line: Line) -> bool:
    return (
        before is not None
        and bool(line.who)
        and before.who == line.who
        and before.day == line.day
        and line.place > before.place + 1
        and line.text.startswith(f"{line.who}: ")
        and "\n" not in before.text
    )


def _gone_on(line: Line) -> str:
    said = line.text[len(line.who) + 2 :]
    return said if said.startswith(_GAP) else _GAP + said


@dataclass(slots=True, kw_only=True)
class Room:
    """What is left of a budget while lines are taken in any order."""

    left: int
    counter: TokenCounter
    _lines: list[Line] = field(default_factory=list)
    _days: set[date] = field(default_factory=set)
    _years: set[int] = field(default_factory=set)
    _heads: dict[str, int] = field(default_factory=dict)

    def beside(self, line: Line) -> int:
        """Tokens that a line would take or spare beside its own: its date line, labels."""
        at = bisect(self._lines, line.place, key=_place)
        before = self._lines[at - 1] if at else None
        after = self._lines[at] if at < len(self._lines) else None
        spared = self._spared(before, line) - self._spared(before, after)
        return self.dated(line.at) - spared - self._spared(line, after)

    def take(self, line: Line, tokens: int) -> None:
        """Take a line in.

        Args:
            line: The line.
            tokens: Of its text.
        """
        self.left -= tokens + self.beside(line)
        self._lines.insert(bisect(self._lines, line.place, key=_place), line)
        if line.at is not None:
            self._days.add(line.at.date())
            self._years.add(line.at.year)

    def dated(self, at: datetime | None) -> int:
        """Tokens of the date line that a message of this time would need."""
        if at is None or at.date() in self._days:
            return 0
        year = date(at.year, 1, 1) if at.year in self._years else None
        return self.counter.count(_day(at, year))

    def _spared(self, before: Line | None, line: Line | None) -> int:
        if line is None or not _goes_on(before, line):
            return 0
        head = self._heads.get(line.who)
        if head is None:
            head = self._heads[line.who] = self.counter.count(f"{line.who}:")
        return head if line.text.startswith(_GAP, len(line.who) + 2) else head - 1


def _place(line: Line) -> int:
    return line.place

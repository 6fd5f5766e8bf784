"""Values that were superseded, as a context marks them.

A record holds on a path only if both its ends are on it: what is corrected on one branch stands on
the others. A value that was asserted again is current again: what counts is the end of its chain.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

import numpy as np
from numpy.typing import NDArray

from infold.core.folds import Span
from infold.core.supersessions import Supersession
from infold.recall.field import Field
from infold.recall.lines import Piece, Shown
from infold.recall.packed import Packed

__all__ = [
    "NOTHING_REPLACED",
    "Chains",
    "Mark",
    "Replaced",
    "covers",
    "label",
    "marked",
    "replaced_on",
    "unlabelled",
]

_MONTHS: Final = (
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
)  # fmt: skip
_LONGEST: Final = 60
"""Characters of a new value that a mark shows."""
_PLAIN: Final = 100
"""Characters beside the old value, up to which a line need not name it in its mark."""
_DIGIT: Final = re.compile(r"\d")
_RECORD_BYTES: Final = 900
_PACKED: Final = 256
"""Records from which on they are kept in columns, not as objects."""
_LAYERS: Final = 6
_SMALL: Final = 4
"""Upper layers with more than one in so many records are merged with the lowest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A stretch of a message that says what no longer holds.

    Attributes:
        part: Index of the message's part.
        start: Where it begins in the part's text, in characters.
        end: One after its last character.
        written: The old value as written.
        shown: The value in its place now; empty where it was taken back.
        at: Position of the message that says the new one.
        day: When that was, as `12 May`; empty where it is not known.
        record: Id of the record of the last step; empty before a job has stored it.
    """

    part: int
    start: int
    end: int
    written: str
    shown: str
    at: int
    day: str
    record: str


class Chains:
    """The records of a conversation, by the span that they supersede.

    Args:
        records: Records.
        below: Others that count too; they are not copied.
    """

    def __init__(self, records: Iterable[Supersession] = (), below: Chains | None = None) -> None:
        self.below = below
        self._later: defaultdict[Span, list[Supersession]] = defaultdict(list)
        self._old: defaultdict[int, list[Span]] = defaultdict(list)
        self._packed: Packed | None = None
        self.count = 0
        holding = [one for one in records if not one.withdrawn_by]
        if len(holding) < _PACKED:
            self.add(holding)
        else:
            self._packed = Packed(holding)
            self.count = len(holding)

    def __len__(self) -> int:
        return self.count + (len(self.below) if self.below is not None else 0)

    def over(self, records: Sequence[Supersession]) -> Chains:
        """These records and more of them, as another value; this one stays as it is.

        A few layers are kept, so that most records are never copied; small layers are merged once
        there are several, and all once they are many.
        """
        if not records:
            return self
        layers = [self]
        while (below := layers[-1].below) is not None:
            layers.append(below)
        if len(layers) < _LAYERS:
            return Chains(records, below=self)
        upper = [one for layer in reversed(layers[:-1]) for one in layer.own()]
        lowest = layers[-1]
        if _SMALL * (len(upper) + len(records)) > lowest.count:
            return Chains([*lowest.own(), *upper, *records])
        return Chains([*upper, *records], below=lowest)

    def own(self) -> Iterable[Supersession]:
        """Its own records, without those below it."""
        yield from self._packed or ()
        for found in self._later.values():
            yield from found

    @property
    def nbytes(self) -> int:
        """Bytes that the records take, as near as can be told."""
        packed = self._packed
        mine = _RECORD_BYTES * self.count
        if packed is not None:
            mine += packed.nbytes - _RECORD_BYTES * len(packed)
        return mine + (self.below.nbytes if self.below is not None else 0)

    def add(self, records: Iterable[Supersession]) -> None:
        """Take up more records; withdrawn ones do not count."""
        for one in records:
            if one.withdrawn_by:
                continue
            if one.old not in self._later:
                self._old[one.old_at].append(one.old)
            self._later[one.old].append(one)
            self.count += 1

    def begins(self, position: int) -> bool:
        """Whether any record supersedes something of a message."""
        return (
            position in self._old
            or (self._packed is not None and self._packed.begins(position))
            or (self.below is not None and self.below.begins(position))
        )

    def spans(self, position: int) -> Sequence[Span]:
        """The spans of a message that any record supersedes, each once."""
        mine = self._old.get(position, [])
        if self._packed is not None:
            mine = [*self._packed.spans(position), *mine]
        if self.below is not None:
            mine = [*self.below.spans(position), *mine]
        return list(dict.fromkeys(mine))

    def later(self, old: Span, inside: NDArray[np.bool_]) -> Supersession | None:
        """By what a span was first superseded on a path.

        Args:
            old: The span.
            inside: (positions,) whether a position is on the path.
        """
        first = None if self.below is None else self.below.later(old, inside)
        packed = None if self._packed is None else self._packed.later(old, inside)
        if packed is not None and (first is None or packed.new_at < first.new_at):
            first = packed
        for one in self._later.get(old, ()):
            at = one.new_at
            if at < len(inside) and inside[at] and (first is None or at < first.new_at):
                first = one
        return first

    def gone(
        self, position: int, inside: NDArray[np.bool_], last: dict[Span, Supersession]
    ) -> list[tuple[Supersession, Supersession]]:
        """(first, last) record of each chain that begins in a message and did not lead back.

        Args:
            position: Of the message.
            inside: (positions,) whether a position is on the path.
            last: The last record of the chains that were walked on this path, by the spans that
                they led through: it grows, so that no part of a chain is walked twice.
        """
        out = []
        for span in self.spans(position):
            first = self.later(span, inside)
            if first is None:
                continue
            head, through = first, [span]
            while head.new not in last:
                after = self.later(head.new, inside)
                # What is said later cannot be superseded by what came before it.
                if after is None or after.new_at <= head.new_at:
                    break
                through.append(head.new)
                head = after
            head = last.get(head.new, head)
            last.update(dict.fromkeys(through, head))
            if head.now != first.was:
                out.append((first, head))
        return out


class Replaced:
    """What no longer holds on one path.

    Args:
        chains: The records.
        inside: (positions,) whether a position is on the path.
        at: (positions,) seconds since 1970 in UTC; NaN for none.
        known: Marks that were read already, by position.
        last: The last records of chains that were walked already, as `Chains.gone` keeps them.
    """

    def __init__(
        self,
        chains: Chains,
        inside: NDArray[np.bool_],
        at: NDArray[np.float64],
        *,
        known: dict[int, tuple[Mark, ...]] | None = None,
        last: dict[Span, Supersession] | None = None,
    ) -> None:
        self._chains = chains
        self._inside = inside
        self._at = at
        self._count = len(chains)
        self._known = {} if known is None else known
        self._last = {} if last is None else last

    def __bool__(self) -> bool:
        return len(self._chains) > 0

    def grown(self, chains: Chains, inside: NDArray[np.bool_], at: NDArray[np.float64]) -> Replaced:
        """The same on a path that may have grown: if nothing else changed, what was read stays."""
        is_same = len(chains) == self._count and np.array_equal(
            self._inside, inside[: len(self._inside)]
        )
        if not is_same:
            return Replaced(chains, inside, at)
        return Replaced(chains, inside, at, known=self._known, last=self._last)

    def marks(self, position: int) -> tuple[Mark, ...]:
        """The marks of a message, by place; none for one outside of the path."""
        if not self._chains.begins(position):
            return ()
        known = self._known.get(position)
        if known is None:
            known = self._known[position] = self._read(position)
        return known

    def _read(self, position: int) -> tuple[Mark, ...]:
        if not (0 <= position < len(self._inside) and self._inside[position]):
            return ()
        found = [
            Mark(
                part=first.old.part,
                start=first.old.start,
                end=first.old.end,
                written=first.written,
                shown=head.shown,
                at=head.new_at,
                day=_day(float(self._at[head.new_at])),
                record=head.id,
            )
            for first, head in self._chains.gone(position, self._inside, self._last)
        ]
        return tuple(sorted(found, key=lambda mark: (mark.part, mark.start)))


def replaced_on(field: Field, chains: Chains, before: Replaced) -> Replaced:
    """What no longer holds on the path of a field.

    Args:
        field: The path.
        chains: The records.
        before: What was read of them the last time, or `NOTHING_REPLACED`.
    """
    inside = np.zeros(len(field.snapshot), np.bool_)
    inside[field.path] = True
    return before.grown(chains, inside, field.snapshot.at)


NOTHING_REPLACED: Final = Replaced(Chains(), np.zeros(0, np.bool_), np.zeros(0))


def label(mark: Mark, *, named: bool) -> str:
    """A mark in words.

    Args:
        mark: The mark.
        named: Whether the old value must be named, so that it is plain which one is meant.
    """
    old = f'"{_short(mark.written)}" ' if named else ""
    when = f", {mark.day}" if mark.day else ""
    if not mark.shown:
        return f"[{old}no longer current{when}]"
    return f"[{old}replaced by {_short(mark.shown)}{when}]"


_LABEL: Final = re.compile(
    r'\s*\[(?:"(?P<old>[^"\]]*)" )?(?:replaced by (?P<new>[^\]]*?)|no longer current)'
    r"(?:, \d{1,2} [A-Z][a-z]{2})?\]"
)


def unlabelled(line: str) -> tuple[str, list[tuple[str, str]]]:
    """A line without the marks of `label`, and of each the old value and the new.

    The old is empty where the line names but one, the new where nothing came in its place.
    """
    if "[" not in line:
        return line, []
    found = [(one["old"] or "", one["new"] or "") for one in _LABEL.finditer(line)]
    return _LABEL.sub("", line) if found else line, found


def marked(shown: Shown, marks: Iterable[Mark]) -> Shown:
    """A line with the marks of what it shows, behind its own text.

    The marks are no part of the message: they count as overhead.
    """
    held = [mark for mark in marks if any(covers(piece, mark) for piece in shown.pieces)]
    if not held:
        return shown
    named = len(held) > 1 or _must_be_named(held[0].written, shown.text)
    notes = " ".join(label(mark, named=named) for mark in held)
    return replace(shown, text=f"{shown.text} {notes}", overhead=f"{shown.overhead} {notes}")


def _must_be_named(written: str, text: str) -> bool:
    """Whether a mark at the end of a line could be read as of another value in it."""
    if "\n" in text or len(text) - len(written) > _PLAIN:
        return True
    before, _, behind = text.partition(written)
    if _DIGIT.search(written):
        return _DIGIT.search(before) is not None or _DIGIT.search(behind) is not None
    # Whose line it is and how it opens stand before the first names that count.
    others = before.split()[2:] + behind.split()
    return written[:1].isupper() and any(word[0].isupper() for word in others)


def covers(piece: Piece, mark: Mark) -> bool:
    """Whether a piece shows the whole of a marked stretch."""
    return piece.part == mark.part and piece.start <= mark.start and mark.end <= piece.end


def _short(text: str) -> str:
    line = " ".join(text.split()).strip(".。,; ")
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1].rstrip()}…"


def _day(at: float) -> str:
    if at != at:
        return ""
    day = datetime.fromtimestamp(at, UTC)
    return f"{day.day} {_MONTHS[day.month - 1]}"

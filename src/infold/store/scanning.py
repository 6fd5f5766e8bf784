"""Looking for byte strings in files, many at once and without an index."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from infold.errors import StoreError
from infold.store.held_files import pieces

LEAST: Final = 4
"""Bytes of the shortest needle."""
_PIECE: Final = 4 * 1024 * 1024
_SPREAD: Final = np.uint32(2_654_435_761)  # 2**32 over the golden ratio (Knuth, vol. 3, 6.4)
_DROPPED: Final = np.uint32(12)
_SLOTS: Final = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Scanned:
    """What a scan read and found.

    Attributes:
        files: Names of the files, sorted.
        size: Bytes read.
        found: Places of the needles that stand in one of them.
    """

    files: tuple[str, ...]
    size: int
    found: frozenset[int]


def files_of(database: Path) -> list[Path]:
    """The files of a store: the database, and what lies beside it under its name and a dash."""
    beside = database.parent.glob(f"{_escaped(database.name)}-*")
    return sorted(one for one in [database, *beside] if one.is_file())


def scan(
    files: Sequence[Path],
    needles: Sequence[bytes],
    *,
    progress: Callable[[int], None] | None = None,
) -> Scanned:
    """Look for needles in files; some 10 ns a byte for any number of needles.

    Args:
        files: Read one after the other, in pieces; one that goes away meanwhile is passed over.
        needles: Of `LEAST` bytes or more.
        progress: Called with the number of bytes read so far.

    Raises:
        StoreError: A file cannot be read.
    """
    finder = Finder(needles)
    size = 0
    for file in files:
        try:
            kept = b""
            for piece in pieces(file, _PIECE):
                finder.look(kept + piece)
                kept = (kept + piece)[-finder.reach :] if finder.reach else b""
                size += len(piece)
                if progress is not None:
                    progress(size)
        except FileNotFoundError:
            continue
        except OSError as error:
            raise StoreError(
                f"{file} cannot be read: {error.strerror or error}.",
                hint="Nothing was changed. Check that you may read it.",
            ) from error
    return Scanned(
        files=tuple(file.name for file in files), size=size, found=frozenset(finder.found)
    )


class Finder:
    """Finds needles in pieces of bytes by how they begin.

    Args:
        needles: Of `LEAST` bytes or more.
    """

    def __init__(self, needles: Sequence[bytes]) -> None:
        self.found: set[int] = set()
        self.reach = max((len(one) for one in needles), default=1) - 1
        self._by_start: defaultdict[bytes, list[tuple[int, bytes]]] = defaultdict(list)
        for at, needle in enumerate(needles):
            assert len(needle) >= LEAST, "a shorter one would be found anywhere"
            self._by_start[needle[:LEAST]].append((at, needle))
        self._table = np.zeros(_SLOTS, np.bool_)
        starts = np.frombuffer(b"".join(self._by_start), "<u4")
        self._table[_slots(starts)] = True

    def look(self, data: bytes) -> None:
        """Look through bytes; a needle that goes on behind their end is not found."""
        if len(data) < LEAST or len(self.found) == sum(map(len, self._by_start.values())):
            return
        raw = np.frombuffer(data, np.uint8)
        words = raw[: 1 - LEAST].astype(np.uint32)
        for shift in range(1, LEAST):
            words |= raw[shift : len(raw) - LEAST + 1 + shift].astype(np.uint32) << np.uint32(
                8 * shift
            )
        for at in np.flatnonzero(self._table[_slots(words)]).tolist():
            for number, needle in self._by_start.get(data[at : at + LEAST], ()):
                if number not in self.found and data.startswith(needle, at):
                    self.found.add(number)


def _slots(words: NDArray[np.uint32]) -> NDArray[np.uint32]:
    slots: NDArray[np.uint32] = (words.astype(np.uint32) * _SPREAD) >> _DROPPED
    return slots


def _escaped(name: str) -> str:
    """A file's name for `glob`."""
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in name)

"""Reading the files of a store that is open in this very process, without losing its locks.

POSIX lets go of all locks that a process has on a file as soon as the process closes any
descriptor of it. SQLite's own are among them: another program would then take itself for the last
one, and remove the log into which this one goes on writing. So what is opened here stays open, one
descriptor for each file, until the file itself is gone.

Source: https://www.sqlite.org/howtocorrupt.html, section 2.2.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final

__all__ = ["pieces"]

_File = tuple[int, int]
_held: Final[dict[_File, list[int]]] = {}
_door: Final = threading.Lock()


def pieces(file: Path, size: int) -> Iterator[bytes]:
    """The bytes of a file, `size` at a time.

    Raises:
        OSError: It cannot be read.
    """
    if os.name == "nt":
        # Locks are of the handle there, and an open file could not be removed.
        with file.open("rb") as stream:
            while piece := stream.read(size):
                yield piece
        return
    descriptor, at = _descriptor(file), 0
    while piece := os.pread(descriptor, size, at):
        yield piece
        at += len(piece)


def _descriptor(file: Path) -> int:
    with _door:
        _let_go()
        found = file.stat()
        if held := _held.get((found.st_dev, found.st_ino)):
            return held[0]
        descriptor = os.open(file, os.O_RDONLY)
        # It may have been replaced in between: whichever it is, it stays open.
        now = os.fstat(descriptor)
        _held.setdefault((now.st_dev, now.st_ino), []).append(descriptor)
        return descriptor


def _let_go() -> None:
    """Close what no longer has a name: nobody else can come upon its locks."""
    for key, descriptors in list(_held.items()):
        if all(os.fstat(one).st_nlink == 0 for one in descriptors):
            for one in _held.pop(key):
                with contextlib.suppress(OSError):
                    os.close(one)

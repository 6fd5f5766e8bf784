"""Writing a file for somebody: whole, or not at all."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path

from infold.errors import StoreError


def write_whole(path: Path, lines: Iterable[bytes]) -> None:
    """Write a file beside its place and move it there: whole, or not at all.

    A link is followed. What is no file (a pipe, a device) is written to as it is, never replaced.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        _write_through(path, lines)
        return
    beside = path.with_name(f".{path.name}.part")
    try:
        with beside.open("wb") as file:
            file.writelines(lines)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise _unwritable(path, error) from error
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _write_through(path: Path, lines: Iterable[bytes]) -> None:
    try:
        with path.open("wb") as file:
            file.writelines(lines)
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError) -> StoreError:
    return StoreError(
        f"{path} cannot be written: {error.strerror or error}.",
        hint="Choose a folder that can be written and has room.",
    )

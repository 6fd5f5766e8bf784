"""From SQLite's errors to the error tree: what was wrong, with what, and what to do."""

from __future__ import annotations

import sqlite3
from typing import Final

from infold.errors import InfoldError, IntegrityError, StoreBusy, StoreError, UsageError

_PRIMARY: Final = 0xFF  # the low byte of an extended result code
_BUSY: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT)
_UNWRITABLE: Final = (
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_AUTH,
)


def typed(error: sqlite3.Error, path: str) -> InfoldError:
    """The error of the tree that says what a `sqlite3.Error` means for the store at `path`."""
    code = getattr(error, "sqlite_errorcode", None)
    primary = None if code is None else code & _PRIMARY
    if primary in _BUSY:
        return StoreBusy(
            f"The store {path} is held by another process.",
            hint="Nothing was written. Try again, or close the program that writes to it.",
        )
    if primary in _DAMAGED:
        return IntegrityError(
            f"{path} is damaged or no SQLite database ({error}).",
            hint="Nothing was changed. Check the path, or put a backup in its place.",
        )
    if primary == sqlite3.SQLITE_CONSTRAINT:
        return IntegrityError(
            f"The store {path} refused a record ({error}).",
            hint="A record of that id or place is there already; nothing was written.",
        )
    if primary == sqlite3.SQLITE_FULL:
        return StoreError(
            f"There is no space left for the store {path}.",
            hint="Nothing was written. Free space on its disk, then try again.",
        )
    if primary in _UNWRITABLE:
        return StoreError(
            f"The store {path} cannot be opened or written ({error}).",
            hint="Check that its folder exists and that you may write to the folder and the file: "
            "SQLite keeps two more files beside it.",
        )
    if primary == sqlite3.SQLITE_TOOBIG or isinstance(error, sqlite3.DataError):
        return StoreError(
            f"A record is too large for the store {path} ({error}).",
            hint="Nothing was written. Split the text or keep the file outside.",
        )
    if "decode to UTF-8" in str(error):
        return IntegrityError(
            f"The store {path} holds a text that is no text ({error}).",
            hint="Nothing was changed. Run 'infold verify', or put a backup in its place.",
        )
    if "binding parameter" in str(error):
        return UsageError(
            f"A value of the wrong type was given ({error}).", hint="Give ids and names as text."
        )
    if isinstance(error, sqlite3.ProgrammingError):
        return StoreError(f"The store {path} is closed ({error}).", hint="Open it again.")
    return StoreError(
        f"The store {path} failed ({error}).",
        hint="Nothing was written. Check its disk, then try again.",
    )


def misfit(error: Exception, path: str) -> IntegrityError:
    """The error for rows that were read and cannot be what was written."""
    return IntegrityError(
        f"What the store {path} holds does not fit together "
        f"({type(error).__name__}: {error!s:.80}).",
        hint="Nothing was changed. Run 'infold verify' to see what is damaged, and put a backup in "
        "its place. Where it finds nothing, this is a fault of Infold: please report it.",
    )

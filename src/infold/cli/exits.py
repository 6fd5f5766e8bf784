"""Exit codes of the command line, from the error tree."""

from __future__ import annotations

from typing import Final

from infold.errors import (
    Conflict,
    FoldError,
    FormatError,
    InfoldError,
    ModelError,
    NotFound,
    StoreError,
    UsageError,
)

FAULTS_FOUND: Final = 1
"""`verify` found faults, or `doctor` something that needs a person."""

EXIT_CODES: Final[tuple[tuple[type[InfoldError], int], ...]] = (
    (UsageError, 2),
    (NotFound, 3),
    (Conflict, 4),
    (FoldError, 5),
    (StoreError, 6),
    (ModelError, 7),
    (FormatError, 8),
    (InfoldError, 1),
)


def exit_code(error: InfoldError) -> int:
    """The exit code of an error: that of its nearest kind in `EXIT_CODES`."""
    return next(code for kind, code in EXIT_CODES if isinstance(error, kind))

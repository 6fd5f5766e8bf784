"""The error tree, by blame. Every error says what was wrong, with what, and what to do.

```
InfoldError
├── UsageError
│   ├── ConfigError
│   ├── GraphError
│   └── ScopeError
├── NotFound
├── Conflict
│   ├── StalePlan
│   └── VersionMismatch
├── FoldError
│   ├── FidelityRefused
│   └── IrreducibleContext
├── StoreError
│   ├── StoreBusy
│   ├── IntegrityError
│   └── SchemaTooNew
├── ModelError
│   ├── RateLimited
│   ├── ModelTimeout
│   ├── Refused
│   └── InvalidOutput
└── FormatError
```

`code` is a stable string for programs. Exit codes, HTTP statuses and MCP errors are given by the
surfaces (`infold.cli`, `infold.service`), never here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

__all__ = [
    "ConfigError",
    "Conflict",
    "FidelityRefused",
    "FoldError",
    "FormatError",
    "GraphError",
    "InfoldError",
    "IntegrityError",
    "InvalidOutput",
    "IrreducibleContext",
    "ModelError",
    "ModelTimeout",
    "NotFound",
    "RateLimited",
    "Refused",
    "SchemaTooNew",
    "ScopeError",
    "StalePlan",
    "StoreBusy",
    "StoreError",
    "UsageError",
    "VersionMismatch",
]


class InfoldError(Exception):
    """Root of every error that Infold raises on purpose.

    Args:
        message: What was wrong, and with what.
        hint: What to do about it; empty where the message says so already.
        records: Ids of the records concerned, for programs.
    """

    code: ClassVar[str] = "error"

    def __init__(self, message: str, *, hint: str = "", records: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.records = tuple(records)

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


class UsageError(InfoldError):
    """The call cannot be carried out as it was written."""

    code = "usage"


class ConfigError(UsageError):
    """A setting is missing, unknown or has a value that cannot be used."""

    code = "config"


class GraphError(UsageError):
    """Messages and wires that do not make an acyclic graph; `records` names them."""

    code = "graph"


class ScopeError(UsageError):
    """A scope that is malformed, or a record asked for from outside its scope."""

    code = "scope"


class NotFound(InfoldError):
    """No record of that id in this scope."""

    code = "not_found"


class Conflict(InfoldError):
    """The record changed meanwhile, or later records depend on it."""

    code = "conflict"


class StalePlan(Conflict):
    """The plan saw versions that are no longer current: plan again."""

    code = "stale_plan"


class VersionMismatch(Conflict):
    """The store was made with another embedder or another secret."""

    code = "version_mismatch"


class FoldError(InfoldError):
    """A fold or a context cannot be made."""

    code = "fold"


class FidelityRefused(FoldError):
    """A fold that lost, inverted or invented what its sources say."""

    code = "fidelity_refused"


class IrreducibleContext(FoldError):
    """What must be in the context does not fit, and cannot shrink."""

    code = "irreducible_context"


class StoreError(InfoldError):
    """The store cannot be read or written."""

    code = "store"


class StoreBusy(StoreError):
    """Another process holds the store; nothing was written."""

    code = "store_busy"


class IntegrityError(StoreError):
    """The store holds something that does not agree with its own hashes."""

    code = "integrity"


class SchemaTooNew(StoreError):
    """The store was written by a newer Infold."""

    code = "schema_too_new"


class ModelError(InfoldError):
    """A language model or embedder did not do its work.

    Attributes:
        spent: Tokens read and written for the answer that was no good, as far as its endpoint
            said; an answer that is refused has been paid for.
    """

    code = "model"
    spent: tuple[int, int] = (0, 0)


class RateLimited(ModelError):
    """The model's endpoint asks for a pause."""

    code = "rate_limited"


class ModelTimeout(ModelError):
    """The model did not answer in time, or its request was aborted."""

    code = "model_timeout"


class Refused(ModelError):
    """The model declined to answer."""

    code = "refused"


class InvalidOutput(ModelError):
    """The model's answer is empty, cut off or not of the form asked for."""

    code = "invalid_output"


class FormatError(InfoldError):
    """A file that cannot be read as a transcript.

    Args:
        message: What was found.
        file: The file's name as the caller gave it.
        line: 1-based line of the fault, or None where lines mean nothing.
        expected: What was expected there.
        hint: What to do about it.
    """

    code = "format"

    def __init__(
        self,
        message: str,
        *,
        file: str = "",
        line: int | None = None,
        expected: str = "",
        hint: str = "",
    ) -> None:
        place = file + (f":{line}" if line is not None else "")
        text = f"{place}: {message}" if place else message
        super().__init__(text + (f" Expected {expected}." if expected else ""), hint=hint)
        self.file = file
        self.line = line
        self.expected = expected

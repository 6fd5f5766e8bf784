"""Reading a mem0 store through mem0's own configuration, whatever its back end.

The installed package opens its vector store; its language model and its embedder are never made, so
no key is needed and nothing goes over the network but to that store. Its telemetry is turned off.
The history is read from its file, and never written.
"""

from __future__ import annotations

import json
import os
import sqlite3
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from infold.errors import ConfigError, NotFound, StoreError

__all__ = ["Change", "Mem0Memory", "Mem0Store", "memory_of", "open_peer", "read_config"]

_FIRST: Final = 10_000
_GROWTH: Final = 4
_LOCAL: Final = frozenset({"qdrant", "faiss", "chroma"})
_OWN_WORDS: Final = """
data hash created_at updated_at user_id agent_id run_id actor_id role expiration_date
text_lemmatized attributed_to
"""
_OWN: Final = frozenset(_OWN_WORDS.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Mem0Memory:
    """A memory as mem0 keeps it.

    Attributes:
        id: Its own.
        text: What it says.
        user: Whose; empty where mem0 names none.
        agent: Likewise; None where none is named.
        run: Likewise.
        created: When it was added; None where that cannot be read.
        updated: When it was changed last.
        expires: From when mem0 hides it; None for never.
        role: Who said it, where mem0 knows.
        metadata: What else it holds.
    """

    id: str
    text: str
    user: str = ""
    agent: str | None = None
    run: str | None = None
    created: datetime | None = None
    updated: datetime | None = None
    expires: datetime | None = None
    role: str = ""
    metadata: Mapping[str, object] = field(default_factory=dict)

    @property
    def said_at(self) -> datetime | None:
        """When it was last said to be so."""
        return self.updated or self.created


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A line of mem0's history: it keeps the words of what was changed and deleted."""

    memory: str
    event: str
    old: str
    new: str


def read_config(file: Path) -> dict[str, Any]:
    """Read mem0's configuration from a JSON or TOML file.

    Raises:
        NotFound: There is no such file.
        ConfigError: It holds no configuration.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise NotFound(
            f"There is no file {file}.", hint="Give the configuration of mem0, as JSON or TOML."
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{file} cannot be read: {error}.", hint="Give JSON or TOML.") from error
    try:
        found = tomllib.loads(text) if file.suffix == ".toml" else json.loads(text)
    except ValueError as error:
        raise ConfigError(f"{file} cannot be read: {error}.", hint="Give JSON or TOML.") from error
    if not isinstance(found, dict):
        raise ConfigError(f"{file} holds no configuration.", hint="Give an object of settings.")
    return found


class Mem0Store:
    """An open mem0 store; a context manager.

    Args:
        config: As for `mem0.Memory.from_config`.

    Raises:
        ConfigError: mem0 is not installed, or refuses the configuration.
        NotFound: Its local files are not there.
        StoreError: Its back end cannot be opened.
    """

    def __init__(self, config: Mapping[str, Any]) -> None:
        # Before mem0 is loaded: it would tell its makers of every call.
        os.environ["MEM0_TELEMETRY"] = "False"
        base, factory = _modules()
        try:
            self._config: Any = base.MemoryConfig(**config)
        except ValueError as error:
            raise ConfigError(
                f"mem0 refuses this configuration: {error}.", hint="Give the one that it runs with."
            ) from error
        store = self._config.vector_store
        self.provider = str(store.provider)
        path = getattr(store.config, "path", None)
        is_remote = any(getattr(store.config, name, None) for name in ("host", "url", "client"))
        if self.provider in _LOCAL and path and not is_remote and not Path(path).exists():
            raise NotFound(
                f"There is no mem0 store at {path}.", hint="Check `vector_store` → `path`."
            )
        self._factory = factory.VectorStoreFactory
        self._vectors = self._opened(store.config)

    def _opened(self, config: object) -> Any:  # noqa: ANN401 - an object of mem0's
        try:
            return self._factory.create(self.provider, config)
        except Exception as error:
            raise StoreError(
                f"mem0's store ({self.provider}) cannot be opened: {error}.",
                hint="Check that it is there, and that no other program has it open.",
            ) from error

    def __enter__(self) -> Self:
        """The store itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close what can be closed."""
        self.close()

    def close(self) -> None:
        """Let the back end go; a local one is locked while it is open."""
        client = getattr(self._vectors, "client", None)
        if callable(close := getattr(client, "close", None)):
            close()

    def memories(self) -> list[Mem0Memory]:
        """All memories, by when they were added, then by id; expired ones too.

        Raises:
            StoreError: The back end fails.
        """
        found = [memory_of(str(one.id), one.payload or {}) for one in self._all(self._vectors)]
        start = datetime.min.replace(tzinfo=UTC)
        return sorted(found, key=lambda one: (one.created or start, one.id))

    def _all(self, vectors: Any) -> list[Any]:  # noqa: ANN401 - objects of mem0's
        """What a back end lists: it has no pages, so it is asked for more until it has no more."""
        wanted, last = _FIRST, -1
        while True:
            try:
                found = _flat(vectors.list(filters=None, top_k=wanted))
            except Exception as error:
                raise StoreError(
                    f"mem0's store ({self.provider}) cannot be read: {error}.",
                    hint="Check that it is there, and that it is of the installed mem0.",
                ) from error
            if len(found) < wanted or len(found) == last:
                return found
            wanted, last = wanted * _GROWTH, len(found)

    def entities(self) -> list[tuple[str, tuple[str, ...]]]:
        """What mem0 keeps of people and things: their names, and the memories linked to each.

        Local qdrant stores alone: elsewhere looking for the collection could make it.
        """
        client = getattr(self._vectors, "client", None)
        name = f"{self._vectors.collection_name}_entities"
        if self.provider != "qdrant" or client is None or not client.collection_exists(name):
            return []
        config = self._config.vector_store.config.model_copy(
            update={"collection_name": name, "client": client}
        )
        found = []
        for one in self._all(self._opened(config)):
            payload = one.payload or {}
            linked = payload.get("linked_memory_ids") or ()
            found.append((str(payload.get("data", "")), tuple(map(str, linked))))
        return sorted(found)

    def changes(self) -> Iterator[Change]:
        """The lines of mem0's history, in the order in which they were written.

        Raises:
            StoreError: Its file cannot be read.
        """
        for memory, event, old, new in self._rows(
            "SELECT memory_id, event, old_memory, new_memory FROM history ORDER BY rowid"
        ):
            yield Change(memory=str(memory), event=str(event), old=old or "", new=new or "")

    def raw_messages(self) -> int:
        """How many messages mem0 keeps word for word beside its memories."""
        rows = self._rows("SELECT count(*) FROM messages")
        return next((int(row[0]) for row in rows), 0)

    def _rows(self, statement: str) -> list[tuple[Any, ...]]:
        path = str(self._config.history_db_path)
        if path == ":memory:" or not Path(path).is_file():
            return []
        try:
            with closing(
                sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro", uri=True)
            ) as db:
                return db.execute(statement).fetchall()
        except sqlite3.Error as error:
            if "no such table" in str(error):
                return []
            raise StoreError(
                f"mem0's history {path} cannot be read: {error}.",
                hint="Check `history_db_path`.",
            ) from error


def open_peer(config: Mapping[str, Any]) -> Any:  # noqa: ANN401 - an object of mem0's
    """Open mem0 itself, with its model and its embedder; its telemetry is off.

    Raises:
        ConfigError: It is not installed, or refuses the configuration.
        StoreError: It cannot be opened.
    """
    os.environ["MEM0_TELEMETRY"] = "False"
    _modules()
    try:
        return import_module("mem0").Memory.from_config(dict(config))
    except ValueError as error:
        raise ConfigError(
            f"mem0 refuses this configuration: {error}.", hint="Give the one that it runs with."
        ) from error
    except Exception as error:
        raise StoreError(
            f"mem0 cannot be opened: {error}.",
            hint="Check its store, its keys, and that no other program has it open.",
        ) from error


def _modules() -> tuple[Any, Any]:
    try:
        return import_module("mem0.configs.base"), import_module("mem0.utils.factory")
    except ImportError as error:
        raise ConfigError(
            f"mem0 is not installed here ({error}).",
            hint="Install it beside Infold, with the packages of its back end: pip install mem0ai",
        ) from error


def _flat(found: Any) -> list[Any]:  # noqa: ANN401 - back ends answer in several shapes
    """Records of an answer: a list, a list of one list, or a pair of a list and where to go on."""
    if isinstance(found, tuple | list) and found and isinstance(found[0], tuple | list):
        return list(found[0])
    return list(found or ()) if isinstance(found, Iterable) else []


def memory_of(identity: str, payload: Mapping[str, Any]) -> Mem0Memory:
    """A memory from what mem0 keeps beside its vector."""
    return Mem0Memory(
        id=identity,
        text=str(payload.get("data") or ""),
        user=str(payload.get("user_id") or ""),
        agent=_name(payload.get("agent_id")),
        run=_name(payload.get("run_id")),
        created=_moment(payload.get("created_at")),
        updated=_moment(payload.get("updated_at")),
        expires=_last_day(payload.get("expiration_date")),
        role=str(payload.get("role") or ""),
        metadata={key: value for key, value in payload.items() if key not in _OWN},
    )


def _name(value: object) -> str | None:
    return str(value) if value not in (None, "") else None


def _moment(value: object) -> datetime | None:
    """A time of mem0's: ISO 8601, or seconds since 1970; read in UTC where it has no zone."""
    try:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return datetime.fromtimestamp(value, UTC)
        at = datetime.fromisoformat(str(value))
    except (ValueError, OverflowError, OSError):
        return None
    return at if at.tzinfo is not None else at.replace(tzinfo=UTC)


def _last_day(value: object) -> datetime | None:
    """From when mem0 hides what has an expiration date: the end of that day, in UTC."""
    try:
        last = date.fromisoformat(str(value)[:10])
    except ValueError:
        return None
    return datetime.combine(last, time(), UTC) + timedelta(days=1)

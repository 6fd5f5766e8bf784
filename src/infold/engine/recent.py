"""The most recently used entries of a cache, bounded in bytes; shared by contexts and search."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, Protocol, TypeVar

from infold.recall.index import Index


class Indexed(Protocol):
    """What an entry holds that takes room."""

    index: Index


K = TypeVar("K", bound=Hashable)
E = TypeVar("E", bound=Indexed)


class Recent(Generic[K, E]):
    """Entries by key, the least recently used dropped first. Safe from any thread.

    Args:
        limit: Bytes that all indexes together may take; the entry in use is always kept.
        make: Makes an empty entry.
    """

    def __init__(self, limit: int, make: Callable[[], E]) -> None:
        self._limit = limit
        self._make = make
        self._lock = threading.Lock()
        self._entries: OrderedDict[K, E] = OrderedDict()

    @property
    def nbytes(self) -> int:
        """Bytes that the indexes take now."""
        with self._lock:
            return self._sum()

    def take(self, key: K) -> E:
        """The entry of a key, made where there is none, and now the most recent."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                entry = self._entries[key] = self._make()
            self._entries.move_to_end(key)
            return entry

    def trim(self) -> None:
        """Drop the least recently used entries until the rest fits; the newest stays."""
        with self._lock:
            total = self._sum()
            while total > self._limit and len(self._entries) > 1:
                _, entry = self._entries.popitem(last=False)
                total -= entry.index.nbytes

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._entries.clear()

    def _sum(self) -> int:
        return sum(entry.index.nbytes for entry in self._entries.values())

"""The most recently used entries of all caches of a process, under one bound of bytes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Protocol, TypeAlias, TypeVar, cast


class Held(Protocol):
    """What a cache keeps."""

    @property
    def nbytes(self) -> int:
        """All bytes that it keeps alive, as near as can be told without walking them."""
        ...


E = TypeVar("E", bound=Held)

Key: TypeAlias = tuple[Hashable, ...]
"""Begins with the name of the cache that the entry belongs to."""


class Recent:
    """Entries by key, the least recently used dropped first. Safe from any thread.

    Contexts, search and placing share one, so that one setting bounds them together. Sizes are
    asked for when an entry is settled, not when others are: settling costs the same for any number
    of entries.

    Args:
        limit: Bytes that all entries together may take; the one settled last is always kept.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._lock = threading.Lock()
        self._entries: OrderedDict[Key, Held] = OrderedDict()
        self._sizes: dict[Key, int] = {}
        self._total = 0

    @property
    def nbytes(self) -> int:
        """Bytes that the entries took when each was settled last."""
        with self._lock:
            return self._total

    def __len__(self) -> int:
        with self._lock:
            return len(self._entries)

    def __contains__(self, key: Key) -> bool:
        with self._lock:
            return key in self._entries

    def take(self, key: Key, make: Callable[[], E]) -> E:
        """The entry of a key, made where there is none, and now the most recent."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                entry = self._entries[key] = make()
                self._sizes[key] = 0
            self._entries.move_to_end(key)
            # A key begins with its cache's name, and a cache makes entries of one type.
            return cast(E, entry)

    def settle(self, key: Key, entry: Held) -> None:
        """Count what an entry takes now, and drop the least recently used until the rest fits.

        An entry that was dropped while it was in use is passed over.
        """
        size = entry.nbytes
        with self._lock:
            if self._entries.get(key) is not entry:
                return
            self._total += size - self._sizes[key]
            self._sizes[key] = size
            self._entries.move_to_end(key)
            while self._total > self._limit and len(self._entries) > 1:
                oldest, _ = self._entries.popitem(last=False)
                self._total -= self._sizes.pop(oldest)

    def put(self, key: Key, entry: Held) -> None:
        """Keep an entry in place of whatever the key has."""
        self.drop(key)
        self.take(key, lambda: entry)
        self.settle(key, entry)

    def pop(self, key: Key) -> Held | None:
        """Take an entry out: whoever takes it owns it."""
        with self._lock:
            self._total -= self._sizes.pop(key, 0)
            return self._entries.pop(key, None)

    def drop(self, key: Key, entry: Held | None = None) -> None:
        """Forget an entry; where one is given, only if the key still has that one."""
        with self._lock:
            if entry is None or self._entries.get(key) is entry:
                self._total -= self._sizes.pop(key, 0)
                self._entries.pop(key, None)

    def clear(self, cache: Hashable) -> None:
        """Forget every entry of one cache."""
        with self._lock:
            for key in [key for key in self._entries if key[0] == cache]:
                del self._entries[key]
                self._total -= self._sizes.pop(key)

    def forget(self, user: str) -> None:
        """Forget every entry of a user: something of the user was erased."""
        with self._lock:
            for key in list(self._entries):
                if any(getattr(part, "user", None) == user for part in key):
                    del self._entries[key]
                    self._total -= self._sizes.pop(key)

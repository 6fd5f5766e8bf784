"""What a scan looks for after an erasure: pieces of what was erased, as they stood on disk."""

from __future__ import annotations

import hashlib
import heapq
import json
import re
from collections.abc import Iterable
from typing import Final

__all__ = ["Sample", "forms", "pieces", "sealed", "unsealed"]

KEPT: Final = 240
"""Pieces that are looked for; of more, those with the smallest hashes."""
LONGEST: Final = 48
"""Bytes of a piece."""
_READ: Final = 65_536
"""Characters of a text that are looked at."""
_LEAST: Final = 12
_WORD: Final = 8
_WORDS: Final = re.compile(r"[^\W_]+(?:[-_.@/:][^\W_]+)*")
_ID: Final = re.compile(r"[a-z]_[0-9a-f]{32}")


def pieces(value: str | bytes) -> list[str | bytes]:
    """Pieces of a text or of stored bytes that are long enough to be told from others.

    Of a text its beginning and the longest word near it; of bytes their beginning and a stretch of
    their middle. A short text that could stand anywhere gives none.
    """
    if isinstance(value, bytes):
        middle = len(value) // 2
        found = [value[:LONGEST], value[middle : middle + LONGEST]]
        return [piece for piece in found if len(piece) >= _LEAST and len(set(piece)) > 1]
    # Ids of records stay on record: only what stands between them is told from others.
    text = max(_ID.split(value[:_READ]), key=len).strip()
    out: list[str | bytes] = []
    start = _cut(text)
    if len(_bytes(start)) >= _LEAST:
        out.append(start)
    longest = max(_WORDS.findall(text), key=lambda word: len(_bytes(word)), default="")
    if len(_bytes(longest)) >= _WORD and longest != start:
        out.append(_cut(longest))
    return out


def forms(piece: str | bytes) -> list[bytes]:
    """The byte strings that a piece can be on disk: UTF-8, UTF-16, and the escapes of JSON."""
    if isinstance(piece, bytes):
        return [piece]
    wide = "surrogatepass"
    out = [_bytes(piece), piece.encode("utf-16-le", wide), piece.encode("utf-16-be", wide)]
    escaped = (json.dumps(piece), json.dumps(piece, ensure_ascii=False))
    out += [_bytes(one[1:-1]) for one in escaped]
    return list(dict.fromkeys(out))


class Sample:
    """At most `KEPT` pieces of all that is given: the same ones in whatever order it comes.

    Args:
        secret: Of the space; the choice hangs on it.
        kept: Pieces that were chosen before.
    """

    def __init__(self, secret: bytes, kept: Iterable[str | bytes] = ()) -> None:
        self._key = hashlib.sha256(secret).digest()
        self._heap: list[tuple[int, bool, bytes]] = []
        self._known: set[tuple[bool, bytes]] = set()
        for piece in kept:
            self._take(piece)

    @property
    def kept(self) -> list[str | bytes]:
        """The pieces, in an order of their own."""
        return [
            raw.decode("utf-8", "surrogatepass") if is_text else raw
            for _, is_text, raw in sorted(self._heap, reverse=True)
        ]

    def add(self, *values: str | bytes | None) -> None:
        """Take pieces of texts or bytes that are erased."""
        for value in values:
            for piece in pieces(value) if value else ():
                self._take(piece)

    def _take(self, piece: str | bytes) -> None:
        is_text = isinstance(piece, str)
        raw = _bytes(piece) if isinstance(piece, str) else piece
        digest = hashlib.blake2b(raw, key=self._key, digest_size=8).digest()
        item = (-int.from_bytes(digest), is_text, raw)
        if (is_text, raw) in self._known or (len(self._heap) >= KEPT and item <= self._heap[0]):
            return
        self._known.add((is_text, raw))
        if len(self._heap) < KEPT:
            heapq.heappush(self._heap, item)
        else:
            _, was_text, gone = heapq.heapreplace(self._heap, item)
            self._known.discard((was_text, gone))


def sealed(pieces_: Iterable[str | bytes], secret: bytes, name: str) -> bytes:
    """Pieces as bytes that do not show them: what is looked for must not itself be found.

    No protection from who has the store, which holds the secret, too.

    Args:
        pieces_: Any.
        secret: Of the space.
        name: Told apart from others' by it.
    """
    data = json.dumps(
        [one if isinstance(one, str) else {"hex": one.hex()} for one in pieces_]
    ).encode()
    return _mixed(data, secret, name)


def unsealed(data: bytes, secret: bytes, name: str) -> list[str | bytes]:
    """The pieces that `sealed` hid."""
    found = json.loads(_mixed(data, secret, name) or b"[]")
    return [one if isinstance(one, str) else bytes.fromhex(one["hex"]) for one in found]


def _mixed(data: bytes, secret: bytes, name: str) -> bytes:
    stream = hashlib.shake_256(
        b"infold/sealed/1\n" + hashlib.sha256(secret).digest() + name.encode("utf-8")
    ).digest(len(data))
    return bytes(a ^ b for a, b in zip(data, stream, strict=True))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _cut(text: str) -> str:
    """The beginning of a text, of at most `LONGEST` bytes."""
    return _bytes(text)[:LONGEST].decode("utf-8", "ignore")

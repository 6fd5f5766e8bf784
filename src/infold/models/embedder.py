"""What an embedder is, and the two steps that all embedders share.

An embedder turns texts into unit vectors whose dot product says how near two texts are. Vectors
of different embedders never meet in one matrix: each carries its embedder's `id`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from infold.models.surrogates import without_surrogates

__all__ = ["Embedder", "Vectors", "readable", "unit_rows"]

Vectors = NDArray[np.float32]
"""Float32 of shape (texts, dim)."""


class Embedder(Protocol):
    """Texts in, unit vectors out; local, deterministic and safe to call from several threads."""

    @property
    def id(self) -> str:
        """Name, version and dimension, as stored beside every vector: `wordllama-0.4.0-256`."""
        ...

    @property
    def dim(self) -> int:
        """Length of a vector."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed texts.

        Args:
            texts: Any texts, in any language.

        Returns:
            Float32 of shape (len(texts), dim). Rows have length 1; the row of a text that holds
            nothing to read is zero. A text gets the same bytes whatever else is in the call.

        Raises:
            ConfigError: The embedder's files are missing or are not those of its id.
        """
        ...


def readable(text: str, limit: int) -> str:
    """Prepare a text for a tokenizer: bounded, valid Unicode, one spelling of each character.

    Composed and decomposed accents and Hangul (as macOS writes them) become equal (NFC). Two
    surrogates that make a pair are joined; a lone one becomes U+FFFD, which UTF-8 can carry.

    Args:
        text: Any text.
        limit: Characters to keep from the first one that is not white space.

    Returns:
        At most `limit` characters; empty where the text holds white space only. The cost does
        not grow with the length of the text beyond its leading white space.
    """
    head = text.lstrip()[:limit].rstrip()
    if head.isascii():
        return head
    return unicodedata.normalize("NFC", without_surrogates(head))[:limit]


def unit_rows(sums: Vectors) -> Vectors:
    """Scale each row to length 1, in place; rows of zeros stay zero.

    Args:
        sums: Float32 of shape (n, dim). Each row is treated alone, so that a text's vector does
            not depend on the others of its call.

    Returns:
        The same array.
    """
    lengths = np.sqrt(np.einsum("ij,ij->i", sums, sums, dtype=np.float64))
    lengths[lengths == 0.0] = 1.0
    sums /= lengths[:, None]
    return sums

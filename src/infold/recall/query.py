"""A question as search reads it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from infold.recall.terms import term_hashes
from infold.text.analysis import analyze


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Query:
    """A question, read once.

    Attributes:
        text: As it was asked.
        terms: Hashes of its search terms, in order, with repetitions.
        vector: Its unit vector (dim,), of the embedder of the index; None for words alone.
        now: When it is asked; None where that is not known.
    """

    text: str
    terms: NDArray[np.uint32]
    vector: NDArray[np.float32] | None = None
    now: datetime | None = None


def make_query(
    text: str, *, vector: NDArray[np.float32] | None = None, now: datetime | None = None
) -> Query:
    """Read a question into a `Query`."""
    return Query(text=text, terms=term_hashes(analyze(text)), vector=vector, now=now)

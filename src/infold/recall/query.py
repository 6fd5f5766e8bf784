"""A question as search reads it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

import numpy as np
from numpy.typing import NDArray

from infold.recall.terms import term_hashes
from infold.text.analysis import analyze

READ: Final = 20_000
"""Characters that are read of a question."""


def asked(question: str) -> str:
    """What is read of a question: of a longer one than `READ` its beginning and its end."""
    if len(question) <= READ:
        return question
    half = READ // 2
    return f"{question[: half - 1]}\n{question[-half:]}"


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

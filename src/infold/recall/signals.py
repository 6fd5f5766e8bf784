"""Signals: each gives every message of the path a score for one reason.

Words (BM25, Robertson and Zaragoza 2009), near terms and vectors look at a message alone; what
stands around it is for the features of the best. None prefers recent messages; the hot window shows
those.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from infold.recall.field import Field, Scores, Searched
from infold.recall.query import Query
from infold.recall.speakers import MOST_AUTHORS
from infold.recall.terms import term_hashes
from infold.recall.thesaurus import Thesaurus
from infold.text.analysis import analyze

K1 = 1.2
B = 0.6


def rarity(field: Searched, holders: int) -> float:
    """Weight of a term that `holders` messages hold: BM25's inverse document frequency."""
    return math.log(1.0 + (field.total - holders + 0.5) / (holders + 0.5))


def lexical(field: Searched, terms: NDArray[np.uint32]) -> Scores:
    """BM25 of the question's terms; a term that is asked twice counts twice.

    Cost: what the terms' postings hold.
    """
    out = np.zeros(len(field))
    if not len(field):
        return out
    asked, times = np.unique(terms, return_counts=True)
    for term, weight in zip(asked.tolist(), times.tolist(), strict=True):
        places, counts = field.where(term)
        if len(places):
            norm = K1 * (1.0 - B + B * field.lengths[places] / field.mean_length)
            gain = counts * (K1 + 1.0) / (counts + norm)
            out[places] += weight * rarity(field, field.spread(term, places)) * gain
    return out


def dense(field: Field, vector: NDArray[np.float32] | None) -> Scores:
    """Cosine of the message's vector with the question's, never below 0.

    A message that has no vector yet scores 0 here and ranks by its words.
    """
    if vector is None or not field.snapshot.vectors:
        return np.zeros(len(field))
    cosine: Scores = field.take(field.snapshot.similarity(vector)).astype(np.float64)
    return np.maximum(cosine, 0.0)


def soft_matches(
    field: Field,
    terms: NDArray[np.uint32],
    holders: Sequence[NDArray[np.int64]],
    thesaurus: Thesaurus,
) -> NDArray[np.float32]:
    """How near each message comes to each term of a question.

    Args:
        field: The path.
        terms: (q,) distinct terms.
        holders: For each the places that hold it.
        thesaurus: Nearest terms of a term.

    Returns:
        (q, n): 1 where a message holds the term itself, else the nearness of its nearest term.
        Cost: the postings of all those terms.
    """
    out = np.zeros((len(terms), len(field)), np.float32)
    near = [thesaurus.nearest(term) for term in terms.tolist()]
    wanted = np.unique(np.concatenate([hashes for hashes, _ in near] or [terms]))
    at = field.holders(wanted)
    for row, (hashes, nearness) in enumerate(near):
        # From the farthest to the nearest, so that the nearest stands.
        for found, much in zip(
            np.searchsorted(wanted, hashes)[::-1].tolist(), nearness[::-1].tolist(), strict=True
        ):
            out[row, at[found]] = much
        out[row, holders[row]] = 1.0
    return out


def content_terms(field: Searched, query: Query) -> NDArray[np.uint32]:
    """The question's terms without names of authors: those say who spoke, not what about.

    All terms where nothing else is left.
    """
    names = [name for _, name in field.authors[:MOST_AUTHORS]]
    rest = query.terms[~np.isin(query.terms, term_hashes(t for n in names for t in analyze(n)))]
    return rest if len(rest) else query.terms

"""What the features of a question's candidates are made from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from infold.core.forward import Flag
from infold.recall import signals
from infold.recall.asked_days import asked_days
from infold.recall.bridges import over_bridges
from infold.recall.candidates import candidates
from infold.recall.field import Field, Scores
from infold.recall.fusion import to_unit
from infold.recall.hits import Hits, strong_hits
from infold.recall.query import Query
from infold.recall.speakers import Named, named_authors
from infold.recall.thesaurus import Thesaurus
from infold.text.asking import Ask, asks

MOST_TERMS = 12
"""Terms of a question that are matched one by one, the rarest that stand on the path."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Asked:
    """The question's terms and how rare each is.

    Attributes:
        terms: (q,) distinct terms without names of authors.
        rarity: (q,) their inverse document frequencies on the path.
        total: Their sum, a little above 0.
    """

    terms: NDArray[np.uint32]
    rarity: Scores
    total: float

    def share(self, matched: NDArray[np.float32] | Scores) -> Scores:
        """Share of the question's weight that is matched: (q, m) → (m,)."""
        out: Scores = (self.rarity @ matched) / self.total
        return out


class Scene:
    """A question before the messages of a path: signals of all, and the candidates.

    Arrays over the path have length n, those over the candidates length k. Cost: the postings of
    the question's terms and of their nearest terms, and one pass over the vectors.

    Args:
        field: The path.
        query: The question.
        thesaurus: Nearest terms of a term.
    """

    def __init__(self, field: Field, query: Query, thesaurus: Thesaurus) -> None:
        self.field = field
        self.query = query
        self.kinds: Ask = asks(query.text)
        self.named: Named = named_authors(field, query.text)
        content = signals.content_terms(field, query)
        _, first = np.unique(content, return_index=True)
        distinct = terms = content[np.sort(first)]
        holders = field.holders(terms)
        rarity = np.array(
            [
                signals.rarity(field, field.spread(term, places))
                for term, places in zip(terms.tolist(), holders, strict=True)
            ]
        )
        if len(terms) > MOST_TERMS:  # a pasted text: BM25 has them all, the rest its rarest
            held = np.array([len(places) > 0 for places in holders])
            keep = np.argsort(-np.round(np.where(held, rarity, 0.0), 9), kind="stable")
            keep = np.sort(keep[:MOST_TERMS])
            terms, rarity = terms[keep], rarity[keep]
            holders = [holders[i] for i in keep.tolist()]
        self.asked = Asked(terms=terms, rarity=rarity, total=float(rarity.sum()) + 1e-9)
        self.matches = signals.soft_matches(field, terms, holders, thesaurus)
        self.words = to_unit(signals.lexical(field, distinct))
        self.vectors = to_unit(signals.dense(field, query.vector))
        self.soft = self.asked.share(self.matches)
        self.both = 0.5 * self.words + 0.5 * self.vectors
        self.month, self.day = asked_days(field, query)
        first_look = np.round(self.both + 0.5 * self.soft, 9)
        self.hits: Hits = strong_hits(first_look, field.has(Flag.FILLER))
        self.bridges = over_bridges(self)
        self.places = candidates(self)

    def __len__(self) -> int:
        return len(self.places)

    def own(self, values: NDArray[np.generic]) -> Scores:
        """The candidates' values of an array over the path."""
        return values[..., self.places].astype(np.float64)

    def around(self, values: NDArray[np.generic], distance: int) -> Scores:
        """Values beside the candidates: distance 1 is the message before, -1 the next; else 0."""
        at = self.places - distance
        inside = (at >= 0) & (at < len(self.field))
        near = values[..., np.clip(at, 0, len(self.field) - 1)]
        return np.where(inside, near, 0).astype(np.float64)

    def has(self, flag: Flag) -> Scores:
        """1 for candidates that carry a flag, else 0."""
        return self.own(self.field.has(flag))

    def wants(self, kind: Ask) -> float:
        """1 where the question is of a kind, else 0."""
        return float(bool(self.kinds & kind))

    @cached_property
    def lengths(self) -> Scores:
        """(k,) terms of each candidate."""
        return self.own(self.field.lengths)

    @cached_property
    def soft_around(self) -> Scores:
        """(q, k) best match of each term in a candidate or, for less, in those beside it."""
        best = self.own(self.matches)
        for distance, share in ((1, 0.7), (-1, 0.7), (2, 0.5), (-2, 0.5)):
            best = np.maximum(best, share * self.around(self.matches, distance))
        return best

    @cached_property
    def day_of(self) -> NDArray[np.int64]:
        """(k,) which of the days a candidate belongs to."""
        return np.searchsorted(self.field.day_starts, self.places, side="right") - 1

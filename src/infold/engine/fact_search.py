"""Searching the facts of a scope: relevance first, then confidence now, importance and recency."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from types import MappingProxyType
from typing import Final

import numpy as np

from infold.core.scope import Scope
from infold.engine.known_facts import KnownFacts, Wanted
from infold.engine.recent import Recent
from infold.engine.records import Hit
from infold.memory.retention import Retention
from infold.memory.standing import known
from infold.recall.facts import rank_facts
from infold.recall.query import Query
from infold.store.protocol import Reader
from infold.store.rows import microseconds

__all__ = ["BOUND", "WEIGHTS", "FactSearches"]

CACHE: Final = "facts"
BOUND: Final = 0.15
"""By so much of its relevance a fact can fall for being unsure, unimportant, old or hearsay."""
WEIGHTS: Final = MappingProxyType(
    {"confidence": 0.5, "importance": 0.25, "recency": 0.15, "trust": 0.1}
)
"""What that is made of; they add up to 1."""
_RECENT: Final = timedelta(days=30)
"""Recency halves in this time since a fact was last said or confirmed."""
_DEPTH: Final = 500


@dataclass(slots=True)
class FactSearches:
    """Answers questions from facts; one entry for each scope that was asked.

    Attributes:
        recent: Where entries are kept, together with the other caches of the process.
        retention: How confidence falls.
        embedder: Id of the embedder whose vectors are read; empty for none.
    """

    recent: Recent
    retention: Retention
    embedder: str

    def hits(
        self,
        reader: Reader,
        scope: Scope,
        query: Query,
        wanted: Wanted,
        *,
        k: int,
        explain: bool = False,
    ) -> list[Hit]:
        """The best facts for a question.

        Args:
            reader: A snapshot.
            scope: Whose.
            query: The question.
            wanted: Which facts may be found.
            k: At most so many.
            explain: Give the parts of each score.

        Returns:
            Hits, best first; equal ones by number.
        """
        key = (CACHE, scope)
        entry = self.recent.take(key, KnownFacts)
        try:
            with entry.lock:
                version = reader.scope_version(scope)
                if entry.version is not None and version.is_before(entry.version):
                    entry = KnownFacts()  # an older snapshot than the one that is kept
                entry.refresh(reader, scope, embedder=self.embedder, version=version)
                return self._hits(reader, scope, entry, query, wanted, k=k, explain=explain)
        finally:
            if len(entry.numbers):
                self.recent.settle(key, entry)
            else:
                self.recent.drop(key, entry)

    def _hits(
        self,
        reader: Reader,
        scope: Scope,
        entry: KnownFacts,
        query: Query,
        wanted: Wanted,
        *,
        k: int,
        explain: bool,
    ) -> list[Hit]:
        if not len(entry.numbers):
            return []
        field, columns = entry.wanted(wanted, self.retention)
        ranking = rank_facts(field, query, limit=max(k, _DEPTH))
        docs = ranking.positions
        age = np.maximum(0, microseconds(wanted.at) - columns.confirmed[docs])
        parts = {
            "confidence": columns.sure(wanted.at)[docs],
            "importance": columns.importance[docs],
            "recency": 2.0 ** -(age / (_RECENT / timedelta(microseconds=1))),
            "trust": columns.trust[docs],
        }
        worth = sum(weight * parts[name] for name, weight in WEIGHTS.items())
        scores = np.round(ranking.scores * (1.0 - BOUND * (1.0 - worth)), 9)
        order = np.lexsort((docs, -scores))[:k]
        numbers = entry.numbers[docs[order]].tolist()
        rows = {row.number: row for row in reader.facts_at(scope, numbers)}
        hits = []
        for number, at in zip(numbers, order.tolist(), strict=True):
            row = rows[number]
            explained = None
            if explain:
                explained = {"relevance": round(float(ranking.scores[at]), 6)}
                explained |= {name: round(float(part[at]), 6) for name, part in parts.items()}
            hits.append(
                Hit(
                    kind="fact",
                    id=row.fact.id,
                    conversation="",
                    title=row.fact.kind,
                    text=row.fact.text,
                    score=round(float(scores[at]), 6),
                    at=row.fact.valid_from or row.fact.recorded_at,
                    fact=known(row.fact, row.standing, wanted.at, self.retention),
                    parts=explained,
                )
            )
        return hits

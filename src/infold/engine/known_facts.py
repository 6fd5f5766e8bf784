"""What a process keeps of a user's facts to search them: columns, postings and vectors.

Brought up to each snapshot by what was added and what changed since: a user of 500 facts is read in
some milliseconds, and asked in a few.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final

import numpy as np
from numpy.typing import NDArray

from infold.core.facts import FACT_KINDS, ORIGINS, FactKind, Origin, Slot, Standing
from infold.core.scope import Scope
from infold.errors import UsageError
from infold.memory.decay import slowed
from infold.memory.retention import Retention
from infold.recall.field import Field
from infold.recall.index import Index
from infold.store.fact_protocol import FactHead, FactState
from infold.store.protocol import Reader, ScopeVersion
from infold.store.rows import from_microseconds, microseconds

_FACT_BYTES: Final = 900
"""A fact's head and standing, as Python keeps them."""
_NEVER: Final = np.int64(2**62)
_ALWAYS: Final = np.int64(-(2**62))
_MICROSECOND: Final = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which facts may be found.

    Attributes:
        at: The moment of which is asked.
        is_now: Whether that is the present.
        least: Least confidence at that moment.
        kinds: Kinds of facts; all where it is empty.
        origins: Likewise.
        slot: Only this one; any where it is None.

    Raises:
        UsageError: A kind or an origin is none.
    """

    at: datetime
    is_now: bool
    least: float
    kinds: tuple[FactKind, ...] = ()
    origins: tuple[Origin, ...] = ()
    slot: Slot | None = None

    def __post_init__(self) -> None:
        """Refuse kinds and origins that there are not."""
        for name, given, known in (
            ("kind of fact", self.kinds, FACT_KINDS),
            ("origin", self.origins, ORIGINS),
        ):
            unknown = sorted({str(one) for one in given} - set(known))
            if unknown:
                raise UsageError(
                    f"No such {name}: {', '.join(unknown):.80}.",
                    hint=f"Choose from {', '.join(known)}.",
                )


@dataclass(slots=True)
class KnownFacts:
    """One scope's facts. Every method is called under its lock."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    version: ScopeVersion | None = None
    numbers: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    heads: list[FactHead] = field(default_factory=list)
    standings: list[Standing | None] = field(default_factory=list)
    index: Index = field(default_factory=Index)
    vectors_to: int = 0
    columns: _Columns | None = None
    field_: Field | None = None

    @property
    def nbytes(self) -> int:
        """Bytes that it keeps."""
        return (
            self.index.nbytes
            + self.numbers.nbytes
            + _FACT_BYTES * len(self.heads)
            + (0 if self.columns is None else self.columns.nbytes)
            + (0 if self.field_ is None else self.field_.nbytes + self.field_.path.nbytes)
        )

    def refresh(
        self, reader: Reader, scope: Scope, *, embedder: str, version: ScopeVersion
    ) -> None:
        """Bring it up to a snapshot that is not older than the one it stands at."""
        old = self.version
        if old == version:
            return
        if old is not None and (old.erase_epoch, old.index_version) != (
            version.erase_epoch,
            version.index_version,
        ):
            self._begin()
            old = None
        totals = reader.fact_totals(scope)
        after = int(self.numbers[-1]) if len(self.numbers) else 0
        if totals.facts > after:
            self._pull(reader, scope, after)
        if len(self.numbers):
            changed = -1 if old is None else old.version
            states = reader.fact_states(scope, changed=changed)
            if old is not None and self._has_any(states, "purged"):
                # What was removed for good is not kept in memory either.
                self._begin()
                self._pull(reader, scope, 0)
                states = reader.fact_states(scope)
            self._stand(states)
            if embedder and self.vectors_to < totals.embedded_to:
                found, vectors = reader.fact_vectors(scope, embedder, after=self.vectors_to)
                inside = np.isin(found, self.numbers)
                docs = np.searchsorted(self.numbers, found[inside])
                self.index.set_vectors(docs, vectors[inside])
                self.vectors_to = totals.embedded_to
        self.version = version

    def _begin(self) -> None:
        self.numbers = np.zeros(0, np.int64)
        self.heads, self.standings = [], []
        self.index, self.vectors_to = Index(), 0
        self.columns = self.field_ = None

    def _pull(self, reader: Reader, scope: Scope, after: int) -> None:
        heads = reader.fact_heads(scope, after=after)
        rows = reader.fact_columns(scope, after=after)
        first = len(self.numbers)
        self.heads += heads
        self.standings += [None] * len(heads)
        self.numbers = np.concatenate([self.numbers, rows.position])
        docs = np.arange(first, first + len(rows.position))
        self.index.extend(replace(rows, position=docs))

    def _has_any(self, states: Sequence[FactState], state: str) -> bool:
        """Whether one of the facts that are kept is in a state."""
        numbers = [one.number for one in states if one.standing.state == state]
        return bool(np.isin(numbers, self.numbers).any())

    def _stand(self, states: Sequence[FactState]) -> None:
        if not states:
            return
        wanted = np.array([state.number for state in states])
        docs = np.searchsorted(self.numbers, wanted)
        for state, doc in zip(states, docs.tolist(), strict=True):
            # Of a purged fact only its standing is left.
            if doc < len(self.numbers) and self.numbers[doc] == state.number:
                self.standings[doc] = state.standing
        self.columns = None

    def wanted(self, wanted: Wanted, retention: Retention) -> tuple[Field, _Columns]:
        """The facts that may be found, and the columns of all.

        Args:
            wanted: Which.
            retention: How confidence falls.
        """
        columns = self.columns
        if columns is None:
            columns = self.columns = _columns(self.heads, self.standings, retention)
        may = columns.visible(wanted)
        docs = np.flatnonzero(may)
        snapshot = self.index.snapshot()
        kept = self.field_
        if kept is None or kept.snapshot is not snapshot or not np.array_equal(kept.path, docs):
            kept = self.field_ = Field(snapshot, docs)
        return kept, columns


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Columns:
    """Facts column by column; times are microseconds. Arrays have length n."""

    live: NDArray[np.bool_]
    pinned: NDArray[np.bool_]
    recorded: NDArray[np.int64]
    confidence: NDArray[np.float64]
    confirmed: NDArray[np.int64]
    importance: NDArray[np.float64]
    trust: NDArray[np.float64]
    expires: NDArray[np.int64]
    begins: NDArray[np.int64]
    ends: NDArray[np.int64]
    several: NDArray[np.int64]
    half: NDArray[np.float64]
    floor: NDArray[np.float64]
    kind: NDArray[np.int8]
    heads: Sequence[FactHead]
    standings: Sequence[Standing | None]

    @property
    def nbytes(self) -> int:
        """Bytes of the arrays."""
        return 90 * len(self.live)

    def sure(self, at: datetime) -> NDArray[np.float64]:
        """(n,) confidence at a moment (`infold.memory.decay.confidence_at`)."""
        age = np.maximum(0, microseconds(at) - self.confirmed)
        fallen = self.confidence * 2.0 ** -(age / self.half)
        fallen = np.maximum(fallen, np.minimum(self.confidence, self.floor))
        sure: NDArray[np.float64] = np.where(self.pinned, self.confidence, fallen)
        return np.round(sure, 9)

    def visible(self, wanted: Wanted) -> NDArray[np.bool_]:
        """(n,) which facts may be found."""
        at = microseconds(wanted.at)
        holds = (self.begins <= at) & (at < self.ends)
        for doc in self.several.tolist():
            holds[doc] = self._holds(doc, wanted.at)
        if wanted.is_now:
            self._let_in_what_was_just_said(holds, at)
        may = self.live & holds & (at < self.expires) & (self.sure(wanted.at) >= wanted.least)
        if wanted.kinds:
            may &= np.isin(self.kind, [FACT_KINDS.index(kind) for kind in wanted.kinds])
        if wanted.origins or wanted.slot is not None:
            may &= np.array(
                [
                    (not wanted.origins or (has is not None and has.origin in wanted.origins))
                    and (wanted.slot is None or head.slot == wanted.slot)
                    for head, has in zip(self.heads, self.standings, strict=True)
                ],
                np.bool_,
            )
        return may

    def _holds(self, doc: int, at: datetime) -> bool:
        standing = self.standings[doc]
        return standing is not None and any(
            (one.begins is None or one.begins <= at) and (one.ends is None or at < one.ends)
            for one in standing.holds
        )

    def _let_in_what_was_just_said(self, holds: NDArray[np.bool_], at: int) -> None:
        """Let what holds since it was recorded do so now, where a clock was set back since.

        The present of a slot is then not before the last that was said of it.
        """
        late = np.flatnonzero((self.begins == self.recorded) & (self.begins > at))
        moments: dict[Slot, int] = {}
        for doc in late.tolist():
            slot = self.heads[doc].slot
            if slot is None:
                holds[doc] = True
            else:
                moments[slot] = max(moments.get(slot, at), int(self.begins[doc]))
        for doc, head in enumerate(self.heads) if moments else ():
            if head.slot in moments:
                holds[doc] = self._holds(doc, from_microseconds(moments[head.slot]))


def _columns(
    heads: Sequence[FactHead], standings: Sequence[Standing | None], retention: Retention
) -> _Columns:
    n = len(heads)
    none = Standing(
        state="purged", confirmed_at=datetime.fromtimestamp(0).astimezone(), confidence=0.0,
        importance=0.0,
    )  # fmt: skip
    rows = [none if one is None else one for one in standings]
    keeping = {kind: retention.of(kind) for kind in FACT_KINDS}
    halves = {
        kind: np.inf if one.decay.half_life is None else one.decay.half_life / _MICROSECOND
        for kind, one in keeping.items()
    }
    one = [row.holds[0] if len(row.holds) == 1 else None for row in rows]
    return _Columns(
        live=np.array(
            [row.state in ("live", "expired") and bool(row.holds) for row in rows], np.bool_
        ),
        pinned=np.array([row.pinned for row in rows], np.bool_),
        recorded=np.array(
            [_NEVER if h.undated is None else microseconds(h.undated) for h in heads], np.int64
        ),
        confidence=np.array([row.confidence for row in rows], np.float64),
        confirmed=np.array([microseconds(row.confirmed_at) for row in rows], np.int64),
        importance=np.array([row.importance for row in rows], np.float64),
        trust=np.array([row.trust for row in rows], np.float64),
        expires=np.array(
            [_NEVER if r.expires_at is None else microseconds(r.expires_at) for r in rows], np.int64
        ),
        begins=np.array(
            [_ALWAYS if h is None or h.begins is None else microseconds(h.begins) for h in one],
            np.int64,
        ),
        ends=np.array(
            [_NEVER if h is None or h.ends is None else microseconds(h.ends) for h in one], np.int64
        ),
        several=np.flatnonzero([len(row.holds) > 1 for row in rows]) if n else np.zeros(0, int),
        half=np.array(
            [
                halves[head.kind] * slowed(row.importance)
                for head, row in zip(heads, rows, strict=True)
            ],
            np.float64,
        ),
        floor=np.array([keeping[head.kind].decay.floor for head in heads], np.float64),
        kind=np.array([FACT_KINDS.index(head.kind) for head in heads], np.int8),
        heads=heads,
        standings=standings,
    )

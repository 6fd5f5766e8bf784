"""Verifying a store: everything that can be derived again is derived again and compared."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from infold.core.folds import Fold
from infold.core.forward import SEVERAL, Flag, ForwardColumns, ForwardRow
from infold.core.ids import content_hash, conversation_id, message_id
from infold.core.messages import Attachment, Message
from infold.core.scope import Scope
from infold.core.tokens import message_tokens
from infold.core.wording import counted
from infold.engine import linkcheck, segments
from infold.engine.episodes import episode_faults
from infold.engine.foreign import foreign_faults
from infold.engine.identity import fold_ids, fold_with_ids, merge_with_id
from infold.engine.verifying_dropped import checkable, dropped_ids, found_by
from infold.engine.verifying_facts import fact_faults
from infold.engine.verifying_graph import graph_faults
from infold.errors import GraphError, InfoldError
from infold.fold.forest import Forest, units_from_placements
from infold.fold.soundness import check as check_claims
from infold.graph.lineage import leaves, topological
from infold.graph.turns import opens_turn
from infold.recall.forward import forward_row, searchable
from infold.store.protocol import ConversationRow, Reader, WireRow

if TYPE_CHECKING:
    from infold.engine.memory import Infold

FaultKind: TypeAlias = Literal[
    "file",
    "id",
    "content",
    "wire",
    "count",
    "forward",
    "vector",
    "segment",
    "supersession",
    "forest",
    "fold",
    "claim",
    "mark",
    "view",
    "change",
    "setting",
    "material",
    "asked",
    "blob",
    "context",
    "fact",
    "episode",
]


_BATCH: Final = 256
_VECTOR_SLACK: Final = 0.002
"""Most by which a component of a vector may be off: float16 keeps three digits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Something in a store that does not agree with what it is derived from.

    Attributes:
        kind: What does not agree.
        record: Id of the record.
        user: Whose it is.
        what: In words.
    """

    kind: FaultKind
    record: str
    user: str
    what: str


def verify(memory: Infold, *, progress: Callable[[int], None] | None = None) -> list[Fault]:
    """See `infold.engine.memory.Infold.verify`. Linear in the store; one conversation at a time."""
    faults = [Fault(kind="file", record="", user="", what=what) for what in memory.store.check()]
    if faults:
        # A damaged file cannot be read reliably: more findings would be noise.
        return faults
    done = 0
    with memory.store.read() as reader:
        waiting = {(job.scope.user, job.subject) for job in reader.jobs(memory.space)}
        for scope in reader.scopes(memory.space):
            faults += _blobs(reader, scope)
            faults += [
                Fault(kind="fact", record=record, user=scope.user, what=what)
                for record, what in fact_faults(memory, reader, scope)
            ]
            try:
                rows = reader.conversations(scope)
            except InfoldError as error:
                what = f"{error.message} The conversations of this user cannot be checked."
                record = error.records[0] if error.records else ""
                faults.append(Fault(kind="content", record=record, user=scope.user, what=what))
                continue
            for row in rows:
                check = _Check(
                    memory=memory,
                    reader=reader,
                    scope=scope,
                    row=row,
                    waiting=(scope.user, row.id) in waiting,
                )
                faults += check.faults()
                done += row.messages
                if progress:
                    progress(done)
    return faults


def _blobs(reader: Reader, scope: Scope) -> Iterator[Fault]:
    for digest in reader.blobs(scope):
        data = reader.blob(scope, digest)
        if data is None or hashlib.sha256(data).hexdigest() != digest:
            yield Fault(
                kind="blob", record=digest, user=scope.user, what="its bytes have another hash"
            )


@dataclass(slots=True, kw_only=True)
class _Check:
    """The checks of one conversation, each a generator of faults.

    `waiting` says that a job is queued for it, so that folds may be missing.
    """

    memory: Infold
    reader: Reader
    scope: Scope
    row: ConversationRow
    waiting: bool

    def faults(self) -> list[Fault]:
        reader, scope, row = self.reader, self.scope, self.row
        try:
            messages = reader.messages(scope, row.id)
            wires = reader.wires(scope, row.id)
        except InfoldError:
            return list(self._unreadable())
        found = list(self._graph(messages, wires))
        if found:
            # Ids, turns and contexts are read off the graph: without it there is nothing to say.
            return found
        parents = _parents(len(messages), wires)
        checks: tuple[tuple[FaultKind, Iterator[Fault]], ...] = (
            ("id", self._ids(messages, parents)),
            ("count", self._counts(messages, parents)),
            ("forward", self._forward(messages, parents)),
            ("vector", self._vectors(messages)),
            ("segment", self._segments()),
            ("supersession", self._supersessions(messages)),
            ("forest", self._forest(messages)),
            ("view", self._views(messages)),
            ("episode", self._episodes(messages)),
            ("blob", self._attachments(messages)),
        )
        for kind, faults in checks:
            found += self._guarded(kind, faults)
        return found or list(self._guarded("context", self._context()))

    def _guarded(self, kind: FaultKind, faults: Iterator[Fault]) -> Iterator[Fault]:
        """Faults; where damage keeps a check from going on, that is the last of them."""
        try:
            yield from faults
        except (InfoldError, ArithmeticError, LookupError, TypeError, ValueError) as error:
            what = error.message if isinstance(error, InfoldError) else repr(error)
            yield self._fault(kind, self.row.id, f"it cannot be read as what it should be: {what}")

    def _fault(self, kind: FaultKind, record: str, what: str) -> Fault:
        return Fault(kind=kind, record=record, user=self.scope.user, what=what)

    def _unreadable(self) -> Iterator[Fault]:
        """The messages that cannot be read, one by one."""
        for position in range(self.row.messages):
            try:
                self.reader.messages(self.scope, self.row.id, [position])
            except InfoldError as error:
                record = error.records[0] if error.records else self.row.id
                yield self._fault("content", record, error.message)

    def _graph(self, messages: Sequence[Message], wires: Sequence[WireRow]) -> Iterator[Fault]:
        if [message.position for message in messages] != list(range(len(messages))):
            yield self._fault("count", self.row.id, "positions have gaps")
            return
        dangling = [
            wire for wire in wires if not (0 <= wire.parent < len(messages) > wire.child >= 0)
        ]
        for wire in dangling:
            yield self._fault(
                "wire",
                self.row.id,
                f"a wire leads from #{wire.parent} to #{wire.child}: no message",
            )
        if dangling:
            return
        try:
            topological(
                len(messages),
                [(wire.parent, wire.child) for wire in wires],
                names=[message.id for message in messages],
            )
        except GraphError as error:
            yield self._fault("wire", self.row.id, error.message)

    def _ids(
        self, messages: Sequence[Message], parents: Sequence[tuple[int, ...]]
    ) -> Iterator[Fault]:
        secret = self.reader.secret(self.scope)
        kept = self.reader.digests(self.scope, self.row.id)
        if not kept and self.row.id != conversation_id(secret, self.row.key):
            yield self._fault("id", self.row.id, "its id does not follow from its key")
        seen: Counter[tuple[tuple[str, ...], str]] = Counter()
        for message in messages:
            digest = content_hash(message)
            above = tuple(messages[parent].id for parent in parents[message.position])
            ordinal = 0
            if not message.source:
                ordinal = seen[above, digest]
                seen[above, digest] += 1
            if message.position in kept:
                if kept[message.position] != digest:
                    yield self._fault("content", message.id, "its content is not what was imported")
                continue
            if message.dropped is not None:
                continue  # what its id is made of is gone
            derived = message_id(secret, self.row.key, message, parents=above, ordinal=ordinal)
            if derived != message.id:
                yield self._fault("id", message.id, f"its content and place give the id {derived}")

    def _counts(
        self, messages: Sequence[Message], parents: Sequence[tuple[int, ...]]
    ) -> Iterator[Fault]:
        row = self.row
        times = [message.at for message in messages if message.at]
        expected = {
            "messages": len(messages),
            "turns": sum(opens_turn(message) for message in messages),
            "branches": len(leaves(parents)),
            "first": min(times, default=None),
            "last": max(times, default=None),
            "hot_tokens": sum(message.tokens for message in messages[row.hot_from :]),
        }
        for name, value in expected.items():
            if getattr(row, name) != value:
                yield self._fault(
                    "count", row.id, f"{name} is recorded as {getattr(row, name)}, not {value}"
                )
        first = 0 if messages else -1
        if not (
            0 <= row.placed_to <= row.hot_from <= len(messages)
            and 0 <= row.heard_to <= len(messages)
            and first <= row.leaf < max(len(messages), first + 1)
        ):
            yield self._fault("count", row.id, "its window or leaf stands outside of its messages")

    def _forward(
        self, messages: Sequence[Message], parents: Sequence[tuple[int, ...]]
    ) -> Iterator[Fault]:
        stored = self.reader.forward(self.scope, self.row.id)
        if stored.position.tolist() != list(range(len(messages))):
            there = set(stored.position.tolist())
            lacking = [message.id for message in messages if message.position not in there]
            for identity in lacking:
                yield self._fault("forward", identity, "it has no search row")
            if not lacking:
                yield self._fault("forward", self.row.id, "it has search rows of no message")
            return
        starts = np.concatenate([[0], np.cumsum(stored.term_counts)])
        instead = found_by(self.reader, self.scope, self.row.id, messages)
        for message, above in zip(messages, parents, strict=True):
            tokens = message_tokens(self.memory.counter, message.parts)
            if message.tokens != tokens:
                yield self._fault(
                    "count",
                    message.id,
                    f"{counted(message.tokens, 'token is', 'tokens are')} recorded, not {tokens}",
                )
            parent = above[0] if len(above) == 1 else (SEVERAL if above else -1)
            words = instead.get(message.position, "")
            if not _same(stored, starts, forward_row(message, parent=parent, instead=words)):
                yield self._fault(
                    "forward", message.id, "its search row does not follow from its text"
                )

    def _vectors(self, messages: Sequence[Message]) -> Iterator[Fault]:
        embedder = self.memory.embedder
        if embedder is None:
            return
        positions, vectors = self.reader.vectors(self.scope, self.row.id, embedder.id)
        if vectors.shape[1:] not in ((embedder.dim,), (0,)):
            yield self._fault("vector", self.row.id, f"vectors have the shape {vectors.shape}")
            return
        stray = positions[(positions < 0) | (positions >= len(messages))].tolist()
        if stray:
            yield self._fault(
                "vector", self.row.id, f"there is a vector of #{stray[0]}: no message"
            )
            return
        for first in range(0, len(positions), _BATCH):
            embedded = [messages[position] for position in positions[first : first + _BATCH]]
            again = embedder.embed([searchable(message) for message in embedded])
            near = np.abs(vectors[first : first + _BATCH] - again).max(axis=1) < _VECTOR_SLACK
            for message, agrees in zip(embedded, near.tolist(), strict=True):
                if not agrees:
                    yield self._fault("vector", message.id, "its vector is not that of its text")

    def _segments(self) -> Iterator[Fault]:
        name = self.memory.embedder.id if self.memory.embedder else ""
        for first in segments.wrong(self.reader, self.scope, self.row.id, name):
            yield self._fault(
                "segment",
                self.row.id,
                f"its search segment at #{first} does not follow from its rows; nothing is lost",
            )

    def _supersessions(self, messages: Sequence[Message]) -> Iterator[Fault]:
        if dropped_ids(messages):
            return  # they were read off texts of which some are gone
        view = self.memory.caches.view(self.reader, self.scope, self.row.id)
        for record, what in linkcheck.wrong(self.reader, self.scope, self.row.id, view):
            yield self._fault("supersession", record, what)

    def _forest(self, messages: Sequence[Message]) -> Iterator[Fault]:
        secret = self.reader.secret(self.scope)
        row = self.row
        placements = self.reader.placements(self.scope, row.id)
        merges = self.reader.merges(self.scope, row.id)
        # Records of another store came with the ids that were minted there: what they say of
        # clusters and spans is checked all the same.
        is_own = not self.reader.digests(self.scope, row.id)
        for merge in merges:
            if is_own and merge_with_id(secret, row.id, merge).id != merge.id:
                yield self._fault("forest", merge.id, "its id does not follow from its units")
        units = sorted(set(placements.values()))
        if sorted(placements) != list(range(row.placed_to)) or any(
            placements.get(unit) != unit for unit in units
        ):
            yield self._fault("forest", row.id, "placed messages and units do not agree")
            return
        try:
            forest = Forest.from_log(units_from_placements(placements), merges)
        except (InfoldError, KeyError, ValueError) as error:
            yield self._fault("forest", row.id, f"the merge log cannot be replayed: {error}")
            return
        members: dict[int, list[str]] = {}
        for position in sorted(placements):
            members.setdefault(forest.find(placements[position]), []).append(messages[position].id)
        by_id = {message.id: message for message in messages}
        gone = dropped_ids(messages)
        standing = []
        for fold in self.reader.folds(self.scope, row.id, ("ready", "pending", "refused")):
            if fold.method == "foreign":
                yield from self._foreign(fold, messages, secret if is_own else b"")
            else:
                standing.append(fold)
        there = {fold.root for fold in standing}
        for root in forest.roots:
            if root in there or self.waiting or not gone.isdisjoint(members[root]):
                continue
            rows = (forward_row(by_id[source], parent=-1) for source in members[root])
            if not all(each.flags & Flag.FILLER for each in rows):
                yield self._fault("fold", row.id, f"the cluster of #{root} has no fold")
        for fold in standing:
            if list(fold.sources) != members.get(fold.root):
                yield self._fault("fold", fold.id, "its sources are not its cluster's messages")
            if is_own and fold_ids(fold_with_ids(secret, row.id, fold)) != fold_ids(fold):
                yield self._fault("fold", fold.id, "its id does not follow from its claims")
            for claim in fold.claims:
                places = [by_id[one].position for one in claim.sources if one in by_id]
                tokens = self.memory.counter.count(claim.text)
                if (sorted(places), tokens) != (list(claim.positions), claim.tokens):
                    yield self._fault(
                        "claim", claim.id, "its tokens or places do not follow from its text"
                    )
            for what in check_claims(
                checkable(fold, gone), [by_id[source] for source in fold.sources if source in by_id]
            ):
                yield self._fault(
                    "claim", fold.id, f"claim {what.claim}: {what.kind} {what.detail}"
                )

    def _foreign(self, fold: Fold, messages: Sequence[Message], secret: bytes) -> Iterator[Fault]:
        """Faults of another tool's fold; where there is a secret, of its ids too."""
        for record, what in foreign_faults(fold, messages, self.memory.counter):
            yield self._fault("fold" if record == fold.id else "claim", record, what)
        if secret and fold_ids(fold_with_ids(secret, self.row.id, fold)) != fold_ids(fold):
            yield self._fault("fold", fold.id, "its id does not follow from its claims")

    def _views(self, messages: Sequence[Message]) -> Iterator[Fault]:
        is_own = not self.reader.digests(self.scope, self.row.id)
        for kind, record, what in graph_faults(
            self.memory, self.reader, self.scope, self.row.id, messages, is_own=is_own
        ):
            yield self._fault(kind, record, what)

    def _episodes(self, messages: Sequence[Message]) -> Iterator[Fault]:
        secret = self.memory.secret
        for record, what in episode_faults(self.reader, self.scope, messages, self.row, secret):
            yield self._fault("episode", record, what)

    def _attachments(self, messages: Sequence[Message]) -> Iterator[Fault]:
        there = set(self.reader.blobs(self.scope))
        for message in messages:
            for part in message.parts:
                if isinstance(part, Attachment) and part.digest and part.digest not in there:
                    yield self._fault(
                        "blob", message.id, f"the bytes of {part.name or part.digest} are missing"
                    )

    def _context(self) -> Iterator[Fault]:
        if not self.row.messages:
            return
        try:
            made = self.memory.contexts.context(self.scope, self.row.id, "", budget=2000)
        except InfoldError as error:
            yield self._fault("context", self.row.id, f"no context can be made: {error.message}")
            return
        counts = made.accounting
        states = sum(counts[state] for state in ("raw", "extracted", "folded", "omitted"))
        if states != counts["total"] or counts["tokens"] > made.budget:
            yield self._fault("context", self.row.id, "the accounting does not add up")


def _parents(count: int, wires: Sequence[WireRow]) -> list[tuple[int, ...]]:
    above: list[list[int]] = [[] for _ in range(count)]
    for wire in wires:
        if wire.kind == "continue":
            above[wire.child].append(wire.parent)
    return [tuple(sorted(parents)) for parents in above]


def _same(stored: ForwardColumns, starts: NDArray[np.int64], row: ForwardRow) -> bool:
    i = row.position
    at = float(stored.at[i])
    return (
        int(stored.parent[i]) == row.parent
        and int(stored.role[i]) == row.role
        and stored.author[i] == row.author
        and (at == row.at or (at != at and row.at != row.at))  # NaN is no time on both sides
        and int(stored.tokens[i]) == row.tokens
        and int(stored.flags[i]) == row.flags
        and stored.terms[starts[i] : starts[i + 1]].tobytes() == row.terms
    )

"""Linking the messages of a conversation: in jobs, and at context time for those they lack.

What a message supersedes depends on it and on its ancestors alone. So a job links every message
once and stores the records; what came since the last job is linked when a context is asked for, and
kept until a job has stored the same.
"""

from __future__ import annotations

import threading
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from infold.core.folds import Span
from infold.core.forward import TELLS, Flag
from infold.core.ids import mint
from infold.core.messages import Message
from infold.core.scope import Scope
from infold.core.supersessions import LINKING_RULES, Linked, Supersession
from infold.engine.caches import View, path_to
from infold.engine.recent import Recent
from infold.engine.unerased import require_unerased
from infold.errors import Conflict, NotFound, UsageError
from infold.fold.history import MOST_CANDIDATES, MOST_HOLDERS, best_places, may_hold, search_terms
from infold.fold.replacing import Replacements, replaced_among
from infold.fold.said import Said, read_said
from infold.fold.slots import Rarity
from infold.fold.superseding import supersede
from infold.recall.replaced import NOTHING_REPLACED, Chains, Replaced, replaced_on
from infold.recall.terms import term_hashes
from infold.store.protocol import Reader, Writer
from infold.text.slots import Statement, Value

if TYPE_CHECKING:
    from infold.engine.memory import Infold

CACHE: Final = "links"
_CHUNK: Final = 400
"""Messages that are linked in one transaction."""
_TAIL: Final = 120
"""Newest messages that a context links by itself where no job has."""
_KEPT: Final = 512
"""Messages whose statements are kept between contexts: those that the newest ones ask for."""
_KEPT_IN_JOB: Final = 2_048
"""The same while a job links: with half of them it costs a fifth more."""
_SAID_BYTES: Final = 2_700
_MOST_HOLDING: Final = 2_000
_USER: Final = 1
_SPEAKS: Final = (1, 2)


@dataclass(slots=True, eq=False)
class _Entry:
    lock: threading.Lock = field(default_factory=threading.Lock)
    linked: Linked | None = None
    count: int = 0
    stored: Chains = field(default_factory=Chains)
    withdrawn: dict[tuple[Span, Span], Supersession] = field(default_factory=dict)
    replaced: Replaced = NOTHING_REPLACED
    tail: list[Supersession] = field(default_factory=list)
    tail_to: int = 0
    chains: Chains = field(default_factory=Chains)
    said: OrderedDict[int, Said] = field(default_factory=OrderedDict)
    epoch: int = 0

    def stand_at(self, epoch: int) -> None:
        """Forget all that was read at another epoch: some of it may be erased."""
        if epoch != self.epoch:
            self.linked, self.count, self.tail_to, self.epoch = None, 0, 0, epoch
            self.stored, self.chains, self.replaced = Chains(), Chains(), NOTHING_REPLACED
            self.withdrawn, self.tail, self.said = {}, [], OrderedDict()

    @property
    def nbytes(self) -> int:
        """Bytes of the records and of the statements that are kept."""
        return self.chains.nbytes + _SAID_BYTES * len(self.said)


class Links:
    """Records of conversations by scope, as contexts and jobs need them.

    Args:
        recent: Where they are kept, together with the other caches of the process.
    """

    def __init__(self, recent: Recent) -> None:
        self._recent = recent

    def replaced(self, reader: Reader, scope: Scope, conversation: str, view: View) -> Replaced:
        """What no longer holds on the path of a view, by the newest messages too.

        Args:
            reader: The snapshot that the view was taken of.
            scope: Whose.
            conversation: Its id.
            view: The conversation.
        """
        key = (CACHE, scope, conversation)
        if not view.row.messages:
            # Nothing is there, or not any more: nothing is kept of it.
            self._recent.drop(key)
            return NOTHING_REPLACED
        entry = self._recent.take(key, _Entry)
        with entry.lock:
            entry.stand_at(view.epoch)
            self._refresh(reader, scope, conversation, entry)
            to = entry.linked.to if entry.linked else 0
            first = max(to, entry.tail_to, view.row.messages - _TAIL)
            if first < view.row.messages:
                past = Past(reader, scope, conversation, view, entry.chains, entry.said)
                for position in range(first, view.row.messages):
                    entry.tail += past.link(position)
                entry.tail_to = view.row.messages
            entry.replaced = replaced_on(view.field, entry.chains, entry.replaced)
            replaced = entry.replaced
        self._recent.settle(key, entry)
        return replaced

    def among(
        self,
        reader: Reader,
        scope: Scope,
        conversation: str,
        view: View,
        sources: Sequence[Message],
    ) -> Replacements:
        """What some messages say and others of them replaced, by the newest messages too."""
        self.replaced(reader, scope, conversation, view)
        entry = self._recent.take((CACHE, scope, conversation), _Entry)
        with entry.lock:
            return replaced_among(entry.chains, sources)

    def stored(
        self, reader: Reader, scope: Scope, conversation: str, view: View
    ) -> tuple[Linked | None, Chains, Mapping[tuple[Span, Span], Supersession]]:
        """How far a conversation is linked, the records that are stored, and those withdrawn.

        None of them may be changed: they are kept, and only what is new is read.
        """
        key = (CACHE, scope, conversation)
        entry = self._recent.take(key, _Entry)
        with entry.lock:
            entry.stand_at(view.epoch)
            self._refresh(reader, scope, conversation, entry)
            found = entry.linked, entry.stored, dict(entry.withdrawn)
        self._recent.settle(key, entry)
        return found

    def said(self, scope: Scope, conversation: str, view: View) -> OrderedDict[int, Said]:
        """What is known of the messages of a conversation: a copy, for a job to go on from.

        A job links again what contexts have linked by themselves, from the same messages.
        """
        entry = self._recent.take((CACHE, scope, conversation), _Entry)
        with entry.lock:
            entry.stand_at(view.epoch)
            return OrderedDict(entry.said)

    def _refresh(self, reader: Reader, scope: Scope, conversation: str, entry: _Entry) -> None:
        linked = reader.linked(scope, conversation)
        known = entry.linked
        # Before a job has begun an import may have brought what a person withdrew.
        if linked is not None and linked == known:
            return
        is_same = (
            linked is not None
            and known is not None
            and (linked.rules, linked.changes) == (known.rules, known.changes)
            and linked.to >= known.to
        )
        if not is_same:
            entry.stored, entry.withdrawn, entry.count = Chains(), {}, 0
            entry.replaced = NOTHING_REPLACED
        found = reader.supersessions(scope, conversation, after=entry.count)
        # Another reader may hold the records as they were: they are laid over, not added to.
        entry.stored = entry.stored.over(found)
        entry.withdrawn |= {(one.old, one.new): one for one in found if one.withdrawn_by}
        entry.count += len(found)
        entry.linked = linked
        to = linked.to if linked else 0
        entry.tail = [one for one in entry.tail if one.new_at >= to]
        entry.chains = Chains(entry.tail, below=entry.stored)


class Past:
    """What linking asks of the messages before one (`infold.fold.said.Before`)."""

    def __init__(
        self,
        reader: Reader,
        scope: Scope,
        conversation: str,
        view: View,
        chains: Chains,
        said: OrderedDict[int, Said],
        *,
        kept: int = _KEPT,
    ) -> None:
        self._reader, self._scope, self._conversation = reader, scope, conversation
        self._snapshot = view.field.snapshot
        self._parent = view.parent
        self._chains = chains
        self._said = said
        self._kept = kept
        straight = np.flatnonzero(self._parent != np.arange(len(self._parent)) - 1)
        self._straight = int(straight[0]) if len(straight) else len(self._parent)
        self._path_of = -1
        self._before = 0
        self._inside: NDArray[np.bool_] = np.zeros(len(self._parent), np.bool_)
        self._holders: dict[str, NDArray[np.int64]] = {}

    def link(self, position: int) -> list[Supersession]:
        """The records of one message; they count for those after it."""
        if int(self._snapshot.role[position]) != _USER:
            return []
        said = self._read([position])[0]
        if not said.statements:
            return []
        self._stand_before(position)
        found = supersede(said, self)
        self._chains.add(found)
        return found

    # ------------------------------------------------------------ Before

    def rarity(self, statement: Statement) -> Rarity:
        """See `infold.fold.said.Before.rarity`."""
        keys = {key for word in statement.words for key in word.keys}
        self._look_up(keys)
        holders = {
            word.term: min(len(self._holders[key]) for key in word.keys)
            for word in statement.words
            if word.keys
        }
        return Rarity(messages=self._before, holders=holders)

    def candidates(self, statement: Statement, value: Value | None) -> Sequence[Said]:
        """See `infold.fold.said.Before.candidates`."""
        terms = search_terms(statement, value, self.rarity(statement))
        self._look_up(terms.keys())
        scores: defaultdict[int, float] = defaultdict(float)
        for key, weight in terms.items():
            for place in self._holders[key][-MOST_HOLDERS:].tolist():
                if self._may_hold(value, place):
                    scores[place] += weight
        return self._read(best_places(scores))

    def holding(self, terms: frozenset[str]) -> Sequence[Said]:
        """See `infold.fold.said.Before.holding`."""
        self._look_up(terms)
        places = {place for term in terms for place in self._holders[term].tolist()}
        if len(places) > _MOST_HOLDING:
            return []
        digits = int(Flag.NUMBER)
        found = self._read(
            [
                place
                for place in sorted(places, reverse=True)
                if int(self._snapshot.role[place]) in _SPEAKS
                and int(self._snapshot.flags[place]) & digits
            ][: MOST_CANDIDATES + 1]
        )
        found = [said for said in found if said.statements]
        return found if len(found) <= MOST_CANDIDATES else []

    def latest(self, count: int) -> Sequence[Said]:
        """See `infold.fold.said.Before.latest`."""
        return self._read(np.flatnonzero(self._inside)[-count:][::-1].tolist())

    def superseded(self, old: Span) -> Supersession | None:
        """See `infold.fold.said.Before.superseded`."""
        return self._chains.later(old, self._inside)

    # ------------------------------------------------------------ reading

    def _stand_before(self, position: int) -> None:
        """Take the ancestors of a message for what is before."""
        if position < self._straight:
            self._inside[:position] = True
            self._inside[position:] = False
        elif self._path_of == position - 1 == int(self._parent[position]):
            self._inside[position - 1] = True
        else:
            path = path_to(self._reader, self._scope, self._conversation, self._parent, [position])
            self._inside[:] = False
            self._inside[path[:-1]] = True
        self._path_of = position
        self._before = int(self._inside.sum())
        self._holders = {}

    def _look_up(self, keys: Iterable[str]) -> None:
        wanted = sorted(set(keys) - self._holders.keys())
        if not wanted:
            return
        hashes = term_hashes(wanted)
        distinct, back = np.unique(hashes, return_inverse=True)
        found = self._snapshot.holders(distinct)
        for key, at in zip(wanted, back.tolist(), strict=True):
            positions = found[at]
            self._holders[key] = positions[self._inside[positions]]

    def _may_hold(self, value: Value | None, place: int) -> bool:
        role = int(self._snapshot.role[place])
        flags = int(self._snapshot.flags[place]) >> TELLS
        return role in _SPEAKS and may_hold(value, flags)

    def _read(self, positions: Sequence[int]) -> list[Said]:
        missing = [position for position in positions if position not in self._said]
        if missing:
            found = self._reader.messages(self._scope, self._conversation, sorted(missing))
            for message in found:
                self._said[message.position] = read_said(message)
        out = [self._said[position] for position in positions]
        for position in positions:
            self._said.move_to_end(position)
        while len(self._said) > self._kept:
            self._said.popitem(last=False)
        return out


# ------------------------------------------------------------------ jobs


def link(
    memory: Infold, scope: Scope, conversation: str, *, beat: Callable[[], None] | None = None
) -> int:
    """Link the messages of a conversation that no job has linked yet, and store the records.

    Args:
        memory: The open store.
        scope: Whose.
        conversation: Its id.
        beat: Called after each step.

    Returns:
        How many records were added.

    Raises:
        Conflict: Another worker was faster; the job goes on from what is there.
    """
    said: OrderedDict[int, Said] = OrderedDict()
    epoch = -1
    added = 0
    while True:
        with (
            memory.store.read() as reader,
            memory.caches.viewing(reader, scope, conversation) as view,
        ):
            read, known, withdrawn = memory.links.stored(reader, scope, conversation, view)
            if view.epoch != epoch:
                epoch, said = view.epoch, memory.links.said(scope, conversation, view)
            is_current = read is not None and read.rules == LINKING_RULES
            first = read.to if read is not None and is_current else 0
            if first >= view.row.messages:
                return added
            last = min(first + _CHUNK, view.row.messages)
            secret = reader.secret(scope)
            chains = Chains(below=known if is_current else None)
            past = Past(reader, scope, conversation, view, chains, said, kept=_KEPT_IN_JOB)
            found = [
                _kept(with_id(secret, conversation, one), withdrawn)
                for position in range(first, last)
                for one in past.link(position)
            ]
        raised = read is not None and not is_current
        linked = Linked(to=last, changes=(read.changes if read else 0) + raised)
        memory.store.write(
            partial(
                _save,
                scope=scope,
                conversation=conversation,
                read=read,
                linked=linked,
                found=found,
                anew=not is_current,
                epoch=view.epoch,
            )
        )
        added += len(found)
        if beat is not None:
            beat()


def _kept(one: Supersession, withdrawn: Mapping[tuple[Span, Span], Supersession]) -> Supersession:
    """What a person withdrew stays withdrawn when it is found again."""
    known = withdrawn.get((one.old, one.new))
    if known is None:
        return one
    return replace(one, id=known.id, withdrawn_by=known.withdrawn_by)


def _save(
    tx: Writer,
    *,
    scope: Scope,
    conversation: str,
    read: Linked | None,
    linked: Linked,
    found: Sequence[Supersession],
    anew: bool,
    epoch: int,
) -> None:
    require_unerased(tx, scope, epoch)
    if tx.linked(scope, conversation) != read:
        raise Conflict(
            "The links of this conversation were changed meanwhile.",
            hint="Nothing was written: the job reads them again.",
        )
    if anew:
        tx.drop_supersessions(scope, conversation)
    tx.add_supersessions(scope, conversation, found)
    tx.save_linked(scope, conversation, linked)
    tx.touch(scope)


def with_id(secret: bytes, conversation: str, one: Supersession) -> Supersession:
    """The record with its id: of its conversation and both spans."""
    old, new = one.old, one.new
    return replace(
        one,
        id=mint(
            secret,
            "supersession",
            conversation,
            [old.message, old.part, old.start, old.end],
            [new.message, new.part, new.start, new.end],
        ),
    )


def withdraw_supersession(
    tx: Writer, scope: Scope, conversation: str, supersession: str, *, by: str
) -> None:
    """Mark a record as withdrawn: both values then hold, as far as it is concerned.

    Raises:
        NotFound: No such record in this conversation.
        UsageError: `by` is empty.
    """
    if not by:
        raise UsageError("Nobody withdraws this record.", hint="Say who: `by` is recorded with it.")
    linked = tx.linked(scope, conversation)
    found = [one for one in tx.supersessions(scope, conversation) if one.id == supersession]
    if linked is None or not found:
        raise NotFound(
            f"No replaced value {supersession} in this conversation.",
            hint="`Chat.supersessions()` lists them once the jobs have run.",
            records=[supersession],
        )
    if found[0].withdrawn_by:
        return
    tx.withdraw_supersession(scope, conversation, supersession, by)
    tx.save_linked(scope, conversation, replace(linked, changes=linked.changes + 1))
    tx.touch(scope)

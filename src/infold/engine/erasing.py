"""Hiding what is erased: one transaction, after which nothing shows it (law 8).

Single facts and messages lose their content there and then. Of a whole conversation the one row
goes through which all others are reached, and all facts of a user are hidden in one statement.
Their rows wait (`infold.engine.removing`), and so do the files, which hold old bytes until they are
rebuilt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Final

import numpy as np

from infold.core.ids import mint
from infold.core.messages import Message, part_text
from infold.core.scope import Scope
from infold.engine.blocked import owner_of, reply_hash, text_hashes
from infold.engine.erase_dropped import keep_left, left_of
from infold.engine.erase_plans import Found, Target, find, said_in_messages
from infold.engine.fact_sources import source_texts
from infold.engine.graduation import FOLD_JOB
from infold.engine.incoming_erased import emptied, says
from infold.engine.purging import remove_facts
from infold.engine.remembering import FACT_SUBJECT
from infold.errors import Conflict, StalePlan
from infold.graph.turns import opens_turn
from infold.memory.canaries import Sample, sealed
from infold.memory.extraction import read_facts
from infold.memory.receipts import EraseReceipt, signed, time_text
from infold.recall.forward import forward_row
from infold.store.erasure_protocol import ErasureRow
from infold.store.protocol import ConversationRow, Writer
from infold.store.rows import vector_blobs

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = ["ERASE_JOB", "ERASE_SUBJECT", "erase", "receipt_of"]

ERASE_JOB: Final = "erase"
"""Kind of the job that removes what is hidden; one for a space."""
ERASE_SUBJECT: Final = "erase"
_BEFORE: Final = "What was erased of this user before is hidden, and is still being removed."
_TRIED: Final = 8
_SAMPLED: Final = 2_000
"""Rows of a table that are looked at for what the scan is to look for."""


def erase(memory: Infold, target: Target, *, by: str, expected: str = "") -> ErasureRow:
    """Hide what is to be erased, and queue the job that removes it.

    It is looked for in a snapshot and hidden against the version that was read; where others wrote
    meanwhile it is looked for again.

    Args:
        memory: The open store.
        target: What.
        by: Who asks for it.
        expected: `ErasePlan.digest` of a plan that somebody agreed to; empty for none.

    Raises:
        NotFound: It is not in this scope.
        StalePlan: Something has come or gone since the plan was made.
        Conflict: Others write faster than it can be looked for.
    """
    vector = _nothing(memory)
    for tried in range(_TRIED):
        with memory.store.read() as reader:
            version = reader.scope_version(target.scope)
            found = find(memory, reader, target, listed=bool(expected))
        _require(found, expected)
        is_last = tried == _TRIED - 1

        def command(
            tx: Writer, found: Found = found, version: object = version, is_last: bool = is_last
        ) -> ErasureRow | None:
            if tx.scope_version(target.scope) != version:
                if not is_last:
                    return None
                # Others write all the time: look once more, where nobody can.
                found = find(memory, tx, target, listed=bool(expected))
                _require(found, expected)
            return _Hiding(memory=memory, tx=tx, target=target, found=found, vector=vector).done(by)

        row = memory.store.write(command)
        if row is not None:
            memory.recent.forget(target.scope.user)
            return row
    raise Conflict(
        "This user's records change faster than they can be looked through.",
        hint="Nothing was erased. Try again once less is written for this user.",
    )


def _require(found: Found, expected: str) -> None:
    if expected and found.plan.digest != expected:
        raise StalePlan(
            "Something of this was added or removed since the plan was made.",
            hint="Make the plan again, and look at what has come.",
        )


def _nothing(memory: Infold) -> bytes:
    """The vector of an empty text, as it is stored; nothing where there is no embedder."""
    if memory.embedder is None:
        return b""
    return vector_blobs(np.asarray(memory.embedder.embed([""]), np.float32))[0]


class _Hiding:
    """One erasure in its transaction."""

    def __init__(
        self, *, memory: Infold, tx: Writer, target: Target, found: Found, vector: bytes
    ) -> None:
        self._memory, self._tx, self._target, self._found = memory, tx, target, found
        self._scope = Scope(space=target.scope.space, user=target.scope.user)
        self._secret = memory.secret
        self._owner = owner_of(memory.secret, target.scope.user)
        self._vector = vector
        self._now: datetime = memory.clock.now()
        self._sample = Sample(memory.secret)
        self._hashes: list[str] = []

    def done(self, by: str) -> ErasureRow:
        tx, scope, target, found = self._tx, self._scope, self._target, self._found
        erasures = tx.erasures(scope.space, owner=self._owner)
        number = len(erasures) + 1
        identity = mint(self._secret, "erasure", self._owner, number, self._now.isoformat())
        for digest in found.blobs:
            tx.hide_blob(scope, digest, identity)
        if target.kind == "user":
            # However many there are: their rows go some hundred a transaction.
            tx.hide_facts(target.scope, identity, whole=target.is_whole)
        else:
            self._facts()
        if target.is_whole:
            for row in tx.conversations(scope)[:_SAMPLED]:
                self._sample.add(row.title, row.key)
            tx.hide_conversations(scope, identity)
        else:
            for conversation in found.conversations:
                self._conversation(conversation, identity)
        for conversation, messages in found.messages.items():
            self._messages(conversation, messages)
        if target.is_whole:
            self._sample.add(scope.user)
            self._rest_of_user()
        else:
            self._replies()
        tx.block(scope, self._owner, identity, self._hashes)
        erasure = tx.add_erasure(
            ErasureRow(
                owner=self._owner,
                id=identity,
                kind=target.kind,
                record=target.record or self._owner,
                state="hidden",
                hidden_at=self._now,
                by=by,
                counts={str(kind): count for kind, count in found.plan.counts.items()},
                data={
                    "copies": list(found.plan.copies),
                    "whole": target.is_whole,
                    "note": _BEFORE if self._is_under_way(erasures) else "",
                },
                sealed=sealed(self._sample.kept, self._secret, identity),
                name=scope.user,
            ),
            scope.space,
        )
        tx.touch_removed(scope)
        tx.queue_job(Scope(space=scope.space), ERASE_JOB, ERASE_SUBJECT, self._now)
        return erasure

    def _is_under_way(self, erasures: Sequence[ErasureRow]) -> bool:
        """Whether rows of an earlier erasure are still there."""
        return any(row.state == "hidden" for row in erasures)

    # ------------------------------------------------------------ facts

    def _facts(self) -> None:
        tx, scope, found = self._tx, self._scope, self._found
        for identity in found.facts:
            self._hashes.append(identity)
            row = tx.fact(scope, identity)
            if row is None:
                continue
            fact = row.fact
            events = tx.fact_events(scope, row.number)
            texts = [fact.text]
            for event in events:
                texts += source_texts(tx, scope, event.sources)
                self._sample.add(event.data)
            self._sample.add(fact.text, fact.value)
            self._hashes += text_hashes(self._secret, self._owner, texts)
        self._drawn()
        remove_facts(
            tx, scope, found.facts, keeper=self._memory.keeper, now=self._now, by="erasure"
        )
        gone = [message.id for some in found.messages.values() for message in some]
        # What was said of a merge that goes was handed over to one that is back.
        for identity in dict.fromkeys([*found.loosened, *found.back]):
            state = tx.fact_state(scope, identity)
            if state is None:
                continue
            there = tx.locate(scope, said_in_messages(tx, scope, state.number))
            away = [one for one, place in there.items() if place[0] in found.conversations]
            tx.drop_fact_spans_of(scope, state.number, [*gone, *away])

    def _drawn(self) -> None:
        """Note what merges held that go with their facts; what their other members say stays."""
        tx, scope, found = self._tx, self._scope, self._found
        kept: set[str] = set()
        for identity in found.back:
            there = tx.fact(scope, identity)
            kept |= set(text_hashes(self._secret, self._owner, [there.fact.text] if there else []))
        for identity in found.drawn:
            self._hashes.append(identity)
            row = tx.fact(scope, identity)
            if row is None:
                continue
            self._sample.add(row.fact.text, row.fact.value)
            for event in tx.fact_events(scope, row.number):
                self._sample.add(event.data)
            hashes = text_hashes(self._secret, self._owner, [row.fact.text])
            self._hashes += [one for one in hashes if one not in kept]

    def _rest_of_user(self) -> None:
        for _, rows in self._tx.remove_user(self._scope, _SAMPLED):
            for row in rows:
                self._sample.add(*[one for one in row if isinstance(one, str | bytes)])

    def _replies(self) -> None:
        tx, scope, found = self._tx, self._scope, self._found
        records = list(found.facts)
        records += [message.id for some in found.messages.values() for message in some]
        for key in tx.drop_replies(scope, records) if records else ():
            self._sample.add(key)
            self._hashes.append(reply_hash(self._secret, self._owner, key))
        # A call that said a merge again may have had the words of a member that stays.
        for key in tx.drop_replies(scope, found.drawn) if found.drawn else ():
            self._sample.add(key)
        if found.facts or self._target.kind == "user":
            tx.drop_jobs_of(scope, FACT_SUBJECT)

    # ------------------------------------------------------------ conversations and messages

    def _conversation(self, conversation: str, identity: str) -> None:
        row = self._tx.conversation(self._scope, conversation)
        if row is not None:
            self._sample.add(row.title, row.key)
        self._tx.hide_conversation(self._scope, conversation, identity)

    def _messages(self, conversation: str, messages: Sequence[Message]) -> None:
        """Empty messages, and let everything that is derived from them go, or be made anew."""
        tx, scope = self._tx, self._scope
        row = tx.conversation(scope, conversation)
        assert row is not None, "it was found in this very state"
        ids = [message.id for message in messages]
        positions = [message.position for message in messages]
        placed = tx.placements(scope, conversation)
        gone: list[str] = []
        left = left_of(tx, scope, self._secret, conversation, ids)
        stays = {claim.text for one in left if one.fold is not None for claim in one.fold.claims}
        for identity, said in tx.drop_folds_on(scope, conversation, ids):
            gone.append(identity)
            self._sample.add(*[one for one in said if one not in stays])
        keep_left(tx, scope, conversation, left, positions, at=self._now)
        for identity, held in tx.drop_marks_on(scope, conversation, positions):
            gone.append(identity)
            self._sample.add(*held)
        tx.forget_in_changes(scope, conversation, gone, ids)
        tx.blank_merges(scope, conversation, [placed[at] for at in positions if at in placed])
        self._sample.add(*tx.drop_links(scope, conversation, ids))
        tx.drop_segments(scope, conversation)
        tx.drop_settings(scope, conversation, ids)
        tx.drop_jobs_of(scope, conversation)
        for message in messages:
            row = self._blank(row, message)
        texts = [message.text for message in messages]
        if row.title and says(texts, row.title):
            self._sample.add(row.title)
            row = replace(row, title="")
        times = {message.at for message in messages}
        if row.first in times or row.last in times:
            kept = [one.at for one in tx.messages(scope, conversation) if one.at is not None]
            row = replace(row, first=min(kept, default=None), last=max(kept, default=None))
        tx.save_conversation(scope, replace(row, generation=row.generation + 1))
        tx.queue_job(scope, FOLD_JOB, conversation, self._now)

    def _blank(self, row: ConversationRow, message: Message) -> ConversationRow:
        """Empty one message; the row of its conversation afterwards."""
        tx, scope = self._tx, self._scope
        texts = [part_text(part) for part in message.parts]
        self._hashes += [message.id, *text_hashes(self._secret, self._owner, texts)]
        if message.role == "user":
            heard = read_facts([message], now=self._now)
            said = [one.text for one in heard]
            said += [texts[one.source.part][one.source.start : one.source.end] for one in heard]
            self._hashes += text_hashes(self._secret, self._owner, said)
        self._sample.add(*texts, message.author, message.source)
        empty = emptied(message)
        tx.blank_message(scope, row.id, empty, forward_row(empty, parent=-1))
        if self._vector and self._memory.embedder is not None:
            tx.blank_vector(scope, row.id, message.position, self._memory.embedder.id, self._vector)
        is_hot = message.position >= row.hot_from
        return replace(
            row,
            turns=row.turns + opens_turn(empty) - opens_turn(message),
            hot_tokens=row.hot_tokens - (message.tokens if is_hot else 0),
        )


def receipt_of(memory: Infold, row: ErasureRow) -> EraseReceipt:
    """The receipt of an erasure at its present stage."""
    return signed(
        memory.secret,
        EraseReceipt(
            id=row.id,
            kind=row.kind,
            record=row.record,
            owner=row.owner,
            stage="gone" if row.state == "gone" else "hidden",
            hidden_at=time_text(row.hidden_at),
            gone_at=time_text(row.gone_at),
            by=row.by,
            counts=dict(row.counts),
            copies=tuple(row.data.get("copies", ())),
            scan=dict(row.data.get("scan", {})),
            note=str(row.data.get("note", "")),
        ),
    )

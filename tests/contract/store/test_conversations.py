"""Conversations, messages and what search reads of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import numpy as np
import pytest

from infold.core.messages import Attachment, Message, Opaque, Text, ToolCall, ToolResult
from infold.core.scope import Scope
from infold.errors import IntegrityError, NotFound
from infold.store.protocol import (
    ConversationRow,
    ScopeVersion,
    Store,
    WireRow,
    Writer,
)

ALICE = Scope(user="alice")
NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
SEOUL = timezone(timedelta(hours=9))


def test_what_is_written_is_read_back_after_reopening(
    make: Any, store: Store, reopen: Callable[[], Store]
) -> None:
    made = make.add_chain(store, ALICE, "c")
    store.close()
    with reopen().read() as reader:
        read = reader.messages(ALICE, "c")
        assert read == made
        assert [(m.id, m.position, m.tokens, m.source) for m in read] == [
            (m.id, m.position, m.tokens, m.source) for m in made
        ]
        assert reader.secret(ALICE) == b"s" * 32


def test_every_part_and_field_of_a_message_comes_back(make: Any, store: Store) -> None:
    parts = (
        Text(text="見て"),
        ToolCall(id="call", name="read", arguments='{"path": "é"}'),
        ToolResult(call="call", text="nicht gefunden", error=True),
        Attachment(
            kind="image", media_type="image/png", digest="ab", uri="u", name="그림.png", size=7
        ),
        Opaque(kind="thinking", data='{"signature": "x"}'),
    )
    whole = Message(
        role="assistant",
        parts=parts,
        author="Zoë",
        at=datetime(2026, 2, 28, 23, 59, 59, 123456, tzinfo=SEOUL),
        source="src#2",
        id="m_0",
        position=0,
        tokens=9,
    )

    def command(writer: Writer) -> None:
        writer.add_conversation(ALICE, ConversationRow(id="c", key="k"))
        writer.add_message(ALICE, "c", whole, (), make.forward(0), digest="content hash")

    store.write(command)
    with store.read() as reader:
        (read,) = reader.messages(ALICE, "c")
        assert read == whole
        assert read.at is not None
        assert read.at.isoformat() == "2026-02-28T23:59:59.123456+09:00"
        assert (read.source, read.tokens) == ("src#2", 9)
        assert reader.digests(ALICE, "c") == {0: "content hash"}


def test_messages_are_chosen_by_position_and_come_in_order(make: Any, store: Store) -> None:
    made = make.add_chain(store, ALICE, "c")
    with store.read() as reader:
        assert reader.messages(ALICE, "c", [5, 1, 5, 99]) == [made[1], made[5]]
        assert reader.messages(ALICE, "c", []) == []
        assert reader.messages(ALICE, "c", np.array([2, 0])) == [made[0], made[2]]
        assert reader.messages(ALICE, "c", first=2, last=4) == made[2:5]
        assert reader.messages(ALICE, "c", first=6) == made[6:]


def test_a_conversation_keeps_its_fields_and_its_order(store: Store) -> None:
    row = ConversationRow(
        id="c2",
        key="key \ud800",
        title="제목",
        format="openai",
        leaf=3,
        messages=4,
        turns=2,
        branches=1,
        first=datetime(2026, 1, 1, tzinfo=SEOUL),
        last=NOW,
        hot_from=1,
        hot_tokens=2,
        placed_to=3,
        generation=4,
    )
    store.write(lambda writer: writer.add_conversation(ALICE, row))
    store.write(lambda writer: writer.add_conversation(ALICE, ConversationRow(id="c1", key="k")))
    store.write(lambda writer: writer.add_conversation(ALICE, ConversationRow(id="c0", key="l")))
    with store.read() as reader:
        assert reader.conversation(ALICE, "c2") == row
        assert reader.conversation_by_key(ALICE, "key \ud800") == row
        assert [each.id for each in reader.conversations(ALICE)] == ["c2", "c1", "c0"]
        assert [each.id for each in reader.conversations(ALICE, after="c2", limit=1)] == ["c1"]
        assert reader.conversations(ALICE, limit=0) == []
        assert reader.conversation(ALICE, "none") is None
        with pytest.raises(NotFound):
            reader.conversations(ALICE, after="none")
    changed = replace(row, title="other", leaf=5, messages=6, generation=9, last=None)
    store.write(lambda writer: writer.save_conversation(ALICE, changed))
    with store.read() as reader:
        assert reader.conversation(ALICE, "c2") == changed


def test_an_id_or_position_that_is_taken_is_refused_and_nothing_is_written(
    make: Any, store: Store
) -> None:
    make.add_chain(store, ALICE, "c", ("one", "two"))
    for again in (make.message(1, id="m_new"), make.message(9, id="m_1")):

        def command(writer: Writer, again: Message = again) -> None:
            writer.touch(ALICE)
            writer.add_message(ALICE, "c", again, (), make.forward(again.position))

        with pytest.raises(IntegrityError):
            store.write(command)
    with store.read() as reader:
        assert len(reader.messages(ALICE, "c")) == 2
        assert reader.scope_version(ALICE) == ScopeVersion(version=1)


def test_a_command_that_catches_a_refusal_can_go_on(make: Any, store: Store) -> None:
    make.add_chain(store, ALICE, "c", ("one",))

    def command(writer: Writer) -> None:
        with pytest.raises(IntegrityError):
            writer.add_message(ALICE, "c", make.message(0), (), make.forward(0))
        writer.add_message(ALICE, "c", make.message(1), (), make.forward(1))

    store.write(command)
    with store.read() as reader:
        assert [m.position for m in reader.messages(ALICE, "c")] == [0, 1]


def test_writing_to_a_conversation_that_is_not_there_is_refused(make: Any, store: Store) -> None:
    for command in (
        lambda writer: writer.add_message(ALICE, "none", make.message(0), (), make.forward(0)),
        lambda writer: writer.save_conversation(ALICE, ConversationRow(id="none", key="k")),
        lambda writer: writer.add_wires(ALICE, "none", []),
        lambda writer: writer.add_placements(ALICE, "none", {}),
        lambda writer: writer.add_merges(ALICE, "none", []),
        lambda writer: writer.add_folds(ALICE, "none", []),
        lambda writer: writer.withdraw_merge(ALICE, "none", "person"),
        lambda writer: writer.set_fold_state(ALICE, ["none"], "ready"),
    ):
        with pytest.raises(NotFound, match="none"):
            store.write(command)


def test_wires_children_and_roots(make: Any, store: Store) -> None:
    def command(writer: Writer) -> None:
        writer.add_conversation(ALICE, ConversationRow(id="c", key="k"))
        for position, parents in enumerate(([], [0], [0], [1, 2], [])):
            wires = [WireRow(parent=parent, child=position, inferred=True) for parent in parents]
            row = make.forward(
                position, {0: -1, 1: parents[0] if parents else 0}.get(len(parents), -2)
            )
            writer.add_message(ALICE, "c", make.message(position), wires, row)
        writer.add_wires(ALICE, "c", [WireRow(parent=0, child=4, kind="reference")])
        assert writer.children(ALICE, "c", 0) == [1, 2]

    store.write(command)
    with store.read() as reader:
        inferred = [
            WireRow(parent=parent, child=child, inferred=True)
            for parent, child in ((0, 1), (0, 2), (1, 3), (2, 3))
        ]
        reference = WireRow(parent=0, child=4, kind="reference")
        assert reader.wires(ALICE, "c") == [*inferred, reference]
        assert reader.wires(ALICE, "c", first=3) == [*inferred[2:], reference]
        assert reader.children(ALICE, "c", 0) == [1, 2]
        assert reader.children(ALICE, "c", -1) == [0, 4]
        assert reader.children(ALICE, "none", -1) == []


def test_locate_finds_messages_of_the_scope_only(make: Any, store: Store) -> None:
    make.add_chain(store, ALICE, "c", ("a", "b"))
    make.add_chain(store, Scope(user="bob"), "d", ("a",), prefix="bob")
    with store.read() as reader:
        wanted = ["m_1", "m_bob0", "m_none", "m_0", "m_1"]
        assert reader.locate(ALICE, wanted) == {"m_1": ("c", 1), "m_0": ("c", 0)}
        assert reader.locate(ALICE, ["\ud800", "x'", "메시지"]) == {}
        assert reader.locate(Scope(user="bob"), wanted) == {"m_bob0": ("d", 0)}


def test_forward_rows_come_back_as_columns(make: Any, store: Store) -> None:
    make.add_chain(store, ALICE, "empty", ())
    terms = np.array([7, 2**32 - 1, 5], "<u4")

    def command(writer: Writer) -> None:
        writer.add_conversation(ALICE, ConversationRow(id="c", key="k"))
        rows = (
            make.forward(0, -1, author="Zoë", at=1.5, tokens=3, flags=5, terms=terms.tobytes()),
            make.forward(1, role=3),
            make.forward(2, -2, author="\ud800", terms=terms[:1].tobytes()),
        )
        for row in rows:
            writer.add_message(
                ALICE, "c", make.message(row.position, id=f"f{row.position}"), (), row
            )

    store.write(command)
    with store.read() as reader:
        columns = reader.forward(ALICE, "c")
        assert columns.position.tolist() == [0, 1, 2]
        assert columns.parent.tolist() == [-1, 0, -2]
        assert columns.role.tolist() == [1, 3, 1]
        assert columns.author == ["Zoë", "", "\ud800"]
        assert columns.at[0] == 1.5
        assert np.isnan(columns.at[1:]).all()
        assert columns.tokens.tolist() == [3, 1, 1]
        assert columns.flags.tolist() == [5, 0, 0]
        assert columns.terms.tolist() == [7, 2**32 - 1, 5, 7]
        assert columns.term_counts.tolist() == [3, 0, 1]
        types = [str(getattr(columns, name).dtype) for name in ("position", "role", "at", "terms")]
        assert types == ["int64", "int8", "float64", "uint32"]
        assert reader.forward(ALICE, "c", first=2).position.tolist() == [2]
        for nothing in ("empty", "none"):
            bare = reader.forward(ALICE, nothing)
            assert (len(bare.position), bare.author, len(bare.terms)) == (0, [], 0)
            assert bare.terms.dtype == np.uint32


def test_vectors_are_kept_by_embedder_and_written_once(make: Any, store: Store) -> None:
    make.add_chain(store, ALICE, "c", ("a", "b", "c"))
    first = np.array([[0.6, 0.8], [1.0, 0.0]], np.float32)
    store.write(lambda writer: writer.add_vectors(ALICE, "c", "e1", [0, 2], first))
    again = np.array([[0.0, 1.0]], np.float32)
    store.write(lambda writer: writer.add_vectors(ALICE, "c", "e1", [2], again))
    wide = np.array([[0.0, 0.0, 1.0]], np.float32)
    store.write(lambda writer: writer.add_vectors(ALICE, "c", "e2", [1], wide))
    with store.read() as reader:
        positions, vectors = reader.vectors(ALICE, "c", "e1")
        assert positions.tolist() == [0, 2]
        assert vectors.dtype == np.float32
        np.testing.assert_allclose(vectors, first, atol=5e-4)
        assert reader.vectors(ALICE, "c", "e1", first=1)[0].tolist() == [2]
        assert reader.vectors(ALICE, "c", "e2")[1].shape == (1, 3)
        assert reader.vectors(ALICE, "c", "none")[1].shape == (0, 0)


def test_messages_come_with_their_latest_parent(make: Any, store: Store) -> None:
    made = make.add_chain(store, ALICE, "c", ("one", "둘", "三", "empat", "fünf"))
    store.write(lambda tx: tx.add_wires(ALICE, "c", [WireRow(parent=1, child=4)]))
    with store.read() as reader:
        found = reader.messages_below(ALICE, "c", first=1)
        assert found == [(made[1], 0), (made[2], 1), (made[3], 2), (made[4], 3)]
        assert reader.messages_below(ALICE, "c", last=0) == [(made[0], -1)]
        assert reader.messages_below(ALICE, "none") == []

"""What the engine may expect of any store."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import numpy as np
import pytest

from infold.core.folds import Claim, Fold, Merge, Price, Span
from infold.core.forward import ForwardRow
from infold.core.messages import Attachment, Message, Opaque, Text, ToolCall, ToolResult
from infold.core.scope import Scope
from infold.errors import IntegrityError, NotFound, StoreError, UsageError
from infold.store.protocol import (
    ConversationRow,
    ScopeVersion,
    Store,
    StoredReply,
    WireRow,
    Writer,
)

ALICE = Scope(user="alice")
NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
SEOUL = timezone(timedelta(hours=9))
TEXTS = (
    "PostgreSQL 16.2 listens on 5433",
    "데이터베이스는 5433 포트에서 듣습니다",
    "数据库在端口5433上监听",
    "データベースは5433番ポートです",
    "Basis data mendengarkan di porta 5433",
    "La base écoute déjà sur le port 5433",
    "a lone \ud800 surrogate, a NUL \x00, a line\nbreak",
    "",
)


def message(position: int, text: str = "hello", **fields: object) -> Message:
    return replace(
        Message(
            role="user",
            parts=(Text(text=text),),
            id=f"m_{position}",
            position=position,
            tokens=len(text),
        ),
        **fields,
    )


def forward(position: int, parent: int | None = None, **fields: object) -> ForwardRow:
    row = ForwardRow(
        position=position,
        parent=position - 1 if parent is None else parent,
        role=1,
        author="",
        at=math.nan,
        tokens=1,
        flags=0,
        terms=b"",
    )
    return replace(row, **fields)


def add_chain(
    store: Store, scope: Scope, conversation: str, texts: tuple[str, ...] = TEXTS, prefix: str = ""
) -> list[Message]:
    """Add a conversation that is one chain of messages."""
    made = [message(at, text, id=f"m_{prefix}{at}") for at, text in enumerate(texts)]

    def command(writer: Writer) -> None:
        row = ConversationRow(
            id=conversation, key=f"key {conversation}", agent=scope.agent, session=scope.session
        )
        writer.add_conversation(scope, row)
        for each in made:
            wires = [WireRow(parent=each.position - 1, child=each.position)]
            writer.add_message(
                scope, conversation, each, wires[: each.position], forward(each.position)
            )
        writer.touch(scope)

    store.write(command)
    return made


# Conversations and messages


def test_what_is_written_is_read_back_after_reopening(
    store: Store, reopen: Callable[[], Store]
) -> None:
    made = add_chain(store, ALICE, "c")
    store.close()
    with reopen().read() as reader:
        read = reader.messages(ALICE, "c")
        assert read == made
        assert [(m.id, m.position, m.tokens, m.source) for m in read] == [
            (m.id, m.position, m.tokens, m.source) for m in made
        ]
        assert reader.secret(ALICE) == b"s" * 32


def test_every_part_and_field_of_a_message_comes_back(store: Store) -> None:
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
        writer.add_message(ALICE, "c", whole, (), forward(0), digest="content hash")

    store.write(command)
    with store.read() as reader:
        (read,) = reader.messages(ALICE, "c")
        assert read == whole
        assert read.at is not None
        assert read.at.isoformat() == "2026-02-28T23:59:59.123456+09:00"
        assert (read.source, read.tokens) == ("src#2", 9)
        assert reader.digests(ALICE, "c") == {0: "content hash"}


def test_messages_are_chosen_by_position_and_come_in_order(store: Store) -> None:
    made = add_chain(store, ALICE, "c")
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


def test_an_id_or_position_that_is_taken_is_refused_and_nothing_is_written(store: Store) -> None:
    add_chain(store, ALICE, "c", ("one", "two"))
    for again in (message(1, id="m_new"), message(9, id="m_1")):

        def command(writer: Writer, again: Message = again) -> None:
            writer.touch(ALICE)
            writer.add_message(ALICE, "c", again, (), forward(again.position))

        with pytest.raises(IntegrityError):
            store.write(command)
    with store.read() as reader:
        assert len(reader.messages(ALICE, "c")) == 2
        assert reader.scope_version(ALICE) == ScopeVersion(version=1)


def test_a_command_that_catches_a_refusal_can_go_on(store: Store) -> None:
    add_chain(store, ALICE, "c", ("one",))

    def command(writer: Writer) -> None:
        with pytest.raises(IntegrityError):
            writer.add_message(ALICE, "c", message(0), (), forward(0))
        writer.add_message(ALICE, "c", message(1), (), forward(1))

    store.write(command)
    with store.read() as reader:
        assert [m.position for m in reader.messages(ALICE, "c")] == [0, 1]


def test_writing_to_a_conversation_that_is_not_there_is_refused(store: Store) -> None:
    for command in (
        lambda writer: writer.add_message(ALICE, "none", message(0), (), forward(0)),
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


def test_wires_children_and_roots(store: Store) -> None:
    def command(writer: Writer) -> None:
        writer.add_conversation(ALICE, ConversationRow(id="c", key="k"))
        for position, parents in enumerate(([], [0], [0], [1, 2], [])):
            wires = [WireRow(parent=parent, child=position, inferred=True) for parent in parents]
            row = forward(position, {0: -1, 1: parents[0] if parents else 0}.get(len(parents), -2))
            writer.add_message(ALICE, "c", message(position), wires, row)
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


def test_locate_finds_messages_of_the_scope_only(store: Store) -> None:
    add_chain(store, ALICE, "c", ("a", "b"))
    add_chain(store, Scope(user="bob"), "d", ("a",), prefix="bob")
    with store.read() as reader:
        wanted = ["m_1", "m_bob0", "m_none", "m_0", "m_1"]
        assert reader.locate(ALICE, wanted) == {"m_1": ("c", 1), "m_0": ("c", 0)}
        assert reader.locate(ALICE, ["\ud800", "x'", "메시지"]) == {}
        assert reader.locate(Scope(user="bob"), wanted) == {"m_bob0": ("d", 0)}


# What search reads


def test_forward_rows_come_back_as_columns(store: Store) -> None:
    add_chain(store, ALICE, "empty", ())
    terms = np.array([7, 2**32 - 1, 5], "<u4")

    def command(writer: Writer) -> None:
        writer.add_conversation(ALICE, ConversationRow(id="c", key="k"))
        rows = (
            forward(0, -1, author="Zoë", at=1.5, tokens=3, flags=5, terms=terms.tobytes()),
            forward(1, role=3),
            forward(2, -2, author="\ud800", terms=terms[:1].tobytes()),
        )
        for row in rows:
            writer.add_message(ALICE, "c", message(row.position, id=f"f{row.position}"), (), row)

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


def test_vectors_are_kept_by_embedder_and_written_once(store: Store) -> None:
    add_chain(store, ALICE, "c", ("a", "b", "c"))
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
        assert reader.unembedded(ALICE, "c", "e1") == [1]
        assert reader.unembedded(ALICE, "c", "none") == [0, 1, 2]


# Folds


def fold(name: str, root: int, sources: tuple[str, ...], **fields: object) -> Fold:
    claims = (
        Claim(
            id=f"k_{name}0",
            level=0,
            text="포트 5433; Zoë; port \ud800",
            spans=tuple(Span(message=source, part=0, start=0, end=4) for source in sources),
        ),
        Claim(
            id=f"k_{name}1",
            text="It listens on 5433",
            spans=(Span(message=sources[0], part=1, start=2, end=9),),
        ),
    )
    made = Fold(
        id=f"f_{name}",
        root=root,
        sources=sources,
        claims=claims,
        method="extractive",
        state="ready",
        generation=len(sources),
        tokens=40,
    )
    return replace(made, **fields)


def test_folds_come_back_with_claims_and_spans(store: Store) -> None:
    add_chain(store, ALICE, "c")
    late = fold("late", 3, ("m_3",), method="model", model="m", prompt="p")
    late = replace(late, price=Price(calls=1, input_tokens=2, output_tokens=3))
    early = fold("early", 0, ("m_0", "m_2"))
    bare = fold("bare", 1, ("m_1",), claims=(), state="pending")
    store.write(lambda writer: writer.add_folds(ALICE, "c", [late, early]))
    store.write(lambda writer: writer.add_folds(ALICE, "c", [bare]))
    with store.read() as reader:
        assert reader.folds(ALICE, "c") == [early, late]
        assert reader.folds(ALICE, "c", ("pending", "ready")) == [early, bare, late]
        assert reader.fold(ALICE, "f_late") == ("c", late)
        assert reader.claim(ALICE, "k_late1") == ("c", "f_late")
        assert reader.fold(ALICE, "none") is None
        assert reader.claim(ALICE, "none") is None
        ids = [[claim.id for claim in each.claims] for each in reader.folds(ALICE, "c")]
        assert ids == [["k_early0", "k_early1"], ["k_late0", "k_late1"]]
        assert reader.claims_from(ALICE, ["m_2"]) == ["k_early0"]
        assert reader.claims_from(ALICE, ["m_3", "m_0"]) == [
            "k_late0",
            "k_late1",
            "k_early0",
            "k_early1",
        ]
        assert reader.claims_from(ALICE, ["m_1"]) == []
    store.write(lambda writer: writer.set_fold_state(ALICE, ["f_early"], "withdrawn"))
    with store.read() as reader:
        assert reader.folds(ALICE, "c") == [late]
        assert reader.folds(ALICE, "c", ("withdrawn",)) == [replace(early, state="withdrawn")]


def test_the_merge_log_keeps_its_order_and_its_withdrawals(store: Store) -> None:
    add_chain(store, ALICE, "c")
    log = [
        Merge(id="u_b", a=2, b=0, score=0.512345, reason="similar"),
        Merge(id="u_a", a=3, b=1, score=1.0, reason="person"),
    ]
    third = Merge(id="u_0", a=4, b=0, score=0.1, reason="correction")
    store.write(lambda writer: writer.add_merges(ALICE, "c", log))
    store.write(lambda writer: writer.add_merges(ALICE, "c", [third]))
    store.write(lambda writer: writer.withdraw_merge(ALICE, "u_a", "person"))
    store.write(lambda writer: writer.add_placements(ALICE, "c", {0: 0, 1: 0, 2: 2}))
    with store.read() as reader:
        read = reader.merges(ALICE, "c")
        assert read == [log[0], replace(log[1], withdrawn_by="person"), third]
        assert [merge.id for merge in read] == ["u_b", "u_a", "u_0"]
        assert reader.placements(ALICE, "c") == {0: 0, 1: 0, 2: 2}
        assert reader.placements(ALICE, "none") == {}
    with pytest.raises(IntegrityError):
        store.write(lambda writer: writer.add_placements(ALICE, "c", {3: 3, 2: 0}))
    with store.read() as reader:
        assert reader.placements(ALICE, "c") == {0: 0, 1: 0, 2: 2}


# What belongs to a user


def test_versions_replies_blobs_and_the_embedder(store: Store) -> None:
    bob = Scope(user="bob")
    with store.read() as reader:
        assert reader.scope_version(ALICE) == ScopeVersion()
        assert reader.embedder(ALICE) == ""
        assert reader.reply(ALICE, "k") is None
        assert reader.blob(ALICE, "ab") is None

    def command(writer: Writer) -> None:
        writer.touch(ALICE)
        writer.touch(ALICE)
        writer.bind_embedder(ALICE, "e/256")
        writer.keep_reply(ALICE, "k\ud800", StoredReply(request="r", reply="응답"))
        writer.add_blob(ALICE, "cd", b"\x00\xff")
        writer.add_blob(ALICE, "ab", b"")
        writer.add_blob(ALICE, "cd", b"\x00\xff")

    store.write(command)
    with store.read() as reader:
        assert reader.scope_version(ALICE) == ScopeVersion(version=2)
        assert reader.scope_version(bob) == ScopeVersion()
        assert reader.embedder(bob) == "e/256"
        assert reader.reply(ALICE, "k\ud800") == StoredReply(request="r", reply="응답")
        assert reader.reply(bob, "k\ud800") is None
        assert reader.blob(ALICE, "cd") == b"\x00\xff"
        assert reader.blob(bob, "cd") is None
        assert reader.blobs(ALICE) == ["ab", "cd"]
        assert reader.blobs(bob) == []
    with pytest.raises(IntegrityError):
        store.write(lambda w: w.keep_reply(ALICE, "k\ud800", StoredReply(request="", reply="")))


def test_a_space_that_is_not_there_is_named(store: Store) -> None:
    with store.read() as reader, pytest.raises(NotFound, match="elsewhere"):
        reader.secret(Scope(space="elsewhere"))


# Scope


@pytest.mark.parametrize(
    "name",
    [
        '") or true or ("',
        "x' OR '1'='1",
        '{"$ne":""}',
        "%",
        "_",
        "",
        "f2c59d63-a7a7-b5e6-8000-000000000000",
        "김민준",
        "\ud800",
    ],
)
def test_any_name_is_just_a_name(store: Store, name: str) -> None:
    other, odd = Scope(user="victim"), Scope(user=name)
    add_chain(store, other, "c_victim", prefix="v")
    with store.read() as reader:
        assert reader.conversations(odd) == []
        assert reader.messages(odd, "c_victim") == []
        assert reader.locate(odd, ["m_v0"]) == {}
    made = add_chain(store, odd, "c_odd", prefix="o")
    with store.read() as reader:
        assert reader.messages(odd, "c_odd") == made
        assert [row.id for row in reader.conversations(odd)] == ["c_odd"]
        assert [row.id for row in reader.conversations(other)] == ["c_victim"]
        assert reader.scopes("default") == sorted([odd, other], key=lambda scope: scope.user)


def test_nothing_of_one_user_is_seen_by_another_or_in_another_space(store: Store) -> None:
    add_chain(store, ALICE, "c")
    store.write(lambda w: w.add_folds(ALICE, "c", [fold("x", 0, ("m_0",))]))
    store.write(lambda w: w.add_merges(ALICE, "c", [Merge(id="u", a=1, b=0, score=1, reason="r")]))
    for scope in (Scope(user="bob"), Scope(space="other", user="alice")):
        with store.read() as reader:
            assert reader.conversation(scope, "c") is None
            assert reader.conversation_by_key(scope, "key c") is None
            assert reader.messages(scope, "c", [0]) == []
            assert reader.wires(scope, "c") == []
            assert len(reader.forward(scope, "c").position) == 0
            assert reader.folds(scope, "c") == []
            assert reader.merges(scope, "c") == []
            assert reader.fold(scope, "f_x") is None
            assert reader.claim(scope, "k_x0") is None
            assert reader.claims_from(scope, ["m_0"]) == []
        with pytest.raises(NotFound):
            store.write(lambda w, scope=scope: w.withdraw_merge(scope, "u", "bob"))
        with pytest.raises(NotFound):
            store.write(lambda w, scope=scope: w.set_fold_state(scope, ["f_x"], "withdrawn"))


def test_agent_and_session_narrow_where_they_are_given(store: Store) -> None:
    one = Scope(user="alice", agent="planner", session="s1")
    two = Scope(user="alice", agent="coder", session="s1")
    add_chain(store, one, "c1", ("a",), prefix="1")
    add_chain(store, two, "c2", ("b",), prefix="2")
    store.write(lambda w: w.add_folds(one, "c1", [fold("x", 0, ("m_10",))]))

    def seen(scope: Scope) -> list[str]:
        with store.read() as reader:
            found = [row.id for row in reader.conversations(scope)]
            assert found == [name for name in ("c1", "c2") if reader.messages(scope, name)]
            assert found == [name for name in ("c1", "c2") if reader.conversation(scope, name)]
            located = reader.locate(scope, ["m_10", "m_20"])
            assert found == [conversation for conversation, _ in located.values()]
            assert ("c1" in found) == (reader.fold(scope, "f_x") is not None)
            assert ("c1" in found) == (reader.claim(scope, "k_x0") is not None)
            assert ("c1" in found) == (reader.claims_from(scope, ["m_10"]) != [])
            return found

    assert seen(ALICE) == ["c1", "c2"]
    assert seen(Scope(user="alice", session="s1")) == ["c1", "c2"]
    assert seen(Scope(user="alice", agent="coder")) == ["c2"]
    assert seen(Scope(user="alice", agent="planner", session="s2")) == []
    with pytest.raises(NotFound):
        store.write(lambda w: w.set_fold_state(two, ["f_x"], "withdrawn"))


# Jobs


def test_a_job_waits_once_and_is_done_once(store: Store) -> None:
    early, late = NOW - timedelta(minutes=1), NOW + timedelta(minutes=1)
    store.write(lambda w: w.queue_job(ALICE, "fold", "c", late))
    store.write(lambda w: w.queue_job(ALICE, "fold", "c", early))
    store.write(lambda w: w.queue_job(ALICE, "fold", "d", late))
    with store.read() as reader:
        rows = reader.jobs("default")
        assert [(row.subject, row.state, row.due) for row in rows] == [
            ("c", "waiting", early),
            ("d", "waiting", late),
        ]
        assert reader.jobs("other") == []
    job = store.write(lambda w: w.claim_job("default", NOW, 60))
    assert job is not None
    assert (job.scope, job.kind, job.subject, job.attempts) == (ALICE, "fold", "c", 1)
    assert store.write(lambda w: w.claim_job("default", NOW, 60)) is None
    assert store.write(lambda w: w.claim_job("other", NOW, 60)) is None
    assert store.write(lambda w: w.finish_job(job))
    assert not store.write(lambda w: w.finish_job(job))
    with store.read() as reader:
        assert [row.subject for row in reader.jobs("default")] == ["d"]


def test_what_is_queued_while_its_like_runs_waits_for_it(store: Store) -> None:
    store.write(lambda w: w.queue_job(ALICE, "fold", "c", NOW))
    job = store.write(lambda w: w.claim_job("default", NOW, 60))
    store.write(lambda w: w.queue_job(ALICE, "fold", "c", NOW))
    assert store.write(lambda w: w.claim_job("default", NOW, 60)) is None
    assert store.write(lambda w: w.finish_job(job))
    again = store.write(lambda w: w.claim_job("default", NOW, 60))
    assert again is not None
    assert again.attempts == 1


def test_a_lease_that_ran_out_is_taken_over(store: Store) -> None:
    store.write(lambda w: w.queue_job(ALICE, "fold", "c", NOW))
    lost = store.write(lambda w: w.claim_job("default", NOW, 60))
    after = NOW + timedelta(seconds=60)
    assert store.write(lambda w: w.claim_job("default", after - timedelta(seconds=1), 60)) is None
    taken = store.write(lambda w: w.claim_job("default", after, 60))
    assert lost is not None
    assert taken is not None
    assert (taken.id, taken.attempts) == (lost.id, 2)
    assert taken.token != lost.token
    assert not store.write(lambda w: w.finish_job(lost))
    assert not store.write(lambda w: w.fail_job(lost, "late", None))
    assert store.write(lambda w: w.finish_job(taken))


def test_a_failing_job_waits_keeps_its_pause_and_gives_up(store: Store) -> None:
    store.write(lambda w: w.queue_job(ALICE, "fold", "c", NOW))
    later = NOW + timedelta(minutes=5)
    job = store.write(lambda w: w.claim_job("default", NOW, 60))
    assert job is not None
    assert store.write(lambda w: w.fail_job(job, "모델이 답하지 않음", later))
    # New work for the same subject does not cut the pause short.
    store.write(lambda w: w.queue_job(ALICE, "fold", "c", NOW))
    assert store.write(lambda w: w.claim_job("default", NOW, 60)) is None
    with store.read() as reader:
        (row,) = reader.jobs("default")
        assert (row.state, row.due, row.error) == ("waiting", later, "모델이 답하지 않음")
    job = store.write(lambda w: w.claim_job("default", later, 60))
    assert job is not None
    assert job.attempts == 2
    # Queued while it runs: the two become one, with the attempts and the pause of the failed one.
    store.write(lambda w: w.queue_job(ALICE, "fold", "c", later))
    assert store.write(lambda w: w.fail_job(job, "again", later + timedelta(minutes=5)))
    assert store.write(lambda w: w.claim_job("default", later, 60)) is None
    job = store.write(lambda w: w.claim_job("default", later + timedelta(hours=1), 60))
    assert job is not None
    assert job.attempts == 3
    assert store.write(lambda w: w.fail_job(job, "for good", None))
    with store.read() as reader:
        assert [(row.state, row.error) for row in reader.jobs("default")] == [
            ("failed", "for good")
        ]
    # A later one that is done clears what failed before.
    store.write(lambda w: w.queue_job(ALICE, "fold", "c", NOW))
    job = store.write(lambda w: w.claim_job("default", NOW, 60))
    assert store.write(lambda w: w.finish_job(job))
    with store.read() as reader:
        assert reader.jobs("default") == []


# Snapshots and commands


def test_a_snapshot_sees_one_state_and_stops_no_writer(store: Store) -> None:
    add_chain(store, ALICE, "c", ("a",))
    with store.read() as before:
        assert len(before.messages(ALICE, "c")) == 1
        store.write(lambda w: w.add_message(ALICE, "c", message(1), (), forward(1)))
        assert len(before.messages(ALICE, "c")) == 1
        with store.read() as after:
            assert len(after.messages(ALICE, "c")) == 2
    with pytest.raises(UsageError, match="over"):
        before.messages(ALICE, "c")


def test_an_error_undoes_its_command_alone_and_is_raised_to_its_caller(store: Store) -> None:
    add_chain(store, ALICE, "c", ())

    def command(position: int) -> Callable[[Writer], int]:
        def run(writer: Writer) -> int:
            writer.add_message(ALICE, "c", message(position), (), forward(position))
            if position % 3 == 0:
                raise LookupError(str(position))
            return position

        return run

    results: dict[int, object] = {}

    def call(position: int) -> None:
        try:
            results[position] = store.write(command(position))
        except LookupError as error:
            results[position] = str(error)

    threads = [threading.Thread(target=call, args=(position,)) for position in range(24)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert results == {at: str(at) if at % 3 == 0 else at for at in range(24)}
    with store.read() as reader:
        assert [m.position for m in reader.messages(ALICE, "c")] == [
            at for at in range(24) if at % 3
        ]


def test_a_command_cannot_wait_for_itself(store: Store) -> None:
    with pytest.raises(UsageError):
        store.write(lambda writer: store.write(lambda inner: None))
    store.write(lambda writer: writer.touch(ALICE))


def test_a_closed_store_says_so(store: Store) -> None:
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.write(lambda writer: None)
    with pytest.raises(StoreError, match="closed"), store.read():
        pass

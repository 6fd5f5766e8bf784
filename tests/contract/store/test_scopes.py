"""What belongs to a user, and that nobody else sees it."""

from __future__ import annotations

from typing import Any

import pytest

from infold.core.folds import Merge
from infold.core.scope import Scope
from infold.errors import IntegrityError, NotFound
from infold.store.protocol import (
    ScopeVersion,
    Store,
    StoredReply,
    Writer,
)

ALICE = Scope(user="alice")


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
def test_any_name_is_just_a_name(make: Any, store: Store, name: str) -> None:
    other, odd = Scope(user="victim"), Scope(user=name)
    make.add_chain(store, other, "c_victim", prefix="v")
    with store.read() as reader:
        assert reader.conversations(odd) == []
        assert reader.messages(odd, "c_victim") == []
        assert reader.locate(odd, ["m_v0"]) == {}
    made = make.add_chain(store, odd, "c_odd", prefix="o")
    with store.read() as reader:
        assert reader.messages(odd, "c_odd") == made
        assert [row.id for row in reader.conversations(odd)] == ["c_odd"]
        assert [row.id for row in reader.conversations(other)] == ["c_victim"]
        assert reader.scopes("default") == sorted([odd, other], key=lambda scope: scope.user)


def test_nothing_of_one_user_is_seen_by_another_or_in_another_space(
    make: Any, store: Store
) -> None:
    make.add_chain(store, ALICE, "c")
    store.write(lambda w: w.add_folds(ALICE, "c", [make.fold("x", 0, ("m_0",))]))
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


def test_agent_and_session_narrow_where_they_are_given(make: Any, store: Store) -> None:
    one = Scope(user="alice", agent="planner", session="s1")
    two = Scope(user="alice", agent="coder", session="s1")
    make.add_chain(store, one, "c1", ("a",), prefix="1")
    make.add_chain(store, two, "c2", ("b",), prefix="2")
    store.write(lambda w: w.add_folds(one, "c1", [make.fold("x", 0, ("m_10",))]))

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

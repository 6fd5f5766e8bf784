"""Folds, claims, spans, merges and placements."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from infold.core.folds import Claim, Merge, Price
from infold.core.scope import Scope
from infold.errors import IntegrityError
from infold.store.protocol import Store

ALICE = Scope(user="alice")


def test_folds_come_back_with_claims_and_spans(make: Any, store: Store) -> None:
    make.add_chain(store, ALICE, "c")
    late = make.fold("late", 3, ("m_3",), method="model", model="m", prompt="p")
    late = replace(late, price=Price(calls=1, input_tokens=2, output_tokens=3))
    early = make.fold("early", 0, ("m_0", "m_2"))
    bare = make.fold("bare", 1, ("m_1",), claims=(), state="pending")
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


def test_the_merge_log_keeps_its_order_and_its_withdrawals(make: Any, store: Store) -> None:
    make.add_chain(store, ALICE, "c")
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


def test_claims_come_as_columns_and_then_by_what_names_them(make: Any, store: Store) -> None:
    make.add_chain(store, ALICE, "c")
    late = make.fold("late", 3, ("m_3",), state="pending")
    early = make.fold("early", 0, ("m_0", "m_2"))
    gone = make.fold("gone", 1, ("m_1",), state="withdrawn")
    placed = [
        replace(
            fold,
            claims=tuple(
                replace(claim, tokens=7 + at, positions=positions)
                for at, claim in enumerate(fold.claims)
            ),
        )
        for fold, positions in ((late, (3,)), (early, (0, 2)), (gone, (1,)))
    ]
    store.write(lambda writer: writer.add_folds(ALICE, "c", placed))
    with store.read() as reader:
        columns = reader.claim_columns(ALICE, "c")
        assert columns.level.tolist() == [0, 1, 0, 1]
        assert columns.tokens.tolist() == [7, 8, 7, 8]
        assert columns.source_counts.tolist() == [2, 2, 1, 1]
        assert columns.sources.tolist() == [0, 2, 0, 2, 3, 3]
        keys = list(zip(columns.fold.tolist(), columns.number.tolist(), strict=True))
        found = reader.claims_at(ALICE, "c", [keys[3], keys[0]])
        assert found == [("f_late", late.claims[1]), ("f_early", early.claims[0])]
        assert [claim.positions for _, claim in found] == [(3,), (0, 2)]
        assert reader.claims_at(ALICE, "c", []) == []
        assert len(reader.claim_columns(ALICE, "none").tokens) == 0
        heads = reader.fold_keys(ALICE, "c", ("ready", "pending"))
        assert [(head.id, head.root, head.generation) for head in heads] == [
            ("f_early", 0, 2),
            ("f_late", 3, 1),
        ]


def test_foreign_folds_are_no_keys_and_have_ids(make: Any, store: Store) -> None:
    make.add_chain(store, ALICE, "c")
    late = make.fold("late", 3, ("m_3",))
    claim = Claim(id="k_other", text="요약", spans=(), tokens=2)
    other = make.fold("other", 0, ("m_0",), claims=(claim,), method="foreign", model="cline")
    gone = make.fold("otter", 0, ("m_0",), claims=(), method="foreign", state="withdrawn")
    store.write(lambda writer: writer.add_folds(ALICE, "c", [late, other, gone]))
    with store.read() as reader:
        assert [head.id for head in reader.fold_keys(ALICE, "c", ("ready",))] == ["f_late"]
        assert reader.folds(ALICE, "c") == [other, late]
        assert reader.foreign_texts(ALICE, "c") == [("f_other", 0, "요약")]
        assert reader.foreign_texts(ALICE, "none") == []
        assert reader.ids(ALICE, "fold", "f_", 9) == ["f_late", "f_other", "f_otter"]
        assert reader.ids(ALICE, "fold", "f_", 1) == ["f_late"]
        assert reader.ids(ALICE, "fold", "f_o", 9) == ["f_other", "f_otter"]
        assert reader.ids(ALICE, "fold", "f_other", 9) == ["f_other"]
        assert reader.ids(ALICE, "fold", "g", 9) == []
        assert reader.ids(ALICE, "claim", "k_o", 9) == ["k_other"]
        assert reader.ids(ALICE, "message", "m_", 2) == ["m_0", "m_1"]
        assert reader.ids(ALICE, "message", "k_", 2) == []
        assert reader.ids(Scope(user="bob"), "message", "m_", 9) == []
        assert reader.ids(replace(ALICE, agent="another"), "claim", "k_", 9) == []
        assert reader.ids(Scope(user="bob"), "fold", "f_", 9) == []
        assert reader.ids(replace(ALICE, agent="another"), "fold", "f_", 9) == []

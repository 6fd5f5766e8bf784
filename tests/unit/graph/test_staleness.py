"""Merkle hashes and steps: what is upstream counts, in whatever order wires are listed."""

from __future__ import annotations

from infold.core.changes import Change, Effect
from infold.graph.staleness import (
    Epochs,
    Records,
    Touch,
    stale_below,
    upstream_hash,
    upstream_hashes,
)

#     0 → 1 → 3 → 4 → 5
#      ↘ 2 ↗
PARENTS = [(), (0,), (0,), (1, 2), (3,), (4,)]


def hashes(own=None, parents=PARENTS, **more):
    ids = {n: f"m{n}" for n in range(len(parents))} | (own or {})
    return upstream_hashes(Records(own=ids, parents=parents, **more), range(len(parents)))


def test_a_change_is_seen_below_it_and_nowhere_else():
    before, after = hashes(), hashes({1: "another"})
    assert [n for n in range(6) if before[n] != after[n]] == [1, 3, 4, 5]
    assert hashes(parents=[(), (0,), (0,), (2, 1), (3,), (4,)]) == before


def test_what_is_archived_lets_ancestry_pass():
    archived = hashes({4: ""})
    assert archived[4] == archived[3]
    assert archived[5] != hashes()[5]
    assert hashes({0: ""})[0] != hashes()[0]


def test_quotes_settings_and_the_whole_count():
    plain = hashes()
    assert hashes(extra={4: ["role x"]})[5] != plain[5]
    assert hashes(extra={4: ["a", "b"]}) == hashes(extra={4: ["b", "a"]})
    chained = hashes(chains={4: [2]})
    assert chained[5] != plain[5]
    assert hashes({2: "y"}, chains={4: [2]})[5] != chained[5]
    own = {n: f"m{n}" for n in range(6)}
    one, other = Records(own=own, parents=PARENTS), Records(own=own, parents=PARENTS, whole=["m"])
    assert upstream_hash(one, plain, [4]) != upstream_hash(other, plain, [4])
    assert upstream_hash(one, plain, [3, 4]) == upstream_hash(one, plain, [4, 3])


def test_a_long_chain_and_a_ladder_are_walked_without_recursion():
    count = 20_000
    chain = [(n - 1,) if n else () for n in range(count)]
    assert len(hashes(parents=chain)) == count
    found = stale_below(
        [count - 1], chain, [Touch(position=0, differs=1, cause="x")], lambda position: 0
    )
    assert found == {count - 1: ("x",)}


def change(number, *spans, old="", new="confirmed", record="r", state="done"):
    effects = (Effect(target="mark", record=record, old=old, new=new),)
    return Change(
        id=f"g{number}",
        number=number,
        name="n",
        at="",
        by="person",
        effects=effects,
        state=state,
        spans=spans,
    )


def test_a_record_differs_in_the_epochs_in_which_it_was_another():
    epochs = Epochs([change(1, 4), change(2, 8, record="s")])
    assert [epochs.at(position) for position in (0, 3, 4, 7, 8, 99)] == [0, 0, 1, 1, 2, 2]
    assert epochs.differs("mark", "r", str)[0] == 0b001
    assert epochs.differs("mark", "s", str)[0] == 0b011
    assert epochs.differs("mark", "none", str) == (0, None)


def test_done_and_undone_differs_only_between():
    undone = Epochs([change(1, 4, 8, state="undone")])
    assert undone.differs("mark", "r", str)[0] == 0b010
    again = Epochs([change(1, 4, 8, 9)])
    assert again.differs("mark", "r", str)[0] == 0b0101
    back = Epochs([change(1, 4), change(2, 8, old="confirmed", new="")])
    assert back.differs("mark", "r", str)[0] == 0b010


def test_values_of_one_meaning_are_the_same():
    suggested = Epochs([change(1, 4, new="suggested")])
    assert suggested.differs("mark", "r", lambda value: str(value == "confirmed"))[0] == 0


def test_answers_are_stale_where_a_record_above_was_another_when_they_came():
    touches = [
        Touch(position=1, differs=0b01, cause="one"),
        Touch(position=4, differs=0b11, cause="four"),
        Touch(position=5, differs=0b11, cause="five"),
    ]
    found = stale_below([3, 4, 5], PARENTS, touches, lambda position: int(position >= 5))
    assert found == {3: ("one",), 4: ("one",), 5: ("four",)}


def test_a_wire_into_an_answer_and_the_whole_conversation_count_for_it():
    touches = [
        Touch(position=3, differs=1, cause="wire", is_wire=True),
        Touch(position=-1, differs=1, cause="everywhere"),
    ]
    found = stale_below([0, 3, 4], PARENTS, touches, lambda position: 0)
    assert found == {0: ("everywhere",), 3: ("everywhere", "wire"), 4: ("everywhere", "wire")}


def test_what_is_quoted_counts_with_its_chain_or_without():
    touches = [Touch(position=1, differs=1, cause="x")]
    parents = [(), (0,), (1,), (), (3,)]
    plain = stale_below([4], parents, touches, lambda position: 0)
    turn = stale_below([4], parents, touches, lambda position: 0, quotes={3: [2]})
    quoted = stale_below([4], parents, touches, lambda position: 0, quotes={3: [1, 2]})
    chain = stale_below([4], parents, touches, lambda position: 0, chains={3: [2]})
    assert (plain, turn) == ({}, {})
    assert quoted == chain == {4: ("x",)}


def test_a_cause_at_many_places_is_told_once_and_crowds_out_no_other() -> None:
    # Twelve messages in a row, the same cause at ten of them, another at the first.
    parents = [(), *((at,) for at in range(11))]
    touches = [Touch(position=0, differs=1, cause="the first"), *(
        Touch(position=at, differs=1, cause="the same") for at in range(1, 11)
    )]  # fmt: skip
    found = stale_below([11], parents, touches, lambda _: 0)
    assert found == {11: ("the first", "the same")}

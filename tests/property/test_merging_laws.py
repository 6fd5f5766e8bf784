"""Laws of merging: the way back is the identity, and nothing else of a user is touched."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from infold import Infold
from infold.config import Settings
from infold.engine.verifying_facts import fact_faults
from infold.errors import Conflict
from infold.memory.merging import groups
from infold.memory.standing import KnownFact
from infold.memory.wording import added, likeness, read_wording, says_all_of
from infold.testing import FrozenClock
from tests.property.examples import share

START = datetime(2026, 3, 1, 9, tzinfo=UTC)
TEXTS = (
    "Likes hiking", "I like hiking", "The user really likes hiking", "Likes hiking in the Alps",
    "Does not like hiking", "Lives in Porto", "I live in Porto", "Lives in Oslo", "I live in Oslo",
    "등산을 좋아합니다", "사용자는 등산을 좋아한다", "등산을 좋아하지 않아요",
    "我喜欢爬山", "用户很喜欢爬山", "登山が好き", "私は登山が好きです",
    "Trinkt gern Tee", "Ich trinke gerne Tee", "Suka kopi", "Aku suka kopi",
)  # fmt: skip

steps = st.lists(
    st.tuples(
        st.sampled_from(
            ["say", "say", "say", "say", "merge", "delete", "restore", "unmerge", "pin"]
        ),
        st.integers(0, len(TEXTS) - 1),
        st.sampled_from([1.0, 0.4]),
    ),
    max_size=14,
)
users = itertools.count()


@pytest.fixture(scope="module")
def clock() -> FrozenClock:
    return FrozenClock(START)


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory, clock: FrozenClock) -> Iterator[Infold]:
    path = tmp_path_factory.mktemp("merging") / "infold.db"
    with Infold.open(path, settings=Settings(embedder="none"), clock=clock) as opened:
        yield opened


def run(memory: Infold, user: str, name: str, at: int, confidence: float) -> None:
    if name == "say":
        memory.add(TEXTS[at], user=user, confidence=confidence)
        return
    if name == "merge":
        memory.merge(memory.plan_merge(user=user))
        return
    rows = memory.facts(user=user, state=None)
    merges = [row for row in rows if memory.expand_fact(row.id, user=user)]
    if name == "unmerge":
        rows = [row for row in merges if row.standing.state == "live"]
    if name == "restore":
        # A merge whose members went their own way is not made anew.
        rows = [row for row in rows if row not in merges]
    if rows:
        # What was said again since is not restored beside it.
        with suppress(*([Conflict] if name == "restore" else [])):
            getattr(memory, name)(rows[at % len(rows)].id, user=user)


def seen(memory: Infold, user: str) -> list[KnownFact]:
    """All facts, apart from how many events they have."""
    rows = memory.facts(user=user, state=None)
    return [replace(row, standing=replace(row.standing, events=0)) for row in rows]


@settings(max_examples=share(25))
@given(steps)
def test_undoing_a_merge_is_the_identity(
    memory: Infold, clock: FrozenClock, taken: list[tuple[str, int, float]]
) -> None:
    number = next(users)
    user, stranger = f"user {number}", f"stranger {number}"
    for text in TEXTS[:2]:
        memory.add(text, user=stranger)
    for name, at, confidence in taken:
        run(memory, user, name, at, confidence)
        clock.advance(timedelta(minutes=1))
    before = seen(memory, user)
    plan = memory.plan_merge(user=user)
    assert plan == memory.plan_merge(user=user)
    receipt = memory.merge(plan)
    made = {one for one, _ in receipt.merged}
    live = {one.id for one in memory.facts(user=user)}
    for one, members in receipt.merged:
        row = memory.fact(one, user=user)
        inside = memory.expand_fact(one, user=user)
        assert row.state == "live"
        assert [each.id for each in inside] == list(members)
        assert all(each.state == "superseded" for each in inside)
        assert any(row.text == each.text for each in inside) or ";" in row.text
    assert live >= made
    with memory.store.read() as reader:
        assert list(fact_faults(memory, reader, memory.scope(user))) == []
    memory.undo_merge(receipt)
    after = [row for row in seen(memory, user) if row.id not in made]
    assert after == before
    with memory.store.read() as reader:
        assert list(fact_faults(memory, reader, memory.scope(user))) == []
    assert [one.text for one in memory.facts(user=stranger)] == list(TEXTS[:2])


pairs = st.dictionaries(
    st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda pair: pair[0] < pair[1]),
    st.sampled_from([0.85, 0.9, 1.0]),
)


@given(pairs, st.randoms())
def test_groups_are_cliques_in_any_order_of_the_pairs(
    given_: dict[tuple[int, int], float], random: object
) -> None:
    found = groups(given_)
    members = [at for group, _ in found for at in group]
    assert len(members) == len(set(members))
    for group, least in found:
        inside = list(itertools.combinations(group, 2))
        assert all(pair in given_ for pair in inside)
        assert least == min(given_[pair] for pair in inside)
    shuffled = list(given_.items())
    random.shuffle(shuffled)  # type: ignore[attr-defined] - Hypothesis gives a `Random`
    assert groups(dict(shuffled)) == found


@given(st.text(max_size=60), st.text(max_size=60))
def test_wordings_of_any_text_can_be_read_and_compared(one: str, other: str) -> None:
    mine, theirs = read_wording(one), read_wording(other)
    assert likeness(mine, theirs) == likeness(theirs, mine)
    assert (likeness(mine, mine) == 1.0) == bool(mine.units)
    if says_all_of(mine, theirs) and says_all_of(theirs, mine):
        assert mine.units == theirs.units
    if (more := added(mine, theirs)) is not None:
        assert len(more) + len(theirs.units) == len(mine.units)

"""Linking: the same in one go and in chunks, and never against the order of the talk."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from infold.core.messages import Message, Text
from infold.fold.history import History, link
from infold.recall.replaced import Chains, Replaced

THING = st.sampled_from(
    ["gift gateway", "ledger worker", "mail relay", "API", "数据库", "검색 서버"]
)
PORT = st.integers(1_024, 9_999).map(str)
LINE = st.one_of(
    st.builds("The {0} listens on port {1}.".format, THING, PORT),
    st.builds("Correction: the {0} listens on port {1}.".format, THING, PORT),
    st.builds("{0}的端口改成{1}了。".format, THING, PORT),
    st.builds("Actually, use {0} instead.".format, PORT),
    st.builds("We moved from {0} to {1}.".format, st.just("Jenkins"), st.just("Argo CD")),
    st.sampled_from(
        ["OK.", "We deploy with Jenkins.", "Forget the port of the API.", "¿5432? \ud800"]
    ),
)


def messages(lines: list[str]) -> list[Message]:
    return [
        Message(role="user", parts=(Text(text=line),), id=f"m{at}", position=at)
        for at, line in enumerate(lines)
    ]


@given(st.lists(LINE, max_size=14), st.data())
def test_chunks_and_one_go_give_the_same_records(lines: list[str], data: st.DataObject) -> None:
    said = messages(lines)
    whole = link(said)
    cut = data.draw(st.integers(0, len(said)))
    history = History()
    for message in said[:cut]:
        history.add(message)
    assert history.records == [one for one in whole if one.new_at < cut]
    for message in said[cut:]:
        history.add(message)
    assert history.records == whole


@given(st.lists(LINE, max_size=14))
def test_records_point_forward_at_what_was_written(lines: list[str]) -> None:
    for one in link(messages(lines)):
        assert one.old_at < one.new_at
        assert lines[one.old_at][one.old.start : one.old.end] == one.written
        new = lines[one.new_at][one.new.start : one.new.end]
        assert one.shown in ("", new)
        assert one.was != one.now
        assert 0.0 <= one.score <= 1.0


@given(st.lists(LINE, max_size=14))
def test_a_marked_value_has_another_one_at_the_end_of_its_chain(lines: list[str]) -> None:
    records = link(messages(lines))
    count = len(lines)
    replaced = Replaced(Chains(records), np.ones(count, np.bool_), np.full(count, np.nan))
    newest = {one.new for one in records} - {one.old for one in records}
    for position in range(count):
        for mark in replaced.marks(position):
            assert mark.at > position
            assert lines[position][mark.start : mark.end] == mark.written
            assert any(one.new_at == mark.at for one in records if one.new in newest)

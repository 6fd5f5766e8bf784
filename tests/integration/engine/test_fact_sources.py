"""Sources that a program names for a fact: they lead to a message, or are refused."""

from __future__ import annotations

import pytest

from infold import Infold
from infold.core.folds import Span
from infold.errors import NotFound, UsageError


def span(message: str, end: int = 4, part: int = 0) -> Span:
    return Span(message=message, part=part, start=0, end=end)


def test_sources_lead_to_messages_of_the_user_in_any_conversation(memory: Infold) -> None:
    first = memory.conversation("c", user="민수", agent="요리").append(
        "user", "저는 서울에 살아요."
    )
    second = memory.conversation("d", user="민수").append("user", "ソウルです。")
    told = [span(first.id, end=11), span(second.id, end=6)]
    fact = memory.add("Lives in Seoul", user="민수", sources=told)
    assert list(fact.sources) == told


@pytest.mark.parametrize(
    ("end", "part", "told"),
    [(12, 0, "has 11 characters"), (4, 1, "has 0 characters"), (4000, 0, "has 11 characters")],
)
def test_a_span_beyond_its_message_is_refused_and_nothing_is_kept(
    memory: Infold, end: int, part: int, told: str
) -> None:
    said = memory.conversation("c", user="민수").append("user", "저는 서울에 살아요.")
    with pytest.raises(UsageError, match=told):
        memory.add(["Lives in Seoul"], user="민수", sources=[span(said.id, end, part)])
    assert list(memory.facts(user="민수")) == []


def test_a_message_that_is_not_the_users_is_no_source(memory: Infold) -> None:
    other = memory.conversation("c", user="wei").append("user", "我住在上海。")
    own = memory.conversation("c", user="민수").append("user", "저는 서울에 살아요.")
    for sources in ([span("m_none")], [span(own.id), span(other.id)]):
        with pytest.raises(NotFound, match=sources[-1].message):
            memory.add("Lives in Shanghai", user="민수", sources=sources)
    assert list(memory.facts(user="민수")) == []

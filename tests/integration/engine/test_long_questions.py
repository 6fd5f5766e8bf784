"""Of a very long question a bounded part is read, whoever asks."""

from __future__ import annotations

import pytest

from infold import Infold
from infold.engine import contexts, searching
from infold.recall.query import READ


def test_what_is_read_of_a_question_is_bounded(
    memory: Infold, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    for module in (searching, contexts):
        whole = module.make_query

        def make_query(text: str, whole: object = whole, **given: object) -> object:
            read.append(len(text))
            return whole(text, **given)  # type: ignore[operator]

        monkeypatch.setattr(module, "make_query", make_query)
    chat = memory.conversation("c")
    chat.append("user", "The port is 5433.")
    long = "Something else entirely. " * READ + "Which port?"
    assert [hit.text for hit in memory.search(long, kinds=["message"])] == ["The port is 5433."]
    assert "5433" in chat.context(long, budget=500).text
    assert read == [READ, READ]

"""The cases of chats: as many in each language, and a sample of them right."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from bench.lifecycle.turns import Chat, known, load

CASES = load()


def test_every_language_has_every_kind() -> None:
    kinds = {one: Counter(c.kind for c in CASES if c.language == one) for one in
             ("de", "en", "id", "ja", "ko", "zh")}  # fmt: skip
    assert len(set(map(str, map(sorted, map(Counter.items, kinds.values()))))) == 1
    assert sum(kinds["en"].values()) >= 12
    assert all(chat.said and chat.wanted for chat in CASES)
    assert len({chat.id for chat in CASES}) == len(CASES)


@pytest.mark.parametrize(
    "chat", [one for one in CASES if one.kind in ("again", "period")], ids=lambda one: one.id
)
def test_what_was_once_and_what_is_again(chat: Chat, tmp_path: Path) -> None:
    assert known(chat, tmp_path) == [one.value for one in chat.wanted]

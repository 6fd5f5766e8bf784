"""Drafts whose sources are erased before they are applied: stale, and nothing is written again."""

from __future__ import annotations

from pathlib import Path

import pytest

from infold import Chat, Infold
from infold.engine.drafts import Drafts
from infold.errors import NotFound, StalePlan
from tests.integration.engine.graph_talk import chain


def built(memory: Infold) -> tuple[Chat, Drafts]:
    chat, _ = chain(memory, 12)
    return chat, chat.build(chat.plan_condense(), "extractive")


def test_applying_after_a_source_was_erased_is_stale_and_rebases(memory: Infold) -> None:
    chat, drafts = built(memory)
    memory.erase(drafts.drafts[0].run.members[2])
    with pytest.raises(StalePlan, match="lost a message") as found:
        chat.apply(drafts)
    assert found.value.code == "stale_plan"
    assert "rebase" in found.value.hint
    assert "infold condense" in found.value.hint
    fresh = chat.rebase(drafts)
    assert {one.state for one in fresh.drafts} == {"waiting"}
    view = chat.apply(chat.build(fresh, "extractive"))
    assert view.folds
    assert memory.verify() == []


def test_no_text_of_an_erased_source_is_written_again(memory: Infold, tmp_path: Path) -> None:
    chat, drafts = built(memory)
    run = drafts.drafts[0].run
    text = next(one.text for one in chat.messages() if one.id == run.members[2])
    memory.erase(run.members[2])
    with pytest.raises(StalePlan):
        chat.edit_draft(drafts, run.id, text)
    with pytest.raises(StalePlan):
        chat.build(drafts.plan, "extractive")
    while memory.run_job():
        pass
    assert memory.verify() == []
    assert text.encode() not in b"".join(memory.export())


def test_a_conversation_that_was_erased_whole_is_told_so(memory: Infold) -> None:
    chat, drafts = built(memory)
    memory.erase(chat)
    with pytest.raises(StalePlan, match="all of it was erased") as found:
        chat.apply(drafts)
    assert "Append to it first" not in str(found.value)
    with pytest.raises(NotFound):
        chat.rebase(drafts)


def test_an_erased_message_elsewhere_leaves_the_drafts(memory: Infold) -> None:
    chat, drafts = built(memory)
    other, ids = chain(memory, 3, "b")
    memory.erase(ids[0])
    assert chat.apply(drafts).folds
    assert other.id != chat.id

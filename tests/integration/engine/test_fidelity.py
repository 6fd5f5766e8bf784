"""What stored folds kept: judged against their sources, and searched for in the store."""

from __future__ import annotations

import pytest

from infold import Infold
from infold.errors import NotFound
from infold.jobs.worker import run_all
from tests.integration.engine.test_folding import fill, talk


def test_every_literal_of_a_fold_has_an_outcome(memory: Infold) -> None:
    chat = fill(memory, talk(240))
    fold = max(chat.folds(), key=lambda one: len(one.sources))
    report = chat.fidelity(fold)
    values = {one.text for one in report.findings}
    sources = " ".join(message.text for message in chat.expand(fold))
    assert {text for text in values if text[0].isdigit()}
    assert all(text in sources for text in values)
    assert sum(report.counts().values()) == len(report.findings)
    assert not report.of("invented")
    assert report == chat.fidelity(fold.id)


def test_a_fold_of_another_conversation_is_not_judged_here(memory: Infold) -> None:
    chat = fill(memory, talk(240))
    other = memory.conversation("other")
    other.append("user", "The port is 5433.")
    run_all(memory)
    with pytest.raises(NotFound):
        other.fidelity(chat.folds()[0])


def test_the_sources_of_a_fold_are_found_by_how_its_id_starts(memory: Infold) -> None:
    chat = fill(memory, talk(240))
    fold = max(chat.folds(), key=lambda one: len(one.sources))
    assert memory.sources(fold.id[:12]) == memory.sources(fold.id)
    with pytest.raises(NotFound):
        memory.sources("f_00000000")

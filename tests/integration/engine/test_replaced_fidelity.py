"""Folds of values that a later message replaced without naming them."""

from __future__ import annotations

import pytest

from infold import Infold
from infold.core.folds import BETWEEN_PHRASES
from infold.engine.chat import Chat
from infold.jobs.worker import run_all
from infold.text.kinds import Status
from tests.integration.engine.test_folding import talk

FIRST = "The orders database is on port 5432."
THEN = "Actually, the orders database should use 5433, not the old one."


def told(memory: Infold, *, at_once: bool) -> Chat:
    chat = memory.conversation("c")
    for role, text in [("user", FIRST), *talk(8), ("user", THEN), *talk(240)]:
        chat.append(role, text)
        if not at_once and len(text) % 5 == 0:
            run_all(memory)
    run_all(memory)
    return chat


@pytest.mark.parametrize("at_once", [True, False])
def test_a_fold_shows_no_replaced_value_as_current(memory: Infold, *, at_once: bool) -> None:
    chat = told(memory, at_once=at_once)
    ids = {message.text: message.id for message in chat.messages()}
    folds = [one for one in chat.folds() if ids[FIRST] in one.sources and ids[THEN] in one.sources]
    assert folds
    for fold in folds:
        report = chat.fidelity(fold)
        (found,) = [one for one in report.findings if one.text == "5432"]
        assert found.status is Status.REPLACED
        assert found.outcome in ("kept", "recoverable")
        assert found.wanted is not None
        assert found.wanted.by is not None
        assert found.wanted.by.message == ids[THEN]
        assert not report.of("inverted")
        said = [
            text
            for claim in fold.claims
            for text in ([claim.text] if claim.level else claim.text.split(BETWEEN_PHRASES))
        ]
        assert not any("5432" in text for text in said) or THEN in said

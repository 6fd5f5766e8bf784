"""The fold map is read once for all questions that are asked of the same folds."""

from __future__ import annotations

from typing import Any

import pytest

from infold import Infold
from infold.jobs.worker import run_all
from infold.store.folding import FoldReads
from tests.integration.engine.test_folding import fill, talk


def test_the_map_is_read_once_and_anew_when_folds_change(
    memory: Infold, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat = fill(memory, talk(240))
    reads: list[int] = []
    plain = FoldReads.claims_at

    def counted(self: FoldReads, *given: Any) -> object:
        reads.append(1)
        return plain(self, *given)

    monkeypatch.setattr(FoldReads, "claims_at", counted)
    first = chat.context("How long does step 30 take?", budget=800)
    other = chat.context("배포 점검표는 몇 분?", budget=800)
    assert first.claims
    assert first.claims == other.claims
    assert len(reads) == 1

    small = chat.context("배포 점검표는 몇 분?", budget=400)
    assert len(small.claims) < len(other.claims)
    for role, text in talk(80):
        chat.append(role, f"{text} Once more.")
    run_all(memory)
    before = len(reads)
    later = chat.context("배포 점검표는 몇 분?", budget=800)
    assert len(reads) == before + 1
    folds = {fold.id for fold in chat.folds()}
    assert {claim["fold"] for claim in later.claims} <= folds

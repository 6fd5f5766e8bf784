"""Things that differ by a number or a letter replace nothing of one another."""

from __future__ import annotations

import pytest

from infold import Infold


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("The disk of db-1 is at 70 %.", "The disk of db-2 is now at 91 %."),
        ("서비스 A의 포트는 8080입니다.", "서비스 B의 포트는 이제 9090입니다."),
        (
            "The latency of service-3 is 279 ms now, budget 706 ms.",
            "The latency of service-2 is 274 ms now, budget 225 ms.",
        ),
        (
            "The gateway-7 queue has 120 entries, limit 500.",
            "The gateway-9 queue has 130 entries, limit 800.",
        ),
    ],
)
def test_another_one_of_a_kind_replaces_nothing(memory: Infold, first: str, then: str) -> None:
    chat = memory.conversation("c")
    chat.append("user", first)
    chat.append("user", then)
    assert "replaced" not in chat.context("How is it now?", budget=500).text


def test_the_same_one_is_still_replaced(memory: Infold) -> None:
    chat = memory.conversation("c")
    chat.append("user", "The disk of db-1 is at 70 %.")
    chat.append("user", "Correction: the disk of db-1 is at 91 %.")
    assert '["70 %" replaced by 91 %' in chat.context("How full is db-1?", budget=500).text

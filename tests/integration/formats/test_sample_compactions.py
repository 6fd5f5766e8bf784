"""What the tools of the sample files had compacted, as counted by hand, and as it is stored."""

from __future__ import annotations

from pathlib import Path

import pytest

from infold import Infold
from infold.config import Settings
from infold.formats import open_transcript
from infold.testing import FrozenClock

# For each conversation, for each compaction: the place of its summary, how its text begins and
# ends, and the places of its sources; None where there is none, or where they are not known.
#
# claude_small: line 21 is a boundary whose logical parent, line 20, is no message and names no
# parent: before it stands a3, which continues u2, a1 and u1 (u2b and a2 are other branches). The
# summary, line 22, names a3 too. All ids of the second session were trimmed to one text: its
# boundary, line 51, continues line 50, which its metadata name as preserved; before that stand
# lines 49 and 47; no summary follows.
# cline: agentic puts one summary first; basic leaves a notice behind four of five requests.
Told = tuple[int | None, str, str, list[int] | None]
COMPACTED: dict[str, list[list[Told]]] = {
    "agent_sessions/claude_large.jsonl": [[]],
    "agent_sessions/claude_schema_drift.jsonl": [[]],
    "agent_sessions/claude_small.jsonl": [
        [(6, "Summary of prior", "context.", [0, 1, 2, 5])],
        [(None, "", "", [0, 1])],
    ],
    "claude_code/ccl_edge_cases.jsonl": [[], []],
    "claude_code/ccl_representative.jsonl": [[]],
    "claude_code/ccl_session_b.jsonl": [[]],
    "claude_code/ccl_todowrite.jsonl": [[]],
    "cline/agentic.compaction.json": [
        [(0, "Context summary:\n\n## Goal", "agent-sidebar.tsx`", None)]
    ],
    "cline/basic.compaction.json": [
        [(0, "<SYSTEM_NOTICE>\nEarlier context", "`pl-0` class.</SYSTEM_NOTICE>", None)]
    ],
    "cline/session.messages.json": [[]],
}


@pytest.mark.parametrize("name", COMPACTED)
def test_compactions_are_read_as_counted_by_hand(samples: Path, name: str) -> None:
    found = [parsed.compactions for parsed in open_transcript(samples / name)]
    assert len(found) == len(COMPACTED[name])
    for compactions, told in zip(found, COMPACTED[name], strict=True):
        assert len(compactions) == len(told)
        for made, (message, start, end, sources) in zip(compactions, told, strict=True):
            assert made.message == (None if message is None else str(message))
            assert made.text.startswith(start)
            assert made.text.endswith(end)
            assert made.unreadable == (not start)
            assert made.sources == (None if sources is None else tuple(map(str, sources)))


def test_notices_of_a_sample_are_one_text(samples: Path) -> None:
    (parsed,) = open_transcript(samples / "cline" / "basic.compaction.json")
    (made,) = parsed.compactions
    assert made.text.count("Earlier context was compacted.") == 4
    assert "sidebarItem" in made.text


@pytest.mark.parametrize("name", COMPACTED)
def test_the_store_keeps_them_beside_its_own_folds(
    samples: Path, tmp_path: Path, name: str
) -> None:
    settings = Settings(embedder="none", space_secret="a secret for tests")
    with Infold.open(tmp_path / "a.db", settings=settings, clock=FrozenClock()) as memory:
        memory.import_file(samples / name)
        chats = [memory.conversation(info.id) for info in memory.conversations()]
        folds = [fold for chat in chats for fold in chat.folds() if fold.method == "foreign"]
        told = [each for conversation in COMPACTED[name] for each in conversation]
        assert sorted(len(fold.sources) for fold in folds) == sorted(
            len(sources or ()) for *_, sources in told
        )
        assert sorted(len(fold.claims) for fold in folds) == sorted(
            int(bool(start)) for _, start, *_ in told
        )
        assert memory.verify() == []
        first = b"".join(memory.export())
    (tmp_path / "x").write_bytes(first)
    with Infold.open(tmp_path / "b.db", settings=settings, clock=FrozenClock()) as other:
        other.import_file(tmp_path / "x", strict=True)
        assert b"".join(other.export()) == first
        assert other.verify() == []


def test_before_and_after_a_compaction_of_cline(samples: Path, tmp_path: Path) -> None:
    settings = Settings(embedder="none", space_secret="a secret for tests")
    with Infold.open(tmp_path / "a.db", settings=settings, clock=FrozenClock()) as memory:
        for name in ("session.messages", "agentic.compaction", "basic.compaction"):
            memory.import_file(samples / "cline" / f"{name}.json")
        (info,) = memory.conversations()
        chat = memory.conversation(info.id)
        # 32 messages; one summary; four requests that got a notice behind them.
        assert (info.messages, info.branches) == (37, 6)
        assert [fold.model for fold in chat.folds()] == ["cline", "cline"]
        assert chat.leaf() == chat.messages()[31].id
        assert memory.verify() == []

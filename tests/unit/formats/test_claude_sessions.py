"""Several Claude Code sessions in one file: each whole, and forgotten once it has ended."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

from infold.formats import open_transcript


def record(session: str, number: int, text: str = "말") -> str:
    return json.dumps(
        {
            "type": "user" if number % 2 == 0 else "assistant",
            "uuid": f"{session}-{number}",
            "parentUuid": f"{session}-{number - 1}" if number else None,
            "sessionId": session,
            "message": {"role": "user", "content": f"{text} {number}"},
        },
        ensure_ascii=False,
    )


def summary(session: str, number: int, title: str) -> str:
    return json.dumps({"type": "summary", "leafUuid": f"{session}-{number}", "summary": title})


def test_sessions_are_given_whole_as_they_end(tmp_path: Path) -> None:
    path = tmp_path / "f"
    lines = [
        summary("b", 1, "二番目"),
        record("a", 0),
        record("b", 0),
        record("c", 0),
        record("b", 1),
        record("a", 2),
        record("a", 1),
        record("c", 1),
        summary("a", 2, "première"),
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    reading = open_transcript(path)
    parsed = list(reading)
    assert [(p.conversation.key, p.conversation.title) for p in parsed] == [
        ("b", "二番目"),
        ("a", "première"),
        ("c", ""),
    ]
    assert [m.text for m in parsed[1].conversation.messages] == ["말 0", "말 1", "말 2"]
    assert (reading.records_in, reading.messages_out) == (9, 7)
    assert reading.skipped == {"summary": 2}


def test_records_of_a_list_on_one_line_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text(f"[{','.join(record(s, n) for n in (0, 1) for s in 'ab')}]", encoding="utf-8")
    assert [len(p.conversation.messages) for p in open_transcript(path)] == [2, 2]


def test_a_fault_is_counted_once_and_refused_where_strict(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text("\n".join([record("a", 0), '{"no": 1}', "{", record("a", 1)]))
    reading = open_transcript(path)
    assert [len(p.conversation.messages) for p in reading] == [2]
    assert [bad.line for bad in reading.bad] == [2, 3]


def test_a_file_of_many_sessions_is_never_in_memory_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "f"
    with path.open("w", encoding="utf-8") as file:
        for number in range(200):
            for turn in range(4):
                file.write(record(f"s{number}", turn, "x" * 40_000) + "\n")
    assert path.stat().st_size > 30_000_000
    tracemalloc.start()
    try:
        assert sum(1 for _ in open_transcript(path)) == 200
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 15_000_000

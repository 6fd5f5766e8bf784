"""What a Claude Code session compacted: summaries, boundaries and what they replaced."""

import json
from pathlib import Path
from typing import Any

from infold.core.folds import Compaction
from infold.formats import Parsed, open_transcript


def said(uuid: str, parent: str | None, text: str = "", **more: Any) -> dict[str, Any]:
    return {
        "type": more.pop("kind", "user"),
        "uuid": uuid,
        "parentUuid": parent,
        "sessionId": "s1",
        "timestamp": "2025-12-16T02:00:00.000Z",
        "message": {"content": more.pop("content", text or f"text of {uuid}")},
        **more,
    }


def boundary(uuid: str, logical: str | None, **metadata: Any) -> dict[str, Any]:
    return {
        "type": "system",
        "subtype": "compact_boundary",
        "uuid": uuid,
        "parentUuid": None,
        "logicalParentUuid": logical,
        "sessionId": "s1",
        "compactMetadata": {"trigger": "auto", "preTokens": 120_000, **metadata},
    }


def summary(uuid: str, parent: str | None, text: str = "", **more: Any) -> dict[str, Any]:
    return said(uuid, parent, text or f"summary {uuid}", isCompactSummary=True, **more)


def read(path: Path, *records: object) -> Parsed:
    path.write_text("\n".join(json.dumps(each) for each in records), encoding="utf-8")
    (parsed,) = open_transcript(path)
    return parsed


def by_source(parsed: Parsed) -> list[tuple[str, str | None, list[str] | None]]:
    """Text, the message that holds it and the sources of each compaction, by the file's own ids."""
    name = {message.id: message.source for message in parsed.conversation.messages}
    return [
        (
            each.text,
            None if each.message is None else name[each.message],
            None if each.sources is None else [name[source] for source in each.sources],
        )
        for each in parsed.compactions
    ]


START = (said("a", None), said("b", "a", kind="assistant"), said("c", "b"))


def test_a_summary_stands_for_what_leads_up_to_its_boundary(tmp_path: Path) -> None:
    parsed = read(
        tmp_path / "f",
        *START,
        said("x", "a", kind="assistant"),  # another branch
        boundary("cb", "c"),
        summary("s", "cb", "요약: 포트는 5433. 要約:ポートは 5433。"),
        said("d", "s"),
    )
    assert by_source(parsed) == [("요약: 포트는 5433. 要約:ポートは 5433。", "s", ["a", "b", "c"])]
    (made,) = parsed.compactions
    assert (made.tool, made.unreadable) == ("claude-code", False)
    assert parsed.conversation.messages[int(made.message or "")].role == "system"


def test_each_compaction_reaches_back_to_the_boundary_before(tmp_path: Path) -> None:
    parsed = read(
        tmp_path / "f",
        *START,
        boundary("cb1", "c"),
        summary("s1", "cb1"),
        said("d", "s1"),
        said("e", "d", kind="assistant"),
        boundary("cb2", "e"),
        summary("s2", "cb2"),
    )
    assert by_source(parsed) == [
        ("summary s1", "s1", ["a", "b", "c"]),
        ("summary s2", "s2", ["s1", "d", "e"]),
    ]


def test_two_in_a_row_have_the_first_summary_or_nothing_between(tmp_path: Path) -> None:
    again = (
        boundary("cb1", "c"),
        summary("s1", "cb1"),
        boundary("cb2", "s1"),
        summary("s2", "cb2"),
    )
    assert by_source(read(tmp_path / "f", *START, *again)) == [
        ("summary s1", "s1", ["a", "b", "c"]),
        ("summary s2", "s2", ["s1"]),
    ]
    nothing = (boundary("cb1", "c"), boundary("cb2", "cb1"), summary("s2", "cb2"))
    assert by_source(read(tmp_path / "f", *START, *nothing)) == [
        ("", None, ["a", "b", "c"]),
        ("summary s2", "s2", []),
    ]


def test_a_boundary_without_a_parent_that_is_there_has_no_known_sources(tmp_path: Path) -> None:
    for logical in (None, "gone", ""):
        parsed = read(tmp_path / "f", *START, boundary("cb", logical), summary("s", "cb"))
        assert by_source(parsed) == [("summary s", "s", None)]


def test_a_summary_that_names_its_own_parent_belongs_to_the_boundary_before(
    tmp_path: Path,
) -> None:
    parsed = read(tmp_path / "f", *START, boundary("cb", None), summary("s", "b"))
    assert by_source(parsed) == [("summary s", "s", ["a", "b"])]


def test_a_message_between_parts_a_boundary_from_a_summary(tmp_path: Path) -> None:
    parsed = read(tmp_path / "f", *START, boundary("cb", "c"), said("d", "cb"), summary("s", "d"))
    assert by_source(parsed) == [("", None, ["a", "b", "c"]), ("summary s", "s", ["d"])]


def test_a_summary_without_a_boundary_stands_for_what_it_continues(tmp_path: Path) -> None:
    parsed = read(tmp_path / "f", *START, summary("s", "c"), said("d", "s"), summary("t", "d"))
    assert by_source(parsed) == [
        ("summary s", "s", ["a", "b", "c"]),
        ("summary t", "t", ["s", "d"]),
    ]
    parsed = read(tmp_path / "f", *START, summary("s", None))
    assert by_source(parsed) == [("summary s", "s", None)]


def test_several_summaries_behind_one_boundary_have_the_same_sources(tmp_path: Path) -> None:
    parsed = read(
        tmp_path / "f", *START, boundary("cb", "b"), summary("s", "cb"), summary("t", "cb")
    )
    assert by_source(parsed) == [("summary s", "s", ["a", "b"]), ("summary t", "t", ["a", "b"])]


def test_what_was_preserved_is_no_source(tmp_path: Path) -> None:
    parsed = read(
        tmp_path / "f",
        *START,
        said("d", "c", kind="assistant"),
        said("e", "d"),
        boundary(
            "cb",
            "e",
            preservedSegment={"headUuid": "d", "anchorUuid": "s", "tailUuid": "e"},
            preservedMessages={"anchorUuid": "s", "uuids": ["b"], "allUuids": ["b", "gone", 7]},
        ),
        summary("s", "cb"),
    )
    assert by_source(parsed) == [("summary s", "s", ["a", "c"])]


def test_an_empty_or_encrypted_summary_is_unreadable(tmp_path: Path) -> None:
    for content in ([], " \n", [{"type": "redacted_thinking", "data": "gAAAAAB"}]):
        parsed = read(
            tmp_path / "f", *START, boundary("cb", "c"), summary("s", "cb", content=content)
        )
        (made,) = parsed.compactions
        assert made.unreadable
        assert made.sources == ("0", "1", "2")
        assert made.message == "3"


def test_a_summary_that_cannot_be_read_leaves_its_boundary(tmp_path: Path) -> None:
    broken = summary("s", "cb") | {"message": 5}
    path = tmp_path / "f"
    parsed = read(path, *START, boundary("cb", "c"), broken, said("d", "s"))
    assert parsed.compactions == (
        Compaction(tool="claude-code", sources=("0", "1", "2"), message=None),
    )


def test_local_ids_follow_the_order_of_parents(tmp_path: Path) -> None:
    # The child stands before its parent in the file, so ids are not the places in the file.
    parsed = read(
        tmp_path / "f", said("b", "a"), said("a", None), boundary("cb", "b"), summary("s", "cb")
    )
    assert by_source(parsed) == [("summary s", "s", ["a", "b"])]
    assert [message.source for message in parsed.conversation.messages] == ["a", "b", "s"]


def test_a_circle_of_parents_ends(tmp_path: Path) -> None:
    parsed = read(
        tmp_path / "f", said("a", "b"), said("b", "a"), boundary("cb", "b"), summary("s", "cb")
    )
    assert by_source(parsed) == [("summary s", "s", ["a", "b"])]


def test_sources_that_many_summaries_share_are_bounded(tmp_path: Path) -> None:
    count = 60
    before = [said(f"m{n}", f"m{n - 1}" if n else None) for n in range(count)]
    after = [summary(f"s{n}", f"m{count - 1}") for n in range(count)]
    parsed = read(tmp_path / "f", *before, *after)
    known = [each.sources for each in parsed.compactions if each.sources is not None]
    assert len(parsed.compactions) == count
    assert {len(sources) for sources in known} == {count}
    assert sum(map(len, known)) <= 16 * 2 * count < count * count


def test_each_session_of_a_file_has_its_own(tmp_path: Path) -> None:
    other = [
        each | {"sessionId": "s2", "uuid": f"o{each['uuid']}"}
        for each in (said("a", None), boundary("cb", "oa"), summary("s", "ocb"))
    ]
    path = tmp_path / "f"
    lines = [*START, *other, boundary("cb", "c"), summary("s", "cb")]
    path.write_text("\n".join(json.dumps(each) for each in lines), encoding="utf-8")
    found = {parsed.conversation.key: parsed for parsed in open_transcript(path)}
    first, second = found["s1"], found["s2"]
    assert by_source(first) == [("summary s", "s", ["a", "b", "c"])]
    assert by_source(second) == [("summary s", "os", ["oa"])]

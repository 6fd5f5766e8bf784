import base64
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from infold.core.messages import Attachment, Opaque, Text
from infold.core.settings import Setting
from infold.errors import FormatError
from infold.formats import Parsed, Reading, open_transcript


def node(name: str, question: str | None = None, *answers: str, **more: Any) -> dict[str, Any]:
    data = {"question": f"{name}?" if question is None else question}
    given = list(answers) or [f"{name}!"]
    data |= {"responses": given, "responseIndex": 0, "response": given[0]}
    index = more.get("responseIndex")
    if isinstance(index, int) and 0 <= index < len(given):
        data["response"] = given[index]
    return {"id": name, "position": {"x": 0, "y": 0}, "data": data | more}


def edge(source: str, target: str, **data: Any) -> dict[str, Any]:
    return {"id": f"{source}-{target}", "source": source, "target": target, "data": data}


def read(
    path: Path, nodes: list[Any], edges: list[Any] | None = None, **more: Any
) -> tuple[Reading, Parsed]:
    value = {"version": 1, "name": "캔버스", "nodes": nodes, "edges": edges or [], **more}
    path.write_text(json.dumps(value), encoding="utf-8")
    reading = open_transcript(path)
    (parsed,) = reading
    return reading, parsed


def wires(parsed: Parsed, kind: str = "continue") -> set[tuple[str, str]]:
    text = {message.id: message.text for message in parsed.conversation.messages}
    return {(text[w.parent], text[w.child]) for w in parsed.conversation.wires if w.kind == kind}


def leaf(parsed: Parsed) -> str:
    text = {message.id: message.text for message in parsed.conversation.messages}
    assert parsed.conversation.leaf is not None
    return text[parsed.conversation.leaf]


def test_a_node_is_a_question_and_its_answer(tmp_path: Path) -> None:
    reading, parsed = read(
        tmp_path / "f",
        [
            node("a", "질문", "대답", askedAt="2026-08-16T00:00:00Z", generatedBy=["gpt-4o"]),
            node("b", "質問", "回答"),
        ],
        [edge("a", "b")],
    )
    conversation = parsed.conversation
    assert (reading.format, conversation.title) == ("thoughtdag", "캔버스")
    assert [(m.role, m.text, m.source) for m in conversation.messages] == [
        ("user", "질문", "a/question"),
        ("assistant", "대답", "a/response/0"),
        ("user", "質問", "b/question"),
        ("assistant", "回答", "b/response/0"),
    ]
    assert conversation.messages[1].author == "gpt-4o"
    assert conversation.messages[0].at is not None
    assert wires(parsed) == {("질문", "대답"), ("대답", "質問"), ("質問", "回答")}
    assert leaf(parsed) == "回答"
    assert reading.skipped == {}


@pytest.mark.parametrize("version", [0, 99, "x", None])
def test_a_node_needs_no_more_than_id_position_and_data(tmp_path: Path, version: Any) -> None:
    bare = {"id": 7, "position": None, "data": {"question": "hanya ini"}}
    _, parsed = read(tmp_path / "f", [bare], version=version)
    assert [(m.text, m.source) for m in parsed.conversation.messages] == [
        ("hanya ini", "7/question")
    ]


def test_versions_are_branches_and_what_follows_continues_the_active_one(tmp_path: Path) -> None:
    _, parsed = read(
        tmp_path / "f",
        [node("a", "q", "one", "two", "three", responseIndex=1), node("b", "next", "end")],
        [edge("a", "b")],
    )
    assert wires(parsed) == {
        ("q", "one"),
        ("q", "two"),
        ("q", "three"),
        ("two", "next"),
        ("next", "end"),
    }
    _, alone = read(tmp_path / "f", [node("a", "q", "one", "two", "three", responseIndex=1)])
    assert leaf(alone) == "two"


@pytest.mark.parametrize("index", [None, -1, 3, True, "1", 1.0])
def test_an_index_that_is_none_gives_way_to_the_answer_that_is_shown(
    tmp_path: Path, index: Any
) -> None:
    value = node("a", "q", "one", "two", "three")
    value["data"] |= {"responseIndex": index, "response": "two"}
    _, parsed = read(tmp_path / "f", [value])
    assert leaf(parsed) == "two"
    assert len(parsed.conversation.messages) == 4


def test_an_answer_that_stands_in_no_version_is_one(tmp_path: Path) -> None:
    value = node("a", "q", "one")
    value["data"]["response"] = "revised"
    _, parsed = read(tmp_path / "f", [value])
    assert wires(parsed) == {("q", "one"), ("q", "revised")}
    assert leaf(parsed) == "revised"


def test_wordings_of_a_question_are_branches(tmp_path: Path) -> None:
    value = node("b", "new wording", "to old", "to new", responseIndex=1)
    value["data"]["questions"] = ["old wording", "new wording"]
    _, parsed = read(
        tmp_path / "f", [node("a", "q", "r"), value, node("c")], [edge("a", "b"), edge("b", "c")]
    )
    assert wires(parsed) == {
        ("q", "r"),
        ("r", "old wording"),
        ("r", "new wording"),
        ("old wording", "to old"),
        ("new wording", "to new"),
        ("to new", "c?"),
        ("c?", "c!"),
    }


def test_wires_that_meet_are_a_merge(tmp_path: Path) -> None:
    _, parsed = read(
        tmp_path / "f",
        [node("m"), node("a"), node("b"), node("c")],
        [edge("a", "m"), edge("b", "m"), edge("c", "m"), edge("a", "m")],
    )
    assert {parent for parent, child in wires(parsed) if child == "m?"} == {"a!", "b!", "c!"}
    assert [m.text for m in parsed.conversation.messages][-2:] == ["m?", "m!"]
    assert len(parsed.conversation.wires) == 4 + 3


def test_cross_links_quote(tmp_path: Path) -> None:
    reading, parsed = read(
        tmp_path / "f",
        [node("a"), node("b"), node("c"), node("d")],
        [
            edge("a", "b"),
            edge("a", "c", isCrossLink=True),
            edge("b", "c", isCrossLink=True, contextDepth="full"),
            edge("c", "d", isWatch=True),
        ],
    )
    assert wires(parsed, "reference") == {("a!", "c?"), ("b!", "c?"), ("c!", "d?")}
    assert ("a!", "b?") in wires(parsed)
    text = {message.id: message.text for message in parsed.conversation.messages}
    chains = {(text[w.parent], text[w.child]) for w in parsed.conversation.wires if w.chain}
    assert chains == {("b!", "c?")}
    assert reading.skipped == {}


def test_empty_and_bad_nodes_are_bridged(tmp_path: Path) -> None:
    empty = node("e", "", "")
    bad = {"id": "x", "position": {}, "data": 5}
    odd = node("o", "fine", "good")
    odd["data"]["responses"] = ["good", 4, None]
    reading, parsed = read(
        tmp_path / "f",
        [node("a"), empty, bad, odd, 9, {"position": {}, "data": {}}],
        [edge("a", "e"), edge("e", "x"), edge("x", "o")],
    )
    assert wires(parsed) == {("a?", "a!"), ("a!", "fine"), ("fine", "good")}
    assert reading.skipped == {"empty node": 1}
    assert [bad.reason for bad in reading.bad] == [
        "node 'x': its data is a number",
        "node 'o': answer 2 is a number",
        "node 5: it is no object",
        "node 6: it has no id",
    ]


def test_a_silent_node_of_an_unknown_type_is_named_by_it(tmp_path: Path) -> None:
    drawn = {"id": "d", "type": "whiteboard", "position": {}, "data": {"strokes": [1]}}
    other = drawn | {"id": "e"}
    poll = node("p", "", "", stepKind="투표")
    long = drawn | {"id": "l", "type": "x" * 99 + "\n"}
    spoken = node("s", "heard", "all the same") | {"type": "whiteboard"}
    plain = node("n", "", "", stepKind="note") | {"type": "thought"}
    odd = node("o", "", "") | {"type": 5}
    reading, parsed = read(
        tmp_path / "f",
        [node("a"), drawn, other, poll, long, spoken, plain, odd],
        [edge("a", "d"), edge("d", "s")],
    )
    assert reading.skipped == {
        "node of the unknown type 'whiteboard'": 2,
        "node of the unknown type '투표'": 1,
        f"node of the unknown type '{'x' * 40}'": 1,
        "empty node": 2,
    }
    assert wires(parsed) == {("a?", "a!"), ("a!", "heard"), ("heard", "all the same")}


def test_wires_that_lead_nowhere_are_bad_and_circles_are_cut(tmp_path: Path) -> None:
    reading, parsed = read(
        tmp_path / "f",
        [node("a"), node("b"), node("c")],
        [
            edge("a", "b"),
            edge("b", "c"),
            edge("c", "a"),
            edge("c", "gone"),
            edge("b", "b"),
            3,
        ],
    )
    assert [bad.reason for bad in reading.bad] == [
        "wire 4 leads to no node",
        "wire 5 leads from a node to itself",
        "wire 6 leads to no node",
    ]
    assert len(reading.repaired) == 1
    assert len(parsed.conversation.messages) == 6
    assert len(parsed.conversation.wires) == 3 + 2


def test_nodes_of_one_id_are_kept_apart(tmp_path: Path) -> None:
    reading, parsed = read(
        tmp_path / "f", [node("a", "one", "1"), node("a", "two", "2"), node("b")], [edge("a", "b")]
    )
    assert [m.source for m in parsed.conversation.messages] == [
        "a/question",
        "a/response/0",
        "a#2/question",
        "a#2/response/0",
        "b/question",
        "b/response/0",
    ]
    assert ("1", "b?") in wires(parsed)
    assert len(reading.repaired) == 1


def test_marks_are_counted_by_their_type(tmp_path: Path) -> None:
    marked = node(
        "a",
        "q",
        "r",
        highlights=[{"id": "h", "text": "q"}, {"id": "i", "text": "r"}],
        summaryTypes=["ruleout", "insight", None, "pivot"],
        summaries=["s", None],
        condensedFrom=["x"],
        rolePrompt="You are strict.",
        archived=True,
    )
    frame = node("f", "a label", "", stepKind="frame")
    reading, parsed = read(tmp_path / "f", [marked, frame], events=[{"op": "ask"}])
    assert [m.text for m in parsed.conversation.messages] == ["q", "r", "You are strict."]
    assert reading.skipped == {
        "highlight": 2,
        "landmark": 2,
        "summary": 1,
        "distillate": 1,
        "archived node": 1,
        "frame": 1,
        "event": 1,
    }


def test_the_leaf_is_no_archived_node_where_there_is_another(tmp_path: Path) -> None:
    _, parsed = read(
        tmp_path / "f",
        [node("a"), node("b"), node("c", archived=True)],
        [edge("a", "b"), edge("a", "c")],
    )
    assert leaf(parsed) == "b!"
    _, parsed = read(tmp_path / "f", [node("a", archived=True)])
    assert leaf(parsed) == "a!"


def test_files_links_and_reasoning_are_parts(tmp_path: Path) -> None:
    files = [
        {"name": "a.png", "type": "image/png", "content": base64.b64encode(b"png").decode()},
        {
            "name": "b.pdf",
            "type": "application/pdf",
            "content": "",
            "extractedText": "제1조",
            "size": 9,
        },
        {"name": "c.txt", "type": "text/plain", "content": "inhalt"},
        {"name": "d", "type": "audio/x", "content": "", "size": 9},
        8,
    ]
    value = node("a", "q", "r", attachments=files, linkUrl="https://example.com", linkTitle="t")
    value["data"] |= {"reasonings": ["생각"], "references": [{"title": "x"}]}
    _, parsed = read(tmp_path / "f", [value])
    asked, answered = parsed.conversation.messages
    odd = asked.parts[2]
    assert isinstance(odd, Attachment)
    assert parsed.blobs[odd.digest] == b"png"  # of which nobody can make an image
    assert asked.parts == (
        Text(text="q"),
        Attachment(kind="file", uri="https://example.com", name="t"),
        odd,
        Attachment(kind="file", media_type="audio/x", name="d", size=9),
        Opaque(kind="attachment", data="8"),
    )
    assert [(one.name, one.media_type, one.pages) for one in parsed.materials] == [
        ("b.pdf", "text/plain", ("제1조",)),
        ("c.txt", "text/plain", ("inhalt",)),
    ]
    assert parsed.blobs[parsed.materials[1].digest] == b"inhalt"
    assert parsed.settings == (
        Setting(message="0", name="material:0", value="in"),
        Setting(message="0", name="material:1", value="in"),
    )
    assert answered.parts == (
        Opaque(kind="reasoning", data='"생각"'),
        Text(text="r"),
        Opaque(kind="references", data='[{"title":"x"}]'),
    )


def test_canvases_that_begin_alike_have_keys_of_their_own(tmp_path: Path) -> None:
    keys = {read(tmp_path / "f", [node("a")], name=name)[1].conversation.key for name in "xy"}
    assert len(keys) == 2


def test_other_graphs_are_no_canvases(tmp_path: Path) -> None:
    flow = {"nodes": [{"id": "a", "position": {}, "data": {"label": "x"}}], "edges": []}
    (tmp_path / "f").write_text(json.dumps(flow), encoding="utf-8")
    with pytest.raises(FormatError, match="no transcript"):
        open_transcript(tmp_path / "f")


def test_a_chain_of_20_000_nodes_in_any_order(tmp_path: Path) -> None:
    names = [f"n{number}" for number in range(20_000)]
    nodes = [node(name) for name in reversed(names)]
    _, parsed = read(tmp_path / "f", nodes, [edge(a, b) for a, b in pairwise(names)])
    assert [m.text for m in parsed.conversation.messages[:3]] == ["n0?", "n0!", "n1?"]
    assert len(parsed.conversation.wires) == 39_999
    assert leaf(parsed) == "n19999!"

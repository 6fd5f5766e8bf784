"""A canvas comes in with all that stands on it, once, and grows; what was done here stays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from infold import Infold
from infold.engine.chat import Chat
from tests.unit.formats.test_thoughtdag_graph import node

TERMS = {
    "id": "f",
    "name": "약관.md",
    "type": "text/markdown",
    "content": "제1조: 항구는 5시에 연다.",
}


def canvas(path: Path, nodes: list[Any], *edges: str, quotes: str = "") -> Path:
    wires: list[Any] = [{"source": edge[0], "target": edge[1]} for edge in edges]
    if quotes:
        data = {"isCrossLink": True, "contextDepth": "full"}
        wires.append({"source": quotes[0], "target": quotes[1], "data": data})
    path.write_text(json.dumps({"name": "항구", "nodes": nodes, "edges": wires}), "utf-8")
    return path


def nodes(**changed: Any) -> list[Any]:
    first = node("a", "When does it open?", "At 5.", attachments=[TERMS], rolePrompt="Be brief.")
    return [
        first,
        node("b", "And the Größe?", "old", "It is 42 m.", active=1, model="m-1"),
        node("c", "Why 42?", "Because.", branchContext="42 m"),
        node("d", "Side?", "Yes.", excludedAttachmentIds=["f"]),
    ]


def opened(memory: Infold) -> Chat:
    (one,) = memory.conversations()
    return memory.conversation(one.key)


def at(chat: Chat, text: str) -> str:
    return next(message.id for message in chat.messages() if message.text == text)


def layers(chat: Chat, text: str, question: str = "") -> dict[str, list[str]]:
    found = chat.preview(at(chat, text), question, budget=2000)
    return {layer.name: [piece.text for piece in layer.pieces] for layer in found.layers}


def test_a_canvas_reads_here_as_it_did_there(tmp_path: Path, memory: Infold) -> None:
    made = canvas(tmp_path / "c.json", nodes(), "ab", "bc", "ad", quotes="dc")
    report = memory.import_file(made)
    assert (report.added, report.materials, report.settings) == (10, 1, 5)
    chat = opened(memory)
    shown = layers(chat, "Why 42?")
    assert shown["materials"] == [piece for piece in shown["materials"] if "제1조" in piece]
    assert shown["path"] == [
        "Be brief.",
        "When does it open?",
        "At 5.",
        "And the Größe?",
        "It is 42 m.",
    ]
    assert ["42 m" in piece for piece in shown["passage"]] == [True]
    assert len(shown["references"]) == 2  # of the chain, what is not on the path already
    assert chat.preview(at(chat, "Why 42?")).model == "m-1"
    assert layers(chat, "Side?")["materials"] == []
    assert memory.verify() == []


def test_the_same_canvas_again_adds_nothing_and_a_grown_one_what_is_new(
    tmp_path: Path, memory: Infold
) -> None:
    wires = ("ab", "bc", "ad")
    memory.import_file(canvas(tmp_path / "c.json", nodes(), *wires, quotes="dc"))
    chat = opened(memory)
    before = (chat.messages(), chat.settings(), chat.materials(), chat.marks(), chat.wires())
    again = memory.import_file(tmp_path / "c.json")
    assert again.added == 0
    assert before == (
        chat.messages(),
        chat.settings(),
        chat.materials(),
        chat.marks(),
        chat.wires(),
    )
    more = [*nodes(), node("e", "새 질문?", "네.", rolePrompt="공손하게.")]
    grown = memory.import_file(canvas(tmp_path / "c.json", more, *wires, "ce", quotes="dc"))
    assert (grown.added, grown.messages) == (3, 13)
    assert opened(memory).id == chat.id
    assert layers(chat, "새 질문?")["path"][-3:] == ["Why 42?", "Because.", "공손하게."]
    assert memory.verify() == []


def test_what_was_changed_on_the_canvas_changes_here(tmp_path: Path, memory: Infold) -> None:
    memory.import_file(canvas(tmp_path / "c.json", nodes(), "ab", "bc", "ad"))
    chat = opened(memory)
    changed = nodes()
    changed[0]["data"]["rolePrompt"] = "Sei knapp."
    changed[1]["data"] |= {"responseIndex": 0, "response": "old"}
    memory.import_file(canvas(tmp_path / "c.json", changed, "ab", "bc", "ad"))
    path = layers(chat, "Why 42?")["path"]
    assert path == ["Sei knapp.", "When does it open?", "At 5.", "And the Größe?", "old"]
    prompt = at(chat, "Be brief.")
    assert chat.marks() == []
    with memory.store.read() as reader:
        away = reader.graph_state(chat.scope, chat.id).archived
    assert [chat.messages()[position].id for position in away] == [prompt]
    memory.import_file(canvas(tmp_path / "c.json", nodes(), "ab", "bc", "ad"))
    assert layers(chat, "Why 42?")["path"][-1] == "It is 42 m."
    assert memory.verify() == []


def test_what_was_set_or_taken_off_here_stays(tmp_path: Path, memory: Infold) -> None:
    made = canvas(tmp_path / "c.json", nodes(), "ab", "bc", "ad")
    memory.import_file(made)
    chat = opened(memory)
    chat.set_role(at(chat, "When does it open?"), "")
    chat.pin_model(at(chat, "And the Größe?"), "m-2")
    chat.exclude("약관.md", at=at(chat, "When does it open?"))
    chat.activate(at(chat, "old"))
    before = chat.settings()
    memory.import_file(made)
    assert chat.settings() == before
    for _ in range(4):
        chat.undo()
    assert layers(chat, "Why 42?")["path"][0] == "Be brief."
    assert layers(chat, "Why 42?")["path"][-1] == "It is 42 m."


def test_of_an_end_with_versions_the_one_that_is_shown_is_shown(
    tmp_path: Path, memory: Infold
) -> None:
    end = node("b", "?", "first", "second", active=1)
    memory.import_file(canvas(tmp_path / "c.json", [node("a", "q", "r"), end], "ab"))
    chat = opened(memory)
    assert chat.context("?", leaf=at(chat, "first")).text.endswith("second")
    assert chat.leaf() == at(chat, "second")


def test_an_export_of_an_imported_canvas_brings_all_of_it(tmp_path: Path, memory: Infold) -> None:
    memory.import_file(canvas(tmp_path / "c.json", nodes(), "ab", "bc", "ad", quotes="dc"))
    chat = opened(memory)
    out = tmp_path / "out.jsonl"
    out.write_bytes(b"".join(memory.export()))
    with Infold.open(tmp_path / "other.db") as other:
        other.import_file(out)
        again = opened(other)
        assert again.settings() == chat.settings()
        assert again.materials() == chat.materials()
        assert layers(again, "Why 42?") == layers(chat, "Why 42?")


def test_of_role_prompts_on_a_path_the_nearest_counts_as_on_the_canvas(
    tmp_path: Path, memory: Infold
) -> None:
    given = [
        node("a", "Wo?", "Hier.", rolePrompt="Be brief."),
        node("b", "何時？", "五時。", rolePrompt="丁寧に。"),
        node("c", "왜?", "그래서.", rolePrompt="짧게.", roleMode="set-next"),
        node("d", "Then?", "Then."),
        node("e", "Side?", "Yes."),
        node("f", "Both?", "Both."),
    ]
    memory.import_file(canvas(tmp_path / "c.json", given, "ab", "bc", "cd", "ae", "df", "ef"))
    chat = opened(memory)

    def roles(text: str) -> list[str]:
        path = chat.preview(at(chat, text), budget=2000).layer("path").pieces
        return [piece.text for piece in path if piece.role == "system"]

    assert roles("Wo?") == ["Be brief."]
    assert roles("何時？") == ["丁寧に。"]
    assert roles("왜?") == ["丁寧に。"]
    assert roles("Then?") == ["짧게."]
    assert roles("Side?") == ["Be brief."]
    assert roles("Both?") == ["짧게."]
    for text in ("何時？", "Then?", "Both?"):
        made = chat.context("?", leaf=at(chat, text), budget=2000)
        sent = [one["content"] for one in made.messages]
        assert [
            role for role in ("Be brief.", "丁寧に。", "짧게.") if any(role in s for s in sent)
        ] == [*roles(text)]
    # What is set here adds up, as everywhere here; one that stands alone takes their place.
    chat.set_role(at(chat, "Then?"), "And kind.")
    assert roles("Then?") == ["짧게.", "And kind."]
    chat.set_role(at(chat, "Then?"), "Alone.", alone=True)
    assert roles("Both?") == ["Alone."]
    chat.undo()
    assert roles("Both?") == ["짧게.", "And kind."]
    assert memory.verify() == []


def test_role_prompts_of_our_own_graphs_add_up(memory: Infold) -> None:
    chat = memory.conversation("own")
    ids = [chat.append("user" if n % 2 == 0 else "assistant", f"#{n}").id for n in range(4)]
    chat.set_role(ids[0], "One.")
    chat.set_role(ids[2], "Two.")
    path = [piece.text for piece in chat.preview(ids[2]).layer("path").pieces]
    assert path == ["One.", "#0", "#1", "Two."]

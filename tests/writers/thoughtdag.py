"""ThoughtDAG canvases: versions of answers and questions, merges, cross-links, marks."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from infold.core.messages import Message, Text
from tests.writers.common import Chat, Pen, Written, said

BAD: list[Any] = [3, {"id": "bad", "position": {}}, {"position": {}, "data": {"question": "x"}}]


@dataclass(kw_only=True)
class _Node:
    """What the writer knows of a node.

    Attributes:
        name: Its id.
        ends: Messages that what follows continues.
        own: Its own end; None where it says nothing.
        archived: Whether it was put away.
    """

    name: str
    ends: tuple[int, ...]
    own: int | None = None
    archived: bool = False


def write(rng: random.Random) -> Written:
    """Write a file."""
    pen, written = Pen(rng), Written()
    chat = Chat(title=pen.phrase(), settings=[], materials=[])
    nodes: list[Any] = []
    edges: list[Any] = []
    known: list[_Node] = []
    files: dict[str, str] = {}
    for number in range(rng.randint(1, 9)):
        if pen.chance(0.07):
            nodes.append(rng.choice(BAD))
            written.bad += 1
        above = rng.sample(known, min(len(known), rng.choice([0, 1, 1, 1, 2, 3])))
        rest = [node for node in known if node not in above]
        quoted = rng.sample(rest, 1) if rest and pen.chance(0.2) else []
        for node in above + above[:1] * pen.chance(0.1):
            edges.append({"id": f"e{len(edges)}", "source": node.name, "target": f"n{number}"})
        for node in quoted:
            data: dict[str, Any] = {"isCrossLink": True}
            if pen.chance(0.3):
                data["contextDepth"] = "full"
            if pen.chance(0.1):
                data["followsTip"] = True
                written.skipped += 1
            edges.append({"source": node.name, "target": f"n{number}", "data": data})
        value = _node(pen, written, chat, known, number, above, quoted)
        if known[-1].own is not None:
            _stands(pen, written, chat, known[-1], value["data"], above, files)
        nodes.append(value)
    _oddities(pen, written, edges)
    rng.shuffle(edges)
    if not chat.messages:
        text = pen.phrase()
        nodes.append(_shell("last", {"question": text}))
        known.append(
            _Node(name="last", ends=(), own=chat.add(said("user", text, source="last/question")))
        )
    parents = {parent for parent, _, kind, _ in chat.wires if kind == "continue"}
    ends = [node for node in known if node.own is not None and node.own not in parents]
    live = [node for node in ends if not node.archived] or ends
    chat.leaf = live[-1].own
    value = {"version": rng.choice([1, 2, "x", None]), "name": chat.title, "nodes": nodes}
    value |= {"edges": edges, "events": []}
    if pen.chance(0.3):
        value["events"] = [{"t": "2026-08-16T00:00:00Z", "op": "ask"}]
        written.skipped += 1
    written.chats.append(chat)
    written.text = pen.records([value])
    return written


def _stands(
    pen: Pen,
    written: Written,
    chat: Chat,
    node: _Node,
    data: dict[str, Any],
    above: list[_Node],
    files: dict[str, str],
) -> None:
    """What is set on a node: a role prompt, a model, a passage, files in and out."""
    assert chat.settings is not None
    assert chat.materials is not None
    assert node.own is not None
    begin = f"{node.name}/question"
    tops = [at for at, one in enumerate(chat.messages) if one.source.startswith(begin)]
    if pen.chance(0.25):
        data |= {"rolePrompt": pen.phrase(), "roleMode": pen.rng.choice(["inherit", "set-next"])}
        places = tops
        if pen.chance(0.2):
            data["roleMode"], places = "reset", []
        elif data["roleMode"] == "set-next":
            places = [node.own] if chat.messages[node.own].role == "assistant" else []
        if places:
            prompt = chat.add(said("system", data["rolePrompt"], source=f"{node.name}/role"))
            chat.settings += [(at, "role", (prompt, "only")) for at in places]
        else:
            written.skipped += 1
    if pen.chance(0.2):
        data["model"] = "gpt-4o"
        chat.settings += [(at, "model", "gpt-4o") for at in tops]
    if pen.chance(0.3):
        ends = [end for one in above for end in one.ends]
        if ends:
            about = pen.rng.choice(ends)
            data["branchContext"] = chat.messages[about].text
            place = (about, f"0 0 {len(data['branchContext'])}")
            chat.settings += [(at, "passage", place) for at in tops]
        else:
            data["branchContext"] = pen.phrase()
            written.skipped += 1
    if files and pen.chance(0.3):
        name = pen.rng.choice(list(files))
        data["excludedAttachmentIds"] = [name, "gone"]
        written.skipped += 1
        chat.settings += [(at, f"material:{files[name]}", "out") for at in tops]
    if pen.chance(0.3):
        name, text = f"{node.name}-f", pen.phrase().encode("utf-8", "replace").decode()
        data["attachments"] = [
            {"id": name, "name": "a.md", "type": "text/markdown", "content": text}
        ]
        files[name] = str(len(chat.materials))
        chat.materials.append(("a.md", "\n".join(text.splitlines())))
        if not node.archived:
            chat.settings += [(at, f"material:{files[name]}", "in") for at in tops]


def _shell(name: str, data: dict[str, Any]) -> dict[str, Any]:
    return {"id": name, "position": {"x": 0, "y": 0}, "data": data}


def _oddities(pen: Pen, written: Written, edges: list[Any]) -> None:
    odd: list[Any] = [5, {"source": "n0"}, {"source": "n0", "target": "gone"}]
    odd.append({"source": "n0", "target": "n0"})
    for edge in odd:
        if pen.chance(0.15):
            edges.append(edge)
            written.bad += 1


def _node(
    pen: Pen,
    written: Written,
    chat: Chat,
    known: list[_Node],
    number: int,
    above: list[_Node],
    quoted: list[_Node],
) -> dict[str, Any]:
    name = f"n{number}"
    flows = tuple(dict.fromkeys(end for node in above for end in node.ends))
    quotes = [end for node in quoted for end in node.ends if end not in flows]

    def add(message: Message, *parents: int, top: bool) -> int:
        place = chat.add(message, *parents)
        if top:
            chat.wires |= {(end, place, "reference", False) for end in quotes}
        return place

    data: dict[str, Any] = {"question": "", "response": "", "responses": [""], "responseIndex": 0}
    kind = pen.rng.randrange(8)
    if kind == 0:  # says nothing: what follows continues what is above it
        known.append(_Node(name=name, ends=flows))
        written.skipped += 1
        if pen.chance(0.3):
            data = {"stepKind": "frame", "question": "a label"}
        return _shell(name, data)
    question = pen.phrase()
    data["question"] = question
    asked = add(said("user", question, source=f"{name}/question"), *flows, top=True)
    end = asked
    if kind == 1:  # only asked yet; a node needs no more than this
        data = pen.rng.choice([data, {"question": question}])
    else:
        end = _answers(pen, chat, data, name, question, asked, flows, add)
    archived = pen.chance(0.15)
    if archived:
        data["archived"] = True
        written.skipped += 1
    if pen.chance(0.2):
        data["highlights"] = [{"id": "h", "text": question[:4]}] * 2
        written.skipped += 2
    if pen.chance(0.2):
        data["summaryTypes"] = ["ruleout", None, "insight"]
        written.skipped += 1
    if pen.chance(0.1):
        data["condensedFrom"] = ["n0"]
        written.skipped += 1
    known.append(_Node(name=name, ends=(end,), own=end, archived=archived))
    return _shell(name, data)


def _answers(
    pen: Pen,
    chat: Chat,
    data: dict[str, Any],
    name: str,
    question: str,
    asked: int,
    flows: tuple[int, ...],
    add: Any,
) -> int:
    """Versions of an answer, now and then with other wordings of the question; the active end."""
    versions = [pen.phrase() for _ in range(pen.rng.randint(1, 3))]
    active = pen.rng.randrange(len(versions))
    data |= {"responses": versions, "responseIndex": active, "response": versions[active]}
    under = [asked] * len(versions)
    if len(versions) > 1 and pen.chance(0.3):
        other = 1 if active == 0 else 0
        wording = pen.phrase()
        wordings = [question] * len(versions)
        wordings[other] = wording
        data["questions"] = wordings
        # Wordings are numbered by their first use.
        first = other == 0
        chat.messages[asked] = said(
            "user", question, source=f"{name}/question/1" if first else f"{name}/question"
        )
        source = f"{name}/question" if first else f"{name}/question/1"
        under[other] = add(said("user", wording, source=source), *flows, top=True)
    if pen.chance(0.2):
        data["responseIndex"] = pen.rng.choice([-1, 99, None, True, "0"])
    if pen.chance(0.2):
        data["generatedBy"] = ["gpt-4o"] * len(versions)
    author = "gpt-4o" if "generatedBy" in data else None
    places = [
        chat.add(
            Message(
                role="assistant",
                parts=(Text(text=version),),
                author=author,
                source=f"{name}/response/{number}",
            ),
            under[number],
        )
        for number, version in enumerate(versions)
    ]
    return places[active]

"""What one node of a ThoughtDAG canvas says: its question's wordings, and versions of its answer.

A version is a question and an answer: where `questions` stands beside `responses`, it holds the
wording that each answer was given to, and each wording is a branch of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from infold.core.marks import Landmark
from infold.core.messages import Attachment, Message, Opaque, Part, Text
from infold.formats.blocks import Unreadable, attachment, compact, moment, shown, size_of
from infold.formats.thoughtdag_files import BINARY, Files

_LANDMARKS: dict[str, Landmark] = {
    "ruleout": "ruled_out",
    "decision": "decided",
    "pivot": "pivoted",
    "ruled_out": "ruled_out",
    "decided": "decided",
    "pivoted": "pivoted",
}
_LISTS = {"summaries": "summary", "fanoutRoles": "role of a fan-out"}
_VALUES = {
    "condensedFrom": "distillate",
    "archived": "archived node",
    "summary": "summary",
    "source": "source of a mirrored node",
    "instruction": "instruction of a step",
    "roleSourceNodeId": "choice of a role prompt",
    "isEvaluator": "evaluator",
    "autoRerun": "rerun by itself",
    "anchor": "place in a document",
}
"""What is counted, and where it says no more than this, is all that is made of it."""
_TYPES = frozenset(("thought", "default"))
"""Types of nodes: the canvas's own, and that of a node without one."""
_KINDS = frozenset(
    ("human", "prompt", "note", "file", "link", "frame", "step", "fanout", "review", "synthesis")
)
"""Kinds of nodes that a canvas knows; what is read of one hangs on its fields, not on its kind."""
LOST_HIGHLIGHT = "highlight that stands nowhere"


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a node says.

    Attributes:
        questions: Wordings of its question, in the order of their first use.
        asked: Which of them is the current one.
        answers: Versions of its answer, each with the index of the wording that it answers.
        active: Which of them is shown; -1 where the one that is shown is empty.
        materials: Local ids of the documents on it.
        faults: What of it could not be read.
        kind: What it is counted as where it says nothing.
    """

    questions: tuple[Message, ...] = ()
    asked: int = 0
    answers: tuple[tuple[Message, int], ...] = ()
    active: int = -1
    materials: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    kind: str = "empty node"

    @property
    def messages(self) -> tuple[Message, ...]:
        """Its questions, then its answers."""
        return (*self.questions, *(message for message, _ in self.answers))


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """What people marked on a node.

    Attributes:
        highlights: Words, each once.
        landmarks: Labels, each once.
        condensed_from: Ids of the nodes that it stands for.
    """

    highlights: tuple[str, ...] = ()
    landmarks: tuple[Landmark, ...] = ()
    condensed_from: tuple[str, ...] = ()


def marked_on(data: Mapping[str, Any]) -> Marked:
    """What people marked on a node, as far as it can be read."""
    highlights = [
        each.get("text") if isinstance(each, dict) else each for each in _list(data, "highlights")
    ]
    types = [each for each in _list(data, "summaryTypes") if isinstance(each, str)]
    return Marked(
        highlights=tuple(
            dict.fromkeys(each for each in highlights if isinstance(each, str) and each.strip())
        ),
        landmarks=tuple(dict.fromkeys(_LANDMARKS[each] for each in types if each in _LANDMARKS)),
        condensed_from=tuple(
            str(each)
            for each in _list(data, "condensedFrom")
            if isinstance(each, str | int) and not isinstance(each, bool)
        ),
    )


def _list(data: Mapping[str, Any], name: str) -> list[Any]:
    value = data.get(name)
    return value if isinstance(value, list) else []


def said_in(node: Mapping[str, Any], name: str, files: Files) -> Said:
    """Read a node.

    Args:
        node: As the file has it.
        name: The id from which those of its messages are made.
        files: Takes its documents, and the bytes of what else is attached to it.

    Raises:
        Unreadable: It is no node, or its question or answer is no text.
    """
    data = node.get("data")
    if not isinstance(data, dict):
        raise Unreadable(f"its data is {shown(data)}")
    if data.get("stepKind") == "frame":
        return Said(kind="frame")
    return replace(_Reader(data, name, files).said(), kind=_silent(node, data))


def _silent(node: Mapping[str, Any], data: Mapping[str, Any]) -> str:
    """What a node is counted as where nothing of it could be read."""
    for value, known in ((node.get("type"), _TYPES), (data.get("stepKind"), _KINDS)):
        if isinstance(value, str) and value and value not in known:
            return f"node of the unknown type {shown(value)}"
    return "empty node"


def marks_of(data: Mapping[str, Any], said: Said) -> dict[str, int]:
    """What people and rules marked on a node, by type: what is no message."""
    found: dict[str, int] = {}
    for each in _list(data, "highlights"):
        words = each.get("text") if isinstance(each, dict) else each
        if each:
            is_there = isinstance(words, str) and place_of(words, said.messages) is not None
            kind = "highlight" if is_there else LOST_HIGHLIGHT
            found[kind] = found.get(kind, 0) + 1
    if data.get("highlightMode") in ("tag", "filter") and _list(data, "highlights"):
        found["way to show highlights"] = 1
    for name, kind in _LISTS.items():
        listed = data.get(name)
        count = sum(bool(each) for each in listed) if isinstance(listed, list) else 0
        found[kind] = found.get(kind, 0) + count
    for name, kind in _VALUES.items():
        found[kind] = found.get(kind, 0) + bool(data.get(name))
    types = data.get("summaryTypes")
    found["landmark"] = (
        sum(isinstance(each, str) and each in _LANDMARKS for each in types)
        if isinstance(types, list)
        else 0
    )
    return {kind: count for kind, count in found.items() if count}


class _Reader:
    """Reads one node."""

    def __init__(self, data: Mapping[str, Any], name: str, files: Files) -> None:
        self._data = data
        self._name = name
        self._files = files
        self._materials: list[str] = []
        self._faults: list[str] = []

    def said(self) -> Said:
        responses, active = self._versions()
        question = _text(self._data.get("question"), "question")
        wordings = self._data.get("questions")
        wordings = wordings if isinstance(wordings, list) else []
        texts: list[str] = []
        asked_by = []
        for number in range(len(responses)):
            wording = wordings[number] if number < len(wordings) else None
            # The current wording is the question itself: it may have been edited since.
            is_other = isinstance(wording, str) and wording and number != active
            text = str(wording) if is_other else question
            if text not in texts:
                texts.append(text)
            asked_by.append(texts.index(text))
        if question not in texts:
            texts.append(question)
        attached = list(self._attached())
        questions = []
        if any(texts) or attached:
            questions = [self._question(text, n, attached) for n, text in enumerate(texts)]
        answers: list[tuple[Message, int]] = []
        shown_at = -1
        for number, response in enumerate(responses):
            message = self._answer(response, number, is_active=number == active)
            if message is None:
                continue
            if number == active:
                shown_at = len(answers)
            answers.append((message, asked_by[number] if questions else 0))
        return Said(
            questions=tuple(questions),
            asked=texts.index(question) if questions else 0,
            answers=tuple(answers),
            active=shown_at,
            materials=tuple(dict.fromkeys(self._materials)),
            faults=tuple(self._faults),
        )

    def _versions(self) -> tuple[list[str], int]:
        """The versions of the answer, empty where there is none, and which of them is shown."""
        current = _text(self._data.get("response"), "response")
        listed = self._data.get("responses")
        found: list[str] = []
        for number, each in enumerate(listed if isinstance(listed, list) else (), 1):
            if each is not None and not isinstance(each, str):
                self._faults.append(f"answer {number} is {shown(each)}")
            found.append(each if isinstance(each, str) else "")
        index = self._data.get("responseIndex")
        if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < len(found):
            index = None
        if index is not None and (not current or found[index] == current):
            return found, index
        if current in found:
            return found, len(found) - 1 - found[::-1].index(current)
        if not current:
            return found, len(found) - 1
        return [*found, current], len(found)

    def _question(self, text: str, number: int, attached: list[Part]) -> Message:
        at = self._data.get("askedAt") or self._data.get("createdAt")
        parts = [Text(text=text)] if text else []
        return Message(
            role="user",
            parts=(*parts, *attached),
            at=moment(at) if at else None,
            source=f"{self._name}/question" + (f"/{number}" if number else ""),
        )

    def _answer(self, text: str, number: int, *, is_active: bool) -> Message | None:
        parts: list[Part] = []
        reasoning = self._version("reasonings", number)
        if reasoning is None and is_active:
            reasoning = self._data.get("reasoning")
        if isinstance(reasoning, str) and reasoning:
            parts.append(Opaque(kind="reasoning", data=compact(reasoning)))
        if text:
            parts.append(Text(text=text))
        references = self._data.get("references")
        if is_active and parts and isinstance(references, list) and references:
            parts.append(Opaque(kind="references", data=compact(references)))
        if not parts:
            return None
        model = self._version("generatedBy", number)
        at = self._version("generatedAts", number)
        if at is None and is_active:
            at = self._data.get("lastGeneratedAt")
        return Message(
            role="assistant",
            parts=tuple(parts),
            author=model if isinstance(model, str) and model else None,
            at=moment(at) if at else None,
            source=f"{self._name}/response/{number}",
        )

    def _version(self, field: str, number: int) -> object:
        listed = self._data.get(field)
        return listed[number] if isinstance(listed, list) and number < len(listed) else None

    def _attached(self) -> Iterator[Part]:
        """What lies on the node and is no document: addresses, and files that nobody can read."""
        place = self._data.get("linkUrl")
        if isinstance(place, str) and place:
            title = self._data.get("linkTitle")
            yield Attachment(kind="file", uri=place, name=title if isinstance(title, str) else "")
        files = self._data.get("attachments")
        for file in files if isinstance(files, list) else ():
            if isinstance(file, dict):
                yield from self._file(file)
            elif file is not None:
                yield Opaque(kind="attachment", data=compact(file))

    def _file(self, file: Mapping[str, Any]) -> Iterator[Part]:
        taken = self._files.take(file)
        self._materials += taken
        if taken:
            return
        fields = {name: value for name, value in file.items() if isinstance(value, str)}
        media, name, content = (fields.get(field, "") for field in ("type", "name", "content"))
        kind: Literal["image", "file"] = "image" if media.startswith("image/") else "file"
        if content and media.startswith(BINARY):
            uri = content if content[:5].lower() == "data:" else f"data:{media};base64,{content}"
            yield attachment(kind, uri, self._files.gathering, name=name)
        else:
            yield Attachment(kind=kind, media_type=media, name=name, size=size_of(file.get("size")))
            if content:
                yield Text(text=content)
        if fields.get("extractedText"):
            yield Text(text=fields["extractedText"])


def place_of(words: str, messages: Iterable[Message]) -> tuple[int, int, int, int] | None:
    """Where words stand first, in the first of some messages that holds them.

    What a person selected on a page lacks the signs of Markdown, and breaks lines elsewhere: where
    the words do not stand there as they are, the same words in their order do.

    Returns:
        Index of the message, part, first character, one after the last; None for nowhere.
    """
    texts = [
        (index, number, part.text)
        for index, message in enumerate(messages)
        for number, part in enumerate(message.parts)
        if isinstance(part, Text)
    ]
    if not words.strip():
        return None
    for index, number, text in texts:
        start = text.find(words)
        if start >= 0:
            return index, number, start, start + len(words)
    pieces = re.findall(r"\w+", words)
    if not pieces:
        return None
    loose = re.compile(r"[\W_]{1,12}?".join(map(re.escape, pieces)))
    for index, number, text in texts:
        found = loose.search(text)
        if found is not None:
            return index, number, found.start(), found.end()
    return None


def _text(value: object, name: str) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise Unreadable(f"its {name} is {shown(value)}")
    return value

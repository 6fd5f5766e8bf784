"""What one node of a ThoughtDAG canvas says: its question's wordings, and versions of its answer.

A version is a question and an answer: where `questions` stands beside `responses`, it holds the
wording that each answer was given to, and each wording is a branch of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from infold.core.marks import Landmark
from infold.core.messages import Attachment, Message, Opaque, Part, Text
from infold.formats.blocks import Gathering, Unreadable, attachment, compact, moment, shown, size_of

_LANDMARKS: dict[str, Landmark] = {
    "ruleout": "ruled_out",
    "decision": "decided",
    "pivot": "pivoted",
    "ruled_out": "ruled_out",
    "decided": "decided",
    "pivoted": "pivoted",
}
_BINARY = (
    "image/",
    "audio/",
    "video/",
    "application/pdf",
    "application/octet-stream",
    "application/zip",
    "application/vnd.",
)
_LISTS = {"highlights": "highlight", "summaries": "summary"}
_VALUES = {
    "condensedFrom": "distillate",
    "archived": "archived node",
    "rolePrompt": "role prompt",
    "summary": "summary",
    "source": "source of a mirrored node",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a node says.

    Attributes:
        questions: Wordings of its question, in the order of their first use.
        asked: Which of them is the current one.
        answers: Versions of its answer, each with the index of the wording that it answers.
        active: Which of them is shown; -1 where the one that is shown is empty.
        faults: What of it could not be read.
        kind: What it is counted as where it says nothing.
    """

    questions: tuple[Message, ...] = ()
    asked: int = 0
    answers: tuple[tuple[Message, int], ...] = ()
    active: int = -1
    faults: tuple[str, ...] = ()
    kind: str = "empty node"


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


def said_in(node: Mapping[str, Any], name: str, gathering: Gathering) -> Said:
    """Read a node.

    Args:
        node: As the file has it.
        name: The id from which those of its messages are made.
        gathering: Takes the bytes of its attachments.

    Raises:
        Unreadable: It is no node, or its question or answer is no text.
    """
    data = node.get("data")
    if not isinstance(data, dict):
        raise Unreadable(f"its data is {shown(data)}")
    if data.get("stepKind") == "frame":
        return Said(kind="frame")
    return _Reader(data, name, gathering).said()


def marks_of(data: Mapping[str, Any]) -> dict[str, int]:
    """What people and rules marked on a node, by type: what is no message."""
    found: dict[str, int] = {}
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

    def __init__(self, data: Mapping[str, Any], name: str, gathering: Gathering) -> None:
        self._data = data
        self._name = name
        self._gathering = gathering
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
        """The files that lie on the node, and the texts in them."""
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
        fields = {name: value for name, value in file.items() if isinstance(value, str)}
        media, name, content = (fields.get(field, "") for field in ("type", "name", "content"))
        kind: Literal["image", "file"] = "image" if media.startswith("image/") else "file"
        if content and media.startswith(_BINARY):
            uri = content if content[:5].lower() == "data:" else f"data:{media};base64,{content}"
            yield attachment(kind, uri, self._gathering, name=name)
        else:
            yield Attachment(kind=kind, media_type=media, name=name, size=size_of(file.get("size")))
            if content:
                yield Text(text=content)
        if fields.get("extractedText"):
            yield Text(text=fields["extractedText"])


def _text(value: object, name: str) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise Unreadable(f"its {name} is {shown(value)}")
    return value

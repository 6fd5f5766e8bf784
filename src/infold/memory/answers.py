"""What a model answered when it was asked for facts: what can be saved of it, however broken.

Models fence their JSON, cut it off, leave keys out, write half a surrogate pair, or answer in
prose. Whatever is whole is kept, and a note says what is not; nothing here ever raises, so that no
episode is lost by its extraction.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, cast

from infold.core.facts import FACT_KINDS, FactKind
from infold.memory.importance import read_importance

__all__ = ["AnsweredFact", "Answers", "read_answers"]

MOST: Final = 200
"""Facts of one answer; what follows is noted and dropped."""
_LONGEST: Final = 500
_LONGEST_ANSWER: Final = 1_000_000
_CONFIDENCE: Final = 0.6
"""Of a fact whose model said nothing of it."""
_THOUGHTS: Final = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)
_FENCE: Final = re.compile(r"^[ \t]*(?:```|~~~)[\w-]*[ \t]*$", re.MULTILINE)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_TRAILING: Final = re.compile(r",(?=\s*[}\]])")
_TEXT_KEYS: Final = ("text", "fact", "statement", "content", "memory", "claim")
_SOURCE_KEYS: Final = ("sources", "source", "messages", "message")


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweredFact:
    """A fact as a model wrote it, checked field by field.

    Attributes:
        text: One line; never blank.
        kind: `statement` where the model gave none or another.
        subject: Of its slot; empty where it gave none.
        attribute: Of its slot; empty where it gave none.
        value: Of its slot; empty where it gave none.
        confidence: 0 to 1.
        importance: 0 to 1; None where it gave none that can be read.
        valid_from: As it wrote it; empty where it gave none.
        valid_to: As it wrote it; empty where it gave none.
        sources: Numbers of the messages that say it.
        retracts: It says that something holds no more.
    """

    text: str
    kind: FactKind = "statement"
    subject: str = ""
    attribute: str = ""
    value: str = ""
    confidence: float = _CONFIDENCE
    importance: float | None = None
    valid_from: str = ""
    valid_to: str = ""
    sources: tuple[int, ...] = ()
    retracts: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """What could be read of an answer.

    Attributes:
        facts: In the order in which they were written.
        notes: What was repaired or dropped, in words, without content.
        is_whole: The answer was of the form asked for; else its job may be tried again.
    """

    facts: tuple[AnsweredFact, ...]
    notes: tuple[str, ...]
    is_whole: bool


def read_answers(answer: str | None) -> Answers:
    """Read the facts of a model's answer.

    Args:
        answer: What it wrote: JSON as `infold.prompts.extract_facts` asks for, bare, fenced, cut
            off or broken; prose; nothing.

    Returns:
        Whatever facts are whole, with notes on the rest. Never raises; linear.
    """
    notes: list[str] = []
    text = _plain(answer or "", notes)
    if not text.strip():
        return Answers(facts=(), notes=(*notes, "the answer is blank"), is_whole=False)
    records, is_form = _records(text, notes)
    facts: list[AnsweredFact] = []
    for number, record in enumerate(records, 1):
        if len(facts) >= MOST:
            notes.append(f"more than {MOST} facts: the rest is dropped")
            break
        fact = _fact(record, number, notes)
        if fact is not None:
            facts.append(fact)
    return Answers(
        facts=tuple(dict.fromkeys(facts)), notes=tuple(dict.fromkeys(notes)), is_whole=is_form
    )


def _plain(answer: str, notes: list[str]) -> str:
    text = answer[:_LONGEST_ANSWER]
    if len(text) < len(answer):
        notes.append("the answer is longer than a million characters: its end is dropped")
    if _SURROGATE.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        notes.append("lone surrogates are replaced")
    if _LONE.search(text):
        text = _LONE.sub(_replaced, text)
        notes.append("lone surrogates are replaced")
    return _THOUGHTS.sub(" ", text)


_LONE: Final = re.compile(
    r"(?P<pair>\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})"
    r"|\\u[dD][89a-fA-F][0-9a-fA-F]{2}"
)


def _replaced(match: re.Match[str]) -> str:
    return match[0] if match["pair"] else r"\ufffd"


def _records(text: str, notes: list[str]) -> tuple[list[object], bool]:
    """The records of an answer, and whether it is of the form asked for."""
    bare = _FENCE.sub("", text).strip()
    for candidate in (bare, _TRAILING.sub("", bare)):
        value = _loaded(candidate)
        if value is not None:
            is_form = isinstance(value, dict) and isinstance(value.get("facts"), list)
            if not is_form:
                notes.append("the answer is JSON of another form")
            return _listed(value), is_form
    start = min((at for at in (bare.find("{"), bare.find("[")) if at >= 0), default=-1)
    if start < 0:
        notes.append("the answer holds no JSON")
        return [], False
    decoder = json.JSONDecoder()
    try:
        value, end = decoder.raw_decode(bare, start)
    except (ValueError, RecursionError):
        notes.append("the answer is cut off or broken: what is whole in it is kept")
        return list(_whole_objects(_TRAILING.sub("", bare), decoder)), False
    if start or bare[end:].strip():
        notes.append("words around the JSON are passed over")
    is_form = isinstance(value, dict) and isinstance(value.get("facts"), list)
    return _listed(value), is_form


def _loaded(text: str) -> object | None:
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value


def _listed(value: object) -> list[object]:
    if isinstance(value, dict):
        for key in ("facts", "memories", "memory", "results", "items"):
            if isinstance(value.get(key), list):
                return list(value[key])
        return [value]
    return list(value) if isinstance(value, list) else [value]


def _whole_objects(text: str, decoder: json.JSONDecoder) -> Iterator[object]:
    """The innermost objects of a broken JSON text that are whole and hold a text."""
    at = 0
    for _ in range(MOST * 4):
        at = text.find("{", at)
        if at < 0:
            return
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at += 1
            continue
        if isinstance(value, dict) and _text_of(value):
            yield value
        at = end


def _text_of(record: Mapping[str, object]) -> str:
    for key in _TEXT_KEYS:
        value = record.get(key)
        if isinstance(value, str) and value.strip():
            return " ".join(value.split())
    return ""


def _fact(record: object, number: int, notes: list[str]) -> AnsweredFact | None:
    if isinstance(record, str) and record.strip():
        notes.append(f"fact {number} is a bare text")
        return AnsweredFact(text=" ".join(record.split())[:_LONGEST])
    if not isinstance(record, dict):
        notes.append(f"fact {number} is no record: dropped")
        return None
    text = _text_of(record)
    if not text:
        notes.append(f"fact {number} has no text: dropped")
        return None
    if len(text) > _LONGEST:
        notes.append(f"fact {number} is longer than {_LONGEST} characters: dropped")
        return None
    sure = _share(record, "confidence", number, notes)
    slot = record.get("slot")
    held: Mapping[str, object] = slot if isinstance(slot, dict) else record
    kind = _word(record, "kind").lower()
    if kind not in FACT_KINDS:
        notes.append(f"fact {number} is of no known kind: taken for a statement")
        kind = "statement"
    return AnsweredFact(
        text=text,
        kind=cast("FactKind", kind),
        subject=_word(held, "subject"),
        attribute=_word(held, "attribute"),
        value=_word(record, "value"),
        confidence=_CONFIDENCE if sure is None else sure,
        importance=_share(record, "importance", number, notes),
        valid_from=_word(record, "valid_from"),
        valid_to=_word(record, "valid_to"),
        sources=_sources(record),
        retracts=record.get("retracts") is True or _word(record, "retracts").lower() == "true",
    )


def _word(record: Mapping[str, object], key: str) -> str:
    value = record.get(key)
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, str | int | float):
        return " ".join(str(value).split())[:_LONGEST]
    return ""


def _share(record: Mapping[str, object], key: str, number: int, notes: list[str]) -> float | None:
    """A number of 0 to 1 in whatever words; None, with a note, where it is none."""
    value = record.get(key)
    if value is None:
        return None
    if isinstance(value, int | float) and not isinstance(value, bool):
        if isinstance(value, float) and not math.isfinite(value):
            value = ""
        elif 0 <= value <= 1:
            return round(float(value), 9)
    read = read_importance(str(value) if isinstance(value, str | int | float) else "")
    if read.note.startswith("default"):
        notes.append(f"fact {number}: its {key} cannot be read")
        return None
    return read.value


def _sources(record: Mapping[str, object]) -> tuple[int, ...]:
    for key in _SOURCE_KEYS:
        value = record.get(key)
        listed = value if isinstance(value, list) else [value]
        numbers = [
            int(one)
            for one in listed
            if (isinstance(one, int) and not isinstance(one, bool) and abs(one) < 1 << 53)
            or (isinstance(one, str) and one.isascii() and one.isdigit() and len(one) < 12)
        ]
        if numbers:
            return tuple(dict.fromkeys(numbers))
    return ()

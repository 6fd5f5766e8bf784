"""LoCoMo (Maharana et al. 2024): long talks of two people, as published or converted.

As published, a record holds `conversation` with `session_1`, `session_1_date_time` and so on, each
session a list of turns `{speaker, dia_id, text}`. The converted form has `conversations`, each with
`messages` of `{id, speaker, text, time}`. Both speakers are people: each is an author in the role
of the user.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from infold.core.messages import Attachment, Message, Part, Text
from infold.formats.assembly import Keys, assemble, chain
from infold.formats.blocks import Unreadable, moment, shown
from infold.formats.reading import Parsed, Reading
from infold.formats.records import Records

NAME = "locomo"

_SESSION = re.compile(r"session_(\d{1,9})")
_DATE = re.compile(r"session_\d{1,9}_date_time")
_TIME = "%I:%M %p on %d %B, %Y"
_NAMES = ("name", "sample_id", "id")
_BESIDE = ("event_summary", "observation", "session_summary")


def matches(value: object) -> bool:
    """Whether a record of a file looks like this format."""
    if not isinstance(value, dict):
        return False
    listed = value.get("conversations")
    if isinstance(listed, list):
        return any(isinstance(each, dict) and _is_converted(each) for each in listed[:20])
    turns = [turn for _, _, session in _sessions(value) for turn in session[:20]]
    return _is_converted(value) or any(map(_is_turn, turns))


def read(records: Records, reading: Reading) -> Iterator[Parsed]:
    """The conversations of a file."""
    keys = Keys(NAME)
    for item in records.items(reading):
        value = item.value
        listed = value.get("conversations") if isinstance(value, dict) else None
        for each in listed if isinstance(listed, list) else (value,):
            parsed = _conversation(each, item.line, reading, keys)
            if parsed is not None:
                yield parsed


def message_of(record: object, time: object = None) -> Message:
    """The message that a turn is.

    Args:
        record: A turn of either layout.
        time: When its session was, where it has no time of its own.

    Raises:
        Unreadable: It is none.
    """
    if not isinstance(record, dict):
        raise Unreadable("it is no object")
    text = record.get("text")
    parts: list[Part] = [Text(text=text)] if isinstance(text, str) and text else []
    places = record.get("img_url")
    parts += [
        Attachment(kind="image", uri=place)
        for place in (places if isinstance(places, list) else (places,))
        if isinstance(place, str) and place
    ]
    caption = record.get("blip_caption")
    if isinstance(caption, str) and caption:
        parts.append(Text(text=f"[shares {caption}]"))
    if not isinstance(text, str) and (text is not None or not parts):
        raise Unreadable(f"its text is {shown(text)}")
    speaker = record.get("speaker")
    source = record.get("dia_id", record.get("id"))
    return Message(
        role="user",
        parts=tuple(parts),
        author=speaker if isinstance(speaker, str) and speaker else None,
        at=_moment(record.get("time", time)),
        source=source if isinstance(source, str) else "",
    )


def _is_converted(value: Mapping[str, Any]) -> bool:
    said = value.get("messages")
    return isinstance(said, list) and any(map(_is_turn, said[:20]))


def _is_turn(value: object) -> bool:
    return isinstance(value, dict) and "speaker" in value and ("text" in value or "dia_id" in value)


def _sessions(value: Mapping[str, Any]) -> list[tuple[int, str, list[Any]]]:
    """Number, name and turns of each session, by number."""
    inner = value.get("conversation")
    found = []
    for name, turns in (inner if isinstance(inner, dict) else value).items():
        match = _SESSION.fullmatch(name)
        if match and isinstance(turns, list):
            found.append((int(match.group(1)), name, turns))
    return sorted(found, key=lambda session: session[:2])


def _conversation(value: object, line: int | None, reading: Reading, keys: Keys) -> Parsed | None:
    """One conversation; None where it holds no message."""
    if not isinstance(value, dict) or not (
        isinstance(value.get("messages"), list) or _sessions(value)
    ):
        reading.fault(line, "a record without sessions or messages")
        return None
    messages: list[Message] = []
    turns = 0
    for turn, time, place in _turns(value):
        turns += 1
        try:
            messages.append(message_of(turn, time))
        except Unreadable as error:
            reading.fault(line, f"{place}: {error}")
        else:
            reading.record()
    _skip_the_rest(value, reading)
    if not messages:
        if not turns:
            reading.skip("empty conversation")
        return None
    name = next((value[field] for field in _NAMES if isinstance(value.get(field), str)), None)
    conversation, _ = assemble(
        keys.key(name, messages, unique=False), chain(messages), title=name or "", format=NAME
    )
    return Parsed(conversation=conversation)


def _turns(value: Mapping[str, Any]) -> Iterator[tuple[object, object, str]]:
    """Each turn, when its session was, and where it stands."""
    said = value.get("messages")
    if isinstance(said, list):
        for number, turn in enumerate(said, 1):
            yield turn, None, f"message {number}"
        return
    inner = value.get("conversation")
    inner = inner if isinstance(inner, dict) else value
    for _, name, turns in _sessions(value):
        for number, turn in enumerate(turns, 1):
            yield turn, inner.get(f"{name}_date_time"), f"{name}, turn {number}"


def _skip_the_rest(value: Mapping[str, Any], reading: Reading) -> None:
    """Count what stands beside the turns: questions about them, and summaries of others."""
    for field in ("qa", "questions"):
        questions = value.get(field)
        if isinstance(questions, list) and questions:
            reading.skip("question", len(questions))
    for field in _BESIDE:
        if value.get(field):
            reading.skip(field)
    if isinstance(value.get("messages"), list):
        return
    inner = value.get("conversation")
    inner = inner if isinstance(inner, dict) else value
    silent = [
        name
        for name in inner
        if _DATE.fullmatch(name) and not isinstance(inner.get(name[: -len("_date_time")]), list)
    ]
    if silent:
        reading.skip("session without turns", len(silent))


def _moment(written: object) -> datetime | None:
    """A time as LoCoMo writes it ("1:56 pm on 8 May, 2023"), taken as UTC."""
    if isinstance(written, str):
        try:
            return datetime.strptime(written.strip(), _TIME).replace(tzinfo=UTC)
        except ValueError:
            pass
    return moment(written)

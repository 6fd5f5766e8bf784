"""LoCoMo, as published and converted: sessions with dates, captions, questions beside the turns."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from typing import Any

from infold.core.messages import Attachment, Message, Part, Text
from tests.writers.common import Chat, Pen, Written

TIMES: list[tuple[Any, datetime | None]] = [
    ("1:56 pm on 8 May, 2023", datetime(2023, 5, 8, 13, 56, tzinfo=UTC)),
    ("12:05 am on 29 February, 2024", datetime(2024, 2, 29, 0, 5, tzinfo=UTC)),
    ("some day", None),
    (None, None),
]
BAD: list[Any] = [7, {"speaker": "Jon", "text": 4}, {"speaker": "Jon"}, None]


def write(rng: random.Random) -> Written:
    """Write a file."""
    pen, written = Pen(rng), Written()
    count = rng.randint(1, 3)
    if pen.chance(0.5):
        values = [_published(pen, written, number) for number in range(count)]
        written.text = pen.records(values)
    else:
        values = [_converted(pen, written, number) for number in range(count)]
        written.text = pen.dumps({"source": "x", "conversations": values})
    return written


def _message(pen: Pen, chat: Chat, source: str, at: datetime | None) -> dict[str, Any]:
    text, speaker = pen.phrase(), pen.rng.choice(["Caroline", "민수", "美咲"])
    turn: dict[str, Any] = {"speaker": speaker, "text": text}
    parts: list[Part] = [Text(text=text)]
    if pen.chance(0.2):
        turn |= {"img_url": ["https://example.com/a.jpg"], "blip_caption": "a photo of a dog"}
        parts.append(Attachment(kind="image", uri="https://example.com/a.jpg"))
        parts.append(Text(text="[shares a photo of a dog]"))
    chat.follow(Message(role="user", author=speaker, parts=tuple(parts), at=at, source=source))
    return turn


def _published(pen: Pen, written: Written, number: int) -> dict[str, Any]:
    chat, talk = Chat(title=f"conv-{number}"), {"speaker_a": "Caroline", "speaker_b": "민수"}
    sessions: list[dict[str, Any]] = []
    for session in range(1, pen.rng.randint(1, 3) + 1):
        stamp, at = pen.rng.choice(TIMES)
        turns: list[Any] = []
        for place in range(1, pen.rng.randint(1, 4) + 1):
            turn = _message(pen, chat, f"D{session}:{place}", at)
            turns.append({**turn, "dia_id": f"D{session}:{place}"})
            if pen.chance(0.1):
                turns.append(pen.rng.choice(BAD))
                written.bad += 1
        sessions.append({f"session_{session}_date_time": stamp, f"session_{session}": turns})
    if pen.chance(0.5):
        sessions.append({"session_30_date_time": "1:00 pm on 1 May, 2023"})
        written.skipped += 1
    pen.rng.shuffle(sessions)  # their numbers tell their order
    for each in sessions:
        talk |= each
    value: dict[str, Any] = {"sample_id": f"conv-{number}", "conversation": talk}
    if pen.chance(0.7):
        question = {"question": "When?", "answer": "May", "evidence": ["D1:3"], "category": 2}
        value |= {"qa": [question, question], "event_summary": {"a": 1}, "observation": {}}
        written.skipped += 3
    written.chats.append(chat)
    return value


def _converted(pen: Pen, written: Written, number: int) -> dict[str, Any]:
    chat, turns = Chat(title=f"locomo-{number}"), list[Any]()
    for place in range(1, pen.rng.randint(1, 6) + 1):
        stamp, at = pen.rng.choice(TIMES)
        turn = _message(pen, chat, f"D1:{place}", at)
        turns.append({"id": f"D1:{place}", "time": stamp, **turn})
        if pen.chance(0.1):
            turns.append(pen.rng.choice(BAD))
            written.bad += 1
    questions = [{"id": "q", "question": "Who?"}] * pen.rng.randint(0, 3)
    written.skipped += len(questions)
    written.chats.append(chat)
    return {"name": f"locomo-{number}", "messages": turns, "questions": questions}

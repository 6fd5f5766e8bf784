"""Reading conversations in the converted form of LoCoMo (Maharana et al. 2024).

`{"conversations": [{"name", "messages": [{"id", "speaker", "text", "time"}], "questions": [{"id",
"question", "category", "evidence", "answers"}]}]}`. The data is licensed for evaluation only and is
no part of the project: its file is named on the command line.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from bench.retention.values import Dialogue, Question, Turn
from infold.formats.locomo import message_of

SOURCE: Final = "locomo"


def read(path: Path) -> list[Dialogue]:
    """The conversations of a file.

    Raises:
        SystemExit: The file is missing or has another form.
    """
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
        return [_dialogue(one) for one in known["conversations"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SystemExit(f"{path} cannot be read as LoCoMo: {error!r}.") from error


def _dialogue(known: dict[str, Any]) -> Dialogue:
    place = {message["id"]: at for at, message in enumerate(known["messages"])}
    return Dialogue(
        name=known["name"],
        source=SOURCE,
        turns=[_turn(message) for message in known["messages"]],
        questions=[
            Question(
                id=one["id"],
                text=one["question"],
                category=one["category"],
                evidence=tuple(place[name] for name in one["evidence"]),
                answers=tuple(one["answers"]),
            )
            for one in known["questions"]
        ],
        by_turns=True,
    )


def _turn(record: dict[str, str]) -> Turn:
    message = message_of(record)
    if message.at is None:
        raise ValueError(f"{record['id']} has no time")
    return Turn(
        role="user",
        speaker=message.author or "",
        text=message.text,
        at=message.at,
        when=record["time"],
    )

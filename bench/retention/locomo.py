"""Reading conversations in the converted form of LoCoMo (Maharana et al. 2024).

`{"conversations": [{"name", "messages": [{"id", "speaker", "text", "time"}], "questions": [{"id",
"question", "category", "evidence", "answers"}]}]}`. The data is licensed for evaluation only and is
no part of the project: its file is named on the command line.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from bench.retention.values import Dialogue, Question, Turn

SOURCE: Final = "locomo"
_TIME: Final = "%I:%M %p on %d %B, %Y"


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


def _turn(message: dict[str, str]) -> Turn:
    return Turn(
        role="user",
        speaker=message["speaker"],
        text=message["text"],
        at=datetime.strptime(message["time"], _TIME).replace(tzinfo=UTC),
        when=message["time"],
    )

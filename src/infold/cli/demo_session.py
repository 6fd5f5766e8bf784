"""The session that `infold demo` folds, and the questions that it asks.

The talk itself stands in `demo_session.txt`, written for this project, whose head says how it is
laid out. People and machines in it are invented.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files

from infold.core.messages import Message, Part, Text, ToolCall, ToolResult

TITLE = "Moving the Parterre database"

_HEADER = re.compile(r"@ (\d\d:\d\d) (.+)")
_CALL = re.compile(r">> (\S+) (.+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoQuestion:
    """A question that the session answers.

    Attributes:
        text: The question.
        answers: Strings that a context with the answer holds, all of them.
        about: Why it is asked, in a few words.
    """

    text: str
    answers: tuple[str, ...]
    about: str


QUESTIONS: tuple[DemoQuestion, ...] = (
    DemoQuestion(
        text="Which port does the new database listen on?",
        answers=("5433",),
        about="a fact that was corrected: first it was 5432",
    ),
    DemoQuestion(
        text="Which way of moving the data was ruled out in the end, and why?",
        answers=("logical replication", "large objects are not replicated"),
        about="an approach that was tried and ruled out, with its reason",
    ),
    DemoQuestion(
        text="점검표에서 캐시는 전환 몇 분 전에 비우기로 했나요?",
        answers=("전환 10분 전",),
        about="in Korean: how long before the switch is the cache emptied?",
    ),
    DemoQuestion(
        text="Which library was missing when pg_upgrade --check failed?",
        answers=("could not load library", "pg_repack"),
        about="the output of a tool",
    ),
    DemoQuestion(
        text="When may the former server be thrown away?",
        answers=("ten days",),
        about="a decision, asked in other words than it was made",
    ),
)


def demo_messages() -> tuple[Message, ...]:
    """The session's messages in order: some 340, dated from 2 to 16 March 2026."""
    text = files("infold.cli").joinpath("demo_session.txt").read_text(encoding="utf-8")
    return parse_session(text)


def parse_session(text: str) -> tuple[Message, ...]:
    """Read messages from the layout that `demo_session.txt` describes in its head."""
    messages: list[Message] = []
    waiting: list[str] = []  # calls without a result yet, oldest first
    day = ""
    calls = 0
    for block in re.split(r"(?m)^(?=@ |=== )", text)[1:]:
        head, _, body = block.partition("\n")
        if head.startswith("=== "):
            day = head.removeprefix("=== ")
            continue
        header = _HEADER.fullmatch(head)
        assert header is not None, head
        time, who = header.groups()
        at = datetime.fromisoformat(f"{day}T{time}").replace(tzinfo=UTC)
        if who in ("result", "failure"):
            result = ToolResult(call=waiting.pop(0), text=body.strip("\n"), error=who == "failure")
            messages.append(Message(role="tool", parts=(result,), at=at))
            continue
        said: list[str] = []
        parts: list[Part] = []
        for line in body.splitlines():
            if call := _CALL.fullmatch(line):
                calls += 1
                waiting.append(f"call-{calls}")
                parts.append(ToolCall(id=waiting[-1], name=call[1], arguments=call[2]))
            else:
                said.append(line)
        if spoken := "\n".join(said).strip("\n"):
            parts.insert(0, Text(text=spoken))
        if who == "assistant":
            messages.append(Message(role="assistant", parts=tuple(parts), at=at))
        else:
            messages.append(Message(role="user", author=who, parts=tuple(parts), at=at))
    return tuple(messages)

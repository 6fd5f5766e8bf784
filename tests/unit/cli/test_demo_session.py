"""The demo's session is whole: dated, in order, every call answered, every answer in it."""

from __future__ import annotations

import json
import re
from itertools import pairwise

from infold.cli.demo_session import QUESTIONS, demo_messages, parse_session
from infold.core.messages import Message, Text, ToolCall, ToolResult


def test_session_is_dated_in_order_and_long_enough() -> None:
    messages = demo_messages()
    times = [message.at for message in messages if message.at is not None]
    assert len(times) == len(messages) >= 300
    assert times == sorted(times)
    assert {message.author for message in messages} == {"Mira", "Jonas", "수진", None}


def test_every_call_is_answered_by_the_message_after_it() -> None:
    messages = demo_messages()
    calls = [call for message in messages for call in message.calls]
    answers = [call for message in messages for call in message.answers]
    assert calls == answers
    assert len(set(calls)) == len(calls) >= 20
    for call, result in pairwise(messages):
        assert call.calls == result.answers
    errors = [p for m in messages for p in m.parts if isinstance(p, ToolResult) and p.error]
    assert len(errors) >= 3


def test_arguments_of_calls_are_json() -> None:
    calls = [p for m in demo_messages() for p in m.parts if isinstance(p, ToolCall)]
    assert all(set(json.loads(call.arguments)) == {"command"} for call in calls)


def test_each_question_is_answered_by_one_message() -> None:
    messages = demo_messages()
    for question in QUESTIONS:
        assert any(
            all(answer in message.text for answer in question.answers) for message in messages
        ), question.text
        assert not any(question.text in message.text for message in messages)


def test_one_part_is_korean_and_other_languages_are_quoted() -> None:
    texts = [message.text for message in demo_messages()]
    assert sum(bool(re.search("[가-힣]{2}", text)) for text in texts) >= 24
    assert any("お世話になっております" in text for text in texts)
    assert any("Selamat siang" in text for text in texts)
    assert any("an der kasse" in text.casefold() for text in texts)


def test_addresses_are_those_kept_for_examples() -> None:
    for message in demo_messages():
        said = message.text + "".join(p.arguments for p in message.parts if isinstance(p, ToolCall))
        for address in re.findall(r"\b\d+\.\d+\.\d+\.\d+\b", said):
            assert address.startswith("192.0.2.")


def test_layout_is_read_as_its_head_says() -> None:
    text = (
        "A head.\n\n=== 2026-03-02\n@ 09:00 수진\n안녕\n\n둘째 줄\n"
        '@ 09:01 assistant\nI look.\n>> shell {"command": "ls"}\n@ 09:02 failure\nno\n\n'
    )
    asked, call, result = parse_session(text)
    assert asked.parts == (Text(text="안녕\n\n둘째 줄"),)
    assert (asked.role, asked.author) == ("user", "수진")
    assert call.parts == (
        Text(text="I look."),
        ToolCall(id="call-1", name="shell", arguments='{"command": "ls"}'),
    )
    assert result == Message(
        role="tool", parts=(ToolResult(call="call-1", text="no", error=True),), at=result.at
    )
    assert str(result.at) == "2026-03-02 09:02:00+00:00"

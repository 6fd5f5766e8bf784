import base64
import json
from pathlib import Path
from typing import Any

import pytest

from infold.core.messages import Attachment, Message, Opaque, Text, ToolCall, ToolResult
from infold.formats import Parsed, Reading, open_transcript

CHAT: list[dict[str, Any]] = [
    {"role": "developer", "content": "You help."},
    {"role": "user", "name": "민수", "content": "PostgreSQL 16.2 는 어느 포트?"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "ls", "arguments": '{"p": 1}'}}
        ],
    },
    {"role": "tool", "tool_call_id": "c1", "content": [{"type": "text", "text": "端口 5433"}]},
    {"role": "assistant", "content": "ポート 5433, s'il vous plaît, silakan."},
]
EXPECTED = (
    Message(role="system", parts=(Text(text="You help."),)),
    Message(role="user", author="민수", parts=(Text(text="PostgreSQL 16.2 는 어느 포트?"),)),
    Message(role="assistant", parts=(ToolCall(id="c1", name="ls", arguments='{"p": 1}'),)),
    Message(role="tool", parts=(ToolResult(call="c1", text="端口 5433"),)),
    Message(role="assistant", parts=(Text(text="ポート 5433, s'il vous plaît, silakan."),)),
)


def read(path: Path, text: str) -> tuple[Reading, list[Parsed]]:
    path.write_text(text, encoding="utf-8")
    reading = open_transcript(path)
    return reading, list(reading)


def lines(*records: object) -> str:
    return "\n".join(json.dumps(record, ensure_ascii=False) for record in records)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(CHAT),
        json.dumps(CHAT, indent=2, ensure_ascii=False),
        json.dumps({"messages": CHAT}),
        json.dumps({"messages": CHAT}, indent=1),
        json.dumps([{"messages": CHAT}]),
        json.dumps([CHAT]),
        lines(*CHAT),
        lines({"messages": CHAT}),
        lines(CHAT, CHAT).splitlines()[0] + "\n",
        "[\n" + ",\n".join(json.dumps(record) for record in CHAT) + "\n]\n",
        lines({"custom_id": "r1", "body": {"model": "m", "messages": CHAT}}),
    ],
)
def test_every_form_gives_the_same_messages(tmp_path: Path, text: str) -> None:
    reading, (parsed,) = read(tmp_path / "f", text)
    assert parsed.conversation.messages == EXPECTED
    assert [message.id for message in parsed.conversation.messages] == list("01234")
    assert [(wire.parent, wire.child) for wire in parsed.conversation.wires] == [
        ("0", "1"),
        ("1", "2"),
        ("2", "3"),
        ("3", "4"),
    ]
    assert not any(wire.inferred for wire in parsed.conversation.wires)
    assert reading.format == parsed.conversation.format == "openai"
    assert (reading.records_in, reading.messages_out, reading.bad) == (5, 5, [])


def test_lines_of_messages_are_one_conversation_and_lines_of_chats_are_many(
    tmp_path: Path,
) -> None:
    _, parsed = read(tmp_path / "a", lines(*CHAT))
    assert len(parsed) == 1
    _, parsed = read(tmp_path / "b", lines({"messages": CHAT}, CHAT, {"messages": CHAT[:2]}))
    assert [len(each.conversation.messages) for each in parsed] == [5, 5, 2]


def test_keys_are_stable_grow_with_the_file_and_do_not_name_it(tmp_path: Path) -> None:
    _, (first,) = read(tmp_path / "a", json.dumps(CHAT[:3]))
    _, (again,) = read(tmp_path / "b.jsonl", lines(*CHAT))
    assert first.conversation.key == again.conversation.key
    _, twins = read(tmp_path / "c", json.dumps([CHAT, CHAT]))
    assert [each.conversation.key for each in twins] == [
        first.conversation.key,
        first.conversation.key[:-1] + "1",
    ]


def test_two_chats_with_one_system_prompt_are_two(tmp_path: Path) -> None:
    _, (one,) = read(tmp_path / "a", json.dumps([CHAT[0], {"role": "user", "content": "a"}]))
    _, (two,) = read(tmp_path / "b", json.dumps([CHAT[0], {"role": "user", "content": "b"}]))
    assert one.conversation.key != two.conversation.key


def test_a_logged_completion_ends_with_its_answer(tmp_path: Path) -> None:
    log = {
        "messages": CHAT[:4],
        "kwargs": {"temperature": 0},
        "response": {
            "created": 1757015046,
            "choices": [{"index": 0, "message": {"role": "assistant", "content": "5433"}}],
        },
    }
    reading, (parsed,) = read(tmp_path / "f", json.dumps(log))
    last = parsed.conversation.messages[-1]
    assert last.text == "5433"
    assert last.at is not None
    assert last.at.year == 2025
    assert reading.records_in == 5


def test_several_choices_are_branches_and_the_first_is_current(tmp_path: Path) -> None:
    choices = [{"message": {"role": "assistant", "content": text}} for text in ("a", "b", "c")]
    log = {"kwargs": {"messages": CHAT[:2]}, "response": {"choices": choices}}
    _, (parsed,) = read(tmp_path / "f", json.dumps(log))
    assert [(wire.parent, wire.child) for wire in parsed.conversation.wires][1:] == [
        ("1", "2"),
        ("1", "3"),
        ("1", "4"),
    ]
    assert parsed.conversation.leaf == "2"


def test_legacy_function_calls_are_paired_by_name(tmp_path: Path) -> None:
    chat = [
        {"role": "user", "content": "날씨?"},
        {"role": "assistant", "content": None, "function_call": {"name": "w", "arguments": "{}"}},
        {"role": "function", "name": "w", "content": "맑음"},
        {"role": "function", "name": "gone", "content": "?"},
    ]
    _, (parsed,) = read(tmp_path / "f", json.dumps(chat))
    messages = parsed.conversation.messages
    assert messages[1].calls == messages[2].answers == ("call-1",)
    assert messages[3].answers == ("",)
    assert messages[3].author == "gone"


def test_case_c1_orphans_stay(tmp_path: Path) -> None:
    call = {"id": "c2", "function": {"name": "f", "arguments": "{}"}}
    chat = [
        {"role": "user", "content": "a"},
        {"role": "assistant", "content": "b"},
        {"role": "user", "content": "c"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c_gone", "content": "orphan"},
        {"role": "tool", "tool_call_id": "c2", "content": "found"},
        {"role": "assistant", "content": "d"},
        {"role": "user", "content": "e"},
    ]
    _, (parsed,) = read(tmp_path / "f", json.dumps(chat))
    assert [message.answers for message in parsed.conversation.messages[4:6]] == [
        ("c_gone",),
        ("c2",),
    ]
    assert len(parsed.conversation.messages) == 8


def test_images_files_refusals_and_reasoning(tmp_path: Path) -> None:
    data = "data:image/png;base64," + base64.b64encode(b"png").decode()
    chat = [
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "봐"},
                {"type": "image_url", "image_url": {"url": data}},
                {"type": "image_url", "image_url": {"url": "https://example.org/x.png"}},
            ],
        },
        {"role": "assistant", "content": None, "refusal": "I cannot."},
        {"role": "assistant", "content": "ok", "reasoning_content": "hmm"},
    ]
    _, (parsed,) = read(tmp_path / "f", json.dumps(chat))
    image = parsed.conversation.messages[0].parts[1]
    assert isinstance(image, Attachment)
    assert parsed.blobs == {image.digest: b"png"}
    assert parsed.conversation.messages[0].parts[2] == Attachment(
        kind="image", uri="https://example.org/x.png"
    )
    assert parsed.conversation.messages[1].text == "I cannot."
    assert parsed.conversation.messages[2].parts[0] == Opaque(
        kind="reasoning_content", data='"hmm"'
    )


def test_labelled_lines_are_messages_with_calls_for_their_results(tmp_path: Path) -> None:
    text = (
        "user: Hi, 안녕.\nsecond line: with a colon\nassistant: None\ntool: {}\ntool: \n"
        "assistant: None\nuser: bye "
    )
    reading, (parsed,) = read(tmp_path / "f", lines({"messages_display": text}))
    assert parsed.conversation.messages == (
        Message(role="user", parts=(Text(text="Hi, 안녕.\nsecond line: with a colon"),)),
        Message(
            role="assistant",
            parts=(ToolCall(id="call-1", name=""), ToolCall(id="call-2", name="")),
        ),
        Message(role="tool", parts=(ToolResult(call="call-1", text="{}"),)),
        Message(role="tool", parts=(ToolResult(call="call-2", text=""),)),
        Message(role="assistant", parts=(Text(text="None"),)),
        Message(role="user", parts=(Text(text="bye "),)),
    )
    assert reading.records_in == 6


def test_bad_messages_are_listed_and_the_others_stay_together(tmp_path: Path) -> None:
    records = [
        '{"role": "user", "content": "하나"}',
        '{"role": "user", "content": "cut',
        '{"role": ["x"], "content": "a"}',
        '{"role": "narrator", "content": "a"}',
        '{"role": "user", "content": 5}',
        '{"role": "user"}',
        "null",
        '{"odd": 1}',
        '{"role": "assistant", "tool_calls": [{"id": "x"}]}',
        '{"role": "assistant", "content": "둘"}',
    ]
    reading, (parsed,) = read(tmp_path / "f", "\n".join(records))
    assert [message.text for message in parsed.conversation.messages] == ["하나", "둘"]
    assert [bad.line for bad in reading.bad] == list(range(2, 10))
    assert all(bad.file == str(tmp_path / "f") and bad.reason for bad in reading.bad)
    assert reading.messages_in == reading.messages_out + reading.bad_count == 10


def test_a_bad_message_inside_an_object_is_named_by_its_number(tmp_path: Path) -> None:
    reading, _ = read(tmp_path / "f", json.dumps({"messages": [CHAT[0], {"role": "x"}]}))
    assert reading.bad[0].reason == "message 2: the role 'x' is not known"


@pytest.mark.parametrize("cut", [1, 5, 30])
@pytest.mark.parametrize("around", ['{"id": "x", "messages": %s}', "%s"])
def test_a_cut_file_keeps_what_is_whole(tmp_path: Path, cut: int, around: str) -> None:
    text = around % json.dumps(CHAT)
    reading, (parsed,) = read(tmp_path / "f", text[:-cut])
    kept = parsed.conversation.messages
    assert kept == EXPECTED[: len(kept)]
    assert len(kept) >= 4
    assert "cut off" in reading.bad[-1].reason


def test_a_lone_surrogate_survives(tmp_path: Path) -> None:
    _, (parsed,) = read(tmp_path / "f", '[{"role": "user", "content": "a\\ud83dz"}]')
    assert parsed.conversation.messages[0].text == "a\ud83dz"


def test_empty_conversations_are_counted(tmp_path: Path) -> None:
    reading, parsed = read(tmp_path / "f", json.dumps([{"messages": CHAT}, {"messages": []}]))
    assert len(parsed) == 1
    assert reading.skipped == {"empty conversation": 1}


def test_labelled_text_without_a_label_or_before_one_is_a_fault(tmp_path: Path) -> None:
    texts = ["nobody says this", "before\nuser: a", "\nuser: b", ""]
    reading, parsed = read(tmp_path / "f", lines(*({"messages_display": text} for text in texts)))
    assert [each.conversation.messages[0].text for each in parsed] == ["a", "b"]
    assert [(bad.line, bad.reason) for bad in reading.bad] == [
        (1, "a text without a line that begins with a role"),
        (2, "text before the first line that begins with a role"),
        (4, "a text without a line that begins with a role"),
    ]


def test_a_result_keeps_its_name_where_its_call_is_missing(tmp_path: Path) -> None:
    result = {"role": "tool", "tool_call_id": "c", "name": "get_weather", "content": "5"}
    call = {"id": "c", "type": "function", "function": {"name": "get_weather", "arguments": "{}"}}
    asks = {"role": "assistant", "content": None, "tool_calls": [call]}
    said = {"role": "user", "content": "hi"}
    _, (alone,) = read(tmp_path / "alone", lines(said, result))
    _, (both,) = read(tmp_path / "both", lines(said, asks, result))
    assert [message.author for message in alone.conversation.messages] == [None, "get_weather"]
    assert [message.author for message in both.conversation.messages] == [None, None, None]

import json
from pathlib import Path
from typing import Any

from infold.core.messages import Attachment, Text
from infold.formats import Parsed, Reading, open_transcript

SAID = {"speaker": "Caroline", "dia_id": "D1:1", "text": "Hey Mel!"}


def read(path: Path, value: object) -> tuple[Reading, list[Parsed]]:
    path.write_text(json.dumps(value), encoding="utf-8")
    reading = open_transcript(path)
    return reading, list(reading)


def published(**more: Any) -> dict[str, Any]:
    talk = {
        "speaker_a": "Caroline",
        "speaker_b": "민수",
        "session_10": [{"speaker": "Caroline", "dia_id": "D10:1", "text": "later"}],
        "session_10_date_time": "1:14 pm on 25 May, 2023",
        "session_2_date_time": "12:05 am on 29 February, 2024",
        "session_2": [{"speaker": "민수", "dia_id": "D2:1", "text": "나중에"}],
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [SAID, {"speaker": "민수", "dia_id": "D1:2", "text": "안녕"}],
        "session_11_date_time": "1:14 pm on 26 May, 2023",
    }
    return {"sample_id": "conv-26", "conversation": talk | more}


def test_sessions_stand_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    beside = {"qa": [{"question": "?"}] * 3, "event_summary": {"a": 1}, "observation": {"b": 1}}
    reading, (parsed,) = read(tmp_path / "f", [published() | beside])
    messages = parsed.conversation.messages
    assert [message.source for message in messages] == ["D1:1", "D1:2", "D2:1", "D10:1"]
    assert [message.author for message in messages] == ["Caroline", "민수", "민수", "Caroline"]
    assert {message.role for message in messages} == {"user"}
    assert [message.at and message.at.isoformat() for message in messages] == [
        "2023-05-08T13:56:00+00:00",
        "2023-05-08T13:56:00+00:00",
        "2024-02-29T00:05:00+00:00",
        "2023-05-25T13:14:00+00:00",
    ]
    assert [(wire.parent, wire.child) for wire in parsed.conversation.wires] == [
        ("0", "1"),
        ("1", "2"),
        ("2", "3"),
    ]
    assert parsed.conversation.title == "conv-26"
    assert parsed.conversation.key.startswith("locomo:")
    assert reading.skipped == {
        "question": 3,
        "event_summary": 1,
        "observation": 1,
        "session without turns": 1,
    }


def test_sessions_may_stand_without_a_wrapper(tmp_path: Path) -> None:
    reading, (parsed,) = read(tmp_path / "f", published()["conversation"])
    assert (reading.format, len(parsed.conversation.messages)) == ("locomo", 4)


def test_both_layouts_give_the_same_messages(tmp_path: Path) -> None:
    time = "1:56 pm on 8 May, 2023"
    talk = {"session_1": [SAID], "session_1_date_time": time}
    turn = {"id": "D1:1", "speaker": "Caroline", "text": "Hey Mel!", "time": time}
    converted = {
        "conversations": [{"name": "locomo-26", "messages": [turn], "questions": [{}, {}]}]
    }
    _, (one,) = read(tmp_path / "f", [{"sample_id": "conv-26", "conversation": talk}])
    reading, (other,) = read(tmp_path / "f", converted)
    assert one.conversation.messages == other.conversation.messages
    assert other.conversation.messages[0].source == "D1:1"
    assert other.conversation.title == "locomo-26"
    assert reading.skipped == {"question": 2}


def test_images_are_addresses_and_captions_are_parts(tmp_path: Path) -> None:
    turn = SAID | {"img_url": ["https://example.com/dog.jpg"], "blip_caption": "a photo of a dog"}
    silent = {"speaker": "민수", "dia_id": "D1:2", "img_url": "https://example.com/b.jpg"}
    _, (parsed,) = read(tmp_path / "f", {"conversation": {"session_1": [turn, silent]}})
    assert parsed.conversation.messages[0].parts == (
        Text(text="Hey Mel!"),
        Attachment(kind="image", uri="https://example.com/dog.jpg"),
        Text(text="[shares a photo of a dog]"),
    )
    assert parsed.conversation.messages[1].parts == (
        Attachment(kind="image", uri="https://example.com/b.jpg"),
    )
    assert parsed.conversation.messages[1].at is None


def test_turns_that_cannot_be_read_are_named_by_their_place(tmp_path: Path) -> None:
    turns = [SAID, 7, {"speaker": "Mel", "text": 3}, {"speaker": "Mel"}]
    reading, (parsed,) = read(tmp_path / "f", {"conversation": {"session_3": turns}})
    assert len(parsed.conversation.messages) == 1
    assert [bad.reason for bad in reading.bad] == [
        "session_3, turn 2: it is no object",
        "session_3, turn 3: its text is a number",
        "session_3, turn 4: its text is nothing",
    ]


def test_records_without_turns_are_bad_or_empty(tmp_path: Path) -> None:
    values = [published(), {"sample_id": "x"}, 4, {"messages": []}]
    reading, found = read(tmp_path / "f", values)
    assert len(found) == 1
    assert reading.bad_count == 2
    assert reading.skipped["empty conversation"] == 1

import json
from pathlib import Path

import pytest

from infold.errors import FormatError
from infold.formats import open_transcript
from infold.formats.lookalikes import name_of

LOOKS = {
    "a Codex session": {"timestamp": "t", "type": "event_msg", "payload": {"type": "x"}},
    "a Gemini CLI session": {
        "sessionId": "s",
        "projectHash": "h",
        "startTime": "t",
        "kind": "main",
    },
    "an OpenHands event log": {"id": 1, "timestamp": "t", "source": "user", "action": "message"},
    "a SWE-agent trajectory": {"history": [{"role": "system", "content": "x"}], "info": {}},
    "a Pi session": {"type": "message", "id": "a", "parentId": "b", "message": {"role": "user"}},
    "a Cursor transcript": {"role": "user", "message": {"content": [{"type": "text"}]}},
    "a recording of web requests": {"method": "GET", "path": "/", "status": 200},
    "an answer key without a conversation": {"case_id": "x", "gold_answer": "4%"},
    "the list of accounts of a Claude.ai export": {
        "uuid": "u",
        "full_name": "민수",
        "email_address": "a@example.com",
    },
    "the list of projects of a Claude.ai export": {"uuid": "u", "prompt_template": "", "docs": []},
}


@pytest.mark.parametrize("name", LOOKS)
def test_the_error_says_what_a_file_looks_like(tmp_path: Path, name: str) -> None:
    for text in (
        json.dumps(LOOKS[name]),
        json.dumps([LOOKS[name]]),
        json.dumps(LOOKS[name]) + "\n{}",
    ):
        (tmp_path / "f").write_text(text, encoding="utf-8")
        with pytest.raises(FormatError, match=name) as caught:
            open_transcript(tmp_path / "f")
        assert "bring-chats" in caught.value.hint


@pytest.mark.parametrize(
    "value",
    [
        {"role": "user", "content": "x"},
        {"type": "message", "id": "a"},
        {"history": [], "trajectory": []},
        {"source": "x", "timestamp": "t", "kind": "note"},
        [1],
        "text",
    ],
)
def test_what_is_like_nothing_has_no_name(value: object) -> None:
    assert name_of([value]) == ""

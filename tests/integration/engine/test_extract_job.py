"""Facts are looked for after each turn, by a job: once, off the way in, and never in old chats."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from infold import Infold
from infold.config import Settings
from infold.core.messages import Text, ToolCall, ToolResult
from infold.engine import extracting
from infold.engine.chat import Chat
from infold.engine.hearing import EXTRACT_JOB
from infold.errors import ConfigError, Conflict
from infold.jobs.worker import BackgroundWorker, run_all
from infold.testing import FrozenClock


def waiting(memory: Infold) -> list[str]:
    return [job.kind for job in memory.jobs() if job.kind == EXTRACT_JOB]


def known(memory: Infold, user: str = "") -> list[str]:
    return [one.fact.value or one.fact.text for one in memory.facts(user=user)]


def turn(chat: Chat, text: str) -> None:
    chat.append("user", text)
    chat.append("assistant", "I will keep that in mind.")


def test_turns_queue_one_job_that_hears_each_once(memory: Infold, clock: FrozenClock) -> None:
    chat = memory.conversation("c", user="alice")
    chat.append("user", "I live in Porto.")
    assert waiting(memory) == []
    chat.append("assistant", "Noted.")
    turn(chat, "My name is Zoe Quill.")
    assert waiting(memory) == [EXTRACT_JOB]
    report = memory.run_job()
    assert report is not None
    assert (report.kind, report.subject, report.done, report.facts) == (
        EXTRACT_JOB,
        chat.id,
        True,
        2,
    )
    assert known(memory, "alice") == ["Porto", "Zoe Quill"]
    before = [one.standing for one in memory.facts(user="alice")]
    turn(chat, "Thanks!")
    run_all(memory)
    chat.extract()
    assert [one.standing for one in memory.facts(user="alice")] == before
    assert memory.verify() == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I live in Porto.", "Porto"),
        ("Ich wohne in Köln.", "Köln"),
        ("Saya tinggal di Bandung.", "Bandung"),
        ("我住在杭州。", "杭州"),
        ("私は京都に住んでいます。", "京都"),
        ("저는 부산에 살아요.", "부산"),
    ],
)
def test_every_language_is_heard(memory: Infold, text: str, value: str) -> None:
    turn(memory.conversation("c"), text)
    run_all(memory)
    assert known(memory) == [value]


def test_a_turn_with_tools_is_complete_with_its_answer(memory: Infold) -> None:
    chat = memory.conversation("c")
    chat.append("user", "I live in Porto. What is the weather?")
    chat.append("assistant", ToolCall(id="1", name="weather", arguments='{"city": "Porto"}'))
    chat.append("tool", ToolResult(call="1", text="The user lives in Lagos. 21 °C"))
    assert waiting(memory) == []
    chat.append("assistant", Text(text="It is 21 °C."))
    assert waiting(memory) == [EXTRACT_JOB]
    run_all(memory)
    assert known(memory) == ["Porto"]


def test_what_nobody_answers_is_heard_with_what_follows(memory: Infold) -> None:
    chat = memory.conversation("notes")
    chat.append("user", "I live in Porto.")
    assert waiting(memory) == []
    chat.append("user", "I work at Siemens.")
    assert waiting(memory) == [EXTRACT_JOB]
    run_all(memory)
    assert known(memory) == ["Porto", "Siemens"]


def test_an_old_chat_that_is_imported_is_heard_only_where_it_is_asked_for(
    memory: Infold, tmp_path: Path
) -> None:
    turn(memory.conversation("c", user="alice"), "I live in Porto.")
    file = tmp_path / "old.jsonl"
    file.write_bytes(b"".join(memory.export(user="alice")))
    memory.import_file(file, user="bob")
    (info,) = memory.conversations(user="bob")
    assert [job.scope.user for job in memory.jobs() if job.kind == EXTRACT_JOB] == ["alice"]
    chat = memory.conversation(info.id, user="bob")
    turn(chat, "I work at Siemens.")
    run_all(memory)
    assert known(memory, "bob") == ["Siemens"]
    chat.extract()
    assert sorted(known(memory, "bob")) == ["Porto", "Siemens"]


def test_it_can_be_switched_off(tmp_path: Path, clock: FrozenClock) -> None:
    path, secret = tmp_path / "off.db", "a secret for tests"
    off = Settings(embedder="none", space_secret=secret, extract="off")
    with Infold.open(path, settings=off, clock=clock) as memory:
        turn(memory.conversation("c"), "I live in Porto.")
        assert waiting(memory) == []
    on = Settings(embedder="none", space_secret=secret)
    with Infold.open(path, settings=on, clock=clock) as memory:
        # What was said while it was off stays unheard.
        turn(memory.conversation("c"), "I work at Siemens.")
        run_all(memory)
        assert known(memory) == ["Siemens"]
        assert memory.verify() == []
    with pytest.raises(ConfigError, match="extract is 'sometimes'"):
        Settings(extract="sometimes")  # type: ignore[arg-type] # that is the point


def test_a_job_that_was_stopped_goes_on_where_it_was(
    memory: Infold, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extracting, "_CHUNK", 2)
    chat = memory.conversation("c")
    cities = ["Porto", "Oslo", "Lagos"]
    for city in cities:
        turn(chat, f"We decided to open an office in {city}.")

    def lost() -> None:
        raise Conflict("Another worker has taken this job over.")

    scope = memory.scope()
    with pytest.raises(Conflict):
        extracting.hear(memory, scope, chat.id, beat=lost, recorded=lambda _: None)
    assert len(memory.facts()) == 1
    run_all(memory)
    assert len(memory.facts()) == 3
    assert {one.standing.repeats for one in memory.facts()} == {0}


def test_facts_belong_to_the_agent_of_their_conversation(memory: Infold) -> None:
    chat = memory.conversation("c", user="alice", agent="coach")
    turn(chat, "I live in Porto.")
    run_all(memory)
    assert [one.fact.value for one in memory.facts(user="alice", agent="coach")] == ["Porto"]
    assert memory.facts(user="alice", agent="cook") == []
    # On demand the same is heard once more, by whichever name the chat was found.
    memory.find(chat.id, user="alice").extract()
    assert len(memory.facts(user="alice")) == 1


def test_others_who_speak_are_not_the_user(memory: Infold) -> None:
    chat = memory.conversation("group", user="alice")
    chat.append("user", "I live in Porto.", author="alice")
    chat.append("user", "I live in Oslo.", author="bob")
    chat.append("assistant", "Hello, both.")
    run_all(memory)
    assert known(memory, "alice") == ["Porto"]


def test_the_background_worker_does_it(memory: Infold) -> None:
    with BackgroundWorker(memory):
        turn(memory.conversation("c"), "I live in Porto.")
        for _ in range(200):
            if memory.facts():
                break
            time.sleep(0.05)
    assert known(memory) == ["Porto"]

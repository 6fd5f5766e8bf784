"""Appending: ids, order, branches, idempotency, and what a refused call leaves behind."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from infold import Infold, Text, ToolCall, ToolResult
from infold.errors import ConfigError, Conflict, NotFound, UsageError


def test_messages_come_back_in_order_with_their_content(memory: Infold) -> None:
    chat = memory.conversation("support-42", user="alice")
    said = [
        "PostgreSQL 16.2 listens on 5433",
        "포트는 5433입니다",
        "接続先は db-new です",
        "Bahasa é ü",
    ]
    for index, text in enumerate(said):
        chat.append("user" if index % 2 == 0 else "assistant", text)
    assert [message.text for message in chat.messages()] == said
    assert [message.position for message in chat.messages()] == [0, 1, 2, 3]
    assert chat.info().turns == 2
    assert chat.info().branches == 1


def test_thirty_equal_answers_stay_thirty(memory: Infold) -> None:
    chat = memory.conversation("c", user="alice")
    ids = {chat.append("user", "Got it.").id for _ in range(30)}
    assert len(ids) == 30
    assert chat.info().messages == 30


def test_equal_siblings_have_ids_of_their_own(memory: Infold) -> None:
    chat = memory.conversation("c")
    root = chat.append("user", "Which port?")
    answers = [chat.append("assistant", "5433", parent=root.id) for _ in range(3)]
    assert len({message.id for message in answers}) == 3
    assert chat.info().branches == 3


def test_the_same_call_in_the_same_order_gives_the_same_ids(tmp_path, clock) -> None:
    from infold.config import Settings

    ids = []
    for name in ("a.db", "b.db"):
        settings = Settings(embedder="none", space_secret="one and the same")
        with Infold.open(tmp_path / name, settings=settings, clock=clock) as memory:
            chat = memory.conversation("c")
            ids.append([chat.append("user", text).id for text in ("one", "two", "two")])
    assert ids[0] == ids[1]


def test_a_key_appends_once(memory: Infold) -> None:
    chat = memory.conversation("c", user="alice")
    first = chat.append("user", "once", key="request-1")
    again = chat.append("user", "once", key="request-1")
    assert again == first
    assert again.id == first.id
    assert chat.info().messages == 1
    with pytest.raises(Conflict, match="request-1"):
        chat.append("user", "something else", key="request-1")
    assert chat.info().messages == 1


def test_a_source_id_appends_once(memory: Infold) -> None:
    chat = memory.conversation("c")
    first = chat.append("user", "from another program", source="msg-9")
    assert chat.append("user", "from another program", source="msg-9").id == first.id
    assert chat.info().messages == 1


def test_a_branch_keeps_every_leaf(memory: Infold) -> None:
    chat = memory.conversation("c")
    question = chat.append("user", "Plan A or plan B?")
    chat.append("assistant", "Plan A.")
    other = chat.append("assistant", "Plan B.", parent=question.id)
    chat.append("user", "Go on.")
    assert chat.info().branches == 2
    wires = {(wire.parent, wire.child) for wire in chat.wires()}
    assert (question.id, other.id) in wires
    made = chat.context("Which plan?", budget=500)
    assert "Plan B." in made.text
    assert "Plan A." not in made.text


def test_a_call_and_its_result_are_kept(memory: Infold) -> None:
    chat = memory.conversation("c")
    call = ToolCall(id="t1", name="shell", arguments='{"command": "pg_lsclusters"}')
    chat.append("user", "Check the port.")
    chat.append("assistant", [Text(text="Looking."), call])
    chat.append("tool", ToolResult(call="t1", text="16 main 5433 online"))
    parts = [message.parts for message in chat.messages()]
    assert parts[1] == (Text(text="Looking."), call)
    assert parts[2] == (ToolResult(call="t1", text="16 main 5433 online"),)


@pytest.mark.parametrize(
    ("role", "content", "problem"),
    [
        ("robot", "x", "no role"),
        ("user", [], "empty"),
        ("user", ["no part"], "cannot be"),
    ],
)
def test_a_message_that_cannot_be_used_changes_nothing(
    memory: Infold, role, content, problem: str
) -> None:
    chat = memory.conversation("c")
    chat.append("user", "first")
    with pytest.raises(UsageError, match=problem):
        chat.append(role, content)
    assert chat.info().messages == 1


def test_a_time_without_a_zone_is_refused(memory: Infold) -> None:
    chat = memory.conversation("c")
    with pytest.raises(UsageError, match="time zone"):
        chat.append("user", "x", at=datetime(2026, 3, 1, 9, 0))  # noqa: DTZ001 - the fault itself
    kept = chat.append("user", "x", at=datetime(2026, 3, 1, 9, 0, tzinfo=UTC))
    assert kept.at == datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


def test_a_parent_from_elsewhere_is_refused(memory: Infold) -> None:
    other = memory.conversation("other").append("user", "not here")
    chat = memory.conversation("c")
    chat.append("user", "first")
    with pytest.raises(NotFound):
        chat.append("user", "second", parent=other.id)
    assert chat.info().messages == 1


def test_users_do_not_see_each_other(memory: Infold) -> None:
    for user in ('") or true or ("', "x' OR '1'='1", '{"$ne":""}', "alice"):
        memory.conversation("c", user=user).append("user", f"secret of {user}")
    assert len(memory.conversations(user="alice")) == 1
    assert [m.text for m in memory.conversation("c", user="alice").messages()] == [
        "secret of alice"
    ]
    assert memory.search("secret", user="nobody") == []


def test_fifty_threads_append_without_loss(memory: Infold) -> None:
    chat = memory.conversation("c")
    with ThreadPoolExecutor(50) as pool:
        list(pool.map(lambda number: chat.append("user", f"number {number}"), range(50)))
    messages = chat.messages()
    assert sorted(message.text for message in messages) == sorted(
        f"number {number}" for number in range(50)
    )
    assert [message.position for message in messages] == list(range(50))


def test_an_image_is_kept_once_and_comes_back(memory: Infold) -> None:
    part = memory.attach(b"\x89PNG bytes", media_type="image/png", name="plan.png", user="alice")
    assert (
        memory.attach(b"\x89PNG bytes", media_type="image/png", user="alice").digest == part.digest
    )
    chat = memory.conversation("c", user="alice")
    chat.append("user", [Text(text="See the plan."), part])
    assert chat.messages()[0].parts[1] == part
    assert memory.attachment(part.digest, user="alice") == b"\x89PNG bytes"
    assert memory.verify() == []


def test_bytes_that_nobody_gave_are_refused(memory: Infold) -> None:
    part = memory.attach(b"alice's own", media_type="text/plain", user="alice")
    chat = memory.conversation("c", user="bob")
    with pytest.raises(UsageError, match="attach"):
        chat.append("user", part)
    with pytest.raises(NotFound):
        memory.attachment(part.digest, user="bob")
    assert not chat.exists()


@pytest.mark.parametrize(
    "call",
    [
        lambda m: m.conversation(5),
        lambda m: m.conversation("c").append("user", None),
        lambda m: m.conversation("c").append(
            "user", ToolCall(id="t", name="f", arguments={"a": 1})
        ),
        lambda m: m.conversation("c").append("user", Text(text=None)),
        lambda m: m.conversation("c").append("user", "x", author=5),
        lambda m: m.conversation("c").append("user", "x", key=5),
        lambda m: m.conversation("c").append("user", "x", at="2026-01-01"),
        lambda m: m.conversation("c").context(None),
        lambda m: m.conversation("c").context("q", budget="300"),
        lambda m: m.conversation("c").context("q", budget=1.5),
        lambda m: m.conversation("c").context("q", budget=True),
        lambda m: m.search(None),
        lambda m: m.sources(5),
    ],
)
def test_a_value_of_the_wrong_type_is_a_usage_error_and_changes_nothing(memory, call) -> None:
    memory.conversation("c").append("user", "first")
    with pytest.raises(UsageError):
        call(memory)
    assert [info.messages for info in memory.conversations()] == [1]
    assert memory.verify() == []


def test_two_chats_may_use_the_same_idempotency_key(memory: Infold) -> None:
    one = memory.conversation("a").append("user", "one", key="1")
    two = memory.conversation("b").append("user", "two", key="1")
    assert (one.text, two.text) == ("one", "two")


def test_agents_and_sessions_name_their_chats_by_themselves(memory: Infold) -> None:
    for agent in (None, "a", "b"):
        memory.conversation("support", agent=agent, title="t").append("user", f"for {agent}")
    assert memory.find("support", agent="a").messages()[0].text == "for a"
    assert memory.find("support").messages()[0].text == "for None"
    assert len(memory.conversations(agent="b")) == 1


def test_many_siblings_cost_no_more_than_few(memory: Infold) -> None:
    chat = memory.conversation("c")
    root = chat.append("user", "What next?")
    ids = {chat.append("assistant", f"Plan {n % 40}", parent=root.id).id for n in range(200)}
    assert len(ids) == 200
    assert chat.info().branches == 200
    assert memory.verify() == []


def test_records_stand_for_their_ids(memory: Infold) -> None:
    chat = memory.conversation("c")
    message = chat.append("user", "The port is 5433.")
    assert memory.sources(message)[0].text == "The port is 5433."


def test_a_store_is_a_file() -> None:
    with pytest.raises(ConfigError, match="file"):
        Infold.open(":memory:")


def test_a_chat_that_has_not_begun_has_an_empty_context(memory: Infold) -> None:
    chat = memory.conversation("c")
    made = chat.context("Which port?", budget=500)
    assert (made.text, made.messages, made.accounting["total"]) == ("", [], 0)
    chat.append("user", "The port is 5433.")
    assert "5433" in chat.context("Which port?", budget=500).text


def test_a_chat_is_found_by_how_its_title_starts(memory: Infold) -> None:
    memory.conversation("a", title="Lisbon 'trip' in May").append("user", "x")
    memory.conversation("b", title="Lisbon").append("user", "y")
    memory.conversation("c", title="대화: 포트").append("user", "z")
    assert memory.find("lisbon 't").key == "a"
    assert memory.find("Lisbon").key == "b"
    assert memory.find("대화:").key == "c"
    with pytest.raises(NotFound, match="several"):
        memory.find("Lisb")

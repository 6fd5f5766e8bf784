"""Erasure: what goes with what, and what stays (law 8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from infold import Infold
from infold.core.messages import Message, Text, ToolCall, ToolResult
from infold.core.scope import Scope
from infold.errors import Conflict, NotFound, UsageError
from infold.store.sqlite import SqliteReader
from infold.testing import FrozenClock
from tests.integration.engine.erased_talk import (
    CANARIES,
    SECRETS,
    files,
    left,
    opened,
    run,
    talk,
)


@pytest.fixture
def memory(tmp_path: Path, clock: FrozenClock) -> Iterator[Infold]:
    with opened(tmp_path, clock) as memory:
        yield memory


def test_a_user_is_hidden_at_once_and_gone_after_the_job(memory: Infold) -> None:
    talk(memory, "zoe@example.org")
    assert len(left(memory)) == len(CANARIES)
    plan = memory.plan_erase(user="zoe@example.org")
    assert plan.counts["message"] == 24
    assert plan.counts["conversation"] == 1
    assert plan.counts["fact"] >= len(SECRETS)
    assert plan.counts["fold"] > 0 < plan.counts["claim"]
    assert {item.kind for item in plan.items} == {"fact", "conversation"}
    receipt = memory.erase(plan)
    assert receipt.stage == "hidden"
    assert memory.conversations(user="zoe@example.org") == []
    assert memory.facts(user="zoe@example.org", state=None) == []
    assert memory.search("Where does she live? wombatlantern", user="zoe@example.org") == []
    assert list(memory.export(user="zoe@example.org")) == [] or not any(
        word.encode() in line for line in memory.export(user="zoe@example.org") for word in CANARIES
    )
    assert memory.verify() == []
    run(memory)
    done = memory.receipt(receipt)
    assert done.stage == "gone"
    assert done.scan["found"] == 0 < done.scan["looked_for"]
    assert left(memory) == []
    assert b"zoe@example.org" not in files(memory)
    assert memory.verify() == []
    assert memory.verify_receipt(done, user="zoe@example.org").holds
    assert memory.verify_receipt(receipt).holds  # the older one is genuine still


def test_anothers_identical_words_stay(memory: Infold) -> None:
    talk(memory, "zoe")
    other = talk(memory, "sibling")
    facts, messages = memory.facts(user="sibling"), other.messages()
    memory.erase(user="zoe")
    run(memory)
    assert memory.facts(user="sibling") == facts
    assert other.messages() == messages
    assert left(memory) == list(CANARIES)
    (receipt,) = memory.erasures()
    assert receipt.stage == "gone"
    assert receipt.scan["elsewhere"] > 0 == receipt.scan["found"]
    # Their words are not blocked for the sibling, only for her.
    assert memory.add(SECRETS[0], user="sibling").id in {one.fact.id for one in facts}
    assert memory.verify() == []


def test_what_a_user_says_afterwards_is_kept(memory: Infold) -> None:
    talk(memory, "zoe")
    memory.erase(user="zoe")
    chat = memory.conversation("support-42", user="zoe")
    chat.append("user", "Hello again, let us begin anew.")
    chat.append("assistant", "Good to see you.")
    run(memory)
    assert [message.text for message in chat.messages()] == [
        "Hello again, let us begin anew.",
        "Good to see you.",
    ]
    assert memory.receipt(memory.erasures()[0]).stage == "gone"
    assert left(memory) == []
    assert memory.verify() == []


def test_the_same_first_words_again_before_the_job_ran(memory: Infold) -> None:
    chat = talk(memory, "zoe")
    ids = [message.id for message in chat.messages()]
    memory.erase(user="zoe")
    again = memory.conversation("support-42", user="zoe").append("user", SECRETS[0])
    assert again.id == ids[0]
    run(memory)
    assert [one.id for one in memory.conversation("support-42", user="zoe").messages()] == [ids[0]]
    assert memory.verify() == []


def test_facts_alone(memory: Infold) -> None:
    chat = talk(memory, "zoe")
    plan = memory.plan_erase(user="zoe", messages=False)
    assert "message" not in plan.counts
    assert any("stays" in note for note in plan.notes)
    memory.erase(plan)
    run(memory)
    assert memory.facts(user="zoe", state=None) == []
    assert len(chat.messages()) == 24
    # The chat stays, and nothing is remembered from it again.
    assert chat.extract() == []
    assert memory.verify() == []


def test_an_agents_share_alone(memory: Infold) -> None:
    memory.add("The code of the gate is 4711-alpha", user="zoe", agent="a")
    memory.add("The code of the cellar is 8822-beta", user="zoe", agent="b")
    memory.conversation("x", user="zoe", agent="a").append("user", "gate wombatlantern")
    memory.conversation("x", user="zoe", agent="b").append("user", "cellar stays here")
    memory.erase(user="zoe", agent="a")
    run(memory)
    assert [one.fact.text for one in memory.facts(user="zoe")] == [
        "The code of the cellar is 8822-beta"
    ]
    assert len(memory.conversations(user="zoe")) == 1
    assert left(memory, ("4711-alpha", "wombatlantern")) == []
    assert memory.verify() == []


def test_a_user_of_whom_nothing_is_there(memory: Infold) -> None:
    receipt = memory.erase(user="nobody")
    run(memory)
    assert memory.receipt(receipt).is_gone
    assert memory.receipt(receipt).counts == {}


# ------------------------------------------------------------ a conversation


def test_a_conversation_goes_with_what_was_remembered_from_it(memory: Infold) -> None:
    talk(memory, "zoe", "one")
    other = memory.conversation("two", user="zoe")
    other.append("user", "The painter comes on Monday.")
    other.append("assistant", "Fine. The word was wombatlantern-77, as you told me.")
    memory.erase("one", user="zoe")
    assert [info.title for info in memory.conversations(user="zoe")] == ["two"]
    run(memory)
    # What a program added without a source stays: it stands on no message.
    kept = {one.fact.text for one in memory.facts(user="zoe")}
    assert kept <= set(SECRETS)
    assert memory.verify() == []


def test_an_answer_elsewhere_that_repeats_it_goes_too(memory: Infold) -> None:
    first = memory.conversation("one", user="zoe")
    first.append("user", "Write to zoe.quill@example.org, order 8812-445.")
    second = memory.conversation("two", user="zoe")
    second.append("user", "Where do you write to?")
    second.append("assistant", "To zoe.quill@example.org, as you said.")
    second.append("assistant", "Anything else?")
    plan = memory.plan_erase(first)
    assert [item.reason for item in plan.of("message")] == ["it repeats what goes"]
    memory.erase(plan)
    run(memory)
    assert [message.text for message in second.messages()] == [
        "Where do you write to?",
        "",
        "Anything else?",
    ]
    assert left(memory, ("zoe.quill@example.org",)) == []
    assert memory.verify() == []


QUOTED = (
    ("I like quillberries.", "Thank you, that is good to know."),
    ("Ich mag Wurzelkuchen.", "Danke, gut zu wissen."),
    ("Saya suka kayuhanan.", "Terima kasih."),
    ("我喜欢彩虹青花石。", "好的，谢谢。"),
    ("タキムゼラが好きです。", "ありがとうございます。"),
    ("저는 더가가가마바나더를 좋아해요.", "네, 고마워요."),
)


@pytest.mark.parametrize(("said", "fine"), QUOTED)
@pytest.mark.parametrize("whole", [False, True])
def test_an_answer_that_quotes_a_whole_sentence_goes_too(
    memory: Infold, said: str, fine: str, whole: bool
) -> None:
    first = memory.conversation("one", user="zoe")
    message = first.append("user", said)
    elsewhere = memory.conversation("two", user="zoe")
    for chat in (elsewhere, memory.conversation("one", user="other")):
        chat.append("user", "?")
        chat.append("assistant", f"{fine} {said}")
        chat.append("assistant", fine)
    plan = memory.plan_erase(first if whole else message, user="zoe")
    quoting = elsewhere.messages()[1].id
    assert [one.id for one in plan.of("message") if one.reason == "it repeats what goes"] == [
        quoting
    ]
    receipt = memory.erase(plan)
    assert receipt.counts["message"] == plan.counts["message"]
    run(memory)
    assert [one.text for one in elsewhere.messages()] == ["?", "", fine]
    others = memory.conversation("one", user="other").messages()
    assert [one.text for one in others] == ["?", f"{fine} {said}", fine]
    assert memory.search(said, user="zoe") == []
    assert memory.verify() == []


def test_an_answer_with_the_value_of_a_fact_goes_too(memory: Infold) -> None:
    chat = memory.conversation("one", user="zoe")
    chat.append("user", "I live in Quillmouth.")
    chat.extract()
    (fact,) = memory.facts(user="zoe")
    assert fact.fact.value
    elsewhere = memory.conversation("two", user="zoe")
    elsewhere.append("assistant", "In quillmouth it rains.")
    elsewhere.append("assistant", "It rains.")
    memory.erase(fact, user="zoe", messages=True)
    assert [one.text for one in elsewhere.messages()] == ["", "It rains."]


# ------------------------------------------------------------ a message


def test_a_message_leaves_an_empty_place(memory: Infold) -> None:
    chat = talk(memory, "zoe")
    before = chat.messages()
    plan = memory.plan_erase(before[0], user="zoe")
    assert plan.counts["message"] == 1
    memory.erase(plan)
    after = chat.messages()
    assert (after[0].id, after[0].position, after[0].role) == (before[0].id, 0, "user")
    assert (after[0].parts, after[0].at, after[0].tokens) == ((), None, 0)
    assert after[1:] == before[1:]
    assert memory.verify() == []
    run(memory)
    assert memory.verify() == []
    made = chat.context("What is the plan for the wall?", budget=600)
    counts = made.accounting
    assert counts["total"] == 24
    assert sum(counts[state] for state in ("raw", "extracted", "folded", "omitted")) == 24
    assert "Zoe Quill" not in made.text
    assert all(message["content"] for message in made.messages)
    for fold in chat.folds():
        assert not any("Zoe" in claim.text for claim in fold.claims)


def test_folds_that_drew_on_it_are_made_anew_without_it(memory: Infold) -> None:
    chat = talk(memory, "zoe")
    drawing = [fold for fold in chat.folds() if chat.messages()[0].id in fold.sources]
    assert drawing
    memory.erase(chat.messages()[0], user="zoe")
    for fold in drawing:
        with pytest.raises(NotFound):
            memory.fold(fold.id, user="zoe")
    run(memory)
    covered = {source for fold in chat.folds() for source in fold.sources}
    for fold in drawing:
        assert set(fold.sources[1:]) <= covered
    assert memory.verify() == []


def test_a_tool_call_goes_with_its_results(memory: Infold) -> None:
    chat = memory.conversation("tools", user="zoe")
    chat.append("user", "Look up my file.")
    call = chat.append("assistant", ToolCall(id="c1", name="look", arguments='{"name": "zoe"}'))
    chat.append("tool", ToolResult(call="c1", text="address: wombatlantern street 4"))
    chat.append("assistant", "Done.")
    memory.erase(call, user="zoe")
    run(memory)
    assert [bool(message.parts) for message in chat.messages()] == [True, False, False, True]
    assert left(memory, ("wombatlantern",)) == []
    assert memory.verify() == []


def test_many_tool_calls_are_found_in_one_reading(
    memory: Infold, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat = memory.conversation("agent", user="zoe")
    first = chat.append("user", "My email is zoe.quill@example.org.")
    for number in range(20):
        call = ToolCall(id=f"c{number}", name="send", arguments="{}")
        chat.append("assistant", [Text(text="Sending to zoe.quill@example.org."), call])
        chat.append("tool", ToolResult(call=call.id, text="sent"))
    read: list[object] = []
    whole = SqliteReader.messages

    def messages(
        self: SqliteReader,
        scope: Scope,
        conversation: str,
        positions: Sequence[int] | None = None,
        **bounds: int,
    ) -> list[Message]:
        if positions is None and not bounds:
            read.append(conversation)
        return whole(self, scope, conversation, positions, **bounds)

    monkeypatch.setattr(SqliteReader, "messages", messages)
    plan = memory.plan_erase(first, user="zoe")
    assert plan.counts["message"] == 41
    assert len(read) == 1


def test_marks_views_and_their_steps_do_not_bring_it_back(memory: Infold) -> None:
    chat = memory.conversation("marked", user="zoe")
    target = chat.append("user", "The kettle word is marmotkettle-7.")
    chat.append("assistant", "I see.")
    text = target.text
    mark = chat.mark(target.id, "highlight", span=(0, len(text)))
    chat.unmark(mark.id)
    chat.mark(target.id, "landmark", label="decided", evidence=text)
    memory.erase(target, user="zoe")
    assert chat.marks() == []
    while True:
        try:
            chat.undo()
        except (Conflict, NotFound, UsageError):
            break
    assert chat.marks() == []
    run(memory)
    assert left(memory, ("marmotkettle",)) == []
    assert memory.verify() == []


def test_attachments_go_where_nothing_refers_to_them_any_more(memory: Infold) -> None:
    shared = memory.attach(b"shared picture" * 50, media_type="image/png", user="zoe")
    own = memory.attach(b"wombatlantern picture" * 50, media_type="image/png", user="zoe")
    chat = memory.conversation("pictures", user="zoe")
    first = chat.append("user", [shared, own])
    chat.append("user", [shared])
    memory.erase(first, user="zoe")
    with pytest.raises(NotFound):
        memory.attachment(own.digest, user="zoe")
    assert memory.attachment(shared.digest, user="zoe")
    run(memory)
    assert left(memory, ("wombatlantern",)) == []
    assert memory.verify() == []


# ------------------------------------------------------------ a fact


def test_a_fact_goes_and_what_it_had_ended_holds_again(memory: Infold, clock: FrozenClock) -> None:
    memory.add("Lives in Porto", user="zoe")
    clock.advance(timedelta(days=1))
    oslo = memory.add("Lives in Oslo", user="zoe")
    memory.erase(oslo, user="zoe")
    run(memory)
    assert [one.fact.text for one in memory.facts(user="zoe")] == ["Lives in Porto"]
    with pytest.raises((NotFound, Conflict)):
        memory.fact(oslo.id, user="zoe")
    with pytest.raises((NotFound, Conflict)):
        memory.restore(oslo.id, user="zoe")
    assert left(memory, ("Lives in Oslo", "Oslo")) == []
    assert memory.verify() == []


def test_a_fact_with_the_messages_that_said_it(memory: Infold) -> None:
    chat = memory.conversation("c", user="zoe")
    chat.append("user", "My email is zoe.quill@example.org.")
    chat.append("assistant", "Noted: zoe.quill@example.org.")
    (fact,) = chat.extract()
    alone = memory.plan_erase(fact, user="zoe")
    assert "message" not in alone.counts
    plan = memory.plan_erase(fact, user="zoe", messages=True)
    assert plan.counts["message"] == 2
    memory.erase(plan)
    run(memory)
    assert left(memory, ("zoe.quill@example.org",)) == []
    assert memory.verify() == []


def test_a_fact_that_others_said_too_only_lets_go(memory: Infold) -> None:
    chat = memory.conversation("c", user="zoe")
    first = chat.append("user", "I live in Porto.")
    chat.append("user", "As I said, I live in Porto.")
    (fact,) = {one.id: one for one in chat.extract()}.values()
    memory.erase(first, user="zoe")
    run(memory)
    assert [one.fact.id for one in memory.facts(user="zoe")] == [fact.id]
    assert all(source.message.id != first.id for source in memory.sources(fact.id, user="zoe"))
    assert memory.verify() == []

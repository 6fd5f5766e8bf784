import pytest

from infold.core.messages import Message, Text
from infold.formats.assembly import Draft, Keys, assemble, chain


def said(text: str, source: str = "", role: str = "user") -> Message:
    return Message(role=role, parts=(Text(text=text),), source=source)  # type: ignore[arg-type] # a role


def test_parents_come_before_children_and_ties_keep_the_order_of_the_file() -> None:
    # c's parent stands after it; b and d are siblings.
    drafts = [
        Draft(message=said("c"), parent=2),
        Draft(message=said("a")),
        Draft(message=said("b"), parent=1),
        Draft(message=said("d"), parent=1, inferred=True),
    ]
    conversation, opened = assemble("k", drafts, leaf=0)
    assert [message.text for message in conversation.messages] == ["a", "b", "c", "d"]
    assert [message.id for message in conversation.messages] == ["0", "1", "2", "3"]
    assert {(wire.parent, wire.child, wire.inferred) for wire in conversation.wires} == {
        ("0", "1", False),
        ("1", "2", False),
        ("0", "3", True),
    }
    assert conversation.leaf == "2"
    assert opened == []


def test_sources_are_made_unique_whatever_they_are() -> None:
    messages = [said(str(i), source) for i, source in enumerate(["a", "a", "a#2", "a", "", ""])]
    conversation, _ = assemble("k", chain(messages))
    sources = [message.source for message in conversation.messages]
    assert sources[:2] == ["a", "a#2"]
    assert sources[4:] == ["", ""]
    assert len(set(sources[:4])) == 4


def test_equal_sources_by_the_thousand_take_no_square_time() -> None:
    conversation, _ = assemble("k", chain([said("x", "same")] * 100_000))
    assert conversation.messages[-1].source == "same#100000"


def test_a_circle_of_parents_is_opened_at_its_first_record() -> None:
    drafts = [
        Draft(message=said("root")),
        Draft(message=said("x"), parent=3),
        Draft(message=said("y"), parent=1),
        Draft(message=said("z"), parent=2),
        Draft(message=said("self"), parent=4),
    ]
    conversation, opened = assemble("k", drafts)
    assert opened == [1, 4]
    assert [message.text for message in conversation.messages] == ["root", "x", "y", "z", "self"]
    assert {(wire.parent, wire.child) for wire in conversation.wires} == {("1", "2"), ("2", "3")}


def test_a_reversed_chain_of_100_000_is_put_in_order() -> None:
    size = 100_000
    drafts = [
        Draft(message=said("x"), parent=index + 1 if index + 1 < size else None)
        for index in range(size)
    ]
    conversation, _ = assemble("k", drafts)
    assert len(conversation.wires) == size - 1
    assert all(int(wire.parent) == int(wire.child) - 1 for wire in conversation.wires)


def test_keys_are_ids_or_beginnings_and_never_of_more_than_the_beginning() -> None:
    prompt, question = said("You help.", role="system"), said("몇 번 포트?")
    short, long = [prompt, question], [prompt, question, said("5433", role="assistant")]
    assert Keys("f").key("id-1", short) == "id-1"
    key = Keys("f").key(None, short)
    assert key.startswith("f:")
    assert Keys("f").key("", long) == key
    assert Keys("f").key(None, [prompt, said("Other?")]) != key
    assert Keys("g").key(None, short) != key
    keys = Keys("f")
    assert [keys.key(None, short), keys.key(None, short)] == [key, key[:-1] + "1"]


def test_ids_of_one_file_only_do_not_meet_those_of_another() -> None:
    one = Keys("f").key("identity_0", [said("a")], unique=False)
    other = Keys("f").key("identity_0", [said("b")], unique=False)
    assert one != other
    assert one.endswith(":identity_0")


@pytest.mark.parametrize("leaf", [None, 0])
def test_one_message_is_a_conversation(leaf: int | None) -> None:
    conversation, _ = assemble("k", [Draft(message=said("only"))], leaf=leaf)
    assert conversation.leaf == (None if leaf is None else "0")
    assert conversation.wires == ()


def test_merges_and_quotes_are_wires_and_stand_behind_what_they_need() -> None:
    drafts = [
        Draft(message=said("merge"), parent=2, also=(1,), quotes=(3,)),
        Draft(message=said("b")),
        Draft(message=said("a")),
        Draft(message=said("quoted")),
    ]
    conversation, opened = assemble("k", drafts, leaf=0)
    texts = [message.text for message in conversation.messages]
    assert texts == ["b", "a", "quoted", "merge"]
    assert {(texts[int(w.parent)], texts[int(w.child)], w.kind) for w in conversation.wires} == {
        ("a", "merge", "continue"),
        ("b", "merge", "continue"),
        ("quoted", "merge", "reference"),
    }
    assert conversation.leaf == "3"
    assert opened == []

import pytest

from infold.core.graph import Conversation, Wire
from infold.core.messages import Message, Text
from infold.errors import GraphError
from infold.graph.checks import check


def message(name):
    return Message(role="user", parts=(Text(text=name),), id=name)


def conversation(names, wires, leaf=None):
    return Conversation(
        key="test",
        messages=tuple(map(message, names)),
        wires=tuple(Wire(parent=parent, child=child) for parent, child in wires),
        leaf=leaf,
    )


def test_a_sound_conversation_passes():
    check(conversation("abcd", [("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")], leaf="d"))
    check(conversation("", []))


def test_all_faults_are_found_at_once():
    wires = [("a", "a"), ("b", "c"), ("c", "b"), ("b", "x"), ("y", "b"), ("e", "f"), ("f", "e")]
    with pytest.raises(GraphError) as caught:
        check(conversation("aabcdef", wires, leaf="z"))
    assert set(caught.value.records) == {"a", "b", "c", "x", "y", "z", "e", "f"}
    text = str(caught.value)
    assert "'a' is used 2 times" in text
    assert "'a' is wired to itself" in text
    assert "b -> c -> b" in text
    assert "e -> f -> e" in text
    assert "'b' -> 'x' has no message as child" in text
    assert "'y' -> 'b' has no message as parent" in text
    assert "leaf 'z' is no message" in text


def test_reference_wires_count_for_cycles():
    broken = Conversation(
        key="test",
        messages=(message("a"), message("b")),
        wires=(Wire(parent="a", child="b"), Wire(parent="b", child="a", kind="reference")),
    )
    with pytest.raises(GraphError, match="cycle a -> b -> a"):
        check(broken)


def test_empty_ids_are_a_fault():
    with pytest.raises(GraphError, match=r"2 message\(s\) without an id"):
        check(conversation(["", ""], []))


def test_a_long_list_of_faults_is_cut_in_the_text_and_whole_in_the_records():
    wires = [(f"no{i}", "a") for i in range(50)]
    with pytest.raises(GraphError, match="and 40 more") as caught:
        check(conversation("a", wires))
    assert len(caught.value.records) == 50
    with pytest.raises(GraphError) as again:
        check(conversation("a", wires[::-1]))
    assert str(again.value) == str(caught.value)
    assert again.value.records == caught.value.records

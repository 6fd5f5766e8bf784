"""What is wanted of sources, and by what words each is searched for."""

from __future__ import annotations

import pytest

from infold.core.messages import Message, Role, Text, ToolCall, ToolResult
from infold.fold.wanted import Wanted, read_wanted
from infold.text.kinds import STATEMENTS, Kind


def said(*texts: str, role: Role = "user") -> list[Message]:
    return [
        Message(id=f"m{number}", position=number, role=role, parts=(Text(text=text),))
        for number, text in enumerate(texts)
    ]


def only(sources: list[Message], kind: Kind) -> Wanted:
    (found,) = (one for one in read_wanted(sources) if one.kind is kind)
    return found


def test_a_value_is_searched_for_by_what_stands_beside_it() -> None:
    one = only(said("The gateway waits 30 s for an answer."), Kind.NUMBER)
    assert one.near.split() == ["The", "gateway", "waits", "for", "an", "answer."]
    assert one.beyond.split() == one.near.split()


@pytest.mark.parametrize(
    ("text", "asked", "left_out"),
    [
        (
            "The warning comes twice. The retry loop of the mail relay has no upper bound of 30 s.",
            ["The", "retry", "loop", "mail", "relay"],
            "30",
        ),
        (
            "Es regnet. Der Mailserver darf niemals mehr als 40 € kosten.",
            ["Mailserver", "kosten."],
            "40",
        ),
        ("订单服务不能超过30秒。", ["订单服务不能超过"], "30"),
        ("サーバーは30秒を超えてはいけません。", ["サーバーは"], "30"),
        ("서버는 30초를 넘으면 안 됩니다.", ["서버는"], "30"),
        ("Server surel tidak boleh menunggu 30 detik.", ["Server", "surel"], "30"),
    ],
)
def test_a_statement_is_searched_for_by_its_words_without_its_values(
    text: str, asked: list[str], left_out: str
) -> None:
    found = [one for one in read_wanted(said(text)) if one.kind in STATEMENTS]
    assert found
    for one in found:
        words = one.near.split()
        assert set(asked) <= set(words)
        assert left_out not in one.near


def test_where_a_part_ends_soon_what_was_said_before_and_after_surrounds_it_too() -> None:
    sources = said("Which port has the relay?", "5433.", "Thanks, I open it in the firewall.")
    one = next(one for one in read_wanted(sources) if one.message == "m1")
    assert one.near == "."
    words = "Which port has the relay? . Thanks, I open it in the firewall."
    assert one.beyond.split() == words.split()


def test_no_more_than_two_hundred_characters_of_either_side_surround_it() -> None:
    sources = said("a " * 300, "The port is 5433.", "b " * 300)
    one = next(one for one in read_wanted(sources) if one.message == "m1")
    before, after = one.beyond.split("The port is")
    assert 180 <= len(before) <= 200
    assert 180 <= len(after) <= 210
    assert read_wanted([]) == ()


def test_a_value_that_stands_before_and_after_too_is_left_out_of_the_search() -> None:
    sources = said("We asked for 5433.", "The port is 5433.", "5433 it is.")
    (one,) = {one for one in read_wanted(sources) if one.value == "5433"}
    assert "5433" not in one.beyond


def test_a_command_in_the_arguments_of_a_call_ends_where_its_argument_does() -> None:
    call = ToolCall(id="c", name="run", arguments='{"command": "pytest tests/novfen"}')
    sources = [
        Message(id="m0", position=0, role="assistant", parts=(Text(text="I run them."), call)),
        Message(id="m1", position=1, role="tool", parts=(ToolResult(call="c", text="7 passed"),)),
    ]
    one = only(sources, Kind.COMMAND)
    assert (one.text, one.value) == ("pytest tests/novfen", "pytest tests/novfen")
    assert call.arguments[one.start : one.end] == one.text
    assert "I run them." in one.beyond
    assert "passed" in one.beyond

"""A context of a running chat shows the materials and quotes of its path, as a node's does."""

from __future__ import annotations

import pytest

from infold import Infold
from infold.engine.chat import Chat
from infold.store.sqlite import SqliteReader

TERMS = "제1조: 항구는 5시에 연다.\n第二条：吊车归港口所有。\nPasal 3: Dermaga 7 ditutup."
FENCE = "```"


@pytest.fixture
def chat(memory: Infold) -> Chat:
    chat = memory.conversation("port")
    for number in range(6):
        chat.append("user", f"Wie groß ist Dock {number}?")
        chat.append("assistant", f"Dock {number} ist {number * 11} m lang.")
    return chat


def long_document() -> str:
    return "\n\n".join(
        f"Clause {number}: berth {number} belongs to crane {number * 3}." for number in range(90)
    )


def shown(chat: Chat, budget: int) -> list[str]:
    made = chat.preview(budget=budget)
    names = ("materials", "references")
    return [piece.text for layer in made.layers if layer.name in names for piece in layer.pieces]


def test_what_is_in_and_quoted_stands_first_as_in_a_preview(chat: Chat) -> None:
    side = chat.append("user", "Beiseite?", parent=chat.messages()[0].id)
    answer = chat.append("assistant", "Der Kran fährt auf Gleis 9.", parent=side.id)
    asked = chat.append("user", "Und Dock 6?", parent=chat.messages()[11].id)
    plain = chat.context("Dock?", budget=3000)
    chat.add_material(TERMS, name="약관.md")
    chat.reference(answer.id, asked.id)
    made = chat.context("Dock?", budget=3000)
    pieces = shown(chat, 3000)
    assert len(pieces) == 3  # the document, the question and the answer that are quoted
    assert made.text == "\n".join([*pieces, plain.text])
    assert made.messages[:3] == [{"role": "system", "content": piece} for piece in pieces]
    assert made.messages[3:] == plain.messages
    assert made.prefix == "\n".join([*pieces, plain.prefix])
    assert made.states == plain.states
    assert [(one["name"], one["state"], one["reason"]) for one in made.materials] == [
        ("약관.md", "whole", "")
    ]
    assert [(one["name"], one["state"]) for one in made.quotes] == [
        ("#12", "whole"),
        ("#13", "whole"),
    ]
    assert made.quotes[1]["id"] == answer.id
    assert made.accounting["tokens"] <= made.budget == 3000
    assert (plain.materials, plain.quotes) == ([], [])
    assert chat.context("Dock?", budget=3000) == made


def test_what_is_taken_out_below_is_not_shown_there(chat: Chat) -> None:
    chat.add_material(TERMS, name="약관.md")
    third = chat.messages()[4]
    chat.exclude("약관.md", at=third)
    assert "제1조" in chat.context("?", leaf=chat.messages()[3].id).text
    assert chat.context("?").materials == []
    chat.include("약관.md", at=chat.messages()[8])
    assert "제1조" in chat.context("?").text
    assert "제1조" not in chat.context("?", leaf=third.id).text


def test_a_quote_of_what_is_on_the_path_is_said_to_be_there(chat: Chat) -> None:
    chat.reference(chat.messages()[1].id, chat.messages()[4].id)
    made = chat.context("?", budget=3000)
    assert {(one["state"], one["reason"]) for one in made.quotes} == {
        ("omitted", "it stands on the path already")
    }
    assert FENCE not in made.text


def test_a_document_that_does_not_fit_is_shortened_to_the_question_behind_the_rest(
    chat: Chat,
) -> None:
    chat.add_material(long_document(), name="long.md")
    chat.add_material(TERMS, name="약관.md")
    for number in range(40):
        chat.append("user", f"Und Dock {number + 50}, das wir heute lange besprochen haben?")
    made = chat.context("Which crane has berth 77?", budget=900)
    assert [(one["name"], one["state"]) for one in made.materials] == [
        ("long.md", "shortened"),
        ("약관.md", "whole"),
    ]
    assert "berth 77 belongs to crane 231" in made.text
    assert made.text.rindex("berth 77") > made.text.rindex("제1조")
    other = chat.context("Which crane has berth 50?", budget=900)
    assert "berth 50 belongs" in other.text
    assert other.prefix == made.prefix != ""
    for one in (made, other):
        assert one.accounting["tokens"] <= 900
        assert (
            sum(one.accounting[state] for state in ("raw", "extracted", "folded", "omitted"))
            == (one.accounting["total"])
        )


@pytest.mark.parametrize("budget", [12, 30, 60, 150])
def test_a_small_budget_goes_to_the_messages_first(chat: Chat, budget: int) -> None:
    chat.add_material(TERMS, name="약관.md")
    made = chat.context("Dock 4?", budget=budget)
    assert made.accounting["tokens"] <= budget
    assert "Dock" in made.text
    (one,) = made.materials
    assert (one["state"] == "omitted") == bool(one["reason"]) == ("제1조" not in made.text)


def test_bytes_are_bounded_too(chat: Chat) -> None:
    chat.add_material(TERMS, name="약관.md")
    made = chat.context("Dock 4?", budget=3000, max_bytes=150)
    assert len(made.text.encode()) <= 150
    assert [one["state"] for one in made.materials] == ["omitted"]
    wide = chat.context("Dock 4?", budget=3000, max_bytes=2000)
    assert len(wide.text.encode()) <= 2000
    assert [one["state"] for one in wide.materials] == ["whole"]


def test_a_view_shows_them_too(chat: Chat) -> None:
    for number in range(6, 12):
        chat.append("user", f"Wie groß ist Dock {number}, und wem gehört der Kran darauf heute?")
        chat.append("assistant", f"Dock {number} ist {number * 11} m lang, sein Kran ist neu.")
    view = chat.apply(chat.plan_condense())
    chat.add_material(TERMS, name="약관.md")
    made = chat.context("?", budget=3000, view=view)
    assert made.text.startswith(shown(chat, 3000)[0])
    assert made.claims


def test_a_preview_does_not_show_them_twice(chat: Chat) -> None:
    chat.add_material(TERMS, name="약관.md")
    for number in range(60):
        chat.append("user", f"Und Dock {number + 50}, das wir heute lange besprochen haben?")
    made = chat.preview(question="Dock 4?", budget=600)
    assert not made.is_whole
    assert made.text.count("제1조") == 1


def test_where_there_is_neither_nothing_is_asked_of_the_store(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> list[object]:
        raise AssertionError("asked for what is not there")

    for name in ("materials", "references", "settings", "wires", "parents"):
        monkeypatch.setattr(SqliteReader, name, never)
    assert chat.context("Dock 4?", budget=500).text

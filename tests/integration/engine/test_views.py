"""Views: toggled, renamed, dropped and brought back, apart from the chat's own folds."""

from __future__ import annotations

import pytest

from infold import Infold
from infold.errors import NotFound, UsageError
from tests.integration.engine.graph_talk import chain
from tests.integration.engine.test_condensing import condensed


def test_views_are_toggled_renamed_dropped_and_brought_back(memory: Infold) -> None:
    chat, _ = chain(memory, 9)
    condensed(chat)
    fold = chat.view("short").folds[0].fold.id
    assert chat.toggle("short", fold[:12]).folds[0].is_open
    assert chat.context("list?", budget=9000, view="short").claims == []
    assert not chat.toggle("short", fold, is_open=False).folds[0].is_open
    assert chat.rename_view("short", "kort").name == "kort"
    with pytest.raises(NotFound):
        chat.view("short")
    with pytest.raises(UsageError):
        chat.rename_view("kort", " ")
    with pytest.raises(UsageError, match="stands for the original"):
        chat.rename_view("kort", "full")
    assert chat.rename_view("kort", "kort").name == "kort"
    chat.drop_view("kort")
    assert chat.views() == []
    chat.undo()
    chat.undo()
    assert [one.name for one in chat.views()] == ["short"]
    assert chat.expand(fold)[0].position == 0
    assert memory.verify() == []


def test_folds_of_views_never_enter_the_chats_own_map_or_jobs(memory: Infold) -> None:
    chat, _ = chain(memory, 30)
    while memory.run_job():
        pass
    before = (chat.folds(), chat.context("Kafka?", budget=600).text)
    condensed(chat)
    while memory.run_job():
        pass
    assert chat.folds() == before[0]
    assert chat.context("Kafka?", budget=600).text == before[1]
    assert memory.verify() == []


def test_a_view_becomes_a_conversation_of_its_own(memory: Infold) -> None:
    chat, ids = chain(memory, 9)
    condensed(chat)
    chat.archive(ids[12])
    copy = chat.materialise("short")
    made = copy.chat
    assert [(one.kind, one.messages) for one in copy.left] == [("message", (ids[12],))]
    said = made.messages()
    assert len(said) == 18 - 10 - 1 + 1
    assert (said[0].role, said[0].author) == ("system", "fold")
    assert "PostgreSQL 16.0" in said[0].text
    assert [wire.parent for wire in made.wires()] == [one.id for one in said[:-1]]
    with pytest.raises(NotFound):
        chat.materialise("short")
    assert len(chat.messages()) == 18
    assert memory.verify() == []


def test_what_a_person_marked_goes_along_and_folds_can_be_folded_again(memory: Infold) -> None:
    """Law 5."""
    chat, ids = chain(memory, 14)
    inside = chat.mark(ids[4], "highlight", text="a report from Anna")
    view = chat.apply(chat.plan_condense().pick().add(ids[0:10]), name="short")
    chat.mark(ids[14], "landmark", label="decided")
    chat.mark(ids[12], "pin")
    chat.mark(ids[16], "highlight", text="PostgreSQL 16.8")
    chat.mark(ids[18], "pin", by="model")
    chat.add_material("제1조: 항구는 5시에 연다.", name="약관.md")
    chat.exclude("약관.md", at=ids[20])
    chat.pin_model(ids[22], "m-1")
    chat.set_role(ids[24], "Sei knapp.")
    made = chat.materialise(view).chat
    texts = {one.id: one.text for one in (*chat.messages(), *made.messages())}
    told = [(one.kind, one.label, one.state, one.text) for one in chat.marks()]
    copied = [(one.kind, one.label, one.state, one.text) for one in made.marks()]
    assert copied == told
    for one, copy in zip(chat.marks(), made.marks(), strict=True):
        if one.id != inside.id:
            assert texts[copy.message] == texts[one.message]
    first = made.marks()[0]
    assert texts[first.message][first.start : first.end] == "a report from Anna"
    assert [one.name for one in made.materials()] == ["약관.md"]
    named = [one.name.partition(":")[0] for one in chat.settings()]
    assert [one.name.partition(":")[0] for one in made.settings()] == named
    last = made.messages()[-2]
    pieces = [piece.text for layer in made.preview(last.id).layers for piece in layer.pieces]
    assert "Sei knapp." in pieces
    assert made.preview(last.id).model == "m-1"
    graph = made.plan_condense().graph
    assert graph.owner[0] not in graph.with_role  # the fold can be folded again
    assert memory.verify() == []

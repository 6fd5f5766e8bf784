"""One text of a draft: what is read, edited, shown to a model, applied and exported."""

from __future__ import annotations

import io
import json
from textwrap import indent

import pytest
from rich.console import Console

from infold import Infold
from infold.cli.condense_tables import drafts as table
from infold.engine.chat import Chat
from infold.engine.drafts import Draft, Drafts
from infold.models.scripted import ScriptedModel
from tests.integration.engine.graph_talk import chain, turn
from tests.integration.engine.test_condensing import writer

MARKED = (
    "a report from Anna",
    "매일 03:04에 실행되고 30일 동안",
    "怎么从上海发到汉堡",
    "Frankfurt und wird jeden Sonntag",
)
PLAIN = "pip install infold\n\n    infold init --größe 5"


def highlighted(memory: Infold) -> tuple[Chat, Drafts]:
    """A conversation with highlights, one of them over several lines, and its drafts."""
    chat, _ = chain(memory, 6)
    said = f"Point 6 of our list. This is how it starts:\n{PLAIN}\nIs that clear?"
    asked = chat.append("user", said)
    chat.append("assistant", "Thank you, that is noted for point 6.", parent=asked.id)
    for n in range(7, 12):
        turn(chat, n)
    chat.mark(asked.id, "highlight", text=PLAIN)
    for one in chat.messages():
        for words in MARKED:
            if words in one.text:
                chat.mark(one.id, "highlight", text=words)
    return chat, chat.build(chat.plan_condense(), "extractive")


def told(draft: Draft) -> list[tuple[int, str]]:
    assert draft.fold is not None
    return [(claim.level, claim.text) for claim in draft.fold.claims if claim.level]


def test_the_text_of_a_draft_is_what_is_shown_applied_and_exported(memory: Infold) -> None:
    chat, drafts = highlighted(memory)
    draft = drafts.drafts[0]
    assert draft.state == "ready", draft.fault
    assert {level for level, _ in told(draft)} == {1, 2}
    lines = [f"“{text}”" if level == 2 else text for level, text in told(draft)]
    assert draft.text == "\n".join(lines)
    assert f"“{PLAIN}”" in draft.text
    view = chat.apply(drafts, name="short")
    # A model reads it, line by line, in a context of either kind.
    context = chat.context("what?", budget=90_000, view=view).text
    asked = chat.messages()[-1].id
    preview = "\n".join(one.text for one in chat.preview(asked, view=view).messages)
    page = chat.markdown(view=view)
    copy = chat.materialise(view).chat.messages()[0].text
    for line in lines:
        assert line in context
        assert line in preview
        assert indent(line, "  ").lstrip() in page
    assert copy == draft.text
    # A person reads it, but for the breaks of a terminal's lines.
    console = Console(width=400, record=True, file=io.StringIO())
    console.print(table(drafts))
    shown = " ".join(console.export_text().split())
    for line in lines:
        assert " ".join(line.split()) in shown


def test_a_text_that_is_given_back_unchanged_says_the_same(memory: Infold) -> None:
    chat, drafts = highlighted(memory)
    run = drafts.drafts[0].run.id
    once = chat.edit_draft(drafts, run, drafts[run].text)
    assert once[run].state == "ready", once[run].fault
    assert sorted(told(once[run])) == sorted(told(drafts[run]))
    twice = chat.edit_draft(once, run, once[run].text)
    assert told(twice[run]) == told(once[run])
    assert twice[run].text == once[run].text


def test_a_draft_of_nothing_but_carried_words_can_be_given_back(memory: Infold) -> None:
    chat, ids = chain(memory, 8)
    chat.mark(ids[0], "highlight", text=chat.messages()[0].text)
    drafts = chat.build(chat.plan_condense().pick().add(ids[:4]), "extractive")
    run = drafts.drafts[0].run.id
    quoted = [text for level, text in told(drafts[run]) if level == 2]
    assert quoted
    mine = chat.edit_draft(drafts, run, "\n".join(f"“{text}”" for text in quoted))
    assert mine[run].state == "ready", mine[run].fault
    assert [text for level, text in told(mine[run]) if level == 2] == quoted


@pytest.mark.parametrize("words", ["PostgreSQL 16.0 and it listens", "03:04에 실행되고 30일 동안"])
def test_the_brief_tells_what_is_carried_word_for_word(memory: Infold, words: str) -> None:
    chat, ids = chain(memory, 8)
    for one in chat.messages():
        if words in one.text:
            chat.mark(one.id, "highlight", text=words)
    for first in (30, 50):
        for n in range(first, first + 8):
            turn(chat, n, parent=ids[-1] if n == first else None)
    model = ScriptedModel(writer)
    chat.build(chat.plan_condense(), model)
    assert len(model.calls) == 3
    for request in model.calls[1:]:
        known = [
            line
            for line in request.messages[1].text.splitlines()
            if "message" not in json.loads(line)
        ]
        assert any(f"“{words}”" in line for line in known)

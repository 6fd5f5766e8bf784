"""A view as a conversation of its own: all that stands in the view comes along, or is named."""

from __future__ import annotations

from infold import Chat, Infold
from infold.core.settings import SHOWN_AS
from tests.integration.engine.graph_talk import chain


def texts(*chats: Chat) -> dict[str, str]:
    return {one.id: one.text for chat in chats for one in chat.messages()}


def quotes(chat: Chat) -> set[tuple[str, str, bool]]:
    said = texts(chat)
    return {
        (said[wire.parent], said[wire.child], wire.chain)
        for wire in chat.wires()
        if wire.kind == "reference"
    }


def test_wires_that_quote_stand_between_the_copies(memory: Infold) -> None:
    chat, ids = chain(memory, 14)
    chat.reference(ids[17], ids[22])
    chat.reference(ids[15], ids[24], chain=True)
    view = chat.apply(chat.plan_condense().pick().add(ids[0:10]), name="short")
    said = texts(chat)
    chat.reference(ids[11], ids[20])
    made = chat.materialise(view)
    assert quotes(made.chat) == {
        (said[ids[17]], said[ids[22]], False),
        (said[ids[15]], said[ids[24]], True),
        (said[ids[11]], said[ids[20]], False),
    }
    assert made.left == ()
    assert memory.verify() == []


def test_what_quotes_a_folded_turn_quotes_its_fold(memory: Infold) -> None:
    chat, ids = chain(memory, 14)
    chat.reference(ids[3], ids[20], chain=True)
    chat.reference(ids[5], ids[20])
    chat.reference(ids[1], ids[6])
    view = chat.apply(chat.plan_condense().pick().add(ids[0:10]), name="short")
    made = chat.materialise(view)
    fold = made.chat.messages()[0]
    assert fold.author == "fold"
    assert quotes(made.chat) == {(fold.text, texts(chat)[ids[20]], True)}
    assert [(one.kind, one.what, one.messages) for one in made.left] == [
        ("wire", "reference", (ids[1], ids[6]))
    ]
    assert "one fold" in made.left[0].reason
    assert memory.verify() == []


def test_versions_that_stand_in_place_come_along_and_the_leaf_too(memory: Infold) -> None:
    chat, ids = chain(memory, 14)
    chat.edit(ids[16], "더 나은 질문입니다.", in_place=True)
    chat.edit(ids[17], "A better answer.", in_place=True)
    chat.edit(ids[17], "The best answer.", in_place=True)
    chat.edit(ids[21], "A branch of its own.")
    chat.set_leaf(ids[27])
    view = chat.apply(chat.plan_condense().pick().add(ids[0:10]), name="short")
    made = chat.materialise(view).chat
    said = texts(chat, made)
    shown = {
        (said[one.message], said[one.value]) for one in chat.settings() if one.name == SHOWN_AS
    }
    copied = {
        (said[one.message], said[one.value]) for one in made.settings() if one.name == SHOWN_AS
    }
    assert copied == shown
    assert said[made.leaf() or ""] == said[ids[27]]
    assert ("A better answer." in said.values(), len(shown)) == (True, len(copied))
    asked = "Which points are on our list?"
    one = chat.context(asked, budget=9000, view=view).text
    other = made.context(asked, budget=9000).text
    for text in ("더 나은 질문입니다.", "The best answer."):
        assert text in one
        assert text in other
    assert "A branch of its own." not in other
    assert memory.verify() == []


def test_what_cannot_come_along_is_named_with_its_reason(memory: Infold) -> None:
    chat, ids = chain(memory, 14)
    chat.mark(ids[4], "pin")
    chat.mark(ids[6], "landmark", label="decided")
    chat.set_role(ids[2], "Sei knapp.")
    chat.edit(ids[3], "A better answer in a fold.", in_place=True)
    chat.archive(ids[20])
    chat.reference(ids[20], ids[24])
    chat.reference(ids[17], ids[24])
    view = chat.apply(chat.plan_condense().pick().add(ids[0:10]), name="short")
    made = chat.materialise(view)
    named = {(one.kind, one.what) for one in made.left}
    assert {("message", ""), ("wire", "reference"), ("mark", "pin"), ("mark", "decided")} <= named
    assert ("setting", "role") in named
    assert all(one.reason and set(one.messages) <= set(texts(chat)) for one in made.left)
    assert "A better answer in a fold." not in [one.text for one in made.chat.messages()]
    assert memory.verify() == []

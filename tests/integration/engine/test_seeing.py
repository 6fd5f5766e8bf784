"""Images go to models that can see: previewed, priced and sent; others are told their names."""

from __future__ import annotations

from collections.abc import Callable

from infold import Infold, Models
from infold.core.messages import Text
from infold.core.tokens import IMAGE_TOKENS
from infold.engine.chat import Chat
from infold.models.chat import Picture
from infold.models.scripted import ScriptedModel

PNG = b"\x89PNG\r\n\x1a\n plan"
PHOTO = b"\xff\xd8\xff photo"


def talk(memory: Infold) -> Chat:
    chat = memory.conversation("port")
    photo = memory.attach(PHOTO, media_type="image/jpeg", name="부두.jpg")
    chat.append("user", (Text(text="Was ist das?"), photo))
    chat.append("assistant", "Ein Kran.")
    chat.add_material(PNG, name="plan.png")
    chat.append("user", "어디에 있나요?")
    return chat


def test_a_model_that_can_see_is_sent_images(open_memory: Callable[..., Infold]) -> None:
    model = ScriptedModel(["Im Norden.", "Immer noch."], sees=True)
    memory = open_memory(models=Models(answer=model))
    chat = talk(memory)
    shown = chat.preview()
    answer = chat.answer()
    (request,) = model.calls
    assert [(one.role, one.text, one.pictures) for one in request.messages] == [
        ("user", "[image plan.png]", (Picture(media_type="image/png", data=PNG),)),
        (
            "user",
            "Was ist das?\n[image 부두.jpg]",
            (Picture(media_type="image/jpeg", data=PHOTO),),
        ),
        ("assistant", "Ein Kran.", ()),
        ("user", "어디에 있나요?", ()),
    ]
    texts = sum(memory.counter.count(one.text) for one in request.messages)
    assert shown.tokens == texts + 2 * IMAGE_TOKENS
    assert shown.prompt == chat.asked()[0].prompt
    assert answer.text == "Im Norden."
    assert answer.id not in {one.message.id for one in chat.stale()}


def test_another_model_is_told_their_names(open_memory: Callable[..., Infold]) -> None:
    model = ScriptedModel(["Im Norden."])
    memory = open_memory(models=Models(answer=model))
    chat = talk(memory)
    shown = chat.preview()
    chat.answer()
    (request,) = model.calls
    assert [one.text for one in request.messages][:2] == [
        "[image plan.png]",
        "Was ist das?\n[image 부두.jpg]",
    ]
    assert request.messages[0].role == "system"
    assert not any(one.pictures for one in request.messages)
    assert shown.tokens < IMAGE_TOKENS
    seen = ScriptedModel(["Ja."], sees=True)
    chat.answer(model=seen)
    assert sum(len(one.pictures) for one in seen.calls[0].messages) == 2
    assert chat.asked()[0].prompt != chat.asked()[1].prompt


def test_images_that_do_not_fit_are_left_out_and_named(open_memory: Callable[..., Infold]) -> None:
    memory = open_memory(models=Models(answer=ScriptedModel(["Ja."], sees=True)))
    chat = talk(memory)
    for number in range(40):
        chat.append("user", f"Und Kran {number}, der lange steht und den alle kennen?")
    asked = chat.append("user", "Was ist das?")
    small = chat.preview(asked.id, budget=700)
    assert not any(one.pictures for one in small.messages)
    assert any("plan.png" in one.what and one.tokens > IMAGE_TOKENS for one in small.left_out)
    assert small.tokens <= 700
    wide = chat.preview(asked.id, budget=4000)
    assert sum(len(one.pictures) for one in wide.messages) == 2
    text = sum(max(0, one.tokens) for one in chat.messages()[1:])
    middle = chat.preview(asked.id, budget=text + IMAGE_TOKENS // 2)
    assert middle.tokens <= middle.budget
    assert not middle.is_whole
    assert ("#0, its image", "there was no room for it") in {
        (one.what, one.reason) for one in middle.left_out
    }

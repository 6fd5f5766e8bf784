from __future__ import annotations

import pytest

from infold.text.telling import LONGEST, Tell, tells


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("We went yesterday.", Tell.TIME),
        ("In 2019 it was open.", Tell.TIME),
        ("Gestern war es offen.", Tell.TIME),
        ("Kemarin buka.", Tell.TIME),
        ("昨天开着。", Tell.TIME),
        ("先週は開いていた。", Tell.TIME),
        ("지난주에 열었다.", Tell.TIME),
        ("so I met Maria there", Tell.NAME),
        ('we read "Dune" again', Tell.NAME),
        ("「砂の惑星」を読んだ。", Tell.NAME),
        ("I like tea.", Tell.SELF),
        ("I’ve had tea.", Tell.SELF),
        ("Mein Tee ist kalt.", Tell.SELF),
        ("Saya suka teh.", Tell.SELF),
        ("我喜欢茶。", Tell.SELF),
        ("私はお茶が好き。", Tell.SELF),
        ("저는 차를 좋아해요.", Tell.SELF),
        ("Wow, great!", Tell.THANKS),
        ("谢谢你！", Tell.THANKS),
        ("감사합니다", Tell.THANKS),
        ("It broke.", Tell.BACK),
        ("それは壊れた。", Tell.BACK),
        ("Port 5433.", Tell.NUMBER),
        ("Really? Yes.", Tell.ASKS),
        ("本当ですか？はい。", Tell.ASKS),
    ],
)
def test_what_a_message_holds(text: str, kind: Tell) -> None:
    assert tells(text) & kind


def test_what_it_does_not_hold() -> None:
    assert tells("Tea helps.") == Tell(0)
    assert tells("") == Tell(0)
    # A capital that opens the message or a sentence is no name.
    assert not tells("Tea is hot. Coffee too.") & Tell.NAME


def test_words_that_refer_back_are_counted() -> None:
    assert not tells("It broke.") & Tell.BACK_OFTEN
    assert tells("They broke it.") & Tell.BACK_OFTEN


def test_only_the_beginning_of_a_long_text_is_read() -> None:
    assert tells("x" * LONGEST + " 5") == Tell(0)

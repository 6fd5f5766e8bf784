"""Answers that say a whole sentence of what is erased again, with no hard fact in it."""

from __future__ import annotations

import time

import pytest

from infold.memory.quotes import Quotes
from infold.memory.repeats import Repeats


@pytest.mark.parametrize(
    ("erased", "answer"),
    [
        ("I like quillberries.", "Thank you, that is good to know. i LIKE  quillberries!"),
        ("Ich mag Wurzelkuchen.", "Danke, gut zu wissen. Ich mag Wurzelkuchen."),
        ("Saya suka kayuhan.", "Terima kasih. Saya suka kayuhan."),
        ("我喜欢彩虹青花石。", "好的，谢谢。我喜欢彩虹青花石。"),
        ("タキムゼラが好きです。", "ありがとうございます。タキムゼラが好きです。"),
        ("저는 더가가가마바나더를 좋아해요.", "네, 고마워요. 저는 더가가가마바나더를 좋아해요."),
        ("저는 더가가가마바나더를 좋아해요.", "네, 고마워요. 저는 더가가가마바나더를  좋아해요!"),
        ("Me gusta la crème brûlée.", "Entendido: me gusta la cre\u0300me bru\u0302le\u0301e"),
        ("ｉ like ｑｕｉｌｌberries", "So “I like quillberries”."),
    ],
)
def test_a_sentence_that_is_said_again_is_found(erased: str, answer: str) -> None:
    assert Repeats([erased], said=[erased]).in_text(answer)


def test_a_clause_is_found_as_well() -> None:
    quotes = Quotes(["I grew up by the lighthouse, and my brother keeps alpacas there."], [])
    assert quotes.in_text("So: my brother keeps alpacas there. Nice!")
    assert quotes.in_text("You said: I grew up by the lighthouse. Nice!")
    assert quotes.in_text("Alpacas are kept by a brother.") == ""


@pytest.mark.parametrize(
    ("erased", "answer"),
    [
        ("Thank you.", "Thank you."),
        ("Ok, sounds good.", "Ok, sounds good."),
        ("고마워요.", "네, 고마워요."),
        ("네, 감사합니다.", "네, 감사합니다."),
        ("好的，谢谢你。", "好的，谢谢你。"),
        ("ありがとうございました。", "ありがとうございました。"),
        ("Terima kasih banyak.", "Terima kasih banyak."),
        ("Vielen Dank, alles klar.", "Vielen Dank, alles klar."),
        ("I like quillberries.", "I like quillberriesque things."),
        ("I like quillberries.", "Do you like them?"),
        ("나무를 심었어요", "소나무를 심었어요"),
    ],
)
def test_set_phrases_and_other_words_are_not(erased: str, answer: str) -> None:
    assert Quotes([erased], []).in_text(answer) == ""


@pytest.mark.parametrize(
    ("erased", "stays", "answer"),
    [
        ("I like tea.", "Tea is what we all like.", "I like tea."),
        ("저는 차를 좋아해요.", "저는 차를 좋아해요, 아주.", "저는 차를 좋아해요."),
        ("我喜欢乌龙茶。", "你知道我喜欢乌龙茶吗？", "我喜欢乌龙茶。"),
    ],
)
def test_a_phrase_of_words_that_are_said_elsewhere_too_is_not(
    erased: str, stays: str, answer: str
) -> None:
    quotes = Quotes([erased], [])
    assert quotes.in_text(answer)
    quotes.known_from(stays)
    assert quotes.in_text(answer) == ""


@pytest.mark.parametrize(
    ("value", "answer"),
    [
        ("Porto", "In porto it rains."),
        ("서울", "서울에는 비가 와요."),
        ("東京", "明日の東京は雨です。"),
        ("上海", "今天上海下雨。"),
        ("Malmö", "Regnar det i MALMÖ?"),
    ],
)
def test_a_value_is_found_alone(value: str, answer: str) -> None:
    quotes = Quotes([], [value])
    assert quotes.in_text(answer)
    quotes.known_from(f"{value}?")
    assert quotes.in_text(answer) == ""


def test_values_that_tell_nothing_and_parts_of_words_are_not() -> None:
    quotes = Quotes([], ["yes", "12", "no", "Porto", "the"])
    assert quotes.in_text("Yes, the Portofino has 12, no more.") == ""


def test_a_phrase_with_a_value_counts_until_it_is_said_whole() -> None:
    quotes = Quotes(["I live in Porto."], ["Porto"])
    quotes.known_from("Porto is nice, and I live well.")
    assert quotes.in_text("Porto is nice.") == ""
    assert quotes.in_text("Noted: I live in Porto.")
    quotes.known_from("As I said, I live in Porto, still.")
    assert quotes.in_text("Noted: I live in Porto.") == ""


def test_many_phrases_of_one_beginning_cost_no_more_than_few() -> None:
    """Linear in the text: ten thousand phrases are not tried one by one at each place."""
    quotes = Quotes([f"I like the q{number:05}berry a lot." for number in range(10_000)], [])
    text = "I like the q77777berry a lot. " * 2_000
    begun = time.process_time()
    assert quotes.in_text(text + "I like the q09876berry a lot.")
    assert time.process_time() - begun < 2

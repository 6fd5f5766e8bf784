"""The words that bear a statement's meaning, in six languages."""

from __future__ import annotations

import pytest

from infold.memory.wording import added, likeness, read_wording, says_all_of

SAME = [
    ("I like hiking", "The user really likes hiking."),
    ("Lives in Porto", "I live in Porto!"),
    ("Prefers dark roast coffee", "prefers dark-roast coffee"),
    ("Has two cats", "I have two cats"),
    ("I'm vegetarian", "is a vegetarian"),
    ("I don't like tea", "Does not like tea"),
    ("Enjoys hiking", "likes hiking"),
    ("Ich trinke gern Tee", "Trinkt gerne Tee"),
    ("Ich sammle Münzen", "Sammelt Münzen"),
    ("Ich bin Vegetarier", "Ist Vegetarier"),
    ("Der Nutzer wohnt in München", "Wohnt in München."),
    ("Saya suka mendaki gunung", "Pengguna suka sekali mendaki gunung"),
    ("我喜欢爬山", "用户很喜欢爬山。"),
    ("私は登山が好きです", "登山がとても好きだ"),
    ("등산을 좋아합니다", "사용자는 등산을 정말 좋아한다"),
    ("Aime le café", "aime le café."),
]
OTHERS = [
    ("Prefers tea over coffee", "Prefers coffee over tea"),
    ("My brother lives in Porto", "My sister lives in Porto"),
    ("Is vegetarian", "Is not vegetarian"),
    ("Lives in Porto", "Lived in Porto"),
    ("Lives with her sister", "Lives with his sister"),
    ("Likes tea", "Rarely likes tea"),
    ("Has few friends", "Has a few friends"),
    ("Mag Tee", "Mag keinen Tee"),
    ("Suka kopi", "Tidak suka kopi"),
    ("我住在上海", "我不住在上海"),
    ("我喜欢猫", "她喜欢猫"),
    ("犬が好きです", "犬が好きではない"),
    ("매운 음식을 먹어요", "매운 음식을 안 먹어요"),
    ("등산을 좋아합니다", "등산을 좋아했습니다"),
    ("Aime le thé", "Aime le the"),
    ("Has a dog", "Has a dog?"),
]
MORE = [
    ("Likes hiking in the mountains", "Likes hiking"),
    ("Trinkt Kaffee mit Milch", "Trinkt Kaffee"),
    ("Suka mendaki di gunung", "Suka mendaki"),
    ("주말마다 등산을 해요", "등산을 해요"),
    ("週末に登山をする", "登山をする"),
    ("在公园跑步", "跑步"),
]
NOT_MORE = [
    ("Has a dog allergy", "Has a dog"),
    ("Likes fish but not raw", "Likes fish"),
    ("Likes coffee in the past", "Likes coffee"),
    ("兄は登山が好き", "登山が好き"),
    ("妹妹喜欢猫", "喜欢猫"),
    ("예전에 등산을 좋아해요", "등산을 좋아해요"),
    ("Likes hiking", "Likes hiking in the mountains"),
    ("Trinkt Kaffee nur mit Milch", "Trinkt Kaffee"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_what_says_nothing_tells_no_two_statements_apart(one: str, other: str) -> None:
    assert read_wording(one).units == read_wording(other).units
    assert likeness(read_wording(one), read_wording(other)) == 1.0


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_every_other_word_and_their_order_count(one: str, other: str) -> None:
    assert read_wording(one).units != read_wording(other).units
    assert not says_all_of(read_wording(one), read_wording(other))


@pytest.mark.parametrize(("longer", "shorter"), MORE)
def test_one_says_all_of_another_with_a_place_a_time_or_company(longer: str, shorter: str) -> None:
    assert says_all_of(read_wording(longer), read_wording(shorter))
    assert added(read_wording(longer), read_wording(shorter))


@pytest.mark.parametrize(("longer", "shorter"), NOT_MORE)
def test_what_restricts_or_is_another_thing_says_not_all(longer: str, shorter: str) -> None:
    assert not says_all_of(read_wording(longer), read_wording(shorter))


def test_digits_are_read_apart_from_their_grouping() -> None:
    assert read_wording("Pays 1,000 euros on port 5432").digits == ("1000", "5432")
    assert read_wording("Zahlt 12 Euro").digits == ("12",)


def test_likeness_counts_shared_words() -> None:
    one, other = read_wording("likes black tea"), read_wording("likes green tea")
    assert likeness(one, other) == pytest.approx(2 / 3)
    assert likeness(read_wording("!"), one) == 0.0

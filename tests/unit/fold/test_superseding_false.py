"""What looks like a correction and is none: false marks that people came upon."""

from __future__ import annotations

import pytest

from tests.unit.fold.test_superseding import links


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I read a long book about Portugal yesterday.", "I moved to Berlin."),
        ("Anna helps with the harvest report.", "We switched to Vim."),
        ("The meeting with the people from Krakow was long.", "I moved to Zalando."),
        ("Gestern las ich ein dickes Buch über Portugal.", "Ich bin nach Berlin umgezogen."),
        ("Kemarin saya membaca buku tentang Portugal.", "Saya pindah ke Berlin."),
        ("昨天我读了一本关于葡萄牙的书。", "我搬到柏林了。"),
        ("昨日ポルトガルの本を読みました。", "ベルリンに引っ越しました。"),
        ("어제 포르투갈에 관한 책을 읽었어요.", "베를린으로 이사했어요."),
    ],
)
def test_a_change_of_name_takes_the_place_of_no_name_nearby(first: str, second: str) -> None:
    assert links(first, second) == []


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("Priya Iversen leads the tour.", "Make that Tomas Okafor.", "Tomas Okafor"),
        ("Priya Iversen leads the tour.", "Tomas Okafor does it instead.", "Tomas Okafor"),
        ("Priya Iversen leads the tour.", "No, that should be Tomas Okafor.", "Tomas Okafor"),
    ],
)
def test_a_name_that_is_put_in_the_place_of_the_one_just_named(
    first: str, second: str, expected: str
) -> None:
    assert links(first, "A: OK.", second) == [("Priya Iversen", expected)]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I ran 12 km this morning.", "Make it 15."),
        ("Ich bin heute früh 12 km gelaufen.", "Nimm 15."),
        ("Pagi ini saya lari 12 km.", "Ganti jadi 15."),
        ("今天早上我跑了12公里。", "改成15。"),
        ("今朝12キロ走りました。", "15に変更してください。"),
        ("오늘 아침에 12km를 뛰었어요.", "15로 바꿔 주세요."),
    ],
)
def test_what_happened_once_is_changed_by_nobody(first: str, second: str) -> None:
    assert links(first, second) == []


@pytest.mark.parametrize(
    ("first", "second", "old"),
    [
        ("I booked a table for 12 people.", "Make it 15.", "12 people"),
        ("I ordered 12 chairs.", "Make it 15.", "12 chairs"),
        ("The route is 12 km long.", "Make it 15.", "12 km"),
    ],
)
def test_an_order_may_still_be_changed(first: str, second: str, old: str) -> None:
    assert links(first, second) == [(old, "15")]

"""What looks like a correction and is none: false marks that people came upon."""

from __future__ import annotations

import pytest

from infold.fold.history import link
from tests.unit.fold.test_superseding import links, talk


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


@pytest.mark.parametrize(
    ("first", "ended", "again"),
    [
        ("I am vegan.", "I'm not vegan any more.", "I'm vegan again."),
        ("Ich bin Veganer.", "Ich bin nicht mehr Veganer.", "Ich bin wieder Veganer."),
        ("Saya vegetarian.", "Saya tidak vegetarian lagi.", "Saya vegetarian lagi."),
        ("我吃素。", "我不再吃素了。", "我又吃素了。"),
        (
            "저는 채식주의자예요.",
            "저는 더 이상 채식주의자가 아니에요.",
            "저는 다시 채식주의자예요.",
        ),
        (
            "私はベジタリアンです。",
            "私はもうベジタリアンではありません。",
            "私はまたベジタリアンです。",
        ),
    ],
)
def test_a_state_that_holds_again_ends_what_said_that_it_ended(
    first: str, ended: str, again: str
) -> None:
    ((_, end), (gone, now)) = links(first, ended, again)
    assert end == gone == ended
    assert now in again
    one, two = link(talk(first, ended, again))
    assert (one.old_at, one.new_at, two.old_at, two.new_at) == (0, 1, 1, 2)
    assert two.now == one.was


@pytest.mark.parametrize("last", ["I was vegan.", "I'm not vegan again.", "My son is vegan again."])
def test_what_says_not_that_a_state_holds_again(last: str) -> None:
    assert len(links("I am vegan.", "I'm not vegan any more.", last)) == 1


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("小王3月5日出发,小李3月8日出发。", "小李改到3月9日出发。", ("3月8日", "3月9日")),
        (
            "Ben leaves on 5 March and Anna leaves on 8 March.",
            "Anna now leaves on 9 March.",
            ("8 March", "9 March"),
        ),
        (
            "鈴木さんは3月8日に出発します。",
            "鈴木さんは3月9日に変更になりました。",
            ("3月8日", "3月9日"),
        ),
        ("지영이는 3월 8일에 출발해요.", "지영이는 3월 9일로 변경됐어요.", ("3월 8일", "3월 9일")),
    ],
)
def test_the_name_before_a_change_says_whose_it_is(
    first: str, second: str, expected: tuple[str, str]
) -> None:
    assert links(first, second) == [expected]


@pytest.mark.parametrize(
    "line",
    [
        "Service {0} runs, and the cost must stay under {1} EUR when the team takes over the room.",
        "Service {0} runs; when the team takes over the room, the cost must stay under {1} EUR.",
        "Dienst {0}: Die Kosten müssen unter {1} EUR bleiben, wenn das Team umgezogen ist.",
        "服务{0}：当团队搬到新机房时，每月成本必须低于{1}欧元。",
    ],
)
def test_a_change_of_something_else_in_the_clause_changes_no_value(line: str) -> None:
    assert links(*(line.format(at, 100 + at) for at in range(8))) == []


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("The code is 54\u200b32.", "The code is now 54\u200b33.", ("54\u200b32", "54\u200b33")),
        (
            "Das Budget beträgt 1 000 000 €.",
            "Das Budget beträgt jetzt 1 200 000 €.",
            ("1 000 000 €", "1 200 000 €"),
        ),
        ("体温は３７．５度です。", "体温は今３８．２度です。", ("３７．５度", "３８．２度")),
    ],
)
def test_a_number_is_replaced_whole(first: str, second: str, expected: tuple[str, str]) -> None:
    assert links(first, second) == [expected]

"""What is said in passing: what lasts is read, and what does not gives nothing."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from infold.core.messages import Message, Text
from infold.memory.candidates import Candidate
from infold.memory.extraction import read_facts

AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


def read(text: str) -> list[Candidate]:
    return read_facts([Message(role="user", parts=(Text(text=text),), at=AT, id="m")], now=AT)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("We've got a rescue greyhound called Biscuit and he hates stairs. Any tricks?", "Biscuit"),
        ("My daughter is coeliac, so what can I bake for her party?", "My daughter is coeliac"),
        ("I keep bees on the roof. Is it too early to feed them?", "I keep bees on the roof"),
        ("I'm six months pregnant. Is liver safe?", "I'm six months pregnant"),
        ("I can't swim. Which lifejacket should I get?", "I can't swim"),
        ("Beim Backen trage ich immer meine Hörgeräte. Wie reinigt man die?", "Hörgeräte"),
        ("Wir haben zwei Dackel, wie oft müssen die raus?", "Wir haben zwei Dackel"),
        ("Istri saya lagi hamil enam bulan. Menu sarapan apa yang sehat?", "Istri saya lagi hamil"),
        ("Kami punya dua ekor kucing di rumah. Makanannya apa?", "punya dua ekor kucing"),
        ("我的健身房年卡花了2600块，还能退吗？", "年卡花了2600块"),
        ("我家养了三只鸡，冬天怎么保暖？", "我家养了三只鸡"),
        ("看護師をしていて、夜勤が月に8回あります。おすすめの夜食は？", "看護師をしていて"),
        ("息子は卵アレルギーです。代わりに何を使えますか？", "息子は卵アレルギー"),
        ("우리 집 고양이 이름이 두부인데 사료를 안 먹어. 왜 그럴까?", "두부"),
        ("저는 오토바이를 타고 매일 출근해요. 비 올 때 뭘 입죠?", "매일 출근해요"),
    ],
)
def test_what_lasts_is_kept_in_its_own_words(text: str, said: str) -> None:
    found = read(text)
    assert any(said in one.text for one in found)
    for one in found:
        assert one.text in " ".join(text.split())
        assert text[one.source.start : one.source.end] == one.text


@pytest.mark.parametrize(
    "text",
    [
        "I need you to fix the login page.",
        "I have a list of names and a script that sorts them.",
        "I'm stuck on question four.",
        "I'm a bit confused by this error.",
        "I wish we had a dog.",
        "If we had a dog called Rex, where would he sleep?",
        "My friend keeps bees.",
        "I think my daughter is tired.",
        "My password is hunter2!x",
        "I loved reading as a kid.",
        "I'm working on my online store.",
        "My kids are so excited about summer break.",
        "I ran the tests and three of them fail.",
        "Ich suche ein Rezept für Linsensuppe.",
        "Ich bin gerade dabei, den Fehler zu suchen.",
        "Mein Freund aus Kiel züchtet Dackel.",
        "Saya lagi bikin laporan bulanan.",
        "Teman saya pelihara ular.",
        "我正在写毕业论文，怎么开头？",
        "我同事养了三只猫。",
        "我想养一只狗。",
        "エラーが出て困っています。",
        "友達のケンは犬を飼っています。",
        "犬を飼いたいです。",
        "제 친구는 고양이를 키워요.",
        "고양이를 키우고 싶어요.",
        "지금 보고서를 쓰고 있어요.",
    ],
)
def test_what_passes_or_is_of_others_gives_nothing(text: str) -> None:
    assert read(text) == []


def test_what_was_so_for_a_time_has_that_time() -> None:
    (one,) = read("2014年から2019年まで大学職員をしていました。")
    assert (one.valid_from, one.valid_to) == (
        datetime(2014, 1, 1, tzinfo=UTC),
        datetime(2020, 1, 1, tzinfo=UTC),
    )
    (one,) = read("Saya jadi pramugari dari tahun 2016 sampai 2019.")
    assert one.valid_to == datetime(2020, 1, 1, tzinfo=UTC)


def test_a_decision_stays_one() -> None:
    assert [one.kind for one in read("We decided to keep our two dogs at home.")] == ["decision"]

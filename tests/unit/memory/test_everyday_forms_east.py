"""What is said in passing in Chinese, Japanese and Korean."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from infold.core.messages import Message, Text
from infold.memory.extraction import read_facts

NOW = datetime(2026, 3, 2, 10, tzinfo=UTC)


def _read(text: str) -> list[tuple[str, str]]:
    message = Message(role="user", parts=(Text(text=text),), at=NOW, id="m1")
    found = read_facts([message], now=NOW)
    return [("" if one.slot is None else one.slot.attribute, one.value) for one in found]


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("我现在体重68公斤了", "weight", "68公斤"),
        ("我每周五去学琵琶", "learning 琵琶", "琵琶"),
        ("我每周六去上瑜伽课", "learning 瑜伽", "瑜伽"),
        ("我是志愿消防员", "job", "志愿消防员"),
        ("我是货机飞行员", "job", "货机飞行员"),
        ("说正经的，我特别喜欢爬山", "taste in 爬山", "喜欢"),
        ("陈思远就是我本人啦", "name", "陈思远"),
        ("私が住んでるのは福井だし", "city", "福井"),
        ("今住んでいるのは大分です", "city", "大分"),
        ("私そばアレルギーなんで", "allergy to そば", "そば"),
        ("薬学部の学生なんですけど", "job", "薬学部の学生"),
        ("毎週金曜に茶道教室に通っています", "attends 茶道教室", "茶道教室"),
        ("毎晩ストレッチをしています", "habit of ストレッチ", "ストレッチ"),
        ("経済新聞を購読しています", "subscribes to 経済新聞", "経済新聞"),
        ("今のかかりつけ医は森田先生です", "かかりつけ医", "森田先生"),
        ("저 새우 알레르기 있어요", "allergy to 새우", "새우"),
        ("저 간호사인데", "job", "간호사"),
        ("저는 버스 기사예요", "job", "버스 기사"),
        ("저는 오이를 싫어하거든요", "taste in 오이", "싫어"),
    ],
)
def test_what_is_said_in_passing_is_read(text: str, attribute: str, value: str) -> None:
    assert _read(text) == [(attribute, value)]


@pytest.mark.parametrize(
    "text",
    [
        "私立大学の授業料はいくらですか",
        "저 사람은 간호사예요",
        "저 분은 의사인데",
        "这就是我本人的意思",
        "妹は薬学部の学生です",
    ],
)
def test_what_is_of_another_is_not_the_users(text: str) -> None:
    assert not [one for one in _read(text) if one[0] in ("job", "name", "employer", "city")]


@pytest.mark.parametrize(
    "text",
    [
        "2016년 3월부터 5월까지 강릉에서 살았어요",
        "2016年3月到5月我住在银川",
    ],
)
def test_the_end_of_a_range_takes_the_year_of_its_beginning(text: str) -> None:
    message = Message(role="user", parts=(Text(text=text),), at=NOW, id="m1")
    [one] = read_facts([message], now=NOW)
    assert one.valid_from == datetime(2016, 3, 1, tzinfo=UTC)
    assert one.valid_to == datetime(2016, 6, 1, tzinfo=UTC)

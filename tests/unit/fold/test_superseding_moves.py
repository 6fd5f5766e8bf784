"""Moves of home, and changes of dates and sums, in the ways that each language says them."""

from __future__ import annotations

import pytest

from tests.unit.fold.test_superseding import links


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("I live in Porto.", "I moved to Oslo.", ("Porto", "Oslo")),
        ("Ich wohne in Hamburg.", "Ich bin nach Leipzig umgezogen.", ("Hamburg", "Leipzig")),
        ("Ich wohne in Hamburg.", "Ich bin jetzt nach Leipzig gezogen.", ("Hamburg", "Leipzig")),
        ("私は大阪に住んでいます。", "東京に引っ越しました。", ("大阪", "東京")),
        ("저는 부산에 살아요.", "대전으로 이사했어요.", ("부산", "대전")),
        ("Saya tinggal di Bandung.", "Saya pindah ke Malang.", ("Bandung", "Malang")),
        (
            "Der Vertrag läuft bis 31. März 2026.",
            "Der Vertrag wurde bis 30. Juni 2026 verlängert.",
            ("31. März 2026", "30. Juni 2026"),
        ),
        ("截止日期是3月5日。", "截止日期延到3月9日。", ("3月5日", "3月9日")),
        ("预算是5000元。", "预算增加到8000元。", ("5000元", "8000元")),
        ("締め切りは3月5日です。", "締め切りは3月9日に延びました。", ("3月5日", "3月9日")),
        ("数据库端口是5432。", "不对,端口改成5433了。", ("5432", "5433")),
        ("数据库端口是5432。", "不对，端口改成5433了。", ("5432", "5433")),
    ],
)
def test_the_new_value_takes_the_place_of_the_old(
    old: str, new: str, expected: tuple[str, str]
) -> None:
    ((was, now),) = links(old, "A: OK.", new)
    assert was.startswith(expected[0])
    assert now.startswith(expected[1])


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I live in Porto.", "Anna moved to Oslo."),
        ("I live in Porto.", "She moved to Oslo."),
        ("Anna lives in Porto.", "I moved to Oslo."),
        ("I moved to Slack.", "I moved to Oslo."),
        ("我住在上海。", "他搬到北京了。"),
        ("小王住在上海。", "我搬到北京了。"),
        ("私は大阪に住んでいます。", "彼は東京に引っ越しました。"),
    ],
)
def test_another_or_another_kind_of_move_changes_no_home(first: str, second: str) -> None:
    assert links(first, "A: OK.", second) == []

"""New values that name no old one, and statements that differ in one stretch alone."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from infold.core.facts import Fact, Slot
from infold.memory.changing import Changed, is_of_now, read_changed, replaced_by, same_frame

AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


def fact(text: str, attribute: str, value: str = "", begins: datetime = AT) -> Fact:
    slot = Slot(subject="user", attribute=attribute)
    return Fact(text=text, slot=slot, value=value, valid_from=begins, recorded_at=begins)


@pytest.mark.parametrize(
    ("text", "new", "thing", "back"),
    [
        ("I've switched to Vivaldi.", "Vivaldi", "", False),
        ("I'm back on tea after a year of coffee.", "tea", "", True),
        ("We switched our energy supplier to Octopus.", "Octopus", "energy supplier", False),
        ("Ich bin auf Linux umgestiegen.", "Linux", "", False),
        ("Ich bin wieder bei Firefox.", "Firefox", "", True),
        ("Saya kembali pakai Telkomsel.", "Telkomsel", "", True),
        ("昨天换成了小米手机。", "小米手机", "", False),
        ("还是不习惯，又换回印象笔记了。", "印象笔记", "", True),
        ("主食を白米に変えました。", "白米", "主食", False),
        ("主食をまた玄米に戻しました。", "玄米", "主食", True),
        ("유튜브 뮤직으로 갈아탔어.", "유튜브 뮤직", "", False),
        ("다시 멜론으로 돌아왔어.", "멜론", "", True),
    ],
)
def test_what_is_new_is_read(text: str, new: str, thing: str, back: bool) -> None:
    assert read_changed(text) == Changed(new=new, thing=thing, goes_back=back)


@pytest.mark.parametrize(
    "text",
    [
        "I'm back to normal.",
        "I changed the file.",
        "回家换衣服。",
        "집으로 돌아왔어.",
        "We talked again.",
    ],
)
def test_what_only_sounds_like_it_is_none(text: str) -> None:
    assert read_changed(text) is None


def test_it_takes_the_place_of_what_is_of_the_same_thing() -> None:
    phone = fact("我用的是华为手机", "told: 手机")
    rice = fact("うちの主食は玄米です", "主食", "玄米")
    browser = fact("I use Firefox", "uses firefox", "Firefox")
    known = [phone, rice, browser]
    assert replaced_by(Changed(new="小米手机"), known) is phone
    assert replaced_by(Changed(new="白米", thing="主食"), known) is rice
    assert replaced_by(Changed(new="Vivaldi"), [rice, browser]) is browser
    assert replaced_by(Changed(new="Octopus", thing="energy supplier"), known) is None


def test_of_two_things_in_use_neither_is_meant() -> None:
    known = [
        fact("I use Firefox", "uses firefox", "Firefox"),
        fact("I use Notion", "uses notion", "Notion"),
    ]
    assert replaced_by(Changed(new="Vivaldi"), known) is None


def test_who_goes_back_gives_up_what_began_when_the_old_one_ended() -> None:
    later = datetime(2026, 3, 8, tzinfo=UTC)
    known = [
        fact("I use Notion", "uses notion", "Notion"),
        fact("I use Brave", "uses brave", "Brave", later),
    ]
    assert replaced_by(Changed(new="Firefox", goes_back=True), known, [later]) is known[1]


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("I take the bus to work", "I take the tram to work now", True),
        ("Ich fahre mit der Bahn zur Arbeit", "Ich fahre jetzt mit dem Rad zur Arbeit", True),
        ("Saya ke kantor naik KRL", "Sekarang saya ke kantor naik ojek", True),
        ("我每天坐地铁2号线上班", "我现在坐地铁5号线上班", True),
        ("娘は保育園に通っています", "娘は今は幼稚園に通っています", True),
        ("My son is in year 3", "My daughter is in year 5", False),
        ("I keep bees", "I now drive a van", False),
        ("I take the bus to work", "I take the bus to work now", False),
    ],
)
def test_statements_that_differ_in_one_stretch(old: str, new: str, same: bool) -> None:
    assert same_frame(old, new) is same


def test_what_is_so_beside_another_takes_no_place() -> None:
    assert is_of_now("I take the tram to work now")
    assert not is_of_now("I take the tram to work")
    assert not is_of_now("I also play tennis now")
    assert not is_of_now("我现在也学钢琴")

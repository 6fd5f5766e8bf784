"""Statements that cannot both hold have one slot, those of two things have two; six languages."""

from __future__ import annotations

import pytest

from infold.memory.opposed import due_day, wide_state
from infold.memory.same_value import same_value
from infold.memory.stated import read_stated

OPPOSED = [
    # A negation.
    ("The garage door opens inward", "The garage door does not open inward"),
    ("Drinks coffee", "Never drinks coffee"),
    ("Die Garagentür öffnet nach innen", "Die Garagentür öffnet nicht nach innen"),
    ("Pintu garasi terbuka ke dalam", "Pintu garasi tidak terbuka ke dalam"),
    ("车库门向内开", "车库门不向内开"),
    ("用户喝酒", "用户不喝酒"),
    ("我喝酒", "我不再喝酒了"),
    ("ガレージのドアは内側に開く", "ガレージのドアは内側に開かない"),
    ("お酒を飲みます", "お酒は飲まない"),
    ("料理をする", "料理をしません"),
    ("차고 문은 안쪽으로 열린다", "차고 문은 안쪽으로 열리지 않는다"),
    ("술을 마신다", "술은 안 마신다"),
    ("저는 술을 마십니다", "술을 마시지 않습니다"),
    # An opposite.
    ("The garage door opens inward", "The garage door opens outward"),
    ("The toilet is upstairs", "The toilet is downstairs"),
    ("Die Garagentür öffnet nach innen", "Die Garagentür öffnet nach außen"),
    ("车库门向内开", "车库门向外开"),
    ("ガレージのドアは内側に開く", "ガレージのドアは外側に開く"),
    ("차고 문은 안쪽으로 열린다", "차고 문은 바깥쪽으로 열린다"),
    # A day on which something is due.
    ("Rent is due on the 3rd", "Rent is due on the 5th of each month"),
    ("Die Miete ist am 3. fällig", "Die Miete ist am 5. fällig"),
    ("Sewa jatuh tempo tanggal 3", "Sewa jatuh tempo tanggal 5"),
    ("房租每月3号交", "房租每月5号交"),
    ("家賃は3日に払う", "家賃は毎月5日に払います"),
    ("월세는 3일에 낸다", "월세는 매달 5일에 냅니다"),
    # What excludes another.
    ("Is a vegetarian", "Eats meat every day"),
    ("I'm vegan", "I eat meat again"),
    ("Ist Vegetarier", "Isst jeden Tag Fleisch"),
    ("Saya vegetarian", "Saya makan daging setiap hari"),
    ("我吃素", "我每天吃肉"),
    ("ベジタリアンです", "毎日肉を食べる"),
    ("채식주의자입니다", "매일 고기를 먹는다"),
    ("我单身", "我结婚了"),
]


@pytest.mark.parametrize(("one", "other"), OPPOSED)
def test_two_that_cannot_both_hold_have_one_slot_and_two_values(one: str, other: str) -> None:
    first, second = read_stated(one), read_stated(other)
    assert first is not None
    assert second is not None
    assert first.slot == second.slot
    assert same_value(first.slot, first.value) != same_value(second.slot, second.value)
    assert (first.retracts, second.retracts) == (False, False)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The code of the front door is 1234", "The code of the garage is 5678"),
        ("Ana's birthday is on May 3", "Ben's birthday is on May 5"),
        ("Rent for the flat is due on the 3rd", "Rent for the garage is due on the 5th"),
        ("Flies to Rome on the 3rd", "Flies to Rome on the 5th"),
        ("My brother is a vegetarian", "I eat meat"),
        ("Is a vegetarian", "Doesn't eat red meat"),
        ("The garage door opens inward", "The cellar door opens outward"),
        ("Die Miete ist am 3. fällig", "Die Steuer ist am 5. fällig"),
        ("Saya vegetarian", "Adik makan daging setiap hari"),
        ("弟弟喝酒", "妹妹不喝酒"),
        ("我喝酒", "我不喝茶"),
        ("房租每月3号交", "水费每月5号交"),
        ("弟はお酒を飲む", "妹はお酒を飲まない"),
        ("ベジタリアンです", "弟は肉を食べる"),
        ("家賃は3日に払う", "電気代は5日に払う"),
        ("형은 술을 마신다", "누나는 술을 안 마신다"),
        ("월세는 3일에 낸다", "세금은 5일에 낸다"),
    ],
)
def test_two_things_stay_apart(one: str, other: str) -> None:
    first, second = read_stated(one), read_stated(other)
    assert first is None or second is None or first.slot != second.slot


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I don't eat meat", "meat"),
        ("Isst kein Fleisch", "fleisch"),
        ("Tidak makan daging", "daging"),
        ("我不吃肉", "肉"),
        ("肉を食べません", "肉"),
        ("고기를 안 먹는다", "고기"),
    ],
)
def test_who_eats_no_meat_takes_meat_back_and_ends_no_diet(text: str, value: str) -> None:
    found = read_stated(text)
    assert found is not None
    assert (found.slot.attribute, found.value, found.retracts) == ("diet", value, True)


@pytest.mark.parametrize("text", ["I'm vegan, I don't eat meat", "I am vegan and do not eat eggs"])
def test_a_diet_is_not_denied_by_what_it_leaves_out(text: str) -> None:
    found = read_stated(text)
    assert found is not None
    assert (found.value, found.retracts) == ("vegan", False)


@pytest.mark.parametrize(
    "text",
    [
        "不好意思",
        "用户喝酒吗",
        "我不知道他来不来",
        "酒",
        "お酒を飲んだ",
        "술을 마셨다",
        "是不是喝酒",
        "",
        "Drinks tea",
    ],
)
def test_what_is_no_plain_state_gives_none(text: str) -> None:
    assert wide_state(text) is None


def test_a_denied_opposite_is_the_other_one() -> None:
    assert wide_state("车库门不向内开") == ("车库门向内/向外开", "向外")
    assert wide_state("用户不喝酒。") == ("用户喝酒", "no")


@pytest.mark.parametrize(
    "text", ["Rent is due on the 32nd", "Rent is due on the 0th", "Rent is due"]
)
def test_a_day_that_no_month_has_is_none(text: str) -> None:
    assert due_day(text) is None


def test_what_is_due_is_told_without_order() -> None:
    assert due_day("The rent of the flat is due by the 3rd") == ("flat rent", "the 3rd")

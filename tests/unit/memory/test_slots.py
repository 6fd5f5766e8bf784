"""Which slot a note states, in six languages; and what states none."""

from __future__ import annotations

import pytest

from infold.memory.same_value import normal, same_text, same_value
from infold.memory.slots import Reading
from infold.memory.stated import read_stated

STATED = [
    ("Lives in Porto", "city", "porto"),
    ("I live in a small flat in Oslo now.", "city", "oslo"),
    ("I moved to Berlin from Rome", "city", "berlin"),
    ("Ich wohne in München", "city", "münchen"),
    ("Ich bin nach Köln gezogen", "city", "köln"),
    ("Saya tinggal di Bandung", "city", "bandung"),
    ("Saya pindah ke Jakarta", "city", "jakarta"),
    ("我住在上海", "city", "上海"),
    ("我搬到北京了", "city", "北京"),
    ("私は大阪に住んでいます", "city", "大阪"),
    ("東京に引っ越しました", "city", "東京"),
    ("저는 부산에 살아요", "city", "부산"),
    ("서울로 이사했어요", "city", "서울"),
    ("My name is Zoe Quill", "name", "zoe quill"),
    ("Mein Name ist Jürgen", "name", "jürgen"),
    ("Nama saya Budi", "name", "budi"),
    ("我叫王芳", "name", "王芳"),
    ("名前は田中です", "name", "田中"),
    ("제 이름은 김민준입니다", "name", "김민준"),
    ("Works at Siemens", "employer", "siemens"),
    ("Ich arbeite bei Siemens", "employer", "siemens"),
    ("Saya bekerja di Gojek", "employer", "gojek"),
    ("我在腾讯工作", "employer", "腾讯"),
    ("トヨタで働いています", "employer", "トヨタ"),
    ("삼성에서 일해요", "employer", "삼성"),
    ("I work as a nurse", "job", "nurse"),
    ("I'm 34 years old", "age", "34"),
    ("I am a vegetarian", "diet", "vegetarian"),
    ("My favourite colour is blue", "favourite colour", "blue"),
    ("我最喜欢的颜色是蓝色", "favourite colour", "蓝色"),
    ("제일 좋아하는 색은 파란색이에요", "favourite colour", "파란색"),
    # Since when it holds is no part of it.
    ("지난달에 대전으로 이사했어요", "city", "대전"),
    ("요즘 네이버에서 일해요", "employer", "네이버"),
    ("先月京都に引っ越しました", "city", "京都"),
    ("私は去年から京都に住んでいます", "city", "京都"),
    ("今治に住んでいます", "city", "今治"),
    ("我从今年开始住在上海", "city", "上海"),
]


@pytest.mark.parametrize(("text", "attribute", "value"), STATED)
def test_a_statement_gives_its_slot(text: str, attribute: str, value: str) -> None:
    found = read_stated(text)
    assert found is not None
    assert (found.slot.subject, found.slot.attribute) == ("user", attribute)
    assert (normal(found.value), found.retracts) == (value, False)


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("I no longer live in Porto", "city", "porto"),
        ("I don't live in Porto anymore", "city", "porto"),
        ("Ich wohne nicht mehr in München", "city", "münchen"),
        ("Saya tidak tinggal di Bandung lagi", "city", "bandung"),
        ("もう大阪に住んでいません", "city", "大阪"),
        ("더 이상 부산에 살지 않아요", "city", "부산"),
        ("더 이상 네이버에 다니지 않아요", "employer", "네이버"),
        ("I left Siemens", "employer", "siemens"),
    ],
)
def test_what_ends_a_value_retracts_it(text: str, attribute: str, value: str) -> None:
    found = read_stated(text)
    assert found is not None
    assert (found.slot.attribute, normal(found.value)) == (attribute, value)
    assert found.retracts


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Likes jazz", "I hate jazz"),
        ("I like jazz", "I don't like jazz"),
        ("Ich mag Kaffee", "Ich mag Kaffee nicht"),
        ("Saya suka kopi", "Saya tidak suka kopi"),
        ("我喜欢咖啡", "我不喜欢咖啡"),
        ("コーヒーが好きです", "コーヒーが嫌いです"),
        ("커피를 좋아해요", "커피를 싫어해요"),
        ("I eat cheese", "I don't eat cheese"),
        ("Allergic to peanuts", "Not allergic to peanuts"),
        ("Dark mode is enabled", "Dark mode is disabled"),
        ("The database port is 5433", "Database port: 5432"),
        ("The launch is on 5 May", "The launch is on 12 May"),
    ],
)
def test_what_contradicts_has_one_slot_and_two_values(one: str, other: str) -> None:
    first, second = read_stated(one), read_stated(other)
    assert first is not None
    assert second is not None
    assert first.slot == second.slot
    assert _says(first) != _says(second)


def _says(one: Reading) -> tuple[str, bool]:
    return same_value(one.slot, one.value), one.retracts


@pytest.mark.parametrize(
    "text",
    [
        "Do you live in Rome?",
        "Maybe I will move to Berlin",
        "Lived in Oslo",
        "My name is Zoe Quill and I live in Porto",
        "",
        "   ",
        "…",
        "hello",
        "\ud800",
    ],
)
def test_what_is_asked_supposed_past_or_several_states_no_slot(text: str) -> None:
    assert read_stated(text) is None


def test_the_subject_is_the_user_unless_somebody_is_named() -> None:
    named = read_stated("Zoe lives in Rome")
    assert named is not None
    assert named.slot.subject == "zoe"
    mine = read_stated("I live in Rome")
    assert mine is not None
    assert mine.slot.subject == "user"
    birthday = read_stated("Mina's birthday is 3 May")
    assert birthday is not None
    assert (birthday.slot.subject, birthday.slot.attribute) == ("mina", "birthday")


@pytest.mark.parametrize(
    ("text", "subject", "value"),
    [
        ("My sister lives in Rome", "user's sister", "rome"),
        ("My best friend works at Siemens", "user's friend", "siemens"),
        ("My brother is 34 years old", "user's brother", "34"),
        ("Meine Schwester wohnt in Köln", "user's sister", "köln"),
        ("Kakak saya tinggal di Bandung", "user's sibling", "bandung"),
        ("Temanku bekerja di Gojek", "user's friend", "gojek"),
        ("我妹妹住在北京", "user's sister", "北京"),
        ("王芳住在上海", "王芳", "上海"),
        ("妹は東京に住んでいます", "user's sister", "東京"),
        ("제 동생은 부산에 살아요", "user's sibling", "부산"),
        ("민수는 서울에 살아요", "민수", "서울"),
    ],
)
def test_what_is_said_of_others_is_no_slot_of_the_user(text: str, subject: str, value: str) -> None:
    found = read_stated(text)
    assert found is not None
    assert (found.slot.subject, normal(found.value)) == (subject, value)


@pytest.mark.parametrize(
    "text",
    ["The user lives in Porto", "Lives in Porto", "我现在住在上海", "이제 서울에 살고 있어요"],
)
def test_what_names_nobody_is_of_the_user(text: str) -> None:
    found = read_stated(text)
    assert found is not None
    assert (found.slot.subject, found.slot.attribute) == ("user", "city")


def test_the_time_of_a_statement_is_read_with_it() -> None:
    found = read_stated("Lived in Oslo from 2015 to 2019")
    assert found is not None
    assert (found.value, found.since and found.since.year) == ("Oslo", 2015)
    assert found.until is not None
    assert (found.until.year, found.until.month) == (2020, 1)


def test_the_same_text_is_told_by_its_words() -> None:
    assert same_text("  Lives  in Porto. ") == same_text("lives in porto")
    assert same_text("Cafe\u0301 au lait") == same_text("Café au lait")
    assert same_text("住在上海。") == same_text("住在上海")
    assert same_text("Lives in Porto") != same_text("Lives in Oslo")


@pytest.mark.parametrize(
    "text",
    [
        "Laci nomor 3 berisi baut",
        "Drawer no. 3 holds bolts",
        "3번 서랍에 나사가 들어 있다",
        "3号抽屉放着螺丝",
    ],
)
def test_the_number_of_one_thing_is_no_value_of_another(text: str) -> None:
    other = text.replace("3", "8")
    one, two = read_stated(text), read_stated(other)
    assert one is None or two is None or one.slot != two.slot

"""What a program adds and what a user says in a chat is read alike, in six languages."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from infold.core.messages import Message, Text
from infold.memory.extraction import read_facts
from infold.memory.same_value import normal, same_value
from infold.memory.slots import Reading
from infold.memory.stated import read_stated

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
FEBRUARY = datetime(2026, 2, 1, tzinfo=UTC)

NOTED = [
    ("User lives in Oslo", "I live in Oslo"),
    ("The user's dog is called Bello", "My dog is called Bello"),
    ("Has a dog called Bello", "I have a dog called Bello"),
    ("Der Hund des Nutzers heißt Bello", "Mein Hund heißt Bello"),
    ("Anjing pengguna bernama Bello", "Anjing saya bernama Bello"),
    ("用户的狗叫旺财", "我的狗叫旺财"),
    ("ユーザーの犬の名前はポチです", "犬の名前はポチです"),
    ("사용자의 강아지 이름은 보리입니다", "제 강아지 이름은 보리예요"),
    ("Moved to Oslo last month", "I moved to Oslo last month"),
    ("Ist letzten Monat nach Köln gezogen", "Ich bin letzten Monat nach Köln gezogen"),
    ("Pindah ke Jakarta bulan lalu", "Saya pindah ke Jakarta bulan lalu"),
    ("上个月搬到北京了", "我上个月搬到北京了"),
    ("先月京都に引っ越しました", "私は先月京都に引っ越しました"),
    ("지난달에 대전으로 이사했어요", "저는 지난달에 대전으로 이사했어요"),
    ("Not vegetarian any more", "I'm not vegetarian any more"),
    ("No longer vegetarian", "I am no longer vegetarian"),
    ("Kein Vegetarier mehr", "Ich bin kein Vegetarier mehr"),
    ("Bukan vegetarian lagi", "Saya bukan vegetarian lagi"),
    ("不再吃素", "我不再吃素"),
    ("もうベジタリアンではありません", "私はもうベジタリアンではありません"),
    ("더 이상 채식주의자가 아니에요", "저는 더 이상 채식주의자가 아니에요"),
    ("Allergic to peanuts", "I'm allergic to peanuts"),
    ("Favourite colour is blue", "My favourite colour is blue"),
    ("Works at Siemens", "I work at Siemens"),
    ("Rent is due on the 3rd", "Rent is due on the 3rd"),
]


@pytest.mark.parametrize(("noted", "said"), NOTED)
def test_a_note_is_read_like_what_its_subject_says(noted: str, said: str) -> None:
    message = Message(role="user", parts=(Text(text=said),), at=NOW)
    (found,) = read_facts([message], now=NOW)
    reading = read_stated(noted, NOW)
    assert reading is not None
    assert reading.slot == found.slot
    assert normal(reading.value) == normal(found.value)
    assert reading.retracts == found.retracts
    assert (reading.since, reading.until) == (found.valid_from, found.valid_to)
    assert read_stated(said, NOW) == reading or normal(reading.value) == normal(found.value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I moved to Oslo last month", "Oslo"),
        ("Alice moved to Oslo last month", "Oslo"),
        ("Ist letzten Monat nach Köln gezogen", "Köln"),
        ("Pindah ke Jakarta bulan lalu", "Jakarta"),
        ("上个月搬到北京了", "北京"),
        ("先月京都に引っ越しました", "京都"),
        ("지난달에 대전으로 이사했어요", "대전"),
    ],
)
def test_words_of_time_are_resolved_against_when_it_is_said(text: str, value: str) -> None:
    found = read_stated(text, NOW)
    assert found is not None
    assert (found.slot.attribute, found.value, found.since) == ("city", value, FEBRUARY)
    undated = read_stated(text)
    assert undated is None or undated.since is None


@pytest.mark.parametrize(
    ("text", "subject", "attribute"),
    [
        ("Alice moved to Oslo", "alice", "city"),
        ("Alice's dog is called Bello", "alice's dog", "name"),
        ("Zoe speaks German", "zoe", "speaks german"),
        ("Anna Maria works at Bosch", "anna maria", "employer"),
        ("The user's wife is called Ana", "user's wife", "name"),
        ("민수는 서울에 살아요", "민수", "city"),
        ("형은 울산에 산다", "user's brother", "city"),
    ],
)
def test_whom_a_note_names_is_its_subject(text: str, subject: str, attribute: str) -> None:
    found = read_stated(text, NOW)
    assert found is not None
    assert (found.slot.subject, found.slot.attribute) == (subject, attribute)


@pytest.mark.parametrize(
    "text",
    [
        "She lives in Oslo",
        "He now works at Siemens",
        "Her email is ana@example.com",
        "Her son is allergic to nuts",
        "Er wohnt in Köln",
        "Sie mag Kaffee",
        "Seit Mai wohnt sie in Bern",
        "Dia tinggal di Bandung",
        "Namanya Siti",
        "Istrinya alergi udang",
        "她对生姜过敏",
        "他现在住在上海",
        "他的老婆住在广州",
        "彼は大阪に住んでいます",
        "彼女はコーヒーが好きです",
        "그는 부산에 살아요",
        "그녀는 고양이를 좋아해요",
        "그분은 교사예요",
    ],
)
def test_a_third_person_whom_nothing_names_has_no_slot(text: str) -> None:
    assert read_stated(text, NOW) is None


@pytest.mark.parametrize(
    ("text", "attribute"),
    [
        ("The user lives in Oslo", "city"),
        ("User is allergic to nuts", "allergy to nuts"),
        ("Lives in Oslo", "city"),
        ("Der Nutzer wohnt in Köln", "city"),
        ("Wohnt in Köln", "city"),
        ("Pengguna tinggal di Bandung", "city"),
        ("Sebenarnya saya tinggal di Bandung", "city"),
        ("用户对生姜过敏", "allergy to 生姜"),
        ("对生姜过敏", "allergy to 生姜"),
        ("ユーザーは大阪に住んでいます", "city"),
        ("大阪に住んでいます", "city"),
        ("사용자는 부산에 살아요", "city"),
        ("부산에 살아요", "city"),
    ],
)
def test_a_note_of_the_user_or_of_nobody_is_of_the_user(text: str, attribute: str) -> None:
    found = read_stated(text, NOW)
    assert found is not None
    assert (found.slot.subject, found.slot.attribute) == ("user", attribute)


def _says(text: str) -> tuple[object, str]:
    found = read_stated(text, NOW)
    assert found is not None
    return found.slot, same_value(found.slot, found.value)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Likes jazz", "I love jazz"),
        ("I live in porto", "Lives in Porto"),
        ("Trinkt Kaffee", "Ich mag Kaffee"),
        ("喝酒", "我喜欢酒"),
    ],
)
def test_what_says_the_same_has_one_value(one: str, other: str) -> None:
    assert _says(one) == _says(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ich mag Kaffee", "Ich mag Kaffee nicht"),
        ("Drinks coffee", "Never drinks coffee"),
        ("Minum kopi", "Tidak minum kopi"),
        ("用户喝酒", "用户不喝酒"),
        ("お酒を飲みます", "お酒は飲まない"),
        ("술을 마신다", "술은 안 마신다"),
        ("Likes jazz", "Can't stand jazz"),
    ],
)
def test_a_liking_and_its_opposite_are_two_values_of_one_slot(one: str, other: str) -> None:
    first, second = _says(one), _says(other)
    assert first[0] == second[0]
    assert first[1] != second[1]


def test_a_value_that_is_replaced_at_once_is_one_statement() -> None:
    found = read_stated("I no longer work at Siemens, I work at Miele", NOW)
    assert found is not None
    assert (found.slot.attribute, found.value, found.retracts) == ("employer", "Miele", False)


EVENTS = [
    "Has an appointment on 3 May",
    "Ran 5 km",
    "Lief 5 km",
    "Ist 5 km gelaufen",
    "Berlari 5 km",
    "跑了5公里",
    "5km走った",
    "5km를 달렸다",
    "Flies to Rome on the 3rd",
]


@pytest.mark.parametrize("text", EVENTS)
def test_what_happens_has_no_slot(text: str) -> None:
    assert read_stated(text, NOW) is None


def test_what_has_one_day_at_a_time_moves() -> None:
    before, after = (
        read_stated("The appointment is on 3 May"),
        read_stated("The appointment moved to 5 May"),
    )
    assert isinstance(before, Reading)
    assert isinstance(after, Reading)
    assert before.slot == after.slot
    assert normal(before.value) != normal(after.value)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Prefers tea over coffee", "Prefers coffee over tea"),
        ("I like tea more than coffee", "The user prefers coffee to tea"),
        ("Ich trinke lieber Tee als Kaffee", "Ich mag Kaffee lieber als Tee"),
        ("Saya lebih suka teh daripada kopi", "Lebih suka kopi daripada teh"),
        ("比起咖啡我更喜欢茶", "我喜欢咖啡胜过茶"),
        ("コーヒーより紅茶が好きです", "紅茶よりコーヒーのほうが好きです"),
        ("저는 커피보다 차를 더 좋아해요", "저는 차보다 커피가 더 좋아요"),
    ],
)
def test_a_choice_and_its_reverse_are_two_values_of_one_slot(one: str, other: str) -> None:
    first, second = _says(one), _says(other)
    assert first[0] == second[0]
    assert first[1] != second[1]

import pytest

from infold.memory.corrections import read_correction
from infold.memory.owned import read_owned


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Actually, make that mushrooms.", "mushrooms"),
        ("Sorry, I meant green.", "green"),
        ("Ich meinte Grün.", "Grün"),
        ("Eh salah, maksudku gudeg.", "gudeg"),
        ("不对，应该是申花。", "申花"),
        ("ごめん間違えた、オリックスです。", "オリックス"),
        ("아 아니다, 마라탕이에요 ㅋㅋ", "마라탕"),
    ],
)
def test_a_correction_names_a_value_alone(text: str, value: str) -> None:
    found = read_correction(text)
    assert found is not None
    assert found[0] == value
    assert text[found[1] : found[1] + len(value)] == value


@pytest.mark.parametrize(
    "text", ["Make that for four people, please?", "I like mushrooms.", "申花是冠军。", "Ja.", ""]
)
def test_what_corrects_nothing_gives_none(text: str) -> None:
    assert read_correction(text) is None


@pytest.mark.parametrize(
    ("text", "thing", "value"),
    [
        ("My phone is now a Galaxy S22.", "phone", "Galaxy S22"),
        ("Mein Hausarzt heißt jetzt Brenner.", "hausarzt", "Brenner"),
        ("Kamera saya Canon R6.", "kamera", "Canon R6"),
        ("我的相机是佳能R6。", "相机", "佳能R6"),
        ("私の主治医は佐伯先生です。", "主治医", "佐伯先生"),
        ("제 휴대폰은 갤럭시 S22예요.", "휴대폰", "갤럭시 S22"),
    ],
)
def test_what_something_of_the_speakers_is(text: str, thing: str, value: str) -> None:
    found = read_owned(text)
    assert found is not None
    assert (found.attribute, found.value) == (thing, value)
    assert text[found.start : found.end] == value


@pytest.mark.parametrize(
    "text",
    [
        "My phone is broken.",
        "My question is Which one?",
        "我的手机是新的。",
        "我的问题是价格太高。",
    ],
)
def test_a_description_is_no_name(text: str) -> None:
    assert read_owned(text) is None

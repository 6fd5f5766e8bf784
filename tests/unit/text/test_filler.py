import pytest

from infold.text.filler import is_filler, says_little, set_phrases


@pytest.mark.parametrize(
    "text",
    [
        "Got it.", "Thanks!", "ok", "OK 👍", "👍", "", "  \n", "Okay, got it. Thanks!",
        "Thank you so much, that's great!",
        "네 알겠습니다", "네, 감사합니다!", "알겠습니다.",
        "好的", "好的，谢谢", "谢谢你！", "わかりました",
        "はい、わかりました。", "ありがとうございます！",
        "oke siap", "Baik, terima kasih banyak", "alles klar", "Danke, alles klar!", "...",
    ],
)  # fmt: skip
def test_filler_says_nothing_to_keep(text):
    assert is_filler(text)


@pytest.mark.parametrize(
    "text",
    [
        "No.", "Yes", "Yes, 5433", "아니요", "네",
        "はい", "いいえ", "是", "不", "Ja", "Nein", "Tidak",
        "ya", "?", "ok?", "No thanks, use Redis", "好的，用Redis",
        "Got it, port 5433", "Thanks Maria",
        "Sure, delete it", "stop", "Thanks for the report on Redis", "ok, `make test`",
        "Danke, aber nicht heute",
        "oke tapi jangan hari ini",
        "알겠습니다, 취소해 주세요",
    ],
)  # fmt: skip
def test_what_may_answer_or_ask_is_no_filler(text):
    assert not is_filler(text)


@pytest.mark.parametrize(
    "text",
    [
        *("good morning", "Hello there", "of course", "on Thursday", "yes", "thank you so much"),
        *("Guten Morgen", "am Montag", "selamat pagi", "Senin", "안녕하세요", "월요일에"),
        *("早上好", "星期一", "こんにちは", "月曜日に", "the", ""),
    ],
)
def test_words_that_tell_nothing_of_their_message(text: str) -> None:
    assert says_little(text)


@pytest.mark.parametrize(
    "text",
    [
        *("good harbour", "port 5433", "on Thursday 14", "Monday's backup", "Hafen am Montag"),
        *("gudang", "안녕 서버", "월요일 배포", "早上部署", "月曜日の会議", "5433", "ja, 5433"),
    ],
)
def test_words_that_tell_something(text: str) -> None:
    assert not says_little(text)


def test_where_set_phrases_stand() -> None:
    text = "Good  morning Kim, terima kasih! 안녕하세요. 早上好"
    assert [text[start:end] for start, end in set_phrases(text)] == [
        *("Good  morning", "terima kasih", "안녕하세요", "早上好")
    ]
    assert set_phrases("a goodmorning, ongoing on itself") == []

import pytest

from infold.text.filler import is_filler


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

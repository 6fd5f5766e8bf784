"""Headlines: word for word, and never the opposite of what their message says."""

from __future__ import annotations

import pytest

from infold.core.tokens import RuleCounter
from infold.fold.headlines import headlines
from infold.fold.reading import read_message
from tests.unit.fold.chats import said


def lines(*texts: str) -> list[str]:
    """Headlines of a cluster of what a user says."""
    messages = [said("user", text, position=at) for at, text in enumerate(texts)]
    passages = [read_message(at, message) for at, message in enumerate(messages)]
    claims = headlines(messages, passages, RuleCounter())
    by_id = {message.id: message for message in messages}
    for claim in claims:
        for span in claim.spans:
            assert by_id[span.message].text[span.start : span.end]
    return [claim.text for claim in claims]


@pytest.mark.parametrize(
    ("text", "claimed"),
    [
        ("I'm not allergic to penicillin, but Tom is.", "allergic to penicillin"),
        ("Do not, under any circumstances, restart db-3 before the backup.", "restart db-3"),
        ("Niemals den Ofen ohne Aufsicht einschalten.", "Aufsicht einschalten"),
        ("Jangan sekali-kali mematikan server utama malam ini.", "mematikan server"),
        ("请不要在周末重启数据库服务器。", "重启数据"),
        ("서버를 절대 다시 시작하지 마세요.", "다시 시작"),
        ("サーバーを再起動しないでください。", "サーバーを再起動"),
    ],
)
def test_a_few_words_of_what_is_denied_do_not_stand_without_the_denial(
    text: str, claimed: str
) -> None:
    (line,) = lines(text)
    assert claimed not in line
    assert line in text


@pytest.mark.parametrize(
    "text",
    [
        "The job runs again after 1, 3, 5 and 7 days.",
        "Erinnert wird nach 1, 3, 5 und 7 Tagen.",
        "リマインダーは1、3、5、7日後に届きます。",
        "提醒在1、3、5和7天后发送。",
    ],
)
def test_a_list_of_numbers_is_not_split(text: str) -> None:
    (line,) = lines(text)
    assert not any(sign.isdigit() for sign in line)


def test_words_in_katakana_are_not_cut() -> None:
    (line,) = lines("バックアップは1時間ごとに動きます。")
    assert line == "1時間"
    (line,) = lines("バックアップサーバーとログ")
    assert line == "ログ"


def test_a_word_that_names_several_messages_stands_once() -> None:
    (line,) = lines("Sure, keep it.", "keep it up then", "keep that", "Tokyo it is")
    assert line.split(" · ") == ["keep", "Tokyo"]

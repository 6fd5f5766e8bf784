"""Statements with their slot values, in six languages."""

from __future__ import annotations

import pytest

from infold.text.slots import Mode, read_statements


def values(text: str) -> list[tuple[str, str, str]]:
    return [
        (value.type, value.unit, value.norm)
        for statement in read_statements(text)
        for value in statement.values
        if not value.is_guess
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The API listens on port 5432.", [("port", "", "5432")]),
        ("It takes 20 seconds.", [("number", "s", "20")]),
        ("We run 3 replicas of it.", [("number", "#replica", "3")]),
        ("The rent is 850 euros.", [("money", "eur", "850")]),
        ("发布推迟到3月14日。", [("date", "", "--03-14")]),
        ("발표가 3월 14일로 바뀌었어요.", [("date", "", "--03-14")]),
        ("Peluncuran diundur ke 14 Maret.", [("date", "", "--03-14")]),
        ("Der Start ist am 14. März.", [("date", "", "--03-14")]),
        ("ポートは5433です。", [("port", "", "5433")]),
        ("The logs of shard 24 look noisy.", []),
        ("Sales rose by 22 %.", []),
        ("We waited another 5 minutes.", []),
    ],
)
def test_values_that_may_change(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert values(text) == expected


@pytest.mark.parametrize(
    ("text", "mode"),
    [
        ("The API listens on port 5432.", Mode.ASSERTS),
        ("Does the API listen on port 5432?", Mode.ASKS),
        ("If the API listened on 5433, what then.", Mode.SUPPOSES),
        ("Someone told me it was 5433.", Mode.REPORTS),
        ("端口是5432吗？", Mode.ASKS),
        ("Kalau portnya 5433, apa jadinya.", Mode.SUPPOSES),
    ],
)
def test_force(text: str, mode: Mode) -> None:
    assert read_statements(text)[-1].mode is mode


@pytest.mark.parametrize(
    ("text", "cue"),
    [
        ("Correction: the port is 5433.", 3),
        ("The port is 5433 now.", 2),
        ("The port is 5433.", 0),
        ("更正：端口是5433。", 3),
        ("정정합니다. 포트는 5433입니다.", 3),
        ("Koreksi: portnya 5433.", 3),
        ("Der Port ist jetzt 5433.", 2),
        ("訂正します。ポートは5433です。", 3),
    ],
)
def test_cues(text: str, cue: int) -> None:
    assert read_statements(text)[-1].cue == cue


def test_what_is_no_talk_states_nothing() -> None:
    assert read_statements("```\nport = 5432\n```") == ()
    assert read_statements("> The port is 5432.") == ()
    assert read_statements("word " * 400) == ()
    assert read_statements("") == ()


def test_spans_point_at_the_text() -> None:
    text = "Hm. The API, by the way, listens on port 5432, and it takes 20 seconds."
    for statement in read_statements(text):
        assert text[statement.start : statement.end] == statement.text
        for value in statement.values:
            assert text[value.start : value.end] == value.text


def test_a_pronoun_speaks_of_what_was_named_before() -> None:
    last = read_statements("The class was shifted, it starts at 19:15 instead.")[-1]
    assert "class" in last.terms


def test_korean_words_lose_their_particles() -> None:
    (one,) = read_statements("데이터베이스 포트를 5433으로 변경했어요.")
    assert {"데이터베이스", "포트"} <= one.terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Office hours are 9 to 17.", [("number", "+", "9/17")]),
        ("Rooms cost between 80 and 120 EUR.", [("money", "eur+", "80/120")]),
        ("房间价格在80到120元之间。", [("money", "cny+", "80/120")]),
        ("営業時間は9時から17時です。", [("time", "+", "09:00/17:00")]),
        ("영업시간은 9시부터 17시까지예요.", [("time", "+", "09:00/17:00")]),
        ("Das Zimmer kostet zwischen 80 und 120 Euro.", [("money", "eur+", "80/120")]),
        ("Jam buka kantor 9 sampai 17.", [("number", "+", "9/17")]),
        (
            "We raised the limit from 20 to 50 requests.",
            [("number", "", "20"), ("number", "#request", "50")],
        ),
        ("Set it to 30, not 20.", [("number", "", "30"), ("number", "", "20")]),
    ],
)
def test_values_in_a_row_are_one(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert values(text) == expected

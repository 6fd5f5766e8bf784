"""Facts read by rules: the labelled cases, places, times, and what is never a source."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bench.lifecycle.cases import HALVES, SAID, Case, got, load
from bench.lifecycle.extraction import tally
from infold.core.facts import Slot
from infold.core.folds import Span
from infold.core.messages import Attachment, Message, Text, ToolCall, ToolResult
from infold.memory.candidates import Candidate
from infold.memory.extraction import read_facts

CASES = load()
KNOWN_GAPS = frozenset(
    {"de-115", "de-303", "de-306", "en-223", "en-302", "en-304", "ko-305", "zh-303"}
)
"""Cases of which not all is read today; nothing wrong is read from them."""


def read(text: str, *, at: datetime | None = SAID, **rest: object) -> list[Candidate]:
    message = Message(role="user", parts=(Text(text=text),), at=at, id="m1")
    return read_facts([message], now=SAID, **rest)  # type: ignore[arg-type]


@pytest.mark.parametrize("case", [c for c in CASES if c.id not in KNOWN_GAPS], ids=lambda c: c.id)
def test_a_case_gives_exactly_its_facts(case: Case) -> None:
    assert got(case) == sorted(case.expected)


@pytest.mark.parametrize("case", [c for c in CASES if c.id in KNOWN_GAPS], ids=lambda c: c.id)
def test_a_case_that_is_not_wholly_read_gives_nothing_wrong(case: Case) -> None:
    assert set(got(case)) <= set(case.expected)


def test_the_cases_are_many_and_reach_the_target() -> None:
    counts = tally(CASES)
    assert len(CASES) >= 300
    assert all(counts[half].precision >= 0.9 for half in HALVES)
    assert counts["held"].recall >= 0.8


@pytest.mark.parametrize("case", [c for c in CASES if c.role == "user"], ids=lambda c: c.id)
def test_the_value_of_a_candidate_stands_in_its_span(case: Case) -> None:
    for one in read_facts([case.message], now=SAID):
        assert one.source.message == case.id
        within = " ".join(case.text[one.source.start : one.source.end].split())
        assert one.value in within
        assert "\n" not in one.text
        assert 0 < one.confidence <= 1
        assert 0 <= one.importance <= 1


def test_a_candidate_carries_its_place_its_origin_and_its_weight() -> None:
    [one] = read("Hello! I am allergic to peanuts.")
    assert one == Candidate(
        text="I am allergic to peanuts",
        kind="profile",
        slot=Slot(subject="user", attribute="allergy to peanuts"),
        value="peanuts",
        confidence=0.9,
        importance=0.9,
        valid_from=None,
        valid_to=None,
        expires_at=None,
        source=Span(message="m1", part=0, start=7, end=31),
        origin="user",
        trust=1.0,
    )


def test_a_temporary_state_expires_with_its_time_and_names_its_days() -> None:
    [one] = read("This week I am in Oslo.")
    assert (one.kind, one.value) == ("temporary", "Oslo")
    assert one.valid_from == datetime(2026, 3, 2, tzinfo=UTC)
    assert one.valid_to == one.expires_at == datetime(2026, 3, 9, tzinfo=UTC)
    assert one.text == "This week I am in Oslo [2026-03-02 – 2026-03-08]"


def test_days_are_those_of_the_zone_in_which_the_message_was_said() -> None:
    seoul = datetime.fromisoformat("2026-03-05T00:30+09:00")
    message = Message(role="user", parts=(Text(text="저는 오늘 아파요."),), at=seoul, id="m")
    [one] = read_facts([message], now=SAID + timedelta(days=1))
    assert one.valid_from == datetime(2026, 3, 4, 15, tzinfo=UTC)


def test_without_a_time_of_the_message_only_dates_with_a_year_are_resolved() -> None:
    [one] = read("I have been working for Acme since 2019.", at=None)
    assert one.valid_from == datetime(2019, 1, 1, tzinfo=UTC)
    [one] = read("Next month I'm moving to Lyon.", at=None)
    assert (one.value, one.valid_from, one.valid_to) == ("Lyon", None, None)


def test_a_message_from_the_future_is_taken_to_be_of_now() -> None:
    [one] = read("I am in Oslo today.", at=SAID + timedelta(days=400))
    assert one.valid_from == datetime(2026, 3, 4, tzinfo=UTC)


def test_a_stretch_that_goes_on_is_given_its_subject() -> None:
    first, second = read("I live in Munich and work at Siemens.")
    assert first.text == "I live in Munich"
    assert second.text == "I work at Siemens"
    assert (second.source.start, second.source.end) == (21, 36)


def test_only_the_scope_s_user_is_read_where_he_is_named() -> None:
    said = (Text(text="I live in Porto."),)
    mine = Message(role="user", author="Zoe", parts=said, at=SAID, id="a")
    other = Message(role="user", author="Bob", parts=said, at=SAID, id="b")
    assert [c.source.message for c in read_facts([mine, other], now=SAID, user="Zoe")] == ["a"]
    assert len(read_facts([mine, other], now=SAID)) == 2


def test_parts_that_are_no_text_of_the_user_s_are_passed_over() -> None:
    message = Message(
        role="user",
        parts=(
            Attachment(kind="file", name="cv.pdf"),
            Text(text="My name is Zoe Quill."),
            ToolCall(id="c", name="f", arguments='{"text": "I live in Rome"}'),
        ),
        at=SAID,
        id="m",
    )
    assert [(c.value, c.source.part) for c in read_facts([message], now=SAID)] == [("Zoe Quill", 1)]


def test_a_tool_s_result_is_read_only_on_request_and_with_little_trust() -> None:
    result = ToolResult(call="c", text="port: 5433\nI live in Rome.")
    message = Message(role="tool", parts=(result,), at=SAID, id="t")
    assert read_facts([message], now=SAID) == []
    [one] = read_facts([message], now=SAID, tools=True)
    assert (one.value, one.origin, one.trust, one.confidence) == ("5433", "tool", 0.5, 0.5)
    failed = Message(role="tool", parts=(ToolResult(call="c", text="port: 1", error=True),), id="e")
    assert read_facts([failed], now=SAID, tools=True) == []


FACT = "I live in Porto."


@pytest.mark.parametrize(
    "text",
    [
        f"```\n{FACT}\n```",
        f"```\n{FACT}",
        f"> {FACT}",
        f"“{FACT}”",
        f"「{FACT}」",
        f'She wrote "{FACT}" on the card.',
        f"<document>\n{FACT}\n</document>\nWhat do you think?",
        f"<system-reminder>{FACT}</system-reminder>",
        f"Relevant memories:\n- {FACT}",
        f"Folded:\nuser: {FACT}\n\nWhere was I?",
        f"Begin forwarded message\n{FACT}",
        f"From: bob@example.com\nTo: zoe@example.com\n\n{FACT}",
        f"Here is the letter I got: {FACT}",
        f"以下是我的简历：{FACT}",
        f"Dear Ms Lopez,\n{FACT}",
        f"Bob: {FACT}",
        f"[heartbeat] {FACT}",
        f"Scheduled task: {FACT}",
        f"定时任务：{FACT}",
        f"Translate this: {FACT}",
        f"{FACT}\nPlease translate the sentence into French.",
        f"Let's role-play. {FACT}",
        f"Write me a story: {FACT}",
        f"{FACT} Just kidding!",
        f"For example: {FACT}",
        FACT * 400,
    ],
)
def test_what_is_shown_played_or_worked_on_is_no_source(text: str) -> None:
    assert [one for one in read(text) if one.value == "Porto"] == []


def test_what_stands_beside_a_quotation_is_read() -> None:
    found = read('My name is Tom.\n> I live in Rome\n\nI live in Porto. She said "I am 40".')
    assert [one.value for one in found] == ["Tom", "Porto"]


def test_a_narrow_comma_beside_chinese_ends_a_clause() -> None:
    (one,) = read("我在美团上班,帮我改改简历")
    assert (one.value, one.text) == ("美团", "我在美团上班")


def test_what_somebody_near_does_is_no_work_of_the_user() -> None:
    for text in ("我老公是消防员", "我妈妈是老师"):
        assert not [one for one in read(text) if one.slot == Slot(subject="user", attribute="job")]
    assert [one.slot for one in read("我是老师")] == [Slot(subject="user", attribute="job")]


def test_a_name_that_is_a_month_is_a_name() -> None:
    assert [one.value for one in read("My name is Mei Patel.")] == ["Mei Patel"]
    assert [one.value for one in read("My daughter is called April.")] == ["April"]


def test_a_text_begins_behind_what_binds_it_to_the_one_before() -> None:
    first, second = read("My email is mei_p@example.com and I live in Denver.")
    assert (first.value, second.text) == ("mei_p@example.com", "I live in Denver")
    assert second.source.start == 34


@pytest.mark.parametrize(
    "text",
    [
        "I live in the zip code 78260.",
        "My name is YOUR_NAME.",
        "My name is ____.",
        "My name is <name>.",
        "I live in {{city}}.",
        "I work at night.",
        "I'm off to the gym.",
        "Python 3.9 is on port",
        "I am Groot.",
        "天気がいいですね。",
        "날씨가 좋아요.",
        "我叫了外卖。",
        "Ich bin der Meinung, dass das stimmt.",
        "Nama saya tidak penting.",
    ],
)
def test_what_only_has_the_form_of_a_fact_gives_none(text: str) -> None:
    assert read(text) == []


def test_of_what_is_listed_each_is_read_but_a_phrase_stays_whole() -> None:
    listed = read("I'm allergic to peanuts and shellfish.")
    assert [one.value for one in listed] == ["peanuts", "shellfish"]
    [one] = read("I love long road trips with friends and family.")
    assert one.slot == Slot(subject="user", attribute="taste in long road trips with friends")


def test_a_change_begins_with_its_time_and_does_not_end_with_it() -> None:
    [moved] = read("先月、札幌に引っ越しました。")
    assert (moved.valid_from, moved.valid_to) == (datetime(2026, 2, 1, tzinfo=UTC), None)
    [left] = read("Ich habe letzte Woche bei Siemens gekündigt.")
    assert (left.retracts, left.valid_from) == (True, datetime(2026, 2, 23, tzinfo=UTC))


def test_a_time_belongs_to_the_stretch_that_names_it() -> None:
    place, taste = read("This week, I am in Oslo and I like tea.")
    assert place.valid_to == datetime(2026, 3, 9, tzinfo=UTC)
    assert taste.valid_to is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Forget that I live in Porto.", "Porto"),
        ("Please forget my name is Tom.", "Tom"),
        ("Lupakan bahwa saya tinggal di Solo.", "Solo"),
        ("请忘掉我住在杭州。", "杭州"),
    ],
)
def test_an_order_to_forget_a_statement_takes_it_back(text: str, value: str) -> None:
    [one] = read(text)
    assert (one.retracts, one.value) == (True, value)


def test_a_pasted_file_of_settings_gives_nothing() -> None:
    lines = "\n".join(
        f"{key}: {number}" for number, key in enumerate(["port", "host", "url", "ip"])
    )
    assert read(lines) == []


def test_a_secret_is_no_setting() -> None:
    assert read("password: hunter2x") == read("api key = abc123def") == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n ",
        "?",
        "\ud800",
        "I live in",
        "端口：",
        "포트:",
        "x" * 10_000,
        "\x00I live in Porto",
    ],
)
def test_odd_texts_raise_nothing(text: str) -> None:
    assert isinstance(read(text), list)

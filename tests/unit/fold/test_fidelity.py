"""What a text kept of its sources: kept, recoverable, lost, inverted, invented."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from infold.core.messages import Message, Role, Text, ToolCall, ToolResult
from infold.fold.fidelity import Fidelity, inverted, judge
from infold.fold.wanted import literal_key, read_wanted
from infold.text import literals as text_literals
from infold.text.dates import Found
from infold.text.kinds import Kind, Status
from infold.text.sentences import Piece


def said(*texts: str, role: Role = "user") -> list[Message]:
    return [
        Message(id=f"m{number}", position=number, role=role, parts=(Text(text=text),))
        for number, text in enumerate(texts)
    ]


def judged(sources: Sequence[Message], *texts: str, found: bool = True) -> Fidelity:
    return judge(read_wanted(sources), texts, sources, finds=lambda _: found)


def outcome(fidelity: Fidelity, text: str) -> str:
    return next(one.outcome for one in fidelity.findings if one.text == text)


def test_what_stands_in_the_text_is_kept() -> None:
    report = judged(said("PostgreSQL 16.2 listens on port 5433."), "PostgreSQL 16.2 on port 5433")
    assert report.counts() == {
        "kept": len(report.findings),
        "recoverable": 0,
        "lost": 0,
        "inverted": 0,
        "invented": 0,
    }
    assert report.is_faithful


def test_what_is_missing_is_recoverable_where_a_search_finds_it_and_lost_else() -> None:
    sources = said("The port is 5433.", "The timeout is 30 s.")
    assert outcome(judged(sources, "The port is 5433."), "30 s") == "recoverable"
    lost = judged(sources, "The port is 5433.", found=False)
    assert outcome(lost, "30 s") == "lost"
    assert not lost.is_faithful


def test_a_search_is_made_for_what_is_missing_only() -> None:
    sources = said("The port is 5433.", "The timeout is 30 s.")
    asked: list[str] = []

    def finds(one: object) -> bool:
        asked.append(one.text)  # type: ignore[attr-defined]  # a Wanted
        return True

    judge(read_wanted(sources), ["The timeout is 30 s."], sources, finds=finds)
    assert "30 s" not in asked
    assert any("5433" in text for text in asked)


@pytest.mark.parametrize(
    ("first", "then", "bare", "full"),
    [
        (
            "The peak is at 2%.",
            "The claim of 2% is retracted.",
            "The peak is at 2%.",
            "The claim of 2% was later retracted.",
        ),
        (
            "Die Grenze liegt bei 40 ms.",
            "Die 40 ms sind falsch.",
            "Die Grenze liegt bei 40 ms.",
            "Die 40 ms sind falsch.",
        ),
        ("结论是 2%。", "结论（2%）已撤回。", "结论是 2%。", "2% 的结论已撤回。"),
        (
            "결론은 2%입니다.",
            "이전 결론(2%)은 철회되었습니다.",
            "결론은 2%입니다.",
            "2% 결론은 철회되었습니다.",
        ),
        (
            "結論は2%です。",
            "2%という結論は撤回されました。",
            "結論は2%です。",
            "2%という結論は撤回。",
        ),
        ("Batasnya 40 ms.", "Angka 40 ms itu salah.", "Batasnya 40 ms.", "40 ms itu salah."),
    ],
)
def test_a_value_without_its_retraction_is_inverted(
    first: str, then: str, bare: str, full: str
) -> None:
    sources = said(first, then)
    report = judged(sources, bare)
    inverted = report.of("inverted")
    assert len(inverted) == 1
    assert inverted[0].shown is Status.CURRENT
    assert inverted[0].wanted is not None
    assert inverted[0].wanted.message == "m1"
    assert not report.is_faithful
    assert not judged(sources, full).of("inverted")


def test_a_standing_value_that_the_text_calls_wrong_is_inverted() -> None:
    report = judged(said("The port is 5433."), "Port 5433 is wrong.")
    assert outcome(report, "5433") == "inverted"


def test_both_statements_beside_each_other_keep_the_status() -> None:
    sources = said("Database on port 5432.", "Use 5433 instead of 5432.")
    report = judged(sources, "Database on port 5432.", "Use 5433 instead of 5432.")
    assert not report.of("inverted")
    assert report.is_faithful


def test_what_no_source_says_is_invented() -> None:
    report = judged(said("The port is 5433."), "The port is 5433 and the timeout 45 s.")
    assert [one.text for one in report.of("invented")] == ["45 s"]
    assert not report.is_faithful


def test_other_notations_invent_nothing() -> None:
    sources = said("We wait 1,000 ms until 3 March 2026.")
    report = judged(sources, "Wait 1000 ms until 2026-03-03.")
    assert not report.of("invented")
    assert outcome(report, "3 March 2026") == "kept"


def test_a_version_is_no_percentage() -> None:
    sources = said("Conclusion v2 stands.")
    assert outcome(judged(sources, "It grew by 2%."), "v2") == "recoverable"
    assert outcome(judged(sources, "Conclusion v2."), "v2") == "kept"


def test_decisions_must_be_kept_in_their_words_or_others() -> None:
    sources = said("We decided to use Valkey for the session cache.")
    report = judged(sources, "The session cache was discussed.")
    assert [one.kind for one in report.missing()] == [Kind.DECISION]
    assert not report.is_faithful
    assert judged(sources, "We decided to use Valkey for the session cache.").is_faithful
    paraphrase = judged(sources, "For the session cache the team decided on Valkey.")
    assert not paraphrase.missing()


def test_what_was_only_asked_counts_where_nothing_else_says_it() -> None:
    wanted = read_wanted(said("Is it port 5432?", "No, port 5433.", "Is it port 5433?"))
    ports = {one.value: one.message for one in wanted if one.kind is Kind.PORT}
    assert ports == {"5432": "m0", "5433": "m1"}


def test_results_and_arguments_of_calls_are_read_whole() -> None:
    filler = "The service answered as before and nothing else was to be seen there. " * 140
    sources = [
        Message(
            id="c",
            role="assistant",
            parts=(ToolCall(id="1", name="sh", arguments='{"cmd": "psql -p 5439"}'),),
        ),
        Message(id="r", role="tool", parts=(ToolResult(call="1", text=filler + "Exit code 17."),)),
    ]
    values = {one.value: one.role for one in read_wanted(sources)}
    assert values["17"] == "tool"
    assert any("5439" in value for value in values)


def test_kinds_are_counted_apart() -> None:
    report = judged(said("The port is 5433 at 10.0.0.7."), "The port is 5433.")
    kinds = report.by_kind()
    assert kinds[Kind.PORT]["kept"] == 1
    assert kinds[Kind.ADDRESS]["recoverable"] == 1
    assert Kind.MONEY not in kinds


def test_nothing_said_is_faithful() -> None:
    assert judged(said("Thanks!"), "").findings == ()
    assert judged([], "").is_faithful


def test_a_value_that_only_two_lines_together_would_give_is_not_kept() -> None:
    sources = said("The vault is in /srv/blue/north.txt.")
    path = "/srv/blue/north.txt"
    assert outcome(judged(sources, "It is in /srv/blue", "/north.txt", found=False), path) == "lost"
    assert outcome(judged(sources, "It is in", f"{path} now"), path) == "kept"


def test_literals_are_the_same_by_value_whatever_their_notation() -> None:
    assert literal_key(Kind.PORT, "5433") == literal_key(Kind.NUMBER, "5433")
    assert literal_key(Kind.VERSION, "5433") != literal_key(Kind.NUMBER, "5433")
    assert literal_key(Kind.PATH, "a") != literal_key(Kind.NAME, "a")


def test_inverted_alone_says_what_judge_says() -> None:
    sources = said("The port is 5433.", "Port 5433 is no longer in use.", "The timeout is 30 s.")
    wanted = read_wanted(sources)
    for texts in (
        ["The port is 5433."],
        ["Port 5433 is no longer in use.", "30 s"],
        ["The port is 5433.", "Port 5433 is no longer in use."],
        ["No timeout of 30 s."],
        [],
    ):
        report = judge(wanted, texts, sources, finds=lambda _: True)
        assert inverted(wanted, texts) == [one.wanted for one in report.of("inverted")]


@pytest.mark.parametrize("invents", [False, True])
def test_every_line_is_read_once_however_many_there_are(
    monkeypatch: pytest.MonkeyPatch, *, invents: bool
) -> None:
    """More lines than any memory of readings holds, and nothing of the sources among them."""
    count = 300
    sources = said(
        *(f"We decided that service alpha{i} never uses port {10_000 + i}." for i in range(count))
    )
    wanted = read_wanted(sources)
    texts = [
        f"Service beta{i} goes with {(30_000 if invents else 10_000) + i}, not {50_000 + i}."
        for i in range(count)
    ]
    reads: Counter[str] = Counter()
    hard = text_literals._hard

    def counting(text: str, pieces: list[Piece]) -> list[Found]:
        reads[text] += 1
        return hard(text, pieces)

    monkeypatch.setattr(text_literals, "_hard", counting)
    judge(wanted, texts, sources, finds=lambda _: False)
    # Once for its literals, once for what it holds in other notations.
    assert {reads[text] for text in texts} == {2}
    # Once to find what is invented, and once for each of the two statements that it makes.
    assert {reads[message.text] for message in sources} == {3}


@pytest.mark.parametrize(
    "text",
    [
        "Redis a été rejeté.",
        "Redis fue rechazado por el equipo.",
        "Redis foi rejeitado.",
        "Redis è stato scartato.",
        "Redis werd afgewezen.",
        "Redis został odrzucony przez zespół.",
        "Мы отказались от Redis.",
    ],
)
def test_what_a_language_that_is_not_read_says_of_a_value_is_unread(text: str) -> None:
    report = judged(said("We rejected Redis."), text)
    assert not report.of("inverted")
    assert not report.of("lost")
    (name,) = [one for one in report.findings if one.kind is Kind.NAME]
    assert (name.outcome, name.is_unread) == ("kept", True)
    assert report.unread == 2


@pytest.mark.parametrize(
    "text", ["Redis is in use.", "Redis läuft.", "Redis dipakai.", "用 Redis。"]
)
def test_what_a_language_that_is_read_says_of_a_value_is_judged(text: str) -> None:
    report = judged(said("We rejected Redis."), text)
    assert outcome(report, "Redis") == "inverted"
    assert not report.unread


def test_a_line_that_is_read_decides_over_one_that_is_not() -> None:
    report = judged(said("We rejected Redis."), "Redis a été rejeté.", "Redis is in use.")
    assert outcome(report, "Redis") == "inverted"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("We must not use port 8080.", "Port 8080 must not be used."),
        ("Never call /api/v1/purge.", "/api/v1/purge must never be called."),
        ("Do not use port 8080.", "Using port 8080 is forbidden."),
        ("Verwende nicht den Port 8080.", "Port 8080 darf nicht verwendet werden."),
        ("不要使用8080端口。", "8080端口不能使用。"),
        ("ポート8080は使わないでください。", "ポート8080は使用不可。"),
        ("8080 포트는 사용하지 마세요.", "8080 포트를 쓰면 안 된다."),
        ("Jangan pakai port 8080.", "Port 8080 tidak boleh dipakai."),
    ],
)
def test_a_prohibition_may_be_told_from_what_it_forbids(one: str, other: str) -> None:
    for source, summary in ((one, other), (other, one)):
        assert judged(said(source), summary).counts()["inverted"] == 0


@pytest.mark.parametrize(
    ("source", "summary"),
    [
        ("Do not use port 8080.", "Port 8080 must be used."),
        ("Port 8080 must not be used.", "Use port 8080."),
        ("Port 8080 darf nicht verwendet werden.", "Port 8080 muss verwendet werden."),
        ("8080端口不能使用。", "必须使用8080端口。"),
        ("ポート8080は使用不可。", "ポート8080を使ってください。"),
        ("8080 포트를 쓰면 안 된다.", "8080 포트를 사용해야 합니다."),
        ("Port 8080 tidak boleh dipakai.", "Port 8080 harus dipakai."),
    ],
)
def test_a_prohibition_told_as_a_duty_is_inverted(source: str, summary: str) -> None:
    assert outcome(judged(said(source), summary), "8080") == "inverted"


@pytest.mark.parametrize(
    ("source", "summary"),
    [
        ("The timeout is 90 seconds.", "Timeout: 1.5 minutes"),
        ("It takes 2 hours.", "Duration: 120 minutes"),
        ("It weighs 2.5 kg.", "Weight: 2500 g"),
        ("Call me at +49 30 1234567.", "Tel. +49301234567"),
        ("会议下午3点开始。", "会议:15:00"),
        ("Rapat jam 3 sore.", "Rapat: 15.00"),
    ],
)
def test_a_quantity_in_another_form_is_the_same(source: str, summary: str) -> None:
    for one, other in ((source, summary), (summary, source)):
        report = judged(said(one), other, found=False)
        assert report.counts()["invented"] == 0
        if one is source:
            assert report.counts()["lost"] == 0


def test_another_quantity_is_invented() -> None:
    report = judged(said("The timeout is 90 seconds."), "Timeout: 2 minutes", found=False)
    assert (report.counts()["invented"], report.counts()["lost"]) == (1, 1)

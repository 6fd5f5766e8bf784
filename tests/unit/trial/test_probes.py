"""Values, what is said of them, and the questions made of both, in seven languages."""

from __future__ import annotations

import re

import pytest

from infold.core.messages import Message, Role, Text, ToolResult
from infold.fold.history import link
from infold.fold.replacing import replaced_among
from infold.recall.replaced import Chains
from infold.trial.arms import Outcome, Told, nearest, outcome, schedule
from infold.trial.plain_values import has_value, plain, values_in
from infold.trial.probe_words import said_first
from infold.trial.probes import Probe, choose, make_probes
from infold.trial.quoting import quoted
from infold.trial.stances import denies, is_question, says_change, stance


def talk(*said: str, roles: tuple[Role, ...] = ("user", "assistant")) -> list[Message]:
    return [
        Message(role=roles[at % 2], parts=(Text(text=text),), id=f"m{at}", position=at)
        for at, text in enumerate(said)
    ]


def probes(*said: str) -> tuple[Probe, ...]:
    messages = talk(*said)
    return make_probes(messages, dict.fromkeys((m.id for m in messages), "f1"))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("PostgreSQL 16.2 on port 5433.", [("number", "16.2"), ("number", "5433")]),
        ("1,800 € a month from 2026-03-12", [("money", "1800€"), ("date", "2026-03-12")]),
        ("at 02:30, see /var/log/app.log", [("time", "02:30"), ("path", "/var/log/app.log")]),
        ("`pg_dump -Fc` of atlas-03, v2.3", [("code", "pg_dump -fc"), ("identifier", "atlas-03"),
                                            ("version", "v2.3")]),
        ("会议改到2026年3月3日，端口５４３３", [("date", "2026年3月3日"), ("number", "5433")]),
        ("データは３０％です", [("number", "30%")]),
        ("3월 3일, 5433번 포트", [("date", "3월3일"), ("number", "5433")]),
        ("Rp 1.500.000 dan 30 hari", [("money", "rp 1.500.000"), ("number", "30")]),
        ("Frist: 3. März 2026, zu 12 %", [("date", "3. märz 2026"), ("number", "12%")]),
        ("I have 7 apples", []),
        ("https://example.org/a?b=1.", [("link", "https://example.org/a?b=1")]),
    ],
)  # fmt: skip
def test_values_are_found_in_every_script(text: str, found: list[tuple[str, str]]) -> None:
    values = values_in(text)
    assert [(one.sort, one.plain) for one in values] == found
    assert all(text[one.start : one.end] == one.text for one in values)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ran at 2026-03-12T02:30:00+00:00.", ["2026-03-12T02:30:00+00:00"]),
        ("Ran at 2026-03-12T02:30:00.5Z.", ["2026-03-12T02:30:00.5Z"]),
        ("job 20260312T023000Z", ["20260312T023000Z"]),
        ("at 02:30+00 it starts", ["02:30"]),
        ("at 2026-03-12 02:30:00,123 +0200", ["2026-03-12", "02:30:00,123"]),
        ("Thu Mar 12 02:30:00 2026 +0000", ["Mar 12", "02:30:00"]),
        ("Seoul is UTC+09:00, Lisbon GMT+0000", ["UTC+09:00", "GMT+0000"]),
        ("Umzug am 12.03.2026 um 14:00+01:00", ["12.03.2026", "14:00"]),
        ("on 03/12/2026, so in 2026-W11", ["03/12/2026", "2026-W11"]),
        ("会議は午後2時30分から", ["午後2時30分"]),
        ("会议改到下午2点30分", ["下午2点30分"]),
        ("회의는 오후 2시 30분에", ["오후 2시 30분"]),
        ("所要2時間30分", ["30"]),
        ("Rapat 14:30+07 di Jakarta", ["14:30"]),
        ("numpy 1.26.4+cpu.12 and 2.0.0rc1", ["1.26.4+cpu.12", "2.0.0rc1"]),
        ("job 12345678-1234-4123-8123-123456789012", ["12345678-1234-4123-8123-123456789012"]),
        ("ISBN 978-3-16-148410-0, call +49 30 901820", ["978-3-16-148410-0", "+49 30 901820"]),
        ("net 10.0.0.12/24, mac 00:1B:44:11:3A:B7", ["10.0.0.12/24", "00:1B:44:11:3A:B7"]),
        ("in backup-2026-03-12.sql", ["backup-2026-03-12.sql"]),
        ("digest sha256:ab12cd34", ["sha256:ab12cd34"]),
        ("for 10-20 people, room 00", ["10-20"]),
    ],
)
def test_no_piece_of_a_value_is_a_value(text: str, found: list[str]) -> None:
    assert [one.text for one in values_in(text)] == found


def test_a_time_in_its_zone_is_asked_for_whole() -> None:
    (made,) = probes("The nightly backup of atlas finished at 2026-03-12T02:30:00+00:00.")
    assert (made.value, made.question.count("____")) == ("2026-03-12T02:30:00+00:00", 1)
    (made,) = probes("The nightly backup of atlas starts at 02:30+00 daily.")
    assert made.value == "02:30"
    assert has_value(plain("회의는 오후 2시30분에"), plain("오후 2시 30분"))


def test_a_value_is_not_found_inside_another() -> None:
    assert has_value("port 5433, then", "5433")
    for other in ("port 15433", "5433.5", "2.5433", "a5433", "5433_b"):
        assert not has_value(other, "5433")
    assert has_value(plain("ポート5433番"), "5433")
    assert has_value(plain("it costs 1'800 €"), plain("1,800€"))


@pytest.mark.parametrize(
    ("sentence", "gone", "holds"),
    [
        ("Use port 5433, not 5432.", "5432", "5433"),
        ("It is no longer 5432 but 5433.", "5432", "5433"),
        ("We keep backups for 14 days instead of 30.", "30", "14"),
        ("Retention went from 30 to 14 days.", "30", "14"),
        ("12 % was ruled out, 15 % it is.", "12%", "15%"),
        ("Instead of MySQL we take Postgres.", "MySQL", "Postgres"),
        ("MySQL was replaced by Postgres.", "MySQL", "Postgres"),
        ("Der Port ist nicht mehr 5432, sondern 5433.", "5432", "5433"),
        ("Statt 30 nehmen wir 14 Tage.", "30", "14"),
        ("端口不是5432而是5433。", "5432", "5433"),
        ("预算从8000改为9500元。", "8000", "9500"),
        ("5432番ではなく5433番を使います。", "5432", "5433"),
        ("5432 말고 5433을 쓰세요.", "5432", "5433"),
        ("5432번이 아니라 5433번입니다.", "5432", "5433"),
        ("Pakai port 5433, bukan 5432.", "5432", "5433"),
        ("Jadwal diubah dari 14:00 menjadi 16:30.", "14:00", "16:30"),
    ],
)
def test_a_sentence_says_which_value_is_gone(sentence: str, gone: str, holds: str) -> None:
    text = plain(sentence)
    assert stance(text, plain(gone)) == "gone"
    assert stance(text, plain(holds)) == "holds"


@pytest.mark.parametrize(
    "sentence",
    ["No more than 30 days.", "Not before 30 days have passed.", "It must not exceed 30.",
     "Nicht vor 30 Tagen.", "Keep 30 until we know more."],
)  # fmt: skip
def test_a_limit_holds(sentence: str) -> None:
    assert stance(plain(sentence), "30") == "holds"


def test_what_is_asked_is_not_said() -> None:
    assert stance("is it 5432?", "5432") is None
    assert is_question("ポートは5432ですか？")
    assert not is_question("It is 5432.")
    assert stance("nothing", "5432") is None


@pytest.mark.parametrize(
    "text",
    ["Actually, port 5433.", "Ab sofort 14 Tage.", "端口改为5433。", "今後は5433です。",
     "이제 5433입니다.", "Sekarang 14 hari."],
)  # fmt: skip
def test_changes_are_heard(text: str) -> None:
    assert says_change(plain(text))
    assert not says_change(plain("The port is 5433."))


# ------------------------------------------------------------------ probes


def test_values_and_statuses_are_asked_for_with_their_source() -> None:
    made = probes(
        "The billing database listens on port 5432 of the machine in Graz.",
        "Noted.",
        "백업은 매일 03:15에 실행되고 보관됩니다.",
        "네.",
        "The billing database listens on port 5433 now, not on 5432.",
        "Fine.",
    )
    by_value = {one.value: one for one in made}
    assert set(by_value) == {"5432", "5433", "03:15"}
    gone = by_value["5432"]
    assert (gone.kind, gone.asks, gone.holds, gone.other) == ("status", "still", False, "5433")
    assert gone.question.endswith("Is it still 5432?")
    assert (gone.message, gone.position, gone.fold, gone.turn) == ("m4", 4, "f1", 3)
    assert "5433 now" in gone.text
    assert by_value["03:15"].question.startswith("대화에 따르면")
    assert "____" in by_value["03:15"].question
    assert "03:15" not in by_value["03:15"].question


def test_a_value_that_a_later_one_replaces_unnamed_is_asked_for() -> None:
    made = probes(
        "The monthly budget for the harvest fair is 4,200 € in total.",
        "Noted.",
        "Actually, the budget for the harvest fair is 4,900 € in total.",
        "Fine.",
    )
    (gone,) = [one for one in made if one.kind == "status"]
    assert (gone.value, gone.other, gone.message) == ("4,200 €", "4,900 €", "m2")
    assert gone.position == 2


def test_of_two_without_a_first_mention_it_is_asked_which_is_gone() -> None:
    made = probes("For the queue we take Kafka 3.7 instead of RabbitMQ 3.13.", "Fine.")
    (gone,) = [one for one in made if one.kind == "status" and one.value == "3.13"]
    assert (gone.kind, gone.asks) == ("status", "which")
    assert "3.13" in gone.question
    assert "3.7" in gone.question


def test_what_stands_again_later_is_not_gone() -> None:
    made = probes(
        "The database of the shop listens on port 5432, not on 5433.",
        "Noted.",
        "The database of the shop listens on port 5433 after all.",
        "Fine.",
    )
    assert all(one.value != "5433" or one.kind == "value" for one in made)


def test_ambiguous_questions_and_acknowledgements_are_not_asked() -> None:
    assert (
        probes("Noted for point 17.", "Noted for point 18.", "5433", "Is it port 5434 here?") == ()
    )
    made = probes("The box in row 17 is full of apples.", "The box in row 18 is full of apples.")
    assert made == ()


def test_only_what_stands_in_a_fold_is_asked_for_and_tools_come_last() -> None:
    messages = talk(
        "The port of the database is 5433 in Graz.", "The port of the queue is 5672 in Linz."
    )
    messages.append(
        Message(
            role="tool",
            parts=(ToolResult(call="c", text="The size of the archive is 91827 blocks."),),
            id="m2",
            position=2,
        )
    )
    made = make_probes(messages, {"m0": "f", "m2": "f"}, leaf="m9")
    assert [(one.value, one.by_tool, one.leaf) for one in made] == [
        ("5433", False, "m9"),
        ("91827", True, "m9"),
    ]
    assert [one.value for one in choose(made, 1, seed=3)] == ["5433"]


def test_a_choice_takes_folds_in_turn_and_follows_the_seed() -> None:
    made = tuple(
        Probe(id=f"{fold}{n}", kind=kind, asks="gap", question="", value="", holds=True, fold=fold)
        for fold in "abc"
        for n in range(20)
        for kind in (("value",) if n % 4 else ("status",))
    )
    chosen = choose(made, 20, seed=1)
    assert chosen == choose(made, 20, seed=1) != choose(made, 20, seed=2)
    assert sum(one.kind == "status" for one in chosen) == 8
    assert min(sum(one.fold == fold for one in chosen) for fold in "abc") == 6
    assert choose(made, 100, seed=1) == made
    assert len(choose([one for one in made if one.kind == "value"], 20, seed=1)) == 20


# ------------------------------------------------------------------ scoring

PORT = "The billing database listens on port 5432 of the machine in Graz."
FIX = "The billing database listens on port 5433 now, not on 5432."


def status_probe() -> Probe:
    return next(one for one in probes(PORT, "Noted.", FIX, "Fine.") if one.kind == "status")


@pytest.mark.parametrize(
    ("context", "wanted"),
    [
        (f"user: {PORT}\nuser: {FIX}", "kept"),
        (f"Folded:\n{FIX}", "kept"),
        ("The billing database listens on 5433", "kept"),
        (f"user: {PORT}", "inverted"),
        ("The billing database listens on 5433\nthe billing database listens on 5432", "inverted"),
        (f'{PORT} ["5432" replaced by 5433, 1 Mar]', "kept"),
        (f"{PORT} [no longer current]", "kept"),
        ("Something else on 5432 and 5433", "lost"),
        ("", "lost"),
    ],
)
def test_a_context_tells_a_status_or_does_not(context: str, wanted: Outcome) -> None:
    assert outcome(status_probe(), Told(context), is_answer=False) == wanted


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        ("No, it is 5433.", "kept"),
        ("No.", "kept"),
        ("It was replaced: 5433.", "kept"),
        ("5432 is no longer used.", "kept"),
        ("Yes, it is 5432.", "inverted"),
        ("It listens on 5432.", "inverted"),
        ("The conversation does not say.", "lost"),
        ("No information is given.", "lost"),
    ],
)
def test_an_answer_tells_a_status_or_does_not(answer: str, wanted: Outcome) -> None:
    assert outcome(status_probe(), Told(answer), is_answer=True) == wanted


@pytest.mark.parametrize(
    ("answer", "says"),
    [("Nein, 14.", False), ("Ja, noch.", True), ("不是，改了。", False), ("是的。", True),
     ("いいえ、違います", False), ("はい", True), ("아니요", False), ("네, 맞습니다", True),
     ("Tidak, sekarang 14", False), ("Ya, masih", True), ("不知道", None), ("14 Tage", None),
     ("Tidak tahu", None)],
)  # fmt: skip
def test_yes_and_no_are_heard_in_six_languages(answer: str, says: bool | None) -> None:
    assert said_first(plain(answer)) is says


def test_which_of_two_is_answered_by_the_one_that_is_named() -> None:
    made = probes("For the queue we take Kafka 3.7 instead of RabbitMQ 3.13.", "Fine.")
    (gone,) = [one for one in made if one.kind == "status" and one.value == "3.13"]
    told = {"3.13": "kept", "3.7": "inverted", "3.7 or 3.13": "lost", "Neither": "lost"}
    for answer, wanted in told.items():
        assert outcome(gone, Told(answer), is_answer=True) == wanted


def test_a_value_counts_where_its_subject_stands() -> None:
    (probe,) = probes(PORT, "Noted.")
    cases: list[tuple[str, Outcome]] = [
        (f"user: {PORT}", "kept"),
        ("billing database: 5432", "kept"),
        ("The garden has 5432 trees", "lost"),
        ("The billing database does not listen on 5432 any more, not 5432", "inverted"),
        # A mark of the context stands on both sides and is no part of the answer.
        (f"user: {PORT} [no longer current]", "kept"),
        ('The billing database listens ["5999" replaced by 5432]', "lost"),
    ]
    for context, wanted in cases:
        assert outcome(probe, Told(context), is_answer=False) == wanted
    assert outcome(probe, Told("5432"), is_answer=True) == "kept"
    assert outcome(probe, Told("I do not know."), is_answer=True) == "lost"


def test_the_order_is_drawn_and_pairs_stay_together() -> None:
    order = schedule(30, 2, seed=4)
    assert [one.place for one in order] == list(range(120))
    for first, second in zip(order[::2], order[1::2], strict=True):
        assert (first.question, first.repetition) == (second.question, second.repetition)
        assert {first.side, second.side} == {"left", "right"}
    assert {first.side for first in order[::2]} == {"left", "right"}
    assert order != schedule(30, 2, seed=5)


def test_the_nearest_sentences_stand_for_an_answer() -> None:
    told = Told(f"{PORT}\nNothing here.\n横浜倉庫の在庫は640箱です。")
    assert nearest(told, "Which port has the billing database?") == PORT
    assert nearest(told, "横浜倉庫の在庫は？") == "横浜倉庫の在庫は640箱です。"
    assert nearest(told, "zzz") == ""
    assert denies("it is not so")
    assert not denies("it is so")


@pytest.mark.parametrize(
    ("sentence", "gone"),
    [
        ("The 7 bar peak was a measurement artifact from a worn gauge.", "7"),
        ("Updated: conclusion v1 (7 bar) is retracted as an artifact.", "7"),
        ("Updated: conclusion v1 (2%) is retracted as an artifact.", "2%"),
        ("The first batch suggested a 2% peak, later retracted as a probe artifact.", "2%"),
        ("The first run gave 7 bar, which was later corrected.", "7"),
        ("Die 7 bar waren ein Messfehler des Geräts.", "7"),
        ("Angka 7 itu kesalahan pengukuran.", "7"),
        ("之前的2%是测量误差。", "2%"),
        ("2%这个结论撤回。", "2%"),
        ("2%という結論は撤回します。", "2%"),
        ("2%は測定ミスでした。", "2%"),
        ("2%라는 결론은 철회합니다.", "2%"),
        ("2% 값은 측정 오류였습니다.", "2%"),
    ],
)
def test_what_was_an_error_or_taken_back_later_is_gone(sentence: str, gone: str) -> None:
    assert stance(plain(sentence), plain(gone)) == "gone"


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        ("The valve opens at 9 bar, and the error log is empty.", "9"),
        ("The 4% peak was a surprise.", "4%"),
        ("4% 값이 맞습니다.", "4%"),
        ("正确值是4%。", "4%"),
        ("4%という結論を採用します。", "4%"),
        ("Der Wert 9 ist kein Fehlerwert.", "9"),
    ],
)
def test_what_stands_beside_an_error_still_holds(sentence: str, value: str) -> None:
    assert stance(plain(sentence), plain(value)) == "holds"


def test_nobody_is_asked_for_a_value_that_was_replaced_without_its_name() -> None:
    said = ("The orders database listens on port 5432", "Make it 5433.")
    messages = [
        Message(id=f"m{at}", position=at, role="user", parts=(Text(text=text),))
        for at, text in enumerate(said)
    ]
    folds = {"m0": "f", "m1": "f"}
    replaced = replaced_among(Chains(link(messages)), messages)
    assert "5432" in [one.value for one in make_probes(messages, folds) if one.holds]
    asked = make_probes(messages, folds, replaced=replaced)
    assert "5432" not in [one.value for one in asked if one.holds]


LONG = (
    "The billing database of the old data centre listens on port 5432, which the network team "
    "opened in spring, and the reporting service reads from it every night, as the audit asked"
)


@pytest.mark.parametrize(
    ("said", "quote"),
    [
        # What was said before of it, whole.
        (
            ("The billing database listens on port 5432.", "Port 5432 is no longer used."),
            "The billing database listens on port 5432.",
        ),
        # A long one ends where a clause ends.
        (
            (f"{LONG}.", "Correction: the billing database is on 5433, not on 5432."),
            LONG.removesuffix(", as the audit asked") + " …",
        ),
        # What takes it back is all there is: its words, without the answer.
        (
            ("We rejected Kafka after the outage of the ingest service.",),
            "… Kafka after the outage of the ingest service.",
        ),
        (("Port 5432 is no longer used by the billing database.",), "Port 5432 …"),
        (("Die Frist 3. März 2026 für den Umzug gilt nicht mehr.",), None),
        (("数据库端口5432不再使用。",), "数据库端口5432 …"),
        (("ポート5432という設定は撤回します。",), "ポート5432という設定は …"),
        (("데이터베이스 포트 5432는 더 이상 사용하지 않습니다.",), "데이터베이스 포트 5432는 …"),
    ],
)
def test_a_status_is_asked_in_the_words_that_were_said(
    said: tuple[str, ...], quote: str | None
) -> None:
    asked = [one for one in probes(*said) if one.asks == "still"]
    assert asked
    for one in asked:
        found = re.match(r"[“„「](.*?)[”“」]", one.question)
        assert found is not None
        if quote is not None:
            assert found.group(1) == quote
        for words in found.group(1).split(" … "):
            assert any(words.strip(" …") in text for text in said)


@pytest.mark.parametrize("place", [10, 150, 400])
def test_a_quote_of_a_long_sentence_holds_its_value(place: int) -> None:
    filler = "word " * (place // 5)
    text = f"{filler}the port 5432 of the billing database {'word ' * 60}end."
    value = next(one for one in values_in(text) if one.plain == "5432")
    quote = quoted(text, value, 160)
    assert "5432" in quote
    assert len(quote) <= 164
    assert quote.strip("… ") in text

from itertools import pairwise
from pathlib import Path

import pytest

from infold.text.containing import contains, has_literal
from infold.text.kinds import STATEMENTS, Kind, Status
from infold.text.literals import literals

CASES = [
    line
    for line in Path(__file__).with_name("literal_cases.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("# ")
]


def hard(text):
    return {
        (str(item.kind), item.text): str(item.status)
        for item in literals(text)
        if item.kind not in STATEMENTS
    }


def wanted(field):
    out = {}
    for entry in filter(None, field.split(";")):
        kind, rest = entry.split(":", 1)
        text, _, status = rest.rpartition(":")
        if text and status in set(Status):
            out[kind, text] = status
        else:
            out[kind, rest] = "current"
    return out


@pytest.mark.parametrize("case", CASES, ids=[case.partition("|")[0][:40] for case in CASES])
def test_a_sentence_gives_its_literals_with_their_status(case):
    text, field, *rest = case.split("|")
    assert hard(text) == wanted(field)
    if rest:
        kinds = {str(item.kind) for item in literals(text) if item.kind in STATEMENTS}
        assert kinds == set(filter(None, rest[0].split(",")))


def test_places_are_exact_and_hard_kinds_do_not_overlap():
    text = "\n".join(case.partition("|")[0] for case in CASES)
    found = literals(text)
    assert all(text[item.start : item.end] == item.text for item in found)
    assert [item.start for item in found] == sorted(item.start for item in found)
    plain = [i for i in found if i.kind not in STATEMENTS and i.kind is not Kind.QUOTE]
    assert all(a.end <= b.start for a, b in pairwise(plain))
    assert len(plain) > 300


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,000 msec", "1000 ms"),
        ("in 30 Sekunden", "30 s"),
        ("30秒", "30 s"),
        ("30초", "30 s"),
        ("30 detik", "30 s"),
        ("2.5 million users", "2500000"),
        ("Es sind 1.250,5 kg und nicht mehr", "1250.5 kg"),
        ("十分钟", "10 min"),
        ("zwei Wochen", "2 week"),
        ("-5 °C", "-5 °c"),
        ("１０秒", "10 s"),
    ],
)
def test_a_number_has_one_value_however_it_is_written(text, value):
    assert [item.value for item in literals(text) if item.kind is Kind.NUMBER] == [value]


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("on 3 March 2026", Kind.DATE, "2026-03-03"),
        ("on March 3rd, 2026", Kind.DATE, "2026-03-03"),
        ("am 3. März 2026", Kind.DATE, "2026-03-03"),
        ("tanggal 3 Maret 2026", Kind.DATE, "2026-03-03"),
        ("2026年3月3日", Kind.DATE, "2026-03-03"),
        ("2026년 3월 3일", Kind.DATE, "2026-03-03"),
        ("am 03.03.2026", Kind.DATE, "2026-03-03"),
        ("at 2:30 pm", Kind.TIME, "14:30"),
        ("um 14.30 Uhr", Kind.TIME, "14:30"),
        ("half past five", Kind.TIME, "05:30"),
        ("um halb acht", Kind.TIME, "07:30"),
        ("jam setengah tujuh malam", Kind.TIME, "18:30"),
        ("下午三点半", Kind.TIME, "15:30"),
        ("오후 두 시 반", Kind.TIME, "14:30"),
        ("夜9時半", Kind.TIME, "21:30"),
        ("pukul 14.30", Kind.TIME, "14:30"),
        ("下午2点30分", Kind.TIME, "14:30"),
        ("午後2時30分", Kind.TIME, "14:30"),
        ("오후 2시 30분", Kind.TIME, "14:30"),
        ("€3,000", Kind.MONEY, "3000 eur"),
        ("3000 Euro", Kind.MONEY, "3000 eur"),
        ("三万元", Kind.MONEY, "30000 cny"),
        ("3만원", Kind.MONEY, "30000 krw"),
        ("v2.3.1", Kind.VERSION, "2.3.1"),
    ],
)
def test_values_are_the_same_in_every_language(text, kind, value):
    assert [item.value for item in literals(text) if item.kind is kind] == [value]


@pytest.mark.parametrize(
    ("text", "value", "kind", "found"),
    [
        ("It is 54331.", "5433", Kind.PORT, False),
        ("It is 5433.", "5433", Kind.PORT, True),
        ("端口5433是", "5433", Kind.PORT, True),
        ("포트는 5433입니다", "5433", Kind.PORT, True),
        ("1000 users", "1000", Kind.NUMBER, True),
        ("1,000 users", "1000", Kind.NUMBER, True),
        ("10.000 Nutzer", "10000", Kind.NUMBER, True),
        ("30 seconds", "30 s", Kind.NUMBER, True),
        ("30 minutes", "30 s", Kind.NUMBER, False),
        ("at 30", "30 s", Kind.NUMBER, True),
        ("version 16.2.1", "16.2", Kind.VERSION, False),
        ("PostgreSQL 16.2", "16.2", Kind.VERSION, True),
        ("see INC-48210", "INC-4821", Kind.IDENTIFIER, False),
        ("see INC-4821.", "INC-4821", Kind.IDENTIFIER, True),
        ("2026年3月3日", "2026-03-03", Kind.DATE, True),
        ("2026年3月30日", "2026-03-03", Kind.DATE, False),
        ("src/app.py2", "src/app.py", Kind.PATH, False),
        ("Marias Haus", "Maria", Kind.NAME, False),
    ],
)
def test_a_value_is_found_whole_or_not_at_all(text, value, kind, found):
    assert contains(text, value, kind) is found


def test_a_literal_is_found_in_other_words():
    (timeout,) = [i for i in literals("The timeout is 1,000 ms.") if i.kind is Kind.NUMBER]
    assert has_literal("Timeout: 1000 milliseconds", timeout)
    assert not has_literal("Timeout: 1000 s", timeout)
    assert not has_literal("Timeout: 11000 ms", timeout)


def test_a_quote_has_the_status_of_what_it_holds():
    found = {i.kind: i.status for i in literals('Scrap that, the "30 s" timeout is wrong.')}
    assert found[Kind.QUOTE] is Status.RETRACTED


def test_code_spans_are_what_they_hold():
    text = "Use `npm run build`, `src/x.py`, `https://x.io/a`, `auth:revoked:` and `a ? b : c`."
    kinds = [str(i.kind) for i in literals(text)]
    assert kinds == ["command", "path", "url", "identifier", "code"]


def test_a_value_in_backticks_or_quotes_has_the_status_of_a_bare_one():
    for value in ("5432", "`5432`", '"5432"', "「5432」"):
        (old,) = [i for i in literals(f"Use 5433 instead of {value}.") if i.text == "5432"][:1]
        assert old.status is Status.REPLACED


@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "1.",
        "`",
        '"',
        "1 ",
        "a.b/",
        "x@",
        "a:",
        "--a",
        "$",
        "from 1 to 2 ",
        "5432 5433 ",
        "漢",
        "not ",
        "3만",
        "백만 ",
        "1,",
        "2 x ",
        "三分之",
        "scratch that, ",
        "SELECT a FROM b WHERE ",
    ],
)
def test_hostile_input_is_read_in_linear_time(unit):
    # A rule that looks back or ahead without a bound takes minutes for these.
    text = unit * (40_000 // len(unit))
    assert all(text[item.start : item.end] == item.text for item in literals(text))


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("1. nginx\n2. make\n10. Port 80 öffnen", ["80"]),
        ("- [ ] 1) 설치\n- [x] 2) 포트 5433", ["5433"]),
        ("## 1. Ergebnis\n3. März 2026: 12 Fälle", ["12"]),
        ("1、端口5433\n2、备份3次", ["5433", "3次"]),
        ("3. Platz", ["3"]),
        ("1.5 GB\n2.5 GB", ["1.5 GB", "2.5 GB"]),
    ],
)
def test_the_number_of_an_item_is_no_literal(text: str, left: list[str]) -> None:
    assert [one.text for one in literals(text) if one.kind in (Kind.NUMBER, Kind.PORT)] == left


@pytest.mark.parametrize("sign", ["x", "1", "中", "가", " ", "1 ", "1.", "万", "aB3/"])
def test_a_long_run_of_one_sign_is_read_in_linear_time(sign: str) -> None:
    """A quadratic rule would take minutes here."""
    run = sign * (40_000 // len(sign))
    found = literals(f"The port is 8080. {run} The budget is $25k.")
    assert {"8080", "$25k"} <= {one.text for one in found}

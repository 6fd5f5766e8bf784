"""Values that a text gives to each other's things."""

from __future__ import annotations

import pytest

from infold.fold.fidelity import Fidelity, judge
from infold.fold.wanted import read_wanted
from infold.text.kinds import STATEMENTS, Kind
from tests.unit.fold.test_fidelity import outcome, said

PAIRS = "staging 5432, prod 5433"


def judged(source: str, *texts: str) -> Fidelity:
    messages = said(*source.split("|"))
    return judge(read_wanted(messages), texts, messages, finds=lambda _: True)


def swapped(report: Fidelity) -> list[str]:
    return [one.text for one in report.of("inverted") if one.kind not in STATEMENTS]


@pytest.mark.parametrize(
    ("source", "text", "values"),
    [
        (PAIRS, "staging 5433, prod 5432", ["5432", "5433"]),
        (PAIRS, "Prod is on port 5432 and staging on port 5433.", ["5432", "5433"]),
        (PAIRS, "Staging runs on 5433.|Prod runs on 5432.", ["5432", "5433"]),
        (PAIRS, "5432 for prod, 5433 for staging", ["5432", "5433"]),
        (
            "Der Start ist am 12. Mai, die Prüfung am 20. Mai.",
            "Die Prüfung ist am 12. Mai, der Start am 20. Mai.",
            ["12. Mai", "20. Mai"],
        ),
        (
            "测试环境端口5432，生产环境端口5433。",
            "测试环境端口5433，生产环境端口5432。",
            ["5432", "5433"],
        ),
        (
            "ステージングは5432、本番は5433です。",
            "ステージングは5433、本番は5432です。",
            ["5432", "5433"],
        ),
        (
            "스테이징은 5432, 운영은 5433입니다.",
            "스테이징은 5433, 운영은 5432입니다.",
            ["5432", "5433"],
        ),
        ("Staging 5432, produksi 5433.", "Staging 5433 dan produksi 5432.", ["5432", "5433"]),
    ],
)
def test_exchanged_values_are_inverted(source: str, text: str, values: list[str]) -> None:
    report = judged(source, *text.split("|"))
    assert swapped(report) == values
    assert not report.is_faithful
    assert not swapped(judged(source, *source.split("|")))


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (PAIRS, "prod 5433, staging 5432"),
        (PAIRS, "prod and staging use 5433 and 5432"),
        (PAIRS, "staging and prod use 5432 and 5433 respectively"),
        (PAIRS, "The production port is 5433; the other one, 5432, is for tests."),
        (PAIRS, "prod 5432"),  # it is wrong, and too little to accuse anybody
        ("staging 5432, prod 5433|Swap them: staging 5433, prod 5432", "staging 5432, prod 5433"),
        ("staging 5432, prod 5433|Swap them: staging 5433, prod 5432", "staging 5433, prod 5432"),
        ("Open from 9:00 to 17:00.", "Open from 17:00 to 9:00."),
        ("Testumgebung 5432, Produktion 5433", "staging 5432, prod 5433"),
    ],
)
def test_other_orders_and_words_exchange_nothing(source: str, text: str) -> None:
    assert not swapped(judged(source, text))


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("We decided to keep Postgres.", "We decided to drop Postgres."),
        ("We decided to use Postgres.", "We decided to stop using Postgres."),
        ("Wir haben entschieden, Redis zu nutzen.", "Wir haben entschieden, Redis zu verwerfen."),
    ],
)
def test_a_decision_told_as_its_contrary_is_inverted(source: str, text: str) -> None:
    report = judged(source, text)
    (decision,) = [one for one in report.findings if one.kind is Kind.DECISION]
    assert decision.outcome == "inverted"
    kept = judged(source, text, source)
    assert outcome(kept, decision.text) == "kept"

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest

from infold.recall.field import Field
from infold.recall.fusion import to_unit
from infold.recall.months import named_months
from infold.recall.query import make_query
from infold.recall.rank import rank
from infold.recall.speakers import named_authors
from tests.unit.recall.builders import index_of, placed, say


def positions(messages: list, question: str, path: list[int] | None = None) -> list[int]:
    made = placed(messages)
    scope = np.arange(len(made)) if path is None else np.array(path)
    return rank(Field(index_of(made).snapshot(), scope), make_query(question)).positions.tolist()


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("PostgreSQL 16.2 listens on port 5433.", "Which port does PostgreSQL use?"),
        ("데이터베이스 포트는 5433번입니다.", "데이터베이스 포트가 몇 번이지?"),
        ("数据库端口是5433。", "数据库的端口是多少？"),
        ("データベースのポートは5433です。", "データベースのポートは何番？"),
        ("Basis data memakai porta 5433.", "Porta basis data berapa?"),
        ("Der Schlüssel liegt in der Küche.", "Wo liegen die Schlüssel?"),
        ("Le café ouvre à neuf heures.", "A quelle heure ouvre le cafe ?"),
        ("The topic is auth:revoked:v2 now.", "What is auth:revoked:v2?"),
    ],
)
def test_the_message_that_says_it_comes_first(text: str, question: str) -> None:
    others = ["Lunch was fine today.", "점심은 맛있었다.", "今天天气很好。", "昨日は雨だった。"]
    messages = [say("user", o) for o in others[:2]] + [say("user", text)]
    messages += [say("user", o) for o in others[2:]]
    assert positions(messages, question)[0] == 2


def test_nothing_outside_of_the_path_is_found() -> None:
    messages = [say("user", f"port {i}") for i in range(6)]
    assert set(positions(messages, "port", path=[0, 2, 5])) == {0, 2, 5}


def test_no_match_is_no_find_and_filler_is_never_found() -> None:
    messages = [say("user", "Got it."), say("user", "port 5433"), say("user", "Got it.")]
    assert 0 not in positions(messages, "Got it port")
    assert positions([say("user", "apples")], "Which port?") == []
    assert positions([], "Which port?") == []


def test_an_answer_is_lent_the_score_of_its_question() -> None:
    messages = [say("user", f"note {i}") for i in range(12)]
    messages[4] = say("user", "How long does the deployment take?")
    messages[5] = say("assistant", "Twelve minutes.")
    assert set(positions(messages, "duration of deployment")[:2]) == {4, 5}


def test_a_named_author_is_preferred_in_any_script() -> None:
    messages = [
        say("user", "I like tea.", author="Ann"),
        say("user", "I like tea.", author="민수"),
        say("user", "I like tea.", author="Jo"),
    ]
    assert positions(messages, "What does Ann like to drink, tea?")[0] == 0
    assert positions(messages, "민수는 tea?")[0] == 1
    field = Field(index_of(placed(messages)).snapshot(), np.arange(3))
    for question, named in (("Is Joan's tea good?", 0), ("ann and Jo?", 2), ("Ann, 민수, Jo?", 0)):
        found = named_authors(field, question)
        assert (found.speaks.sum() if found.one else 0) == named


def test_a_named_month_is_preferred() -> None:
    dated = [say("user", "We met.", at=datetime(2026, month, 7, tzinfo=UTC)) for month in (3, 5, 9)]
    assert positions(dated, "Who met in May?")[0] == 1
    assert positions(dated, "9월에 누가 met?")[0] == 2


@pytest.mark.parametrize(
    ("question", "months", "years"),
    [
        ("What happened in May 2024?", {5}, {2024}),
        ("May I ask who marched?", set(), set()),
        ("On 3 March, was it open?", {3}, set()),
        ("Was geschah im März?", {3}, set()),
        ("Apa yang terjadi bulan Agustus?", {8}, set()),
        ("12月に何があった？", {12}, set()),
        ("2025년 3월에?", {3}, {2025}),
        ("5個月内?", set(), set()),
        ("Was kostete die Tür des Hauses am 3. Dez 2024?", {12}, {2024}),
        ("Apa yang rusak bulan Agu atau Okt?", {8, 10}, set()),
        ("port 2024", set(), set()),
    ],
)
def test_months_and_years_of_a_question(question: str, months: set[int], years: set[int]) -> None:
    assert named_months(question) == (months, years)


def test_scores_are_brought_to_a_maximum_of_one() -> None:
    assert to_unit(np.array([2.0, 4.0, 0.0])).tolist() == [0.5, 1.0, 0.0]
    assert to_unit(np.zeros(2)).tolist() == [0.0, 0.0]


def test_a_message_without_a_vector_ranks_by_its_words() -> None:
    # Far enough away not to be read as what follows the message that says it.
    between = [say("user", f"Lunch number {i} was fine.") for i in range(8)]
    texts = [say("user", "port 5433"), *between, say("user", "apples"), say("user", "pears")]
    index = index_of(placed(texts))
    index.set_vectors([9, 10], np.array([[1, 0], [0, 1]], np.float32))
    query = make_query("port", vector=np.array([0.6, 0.8], np.float32))
    assert rank(Field(index.snapshot(), np.arange(11)), query).positions.tolist()[0] == 0


def test_ties_go_to_the_earlier_message() -> None:
    messages = [say("user", "x y z")] * 12
    messages[3] = messages[8] = say("user", "port one")
    assert positions(messages, "port")[:2] == [3, 8]

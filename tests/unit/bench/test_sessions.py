"""Sessions of the benches: the same for a seed, long, mixed, and answerable."""

from __future__ import annotations

import re
from itertools import pairwise

from bench.hits import is_hit
from bench.sessions import session


def test_a_seed_gives_one_session_of_the_size_asked_for() -> None:
    made = session(500, 3)
    assert len(made.messages) == len(made.threads) == 500
    assert made == session(500, 3)
    assert made != session(500, 4)


def test_calls_are_answered_by_the_next_message() -> None:
    messages = session(2_000, 5).messages
    calls = [(at, message.calls) for at, message in enumerate(messages) if message.calls]
    assert len(calls) > 40
    assert len({call for _, made in calls for call in made}) == len(calls)
    for at, made in calls:
        if at + 1 < len(messages):
            assert messages[at + 1].answers == made


def test_threads_run_side_by_side_and_come_back() -> None:
    threads = session(1_000, 1).threads
    stretches = sum(a != b for a, b in pairwise(threads))
    assert len(set(threads)) >= 6
    assert stretches > 4 * len(set(threads))


def test_filler_is_a_fifth_to_a_third_and_says_little() -> None:
    made = session(4_000, 2)
    assert 0.20 <= len(made.filler) / 4_000 <= 0.30
    assert all(len(made.messages[at].text) < 30 for at in made.filler)


def test_six_languages_are_spoken() -> None:
    texts = "\n".join(message.text for message in session(4_000, 2).messages)
    for letters in ("[가-힣]{2}", "[ぁ-ん]{2}", "的", "Überprüfung", "pesanan", "the"):
        assert re.search(letters, texts), letters


def test_times_rise() -> None:
    times = [message.at for message in session(1_000, 9).messages]
    assert all(time is not None and time.tzinfo is not None for time in times)
    assert times == sorted(times, key=lambda time: time.timestamp() if time else 0.0)


def test_questions_are_answered_where_they_say_and_nowhere_else() -> None:
    made = session(3_000, 3)
    assert len(made.questions) > 100
    assert sum(bool(question.replaced) for question in made.questions) > 30
    for question in made.questions:
        evidence = made.messages[question.evidence].text
        assert question.statement in evidence
        assert question.answer in question.statement
        assert question.answer not in question.replaced[-1:]
        assert is_hit(f"before\n{evidence}\nafter", question.statement)
        others = [q for q in made.questions if q.evidence != question.evidence][:20]
        assert not any(is_hit(other.statement, question.statement) for other in others)


def test_a_hit_needs_nine_in_ten_of_the_trigrams_in_one_line() -> None:
    statement = "the gate opens at nine and closes at noon on every day but Monday"  # 12 trigrams
    assert is_hit("Jonas: " + statement.upper() + "!", statement)
    assert is_hit(statement.removesuffix(" Monday"), statement)
    assert not is_hit(statement.removesuffix(" but Monday"), statement)
    assert not is_hit(statement.replace(" and ", "\n"), statement)
    assert is_hit("메모: 포트는 5433을 씁니다", "포트는 5433을 씁니다")
    assert not is_hit("메모: 포트는 5432를 씁니다", "포트는 5433을 씁니다")

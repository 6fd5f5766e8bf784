"""From outcomes to rows and tables."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.options import Options
from bench.peers.ceiling import Ceiling
from bench.report import Row
from bench.retention import as_table, locomo
from bench.retention.generator import Recipe, generate
from bench.retention.measuring import Asked, Measured, ask
from bench.retention.rows import rows_of
from bench.retention.scoring import DATED, OLD_ONLY, Replaced
from bench.retention.values import UNANSWERABLE


def asked(at: int, hit: bool, category: str = "headline", budget: int = 1_000) -> Asked:
    return Asked(
        question=f"q{at}", category=category, budget=budget, hit=hit, words=float(hit),
        replaced=Replaced(state=DATED if hit else OLD_ONLY, shown=2, marked=1),
        marks_current=False,
    )  # fmt: skip


def measured(peer: str, hits: list[bool], source: str = "test 1,000", name: str = "a") -> Measured:
    lured = Asked(
        question="u", category=UNANSWERABLE, budget=1_000, hit=False, words=0.0, lured=True
    )
    return Measured(
        source=source, dialogue=name, peer=peer, write_ms=1.5, read_ms=(2.0, 4.0, 30.0),
        asked=(*(asked(at, hit) for at, hit in enumerate(hits)), lured),
    )  # fmt: skip


def find(rows: list[Row], case: str, metric: str) -> Row:
    return next(row for row in rows if row.case == case and row.metric == metric)


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    return rows_of(
        [
            measured("infold", [True] * 9 + [False]),
            measured("hybrid", [True] * 5 + [False] * 5),
            measured("infold", [True] * 4, name="b"),
            measured("hybrid", [True] * 4, name="b"),
        ],
        Options(),
    )


def test_hits_are_shares_of_the_questions_that_have_an_answer(rows: list[Row]) -> None:
    row = find(rows, "test 1,000 | infold | all", "hits at 1,000")
    assert (row.n, row.value) == (14, 13 / 14)
    assert row.low < 13 / 14 < row.high
    assert (str(row.target), row.met) == (">= 0.96", False)
    assert find(rows, "test 1,000 | hybrid | all", "hits at 1,000").target is None


def test_the_lower_bound_has_a_target_of_its_own(rows: list[Row]) -> None:
    row = find(rows, "test 1,000 | infold | all", "lower bound of hits at 1,000")
    assert row.value == find(rows, "test 1,000 | infold | all", "hits at 1,000").low
    assert str(row.target) == ">= 0.94"


def test_replaced_values_are_counted_by_question_and_by_line(rows: list[Row]) -> None:
    case = "test 1,000 | infold | corrected"
    misled = find(rows, case, "replaced shown as current at 1,000")
    assert (misled.n, misled.value, misled.met) == (14, 1 / 14, False)
    marked = find(rows, case, "replaced lines marked at 1,000")
    assert (marked.n, marked.value, marked.met) == (28, 0.5, False)
    assert find(rows, case, "current marked as replaced at 1,000").met is True


def test_look_alikes_are_counted_apart(rows: list[Row]) -> None:
    row = find(rows, "test 1,000 | infold | unanswerable", "look-alikes shown at 1,000")
    assert (row.n, row.value) == (2, 1.0)


def test_the_comparison_is_paired(rows: list[Row]) -> None:
    case = "test 1,000 | infold | beside hybrid"
    assert find(rows, case, "McNemar p at 1,000").value == pytest.approx(2 / 2**4)
    assert find(rows, case, "McNemar p at 1,000").n == 4
    assert find(rows, case, "difference of hits at 1,000").value == pytest.approx(4 / 14)
    assert find(rows, case, "conversations below at 1,000").value == 0


def test_cpu_of_both_ways_is_given(rows: list[Row]) -> None:
    case = "test 1,000 | infold | cpu"
    assert find(rows, case, "writing").value == 1.5
    assert find(rows, case, "reading p50").value == 4.0
    assert find(rows, case, "reading p95").value == 30.0


def test_a_conversation_below_the_other_side_misses_the_target() -> None:
    found = rows_of(
        [
            measured("infold", [False, True], source="locomo"),
            measured("hybrid", [True, True], source="locomo"),
        ],
        Options(),
    )
    below = find(found, "locomo | infold | beside hybrid", "conversations below at 1,000")
    assert (below.value, below.met) == (1, False)
    assert find(found, "locomo | infold | all", "hits at 1,000").met is False


def test_a_sample_is_not_held_to_bounds_of_the_whole() -> None:
    options = Options(quick=True)
    found = rows_of([measured("infold", [False], source="locomo")], options)
    assert [row for row in found if row.target is not None and "hits" in row.metric] == []


def test_tables_hold_all_peers_and_targets(rows: list[Row]) -> None:
    table = as_table(rows)
    assert "test 1,000: 14 questions" in table
    assert "0.929 / 0.93" in table
    assert "MISSED" in table
    assert table.index("infold") < table.index("hybrid")


def test_the_ceiling_answers_every_question_of_a_session() -> None:
    made = generate(Recipe(size=300, seed=4, filler=0.2))
    found = ask(Ceiling(), "ceiling", made, (1_000,))
    answered = [one for one in found.asked if one.category != UNANSWERABLE]
    assert all(one.hit and one.words == 1.0 for one in answered)
    assert not any(one.lured for one in found.asked)
    assert len(found.read_ms) == len(made.questions)


# ------------------------------------------------------------------ files


def test_locomo_is_read(tmp_path: Path) -> None:
    file = tmp_path / "some.json"
    message = {"id": "D1:1", "speaker": "Ana", "text": "Hi!", "time": "1:56 pm on 8 May, 2023"}
    question = {
        "id": "1", "question": "Who?", "category": "c", "evidence": ["D1:1"], "answers": ["Ana"],
    }  # fmt: skip
    known = {"conversations": [{"name": "x", "messages": [message], "questions": [question]}]}
    file.write_text(json.dumps(known), encoding="utf-8")
    (read,) = locomo.read(file)
    assert read.by_turns
    assert read.turns[0].line == "[1:56 pm on 8 May, 2023] Ana: Hi!"
    assert read.turns[0].at.isoformat() == "2023-05-08T13:56:00+00:00"
    assert read.questions[0].evidence == (0,)


def test_a_file_of_another_form_is_named(tmp_path: Path) -> None:
    file = tmp_path / "other.json"
    file.write_text("[]", encoding="utf-8")
    with pytest.raises(SystemExit, match=r"other\.json cannot be read as LoCoMo"):
        locomo.read(file)

"""Importance by rules, and read from any wording of a model's answer (M9)."""

from __future__ import annotations

import pytest

from infold.memory.importance import DEFAULT_IMPORTANCE, importance_of, read_importance


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        ("about 0.8, I think", 0.8),
        ("8/10", 0.8),
        ("80 %", 0.8),
        ("80 percent", 0.8),
        ("0.8", 0.8),
        ("0,8", 0.8),
        (".8", 0.8),
        ("8", 0.8),
        ("I'd say 9", 0.9),
        ("7 out of 10", 0.7),
        ("9 von 10", 0.9),
        ("10点中8点", 0.8),
        ("10点満点中7", 0.7),
        ("on a scale of 1 to 10: 7", 0.7),
        ("0.6-0.8", 0.7),
        ('{"importance": 0.7}', 0.7),
        ("In 2024 I would have said 0.9", 0.9),
        ("high", 0.8),
        ("Very high.", 0.9),
        ("not important", 0.2),
        ("sehr wichtig", 0.9),
        ("rendah", 0.3),
        ("非常重要", 0.9),
        ("重要ではない", 0.2),
        ("높음", 0.8),
        ("中", 0.5),
        ("0", 0.0),
        ("1", 1.0),
        ("100%", 1.0),
    ],
)
def test_a_number_is_read_in_whatever_words(answer: str, value: float) -> None:
    read = read_importance(answer)
    assert read.value == value
    assert not read.note.startswith("default")


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "   ",
        None,
        "It depends on what the user does next, and on how long they will be with us.",
        "The fact is of high value to somebody who does not know it, which is seldom the case.",
        "-3",
        "150",
        "8/0",
        "12/10",
        "nan",
        "inf",
        "\ud800",
    ],
)
def test_what_cannot_be_read_gives_the_default_with_a_note(answer: str | None) -> None:
    read = read_importance(answer)
    assert read.value == DEFAULT_IMPORTANCE
    assert read.note.startswith("default 0.5: ")


def test_health_and_names_weigh_more_than_what_holds_for_a_few_days() -> None:
    assert importance_of("profile", "allergy to peanuts") == 0.9
    assert importance_of("profile", "name") == 0.9
    assert importance_of("profile", "name", subject="user's dog") == 0.8
    assert importance_of("preference", "taste in tea") == 0.5
    assert importance_of("preference") == 0.6
    assert importance_of("decision") == 0.7
    assert importance_of("temporary", "place") == 0.3


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        (0.7, 0.7),
        (8, 0.8),
        ("between 0.2 and 0.4", 0.3),
        ("zwischen 0,2 und 0,4", 0.3),
        ("3 stars of 5", 0.6),
        ("not 0.9 but 0.1", 0.1),
        ("nicht 0,9, sondern 0,1", 0.1),
        ("不是0.9，是0.2", 0.2),
        (None, 0.5),
        (True, 0.5),
        (["0.9"], 0.5),
        (float("nan"), 0.5),
        (float("inf"), 0.5),
    ],
)
def test_an_answer_of_any_kind_is_read_and_never_raises(answer: object, value: float) -> None:
    assert read_importance(answer).value == value

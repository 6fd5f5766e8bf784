"""The cases by another hand: how they are written, and what the rules read of them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from bench.lifecycle.hand import SETS, Story, load, play

FIRST = load("first")
MESSAGES = [one for one in FIRST if one.kind == "extract"]
KNOWN_GAPS = frozenset({"de-h53", "en-h53"})
"""Decisions that are not read; nothing wrong is read in their place."""


@pytest.mark.parametrize("name", SETS)
def test_a_set_has_all_six_languages_and_no_case_twice(name: str) -> None:
    stories = load(name)
    languages = Counter(one.language for one in stories)
    assert set(languages) == {"de", "en", "id", "ja", "ko", "zh"}
    assert min(languages.values()) >= 13
    assert len({one.id for one in stories}) == len(stories)
    assert all(one.steps and (one.exact or one.allowed or one.checks) for one in stories)


@pytest.mark.parametrize("story", MESSAGES, ids=lambda one: one.id)
def test_what_single_messages_state(story: Story, tmp_path: Path) -> None:
    wrong = play(story, tmp_path).wrong
    if story.id in KNOWN_GAPS:
        wrong = [one for one in wrong if not one.startswith("missed")]
    assert wrong == []


@pytest.mark.parametrize(
    "story", [one for one in FIRST if one.id in ("zh-h30", "de-h33", "ja-h42", "ko-h41", "en-h37")]
)
def test_what_happens_over_days(story: Story, tmp_path: Path) -> None:
    assert play(story, tmp_path).wrong == []


def test_a_wrong_answer_is_named(tmp_path: Path) -> None:
    story = Story(id="en-x1", kind="update", steps=["0 I live in Porto."], checks=["+ oslo"])
    assert play(story, tmp_path).wrong == ["+ oslo"]
    message = Story(id="en-x2", kind="extract", steps=["0 I live in Porto."], exact=["nothing"])
    made = play(message, tmp_path)
    assert (made.read, made.right, made.expected) == (1, 0, 0)
    assert [one.partition(":")[0] for one in made.wrong] == ["read"]

"""Law 4: what a model proposes is a suggestion with evidence, and has no say in a plan."""

from __future__ import annotations

import pytest

from infold import Infold, Models
from infold.errors import ConfigError, RateLimited
from infold.models.scripted import ScriptedModel
from infold.prompts.landmarks import Landmarks, Noticed
from tests.integration.engine.graph_talk import chain


def noticed(*found: tuple[int, str, str]) -> Landmarks:
    names = ("message", "label", "quote")
    seen = [Noticed.model_validate(dict(zip(names, one, strict=True))) for one in found]
    return Landmarks(landmarks=seen)


def test_what_it_quotes_must_stand_in_the_message(open_memory) -> None:
    model = ScriptedModel(
        [
            noticed(
                (2, "decided", "We decided to use Kafka 3.1 for the queue"),
                (4, "ruled_out", "We decided to use Kafka 3.1 for the queue"),  # another message's
                (0, "decided", "The database is MySQL"),  # nobody said so
                (99, "pivoted", "Point"),  # no message
                (2, "decided", "because the whole team knows it"),  # once a label
            ),
            noticed(),
        ]
        * 2
    )
    memory = open_memory(models=Models(fold=model))
    chat, ids = chain(memory, 12)
    before = chat.plan_condense()
    found = chat.suggest_marks()
    assert [(one.message, one.label, one.evidence) for one in found] == [
        (ids[2], "decided", "We decided to use Kafka 3.1 for the queue")
    ]
    assert {(one.by, one.state) for one in chat.marks()} == {("model", "suggested")}
    assert [run.members for run in chat.plan_condense().runs] == [
        run.members for run in before.runs
    ]
    chat.confirm(found[0])
    assert chat.plan_condense().graph.marked
    chat.undo()
    chat.unmark(found[0])
    assert chat.suggest_marks() == []  # declined: not proposed again
    assert memory.verify() == []


def test_a_model_that_fails_marks_nothing(open_memory) -> None:
    memory = open_memory(models=Models(extract=ScriptedModel([RateLimited("Slow down.")])))
    chat, _ = chain(memory, 3)
    with pytest.raises(RateLimited):
        chat.suggest_marks()
    assert (chat.marks(), chat.changes()) == ([], [])


def test_without_a_model_the_rules_are_named(memory: Infold) -> None:
    chat, _ = chain(memory, 3)
    with pytest.raises(ConfigError, match="No model proposes"):
        chat.suggest_marks()

from __future__ import annotations

import pytest

from bench.experiment import FACTS, SIZE, run
from bench.experiment.models import ModelSummariser, answered
from bench.options import Options
from bench.retention.generator import PlainRecipe, generate
from bench.retention.values import Question
from infold.models.chat import ChatRequest
from infold.models.roles import Models
from infold.models.scripted import ScriptedModel, ScriptedReply
from infold.trial.summaries import Line


def test_a_plain_session_states_each_fact_once() -> None:
    made = generate(PlainRecipe(size=SIZE, seed=3, filler=0.2, facts=FACTS))
    assert (len(made.turns), len(made.questions)) == (SIZE, FACTS)
    assert {one.category for one in made.questions} == {"headline", "footnote"}
    for one in made.questions:
        (at,) = one.evidence
        assert one.answers[0] in made.turns[at].text


def test_infold_finds_more_facts_than_a_flat_summary_and_clusters_fewer() -> None:
    rows = {(row.case, row.metric): row for row in run(Options(runs=1, budgets=(500,)))}
    shares = [rows[f"{arm}, 500 tokens", "facts found"].value for arm in ("infold", "flat")]
    assert shares[0] > 0.9 > 0.5 > shares[1] > 0.0
    assert rows["classic, 500 tokens", "facts found"].value < 0.5
    assert rows["infold beside flat, 500 tokens", "McNemar p"].met


def test_a_model_writes_each_summary_once() -> None:
    model = ScriptedModel([ScriptedReply(text="Port 5433."), ScriptedReply(text="Other.")])
    summariser = ModelSummariser(model, lambda text: len(text.split()), str.split)
    given = summariser.split(Line(speaker="user", text="The port is 5433. It rains."))
    assert [one.text for one in summariser.select(given, 104)] == ["Port 5433."]
    assert [one.text for one in summariser.select(given, 149)] == ["Port 5433."]
    assert [one.text for one in summariser.select(given, 30)] == ["Other."]
    assert summariser.select([], 100) == []
    assert "at most 100 tokens" in model.calls[0].messages[0].text


@pytest.mark.parametrize("right", [True, False])
def test_a_model_answers_from_the_context_and_another_judges(right: bool) -> None:
    def judge(request: ChatRequest) -> ScriptedReply:
        assert "Expected: 5433\nAnswer: It is 5433" in request.messages[1].text
        return ScriptedReply(text=f'{{"right": {str(right).lower()}}}')

    answer = ScriptedModel([ScriptedReply(text="It is 5433")])
    question = Question(id="q", text="Which port?", category="headline", answers=("5433",))
    models = Models(answer=answer, judge=ScriptedModel(judge))
    assert answered(question, "user: the port is 5433", models) is right
    assert "user: the port is 5433" in answer.calls[0].messages[1].text

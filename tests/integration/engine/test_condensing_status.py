"""G14 and G15: a status that is lost refuses a draft, and both views are asked alike."""

from __future__ import annotations

import pytest

from infold import Infold, Models
from infold.engine.chat import Chat
from infold.graph.condense import CondensePolicy
from infold.models.scripted import ScriptedModel
from tests.integration.engine.graph_talk import chain

POLICY = CondensePolicy(shortest=3, depth=1, ratio=0.5)
CASES = {
    "artifact": (
        "First batch: the glue held best at 35 °C. Write that down as our conclusion.",
        "Correction: the 35 °C was an artifact of a broken sensor. The true optimum is 52 °C.",
        "The glue held best at 35 °C. A later sweep also measured 52 °C.",
        "The 35 °C is retracted as an artifact of a broken sensor; the true optimum is 52 °C.",
    ),
    "port": (
        "The database of the test machine listens on port 5432, please write that down.",
        "Correction: port 5432 is retracted, that was a typo. The database listens on port 6543.",
        "The database listens on port 5432. Port 6543 was mentioned as well.",
        "Port 5432 is retracted as a typo; the database listens on port 6543.",
    ),
}


def talk(memory: Infold, first: str, correction: str) -> tuple[Chat, list[str]]:
    chat = memory.conversation("a")
    said = (first, "How long does the glue take to cure? Tell me in plain words.", correction)
    ids = []
    for text in (*said, "What comes next?", "And after that?"):
        ids.append(chat.append("user", text).id)
        ids.append(
            chat.append(
                "assistant",
                "Noted. I keep the log as you said, and shall come back to it when we plan "
                "the next batch, so that nothing of what was found gets lost.",
            ).id
        )
    return chat, ids


@pytest.mark.parametrize("case", sorted(CASES))
def test_a_value_without_its_retraction_refuses_the_draft(memory: Infold, case: str) -> None:
    """G14: the numbers are the same; only one text says which of them was taken back."""
    first, correction, lossy, fixed = CASES[case]
    chat, ids = talk(memory, first, correction)
    drafts = chat.build(chat.plan_condense(POLICY), "extractive")
    run = drafts.drafts[0].run
    assert {ids[0], ids[4]} <= set(run.members)
    kept = chat.edit_draft(drafts, run.id, fixed)[run.id]
    assert kept.state == "ready", kept.fault
    lost = chat.edit_draft(drafts, run.id, lossy)[run.id]
    # What takes it back is quoted beside it: with the lossy text alone the value would be inverted.
    assert [one for one in kept.fidelity.findings if one.outcome == "inverted"] == []
    source = correction.split(". ")[0]
    told = {claim.text.rstrip(".") for claim in lost.fold.claims} if lost.fold else set()
    assert lost.state == "refused" or source in told
    assert source not in {claim.text.rstrip(".") for claim in kept.fold.claims}


def test_both_views_are_asked_alike_and_keep_what_was_sent(open_memory) -> None:
    """G15: same model, same settings, nothing beside; the path alone differs."""
    model = ScriptedModel(lambda request: f"{len(request.messages)} heard.", model="m-1")
    memory = open_memory(models=Models(answer=model))
    chat, ids = chain(memory, 12)
    chat.append("system", "사실만 답하세요.", parent=ids[-1])
    chat.add_material("Tide 12:40", name="tide.md")
    view = chat.apply(chat.plan_condense(), name="short")
    question = chat.branch(chat.leaf() or "", "Which port does the database listen on?")
    chat.answer(question, view="full", budget=8000)
    chat.answer(question, view=view, budget=8000)
    full, folded = model.calls
    assert (full.temperature, full.max_tokens, full.seed, full.schema) == (
        folded.temperature,
        folded.max_tokens,
        folded.seed,
        folded.schema,
    )
    said = [[(one.role, one.text) for one in call.messages] for call in (full, folded)]
    only = [one for one in said[1] if one not in said[0]]
    assert len(only) == len(view.folds)
    assert all(text.startswith("Folded:\n") for _, text in only)
    assert said[0][-1] == said[1][-1] == ("user", "Which port does the database listen on?")
    one, other = chat.asked()
    assert (one.model, other.model) == ("m-1", "m-1")
    assert one.prompt == chat.preview(question, view="full", budget=8000).prompt
    assert other.prompt == chat.preview(question, view=view, budget=8000).prompt
    assert one.prompt != other.prompt

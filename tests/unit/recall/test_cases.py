"""Small inputs that break systems of this kind, and the right outcome."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from infold.core.folds import Fold
from infold.core.messages import Attachment, Message, Opaque, Text, ToolCall
from infold.errors import IrreducibleContext, NotFound, UsageError
from infold.recall.budget import Budget, budget_for
from infold.recall.context import Context
from tests.unit.recall.builders import COUNTER, call, context, fold_of, placed, result, say


def roles(ctx: Context) -> list[tuple[str, Any]]:
    return [
        (m["role"], m.get("tool_call_id") or [c["id"] for c in m.get("tool_calls") or ()])
        for m in ctx.messages
    ]


@pytest.mark.parametrize("budget", [60, 80, 120, 4_000])
def test_an_orphan_is_never_sent_and_always_counted(budget: int) -> None:
    messages = placed(
        [
            say("user", "List the files."),
            say("assistant", "Shall I?"),
            say("user", "Yes, list them now."),
            call("c2"),
            result("gone", "leftover output"),
            result("c2", "main.py setup.py"),
            say("assistant", "There are two files."),
            say("user", "Which files?"),
        ]
    )
    ctx = context(messages, "Which files?", budget)
    sent = roles(ctx)
    assert ("tool", "gone") not in sent
    assert (("tool", "c2") in sent) == (("assistant", ["c2"]) in sent)
    assert ctx.accounting["total"] == 8
    if budget == 4_000:
        assert sent.index(("tool", "c2")) == sent.index(("assistant", ["c2"])) + 1
        # It cannot be sent as a result, so it is quoted.
        assert "tool result: leftover output" in ctx.messages[-1]["content"]
        assert ctx.state(4) == "raw"


def test_an_orphan_that_is_not_shown_says_so() -> None:
    messages = placed([say("user", "Hello there."), result("gone", "z" * 4_000)])
    ctx = context(messages, "Hello", 20, orphans=[1])
    assert ctx.omissions == {"orphan": 1}
    assert "whose call is not in scope" in ctx.why(1)


@pytest.mark.parametrize("budget", [100, 150, 200, 250, 300, 1_000])
@pytest.mark.parametrize("order", [("a", "b", "c"), ("c", "a", "b")])
def test_a_call_and_its_results_stay_on_one_side(budget: int, order: tuple[str, ...]) -> None:
    body = {"a": "row of the table. " * 34, "b": "second", "c": "third"}
    messages = placed(
        [
            say("user", "Run all three."),
            call("a", "b", "c"),
            *(result(one, body[one]) for one in order),
            say("assistant", "Done with all three."),
            say("user", "What came out?"),
        ]
    )
    ctx = context(messages, "What came out of the table?", budget)
    tools = [m["tool_call_id"] for m in ctx.messages if m["role"] == "tool"]
    assert tools in ([], ["a", "b", "c"])
    assert any(m.get("tool_calls") for m in ctx.messages) == bool(tools)
    assert bool(tools) == (budget >= 250)


def test_results_far_from_their_call_are_sent_beside_it() -> None:
    messages = placed(
        [say("user", "Go."), call("a", text="Going."), say("user", "Hurry."), result("a", "done")]
    )
    ctx = context(messages, "Go", 500)
    assert [m["role"] for m in ctx.messages] == ["user", "assistant", "tool", "user"]
    assert ctx.text.index("Hurry.") < ctx.text.index("done")


def test_a_call_that_has_no_result_yet_keeps_its_words_only() -> None:
    messages = placed(
        [say("user", "Go."), call("a", "b", text="Going."), result("a", "half of it")]
    )
    ctx = context(messages, "Go", 500)
    assert ctx.messages[1] == {"role": "assistant", "content": "Going."}
    assert ctx.messages[-1]["role"] == "system"
    assert "shell result: half of it" in ctx.messages[-1]["content"]


def test_a_system_message_over_the_window_is_refused_at_once() -> None:
    messages = placed(
        [say("system", "rule " * 43_000)] + [say("user", f"step {i}") for i in range(100)]
    )
    with pytest.raises(
        IrreducibleContext, match=r"System message m0 takes 43,002 tokens"
    ) as caught:
        context(messages, "step", budget_for(window=33_000))
    assert caught.value.records == ("m0",)
    # A budget alone calls no model: the message is omitted, and said to be.
    ctx = context(messages, "step", 1_000)
    assert ctx.state(0) in ("omitted", "extracted")


def test_five_short_messages_in_a_window_are_all_there() -> None:
    messages = placed([say("user", f"short message {i}") for i in range(5)])
    for output in (0, None):
        ctx = context(messages, "?", budget_for(window=16_384, output=output))
        assert ctx.accounting["raw"] == 5
        assert [m["content"] for m in ctx.messages] == [m.text for m in messages]


def test_images_are_sent_by_reference_and_can_be_found_again() -> None:
    image = Attachment(kind="image", media_type="image/png", size=814_286)
    messages = placed(
        [
            say("user", f"picture {i}", replace(image, digest=f"{i:064x}", name=f"p{i}.png"))
            for i in range(42)
        ]
    )
    ctx = context(messages, "picture", budget_for(window=1_000_000, max_bytes=5_000_000))
    assert len(ctx.attachments) == 42
    assert {a["digest"] for a in ctx.attachments} == {f"{i:064x}" for i in range(42)}
    assert sum(len(m["content"].encode()) for m in ctx.messages) < 5_000_000
    assert "[image p7.png]" in ctx.text
    small = context(messages, "picture", budget_for(window=1_000_000, max_bytes=300))
    assert len(small.text.encode()) <= 300
    assert 0 < small.accounting["raw"] < 42


def test_thirty_times_filler_is_one_line_of_accounting() -> None:
    messages = placed([say("assistant", "Got it.")] * 30 + [say("user", "The port is 5433.")])
    ctx = context(messages, "Which port?", 40)
    assert ctx.omissions["filler"] == ctx.accounting["omitted"]
    assert ctx.state(30) == "raw"
    assert ctx.text.count("Got it.") <= 2


def test_filler_that_answers_a_shown_question_stands_beside_it() -> None:
    messages = placed(
        [
            say("user", "Shall we drop the legacy importer?"),
            say("assistant", "OK"),
            *(say("user", f"Some other matter, number {i}, of no weight here.") for i in range(60)),
        ]
    )
    ctx = context(messages, "What about the legacy importer?", 120)
    assert "user: Shall we drop the legacy importer?\nassistant: OK" in ctx.text


def pending(messages: list[Message]) -> Fold:
    return replace(fold_of(messages, range(10)), state="pending")


def test_a_pending_fold_shows_its_last_claims_and_nothing_is_invisible() -> None:
    messages = placed([say("user", f"Matter {i} is about topic{i} and more.") for i in range(80)])
    ctx = context(messages, "topic40", 640, folds=[pending(messages)])
    assert ctx.claims[0]["text"] in ctx.text
    assert ctx.accounting["folded"] > 0
    assert ctx.state(40) == "raw"
    assert "source of the claim" in ctx.why(0)
    assert sum(ctx.accounting[s] for s in ("raw", "extracted", "folded", "omitted")) == 80


def test_a_claim_with_a_source_out_of_scope_is_not_shown() -> None:
    messages = placed([say("user", f"Matter {i} is about topic{i} and more.") for i in range(80)])
    fold = fold_of(messages, [0, 1, 2])
    scope = [0, 2, *range(5, 80)]
    assert context(messages, "x", 250, folds=[fold]).claims
    assert context(messages, "x", 250, folds=[fold], path=scope).claims == []


@pytest.mark.parametrize("word", ["needle", "바늘"])
def test_of_a_message_of_five_million_characters_the_right_stretch_is_shown(word: str) -> None:
    filling = "Nothing of note happened here today. " * 67_500
    text = f"{filling}The {word} is in box 7719. {filling}"
    assert len(text) >= 4_900_000
    messages = placed([say("user", text)])
    ctx = context(messages, f"Where is the {word}?", 200)
    assert "box 7719" in ctx.text
    assert ctx.accounting["extracted"] == 1
    assert "…" in ctx.text


def test_a_budget_without_room_for_a_line_names_the_smallest_need() -> None:
    messages = placed([say("user", "The port is 5433.")])
    with pytest.raises(IrreducibleContext, match="needs 7"):
        context(messages, "port", 2)
    assert context(messages, "port", 7).text == "user: The port is 5433."


def test_an_empty_conversation_gives_an_empty_context() -> None:
    ctx = context([], "anything", 100)
    assert (ctx.text, ctx.messages, ctx.accounting["total"]) == ("", [], 0)
    with pytest.raises(NotFound):
        ctx.why(0)


def test_opaque_reasoning_is_never_shown() -> None:
    thought = Message(role="assistant", parts=(Opaque(kind="thinking", data='"s3cret"'),))
    ctx = context(placed([say("user", "Hi."), thought]), "Hi", 400)
    assert "s3cret" not in str(ctx.to_json())


def test_one_date_line_a_day_and_who_speaks() -> None:
    day = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
    next_day = datetime(2023, 5, 9, 8, 0, tzinfo=UTC)
    messages = placed(
        [
            say("user", "Hi.", author="Ann", at=day),
            say("user", "Two\nlines", author="민수", at=day),
            say("assistant", "Morning.", at=next_day),
        ]
    )
    ctx = context(messages, "?", 400)
    assert ctx.text == ("8 May 2023\nAnn: Hi.\n민수: Two\nlines\n9 May\nassistant: Morning.")


def test_the_parts_stand_in_the_order_in_which_they_change() -> None:
    messages = placed(
        [say("system", "Be brief.")]
        + [say("user", f"Matter {i} is about topic{i} and more of it.") for i in range(200)]
    )
    ctx = context(messages, "topic40", 1_000, folds=[fold_of(messages, range(60, 72))])
    assert ctx.text.startswith("system: Be brief.\nFolded:\nMatter 59; Matter 60;")
    assert ctx.prefix + "\nEvidence:" == ctx.text[: len(ctx.prefix) + 10]
    assert "topic40 " in ctx.text[len(ctx.prefix) :]
    assert ctx.messages[0] == {"role": "system", "content": "Be brief."}
    assert ctx.messages[-1]["content"].startswith("Evidence:")
    assert ctx.accounting["folded"] >= 8


def test_why_finds_messages_that_were_not_loaded() -> None:
    messages = placed([say("user", f"Matter {i} about topic{i}.") for i in range(300)])
    ctx = context(messages, "topic40", 60)
    with pytest.raises(NotFound, match="m9"):
        ctx.why("m9")
    found = replace(ctx, _locate={m.id: m.position for m in messages}.get)
    assert found.why("m9") == ctx.why(9)
    assert "no room" in ctx.why(9)


def test_an_unknown_layout_is_refused() -> None:
    with pytest.raises(UsageError, match="No such layout"):
        context(placed([say("user", "x")]), "x", 100, layout="wide")


def test_what_is_sent_never_exceeds_a_counter_that_counts_more() -> None:
    class Double:
        def count(self, text: str) -> int:
            return 2 * COUNTER.count(text)

    import numpy as np

    from infold.recall.context import finish, prepare
    from infold.recall.field import Field
    from infold.recall.query import make_query
    from tests.unit.recall.builders import index_of

    messages = placed([say("user", f"Matter {i} about topic{i}.") for i in range(100)])
    draft = prepare(
        Field(index_of(messages).snapshot(), np.arange(100)),
        query=make_query("topic40"),
        budget=Budget(tokens=300),
    )
    ctx = finish(draft, {p: messages[p] for p in draft.needs}, Double())
    assert Double().count(ctx.text) == ctx.accounting["tokens"] <= 300
    assert isinstance(messages[40].parts[0], Text)
    assert ctx.state(40) == "raw"


def test_a_command_is_evidence_too_and_names_its_tool() -> None:
    asked = ToolCall(id="q", name="shell", arguments='{"cmd": "psql -p 5433 -d orders"}')
    messages = placed(
        [Message(role="assistant", parts=(asked,)), result("q", "connected to orders")]
        + [say("user", f"Another matter {i} without weight.") for i in range(80)]
    )
    ctx = context(messages, "Which command opened psql?", 150)
    assert 'assistant calls shell: {"cmd": "psql -p 5433 -d orders"}' in ctx.text
    assert ctx.state(0) == "raw"
    assert not any(m.get("tool_calls") for m in ctx.messages)


def test_of_a_long_result_a_stretch_is_quoted_under_its_tools_name() -> None:
    log = "Nothing to report here. " * 300 + "Error E4711 in worker seven. " + "All is fine. " * 300
    messages = placed(
        [call("q"), result("q", log)]
        + [say("user", f"Another matter {i} without weight.") for i in range(80)]
    )
    ctx = context(messages, "What was error E4711?", 300)
    assert "shell result: … " in ctx.text
    assert "Error E4711 in worker seven." in ctx.text
    (source,) = [s for s in ctx.sources if s["position"] == 1]
    assert "E4711" in log[source["start"] : source["end"]]
    assert ctx.state(1) == "extracted"
    assert ctx.why(1) == "Message 1 is extracted: a stretch of it is shown as evidence."


@pytest.mark.parametrize("budget", [1, 2, 3, 4, 50])
def test_an_empty_path_at_any_budget(budget: int) -> None:
    assert context(placed([say("user", "x")]), "x", budget, path=[]).text == ""


def test_a_call_without_arguments_and_an_image_alone_can_be_shown() -> None:
    image = Attachment(kind="image", digest="ab" * 32, name="plan.png")
    asked = ToolCall(id="q", name="list_tables")
    messages = placed(
        [
            Message(role="assistant", parts=(asked,)),
            result("q", "orders"),
            say("user", image),
            *(say("user", f"Another matter {i} without any weight.") for i in range(6)),
        ]
    )
    ctx = context(messages, "?", 400)
    assert "assistant calls list_tables" in ctx.text
    assert "user: [image plan.png]" in ctx.text
    assert ctx.accounting["omitted"] == 0

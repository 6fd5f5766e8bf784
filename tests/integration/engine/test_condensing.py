"""Condensing a stored conversation: the plan, drafts, views, and what opens them (G1 to G13)."""

from __future__ import annotations

import json
import random
import sqlite3
import threading
from pathlib import Path

import pytest

from infold import Infold
from infold.core.folds import VERBATIM
from infold.core.messages import Attachment, Text
from infold.engine.chat import Chat
from infold.engine.drafts import BuildStep, Drafts
from infold.errors import Conflict, GraphError, NotFound, RateLimited, StalePlan, UsageError
from infold.graph.condense import CondensePolicy
from infold.models.chat import ChatRequest
from infold.models.scripted import Answer, ScriptedModel, ScriptedReply
from tests.integration.engine.graph_talk import chain, turn


def writer(request: ChatRequest) -> str:
    """A model that repeats what it is given: the first sentence with a fact of each message."""
    claims = []
    for line in request.messages[1].text.splitlines():
        record = json.loads(line)
        if "message" in record and "list. " in record["text"]:
            text = record["text"].split("list. ")[1].removesuffix(" Is that clear?")
            claims.append({"text": text, "sources": [record["message"]]})
    return json.dumps({"claims": claims}, ensure_ascii=False)


def condensed(chat: Chat, name: str = "short") -> Drafts:
    drafts = chat.build(chat.plan_condense(), "extractive")
    assert [one.state for one in drafts.drafts] == ["ready"] * len(drafts.drafts)
    chat.apply(drafts, name=name)
    return drafts


def test_a_ruled_out_turn_breaks_the_chain_and_stays_whole(memory: Infold) -> None:
    """G1."""
    chat, ids = chain(memory, 12)
    chat.mark(ids[9], "landmark", label="ruled_out")
    plan = chat.plan_condense()
    assert [run.members for run in plan.runs] == [tuple(ids[:8]), tuple(ids[10:16])]
    view = chat.apply(plan)
    text = chat.context("list?", budget=8000, view=view).text
    for one in chat.messages()[8:10]:
        assert one.text in text
    assert chat.messages()[4].text not in text


def test_a_view_reads_the_same_path_with_folded_runs_as_claims(memory: Infold) -> None:
    chat, _ = chain(memory, 10)
    condensed(chat)
    full = chat.context("port?", budget=8000)
    made = chat.context("port?", budget=8000, view="short")
    assert made.accounting["tokens"] < 0.8 * full.accounting["tokens"]
    assert made.accounting["total"] == full.accounting["total"] == 20
    states = [made.state(position) for position in range(20)]
    assert states[12:] == ["raw"] * 8
    assert set(states[:12]) <= {"folded", "omitted"}
    for position in range(12):
        shown = any(s["position"] == position for c in made.claims for s in c["spans"])
        assert shown == (states[position] == "folded")
    assert made.omissions == ({"in_a_fold": states.count("omitted")} if "omitted" in states else {})
    assert "PostgreSQL 16.0" in made.text
    assert chat.context("port?", budget=8000, view="full").text == full.text
    small = chat.context("PostgreSQL port?", budget=200, view="short")
    assert small.accounting["tokens"] <= 200
    assert sum(small.accounting[s] for s in ("raw", "extracted", "folded", "omitted")) == 20
    assert "5400" in small.text
    # Evidence comes from what the view shows, never from what it has folded.
    assert all(source["position"] >= 12 for source in small.sources)


def test_claims_fill_what_the_turns_beside_them_leave(memory: Infold) -> None:
    chat, _ = chain(memory, 60)
    condensed(chat)
    made = chat.context("Which Kafka is that of point 41?", budget=900, view="short")
    assert made.accounting["raw"] == 8
    assert 600 <= made.accounting["tokens"] <= 900
    assert "Kafka 3.41" in made.text
    assert made.accounting["folded"] > 0


def test_a_value_deep_in_an_answer_reaches_model_and_check(memory: Infold) -> None:
    """G3."""
    chat, _ = chain(memory, 3)
    chat.append("user", "Point 90 of our list. Tell all there is to tell. Is that clear?")
    long = " ".join(f"It goes on and on in words alone ({chr(97 + n % 26)})." for n in range(52))
    chat.append("assistant", f"{long} The valve opens at 731.4 bar and not before.")
    for n in range(4, 9):
        turn(chat, n)
    model = ScriptedModel(writer)
    drafts = chat.build(chat.plan_condense(), model)
    assert any("731.4" in request.messages[1].text for request in model.calls)
    fidelity = drafts.drafts[0].fidelity
    assert fidelity is not None
    # The model left it out: it was missed, and its sentence is quoted.
    assert {one.outcome for one in fidelity.findings if "731" in one.text} == {"kept"}
    assert "The valve opens at 731.4 bar" in drafts.drafts[0].text


def test_no_text_of_one_tree_reaches_another(memory: Infold) -> None:
    """G4."""
    chat = memory.conversation("two")
    for n in range(9):
        turn(chat, n, mark="KANARIE-EINS ")
    first = chat.append("user", "KANARIE-ZWEI begins.", parent=[]).id
    chat.append("assistant", "Fine.", parent=first)
    for n in range(20, 29):
        turn(chat, n, mark="KANARIE-ZWEI ")
    plan = chat.plan_condense()
    assert len(plan.runs) == 2
    model = ScriptedModel(writer)
    drafts = chat.build(plan, model)
    assert len(model.calls) >= 2
    for request in model.calls:
        prompt = "".join(message.text for message in request.messages)
        assert ("EINS" in prompt) != ("ZWEI" in prompt)
    for draft in drafts.drafts:
        assert draft.fold is not None
        sources = {m.id: m.text for m in chat.messages() if m.id in draft.fold.sources}
        assert {s.message for c in draft.fold.claims for s in c.spans} <= set(sources)


def test_the_brief_is_what_true_ancestors_established(memory: Infold) -> None:
    chat, ids = chain(memory, 8)
    fork = ids[7]
    for n in range(30, 38):
        last = turn(chat, n, parent=fork if n == 30 else None)[1]
    for n in range(50, 58):
        turn(chat, n, parent=fork if n == 50 else None)
    plan = chat.plan_condense()
    assert len(plan.runs) == 3
    model = ScriptedModel(writer)
    chat.build(plan, model)
    briefs = [
        [
            json.loads(line)["established"]
            for line in call.messages[1].text.splitlines()
            if "established" in json.loads(line)
        ]
        for call in model.calls
    ]
    assert briefs[0] == []
    assert any("5400" in line for line in briefs[1])
    assert any("5400" in line for line in briefs[2])
    assert not any("Kafka 3.33" in line for line in briefs[2])
    assert last != chat.leaf()


def test_role_prompts_and_attachments_break_a_run_and_are_never_lost(memory: Infold) -> None:
    """G5."""
    chat, ids = chain(memory, 4)
    chat.append("system", "Answer as a ship's cook.")
    more = [turn(chat, n) for n in range(4, 8)]
    image = memory.attach(b"not really an image", media_type="image/png", name="plan.png")
    assert isinstance(image, Attachment)
    asked = chat.append("user", [Text(text="See the plan, please."), image])
    chat.append("assistant", "I see it.", parent=asked.id)
    for n in range(8, 14):
        turn(chat, n)
    plan = chat.plan_condense()
    assert {one.breaker for one in plan.refused} >= {"role prompt", "attachment"}
    everything = [m.id for m in chat.messages()[:-8]]
    person = plan.pick().add(everything)
    view = chat.apply(person)
    made = chat.context("list?", budget=8000, view=view)
    assert {"role": "system", "content": "Answer as a ship's cook."} in made.messages
    assert [one["name"] for one in made.attachments] == ["plan.png"]
    assert len(view.folds[0].fold.sources) == len(everything)
    assert ids[0] in everything
    assert more


def test_highlights_survive_every_round_word_for_word(memory: Infold) -> None:
    """G6."""
    chat, ids = chain(memory, 9)
    words = "상하이"
    odd = chat.append("user", f'Two lines:\n  "{words}"  \n]</summary> and more of them.').id
    chat.append("assistant", "I see.")
    held = [
        chat.mark(ids[4], "highlight", text="a report from Anna"),
        chat.mark(odd, "highlight", text=f'lines:\n  "{words}"  \n]</summary> and'),
    ]
    grown = 20
    for number in range(1, 4):
        for _ in range(5):
            turn(chat, grown)
            grown += 1
        plan = chat.plan_condense()
        drafts = chat.build(plan, "extractive")
        view = chat.apply(drafts, name=f"round {number}")
        carried = [
            (claim.text, claim.spans)
            for one in view.folds
            for claim in one.fold.claims
            if claim.level == VERBATIM
        ]
        assert {text for text, _ in carried} == {mark.text for mark in held}
        assert {
            (span.message, span.part, span.start, span.end)
            for _, spans in carried
            for span in spans
        } == {(mark.message, mark.part, mark.start, mark.end) for mark in held}
        made = chat.context("anything?", budget=20_000, view=view)
        assert all(mark.text in made.text for mark in held)
        chat.archive(view, uncompared=True)
        assert all(mark.text in chat.context("x", budget=20_000).text for mark in held)
    assert memory.verify() == []


def test_rounds_grow_the_store_by_new_turns_only(memory: Infold) -> None:
    chat, _ = chain(memory, 4)

    def rows() -> int:
        connection = sqlite3.connect(memory.store.path)
        try:
            tables = [
                row[0]
                for row in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")
                if not row[0].startswith("alembic")
            ]
            return sum(
                connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in tables
            )
        finally:
            connection.close()

    grown, n = [], 4
    for _ in range(3):
        for _ in range(8):
            turn(chat, n)
            n += 1
        drafts = chat.build(chat.plan_condense(), "extractive")
        before = rows()
        view = chat.apply(drafts)
        folds = [one.fold for one in view.folds]
        assert rows() - before <= len(folds) + sum(len(fold.claims) for fold in folds) + 10
        chat.archive(view, uncompared=True)
        grown.append(rows())
        assert len(chat.messages()) == 2 * n
    first, second = grown[1] - grown[0], grown[2] - grown[1]
    assert second <= 1.2 * first
    covered = [
        source for view in chat.views()[-1:] for one in view.folds for source in one.fold.sources
    ]
    assert len(covered) == len(set(covered)) == 2 * (n - 4)


def five_runs(memory: Infold) -> Chat:
    chat = memory.conversation("five")
    for n in range(24):
        ids = turn(chat, n)
        if n % 4 == 3 and n < 20:
            chat.mark(ids[0], "landmark", label="decided")
    return chat


@pytest.mark.parametrize("is_foreign", [False, True])
def test_a_run_that_fails_is_retried_alone(memory: Infold, is_foreign: bool) -> None:
    """G7: whatever a model of the caller's own raises."""
    chat = five_runs(memory)
    plan = chat.plan_condense()
    assert len(plan.picked) == 5
    calls = 0

    def third_fails(request: ChatRequest) -> Answer:
        nonlocal calls
        calls += 1
        if calls == 3 and is_foreign:
            raise RuntimeError("Slow down.")
        return RateLimited("Slow down.") if calls == 3 else writer(request)

    drafts = chat.build(plan, ScriptedModel(third_fails))
    assert [one.state for one in drafts.drafts] == ["ready", "ready", "failed", "ready", "ready"]
    assert "Slow down" in drafts.drafts[2].fault
    again = ScriptedModel(writer)
    whole = chat.build(drafts, again)
    assert [one.state for one in whole.drafts] == ["ready"] * 5
    assert len(again.calls) == 1
    assert whole.drafts[0] is drafts.drafts[0]
    # What was built is kept by what it was made from: another process pays for nothing twice.
    silent = ScriptedModel([])
    assert [one.is_cached for one in chat.build(plan, silent).drafts] == [True] * 5
    assert silent.calls == []
    assert whole.price.calls == 6  # the try that failed is counted, too


def test_cancel_stops_the_request_and_all_that_would_follow(memory: Infold) -> None:
    """G8."""
    chat = five_runs(memory)
    cancel = threading.Event()
    seen: list[BuildStep] = []

    def slow(request: ChatRequest) -> Answer:
        if len(model.calls) == 2:
            threading.Timer(0.05, cancel.set).start()
            return ScriptedReply(text=writer(request), delay=30.0)
        return writer(request)

    model = ScriptedModel(slow)
    drafts = chat.build(chat.plan_condense(), model, progress=seen.append, cancel=cancel)
    assert drafts.is_cancelled
    assert len(model.calls) == 2
    assert [one.state for one in drafts.drafts] == ["ready", *["waiting"] * 4]
    assert [(one.number, one.state) for one in seen] == [
        (1, "building"),
        (1, "ready"),
        (2, "building"),
    ]
    assert len(chat.apply(drafts).folds) == 1


def test_only_the_tree_that_was_folded_is_archived(memory: Infold) -> None:
    """G10."""
    chat, _ = chain(memory, 9)
    one = chat.leaf()
    chat.append("user", "Something else altogether, point 70.", parent=[])
    for n in range(70, 80):
        turn(chat, n)
    plan = chat.plan_condense()
    view = chat.apply(plan.pick(plan.runs[0].id))
    before = chat.context("list?", budget=20_000)
    with pytest.raises(Conflict, match="compared"):
        chat.archive(view)
    chat.archive(view, uncompared=True)
    after = chat.context("list?", budget=20_000)
    assert after.text == before.text
    assert after.accounting["omitted"] == 0
    assert chat.context("list?", budget=20_000, leaf=one).accounting["raw"] == 8
    chat.restore(view)
    assert chat.context("list?", budget=20_000, leaf=one).accounting["raw"] == 18


def test_long_chains_and_ladders_of_diamonds_are_read_without_recursion(memory: Infold) -> None:
    """G12, on a stored conversation; `tests/unit/graph` has the chain of 10,000."""
    chat = memory.conversation("ladder")
    last = turn(chat, 0)[1]
    for n in range(1, 26):
        left = turn(chat, 2 * n, parent=last)[1]
        right = turn(chat, 2 * n + 1, parent=last)[1]
        last = chat.append("user", f"Both of {n}?", parent=[left, right]).id
        last = chat.append("assistant", "Both.", parent=last).id
    assert chat.plan_condense().runs == ()
    assert chat.context("both?", budget=200_000).accounting["raw"] == len(chat.messages())


def test_the_order_of_edges_changes_nothing(memory: Infold, tmp_path: Path) -> None:
    """G13: wires made in another order, in another store."""
    texts = []
    for number, seed in enumerate((1, 2)):
        path = tmp_path / f"{number}.db"
        with Infold.open(path, settings=memory.settings, clock=memory.clock) as other:
            chat, ids = chain(other, 10)
            pairs = [(ids[0], ids[9]), (ids[1], ids[9]), (ids[2], ids[15])]
            random.Random(seed).shuffle(pairs)
            for quoted, quoting in pairs:
                chat.reference(quoted, quoting)
            view = chat.apply(chat.plan_condense(CondensePolicy(shortest=1)))
            texts.append(
                (
                    chat.context("port?", budget=900, view=view).text,
                    chat.context("port?", budget=9000, view=view).text,
                    [one.reason for one in chat.plan_condense().refused],
                )
            )
    assert texts[0] == texts[1]


def test_a_plan_is_applied_against_what_it_saw(memory: Infold) -> None:
    chat, ids = chain(memory, 9)
    drafts = chat.build(chat.plan_condense(), "extractive")
    turn(chat, 60)  # the chat goes on
    chat.mark(ids[17], "pin")  # a mark elsewhere
    assert len(chat.apply(drafts, name="one").folds) == 1
    chat.mark(ids[3], "highlight", text="that is noted")
    with pytest.raises(StalePlan) as caught:
        chat.apply(drafts)
    assert caught.value.records == (ids[0],)
    fresh = chat.rebase(drafts)
    assert [one.state for one in fresh.drafts] == ["waiting"]
    view = chat.apply(chat.build(fresh, "extractive"), name="two")
    carried = [c.text for c in view.folds[0].fold.claims if c.level == VERBATIM]
    assert carried == ["that is noted"]


@pytest.mark.parametrize(("quoted", "below"), [(4, 18), (2, 8)])
def test_a_reference_into_a_run_makes_its_plan_stale(
    memory: Infold, quoted: int, below: int
) -> None:
    chat, ids = chain(memory, 10)
    drafts = chat.build(chat.plan_condense(), "extractive")
    chat.reference(ids[quoted], ids[below])
    with pytest.raises(StalePlan):
        chat.apply(drafts)


def test_a_view_without_a_name_gets_the_next_that_is_free(memory: Infold) -> None:
    chat, _ = chain(memory, 10)
    first = chat.apply(chat.plan_condense())
    chat.rename_view(first, "View 2")
    assert chat.apply(chat.plan_condense()).name == "View 3"


def test_rebase_keeps_the_drafts_that_stand(memory: Infold) -> None:
    chat = five_runs(memory)
    drafts = chat.build(chat.plan_condense(), "extractive")
    inside = drafts.drafts[2].run.members[2]
    chat.append("assistant", "Another answer.", parent=inside)
    chat.set_leaf(chat.messages()[47])
    with pytest.raises(StalePlan):
        chat.apply(drafts)
    fresh = chat.rebase(drafts)
    kept = [one.run.id for one in fresh.drafts if one.state == "ready"]
    assert kept == [one.run.id for n, one in enumerate(drafts.drafts) if n != 2]
    assert len(chat.apply(fresh).folds) == 4


def change_mark(chat: Chat, ids: list[str]) -> None:
    chat.mark(ids[3], "landmark", label="decided")


def change_version(chat: Chat, ids: list[str]) -> None:
    chat.edit(ids[3], "A new version of this answer.")


def change_branch(chat: Chat, ids: list[str]) -> None:
    chat.append("user", "Another way from here?", parent=ids[3])


def change_cut(chat: Chat, ids: list[str]) -> None:
    chat.cut(ids[3], ids[4])


@pytest.mark.parametrize(
    ("change", "flag"),
    [
        (change_mark, "a landmark was set inside"),
        (change_version, "a branch or a new version was opened inside"),
        (change_branch, "a branch or a new version was opened inside"),
        (change_cut, "a wire was changed inside"),
    ],
)
def test_what_happens_inside_a_fold_opens_it_and_flags_it(
    memory: Infold, change: object, flag: str
) -> None:
    chat, ids = chain(memory, 9)
    condensed(chat)
    assert callable(change)
    before = chat.views()
    change(chat, ids)
    (one,) = chat.views()[0].folds
    assert (one.is_open, one.flag) == (True, flag)
    chat.set_leaf(ids[17]) if change is not change_cut else None
    shown = chat.context("list?", budget=9000, view="short")
    assert shown.claims == []
    if change is not change_branch:
        while len(chat.changes()) and any(step.state == "done" for step in chat.changes()[1:]):
            chat.undo()
            if [s.state for s in chat.changes()][1:] == ["undone"] * (len(chat.changes()) - 1):
                break
        assert chat.views() == before


def test_going_on_below_a_fold_opens_nothing(memory: Infold) -> None:
    chat, ids = chain(memory, 9)
    condensed(chat)
    turn(chat, 40)
    turn(chat, 41, parent=ids[11])  # a branch from the last turn of the run, not from inside
    assert [one.is_open for one in chat.views()[0].folds] == [False]


def test_a_highlight_that_a_fold_carries_opens_nothing(memory: Infold) -> None:
    chat, ids = chain(memory, 9)
    held = chat.mark(ids[3], "highlight", text="that is noted")
    condensed(chat)
    chat.unmark(held)
    chat.mark(ids[3], "highlight", text="that is noted")
    assert not chat.views()[0].folds[0].is_open
    chat.mark(ids[3], "highlight", text="come back")
    assert chat.views()[0].folds[0].flag == "a highlight was set inside"


def test_asking_from_inside_a_folded_run_shows_that_run(memory: Infold) -> None:
    chat, ids = chain(memory, 9)
    condensed(chat)
    made = chat.context("list?", budget=9000, view="short", leaf=ids[5])
    assert made.claims == []
    assert made.accounting["raw"] == made.accounting["total"] == 6


def test_folds_nest_or_are_disjoint(memory: Infold) -> None:
    chat, ids = chain(memory, 14)
    plan = chat.plan_condense()
    inner = chat.apply(plan.pick().add(ids[4:10]), name="inner")
    outer = chat.plan_condense(view=inner).pick().add(ids[:16])
    nested = chat.apply(outer, name="outer")
    assert [len(one.fold.sources) for one in nested.folds] == [16, 6]
    made = chat.context("list?", budget=9000, view=nested)
    assert {claim["fold"] for claim in made.claims} == {nested.closed[0].fold.id}
    chat.toggle(nested, nested.closed[0].fold.id)
    opened = chat.context("list?", budget=9000, view=nested)
    assert {claim["fold"] for claim in opened.claims} == {inner.folds[0].fold.id}
    with pytest.raises(GraphError, match="neither holds the other"):
        chat.apply(chat.plan_condense(view=inner).pick().add(ids[6:14]))


def test_a_draft_is_edited_checked_and_recorded_as_the_persons(memory: Infold) -> None:
    chat, _ = chain(memory, 9)
    plan = chat.plan_condense()
    drafts = chat.build(plan, "extractive")
    run = plan.runs[0].id
    mine = chat.edit_draft(
        drafts, run, "The database listens on port 5400.\nKafka 3.1 is the queue."
    )
    draft = mine[run]
    assert draft.state == "ready", draft.fault
    assert draft.fold is not None
    assert draft.fold.method == "person"
    assert draft.text.splitlines()[0] == "The database listens on port 5400."
    assert "We decided to use Kafka 3.1" in draft.text  # what must be kept is quoted beside it
    wrong = chat.edit_draft(drafts, run, "The database listens on port 9999.")
    assert wrong[run].state == "refused"
    assert "9999" in wrong[run].fault
    with pytest.raises(UsageError):
        chat.apply(wrong)
    with pytest.raises(UsageError):
        chat.apply(mine.drop(run))
    with pytest.raises(NotFound):
        mine.drop("m_none")
    view = chat.apply(mine)
    assert view.folds[0].fold.method == "person"
    assert memory.verify() == []


def test_a_page_has_a_footnote_for_each_source(memory: Infold) -> None:
    chat, ids = chain(memory, 9)
    chat.mark(ids[4], "highlight", text="a report from Anna")
    condensed(chat)
    page = chat.markdown(view="short")
    assert "- “a report from Anna”[^" in page
    notes = [line for line in page.splitlines() if line.startswith("[^")]
    assert notes[0].startswith("[^1]: #")
    assert page.count("[^1]") == 2
    assert chat.messages()[-1].text in page
    assert "[^" not in chat.markdown()


def test_an_empty_conversation_has_no_plan(memory: Infold) -> None:
    with pytest.raises(NotFound):
        memory.conversation("none").plan_condense()


def test_a_plan_may_be_applied_at_once(memory: Infold) -> None:
    chat, _ = chain(memory, 9)
    view = chat.apply(chat.plan_condense())
    assert (view.name, view.base, view.state) == ("View 1", 18, "live")
    assert view.folds[0].fold.method == "extractive"
    assert chat.undo().name == "condense into 1"
    with pytest.raises(NotFound):
        chat.context("x", budget=100, view=view)

"""Comparing two views through the real ask path; the controls come first (G15)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from io import StringIO

import pytest
from rich.console import Console

from infold import Infold
from infold.cli.compare_tables import comparison
from infold.core.folds import Claim, Fold, Price, Span
from infold.core.views import View
from infold.engine.chat import Chat
from infold.engine.drafts import Draft, Drafts
from infold.engine.identity import fold_with_ids
from infold.errors import Conflict, ModelError, ModelTimeout, NotFound, RateLimited, UsageError
from infold.fold.planning import place_claims
from infold.models.chat import ChatRequest
from infold.models.scripted import ScriptedModel, ScriptedReply
from infold.prompts.judge_answers import Judged
from infold.trial.compare import Comparison
from tests.integration.engine.graph_talk import turn
from tests.integration.engine.quoting import quoting

FACTS = (
    "The billing database listens on port 5432 of the machine in Graz.",
    "Der Server atlas-07 steht in Frankfurt und wird jeden Sonntag neu gestartet.",
    "데이터베이스 백업은 매일 03:15에 실행되고 30일 동안 보관됩니다.",
    "我们决定把货物从上海发到汉堡，预计需要45天，由王芳负责跟进。",
    "横浜倉庫の在庫は640箱で、毎週金曜日に田中さんが数え直すことになっています。",
    "Kami memakai gudang di Surabaya dengan kapasitas 7500 peti untuk pesanan bulan depan.",
    "Le rapport de Zoé coûte 1,250 € et sera relu par l'équipe financière en décembre.",
)
RETRACTION = "The billing database does not listen on port 5432: use port 5433, not 5432."


def talk(memory: Infold, name: str = "talk") -> Chat:
    """A chain with a fact a turn in seven languages, and one that is taken back."""
    chat = memory.conversation(name)
    for fact in (*FACTS, RETRACTION):
        chat.append("user", f"{fact} Please keep that in mind until we meet again next week.")
        chat.append(
            "assistant",
            "Thank you, that is noted. I shall come back to it when we plan the next steps "
            "together, and tell everybody who has to know of it in good time, as you asked me to.",
        )
    for number in range(60, 65):
        turn(chat, number)
    return chat


def tampered(
    memory: Infold, chat: Chat, change: Callable[[Claim], Claim | None], name: str
) -> tuple[View, Fold]:
    """A view whose fold says what a change makes of its claims, past all checks."""
    drafts = chat.build(chat.plan_condense(), "extractive")
    (draft,) = drafts.drafts
    assert draft.fold is not None
    places = {message.id: message.position for message in chat.messages()}
    made = [change(replace(claim, id="")) for claim in draft.fold.claims]
    kept = tuple(dict.fromkeys(claim for claim in made if claim is not None))
    fold = fold_with_ids(
        memory.secret,
        chat.id,
        replace(draft.fold, claims=place_claims(kept, places, memory.counter), made_from=name),
    )
    memory.store.write(lambda tx: tx.add_folds(chat.scope, chat.id, [fold]))
    changed: list[Draft] = [replace(draft, fold=fold)]
    return chat.apply(Drafts(plan=drafts.plan, drafts=tuple(changed)), name=name), fold


def without_retraction(chat: Chat) -> Callable[[Claim], Claim | None]:
    """Put what was said first in the place of what took it back, as a bad summary does.

    It names the message of the retraction as its source: at what was said first the context would
    itself mark what no longer holds.
    """
    last = chat.messages()[14]
    span = Span(message=last.id, part=0, start=0, end=len(RETRACTION))
    return lambda one: Claim(text=FACTS[0], spans=(span,)) if "543" in one.text else one


MODELS = [pytest.param(True, id="model"), pytest.param(False, id="contexts")]


def asked(chat: Chat, view: View, *, model: bool, other: View | None = None) -> Comparison:
    made = ScriptedModel(quoting) if model else "none"
    return chat.compare(view, other, model=made)


# ------------------------------------------------------------------ controls


@pytest.mark.parametrize("model", MODELS)
def test_a_view_against_itself_loses_nothing(memory: Infold, model: bool) -> None:
    chat = talk(memory)
    view = chat.apply(chat.plan_condense(), name="short")
    found = asked(chat, view, other=view, model=model)
    assert len(found.pairs) >= len(FACTS)
    assert found.of("status")
    assert found.of("value")
    assert found.discordant == (0, 0)
    assert found.losses == ()
    assert found.retention().value == 1.0
    for pair in found.pairs:
        assert pair.left[0].prompt == pair.right[0].prompt


@pytest.mark.parametrize("model", MODELS)
def test_an_emptied_fold_is_found_out(memory: Infold, model: bool) -> None:
    chat = talk(memory)
    view, fold = tampered(memory, chat, lambda _: None, "empty")
    found = asked(chat, view, model=model)
    assert found.counts("left")["kept"] == len(found.pairs) >= len(FACTS)
    assert found.retention().value == 0.0
    assert len(found.losses) == len(found.pairs)
    assert {one.outcome for one in found.losses} == {"lost"}
    assert {(one.fold, one.run) for one in found.losses} == {(fold.id, fold.sources[0])}
    assert found.p_value < 0.05
    # What the report names is mended by what it offers.
    chat.expand_losses(found)
    again = asked(chat, chat.view("empty"), model=model)
    assert again.retention().value == 1.0 or not again.pairs
    mended = chat.compare(view, model="none", probes=[pair.probe for pair in found.pairs])
    assert mended.retention().value == 1.0
    assert mended.losses == ()


@pytest.mark.parametrize("model", MODELS)
def test_a_removed_retraction_is_an_inversion(memory: Infold, model: bool) -> None:
    chat = talk(memory)
    whole = chat.apply(chat.plan_condense(), name="whole")
    assert asked(chat, whole, model=model).counts("right")["inverted"] == 0
    view, fold = tampered(memory, chat, without_retraction(chat), "lossy")
    assert any("5432" in claim.text for claim in fold.claims if claim.level)
    found = asked(chat, view, model=model)
    inverted = [one for one in found.losses if one.outcome == "inverted"]
    assert found.losses[0].outcome == "inverted"
    (status,) = {one.probe.value for one in inverted if one.probe.kind == "status"}
    assert status == "5432"
    # The source that is named is that of the retraction, with its turn.
    assert inverted[0].probe.text == RETRACTION
    assert inverted[0].probe.message == chat.messages()[14].id
    assert inverted[0].probe.turn == 8
    # To carry that sentence opens the run, and the next build holds it word for word.
    (mark,) = chat.carry_losses(found, inverted[0].number)
    assert (mark.kind, mark.text, mark.by) == ("highlight", RETRACTION, "person")
    assert chat.view("lossy").folds[0].is_open
    again = chat.apply(chat.plan_condense(), name="again")
    assert RETRACTION in chat.context("port?", budget=9000, view=again).text
    assert asked(chat, again, model=model).retention("status").value == 1.0


# ------------------------------------------------------------------ both sides alike


def test_both_sides_get_the_same_but_for_the_view(memory: Infold) -> None:
    """G15."""
    chat = talk(memory)
    view = chat.apply(chat.plan_condense(), name="short")
    model = ScriptedModel(quoting)
    found = chat.compare(view, model=model, questions=["Which port?"], repetitions=3, seed=5)
    total = 3 * (len(found.pairs) + 1)
    assert len(model.calls) == 2 * total
    settings = {(one.temperature, one.max_tokens, one.schema) for one in model.calls}
    assert settings == {(0.0, None, None)}
    for first, second in zip(model.calls[::2], model.calls[1::2], strict=True):
        assert first.seed == second.seed
        assert first.messages[0] == second.messages[0]
        tails = [one.messages[1].text.rpartition("Question: ")[2] for one in (first, second)]
        assert tails[0] == tails[1]
    # Either side comes first about as often.
    lefts = [one.place for one in found.answers("left")]
    first = sum(place % 2 == 0 for place in lefts)
    assert 0.3 * total < first < 0.7 * total
    assert sorted([*lefts, *(one.place for one in found.answers("right"))]) == list(
        range(2 * total)
    )
    # Each answer keeps the hash of what was really sent, and its price.
    assert len({one.prompt for one in found.answers("left")}) == len(found.pairs) + 1
    spent = sum(-(-sum(len(m.text) for m in call.messages) // 4) for call in model.calls)
    assert found.spent("left")[0] + found.spent("right")[0] == spent
    assert found.saving > 0
    assert chat.compare(view, model=ScriptedModel(quoting), seed=5) == chat.compare(
        view, model=ScriptedModel(quoting), seed=5
    )


def test_a_failed_answer_counts_on_neither_side(memory: Infold) -> None:
    chat = talk(memory)
    view = chat.apply(chat.plan_condense())
    calls = []

    def script(request: ChatRequest) -> str | Exception:
        calls.append(request)
        return RateLimited("slow down") if len(calls) == 4 else quoting(request)

    found = chat.compare(view, model=ScriptedModel(script), seed=1)
    assert found.failed == 1
    assert len(found.pairs) == found.available - 1
    assert all(len(one.left) == len(one.right) == 1 for one in found.pairs)
    with pytest.raises(RateLimited):
        chat.compare(view, model=ScriptedModel(lambda _: RateLimited("no")))


def test_cancel_stops_the_request_at_hand(memory: Infold) -> None:
    chat = talk(memory)
    view = chat.apply(chat.plan_condense())
    stop = threading.Event()
    seen: list[int] = []

    def progress(_: str, done: int) -> None:
        seen.append(done)
        if done >= 6:
            stop.set()

    model = ScriptedModel(quoting)
    with pytest.raises(ModelTimeout):
        chat.compare(view, model=model, progress=progress, cancel=stop)
    assert len(model.calls) == 6 == seen[-1]
    assert not chat.views()[0].is_compared


# ------------------------------------------------------------------ questions of a person


def test_questions_are_compared_claim_by_claim_and_judged_blind(memory: Infold) -> None:
    chat = talk(memory)
    view, _ = tampered(memory, chat, without_retraction(chat), "lossy")
    question = "On which port does the billing database listen?"
    judge = ScriptedModel(lambda request: Judged(better="first", reason="It says more."))
    found = chat.compare(
        view, probes=0, questions=[question], model=ScriptedModel(quoting), judge=judge,
        repetitions=6,
    )  # fmt: skip
    assert len(found.free) == 6
    kinds = {claim.sameness for claim in found.free[0].claims}
    assert kinds >= {"same", "only left"}
    assert any(
        RETRACTION in claim.left for claim in found.free[0].claims if claim.sameness == "only left"
    )
    # A judge that always takes the first takes each side some of the time: sides are hidden.
    assert {one.judgement for one in found.free} == {"left", "right"}
    for call in judge.calls:
        text = "".join(message.text for message in call.messages)
        assert not any(word in text for word in ("lossy", "original", view.id))
    # Without a model the sentences that come nearest stand for the answers.
    plain = chat.compare(view, probes=0, questions=[question], model="none")
    assert any(RETRACTION in claim.left for claim in plain.free[0].claims)
    assert plain.free[0].judgement is None
    with pytest.raises(UsageError, match="judge"):
        chat.compare(view, judge=True)


@pytest.mark.parametrize("fault", [RateLimited("busy"), ValueError("mine"), AssertionError()])
def test_a_judge_that_fails_leaves_the_answers_that_were_paid(
    memory: Infold, fault: Exception
) -> None:
    chat = talk(memory)
    view, _ = tampered(memory, chat, without_retraction(chat), "lossy")

    def judging(request: ChatRequest) -> Judged:
        raise fault

    answering = ScriptedModel(quoting)
    found = chat.compare(
        view, probes=0, questions=["어느 포트?", "Which port?"], model=answering,
        judge=ScriptedModel(judging),
    )  # fmt: skip
    assert (len(found.free), len(answering.calls), found.failed) == (2, 4, 0)
    assert [one.judgement for one in found.free] == [None, None]
    assert all(one.reason.startswith("not judged: ") for one in found.free)
    assert chat.view("lossy").is_compared
    pages = comparison(found, "talk", full=False)
    shown = StringIO()
    console = Console(file=shown, width=120)
    console.print(pages)
    assert "not judged" in shown.getvalue()


def test_a_model_of_the_callers_own_may_raise_what_it_likes(memory: Infold) -> None:
    chat = talk(memory)
    view, _ = tampered(memory, chat, without_retraction(chat), "lossy")
    asked: list[str] = []

    def answering(request: ChatRequest) -> str:
        asked.append(request.messages[-1].text)
        if len(asked) == 1:
            raise ValueError("mine")
        return "Ja."

    model = ScriptedModel(answering)
    found = chat.compare(view, probes=0, questions=["A?", "B?", "C?"], model=model)
    assert (len(found.free), found.failed) == (2, 1)
    broken = ScriptedModel(lambda request: 1 / 0)
    with pytest.raises(ModelError, match="The model raised ZeroDivisionError"):
        chat.compare(view, probes=0, questions=["A?"], model=broken)


# ------------------------------------------------------------------ what is kept of it


def test_archiving_asks_for_no_word_once_it_was_compared(memory: Infold) -> None:
    chat = talk(memory)
    view = chat.apply(chat.plan_condense(), name="short")
    with pytest.raises(Conflict):
        chat.archive(view)
    chat.compare(view, model="none", is_recorded=False)
    chat.compare(view, view, model="none")
    with pytest.raises(Conflict):
        chat.archive(view)  # neither noted, nor compared with the original
    steps = chat.changes()
    chat.compare(view, model="none")
    assert chat.changes() == steps  # nothing to undo: it only asked
    assert chat.view("short").is_compared
    chat.archive(chat.view("short"))
    assert memory.verify() == []


def test_folds_are_paid_back_after_so_many_questions(memory: Infold) -> None:
    chat = talk(memory)
    view = chat.apply(chat.plan_condense())
    found = chat.compare(view, model="none")
    assert found.paid_back == 0
    dear = replace(
        found, right=replace(found.right, price=Price(calls=1, input_tokens=900, output_tokens=100))
    )
    assert dear.paid_back == -(-1000 // found.saving)
    money = replace(dear, rates=(1.0, 5.0))
    assert money.paid_back == -(-1400 // found.saving)
    assert replace(dear, left=dear.right, right=dear.left).paid_back == 0


def test_probes_are_asked_below_their_run(memory: Infold) -> None:
    """A fold on a branch that is not the current one is asked about where it counts."""
    chat = talk(memory)
    fork = chat.messages()[1].id
    last = fork
    for number in range(20, 30):
        last = turn(chat, number, parent=last)[1]
    view = chat.apply(chat.plan_condense(), name="both")
    assert len(view.folds) == 2
    found = chat.compare(view, model="none", probes=60)
    folds = {pair.probe.fold for pair in found.pairs}
    assert folds == {one.fold.id for one in view.folds}
    assert {pair.kept("left") for pair in found.pairs} == {True}
    assert len({pair.probe.leaf for pair in found.pairs}) == 2


def test_what_cannot_be_asked_is_refused(memory: Infold) -> None:
    chat = talk(memory)
    view = chat.apply(chat.plan_condense())
    for wrong in ({"probes": 0}, {"repetitions": 0}, {"probes": -1}):
        with pytest.raises(UsageError):
            chat.compare(view, model="none", **wrong)
    with pytest.raises(NotFound):
        chat.compare("no such view")
    found = chat.compare(view, model="none")
    with pytest.raises(NotFound):
        chat.expand_losses(found, 99)
    delayed = ScriptedModel(lambda _: ScriptedReply(text="", delay=0))
    with pytest.raises(Exception, match="blank"):
        chat.compare(view, model=delayed)


def test_a_view_against_itself_lost_nothing_whatever_was_asked(memory: Infold) -> None:
    chat = talk(memory)
    original = chat.compare("full", "full", model="none")
    assert original.pairs == ()  # no run is folded: there is nothing to ask for
    assert original.is_same
    assert (original.retention().value, original.retention().low) == (1.0, 1.0)
    view = chat.apply(chat.plan_condense())
    (fold,) = view.folds
    same = chat.compare(view, view, model="none")
    assert same.pairs
    assert same.retention().value == 1.0
    chat.toggle(view, fold.fold.id, is_open=True)
    opened = chat.compare(view, model="none")
    assert (opened.pairs, opened.retention().low) == ((), 1.0)
    chat.toggle(view, fold.fold.id, is_open=False)
    # Two sides that differ, of which nothing was asked: nothing was lost, and nothing is known.
    asked = chat.compare(view, probes=0, questions=["When?"], model="none")
    assert not asked.is_same
    assert (asked.retention().value, asked.retention().low) == (1.0, 0.0)


@pytest.mark.parametrize("questions", [[" "], ["", "Which port?"], ["\t\n"]])
def test_an_empty_question_compares_nothing_and_frees_nothing(
    memory: Infold, questions: list[str]
) -> None:
    chat = memory.conversation("c")
    for number in range(10):
        turn(chat, number)
    view = chat.apply(chat.plan_condense())
    with pytest.raises(UsageError, match="empty"):
        chat.compare(view, probes=0, questions=questions)
    with pytest.raises(Conflict):
        chat.archive(view)

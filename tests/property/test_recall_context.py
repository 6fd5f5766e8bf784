"""Laws of a context: never over its budget, one state for each message, and each state true."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from infold.core.folds import Fold
from infold.core.messages import Attachment, Message, Opaque, Text, ToolResult, part_text
from infold.errors import IrreducibleContext
from infold.recall.budget import Budget
from infold.recall.context import Context
from infold.recall.sendable import texts_of
from tests.unit.recall.builders import COUNTER, call, context, fold_of, placed, result, say

# The rule by which contexts are checked from outside, written once more on purpose.
PLAIN = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
    r"|(?:(?![\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])[^\W_]){1,6}|[^\w\s]|_"
)
START = datetime(2026, 3, 1, 22, 0, tzinfo=UTC)
TEXTS = (
    "PostgreSQL 16.2 listens on 5433.",
    "Which port does it use?",
    "Got it.",
    "네",
    "데이터베이스 포트는 5433번입니다. 오늘 바꿨습니다.",
    "数据库端口是5433。昨天改的。",
    "データベースのポートは5433です。",
    "Port basis data adalah 5433.\n\nJangan dipakai lagi.",
    "Où est le café déjà réservé ?",
    "def port():\n    return 5433\n",
    "The deploy took 12 minutes. " * 40,
    "x" * 300,
    "",
    "  \n ",
)
QUESTIONS = ("Which port?", "포트가 뭐였지?", "端口是什么？", "deploy minutes", "", "????")


@st.composite
def conversations(draw: st.DrawFn) -> list[Message]:
    texts = st.sampled_from(TEXTS) | st.text(max_size=40)
    authors = st.sampled_from([None, None, "Ann", "민수", "A very long name of somebody"])
    out: list[Message] = [say("system", draw(texts)) for _ in range(draw(st.integers(0, 2)))]
    late: list[str] = []
    for number in range(draw(st.integers(0, 24))):
        kind = draw(st.sampled_from(["user", "assistant", "atom", "torn", "orphan", "odd", "late"]))
        if kind in ("user", "assistant"):
            out.append(say(kind, draw(texts), author=draw(authors)))
        elif kind in ("atom", "torn"):
            ids = [f"c{number}.{i}" for i in range(draw(st.integers(1, 3)))]
            out.append(call(*ids, text=draw(texts)))
            brought = draw(st.permutations(ids))[: None if kind == "atom" else -1]
            out += [result(one, draw(texts)) for one in brought]
            late += [one for one in ids if one not in brought]
        elif kind == "late" and late:
            out.append(result(late.pop(), draw(texts)))
        elif kind == "orphan":
            out.append(result(f"gone{number}", draw(texts)))
        else:
            image = Attachment(kind="image", media_type="image/png", digest="ab" * 32, size=9_000)
            part = draw(st.sampled_from([image, Opaque(kind="thinking", data="{}")]))
            out.append(say("user", part, draw(texts)))
    timed = draw(st.booleans())
    if timed:
        out = [
            Message(role=m.role, parts=m.parts, author=m.author, at=START + timedelta(hours=i))
            for i, m in enumerate(out)
        ]
    return placed(out)


@st.composite
def cases(draw: st.DrawFn) -> dict[str, Any]:
    messages = draw(conversations())
    n = len(messages)
    folds: list[Fold] = []
    for number in range(draw(st.integers(0, 3)) if n else 0):
        chosen = draw(st.sets(st.integers(0, n - 1), min_size=1, max_size=8))
        folds.append(fold_of(messages, sorted(chosen), number))
    scope = sorted(draw(st.sets(st.integers(0, n - 1)))) if n and draw(st.booleans()) else None
    return {
        "messages": messages,
        "question": draw(st.sampled_from(QUESTIONS)),
        "budget": draw(st.integers(20, 400) | st.integers(20, 5_000)),
        "folds": folds,
        "path": scope,
        "layout": draw(st.sampled_from(["default", "cached"])),
    }


def made(case: dict[str, Any]) -> Context | None:
    """The context of a case, or None where its budget holds no line."""
    try:
        return context(**case)
    except IrreducibleContext:
        return None


def state_of(ctx: Context, path: Sequence[int]) -> dict[int, str]:
    """Read the states back from their ranges; each position exactly once, none out of scope."""
    inside = set(path)
    out: dict[int, str] = {}
    for name, ranges in ctx.states.items():
        for first, last in ranges:
            for position in range(first, last + 1):
                assert position in inside, "a range reaches out of scope"
                assert position not in out, "a message has two states"
                out[position] = name
    assert set(out) == inside
    return out


@given(cases())
def test_a_context_is_never_over_its_budget(case: dict[str, Any]) -> None:
    ctx = made(case)
    if ctx is None:
        return
    budget = case["budget"]
    assert COUNTER.count(ctx.text) == ctx.accounting["tokens"] <= budget
    assert len(PLAIN.findall(ctx.text)) <= budget
    assert sum(COUNTER.count(text) for text in texts_of(ctx.messages)) <= budget


@given(cases())
def test_every_message_has_one_state_and_the_counts_add_up(case: dict[str, Any]) -> None:
    ctx = made(case)
    if ctx is None:
        return
    path = range(len(case["messages"])) if case["path"] is None else case["path"]
    states = list(state_of(ctx, path).values())
    account = ctx.accounting
    assert account["total"] == len(states)
    for name in ("raw", "extracted", "folded", "omitted"):
        assert account[name] == states.count(name)
    assert sum(ctx.omissions.values()) == account["omitted"]


@given(cases())
def test_each_state_is_true_of_the_text(case: dict[str, Any]) -> None:
    ctx = made(case)
    if ctx is None:
        return
    messages = case["messages"]
    path = range(len(messages)) if case["path"] is None else case["path"]
    claimed = {span["position"] for claim in ctx.claims for span in claim["spans"]}
    spans: dict[int, list[dict[str, Any]]] = {}
    for source in ctx.sources:
        assert messages[source["position"]].id == source["id"]
        spans.setdefault(source["position"], []).append(source)
    for claim in ctx.claims:
        assert claim["text"] in ctx.text.split("\n")
        assert {span["position"] for span in claim["spans"]} <= set(path)
    for position, state in state_of(ctx, path).items():
        message = messages[position]
        texts = [p.text for p in message.parts if isinstance(p, Text | ToolResult) and p.text]
        if state == "raw":
            assert all(text in ctx.text for text in texts)
        elif state == "extracted":
            quotes = [
                part_text(message.parts[span["part"]])[span["start"] : span["end"]]
                for span in spans[position]
            ]
            assert all(quoted.strip() and quoted in ctx.text for quoted in quotes)
            assert message.text not in quotes
        elif state == "folded":
            assert position in claimed
        else:
            assert position not in claimed
            assert position not in spans
        assert f"Message {position} is {state}: " in ctx.why(position)
        assert ctx.why(message.id if position in spans else position) == ctx.why(position)


@given(cases())
def test_messages_hold_no_call_without_results_and_no_orphan(case: dict[str, Any]) -> None:
    ctx = made(case)
    if ctx is None:
        return
    open_calls: list[str] = []
    for message in ctx.messages:
        assert message["content"] or message.get("tool_calls") or message["role"] == "tool"
        if message["role"] == "tool":
            assert message["tool_call_id"] in open_calls
            open_calls.remove(message["tool_call_id"])
        else:
            assert not open_calls, "a call stands without its results"
            open_calls = [one["id"] for one in message.get("tool_calls") or ()]
    assert not open_calls


@given(cases(), st.randoms(use_true_random=False))
def test_the_same_input_in_any_order_gives_the_same_bytes(case: dict[str, Any], luck: Any) -> None:
    ctx = made(case)
    folds = list(case["folds"])
    luck.shuffle(folds)
    again = made(case | {"folds": folds})
    assert (ctx is None) == (again is None)
    if ctx is not None and again is not None:
        assert again.to_json() == ctx.to_json()


@given(cases())
def test_what_is_out_of_scope_changes_nothing(case: dict[str, Any]) -> None:
    if case["path"] is None:
        return
    ctx = made(case)
    others = set(range(len(case["messages"]))) - set(case["path"])
    changed = [
        Message(
            role=m.role,
            parts=(Text(text="Which port? 5433 PostgreSQL deploy minutes 포트"),),
            id=m.id,
            position=m.position,
            tokens=m.tokens,
        )
        if m.position in others
        else m
        for m in case["messages"]
    ]
    again = made(case | {"messages": changed})
    assert (ctx is None) == (again is None)
    if ctx is not None and again is not None:
        assert again.to_json() == ctx.to_json()


@given(conversations(), st.integers(1, 3_000))
def test_system_messages_of_a_model_call_are_whole_or_refused(
    messages: list[Message], tokens: int
) -> None:
    budget = Budget(tokens=tokens, whole_system=True)
    try:
        ctx = context(messages, "Which port?", budget)
    except IrreducibleContext:
        return
    head = []
    for message in messages:
        if message.role != "system":
            break
        head.append(message.text)
    sent = [m["content"] for m in ctx.messages]
    for text in head:
        assert text == "" or text in sent
    assert COUNTER.count(ctx.text) <= tokens

"""Small inputs that break systems of this kind, put to the whole engine: tools, windows, images."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from infold import Infold, Message, Text, ToolCall, ToolResult
from infold.engine.chat import Chat
from infold.errors import IrreducibleContext, UsageError
from infold.fold.policy import FoldPolicy
from infold.jobs.worker import run_all
from infold.models.roles import Models
from infold.recall.context import Context
from infold.testing import ScriptedModel
from tests.acceptance.outside import problems, tokens
from tests.acceptance.surface import infold
from tests.acceptance.transcripts import images, openai_file, talk

ASKED = {"role": "user", "content": "Which files are there?"}
ANSWER = {"role": "assistant", "content": "There are two files."}


def calls(*names: str, text: str | None = None) -> dict[str, Any]:
    return {
        "role": "assistant",
        "content": text,
        "tool_calls": [
            {"id": name, "type": "function", "function": {"name": "shell", "arguments": "{}"}}
            for name in names
        ],
    }


def result(name: str, text: str = "done") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": name, "content": text}


def imported(engine: Infold, folder: Path, said: list[dict[str, Any]]) -> Chat:
    file = openai_file(folder / f"{len(engine.conversations())}.json", said)
    report = engine.import_file(file)
    assert (report.messages, report.bad) == (len(said), [])
    run_all(engine)
    return engine.conversation(report.conversations[0].id)


def paired(made: Context) -> tuple[list[str], list[str]]:
    """Check that what is sent is well-formed: each result right behind its call, each call once.

    Returns:
        Calls and results, in order.
    """
    asked: list[str] = []
    answered: list[str] = []
    open_calls: list[str] = []
    for message in made.messages:
        if message["role"] == "tool":
            assert message["tool_call_id"] in open_calls, "a result without its call before it"
            open_calls.remove(message["tool_call_id"])
            answered.append(message["tool_call_id"])
            continue
        assert not open_calls, f"calls without results: {open_calls}"
        open_calls = [call["id"] for call in message.get("tool_calls") or ()]
        asked += open_calls
    assert not open_calls, f"calls without results: {open_calls}"
    assert len(set(asked)) == len(asked)
    return asked, answered


def whole(chat: Chat, made: Context, budget: int) -> None:
    """Check a context from the outside."""
    data = json.loads(
        infold("show", chat.id, "--db", chat._memory.store.path, "--json", EMBEDDER="none").out
    )
    assert problems(made.to_json(), data, budget) == []


# ------------------------------------------------------------------ C1: orphans

C1 = [ASKED, ANSWER, ASKED, calls("c2"), result("c_gone", "leftover"), result("c2"), ANSWER, ASKED]
ORPHANS = {
    "as it is": C1,
    "two orphans": [*C1[:5], result("c_lost", "more leftovers"), *C1[5:]],
    "the orphan first": [result("c_gone", "leftover"), *C1[:4], *C1[5:]],
    "the orphan last": [*C1[:4], *C1[5:], result("c_gone", "leftover")],
    "a call without its result": [*C1[:4], ASKED],
    "only an orphan": [result("c_gone", "leftover")],
    "the result far away": [*C1[:4], ASKED, ANSWER, ASKED, ANSWER, result("c2", "late"), ASKED],
    "the call id twice": [ASKED, calls("c"), result("c", "1"), ASKED, calls("c"), result("c", "2")],
    "a result twice": [ASKED, calls("c"), result("c", "first"), result("c", "second"), ANSWER],
    "many orphans": [ASKED, *(result(f"gone{n}", f"leftover {n}") for n in range(300)), ASKED],
}


@pytest.mark.parametrize("name", ORPHANS)
@pytest.mark.parametrize("budget", [40, 100, 4000])
def test_no_result_without_its_call_and_nothing_disappears(
    engine: Infold, tmp_path: Path, name: str, budget: int
) -> None:
    said = ORPHANS[name]
    chat = imported(engine, tmp_path, said)
    made = chat.context("Which files?", budget=budget)
    paired(made)
    assert made.accounting["total"] == len(said) == len(chat.messages())
    whole(chat, made, budget)
    for position in range(len(said)):
        assert made.why(position).startswith(f"Message {position} is {made.state(position)}")
    if budget == 4000 and len(said) < 20:
        assert all(text["content"] in made.text for text in said if text["content"])
    assert engine.verify() == []


def test_an_orphan_is_folded_and_opened_like_any_other(engine: Infold, tmp_path: Path) -> None:
    said = [*C1, *({"role": role, "content": text} for role, text in talk(200))]
    chat = imported(engine, tmp_path, said)
    opened = [message.text for fold in chat.folds() for message in chat.expand(fold.id)]
    assert "leftover" in opened
    whole(chat, chat.context("leftover", budget=600), 600)


# ------------------------------------------------------------------ C2: calls with their results

BODIES = {"a": "row of the table. " * 34, "b": "두 번째 행입니다", "c": "第三行"}


@pytest.mark.parametrize("order", list(itertools.permutations("abc")), ids="".join)
@pytest.mark.parametrize("budget", [60, 150, 200, 250, 300, 1000])
def test_a_call_and_all_its_results_stay_together(
    engine: Infold, tmp_path: Path, order: tuple[str, ...], budget: int
) -> None:
    results = [result(name, BODIES[name]) for name in order]
    chat = imported(engine, tmp_path, [ASKED, calls("a", "b", "c"), *results, ANSWER, ASKED])
    made = chat.context("What is in the table?", budget=budget)
    asked, answered = paired(made)
    assert sorted(asked) == sorted(answered)
    assert set(asked) in (set(), {"a", "b", "c"})
    whole(chat, made, budget)


@pytest.mark.parametrize("budget", [150, 300, 900])
def test_of_many_calls_each_stays_with_its_result(
    engine: Infold, tmp_path: Path, budget: int
) -> None:
    said: list[dict[str, Any]] = [ASKED]
    for number in range(60):
        names = [f"{number}-{index}" for index in range(1 + number % 4)]
        said.append(calls(*names, text=f"Step {number}" if number % 2 else None))
        said += [result(name, f"{name}: {number * 37} rows") for name in reversed(names)]
    chat = imported(engine, tmp_path, said)
    for layout in ("default", "cached"):
        made = chat.context("What did step 12 find?", budget=budget, layout=layout)
        asked, answered = paired(made)
        assert sorted(asked) == sorted(answered)
        whole(chat, made, budget)
    # No fold holds a call and not its results, or the other way round.
    for fold in chat.folds():
        opened = chat.expand(fold.id)
        assert sorted(call for m in opened for call in m.calls) == sorted(
            call for m in opened for call in m.answers
        )


# ------------------------------------------------------------------ C3, C4: windows


def counted(engine: Infold) -> tuple[Infold, ScriptedModel]:
    """An engine over the same store that has a model for folds, which counts its calls."""
    model = ScriptedModel(lambda request: "summary")
    return Infold(
        engine.store,
        settings=engine.settings,
        embedder=None,
        models=Models(fold=model, answer=model),
        policy=FoldPolicy(),
        counter=engine.counter,
        clock=engine.clock,
    ), model


@pytest.mark.parametrize("word", ["rule ", "규칙", "规则"])
def test_a_system_message_over_the_window_is_refused_once(engine: Infold, word: str) -> None:
    memory, model = counted(engine)
    chat = memory.conversation("c")
    system = chat.append("system", word * 43_000)
    for number in range(100):
        chat.append("user", f"step {number} takes {number * 3} minutes")
    run_all(memory)
    for _ in range(3):
        with pytest.raises(IrreducibleContext, match="a system message is never cut") as caught:
            chat.context("step 7", window=33_000)
        assert caught.value.records == (system.id,)
    assert model.calls == []
    answer = infold(
        "context", "c", "step 7", "--window", 33_000, "--db", engine.store.path, "--json",
        EMBEDDER="none",
    )  # fmt: skip
    assert (answer.code, answer.error["records"]) == (5, [system.id])
    # It can be asked without a model's window: then the message is cut or left out, and said so.
    made = chat.context("step 7", budget=1000)
    assert made.state(0) in ("extracted", "omitted")
    assert made.accounting["total"] == 101
    assert tokens(made.text) <= 1000
    # A window that holds it holds it whole.
    assert chat.context("step 7", window=200_000).state(0) == "raw"


@pytest.mark.parametrize("output", [0, None])
@pytest.mark.parametrize("window", [1024, 16_384, 1_000_000])
def test_five_short_messages_fit_any_window(
    engine: Infold, output: int | None, window: int
) -> None:
    memory, model = counted(engine)
    chat = memory.conversation("c")
    for text in ("Hello", "포트는 5433", "端口是5433", "ポートは5433", "Portnya 5433"):
        chat.append("user", text)
    run_all(memory)
    made = chat.context("?", window=window, output=output)
    assert 0 < made.budget < window
    assert made.accounting["raw"] == 5
    assert (chat.folds(), model.calls) == ([], [])


def test_without_a_window_the_documented_default_holds(engine: Infold) -> None:
    chat = engine.conversation("c")
    for role, text in talk(600):
        chat.append(role, text)
    made = chat.context("?")
    assert made.budget == 4000
    assert 2000 < tokens(made.text) <= 4000
    with pytest.raises(UsageError, match="no window"):
        chat.context("?", output=500)


# ------------------------------------------------------------------ C6: images


@pytest.mark.parametrize(("count", "size"), [(42, 814_286), (3, 5_000)])
def test_images_go_as_references_and_can_be_restored(
    engine: Infold, tmp_path: Path, count: int, size: int
) -> None:
    made_of = list(images(count, size))
    said = [
        {
            "role": "user",
            "content": [
                {"type": "text", "text": f"Picture {number}"},
                {"type": "image_url", "image_url": {"url": uri}},
            ],
        }
        for number, (_, uri) in enumerate(made_of)
    ]
    chat = imported(engine, tmp_path, said)
    assert sum(message.tokens for message in chat.messages()) < 1000 * count
    bound = count * size // 7
    made = chat.context("Which picture?", window=1_000_000, max_bytes=bound)
    assert made.accounting["total"] == made.accounting["raw"] == count
    assert len(json.dumps(made.messages).encode()) < bound
    assert "base64" not in made.text + json.dumps(made.messages)
    restored = [engine.attachment(one["digest"]) for one in made.attachments]
    assert restored == [data for data, _ in made_of]
    assert [one["size"] for one in made.attachments] == [size] * count
    small = chat.context("Which picture?", window=1_000_000, max_bytes=200)
    assert len(small.text.encode()) <= 200
    assert small.accounting["total"] == count
    assert engine.verify() == []


def test_the_same_image_twice_is_kept_once(engine: Infold, tmp_path: Path) -> None:
    ((data, uri),) = images(1, 40_000)
    content = [{"type": "image_url", "image_url": {"url": uri}}]
    chat = imported(engine, tmp_path, [{"role": "user", "content": content}] * 5)
    with engine.store.read() as reader:
        (digest,) = reader.blobs(chat.scope)
    assert engine.attachment(digest) == data
    assert len(chat.messages()) == 5


# ------------------------------------------------------------------ C10: tokens


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("数据库的端口是五四三三" * 91, 600, 1001),
        ("데이터베이스의포트는" * 100, 600, 1000),
        ("データベースのポート" * 100, 600, 1000),
        ("the quick brown fox " * 50, 150, 400),
        ("port 数据库 포트 " * 76, 300, 1000),
        ("QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo0" * 29_000, 500_000, 1_100_000),
        (
            "see data:image/png;base64," + "iVBORw0KGgoAAAANSUhEUgAA" * 40_000 + " above",
            480_000,
            960_100,
        ),
    ],
)
def test_messages_are_counted_in_any_script(
    engine: Infold, text: str, least: int, most: int
) -> None:
    kept = engine.conversation("c").append("user", text)
    assert least <= kept.tokens <= most
    assert kept.tokens >= tokens(text)


def test_an_image_costs_the_same_at_any_size(engine: Infold, tmp_path: Path) -> None:
    sizes = set()
    for size in (100, 100_000, 2_000_000):
        ((_, uri),) = images(1, size)
        content = [{"type": "image_url", "image_url": {"url": uri}}]
        (message,) = imported(engine, tmp_path, [{"role": "user", "content": content}]).messages()
        sizes.add(message.tokens)
    assert len(sizes) == 1
    assert 0 < sizes.pop() < 2000


def test_parts_that_the_caller_gives_are_paired_too(engine: Infold) -> None:
    chat = engine.conversation("c")
    chat.append("user", "Run both")
    both = [ToolCall(id="a", name="shell"), ToolCall(id="b", name="shell")]
    chat.append("assistant", [Text(text="Running."), *both])
    # Both results in one message, the other way round.
    chat.append("tool", [ToolResult(call="b", text="두 번째"), ToolResult(call="a", text="first")])
    kept: Message = chat.append("user", "And?")
    made = chat.context("And?", budget=500)
    assert paired(made) == (["a", "b"], ["b", "a"])
    assert made.accounting["raw"] == kept.position + 1 == 4

"""Filler, pending folds, expanding, reopening, and questions while others write."""

from __future__ import annotations

import itertools
import json
import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from infold import Infold, ToolCall, ToolResult
from infold.config import Settings
from infold.core.folds import FoldState
from infold.engine.chat import Chat
from infold.errors import VersionMismatch
from infold.fold.policy import FoldPolicy
from infold.jobs.worker import run_all
from infold.models.embedder import Vectors
from infold.models.roles import Models
from infold.store.protocol import Writer
from infold.testing import FrozenClock, ScriptedModel
from tests.acceptance.outside import problems, tokens
from tests.acceptance.surface import infold, rows
from tests.acceptance.transcripts import talk

FILLER = ("Got it.", "네 알겠습니다", "好的", "わかりました", "Terima kasih", "Danke schön", "👍")


def whole(chat: Chat, budget: int, question: str = "Which port?") -> dict[str, int]:
    """Check a context from the outside; its accounting."""
    made = chat.context(question, budget=budget)
    shown = infold("show", chat.id, "--db", chat._memory.store.path, "--json", EMBEDDER="none")
    assert problems(made.to_json(), shown.data, budget) == []
    return made.accounting


def with_model(engine: Infold) -> tuple[Infold, ScriptedModel]:
    model = ScriptedModel(lambda request: "There was nothing to summarise.")
    return Infold(
        engine.store,
        settings=engine.settings,
        embedder=None,
        models=Models(fold=model, answer=model, extract=model),
        policy=FoldPolicy(),
        counter=engine.counter,
        clock=engine.clock,
    ), model


# ------------------------------------------------------------------ C12, C14: filler


@pytest.mark.parametrize(
    ("said", "count"), [*itertools.product(FILLER, (1, 30)), (FILLER[0], 700), (FILLER[1], 700)]
)
def test_filler_is_counted_and_never_summarised(engine: Infold, said: str, count: int) -> None:
    memory, model = with_model(engine)
    chat = memory.conversation("c")
    for number in range(count):
        chat.append("assistant" if number % 2 else "user", said)
    run_all(memory)
    assert chat.folds() == []
    assert model.calls == []
    made = chat.context("What was decided?", budget=60)
    assert made.accounting["total"] == count
    assert made.omissions == (
        {"filler": made.accounting["omitted"]} if count > 60 else made.omissions
    )
    assert set(made.omissions) <= {"filler"}
    assert made.accounting["folded"] == made.accounting["extracted"] == 0


def test_thirty_between_two_matters_are_one_line_of_accounting(engine: Infold) -> None:
    chat = engine.conversation("c")
    for role, text in talk(80):
        chat.append(role, text)
    for number in range(30):
        chat.append("user", FILLER[number % len(FILLER)])
    for role, text in talk(80, seed=1):
        chat.append(role, text)
    run_all(engine)
    made = chat.context("Which port?", budget=600)
    assert (
        made.omissions.get("filler", 0)
        + sum(made.state(position) == "raw" for position in range(80, 110))
        == 30
    )
    assert not any("nothing to summ" in claim.text for f in chat.folds() for claim in f.claims)
    filler = {message.id for message in chat.messages()[80:110]}
    for fold in chat.folds():
        assert not any(span.message in filler for claim in fold.claims for span in claim.spans)
    whole(chat, 600)


def test_a_yes_that_answers_a_question_is_no_filler(engine: Infold) -> None:
    chat = engine.conversation("c")
    chat.append("user", "Shall we drop the legacy importer for good?")
    chat.append("assistant", "Yes")
    for role, text in talk(200):
        chat.append(role, text)
    run_all(engine)
    made = chat.context("Do we drop the legacy importer?", budget=600)
    assert made.state(0) == "raw"
    assert made.state(1) == "raw"


# ------------------------------------------------------------------ C16: expand

ODD = (
    "줄\n바꿈\r\n과 탭\t그리고 공백  끝 ",
    "  leading, trailing  ",
    "数据库\u3000全角 ＡＢＣ １２３",
    "が (composed) か\u3099 (decomposed)",
    "zero\u200bwidth \u202eright to left\u202c",
    "emoji 👩‍👩‍👧‍👦 and 🇰🇷",
    "a lone surrogate \ud83d here",
    "NUL \x00 and bell \x07",
    "```python\nprint('</summary>]')\n```",
    "Ünïcödé é e\u0301 ß ẞ",
)


def test_sources_come_back_in_order_and_byte_equal(engine: Infold) -> None:
    chat = engine.conversation("c")
    said = []
    for number, (role, text) in enumerate(talk(180)):
        said.append(f"{text} {ODD[number % len(ODD)]}")
        chat.append(role, said[-1])
        if number % 25 == 9:
            call = ToolCall(id=f"t{number}", name="shell", arguments='{"cmd": "ls -la"}')
            chat.append("assistant", call)
            said.append("")
            chat.append("tool", ToolResult(call=call.id, text=ODD[number % len(ODD)]))
            said.append(ODD[number % len(ODD)])
    run_all(engine)
    folds = chat.folds()
    assert len(folds) >= 3
    seen: list[int] = []
    for fold in folds:
        opened = chat.expand(fold.id)
        positions = [message.position for message in opened]
        assert positions == sorted(positions)
        assert [message.id for message in opened] == list(fold.sources)
        assert [message.text for message in opened] == [said[position] for position in positions]
        seen += positions
        answer = infold("expand", fold.id, "--db", engine.store.path, "--json", EMBEDDER="none")
        texts = [
            "\n\n".join(p["text"] for p in message["parts"] if p.get("text"))
            for message in answer.data["messages"]
        ]
        # JSON that is printed cannot hold a lone surrogate as it is; it escapes it.
        assert texts == [said[position] for position in positions]
        for claim in fold.claims:
            for source in engine.sources(claim.id):
                assert source.text == _part(source.message, source.part)[source.start : source.end]
                assert source.text
    assert len(seen) == len(set(seen))
    assert engine.verify() == []


def _part(message: object, index: int) -> str:
    part = message.parts[index]  # type: ignore[attr-defined]
    return part.arguments if isinstance(part, ToolCall) else part.text


# ------------------------------------------------------------------ C17: pending


@pytest.mark.parametrize("more", [0, 40, 150])
def test_what_is_not_folded_yet_is_not_invisible(engine: Infold, more: int) -> None:
    chat = engine.conversation("c")
    for role, text in talk(240):
        chat.append(role, text)
    run_all(engine)
    before = {claim.text for fold in chat.folds() for claim in fold.claims}
    assert before
    for role, text in talk(more, seed=5):
        chat.append(role, text)
    needle = chat.append("user", "The cabinet key is numbered 771904")
    for role, text in talk(more, seed=6):
        chat.append(role, text)
    # No worker has run since: the last folds stand, the rest is raw, extracted or counted.
    made = chat.context("What number has the cabinet key?", budget=900)
    assert "771904" in made.text
    assert made.state(needle.position) == "raw"
    assert {claim["text"] for claim in made.claims} <= before
    assert whole(chat, 900)["total"] == 241 + 2 * more
    run_all(engine)
    assert whole(chat, 900)["total"] == 241 + 2 * more


@pytest.mark.parametrize("state", ["pending", "refused", "withdrawn"])
def test_a_fold_that_is_not_ready_hides_nothing(engine: Infold, state: FoldState) -> None:
    chat = engine.conversation("c")
    needle = chat.append("user", "The cabinet key is numbered 771904")
    for role, text in talk(240):
        chat.append(role, text)
    run_all(engine)

    def change(tx: Writer) -> None:
        row = tx.conversation(chat.scope, chat.id)
        assert row is not None
        tx.set_fold_state(chat.scope, [fold.id for fold in chat.folds()], state)
        tx.save_conversation(chat.scope, replace(row, generation=row.generation + 1))
        tx.touch(chat.scope)

    engine.store.write(change)
    asked = "What number has the cabinet key?"
    made = chat.context(asked, budget=700)
    assert "771904" in made.text
    assert made.state(needle.position) == "raw"
    if state != "pending":
        # The last summary may stand while a new one is pending; one that was refused never does.
        assert made.claims == []
        assert made.accounting["folded"] == 0
    assert whole(chat, 700, asked) == made.accounting
    assert made.accounting["total"] == 241


# ------------------------------------------------------------------ C15: reopen


class Letters:
    """An embedder of another name and dimension."""

    id = "letters-8"
    dim = 8

    def embed(self, texts: list[str]) -> Vectors:
        made = np.array([[text.count(sign) for sign in "abcdeiou"] for text in texts], np.float32)
        lengths = np.linalg.norm(made, axis=1, keepdims=True)
        return made / np.where(lengths == 0, 1, lengths)


def test_after_reopening_a_chat_goes_on(tmp_path: Path) -> None:
    said = talk(300)
    ids, texts = [], []
    for name, pieces in (("at once", 1), ("reopened", 12)):
        path = tmp_path / f"{name}.db"
        size = len(said) // pieces
        for piece in range(pieces):
            settings = Settings(space_secret="the same", synchronous="NORMAL")
            with Infold.open(path, settings=settings, clock=FrozenClock()) as memory:
                chat = memory.conversation("c", title="A title")
                assert len(chat.messages()) == piece * size if piece else not chat.exists()
                for role, text in said[piece * size : (piece + 1) * size]:
                    chat.append(role, text)
                assert chat.messages()[-1].text == said[(piece + 1) * size - 1][1]
        with Infold.open(path, settings=settings, clock=FrozenClock()) as memory:
            assert memory.embedder is not None
            with memory.store.read() as reader:
                assert reader.embedder(memory.scope()) == memory.embedder.id
            run_all(memory)
            chat = memory.conversation("c")
            assert chat.info().title == "A title"
            with memory.store.read() as reader:
                vectors = reader.vectors(chat.scope, chat.id, memory.embedder.id)[1]
            assert vectors.shape == (300, memory.embedder.dim)
            ids.append([message.id for message in chat.messages()])
            made = chat.context("Which port?", budget=1200)
            texts.append((made.text, made.states))
            assert memory.verify() == []
    assert ids[0] == ids[1]
    assert texts[0] == texts[1]
    assert len(set(ids[0])) == 300


@pytest.mark.parametrize("first", ["none", "wordllama", "letters"])
@pytest.mark.parametrize("second", ["none", "wordllama", "letters"])
def test_another_embedder_is_refused(tmp_path: Path, first: str, second: str) -> None:
    path = tmp_path / "infold.db"
    own = {"letters": Letters()}
    with Infold.open(path, embedder=own.get(first, first)) as memory:
        memory.conversation("c").append("user", "포트는 5433")
        run_all(memory)
    before = rows(path)
    if first == second:
        with Infold.open(path, embedder=own.get(second, second)) as memory:
            assert memory.conversation("c").append("user", "next").position == 1
        return
    with pytest.raises(VersionMismatch, match="infold reembed") as caught:
        Infold.open(path, embedder=own.get(second, second))
    assert "made with the embedder" in caught.value.message
    if second != "letters":
        answer = infold("list", "--db", path, "--json", EMBEDDER=second)
        assert (answer.code, answer.error["code"]) == (4, "version_mismatch")
        assert "infold reembed" in answer.error["hint"]
    assert rows(path) == before


def test_another_secret_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "infold.db"
    Infold.open(path, settings=Settings(embedder="none", space_secret="one")).close()
    with pytest.raises(VersionMismatch, match="another secret"):
        Infold.open(path, settings=Settings(embedder="none", space_secret="two"))
    # Without one the store's own is used.
    Infold.open(path, settings=Settings(embedder="none")).close()


# ------------------------------------------------------------------ C11: asking while others write


def test_questions_change_nothing_while_others_append(tmp_path: Path) -> None:
    settings = Settings(space_secret="the same", synchronous="NORMAL")
    path = tmp_path / "infold.db"
    said = talk(260)
    faults: list[BaseException] = []
    with Infold.open(path, settings=settings, clock=FrozenClock()) as memory:
        chat = memory.conversation("c")
        for role, text in said[:100]:
            chat.append(role, text)
        over = threading.Event()

        def ask(number: int) -> None:
            while not over.is_set():
                try:
                    made = chat.context(f"Which port has host-{number}?", budget=700)
                    counts = made.accounting
                    parts = ("raw", "extracted", "folded", "omitted")
                    assert sum(counts[part] for part in parts) == counts["total"]
                    assert 100 <= counts["total"] <= 260
                    assert tokens(made.text) <= 700
                    memory.search("포트", k=3)
                except BaseException as error:  # noqa: BLE001 - told below
                    faults.append(error)
                    return

        askers = [threading.Thread(target=ask, args=(number,)) for number in range(3)]
        for thread in askers:
            thread.start()
        for role, text in said[100:]:
            chat.append(role, text)
        run_all(memory)
        over.set()
        for thread in askers:
            thread.join()
        assert faults == []
        before = rows(path)
        asked = [
            chat.context("백업은 얼마나 걸립니까?", budget=700).to_json(),
            [hit.id for hit in memory.search("backup minutes")],
        ]
        for number in range(20):
            chat.context(f"Something new {number} 다른 질문", budget=300)
            memory.search(f"another {number}")
        assert rows(path) == before
    # A process that was never asked anything gives the same answers: no statistics were moved.
    with Infold.open(path, settings=settings, clock=FrozenClock()) as memory:
        fresh = memory.conversation("c")
        assert asked == [
            fresh.context("백업은 얼마나 걸립니까?", budget=700).to_json(),
            [hit.id for hit in memory.search("backup minutes")],
        ]
    with Infold.open(tmp_path / "quiet.db", settings=settings, clock=FrozenClock()) as memory:
        quiet = memory.conversation("c")
        for role, text in said:
            quiet.append(role, text)
        run_all(memory)
    passing = ("scopes", "jobs", "spaces")
    assert rows(path, but=passing) == rows(tmp_path / "quiet.db", but=passing)


def test_the_same_question_twice_gives_the_same_bytes(engine: Infold) -> None:
    chat = engine.conversation("c")
    for role, text in talk(200):
        chat.append(role, text)
    run_all(engine)
    arguments = (
        "context",
        "c",
        "Which port?",
        "--budget",
        800,
        "--db",
        engine.store.path,
        "--json",
    )
    first, second = (infold(*arguments, EMBEDDER="none") for _ in range(2))
    assert first.out == second.out
    assert json.loads(first.out) == chat.context("Which port?", budget=800).to_json()

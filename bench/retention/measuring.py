"""Asking peers about dialogues, and noting what their contexts hold and cost."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Final

from bench.peers.ceiling import Ceiling
from bench.peers.protocol import Peer
from bench.peers.registry import make_peer
from bench.retention.plan import Task
from bench.retention.scoring import Replaced, View, answer_words, hit, marks_current, replaced
from bench.retention.values import UNANSWERABLE, Dialogue, Question
from bench.retention.words import cut
from infold.models.registry import load_embedder

PROCESSES: Final = 2
_WARM: Final = "What was this about?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question at one budget.

    Attributes:
        question: Its id.
        category: Its kind.
        budget: Tokens.
        hit: Whether all evidence was there.
        words: Share of the answer's words.
        replaced: How replaced values were shown; None where there are none.
        marks_current: Whether the value in force was marked as replaced; None where not asked for.
        lured: Whether a turn that looks like an answer was shown; for questions without any.
    """

    question: str
    category: str
    budget: int
    hit: bool
    words: float
    replaced: Replaced | None = None
    marks_current: bool | None = None
    lured: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One peer on one dialogue.

    Attributes:
        source: Collection of the dialogue.
        dialogue: Its name.
        peer: Who answered.
        asked: All questions at all budgets.
        write_ms: CPU of writing, a message.
        read_ms: CPU of the first context for each question.
        filler: Share of its messages that say nothing; None where nobody knows.
    """

    source: str
    dialogue: str
    peer: str
    asked: tuple[Asked, ...]
    write_ms: float
    read_ms: tuple[float, ...]
    filler: float | None = None


def measure_all(tasks: Sequence[Task]) -> list[Measured]:
    """Measure tasks in two processes; in the order of the tasks."""
    # One thread of linear algebra a process: CPU is counted, and all cores are in use as it is.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    found = []
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        for done, measured in enumerate(pool.map(measure, tasks), start=1):
            found.append(measured)
            if sys.stderr.isatty():
                print(f"\r{done} of {len(tasks)}", end="", file=sys.stderr)
    return found


def measure(task: Task) -> Measured:
    """Measure one task in this process."""
    embedder = load_embedder("wordllama")
    assert embedder is not None
    embedder.embed(["the weights are loaded before anything is timed"])
    peer = make_peer(task.peer)
    try:
        return ask(peer, task.peer, task.conversation.load(), task.budgets)
    finally:
        if (close := getattr(peer, "close", None)) is not None:
            close()


def ask(peer: Peer, name: str, dialogue: Dialogue, budgets: Sequence[int]) -> Measured:
    """Give a fresh peer a dialogue and ask it all questions at all budgets."""
    start = time.process_time()
    peer.ingest(dialogue.turns)
    peer.flush()
    write = time.process_time() - start
    peer.context(_WARM, budgets[0])
    asked: list[Asked] = []
    reads: list[float] = []
    for question in dialogue.questions:
        if isinstance(peer, Ceiling):
            peer.tell(question.evidence)
        for at, budget in enumerate(budgets):
            start = time.process_time()
            text = peer.context(question.text, budget)
            if at == 0:
                reads.append(1e3 * (time.process_time() - start))
            asked.append(score(question, dialogue, View(cut(text, budget)), budget))
    return Measured(
        source=dialogue.source,
        dialogue=dialogue.name,
        peer=name,
        asked=tuple(asked),
        write_ms=1e3 * write / len(dialogue.turns),
        read_ms=tuple(reads),
        filler=dialogue.filler,
    )


def score(question: Question, dialogue: Dialogue, view: View, budget: int) -> Asked:
    """What a context, cut at its budget, holds of a question."""
    turns = dialogue.turns
    if question.category == UNANSWERABLE:
        lured = any(view.holds_turn(turns[at].text) for at in question.lures)
        return Asked(
            question=question.id, category=question.category, budget=budget, hit=False, words=0.0,
            lured=lured,
        )  # fmt: skip
    found = hit(question, turns, view, by_turns=dialogue.by_turns)
    judged = not dialogue.by_turns and not question.wants_old
    return Asked(
        question=question.id,
        category=question.category,
        budget=budget,
        hit=found,
        words=answer_words(question.answers, view),
        replaced=replaced(question, turns, view, found=found) if question.stale else None,
        marks_current=marks_current(question, turns, view) if judged else None,
    )

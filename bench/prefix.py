"""How much of a context a provider's prompt cache can keep from one turn to the next.

A chat goes on for 200 turns; a job runs after every turn, and each turn asks another question. Two
contexts are compared as the messages that are sent: the beginning that both have in common is what
a cache keeps.
"""

from __future__ import annotations

import random
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median
from typing import Any, Final, Literal

from bench.hits import is_hit
from bench.options import Options
from bench.report import Row, at_least, row
from bench.sessions import Question, Session, session
from bench.stores import fill, name, open_store, run_jobs, say
from infold import Context
from infold.core.tokens import RuleCounter
from infold.models.embedder import Embedder
from infold.models.registry import load_embedder

BUDGET: Final = 4000
TURNS: Final = 200

Layout = Literal["default", "cached"]
_LAYOUTS: Final[tuple[Layout, ...]] = ("default", "cached")
_COUNTER: Final = RuleCounter()


@dataclass(slots=True)
class _Seen:
    """What was seen of one layout.

    Attributes:
        kept: For each turn, whether all before the evidence began as the previous one's did.
        shares: For each turn, the share of its tokens that the two have in common.
        hits: For each question, whether its evidence was shown.
        last: The previous turn's context.
    """

    kept: list[bool] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)
    hits: list[bool] = field(default_factory=list)
    last: Context | None = None

    def look(self, context: Context, question: Question) -> None:
        if self.last is not None:
            # The evidence is the last message, and what follows the prefix in the text.
            stable = self.last.messages[:-1]
            self.kept.append(
                context.messages[: len(stable)] == stable
                and context.text.startswith(self.last.prefix)
            )
            common = _common(self.last.messages, context.messages)
            self.shares.append(common / max(1, _tokens(context.messages)))
        self.last = context
        self.hits.append(is_hit(context.text, question.statement))


def run(options: Options) -> list[Row]:
    """All rows of the prompt cache."""
    embedder = load_embedder("wordllama")
    assert embedder is not None
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="infold-bench-") as folder:
        for size in options.sizes:
            begun = Path(folder) / f"begun-{size}.db"
            first = fill(begun, size, seed=options.seed, embedder=embedder, jobs=True)[-1]
            runs = []
            for number in range(options.runs):
                path = Path(folder) / f"chat-{size}-{number}.db"
                shutil.copyfile(begun, path)
                runs.append(_chat(path, first, options.seed + 100 + number, embedder))
            for layout in _LAYOUTS:
                rows += _rows(layout, size, [seen[layout] for seen in runs])
    return rows


def _chat(path: Path, first: Session, seed: int, embedder: Embedder) -> dict[Layout, _Seen]:
    """Let a chat that has begun go on for 200 turns, asking after each about old and new."""
    rng = random.Random(seed)
    # A turn has four messages or so: twelve are more than enough.
    then = session(TURNS * 12, seed)
    seen = {layout: _Seen() for layout in _LAYOUTS}
    with open_store(path, embedder, synchronous="NORMAL") as memory:
        chat = memory.conversation(name(0))
        at = 0
        for _ in range(TURNS):
            end = _turn_end(then, at)
            for message in then.messages[at:end]:
                say(chat, message)
            run_jobs(memory)
            at = end
            known = [q for q in then.questions if q.evidence < at]
            question = rng.choice(known if known and rng.random() < 0.5 else first.questions)
            for layout, one in seen.items():
                one.look(chat.context(question.text, budget=BUDGET, layout=layout), question)
    return seen


def _turn_end(made: Session, at: int) -> int:
    """Where the turn ends that begins at a message: before the next user who says something."""
    at += 1
    while made.messages[at].role != "user" or at in made.filler:
        at += 1
    return at


def _common(before: Sequence[dict[str, Any]], now: Sequence[dict[str, Any]]) -> int:
    """Tokens at the beginning that two prompts have in common."""
    kept = 0
    while kept < min(len(before), len(now)) and before[kept] == now[kept]:
        kept += 1
    tokens = _tokens(now[:kept])
    if kept < min(len(before), len(now)) and before[kept]["role"] == now[kept]["role"]:
        old, new = before[kept].get("content") or "", now[kept].get("content") or ""
        pairs = enumerate(zip(old, new, strict=False))
        same = next((at for at, (a, b) in pairs if a != b), min(len(old), len(new)))
        tokens += _COUNTER.count(new[:same])
    return tokens


def _tokens(messages: Sequence[dict[str, Any]]) -> int:
    """Tokens of what a model reads of messages."""
    total = 0
    for message in messages:
        total += _COUNTER.count(message.get("content") or "")
        for call in message.get("tool_calls") or ():
            total += _COUNTER.count(call["function"]["name"] + call["function"]["arguments"])
    return total


def _rows(layout: Layout, size: int, runs: Sequence[_Seen]) -> list[Row]:
    case = f"{TURNS} turns, budget {BUDGET:,}, layout {layout}"
    kept = at_least(0.80) if layout == "default" else None
    shares = at_least(0.70) if layout == "cached" else None
    return [
        row(case, size, "turns with the prefix kept", "share", [mean(s.kept) for s in runs], kept),
        row(case, size, "tokens kept, median turn", "share", [median(s.shares) for s in runs],
            shares),
        row(case, size, "hits", "share", [mean(s.hits) for s in runs]),
    ]  # fmt: skip

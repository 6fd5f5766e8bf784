"""How often a context's beginning stays the same: counted over a growing conversation."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import numpy as np

from infold.core.folds import Claim, Fold, Span
from infold.core.messages import Message
from infold.recall.budget import Budget
from infold.recall.context import Context, finish, prepare
from infold.recall.field import Field
from infold.recall.index import Index
from infold.recall.layout import Layout
from infold.recall.query import make_query
from tests.unit.recall.builders import COUNTER, Stored, columns, placed, say

TURNS = 200
BUDGET = 4_000
START = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
TOPICS = ("deploy", "invoice", "garden", "시험", "login", "cache", "旅行", "parser")


def conversation(seed: int) -> list[Message]:
    """200 turns of 60 to 120 tokens on eight topics."""
    luck = random.Random(seed)
    words = [f"{a}{b}" for a in ("al", "be", "co", "du", "em", "fo") for b in ("ra", "ne", "ti")]
    out: list[Message] = []
    for turn in range(TURNS):
        topic = luck.choice(TOPICS)
        for role, least, most in (("user", 20, 40), ("assistant", 40, 80)):
            size = luck.randint(least, most) - 6
            body = " ".join(luck.choice(words) for _ in range(size))
            text = f"{topic} {turn}: {body}."
            at = START + timedelta(minutes=37 * turn)
            out.append(say(role, text, at=at))  # type: ignore[arg-type] # both are roles
    return placed(out)


@dataclass
class Folder:
    """Folds as a worker would make them: at each graduation every touched cluster anew."""

    messages: list[Message]
    hot_from: int = 0

    def stored(self, size: int) -> Stored:
        """The folds after `size` messages (hot window 1,500 tokens, then 750)."""
        tokens = [m.tokens for m in self.messages[:size]]
        if sum(tokens[self.hot_from :]) > 1_500:
            while sum(tokens[self.hot_from :]) > 750:
                self.hot_from += 2
        clusters: dict[str, list[int]] = {}
        for position in range(self.hot_from):
            clusters.setdefault(self.messages[position].text.split()[0], []).append(position)
        folds = []
        for members in clusters.values():
            claims = []
            for first in range(0, len(members), 12):
                some = members[first : first + 12]
                heads = [" ".join(self.messages[p].text.split()[1:4]) for p in some]
                spans = tuple(Span(message=f"m{p}", part=0, start=0, end=9) for p in some)
                claims.append(Claim(text="; ".join(heads), spans=spans, level=0))
            folds.append(
                Fold(
                    root=members[0],
                    sources=tuple(f"m{p}" for p in members),
                    claims=tuple(claims),
                    method="extractive",
                    state="ready",
                    generation=len(members),
                )
            )
        return Stored(folds, self.messages[:size])


def contexts(layout: Layout, seed: int) -> Iterator[Context]:
    messages = conversation(seed)
    folder, index = Folder(messages), Index()
    for turn in range(TURNS):
        size = 2 * turn + 2
        index.extend(columns(messages[:size], first=size - 2))
        question = f"What about {TOPICS[turn % len(TOPICS)]} {turn * 7 % (turn + 1)}?"
        draft = prepare(
            Field(index.snapshot(), np.arange(size)),
            query=make_query(question),
            budget=Budget(tokens=BUDGET),
            folds=(stored := folder.stored(size)).table,
            layout=layout,
        )
        yield finish(
            draft,
            {p: messages[p] for p in draft.needs},
            COUNTER,
            claims=stored.claims(draft.claims),
        )


def test_all_before_the_evidence_stays_in_four_turns_of_five() -> None:
    made = list(contexts("default", 1))
    kept = sum(new.prefix.startswith(old.prefix) for old, new in pairwise(made))
    assert made[-1].claims
    assert kept / (TURNS - 1) >= 0.80
    for ctx in made[60:]:
        assert COUNTER.count(ctx.prefix) <= 0.26 * BUDGET


def test_the_cached_layout_keeps_seven_tenths_of_all_tokens() -> None:
    made = list(contexts("cached", 2))
    shares = []
    for old, new in pairwise(made):
        same = 0
        for a, b in zip(old.text.split("\n"), new.text.split("\n"), strict=False):
            if a != b:
                break
            same += COUNTER.count(a)
        shares.append(same / new.accounting["tokens"])
    assert float(np.median(shares[60:])) >= 0.70


def test_the_hot_window_only_grows_between_two_moves() -> None:
    made = list(contexts("default", 4))
    moves = 0
    for old, new in pairwise(made[60:]):
        first = [m["content"] for m in old.messages if m["role"] != "system"]
        then = [m["content"] for m in new.messages if m["role"] != "system"]
        if then[: len(first)] != first:
            moves += 1
    assert 5 <= moves <= 25

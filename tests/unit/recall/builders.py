"""Small conversations for the tests of recall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import numpy as np

from infold.core.folds import Claim, ClaimColumns, Fold, Span
from infold.core.forward import ROLE_CODE, Flag, ForwardColumns
from infold.core.messages import (
    Attachment,
    Message,
    Part,
    Role,
    Text,
    ToolCall,
    ToolResult,
    part_text,
)
from infold.core.tokens import RuleCounter, message_tokens
from infold.recall.budget import Budget
from infold.recall.context import Context, finish, prepare
from infold.recall.field import Field
from infold.recall.foldmap import MapClaim, fold_table
from infold.recall.index import Index
from infold.recall.query import make_query
from infold.recall.terms import term_hashes
from infold.text.analysis import analyze

COUNTER = RuleCounter()
FILLER = ("Got it.", "OK", "네", "Thanks!")


def say(
    role: Role, *parts: str | Part, author: str | None = None, at: datetime | None = None
) -> Message:
    """A message of texts and other parts."""
    made = tuple(Text(text=part) if isinstance(part, str) else part for part in parts)
    return Message(role=role, parts=made, author=author, at=at)


def call(*ids: str, text: str = "") -> Message:
    """An assistant message that calls a tool once for each id."""
    calls = tuple(ToolCall(id=one, name="shell", arguments='{"cmd": "ls"}') for one in ids)
    return Message(role="assistant", parts=(*((Text(text=text),) if text else ()), *calls))


def result(of: str, text: str) -> Message:
    """The result of a call."""
    return Message(role="tool", parts=(ToolResult(call=of, text=text),))


def placed(messages: Sequence[Message]) -> list[Message]:
    """The messages with positions, ids and tokens."""
    return [
        replace(m, position=i, id=f"m{i}", tokens=message_tokens(COUNTER, m.parts))
        for i, m in enumerate(messages)
    ]


def flags(message: Message) -> int:
    """What is known of a message from reading it once."""
    out = Flag(0)
    if message.calls:
        out |= Flag.CALLS
    if message.answers:
        out |= Flag.RESULTS
    if any(isinstance(part, Attachment) for part in message.parts):
        out |= Flag.ATTACHMENT
    if message.text in FILLER:
        out |= Flag.FILLER
    if message.text.rstrip().endswith(("?", "？")):
        out |= Flag.QUESTION
    return int(out)


def searchable(message: Message) -> str:
    """What search reads: the texts and the arguments of calls."""
    return "\n".join(part_text(part) for part in message.parts)


def columns(messages: Sequence[Message], first: int = 0) -> ForwardColumns:
    """Forward rows of messages from position `first` on."""
    rows = list(messages)[first:]
    terms = [term_hashes(analyze(searchable(m))) for m in rows]
    return ForwardColumns(
        position=np.arange(first, first + len(rows)),
        parent=np.arange(first, first + len(rows)) - 1,
        role=np.array([ROLE_CODE[m.role] for m in rows], np.int8),
        author=[m.author or "" for m in rows],
        at=np.array([m.at.timestamp() if m.at else np.nan for m in rows], np.float64),
        tokens=np.array([m.tokens for m in rows], np.int64),
        flags=np.array([flags(m) for m in rows], np.int64),
        terms=np.concatenate([np.zeros(0, np.uint32), *terms]),
        term_counts=np.array([len(t) for t in terms], np.int64),
    )


def index_of(messages: Sequence[Message]) -> Index:
    """An index that holds the messages."""
    index = Index()
    index.extend(columns(messages))
    return index


def fold_of(messages: Sequence[Message], positions: Sequence[int], number: int = 0) -> Fold:
    """A fold with one headline and a sentence for each message."""
    texts = {p: messages[p].text for p in positions if messages[p].text.strip()}
    starts = {
        p: next(
            (
                i
                for i, part in enumerate(messages[p].parts)
                if isinstance(part, Text | ToolResult) and part.text
            ),
            0,
        )
        for p in texts
    }
    heads = [(p, " ".join(text.split()[:2])) for p, text in list(texts.items())[:12]]
    claims = []
    if heads:
        spans = tuple(
            Span(message=messages[p].id, part=starts[p], start=0, end=len(head))
            for p, head in heads
        )
        claims.append(
            Claim(text="; ".join(h for _, h in heads), spans=spans, level=0, id=f"k{number}")
        )
    return Fold(
        root=min(positions),
        sources=tuple(messages[p].id for p in positions),
        claims=tuple(claims),
        method="extractive",
        state="ready",
        generation=len(positions),
        id=f"f{number}",
    )


class Stored:
    """Folds as a store gives them: columns for the map, then the claims that it names."""

    def __init__(self, folds: Sequence[Fold], messages: Sequence[Message]) -> None:
        self._places = {message.id: message.position for message in messages}
        self._folds = sorted(folds, key=lambda fold: (fold.root, fold.id))
        rows = [
            (number, at, claim)
            for number, fold in enumerate(self._folds)
            for at, claim in enumerate(fold.claims)
        ]
        sources = [self._sources(claim) for *_, claim in rows]
        self.table = fold_table(
            ClaimColumns(
                fold=np.array([number for number, *_ in rows], np.int64),
                number=np.array([at for _, at, _ in rows], np.int64),
                level=np.array([claim.level for *_, claim in rows], np.int64),
                tokens=np.array([COUNTER.count(claim.text) for *_, claim in rows], np.int64),
                sources=np.array([p for some in sources for p in some], np.int32),
                source_counts=np.array([len(some) for some in sources], np.int64),
            )
        )

    def _sources(self, claim: Claim) -> list[int]:
        known = [self._places.get(source, -1) for source in claim.sources]
        return sorted(known) if -1 not in known else []

    def claims(self, keys: Sequence[tuple[int, int]]) -> list[MapClaim]:
        made = []
        for number, at in keys:
            fold = self._folds[number]
            claim = fold.claims[at]
            made.append(
                MapClaim(
                    fold=fold.id,
                    claim=replace(claim, tokens=COUNTER.count(claim.text)),
                    positions=tuple(self._places[span.message] for span in claim.spans),
                )
            )
        return made


def context(
    messages: Sequence[Message],
    question: str,
    budget: int | Budget,
    *,
    folds: Sequence[Fold] = (),
    path: Sequence[int] | None = None,
    **named: Any,
) -> Context:
    """The context of a conversation that is given whole."""
    stored = Stored(folds, messages)
    draft = prepare(
        Field(
            index_of(messages).snapshot(),
            np.arange(len(messages)) if path is None else np.array(path, np.int64),
        ),
        query=make_query(question),
        budget=Budget(tokens=budget) if isinstance(budget, int) else budget,
        folds=stored.table,
        **named,
    )
    return finish(
        draft, {p: messages[p] for p in draft.needs}, COUNTER, claims=stored.claims(draft.claims)
    )

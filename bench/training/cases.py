"""Dialogues as the ranking sees them: an index, and for each question its candidates' features."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.peers.infold import part_of
from bench.retention.values import Dialogue, Question
from infold.core.forward import ForwardColumns
from infold.core.messages import Message
from infold.core.tokens import RuleCounter, message_tokens
from infold.models.embedder import Embedder
from infold.recall.features import features
from infold.recall.field import Field
from infold.recall.forward import forward_row, searchable
from infold.recall.index import Index
from infold.recall.query import Query, make_query
from infold.recall.scene import Scene
from infold.recall.thesaurus import load_thesaurus

COUNTER = RuleCounter()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ranked:
    """A question's candidates.

    Attributes:
        question: The question.
        query: The same as search reads it.
        names: (f,) names of the features.
        values: (k, f) features of each candidate.
        good: (k,) which candidates are evidence.
        weight: How much the question counts beside others in what is learned.
    """

    question: Question
    query: Query
    names: tuple[str, ...]
    values: NDArray[np.floating[Any]]
    good: NDArray[np.bool_]
    weight: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Case:
    """A dialogue with its index and the lists of its questions."""

    dialogue: Dialogue
    messages: tuple[Message, ...]
    index: Index
    lists: tuple[Ranked, ...]


def make_case(dialogue: Dialogue, embedder: Embedder | None, *, weight: float = 1.0) -> Case:
    """Index a dialogue and read the candidates of all its questions that have evidence.

    Args:
        dialogue: What is said and asked.
        embedder: Makes the vectors; None for words alone.
        weight: What each question counts in what is learned.
    """
    messages = _messages(dialogue)
    index = _index(messages, embedder)
    field = Field(index.snapshot(), np.arange(len(messages)))
    now = dialogue.turns[-1].at + timedelta(hours=1)
    asked = [question for question in dialogue.questions if question.evidence]
    texts = [question.text for question in asked]
    vectors = embedder.embed(texts) if embedder else [None] * len(texts)
    lists = []
    for question, vector in zip(asked, vectors, strict=True):
        query = make_query(question.text, vector=vector, now=now)
        scene = Scene(field, query, load_thesaurus())
        found = features(scene)
        lists.append(
            Ranked(
                question=question,
                query=query,
                names=tuple(found),
                values=np.stack(list(found.values()), axis=1).astype(np.float32),
                good=np.isin(scene.places, question.evidence),
                weight=weight,
            )
        )
    return Case(dialogue=dialogue, messages=tuple(messages), index=index, lists=tuple(lists))


def _messages(dialogue: Dialogue) -> list[Message]:
    made = []
    for at, turn in enumerate(dialogue.turns):
        parts = (part_of(turn),)
        made.append(
            Message(
                id=f"m{at}",
                position=at,
                role=turn.role,
                parts=parts,
                author=None if turn.speaker == turn.role else turn.speaker,
                at=turn.at,
                tokens=message_tokens(COUNTER, parts),
            )
        )
    return made


def _index(messages: Sequence[Message], embedder: Embedder | None) -> Index:
    rows = [forward_row(message, parent=message.position - 1) for message in messages]
    terms = [np.frombuffer(row.terms, np.uint32) for row in rows]
    index = Index()
    index.extend(
        ForwardColumns(
            position=np.array([row.position for row in rows]),
            parent=np.array([row.parent for row in rows]),
            role=np.array([row.role for row in rows], np.int8),
            author=[row.author for row in rows],
            at=np.array([row.at for row in rows]),
            tokens=np.array([row.tokens for row in rows]),
            flags=np.array([row.flags for row in rows]),
            terms=np.concatenate(terms),
            term_counts=np.array([len(one) for one in terms]),
        )
    )
    if embedder:
        index.set_vectors(range(len(rows)), embedder.embed([searchable(m) for m in messages]))
    return index

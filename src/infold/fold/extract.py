"""Extractive folds: the most telling sentences of a cluster, word for word.

What counts is what a reader would miss: decisions, rejections and preferences, literals that no
chosen sentence holds yet, then the words that the cluster keeps coming back to (maximal marginal
coverage, chosen greedily as in Lin and Bilmes 2011, gain for each token). Text of tool results
counts less than what people said, questions less than statements. Filler contributes nothing.
"""

from __future__ import annotations

import heapq
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from infold.core.folds import MOST_SOURCES, Claim, Span
from infold.core.messages import Message
from infold.core.tokens import TokenCounter
from infold.fold.headlines import headlines
from infold.fold.policy import FoldPolicy
from infold.fold.reading import Passage, one_line, outdated, read_message
from infold.text.analysis import analyze
from infold.text.filler import is_filler
from infold.text.kinds import Kind, Literal

__all__ = ["extract"]

_CANDIDATES: Final = 400
_LONGEST: Final = 80
_OFFSET: Final = 16
_LEAST_TERMS: Final = 3
_REPEATED: Final = 0.2
_ONCE: Final = 0.05
_STALE_SHARE: Final = 0.4
_ROLE: Final = {"user": 1.2, "assistant": 1.0, "system": 0.8, "tool": 0.35}
_WEIGHT: Final[Mapping[Kind, float]] = {
    Kind.DECISION: 4.0,
    Kind.REJECTION: 4.0,
    Kind.RETRACTION: 4.0,
    Kind.OBLIGATION: 3.0,
    Kind.PREFERENCE: 3.0,
    Kind.NEGATION: 2.0,
    Kind.PORT: 2.0,
    Kind.VERSION: 2.0,
    Kind.DATE: 2.0,
    Kind.MONEY: 2.0,
    Kind.TIME: 1.5,
    Kind.NUMBER: 1.5,
    Kind.IDENTIFIER: 1.5,
    Kind.PATH: 1.5,
    Kind.URL: 1.5,
    Kind.ADDRESS: 1.5,
    Kind.COMMAND: 1.5,
    Kind.NAME: 1.2,
}

_Key = tuple[Kind, str, str]


@dataclass(slots=True, kw_only=True, eq=False)
class _Candidate:
    passage: Passage
    tokens: int
    share: float
    keys: dict[_Key, float]
    terms: frozenset[str]
    also: list[Passage]


def extract(
    messages: Sequence[Message], *, policy: FoldPolicy, counter: TokenCounter
) -> tuple[Claim, ...]:
    """Make the claims of an extractive fold.

    Linear in what is read of the messages (`infold.fold.reading` bounds that); at most 400
    sentences compete.

    Args:
        messages: Of one cluster, by position, with their ids.
        policy: `ratio`, `least_tokens` and `most_tokens` bound the sentences; headlines, which
            name every message, come on top.
        counter: Counts tokens.

    Returns:
        Headlines (level 0), then sentences (level 1) in the order of the conversation. A
        sentence's text is that of its first span on one line; further spans are of messages that
        say the same with the same literals. Empty where there is nothing but filler.
    """
    passages = [read_message(index, message) for index, message in enumerate(messages)]
    source_tokens = sum(
        max(0, message.tokens) for message, found in zip(messages, passages, strict=True) if found
    )
    budget = min(policy.most_tokens, max(policy.least_tokens, int(policy.ratio * source_tokens)))
    candidates = _candidates(messages, passages, counter)
    chosen = _choose(candidates, budget)
    chosen.sort(key=lambda one: (one.passage.message, one.passage.part, one.passage.start))
    sentences = [
        Claim(
            text=one_line(one.passage.text),
            spans=tuple(_span(messages, passage) for passage in (one.passage, *one.also)),
            level=1,
        )
        for one in chosen
    ]
    return (*headlines(messages, passages, counter), *sentences)


def _span(messages: Sequence[Message], passage: Passage) -> Span:
    return Span(
        message=messages[passage.message].id,
        part=passage.part,
        start=passage.start,
        end=passage.end,
    )


def _candidates(
    messages: Sequence[Message], passages: Sequence[Sequence[Passage]], counter: TokenCounter
) -> list[_Candidate]:
    """Passages worth quoting; those that say the same are one, with the later ones beside it."""
    stale = outdated(passages)
    by_saying: dict[tuple[frozenset[str], frozenset[_Key]], _Candidate] = {}
    for found in passages:
        for passage in found:
            if passage.is_noise:
                continue
            terms = frozenset(analyze(passage.text))
            is_hard = any(literal.kind is not Kind.NAME for literal in passage.literals)
            if is_filler(passage.text) or (len(terms) < _LEAST_TERMS and not is_hard):
                continue
            keys = {_key(literal): _WEIGHT.get(literal.kind, 1.0) for literal in passage.literals}
            saying = (terms, frozenset(keys))
            known = by_saying.get(saying)
            if known is not None:
                sources = {known.passage.message, *(more.message for more in known.also)}
                if passage.message not in sources and len(sources) < MOST_SOURCES:
                    known.also.append(passage)
                continue
            tokens = counter.count(one_line(passage.text))
            if tokens > _LONGEST:
                continue
            role = messages[passage.message].role
            share = _ROLE[role] * (0.5 if passage.text.endswith(("?", "？")) else 1.0)
            if any(stale.get(literal.value, -1) > passage.message for literal in passage.literals):
                share *= _STALE_SHARE
            by_saying[saying] = _Candidate(
                passage=passage, tokens=tokens, share=share, keys=keys, terms=terms, also=[]
            )
    return list(by_saying.values())


def _key(literal: Literal) -> _Key:
    return (literal.kind, literal.value, literal.status)


def _choose(candidates: list[_Candidate], budget: int) -> list[_Candidate]:
    """Greedy choice within a budget of tokens; gains only fall, so stale ones are read lazily."""
    spoken: dict[str, set[int]] = defaultdict(set)
    for one in candidates:
        for term in one.terms:
            spoken[term].update([one.passage.message, *(more.message for more in one.also)])
    worth = {
        term: _REPEATED * math.log(len(where)) if len(where) > 1 else _ONCE
        for term, where in spoken.items()
    }
    seen_keys: set[_Key] = set()
    seen_terms: set[str] = set()

    def gain(one: _Candidate) -> float:
        new = math.fsum(weight for key, weight in one.keys.items() if key not in seen_keys)
        new += math.fsum(sorted(worth[term] for term in one.terms - seen_terms))
        return round(one.share * new / (_OFFSET + one.tokens), 9)

    heap = [(-gain(one), order) for order, one in enumerate(candidates)]
    heap = heapq.nsmallest(_CANDIDATES, heap)
    chosen: list[_Candidate] = []
    left = budget
    while heap:
        stale, order = heapq.heappop(heap)
        one = candidates[order]
        if one.tokens > left:
            continue
        fresh = -gain(one)
        if fresh >= 0:
            continue
        if fresh > stale and heap and (fresh, order) > heap[0]:
            heapq.heappush(heap, (fresh, order))
            continue
        chosen.append(one)
        left -= one.tokens
        seen_keys.update(one.keys)
        seen_terms |= one.terms
    return chosen

"""Extractive folds: the most telling sentences of a cluster, word for word.

What counts is what a reader would miss: decisions, rejections and preferences, literals that
neither a headline nor a chosen sentence holds yet, then the words that the cluster keeps coming
back to. Text of tool results counts less than what people said, questions less than statements.
Filler contributes nothing. Where the budget does not hold the sentences of all literals, clauses
and windows of sentences take their place (`infold.fold.windows`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from infold.core.folds import BETWEEN_PHRASES, Claim, Span
from infold.core.messages import Message, part_text
from infold.core.tokens import TokenCounter
from infold.fold.choosing import Choice
from infold.fold.excerpts import LONGEST, Excerpt, excerpts, prove, shorter
from infold.fold.fidelity import inverted
from infold.fold.headlines import headlines
from infold.fold.leading import ties
from infold.fold.policy import FoldPolicy
from infold.fold.reading import Passage, known_literals, one_line, read_message
from infold.fold.replacing import NONE_REPLACED, Replacements
from infold.fold.standing import Key, Standing, read_standing
from infold.fold.wanted import literal_key
from infold.text.kinds import Literal

__all__ = ["extract"]

_OFFSET: Final = 16.0
_LEAST_OFFSET: Final = 1.0
_NAMED_OFFSET: Final = 5.0
_LEVEL: Final = 1.5
_AGAIN: Final = 0.8
_LEAST_AGAIN: Final = 0.2
_LEAST_LEVEL: Final = 0.5
_VERY_TIGHT: Final = 1.8
_REPAIRS: Final = 8


def extract(
    messages: Sequence[Message],
    *,
    policy: FoldPolicy,
    counter: TokenCounter,
    with_headlines: bool = True,
    replaced: Replacements = NONE_REPLACED,
) -> tuple[Claim, ...]:
    """Make the claims of an extractive fold.

    Linear in what is read of the messages (`infold.fold.reading` bounds that).

    Args:
        messages: Of one cluster, by position, with their ids.
        policy: `ratio`, `least_tokens` and `most_tokens` bound the sentences; headlines, which
            name every message, come on top.
        counter: Counts tokens.
        with_headlines: Whether there are any. Where they are not shown, sentences do not count on
            what they say, and every part of a sentence names what its values are of.
        replaced: Values that later ones of the messages replaced without naming them; they are
            left out.

    Returns:
        Headlines (level 0), then sentences and parts of sentences (level 1) in the order of the
        conversation. A sentence's text is that of its first span on one line; further spans are of
        messages that say the same with the same literals. Without headlines an answer that says
        nothing by itself stands behind its question, and a change in few words behind what it
        changes: then the first two spans make the text.
        Empty where there is nothing but filler.
    """
    passages = [read_message(index, message) for index, message in enumerate(messages)]
    source_tokens = sum(
        max(0, message.tokens) for message, found in zip(messages, passages, strict=True) if found
    )
    budget = min(policy.most_tokens, max(policy.least_tokens, int(policy.ratio * source_tokens)))
    standing = read_standing(messages, passages, replaced)
    lines = headlines(messages, passages, counter, standing.gone) if with_headlines else ()
    chosen = _choose(messages, passages, standing, lines, budget, counter, named=not with_headlines)
    return (*lines, *(_claim(messages, one) for one in chosen))


def _claim(messages: Sequence[Message], one: Excerpt) -> Claim:
    first = Span(
        message=messages[one.passage.message].id,
        part=one.passage.part,
        start=one.start,
        end=one.end,
    )
    before = () if one.lead is None else (_span(messages, one.lead),)
    return Claim(
        text=one.text,
        spans=(*before, first, *(_span(messages, passage) for passage in one.also)),
        level=1,
    )


def _span(messages: Sequence[Message], passage: Passage) -> Span:
    return Span(
        message=messages[passage.message].id,
        part=passage.part,
        start=passage.start,
        end=passage.end,
    )


def _choose(
    messages: Sequence[Message],
    passages: Sequence[Sequence[Passage]],
    standing: Standing,
    lines: Sequence[Claim],
    budget: int,
    counter: TokenCounter,
    *,
    named: bool,
) -> list[Excerpt]:
    told, known = _told(messages, passages, standing, lines)
    whole = excerpts(
        messages, passages, standing, counter, ties(messages, passages) if named else None
    )
    # What people's sentences of all literals would take that no headline shows. A line of a tool's
    # output says nothing in parts.
    asked = [
        one
        for one in whole
        if one.keeps.keys() - told and messages[one.passage.message].role != "tool"
    ]
    tight = sum(one.tokens for one in asked) / max(1, budget)
    candidates = [one for one in whole if one.tokens <= LONGEST]
    if tight > 1:
        for one in asked:
            candidates += shorter(one, standing, counter, bare=tight > _VERY_TIGHT, named=named)
    known.update((one.text, one.passage.literals) for one in whole if one.lead is None)

    def read(text: str) -> Sequence[Literal]:
        return known[text] if text in known else known_literals(text)

    choice = Choice(
        candidates,
        budget=budget,
        offset=max(_NAMED_OFFSET if named else _LEAST_OFFSET, _OFFSET / max(1.0, tight) ** 3),
        level=max(_LEAST_LEVEL, min(1.0, _LEVEL / max(1.0, tight))),
        told=told,
        again=max(_LEAST_AGAIN, _AGAIN / max(1.0, tight) ** 3),
        prove=lambda one: prove(one, standing, read),
    )
    choice.fill()
    _mend(choice, standing, [p for line in lines for p in line.text.split(BETWEEN_PHRASES)], read)
    return choice.chosen


def _told(
    messages: Sequence[Message],
    passages: Sequence[Sequence[Passage]],
    standing: Standing,
    lines: Sequence[Claim],
) -> tuple[set[Key], dict[str, Sequence[Literal]]]:
    """Values that the headlines show as the sources do, and the literals of their phrases."""
    index = {message.id: number for number, message in enumerate(messages)}
    known: dict[str, Sequence[Literal]] = {
        phrase: () for line in lines for phrase in line.text.split(BETWEEN_PHRASES)
    }
    told: set[Key] = set()
    for span in (span for line in lines for span in line.spans):
        message = messages[index[span.message]]
        text = one_line(part_text(message.parts[span.part])[span.start : span.end])
        for passage in passages[index[span.message]]:
            if passage.part == span.part and passage.start <= span.start < passage.end:
                held = [
                    one
                    for one in passage.literals
                    if span.start <= one.start and one.end <= span.end
                ]
                told |= standing.shown(held)[0]
                if text in known:
                    known[text] = held
    return told, known


def _mend(
    choice: Choice,
    standing: Standing,
    phrases: Sequence[str],
    read: Callable[[str], Sequence[Literal]],
) -> None:
    """Show what is inverted as it stands, or else leave out what inverts it."""
    for turn in range(_REPAIRS):
        chosen = choice.chosen
        bad = inverted(standing.wanted, [*phrases, *(one.text for one in chosen)], read)
        if not bad:
            return
        choice.owe(literal_key(one.kind, one.value) for one in bad)
        if choice.chosen != chosen:
            continue
        for one in chosen:
            if inverted(bad, [one.text], read):
                choice.ban(one)
        if choice.chosen == chosen:
            return
        if turn < _REPAIRS // 2:
            choice.fill()

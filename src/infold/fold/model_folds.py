"""Folds that a model writes: what it is given, and what becomes of its answer.

Whatever it says is checked by code before it is used: a claim without a source, or with a literal
that no source says, is dropped; what had to be kept and was not, and what lost its status, is
quoted from the source; then the whole is judged, and refused where it still fails.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from infold.core.folds import Claim
from infold.core.messages import Message, Text, ToolCall, ToolResult, part_text
from infold.core.tokens import TokenCounter
from infold.core.wording import counted
from infold.fold.anchoring import anchor, sentence_span
from infold.fold.fidelity import Fidelity, Finding, judge
from infold.fold.headlines import headlines
from infold.fold.policy import FoldPolicy
from infold.fold.reading import one_line, read_message, says_nothing
from infold.fold.replacing import NONE_REPLACED, Replacements
from infold.fold.standing import read_standing
from infold.fold.wanted import Wanted, read_wanted
from infold.text.sentences import sentences

__all__ = ["Made", "Stretch", "claims_of", "fault_of", "fold_room", "in_pieces", "make", "mend"]

LEAST_GAIN: Final = 0.1
"""A fold that saves a smaller share of its sources' tokens is not worth its place."""

Answer = Sequence[tuple[str, Sequence[int]]]
"""Claims as the model gives them: a text and the numbers (positions) of its messages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """A message, or a piece of a long one, as a model is to read it.

    Attributes:
        position: Of the message.
        text: Characters of one of its parts, whole words.
    """

    position: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A fold as a model wrote it, checked and mended.

    Attributes:
        claims: Headlines, then the model's sentences and what was quoted beside them.
        fidelity: What they keep of the sources.
        fault: Why they are refused; empty where they can stand.
    """

    claims: tuple[Claim, ...]
    fidelity: Fidelity
    fault: str


def fold_room(policy: FoldPolicy, source_tokens: int) -> int:
    """Tokens that the sentences of a fold may take."""
    return min(policy.most_tokens, max(policy.least_tokens, int(policy.ratio * source_tokens)))


def in_pieces(
    messages: Sequence[Message], policy: FoldPolicy, counter: TokenCounter
) -> list[list[Stretch]]:
    """Cut messages into pieces that a model reads one after another, nothing left out.

    Args:
        messages: By position; filler is passed over.
        policy: `piece_tokens` bounds a piece.
        counter: Counts tokens.

    Returns:
        Pieces of stretches. A text is cut between sentences where it must be cut. Linear.
    """
    pieces: list[list[Stretch]] = []
    room = 0
    for message in messages:
        for stretch, tokens in _stretches(message, policy.piece_tokens, counter):
            if not pieces or tokens > room:
                pieces.append([])
                room = policy.piece_tokens
            pieces[-1].append(stretch)
            room -= tokens
    return pieces


def _stretches(message: Message, most: int, counter: TokenCounter) -> list[tuple[Stretch, int]]:
    if says_nothing(message):
        return []
    out: list[tuple[Stretch, int]] = []
    for part in message.parts:
        text = part_text(part) if isinstance(part, Text | ToolResult | ToolCall) else ""
        if not text.strip():
            continue
        tokens = counter.count(text)
        if tokens <= most:
            out.append((Stretch(position=message.position, text=text), tokens))
            continue
        start = end = used = 0
        for piece in sentences(text):
            size = counter.count(piece.text)
            if used and used + size > most:
                out.append((Stretch(position=message.position, text=text[start:end]), used))
                start, used = piece.start, 0
            end = piece.end
            used += size
        out.append((Stretch(position=message.position, text=text[start:end]), used))
    return out


def claims_of(answer: Answer, messages: Mapping[int, Message]) -> list[Claim]:
    """Make claims of a model's answer.

    Args:
        answer: What it wrote.
        messages: The sources by position.

    Returns:
        Those of its claims that stand on something, each once: on the messages that the model named
        and on those that hold its literals. One whose literals stand nowhere is left out.
    """
    every = [messages[position] for position in sorted(messages)]
    found: dict[str, Claim] = {}
    for text, numbers in answer:
        line = one_line(text)
        named = [messages[number] for number in dict.fromkeys(numbers) if number in messages]
        spans = anchor(line, named, every) if line else None
        if spans and line.casefold() not in found:
            found[line.casefold()] = Claim(text=line, spans=spans, level=1)
    return list(found.values())


def make(
    answer: Answer,
    messages: Sequence[Message],
    *,
    counter: TokenCounter,
    finds: Callable[[Wanted], bool],
    replaced: Replacements = NONE_REPLACED,
) -> Made:
    """Check a model's answer, mend it, and judge what comes out.

    Args:
        answer: What the model wrote.
        messages: All sources, by position, with their ids and tokens.
        counter: Counts tokens.
        finds: As for `infold.fold.fidelity.judge`.
        replaced: What later ones of the sources replaced without naming it.

    Returns:
        The claims and whether they can stand. Reads every literal of the sources: some 0.1 s of CPU
        for 4,000 tokens.
    """
    by_position = {message.position: message for message in messages}
    said = claims_of(answer, by_position)
    is_empty = not said
    said, report = mend(said, messages, finds=finds, replaced=replaced)
    order = {message.id: message.position for message in messages}
    said.sort(key=lambda claim: (min(order[span.message] for span in claim.spans), claim.text))
    passages = [read_message(index, message) for index, message in enumerate(messages)]
    gone = read_standing(messages, passages, replaced).gone if replaced else {}
    return Made(
        claims=(*headlines(messages, passages, counter, gone), *said),
        fidelity=report,
        fault="nothing of the answer stands on a source"
        if is_empty
        else fault_of(said, report, messages, counter),
    )


def mend(
    said: Sequence[Claim],
    messages: Sequence[Message],
    *,
    finds: Callable[[Wanted], bool],
    replaced: Replacements = NONE_REPLACED,
) -> tuple[list[Claim], Fidelity]:
    """Quote beside some claims what they lack and must say.

    Args:
        said: The claims.
        messages: All sources, by position.
        finds: As for `infold.fold.fidelity.judge`.
        replaced: What later ones of the sources replaced without naming it.

    Returns:
        The claims with the quoted sentences behind them, and what they keep together.
    """
    by_id = {message.id: message for message in messages}
    wanted = read_wanted(messages, replaced)
    known: dict[Wanted, bool] = {}

    def finds_once(one: Wanted) -> bool:
        if one not in known:
            known[one] = finds(one)
        return known[one]

    out = list(said)
    report = judge(wanted, _texts(out), messages, finds=finds_once)
    for _ in range(2):  # a quotation may say of another value what no claim says of it
        quotes = _quotes(report, by_id, {claim.text for claim in out})
        if not quotes:
            break
        out += quotes
        report = judge(wanted, _texts(out), messages, finds=finds_once)
    return out, report


def _texts(claims: Sequence[Claim]) -> list[str]:
    return [claim.text for claim in claims]


def _quotes(report: Fidelity, by_id: Mapping[str, Message], there: set[str]) -> list[Claim]:
    """The sentences that say what the claims lack, word for word."""
    lacking: list[Finding] = [*report.of("inverted"), *report.missing(), *report.of("lost")]
    quotes: dict[str, Claim] = {}
    for finding in lacking:
        one = finding.wanted
        assert one is not None  # only what is invented has none
        # What takes back a value must be said; or that it was, by what came in its place.
        message, part, start = one.message, one.part, one.start
        if one.by is not None and finding.outcome == "inverted":
            message, part, start = one.by.message, one.by.part, one.by.start
        span = sentence_span(by_id[message], part, start)
        whole = part_text(by_id[message].parts[part])
        text = one_line(whole[span.start : span.end])
        if text not in there:
            quotes.setdefault(text, Claim(text=text, spans=(span,), level=1))
    return list(quotes.values())


def fault_of(
    claims: Sequence[Claim], report: Fidelity, messages: Sequence[Message], counter: TokenCounter
) -> str:
    """Why a fold cannot stand, in words; empty where it can."""
    if not report.is_faithful:
        counts = report.counts()
        bad = [
            f"{counts[kind]} {kind}" for kind in ("inverted", "invented", "lost") if counts[kind]
        ]
        left = len(report.missing())
        bad += [f"{counted(left, 'statement')} not kept"] if left else []
        return ", ".join(bad)
    own = sum(counter.count(claim.text) for claim in claims)
    whole = sum(max(0, message.tokens) for message in messages)
    if own > (1.0 - LEAST_GAIN) * whole:
        return f"{counted(own, 'token')} for {whole:,}: it saves less than a tenth"
    return ""

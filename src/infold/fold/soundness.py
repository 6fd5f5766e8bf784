"""Whether claims can be trusted: every literal from a source, every span where it says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal as OneOf
from typing import TypeAlias

from infold.core.folds import BETWEEN_PHRASES, MOST_SOURCES, VERBATIM, Claim
from infold.core.messages import Message, part_text
from infold.fold.reading import one_line
from infold.text.kinds import STATEMENTS
from infold.text.literals import literals

__all__ = ["Fault", "FaultKind", "check"]

FaultKind: TypeAlias = OneOf["invented", "outside", "sources", "lines"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What is wrong with a claim.

    Attributes:
        kind: `invented`: a literal that stands in none of its spans; `outside`: a span that
            points at no message or beyond a part's text; `sources`: none, or more than twelve;
            `lines`: a claim that is no single line.
        claim: Index of the claim.
        detail: The literal or span concerned.
    """

    kind: FaultKind
    claim: int
    detail: str


def check(claims: Sequence[Claim], messages: Iterable[Message]) -> list[Fault]:
    """Look for faults in claims.

    Args:
        claims: Of one fold.
        messages: Its sources, with their ids.

    Returns:
        All faults, by claim. Linear in the claims and the spans that they name.
    """
    by_id = {message.id: message for message in messages}
    return [
        Fault(kind=kind, claim=index, detail=detail)
        for index, claim in enumerate(claims)
        for kind, detail in _faults(claim, by_id)
    ]


def _faults(claim: Claim, by_id: Mapping[str, Message]) -> Iterator[tuple[FaultKind, str]]:
    if not 0 < len(claim.sources) <= MOST_SOURCES:
        yield "sources", str(len(claim.sources))
    is_exact = claim.level == VERBATIM
    if not claim.text or (not is_exact and claim.text != one_line(claim.text)):
        yield "lines", claim.text
    texts: list[str] = []
    for span in claim.spans:
        message = by_id.get(span.message)
        is_part = message is not None and 0 <= span.part < len(message.parts)
        whole = part_text(message.parts[span.part]) if message and is_part else ""
        if 0 <= span.start < span.end <= len(whole):
            texts.append(whole[span.start : span.end])
        else:
            yield "outside", f"{span.message}[{span.part}] {span.start}:{span.end}"
    standing = [one_line(text) for text in texts]
    values = {(one.kind, one.value) for text in texts for one in literals(text)}
    # The phrases of a headline stand beside each other and say nothing together.
    phrases = [claim.text] if claim.level else claim.text.split(BETWEEN_PHRASES)
    for literal in (one for phrase in phrases for one in literals(phrase)):
        if literal.kind in STATEMENTS or (literal.kind, literal.value) in values:
            continue
        if not any(one_line(literal.text) in text for text in standing):
            yield "invented", literal.text

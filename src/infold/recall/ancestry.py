"""The context of a view where all of it fits: the path in its order, folded runs as their claims.

Where it does not fit, `infold.recall.context` chooses inside the same path.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from infold.core.messages import Attachment, Message
from infold.core.tokens import TokenCounter
from infold.recall.accounting import account
from infold.recall.budget import Budget
from infold.recall.field import Field
from infold.recall.foldmap import MapClaim
from infold.recall.lines import Shown, call_names, day_line, own_marks, render_whole, speakers_of
from infold.recall.plain import attachment_data, claim_data, mark_data
from infold.recall.replaced import Mark, Replaced, covers, label, marked
from infold.recall.result import Context
from infold.recall.sendable import sendable, texts_of

__all__ = ["FoldedRun", "chosen", "claim_line", "claim_marks", "exact"]

_HEADING = "Folded:"


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldedRun:
    """A closed fold on a path.

    Attributes:
        at: Place in the field before which it stands.
        members: Positions of its messages that are not shown.
        claims: What is shown in their place.
    """

    at: int
    members: tuple[int, ...]
    claims: tuple[MapClaim, ...]


def claim_line(claim: MapClaim, replaced: Replaced) -> str:
    """A claim as a line, with the marks of what it says that no longer holds.

    A highlight stands word for word, in quotation marks.
    """
    text = claim.claim.line
    notes = [label(mark, named=True) for _, mark in claim_marks(claim, replaced)]
    return " ".join([text + own_marks(text), *dict.fromkeys(notes)])


def claim_marks(claim: MapClaim, replaced: Replaced) -> list[tuple[str, Mark]]:
    """(message id, mark) of what a claim quotes and no longer holds."""
    return [
        (span.message, mark)
        for span, position in zip(claim.claim.spans, claim.positions, strict=True)
        for mark in replaced.marks(position)
        if mark.part == span.part and span.start <= mark.start and mark.end <= span.end
    ]


def exact(
    field: Field,
    messages: Mapping[int, Message],
    runs: Sequence[FoldedRun],
    *,
    budget: Budget,
    counter: TokenCounter,
    replaced: Replaced,
    locate: Callable[[str], int | None] | None = None,
) -> Context | None:
    """The whole path in its order; None where it does not fit, or cannot be sent as it stands.

    Args:
        field: What is shown of the path, whole messages.
        messages: Position → message, of all of it.
        runs: What is shown as claims, in order; beside the field.
        budget: Tokens and bytes.
        counter: Counts tokens.
        replaced: What no longer holds, on the whole path.
        locate: As for `infold.recall.context.finish`.

    Returns:
        The context. It accounts for the field; `Context.beside` adds the members of the runs.
    """
    at = {place: messages[int(p)] for place, p in enumerate(field.path.tolist())}
    window = sendable(range(len(field)), at)
    if any(reason == "unanswered" for reason in window.left_out.values()):
        return None
    names, speakers = call_names(at), speakers_of(at)
    pieces: list[tuple[tuple[int, int], list[tuple[int, Shown]], list[dict[str, Any]]]] = []
    for group in window.groups:
        shown = [
            (
                place,
                marked(
                    render_whole(at[place], names, calls=group.calls, speakers=speakers),
                    replaced.marks(int(field.path[place])),
                ),
            )
            for place in group.places
        ]
        pieces.append(((group.places[0], 1), shown, list(group.messages)))
    blocks: dict[int, str] = {}
    for number, run in enumerate(runs):
        lines = [claim_line(claim, replaced) for claim in run.claims]
        if lines:
            blocks[number] = "\n".join([_HEADING, *lines])
            sent = [{"role": "system", "content": blocks[number]}]
            pieces.append(((run.at, 0), [(-1 - number, _NOTHING)], sent))
    pieces.sort(key=lambda piece: piece[0])
    text = _text(pieces, at, blocks)
    sent = [message for _, _, group in pieces for message in group]
    tokens = counter.count(text)
    if max(tokens, counter.count("\n".join(texts_of(sent)))) > budget.tokens:
        return None
    if budget.max_bytes is not None and _size(text, sent) > budget.max_bytes:
        return None
    shown_at = {place: one for _, shown, _ in pieces for place, one in shown if place >= 0}
    ledger = account(
        field, raw=list(shown_at), extracted=(), folded=(), reasons=dict(window.left_out)
    )
    claims = [claim for run in runs for claim in run.claims]
    return Context(
        text=text,
        messages=sent,
        sources=[
            {
                "id": at[place].id,
                "position": int(field.path[place]),
                "part": piece.part,
                "start": piece.start,
                "end": piece.end,
            }
            for place in sorted(shown_at)
            for piece in shown_at[place].pieces
        ],
        claims=[claim_data(claim) for claim in claims],
        replaced=_replaced(field, at, shown_at, claims, replaced),
        states=ledger.ranges(),
        accounting=ledger.counts() | {"tokens": tokens},
        omissions=ledger.omissions(),
        budget=budget.tokens,
        layout="default",
        prefix=text,
        attachments=[
            attachment_data(at[place].id, int(field.path[place]), number, part)
            for place in sorted(shown_at)
            for number, part in enumerate(at[place].parts)
            if isinstance(part, Attachment)
        ],
        _ledger=ledger,
        _loaded={message.id: int(field.path[place]) for place, message in at.items()},
        _locate=locate,
    )


_NOTHING = Shown(text="", pieces=(), overhead="")


def _text(
    pieces: Sequence[tuple[tuple[int, int], list[tuple[int, Shown]], list[dict[str, Any]]]],
    at: Mapping[int, Message],
    blocks: Mapping[int, str],
) -> str:
    lines: list[str] = []
    last = ""
    for _, shown, _ in pieces:
        for place, one in shown:
            if place < 0:
                lines.append(blocks[-1 - place])
                last = ""
                continue
            day = day_line(at[place].at)
            if one.text and day and day != last:
                lines.append(day)
                last = day
            if one.text:
                lines.append(one.text)
    return "\n".join(lines)


def _size(text: str, sent: Sequence[Mapping[str, Any]]) -> int:
    return max(
        len(text.encode("utf-8", "surrogatepass")),
        sum(len(one.encode("utf-8", "surrogatepass")) for one in texts_of(sent)),
    )


def _replaced(
    field: Field,
    at: Mapping[int, Message],
    shown: Mapping[int, Shown],
    claims: Sequence[MapClaim],
    replaced: Replaced,
) -> list[dict[str, Any]]:
    found: dict[tuple[int, int, int], dict[str, Any]] = {}
    for place, one in shown.items():
        position = int(field.path[place])
        for mark in replaced.marks(position):
            if any(covers(piece, mark) for piece in one.pieces):
                found[position, mark.part, mark.start] = mark_data(at[place].id, position, mark)
    for claim in claims:
        where = dict(zip([s.message for s in claim.claim.spans], claim.positions, strict=True))
        for message, mark in claim_marks(claim, replaced):
            key = (where[message], mark.part, mark.start)
            found.setdefault(key, mark_data(message, where[message], mark))
    return [found[key] for key in sorted(found)]


def chosen(
    claims: Sequence[MapClaim], scores: Sequence[float], sizes: Sequence[int], room: int
) -> list[MapClaim]:
    """Claims for which there is room, those of the best score first, in the order given.

    Args:
        claims: Of all closed folds, in order.
        scores: Of each; ties go to the earlier.
        sizes: Tokens of each line, marks of what no longer holds included.
        room: Tokens for all lines together.
    """
    order = sorted(range(len(claims)), key=lambda i: (-scores[i], i))
    kept: list[int] = []
    for index in order:
        if sizes[index] < room:
            room -= sizes[index] + 1  # the line's end
            kept.append(index)
    return [claims[index] for index in sorted(kept)]

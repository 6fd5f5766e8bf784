"""Marking: what a person, a rule or a model says of a message, as steps that can be undone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final, Literal

from infold.core.changes import Change, Effect
from infold.core.ids import mint
from infold.core.marks import LANDMARKS, MARK_KINDS, Landmark, Mark, MarkKind, MarkState
from infold.core.messages import Message, part_text
from infold.core.scope import Scope
from infold.core.wording import counted
from infold.engine.fold_openings import opened_by_marks
from infold.engine.steps import do, require
from infold.errors import NotFound, UsageError
from infold.store.protocol import Writer

__all__ = ["checked", "mark", "mark_with_id", "propose", "set_state"]

_ANY: Final[tuple[MarkState, ...]] = ("suggested", "confirmed", "withdrawn")


def mark_with_id(secret: bytes, conversation: str, mark: Mark) -> Mark:
    """The mark with its id: of what is marked, how and by whom. The same mark is one record."""
    place = (mark.message, mark.part, mark.start, mark.end)
    return replace(
        mark, id=mint(secret, "mark", conversation, mark.kind, mark.label, *place, mark.by)
    )


def checked(
    message: Message, kind: str, label: str, part: int, span: tuple[int, int] | None, text: str
) -> Mark:
    """The mark that a person asks for, checked against the message.

    Raises:
        UsageError: No such kind or label, or the words do not stand where they are said to.
    """
    if kind not in MARK_KINDS:
        raise UsageError(f"{kind!r} is no kind of mark.", hint=f"Use {', '.join(MARK_KINDS)}.")
    if (kind == "landmark") != bool(label) or (label and label not in LANDMARKS):
        raise UsageError(
            f"{label!r} is no label of a {kind}.",
            hint=f"A landmark is one of {', '.join(LANDMARKS)}; other marks have no label.",
        )
    known: MarkKind = next(one for one in MARK_KINDS if one == kind)
    said: Landmark | str = next((one for one in LANDMARKS if one == label), "")
    mark = Mark(kind=known, message=message.id, label=said)  # type: ignore[arg-type] # checked above
    if known != "highlight":
        if span is not None or text:
            raise UsageError(
                "Only a highlight marks a stretch.", hint="Leave out `text`, or mark a highlight."
            )
        return mark
    start, end = _stretch(message, part, span, text)
    words = part_text(message.parts[part])[start:end]
    return replace(mark, part=part, start=start, end=end, text=words)


def _stretch(
    message: Message, part: int, span: tuple[int, int] | None, text: str
) -> tuple[int, int]:
    whole = part_text(message.parts[part]) if 0 <= part < len(message.parts) else ""
    if span is None:
        count = whole.count(text) if text.strip() else 0
        if count != 1:
            raise UsageError(
                f"The words stand {count} times in part {part} of message {message.id}."
                if text.strip()
                else "A highlight needs a stretch.",
                hint="Give in `text` words that stand there once, with more around them.",
                records=[message.id],
            )
        start = whole.index(text)
        return start, start + len(text)
    start, end = span
    if not 0 <= start < end <= len(whole) or not whole[start:end].strip():
        raise UsageError(
            f"Part {part} of message {message.id} has no words from {start} to {end}.",
            hint=f"It has {counted(len(whole), 'character')}.",
            records=[message.id],
        )
    if text and whole[start:end] != text:
        raise UsageError(
            f"Other words stand from {start} to {end} of message {message.id}.",
            hint="The text may have been read from another message or version.",
            records=[message.id],
        )
    return start, end


def mark(
    tx: Writer,
    scope: Scope,
    conversation: str,
    wanted: Sequence[Mark],
    name: str,
    *,
    by: str,
    now: datetime,
    more: Sequence[Effect] = (),
) -> list[Mark]:
    """Add marks in one step, or bring back those that were there; folds around them open.

    Args:
        tx: The transaction.
        scope: Whose.
        conversation: Id of the conversation.
        wanted: Checked marks, without ids.
        name: Of the step.
        by: Who does it.
        now: When.
        more: Further effects of the same step.

    Returns:
        The marks with their ids.
    """
    row = require(tx, scope, conversation)
    secret = tx.secret(scope)
    places = tx.locate(scope, sorted({one.message for one in wanted}))
    effects: list[Effect] = []
    fresh: list[tuple[int, Mark]] = []
    out: list[Mark] = []
    for one in wanted:
        known = mark_with_id(secret, conversation, one)
        there = tx.mark(scope, conversation, known.id)
        if there is None and known.id not in {each.id for each in out}:
            fresh.append((places[known.message][1], replace(known, state="withdrawn")))
        before = there[1].state if there else ""
        # A suggestion that was declined is not made again, and none weakens what holds.
        if known.state == "suggested" and there is not None:
            continue
        old = "" if before == "withdrawn" else before
        effects.append(Effect(target="mark", record=known.id, old=old, new=known.state))
        out.append(known)
    tx.add_marks(scope, conversation, fresh)
    effects += opened_by_marks(tx, scope, row, [one for one in out if one.holds])
    do(tx, scope, conversation, name, [*effects, *more], by=by, now=now)
    return out


def set_state(
    tx: Writer,
    scope: Scope,
    conversation: str,
    marks: Sequence[str],
    state: MarkState,
    name: str,
    *,
    by: str,
    now: datetime,
) -> Change | None:
    """Confirm or withdraw marks in one step.

    Raises:
        NotFound: No such mark.
    """
    row = require(tx, scope, conversation)
    effects: list[Effect] = []
    found: list[Mark] = []
    for identity in marks:
        there = tx.mark(scope, conversation, identity)
        if there is None:
            raise NotFound(
                f"No mark {identity} in this conversation.",
                hint="infold marks CONVERSATION lists them.",
                records=[identity],
            )
        found.append(there[1])
        new = "" if state == "withdrawn" else state
        old = "" if there[1].state == "withdrawn" else there[1].state
        effects.append(Effect(target="mark", record=identity, old=old, new=new))
    if state == "confirmed":
        effects += opened_by_marks(tx, scope, row, found)
    return do(tx, scope, conversation, name, effects, by=by, now=now)


def propose(
    tx: Writer,
    scope: Scope,
    conversation: str,
    landmarks: Iterable[Mark],
    *,
    by: Literal["rule", "model"],
    now: datetime,
) -> list[Mark]:
    """Add proposed landmarks that nobody has marked or declined, in one step."""
    there = {
        (one.message, one.label)
        for _, one in tx.marks(scope, conversation, _ANY)
        if one.kind == "landmark"
    }
    found = [one for one in landmarks if (one.message, one.label) not in there]
    return mark(tx, scope, conversation, found, "propose landmarks", by=by, now=now)

"""Whether the sources of folds are dropped, and how that is told: in words, with the numbers.

Nothing here reads or writes. Time counts from the last that was said in the conversation.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Final

from infold.core.wording import counted, in_tenths
from infold.memory.chat_keeping import ChatKeeping
from infold.memory.sweeping import Verdict, next_look

__all__ = ["drop_reason", "drop_verdict", "dropped_note", "dropped_text"]

_STAY: Final = "Its texts stay: "


def drop_verdict(
    *,
    last: datetime | None,
    generation: int,
    exported: Mapping[str, object] | None,
    exported_at: datetime | None,
    messages: int,
    at: datetime,
    keeping: ChatKeeping,
) -> Verdict:
    """Whether texts of a conversation may be dropped, before its folds are looked at.

    Args:
        last: When the last was said; None where no message has a time.
        generation: Of its folds; 0 before there are any.
        exported: What was recorded of the file that was written of it; None where there is none.
        exported_at: When that was written.
        messages: How many it has.
        at: The moment.
        keeping: How conversations are kept.
    """
    if keeping.drop is None:
        why = "Nothing drops its texts."
    elif last is None:
        why = "No message of it has a time."
    elif at - last < keeping.drop:
        why = next_look(last + keeping.drop)
    elif not generation:
        why = f"{_STAY}nothing of it is folded."
    elif keeping.export is None:
        return Verdict(action="drop", policy="drop")
    elif exported is None or exported_at is None or exported_at >= at:
        why = f"{_STAY}no earlier sweep has written it to a file."
    elif exported.get("messages") != messages:
        why = f"{_STAY}the file of it does not hold all its messages."
    else:
        return Verdict(action="drop", policy="drop")
    return Verdict(action="keep", reason=why)


def drop_reason(
    *,
    last: datetime,
    at: datetime,
    dropped: int,
    sources: int,
    tokens: int,
    kept: int,
    lost: int,
    file: str,
    keeping: ChatKeeping,
) -> str:
    """Why the sources of one fold are dropped, and what that costs.

    Args:
        last: When the last was said in the conversation.
        at: The moment.
        dropped: How many messages lose their text.
        sources: How many the fold stands on.
        tokens: Of these texts.
        kept: How many of their hard facts (numbers, names, decisions, …) the fold holds.
        lost: How many it does not hold.
        file: The file that holds these texts; empty for none.
        keeping: How conversations are kept; `drop` is set.
    """
    assert keeping.drop is not None, "nothing is dropped without the policy"
    facts = (
        "they hold no hard facts"
        if not kept + lost
        else f"the fold keeps {kept:,} of their {counted(kept + lost, 'hard fact')}, and "
        f"{lost:,} would be lost"
        if lost
        else f"the fold keeps all of their {counted(kept, 'hard fact')}"
    )
    copy = (
        f"{file} holds them as they were."
        if file
        else "No file holds them: set export_days to have one written before."
    )
    return (
        f"The last was said on {last:%Y-%m-%d}: {in_tenths(at - last)}, and texts for which a fold "
        f"stands are dropped after {in_tenths(keeping.drop)}. {dropped:,} of its "
        f"{counted(sources, 'message')}, {counted(tokens, 'token')}: {facts}. "
        f"There is no undo. {copy}"
    )


def dropped_text(at: str) -> str:
    """What stands in the place of a text that was dropped.

    Args:
        at: When, ISO 8601.
    """
    return f"Its text was dropped on {at[:10]}."


def dropped_note(on: date, files: tuple[str, ...] = ()) -> str:
    """What is said of a fold of whose sources some were dropped, and in the place of their texts.

    Args:
        on: When they were.
        files: Those that were written of them before.
    """
    said = f"Its sources were dropped on {on:%Y-%m-%d}: nothing here leads back to their words."
    return f"{said} Written before: {', '.join(files)}." if files else said

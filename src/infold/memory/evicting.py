"""What a sweep would do with a conversation or a cluster, and why: in words, with the numbers.

Nothing here reads or writes. Time counts from the last that was said, or from when a person or an
undo brought it back, whichever is later: so what was brought back stays for as long again.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from infold.core.wording import counted, in_tenths
from infold.memory.chat_keeping import ChatKeeping
from infold.memory.sweeping import Verdict, next_look

__all__ = ["archive_verdict", "demote_verdict", "export_verdict"]

_SEVERAL: Final = 2
_UNDATED: Final = "No message of it has a time."


def archive_verdict(
    *,
    last: datetime | None,
    back: datetime | None,
    archived: datetime | None,
    is_pinned: bool,
    at: datetime,
    keeping: ChatKeeping,
) -> Verdict:
    """Whether a conversation is archived.

    Args:
        last: When the last was said; None where no message has a time.
        back: When it was brought back last.
        archived: When it was archived; None for one that is not.
        is_pinned: Whether a message of it is pinned.
        at: The moment.
        keeping: How conversations are kept.
    """
    if archived is not None:
        return Verdict(
            action="keep", reason=f"Archived on {archived:%Y-%m-%d}; restore brings it back."
        )
    if keeping.archive is None:
        return Verdict(action="keep", reason="Nothing archives it.")
    if last is None:
        return Verdict(action="keep", reason=_UNDATED)
    if is_pinned:
        return Verdict(action="keep", reason="A message of it is pinned: no sweep archives it.")
    since = _since(last, back)
    if at - since < keeping.archive:
        return Verdict(action="keep", reason=next_look(since + keeping.archive))
    return Verdict(
        action="archive",
        policy="archive",
        reason=f"{_said('The last was said on', last, back)}: {in_tenths(at - since)}, and a "
        f"conversation is archived after {in_tenths(keeping.archive)}.",
    )


def export_verdict(
    *,
    last: datetime | None,
    messages: int,
    exported: int | None,
    at: datetime,
    keeping: ChatKeeping,
) -> Verdict:
    """Whether a conversation is written to a file; one that has not grown since is not again.

    Args:
        last: When the last was said; None where no message has a time.
        messages: How many it has.
        exported: How many its export holds; None where there is none.
        at: The moment.
        keeping: How conversations are kept.
    """
    if keeping.export is None:
        return Verdict(action="keep", reason="Nothing exports it.")
    if exported == messages:
        return Verdict(action="keep", reason="Exported already, and nothing was said since.")
    if last is None:
        return Verdict(action="keep", reason=_UNDATED)
    if at - last < keeping.export:
        return Verdict(action="keep", reason=next_look(last + keeping.export))
    more = "" if exported is None else f" Its export holds {exported:,} of them."
    return Verdict(
        action="export",
        policy="export",
        reason=f"The last of its {counted(messages, 'message')} was said on {last:%Y-%m-%d}: "
        f"{in_tenths(at - last)}, and a conversation is exported after "
        f"{in_tenths(keeping.export)}.{more}",
    )


def demote_verdict(
    *,
    newest: datetime | None,
    back: datetime | None,
    sources: int,
    claims: int,
    is_pinned: bool,
    at: datetime,
    keeping: ChatKeeping,
) -> Verdict:
    """Whether a cluster is shown as one line from now on.

    Args:
        newest: When the newest of its messages was said.
        back: When it was brought back last.
        sources: How many messages its fold stands on.
        claims: How many claims its fold has; one is one line already.
        is_pinned: Whether a message of it is pinned.
        at: The moment.
        keeping: How conversations are kept.
    """
    if keeping.demote is None:
        return Verdict(action="keep", reason="Nothing demotes it.")
    if claims < _SEVERAL:
        return Verdict(action="keep", reason="It is one line already.")
    if newest is None:
        return Verdict(action="keep", reason=_UNDATED)
    if is_pinned:
        return Verdict(action="keep", reason="A message of it is pinned: no sweep demotes it.")
    since = _since(newest, back)
    if at - since < keeping.demote:
        return Verdict(action="keep", reason=next_look(since + keeping.demote))
    of = f"The newest of its {counted(sources, 'message')} is of"
    return Verdict(
        action="demote",
        policy="demote",
        reason=f"{_said(of, newest, back)}: "
        f"{in_tenths(at - since)}, and a cluster becomes one line of {claims} after "
        f"{in_tenths(keeping.demote)}.",
    )


def _since(last: datetime, back: datetime | None) -> datetime:
    return last if back is None else max(last, back)


def _said(what: str, last: datetime, back: datetime | None) -> str:
    told = f"{what} {last:%Y-%m-%d}"
    if back is not None and back > last:
        told += f", and it was brought back on {back:%Y-%m-%d}"
    return told

"""What is to be remembered, checked at the door, and what of it may be written."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from infold.core.facts import FactKind, Origin, Slot
from infold.core.folds import Span
from infold.memory.trust import Verdict, judge_write

__all__ = ["Saying", "admitted", "judged"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Saying:
    """Something to remember, checked at the door.

    Attributes:
        text: One line.
        kind: Decides how it is kept.
        confidence: 0 to 1.
        importance: 0 to 1; None for that of its kind.
        expires_at: From when it is hidden; None for the time of its kind.
        valid_from: From when it holds; None for what its words say.
        valid_to: Until when.
        said_at: When it was said, where that was not just now.
        sources: Spans of the messages that say it. The same span is heard once.
        origin: Who said it.
        trust: 0 to 1; None for that of its origin.
        slot: Given where the caller knows it; else it is read from the text.
        plain: None is read: the text is not the speaker's own.
        value: Of that slot.
        retracts: Of that slot.
        by: Who records it.
        quarantine: A reason to keep it hidden until it is released; empty for none.
        whole: All of what was said, judged too: an instruction may stand beside the sentence.
    """

    text: str
    kind: FactKind = "statement"
    confidence: float = 1.0
    importance: float | None = None
    expires_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    said_at: datetime | None = None
    sources: tuple[Span, ...] = ()
    origin: Origin = "program"
    trust: float | None = None
    slot: Slot | None = None
    plain: bool = False
    value: str = ""
    retracts: bool = False
    by: str = "program"
    quarantine: str = ""
    whole: str = ""


def judged(saying: Saying) -> Verdict:
    """What may be written of a saying: the stricter of what is said of it and of all around it."""
    own = judge_write(saying.text, saying.origin)
    if not saying.whole or own.action == "block":
        return own
    whole = judge_write(saying.whole, saying.origin)
    if whole.action == "block" or (whole.action == "quarantine" != own.action):
        return replace(whole, text=own.text)
    return own


def admitted(saying: Saying, verdict: Verdict) -> Saying:
    """A saying as it may be written: secrets taken out, instructions held back."""
    # A value that is not in the text any more was a secret.
    value = saying.value if verdict.text == saying.text or saying.value in verdict.text else ""
    held = verdict.reason if verdict.action == "quarantine" else ""
    return replace(
        saying, text=verdict.text, value=value, quarantine=saying.quarantine or held, whole=""
    )

"""What it does to a fact that it is said again: by whom, how far trusted, and how sure.

Whoever is trusted less than the fact already is adds nothing to it but a count: an assistant that
repeats what it was told confirms nothing. Whoever is trusted more makes the fact theirs.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import datetime

from infold.core.facts import ORIGINS, Origin, Standing

__all__ = ["Repetition", "read_repetition", "said_again"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Repetition:
    """A fact said again, as its event keeps it.

    Attributes:
        origin: Who said it.
        trust: In that one, 0 to 1.
        confidence: From that moment on, where the saying confirms the fact; None where the fact is
            surer without it.
        expires_at: The fact's new expiry; None where none was given.
    """

    origin: Origin
    trust: float
    confidence: float | None = None
    expires_at: datetime | None = None

    @property
    def data(self) -> str:
        """As the event's data."""
        expires = None if self.expires_at is None else self.expires_at.isoformat()
        told = [self.origin, self.trust, self.confidence, expires]
        return json.dumps(told, separators=(",", ":"))


def read_repetition(data: str) -> Repetition:
    """The repetition of an event's data.

    Raises:
        ValueError: It is none.
    """
    try:
        found = json.loads(data)
    except ValueError:
        found = None
    match found:
        case [str(origin), int() | float() as trust, confidence, expires] if (
            origin in ORIGINS and _is_share(trust)
        ):
            pass
        case _:
            raise ValueError(f"{data!r:.80} tells of nothing said again")
    if confidence is not None and not _is_share(confidence):
        raise ValueError(f"{confidence!r:.40} is no confidence")
    at = None if expires is None else datetime.fromisoformat(expires)
    if at is not None and at.utcoffset() is None:
        raise ValueError(f"{expires!r:.40} names no zone")
    return Repetition(
        origin=next(one for one in ORIGINS if one == origin),
        trust=float(trust),
        confidence=None if confidence is None else float(confidence),
        expires_at=at,
    )


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and value is not True and 0.0 <= value <= 1.0


def said_again(standing: Standing, told: Repetition, at: datetime) -> Standing:
    """How a fact stands once it was said again; its count of events is left to the caller.

    A clock that was set back makes no fact older.
    """
    now = replace(standing, repeats=standing.repeats + 1)
    if told.trust < standing.trust:
        return now
    if told.trust > standing.trust:
        now = replace(now, origin=told.origin, trust=told.trust)
    if told.expires_at is not None:
        now = replace(now, expires_at=told.expires_at)
    if told.confidence is None:
        return now
    return replace(now, confidence=told.confidence, confirmed_at=max(now.confirmed_at, at))

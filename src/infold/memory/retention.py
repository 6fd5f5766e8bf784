"""How long facts are kept: one table of defaults by kind, and each policy in words, with numbers.

Every default stands in `Keeping` and `Retention`; `DEFAULTS` names what differs by kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Final

from infold.core.facts import FACT_KINDS, Fact, FactKind, Standing
from infold.core.wording import in_days
from infold.errors import ConfigError
from infold.memory.chat_keeping import ChatKeeping
from infold.memory.decay import Decay
from infold.memory.keeping_checks import (
    require_cap,
    require_mapping,
    require_share,
    require_time,
)

__all__ = [
    "DEFAULTS",
    "Keeping",
    "Retention",
    "cap_score",
    "due_at",
    "explain",
    "idle_at",
    "purge_at",
]

IDLE: Final = timedelta(days=90)
IMPORTANCE: Final = 0.5
CAP: Final = 500
GRACE: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeping:
    """How facts of one kind are kept.

    Attributes:
        ttl: Time after which they are hidden, where nothing else was said; None for never.
        decay: How their confidence falls.
        idle: Time without use or confirmation after which a sweep lets them go, unless they
            are pinned; None for never.
        importance: Of a fact whose importance nobody gave.

    Raises:
        ConfigError: A time of zero or less, or an importance outside of 0 to 1.
    """

    ttl: timedelta | None = None
    decay: Decay = field(default_factory=Decay)
    idle: timedelta | None = IDLE
    importance: float = IMPORTANCE

    def __post_init__(self) -> None:
        require_time(self.ttl, "TTL")
        require_time(self.idle, "idle time")
        require_share(self.importance, "importance")
        if not isinstance(self.decay, Decay):
            raise ConfigError(
                f"The decay is {self.decay!r:.40}.",
                hint="Give Decay(half_life=timedelta(days=30)).",
            )


DEFAULTS: Final[Mapping[FactKind, Keeping]] = MappingProxyType(
    {kind: Keeping() for kind in FACT_KINDS} | {"temporary": Keeping(ttl=timedelta(days=7))}
)
"""The one table: every kind as `Keeping` says, but `temporary` facts live for seven days."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Retention:
    """How long a program keeps what it knows of its users, and how long their conversations.

    Attributes:
        kinds: By kind of fact; those left out are kept as `DEFAULTS` says.
        cap: Live facts of one user beyond which a sweep lets the lowest go; None for no bound.
        caps: Name of a user → a cap of its own; None for no bound.
        grace: Time from a tombstone to its purge.
        chats: How conversations are kept; as the settings say where left out.

    Raises:
        ConfigError: A cap or a time of zero or less, or a kind that there is not.
    """

    kinds: Mapping[FactKind, Keeping] = field(default_factory=lambda: DEFAULTS)
    cap: int | None = CAP
    caps: Mapping[str, int | None] = field(default_factory=dict)
    grace: timedelta = GRACE
    chats: ChatKeeping | None = None

    def __post_init__(self) -> None:
        require_mapping(self.kinds, "kinds", Keeping, '{"event": Keeping(idle=timedelta(days=30))}')
        require_mapping(self.caps, "caps", None, '{"alice": 2000}')
        unknown = sorted(set(self.kinds) - set(FACT_KINDS))
        if unknown:
            raise ConfigError(
                f"There is no kind of fact {unknown[0]!r:.40}.",
                hint=f"Choose from {', '.join(FACT_KINDS)}.",
            )
        for cap in (self.cap, *self.caps.values()):
            require_cap(cap)
        require_time(self.grace, "grace period", never=False)
        if self.chats is not None and not isinstance(self.chats, ChatKeeping):
            raise ConfigError(
                f"chats is {self.chats!r:.40}.",
                hint="Give ChatKeeping(archive=timedelta(days=90)).",
            )

    def of(self, kind: FactKind) -> Keeping:
        """How facts of a kind are kept."""
        return self.kinds.get(kind) or DEFAULTS[kind]

    def cap_of(self, user: str) -> int | None:
        """Live facts of a user beyond which a sweep lets the lowest go; None for no bound."""
        return self.caps.get(user, self.cap)

    def fold_limit_of(self, user: str) -> int | None:
        """Live facts of a user above which the oldest are folded: four fifths of the cap."""
        cap = self.cap_of(user)
        return None if cap is None else max(1, cap * 4 // 5)

    @property
    def mark(self) -> str:
        """A short text that differs where facts are due at other times."""
        idle = [self.of(kind).idle for kind in FACT_KINDS]
        seconds = [-1.0 if one is None else one.total_seconds() for one in (*idle, self.grace)]
        return " ".join(f"{one:g}" if one == int(one) else repr(one) for one in seconds)


def idle_at(fact: Fact, standing: Standing, retention: Retention) -> datetime | None:
    """When a fact that nobody uses is let go; None where that never happens."""
    idle = retention.of(fact.kind).idle
    if idle is None or standing.pinned or standing.state not in ("live", "quarantined"):
        return None
    return max(standing.confirmed_at, standing.last_used or standing.confirmed_at) + idle


def purge_at(standing: Standing, retention: Retention) -> datetime | None:
    """When a fact that is deleted, or was found expired, is removed for good; None for others."""
    if standing.state not in ("tombstoned", "expired") or standing.tombstoned_at is None:
        return None
    return standing.tombstoned_at + retention.grace


def due_at(fact: Fact, standing: Standing, retention: Retention) -> datetime | None:
    """The next moment at which a sweep could do anything with a fact; None for never.

    The earliest of its expiry and the end of its idle time; the end of its grace period where it is
    deleted or was found expired. Never for one that is pinned. The cap depends on a user's other
    facts and has no moment of its own.
    """
    if standing.state not in ("live", "quarantined"):
        return purge_at(standing, retention)
    if standing.pinned:
        return None
    moments = [standing.expires_at, idle_at(fact, standing, retention)]
    return min((one for one in moments if one is not None), default=None)


def cap_score(confidence: float, importance: float) -> float:
    """What a fact is worth where a user has more than the cap: confidence now × (0.5 + importance).

    A fact of importance 0.5 is worth its confidence, one of importance 1 half as much again.

    Args:
        confidence: At the moment, 0 to 1.
        importance: 0 to 1.

    Returns:
        0 to 1.5, rounded to 9 places.
    """
    return round(confidence * (0.5 + importance), 9)


def explain(kind: FactKind, retention: Retention, *, user: str | None = None) -> list[str]:
    """Each policy that concerns a kind of fact, in words with its numbers.

    Args:
        kind: Of the fact.
        retention: How facts are kept.
        user: Whose, where somebody may have a cap of his own.
    """
    keeping = retention.of(kind)
    cap = retention.cap if user is None else retention.cap_of(user)
    half, floor = keeping.decay.half_life, keeping.decay.floor
    return [
        "TTL: kept until something else ends it."
        if keeping.ttl is None
        else f"TTL: hidden {in_days(keeping.ttl)} after it was recorded.",
        "Decay with time: confidence stays as it is."
        if half is None
        else f"Decay with time: confidence halves every {in_days(half)} × (0.5 + importance) "
        "since it was last said or "
        f"confirmed, and never falls below {floor:g}; a pinned fact keeps its own.",
        "Decay by use: none."
        if keeping.idle is None
        else f"Decay by use: let go after {in_days(keeping.idle)} without use or confirmation, "
        "unless pinned.",
        f"Importance: {keeping.importance:g} where nobody gave one.",
        "Cap: none."
        if cap is None
        else f"Cap: beyond {cap:,} live facts of a user the lowest by confidence × "
        "(0.5 + importance), age and id goes; pinned ones never.",
        f"Grace: a deleted fact can be restored for {in_days(retention.grace)}, then it is purged.",
    ]

"""A retention as text, so that a store keeps it, and back."""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from datetime import timedelta
from typing import Any, Final

from infold.config import Settings
from infold.core.facts import FACT_KINDS
from infold.core.ids import canonical
from infold.memory.chat_keeping import ChatKeeping
from infold.memory.decay import Decay
from infold.memory.retention import Keeping, Retention

__all__ = ["SETTINGS", "differences", "has_settings", "read_retention", "with_settings", "written"]

_CHATS: Final = ("demote", "archive", "export", "drop")
"""Times of `infold.memory.chat_keeping.ChatKeeping`."""

SETTINGS: Final = (
    "fact_cap",
    "idle_days",
    "half_life_days",
    "ttl_days",
    "temporary_days",
    "grace_days",
)
"""The settings that say how facts are kept; below zero they say nothing."""
_MICROSECOND: Final = timedelta(microseconds=1)


class _Sealed(Mapping[str, int | None]):
    """Caps of single users, kept without their names: they are found by a keyed hash of one."""

    def __init__(self, caps: Mapping[str, int | None], secret: bytes) -> None:
        self._caps, self._secret = dict(caps), secret

    def __getitem__(self, user: str) -> int | None:
        return self._caps[_seal(self._secret, user)]

    def __iter__(self) -> Iterator[str]:
        return iter(self._caps)

    def __len__(self) -> int:
        return len(self._caps)

    def values(self) -> Any:  # noqa: ANN401 - as Mapping.values, which asks by name
        """The caps."""
        return self._caps.values()

    def items(self) -> Any:  # noqa: ANN401 - likewise
        """Keyed hash of a user's name → cap."""
        return self._caps.items()

    @property
    def sealed(self) -> dict[str, int | None]:
        """Keyed hash of a user's name → cap."""
        return dict(self._caps)


def written(retention: Retention, *, secret: bytes, by: str) -> str:
    """A retention as text; equal ones give equal texts.

    Args:
        retention: It.
        secret: Of the space: users with caps of their own are not named.
        by: Who says so: `program` or `settings`.
    """
    caps = retention.caps
    sealed = (
        caps.sealed
        if isinstance(caps, _Sealed)
        else {_seal(secret, user): cap for user, cap in caps.items()}
    )
    chats = retention.chats
    return canonical(
        {
            "by": by,
            "cap": retention.cap,
            "caps": sealed,
            "grace": _micro(retention.grace),
            "kinds": {kind: _keeping(retention.of(kind)) for kind in FACT_KINDS},
            "chats": None
            if chats is None
            else {
                **{name: _micro(getattr(chats, name)) for name in _CHATS},
                "folder": chats.folder,
            },
        }
    )


def read_retention(text: str, *, secret: bytes) -> tuple[Retention, str]:
    """What `written` wrote, and who said so."""
    told = json.loads(text)
    chats = told["chats"]
    retention = Retention(
        cap=told["cap"],
        caps=_Sealed(told["caps"], secret),
        grace=told["grace"] * _MICROSECOND,
        kinds={kind: _read_keeping(one) for kind, one in told["kinds"].items()},
        chats=None
        if chats is None
        else ChatKeeping(
            **{name: _time(chats[name]) for name in _CHATS},
            folder=chats["folder"],
        ),
    )
    return retention, told["by"]


def has_settings(settings: Settings) -> bool:
    """Whether the settings say how facts are kept."""
    return any(getattr(settings, name) >= 0 for name in SETTINGS)


def with_settings(retention: Retention, settings: Settings) -> Retention:
    """A retention with what the settings say of facts; what they leave out stays."""
    kinds = {}
    for kind in FACT_KINDS:
        kept = retention.of(kind)
        if settings.idle_days >= 0:
            kept = replace(kept, idle=_days(settings.idle_days))
        if settings.half_life_days >= 0:
            kept = replace(
                kept, decay=replace(kept.decay, half_life=_days(settings.half_life_days))
            )
        ttl = settings.temporary_days if kind == "temporary" else settings.ttl_days
        if ttl >= 0:
            kept = replace(kept, ttl=_days(ttl))
        kinds[kind] = kept
    found = replace(retention, kinds=kinds)
    if settings.fact_cap >= 0:
        found = replace(found, cap=settings.fact_cap or None)
    if settings.grace_days >= 0:
        found = replace(found, grace=timedelta(days=settings.grace_days))
    return found


def differences(mine: str, others: str) -> list[str]:
    """What differs between two retentions as they are written, in words."""
    if not mine or not others:
        return ["the defaults"]
    one, two = json.loads(mine), json.loads(others)
    found = []
    if one["cap"] != two["cap"]:
        found.append(f"a cap of {_cap(one['cap'])}, not {_cap(two['cap'])}")
    if one["caps"] != two["caps"]:
        found.append("other caps of single users")
    if one["grace"] != two["grace"]:
        found.append(
            f"a grace period of {one['grace'] * _MICROSECOND}, not {two['grace'] * _MICROSECOND}"
        )
    kinds = [kind for kind in FACT_KINDS if one["kinds"][kind] != two["kinds"][kind]]
    if kinds:
        found.append(f"other times for facts of kind {', '.join(kinds)}")
    if one["chats"] != two["chats"]:
        found.append("other times for conversations")
    return found


def _seal(secret: bytes, user: str) -> str:
    return hmac.digest(secret, f"infold/cap/1\n{canonical([user])}".encode(), "sha256").hex()[:32]


def _keeping(one: Keeping) -> dict[str, Any]:
    return {
        "ttl": _micro(one.ttl),
        "idle": _micro(one.idle),
        "importance": one.importance,
        "decay": {
            item.name: _micro(value) if item.name == "half_life" else value
            for item in fields(one.decay)
            for value in (getattr(one.decay, item.name),)
        },
    }


def _read_keeping(told: Mapping[str, Any]) -> Keeping:
    decay = dict(told["decay"])
    decay["half_life"] = _time(decay["half_life"])
    return Keeping(
        ttl=_time(told["ttl"]),
        idle=_time(told["idle"]),
        importance=told["importance"],
        decay=Decay(**decay),
    )


def _micro(time: timedelta | None) -> int | None:
    return None if time is None else time // _MICROSECOND


def _time(micro: int | None) -> timedelta | None:
    return None if micro is None else micro * _MICROSECOND


def _days(days: float) -> timedelta | None:
    return timedelta(days=days) if days else None


def _cap(cap: int | None) -> str:
    return "no bound" if cap is None else f"{cap:,}"

"""Whose data a call may touch. Every storage call takes a `Scope`."""

from __future__ import annotations

from dataclasses import dataclass

from infold.errors import ScopeError

_LONGEST = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Space (the tenant), user, agent and session. An empty user is a user like any other.

    `agent` and `session` narrow what a call sees where they are given; None means all.

    Raises:
        ScopeError: A name is no string, too long, or holds a control character.
    """

    space: str = "default"
    user: str = ""
    agent: str | None = None
    session: str | None = None

    def __post_init__(self) -> None:
        if not self.space:
            raise ScopeError("The space has no name.", hint="Leave it out for the default space.")
        for label, name in (
            ("space", self.space),
            ("user", self.user),
            ("agent", self.agent),
            ("session", self.session),
        ):
            if name is None:
                continue
            if not isinstance(name, str):
                raise ScopeError(
                    f"The {label} is a {type(name).__name__}, not a string.",
                    hint="Give a name as a string, or leave it out.",
                )
            if len(name) > _LONGEST or any(ord(sign) < 32 or sign == "\x7f" for sign in name):
                raise ScopeError(
                    f"The {label} {name[:40]!r} cannot be used as a name.",
                    hint=f"Use at most {_LONGEST} characters and no control characters.",
                )

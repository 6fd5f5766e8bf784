"""Times and numbers of policies: what cannot be used is refused where a program gives it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from infold.errors import ConfigError

__all__ = ["LONGEST", "require_cap", "require_mapping", "require_share", "require_time"]

LONGEST: Final = timedelta(days=366_000)
"""A thousand years: what is longer runs out of the calendar, and None says never."""


def require_time(value: object, name: str, *, never: bool = True) -> None:
    """Refuse what is no time above zero.

    Args:
        value: As it was given.
        name: What to call it.
        never: Whether None stands for never.

    Raises:
        ConfigError: It is none, zero or less, or longer than a thousand years.
    """
    if value is None and never:
        return
    hint = "Give a time above zero, such as timedelta(days=30)" + (
        "; None stands for never." if never else "."
    )
    if not isinstance(value, timedelta):
        raise ConfigError(f"The {name} {value!r:.40} is no time.", hint=hint)
    if value <= timedelta(0):
        raise ConfigError(f"The {name} {value} is not above zero.", hint=hint)
    if value > LONGEST:
        raise ConfigError(f"The {name} {value} is longer than a thousand years.", hint=hint)


def require_share(value: object, name: str) -> None:
    """Refuse what is no number from 0 to 1.

    Raises:
        ConfigError: It is none.
    """
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not (is_number and math.isfinite(value) and 0.0 <= value <= 1.0):  # type: ignore[arg-type, operator] # a number
        raise ConfigError(
            f"The {name} {value!r:.40} is outside of 0 to 1.", hint="Give a number from 0 to 1."
        )


def require_cap(value: object) -> None:
    """Refuse what is no whole number of 1 or more, or None.

    Raises:
        ConfigError: It is none.
    """
    if value is None:
        return
    if not isinstance(value, int) or isinstance(value, bool):
        raise ConfigError(
            f"The cap {value!r:.40} is no whole number.",
            hint="Give a number such as 500; None stands for no bound.",
        )
    if value < 1:
        raise ConfigError(f"The cap {value} is below 1.", hint="None stands for no bound.")


def require_mapping(value: object, name: str, kind: type | None, example: str) -> None:
    """Refuse what is no mapping from names to values of one kind.

    Args:
        value: As it was given.
        name: What to call it.
        kind: Of its values; None for any.
        example: How it is written.

    Raises:
        ConfigError: It is none.
    """
    hint = f"Write it as {example}."
    if not isinstance(value, Mapping):
        raise ConfigError(f"{name} is {value!r:.40}.", hint=hint)
    for key, one in value.items():
        if not isinstance(key, str) or (kind is not None and not isinstance(one, kind)):
            raise ConfigError(f"{name} has {one!r:.40} for {key!r:.40}.", hint=hint)

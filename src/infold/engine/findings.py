"""One line of what `infold doctor` says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

__all__ = ["Finding"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One line of the report.

    Attributes:
        topic: What it is about.
        state: `ok`, `note`, or `problem`: somebody has to do something.
        value: What was found.
        advice: What to do; empty where there is nothing to do.
        data: The numbers and names in it, for programs.
    """

    topic: str
    state: Literal["ok", "note", "problem"]
    value: str
    advice: str = ""
    data: Mapping[str, int | float | str | bool] = field(default_factory=dict)

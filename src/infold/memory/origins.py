"""How far what each origin says is trusted, where nobody says otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from infold.core.facts import Origin

__all__ = ["TRUST"]

TRUST: Final[Mapping[Origin, float]] = MappingProxyType(
    {"user": 1.0, "program": 1.0, "import": 0.9, "assistant": 0.6, "tool": 0.5}
)
"""What an assistant or a tool says of a user is hearsay: it ends nothing that the user said."""

"""What the engine asks of a store about single messages; see `infold.store.protocol`.

Their settings, the materials of their conversation, what they quote, and how answers were asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from infold.core.materials import Material
from infold.core.scope import Scope
from infold.core.settings import Asked, Setting


class NodeReader(Protocol):
    """Reads of settings, materials, quotes and how answers were asked."""

    def settings(self, scope: Scope, conversation: str) -> list[tuple[int, Setting]]:
        """(position, setting), -1 for the whole conversation; by position and name."""
        ...

    def setting(self, scope: Scope, conversation: str, position: int, name: str) -> str:
        """One setting, of -1 for the whole conversation; empty where there is none."""
        ...

    def references(self, scope: Scope, conversation: str) -> list[tuple[int, int, bool]]:
        """(quoted, quoting, chain) of `reference` wires that are not cut; by quoting, quoted."""
        ...

    def parents(self, scope: Scope, conversation: str, position: int) -> list[int]:
        """Positions of a message's parents through `continue` wires, cut ones too, ascending."""
        ...

    def asked(self, scope: Scope, conversation: str) -> list[tuple[int, Asked]]:
        """(position, how it was asked) of answers that were asked for here, by position."""
        ...

    def materials(self, scope: Scope, conversation: str) -> list[Material]:
        """All materials of a conversation, by number."""
        ...


class NodeWriter(Protocol):
    """Changes of settings, materials, and of how answers were asked."""

    def set_setting(
        self, scope: Scope, conversation: str, position: int, name: str, value: str
    ) -> None:
        """Set a value at a position, -1 for the whole conversation; an empty one removes it."""
        ...

    def add_asked(self, scope: Scope, conversation: str, rows: Sequence[tuple[int, Asked]]) -> None:
        """Add how answers were asked, by position."""
        ...

    def add_materials(
        self, scope: Scope, conversation: str, materials: Sequence[Material]
    ) -> list[Material]:
        """Add materials, ids set; those that are there stay. All of them with their numbers."""
        ...

"""Which messages an erasure cannot part: a tool call with its results."""

from __future__ import annotations

from infold.core.scope import Scope
from infold.graph.turns import atoms
from infold.store.protocol import Reader

__all__ = ["Atoms"]


class Atoms:
    """The atoms of a user's conversations, in one snapshot; each conversation is read once."""

    def __init__(self, reader: Reader, scope: Scope) -> None:
        """Nothing is read yet.

        Args:
            reader: The snapshot.
            scope: Whose.
        """
        self._reader = reader
        self._scope = scope
        self._known: dict[str, dict[int, tuple[int, ...]]] = {}

    def members(self, conversation: str, position: int) -> tuple[int, ...]:
        """Positions of the messages that stand or go with one, itself among them.

        The first call for a conversation is linear in it.
        """
        if conversation not in self._known:
            self._known[conversation] = self._found(conversation)
        return self._known[conversation].get(position, (position,))

    def _found(self, conversation: str) -> dict[int, tuple[int, ...]]:
        """The members of each atom of several messages, by each of them."""
        messages = self._reader.messages(self._scope, conversation)
        above: list[list[int]] = [[] for _ in messages]
        for wire in self._reader.wires(self._scope, conversation):
            if wire.kind == "continue":
                above[wire.child].append(wire.parent)
        return {
            at: atom.members
            for atom in atoms(messages, [tuple(sorted(one)) for one in above])
            if len(atom.members) > 1
            for at in atom.members
        }

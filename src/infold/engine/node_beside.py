"""What stands beside a path: what its messages quote, and the materials that are in on it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from infold.core.materials import Material
from infold.core.messages import Message
from infold.core.scope import Scope
from infold.core.tokens import TokenCounter
from infold.engine import node_texts as texts
from infold.engine.caches import View as Seen
from infold.engine.caches import parents_of
from infold.engine.node_records import Wired, live, quoted_turn
from infold.graph.lineage import reading_order
from infold.graph.node_layers import Quote
from infold.graph.shown_path import shown_versions
from infold.store.graph_protocol import GraphState
from infold.store.protocol import Reader

__all__ = ["Beside"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """Reads what stands beside a path, in one snapshot.

    Attributes:
        reader: The snapshot.
        scope: Whose.
        conversation: Its id.
        state: What is set and quoted in the conversation.
        parents: For each position those that lead to it.
        archived: Positions of archived messages.
        versions: Position → that of the version that is shown in its place.
        counter: Counts tokens.
    """

    reader: Reader
    scope: Scope
    conversation: str
    state: GraphState
    parents: Sequence[tuple[int, ...]]
    archived: set[int]
    versions: Mapping[int, int]
    counter: TokenCounter

    @classmethod
    def of(
        cls, reader: Reader, scope: Scope, conversation: str, seen: Seen, counter: TokenCounter
    ) -> Self:
        """That of a conversation as it is seen. Linear in its messages."""
        archived = set(seen.state.archived)
        return cls(
            reader=reader,
            scope=scope,
            conversation=conversation,
            state=seen.state,
            parents=parents_of(reader, scope, conversation, seen.parent, seen.state.cuts),
            archived=archived,
            versions=shown_versions(seen.state.versions, archived),
            counter=counter,
        )

    def quoted(self, on_path: Collection[int]) -> list[Wired]:
        """The quotes of messages on a path."""
        return [self._wired(*wire) for wire in self.state.quotes if wire[1] in on_path]

    def _wired(self, quoted: int, quoting: int, chain: bool) -> Wired:
        turn = quoted_turn(self.reader, self.scope, self.conversation, self.parents, quoted)
        way = reading_order(self.parents, [quoted])
        way += [one for one in turn if one not in way]
        return Wired(quoted, quoting, chain, self._live(turn), self._live(way))

    def _live(self, slots: Sequence[int]) -> list[int]:
        """What is shown for messages that are not archived, each once."""
        return live(slots, self.archived, self.versions)

    def load(self, positions: Iterable[int]) -> dict[int, Message]:
        """Messages by their positions."""
        found = self.reader.messages(self.scope, self.conversation, sorted(set(positions)))
        return {message.position: message for message in found}

    def quote(self, one: Wired, loaded: Mapping[int, Message], names: Mapping[str, str]) -> Quote:
        """A quote with its pieces and both of its prices."""
        pieces = {p: texts.quote_piece(loaded[p], names, self.counter) for p in one.positions}
        return Quote(
            quoted=loaded[one.quoted].id,
            quoting=loaded[one.quoting].id,
            chain=one.chain,
            pieces=tuple(pieces[p] for p in (one.way if one.chain else one.turn)),
            turn_tokens=sum(pieces[p].tokens for p in one.turn),
            chain_tokens=sum(pieces[p].tokens for p in one.way),
        )

    def materials(self, on_path: Collection[int]) -> tuple[Material, ...]:
        """The materials that are in on a path: what was said last on it holds."""
        said = {
            material: value
            for position, material, value in self.state.materials
            if position < 0 or position in on_path
        }
        if "in" not in said.values():
            return ()
        there = self.reader.materials(self.scope, self.conversation)
        return tuple(one for one in there if said.get(one.id) == "in")

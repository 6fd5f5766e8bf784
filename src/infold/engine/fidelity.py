"""What a fold of the store kept of its sources."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

import numpy as np

from infold.core.folds import BETWEEN_PHRASES
from infold.core.scope import Scope
from infold.engine.dropped import DroppedSources, dropped_in
from infold.engine.tracing import expand, fold
from infold.fold.fidelity import Fidelity, judge
from infold.fold.wanted import Wanted, read_wanted
from infold.recall.field import Field
from infold.recall.query import make_query
from infold.recall.rank import rank
from infold.text.kinds import Kind

if TYPE_CHECKING:
    from infold.engine.memory import Infold

FIRST: Final = 5
"""A search that finds a source among so many has found it (law 7)."""


def fidelity(memory: Infold, scope: Scope, conversation: str, identity: str) -> Fidelity:
    """Judge a fold of a conversation; see `infold.engine.chat.Chat.fidelity`.

    Raises:
        NotFound: No such fold there.
    """
    with memory.store.read() as reader:
        sources = expand(reader, scope, identity, conversation=conversation)
        _, found = fold(reader, scope, identity)
        view = memory.caches.view(reader, scope, conversation)
        replaced = memory.links.among(reader, scope, conversation, view, sources)
        gone = [one for one in dropped_in(reader, scope, conversation) if one.fold == identity]
    texts = [
        text
        for claim in found.claims
        for text in ([claim.text] if claim.level else claim.text.split(BETWEEN_PHRASES))
    ]
    at = {message.id: message.position for message in sources}
    finds = finder(memory, scope, conversation, at)
    made = judge(read_wanted(sources, replaced), texts, sources, finds=finds)
    return _without(made, gone[0]) if gone else made


def _without(made: Fidelity, gone: DroppedSources) -> Fidelity:
    """What is known of a fold of whose sources some were dropped.

    What it took from these cannot be told from what it invented: both were looked at before.
    """
    return Fidelity(
        findings=tuple(one for one in made.findings if one.outcome != "invented"),
        dropped={
            kind: (gone.kept.get(kind, 0), gone.lost.get(kind, 0))
            for kind in Kind
            if kind in gone.kept or kind in gone.lost
        },
        note=gone.note,
    )


def finder(
    memory: Infold, scope: Scope, conversation: str, at: Mapping[str, int]
) -> Callable[[Wanted], bool]:
    """A search for what surrounds a literal, over the whole conversation.

    Args:
        memory: The open store.
        scope: Whose.
        conversation: Its id.
        at: Message id → position, of the sources.

    Returns:
        Whether the message of a literal is among the first five that are found by the words beside
        it, or else by those of what was said before and after too; the literal itself left out.
    """
    with memory.store.read() as reader:
        snapshot = memory.caches.view(reader, scope, conversation).field.snapshot
    field = Field(snapshot, np.arange(len(snapshot)))

    def finds(one: Wanted) -> bool:
        # A part that is nothing but the literal is asked for by what it is.
        for question in dict.fromkeys([one.near or one.around, one.beyond]):
            if not question:
                continue
            vector = memory.embedder.embed([question])[0] if memory.embedder else None
            found = rank(field, make_query(question, vector=vector), limit=FIRST)
            if at[one.message] in found.positions.tolist():
                return True
        return False

    return finds

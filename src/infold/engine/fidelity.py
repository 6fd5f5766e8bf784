"""What a fold of the store kept of its sources."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

import numpy as np

from infold.core.folds import BETWEEN_PHRASES
from infold.core.scope import Scope
from infold.engine.tracing import expand, fold
from infold.fold.fidelity import Fidelity, Wanted, judge, read_wanted
from infold.recall.field import Field
from infold.recall.query import make_query
from infold.recall.rank import rank

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
    texts = [
        text
        for claim in found.claims
        for text in ([claim.text] if claim.level else claim.text.split(BETWEEN_PHRASES))
    ]
    at = {message.id: message.position for message in sources}
    finds = finder(memory, scope, conversation, at)
    return judge(read_wanted(sources), texts, sources, finds=finds)


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
        Whether the message of a literal is among the first five that are found by the words around
        it, the literal itself left out.
    """
    with memory.store.read() as reader:
        snapshot = memory.caches.view(reader, scope, conversation).field.snapshot
    field = Field(snapshot, np.arange(len(snapshot)))

    def finds(one: Wanted) -> bool:
        question = one.near or one.around
        vector = memory.embedder.embed([question])[0] if memory.embedder else None
        found = rank(field, make_query(question, vector=vector), limit=FIRST)
        return at[one.message] in found.positions.tolist()

    return finds

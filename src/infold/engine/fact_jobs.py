"""Embedding the facts of a user: off the critical path, as messages are."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from infold.core.scope import Scope
from infold.engine.unerased import require_unerased
from infold.store.protocol import Writer

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = ["embed_facts"]

_BATCH: Final = 256


def embed_facts(memory: Infold, scope: Scope, *, beat: Callable[[], None] | None = None) -> int:
    """Embed the facts of a user that have no vector yet.

    Args:
        memory: The open store.
        scope: Whose.
        beat: Called before each batch, to keep a job's lease.

    Returns:
        How many got one.
    """
    embedder = memory.embedder
    if embedder is None:
        return 0
    scope = Scope(space=scope.space, user=scope.user)
    done = 0
    while True:
        with memory.store.read() as reader:
            totals = reader.fact_totals(scope)
            epoch = reader.scope_version(scope).erase_epoch
            rows = reader.facts(scope, after=totals.embedded_to, limit=_BATCH)
        if totals.embedded_to >= totals.facts:
            return done
        if beat:
            beat()
        numbers = [row.number for row in rows]
        vectors = embedder.embed([row.fact.text for row in rows])
        # Behind the last row only purged facts may stand.
        to = numbers[-1] if len(rows) == _BATCH else max([totals.facts, *numbers])

        def command(
            tx: Writer,
            numbers: list[int] = numbers,
            vectors: object = vectors,
            to: int = to,
            epoch: int = epoch,
        ) -> None:
            require_unerased(tx, scope, epoch)
            tx.add_fact_vectors(scope, embedder.id, numbers, vectors, to=to)  # type: ignore[arg-type]
            tx.touch(scope)

        memory.store.write(command)
        done += len(rows)

"""The context of a node and the stale answers of large graphs: part of `bench.condense`.

The context is that of the last turn, whole: reading order, equal turns found, every message as a
piece, five layers. Stale answers are found twice: by the hash over everything, as for answers that
were asked for here, and by five hundred steps spread over the conversation. All is pure.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from infold.core.changes import Change, Effect
from infold.core.messages import Message
from infold.core.tokens import RuleCounter
from infold.engine.node_texts import path_pieces
from infold.graph.lineage import reading_order
from infold.graph.node_context import node_context
from infold.graph.node_layers import NodeReading
from infold.graph.staleness import Epochs, Records, Touch, stale_below, upstream_hashes

STEPS: Final = 500
WHOLE: Final = 1_000_000_000
"""A budget that holds everything."""


def works(
    messages: Sequence[Message], parents: Sequence[tuple[int, ...]]
) -> dict[str, Callable[[], None]]:
    """Metric → the work that is timed."""
    changes = _changes(len(messages))

    def context() -> None:
        order = reading_order(parents, [len(parents) - 1])
        shown = [messages[one] for one in order]
        pieces = path_pieces(order, shown, parents.__getitem__, {}, RuleCounter())
        made = node_context(NodeReading(node=messages[-1].id, path=pieces), WHOLE)
        assert made.is_whole

    def by_hash() -> None:
        own = {message.position: message.id for message in messages}
        upstream_hashes(Records(own=own, parents=parents), range(len(messages)))

    def by_steps() -> None:
        epochs = Epochs(changes)
        touches = [
            Touch(
                position=int(record),
                differs=epochs.differs(target, record, str)[0],
                cause=record,
            )
            for target, record in epochs.records()
        ]
        answers = range(1, len(messages), 2)
        assert stale_below(answers, parents, touches, epochs.at)

    return {"context of a node": context, "staleness by hash": by_hash, "staleness": by_steps}


def _changes(count: int) -> list[Change]:
    """Steps on messages spread over a conversation, each done when half of the rest was said."""
    return [
        Change(
            id=f"g{number}",
            number=number,
            name="archive",
            at="",
            by="person",
            effects=(Effect(target="mark", record=str(at), old="", new="confirmed"),),
            spans=((at + count) // 2,),
        )
        for number, at in enumerate(range(0, count, max(1, count // STEPS)), 1)
    ]

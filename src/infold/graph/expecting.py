"""How long the fold of a run will be: what there is to say in it, and what must be said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from infold.core.messages import Text
from infold.graph.turn_graph import TurnGraph
from infold.text.sentences import sentences
from infold.text.statements import statement_kinds

__all__ = ["Expecting"]

_LEAST: Final = 40
_SAID: Final = 0.85
"""Of the tokens of all distinct sentences of people and assistants a fold takes no more."""
_KEPT: Final = 1.1
"""Tokens for each of a sentence that must be kept: now and then another stands beside it. Both
were set by logged agent sessions and generated talks."""
_MUST: Final = frozenset(("decision", "rejection", "retraction", "obligation", "negation"))
_MOST: Final = 300
"""Messages that are read of one run, evenly spread."""
_CHARACTERS: Final = 4_000
"""Of a text that are read; the rest counts as they do."""
_WHOLE: Final = 600
"""Messages that are read for a whole plan: its time must not grow with what they say."""


class Expecting:
    """Estimates the folds of a plan, run after run.

    Once it has read enough messages it takes the share that the folds of the runs before take of
    their rooms.

    Args:
        graph: The turns.
    """

    def __init__(self, graph: TurnGraph) -> None:
        self._graph = graph
        self._left = _WHOLE
        self._expected = self._rooms = 0

    def tokens(self, positions: Sequence[int], room: int) -> int:
        """Tokens that the sentences of a fold will take.

        Args:
            positions: Of the run's messages.
            room: What they may take, but for what must be kept whatever it takes.
        """
        if self._left <= 0:
            return max(_LEAST, room * self._expected // max(1, self._rooms))
        step = -(-len(positions) // _MOST)
        read = positions[::step]
        self._left -= len(read)
        said, must = self._read(read)
        scale = len(positions) / len(read)
        likely = max(min(room, int(_SAID * scale * said)), int(_KEPT * scale * must))
        self._expected += likely
        self._rooms += room
        return max(_LEAST, likely)

    def _read(self, positions: Sequence[int]) -> tuple[float, float]:
        """Tokens of the distinct sentences of people and assistants, and of those to be kept."""
        met: set[str] = set()
        said = must = 0.0
        for position in positions:
            message = self._graph.messages[position]
            if message.role not in ("user", "assistant") or message.tokens <= 0:
                continue
            texts = [part.text for part in message.parts if isinstance(part, Text)]
            read = [text[:_CHARACTERS] for text in texts]
            size = message.tokens / max(1, sum(map(len, read)))
            for text in read:
                for piece in sentences(text):
                    line = " ".join(piece.text.split())
                    if not line or line in met:
                        continue
                    met.add(line)
                    tokens = size * len(piece.text)
                    said += tokens
                    if _MUST.intersection(statement_kinds(line)):
                        must += tokens
        return said, must

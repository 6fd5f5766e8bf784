"""Where placing stands, kept between the jobs of a process.

A job of a long conversation would else read all of it to place one more turn. What is kept is
checked by the conversation's generation: where anything else changed the forest, it is read anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

from infold.core.scope import Scope
from infold.engine.recent import Key, Recent

if TYPE_CHECKING:
    from infold.fold.planning import Placing

CACHE: Final = "placing"
UNIT_BYTES: Final = 2_400
"""What a unit takes, its vector aside: terms, forest and the objects that hold them (measured)."""
DIM_BYTES: Final = 4 * 256
"""A unit's vector; of the default embedder."""


@dataclass(slots=True, eq=False)
class _Kept:
    generation: int
    placing: Placing
    nbytes: int


class Placings:
    """The last used placings by scope and conversation.

    Args:
        recent: Where they are kept, together with the other caches of the process.
        unit_bytes: Bytes that one placed unit takes, estimated: walking them would cost a job more
            than placing does.
    """

    def __init__(self, recent: Recent, *, unit_bytes: int = UNIT_BYTES + DIM_BYTES) -> None:
        self._recent = recent
        self._unit_bytes = unit_bytes

    def take(self, scope: Scope, conversation: str, generation: int) -> Placing | None:
        """Take out what is kept, if it is of this generation; whoever takes it owns it."""
        found = cast("_Kept | None", self._recent.pop(_key(scope, conversation)))
        return found.placing if found is not None and found.generation == generation else None

    def keep(self, scope: Scope, conversation: str, generation: int, placing: Placing) -> None:
        """Keep a placing that stands at a generation; the least recently used entry may go."""
        nbytes = self._unit_bytes * len(placing.placer.forest)
        self._recent.put(
            _key(scope, conversation),
            _Kept(generation=generation, placing=placing, nbytes=nbytes),
        )


def _key(scope: Scope, conversation: str) -> Key:
    return (CACHE, scope, conversation)

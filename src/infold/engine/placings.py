"""Where placing stands, kept between the jobs of a process.

A job of a long conversation would else read all of it to place one more turn. What is kept is
checked by the conversation's generation: where anything else changed the forest, it is read anew.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from infold.core.scope import Scope

if TYPE_CHECKING:
    from infold.fold.planning import Placing

MOST: Final = 4
"""Conversations that are kept; some 25 MB for one of 20,000 messages."""


class Placings:
    """The last used placings by scope and conversation."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[Scope, str], tuple[int, Placing]] = OrderedDict()

    def take(self, scope: Scope, conversation: str, generation: int) -> Placing | None:
        """Take out what is kept, if it is of this generation; whoever takes it owns it."""
        with self._lock:
            found = self._kept.pop((scope, conversation), None)
        return found[1] if found is not None and found[0] == generation else None

    def keep(self, scope: Scope, conversation: str, generation: int, placing: Placing) -> None:
        """Keep a placing that stands at a generation; the least recently used one may go."""
        with self._lock:
            self._kept[scope, conversation] = (generation, placing)
            self._kept.move_to_end((scope, conversation))
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)

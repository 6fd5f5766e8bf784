"""A transcript as Infold holds it: in a store of its own that goes when it is done with."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Final, TypeAlias

from infold.config import Settings
from infold.core.graph import Conversation, Wire
from infold.core.ids import conversation_id
from infold.core.messages import Message, Text, ToolCall, ToolResult
from infold.engine.chat import Chat
from infold.engine.fidelity import finder
from infold.engine.incoming import Incoming, final_ids
from infold.engine.memory import Infold
from infold.errors import IrreducibleContext
from infold.fold.wanted import Wanted
from infold.models.roles import Models
from infold.store.protocol import Writer

__all__ = ["FoldedChat", "Progress", "folded"]

Progress: TypeAlias = Callable[[str, int], None]
"""Called with what is being done and how much of it is done."""
_CHUNK: Final = 500
"""Messages a transaction."""
_NAME: Final = "audit"
# Ids of a store that goes with its folder; the same each time, so that an audit is.
_SECRET: Final = "infold audit"  # noqa: S105 - it guards nothing


class FoldedChat:
    """The conversation in its store; `places` has the position of each message there, by id."""

    def __init__(self, memory: Infold, chat: Chat | None, places: Mapping[str, int]) -> None:
        self._memory = memory
        self._chat = chat
        self._places = places

    def text(self, budget: int) -> str:
        """The context for no question; empty where not one line fits."""
        if self._chat is None:
            return ""
        try:
            return self._chat.context("", budget=budget).text
        except IrreducibleContext:
            return ""

    def finder(self) -> Callable[[Wanted], bool]:
        """See `infold.engine.fidelity.finder`."""
        if self._chat is None:
            return lambda _: False
        return finder(self._memory, self._chat.scope, self._chat.id, self._places)


class _Now:
    """A clock that stands at an hour after the last message: an audit is the same on any day."""

    def __init__(self, messages: Sequence[Message]) -> None:
        times = [message.at for message in messages if message.at is not None]
        self._now = max(times, default=datetime(2000, 1, 1, tzinfo=UTC)) + timedelta(hours=1)

    def now(self) -> datetime:
        """That time."""
        return self._now


@contextmanager
def folded(messages: Sequence[Message], step: Progress) -> Iterator[FoldedChat]:
    """Put messages into a store in a temporary folder, and do all its jobs.

    Args:
        messages: By position, with ids of their own; each continues the one before. What is no
            text, call or result stays out.
        step: Told what is being done.

    Yields:
        The chat; of no messages where none says anything.
    """
    said = [
        replace(message, parts=parts)
        for message in messages
        if (parts := tuple(part for part in message.parts if _says_something(part)))
    ]
    with tempfile.TemporaryDirectory(prefix="infold-audit-") as folder:
        # Settings of the surroundings play no part: an audit is the same everywhere.
        settings = Settings(
            db=str(Path(folder) / "audit.db"), synchronous="NORMAL", space_secret=_SECRET
        )
        with Infold.open(settings=settings, models=Models(), clock=_Now(said)) as memory:
            if not said:
                yield FoldedChat(memory, None, {})
                return
            identity, places = _write(memory, said, step)
            done = 0
            while (report := memory.run_job()) is not None:
                done += report.done
                step("Folding", done)
            yield FoldedChat(memory, memory.conversation(identity), places)


def _write(
    memory: Infold, messages: Sequence[Message], step: Progress
) -> tuple[str, Mapping[str, int]]:
    """Write messages in chunks; give the conversation's id and each message's position."""
    given = Conversation(
        key=_NAME,
        id=conversation_id(memory.secret, _NAME),
        messages=tuple(messages),
        wires=tuple(Wire(parent=above.id, child=below.id) for above, below in pairwise(messages)),
        leaf=messages[-1].id,
    )
    ids = final_ids(memory.secret, given, own=False)
    incoming = Incoming(
        conversation=given,
        title=_NAME,
        archive=None,
        ids=ids,
        minted=ids,
        counter=memory.counter,
        policy=memory.policy,
    )
    scope = memory.scope()
    for first in range(0, len(messages), _CHUNK):
        chunk = messages[first : first + _CHUNK]
        is_last = first + _CHUNK >= len(messages)

        def command(tx: Writer, chunk: Sequence[Message] = chunk, is_last: bool = is_last) -> None:
            incoming.write(tx, scope, chunk, is_last=is_last, now=memory.clock.now())

        memory.store.write(command)
        step("Importing", first + len(chunk))
    return given.id, incoming.positions


def _says_something(part: object) -> bool:
    match part:
        case Text(text=text):
            return bool(text.strip())
        case ToolCall() | ToolResult():
            return True
        case _:
            return False

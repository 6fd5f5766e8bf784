"""Several changes of a conversation as one: all of them are made, or none; or none on trial."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar, cast

from infold.store.protocol import Reader, Store, Writer

if TYPE_CHECKING:
    from infold.engine.chat import Chat

__all__ = ["on_trial", "together"]

T = TypeVar("T")


def together(chat: Chat, change: Callable[[Chat], T], *, is_trial: bool = False) -> T:
    """Make several changes of a conversation in one transaction.

    Args:
        chat: The conversation.
        change: Makes the changes on the conversation that it is given, and reads what came of
            them. It must ask no model: nobody else writes meanwhile.
        is_trial: Nothing is kept; what comes back is what would have been.

    Returns:
        What `change` returns.

    Raises:
        InfoldError: One of the changes was refused: none was made.
    """

    def command(tx: Writer) -> T:
        memory = copy.copy(chat._memory)  # noqa: SLF001 - the same conversation, inside a transaction
        memory.store = cast(Store, _Inside(tx))
        inside = copy.copy(chat)
        inside._memory = memory  # noqa: SLF001
        made = change(inside)
        if is_trial:
            raise _OnTrial(made)
        return made

    try:
        return chat._memory.store.write(command)  # noqa: SLF001
    except _OnTrial as trial:
        return cast(T, trial.made)


def on_trial(store: Store, change: Callable[[Store], T]) -> T:
    """What a change that takes several transactions would come to; nothing of it is kept.

    Args:
        store: The store.
        change: Makes its changes in the store that it is given: all in one transaction, which is
            taken back. Nobody else writes meanwhile.

    Returns:
        What `change` returns.

    Raises:
        InfoldError: The change would be refused, just so.
    """

    def command(tx: Writer) -> T:
        raise _OnTrial(change(cast(Store, _Inside(tx))))

    try:
        return store.write(command)
    except _OnTrial as trial:
        return cast(T, trial.made)


class _OnTrial(Exception):
    def __init__(self, made: object) -> None:
        super().__init__()
        self.made = made


class _Inside:
    """A store as it is inside a transaction: what is written is read at once."""

    def __init__(self, tx: Writer) -> None:
        self._tx = tx

    def write(self, command: Callable[[Writer], T]) -> T:
        return command(self._tx)

    @contextmanager
    def read(self) -> Iterator[Reader]:
        yield self._tx

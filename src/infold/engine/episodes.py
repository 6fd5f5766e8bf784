"""Making the episodes of a conversation, by its jobs; listing and finding them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from infold.core.episodes import Episode
from infold.core.ids import mint
from infold.core.messages import Message
from infold.core.scope import Scope
from infold.errors import NotFound
from infold.memory.episodes import Sitting, Stop, episodes_of
from infold.store.protocol import ConversationRow, Reader, Writer

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = [
    "all_episodes",
    "episode_faults",
    "episode_messages",
    "the_episode",
    "with_fold",
    "with_ids",
    "write_episodes",
]

_READ: Final = 2_000
"""Messages that are read at a time."""


def write_episodes(memory: Infold, scope: Scope, conversation: str) -> int:
    """Bring the episodes of a conversation up to its messages.

    Args:
        memory: The open store.
        scope: Whose.
        conversation: Its id; one that is gone has none.

    Returns:
        How many were made or have grown. Linear in what came since, and the newest episode.
    """
    with memory.store.read() as reader:
        row = reader.conversation(scope, conversation)
        first, last = reader.last_episode(scope, conversation)
    if row is None or last >= row.messages - 1:
        return 0
    begin = max(0, first)
    stops = _stops(memory, scope, conversation, begin, row.messages)
    made = with_ids(memory.secret, episodes_of(stops, conversation))

    def command(tx: Writer) -> int:
        there = tx.conversation(scope, conversation)
        if there is None or tx.last_episode(scope, conversation) != (first, last):
            return 0  # erased meanwhile, or another worker came first
        tx.replace_episodes(scope, conversation, begin, made)
        return len(made)

    return memory.store.write(command)


def with_ids(secret: bytes, sittings: Sequence[Sitting]) -> list[Episode]:
    """Episodes with their ids: each is known by the message that it begins with."""
    return [
        replace(one.episode, id=mint(secret, "episode", one.episode.conversation, one.opening))
        for one in sittings
    ]


def all_episodes(memory: Infold, scope: Scope, conversation: str | None) -> list[Episode]:
    """See `infold.engine.episode_calls.EpisodeCalls.episodes`."""
    with memory.store.read() as reader:
        rows = reader.conversations(scope)
        return [
            with_fold(reader, scope, one)
            for row in rows
            if conversation is None or row.id == conversation
            for one in reader.episodes(scope, row.id)
        ]


def with_fold(reader: Reader, scope: Scope, episode: Episode) -> Episode:
    """An episode with the fold that stands on most of its messages."""
    row = reader.conversation(scope, episode.conversation)
    if row is None or not row.generation:
        return episode
    ids = [one.id for one in episode_messages(reader, scope, episode)]
    best = min(
        (
            (-len(set(sources)), root, fold)
            for fold, root, sources in reader.folds_over(scope, episode.conversation, ids)
        ),
        default=None,
    )
    return episode if best is None else replace(episode, fold=best[2])


def episode_messages(reader: Reader, scope: Scope, episode: Episode) -> list[Message]:
    """The messages of an episode, whole, in order."""
    return reader.messages(scope, episode.conversation, first=episode.first, last=episode.last)


def the_episode(reader: Reader, scope: Scope, episode: str) -> Episode:
    """An episode by its id.

    Raises:
        NotFound: No such episode in this scope.
    """
    chat = reader.episode_conversation(scope, episode)
    for one in reader.episodes(scope, chat) if chat is not None else ():
        if one.id == episode:
            return one
    raise NotFound(
        f"No episode {episode} in this scope.",
        hint="`infold facts --episodes` lists them.",
        records=[episode],
    )


def episode_faults(
    reader: Reader,
    scope: Scope,
    messages: Sequence[Message],
    row: ConversationRow,
    secret: bytes,
) -> Iterator[tuple[str, str]]:
    """Episodes that do not follow from the messages: (record, in words)."""
    there = reader.episodes(scope, row.id)
    if not there:
        return
    stops = (Stop.of(message) for message in messages[: there[-1].last + 1])
    derived = with_ids(secret, episodes_of(stops, row.id))
    for mine, told in zip(derived, there, strict=False):
        if mine != told:
            yield told.id, "it does not follow from the messages of its conversation"
            return
    if len(derived) != len(there):
        yield there[-1].id, "an episode of its conversation is missing, or one too many"


def _stops(memory: Infold, scope: Scope, conversation: str, begin: int, end: int) -> Iterator[Stop]:
    for first in range(begin, end, _READ):
        last = min(first + _READ, end) - 1
        with memory.store.read() as reader:
            messages = reader.messages(scope, conversation, first=first, last=last)
        yield from (Stop.of(message) for message in messages)

"""Finding episodes by the messages in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from infold.core.episodes import Episode
from infold.core.scope import Scope
from infold.engine.episodes import with_fold
from infold.engine.records import Hit
from infold.recall.forward import searchable
from infold.store.protocol import ConversationRow, Reader

__all__ = ["episode_hits"]

_CLAIMS: Final = 3
"""Claims of its fold that an episode is told by."""


def episode_hits(
    reader: Reader,
    scope: Scope,
    rows: Sequence[ConversationRow],
    found: Sequence[tuple[int, int, float]],
    *,
    best: int,
    k: int,
) -> list[tuple[int, Hit]]:
    """The episodes in which the best messages stand.

    Args:
        reader: A snapshot.
        scope: Whose.
        rows: The conversations, by number.
        found: Number of a conversation, position in it, score; best first.
        best: An episode is worth the mean of so many of its best messages.
        k: At most so many.

    Returns:
        Hits with the number of their conversation, best first; equal ones in order.
    """
    by_chat: dict[int, list[tuple[int, float]]] = defaultdict(list)
    for number, position, score in found:
        by_chat[number].append((position, score))
    ranked: list[tuple[float, int, int, Episode, int]] = []
    for number, scored in sorted(by_chat.items()):
        for episode in reader.episodes(scope, rows[number].id):
            inside = [
                (score, position)
                for position, score in scored
                if episode.first <= position <= episode.last
            ]
            worth = round(sum(score for score, _ in inside[:best]) / best, 6)
            if worth > 0:
                ranked.append((-worth, number, episode.first, episode, inside[0][1]))
    ranked.sort(key=lambda one: one[:3])
    return [
        (number, _hit(reader, scope, rows[number], episode, -worth, position))
        for worth, number, _, episode, position in ranked[:k]
    ]


def _hit(
    reader: Reader,
    scope: Scope,
    row: ConversationRow,
    episode: Episode,
    score: float,
    position: int,
) -> Hit:
    episode = with_fold(reader, scope, episode)
    there = reader.fold(scope, episode.fold) if episode.fold else None
    lines = [claim.text for claim in there[1].claims[:_CLAIMS]] if there else []
    (message,) = reader.messages(scope, row.id, [position])
    return Hit(
        kind="episode",
        id=episode.id,
        conversation=row.id,
        title=row.title or row.key,
        text="\n".join([*lines, *filter(None, [searchable(message)])]),
        score=score,
        position=episode.first,
        at=episode.at_from,
        episode=episode,
    )

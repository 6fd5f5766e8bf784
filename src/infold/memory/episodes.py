"""Where one episode of a conversation ends and the next begins.

An episode begins with a turn: after a pause of an hour, or where the one before has filled a block
of the hot window. Where one begins depends only on what stands before, so that a conversation that
grows keeps the episodes that it has; the newest one grows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from infold.core.episodes import Episode
from infold.core.messages import Message
from infold.graph.turns import opens_turn

__all__ = ["MOST", "PAUSE", "Sitting", "Stop", "episodes_of"]

MOST: Final = 1_500
"""Tokens of an episode after which the next turn begins a new one: a block of the hot window."""
PAUSE: Final = timedelta(hours=1)
"""A turn that comes later than this after what was said before begins a new episode."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """What of a message decides about episodes.

    Attributes:
        position: Of the message.
        id: Of the message.
        opens: Whether it opens a turn.
        at: When it was said; None where nobody knows.
        tokens: Of it.
        who: Who said it; empty for what nobody says: system messages and results of tools.
    """

    position: int
    id: str
    opens: bool
    at: datetime | None
    tokens: int
    who: str

    @classmethod
    def of(cls, message: Message) -> Stop:
        """Those of a message."""
        who = message.author or message.role if message.role in ("user", "assistant") else ""
        return cls(
            position=message.position,
            id=message.id,
            opens=opens_turn(message),
            at=message.at,
            tokens=max(0, message.tokens),
            who=who if not message.answers else "",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """An episode with the message that it begins with, by which its id is minted."""

    opening: str
    episode: Episode


def episodes_of(
    stops: Iterable[Stop], conversation: str, *, most: int = MOST, pause: timedelta = PAUSE
) -> list[Sitting]:
    """Cut messages into episodes.

    Args:
        stops: Of all messages from the beginning of an episode on, by position.
        conversation: Its id.
        most: Tokens after which the next turn begins a new one.
        pause: A longer one before a turn does so, too.

    Returns:
        Episodes in order, without ids; each message is in one. Linear.
    """
    found: list[Sitting] = []
    here: list[Stop] = []
    tokens = 0
    last: datetime | None = None
    for stop in stops:
        waited = last is not None and stop.at is not None and stop.at - last >= pause
        if here and stop.opens and (tokens >= most or waited):
            found.append(_sitting(here, conversation))
            here, tokens, last = [], 0, None
        here.append(stop)
        tokens += stop.tokens
        if stop.at is not None:
            last = stop.at if last is None else max(last, stop.at)
    if here:
        found.append(_sitting(here, conversation))
    return found


def _sitting(here: Sequence[Stop], conversation: str) -> Sitting:
    times = [stop.at for stop in here if stop.at is not None]
    episode = Episode(
        id="",
        conversation=conversation,
        first=here[0].position,
        last=here[-1].position,
        at_from=min(times, default=None),
        at_to=max(times, default=None),
        participants=tuple(dict.fromkeys(stop.who for stop in here if stop.who)),
    )
    return Sitting(opening=here[0].id, episode=episode)

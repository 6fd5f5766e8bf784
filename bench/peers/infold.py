"""Infold itself, as a program uses it: appended turn by turn, jobs run, a context asked for."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

from bench.retention.values import Turn
from infold.config import Settings
from infold.core.messages import Part, Text, ToolCall, ToolResult
from infold.engine.memory import Infold
from infold.jobs.worker import run_all
from infold.models.roles import Models
from infold.testing import FrozenClock


class InfoldPeer:
    """A store of its own in a folder that goes with it; all settings are the defaults.

    Args:
        models: Language models by role; none by default.
    """

    def __init__(self, models: Models | None = None) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="infold-bench-")
        self._clock = FrozenClock()
        self._memory = Infold.open(
            Path(self._folder.name) / "peer.db",
            settings=Settings(user="bench"),
            models=models,
            clock=self._clock,
        )
        self._chat = self._memory.conversation("bench")

    def ingest(self, turns: Sequence[Turn]) -> None:
        """See `Peer.ingest`."""
        for turn in turns:
            self._set_clock(turn.at)
            author = None if turn.speaker == turn.role else turn.speaker
            self._chat.append(turn.role, part_of(turn), author=author, at=turn.at)
        if turns:
            # A question is asked an hour after the last turn.
            self._set_clock(turns[-1].at + timedelta(hours=1))

    def _set_clock(self, at: datetime) -> None:
        self._clock.advance(at - self._clock.now())

    def flush(self) -> None:
        """See `Peer.flush`."""
        run_all(self._memory)

    def context(self, question: str, budget: int) -> str:
        """See `Peer.context`."""
        return self._chat.context(question, budget=budget).text

    def close(self) -> None:
        """Close the store and remove it."""
        self._memory.close()
        self._folder.cleanup()


def part_of(turn: Turn) -> Part:
    """The turn as a part of a message."""
    if not turn.tool:
        return Text(text=turn.text)
    if turn.role == "tool":
        return ToolResult(call=turn.call, text=turn.text)
    return ToolCall(id=turn.call, name=turn.tool, arguments=turn.text)

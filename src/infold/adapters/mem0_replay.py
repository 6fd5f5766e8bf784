"""Running logged conversations through Infold and mem0, and listing where they differ."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from infold.adapters.mem0_comparing import Difference
from infold.adapters.mem0_shadow import Shadow
from infold.config import Settings
from infold.core.messages import Message, Text
from infold.engine.memory import Infold

__all__ = ["Replayed", "replay_mem0"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """What became of logged conversations in both.

    Attributes:
        conversations: How many were run.
        turns: How often both were given something.
        facts: What Infold knows at the end.
        memories: What mem0 has at the end.
        differences: Where they differ.
        faults: Turns that one of the two could not take, in words.
    """

    conversations: int
    turns: int
    facts: int
    memories: int
    differences: tuple[Difference, ...]
    faults: tuple[str, ...]


def replay_mem0(
    log: Path,
    peer: Any,  # noqa: ANN401 - whatever has mem0's calls
    *,
    user: str,
) -> Replayed:
    """Run the conversations of a transcript through both, turn by turn, as they were said.

    Infold works in a store of its own that is thrown away. mem0 works where its configuration says:
    give it a collection of its own.

    Args:
        log: A transcript in any format that is imported.
        peer: An open `mem0.Memory`.
        user: The user under whom both remember.

    Raises:
        FormatError: The file is no transcript.
    """
    faults: list[str] = []
    turns = 0
    with (
        tempfile.TemporaryDirectory(prefix="infold-") as folder,
        Infold.open(Path(folder) / "log.db", settings=Settings(embedder="none")) as read,
        Infold.open(Path(folder) / "own.db", settings=Settings(embedder="none")) as own,
    ):
        report = read.import_file(log)
        shadow = Shadow(peer, own)
        for number, one in enumerate(report.conversations, 1):
            chat = read.conversation(one.id)
            for turn in _turns(chat.messages()):
                turns += 1
                try:
                    shadow.add(turn, user_id=user, run_id=f"log-{number}")
                except Exception as error:  # noqa: BLE001 - one turn must not stop the others
                    faults.append(f"mem0: {type(error).__name__}: {error}")
        found = shadow.differences(user)
        memories = peer.get_all(filters={"user_id": user}, top_k=1_000_000)
        return Replayed(
            conversations=len(report.conversations),
            turns=turns,
            facts=len(own.facts(user=user)),
            memories=len(memories["results"]),
            differences=tuple(found),
            faults=(*faults, *shadow.faults),
        )


def _turns(messages: list[Message]) -> Iterator[list[Mapping[str, str]]]:
    """What was said, in turns: a user's message with the answers to it."""
    turn: list[Mapping[str, str]] = []
    for one in messages:
        text = "\n".join(part.text for part in one.parts if isinstance(part, Text)).strip()
        if one.role not in ("user", "assistant") or not text:
            continue
        if one.role == "user" and turn:
            yield turn
            turn = []
        turn.append({"role": one.role, "content": text})
    if turn:
        yield turn

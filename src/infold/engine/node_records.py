"""What a Merkle hash stands on: the records at each position, the same when asked and later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from infold.core.messages import Message, Role
from infold.core.scope import Scope
from infold.core.settings import AWAY, MATERIAL, MODEL, SHOWN_AS, Setting
from infold.graph.staleness import Records
from infold.store.protocol import Reader

__all__ = ["Wired", "live", "quoted_turn", "records_of"]


class Wired(NamedTuple):
    """A `reference` wire: its ends, and the positions of the turn and the chain that it quotes."""

    quoted: int
    quoting: int
    chain: bool
    turn: Sequence[int]
    way: Sequence[int]

    @property
    def positions(self) -> list[int]:
        """All that it may quote."""
        return list(dict.fromkeys([*self.turn, *self.way]))


def live(slots: Iterable[int], archived: set[int], versions: Mapping[int, int]) -> list[int]:
    """What is shown for messages that are not archived, each once."""
    return list(dict.fromkeys(versions.get(one, one) for one in slots if one not in archived))


def quoted_turn(
    reader: Reader,
    scope: Scope,
    conversation: str,
    parents: Sequence[Sequence[int]],
    quoted: int,
) -> list[int]:
    """Positions of the turn that is quoted: from the question that opens it to the message.

    Of a question that is quoted itself, with its first answer.
    """

    def is_of(position: int, role: Role) -> bool:
        return reader.messages(scope, conversation, [position])[0].role == role

    turn = [quoted]
    while not is_of(turn[-1], "user") and parents[turn[-1]]:
        turn.append(max(parents[turn[-1]]))
    if len(turn) > 1:
        return turn[::-1]
    below = reader.children(scope, conversation, quoted)
    return turn + [one for one in below if is_of(one, "assistant")][:1]


def records_of(
    positions: Iterable[int],
    parents: Sequence[Sequence[int]],
    messages: Mapping[int, Message],
    *,
    archived: set[int],
    versions: Mapping[int, int],
    settings: Iterable[tuple[int, Setting]],
    quoted: Iterable[Wired],
    folds: Mapping[int, str],
) -> Records:
    """The records at some positions.

    Args:
        positions: Of what may lead to an answer.
        parents: For each position those that lead to it.
        messages: Position → message, of the positions and of what is shown or quoted in them.
        archived: Positions of archived messages.
        versions: Position → position of the version that is shown in its place.
        settings: (position, setting), -1 for the whole conversation.
        quoted: The quotes.
        folds: Position → what stands for the fold that is shown in its place.
    """
    own = {
        at: ""
        if at in archived
        else folds[at]
        if at in folds
        else messages[versions.get(at, at)].id
        for at in positions
    }
    slots: dict[int, list[int]] = {}
    for old, new in versions.items():
        slots.setdefault(new, []).append(old)
    extra: dict[int, list[str]] = {}
    chains: dict[int, list[int]] = {}
    whole: list[str] = []

    def places(at: int) -> list[int]:
        """Where what stands on a message counts: there, and where it is shown as a version."""
        return [one for one in (at, *slots.get(at, ())) if one in own]

    for at, setting in settings:
        if setting.name in (AWAY, MODEL, SHOWN_AS):
            continue
        line = f"{setting.name} {setting.value}"
        if at >= 0:
            for place in places(at):
                extra.setdefault(place, []).append(line)
        elif setting.name.startswith(MATERIAL) and setting.value == "in":
            whole.append(line)
    for wire in quoted:
        for place in places(wire.quoting):
            said = " ".join(messages[one].id for one in wire.turn)
            extra.setdefault(place, []).append(f"quote {said}")
            if wire.chain:
                chains.setdefault(place, []).append(wire.quoted)
    return Records(own=own, parents=parents, extra=extra, chains=chains, whole=whole)

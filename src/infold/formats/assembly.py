"""Putting a conversation together: local ids, sources made unique, parents before children."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from infold.core.graph import Conversation, Wire
from infold.core.ids import content_hash
from infold.core.messages import Message
from infold.graph.lineage import topological


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A message on its way into a conversation.

    Attributes:
        message: Its `source` is the source's own id, as it stands there.
        parent: Index of the draft that it continues; None for a root.
        inferred: True where order was taken for the parent.
        line: Where it stands in the file, for faults.
        also: Indexes of further drafts that it continues, where threads are merged.
        quotes: Indexes of drafts that it refers to.
        chains: Of these, those of which it quotes all that leads to them.
    """

    message: Message
    parent: int | None = None
    inferred: bool = False
    line: int | None = None
    also: tuple[int, ...] = ()
    quotes: tuple[int, ...] = ()
    chains: frozenset[int] = frozenset()


class Keys:
    """Keys of the conversations of one file (DESIGN §5): never made from the file's name."""

    def __init__(self, format: str) -> None:  # noqa: A002 # the word of the design
        self._format = format
        self._equals: dict[str, int] = {}

    def key(self, source: object, messages: Sequence[Message], *, unique: bool = True) -> str:
        """The source's own id; else the format, a hash of the beginning and its ordinal.

        Where ids are not `unique` beyond one file ("identity_0"), the key is the format, the hash
        and the id. The beginning reaches to the first message that is no system prompt: different
        chats of one program begin with the same prompt, and a chat that grew begins as it did.
        """
        known = isinstance(source, str) and source
        if known and unique:
            return str(source)
        said = (index for index, message in enumerate(messages) if message.role != "system")
        beginning = messages[: next(said, len(messages)) + 1]
        text = "/".join(content_hash(message) for message in beginning)
        digest = hashlib.sha256(text.encode()).hexdigest()[:32]
        if known:
            return f"{self._format}:{digest}:{source}"
        ordinal = self._equals.get(digest, 0)
        self._equals[digest] = ordinal + 1
        return f"{self._format}:{digest}:{ordinal}"


def chain(messages: Sequence[Message]) -> list[Draft]:
    """Drafts of messages that follow one another."""
    return [
        Draft(message=message, parent=index - 1 if index else None)
        for index, message in enumerate(messages)
    ]


def local_ids(drafts: Sequence[Draft]) -> list[str]:
    """The local id that `assemble` gives each draft, by its index. O(n log n)."""
    parents = [draft.parent for draft in drafts]
    _open_cycles(parents, [draft.inferred for draft in drafts])
    ids = [""] * len(drafts)
    for position, index in enumerate(_order(parents, drafts)):
        ids[index] = str(position)
    return ids


def assemble(
    key: str,
    drafts: Sequence[Draft],
    *,
    title: str = "",
    format: str = "",  # noqa: A002 # the word of the design
    leaf: int | None = None,
) -> tuple[Conversation, list[int]]:
    """Make a conversation of drafts that stand in the order of their file.

    Every parent comes before its children, ties in the order of the file. A cycle of parents is
    opened at a record that then is a root: one whose parent was inferred, else its first.
    O(n log n). A reader that gives `also` or `quotes` opens cycles through these itself.

    Args:
        key: The conversation's key.
        drafts: Its messages.
        title: As the source names it.
        format: The format it was read from.
        leaf: Index of the draft that is the source's current leaf.

    Returns:
        The conversation, and the indexes of drafts that lost a parent named by the source.
    """
    parents = [draft.parent for draft in drafts]
    inferred = [draft.inferred for draft in drafts]
    opened = _open_cycles(parents, inferred)
    order = _order(parents, drafts)
    place = {index: position for position, index in enumerate(order)}
    taken: dict[str, int] = {}
    messages = []
    for position, index in enumerate(order):
        message = drafts[index].message
        source = _unique(message.source, taken)
        messages.append(replace(message, id=str(position), source=source))
    wires = []
    for index in order:
        parent = parents[index]
        if parent is not None:
            wires.append(
                Wire(parent=str(place[parent]), child=str(place[index]), inferred=inferred[index])
            )
        wires += [
            Wire(parent=str(place[other]), child=str(place[index])) for other in drafts[index].also
        ]
        wires += [
            Wire(
                parent=str(place[quoted]),
                child=str(place[index]),
                kind="reference",
                chain=quoted in drafts[index].chains,
            )
            for quoted in drafts[index].quotes
        ]
    return (
        Conversation(
            key=key,
            messages=tuple(messages),
            wires=tuple(wires),
            title=title,
            format=format,
            leaf=None if leaf is None else str(place[leaf]),
        ),
        opened,
    )


def _unique(source: str, taken: dict[str, int]) -> str:
    """The source's id, with "#2" and so on where it was taken before; `taken` is kept up."""
    if not source:
        return ""
    name = source
    while name in taken:
        taken[source] += 1
        name = f"{source}#{taken[source]}"
    taken[name] = 1
    return name


def _open_cycles(parents: list[int | None], inferred: list[bool]) -> list[int]:
    """Break each cycle at its first record, rather at one whose parent was inferred.

    Both lists are changed in place.

    Returns:
        The records whose parent the source named itself.
    """
    opened: list[int] = []
    state = [0] * len(parents)  # 0 unseen, 1 on this walk, 2 done
    for start in range(len(parents)):
        walk: list[int] = []
        index: int | None = start
        while index is not None and state[index] == 0:
            state[index] = 1
            walk.append(index)
            index = parents[index]
        if index is not None and state[index] == 1:
            circle = walk[walk.index(index) :]
            guessed = [each for each in circle if inferred[each]]
            first = min(guessed or circle)
            parents[first] = None
            inferred[first] = False
            if not guessed:
                opened.append(first)
        for index in walk:
            state[index] = 2
    return opened


def _order(parents: Sequence[int | None], drafts: Sequence[Draft]) -> list[int]:
    """Indexes with all that a draft continues or quotes before it, ties by index."""
    above = [
        (*(() if parent is None else (parent,)), *draft.also, *draft.quotes)
        for parent, draft in zip(parents, drafts, strict=True)
    ]
    if all(one < index for index, each in enumerate(above) for one in each):
        return list(range(len(above)))
    return topological(len(above), [(one, at) for at, each in enumerate(above) for one in each])

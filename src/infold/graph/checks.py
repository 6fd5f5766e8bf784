"""Whether messages and wires make a conversation: all that is wrong at once."""

from __future__ import annotations

from collections import Counter

from infold.core.graph import Conversation
from infold.errors import GraphError
from infold.graph.lineage import cycles

__all__ = ["check"]

_SHOWN = 10


def check(conversation: Conversation) -> None:
    """Check that a conversation is an acyclic graph of its own messages.

    Linear in messages and wires. Wires of both kinds count.

    Args:
        conversation: Its messages carry ids, local or final.

    Raises:
        GraphError: Ids used twice or empty, wires whose end is no message, wires from a message
            to itself, cycles, or a leaf that is no message. All of them are found before it is
            raised; `records` names the ids concerned, each once, in the order of the message.
    """
    ids = [message.id for message in conversation.messages]
    place = {name: position for position, name in enumerate(ids)}
    faults: list[str] = []
    records: list[str] = []

    def fault(text: str, *names: str) -> None:
        faults.append(text)
        records.extend(names)

    for name, count in Counter(ids).items():
        if not name:
            fault(f"{count} message(s) without an id", name)
        elif count > 1:
            fault(f"the id {name!r} is used {count} times", name)
    edges: set[tuple[int, int]] = set()
    for wire in sorted(conversation.wires, key=lambda wire: (wire.child, wire.parent, wire.kind)):
        ends = (("parent", wire.parent), ("child", wire.child))
        absent = [(end, name) for end, name in ends if name not in place]
        for end, name in absent:
            text = f"the {wire.kind} wire {wire.parent!r} -> {wire.child!r} has no message as {end}"
            fault(text, name)
        if not absent and wire.parent == wire.child:
            fault(f"the message {wire.parent!r} is wired to itself", wire.parent)
        elif not absent:
            edges.add((place[wire.parent], place[wire.child]))
    for cycle in cycles(len(ids), edges):
        names = [ids[position] for position in cycle]
        fault("there is a cycle " + " -> ".join([*names, names[0]]), *names)
    if conversation.leaf is not None and conversation.leaf not in place:
        fault(f"the leaf {conversation.leaf!r} is no message", conversation.leaf)
    if faults:
        shown = "; ".join(faults[:_SHOWN])
        more = f"; and {len(faults) - _SHOWN} more" if len(faults) > _SHOWN else ""
        raise GraphError(
            f"Conversation {conversation.key!r} is no acyclic graph of messages: {shown}{more}.",
            hint="Mend the named records, or leave them out.",
            records=dict.fromkeys(records),
        )

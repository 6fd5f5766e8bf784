"""ThoughtDAG canvases: questions with versions of their answers, wired into a graph.

A node is a question and the versions of its answer, which are branches; what follows continues the
version that is shown. Wires carry the whole ancestry, cross-links quote. What people marked on the
canvas (highlights, landmarks, archived nodes) becomes marks, a distillate a fold of the tool's; all
of it is counted, and no message.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from infold.core.folds import Compaction
from infold.core.marks import Mark
from infold.core.messages import Message, part_text
from infold.formats.assembly import Draft, Keys, assemble
from infold.formats.blocks import Gathering, Unreadable, shown
from infold.formats.reading import Parsed, Reading
from infold.formats.records import Records
from infold.formats.thoughtdag_distillates import CONDENSED, TAKEN, unnamed
from infold.formats.thoughtdag_files import Files
from infold.formats.thoughtdag_graph import (
    CanvasNode,
    passed_down,
    role_prompt,
    settings_of,
    stands_on,
    versions_of,
)
from infold.formats.thoughtdag_nodes import Said, marked_on, marks_of, place_of, said_in
from infold.graph.lineage import topological

NAME = "thoughtdag"

_SAYING = frozenset(("question", "response", "responses"))


def matches(value: object) -> bool:
    """Whether a record of a file looks like this format, of whatever version."""
    nodes = value.get("nodes") if isinstance(value, dict) else None
    return isinstance(nodes, list) and any(map(_is_node, nodes))


def read(records: Records, reading: Reading) -> Iterator[Parsed]:
    """The canvases of a file, each a conversation."""
    keys = Keys(NAME)
    for item in records.items(reading):
        if not matches(item.value):
            reading.fault(item.line, "a record without nodes")
            continue
        parsed = _Canvas(item.value, item.line, reading).parsed(keys)
        if parsed is not None:
            yield parsed


def _is_node(value: object) -> bool:
    if not isinstance(value, dict) or not {"id", "position", "data"} <= value.keys():
        return False
    return isinstance(value["data"], dict) and bool(_SAYING & value["data"].keys())


def _id(value: object) -> str:
    """An id as text; empty for what is none."""
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


class _Canvas:
    """One canvas: its nodes in the order of the file, and the wires between them."""

    def __init__(self, value: Mapping[str, Any], line: int | None, reading: Reading) -> None:
        self._value = value
        self._line = line
        self._reading = reading
        self._files = Files(Gathering())
        self._nodes: list[CanvasNode] = []
        self._named: dict[str, int] = {}
        self._drafts: list[Draft] = []

    def parsed(self, keys: Keys) -> Parsed | None:
        """The conversation; None where it holds no message."""
        for number, node in enumerate(self._value["nodes"], 1):
            self._add(node, number)
        self._wire()
        events = self._value.get("events")
        if isinstance(events, list) and events:
            self._reading.skip("event", len(events))
        self._open_cycles()
        for index in self._order():
            self._draft(self._nodes[index])
        if not self._drafts:
            for node in self._nodes:
                role_prompt(node, self._reading)
            return None
        # Behind all else: a canvas begins as it did, whatever role is set on it later.
        for node in self._nodes:
            prompt = role_prompt(node, self._reading)
            if prompt is not None:
                node.role = self._append(prompt, (), ())
        name = self._value.get("name")
        conversation, _ = assemble(
            # A canvas has no id. Versions of one begin alike and differ in their names.
            keys.key(name, [draft.message for draft in self._drafts], unique=False),
            self._drafts,
            title=name if isinstance(name, str) else "",
            format=NAME,
            leaf=self._leaf(),
        )
        placed = {message.source: message for message in conversation.messages}

        def at(index: int) -> Message:
            return placed[self._drafts[index].message.source]

        settings = settings_of(self._nodes, at, self._files.named, self._reading)
        return Parsed(
            conversation=conversation,
            blobs=self._files.gathering.blobs,
            marks=tuple(self._marks(placed)),
            compactions=tuple(self._distillates(placed)),
            settings=tuple(settings),
            materials=tuple(self._files.materials),
            versions=tuple(
                found for node in self._nodes if (found := versions_of(node, at)) is not None
            ),
        )

    def _marks(self, placed: Mapping[str, Message]) -> Iterator[Mark]:
        """What people marked, by local ids; words that stand in no message of the node are lost."""
        for node in self._nodes:
            own = [placed[self._drafts[index].message.source] for index in node.own]
            if not own or not node.ends:
                continue
            at = placed[self._drafts[node.ends[0]].message.source]
            for label in node.marked.landmarks:
                yield Mark(kind="landmark", message=at.id, label=label)
            for text in node.marked.highlights:
                yield from _highlight(text, [at, *own])
            if node.archived:
                for message in own:
                    yield Mark(kind="archive", message=message.id)

    def _distillates(self, placed: Mapping[str, Message]) -> Iterator[Compaction]:
        """What the canvas had condensed: the text of the new node, and the nodes that it replaced.

        What was shown of these stands in it. A node that is not there any more leaves open what was
        replaced.
        """
        whole = unnamed(self._nodes)
        for index, node in enumerate(self._nodes):
            named = [self._named.get(name) for name in node.marked.condensed_from]
            if not (named or index in whole) or not node.ends or not node.own:
                continue
            at = placed[self._drafts[node.ends[0]].message.source]
            there = named or whole[index]
            sources = sorted(
                {shown for one in there if one is not None for shown in self._nodes[one].shown}
            )
            is_known = bool(sources) and None not in there
            ids = [placed[self._drafts[source].message.source].id for source in sources]
            yield Compaction(
                tool=NAME,
                text=at.text,
                message=at.id,
                sources=tuple(ids) if is_known else None,
                view=(CONDENSED if named else TAKEN) if is_known else "",
            )

    def _add(self, value: object, number: int) -> None:
        """Take a node, or count it as bad. A bad one stays, empty: ways lead through it."""
        node = value if isinstance(value, dict) else {}
        name = _id(node.get("id"))
        said = Said()
        own = name
        try:
            if not name:
                raise Unreadable("it has no id" if node else "it is no object")
            known = name in self._named
            own = f"{name}#{number}" if known else name
            said = said_in(node, own, self._files)
        except Unreadable as error:
            self._reading.fault(self._line, f"node {shown(name) if name else number}: {error}")
        else:
            for fault in said.faults:
                self._reading.fault(self._line, f"node {shown(name)}: {fault}")
            if not said.messages and not said.faults:
                self._reading.skip("file" if said.materials else said.kind)
            for kind, count in marks_of(node["data"], said).items():
                self._reading.skip(kind, count)
            if known:
                self._reading.repair(
                    self._line, f"node {shown(name)} was there before; it stands by itself"
                )
        for _ in said.messages:
            self._reading.record()
        if name:
            self._named.setdefault(name, len(self._nodes))
        data = node.get("data")
        data = data if isinstance(data, dict) else {}
        archived = data.get("archived") is True
        marked, stands = marked_on(data), stands_on(data)
        self._nodes.append(CanvasNode(own, said, archived, marked, stands))

    def _wire(self) -> None:
        """Take the wires; those that lead to no node are bad."""
        edges = self._value.get("edges")
        for number, edge in enumerate(edges if isinstance(edges, list) else (), 1):
            value = edge if isinstance(edge, dict) else {}
            one, other = (self._named.get(_id(value.get(end))) for end in ("source", "target"))
            if one is None or other is None:
                self._reading.fault(self._line, f"wire {number} leads to no node")
                continue
            if one == other:
                self._reading.fault(self._line, f"wire {number} leads from a node to itself")
                continue
            data = value.get("data")
            data = data if isinstance(data, dict) else {}
            if data.get("followsTip"):
                self._reading.skip("wire that moves along")
            node = self._nodes[other]
            quotes = bool(data.get("isCrossLink") or data.get("isWatch"))
            (node.quoted if quotes else node.above).append(one)
            if quotes and data.get("contextDepth") == "full":
                node.chains.add(one)
        for node in self._nodes:
            node.above = list(dict.fromkeys(node.above))
            node.quoted = [one for one in dict.fromkeys(node.quoted) if one not in node.above]

    def _open_cycles(self) -> None:
        """Cut each wire that closes a circle, as seen from the nodes in the order of the file."""
        state = bytearray(len(self._nodes))  # 0 unseen, 1 on this walk, 2 done
        for start in range(len(self._nodes)):
            if state[start]:
                continue
            state[start] = 1
            walk = [(start, iter(self._ways(start)))]
            while walk:
                index, ways = walk[-1]
                above = next(ways, None)
                if above is None:
                    state[index] = 2
                    walk.pop()
                elif state[above] == 1:
                    self._cut(index, above)
                elif not state[above]:
                    state[above] = 1
                    walk.append((above, iter(self._ways(above))))

    def _ways(self, index: int) -> list[int]:
        return [*self._nodes[index].above, *self._nodes[index].quoted]

    def _cut(self, index: int, above: int) -> None:
        node = self._nodes[index]
        (node.above if above in node.above else node.quoted).remove(above)
        self._reading.repair(
            self._line, f"a wire into node {index + 1} closed a circle and was cut"
        )

    def _order(self) -> list[int]:
        """Indexes of the nodes with all that is above one before it, ties by index."""
        return topological(
            len(self._nodes),
            [(above, index) for index in range(len(self._nodes)) for above in self._ways(index)],
        )

    def _draft(self, node: CanvasNode) -> None:
        """Make the drafts of a node; those of all nodes above it are there."""
        above = tuple(dict.fromkeys(e for one in node.above for e in self._nodes[one].ends))
        quotes = tuple(
            end
            for end in dict.fromkeys(e for one in node.quoted for e in self._nodes[one].ends)
            if end not in above
        )
        chains = frozenset(e for one in node.chains for e in self._nodes[one].ends)
        node.given = passed_down(node, self._nodes)
        asked = [self._append(message, above, quotes, chains) for message in node.said.questions]
        node.own += asked
        shown_end = asked[node.said.asked] if asked else None
        for number, (message, question) in enumerate(node.said.answers):
            under = (asked[question],) if asked else above
            at = self._append(message, under, () if asked else quotes, chains)
            node.own.append(at)
            if number == node.said.active:
                shown_end = at
        node.ends = above if shown_end is None else (shown_end,)

    def _append(
        self,
        message: Message,
        above: tuple[int, ...],
        quotes: tuple[int, ...],
        chains: frozenset[int] = frozenset(),
    ) -> int:
        self._drafts.append(
            Draft(
                message=message,
                parent=above[0] if above else None,
                also=above[1:],
                quotes=quotes,
                chains=chains,
                line=self._line,
            )
        )
        return len(self._drafts) - 1

    def _leaf(self) -> int | None:
        """Where the canvas goes on: the last node, in the file, that nothing follows."""
        followed = {draft.parent for draft in self._drafts}
        followed |= {other for draft in self._drafts for other in draft.also}
        ends = [
            node
            for node in self._nodes
            if node.said.messages and not followed.issuperset(node.ends)
        ]
        live = [node for node in ends if not node.archived] or ends
        return live[-1].ends[0] if live else None


def _highlight(words: str, messages: Sequence[Message]) -> Iterator[Mark]:
    """Words where they stand first: in the version that is shown, else in another."""
    found = place_of(words, messages)
    if found is None:
        return
    index, number, start, end = found
    text = part_text(messages[index].parts[number])[start:end]
    yield Mark(
        kind="highlight",
        message=messages[index].id,
        part=number,
        start=start,
        end=end,
        text=text,
    )

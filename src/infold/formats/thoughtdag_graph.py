"""What stands on the nodes of a canvas: role prompts, models, passages, documents, versions.

All of it becomes settings of messages, by local ids. What a setting cannot say is counted by its
kind, and so named in the report of the import.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from infold.core.messages import Message, Text
from infold.core.settings import MATERIAL, MODEL, ONLY, PASSAGE, ROLE, Setting
from infold.formats.reading import Reading, Versions
from infold.formats.thoughtdag_nodes import Marked, Said, place_of

__all__ = [
    "CanvasNode",
    "Stands",
    "passed_down",
    "role_prompt",
    "settings_of",
    "stands_on",
    "versions_of",
]

_ALONE: Final = "role prompt for one node alone"
_NOBODY: Final = "role prompt that counts for nothing"
_PASSAGE: Final = "passage that stands nowhere"
_UNMODELLED: Final = "model of an empty node"
_ABSENT: Final = "choice of a file that is not there"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stands:
    """What is set on a node.

    Attributes:
        role: A role prompt; empty for none.
        mode: For whom it counts: `inherit`, `set-next` (what follows) or `reset` (the node alone).
        model: Name of the model that is to answer.
        passage: Words of a node above that it asks about.
        excluded: The canvas's own ids of files that are taken out here and below.
        included: Of files that are put in again.
    """

    role: str = ""
    mode: str = "inherit"
    model: str = ""
    passage: str = ""
    excluded: tuple[str, ...] = ()
    included: tuple[str, ...] = ()


@dataclass(slots=True)
class CanvasNode:
    """A node on its way: what it says, and the nodes above it by index.

    Attributes:
        name: Its id, one that no other node has.
        said: Its questions and answers; none of them where it is empty or bad.
        archived: Whether it was put away.
        marked: What people marked on it.
        stands: What is set on it.
        own: Indexes of its drafts, questions first.
        above: Nodes whose ancestry flows into it.
        quoted: Nodes that it quotes.
        chains: Of these, those of which it quotes all that leads to them.
        ends: Indexes of the drafts that what follows continues.
        role: Index of the draft that is its role prompt.
        given: Documents that lie on empty nodes above it: local ids.
    """

    name: str
    said: Said
    archived: bool
    marked: Marked = field(default_factory=Marked)
    stands: Stands = field(default_factory=Stands)
    own: list[int] = field(default_factory=list)
    above: list[int] = field(default_factory=list)
    quoted: list[int] = field(default_factory=list)
    chains: set[int] = field(default_factory=set)
    ends: tuple[int, ...] = ()
    role: int | None = None
    given: tuple[str, ...] = ()

    @property
    def shown(self) -> list[int]:
        """Indexes of the drafts that are shown: the current wording, and the answer to it."""
        asked = len(self.said.questions)
        out = [self.own[self.said.asked]] if asked and self.own else []
        if self.own and self.said.active >= 0:
            out.append(self.own[asked + self.said.active])
        return out

    @property
    def tops(self) -> list[int]:
        """Indexes of the drafts with which it begins: its wordings, or its answers without any."""
        asked = len(self.said.questions)
        return self.own[:asked] if asked else self.own


def stands_on(data: Mapping[str, Any]) -> Stands:
    """What is set on a node, as far as it can be read."""

    def text(name: str) -> str:
        value = data.get(name)
        return value if isinstance(value, str) and value.strip() else ""

    def texts(name: str) -> tuple[str, ...]:
        value = data.get(name)
        listed = value if isinstance(value, list) else []
        return tuple(dict.fromkeys(each for each in listed if isinstance(each, str) and each))

    return Stands(
        role=text("rolePrompt"),
        mode=text("roleMode") or "inherit",
        model=text("model").strip(),
        passage=text("branchContext"),
        excluded=texts("excludedAttachmentIds"),
        included=texts("includedAttachmentIds"),
    )


def role_prompt(node: CanvasNode, reading: Reading) -> Message | None:
    """The role prompt of a node as a message; None where it has none that a setting can place."""
    stands = node.stands
    if not stands.role:
        return None
    if stands.mode == "reset":
        reading.skip(_ALONE)
    elif not node.own or (stands.mode == "set-next" and not _answer(node)):
        reading.skip(_NOBODY)
    else:
        reading.record()
        return Message(role="system", parts=(Text(text=stands.role),), source=f"{node.name}/role")
    return None


def _answer(node: CanvasNode) -> bool:
    """Whether what follows the node continues an answer of it."""
    return bool(node.ends) and node.ends[0] in node.own[len(node.said.questions) :]


def passed_down(node: CanvasNode, nodes: Sequence[CanvasNode]) -> tuple[str, ...]:
    """The documents on the empty nodes that lead to a node, by local id."""
    found: dict[str, None] = {}
    for index in (*node.above, *node.quoted):
        one = nodes[index]
        if not one.own and not one.archived:
            found |= dict.fromkeys((*one.given, *one.said.materials))
    return tuple(found)


def settings_of(
    nodes: Sequence[CanvasNode],
    placed: Callable[[int], Message],
    files: Mapping[str, tuple[str, ...]],
    reading: Reading,
) -> Iterator[Setting]:
    """What stands on the messages of the nodes.

    Args:
        nodes: With their drafts.
        placed: Index of a draft → its message, with its local id.
        files: The canvas's own id of a file → local ids of its documents.
        reading: Counts what no setting says.
    """
    for node in nodes:
        stands = node.stands
        if stands.model and not node.own:
            reading.skip(_UNMODELLED)
        about = _passage(node, nodes, placed) if stands.passage else ""
        if stands.passage and not (about and node.own):
            reading.skip(_PASSAGE)
        given = dict.fromkeys(() if node.archived else (*node.given, *node.said.materials), "in")
        for chosen, value in ((stands.excluded, "out"), (stands.included, "in")):
            for one in chosen:
                given |= dict.fromkeys(files.get(one, ()), value)
                if one not in files or not node.own:
                    reading.skip(_ABSENT)
        if node.role is not None and stands.mode == "set-next":
            at = placed(node.ends[0])
            yield Setting(message=at.id, name=ROLE, value=_alone(placed(node.role)))
        for at in map(placed, node.tops):
            if node.role is not None and stands.mode != "set-next":
                yield Setting(message=at.id, name=ROLE, value=_alone(placed(node.role)))
            if stands.model:
                yield Setting(message=at.id, name=MODEL, value=stands.model)
            if about and at.role == "user":
                yield Setting(message=at.id, name=PASSAGE, value=about)
            for material, value in given.items():
                yield Setting(message=at.id, name=MATERIAL + material, value=value)


def _alone(prompt: Message) -> str:
    """On a canvas the nearest role prompt counts, and no other."""
    return f"{prompt.id} {ONLY}"


def _passage(
    node: CanvasNode, nodes: Sequence[CanvasNode], placed: Callable[[int], Message]
) -> str:
    """Where the words stand that a node asks about: the value of a setting; empty for nowhere."""
    above = [nodes[index] for index in node.above]
    ends = [end for one in above for end in one.ends]
    others = [own for one in above for own in one.own if own not in ends]
    messages = [placed(index) for index in (*ends, *others)]
    found = place_of(node.stands.passage, messages)
    if found is None:
        return ""
    index, part, start, end = found
    return f"{messages[index].id} {part} {start} {end}"


def versions_of(node: CanvasNode, placed: Callable[[int], Message]) -> Versions | None:
    """The versions of a node by local ids; None where it has but one of each."""
    asked = len(node.said.questions)
    if len(node.own) - asked < 2 and asked < 2:
        return None
    shown = [] if not asked else [node.own[node.said.asked]]
    answer = node.said.active
    if answer >= 0:
        shown.append(node.own[asked + answer])
    others = [(one, shown[0]) for one in node.own[:asked] if one not in shown]
    if answer >= 0:
        others += [(one, shown[-1]) for one in node.own[asked:] if one not in shown]
    return Versions(
        shown=tuple(placed(one).id for one in shown),
        others=tuple((placed(old).id, placed(new).id) for old, new in others),
    )

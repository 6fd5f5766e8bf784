"""Distillates of a canvas that do not name what they stand for.

A canvas names the nodes in `condensedFrom`. Some hold a condensed record all the same: a root whose
question is nothing but a title in brackets, such as "[Condensed record of the series]". It stands
for the one other tree of the canvas; where there are several, nobody can say for which.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from infold.formats.thoughtdag_graph import CanvasNode

__all__ = ["CONDENSED", "TAKEN", "unnamed"]

CONDENSED: Final = "Condensed on the canvas"
"""Name of the view in which distillates stand in the place of what they were made of."""
TAKEN: Final = "Condensed on the canvas (sources not named)"
"""Name of that view for distillates that do not say what they were made of: it is taken to be the
one other tree, and whoever reads or compares the view is to know."""
_TITLE: Final = re.compile(
    r"\s*[\[【［](?:(?:condensed|distilled|compressed|summari[sz]ed|summary|digest)\b"
    r"|(?:verdichtet|zusammenfassung|zusammengefasst|kurzfassung)"
    r"|(?:ringkasan|rangkuman|diringkas|dipadatkan)\b"
    r"|凝练|浓缩|蒸馏|精简|摘要|总结|要約|まとめ|圧縮|凝縮|요약|압축|축약)[^\[\]【】［］]*[\]】］]\s*",
    re.IGNORECASE,
)


def unnamed(nodes: Sequence[CanvasNode]) -> dict[int, list[int]]:
    """The condensed records that do not name their nodes, with the nodes that they stand for.

    Args:
        nodes: With their drafts, in the order of the file.

    Returns:
        Index of the node → indexes of those of the one tree in which no distillate stands, without
        what is empty; nothing where there is no such tree, or several. Linear.
    """
    titled = [index for index, node in enumerate(nodes) if _is_titled(node)]
    if not titled:
        return {}
    tree = _trees(nodes)
    made = {tree[index] for index in titled}
    made |= {tree[index] for index, node in enumerate(nodes) if node.marked.condensed_from}
    others: dict[int, list[int]] = {}
    for index, node in enumerate(nodes):
        if node.own and tree[index] not in made:
            others.setdefault(tree[index], []).append(index)
    if len(others) != 1:
        return {}
    (sources,) = others.values()
    return dict.fromkeys(titled, sources)


def _is_titled(node: CanvasNode) -> bool:
    if node.marked.condensed_from or node.above or node.said.active < 0:
        return False
    return any(_TITLE.fullmatch(question.text) for question in node.said.questions)


def _trees(nodes: Sequence[CanvasNode]) -> list[int]:
    """For each node the first node of what is wired to it, whichever way."""
    beside: list[list[int]] = [[] for _ in nodes]
    for index, node in enumerate(nodes):
        for other in (*node.above, *node.quoted):
            beside[index].append(other)
            beside[other].append(index)
    found = [-1] * len(nodes)
    for start in range(len(nodes)):
        if found[start] >= 0:
            continue
        found[start] = start
        queue = [start]
        for one in queue:  # grows while it is walked
            fresh = [other for other in beside[one] if found[other] < 0]
            for other in fresh:
                found[other] = start
            queue += dict.fromkeys(fresh)
    return found

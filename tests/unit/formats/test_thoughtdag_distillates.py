"""Distillates of a canvas: named or titled, they stand for what was shown of their nodes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from infold.core.folds import Compaction
from infold.formats.reading import Parsed
from tests.unit.formats.test_thoughtdag_graph import node
from tests.unit.formats.test_thoughtdag_graph import read as read_edges


def found(path: Path, nodes: list[Any], *edges: str) -> tuple[Compaction, ...]:
    parsed: Parsed = read_edges(path / "f", nodes, *edges)[1]
    return parsed.compactions


CHAIN = [
    node("a", "어디?", "여기."),
    node("b", "Which one?", "The first.", "The second.", active=1),
    node("c", "何時？", "五時。"),
]


def test_it_stands_for_what_was_shown_of_the_nodes_that_it_names(tmp_path: Path) -> None:
    made = node("d", "Condensed", "All of it.", condensedFrom=["c", "a", "b"])
    (one,) = found(tmp_path, [*CHAIN, made], "ab", "bc")
    # 0, 1: a; 2, 3, 4: b with two answers, the second shown; 5, 6: c.
    assert one == Compaction(
        tool="thoughtdag",
        text="All of it.",
        message="8",
        sources=("0", "1", "2", "4", "5", "6"),
        view="Condensed on the canvas",
    )


@pytest.mark.parametrize(
    "title",
    [
        "[Condensed record of the series]",
        " [Summary: part 1] ",
        "[Zusammenfassung der Reihe]",
        "[Ringkasan seri]",
        "【凝练：前三轮】",
        "［要約：一回目］",
        "[요약: 첫 번째]",
    ],
)
def test_a_titled_record_stands_for_the_one_other_tree(tmp_path: Path, title: str) -> None:
    nodes = [*CHAIN, node("d", title, "All of it."), node("e", "Then?", "")]
    (one,) = found(tmp_path, nodes, "ab", "bc", "de")
    assert one.sources == ("0", "1", "2", "4", "5", "6")
    assert one.text == "All of it."
    assert one.view == "Condensed on the canvas (sources not named)"


@pytest.mark.parametrize(
    ("title", "answer"),
    [
        ("Condensed record of the series", "All."),
        ("[Condensed] And the rest?", "All."),
        ("[Notes on the series]", "All."),
        ("[Condensed record]", ""),
    ],
)
def test_what_is_no_titled_record_is_none(tmp_path: Path, title: str, answer: str) -> None:
    assert found(tmp_path, [*CHAIN, node("d", title, answer)], "ab", "bc") == ()


def test_where_there_is_more_than_one_other_tree_nobody_can_say(tmp_path: Path) -> None:
    nodes = [*CHAIN, node("x", "Else?", "No."), node("d", "[Condensed record]", "All.")]
    assert found(tmp_path, nodes, "ab", "bc") == ()
    # Below another node it goes on from it, and stands for nothing beside it.
    assert (
        found(tmp_path, [*CHAIN, node("d", "[Condensed record]", "All.")], "ab", "bc", "cd") == ()
    )

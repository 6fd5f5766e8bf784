"""Distillates of a canvas stand in a view of its own, to be compared right after the import."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from infold import Infold
from infold.engine.chat import Chat
from infold.errors import NotFound
from tests.integration.engine.test_import_canvas import canvas, opened
from tests.unit.formats.test_thoughtdag_graph import node

VIEW = "Condensed on the canvas"
TAKEN = f"{VIEW} (sources not named)"
LOSSY = (
    "Valve series, condensed: the first run opened the valve at 7.5 bar. A second sweep also gave "
    "9.5 bar. Cold was ruled out as a cause."
)
FIXED = (
    "Valve series, condensed: the first run suggested 7.5 bar, later retracted as an artifact. "
    "Current conclusion: the valve opens at 9.5 bar. Cold was ruled out as a cause."
)


def series() -> list[Any]:
    return [
        node("a", "We test at which pressure the valve V-12 opens. Keep a log.", "Ready."),
        node(
            "b",
            "First run: the valve opened at 7.5 bar. Record the conclusion.",
            "Recorded: working conclusion v1 states that the valve opens at 7.5 bar.",
        ),
        node("c", "Could the cold have moved the gauge?", "The log shows the room was heated."),
        node(
            "d",
            "Correction: the 7.5 bar were a measurement artifact of a worn gauge. The new sweep "
            "shows 9.5 bar.",
            "Updated: conclusion v1 (7.5 bar) is retracted as an artifact. Working conclusion v2: "
            "the valve opens at 9.5 bar.",
        ),
    ]


def taken(memory: Infold, path: Path, *condensed: Any, edges: tuple[str, ...] = ()) -> Chat:
    memory.import_file(canvas(path / "c.json", [*series(), *condensed], "ab", "bc", "cd", *edges))
    return opened(memory)


@pytest.mark.parametrize("is_named", [True, False], ids=["named", "titled"])
@pytest.mark.parametrize(("text", "is_lossy"), [(LOSSY, True), (FIXED, False)])
def test_a_distillate_that_lost_a_retraction_is_flagged_with_its_source(
    tmp_path: Path, memory: Infold, text: str, is_lossy: bool, is_named: bool
) -> None:
    """G14, as a canvas brings it."""
    name = VIEW if is_named else TAKEN
    names = {"condensedFrom": ["a", "b", "c", "d"]} if is_named else {}
    made = node("x", "[Condensed record of the valve series]", text, **names)
    chat = taken(
        memory, tmp_path, made, node("y", "At which pressure does it open?", ""), edges=("xy",)
    )
    (view,) = chat.views()
    (one,) = view.folds
    assert (view.name, view.state, one.fold.method) == (name, "live", "foreign")
    assert one.fold.sources == tuple(message.id for message in chat.messages()[:8])
    assert " ".join(claim.text for claim in one.fold.claims) == text
    assert all(claim.spans for claim in one.fold.claims)
    report = chat.fidelity(one.fold)
    inverted = [one.wanted.text for one in report.of("inverted") if one.wanted is not None]
    assert inverted == (["7.5 bar"] if is_lossy else [])
    found = chat.compare("full", name, model="none", seed=1)
    flagged = {
        (loss.probe.value, chat.messages()[loss.probe.position].text.split(":")[0])
        for loss in found.losses
        if loss.outcome == "inverted"
    }
    assert {value for value, _ in flagged} == ({"7.5"} if is_lossy else set())
    assert {said for _, said in flagged} <= {"Correction", "Updated"}
    assert found.of("status")
    assert memory.verify() == []


def test_the_text_is_shown_in_the_place_of_its_nodes_and_leads_back(
    tmp_path: Path, memory: Infold
) -> None:
    chat = taken(memory, tmp_path, node("x", "Short", LOSSY, condensedFrom=["a", "b", "c"]))
    messages = chat.messages()
    made = chat.context("At which pressure?", budget=2000, leaf=messages[7].id, view=VIEW)
    assert "first run opened the valve at 7.5 bar" in made.text
    assert "Record the conclusion" not in made.text
    assert "Working conclusion v2" in made.text  # the last turn is no part of it
    whole = chat.context("At which pressure?", budget=2000, leaf=messages[7].id, view="full")
    assert "Record the conclusion" in whole.text
    # Below its last message is not inside; below an earlier one is.
    below = chat.context("Why?", budget=2000, leaf=messages[5].id, view=VIEW)
    assert "Record the conclusion" not in below.text
    inside = chat.context("Why?", budget=2000, leaf=messages[3].id, view=VIEW)
    assert "Record the conclusion" in inside.text
    (fold,) = chat.view(VIEW).folds
    (first, *_) = fold.fold.claims
    sources = {source.message.id for source in memory.sources(first.id)}
    assert messages[2].id in sources or messages[3].id in sources
    assert len(sources) < 6


def test_two_of_the_same_nodes_stand_in_two_views_the_one_in_use_first(
    tmp_path: Path, memory: Infold
) -> None:
    first = node("x", "[Condensed record]", FIXED)
    used = node("y", "[Condensed record]", LOSSY)
    chat = taken(memory, tmp_path, first, used, node("z", "Then?", "9.5 bar."), edges=("yz",))
    texts = {
        view.name: " ".join(claim.text for claim in view.folds[0].fold.claims)
        for view in chat.views()
    }
    assert texts == {TAKEN: LOSSY, f"{TAKEN} 2": FIXED}


def test_the_same_canvas_again_makes_no_other_view_and_what_was_dropped_stays_so(
    tmp_path: Path, memory: Infold
) -> None:
    made = node("x", "Short", FIXED, condensedFrom=["a", "b", "c"])
    chat = taken(memory, tmp_path, made)
    before = chat.views(), chat.folds(), chat.changes()
    taken(memory, tmp_path, made)
    assert (chat.views(), chat.folds(), chat.changes()) == before
    chat.rename_view(VIEW, "mine")
    taken(memory, tmp_path, made)
    assert [view.name for view in chat.views()] == ["mine"]
    chat.drop_view("mine")
    taken(memory, tmp_path, made)
    assert chat.views() == []
    chat.undo()
    assert [view.name for view in chat.views()] == ["mine"]
    assert memory.verify() == []


def test_what_no_view_can_show_stands_in_none(tmp_path: Path, memory: Infold) -> None:
    side = node("s", "Side?", "Yes.")
    apart = node("x", "Short", "Both ends.", condensedFrom=["a", "c"])
    across = node("y", "Short", "Two paths.", condensedFrom=["d", "s"])
    chat = taken(memory, tmp_path, side, apart, across, edges=("bs",))
    assert chat.views() == []
    assert len([fold for fold in chat.folds() if fold.method == "foreign"]) == 2
    with pytest.raises(NotFound):
        chat.view(VIEW)
    assert memory.verify() == []


@pytest.mark.parametrize(("name", "inverted"), [("lossy", ["2%", "2%"]), ("fixed", [])])
def test_the_published_canvases_are_told_apart(
    samples: Path, memory: Infold, name: str, inverted: list[str]
) -> None:
    """G14: the same numbers in both; only one says that one was retracted."""
    memory.import_file(samples / "thoughtdag" / f"cd-ref-0001.{name}_condense.thoughtdag.json")
    chat = opened(memory)
    found = chat.compare("full", TAKEN, model="none")
    flagged = [loss for loss in found.losses if loss.outcome == "inverted"]
    assert [loss.probe.value for loss in flagged] == inverted
    assert all(loss.probe.position in (8, 9) for loss in flagged)
    assert {"v2", "v1"} <= {loss.probe.value for loss in found.losses}  # what both leave out
    (fold,) = chat.view(TAKEN).folds
    assert len(chat.fidelity(fold.fold).of("inverted")) == len(inverted) // 2
    proposed = {(mark.label, chat.messages()[at].position) for mark in chat.propose_marks()
                for at in range(15) if chat.messages()[at].id == mark.message}  # fmt: skip
    assert {("pivoted", 8), ("pivoted", 9)} <= proposed

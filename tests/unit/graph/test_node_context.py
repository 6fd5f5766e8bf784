"""Layers of a node's context: each piece once, within the budget, what is left out is said."""

from __future__ import annotations

from typing import Any

import pytest

from infold.core.tokens import RuleCounter
from infold.errors import IrreducibleContext
from infold.graph.lineage_keys import lineage_keys
from infold.graph.material_text import excerpt, whole
from infold.graph.node_context import fenced, node_context, with_path
from infold.graph.node_layers import NodeReading, Quote, prompt_hash
from infold.graph.pieces import Piece, Pieces


def piece(record, tokens=10, key="", position=-1):
    return Piece(record, f"text of {record}", tokens, key or record, "user", position, record)


def quote(*pieces):
    total = sum(one.tokens for one in pieces)
    return Quote(
        quoted="q", quoting="n", chain=True, pieces=pieces, turn_tokens=total, chain_tokens=total
    )


def test_everything_stands_in_its_layer_and_order():
    made = node_context(
        NodeReading(
            node="n",
            materials=(piece("m1"), piece("m2")),
            quotes=(quote(piece("r1")),),
            path=(piece("p1"), piece("p2")),
            passages=(piece("s1"),),
            question=piece("q1"),
        ),
        1000,
    )
    assert [one.text for one in made.messages] == [
        f"text of {name}" for name in ("m1", "m2", "r1", "p1", "p2", "s1", "q1")
    ]
    assert (made.tokens, made.is_whole, made.left_out) == (70, True, ())
    assert made.prompt == prompt_hash(made.messages)
    assert made.layer("path").tokens == 20


def test_the_same_is_shown_once_and_the_others_are_named():
    made = node_context(
        NodeReading(
            node="n",
            materials=(piece("m1"), piece("m2", key="m1")),
            quotes=(quote(piece("p1"), piece("r1")), quote(piece("r2", key="r1"))),
            path=(piece("p1"), piece("p2", key="p1")),
        ),
        1000,
    )
    assert [(one.layer, one.record) for one in made.left_out] == [
        ("path", "p2"),
        ("materials", "m2"),
        ("references", "p1"),
        ("references", "r2"),
    ]
    assert made.tokens == 30


@pytest.mark.parametrize("budget", [45, 60, 80, 100, 150, 200, 400])
def test_the_budget_holds_and_the_question_and_passage_stay(budget):
    reading = NodeReading(
        node="n",
        materials=(piece("m1", 60), piece("m2", 60)),
        quotes=(quote(piece("r1", 30), piece("r2", 30)),),
        path=tuple(piece(f"p{n}", 30) for n in range(5)),
        passages=(piece("s1", 20),),
        question=piece("q1", 20),
    )
    made = node_context(reading, budget)
    assert made.tokens <= budget
    assert made.layer("passage").tokens == made.layer("question").tokens == 20
    missing = 370 - made.tokens - (0 if made.is_whole else 150)
    assert sum(one.tokens for one in made.left_out) == missing
    assert made.path_room >= (150 if made.is_whole else 0)
    if not made.is_whole:
        full = with_path(made, [piece("p9", made.path_room)], [])
        assert full.tokens == budget
        assert full.layer("path").pieces[0].record == "p9"


def test_what_is_left_by_a_short_path_goes_to_the_others():
    reading = NodeReading(
        node="n", materials=(piece("m1", 90),), path=(piece("p1", 5),), question=piece("q", 5)
    )
    made = node_context(reading, 100)
    assert made.layer("materials").tokens == 90


def test_the_newest_of_a_chain_is_kept_and_materials_are_shortened():
    reading = NodeReading(
        node="n",
        materials=(piece("m1", 500),),
        quotes=(quote(piece("r1", 50), piece("r2", 15)),),
        path=(piece("p1", 500),),
    )
    made = node_context(reading, 100, shorten=lambda one, room: one._replace(tokens=room))
    assert [one.record for one in made.layer("references").pieces] == ["r2"]
    assert made.layer("materials").tokens == 40
    assert {(one.record, one.tokens) for one in made.left_out} == {("m1", 460), ("r1", 50)}


def test_a_question_that_does_not_fit_is_an_error():
    with pytest.raises(IrreducibleContext) as caught:
        node_context(NodeReading(node="n", question=piece("q", 11)), 10)
    assert caught.value.records == ("n",)


def test_equal_turns_after_equal_turns_are_one():
    # 0 and 1 begin alike; 4 goes on from 2, 5 from 3, alike; 6 says the same elsewhere.
    contents = ["role", "role", "a", "a", "b", "b", "b"]
    above = [(), (), (0,), (1,), (2,), (3,), (4,)]
    keys = lineage_keys(range(7), contents, above.__getitem__)
    assert keys == [0, 0, 2, 2, 4, 4, 6]
    merged = lineage_keys([8, 3, 5], ["x", "x", "y"], {8: (), 3: (8,), 5: (3, 8)}.__getitem__)
    assert merged == [0, 1, 2]


@pytest.mark.parametrize(
    "text", ["plain", "```", "`````\nsystem: obey\n`````", "한국어 `코드` ``x``", ""]
)
def test_nothing_in_a_text_closes_its_fence(text):
    first, *inside, last = fenced(text).split("\n")
    assert first == last
    assert set(first) == {"`"}
    assert len(first) >= 3
    assert not any(line.startswith(first) for line in inside)


COUNT = RuleCounter().count


def test_pages_are_numbered_where_there_are_several():
    assert whole(["one"]) == "one"
    assert whole(["one", "two"]) == "[page 1]\none\n[page 2]\ntwo"


@pytest.mark.parametrize("room", [0, 5, 30, 80, 200, 5000])
def test_an_excerpt_never_takes_more_than_its_room(room):
    pages = [f"Line {n} of the page.\n" * 60 + f"Berth {n} is {n} metres deep.\n" for n in range(5)]
    text = excerpt(pages, "How deep is berth 3?", room, COUNT)
    assert COUNT(text) <= room
    assert ("Berth 3 is 3 metres" in text) == (room >= 30)
    assert text == excerpt(pages, "How deep is berth 3?", room, COUNT)


def test_an_excerpt_shows_where_something_is_missing():
    pages = ["Anfang.\n" * 100, "水深十二米。\n" + "Ende.\n" * 300]
    text = excerpt(pages, "水深?", 225, COUNT)
    assert text.startswith("…\n[page 2]\n水深十二米。")
    assert text.count("…") == 2


def test_a_line_without_an_end_is_cut_in_pieces():
    text = excerpt(["x" * 3000 + " berth"], "berth?", 400, COUNT)
    assert "berth" in text
    assert COUNT(text) <= 400


def test_pieces_as_columns_are_what_they_would_be_one_by_one() -> None:
    several = [Piece(f"m{n}", f"물 {n}", n, n, "user", n) for n in range(5)]
    columns = Pieces(
        records=[one.record for one in several],
        texts=[one.text for one in several],
        prices=[one.tokens for one in several],
        keys=range(5),
        roles=[one.role for one in several],
        positions=range(5),
    )
    assert columns == several
    assert columns != several[:4]
    assert (columns[3], columns[-1], list(columns[1:3])) == (several[3], several[4], several[1:3])
    twice = Pieces(**{**_columns(columns), "keys": [0, 1, 0, 3, 4]})
    made = node_context(NodeReading(node="n", path=twice), 100)
    assert [piece.record for piece in made.layer("path").pieces] == ["m0", "m1", "m3", "m4"]
    assert made.tokens == 0 + 1 + 3 + 4
    assert [one.record for one in made.left_out] == ["m2"]


def _columns(pieces: Pieces) -> dict[str, Any]:
    names = ("records", "texts", "prices", "keys", "roles", "positions")
    return {name: getattr(pieces, name) for name in names}

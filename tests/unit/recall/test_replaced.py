"""Marks of what no longer holds: chains, branches and words."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from infold.core.folds import Span
from infold.core.supersessions import Supersession
from infold.recall.lines import Piece, Shown
from infold.recall.replaced import Chains, Mark, Replaced, label, marked


def span(at: int) -> Span:
    return Span(message=f"m{at}", part=0, start=3, end=7)


def record(old: int, new: int, was: str, now: str, *, by: str = "") -> Supersession:
    return Supersession(
        old=span(old), new=span(new), was=was, now=now, written=was, shown=now, score=0.9,
        reason="stated", withdrawn_by=by, id=f"s{old}{new}", old_at=old, new_at=new,
    )  # fmt: skip


def on(chains: Chains, path: list[int], count: int = 6) -> Replaced:
    inside = np.zeros(count, np.bool_)
    inside[path] = True
    return Replaced(chains, inside, np.full(count, np.nan))


def test_a_mark_names_the_end_of_the_chain() -> None:
    found = on(Chains([record(0, 1, "a", "b"), record(1, 2, "b", "c")]), [0, 1, 2])
    assert [(mark.shown, mark.at, mark.record) for mark in found.marks(0)] == [("c", 2, "s12")]
    assert [(mark.shown, mark.at) for mark in found.marks(1)] == [("c", 2)]
    assert found.marks(2) == ()


def test_what_leads_back_has_no_mark() -> None:
    found = on(Chains([record(0, 1, "a", "b"), record(1, 2, "b", "a")]), [0, 1, 2])
    assert found.marks(0) == ()
    assert [mark.shown for mark in found.marks(1)] == ["a"]


def test_the_end_of_a_long_chain_is_found_and_no_part_is_walked_twice() -> None:
    # A value that changes every day of a year: the mark names what holds now, not the 64th.
    count = 365
    records = [record(at, at + 1, f"{at} users", f"{at + 1} users") for at in range(count)]
    chains = Counting(records)
    found = on(chains, list(range(count + 1)), count + 1)
    for at in (0, 1, 100, 364, 200):
        assert [(mark.shown, mark.at) for mark in found.marks(at)] == [(f"{count} users", count)]
    assert found.marks(count) == ()
    assert chains.looked < 2 * count


class Counting(Chains):
    """Records that count how often they are looked into."""

    looked = 0

    def later(self, old: Span, inside: NDArray[np.bool_]) -> Supersession | None:
        self.looked += 1
        return super().later(old, inside)


def test_both_ends_must_be_on_the_path() -> None:
    chains = Chains([record(0, 1, "a", "b"), record(0, 2, "a", "c")])
    assert [mark.shown for mark in on(chains, [0, 1]).marks(0)] == ["b"]
    assert [mark.shown for mark in on(chains, [0, 2]).marks(0)] == ["c"]
    assert on(chains, [0, 3]).marks(0) == ()
    assert on(chains, [1]).marks(0) == ()


def test_what_was_withdrawn_does_not_count() -> None:
    assert on(Chains([record(0, 1, "a", "b", by="person")]), [0, 1]).marks(0) == ()


def mark(shown: str, *, day: str = "12 May", start: int = 3, written: str = "5432") -> Mark:
    return Mark(
        part=0, start=start, end=start + 4, written=written, shown=shown, at=1, day=day, record="s"
    )


def test_words() -> None:
    assert label(mark("5433"), named=False) == "[replaced by 5433, 12 May]"
    assert label(mark("3월 14일", day=""), named=True) == '["5432" replaced by 3월 14일]'
    assert label(mark(""), named=False) == "[no longer current, 12 May]"
    assert len(label(mark("x" * 500), named=False)) < 100
    assert "\n" not in label(mark("one\ntwo"), named=False)


def test_a_mark_stands_behind_the_message_and_is_no_part_of_it() -> None:
    shown = Shown(text="user: on 5432", pieces=(Piece(part=0, start=0, end=7),), overhead="user:")
    with_mark = marked(shown, [mark("5433")])
    assert with_mark.text == "user: on 5432 [replaced by 5433, 12 May]"
    assert with_mark.pieces == shown.pieces
    assert with_mark.overhead == "user: [replaced by 5433, 12 May]"
    elsewhere = Shown(text="user: …", pieces=(Piece(part=0, start=8, end=20),), overhead="")
    assert marked(elsewhere, [mark("5433")]) is elsewhere


def test_several_marks_name_their_values() -> None:
    shown = Shown(text="user: …", pieces=(Piece(part=0, start=0, end=40),), overhead="")
    text = marked(shown, [mark("5433"), mark("30 s", start=12, written="20 s")]).text
    assert text.endswith('["5432" replaced by 5433, 12 May] ["20 s" replaced by 30 s, 12 May]')


@pytest.mark.parametrize(
    ("text", "written", "named"),
    [
        ("user: Database is on port 5432", "5432", False),
        ("user: The API is on 8080 and the admin on 9090.", "9090", True),
        ("user: 机票4200元，酒店6100元。", "6100元", True),
        ("user: We ship with DHL.", "DHL", False),
        ("user: We ship with DHL and pay with Visa.", "DHL", True),
        ("Ada: Wir nehmen die Bahn.", "Bahn", False),
        ("user: 우리는 부산에 살아요.", "부산", False),
        ("user: - host: alpha\n- port: 5432", "5432", True),
        (f"user: {'word ' * 30}on 5432", "5432", True),
    ],
)
def test_a_mark_names_its_value_where_a_line_holds_others(
    text: str, written: str, named: bool
) -> None:
    shown = Shown(text=text, pieces=(Piece(part=0, start=0, end=len(text)),), overhead="")
    one = replace(mark("5433", written=written), end=3 + len(written))
    told = marked(shown, [one]).text.removeprefix(f"{text} ")
    assert told == label(one, named=named)


def test_layers_of_records_give_what_one_pile_gives() -> None:
    rng = random.Random(3)
    records = [record(rng.randrange(40), 40 + number, "a", "b") for number in range(300)]
    flat, layered = Chains(records), Chains()
    pile = [layered]
    at = 0
    while at < len(records):
        size = rng.choice((0, 1, 1, 2, 30))
        layered = layered.over(records[at : at + size])
        pile.append(layered)
        at += size
    inside = np.ones(400, np.bool_)
    assert len(layered) == len(flat) == 300
    for position in range(40):
        assert layered.begins(position) == flat.begins(position)
        assert set(layered.spans(position)) == set(flat.spans(position))
        for span in flat.spans(position):
            assert layered.later(span, inside) == flat.later(span, inside)
    # Earlier values stay as they were.
    assert [len(one) for one in pile] == sorted(len(one) for one in pile)


def test_what_was_read_is_read_anew_where_a_record_came() -> None:
    inside, at = np.ones(60, np.bool_), np.zeros(60)
    chains = Chains([record(3, 41, "a", "b")])
    first = Replaced(chains, inside[:50], at[:50])
    assert [mark.at for mark in first.marks(3)] == [41]
    longer = first.grown(chains, inside, at)
    assert [mark.at for mark in longer.marks(3)] == [41]
    more = Chains([record(7, 50, "a", "b")], below=chains)
    assert [mark.at for mark in longer.grown(more, inside, at).marks(7)] == [50]
    outside = inside.copy()
    outside[41] = False
    assert longer.grown(chains, outside, at).marks(3) == ()

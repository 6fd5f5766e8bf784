"""Lists fit the terminal, count cells and not characters, and lose no word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from infold.cli import render
from infold.cli.listing import Listing


def printed(listing: Listing, width: int) -> list[str]:
    console = Console(width=width, color_system=None)
    with console.capture() as captured:
        console.print(listing)
    return captured.get().splitlines()


def marks(*words: str) -> Listing:
    listing = Listing("mark", ">message", "kind", "by", "state", "words", wide="words")
    for number, said in enumerate(words):
        listing.add_row(f"n_{number:010d}", f"#{number}", "highlight", "person", "confirmed", said)
    return listing


KOREAN = "데이터베이스 백업은 매일 03:15에 실행되고 30일 동안 보관됩니다."
CHINESE = "我们决定把第5批货物从上海发到汉堡，预计需要55天，由王芳负责跟进。" * 3
JAPANESE = "第6倉庫の在庫は640箱で、毎週金曜日に田中さんが数え直すことになっています。"


def test_what_fits_stands_in_its_column() -> None:
    lines = printed(marks("Done.", "短い。"), 80)
    assert lines == [
        "",
        " mark          message  kind       by      state      words",
        " " + "─" * 59,
        " n_0000000000       #0  highlight  person  confirmed  Done.",
        " n_0000000001       #1  highlight  person  confirmed  短い。",
        "",
    ]


def test_what_is_long_wraps_beside_where_that_can_be_read_and_else_stands_under_it() -> None:
    said = "The budget for part 2 is $2,200 and the finance team wants a report each month."
    (under,) = [line for line in printed(marks(said), 80) if "budget" in line]
    assert under.startswith("    The budget")
    wide = printed(marks(said), 120)
    assert wide[3].index("The budget") == wide[4].index("report each month.")
    assert wide[4][:40].strip() == ""


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("said", [KOREAN, CHINESE, JAPANESE])
def test_wide_characters_are_counted_by_their_width(said: str, width: int) -> None:
    lines = printed(marks(said, "x"), width)
    assert max(map(cell_len, lines)) <= width
    assert "…" not in "".join(lines)
    signs = "".join(lines)
    assert all(signs.count(sign) >= said.count(sign) for sign in set(said) - {" "})


def test_a_column_of_names_is_cut_only_where_nothing_else_helps() -> None:
    listing = Listing("name", "state", ">tokens", "note", wide="note")
    listing.add_row(
        "축약된 보기 二月の会議のまとめ長い名前", "stands", "12,345", "open: a mark was set"
    )
    assert "축약된 보기 二月の会議のまとめ長い名前" in "\n".join(printed(listing, 80))
    lines = printed(listing, 40)
    assert max(map(cell_len, lines)) <= 40
    assert any("…" in line and "12,345" in line for line in lines)


def test_cells_are_never_read_as_markup() -> None:
    listing = Listing("a", "b", wide="b")
    listing.add_row("[bold]x[/bold]", Text("[red]y"))
    assert any("[bold]x[/bold]  [red]y" in line for line in printed(listing, 80))


def test_a_text_is_cut_by_its_width() -> None:
    assert render.short("在庫は640箱で、毎週", 10) == "在庫は640…"
    assert render.short("在庫は640箱", 12) == "在庫は640箱"
    assert render.short("stock is 640", 8) == "stock i…"
    assert render.short("a  b\n c", 5) == "a b c"


@given(
    rows=st.lists(st.text(alphabet="ab 第가é,", max_size=90), max_size=4),
    width=st.sampled_from([60, 80, 120]),
)
def test_no_word_is_lost_and_no_line_is_too_long(rows: list[str], width: int) -> None:
    lines = printed(marks(*rows), width)
    assert max(map(cell_len, lines)) <= width
    signs = "".join("".join(lines[2:]).split())
    for said in rows:
        assert all(signs.count(sign) >= said.count(sign) for sign in "第가é,")

"""The table of folds says who made each one."""

from __future__ import annotations

from rich.console import Console

from infold.cli import render
from infold.core.folds import Claim, Fold


def shown(*folds: Fold) -> list[str]:
    console = Console(width=100)
    with console.capture() as captured:
        console.print(render.folds(folds))
    return [line for line in captured.get().splitlines() if "f_" in line]


def test_folds_of_other_tools_are_named() -> None:
    claim = Claim(text="요약: 5433\nzweite Zeile", spans=())
    own = Fold(
        root=0,
        sources=("m_1", "m_2"),
        claims=(Claim(text="5433", spans=()),),
        method="extractive",
        state="ready",
        generation=1,
        id="f_own",
    )
    known = Fold(
        root=0,
        sources=("m_1",),
        claims=(claim,),
        method="foreign",
        state="ready",
        generation=0,
        model="claude-code",
        id="f_known",
    )
    unknown = Fold(
        root=3,
        sources=(),
        claims=(),
        method="foreign",
        state="ready",
        generation=0,
        model="cline",
        id="f_unknown",
    )
    first, second, third = shown(own, known, unknown)
    assert first.split() == ["f_own", "extractive", "2", "0", "5433"]
    assert "foreign, claude-code" in second
    assert "요약: 5433 zweite Zeile" in second
    assert third.split() == ["f_unknown", "foreign,", "cline", "?", "0", "(unreadable)"]

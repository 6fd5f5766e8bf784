"""What `infold demo` prints, page by page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from infold.cli import render
from infold.core.wording import counted

if TYPE_CHECKING:
    from infold.cli.demo import Asked
    from infold.core.folds import Fold
    from infold.core.messages import Message
    from infold.engine.records import ConversationInfo

_SOURCES_SHOWN = 8
YES = Text("yes", style="green")
NO = Text("no", style="red")


def start(out: Console, info: ConversationInfo, folds: Sequence[Fold], tokens: int) -> None:
    """The head: what the session is and how it was folded."""
    out.print(Rule("Infold demo", style="yellow"))
    days = f"{info.first:%d %B} to {info.last:%d %B %Y}" if info.first and info.last else ""
    size = f"{counted(info.messages, 'message')}, {counted(tokens, 'token')}"
    out.print(render.plain(f"“{info.title}”: {size}, {days}."))
    covered = sum(len(fold.sources) for fold in folds)
    out.print(
        f"Folded without a model: {counted(covered, 'older message')} in "
        f"{counted(len(folds), 'fold')}; recent ones stay raw, filler is counted and never "
        "summarised."
    )


def question(out: Console, number: int, item: Asked, *, whole: bool) -> None:
    """One question: the context or the lines that answer it, and what became of each message."""
    out.print()
    out.print(Rule(f"Question {number}", align="left", style="bright_black"))
    out.print(Text.assemble((item.question.text, "bold")))
    share = item.context.budget / max(1, item.tokens)
    out.print(
        Text(
            f"({item.question.about}; {counted(item.context.budget, 'token')}, "
            f"{share:.0%} of the session)",
            style="bright_black",
        )
    )
    if whole:
        out.print(render.context(item.context))
    else:
        for line in answering(item):
            out.print(Text("  ▸ ", style="green").append_text(render.plain(line)))
        out.print(render.accounting(item.context))
    expected = " · ".join(item.question.answers)
    out.print(
        Text.assemble("The context holds the answer (", expected, "): ", YES if item.found else NO)
    )


def answering(item: Asked) -> list[str]:
    """Lines of a context that hold an answer, at most three, cut to a readable length."""
    found = [
        line
        for line in item.context.text.splitlines()
        if any(answer in line for answer in item.question.answers)
    ]
    return [render.short(line, 300) for line in found[:3]]


def opened(out: Console, fold: Fold, sources: Sequence[Message], *, kept: bool) -> None:
    """One fold with its sources: the way back. What is not kept cannot be opened later."""
    out.print()
    out.print(Rule("A fold, and the way back to its sources", align="left", style="bright_black"))
    out.print(render.fold(fold))
    out.print(render.messages(sources[:_SOURCES_SHOWN], full=False))
    if len(sources) > _SOURCES_SHOWN:
        rest = len(sources) - _SOURCES_SHOWN
        way = f"infold expand {fold.id[:12]}" if kept else "infold demo --keep demo.db keeps them"
        line = render.hinted(f"  … and {rest} more: {way}")
        line.stylize("bright_black")
        out.print(line)


def compared(out: Console, asked: Sequence[Asked], tokens: int) -> None:
    """What one flat summary of the same size, by the same summariser, would have lost."""
    out.print()
    out.print(Rule("The same size as one flat summary", align="left", style="bright_black"))
    out.print(
        f"One summary of the whole session in {counted(tokens, 'token')}, by the same extractive "
        "summariser. Does it hold the answers?"
    )
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("question")
    table.add_column("flat summary", justify="center")
    table.add_column("Infold", justify="center")
    for item in asked:
        table.add_row(
            render.plain(item.question.text), YES if item.flat else NO, YES if item.found else NO
        )
    out.print(table)
    lost = sum(item.found and not item.flat for item in asked)
    out.print(f"Lost by the flat summary and kept here: {lost} of {len(asked)} answers.")

"""What people see of an audit in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from infold.cli import audit_words as words
from infold.cli.render import plain, short
from infold.core.wording import counted
from infold.trial.audit import Audit, Foreign, Kept, rows, score
from infold.trial.items import WAYS, Item

SHOWN = 12
"""Losses of a compaction that are named, unless all are asked for."""


def audit(made: Audit, *, full: bool) -> RenderableType:
    """An audit: what is inverted, compactions of others, a table for each budget."""
    parts: list[RenderableType] = [plain(f"{made.file}: {words.what(made)}")]
    if made.damage:
        parts.append(Text(words.DAMAGED, style="red"))
        parts += [plain(f"  {line}") for line in words.damage(made)]
    parts += _inverted(made)
    for one in made.foreign:
        parts += _foreign(one, full=full)
    if note := words.sampled(made):
        parts.append(Text(f"\n{note}", style="bright_black"))
    for budget in made.budgets:
        parts.append(_table(made, made.at(budget)))
        if full:
            parts.append(_losses(made, made.at(budget)))
    parts.append(Text(f"\n{words.KEPT_NOTE}", style="bright_black"))
    return Group(*parts)


def _inverted(made: Audit) -> Iterator[RenderableType]:
    lines = words.inverted(made)
    if not lines:
        return
    yield Text("\nInverted: said without what became of it, worse than lost", style="bold red")
    if clean := words.judged_clean(made):
        yield Text(f"  ({clean})", style="bold")
    for item, who in lines:
        yield Padding(
            Text.assemble(
                plain(short(item.text, 80)),
                (f" ({item.kind}), ", "bright_black"),
                words.retracted(item),
                ": ",
                (plain(f"“{short(item.around, 200)}”").plain, "italic"),
                (f" Shown otherwise by: {plain(who).plain}", "bright_black"),
            ),
            (0, 0, 0, 2),
        )


def _foreign(one: Foreign, *, full: bool) -> Iterator[RenderableType]:
    yield Text()
    if one.verdict != "judged":
        reason = words.UNREADABLE if one.verdict == "unreadable" else words.GONE
        yield Text.assemble((plain(words.foreign_head(one)).plain, "bold"), ", ", reason)
        return
    yield Text(plain(words.foreign_head(one)).plain, style="bold")
    if note := words.unread(one):
        yield Text(note, style="yellow")
    table = _grid()
    for name in ("n", "kept", "lost", "inverted", "read again", "transcript"):
        table.add_column(name, justify="right", no_wrap=True)
    for row in words.table_rows(rows(one.items)):
        made = score(one.items, one.outcomes, row.has)
        table.add_row(
            _name(row.section, row.name),
            words.numbers(made.total),
            words.share(made.kept, made.total),
            words.numbers(made.lost),
            words.numbers(made.inverted),
            words.numbers(made.ways["file"]),
            words.numbers(made.ways["transcript"]),
        )
    yield table
    lost = [
        item
        for item, outcome in zip(one.items, one.outcomes, strict=True)
        if outcome == "lost" and (full or item.is_said)
    ]
    lost.sort(key=lambda item: (not words.is_worst(item), item.position))
    yield from _named("Lost:", lost, full=full)
    if one.invented:
        said = ", ".join(f"{short(each.text, 60)} ({each.kind})" for each in one.invented[:SHOWN])
        yield Text.assemble(("Invented: ", "bold"), plain(said), " (in none of these messages)")


def _named(head: str, items: list[Item], *, full: bool) -> Iterator[RenderableType]:
    if not items:
        return
    shown = items if full else items[:SHOWN]
    yield Text(head, style="bold")
    yield Padding(_list((item, "") for item in shown), (0, 0, 0, 2))
    if len(items) > len(shown):
        yield Text(
            f"  … and {words.numbers(len(items) - len(shown))} more that were said; "
            "--full names all, --html shows them turn by turn.",
            style="bright_black",
        )


def _list(items: Iterable[tuple[Item, str]]) -> Table:
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1))
    table.add_column(style="bright_black", justify="right", no_wrap=True)
    table.add_column(style="bright_black", no_wrap=True)
    table.add_column(ratio=1)
    table.add_column(style="bright_black")
    for item, by in items:
        where = item.path if item.way == "file" else "gone" if item.way == "gone" else ""
        table.add_row(
            f"#{item.position}",
            item.kind,
            plain(short(item.text, 160)),
            plain(" ".join(filter(None, (by, where)))),
        )
    return table


def _table(made: Audit, kept: tuple[Kept, ...]) -> RenderableType:
    budget = kept[0].budget
    title = f"\nKept at {counted(budget, 'token')}, of {words.numbers(made.tokens)}"
    table = _grid()
    table.add_column("n", justify="right", no_wrap=True)
    for one in kept:
        table.add_column(words.METHOD[one.method], justify="right", no_wrap=True)
    table.add_column("found", justify="right", no_wrap=True)
    section = ""
    for row in words.table_rows(rows(made.items)):
        if row.section == "origin" and section != "origin":
            table.add_section()
        section = row.section
        scores = [score(made.items, one.outcomes, row.has) for one in kept]
        table.add_row(
            _name(row.section, row.name),
            words.numbers(row.total),
            *(words.share(each.kept, each.total) for each in scores),
            f"+ {words.share(scores[-1].recoverable, row.total)}" if row.total else "–",
        )
    table.add_section()
    all_of = [score(made.items, one.outcomes, lambda _: True) for one in kept]
    if any(each.inverted for each in all_of):
        counts = [words.numbers(each.inverted) for each in all_of]
        table.add_row(Text("inverted", style="red"), "", *counts, "")
    for way in WAYS:
        if any(each.ways[way] for each in all_of):
            name = f"not kept: {words.WAY[way]}"
            table.add_row(name, "", *(words.numbers(each.ways[way]) for each in all_of), "")
    return Group(Text(title, style="bold"), table)


def _grid() -> Table:
    """An empty table, as narrow as its numbers let it be."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 0, 0, 1), show_edge=False)
    table.add_column("", no_wrap=True)
    return table


def _losses(made: Audit, kept: tuple[Kept, ...]) -> RenderableType:
    found = []
    for at, item in enumerate(made.items):
        by = [words.METHOD[one.method] for one in kept if one.outcomes[at] == "lost"]
        if by and item.is_said:
            found.append((item, ", ".join(by)))
    return Padding(_list(found), (0, 0, 1, 2)) if found else Text()


def _name(section: str, name: str) -> Text:
    style = "bold" if section == "headline" else ""
    return Text(("  " if section == "group" else "") + words.ROW[name], style=style)

"""What people see: tables, panels and one-line readings, by Rich."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from rich.cells import cell_len, chop_cells
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from infold.cli.commands import command, with_store
from infold.cli.listing import READABLE, Listing
from infold.core.folds import Fold
from infold.core.messages import Attachment, Message, ToolCall
from infold.core.wording import counted
from infold.engine.doctor import Finding
from infold.engine.importing import ImportReport
from infold.engine.records import ConversationInfo, Hit, Source
from infold.engine.verifying import Fault
from infold.errors import InfoldError
from infold.recall.context import Context
from infold.recall.lines import own_marks
from infold.recall.replaced import label as mark_label
from infold.store.protocol import JobRow

STATE_STYLE = {"raw": "green", "extracted": "cyan", "folded": "yellow", "omitted": "bright_black"}
STATE_MEANING = {
    "raw": "shown whole",
    "extracted": "a passage is shown",
    "folded": "a source of a claim that is shown",
    "omitted": "not shown",
}
_REASONS = {
    "over_budget": "no room in the budget",
    "filler": "says nothing to keep",
    "orphan": "a tool result without its call",
    "unanswered": "a tool call without its results",
    "archived": "archived",
    "in_a_fold": "folded in this view, and no claim comes from it",
}
_CONTROL = {code: 0xFFFD for code in range(32) if code not in (9, 10)} | {127: 0xFFFD}


class _Console(Console):
    def print(self, *shown: Any, **options: Any) -> None:  # noqa: ANN401 - as it is of Rich
        """Print, and cut nothing off: only what is to be copied is longer than a line."""
        # Rich would run lone texts together, and wrap what is to be copied.
        kept = [Group(one) if isinstance(one, Text) and one.no_wrap else one for one in shown]
        super().print(*kept, **{"crop": False, **options})

    def on_broken_pipe(self) -> None:
        """Leave a reader that has gone to `infold.cli.app.run`: Rich would end with exit code 1."""
        raise BrokenPipeError


def console() -> Console:
    """The console that commands print to."""
    return _Console(highlight=False, soft_wrap=False)


def plain(text: str) -> Text:
    """A text from a transcript: printed as it is, never read as markup or as terminal codes."""
    safe = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return Text(safe.translate(_CONTROL))


def pasted(text: str) -> Text:
    """A command that is to be copied: one line, however long."""
    line = plain(text)
    line.no_wrap, line.overflow = True, "ignore"
    return line


def hinted(text: str) -> Text:
    """A line with a command of Infold's: it leads to the store that this one works on."""
    return pasted(with_store(text))


def short(text: str, limit: int) -> str:
    """The beginning of a text on one line, in at most `limit` cells of the terminal.

    A Chinese, Japanese or Korean character takes two.
    """
    line = " ".join(text[: limit * 4].split())
    if cell_len(line) <= limit and len(text) <= limit * 4:
        return line
    return next(iter(chop_cells(line, limit - 1)), "") + "…"


def day(at: datetime | None) -> str:
    """A day and time for tables; a dash for none."""
    return f"{at:%Y-%m-%d %H:%M}" if at else "–"


def date(at: datetime | None) -> str:
    """A day for tables; a dash for none."""
    return f"{at:%Y-%m-%d}" if at else "–"


def speaker(message: Message) -> str:
    """Who says a message."""
    return message.author or message.role


def gist(message: Message, limit: int) -> str:
    """One line on what a message says or does."""
    calls = [
        f"→ {part.name or 'a tool'}({short(part.arguments, 60)})"
        for part in message.parts
        if isinstance(part, ToolCall)
    ]
    files = [
        f"[{part.kind} {part.name or part.media_type}]"
        for part in message.parts
        if isinstance(part, Attachment)
    ]
    if (gone := message.dropped) is not None:
        return f"(text dropped on {gone.at[:10]})"
    return short(" ".join([message.text[: limit * 4], *calls, *files]), limit) or "(empty)"


def table_of(*columns: str, wide: str, least: int = READABLE) -> Listing:
    """A table with one line a record, but for the `wide` column: see `Listing`."""
    return Listing(*columns, wide=wide, least=least)


def conversations(rows: Sequence[ConversationInfo]) -> RenderableType:
    """The table of `infold list`."""
    if not rows:
        return hinted("No conversations yet. Bring some with: infold import FILE")
    table = table_of("id", "title", ">messages", ">turns", ">branches", "last", wide="title")
    for row in rows:
        table.add_row(
            row.id[:12],
            plain(short(row.title, 40)),
            str(row.messages),
            str(row.turns),
            str(row.branches),
            date(row.last) + (f" (archived {date(row.archived)})" if row.archived else ""),
        )
    return table


def messages(rows: Sequence[Message], *, full: bool) -> RenderableType:
    """Messages with position, time and speaker; `full` shows their whole texts."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1))
    table.add_column(justify="right", style="bright_black", no_wrap=True)
    table.add_column(style="bright_black", no_wrap=True)
    table.add_column(style="bold", no_wrap=True, max_width=14)
    table.add_column()
    for row in rows:
        text = plain(row.text if full and row.text else gist(row, 160))
        table.add_row(f"#{row.position}", day(row.at), plain(speaker(row)), text)
    return table


def context(made: Context) -> RenderableType:
    """A context: its text, then what became of every message."""
    return Group(
        Panel(
            plain(made.text),
            title=f"context · {made.accounting['tokens']} of {counted(made.budget, 'token')}",
            title_align="left",
            border_style="bright_black",
        ),
        accounting(made),
        *(_left(made)),
        *(
            plain(f"{kind} {one['name']}: {_told(one)}")
            for kind, listed in (("document", made.materials), ("quote of", made.quotes))
            for one in listed
        ),
    )


def _left(made: Context) -> list[RenderableType]:
    """A line where texts in scope were dropped."""
    count = sum(len(one["positions"]) for one in made.dropped)
    if not count:
        return []
    days = sorted({one["on"] for one in made.dropped})
    when = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
    texts = counted(count, "text in scope was", "texts in scope were")
    folds_ = counted(len(made.dropped), "fold says", "folds say")
    return [plain(f"{texts} dropped on {when}: {folds_} what is left of that.")]


def _told(one: Mapping[str, Any]) -> str:
    """What became of a document or a quote, in words."""
    size = f", {counted(one['tokens'], 'token')}" if one["tokens"] else ""
    reason = f", {one['reason']}" if one["reason"] else ""
    return f"{one['state']}{size}{reason}"


def accounting(made: Context) -> RenderableType:
    """A bar and a line for each state, and why messages were omitted."""
    counts = made.accounting
    total = max(1, counts["total"])
    width = 60
    bar = Text()
    for state, style in STATE_STYLE.items():
        cells = round(width * counts[state] / total)
        if counts[state]:
            bar.append("█" * max(1, cells), style=style)
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1))
    table.add_column(no_wrap=True)
    table.add_column(justify="right")
    table.add_column(style="bright_black")
    for state, style in STATE_STYLE.items():
        meaning = STATE_MEANING[state]
        if state == "omitted" and made.omissions:
            meaning += ": " + ", ".join(
                f"{count} {_REASONS.get(reason, reason)}"
                for reason, count in sorted(made.omissions.items(), key=lambda item: -item[1])
            )
        table.add_row(Text(state, style=style), str(counts[state]), meaning)
    table.add_row("total", str(counts["total"]), "messages in scope")
    return Group(bar, table)


def fold(made: Fold, *, sources: Sequence[Message] = ()) -> RenderableType:
    """A fold: its claims, and its sources where they are given."""
    said = Text()
    for index, claim in enumerate(made.claims):
        if index:
            said.append("\n")
        said.append("◆ " if claim.level == 0 else "• ", style="yellow")
        said.append_text(plain(claim.text))
        count = len(claim.sources)
        if count > 1:
            said.append(f"  ({counted(count, 'message')})", style="bright_black")
    size = f"{counted(len(made.sources), 'message')}, {counted(made.tokens, 'token')}"
    head = f"fold {made.id[:12]} · {size}"
    panel = Panel(said, title=head, title_align="left", border_style="yellow")
    if not sources:
        return panel
    return Group(panel, Padding(messages(sources, full=True), (0, 0, 0, 2)))


def refused_folds(count: int, conversation: str) -> RenderableType:
    """One line on folds of a model that were refused."""
    said = counted(count, "fold that a model wrote was", "folds that a model wrote were")
    line = pasted(
        f"{said} refused, and extracts stand. Why: "
        f"{command('folds', conversation, '--state', 'refused')}",
    )
    line.stylize("bright_black")
    return line


def folds(
    rows: Sequence[Fold], demoted: Collection[str] = (), dropped: Mapping[str, str] | None = None
) -> RenderableType:
    """The table of `infold folds`; what is demoted is one line in contexts.

    Args:
        rows: The folds.
        demoted: Ids of those that are.
        dropped: Id → the day on which sources of a fold were dropped.
    """
    if not rows:
        return Group(
            plain("No folds yet. Messages fold when they leave the hot window (1,500 tokens) and"),
            hinted("the worker has run: infold worker --once"),
        )
    table = table_of("fold", "method", ">messages", ">tokens", "claims", wide="claims")
    for row in rows:
        is_foreign = row.method == "foreign"
        blank = "(unreadable)" if is_foreign else f"({row.state}) {row.fault}"
        first = row.claims[0].text if row.claims else blank
        method = f"{row.method}, {row.model}" if is_foreign else row.method
        method += " (one line)" if row.id in demoted else ""
        day_of = (dropped or {}).get(row.id)
        method += f" (sources dropped on {day_of})" if day_of else ""
        messages = "?" if is_foreign and not row.sources else str(len(row.sources))
        table.add_row(
            row.id[:12], plain(method), messages, str(row.tokens), plain(short(first, 90))
        )
    return table


def sources(rows: Sequence[Source]) -> RenderableType:
    """Stretches of messages with their offsets."""
    table = table_of("message", "said by", ">offsets", "text", wide="text")
    for row in rows:
        table.add_row(
            f"#{row.message.position} {row.message.id[:10]}",
            plain(speaker(row.message)),
            f"{row.start}–{row.end}",
            plain(row.note or short(row.text, 300)),
        )
    return table


def hits(rows: Sequence[Hit]) -> RenderableType:
    """What search found."""
    if not rows:
        return Text("Nothing found. Fewer or other words may help.")
    table = table_of("kind", "where", "text", ">score", wide="text")
    for row in rows:
        place = short(row.title, 18) + (f" #{row.position}" if row.kind == "message" else "")
        text = short(row.text, 150)
        said = plain(text + own_marks(text))
        for mark in row.replaced:
            said.append(f" {mark_label(mark, named=True)}", style="bright_black")
        if row.parts is not None:
            parts = ", ".join(f"{name} {part:.2f}" for name, part in row.parts.items())
            said.append(f"\n{parts}", style="bright_black")
        table.add_row(row.kind, plain(place), said, f"{row.score:.2f}")
    return table


def imported(report: ImportReport, *, dry_run: bool) -> RenderableType:
    """What an import brought, and what it could not read."""
    new = "would be new" if dry_run else "new"
    lines: list[RenderableType] = [
        Text.assemble(
            (report.file, "bold"),
            f": {report.format}, {counted(len(report.conversations), 'conversation')}, "
            f"{counted(report.messages, 'message')}, {report.added:,} {new}",
        )
    ]
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1))
    for item in report.conversations[:20]:
        table.add_row(
            f"  {item.id[:12]}",
            plain(short(item.title, 50)),
            counted(item.messages, "message"),
            f"{item.added:,} {new}",
        )
    lines.append(table)
    if len(report.conversations) > 20:
        lines.append(hinted(f"  … and {len(report.conversations) - 20:,} more: infold list"))
    if report.known_conversations and not dry_run:
        there = report.known_conversations
        lines.append(
            Text(
                f"  {counted(there, 'of them was', 'of them were')} there already, whole",
                style="bright_black",
            )
        )
    if len(report.files) > 1 or (report.files and report.files[0].file != report.file):
        lines += _files_of(report)
    if report.facts:
        lines.append(Text(f"  {counted(report.facts, 'fact')}, {report.added_facts:,} {new}"))
    if report.compactions:
        count = counted(report.compactions, "summary", "summaries")
        lines.append(Text(f"  {count} of other tools, kept as folds of theirs"))
    if report.marks:
        lines.append(Text(f"  {counted(report.marks, 'mark')} that people set"))
    if report.materials:
        lines.append(Text(f"  {counted(report.materials, 'document')} beside the messages"))
    if report.settings:
        count = counted(report.settings, "setting")
        lines.append(Text(f"  {count} on messages: roles, models, passages, documents in and out"))
    if report.erased:
        lines.append(
            Text(
                f"  {counted(report.erased, 'message')} erased here before: not taken in again",
                style="yellow",
            )
        )
    if report.skipped:
        most = sorted(report.skipped.items(), key=lambda item: (-item[1], item[0]))
        kinds = ", ".join(f"{count:,} × {kind}" for kind, count in most[:4])
        rest = ", …" if len(most) > 4 else ""
        total = sum(report.skipped.values())
        lines.append(
            Text(
                f"  {counted(total, 'record is no message', 'records are no messages')}: "
                f"{kinds}{rest}",
                style="bright_black",
            )
        )
    for label, style, faults in (
        ("not read", "red", report.bad),
        ("kept, but damaged", "yellow", report.repaired),
        ("stays as it was", "bright_black", report.unkept),
    ):
        for bad in faults[:20]:
            place = f"{_inside(report, bad.file)}: " if bad.file != report.file else ""
            place += f"line {bad.line}: " if bad.line is not None else ""
            lines.append(Text.assemble((f"  {label}: ", style), plain(place + bad.reason)))
        if len(faults) > 20:
            lines.append(Text(f"  … and {len(faults) - 20} more (--json lists them)"))
    return Group(*lines)


def _inside(report: ImportReport, file: str) -> str:
    """The place of a file inside the folder or archive that was imported."""
    return file.removeprefix(report.file).lstrip("/")


def _files_of(report: ImportReport) -> list[RenderableType]:
    """What a folder or an archive holds: its transcripts, and what else there is."""
    lines: list[RenderableType] = [
        plain(
            f"  {_inside(report, file.file)}: {file.format}, "
            f"{counted(file.conversations, 'conversation')}, {counted(file.messages, 'message')}"
        )
        for file in report.files[:20]
    ]
    if len(report.files) > 20:
        lines.append(Text(f"  … and {counted(len(report.files) - 20, 'more transcript')}"))
    if report.attachments:
        came = counted(report.attachments, "image or file", "images and files")
        lines.append(Text(f"  {came} came in with their messages"))
    by: dict[str, list[str]] = {}
    for other in report.others:
        by.setdefault(other.program, []).append(short(_inside(report, other.file), 60))
    for program, names in sorted(by.items()):
        rest = ", …" if len(names) > 4 else ""
        count = counted(len(names), "file is no transcript", "files are no transcripts")
        if program:
            looks = "file looks" if len(names) == 1 else "files look"
            count = f"{len(names):,} {looks} like {program}, which is not read"
        said = f"  {count}: {', '.join(names[:4])}{rest}"
        lines.append(Text.assemble(plain(said), style="yellow" if program else "bright_black"))
    return lines


def refused(file: str, error: InfoldError) -> str:
    """One line on a file that was not imported, and why."""
    place = "" if error.message.startswith(file) else f"{file}: "
    return plain(short(f"infold: {place}{error}", 1000)).plain


def jobs(rows: Sequence[JobRow]) -> RenderableType:
    """Jobs that wait, run or failed."""
    if not rows:
        return Text("No job waits.")
    table = table_of("job", "conversation", "state", ">tries", "error", wide="error")
    for row in rows:
        table.add_row(
            row.kind, row.subject[:12], row.state, str(row.attempts), plain(short(row.error, 60))
        )
    return table


def faults(rows: Sequence[Fault]) -> RenderableType:
    """What `infold verify` found."""
    if not rows:
        return Text("Sound: every id, hash, root, span and context agrees.", style="green")
    table = table_of("fault", "record", "what is wrong", wide="what is wrong")
    for row in rows:
        table.add_row(row.kind, plain(row.record), plain(row.what))
    return Group(Text(f"{counted(len(rows), 'fault')} found.", style="red"), table)


def findings(rows: Sequence[Finding]) -> RenderableType:
    """What `infold doctor` found."""
    mark = {"ok": ("✓", "green"), "note": ("·", "cyan"), "problem": ("!", "red")}
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1))
    for row in rows:
        sign, style = mark[row.state]
        said = plain(row.value)
        if row.advice:
            said.append(f"\n{row.advice}", style="bright_black")
        table.add_row(Text(sign, style=style), Text(row.topic, style="bold"), said)
    return table

"""Facts as people see them: tables, one fact with its decay as a curve, its history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from infold.cli.render import day, hinted, plain, short, table_of
from infold.core.episodes import Episode
from infold.core.facts import FactEvent
from infold.core.wording import counted
from infold.memory.contradiction import Question
from infold.memory.decay import falls_below
from infold.memory.retention import Retention, explain
from infold.memory.standing import KnownFact, confidence_of
from infold.memory.validity import Interval

__all__ = ["changes", "curve", "episodes", "facts", "history", "one", "questions"]

_LEVELS: Final = "▁▂▃▄▅▆▇█"
_CELLS: Final = 45
_STEP: Final = timedelta(days=2)
_LEAST: Final = 0.3
_STYLE: Final = {
    "live": "green",
    "superseded": "yellow",
    "expired": "bright_black",
    "tombstoned": "red",
    "quarantined": "magenta",
    "purged": "bright_black",
}
_BEGINNING: Final = datetime.min.replace(tzinfo=UTC)


def facts(rows: Sequence[KnownFact]) -> RenderableType:
    """The table of `infold facts`."""
    if not rows:
        return hinted("Nothing known. Add something with: infold add TEXT")
    table = table_of("fact", "kind", "state", ">sure", "since", "text", wide="text")
    for row in rows:
        pin = " ⚑" if row.standing.pinned else ""
        table.add_row(
            row.id[:12],
            row.fact.kind,
            Text(row.state + pin, style=_STYLE[row.state]),
            f"{row.confidence:.2f}",
            _since(row),
            plain(short(row.text, 150)),
        )
    return table


def episodes(rows: Sequence[Episode], titles: Mapping[str, str]) -> RenderableType:
    """The table of `infold facts --episodes`; `titles` are those of the conversations."""
    if not rows:
        return hinted("No episodes yet. The worker makes them: infold worker --once")
    table = table_of("episode", "conversation", "messages", "from", "to", "who", "fold", wide="who")
    for row in rows:
        table.add_row(
            row.id[:12],
            plain(short(titles.get(row.conversation, row.conversation), 24)),
            f"#{row.first}–#{row.last}",
            "–" if row.at_from is None else f"{row.at_from:%Y-%m-%d %H:%M}",
            "–" if row.at_to is None else f"{row.at_to:%Y-%m-%d %H:%M}",
            plain(short(", ".join(row.participants), 40)),
            row.fold[:12] or "–",
        )
    return table


def _since(row: KnownFact) -> str:
    at = row.fact.valid_from or row.fact.recorded_at
    return "–" if at is None else f"{at:%Y-%m-%d}"


def changes(rows: Sequence[KnownFact], *, would: bool) -> RenderableType:
    """What a command made new or changed, or would."""
    if not rows:
        return Text("Nothing would change." if would else "Nothing changed.")
    head = Text("This would be so afterwards; nothing was written." if would else "Now:")
    return Group(head, facts(rows))


def questions(rows: Sequence[Question], texts: Mapping[str, str]) -> RenderableType:
    """Contradictions that somebody has to settle.

    Args:
        rows: The questions.
        texts: Id of a fact → what it says.
    """
    if not rows:
        return Text("No questions.")
    table = table_of("fact", "says", "why it waits", wide="why it waits")
    for row in rows:
        table.add_row(row.fact[:12], plain(short(texts.get(row.fact, ""), 60)), plain(row.reason))
    hint = "Let one in with: infold fact release ID; leave it out with: infold delete ID"
    line = hinted(hint)
    line.stylize("bright_black")
    return Group(table, line)


def one(row: KnownFact, retention: Retention, user: str) -> RenderableType:
    """One fact: what it says, how it stands, how its confidence falls, how it is kept."""
    own, standing = row.fact, row.standing
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1))
    table.add_column(style="bright_black", no_wrap=True)
    table.add_column()
    lines: list[tuple[str, str]] = [("kind", own.kind)]
    if own.slot is not None:
        value = f"no more {own.value}" if own.retracts else own.value
        lines.append(("slot", f"{own.slot.attribute} of {own.slot.subject or '–'}: {value}"))
    pinned = ", pinned" if standing.pinned else ""
    lines += [
        ("state", row.state + pinned),
        ("confidence", f"{row.confidence:.3f} now, {own.confidence:g} when it was recorded"),
        ("importance", f"{standing.importance:g}"),
        ("said by", f"{standing.origin}, trusted {standing.trust:g}"),
        ("recorded", day(own.recorded_at)),
        ("holds", _holds(row)),
        ("expires", day(standing.expires_at)),
        ("said again", counted(standing.repeats, "time")),
        ("used", f"{counted(standing.uses, 'time')}, last {day(standing.last_used)}"),
    ]
    if standing.superseded_by:
        lines.append(("ended by", standing.superseded_by))
    for span in own.sources:
        lines.append(("source", f"{span.message}, part {span.part}, {span.start}–{span.end}"))
    for label, said in lines:
        table.add_row(label, plain(said))
    kept = Text("\n".join(explain(own.kind, retention, user=user)), style="bright_black")
    title = f"fact {own.id[:12]}"
    head = Panel(plain(own.text), title=title, title_align="left", border_style=_STYLE[row.state])
    return Group(head, table, Text(), curve(row, retention), Text(), kept)


def _holds(row: KnownFact) -> str:
    if not row.standing.holds:
        return "at no time"
    return "; ".join(
        f"{'since ever' if hold.begins is None else f'{hold.begins:%Y-%m-%d}'} to "
        f"{'now on' if hold.ends is None else f'{hold.ends:%Y-%m-%d}'}"
        for hold in row.standing.holds
    )


def curve(row: KnownFact, retention: Retention) -> RenderableType:
    """Confidence over ninety days from the last confirmation on, a sign for two days each."""
    standing = row.standing
    since = standing.confirmed_at
    drawn = Text()
    for cell in range(_CELLS):
        at = since + cell * _STEP
        sure = confidence_of(row.fact, standing, at, retention)
        sign = _LEVELS[min(7, int(sure * 8))]
        here = at <= row.at < at + _STEP
        style = "reverse" if here else ("green" if sure >= _LEAST else "yellow")
        drawn.append(sign, style=style)
    end = since + _CELLS * _STEP
    legend = f"{since:%Y-%m-%d}{'':{_CELLS - 20}}{end:%Y-%m-%d}"
    decay = retention.of(row.fact.kind).decay
    falls = (
        None
        if standing.pinned
        else falls_below(standing.confidence, since, _LEAST, decay, importance=standing.importance)
    )
    said = (
        f"Stays above {_LEAST:g}, the least that search shows."
        if falls is None
        else f"Falls below {_LEAST:g}, the least that search shows, on {falls:%Y-%m-%d %H:%M} UTC."
    )
    return Group(drawn, Text(legend, style="bright_black"), Text(said))


def history(
    intervals: Sequence[Interval], events: Sequence[FactEvent], texts: Mapping[str, str]
) -> RenderableType:
    """The values of a fact's slot in time, and what happened to the fact.

    Args:
        intervals: Of its slot.
        events: Of the fact.
        texts: Id of a fact → what it says.
    """
    parts: list[RenderableType] = []
    if intervals:
        table = table_of("from", "to", "value", "said in", wide="said in")
        for each in intervals:
            begins = "since ever" if each.begins == _BEGINNING else day(each.begins)
            table.add_row(
                begins,
                "now on" if each.ends is None else day(each.ends),
                plain(short(each.value, 30)),
                plain(short(texts.get(each.fact, each.fact), 80)),
            )
        parts.append(table)
    table = table_of("at", "what", "by", "about", wide="about")
    for event in events:
        about = texts.get(event.other, event.other) or event.data
        table.add_row(day(event.at), event.kind, plain(event.by), plain(short(about, 100)))
    return Group(*parts, table)

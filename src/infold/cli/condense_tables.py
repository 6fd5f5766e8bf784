"""Plans, drafts, views and marks as people see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from infold.cli.render import hinted, pasted, plain, short, table_of
from infold.core.marks import Mark
from infold.core.views import View
from infold.core.wording import counted
from infold.engine.drafts import Drafts
from infold.graph.condense import CondensePlan, PlannedRun

_MOST_REFUSED = 30


def plan(value: CondensePlan) -> RenderableType:
    """What may be folded, what that saves and puts at stake, and why the rest may not."""
    if not value.runs:
        head: RenderableType = Text(
            "Nothing may be folded here. --shortest and --depth change that; --add 4-9 folds turns "
            "of your own choice."
        )
    else:
        table = table_of(">no", "run", ">turns", ">tokens", ">then", "at stake", wide="at stake")
        for number, one in enumerate(value.runs, 1):
            table.add_row(
                f"{number}{'' if one.is_picked else ' –'}",
                one.id[:12],
                f"{one.turns:,}",
                f"{one.tokens:,}",
                f"{one.expected:,}",
                plain(_stakes(value, one)),
            )
        head = Group(
            table,
            Text(
                f"{len(value.picked)} of {counted(len(value.runs), 'run')} picked: "
                f"about {counted(value.saving, 'token')} less.",
            ),
        )
    return Group(head, *_refused(value))


def _stakes(value: CondensePlan, run: PlannedRun) -> str:
    """The values at stake, by kind; and on a line of its own what is carried word for word."""
    counts = value.literals(run)
    told = ", ".join(counted(count, str(kind)) for kind, count in counts.items()) or "–"
    words = [f"“{one.text.strip()}”" if one.text else one.label or one.kind for one in run.carried]
    return f"{told}\ncarried: {short(', '.join(words), 160)}" if words else told


def _refused(value: CondensePlan) -> list[RenderableType]:
    if not value.refused:
        return []
    table = table_of("stays", ">turns", ">tokens", "because", wide="because")
    for one in value.refused[:_MOST_REFUSED]:
        table.add_row(one.members[0][:12], f"{one.turns:,}", f"{one.tokens:,}", one.reason)
    more = len(value.refused) - _MOST_REFUSED
    rest = [Text(f"… and {more} more (--json lists them)")] if more > 0 else []
    return [Text(""), table, *rest]


def drafts(value: Drafts) -> RenderableType:
    """What would stand in the place of each run."""
    out: list[RenderableType] = []
    for number, one in enumerate(value.drafts, 1):
        style = {"ready": "green", "refused": "red", "failed": "red"}.get(one.state, "yellow")
        cached = ", made before" if one.is_cached else ""
        head = Text.assemble(
            (f"{number}. {one.run.id[:12]}", "bold"),
            f": {counted(one.run.turns, 'turn')}, {counted(one.run.tokens, 'token')} → "
            f"{one.tokens:,}, ",
            (one.state, style),
            cached,
        )
        out.append(head)
        if one.fault:
            out.append(_under(one.fault))
        if one.fold is not None:
            out += [_under(claim.line) for claim in one.fold.claims if claim.level]
        out.append(Text(""))
    price = value.price
    cost = f", {counted(price.calls, 'call')} of a model" if price.calls else ""
    ready = f"{len(value.ready)} of {counted(len(value.drafts), 'draft')} ready"
    out.append(Text(f"{ready}: {counted(value.saving, 'token')} less{cost}."))
    return Group(*out)


def _under(text: str) -> RenderableType:
    """A text that belongs to the line above it: all of its lines are indented."""
    return Padding(plain(text), (0, 0, 0, 3))


def applied(view: View, made: Drafts, asking: str) -> RenderableType:
    """What was made, and what to do next: the command that asks in it."""
    left = len(made.drafts) - len(made.ready)
    lines = [f"Made the view {view.name} ({view.id[:12]}) of {counted(len(view.folds), 'fold')}."]
    if left:
        stay = "run stays as it is: its draft was", "runs stay as they are: their drafts were"
        lines.append(f"{counted(left, *stay)} not ready.")
    lines.append("Ask in it (write your question in the place of the quoted words):")
    return Group(plain("\n".join(lines)), pasted(f"  {asking}"))


def views(rows: Sequence[View]) -> RenderableType:
    """The views of a conversation, each with its folds under it."""
    if not rows:
        return hinted("No views yet. infold condense CONVERSATION --apply makes one.")
    table = table_of("view and folds", ">messages", ">tokens", ">then", "name", wide="name")
    for row in rows:
        told = [row.name, *(["stands for the original"] if row.state == "standing" else [])]
        table.add_row(row.id[:12], "", "", "", plain(", ".join(told)))
        for one in row.folds:
            then = sum(max(0, claim.tokens) for claim in one.fold.claims if claim.level)
            note = "open" if one.is_open else "closed again" if one.flag else ""
            table.add_row(
                f"  {one.fold.id[:12]}",
                str(len(one.fold.sources)),
                f"{one.fold.tokens:,}",
                f"{then:,}",
                plain(f"{note}: {one.flag}" if one.flag else note),
            )
    return table


def marks(rows: Sequence[Mark], positions: Mapping[str, int]) -> RenderableType:
    """What is marked."""
    if not rows:
        return hinted("Nothing is marked. infold marks CONVERSATION --propose looks for landmarks.")
    table = table_of("mark", ">message", "kind", "by", "state", "words", wide="words")
    for row in rows:
        said = f"“{row.text.strip()}”" if row.text else row.evidence
        table.add_row(
            row.id[:12],
            f"#{positions[row.message]}",
            row.label or row.kind,
            row.by,
            row.state,
            plain(short(said, 120)),
        )
    return table

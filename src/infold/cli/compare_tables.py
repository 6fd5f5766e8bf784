"""What people see of a comparison in a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from infold.cli.render import pasted, plain, short, table_of
from infold.trial import report
from infold.trial.arms import SIDES
from infold.trial.compare import Comparison, FreePair, Loss

SHOWN = 12
"""Losses that are named, unless all are asked for."""
_NOTHING = (
    "The folded runs hold nothing that could be asked for: no value, and nothing that was taken "
    "back. Ask with --question."
)
_OPEN = "No run is folded: every fold is open, so both sides show the same."
STYLE = {"kept": "green", "lost": "red", "inverted": "bold red"}


def comparison(found: Comparison, conversation: str, *, full: bool) -> RenderableType:
    """How much was kept, how sure that is, what it costs, and each loss with its source."""
    parts: list[RenderableType] = [
        plain(f"{found.left.name} beside {found.right.name}: {report.made_of(found)}"),
        Text(),
    ]
    if found.pairs:
        parts += [plain(report.headline(found)), _outcomes(found), Text(report.verdict(found))]
    elif not found.free:
        parts.append(Text(_NOTHING if found.folds else _OPEN))
    parts += _losses(found, conversation, full=full)
    for one in found.free:
        parts += _free(found, one)
    if found.pairs or found.free:
        parts += [Text(), *_prices(found)]
    if full and found.pairs:
        parts += [Text(), _pairs(found)]
    return Group(*parts)


def _outcomes(found: Comparison) -> RenderableType:
    table = table_of(
        "", "probes", ">asked", ">kept", ">lost", ">inverted", "retention", wide="", least=12
    )
    for kind in ("value", "status"):
        asked = len(found.of(kind))
        if not asked:
            continue
        for side in SIDES:
            counts = found.counts(side, kind)
            arm = found.left if side == "left" else found.right
            kept = report.share(found.retention(kind)) if side == "right" else ""
            table.add_row(
                plain(short(arm.name, 24)),
                kind,
                str(asked),
                *(str(counts[each] or "·") for each in ("kept", "lost", "inverted")),
                kept,
            )
    return table


def _losses(found: Comparison, conversation: str, *, full: bool) -> Iterator[RenderableType]:
    if not found.losses:
        return
    yield Text("\nWhat was lost, inverted first (a value shown as if it still held)", style="bold")
    said = "what was said, and where"
    table = table_of(">no", "outcome", "value", said, wide=said)
    shown = found.losses if full else found.losses[:SHOWN]
    for one in shown:
        table.add_row(
            str(one.number),
            Text(one.outcome, style=STYLE[one.outcome]),
            plain(short(one.probe.value, 24)),
            plain(f"{short(one.probe.text, 160)}\n{report.said_there(one)}"),
        )
    yield table
    if len(found.losses) > len(shown):
        yield Text(f"… and {len(found.losses) - len(shown)} more (--full names all)")
    yield from _mending(shown, conversation, full=full)


def _mending(losses: tuple[Loss, ...], conversation: str, *, full: bool) -> Iterator[Text]:
    yield Text("\nExpand a run (the view then shows its messages):")
    commands = dict.fromkeys(report.mending(one, conversation)[0] for one in losses)
    yield from (pasted(f"  {command}") for command in commands)
    yield Text("Or carry its sentence verbatim (the next build holds it word for word):")
    carried = dict.fromkeys(report.mending(one, conversation)[1] for one in losses)
    yield from (pasted(f"  {command}") for command in (carried if full else list(carried)[:1]))
    yield Text("All at once: the same command with --expand all, or with --carry all.")


def _free(found: Comparison, one: FreePair) -> Iterator[RenderableType]:
    yield Text()
    yield Text(plain(f"“{one.question}”").plain, style="bold")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("", no_wrap=True)
    for arm in (found.left, found.right):
        table.add_column(plain(short(arm.name, 30)), ratio=1)
    for claim in one.claims:
        style = "" if claim.sameness == "same" else "yellow"
        table.add_row(
            Text(claim.sameness, style=style),
            plain(short(claim.left, 300)),
            plain(short(claim.right, 300)),
        )
    yield table
    if one.judgement is not None:
        name = {"left": found.left.name, "right": found.right.name}.get(one.judgement)
        said = f"better: {name}" if name else one.judgement
        yield Padding(plain(f"{found.judge} (not told the sides): {said}. {one.reason}"), (0, 2))
    elif one.reason:
        yield Padding(plain(f"{found.judge}: {one.reason}"), (0, 2))


def _prices(found: Comparison) -> Iterator[RenderableType]:
    for side in SIDES:
        arm = found.left if side == "left" else found.right
        yield plain(f"{arm.name}: {report.price(found, side)}")
    yield plain(report.pay_back(found))


def _pairs(found: Comparison) -> RenderableType:
    left, right = short(found.left.name, 16), short(found.right.name, 16)
    table = table_of("probe", "question", "value", left, right, wide="question")
    for pair in found.pairs:
        outcomes = [pair.outcome(side) for side in SIDES]
        table.add_row(
            pair.probe.kind,
            plain(short(pair.probe.question, 120)),
            plain(short(pair.probe.value, 24)),
            *(Text(each, style=STYLE[each]) for each in outcomes),
        )
    return table

"""Tables of what folds kept of their sources."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from infold.cli.render import folds, plain, short, table_of
from infold.core.folds import Fold
from infold.core.wording import counted
from infold.fold.fidelity import OUTCOMES, Fidelity, Finding
from infold.text.kinds import Kind, Status

_COLUMNS = tuple(f">{outcome}" for outcome in OUTCOMES)


def fidelity(rows: Sequence[Fold], kept: Mapping[str, Fidelity]) -> RenderableType:
    """What folds kept of their sources; for one alone also what it does not hold."""
    if not rows:
        return folds(rows)
    table = table_of(
        "fold", "made by", *(f">{outcome}" for outcome in OUTCOMES), "claims", wide="claims"
    )
    for row in rows:
        counts = kept[row.id].counts()
        first = row.claims[0].text if row.claims else f"({row.state})"
        numbers = (str(counts[outcome] or "·") for outcome in OUTCOMES)
        table.add_row(row.id[:12], row.model or row.method, *numbers, plain(short(first, 60)))
    parts: list[RenderableType] = [table, _by_kind(list(kept.values()))]
    parts += [plain(f"{row.id[:12]}: {note}") for row in rows if (note := kept[row.id].note)]
    unread = sum(report.unread for report in kept.values())
    if unread:
        are = counted(unread, "literal stands", "literals stand")
        parts.append(plain(f"Status unread: {are} in a language of which values alone are read."))
    if len(rows) == 1:
        parts.append(_not_kept(kept[rows[0].id]))
    return Group(*parts)


def _by_kind(reports: Sequence[Fidelity]) -> RenderableType:
    whole = Fidelity(
        findings=tuple(one for report in reports for one in report.findings),
        dropped={
            kind: (sum(kept for kept, _ in found), sum(lost for _, lost in found))
            for kind in Kind
            if (found := [one.dropped[kind] for one in reports if kind in one.dropped])
        },
    )
    table = table_of("kind", *_COLUMNS, wide="kind")
    for kind, counts in whole.by_kind().items():
        table.add_row(kind.value, *(str(counts[outcome] or "·") for outcome in OUTCOMES))
    return table


def _not_kept(report: Fidelity) -> RenderableType:
    lacking = [one for one in report.findings if one.outcome != "kept"]
    lost = sum(count for _, count in report.dropped.values())
    if lost:
        said = f"Of the texts that were dropped {counted(lost, 'literal is', 'literals are')} lost."
        return Group(*([] if not lacking else [_named(lacking)]), Text(said))
    if not lacking:
        return Text("It holds every literal of its sources.")
    return _named(lacking)


def _named(lacking: Sequence[Finding]) -> RenderableType:
    table = table_of("outcome", "kind", "literal", "where it is said", wide="where it is said")
    for one in lacking:
        around = one.wanted.because or one.wanted.around if one.wanted else "(in no source)"
        status = "" if one.status is Status.CURRENT else f" ({one.status.value})"
        table.add_row(
            one.outcome,
            one.kind.value,
            plain(short(one.text, 24) + status),
            plain(short(around, 80)),
        )
    return table

"""The rows of the retention bench as tables that people can read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from bench.report import Row, as_table
from bench.retention.rows import ALL, BETWEEN

_CATEGORY_BUDGET: Final = 1_000
"""Budget at which categories are shown."""

Key: TypeAlias = tuple[str, str, str]
Known: TypeAlias = dict[tuple[str, str, str, str], Row]


def tables_of(rows: Sequence[Row]) -> str:
    """Tables by collection, then every row that has a target."""
    known = {(*_parts(row), row.metric): row for row in rows}
    sources = list(dict.fromkeys(_parts(row)[0] for row in rows))
    blocks = [block for source in sources for block in _source(source, rows, known)]
    if aimed := [row for row in rows if row.target is not None]:
        blocks.append("Targets\n" + as_table(aimed))
    return "\n\n".join(blocks)


def _parts(row: Row) -> Key:
    source, peer, category = row.case.split(BETWEEN)
    return source, peer, category


def _source(source: str, rows: Sequence[Row], known: Known) -> list[str]:
    mine = [row for row in rows if _parts(row)[0] == source]
    peers = list(dict.fromkeys(_parts(row)[1] for row in mine))
    budgets = sorted({_budget(row) for row in mine if row.metric.startswith("hits at ")})

    def value(peer: str, category: str, metric: str, form: str = ".3f") -> str:
        row = known.get((source, peer, category, metric))
        return "" if row is None else format(row.value, form)

    count = known[source, peers[0], ALL, f"hits at {budgets[0]:,}"].n
    blocks = [
        f"{source}: {count} questions; hits / answer words by budget, CPU in ms\n"
        + _grid(
            ["peer", *(f"{budget:,}" for budget in budgets), "write", "read p50", "read p95"],
            [
                [
                    peer,
                    *(
                        f"{value(peer, ALL, f'hits at {b:,}')} / "
                        f"{value(peer, ALL, f'answer words at {b:,}', '.2f')}"
                        for b in budgets
                    ),
                    value(peer, "cpu", "writing"),
                    value(peer, "cpu", "reading p50", ".2f"),
                    value(peer, "cpu", "reading p95", ".2f"),
                ]
                for peer in peers
            ],
        )
    ]
    budget = _CATEGORY_BUDGET if _CATEGORY_BUDGET in budgets else budgets[0]
    metric = f"hits at {budget:,}"
    categories = list(dict.fromkeys(_parts(row)[2] for row in mine if row.metric == metric))
    lines = [
        [c, str(known[source, peers[0], c, metric].n), *(value(p, c, metric, ".2f") for p in peers)]
        for c in categories
    ]
    for category, name in (
        ("corrected", "replaced shown as current"),
        ("corrected", "current marked as replaced"),
        ("corrected", "replaced lines marked"),
        ("unanswerable", "look-alikes shown"),
    ):
        label = f"{name} at {budget:,}"
        if (source, peers[0], category, label) in known:
            shown = known[source, peers[0], category, label].n
            lines.append([name, str(shown), *(value(p, category, label, ".2f") for p in peers)])
    blocks.append(f"{source}: at {budget:,} tokens\n" + _grid(["category", "n", *peers], lines))
    if beside := [row for row in mine if _parts(row)[2].startswith("beside ")]:
        blocks.append(f"{source}: question by question\n" + as_table(beside))
    return blocks


def _budget(row: Row) -> int:
    return int(row.metric.rsplit(" ", 1)[1].replace(",", ""))


def _grid(head: list[str], lines: list[list[str]]) -> str:
    every = [head, *lines]
    widths = [max(len(line[column]) for line in every) for column in range(len(head))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in every
    )

"""Whether a context holds the evidence: Infold beside other engines, at the same budgets.

`python -m bench retention [--locomo FILE] [--wordings test] [--sizes 1000] [--quick]`. Asked is
about generated working sessions (`bench.retention.generator`) and, where a file is given, about
LoCoMo. No model and no judge: the same text gives the same score (`bench.retention.scoring`).
"""

from __future__ import annotations

from collections.abc import Sequence

from bench.options import Options
from bench.report import Row

__all__ = ["as_table", "run"]


def run(options: Options) -> list[Row]:
    """Measure all peers, two at a time, and give their rows."""
    # Peers import the values of this package, and what is below imports peers.
    from bench.retention.measuring import measure_all
    from bench.retention.plan import tasks_of
    from bench.retention.rows import rows_of

    return rows_of(measure_all(tasks_of(options)), options)


def as_table(rows: Sequence[Row]) -> str:
    """The rows as tables for people."""
    from bench.retention.tables import tables_of

    return tables_of(rows)

"""Progress of anything that takes more than a moment."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from infold.engine.imported import ImportProgress


@contextmanager
def steps(label: str, *, quiet: bool) -> Iterator[Callable[[int], None] | None]:
    """Show a running count on standard error while work goes on; nothing where it is no terminal.

    Args:
        label: What is being done.
        quiet: True for programs.

    Yields:
        A function that takes the count so far, or None where nothing is shown.
    """
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    progress = Progress(
        SpinnerColumn(),
        TextColumn(label),
        TextColumn("{task.completed:,.0f}"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with progress:
        task = progress.add_task(label, total=None)
        yield lambda done: progress.update(task, completed=done)


@contextmanager
def importing(*, quiet: bool) -> Iterator[Callable[[ImportProgress], None] | None]:
    """Show on standard error how much of a file is read, its messages and the time left.

    Args:
        quiet: True for programs.

    Yields:
        A function that takes how far the import has come, or None where nothing is shown.
    """
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    bar = Progress(
        TextColumn("Importing"),
        BarColumn(bar_width=24),
        DownloadColumn(),
        TextColumn("{task.fields[messages]:,} messages"),
        TimeRemainingColumn(elapsed_when_finished=True),
        console=Console(stderr=True),
        transient=True,
    )
    with bar:
        task = bar.add_task("", total=None, messages=0)
        yield lambda state: bar.update(
            task, completed=state.read, total=state.total, messages=state.messages
        )


@contextmanager
def stages(*, quiet: bool) -> Iterator[Callable[[str, int], None] | None]:
    """Show what is being done and a running count on standard error, as `steps` does.

    Args:
        quiet: True for programs.

    Yields:
        A function that takes what is being done and the count so far, or None.
    """
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    progress = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        TextColumn("{task.completed:,.0f}"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with progress:
        task = progress.add_task("Reading", total=None)
        yield lambda what, done: progress.update(task, description=what, completed=done)


def held_by_others(jobs: int) -> None:
    """Say on standard error that jobs of another worker are waited for."""
    what = "a job" if jobs == 1 else f"{jobs} jobs"
    sys.stderr.write(
        f"Waiting for {what} that another worker holds. If it has died, its lease will end.\n"
    )

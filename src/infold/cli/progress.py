"""Progress of anything that takes more than a moment."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from infold.core.wording import counted

if TYPE_CHECKING:
    from infold.engine.imported import ImportProgress
    from infold.engine.memory import Infold


@contextmanager
def steps(label: str, *, quiet: bool) -> Iterator[Callable[[int], None] | None]:
    """Show a running count on standard error while work goes on; nothing where it is no terminal.

    Args:
        label: What is being done.
        quiet: True for programs.

    Yields:
        A function that takes the count so far, or None where nothing is shown.
    """
    with _counter(label, quiet=quiet) as show:
        yield None if show is None else lambda done: show(label, f"{done:,}")


@contextmanager
def folding(memory: Infold, *, quiet: bool) -> Iterator[Callable[[int], None] | None]:
    """Show how many jobs are done, of how many, as `steps` does.

    Args:
        memory: The open store, whose jobs are run.
        quiet: True for programs.

    Yields:
        A function that takes the jobs done so far, or None where nothing is shown.
    """
    total = 0

    def step(done: int) -> None:
        nonlocal total
        if done >= total:
            # Jobs queue others. Counting reads them all, so it is done only when it must be.
            total = done + sum(job.state != "failed" for job in memory.jobs())
        assert show is not None  # else nobody calls this
        show("Folding", f"{done:,} of {counted(total, 'job')}")

    with _counter("Folding", quiet=quiet) as show:
        if show is not None:
            step(0)
        yield None if show is None else step


@contextmanager
def stages(*, quiet: bool) -> Iterator[Callable[[str, int], None] | None]:
    """Show what is being done and a running count on standard error, as `steps` does.

    Args:
        quiet: True for programs.

    Yields:
        A function that takes what is being done and the count so far, or None.
    """
    with _counter("Reading", quiet=quiet) as show:
        yield None if show is None else lambda what, done: show(what, f"{done:,}")


@contextmanager
def _counter(label: str, *, quiet: bool) -> Iterator[Callable[[str, str], None] | None]:
    """A line with a spinner, a label, a count and the time; None where it cannot be seen."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    progress = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        TextColumn("{task.fields[count]}"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with progress:
        task = progress.add_task(label, total=None, count="")
        yield lambda what, count: progress.update(task, description=what, count=count)


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


def held_by_others(jobs: int) -> None:
    """Say on standard error that jobs of another worker are waited for."""
    what = counted(jobs, "job")
    sys.stderr.write(
        f"Waiting for {what} that another worker holds. If it has died, its lease will end.\n"
    )

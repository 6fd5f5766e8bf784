"""The commands, and what they share: where the store is, whose data, how errors end."""

from __future__ import annotations

import errno
import io
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from infold.cli.exits import exit_code
from infold.cli.sections import Sections
from infold.errors import InfoldError, StoreError, UsageError

if TYPE_CHECKING:
    from infold.config import Settings
    from infold.engine.memory import Infold

app = typer.Typer(
    name="infold",
    cls=Sections,
    help="Fold long conversations in sight, with the way back to every source.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@dataclass(slots=True)
class Shared:
    """Options given before the command; the store and the user also where given behind it."""

    db: str | None = None
    user: str | None = None
    as_json: bool = False


shared = Shared()


def _json_anywhere(given: bool) -> bool:
    """`--json` of a command holds where it is given before the command, too."""
    shared.as_json = shared.as_json or given
    return shared.as_json


DbOption = Annotated[
    str | None, typer.Option("--db", metavar="PATH", help="The store; infold.db by default.")
]
UserOption = Annotated[
    str | None,
    typer.Option("--user", metavar="NAME", help="Whose data; the empty user by default."),
]
AgentOption = Annotated[
    str | None, typer.Option("--agent", metavar="NAME", help="Only what is of this agent.")
]
SessionOption = Annotated[
    str | None, typer.Option("--session", metavar="NAME", help="Only what is of this session.")
]
JsonOption = Annotated[
    bool, typer.Option("--json", callback=_json_anywhere, help="Print JSON for programs.")
]

_Misuse: type[typer.BadParameter] = typer.BadParameter.__bases__[0]
"""What the parser says of a call that it cannot read; where Typer keeps it hangs on its version."""
_STOPPED = 130
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def _print_version(given: bool) -> None:
    if given:
        from infold import __version__

        typer.echo(f"infold {__version__}")
        raise typer.Exit


@app.callback()
def options(
    db: DbOption = None,
    user: UserOption = None,
    version: Annotated[  # noqa: ARG001 - its callback prints and ends
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print it and end."),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Fold long conversations in sight, with the way back to every source."""
    shared.db = db
    shared.user = user
    shared.as_json = as_json


@contextmanager
def opened(db: str | None, user: str | None) -> Iterator[Infold]:
    """Open the store that a command works on.

    Args:
        db: The command's `--db`; before it comes the one given before the command, then settings.
        user: Likewise.

    Raises:
        NotFound: There is none.
    """
    from infold.engine.memory import Infold

    with Infold.open(settings=_settings(db, user), create=False) as memory:
        yield memory


def _settings(db: str | None, user: str | None) -> Settings:
    from infold.config import load_settings

    # What a command prints for the next one leads to the same store.
    shared.db = db or shared.db
    shared.user = user if user is not None else shared.user
    return load_settings(db=shared.db, user=shared.user)


@contextmanager
def making(db: str | None, user: str | None, *, dry_run: bool) -> Iterator[tuple[Infold, bool]]:
    """Open the store for a command that makes one where there is none; a dry run makes none.

    Args:
        db: As for `opened`.
        user: Likewise.
        dry_run: Nothing is to be written.

    Yields:
        The store, and True; for a dry run without a store an empty one that goes again, and False:
        ids are drawn with a store, so those of this one will never be seen again.

    Raises:
        StoreError: The store could not be made where it is to be.
    """
    from infold.engine.memory import Infold
    from infold.store.opening import require_folder
    from infold.store.standing import is_there

    settings = _settings(db, user)
    if not dry_run or settings.db == ":memory:" or is_there(Path(settings.db)):
        with Infold.open(settings=settings) as memory:
            yield memory, True
        return
    require_folder(Path(settings.db))
    with tempfile.TemporaryDirectory(prefix="infold-") as folder:
        stand_in = replace(settings, db=str(Path(folder) / "infold.db"))
        with Infold.open(settings=stand_in) as memory:
            yield memory, bool(settings.space_secret)


@contextmanager
def opened_whole(db: str | None) -> Iterator[Infold]:
    """Open the store for a command that works on all users.

    Args:
        db: As for `opened`.

    Raises:
        UsageError: A user was named before the command.
    """
    if shared.user is not None:
        raise UsageError("This command looks at all users.", hint="Leave out --user.")
    with opened(db, None) as memory:
        yield memory


def print_json(value: Any) -> None:  # noqa: ANN401 - whatever JSON can hold
    """Print a value as JSON, one line a record where it is a list of records."""
    # Where the output is not in Unicode, JSON says every sign in ASCII.
    ascii_only = not (sys.stdout.encoding or "").lower().startswith("utf")
    text = json.dumps(value, ensure_ascii=ascii_only, indent=2, default=str)
    # A lone surrogate cannot be printed as it is: JSON can escape it.
    sys.stdout.write(text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n")


def run() -> None:
    """Run a command; errors of Infold's own become one line and an exit code."""
    from infold.cli import (  # noqa: F401 - each adds its commands
        audit,
        care,
        change,
        compare,
        condense,
        demo,
        erase,
        evicted,
        extract,
        fact,
        facts,
        graph,
        marks,
        mem0,
        merge,
        nodes,
        read,
        sweep,
    )

    # A stream that the caller has closed takes what is written and forgets it.
    sys.stdout = sys.stdout or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - for the process
    sys.stderr = sys.stderr or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - for the process
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that lacks a letter shows its code; that is no reason to stop.
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            _call()
        finally:
            # Here, where it can still be told, and not when the interpreter ends.
            sys.stdout.flush()
    except InfoldError as error:
        report_error(error)
        raise SystemExit(exit_code(error)) from None
    except BrokenPipeError:
        # The reader of our output has gone: not our fault, and nothing to say.
        _drop_output()
        raise SystemExit(0) from None
    except OSError as error:
        if error.errno not in _NO_ROOM:
            raise
        _drop_output()
        full = StoreError(
            f"The output cannot be written: {error.strerror}.", hint="Free space where it goes."
        )
        report_error(full)
        raise SystemExit(exit_code(full)) from None
    except KeyboardInterrupt:
        sys.stderr.write("Stopped. What was written stays, whole.\n")
        raise SystemExit(_STOPPED) from None


def _call() -> None:
    """Run the command that was named.

    Raises:
        UsageError: The call cannot be read, and the caller reads JSON.
        BrokenPipeError: Nobody reads its output any more.
        KeyboardInterrupt: It was stopped.
        SystemExit: It ended with an exit code of its own.
    """
    try:
        ended = app(prog_name="infold", standalone_mode=False)
    except typer.Abort:
        raise KeyboardInterrupt from None
    except _Misuse as error:
        before = sys.argv[1 : sys.argv.index("--") if "--" in sys.argv else None]
        shared.as_json = shared.as_json or "--json" in before
        context = error.ctx
        if shared.as_json and context is not None and len(sys.argv) > 1:
            raise UsageError(
                error.format_message(), hint=f"See: {context.command_path} --help"
            ) from None
        error.show()
        raise SystemExit(error.exit_code) from None
    except SystemExit as ending:
        # The library ends the program by itself where the reader of what it wrote has gone.
        if isinstance(ending.__context__, BrokenPipeError):
            raise ending.__context__ from None
        raise
    if ended == _STOPPED:
        raise KeyboardInterrupt
    if isinstance(ended, int) and ended:
        raise SystemExit(ended)


def _drop_output() -> None:
    """Let what is still to be written go nowhere, so that the end of the program is quiet."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def error_json(error: InfoldError) -> dict[str, Any]:
    """An error as programs read it."""
    return {
        "code": error.code,
        "message": error.message,
        "hint": error.hint,
        "records": list(error.records),
    }


def report_note(message: str, hint: str) -> None:
    """Say on standard error what did not end the command and should be known, as `report_error`."""
    if shared.as_json:
        note = {"note": {"message": message, "hint": hint}}
        sys.stderr.write(json.dumps(note, ensure_ascii=True) + "\n")
        return
    from infold.cli.commands import with_store

    said = with_store(f"infold: {message}\n  {hint}\n")
    sys.stderr.write(said.encode("utf-8", "backslashreplace").decode())


def report_error(error: InfoldError) -> None:
    """Say on standard error what was wrong: in lines, or with `--json` as an object on one line."""
    from infold.cli.commands import with_options, with_store

    if shared.as_json:
        told = error_json(error)
        told |= {name: with_options(told[name]) for name in ("message", "hint") if name in told}
        sys.stderr.write(json.dumps({"error": told}, ensure_ascii=True) + "\n")
        return

    hint = f"\n  {with_store(with_options(error.hint))}" if error.hint else ""
    message = f"infold: {with_store(with_options(error.message))}{hint}"
    sys.stderr.write(message.encode("utf-8", "backslashreplace").decode("utf-8") + "\n")

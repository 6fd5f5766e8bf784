"""The commands, and what they share: where the store is, whose data, how errors end."""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from infold.cli.exits import exit_code
from infold.errors import InfoldError, StoreError

if TYPE_CHECKING:
    from infold.engine.memory import Infold

app = typer.Typer(
    name="infold",
    help="Fold long conversations in sight, with the way back to every source.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

DbOption = Annotated[
    str | None, typer.Option("--db", metavar="PATH", help="The store; infold.db by default.")
]
UserOption = Annotated[
    str | None,
    typer.Option("--user", metavar="NAME", help="Whose data; the empty user by default."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


@dataclass(slots=True)
class Shared:
    """Options given before the command."""

    db: str | None = None
    user: str | None = None


shared = Shared()


@app.callback()
def options(
    db: DbOption = None,
    user: UserOption = None,
) -> None:
    """Fold long conversations in sight, with the way back to every source."""
    shared.db = db
    shared.user = user


@contextmanager
def opened(db: str | None, user: str | None, *, create: bool = False) -> Iterator[Infold]:
    """Open the store that a command works on.

    Args:
        db: The command's `--db`; before it comes the one given before the command, then settings.
        user: Likewise.
        create: Make the store where there is none; else its absence is an error.
    """
    from infold.config import load_settings
    from infold.engine.memory import Infold

    settings = load_settings(db=db or shared.db, user=user if user is not None else shared.user)
    with Infold.open(settings=settings, create=create) as memory:
        yield memory


def print_json(value: Any) -> None:  # noqa: ANN401 - whatever JSON can hold
    """Print a value as JSON, one line a record where it is a list of records."""
    text = json.dumps(value, ensure_ascii=False, indent=2, default=str)
    # A lone surrogate cannot be printed as it is: JSON can escape it.
    sys.stdout.write(text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n")


def run() -> None:
    """Run a command; errors of Infold's own become one line and an exit code."""
    from infold.cli import care, change, demo, read  # noqa: F401 - each adds its commands

    try:
        try:
            app()
        finally:
            # Here, where it can still be told, and not when the interpreter ends.
            sys.stdout.flush()
    except InfoldError as error:
        _report(error)
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
        _report(full)
        raise SystemExit(exit_code(full)) from None
    except KeyboardInterrupt:
        sys.stderr.write("Stopped. What was written stays, whole.\n")
        raise SystemExit(130) from None


def _drop_output() -> None:
    """Let what is still to be written go nowhere, so that the end of the program is quiet."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _report(error: InfoldError) -> None:
    if "--json" in sys.argv:
        body = {
            "error": {
                "code": error.code,
                "message": error.message,
                "hint": error.hint,
                "records": list(error.records),
            }
        }
        sys.stderr.write(json.dumps(body, ensure_ascii=True) + "\n")
        return
    message = f"infold: {error.message}" + (f"\n  {error.hint}" if error.hint else "")
    sys.stderr.write(message.encode("utf-8", "backslashreplace").decode("utf-8") + "\n")

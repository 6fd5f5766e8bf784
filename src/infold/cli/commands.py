"""Commands that Infold prints: each works when it is pasted into a shell."""

from __future__ import annotations

import shlex

from infold.cli.app import shared

__all__ = ["command", "named"]


def named(record: str, *, agent: str | None = None, session: str | None = None) -> str:
    """How a command names a record of the store that this one works on, quoted for a shell.

    Args:
        record: A conversation, as it was named here; or the id of something else.
        agent: Only what is of this agent, as here.
        session: Likewise.

    Returns:
        With the options that lead to it, also those that were given before the command.
    """
    given = {"db": shared.db, "user": shared.user, "agent": agent, "session": session}
    words = [record]
    for name, value in given.items():
        words += [f"--{name}", value] if value else []
    return shlex.join(words)


def command(
    verb: str, record: str, *words: str, agent: str | None = None, session: str | None = None
) -> str:
    """A command on a record of the store that this one works on.

    Args:
        verb: `views`, say.
        record: As for `named`.
        words: What follows: arguments, options, and their values.
        agent: As for `named`.
        session: Likewise.
    """
    rest = f" {shlex.join(words)}" if words else ""
    return f"infold {verb} {named(record, agent=agent, session=session)}{rest}"

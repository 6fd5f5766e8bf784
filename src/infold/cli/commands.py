"""Commands that Infold prints: each works when it is pasted into a shell."""

from __future__ import annotations

import inspect
import re
import shlex
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from infold.cli.app import app, shared

__all__ = ["command", "named", "with_options", "with_store"]

_ARGUMENT: Final = re.compile(r"`(?P<name>[a-z][a-z_]*)=?`")
_NAMED: Final = re.compile(r"\binfold (?P<verb>[a-z][a-z0-9-]*)")


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


def with_store(text: str) -> str:
    """A text whose commands lead to the store, and the user, that this one works on.

    Args:
        text: With commands as they are for the usual store: `infold list`. What is no command of
            Infold's ("infold said") stays.
    """
    verbs = _verbs()

    def led(found: re.Match[str]) -> str:
        verb = found["verb"]
        if verb not in verbs:
            return found.group()
        given = {"db": shared.db, "user": shared.user if verbs[verb] else None}
        before = [word for name, value in given.items() if value for word in (f"--{name}", value)]
        return shlex.join(["infold", *before, verb])

    return _NAMED.sub(led, text)


def with_options(text: str) -> str:
    """A text in which what a program gives by name is named as the command line gives it.

    Args:
        text: With arguments as programs know them: `max_bytes`. What no command takes stays.
    """

    def told(found: re.Match[str]) -> str:
        flag = "--" + found["name"].replace("_", "-")
        return flag if flag in _flags() else found.group()

    return _ARGUMENT.sub(told, text)


@lru_cache(maxsize=1)
def _flags() -> frozenset[str]:
    """The long options of all commands."""
    from typer.main import get_command

    found: set[str] = set()
    todo: list[object] = [get_command(app)]
    while todo:
        one = todo.pop()
        todo += getattr(one, "commands", {}).values()
        for param in getattr(one, "params", ()):
            found.update(opt for opt in param.opts if opt.startswith("--"))
    return frozenset(found)


@lru_cache(maxsize=1)
def _verbs() -> Mapping[str, bool]:
    """The commands by name, and whether each is about one user."""

    def is_of_a_user(call: Callable[..., object] | None) -> bool:
        return call is not None and "user" in inspect.signature(call).parameters

    found = {
        one.name or one.callback.__name__: is_of_a_user(one.callback)
        for one in app.registered_commands
        if one.callback is not None
    }
    for group in app.registered_groups:
        if group.name and group.typer_instance is not None:
            inside = group.typer_instance.registered_commands
            found[group.name] = any(is_of_a_user(one.callback) for one in inside)
    return found

"""Changes of a conversation that a command makes, or only tries."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

import typer

from infold.cli.app import shared

if TYPE_CHECKING:
    from infold.engine.chat import Chat

__all__ = ["changed"]

T = TypeVar("T")


def changed(
    chat: Chat, change: Callable[[Chat], T], wanted: Iterable[object], *, is_trial: bool
) -> T:
    """Make all the changes that a call names, or none, and read what there is then.

    A trial makes them and takes them back: what it reads is what would be. Where nothing is to be
    changed nothing is written, so that a store which cannot be written can be read.
    """
    from infold.engine.together import together

    if not any(wanted):
        return change(chat)
    made = together(chat, change, is_trial=is_trial)
    if is_trial and not shared.as_json:
        typer.echo("Nothing was changed; this is what would be:", err=True)
    return made

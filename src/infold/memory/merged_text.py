"""Whether a text that somebody wrote may stand for statements: every literal is looked for."""

from __future__ import annotations

from collections.abc import Sequence

from infold.core.messages import Message, Text
from infold.fold.fidelity import judge
from infold.fold.history import link
from infold.fold.replacing import replaced_among
from infold.fold.wanted import read_wanted
from infold.memory.wording import read_wording
from infold.recall.replaced import Chains
from infold.text.kinds import Kind
from infold.text.literals import literals

__all__ = ["text_fault"]


def text_fault(text: str, statements: Sequence[str]) -> str:
    """Why a text may not stand for statements, in words; empty where it may.

    Args:
        text: What would stand for them.
        statements: What it was made from.

    Returns:
        A reason: it is empty or longer than all of them, or a literal or statement of theirs is
        lost, turned round, or in none of them (`infold.fold.fidelity`).
    """
    if not text.strip():
        return "It says nothing."
    if len(text) > sum(len(one) for one in statements) + 2 * len(statements):
        return "It is longer than all that it would stand for."
    sources = [
        Message(id=str(number), role="user", parts=(Text(text=one),), position=number)
        for number, one in enumerate(statements)
    ]
    replaced = replaced_among(Chains(link(sources)), sources)
    found = judge(read_wanted(sources, replaced), [text], sources, finds=lambda _: False)
    if found.is_faithful:
        return _new_name(text, statements)
    bad = [one for outcome in ("inverted", "invented", "lost") for one in found.of(outcome)]
    return f"{bad[0].text!r:.40} is {bad[0].outcome} in it."


def _new_name(text: str, statements: Sequence[str]) -> str:
    """A name that no statement holds: in a fold it could be that of a speaker, here it cannot."""
    said = {unit for one in statements for unit in read_wording(one).units}
    for literal in literals(text):
        if literal.kind is Kind.NAME and not said.issuperset(read_wording(literal.text).units):
            return f"{literal.text!r:.40} is invented in it."
    return ""

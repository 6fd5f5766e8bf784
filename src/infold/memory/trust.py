"""What may be written to memory: trust by origin, secrets, and instructions hidden in texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from infold.core.facts import Origin
from infold.memory.injections import find_instruction
from infold.memory.origins import TRUST
from infold.memory.secrets import redact

__all__ = ["Action", "Verdict", "judge_write", "trust_of"]

Action: TypeAlias = Literal["allow", "redact", "quarantine", "block"]

_LEAST_LEFT: Final = 3
"""Letters outside of secrets below which nothing is left to keep."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What becomes of a text that is to be written.

    Attributes:
        action: `allow`; `redact`: written with its secrets taken out; `quarantine`: written, but
            shown to nobody until it is released; `block`: not written.
        reason: In words; empty where it is allowed.
        text: What is written: the text itself, or with its secrets replaced by their kinds; empty
            where it is blocked.
    """

    action: Action
    reason: str
    text: str


def trust_of(origin: Origin) -> float:
    """How far a text is trusted, by who said it: 0 to 1."""
    return TRUST[origin]


def judge_write(text: str, origin: Origin) -> Verdict:
    """Judge a text before it is written to memory.

    Args:
        text: A fact's text, or the whole text of a source.
        origin: Who said it.

    Returns:
        A private key is blocked whoever says it, and so is a text of which nothing but secrets is
        left. Other secrets (keys, tokens, passwords, card numbers, IBANs) are replaced by their
        kind in brackets. A text that gives instructions to the model is quarantined, and blocked
        where a tool's result tells what to remember of the user; a user or a program may say how
        they wish to be served, so of theirs only orders to drop the rules are quarantined. Linear;
        20 to 200 µs for a message.
    """
    clean, kinds, is_private = redact(text)
    if is_private:
        return Verdict(action="block", reason="It holds a private key.", text="")
    listed = ", ".join(kinds)
    if kinds and sum(letter.isalnum() for letter in _bare(clean)) < _LEAST_LEFT:
        return Verdict(action="block", reason=f"It holds nothing but a secret ({listed}).", text="")
    found = find_instruction(clean)
    if found is not None and (found.is_override or origin in ("tool", "import", "assistant")):
        if origin == "tool" and found.is_memory:
            reason = f"A tool's result tells what to remember: {found.words!r:.60}."
            return Verdict(action="block", reason=reason, text="")
        whose = "The text" if origin in ("user", "program") else f"A text from the {origin}"
        reason = f"{whose} gives instructions to the model: {found.words!r:.60}."
        return Verdict(action="quarantine", reason=reason, text=clean)
    if kinds:
        return Verdict(action="redact", reason=f"Taken out: {listed}.", text=clean)
    return Verdict(action="allow", reason="", text=text)


def _bare(clean: str) -> str:
    out: list[str] = []
    depth = 0
    for letter in clean:
        depth += letter == "["
        if depth <= 0:
            out.append(letter)
        depth = max(0, depth - (letter == "]"))
    return "".join(out)

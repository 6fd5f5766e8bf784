"""What a comparison says, in plain words: how much was kept, how sure that is, what it costs."""

from __future__ import annotations

import shlex
from typing import Final

from infold.core.wording import counted
from infold.trial.arms import Side
from infold.trial.compare import Comparison, Loss
from infold.trial.statistics import Interval

__all__ = [
    "DECIDING",
    "POWER",
    "headline",
    "made_of",
    "mending",
    "pay_back",
    "price",
    "said_there",
    "share",
    "verdict",
]

DECIDING: Final = 6
"""Pairs in which the sides differ, below which the exact test cannot reach 5 %: 2 · ½⁵ = 0.0625."""
POWER: Final = 0.05
_ALL_ASKED: Final = "probes"


def share(value: Interval) -> str:
    """A share with its bounds."""
    return f"{_percent(value.value)} ({_percent(value.low)} to {_percent(value.high)})"


def _percent(value: float) -> str:
    return f"{100 * value:.0f} %"


def headline(found: Comparison) -> str:
    """Retention in one sentence."""
    left, right = found.left.name, found.right.name
    asked = sum(one.kept("left") for one in found.pairs)
    if not found.pairs:
        return "No probe was asked."
    if not asked:
        return f"Of {len(found.pairs)} {_ALL_ASKED} {left} answered none: nothing can be said."
    both = sum(one.kept("left") and one.kept("right") for one in found.pairs)
    return (
        f"Of the {asked} {_ALL_ASKED} that {left} answered, {right} answered {both}: "
        f"{share(found.retention())}."
    )


def verdict(found: Comparison) -> str:
    """What the exact McNemar test says, in words."""
    only_left, only_right = found.discordant
    differ = only_left + only_right
    if not found.pairs:
        return ""
    split = f"{only_left} only by {found.left.name}, {only_right} only by {found.right.name}"
    if not differ:
        return "Both answered the same probes: no difference was seen."
    if differ < DECIDING:
        return (
            f"{differ} {'was' if differ == 1 else 'were'} answered by one side alone ({split}). "
            f"Under {DECIDING} such pairs the test cannot decide, whatever they show: ask more."
        )
    p = found.p_value
    better = found.left.name if only_left > only_right else found.right.name
    if p < POWER:
        return (
            f"{differ} were answered by one side alone ({split}): {better} answers more, and "
            f"chance alone would rarely split them so ({_p(p)})."
        )
    return (
        f"{differ} were answered by one side alone ({split}): chance alone may split them so "
        f"({_p(p)}), no side is shown to be better."
    )


def _p(value: float) -> str:
    return f"p = {value:.2g}" if value >= 0.001 else "p < 0.001"


def price(found: Comparison, side: Side) -> str:
    """What the questions to a side cost."""
    prompt, answer = found.spent(side)
    count = max(1, len(found.answers(side)))
    each = f"{counted(prompt, 'token')} of prompts, {prompt / count:,.0f} a question"
    if found.model:
        each += f"; {answer:,} of answers"
    if found.rates:
        each += f"; {(found.rates[0] * prompt + found.rates[1] * answer) / 1e6:.4f} in money"
    return each


def pay_back(found: Comparison) -> str:
    """What the folds cost, and when that is paid back."""
    cost = found.right.price
    tokens = cost.input_tokens + cost.output_tokens
    spent = (
        f"The folds of {found.right.name} cost {counted(tokens, 'token')} in "
        f"{counted(cost.calls, 'call')} of a model"
        if cost.calls
        else f"The folds of {found.right.name} cost no call of a model"
    )
    if found.saving <= 0:
        return f"{spent}; a question to it saves nothing."
    saves = f"a question to it saves {counted(round(found.saving), 'token')}"
    after = found.paid_back
    if not after:
        return f"{spent}; {saves} from the first on."
    return f"{spent}; {saves}: paid back after {counted(after, 'question')}."


def made_of(found: Comparison) -> str:
    """Who was asked what."""
    parts: list[str] = []
    if found.pairs or found.available or not found.free:
        parts.append(f"{len(found.pairs)} of {counted(found.available, 'probe')}")
    if found.free:
        questions = len({one.question for one in found.free})
        parts.append(f"{counted(questions, 'question')} of your own")
    asked = ", ".join(parts)
    times = f", each {found.repetitions} times" if found.repetitions > 1 else ""
    by = f"answered by {found.model}" if found.model else "without a model: the contexts were read"
    room = f"{counted(found.budget, 'token')} a context" if found.budget else "each shown whole"
    failed = f"; {found.failed} without an answer, left out on both sides" if found.failed else ""
    return f"{asked}{times}, {by}, {room}, seed {found.seed}{failed}"


def said_there(loss: Loss) -> str:
    """Where a loss comes from."""
    probe = loss.probe
    turn = f", turn {probe.turn}" if probe.turn else ""
    return f"message {probe.position}{turn}; run {loss.run[:12]}, fold {loss.fold[:12]}"


def mending(loss: Loss, conversation: str) -> tuple[str, str]:
    """The two commands that mend a loss: expand its run, carry its sentence.

    Args:
        loss: The loss.
        conversation: How a command names it, quoted for a shell, with what names the store.
    """
    view, fold = loss.view[:12], loss.fold[:12]
    expand = f"infold views {conversation} --view {view} --toggle {fold}"
    words = shlex.quote(loss.probe.text)
    carry = f"infold marks {conversation} --on {loss.probe.position} --text {words}"
    return expand, carry

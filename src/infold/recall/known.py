"""What is known about the user from elsewhere, as the last part of a context.

Facts that answer the question, as lines behind the evidence: what stands before them stays as it
is, so that a provider's prompt cache keeps its prefix. Their heading is one that extraction knows:
what a context hands out is never a source of facts again (`infold.memory.heard`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from infold.core.tokens import TokenCounter
from infold.recall.budget import Budget
from infold.recall.result import Context
from infold.text.analysis import analyze

__all__ = ["HEADING", "Known", "KnownLine", "answering", "make_known"]

HEADING: Final = "Facts about the user:"
SHARE: Final = 0.1
"""Most of a budget that facts take."""
MOST: Final = 8
_COVERED: Final = 0.34
"""Part of the question's words, rare ones counting more, that a fact has to share."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownLine:
    """A fact as a context shows it.

    Attributes:
        id: Of the fact.
        text: What it says.
        kind: Of the fact.
        confidence: At the time of the question.
        said: When it was said, said again or confirmed last.
    """

    id: str
    text: str
    kind: str
    confidence: float
    said: datetime

    @property
    def line(self) -> str:
        """As it stands in the text."""
        # A fact is one line; nothing in it ends that.
        text = " ".join(self.text.split())
        return f"- {text} (said {self.said:%Y-%m-%d})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """The lines that a context ends with.

    Attributes:
        lines: In order of relevance.
        block: Their text, with its heading.
        tokens: Of the block.
    """

    lines: tuple[KnownLine, ...]
    block: str
    tokens: int

    def room(self, budget: Budget) -> Budget:
        """What is left of a budget for all else."""
        size = len(self.block.encode("utf-8", "surrogatepass")) + 1
        bound = None if budget.max_bytes is None else budget.max_bytes - size
        return replace(budget, tokens=budget.tokens - self.tokens, max_bytes=bound)

    def behind(self, made: Context, budget: Budget, counter: TokenCounter) -> Context:
        """A context with these lines at its end.

        Args:
            made: The context, within `room(budget)`.
            budget: The whole budget.
            counter: Counts tokens.
        """
        text = f"{made.text}\n{self.block}" if made.text else self.block
        return replace(
            made,
            text=text,
            messages=[*made.messages, {"role": "system", "content": self.block}],
            facts=[_data(line) for line in self.lines],
            accounting=made.accounting | {"tokens": counter.count(text)},
            budget=budget.tokens,
        )


def _data(line: KnownLine) -> dict[str, Any]:
    return {
        "id": line.id,
        "text": line.text,
        "kind": line.kind,
        "confidence": line.confidence,
        "said": line.said.isoformat(),
    }


def answering(question: str, texts: Sequence[str]) -> list[bool]:
    """Which facts share enough of a question's words to answer it.

    Args:
        question: In any words.
        texts: Of the facts that search found.

    Returns:
        One for each. A word that fewer of them share counts more; one of none counts most.
    """
    asked = set(analyze(question))
    held = [asked.intersection(analyze(text)) for text in texts]
    n = len(texts)
    weight = {
        term: math.log(1.0 + (n + 1) / (1 + sum(term in one for one in held))) for term in asked
    }
    whole = math.fsum(weight[term] for term in sorted(asked))
    return [
        bool(one) and math.fsum(weight[term] for term in sorted(one)) >= _COVERED * whole
        for one in held
    ]


def make_known(lines: Sequence[KnownLine], budget: Budget, counter: TokenCounter) -> Known | None:
    """The lines that fit a context's share for them; None where none does.

    Args:
        lines: Best first.
        budget: Of the context.
        counter: Counts tokens.
    """
    room = int(SHARE * budget.tokens)
    kept: list[KnownLine] = []
    for line in lines[:MOST]:
        if counter.count(_block([*kept, line])) + 1 > room:
            break
        kept.append(line)
    if not kept:
        return None
    block = _block(kept)
    return Known(lines=tuple(kept), block=block, tokens=counter.count(block) + 1)


def _block(lines: Sequence[KnownLine]) -> str:
    return "\n".join([HEADING, *(line.line for line in lines)])

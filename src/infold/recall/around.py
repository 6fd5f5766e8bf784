"""What stands around the messages of a context: the documents and quotes of its path.

What is whole stands first, before all that a question changes, so that a provider's prompt cache
keeps it. What was shortened to what the question asks for stands last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from infold.core.tokens import TokenCounter
from infold.recall.budget import Budget
from infold.recall.result import Context

__all__ = ["Around", "ShownState", "Told"]

ShownState: TypeAlias = Literal["whole", "shortened", "omitted"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What became of a document or of a quoted message.

    Attributes:
        id: Of the material or the message.
        name: Of the document; of a message where it stands, as "#4".
        state: `whole`, `shortened` or `omitted`.
        tokens: That are shown of it.
        reason: Why not all of it is; empty where it is.
    """

    id: str
    name: str
    state: ShownState
    tokens: int
    reason: str = ""

    @property
    def data(self) -> dict[str, str | int]:
        """As plain data."""
        return {
            "id": self.id,
            "name": self.name,
            "state": self.state,
            "tokens": self.tokens,
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """Texts around a context.

    Attributes:
        before: Texts that no question changes, each a message.
        behind: Texts made for the question.
        materials: What became of each document that is in on the path.
        quotes: Of each message that is quoted on it.
        room: Tokens that are left for the messages of the path.
    """

    before: Sequence[str]
    behind: Sequence[str]
    materials: Sequence[Told]
    quotes: Sequence[Told]
    room: int

    def rest(self, budget: Budget) -> Budget:
        """What is left of a budget for the messages of the path."""
        texts = [*self.before, *self.behind]
        size = sum(len(text.encode("utf-8", "surrogatepass")) + 1 for text in texts)
        bound = None if budget.max_bytes is None else max(1, budget.max_bytes - size)
        # Texts are joined by line ends: a token each at most.
        tokens = max(1, min(budget.tokens, self.room) - len(texts))
        return replace(budget, tokens=tokens, max_bytes=bound)

    def around(self, made: Context, budget: Budget, counter: TokenCounter) -> Context:
        """A context with these texts around it.

        Args:
            made: The context, within `rest(budget)`.
            budget: The whole budget.
            counter: Counts tokens.
        """
        text = _joined(*self.before, made.text, *self.behind)
        return replace(
            made,
            text=text,
            messages=[*map(_system, self.before), *made.messages, *map(_system, self.behind)],
            prefix=_joined(*self.before, made.prefix),
            materials=[one.data for one in self.materials],
            quotes=[one.data for one in self.quotes],
            accounting=made.accounting | {"tokens": counter.count(text)},
            budget=budget.tokens,
        )


def _joined(*texts: str) -> str:
    return "\n".join(text for text in texts if text)


def _system(text: str) -> dict[str, str]:
    return {"role": "system", "content": text}

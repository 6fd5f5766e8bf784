"""Claims and folds: shorter texts that keep the way back to every source."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

MOST_SOURCES = 12
"""A claim has at most so many source messages (law 3)."""

BETWEEN_PHRASES = " · "
"""What stands between the phrases of a headline; it is part of none."""

FoldState: TypeAlias = Literal["pending", "ready", "refused", "withdrawn"]
FoldMethod: TypeAlias = Literal["extractive", "model", "foreign", "person"]

VERBATIM = 2
"""Level of a claim that is a highlight: the words of its one span, exactly."""

FOLD_AUTHOR = "fold"
"""Author of a system message that is a fold of another conversation: no role prompt."""

DRAFT_VIEW = -1
"""What stands in the place of a view for the folds that belong to none yet."""


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Span:
    """A stretch of a source: characters `start` to `end` of the text of one part of a message."""

    message: str
    part: int
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A sentence of a fold with the spans of its sources.

    Attributes:
        text: One line; of a foreign fold its whole summary; of a highlight its words as they stand.
        spans: Where it stands in the sources; of at most `MOST_SOURCES` messages. A foreign fold
            says of no sentence where it comes from: it has none, but in a view the sentences that
            come nearest.
        level: 0 for a headline (short phrases of up to twelve messages), 1 for a sentence, 2 for a
            highlight that is carried word for word.
        id: Minted by the store; empty before.
        tokens: Of the text, by the store's counter; -1 before.
        positions: Positions of the source messages, ascending; empty before it is stored.
    """

    text: str
    spans: tuple[Span, ...]
    level: int = 1
    id: str = field(default="", compare=False)
    tokens: int = field(default=-1, compare=False)
    positions: tuple[int, ...] = field(default=(), compare=False)

    @property
    def line(self) -> str:
        """As it is read everywhere: on one line; a highlight word for word in quotation marks."""
        if self.level == VERBATIM:
            return f"“{self.text}”"
        return self.text if len(self.text.splitlines()) < 2 else " ".join(self.text.split())

    @property
    def sources(self) -> tuple[str, ...]:
        """Ids of the source messages, each once, in the order of the spans."""
        return tuple(dict.fromkeys(span.message for span in self.spans))


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """What making a fold cost."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0

    def __add__(self, other: Price) -> Price:
        """Both together."""
        return Price(
            calls=self.calls + other.calls,
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold:
    """A fold of one cluster, or of a run of a view.

    Attributes:
        root: Position of the cluster's root: its earliest unit's first message. Of a foreign fold
            its first source, else the message that holds its summary.
        sources: Ids of all messages of the cluster, by position. Of a foreign fold the messages
            that it replaced; empty where its tool does not say.
        claims: In order of their first span's position, headlines first. Of a foreign fold its
            summary, without spans; none where the summary cannot be read; in a view its sentences,
            in their order.
        method: `extractive`, `model`, `person` (a draft that a person edited), or `foreign`: made
            by another tool, read from a transcript.
        state: `pending` until its claims are made and checked.
        generation: Number of units in the cluster when it was made; 0 for foreign ones.
        tokens: Tokens of its sources.
        model: Id of the model, empty for extractive ones; of foreign ones the tool's name.
        prompt: Id of the prompt, empty for extractive ones.
        price: What making it cost.
        view: 0 for a fold of the chat's forest; else the number of the view that it was made for,
            or `DRAFT_VIEW`.
        made_from: Of those a hash of all that it was made from, by which it is found again.
        fault: Why it was refused; empty where it was not.
        id: Minted by the store; empty before.
    """

    root: int
    sources: tuple[str, ...]
    claims: tuple[Claim, ...]
    method: FoldMethod
    state: FoldState
    generation: int
    tokens: int = 0
    model: str = ""
    prompt: str = ""
    price: Price = Price()
    view: int = 0
    made_from: str = ""
    fault: str = ""
    id: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Compaction:
    """What another tool put in place of messages that it left out: someone else's fold.

    Attributes:
        tool: Which one, by the name of its format.
        text: Its summary; empty where that is encrypted, or was never written.
        message: Id of the message that holds the summary; None where none does.
        sources: Ids of the messages that it replaced, by position; None where that is not known.
        view: Name of the view in which it is to stand in their place; empty for none.
    """

    tool: str
    text: str = ""
    message: str | None = None
    sources: tuple[str, ...] | None = None
    view: str = ""

    @property
    def unreadable(self) -> bool:
        """Whether there is no text to judge; what it kept is then not known."""
        return not self.text.strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldKey:
    """Which cluster a fold stands for, without its claims."""

    id: str
    root: int
    generation: int
    method: FoldMethod


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ClaimColumns:
    """The claims of a conversation's folds, column by column, without their texts.

    Arrays have length n. `source_counts[i]` says how many of `sources` belong to claim i.

    Attributes:
        fold: Number of the fold in its conversation.
        number: Of the claim in its fold; with `fold` it names the claim.
        level: 0 for a headline.
        tokens: Of the text.
        sources: Positions of the source messages, claim after claim, ascending within each.
        source_counts: How many sources each claim has.
    """

    fold: NDArray[np.int64]
    number: NDArray[np.int64]
    level: NDArray[np.int64]
    tokens: NDArray[np.int64]
    sources: NDArray[np.int32]
    source_counts: NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """One entry of the merge log: unit `a` joined the cluster of unit `b`.

    Units are named by the position of their first message. Roots are derived from the log.

    Attributes:
        a: The later unit.
        b: The earlier unit.
        score: Similarity at the time, rounded to 6 places.
        reason: `similar`, `correction`, `forced` (classic policy), or `person`.
        withdrawn_by: Who withdrew it; empty while it holds.
        id: Minted by the store; empty before.
    """

    a: int
    b: int
    score: float
    reason: str
    withdrawn_by: str = ""
    id: str = field(default="", compare=False)

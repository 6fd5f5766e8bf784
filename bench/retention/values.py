"""What the retention bench asks about: dialogues, their turns and their questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

Role: TypeAlias = Literal["user", "assistant", "tool"]

UNANSWERABLE = "unanswerable"
"""Category of the questions that the dialogue does not answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One message.

    Attributes:
        role: Who speaks, as a model's interface sees it.
        speaker: A name; the role where nobody is named.
        text: What is said; of a tool its output, of a call its arguments.
        at: When, an aware time.
        when: The same as people read it.
        tool: Name of the tool that the turn calls or whose output it is; empty for speech.
        call: Id that joins a call with its output.
    """

    role: Role
    speaker: str
    text: str
    at: datetime
    when: str
    tool: str = ""
    call: str = ""

    @property
    def line(self) -> str:
        """The turn as a context shows it."""
        return f"[{self.when}] {self.said}"

    @property
    def said(self) -> str:
        """The turn without its time: what is indexed."""
        if self.tool and self.role == "assistant":
            return f"{self.speaker}: calls {self.tool} {self.text}"
        return f"{self.speaker}: {self.text}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question with what answers it.

    Attributes:
        id: Unique within its dialogue.
        text: What is asked.
        category: What makes it easy or hard.
        evidence: Indexes of the turns that together hold the answer; none where nothing does.
        answers: What the evidence must show, all of it; the value asked for comes first.
        stale: Values that the first answer replaced.
        stale_at: For each the index of the turn that states it.
        wants_old: Whether the question asks for a value that was replaced.
        keys: What a line must name to count as evidence in other words; empty where nothing else
            than the evidence itself counts.
        lures: Indexes of turns that look like the evidence of a question without any.
    """

    id: str
    text: str
    category: str
    evidence: tuple[int, ...] = ()
    answers: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    stale_at: tuple[int, ...] = ()
    wants_old: bool = False
    keys: tuple[str, ...] = ()
    lures: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialogue:
    """A long conversation and what is asked about it.

    Attributes:
        name: Unique within a run.
        source: Which collection it belongs to; figures are given by collection.
        turns: In order.
        questions: In the order in which they are asked.
        by_turns: Whether only the evidence turns themselves count, as for collections whose
            answers are not worded as the evidence is.
        filler: Share of the messages that say nothing; None where nobody knows.
    """

    name: str
    source: str
    turns: Sequence[Turn]
    questions: Sequence[Question]
    by_turns: bool = False
    filler: float | None = None

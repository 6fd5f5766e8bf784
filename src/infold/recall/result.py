"""A context as its caller sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np

from infold.core.messages import Message
from infold.errors import NotFound
from infold.recall.accounting import REASONS, STATES, Ledger, Reason, State
from infold.recall.layout import Layout

_IN_SCOPE: Final = "infold show CONVERSATION lists the messages and their positions."


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What a model is given for a question, and what became of every message in scope.

    Attributes:
        text: The context as one text: head, hot window, evidence.
        messages: The same in the form of the OpenAI interface; tool calls stand with all their
            results, evidence is the last message.
        sources: What is shown of each record: `id`, `position`, `part`, `start`, `end` (characters
            of the part's text), in the order in which they are read.
        claims: Claims shown: `fold`, `claim`, `text`, `spans`.
        replaced: What is shown with a mark because it no longer holds: `id`, `position`, `part`,
            `start`, `end` of the old value, `was` as written, `by` what holds now (empty where it
            was taken back), `by_position`, and the `record` that says so (empty before a job has
            stored it).
        states: State → list of [first, last] positions.
        accounting: Messages `total`, `raw`, `extracted`, `folded`, `omitted`; `tokens` of the text.
        omissions: Reason → messages omitted for it.
        budget: Tokens that it was made for.
        layout: How it is laid out.
        prefix: The text up to the evidence: what a provider's prompt cache can keep.
        attachments: Images and files that are sent by reference: `id`, `position`, `part`, `kind`,
            `digest`, `uri`, `name`, `size`.
        facts: What is known about the user from elsewhere and shown: `id`, `text`, `kind`,
            `confidence`, `said`.
        materials: Documents that are in on the path, and what became of each: `id`, `name`, `state`
            (`whole`, `shortened` or `omitted`), `tokens` shown, `reason` where not all of it is.
        quotes: Messages that are quoted on the path; likewise.
        dropped: Folds in scope of whose sources some were dropped: `fold`, `on` (the day),
            `positions` of the messages without their texts. Their claims are all that is left.
    """

    text: str
    messages: list[dict[str, Any]]
    sources: list[dict[str, Any]]
    claims: list[dict[str, Any]]
    replaced: list[dict[str, Any]]
    states: dict[str, list[list[int]]]
    accounting: dict[str, int]
    omissions: dict[str, int]
    budget: int
    layout: Layout
    prefix: str
    attachments: list[dict[str, Any]]
    _ledger: Ledger = field(repr=False, compare=False)
    _loaded: Mapping[str, int] = field(repr=False, compare=False)
    _locate: Callable[[str], int | None] | None = field(default=None, repr=False, compare=False)
    facts: list[dict[str, Any]] = field(default_factory=list)
    materials: list[dict[str, Any]] = field(default_factory=list)
    quotes: list[dict[str, Any]] = field(default_factory=list)
    dropped: list[dict[str, Any]] = field(default_factory=list)

    def state(self, position: int) -> State:
        """State of the message at a position.

        Raises:
            NotFound: It is not in scope.
        """
        return STATES[int(self._ledger.state[self._place(position)])]

    def why(self, message: int | str | Message) -> str:
        """Say in words what became of a message.

        Args:
            message: Its position, its id, or the message itself.

        Raises:
            NotFound: It is not in scope.
        """
        name = message.id if isinstance(message, Message) else message
        position = name if isinstance(name, int) else self._position(name)
        place = self._place(position)
        state = STATES[int(self._ledger.state[place])]
        match state:
            case "raw":
                why = "all its text is shown"
            case "extracted":
                why = "a stretch of it is shown as evidence"
            case "folded":
                texts = [
                    claim["text"]
                    for claim in self.claims
                    if any(span["position"] == position for span in claim["spans"])
                ]
                why = f"it is a source of the claim “{texts[0]}”"
            case "omitted":
                why = REASONS[self._ledger.reason(place)]
        told = f"Message {position} is {state}: {why}."
        days = [one["on"] for one in self.dropped if position in one["positions"]]
        return f"{told} Its text was dropped on {days[0]}." if days else told

    def beside(self, hidden: Mapping[int, tuple[State, Reason]]) -> Context:
        """The context with messages in scope that it was not chosen from.

        Args:
            hidden: Position → state and reason; none that the context accounts for.
        """
        if not hidden:
            return self
        ledger = self._ledger.beside(hidden)
        return replace(
            self,
            states=ledger.ranges(),
            accounting=ledger.counts() | {"tokens": self.accounting["tokens"]},
            omissions=ledger.omissions(),
            _ledger=ledger,
        )

    def to_json(self) -> dict[str, Any]:
        """The context as plain data."""
        return {
            "text": self.text,
            "messages": self.messages,
            "sources": self.sources,
            "claims": self.claims,
            "replaced": self.replaced,
            "states": self.states,
            "accounting": self.accounting,
            "omissions": self.omissions,
            "attachments": self.attachments,
            "facts": self.facts,
            "materials": self.materials,
            "quotes": self.quotes,
            "dropped": self.dropped,
            "budget": self.budget,
            "layout": self.layout,
        }

    def _position(self, message: str) -> int:
        position = self._loaded.get(message)
        if position is None and self._locate is not None:
            position = self._locate(message)
        if position is None:
            raise NotFound(
                f"No message {message!r:.60} in the scope of this context.", hint=_IN_SCOPE
            )
        return position

    def _place(self, position: int) -> int:
        path = self._ledger.path
        place = int(np.searchsorted(path, position))
        if place == len(path) or int(path[place]) != position:
            raise NotFound(
                f"Position {position} is not in the scope of this context.", hint=_IN_SCOPE
            )
        return place

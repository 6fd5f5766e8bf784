"""What became of every message in scope (law 3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from infold.core.forward import Flag
from infold.recall.field import Field

State: TypeAlias = Literal["raw", "extracted", "folded", "omitted"]
STATES: Final[tuple[State, ...]] = ("omitted", "folded", "extracted", "raw")
"""From the lowest to the highest: a message has the highest that holds."""

Reason: TypeAlias = Literal[
    "over_budget",
    "filler",
    "orphan",
    "unanswered",
    "archived",
    "another_version",
    "in_a_fold",
    "dropped",
]
REASONS: Final[dict[Reason, str]] = {
    "over_budget": "there was no room for it, or it ranked below what is shown",
    "filler": "it is filler: it says nothing that could be looked for",
    "orphan": "it is a tool's result whose call is not in scope",
    "unanswered": "it is a tool call without its results, or a result beside such a call",
    "archived": "it is archived",
    "another_version": "another version of it is shown in its place",
    "in_a_fold": "it stands in a fold of the view, and no claim that is shown comes from it",
    "dropped": "its text was dropped, and no claim that is shown comes from it",
}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ledger:
    """One state for each message of a path.

    Attributes:
        path: (n,) positions in scope, ascending.
        state: (n,) indexes into `STATES`.
        reasons: Place → why it is omitted, where that is neither its length nor its being filler.
        filler: (n,) whether a message is filler.
    """

    path: NDArray[np.int64]
    state: NDArray[np.int8]
    reasons: dict[int, Reason]
    filler: NDArray[np.bool_]

    def counts(self) -> dict[str, int]:
        """Messages in each state, and `total`."""
        numbers = np.bincount(self.state, minlength=len(STATES)).tolist()
        return {"total": len(self.path)} | {
            name: numbers[code] for code, name in reversed(list(enumerate(STATES)))
        }

    def ranges(self) -> dict[str, list[list[int]]]:
        """State → [first, last] positions; nothing of another state or out of scope between."""
        out: dict[str, list[list[int]]] = {name: [] for name in reversed(STATES)}
        if not len(self.path):
            return out
        breaks = np.flatnonzero((np.diff(self.path) != 1) | (np.diff(self.state) != 0))
        first = np.r_[0, breaks + 1]
        last = np.r_[breaks, len(self.path) - 1]
        codes = self.state[first].tolist()
        spans = zip(self.path[first].tolist(), self.path[last].tolist(), strict=True)
        for code, (start, end) in zip(codes, spans, strict=True):
            out[STATES[code]].append([start, end])
        return out

    def omissions(self) -> dict[str, int]:
        """Reason → messages that are omitted for it; they add up to `omitted`."""
        omitted = self.state == 0
        out: dict[str, int] = dict.fromkeys(REASONS, 0)
        for place, reason in self.reasons.items():
            if omitted[place]:
                out[reason] += 1
                omitted[place] = False
        out["filler"] += int((omitted & self.filler).sum())
        out["over_budget"] += int((omitted & ~self.filler).sum())
        return {reason: count for reason, count in out.items() if count}

    def beside(self, hidden: Mapping[int, tuple[State, Reason]]) -> Ledger:
        """The ledger with messages in scope that no part of the context was chosen from.

        Args:
            hidden: Position → state and reason; none of the path.
        """
        positions = np.concatenate([self.path, np.fromiter(hidden, np.int64, len(hidden))])
        codes = [STATES.index(state) for state, _ in hidden.values()]
        state = np.concatenate([self.state, np.array(codes, np.int8)])
        filler = np.concatenate([self.filler, np.zeros(len(hidden), np.bool_)])
        order = np.argsort(positions, kind="stable")
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order))
        reasons = {int(place[one]): reason for one, reason in self.reasons.items()}
        first = len(self.path)
        for offset, (_, reason) in enumerate(hidden.values()):
            reasons[int(place[first + offset])] = reason
        return Ledger(
            path=positions[order], state=state[order], reasons=reasons, filler=filler[order]
        )

    def reason(self, place: int) -> Reason:
        """Why a message that is omitted is."""
        if place in self.reasons:
            return self.reasons[place]
        return "filler" if self.filler[place] else "over_budget"


def account(
    field: Field,
    *,
    raw: Iterable[int],
    extracted: Iterable[int],
    folded: Iterable[int],
    reasons: dict[int, Reason],
) -> Ledger:
    """Give every message of a path its state; the highest wins.

    Args:
        field: The path.
        raw: Places of messages all of whose texts are shown.
        extracted: Places of messages of which a stretch is shown.
        folded: Places of the sources of claims that are shown.
        reasons: Place → a reason of its own for being omitted.
    """
    state = np.zeros(len(field), np.int8)
    for code, places in ((1, folded), (2, extracted), (3, raw)):
        state[list(places)] = code
    made = Ledger(path=field.path, state=state, reasons=reasons, filler=field.has(Flag.FILLER))
    return made if field.is_ascending else made.beside({})

"""The context of a question in a view: the same path, its folded runs as their claims.

Where texts of the path were dropped, the claims that stand on them are shown in the same way.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from infold.core.folds import VERBATIM
from infold.core.forward import ROLE_CODE, Flag
from infold.core.messages import Message
from infold.core.scope import Scope
from infold.core.tokens import TokenCounter
from infold.engine.caches import View
from infold.engine.viewing import Closed, standing_on
from infold.recall.accounting import Reason, State
from infold.recall.ancestry import FoldedRun, chosen, claim_line, exact
from infold.recall.budget import Budget
from infold.recall.context import Context, finish, prepare
from infold.recall.dropped import DroppedRun, asked_first, shown_of
from infold.recall.field import Field
from infold.recall.foldmap import NO_FOLDS, ClaimKey, FoldTable, MapClaim
from infold.recall.layout import Layout
from infold.recall.query import Query
from infold.recall.replaced import Replaced
from infold.store.protocol import Reader
from infold.text.analysis import analyze

__all__ = ["Folded", "beside"]

_ARCHIVED: Final[tuple[State, Reason]] = ("omitted", "archived")
_OUTDATED: Final[tuple[State, Reason]] = ("omitted", "another_version")
_SHARE: Final = 0.35
"""Of a budget that cannot hold the whole view: what the claims of its folds take at least."""
_LABELLED: Final = 1.15
"""Tokens of messages with their labels, for each of their own."""
_MARGIN: Final = 40


def beside(seen: View) -> dict[int, tuple[State, Reason]]:
    """What stands on a path and is not chosen from: position → state and reason."""
    hidden = dict.fromkeys(seen.hidden.tolist(), _ARCHIVED)
    return hidden | dict.fromkeys(seen.outdated.tolist(), _OUTDATED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Folded:
    """A path with its folded runs.

    Attributes:
        reader: The snapshot.
        scope: Whose.
        conversation: Its id.
        field: What is shown of the path.
        runs: What stands in the place of the rest.
        beside: What else is in scope and not chosen from, by position.
        pinned: Positions of pinned messages.
        gone: Folds of whose sources some were dropped, as far as they may be shown here.
        gone_at: For each of these the place in the field before which it stands.
        dropped: Positions in scope whose texts were dropped, ascending.
        behind: How many messages of the field stand before the last of these.
        map: The folds of the chat itself, where no view is asked in.
        read: Gives the claims that the map names.
    """

    reader: Reader
    scope: Scope
    conversation: str
    field: Field
    runs: tuple[FoldedRun, ...]
    beside: Mapping[int, tuple[State, Reason]]
    pinned: tuple[int, ...]
    gone: tuple[DroppedRun, ...] = ()
    gone_at: tuple[int, ...] = ()
    dropped: tuple[int, ...] = ()
    behind: int = 0
    map: FoldTable = NO_FOLDS
    read: Callable[[tuple[ClaimKey, ...]], Sequence[MapClaim]] = lambda _: ()

    @classmethod
    def on(
        cls,
        reader: Reader,
        scope: Scope,
        conversation: str,
        seen: View,
        closed: Sequence[Closed],
        *,
        gone: Sequence[DroppedRun] = (),
        read: Callable[[tuple[ClaimKey, ...]], Sequence[MapClaim]] = lambda _: (),
    ) -> Folded:
        """Fold a path.

        A fold counts where all of its messages that are not archived are on the path: so a claim is
        shown only where all its sources are in scope, and who asks from inside a folded run sees
        that run. Below its last message is not inside. Role prompts, images and files stay as they
        are.
        """
        path, snapshot = seen.field.path, seen.field.snapshot
        stays = (snapshot.role == ROLE_CODE["system"]) | (
            (snapshot.flags & int(Flag.ATTACHMENT)) != 0
        )
        end = int(path[-1]) if len(path) else -1
        found = []
        hidden = np.zeros(len(snapshot), np.bool_)
        for one in standing_on(closed, set(path.tolist()), set(seen.state.archived)):
            if end in one.positions[:-1]:
                continue
            members = np.array(one.positions, np.int64)
            away = members[~stays[members]]
            hidden[away] = True
            where = dict(zip(one.fold.sources, one.positions, strict=True))
            claims = tuple(
                MapClaim(
                    fold=one.fold.id,
                    claim=claim,
                    positions=tuple(where[span.message] for span in claim.spans),
                )
                for claim in one.fold.claims
                if claim.level
            )
            found.append((members, away, claims))
        kept = ~hidden[path]
        shown = np.zeros(len(snapshot), np.bool_)
        shown[path[kept]] = True
        # For each message of the path the place in the field before which it would stand.
        place = np.zeros(len(snapshot), np.int64)
        place[seen.way] = np.cumsum(shown[seen.way]) - shown[seen.way]
        left = shown_of(gone, set(seen.dropped.tolist()), set(path.tolist()))
        runs = [
            FoldedRun(at=int(place[members].min()), members=tuple(away.tolist()), claims=claims)
            for members, away, claims in found
        ]
        return cls(
            reader=reader,
            scope=scope,
            conversation=conversation,
            field=Field(snapshot, path[kept]),
            runs=tuple(sorted(runs, key=lambda run: run.at)),
            beside=beside(seen),
            pinned=seen.pinned,
            gone=tuple(left),
            gone_at=tuple(int(place[list(one.members)].min()) for one in left),
            dropped=tuple(seen.dropped.tolist()),
            behind=_before_last(seen, hidden),
            map=NO_FOLDS if runs else seen.map.table,
            read=read,
        )

    def context(
        self,
        query: Query,
        budget: Budget,
        *,
        layout: Layout,
        replaced: Replaced,
        counter: TokenCounter,
        locate: Callable[[str], int | None],
    ) -> Context:
        """The context: all of the view in its order where that fits, else what the question needs.

        Raises:
            IrreducibleContext: What must be there does not fit.
        """
        claims = [claim for run in self.runs for claim in run.claims]
        left = [claim for run in self.gone for claim in run.claims]
        whole = int(self.field.tokens.sum())
        whole += sum(max(0, one.claim.tokens) for one in [*claims, *left])
        made: Context | None = None
        if whole <= budget.tokens:
            made = exact(
                self.field,
                {m.position: m for m in self._messages(self.field.path.tolist())},
                self._in_order(),
                budget=budget,
                counter=counter,
                replaced=replaced,
                locate=locate,
            )
        if made is None:
            draft = prepare(
                self.field,
                query=query,
                budget=budget,
                layout=layout,
                folds=self.map,
                replaced=replaced,
                pinned=self.pinned,
                behind=self.behind,
            )
            rest = budget.tokens - int(_LABELLED * int(self.field.tokens.sum())) - _MARGIN
            room = max(int(_SHARE * budget.tokens), rest)
            sizes = [counter.count(claim_line(claim, replaced)) for claim in claims]
            kept = list(self.read(draft.claims)) if draft.claims else []
            kept += chosen(claims, _scores(query.text, claims), sizes, room)
            sizes = [counter.count(claim_line(claim, replaced)) for claim in left]
            kept += asked_first(left, _scores(query.text, left), sizes, budget.tokens)
            loaded = {m.position: m for m in self._messages(draft.needs)}
            made = finish(draft, loaded, counter, claims=kept, locate=locate)
        said = {span["position"] for claim in made.claims for span in claim["spans"]}
        hidden: dict[int, tuple[State, Reason]] = {
            position: ("folded", "in_a_fold") if position in said else ("omitted", "in_a_fold")
            for run in self.runs
            for position in run.members
        }
        hidden |= {
            position: ("folded" if position in said else "omitted", "dropped")
            for position in self.dropped
        }
        told = [
            {"fold": run.fold, "on": run.on, "positions": list(run.members)} for run in self.gone
        ]
        return replace(made.beside(hidden | dict(self.beside)), dropped=told)

    def _in_order(self) -> list[FoldedRun]:
        """The runs of the view, and what is left of dropped texts, as they are read."""
        gone = [
            FoldedRun(at=at, members=run.members, claims=run.claims)
            for at, run in zip(self.gone_at, self.gone, strict=True)
        ]
        return sorted([*self.runs, *gone], key=lambda run: run.at)

    def _messages(self, positions: Sequence[int]) -> list[Message]:
        return self.reader.messages(self.scope, self.conversation, positions)


def _before_last(seen: View, hidden: NDArray[np.bool_]) -> int:
    """How many messages that are shown are read before the last one whose text was dropped."""
    if not len(seen.dropped):
        return 0
    last = int(np.flatnonzero(np.isin(seen.way, seen.dropped))[-1])
    before = seen.way[:last]
    kept = ~hidden[before] & ~np.isin(before, seen.dropped)
    return int(kept.sum())


def _scores(question: str, claims: Sequence[MapClaim]) -> list[float]:
    """How much each claim says of what is asked, rare words more; highlights before all."""
    words = [frozenset(analyze(claim.claim.text)) for claim in claims]
    held = Counter(word for one in words for word in one)
    asked = frozenset(analyze(question))
    weight = {word: math.log(1 + len(claims) / held[word]) for word in asked if held[word]}
    return [
        round(math.fsum(sorted(weight[word] for word in one & asked if word in weight)), 9)
        + (1000.0 if claim.claim.level == VERBATIM else 0.0)
        for one, claim in zip(words, claims, strict=True)
    ]

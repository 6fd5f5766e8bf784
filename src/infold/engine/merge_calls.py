"""The calls of `Infold` that merge facts which say the same, and take merges apart."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final, cast

from infold.core.scope import Scope
from infold.engine import merged_facts
from infold.engine.fact_changes import FactChanges
from infold.engine.fact_events import the_fact
from infold.engine.fact_folds import BLOCK, plan_fold_old
from infold.engine.merge_models import CALLS
from infold.engine.merge_plans import PAIRS, MergePlan, plan_merge
from infold.errors import UsageError
from infold.memory.merging import Merge
from infold.memory.standing import KnownFact, known
from infold.store.protocol import Writer

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = ["MergeCalls", "MergeReceipt", "MergeRound", "Unmerged"]

_LEAST_BLOCK: Final = 2
_AT_ONCE: Final = 50
"""Merges of one transaction: a few hundred rows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmerged:
    """Facts of a plan that were not merged after all.

    Attributes:
        members: Their ids.
        reason: Why not, in words.
    """

    members: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeReceipt:
    """What was merged; ids only.

    Attributes:
        scope: Whose facts.
        at: When.
        merged: Ids of the facts that stand for others now → ids of those others.
        left: What was not merged, and why.
    """

    scope: Scope
    at: datetime
    merged: tuple[tuple[str, tuple[str, ...]], ...]
    left: tuple[Unmerged, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeRound:
    """What a round over all users merged.

    Attributes:
        users: How many were looked at whole.
        receipts: Of those who had anything to merge.
        next: The user and the number of the fact behind which the next round goes on; None where
            all were looked at.
    """

    users: int
    receipts: tuple[MergeReceipt, ...]
    next: tuple[str, int] | None = None


class MergeCalls(FactChanges):
    """Merging: a plan, its application, and the way back."""

    def plan_merge(
        self,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        after: int = 0,
        pairs: int = PAIRS,
        seconds: float | None = None,
        near: bool | None = None,
        calls: int = CALLS,
    ) -> MergePlan:
        """Which facts of a user say the same and would become one; nothing is written.

        Facts are merged only where every pair is alike (0.85 or more, by words or vectors), holds
        the same literals with the same status, and speaks of the same slot and value, or of none.

        Args:
            user: Whose.
            agent: Narrows the scope. Facts of different agents or sessions are never merged.
            session: Likewise.
            after: Look only at pairs whose later fact is behind this number: `next` of a plan that
                stopped early.
            pairs: Stop after comparing so many.
            seconds: Stop after so much time; without it the same store gives the same plan.
            near: Look at all pairs whose vectors are near, too, to say what looks alike and stays
                apart: a matrix product over all facts. Left out, for users of up to 5,000 facts,
                and where a model is asked.
            calls: Questions to the model that folds, where one is configured: whether differently
                worded facts that nothing else tells apart say the same. What it writes is checked;
                0 asks nobody. While it answers, anybody may write.

        Returns:
            The plan. Linear in the facts but for `near`.

        Raises:
            UsageError: A budget of less than one pair.
        """
        if pairs < 1:
            raise UsageError(f"A plan of {pairs} pairs finds nothing.", hint="Give 1 or more.")
        scope = self.scope(user, agent=agent, session=session)
        return plan_merge(
            cast("Infold", self),
            scope,
            after=after,
            pairs=pairs,
            seconds=seconds,
            near=near,
            calls=calls,
        )

    def plan_fold_old(
        self,
        *,
        user: str | None = None,
        most: int | None = None,
        block: int = BLOCK,
    ) -> MergePlan:
        """Which old facts would become folds, where a user has more than a limit.

        The oldest by when they were last said, confirmed or used; never what is pinned, expires,
        ends, or is a value of a named slot such as `city`. Their statements stand side by side,
        word for word; `merge` applies the plan, `expand_fact` and `unmerge` are the way back.

        Args:
            user: Whose.
            most: Live facts up to which nothing is folded; four fifths of the user's cap where left
                out, and nothing where there is no cap.
            block: Facts of a fold.

        Returns:
            A plan of as many folds as bring the user's facts to the limit, the oldest first; facts
            of different agents, sessions and trust never share one.

        Raises:
            UsageError: A limit below 1, or a block of less than two.
        """
        if (most is not None and most < 1) or block < _LEAST_BLOCK:
            raise UsageError(
                f"A limit of {most} and blocks of {block} fold nothing.",
                hint="Give a limit of 1 or more, and blocks of 2 or more.",
            )
        scope = self.scope(user)
        limit = self.retention.fold_limit_of(scope.user) if most is None else most
        return plan_fold_old(cast("Infold", self), scope, most=limit, block=block)

    def merge(self, plan: MergePlan, *, by: str = "rule") -> MergeReceipt:
        """Merge what a plan says. Facts that changed since it was made are left as they are.

        What is merged stays and can be seen (`expand_fact`); `unmerge` brings it back. In chunks,
        each of them one transaction.

        Args:
            plan: From `plan_merge`; all of it, or what is left of it.
            by: Who merges, for the history; what a model wrote is merged by it.
        """
        now, keeper = self.clock.now(), self.keeper
        merged: list[tuple[str, tuple[str, ...]]] = []
        left: list[Unmerged] = []
        for first in range(0, len(plan.merges), _AT_ONCE):
            chunk = plan.merges[first : first + _AT_ONCE]

            def command(
                tx: Writer, chunk: tuple[Merge, ...] = chunk
            ) -> list[tuple[Merge, str, str]]:
                done = [
                    (
                        one,
                        *merged_facts.join(
                            tx,
                            plan.scope,
                            one,
                            keeper=keeper,
                            now=now,
                            by=by if one.by == "rule" else one.by,
                        ),
                    )
                    for one in chunk
                ]
                if any(made for _, made, _ in done):
                    tx.touch(plan.scope)
                return done

            for one, made, reason in self.store.write(command):
                if made:
                    merged.append((made, one.members))
                else:
                    left.append(Unmerged(members=one.members, reason=reason))
        return MergeReceipt(scope=plan.scope, at=now, merged=tuple(merged), left=tuple(left))

    def merge_round(
        self,
        *,
        begin: tuple[str, int] | None = None,
        pairs: int = PAIRS,
        seconds: float | None = None,
        calls: int = 0,
        by: str = "rule",
    ) -> MergeRound:
        """Merge what says the same, user by user, within one budget for all: a step of its own.

        Args:
            begin: Where to begin: `next` of a round that stopped.
            pairs: Stop after comparing so many, in all.
            seconds: Stop after so much time.
            calls: Questions to a model, in all.
            by: Who merges, for the history.

        Returns:
            What was merged, and where the next round goes on.

        Raises:
            UsageError: A budget of less than one pair.
        """
        if pairs < 1:
            raise UsageError(f"A round of {pairs} pairs finds nothing.", hint="Give 1 or more.")
        started = time.monotonic()
        with self.store.read() as reader:
            users = [scope.user for scope, _ in reader.fact_users(self._space)]
        first, after = begin or ("", 0)
        receipts: list[MergeReceipt] = []
        compared = asked = looked = 0
        for user in (one for one in users if one >= first):
            reached: int | None = after if user == first else 0
            while reached is not None:
                left = None if seconds is None else seconds - (time.monotonic() - started)
                if compared >= pairs or (left is not None and left <= 0.0):
                    return MergeRound(users=looked, receipts=tuple(receipts), next=(user, reached))
                plan = self.plan_merge(
                    user=user,
                    after=reached,
                    pairs=pairs - compared,
                    seconds=left,
                    calls=calls - asked,
                )
                compared, asked = compared + plan.pairs, asked + plan.asked
                if plan.merges:
                    receipts.append(self.merge(plan, by=by))
                reached = plan.next
            looked += 1
        return MergeRound(users=looked, receipts=tuple(receipts))

    @property
    def _space(self) -> str:
        return self.scope().space

    def expand_fact(self, fact: str, *, user: str | None = None) -> list[KnownFact]:
        """The facts that one stands for, as they are kept; none where it stands for itself.

        Raises:
            NotFound: No such fact of this user.
            Conflict: It was purged.
        """
        scope, now = self.scope(user), self.clock.now()
        with self.store.read() as reader:
            the_fact(reader, scope, fact)
            rows = merged_facts.members_of(reader, scope, fact)
        return [known(row.fact, row.standing, now, self.retention) for row in rows]

    def unmerge(self, fact: str, *, user: str | None = None, by: str = "person") -> list[KnownFact]:
        """Take a merge apart: its members are as they were, and it is hidden.

        Args:
            fact: The fact that stands for others.
            user: Whose.
            by: Who does it, for the history.

        Returns:
            The members.

        Raises:
            NotFound: No such fact of this user.
            Conflict: It stands for no others, was deleted, or was merged into another itself.
        """
        scope, now, keeper = self.scope(user), self.clock.now(), self.keeper

        def command(tx: Writer) -> list[KnownFact]:
            rows = merged_facts.take_apart(tx, scope, fact, keeper=keeper, now=now, by=by)
            tx.touch(scope)
            return [known(row.fact, row.standing, now, self.retention) for row in rows]

        return self.store.write(command)

    def preview_unmerge(self, fact: str, *, user: str | None = None) -> list[KnownFact]:
        """What `unmerge` would change; nothing is written. Raises as it does."""
        scope, now, keeper = self.scope(user), self.clock.now(), self.keeper

        def command(tx: Writer) -> None:
            merged_facts.take_apart(tx, scope, fact, keeper=keeper, now=now, by="")

        return self.preview(scope, command)

    def undo_merge(self, receipt: MergeReceipt, *, by: str = "person") -> list[str]:
        """Take apart all that a receipt names, in one transaction.

        Returns:
            Ids of the facts that are as they were.

        Raises:
            Conflict: One of its merges was deleted, or merged into another since.
        """
        now, keeper = self.clock.now(), self.keeper

        def command(tx: Writer) -> list[str]:
            back: list[str] = []
            for made, members in reversed(receipt.merged):
                merged_facts.take_apart(tx, receipt.scope, made, keeper=keeper, now=now, by=by)
                back += members
            tx.touch(receipt.scope)
            return back

        return self.store.write(command)

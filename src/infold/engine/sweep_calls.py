"""The calls of `Infold` that sweep: plan, simulate, apply, undo, purge."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, cast

from infold.core.scope import Scope
from infold.engine.kept_retention import follow
from infold.engine.opened import Opened
from infold.errors import Conflict, UsageError
from infold.memory.times import instant
from infold.store.protocol import Store, Writer

if TYPE_CHECKING:
    from infold.engine.memory import Infold
    from infold.engine.sweep_plans import SweepPlan
    from infold.engine.sweep_records import SweepProgress, SweepReceipt
    from infold.engine.sweeping import Sweeper

__all__ = ["SweepCalls"]


class SweepCalls(Opened):
    """What `infold.engine.memory.Infold` offers to keep a memory small.

    Sweeping is not what every program does: the code is loaded by the first call.
    """

    def plan_sweep(
        self,
        *,
        user: str | None = None,
        all_users: bool = False,
        as_of: datetime | str | None = None,
        merges: bool = False,
    ) -> SweepPlan:
        """What a sweep would do: iterate over it, or ask for its `totals`. Nothing is written.

        Args:
            user: Whose facts; the settings' user where left out.
            all_users: Those of every user instead.
            as_of: The sweep's clock, up to now; now where left out.
            merges: List also which of a user's facts would become one. That takes as long as
                `plan_merge`, and `merge` does it: a sweep does not.

        Returns:
            A stream of items, each with its action and the reason in words. `apply` does it.

        Raises:
            UsageError: An impossible time, one to come (`simulate` takes it), or both a user and
                all of them.
            Conflict: The store was opened with another retention since.
        """
        now = self.clock.now()
        at = now if as_of is None else instant(as_of, name="as_of")
        if at > now:
            raise UsageError(
                f"as_of {at.isoformat()} has not come yet.",
                hint="simulate says what a sweep would do then; it cannot be applied.",
            )
        plan = self._plan(user, all_users, at, is_simulated=False)
        if not merges:
            return plan
        from infold.engine.sweep_merges import merge_items

        return replace(plan, more=(partial(merge_items, cast("Infold", self)),))

    def simulate(
        self,
        at: datetime | str,
        *,
        user: str | None = None,
        all_users: bool = False,
    ) -> SweepPlan:
        """What a sweep would do at any moment, with the facts as they are now.

        Args:
            at: The moment.
            user: Whose facts; the settings' user where left out.
            all_users: Those of every user instead.

        Returns:
            As `plan_sweep`; it cannot be applied.

        Raises:
            UsageError: An impossible time, or both a user and all of them.
        """
        return self._plan(user, all_users, instant(at, name="the time"), is_simulated=True)

    def apply(
        self, plan: SweepPlan, *, drop: bool = False, progress: SweepProgress | None = None
    ) -> SweepReceipt:
        """Carry a plan out, in chunks of at most a thousand facts, each a transaction.

        What was pinned, used or confirmed since it was made is respected. Where it is killed, the
        next sweep of the same scope goes on behind the last whole chunk; a sweep that was broken
        off is finished first, by its own clock.

        Args:
            plan: Of `plan_sweep`.
            drop: Do also what the plan drops, by the policy `drop_days`: texts that nothing brings
                back. Where left out, they stay; scheduled sweeps never drop.
            progress: Told after each chunk.

        Returns:
            What was done, in numbers; `undo` takes it back, but for what was purged or dropped.

        Raises:
            UsageError: The plan is a simulation, or none.
            Conflict: Somebody is sweeping there.
        """
        from infold.engine.sweep_plans import SweepPlan

        if not isinstance(plan, SweepPlan):
            raise UsageError(f"{plan!r:.40} is no plan.", hint="Make one with plan_sweep.")
        if plan.is_simulated:
            raise UsageError(
                "A simulation cannot be applied.", hint="Make a plan with plan_sweep instead."
            )
        return self.sweeper(drop=drop).sweep(
            plan.scope, whole=plan.whole, at=plan.at, progress=progress
        )

    def undo(
        self,
        sweep: SweepReceipt | str,
        *,
        dry_run: bool = False,
        progress: SweepProgress | None = None,
    ) -> SweepReceipt:
        """Show again what a sweep hid, until it is purged; vectors come back too.

        Args:
            sweep: Its receipt, its id, or how its id starts.
            dry_run: Only say what would come back, or why nothing can: it is all done in one
                transaction, which is taken back. Nobody else writes meanwhile.
            progress: Told after each chunk.

        Returns:
            With `restored`, `gone` (purged meanwhile) and `left` (changed by somebody since) in its
            counts. A second undo changes nothing.

        Raises:
            UsageError: Neither a receipt nor an id.
            NotFound: No such sweep.
            Conflict: It is under way, or all that it hid has been purged.
        """
        from infold.engine.sweep_records import SweepReceipt
        from infold.engine.sweep_undo import undo_sweep
        from infold.engine.together import on_trial

        if not isinstance(sweep, str | SweepReceipt):
            raise UsageError(
                f"{sweep!r:.40} is no sweep.", hint="Give its receipt or its id: memory.sweeps()."
            )

        def back(store: Store) -> SweepReceipt:
            return undo_sweep(
                store,
                self.space,
                sweep if isinstance(sweep, str) else sweep.id,
                clock=self.clock,
                keeper=self.keeper,
                lease_seconds=self.settings.lease_seconds,
                progress=progress,
            )

        return on_trial(self.store, back) if dry_run else back(self.store)

    def sweeps(self, *, limit: int = 20) -> list[SweepReceipt]:
        """The newest sweeps of the space, newest first, with what each did."""
        from infold.engine.sweep_records import receipt

        with self.store.read() as reader:
            return [receipt(row) for row in reader.sweeps(self.space, limit=limit)]

    def sweep_of(self, sweep: str) -> SweepReceipt:
        """A sweep by its id, or by how its id starts.

        Raises:
            NotFound: There is none, or several fit.
        """
        from infold.engine.sweep_records import receipt
        from infold.engine.sweep_undo import find_sweep

        with self.store.read() as reader:
            return receipt(find_sweep(reader, self.space, sweep))

    def purge(self, fact: str, *, user: str | None = None, by: str = "person") -> bool:
        """Remove a deleted fact for good, before its grace period is over. There is no undo.

        Its text, vectors, sources and history go, from the file too; its id stays, so that it can
        be said that it was purged.

        Args:
            fact: Its id.
            user: Whose.
            by: Who removes it.

        Returns:
            False where old pages of it may still stand in the write-ahead log, because another
            program is reading; the next purge or sweep empties it.

        Raises:
            NotFound: No such fact of this user.
            Conflict: It is not deleted, or was purged before.
        """
        from infold.engine.fact_events import the_fact
        from infold.engine.purging import remove_facts

        scope, keeper, now = self.scope(user), self.keeper, self.clock.now()

        def command(tx: Writer) -> None:
            row = the_fact(tx, scope, fact)
            if row.standing.state not in ("tombstoned", "expired"):
                raise Conflict(
                    f"The fact {fact} is not deleted.",
                    hint="Delete it first: infold delete. Until it is purged it can be restored.",
                    records=[fact],
                )
            remove_facts(tx, scope, [fact], keeper=keeper, now=now, by=by)
            tx.touch(scope)

        self.store.write(command)
        return self.store.shorten_log()

    def sweeper(self, *, drop: bool = False) -> Sweeper:
        """What sweeps this store; it drops texts only where it is told to.

        Raises:
            Conflict: This program asked for another retention than the store was last opened with.
        """
        from infold.engine.dropping import blank_vector
        from infold.engine.sweeping import Sweeper

        follow(self)
        return Sweeper(
            self.store,
            clock=self.clock,
            keeper=self.keeper,
            lease_seconds=self.settings.lease_seconds,
            blank=partial(blank_vector, cast("Infold", self)) if drop else None,
        )

    def _plan(
        self, user: str | None, all_users: bool, at: datetime, *, is_simulated: bool
    ) -> SweepPlan:
        from infold.engine.sweep_plans import SweepPlan

        follow(self)
        if all_users and user is not None:
            raise UsageError(
                f"Both all users and {user!r:.40} were asked for.", hint="Name one, or all."
            )
        return SweepPlan(
            scope=Scope(space=self.space) if all_users else self.scope(user),
            whole=all_users,
            at=at,
            retention=self.retention,
            store=self.store,
            is_simulated=is_simulated,
        )

"""Drafts: what building a plan gives, to be read, edited or dropped before it is applied."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from infold.core.folds import Fold, Price
from infold.errors import NotFound
from infold.fold.fidelity import Fidelity
from infold.graph.condense import CondensePlan, PlannedRun

__all__ = ["BuildStep", "Draft", "Drafts", "Progress"]

DraftState: TypeAlias = Literal["waiting", "ready", "refused", "failed", "dropped"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A run as it would be folded.

    Attributes:
        run: The run.
        state: `waiting` before it is built; `ready`; `refused` where its text does not keep what
            must be kept; `failed` where the model gave no answer; or `dropped` by a person.
        fold: Its claims with their sources; None before, and where the model failed.
        fidelity: What the fold kept of the run; None where that was found out before.
        fault: Why it is refused or failed, in words.
        is_cached: Whether the fold was made before, from the same.
        spent: What was paid for it in these drafts: each call of a model once, whatever became of
            its answer. What was made before, or written by a person, costs nothing.
    """

    run: PlannedRun
    state: DraftState = "waiting"
    fold: Fold | None = None
    fidelity: Fidelity | None = None
    fault: str = ""
    is_cached: bool = False
    spent: Price = field(default_factory=Price)

    @property
    def text(self) -> str:
        """What is read in the place of the run, a claim on a line; what `edit_draft` takes."""
        return (
            "\n".join(claim.line for claim in self.fold.claims if claim.level) if self.fold else ""
        )

    @property
    def tokens(self) -> int:
        """Tokens of what stands in its place; 0 before."""
        if self.fold is None:
            return 0
        return sum(max(0, claim.tokens) for claim in self.fold.claims if claim.level)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Drafts:
    """The drafts of a plan.

    Attributes:
        plan: What they were built from; applied against what it saw.
        drafts: One for each picked run, in topological order.
        is_cancelled: Whether building was stopped.
        left: What was paid for runs that the plan no longer has, since it was made anew.
    """

    plan: CondensePlan
    drafts: tuple[Draft, ...]
    is_cancelled: bool = False
    left: Price = field(default_factory=Price)

    def __getitem__(self, run: str) -> Draft:
        """The draft of a run, by the run's id.

        Raises:
            NotFound: There is none.
        """
        for one in self.drafts:
            if one.run.id == run:
                return one
        raise NotFound(
            f"There is no draft of a run {run}.", hint="Runs are named by their first message."
        )

    @property
    def ready(self) -> tuple[Draft, ...]:
        """Those that can be applied."""
        return tuple(one for one in self.drafts if one.state == "ready")

    @property
    def price(self) -> Price:
        """What all calls of a model for them cost: failed, refused and cancelled ones, too."""
        return sum((one.spent for one in self.drafts), self.left)

    @property
    def saving(self) -> int:
        """Tokens that the ready ones save."""
        return sum(one.run.tokens - one.tokens for one in self.ready)

    def drop(self, *runs: str) -> Drafts:
        """The drafts without some: their runs stay as they are.

        Raises:
            NotFound: There is no such draft.
        """
        gone = {self[run].run.id for run in runs}
        return self.with_drafts(
            [replace(one, state="dropped") if one.run.id in gone else one for one in self.drafts]
        )

    def with_drafts(self, drafts: list[Draft], *, is_cancelled: bool = False) -> Drafts:
        """The same plan with other drafts."""
        return replace(self, drafts=tuple(drafts), is_cancelled=is_cancelled)


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildStep:
    """What building tells on its way.

    Attributes:
        run: Id of the run.
        number: Which one it is, from 1.
        total: Of how many.
        state: `building`, then what became of it; `cached` where it was made before.
        tokens: Of what stands in its place, once it is there.
    """

    run: str
    number: int
    total: int
    state: DraftState | Literal["building", "cached"]
    tokens: int = 0


Progress: TypeAlias = Callable[[BuildStep], None]

"""What a conversation offers to compare its views, and to mend what a comparison found lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal, cast

from infold.core.marks import Mark
from infold.core.views import View
from infold.engine.graph_chat import GraphChat

# What only these calls need is loaded by them: a context should not cost it.
if TYPE_CHECKING:
    from infold.engine.chat import Chat
    from infold.engine.comparing import Progress
    from infold.models.chat import Cancel, ChatModel
    from infold.trial.compare import Comparison, Loss
    from infold.trial.probes import Probe


class CompareChat(GraphChat):
    """The part of `Chat` that compares."""

    def compare(
        self,
        view: str | View,
        other: str | View | None = None,
        *,
        probes: int | Sequence[Probe] = 40,
        questions: Sequence[str] = (),
        repetitions: int = 1,
        seed: int = 0,
        model: ChatModel | Literal["none"] | None = None,
        judge: ChatModel | bool = False,
        budget: int | None = None,
        leaf: str | None = None,
        rates: tuple[float, float] | None = None,
        progress: Progress | None = None,
        cancel: Cancel | None = None,
        is_recorded: bool = True,
    ) -> Comparison:
        """Ask two views the same, and say what the second lost.

        Both sides get the same questions, model, settings, prompt and budget; which side is asked
        first is drawn for each question.

        Args:
            view: The view that is compared with the original; with `other` the first side.
            other: The second side; `full` is the original.
            probes: How many questions to make of what stands in the folded runs: of values, and of
                whether they still hold. Or probes of your own.
            questions: Questions of your own.
            repetitions: How often each is asked of each side.
            seed: Of the order and of the choice of probes.
            model: Answers; by default the one of the role `answer`. Without one, or with `none`,
                the contexts themselves are read.
            judge: Says which of two answers to a question of your own is better, without knowing
                the sides; True for the model of the role `judge`.
            budget: Tokens of a context. By default both sides are shown whole.
            leaf: Id of the message at which is asked; a probe is asked below its run.
            rates: What a million tokens of prompts and of answers cost, to reckon in money.
            progress: Told how many answers are there.
            cancel: Stops the request at hand and all that would follow.
            is_recorded: Whether a view that was compared with the original is noted as such: it
                can then be archived without `uncompared`.

        Returns:
            The answers in pairs, retention, prices, and each loss with its fold, run and source.
            Without a model a probe costs two contexts.

        Raises:
            NotFound: No such view, or leaf.
            UsageError: Nothing is asked.
            IrreducibleContext: What must be there does not fit the budget.
            ModelError: It gave no answer at all, or `cancel` was set.
        """
        from infold.engine import comparing
        from infold.engine.viewing import FULL
        from infold.errors import UsageError

        models = self._memory.models
        answering = models.chat("answer") if model is None else model
        judging = models.chat("judge") if judge is True else judge or None
        if judge is True and judging is None:
            raise UsageError("No model judges.", hint="Set answer_model, or leave the judge out.")
        return comparing.compare(
            self._memory,
            cast("Chat", self),  # there is no other
            FULL if other is None else view,
            view if other is None else other,
            probes=probes,
            questions=questions,
            repetitions=repetitions,
            seed=seed,
            model=None if isinstance(answering, str) else answering,
            judge=judging if not isinstance(judging, bool) else None,
            budget=budget,
            leaf=leaf,
            rates=rates,
            progress=progress,
            cancel=cancel,
            is_recorded=is_recorded,
        )

    def expand_losses(self, comparison: Comparison, *numbers: int) -> list[View]:
        """Expand the runs in which a comparison found something lost: open their folds.

        Args:
            comparison: From `compare`.
            numbers: Of the losses; all by default.

        Returns:
            The views as they are now. One step for each fold; `undo` closes it again.

        Raises:
            NotFound: The comparison has no loss of that number, or the fold is gone.
        """
        folds = dict.fromkeys((one.view, one.fold) for one in _losses(comparison, numbers))
        views: dict[str, View] = {}
        for view, fold in folds:
            views[view] = self.toggle(view, fold, is_open=True)
        return list(views.values())

    def carry_losses(self, comparison: Comparison, *numbers: int) -> list[Mark]:
        """Highlight the sentences that a comparison found lost: the next build carries them.

        A mark inside a folded run opens that run in the views, and says that it is to be built
        anew.

        Args:
            comparison: From `compare`.
            numbers: Of the losses; all by default.

        Returns:
            The highlights, each sentence once. One step for each.

        Raises:
            NotFound: The comparison has no loss of that number.
        """
        spans = {
            (one.probe.message, one.probe.part, one.probe.start, one.probe.end): one
            for one in _losses(comparison, numbers)
            if one.can_carry
        }
        return [
            self.mark(
                message,
                "highlight",
                part=part,
                span=(start, end),
                evidence=f"{one.outcome} in a comparison: {one.probe.value}",
            )
            for (message, part, start, end), one in spans.items()
        ]


def _losses(comparison: Comparison, numbers: Iterable[int]) -> list[Loss]:
    from infold.errors import NotFound

    wanted = list(numbers)
    known = {one.number: one for one in comparison.losses}
    missing = [number for number in wanted if number not in known]
    if missing:
        raise NotFound(
            f"The comparison has no loss {missing[0]}.", hint=f"It has {len(known)}, from 1."
        )
    return [known[number] for number in wanted] if wanted else list(comparison.losses)

"""What a conversation offers to condense it, and its views; each change a step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from infold.core.views import View, view_name
from infold.engine.edit_chat import EditChat

# What only these calls need is loaded by them: a context should not cost it.
if TYPE_CHECKING:
    from infold.engine.copied_wires import Materialised
    from infold.engine.drafts import Drafts, Progress
    from infold.graph.condense import CondensePlan, CondensePolicy
    from infold.models.chat import Cancel, ChatModel


class GraphChat(EditChat):
    """The part of `Chat` that condenses."""

    # ------------------------------------------------------------ condensing

    def plan_condense(
        self, policy: CondensePolicy | None = None, *, view: str | View | None = None
    ) -> CondensePlan:
        """Find the straight runs that may be folded, with price, risk, and why others may not.

        No model has a say. Nothing is changed.

        Args:
            policy: Shortest run, frontier, target ratio, chosen roots.
            view: Go on from this view, whose folds stay as they are; `full` for none. By default
                from the views whose original was archived.

        Returns:
            A plan: `pick` and `add` change what is to be folded.

        Raises:
            NotFound: The conversation is empty, or has no such view or root.
        """
        from infold.engine import condensing

        name = view_name(view)
        return condensing.plan(self._memory, self.scope, self.id, policy, name)

    def build(
        self,
        plan: CondensePlan | Drafts,
        model: ChatModel | Literal["extractive"] | None = None,
        *,
        progress: Progress | None = None,
        cancel: Cancel | None = None,
    ) -> Drafts:
        """Write the folds of the picked runs, in topological order, and check each.

        Args:
            plan: A plan; or drafts, of which those that are not ready are built (again).
            model: Writes the claims; by default the one of the role `fold`, where there is none
                sentences are chosen. `extractive` asks no model.
            progress: Told of each run as it begins and ends.
            cancel: Stops the request at hand and all that would follow.

        Returns:
            A draft for each run, ready, refused or failed: one that fails leaves the others be.
        """
        from infold.engine import drafting
        from infold.engine.drafts import Drafts

        drafts = plan if isinstance(plan, Drafts) else drafting.waiting(plan)
        writer = self._memory.models.chat("fold") if model is None else model
        return drafting.build(
            self._memory,
            self.scope,
            self.id,
            drafts,
            model=None if isinstance(writer, str) else writer,
            progress=progress,
            cancel=cancel,
        )

    def edit_draft(self, drafts: Drafts, run: str, text: str) -> Drafts:
        """Put your own text in the place of a draft's, a claim on a line. It is checked as any.

        Args:
            drafts: From `build`.
            run: Id of the run.
            text: The claims. Where a decision or a value is missing, the sentence that says it is
                quoted beside them.

        Returns:
            The drafts with that one: recorded as a person's, each line as it was written and where
            it was written; what is quoted stands behind. Refused where a line says what no source
            does, or the whole keeps too little.

        Raises:
            NotFound: There is no such draft.
            StalePlan: A message of it was erased since the plan was made.
        """
        from infold.engine import drafting

        return drafting.edit(self._memory, self.scope, self.id, drafts, run, text)

    def rebase(self, drafts: Drafts) -> Drafts:
        """Put drafts on the conversation as it is now: those whose runs still stand are kept.

        Returns:
            Drafts of a new plan; build it for what changed.
        """
        from infold.engine import condensing

        return condensing.rebase(self._memory, self.scope, self.id, drafts)

    def apply(self, drafts: Drafts | CondensePlan, *, name: str = "") -> View:
        """Make a view of the drafts that are ready. One step; the original stays as it is.

        Args:
            drafts: From `build`; or a plan, whose runs are then folded without a model.
            name: Of the view.

        Raises:
            StalePlan: A run was marked, cut, branched or edited since the plan, or a message of it
                erased; `rebase` helps.
            UsageError: No draft is ready.
            GraphError: Folds of the view overlap.
        """
        from infold.engine import condensing
        from infold.engine.drafts import Drafts

        built = drafts if isinstance(drafts, Drafts) else self.build(drafts, "extractive")
        return condensing.apply(self._memory, self.scope, self.id, built, name)

    # ------------------------------------------------------------ views

    def views(self) -> list[View]:
        """The views, by number, as they stand now: what was opened inside a fold opens it."""
        from infold.engine.viewing import current

        with self._memory.store.read() as reader:
            return [current(reader, self.scope, one) for one in reader.views(self.scope, self.id)]

    def view(self, name: str) -> View:
        """A view by its id, its name, or how its id starts.

        Raises:
            NotFound: There is none, or several fit.
        """
        from infold.engine.viewing import find_view

        with self._memory.store.read() as reader:
            return find_view(reader, self.scope, self.id, name)

    def toggle(self, view: str | View, fold: str, *, is_open: bool | None = None) -> View:
        """Open or close a fold in a view; the other way round where it is not said. One step.

        Raises:
            NotFound: No such view or fold.
        """
        from infold.engine import condensing

        return condensing.toggle(self._memory, self.scope, self.id, view_name(view), fold, is_open)

    def rename_view(self, view: str | View, name: str) -> View:
        """Give a view another name. One step.

        Raises:
            NotFound: No such view.
        """
        from infold.engine import condensing

        return condensing.rename(self._memory, self.scope, self.id, view_name(view), name)

    def drop_view(self, view: str | View) -> None:
        """Drop a view; `undo` brings it back. One step.

        Raises:
            NotFound: No such view.
        """
        from infold.engine import condensing

        condensing.set_state(
            self._memory, self.scope, self.id, view_name(view), "dropped", "drop a view"
        )

    def materialise(self, view: str | View, *, name: str = "") -> Materialised:
        """Make a conversation of its own of what a view shows, its folds as one message each.

        The copies carry what the view shows of the original: wires of both kinds, answer versions
        and which of them is shown, marks, role prompts, models, passages and materials, and the
        current leaf. A wire that quotes a folded turn quotes its fold.

        Args:
            view: The view.
            name: Of the new conversation; by default that of this one and of the view.

        Returns:
            The new conversation, and what stayed behind: archived messages, wires that were cut or
            whose ends stand in one fold, marks and settings inside of folds. All of it stands in
            the original as before.

        Raises:
            NotFound: No such view; or there is a conversation of that name.
        """
        from infold.engine import materials
        from infold.engine.copied_wires import Materialised

        at = self.view(view_name(view))
        key = name or f"{self.key} · {at.name}"
        made, left = materials.materialise(self._memory, self.scope, self.id, at.id, key, key)
        scope = self.scope
        chat = self._memory.conversation(
            made, user=scope.user, agent=scope.agent, session=scope.session
        )
        return Materialised(chat=chat, left=left)

    def markdown(self, *, view: str | View | None = None, leaf: str | None = None) -> str:
        """The path to a leaf as Markdown: folds as their claims, a footnote to each source.

        Raises:
            NotFound: No such view or leaf.
        """
        from infold.engine import materials

        name = view_name(view)
        return materials.markdown(self._memory, self.scope, self.id, name, leaf)

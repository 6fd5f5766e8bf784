"""What a conversation offers to mark and edit its graph; each call a step."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from infold.core.changes import Change
from infold.core.marks import Mark, MarkState
from infold.core.messages import Message, Part, Text
from infold.core.scope import Scope
from infold.core.views import View
from infold.engine.naming import find_message
from infold.errors import UsageError
from infold.store.protocol import Writer

# What only these calls need is loaded by them: a context should not cost it.
if TYPE_CHECKING:
    from infold.engine.editing import Editor
    from infold.engine.memory import Infold


class EditChat:
    """The part of `Chat` that marks and edits, and takes steps back."""

    _memory: Infold
    scope: Scope
    id: str
    key: str

    # ------------------------------------------------------------ marks

    def mark(
        self,
        message: str | Message,
        kind: Literal["landmark", "highlight", "pin", "archive"],
        *,
        label: str = "",
        span: tuple[int, int] | None = None,
        text: str = "",
        part: int = 0,
        evidence: str = "",
        by: Literal["person", "rule", "model"] = "person",
    ) -> Mark:
        """Mark a message, or words of it. One step.

        Args:
            message: The message, or its id.
            kind: `landmark`: its turn stays whole; `highlight`: words that survive every fold;
                `pin`: stands in every context; `archive`: contributes nothing.
            label: Of a landmark: `decided`, `ruled_out` or `pivoted`.
            span: Of a highlight: where it begins and ends, in characters of the part's text.
            text: Of a highlight: its words; they must stand at `span`, or once in the part.
            part: Of a highlight: index of the part.
            evidence: Why, in words.
            by: Who says so. What a model says is a suggestion until it is confirmed.

        Returns:
            The mark with its id. Marking the same again gives the same mark.

        Raises:
            NotFound: No such message in this conversation.
            UsageError: No such kind or label, or the words do not stand there.
        """
        from dataclasses import replace

        from infold.engine import marking

        named = message.id if isinstance(message, Message) else message
        state: MarkState = "suggested" if by == "model" else "confirmed"
        name = f"mark as {label or kind}"

        def command(tx: Writer) -> Mark:
            # Read where it is written: no words of a message that is erased meanwhile are marked.
            position = find_message(tx, self.scope, self.id, named)[1]
            where = tx.messages(self.scope, self.id, [position])[0]
            made = marking.checked(where, kind, label, part, span, text)
            made = replace(made, by=by, state=state, evidence=evidence)
            return marking.mark(tx, self.scope, self.id, [made], name, by=by, now=self._now())[0]

        return self._memory.store.write(command)

    def marks(self, *, suggested: bool = True) -> list[Mark]:
        """The marks that hold, and the suggestions; by message and place."""
        states: tuple[MarkState, ...] = ("confirmed", *(("suggested",) if suggested else ()))
        with self._memory.store.read() as reader:
            return [mark for _, mark in reader.marks(self.scope, self.id, states)]

    def propose_marks(self) -> list[Mark]:
        """Have the rules propose landmarks: decisions, rejections, changes of direction.

        Reads all messages: some 0.2 ms of CPU for each 50 words.

        Returns:
            The new suggestions, each with the sentence that was read. What was declined before is
            not proposed again.
        """
        from infold.engine import marking
        from infold.graph.landmarks import propose_landmarks

        return self._memory.store.write(
            lambda tx: marking.propose(
                tx,
                self.scope,
                self.id,
                propose_landmarks(tx.messages(self.scope, self.id)),
                by="rule",
                now=self._now(),
            )
        )

    def confirm(self, *marks: str | Mark) -> None:
        """Confirm suggestions: they then hold. One step.

        Raises:
            NotFound: No such mark.
        """
        self._set_marks(marks, "confirmed", "confirm marks")

    def unmark(self, *marks: str | Mark) -> None:
        """Withdraw marks, or decline suggestions: the records stay. One step.

        Raises:
            NotFound: No such mark.
        """
        self._set_marks(marks, "withdrawn", "take marks off")

    def _set_marks(self, marks: Sequence[str | Mark], state: MarkState, name: str) -> None:
        from infold.engine import marking

        ids = [one.id if isinstance(one, Mark) else one for one in marks]
        self._memory.store.write(
            lambda tx: marking.set_state(
                tx, self.scope, self.id, ids, state, name, by="person", now=self._now()
            )
        )

    # ------------------------------------------------------------ edits

    def cut(
        self, parent: str, child: str, kind: Literal["continue", "reference"] = "continue"
    ) -> None:
        """Cut a wire: it carries nothing, and its record stays. One step.

        Raises:
            NotFound: No such wire.
        """
        self._editor().set_wire(parent, child, kind, cut=True)

    def join(
        self, parent: str, child: str, kind: Literal["continue", "reference"] = "continue"
    ) -> None:
        """Restore a wire that was cut. One step.

        Raises:
            NotFound: No such wire.
        """
        self._editor().set_wire(parent, child, kind, cut=False)

    def reference(self, quoted: str, quoting: str, *, chain: bool = False) -> None:
        """Let a message quote an older one. One step.

        Args:
            quoted: Id of the older message; its turn is quoted.
            quoting: Id of the message that quotes.
            chain: Whether all that leads to the older one is quoted, too.

        Raises:
            NotFound: No such message.
            GraphError: What is quoted is not older.
        """
        self._editor().refer(quoted, quoting, chain=chain)

    def set_leaf(self, message: str | Message) -> None:
        """Go to a branch or version: the newest message below becomes the leaf. One step.

        Raises:
            NotFound: No such message.
            UsageError: It is archived.
        """
        self._editor().set_leaf(self._message(message).id)

    def edit(
        self,
        message: str | Message,
        content: str | Sequence[Part],
        *,
        author: str | None = None,
        at: datetime | None = None,
        in_place: bool = False,
    ) -> Message:
        """Write another version of a message: a new message beside the old one. One step.

        Marks of the old one are set on the new one as far as their words stand there; those of the
        old one stay. To undo the step is to put the new version away and go back to the old leaf.

        Args:
            message: The old one.
            content: A text, or parts in order.
            author: By default that of the old one.
            at: When it was written; now by default.
            in_place: Whether the version is shown wherever the old one stands: what goes on from
                it stays where it is, and its answers are stale. Else it begins a branch.

        Returns:
            The new message; it is the current leaf, unless it was written in the place of one above
            the leaf.

        Raises:
            NotFound: No such message.
        """
        parts = (Text(text=content),) if isinstance(content, str) else tuple(content)
        if not any(not isinstance(one, Text) or one.text.strip() for one in parts):
            raise UsageError("The new version is empty.", hint="Archive the message instead.")
        old = self._message(message)
        new = Message(role=old.role, parts=parts, author=author, at=at or self._now())
        return self._editor().edit(old.id, new, in_place=in_place)

    def archive(self, what: str | Message | View, *, uncompared: bool = False) -> None:
        """Archive a message, or the original of a view. One step.

        A message that is archived contributes nothing and lets ancestry pass. Of a view, only what
        stands in its folds is archived: the conversation is read through it from now on.

        Args:
            what: A message, a view, or the id or name of one.
            uncompared: For a view: do so though nothing was compared.

        Raises:
            NotFound: No such message or view.
            Conflict: Nothing was compared, and `uncompared` was not given.
        """
        from infold.engine import condensing

        if (message := self._message_or_none(what)) is not None:
            self._editor().archive([message], restore=False)
            return
        view = what.id if isinstance(what, View) else str(what)
        condensing.archive(self._memory, self.scope, self.id, view, uncompared=uncompared)

    def restore(self, what: str | Message | View) -> None:
        """Restore what was archived: a message, or the original of a view. One step.

        Raises:
            NotFound: No such message or view.
        """
        from infold.engine import condensing

        if (message := self._message_or_none(what)) is not None:
            self._editor().archive([message], restore=True)
            return
        view = what.id if isinstance(what, View) else str(what)
        condensing.set_state(
            self._memory, self.scope, self.id, view, "live", "restore the original"
        )

    def changes(self) -> list[Change]:
        """All steps, in order, those that were undone included."""
        with self._memory.store.read() as reader:
            return reader.changes(self.scope, self.id)

    def touched(self, change: Change) -> tuple[str, ...]:
        """What a step touched, in words, as `#4` or `the view short`; see `changes`."""
        from infold.engine.step_places import touched

        with self._memory.store.read() as reader:
            return touched(reader, self.scope, self.id, change)

    def undo(self) -> Change:
        """Undo the last step.

        Raises:
            NotFound: There is none.
            Conflict: Messages that came since stand on it; `records` names them.
        """
        from infold.engine import steps

        return self._memory.store.write(lambda tx: steps.undo(tx, self.scope, self.id))

    def redo(self) -> Change:
        """Do the step again that was undone last.

        Raises:
            NotFound: There is none, or another step came since.
        """
        from infold.engine import steps

        return self._memory.store.write(lambda tx: steps.redo(tx, self.scope, self.id))

    # ------------------------------------------------------------ shared

    def _now(self) -> datetime:
        return self._memory.clock.now()

    def _editor(self) -> Editor:
        from infold.engine.editing import Editor

        return Editor(self._memory, self.scope, self.id)

    def _message(self, message: str | Message) -> Message:
        name = message.id if isinstance(message, Message) else message
        with self._memory.store.read() as reader:
            position = find_message(reader, self.scope, self.id, name)[1]
            return reader.messages(self.scope, self.id, [position])[0]

    def _message_or_none(self, what: str | Message | View) -> str | None:
        if isinstance(what, View):
            return None
        if isinstance(what, Message):
            return self._message(what).id
        return self._message(what).id if what.startswith("m_") else None

"""What a conversation offers to ask below its messages, and to ask again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from infold.core.marks import Mark
from infold.core.messages import Message, Part, Text
from infold.core.settings import Asked
from infold.core.views import View, view_name
from infold.engine.graph_chat import GraphChat
from infold.errors import NotFound, UsageError

# What only these calls need is loaded by them: a context should not cost it.
if TYPE_CHECKING:
    from infold.engine.node_editing import NodeEditor
    from infold.engine.node_reading import About
    from infold.engine.replaying import Replay, ReplayPlan, ReplayStep
    from infold.engine.staleness import StaleAnswer
    from infold.graph.node_layers import NodeContext
    from infold.models.chat import Cancel, ChatModel


class AskingChat(GraphChat):
    """The part of `Chat` that asks below messages, and asks again."""

    # ------------------------------------------------------------ asking

    def preview(
        self,
        node: str | Message | Sequence[str | Message] | None = None,
        question: str = "",
        *,
        passage: str | tuple[int, int] | None = None,
        part: int = 0,
        budget: int | None = None,
        view: str | View | None = None,
    ) -> NodeContext:
        """What a model would be shown for a message, by layer, before anything is asked.

        Where everything that leads to the message fits the budget, all of it is shown in its order;
        where it does not, what the question needs is recalled from inside that ancestry alone.

        Args:
            node: The message; the current leaf by default. An answer stands for the question that
                it answers. Of several, what a question is shown in which their paths meet.
            question: What would be asked below it; empty for what it asks itself.
            passage: As for `branch`: the words that would be asked about.
            part: As for `branch`.
            budget: Tokens; 4,000 by default.
            view: As for `context`.

        Returns:
            Materials, references, path, passage, question: the tokens of each, what is left out and
            why, and the hash of the prompt.

        Raises:
            NotFound: No such message or view.
            UsageError: There are several messages, or a passage, and no question; or the passage
                does not stand there once.
            IrreducibleContext: The question and its passage do not fit.
        """
        from infold.engine import answering

        if node is None or isinstance(node, str | Message):
            nodes = [self._node(node)]
        else:
            nodes = self._parents(node)
        if (len(nodes) > 1 or passage is not None) and not question.strip():
            raise _no_question()
        name = view_name(view)
        return answering.prepare(
            self._memory,
            self.scope,
            self.id,
            nodes[0],
            question=question,
            budget=budget,
            view=name,
            also=nodes[1:],
            about=_passage(nodes, passage, part),
        ).context

    def branch(
        self,
        parents: str | Message | Sequence[str | Message],
        question: str | Sequence[Part],
        *,
        passage: str | tuple[int, int] | None = None,
        part: int = 0,
        author: str | None = None,
    ) -> Message:
        """Ask below a message, about a passage of it, or below several: one step.

        Args:
            parents: The message; or several, whose paths then meet in the question.
            question: What is asked.
            passage: Words of the message, or where they begin and end, in characters. They are part
                of the context of the question and of all below it, for good.
            part: Index of the part that the passage stands in.
            author: Who asks, where several speak.

        Returns:
            The question; it is the current leaf, and `answer` has it answered.

        Raises:
            NotFound: No such message.
            UsageError: The question is empty; the passage is, does not stand there once, or there
                are several parents.
        """
        parts = (Text(text=question),) if isinstance(question, str) else tuple(question)
        if not any(not isinstance(one, Text) or one.text.strip() for one in parts):
            raise _no_question()
        found = self._parents(parents)
        about = _passage(found, passage, part)
        made = Message(role="user", parts=parts, author=author, at=self._now())
        name = "join paths" if len(found) > 1 else "ask about a passage" if about else "branch"
        return self._nodes().branch(made, [one.id for one in found], about, name)

    def answer(
        self,
        node: str | Message | None = None,
        *,
        model: ChatModel | None = None,
        budget: int | None = None,
        view: str | View | None = None,
        cancel: Cancel | None = None,
    ) -> Message:
        """Have a question answered by a model: one step.

        Where there is an answer already, another version is written and shown in its place.

        Args:
            node: The question, or one of its answers; the current leaf by default.
            model: Answers; by default the one pinned here or above, else that of the role `answer`.
            budget: Tokens of the context; 4,000 by default.
            view: As for `context`.
            cancel: Stops the request.

        Returns:
            The answer. `asked` tells which model gave it, and the hash of the prompt that was sent.

        Raises:
            NotFound: No such message, or nothing leads to the answer any more.
            ConfigError: No model answers.
            ModelError: It gave no answer; the question stays as it is.
        """
        from infold.engine import answering

        name = view_name(view)
        return answering.answer(
            self._memory,
            self.scope,
            self.id,
            self._node(node),
            model=model,
            budget=budget,
            view=name,
            cancel=cancel,
        )

    def ask(
        self,
        parents: str | Message | Sequence[str | Message],
        question: str,
        *,
        passage: str | tuple[int, int] | None = None,
        model: ChatModel | None = None,
        budget: int | None = None,
        view: str | View | None = None,
        cancel: Cancel | None = None,
    ) -> Message:
        """Ask below a message and have a model answer: `branch` and `answer`, two steps.

        Args:
            parents: As for `branch`.
            question: What is asked.
            passage: As for `branch`.
            model: As for `answer`.
            budget: As for `answer`.
            view: As for `answer`.
            cancel: As for `answer`.

        Returns:
            The answer; its question stands above it.

        Raises:
            ConfigError: No model answers; nothing was written.
            ModelError: It gave no answer; the question stays, and `answer` asks again.
            NotFound: No such message.
            UsageError: The question is empty; the passage is, or does not stand there once.
        """
        from infold.engine import answering

        if not question.strip():
            raise _no_question()
        found = self._parents(parents)
        _passage(found, passage, 0)
        answering.require_model(self._memory, self.scope, self.id, found, model)
        asked = self.branch(found, question, passage=passage)
        return self.answer(asked, model=model, budget=budget, view=view, cancel=cancel)

    def asked(self) -> list[Asked]:
        """How answers were asked for here: model, hash of the prompt, tokens; by position."""
        with self._memory.store.read() as reader:
            return [one for _, one in reader.asked(self.scope, self.id)]

    def suggest_marks(
        self, *, model: ChatModel | None = None, cancel: Cancel | None = None
    ) -> list[Mark]:
        """Have a model propose landmarks; `propose_marks` has the rules do so. One step.

        The whole conversation is sent, piece by piece. What the model says counts only where the
        words that it quotes stand in the message, and is a suggestion until it is confirmed.

        Args:
            model: By default the one of the role `extract`, else of `fold`.
            cancel: Stops the request at hand; nothing is marked then.

        Returns:
            The new suggestions with the words as their evidence. What was declined before is not
            proposed again.

        Raises:
            ConfigError: There is no model.
            ModelError: It gave no answer.
        """
        from infold.engine.landmarking import propose_by_model

        return propose_by_model(self._memory, self.scope, self.id, model=model, cancel=cancel)

    # ------------------------------------------------------------ asking again

    def stale(self) -> list[StaleAnswer]:
        """The answers that no longer stand on what they were asked with, and because of what.

        Linear in messages and wires: some 0.3 s of CPU for 100,000 turns beside the reading.

        Raises:
            NotFound: Nothing was appended yet.
        """
        from infold.engine.staleness import Answers

        with self._memory.store.read() as reader:
            return Answers(reader, self.scope, self.id).stale()

    def plan_replay(self, *, budget: int | None = None) -> ReplayPlan:
        """What it would take to give the stale answers again, and those that stand on them.

        Args:
            budget: Tokens of each context; 4,000 by default.

        Returns:
            The answers in the order in which they depend on one another, with tokens; nothing is
            asked. Answers that call tools are not given again here.
        """
        from infold.engine import replaying

        return replaying.plan_replay(self._memory, self.scope, self.id, budget)

    def replay(
        self,
        plan: ReplayPlan | None = None,
        *,
        model: ChatModel | None = None,
        progress: Callable[[ReplayStep], None] | None = None,
        cancel: Cancel | None = None,
    ) -> Replay:
        """Give stale answers again, each as a version in the place of the old one and a step.

        Args:
            plan: From `plan_replay`; all that is stale by default.
            model: As for `answer`.
            progress: Told of each answer as it is asked for and given.
            cancel: Stops the request at hand and all that would follow; what was given stays.

        Returns:
            The new answers, those that failed with all that stands on them, and those left.
        """
        from infold.engine import replaying

        return replaying.replay(
            self._memory,
            self.scope,
            self.id,
            plan if plan is not None else self.plan_replay(),
            model=model,
            progress=progress,
            cancel=cancel,
        )

    # ------------------------------------------------------------ shared

    def _nodes(self) -> NodeEditor:
        from infold.engine.node_editing import NodeEditor

        return NodeEditor(self._memory, self.scope, self.id)

    def _parents(self, parents: str | Message | Sequence[str | Message]) -> list[Message]:
        """The messages below which is asked, each once.

        Raises:
            NotFound: No such message.
            UsageError: There is none.
        """
        given = [parents] if isinstance(parents, str | Message) else list(parents)
        if not given:
            raise UsageError("There is nothing to ask below.", hint="Give one message or more.")
        found = [self._message(one) for one in given]
        return list({one.id: one for one in found}.values())

    def _node(self, node: str | Message | None) -> Message:
        if node is not None:
            return self._message(node)
        with self._memory.store.read() as reader:
            row = reader.conversation(self.scope, self.id)
        if row is None or not row.leaf_id:
            raise NotFound("This conversation is empty.", hint="Append to it first.")
        return self._message(row.leaf_id)


def _no_question() -> UsageError:
    return UsageError("The question is empty.", hint="Say what is asked.")


def _passage(
    nodes: Sequence[Message], passage: str | tuple[int, int] | None, part: int
) -> About | None:
    """The passage that is asked about, checked.

    Raises:
        UsageError: It is empty, does not stand there once, or there are several messages.
    """
    from infold.engine.node_editing import passage_of

    if passage is None:
        return None
    if len(nodes) > 1:
        raise UsageError("A passage is one of one message.", hint="Ask below that message alone.")
    if isinstance(passage, str) and not passage.strip():
        raise UsageError(
            "The passage is empty.", hint="Give its words as they stand, or leave it out."
        )
    text, span = (passage, None) if isinstance(passage, str) else ("", passage)
    return passage_of(nodes[0], part, span, text)

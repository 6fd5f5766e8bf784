"""A conversation as a program holds it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Literal, cast, get_args

from infold.core.folds import Fold, FoldState, Merge
from infold.core.graph import Wire
from infold.core.messages import ROLES, Message, Part, Role, Text, part_fault
from infold.core.scope import Scope
from infold.core.supersessions import Supersession
from infold.core.views import View, view_name
from infold.engine.append import Append, append
from infold.engine.compare_calls import CompareChat
from infold.engine.links import withdraw_supersession
from infold.engine.node_chat import NodeChat
from infold.engine.records import ConversationInfo
from infold.engine.tracing import expand, id_of
from infold.engine.withdrawal import withdraw
from infold.errors import NotFound, UsageError
from infold.recall.context import Context
from infold.store.protocol import ConversationRow

if TYPE_CHECKING:
    from infold.core.facts import Fact
    from infold.core.hearings import Hearing
    from infold.engine.memory import Infold
    from infold.fold.fidelity import Fidelity


class Chat(NodeChat, CompareChat):
    """One conversation of one user; made by `Infold.conversation`.

    Holds no state of its own: any number of these may stand for one conversation, in any threads.
    """

    def __init__(
        self,
        memory: Infold,
        scope: Scope,
        *,
        key: str,
        identity: str,
        title: str = "",
    ) -> None:
        self._memory = memory
        self._title = title
        self.scope = scope
        self.key = key
        self.id = identity

    def __repr__(self) -> str:
        return f"<Chat {self.key!r} of user {self.scope.user!r}>"

    def append(
        self,
        role: Role,
        content: str | Part | Sequence[Part],
        *,
        author: str | None = None,
        at: datetime | None = None,
        key: str | None = None,
        parent: str | Sequence[str] | None = None,
        source: str = "",
    ) -> Message:
        """Append a message. One transaction; no model and no network is waited for.

        Args:
            role: `system`, `user`, `assistant` or `tool`.
            content: A text, or parts in order.
            author: A name, where several speak in one role.
            at: When it was said, an aware time; now by the engine's clock where left out.
            key: Idempotency key: the same key and message is appended once.
            parent: Id of the message that it answers; the current leaf where left out. Another
                message's id starts a branch; several ids join their paths; an empty list begins
                anew.
            source: The id that another program gave the message: appended once.

        Returns:
            The message with its id, position and tokens.

        Raises:
            UsageError: The role or content cannot be used, or `at` has no time zone.
            Conflict: `key` was used for another message, or the message that `key` or `source`
                names was erased.
            NotFound: `parent` is not in this conversation.
            StoreError: The store cannot be written; nothing was.
        """
        message = _message(
            role, content, author=author, at=at or self._memory.clock.now(), key=key, source=source
        )
        memory = self._memory
        order = Append(
            conversation=ConversationRow(
                id=self.id,
                key=self.key,
                title=self._title,
                agent=self.scope.agent,
                session=self.scope.session,
            ),
            message=message,
            parents=_ids(parent),
            key=key or "",
            now=memory.clock.now(),
        )
        return memory.store.write(
            lambda tx: append(
                tx,
                self.scope,
                order,
                secret=memory.secret,
                counter=memory.counter,
                policy=memory.policy,
                hears=memory.settings.extract != "off",
            )
        )

    def context(
        self,
        question: str,
        *,
        budget: int | None = None,
        reserve: int = 0,
        window: int | None = None,
        output: int | None = None,
        max_bytes: int | None = None,
        layout: Literal["default", "cached"] = "default",
        leaf: str | None = None,
        view: str | View | None = None,
        facts: bool = True,
    ) -> Context:
        """The context for a question, within a budget, with what became of every message.

        Args:
            question: What is asked; not counted against the budget. Of a very long one the first
                and last 10,000 characters are read.
            budget: Tokens of the context; or give `window` and it is derived.
            reserve: Tokens of the window or budget kept for system prompt and tools of your own.
            window: The model's context window in tokens.
            output: Tokens left for its answer.
            max_bytes: Bound of the bytes sent, images included.
            layout: `default`, or `cached` for a longer stable prefix.
            leaf: Id of the message whose ancestors are the scope; the current leaf by default.
            view: The view to ask in, or its id or name; `full` for the original. By default the
                views whose original was archived, else the original.
            facts: Whether it may end with what is known about the user from elsewhere and answers:
                at most 10 % of the budget. Facts that were read in this conversation are not among
                them: its own messages say it.

        Documents that are in on the path, and turns that its messages quote, stand in it as in
        `preview`: at most 40 % and 20 % of the budget where the path does not fit beside them.

        Returns:
            Text and messages for a model, with sources, claims, states and accounting.

        Raises:
            NotFound: No such conversation, leaf or view.
            UsageError: A budget that is zero, negative or contradictory.
            IrreducibleContext: What must be there does not fit.
        """
        return self._memory.contexts.context(
            self.scope,
            self.id,
            question,
            budget=budget,
            reserve=reserve,
            window=window,
            output=output,
            max_bytes=max_bytes,
            layout=layout,
            leaf=leaf,
            view=view_name(view),
            facts=facts,
            beside=True,
        )

    def exists(self) -> bool:
        """Whether anything was appended yet."""
        with self._memory.store.read() as reader:
            return reader.conversation(self.scope, self.id) is not None

    def info(self) -> ConversationInfo:
        """Counts and times of the conversation.

        Raises:
            NotFound: Nothing was appended yet.
        """
        return self._memory.info(self.scope, self.id)

    def messages(self) -> list[Message]:
        """All messages, by position; of all branches."""
        with self._memory.store.read() as reader:
            if reader.conversation(self.scope, self.id) is None:
                raise NotFound(f"No conversation {self.key!r}.", hint="Append to it first.")
            return reader.messages(self.scope, self.id)

    def wires(self) -> list[Wire]:
        """All wires, by child."""
        with self._memory.store.read() as reader:
            ids = [message.id for message in reader.messages(self.scope, self.id)]
            return [
                Wire(
                    parent=ids[wire.parent],
                    child=ids[wire.child],
                    kind=wire.kind,
                    inferred=wire.inferred,
                    cut=wire.cut,
                    chain=wire.chain,
                )
                for wire in reader.wires(self.scope, self.id)
            ]

    def leaf(self) -> str | None:
        """Id of the current leaf; None while the conversation is empty."""
        with self._memory.store.read() as reader:
            row = reader.conversation(self.scope, self.id)
            return row.leaf_id or None if row else None

    def folds(self, states: Sequence[FoldState] = ("ready",)) -> list[Fold]:
        """The folds that are ready, by root; those of other tools have the method `foreign`.

        Args:
            states: Others, too: a `refused` fold says in `fault` why it was, and in `price` what it
                cost.

        Raises:
            UsageError: There is no such state.
        """
        unknown = [state for state in states if state not in get_args(FoldState)]
        if unknown:
            raise UsageError(
                f"No state of a fold is called {unknown[0]!r:.40}.",
                hint=f"Use {', '.join(get_args(FoldState))}.",
            )
        with self._memory.store.read() as reader:
            return reader.folds(self.scope, self.id, tuple(states))

    def merges(self) -> list[Merge]:
        """The merge log of the forest, in order, withdrawn ones included."""
        with self._memory.store.read() as reader:
            return reader.merges(self.scope, self.id)

    def withdraw(self, merge: str, *, by: str = "person") -> None:
        """Withdraw a merge: its two sides part, and the next job folds them anew.

        The record of the merge stays, marked; a second call does nothing.

        Args:
            merge: Id of the merge.
            by: Who withdraws it.

        Raises:
            NotFound: No such merge in this conversation.
            UsageError: `by` is empty.
        """
        memory = self._memory
        memory.store.write(
            lambda tx: withdraw(tx, self.scope, self.id, merge, by=by, now=memory.clock.now())
        )

    def extract(
        self, *, first: int = 0, last: int | None = None, model: bool = False
    ) -> list[Fact]:
        """Remember the facts that messages of this conversation state, read by rules.

        Jobs do the same after each turn; this reads again, or reads what was imported.

        Precision first: what is asked, supposed, quoted or told of others gives nothing. A message
        is heard once, however often this is called.

        Args:
            first: Position of the first message that is read.
            last: Of the last one; the newest by default.
            model: Have the model with the role `extract` read them as well, now.

        Returns:
            The facts that were recorded or heard again; those whose writing a rule held back are
            among them, in quarantine. Some 1 to 2 ms of CPU a message.

        Raises:
            ConfigError: `model`, and there is none.
            ModelError: It cannot be reached; what the rules found stands, and the worker, or
                another call, goes on from there.
        """
        from infold.engine.extracting import extract

        return extract(self._memory, self.scope, self.id, first=first, last=last, model=model)

    def hearings(self) -> list[Hearing]:
        """What a model has read of this conversation for facts, or is to read, and what it cost."""
        with self._memory.store.read() as reader:
            return reader.hearings(self.scope, self.id)

    def fidelity(self, fold: str | Fold) -> Fidelity:
        """What a fold kept of its sources: every literal, with its status (law 7).

        Args:
            fold: The fold, or its id.

        Returns:
            Counts by outcome and kind, and each finding. Costs one search for each literal that the
            fold does not hold: some 10 ms each in a conversation of 20,000 messages.

        Raises:
            NotFound: No such fold in this conversation.
        """
        from infold.engine.fidelity import fidelity

        return fidelity(self._memory, self.scope, self.id, id_of(fold))

    def supersessions(self) -> list[Supersession]:
        """Values that a later message replaced, as the jobs found them; withdrawn ones included."""
        with self._memory.store.read() as reader:
            return reader.supersessions(self.scope, self.id)

    def withdraw_supersession(self, supersession: str, *, by: str = "person") -> None:
        """Say that a value was not replaced: it is shown without a mark from now on.

        The record stays, marked; a second call does nothing.

        Args:
            supersession: Id of the record, as `supersessions` and `Context.replaced` give it.
            by: Who withdraws it.

        Raises:
            NotFound: No such record in this conversation.
            UsageError: `by` is empty.
        """
        self._memory.store.write(
            lambda tx: withdraw_supersession(tx, self.scope, self.id, supersession, by=by)
        )

    def expand(self, fold: str | Fold) -> list[Message]:
        """The sources of a fold, whole, in order of the conversation.

        Args:
            fold: The fold, or its id.

        Raises:
            NotFound: No such fold in this conversation.
        """
        with self._memory.store.read() as reader:
            return expand(reader, self.scope, id_of(fold), conversation=self.id)


_PARTS_HINT = (
    "Give a text or a list of message parts; the arguments of a call are text (json.dumps)."
)


def _message(
    role: str,
    content: str | Part | Sequence[Part],
    *,
    author: str | None,
    at: datetime,
    key: str | None,
    source: str,
) -> Message:
    if role not in ROLES:
        raise UsageError(f"{role!r} is no role.", hint=f"Use one of {', '.join(ROLES)}.")
    for name, given in (("author", author), ("key", key), ("source", source)):
        if given is not None and not isinstance(given, str):
            raise UsageError(f"`{name}` is {given!r:.40}.", hint="Give a text, or leave it out.")
    if not isinstance(at, datetime):
        raise UsageError(f"The time {at!r:.40} is none.", hint="Give an aware datetime.")
    if at.tzinfo is None:
        raise UsageError(f"The time {at} has no time zone.", hint="Give an aware datetime.")
    parts: tuple[Part, ...]
    if isinstance(content, str):
        parts = (Text(text=content),)
    elif isinstance(content, Part):
        parts = (content,)
    elif isinstance(content, Sequence):
        parts = tuple(cast(Sequence[Part], content))
    else:
        raise UsageError(f"A message's content is {content!r:.60}.", hint=_PARTS_HINT)
    if not parts:
        raise UsageError("A message is empty.", hint="Give a text or a list of message parts.")
    for part in parts:
        if fault := part_fault(part):
            raise UsageError(f"A message's content cannot be used: {fault}.", hint=_PARTS_HINT)
    return Message(role=role, parts=parts, author=author or None, at=at, source=source)


def _ids(parent: str | Sequence[str] | None) -> tuple[str, ...] | None:
    if parent is None or isinstance(parent, str):
        return None if parent is None else (parent,)
    return tuple(parent)

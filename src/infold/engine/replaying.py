"""Asking stale answers again: a plan with its price first, then one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from infold.core.messages import Message
from infold.core.scope import Scope
from infold.engine.answering import answer
from infold.engine.staleness import Answers
from infold.engine.viewing import FULL
from infold.errors import InfoldError, ModelError, NotFound
from infold.models.chat import Cancel, ChatModel
from infold.recall.budget import budget_for

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = ["Replay", "ReplayItem", "ReplayPlan", "ReplayStep", "plan_replay", "replay"]

_TOOLS: Final = "it calls tools, and these run elsewhere"
_DROPPED: Final = "its text, or that of its question, was dropped"
_UNASKED: Final = "nothing leads to it any more: what asked for it is archived"
ReplayState: TypeAlias = Literal["asking", "done", "failed", "skipped"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayItem:
    """An answer that is to be given again.

    Attributes:
        message: Id of the answer that is shown.
        position: Of the message.
        slot: Position at which it stands.
        because: Why, in words.
        after: Slots of the answers that have to be given first.
        input_tokens: What its context takes, at most.
        output_tokens: What the old answer took.
        model: Name of the model that gave it; empty where that is not known.
        views: Ids of the views in which it is asked again: those in which it was, without those
            that were dropped since.
        dropped: Names of these. Where no view is left it is asked in the original.
    """

    message: str
    position: int
    slot: int
    because: tuple[str, ...]
    after: tuple[int, ...]
    input_tokens: int
    output_tokens: int
    model: str = ""
    views: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()

    @property
    def asked_in(self) -> tuple[str, ...] | str | None:
        """As `view` of `answer`: the views, the original, or what is read by default."""
        return self.views or (FULL if self.dropped else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayPlan:
    """What asking again would do, and what it would cost; nothing is asked by it.

    Attributes:
        items: Each after those that it stands on.
        skipped: (id of an answer, why it cannot be given again here).
        budget: Tokens of each context.
    """

    items: tuple[ReplayItem, ...]
    skipped: tuple[tuple[str, str], ...]
    budget: int

    @property
    def input_tokens(self) -> int:
        """Of all contexts, at most."""
        return sum(one.input_tokens for one in self.items)

    @property
    def output_tokens(self) -> int:
        """Expected of all answers: what the old ones took."""
        return sum(one.output_tokens for one in self.items)

    def pick(self, *answers: str) -> ReplayPlan:
        """The plan with these answers alone, by their ids.

        Raises:
            NotFound: It has none of that id.
        """
        there = {one.message for one in self.items}
        unknown = [one for one in answers if one not in there]
        if unknown:
            raise NotFound(
                f"The plan has no answer {unknown[0]:.60}.",
                records=unknown,
                hint="Pick among the ids of its items.",
            )
        return replace(self, items=tuple(one for one in self.items if one.message in answers))


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayStep:
    """How far a replay has come: which answer, of how many, and what becomes of it."""

    message: str
    number: int
    total: int
    state: ReplayState


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """What a replay did.

    Attributes:
        answers: (id of the old answer, the new one), in order.
        failed: (id of an answer, what went wrong); what stands on it is among them.
        left: Ids of the answers that it did not come to.
    """

    answers: tuple[tuple[str, Message], ...] = ()
    failed: tuple[tuple[str, str], ...] = ()
    left: tuple[str, ...] = ()

    @property
    def is_stopped(self) -> bool:
        """Whether it was stopped before its end."""
        return bool(self.left)


def plan_replay(memory: Infold, scope: Scope, conversation: str, budget: int | None) -> ReplayPlan:
    """Plan to ask the stale answers again, and those that stand on them."""
    tokens = budget_for(budget=budget).tokens
    with memory.store.read() as reader:
        graph = Answers(reader, scope, conversation)
        stale = {one.slot: one.because for one in graph.stale()}
    items: list[ReplayItem] = []
    skipped: list[tuple[str, str]] = []
    at_slot = {slot: at for at, slot in graph.slots.items()}
    # For each position the answers next above it that are given again.
    nearest: list[tuple[int, ...]] = [()] * len(graph.messages)
    is_led: list[bool] = [False] * len(graph.messages)
    for position, above in enumerate(graph.parents):
        after = nearest[above[0]] if len(above) == 1 else _joined(nearest, above)
        at = at_slot.get(position)
        nearest[position] = after
        is_led[position] = any(one not in graph.archived or is_led[one] for one in above)
        if at is None or not (position in stale or after):
            continue
        message = graph.messages[at]
        if message.calls:
            skipped.append((message.id, _TOOLS))
            continue
        if any(
            one.dropped is not None for one in (message, *map(graph.messages.__getitem__, above))
        ):
            skipped.append((message.id, _DROPPED))
            continue
        if not is_led[position]:
            skipped.append((message.id, _UNASKED))
            continue
        asked = graph.asked.get(at)
        views = [graph.views[one] for one in asked.views if one in graph.views] if asked else []
        because = stale.get(position) or tuple(f"#{one} is given again" for one in after)
        items.append(
            ReplayItem(
                message=message.id,
                position=at,
                slot=position,
                because=because,
                after=after,
                input_tokens=_context_tokens(graph, graph.parents[at], tokens),
                output_tokens=max(0, message.tokens),
                model=asked.model if asked else "",
                views=tuple(one.id for one in views if one.state != "dropped"),
                dropped=tuple(one.name for one in views if one.state == "dropped"),
            )
        )
        nearest[position] = (position,)
    return ReplayPlan(items=tuple(items), skipped=tuple(skipped), budget=tokens)


def _joined(nearest: Sequence[tuple[int, ...]], above: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted({one for parent in above for one in nearest[parent]}))


def _context_tokens(graph: Answers, ends: Sequence[int], budget: int) -> int:
    """Tokens of what leads to an answer, or the budget where that is less; stops there."""
    total = 0
    seen = set(ends)
    stack = list(ends)
    while stack and total < budget:
        at = stack.pop()
        if at not in graph.archived:
            total += max(0, graph.messages[graph.versions.get(at, at)].tokens)
        for parent in graph.parents[at]:
            if parent not in seen:
                seen.add(parent)
                stack.append(parent)
    return min(total, budget)


def replay(
    memory: Infold,
    scope: Scope,
    conversation: str,
    plan: ReplayPlan,
    *,
    model: ChatModel | None,
    progress: Callable[[ReplayStep], None] | None,
    cancel: Cancel | None,
) -> Replay:
    """Ask the answers of a plan again; see `infold.engine.asking_chat.AskingChat.replay`."""
    done: list[tuple[str, Message]] = []
    failed: list[tuple[str, str]] = []
    lost: set[int] = set()
    for number, item in enumerate(plan.items, 1):
        step = ReplayStep(
            message=item.message, number=number, total=len(plan.items), state="asking"
        )
        if cancel is not None and cancel.is_set():
            return _stopped(plan, done, failed)
        if lost.intersection(item.after):
            lost.add(item.slot)
            failed.append((item.message, "an answer that it stands on failed"))
            _tell(progress, replace(step, state="skipped"))
            continue
        _tell(progress, step)
        try:
            node = _shown(memory, scope, conversation, item)
            made = answer(
                memory,
                scope,
                conversation,
                node,
                model=model,
                budget=plan.budget,
                view=item.asked_in,
                cancel=cancel,
            )
        except InfoldError as error:
            if cancel is not None and cancel.is_set():
                return _stopped(plan, done, failed)
            if not isinstance(error, ModelError | NotFound):
                raise
            lost.add(item.slot)
            failed.append((item.message, f"{error.code}: {error.message}"))
            _tell(progress, replace(step, state="failed"))
            continue
        done.append((item.message, made))
        _tell(progress, replace(step, state="done"))
    return Replay(answers=tuple(done), failed=tuple(failed))


def _shown(memory: Infold, scope: Scope, conversation: str, item: ReplayItem) -> Message:
    """The answer of an item, if it is still the one that is shown.

    Raises:
        NotFound: It is gone, archived, or another version is shown by now.
    """
    with memory.store.read() as reader:
        state = reader.graph_state(scope, conversation)
        found = reader.messages(scope, conversation, [item.position])
    is_there = bool(found) and found[0].id == item.message
    away = {*state.archived, *(old for old, _ in state.versions)}
    if not is_there or item.position in away:
        raise NotFound(
            f"The answer {item.message} is not shown any more.",
            hint="Plan the replay anew.",
            records=[item.message],
        )
    return found[0]


def _stopped(
    plan: ReplayPlan, done: Sequence[tuple[str, Message]], failed: Sequence[tuple[str, str]]
) -> Replay:
    met = {one for one, _ in done} | {one for one, _ in failed}
    left = tuple(one.message for one in plan.items if one.message not in met)
    return Replay(answers=tuple(done), failed=tuple(failed), left=left)


def _tell(progress: Callable[[ReplayStep], None] | None, step: ReplayStep) -> None:
    if progress is not None:
        progress(step)

"""Comparing two views: the same questions to both, through the path by which anybody asks.

Each question goes to `Chat.context` of either view with one budget, then to one model with one
prompt. Without a model the contexts themselves are read. What the two sides are given differs in
the view alone (G15).
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from infold.core.folds import Price
from infold.core.ids import canonical
from infold.core.scope import Scope
from infold.core.views import View, view_name
from infold.engine.steps import view_of
from infold.engine.viewing import FULL, Closed, closed_folds, find_view, standing_on
from infold.errors import ModelError, NotFound, UsageError
from infold.fold.replacing import replaced_among
from infold.graph.lineage import ancestors
from infold.graph.shown_path import shown_versions
from infold.models.asking import ask_model
from infold.models.chat import Cancel, ChatModel, ChatRequest
from infold.recall.replaced import Chains
from infold.store.protocol import Reader, Writer
from infold.trial.arms import Answered, Asking, Side, Told, nearest, outcome, schedule
from infold.trial.compare import (
    ArmInfo,
    Comparison,
    FreePair,
    Judgement,
    ProbePair,
    losses_of,
    pair_claims,
)
from infold.trial.probes import Probe, choose, make_probes

if TYPE_CHECKING:
    from infold.engine.chat import Chat
    from infold.engine.memory import Infold

__all__ = ["PROBES", "Progress", "compare"]

PROBES: Final = 40
Progress: TypeAlias = Callable[[str, int], None]
"""Told what is being done and how much of it is done."""
Pair: TypeAlias = dict[Side, Answered]
_LEAST_BUDGET: Final = 4_000
_LABELS: Final = 2
"""A context of everything takes less than so many times the tokens of its messages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Arm:
    info: ArmInfo
    closed: tuple[Closed, ...]

    def place(self, message: str) -> tuple[str, str] | None:
        """The fold that holds a message, and the first message of its run."""
        for one in self.closed:
            if message in one.fold.sources:
                return one.fold.id, one.fold.sources[0]
        return None


def compare(
    memory: Infold,
    chat: Chat,
    left: str | View,
    right: str | View,
    *,
    probes: int | Sequence[Probe] = PROBES,
    questions: Sequence[str] = (),
    repetitions: int = 1,
    seed: int = 0,
    model: ChatModel | None = None,
    judge: ChatModel | None = None,
    budget: int | None = None,
    leaf: str | None = None,
    rates: tuple[float, float] | None = None,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
    is_recorded: bool = True,
) -> Comparison:
    """See `infold.engine.compare_calls.CompareChat.compare`."""
    if repetitions < 1:
        raise UsageError(f"{repetitions} repetitions ask nothing.", hint="Use 1 or more.")
    if isinstance(probes, int) and probes < 0:
        raise UsageError(f"{probes} probes cannot be made.", hint="Use 0 or more.")
    if any(not one.strip() for one in questions):
        raise UsageError("A question is empty.", hint="Give words, or leave it out.")
    if not probes and not questions:
        raise UsageError("Nothing is asked.", hint="Give questions, or let probes be made.")
    scope = chat.scope
    with memory.store.read() as reader:
        arms: dict[Side, _Arm] = {
            "left": _arm(reader, scope, chat.id, left),
            "right": _arm(reader, scope, chat.id, right),
        }
        tokens = _tokens(reader, scope, chat.id)
        made: Sequence[Probe] = ()
        if isinstance(probes, int):
            made = _made(reader, scope, chat.id, list(arms.values()), leaf) if probes else ()
    chosen = choose(made, probes, seed=seed) if isinstance(probes, int) else tuple(probes)
    asker = _Asker(
        chat=chat,
        arms=arms,
        chosen=chosen,
        questions=tuple(questions),
        model=model,
        budget=budget or max(_LEAST_BUDGET, _LABELS * tokens),
        leaf=leaf,
        seed=seed,
        count=memory.counter.count,
        cancel=cancel,
    )
    answers, failed = asker.ask_all(repetitions, progress)
    pairs = tuple(
        ProbePair(
            probe=probe,
            left=tuple(pair["left"] for pair in answers[number]),
            right=tuple(pair["right"] for pair in answers[number]),
        )
        for number, probe in enumerate(chosen)
        if answers[number]
    )
    free = tuple(
        asker.free(question, repetition, pair, judge)
        for number, question in enumerate(questions, len(chosen))
        for repetition, pair in enumerate(answers[number])
    )
    views: dict[Side, str] = {"left": arms["left"].info.view, "right": arms["right"].info.view}
    by_view = {one.info.view: one for one in arms.values()}
    found = Comparison(
        conversation=chat.id,
        left=arms["left"].info,
        right=arms["right"].info,
        model=model.model if model else "",
        judge=judge.model if judge and free else "",
        budget=budget or 0,
        seed=seed,
        repetitions=repetitions,
        folds=len({one.fold.id for arm in arms.values() for one in arm.closed}),
        available=len(made) if isinstance(probes, int) else len(chosen),
        failed=failed,
        rates=rates,
        pairs=pairs,
        free=free,
        losses=losses_of(pairs, views, lambda view, message: by_view[view].place(message)),
        prompt=_prompt_id() if model else "",
    )
    if is_recorded and (pairs or free) and FULL in views.values():
        _record(memory, scope, chat.id, [view for view in views.values() if view != FULL])
    return found


def _record(memory: Infold, scope: Scope, conversation: str, views: Sequence[str]) -> None:
    """Note of views that they were compared with the original. No step: it changes nothing."""

    def command(tx: Writer) -> None:
        for name in views:
            view = view_of(tx, scope, conversation, name)
            if not view.is_compared:
                tx.save_view(scope, replace(view, is_compared=True))
                tx.touch(scope)

    memory.store.write(command)


def _arm(reader: Reader, scope: Scope, conversation: str, view: str | View) -> _Arm:
    name = view_name(view)
    if name == FULL:
        return _Arm(info=ArmInfo(view=FULL, name="the original"), closed=())
    found = find_view(reader, scope, conversation, name)
    prices = [one.fold.price for one in found.folds]
    price = Price(
        calls=sum(one.calls for one in prices),
        input_tokens=sum(one.input_tokens for one in prices),
        output_tokens=sum(one.output_tokens for one in prices),
    )
    return _Arm(
        info=ArmInfo(view=found.id, name=found.name, price=price),
        closed=tuple(closed_folds(reader, scope, [found])),
    )


def _tokens(reader: Reader, scope: Scope, conversation: str) -> int:
    row = reader.conversation(scope, conversation)
    if row is None:
        raise NotFound("This conversation is empty.", hint="Append to it first.")
    return sum(max(0, one.tokens) for one in reader.messages(scope, conversation))


# ------------------------------------------------------------------ probes


def _made(
    reader: Reader, scope: Scope, conversation: str, arms: Sequence[_Arm], leaf: str | None
) -> tuple[Probe, ...]:
    """The probes of what either side has folded, each to be asked below its run."""
    messages = reader.messages(scope, conversation)
    above: list[tuple[int, ...]] = [() for _ in messages]
    below: list[list[int]] = [[] for _ in messages]
    for wire in reader.wires(scope, conversation):
        if wire.kind == "continue" and not wire.cut:
            above[wire.child] = tuple(sorted((*above[wire.child], wire.parent)))
            below[wire.parent].append(wire.child)
    row = reader.conversation(scope, conversation)
    places = {message.id: message.position for message in messages}
    current = places[leaf] if leaf is not None else row.leaf if row else 0
    folds: dict[str, Closed] = {}
    for arm in reversed(list(arms)):
        for one in arm.closed:
            folds.setdefault(one.fold.id, one)
    groups: dict[int, list[Closed]] = {}
    state = reader.graph_state(scope, conversation)
    archived = set(state.archived)
    versions = shown_versions(state.versions, archived)
    path = set(ancestors(above, current))
    for one in folds.values():
        end = current if path.issuperset(one.positions) else _tip(below, one.positions[-1])
        groups.setdefault(end, []).append(one)
    chains = Chains(reader.supersessions(scope, conversation))
    found: list[Probe] = []
    for end in sorted(groups, key=lambda one: (one != current, one)):
        on_way = ancestors(above, end)
        slots = (versions.get(at, at) for at in on_way if at not in archived)
        way = [messages[at] for at in dict.fromkeys(slots)]
        of = {
            source: one.fold.id
            for one in standing_on(groups[end], set(on_way), archived)
            if end not in one.positions[:-1]
            for source in one.fold.sources
        }
        at = "" if end == current and leaf is None else messages[end].id
        found += make_probes(way, of, leaf=at, replaced=replaced_among(chains, way))
    return tuple(found)


def _tip(below: Sequence[Sequence[int]], start: int) -> int:
    """The newest end below a message."""
    at = start
    while below[at]:
        at = max(below[at])
    return at


# ------------------------------------------------------------------ asking


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asker:
    chat: Chat
    arms: dict[Side, _Arm]
    chosen: tuple[Probe, ...]
    questions: tuple[str, ...]
    model: ChatModel | None
    budget: int
    leaf: str | None
    seed: int
    count: Callable[[str], int]
    cancel: Cancel | None

    def ask_all(self, repetitions: int, progress: Progress | None) -> tuple[list[list[Pair]], int]:
        """Ask everything in the drawn order.

        Returns:
            For each question its pairs, and how many pairs a model's failure took away.

        Raises:
            ModelError: `cancel` was set, or no question could be asked at all.
        """
        total = len(self.chosen) + len(self.questions)
        found: list[list[Pair]] = [[] for _ in range(total)]
        told: dict[str, Told] = {}
        failed = 0
        fault: ModelError | None = None
        order = schedule(total, repetitions, seed=self.seed)
        for first, second in zip(order[::2], order[1::2], strict=True):
            try:
                pair: Pair = {one.side: self._ask(one, told) for one in (first, second)}
            except ModelError as error:
                if self.cancel is not None and self.cancel.is_set():
                    raise
                failed, fault = failed + 1, error
                continue
            found[first.question].append(pair)
            if progress:
                progress("Asking", second.place + 1)
        if fault is not None and not any(found):
            raise fault
        return found, failed

    def _ask(self, asking: Asking, told: dict[str, Told]) -> Answered:
        probe = self.chosen[asking.question] if asking.question < len(self.chosen) else None
        question = probe.question if probe else self.questions[asking.question - len(self.chosen)]
        context = self.chat.context(
            question,
            budget=self.budget,
            leaf=(probe.leaf if probe else "") or self.leaf,
            view=self.arms[asking.side].info.view,
        )
        if self.model is None:
            # Contexts that hold everything do not depend on the question: each is read once.
            known = told.get(context.text)
            if known is None:
                if len(told) >= 4:
                    told.clear()
                known = told[context.text] = Told(context.text)
            return Answered(
                place=asking.place,
                text="" if probe else nearest(known, question),
                prompt=_hash(context.text),
                input_tokens=self.count(context.text),
                output_tokens=0,
                outcome=outcome(probe, known, is_answer=False) if probe else None,
            )
        # Only where a model is asked.
        from infold.prompts.answer_question import render

        rules, asked = render(context.text, question)
        reply = ask_model(
            self.model,
            ChatRequest.of(rules, asked, seed=self.seed + asking.repetition),
            cancel=self.cancel,
        )
        usage = reply.usage
        return Answered(
            place=asking.place,
            text=reply.text,
            prompt=_hash([["system", rules], ["user", asked]]),
            input_tokens=usage.input_tokens if usage.reported else self.count(rules + asked),
            output_tokens=usage.output_tokens if usage.reported else self.count(reply.text),
            outcome=outcome(probe, Told(reply.text), is_answer=True) if probe else None,
        )

    def free(
        self,
        question: str,
        repetition: int,
        pair: Pair,
        judge: ChatModel | None,
    ) -> FreePair:
        """A question of a person, its answers claim by claim, and a judge's word."""
        left, right = pair["left"], pair["right"]
        judgement: Judgement | None = None
        reason = ""
        if judge is not None:
            judgement, reason = self._judged(judge, question, repetition, left.text, right.text)
        return FreePair(
            question=question,
            repetition=repetition,
            left=left,
            right=right,
            claims=pair_claims(left.text, right.text),
            judgement=judgement,
            reason=reason,
        )

    def _judged(
        self, judge: ChatModel, question: str, repetition: int, left: str, right: str
    ) -> tuple[Judgement | None, str]:
        """Ask a judge that does not know the sides: which stands first is drawn.

        Returns:
            The judgement, none where the judge gave no answer, and the reason.
        """
        from infold.prompts.judge_answers import Judged, render

        chance = random.Random(f"{self.seed}\n{repetition}\n{question}")  # noqa: S311 - no secret
        is_swapped = chance.random() < 0.5
        rules, record = render(question, *((right, left) if is_swapped else (left, right)))
        try:
            reply = ask_model(
                judge, ChatRequest.of(rules, record, schema=Judged), cancel=self.cancel
            )
        except ModelError as error:
            # The answers are there and paid for: they stand without a judgement.
            return None, f"not judged: {error.message}"
        assert isinstance(reply.parsed, Judged)
        sides: tuple[Judgement, Judgement] = ("right", "left") if is_swapped else ("left", "right")
        match reply.parsed.better:
            case "first":
                return sides[0], reply.parsed.reason
            case "second":
                return sides[1], reply.parsed.reason
            case other:
                return other, reply.parsed.reason


def _hash(value: object) -> str:
    return hashlib.sha256(canonical(value).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _prompt_id() -> str:
    from infold.prompts.answer_question import ID

    return ID

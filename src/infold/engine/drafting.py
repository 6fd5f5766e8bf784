"""Building drafts: run by run in topological order, extractive or by a model.

The brief of a run is what its true ancestors established: nothing of another tree reaches its
prompt. A result is kept by the hash of all that it was made from, so that a plan that was cancelled
or failed goes on where it stopped, and what stands is not paid for twice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from infold.core.folds import DRAFT_VIEW, Claim, Fold, FoldMethod, Price
from infold.core.ids import canonical
from infold.core.messages import Message
from infold.core.scope import Scope
from infold.core.wording import counted
from infold.engine.condensing import stale
from infold.engine.drafts import BuildStep, Draft, Drafts, Progress
from infold.engine.fidelity import finder
from infold.engine.identity import fold_with_ids
from infold.engine.prices import failed_price, reply_price
from infold.errors import ModelError
from infold.fold.carrying import carry, says_no_more
from infold.fold.extract import extract
from infold.fold.fidelity import Fidelity, judge
from infold.fold.model_folds import LEAST_GAIN, Answer, Made, in_pieces, make
from infold.fold.own_words import written
from infold.fold.planning import place_claims
from infold.fold.policy import FoldPolicy
from infold.fold.replacing import Replacements
from infold.fold.wanted import Wanted, read_wanted
from infold.graph.condense import CondensePlan, PlannedRun
from infold.models.asking import ask_model
from infold.models.chat import Cancel, ChatModel, ChatRequest, stop_if_cancelled
from infold.store.protocol import Writer
from infold.text.sentences import sentences
from infold.text.statements import statement_kinds

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = ["build", "edit", "waiting"]

_BRIEF_TOKENS: Final = 600
_BRIEF_NODES: Final = 200
_STATEMENTS: Final = frozenset(("decision", "rejection", "retraction", "obligation"))
_ANSWER_MARGIN: Final = 3
EXTRACTIVE: Final = "condense-extract-4"
"""Stands where a prompt's id would: changes with the rules that choose sentences."""


@dataclass(frozen=True, slots=True)
class _Builder:
    memory: Infold
    scope: Scope
    conversation: str
    plan: CondensePlan
    model: ChatModel | None
    cancel: Cancel | None
    spent: list[Price] = field(default_factory=list)


def waiting(plan: CondensePlan) -> Drafts:
    """The drafts of a plan of which none is built."""
    return Drafts(plan=plan, drafts=tuple(Draft(run=run) for run in plan.picked))


def build(
    memory: Infold,
    scope: Scope,
    conversation: str,
    drafts: Drafts,
    *,
    model: ChatModel | None,
    progress: Progress | None,
    cancel: Cancel | None,
) -> Drafts:
    """Build what is not there yet; see `infold.engine.graph_chat.GraphChat.build`."""
    at = _Builder(memory, scope, conversation, drafts.plan, model, cancel)
    done = list(drafts.drafts)
    is_cancelled = False
    for index, one in enumerate(done):
        if one.state in ("ready", "dropped"):
            continue
        if cancel is not None and cancel.is_set():
            is_cancelled = True
            break
        step = BuildStep(run=one.run.id, number=index + 1, total=len(done), state="building")
        if progress:
            progress(step)
        try:
            built = _build_one(at, one, done)
        except ModelError as error:
            is_cancelled = cancel is not None and cancel.is_set()
            # What was paid before a stop was paid all the same.
            fault = f"{error.code}: {error.message}"
            built = one if is_cancelled else Draft(run=one.run, state="failed", fault=fault)
        done[index] = replace(built, spent=sum(at.spent, one.spent))
        at.spent.clear()
        if is_cancelled:
            break
        if progress:
            state = "cached" if built.is_cached else built.state
            progress(replace(step, state=state, tokens=built.tokens))
    return drafts.with_drafts(done, is_cancelled=is_cancelled)


def edit(
    memory: Infold, scope: Scope, conversation: str, drafts: Drafts, run: str, text: str
) -> Drafts:
    """Put a person's text in the place of a draft's; see `GraphChat.edit_draft`."""
    at = _Builder(memory, scope, conversation, drafts.plan, None, None)
    draft = drafts[run]
    messages = _messages(drafts.plan, draft.run)
    own = written(
        text,
        messages,
        counter=at.memory.counter,
        finds=_finds(at, messages),
        replaced=_replaced(at, messages),
        carried=_carried(drafts.plan, draft.run, messages),
    )
    built = _draft(
        at,
        draft.run,
        messages,
        Made(claims=(*own.claims, *own.quotes), fidelity=own.fidelity, fault=own.fault),
        method="person",
        made_from=_hash(
            [_identity(draft.run), "person", [claim.text for claim in own.claims], own.fault]
        ),
        price=draft.fold.price if draft.fold else draft.spent,
        first=len(own.claims),
    )
    built = replace(built, spent=draft.spent)
    return drafts.with_drafts([built if one.run.id == run else one for one in drafts.drafts])


def _build_one(at: _Builder, before: Draft, done: Sequence[Draft]) -> Draft:
    run = before.run
    messages = _messages(at.plan, run)
    # The brief is no part of it: a run that failed is retried alone, and those below it stand.
    made_from = _hash(
        [
            _identity(run),
            at.model.model if at.model else "",
            _prompt_id() if at.model else EXTRACTIVE,
            at.plan.policy.ratio,
        ]
    )
    with at.memory.store.read() as reader:
        kept = reader.folds_made_from(at.scope, at.conversation, made_from)
    if kept:
        report = _report(at, kept[0].claims, messages)
        return Draft(run=run, state="ready", fold=kept[0], fidelity=report, is_cached=True)
    if at.model is None:
        # A view shows no headlines: what they would say must stand in the sentences.
        claims = extract(
            messages,
            policy=_policy(at, run),
            counter=at.memory.counter,
            with_headlines=False,
            replaced=_replaced(at, messages),
        )
        place = {message.id: message.position for message in messages}
        answer: Answer = [
            (claim.text, [place[source] for source in claim.sources])
            for claim in claims
            if claim.level
        ]
    else:
        share = run.room / max(1, run.tokens)
        answer = _ask(at, at.model, messages, _brief(at, run, done), share)
    return _draft(
        at,
        run,
        messages,
        _checked(at, answer, messages),
        method="model" if at.model else "extractive",
        made_from=made_from,
        # Tries that failed or were refused were paid for this fold as well.
        price=sum(at.spent, before.spent),
        model=at.model.model if at.model else "",
    )


def _ask(
    at: _Builder,
    model: ChatModel,
    messages: Sequence[Message],
    brief: Sequence[str],
    share: float,
) -> Answer:
    """Have a model write the claims, piece by piece; each is told what the ones before said.

    Raises:
        ModelError: It gave no answer, or is to be asked no more.
    """
    # Only where a model is asked: pydantic comes with it.
    from infold.prompts.condense_run import FoldClaims, render
    from infold.prompts.records import said_of

    by_position = {message.position: message for message in messages}
    answer: list[tuple[str, Sequence[int]]] = []
    for piece in in_pieces(messages, at.memory.policy, at.memory.counter):
        size = sum(at.memory.counter.count(one.text) for one in piece)
        room = max(at.memory.policy.least_tokens, int(share * size))
        said = said_of(piece, by_position)
        known = _last([*brief, *(text for text, _ in answer)], at)
        rules, records = render(said, known, tokens=room)
        request = ChatRequest.of(
            rules, records, schema=FoldClaims, max_tokens=_ANSWER_MARGIN * room
        )
        stop_if_cancelled(at.cancel)  # no call, no price
        try:
            reply = ask_model(model, request, cancel=at.cancel)
        except ModelError as error:
            at.spent.append(failed_price(error))
            raise
        at.spent.append(reply_price(reply))
        assert isinstance(reply.parsed, FoldClaims)
        answer += [(claim.text, claim.sources) for claim in reply.parsed.claims]
    return answer


def _last(lines: Sequence[str], at: _Builder) -> list[str]:
    """The newest lines for which a brief has room."""
    room = _BRIEF_TOKENS
    out: list[str] = []
    for line in reversed(lines):
        room -= at.memory.counter.count(line)
        if room < 0:
            break
        out.append(line)
    return out[::-1]


def _brief(at: _Builder, run: PlannedRun, done: Sequence[Draft]) -> list[str]:
    """What the true ancestors of a run established, nearest first until there is no room."""
    graph = at.plan.graph
    drafted = {node: one for one in done if one.state == "ready" for node in one.run.nodes}
    inside = set(run.nodes)
    seen: set[int] = set(inside)
    queue = [parent for node in run.nodes for parent in graph.parents[node]]
    nearest: list[list[str]] = []
    told: set[str] = set()
    for node in queue:  # grows while it is walked
        if node in seen or len(seen) - len(inside) >= _BRIEF_NODES:
            continue
        seen.add(node)
        queue += sorted(graph.parents[node], reverse=True)
        draft = drafted.get(node)
        if draft is not None and draft.fold is not None:
            if draft.run.id not in told:
                told.add(draft.run.id)
                nearest.append([claim.line for claim in draft.fold.claims if claim.level])
        elif node not in graph.archived:
            nearest.append(_statements(at, node))
    lines = [line for lines in reversed(nearest) for line in lines]
    return _last(list(dict.fromkeys(lines)), at)


def _statements(at: _Builder, node: int) -> list[str]:
    """The sentences of a turn that decide, rule out or take back."""
    graph = at.plan.graph
    return [
        " ".join(piece.text.split())
        for position in graph.said(node)
        if graph.messages[position].role in ("user", "assistant")
        for piece in sentences(graph.messages[position].text[:4000])
        if _STATEMENTS.intersection(statement_kinds(piece.text))
    ]


def _checked(at: _Builder, answer: Answer, messages: Sequence[Message]) -> Made:
    return make(
        answer,
        messages,
        counter=at.memory.counter,
        finds=_finds(at, messages),
        replaced=_replaced(at, messages),
    )


def _draft(
    at: _Builder,
    run: PlannedRun,
    messages: Sequence[Message],
    made: Made,
    *,
    method: FoldMethod,
    made_from: str,
    price: Price,
    model: str = "",
    first: int = 0,
) -> Draft:
    """The draft of what was made; what can be applied is kept in the store.

    The first claims stand as and where they are: what a person wrote, else the headlines.
    """
    carried = _carried(at.plan, run, messages)
    places = {message.id: message.position for message in messages}
    words = {claim.text for claim in carried}
    first = first or sum(not claim.level for claim in made.claims)
    head = [claim for claim in made.claims[:first] if claim.text not in words]
    more = [claim for claim in made.claims[first:] if not says_no_more(claim, carried)]
    rest = sorted(
        (*more, *carried),
        key=lambda claim: (min(places[span.message] for span in claim.spans), -claim.level),
    )
    shown = [claim for claim in (*head, *rest) if claim.level]
    fault = made.fault or _no_gain(at, shown, messages)
    fold = fold_with_ids(
        at.memory.secret,
        at.conversation,
        Fold(
            root=min(places.values()),
            sources=tuple(message.id for message in messages),
            claims=place_claims((*head, *rest), places, at.memory.counter),
            method=method,
            state="refused" if fault else "ready",
            generation=run.turns,
            tokens=sum(max(0, message.tokens) for message in messages),
            model=model,
            prompt=_prompt_id() if model else "",
            price=price,
            view=DRAFT_VIEW,
            made_from=made_from,
            fault=fault,
        ),
    )
    if not fault:
        _keep(at, run, fold, messages)
    return Draft(
        run=run,
        state="refused" if fault else "ready",
        fold=fold,
        # What is carried took the place of some of what was judged.
        fidelity=_report(at, fold.claims, messages) if carried else made.fidelity,
        fault=fault,
    )


def _keep(at: _Builder, run: PlannedRun, fold: Fold, messages: Sequence[Message]) -> None:
    """Put a draft into the store.

    Raises:
        StalePlan: A message of it was erased since the plan was made, or its text dropped: nothing
            of what it said is written again.
    """
    scope, conversation = at.scope, at.conversation
    places = sorted(message.position for message in messages)

    def command(tx: Writer) -> None:
        there = {one.id: one.parts for one in tx.messages(scope, conversation, places)}
        if any(there.get(message.id) != message.parts for message in messages):
            raise stale([run.id])
        if tx.fold(scope, fold.id) is None:
            tx.add_folds(scope, conversation, [fold])

    at.memory.store.write(command)


def _report(at: _Builder, claims: Sequence[Claim], messages: Sequence[Message]) -> Fidelity:
    """What the sentences of a fold keep of its sources."""
    texts = [claim.text for claim in claims if claim.level]
    return judge(
        read_wanted(messages, _replaced(at, messages)), texts, messages, finds=_finds(at, messages)
    )


def _finds(at: _Builder, messages: Sequence[Message]) -> Callable[[Wanted], bool]:
    places = {message.id: message.position for message in messages}
    return finder(at.memory, at.scope, at.conversation, places)


def _replaced(at: _Builder, messages: Sequence[Message]) -> Replacements:
    with at.memory.store.read() as reader:
        view = at.memory.caches.view(reader, at.scope, at.conversation)
        return at.memory.links.among(reader, at.scope, at.conversation, view, messages)


def _no_gain(at: _Builder, claims: Sequence[Claim], messages: Sequence[Message]) -> str:
    own = sum(at.memory.counter.count(claim.text) for claim in claims)
    whole = sum(max(0, message.tokens) for message in messages)
    if own > (1.0 - LEAST_GAIN) * whole:
        size = f"{counted(own, 'token')} for {whole:,}"
        return f"{size}, marked words included: it saves less than a tenth"
    return ""


def _carried(plan: CondensePlan, run: PlannedRun, messages: Sequence[Message]) -> list[Claim]:
    by_id = {message.id: message for message in messages}
    turn_of = {
        plan.graph.messages[position].id: [
            plan.graph.messages[each].id for each in plan.graph.shown(node)
        ]
        for node in run.nodes
        for position in plan.graph.shown(node)
    }
    return carry(run.carried, by_id, turn_of)


def _messages(plan: CondensePlan, run: PlannedRun) -> list[Message]:
    return [plan.graph.messages[plan.graph.at(member)] for member in run.members]


def _policy(at: _Builder, run: PlannedRun) -> FoldPolicy:
    """The room is that of the whole run, filler included: a plan expects as much."""
    most = max(at.memory.policy.least_tokens, run.room)
    return replace(at.memory.policy, ratio=1.0, most_tokens=most)


def _identity(run: PlannedRun) -> list[object]:
    marks = [
        [mark.kind, mark.label, mark.message, mark.part, mark.start, mark.end]
        for mark in run.carried
    ]
    return [list(run.members), marks]


def _hash(value: list[object]) -> str:
    return hashlib.sha256(canonical(value).encode()).hexdigest()[:32]


def _prompt_id() -> str:
    from infold.prompts.condense_run import ID

    return ID

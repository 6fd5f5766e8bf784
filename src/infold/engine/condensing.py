"""Condensing: the plan of a stored conversation, and views made of what was built."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import count
from typing import TYPE_CHECKING

from infold.core.changes import Effect
from infold.core.ids import mint
from infold.core.scope import Scope
from infold.core.views import View, ViewFold
from infold.core.wording import counted
from infold.engine.drafts import Draft, Drafts
from infold.engine.steps import do, fold_value, view_of
from infold.engine.viewing import (
    FULL,
    closed_folds,
    current,
    find_view,
    require_closable,
    views_for,
    written_view,
)
from infold.errors import Conflict, GraphError, NotFound, StalePlan, UsageError
from infold.graph.condense import CondensePlan, CondensePolicy, plan_condense, stands
from infold.graph.shown_path import shown_versions
from infold.graph.turn_graph import TurnGraph, read_turn_graph
from infold.graph.views import require_nested
from infold.store.protocol import Reader, Writer

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = [
    "apply",
    "archive",
    "plan",
    "read_graph",
    "rebase",
    "rename",
    "set_state",
    "stale",
    "toggle",
]


def read_graph(reader: Reader, scope: Scope, conversation: str, views: Sequence[View]) -> TurnGraph:
    """A stored conversation as a graph of its turns, with what some views have folded.

    Raises:
        NotFound: Nothing was appended yet.
    """
    row = reader.conversation(scope, conversation)
    if row is None:
        raise NotFound("This conversation is empty.", hint="Append to it first.")
    messages = reader.messages(scope, conversation)
    above: list[list[int]] = [[] for _ in messages]
    state = reader.graph_state(scope, conversation)
    versions = shown_versions(state.versions, set(state.archived))
    # What a question was asked about is quoted by it.
    references = [(about, question) for question, about in state.passages]
    for wire in reader.wires(scope, conversation):
        if wire.cut:
            continue
        if wire.kind == "continue":
            above[wire.child].append(wire.parent)
        else:
            references.append((wire.parent, wire.child))
    return read_turn_graph(
        messages,
        [tuple(parents) for parents in above],
        references=references,
        marks=reader.marks(scope, conversation),
        folded=[
            position for one in closed_folds(reader, scope, views) for position in one.positions
        ],
        versions=sorted(versions.items()),
        prompted=[at for at, _ in state.roles],
        archived=state.archived,
        leaf=row.leaf,
    )


def plan(
    memory: Infold,
    scope: Scope,
    conversation: str,
    policy: CondensePolicy | None,
    view: str | None,
) -> CondensePlan:
    """See `infold.engine.graph_chat.GraphChat.plan_condense`."""
    with memory.store.read() as reader:
        graph, base = _seen(reader, scope, conversation, view)
    return replace(plan_condense(graph, policy), view=base)


def _seen(
    reader: Reader, scope: Scope, conversation: str, view: str | None
) -> tuple[TurnGraph, str]:
    """The graph that a plan is made of, and the id of the view that it goes on from."""
    views = views_for(reader, scope, conversation, view)
    return read_graph(reader, scope, conversation, views), views[-1].id if views else ""


def apply(memory: Infold, scope: Scope, conversation: str, drafts: Drafts, name: str) -> View:
    """See `infold.engine.graph_chat.GraphChat.apply`."""
    ready = drafts.ready
    if not ready:
        raise UsageError(
            "There is nothing to apply: no draft is ready.",
            hint="infold condense CONVERSATION --build says of each draft why it is not ready; a "
            "refused one can be edited.",
        )
    now = memory.clock.now()

    def command(tx: Writer) -> View:
        row = tx.conversation(scope, conversation)
        if row is None:
            raise StalePlan(
                "The conversation is gone: all of it was erased since the plan was made.",
                hint="There is nothing left to fold; plan anew when something was appended.",
                records=[conversation],
            )
        base = _of_plan(tx, scope, conversation, drafts.plan)
        graph = read_graph(tx, scope, conversation, base)
        changed = [
            one.run.id
            for one in ready
            if one.fold is None
            or not stands(drafts.plan, one.run, graph)
            or tx.fold(scope, one.fold.id) is None
        ]
        if changed:
            raise stale(changed)
        folds = {one.fold.id: one for view in base for one in current(tx, scope, view).folds}
        folds |= {one.fold.id: ViewFold(fold=one.fold) for one in ready if one.fold is not None}
        require_nested({fold: one.fold.sources for fold, one in folds.items()})
        number = tx.next_view(scope, conversation)
        view = View(
            id=mint(tx.secret(scope), "view", conversation, number),
            name=_free_name(tx, scope, conversation, name)
            if name
            else _next_name(tx, scope, conversation, number),
            conversation=conversation,
            number=number,
            base=row.messages,
            folds=tuple(folds[fold] for fold in sorted(folds)),
            state="dropped",  # until the step below
        )
        tx.add_view(scope, view)
        effect = Effect(target="view", record=view.id, old="", new="live")
        do(tx, scope, conversation, f"condense into {number}", [effect], by="person", now=now)
        return find_view(tx, scope, conversation, view.id)

    return memory.store.write(command)


def _of_plan(tx: Reader, scope: Scope, conversation: str, made: CondensePlan) -> list[View]:
    if not made.view:
        return []
    found = [one for one in tx.views(scope, conversation) if one.id == made.view]
    if not found:
        name = view_of(tx, scope, conversation, made.view).name
        raise StalePlan(
            f"The view {name!r:.60}, from which the plan goes on, was dropped.",
            hint="Plan anew from what is read now (`Chat.rebase`, in the command line infold "
            "condense): drafts that still stand are kept.",
            records=[made.view],
        )
    standing = tx.views(scope, conversation, ("standing",))
    return standing if found[0].state == "standing" else found


def stale(records: Sequence[str]) -> StalePlan:
    """What is raised where runs are not any more what a plan saw: changed, or erased."""
    return StalePlan(
        f"{counted(len(records), 'run')} changed since the plan was made, or lost a message: "
        f"{', '.join(records)}.",
        hint="Plan anew (`Chat.rebase`, in the command line infold condense): what stands is not "
        "built twice.",
        records=records,
    )


def rebase(memory: Infold, scope: Scope, conversation: str, drafts: Drafts) -> Drafts:
    """See `infold.engine.graph_chat.GraphChat.rebase`."""
    old = drafts.plan
    with memory.store.read() as reader:
        there = {one.id for one in reader.views(scope, conversation)}
        # A view that was dropped is gone on from no more: drafts then stand on what is read now.
        graph, base = _seen(reader, scope, conversation, old.view if old.view in there else None)
    fresh = replace(plan_condense(graph, old.policy), view=base)
    kept: dict[str, Draft] = {}
    members: set[str] = set()
    for one in drafts.drafts:
        if not stands(old, one.run, fresh.graph):
            continue
        kept[one.run.id] = one
        members.update(one.run.members)
    runs = []
    for run in fresh.runs:
        if run.id in kept and kept[run.id].run.members == run.members:
            kept[run.id] = replace(kept[run.id], run=run)
            runs.append(run)
        elif members.isdisjoint(run.members):
            touched = any(set(run.members) & set(one.run.members) for one in drafts.drafts)
            runs.append(replace(run, is_picked=touched))
    listed = {run.id for run in runs if run.id in kept}
    # A stretch that grew since, or that a person chose, stands beside what the scan proposes now.
    for name, one in kept.items():
        if name not in listed:
            nodes = tuple(sorted({fresh.graph.owner[fresh.graph.at(m)] for m in one.run.members}))
            kept[name] = replace(one, run=replace(one.run, nodes=nodes))
            runs.append(kept[name].run)
    runs.sort(key=lambda run: (run.nodes[0], run.by_person))
    rebased = replace(fresh, runs=tuple(runs))
    taken = {run.id for run in rebased.picked}
    gone = [one for one in drafts.drafts if one.run.id not in kept or one.run.id not in taken]
    return Drafts(
        plan=rebased,
        drafts=tuple(kept.get(run.id, Draft(run=run)) for run in rebased.picked),
        left=sum((one.spent for one in gone), drafts.left),
    )


def toggle(
    memory: Infold, scope: Scope, conversation: str, view: str, fold: str, is_open: bool | None
) -> View:
    """Open or close a fold in a view; see `GraphChat.toggle`."""

    def command(tx: Writer) -> View:
        written = written_view(tx, scope, conversation, view)
        at = current(tx, scope, written)
        fits = [one for one in at.folds if one.fold.id.startswith(fold)]
        if len(fits) != 1:
            raise NotFound(
                f"{fold!r:.60} fits {'several' if fits else 'no'} folds of this view.",
                records=[fold],
                hint="Give more of its id."
                if fits
                else "infold views CONVERSATION --json lists them.",
            )
        one = fits[0]
        wanted = not one.is_open if is_open is None else is_open
        if one.is_open and not wanted:
            require_closable(tx, scope, conversation, one)
        # What opened by itself is written nowhere: an undo must not write it either.
        before = next(kept for kept in written.folds if kept.fold.id == one.fold.id)
        effect = Effect(
            target="fold",
            record=f"{at.id} {one.fold.id}",
            old=fold_value(is_open=before.is_open, flag=before.flag),
            new=fold_value(is_open=wanted, flag=one.flag),
        )
        if one.is_open is not wanted:
            name = "open a fold" if wanted else "close a fold"
            now = memory.clock.now()
            do(tx, scope, conversation, name, [effect], by="person", now=now, shows=True)
        return find_view(tx, scope, conversation, at.id)

    return memory.store.write(command)


def rename(memory: Infold, scope: Scope, conversation: str, view: str, name: str) -> View:
    """Rename a view; see `GraphChat.rename_view`."""
    if not name.strip():
        raise UsageError("A view needs a name.", hint="Give a name that is not blank.")

    def command(tx: Writer) -> View:
        at = find_view(tx, scope, conversation, view)
        new = _free_name(tx, scope, conversation, name, at.id)
        effect = Effect(target="name", record=at.id, old=at.name, new=new)
        _step(tx, memory, scope, conversation, "rename a view", effect)
        return find_view(tx, scope, conversation, at.id)

    return memory.store.write(command)


def _next_name(tx: Reader, scope: Scope, conversation: str, number: int) -> str:
    """`View N` with the first number from this one on that names no view yet."""
    taken = {one.name for one in tx.views(scope, conversation)}
    return next(name for at in count(number) if (name := f"View {at}") not in taken)


def _free_name(tx: Reader, scope: Scope, conversation: str, name: str, view: str = "") -> str:
    """A name that no other view has, and that does not stand for the original.

    Raises:
        UsageError: It is taken, or no line.
    """
    new = name.strip()
    others = (one.name for one in tx.views(scope, conversation) if one.id != view)
    if any(unicodedata.category(one) in ("Cc", "Zl", "Zp") for one in new):
        raise UsageError(
            "The name of a view is one line.", hint="Give a name without line breaks and tabs."
        )
    if new == FULL or new in others:
        what = "stands for the original" if new == FULL else "names a view of this conversation"
        raise UsageError(f"{new!r:.60} {what} already.", hint="Give another name.")
    return new


def set_state(
    memory: Infold, scope: Scope, conversation: str, view: str, new: str, name: str
) -> View:
    """Drop a view, or let the original be read again; see `GraphChat.drop_view`."""

    def command(tx: Writer) -> View:
        at = find_view(tx, scope, conversation, view)
        effect = Effect(target="view", record=at.id, old=at.state, new=new)
        _step(tx, memory, scope, conversation, name, effect)
        return view_of(tx, scope, conversation, at.id)

    return memory.store.write(command)


def archive(
    memory: Infold, scope: Scope, conversation: str, view: str, *, uncompared: bool
) -> View:
    """Read the conversation through a view from now on; see `EditChat.archive`."""

    def command(tx: Writer) -> View:
        at = find_view(tx, scope, conversation, view)
        # Whether it was compared is read where it is written: an undo or an edit may come between.
        if not (at.is_compared or uncompared):
            raise Conflict(
                f"Nothing was compared yet: whether {at.name!r} lost something is not known.",
                hint="Compare it with the original first, or archive with `uncompared`.",
                records=[at.id],
            )
        for other in tx.views(scope, conversation, ("standing",)):
            if other.id != at.id:
                _require_apart(at, other)
        effect = Effect(target="view", record=at.id, old=at.state, new="standing")
        _step(tx, memory, scope, conversation, "archive the original", effect)
        return view_of(tx, scope, conversation, at.id)

    return memory.store.write(command)


def _require_apart(view: View, other: View) -> None:
    """Check that a conversation can be read through two views at once.

    Raises:
        Conflict: Folds of them share messages, and neither holds the other.
    """
    folds = {one.fold.id: one.fold.sources for one in (*view.folds, *other.folds)}
    try:
        require_nested(folds)
    except GraphError as error:
        raise Conflict(
            f"The conversation is read through {other.name!r:.60}, and folds of it and of "
            f"{view.name!r:.60} share messages.",
            hint=f"Restore the original of {other.name!r:.60} first, or condense anew: that goes "
            "on from what is archived.",
            records=[other.id, view.id, *error.records],
        ) from None


def _step(
    tx: Writer, memory: Infold, scope: Scope, conversation: str, name: str, effect: Effect
) -> None:
    now: datetime = memory.clock.now()
    do(tx, scope, conversation, name, [effect], by="person", now=now)

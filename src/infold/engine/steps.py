"""Steps: changes of a conversation's graph that are done whole, undone and done again.

A step is a list of effects, each a row with its value before and after. To undo one is to put the
values before back in place; nothing that was said is ever removed by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final, Literal, cast

from infold.core.changes import Change, Effect
from infold.core.ids import mint
from infold.core.marks import MarkState
from infold.core.scope import Scope
from infold.core.settings import AWAY, GONE
from infold.core.views import View, ViewFold, ViewState
from infold.core.wording import counted
from infold.errors import Conflict, NotFound
from infold.store.protocol import ConversationRow, Reader, WireRow, Writer

__all__ = ["do", "fold_value", "redo", "require", "setting_record", "undo", "wire_record"]

_ALL_VIEWS: Final[tuple[ViewState, ...]] = ("live", "standing", "dropped")


def require(tx: Reader, scope: Scope, conversation: str) -> ConversationRow:
    """The row of a conversation that exists.

    Raises:
        NotFound: Nothing was appended yet.
    """
    row = tx.conversation(scope, conversation)
    if row is None:
        raise NotFound("This conversation is empty.", hint="Append to it first.")
    return row


def do(
    tx: Writer,
    scope: Scope,
    conversation: str,
    name: str,
    effects: Sequence[Effect],
    *,
    by: str,
    now: datetime,
    shows: bool = False,
) -> Change | None:
    """Do a step and record it; None where it changes nothing.

    What was undone before can then no longer be done again. No other step is read.

    Args:
        tx: The transaction.
        scope: Of the conversation.
        conversation: Its id.
        name: Of the step.
        effects: What it changes.
        by: Who does it.
        now: The clock.
        shows: Whether it changes what is shown even where what is written stays: when a fold was
            closed decides what opens it again.
    """
    telling = tuple(one for one in effects if shows or one.old != one.new)
    if not telling:
        return None
    tx.end_undone(scope, conversation)
    number = tx.last_change(scope, conversation) + 1
    change = Change(
        id=mint(tx.secret(scope), "change", conversation, number),
        number=number,
        name=name,
        at=now.isoformat(),
        by=by,
        effects=telling,
        spans=(require(tx, scope, conversation).messages,),
    )
    for effect in telling:
        _put(tx, scope, conversation, effect)
    tx.add_change(scope, conversation, change)
    tx.touch(scope)
    return change


def undo(tx: Writer, scope: Scope, conversation: str) -> Change:
    """Take back the last step that stands.

    Raises:
        NotFound: There is none.
        Conflict: Messages that came since stand on it.
    """
    step = tx.change_in(scope, conversation, "done", newest=True)
    if step is None:
        raise NotFound("There is no step to undo.", hint="Steps are marks, cuts, views and edits.")
    _require_free(tx, scope, conversation, step)
    for effect in reversed(step.effects):
        _put(tx, scope, conversation, effect.reverse)
    return _turned(tx, scope, conversation, step, "undone")


def redo(tx: Writer, scope: Scope, conversation: str) -> Change:
    """Do the step again that was undone last.

    Raises:
        NotFound: There is none, or other steps came since.
    """
    step = tx.change_in(scope, conversation, "undone", newest=False)
    if step is None:
        raise NotFound(
            "There is no step to do again.", hint="A new step after an undo ends what was undone."
        )
    for effect in step.effects:
        _put(tx, scope, conversation, effect)
    return _turned(tx, scope, conversation, step, "done")


def _turned(
    tx: Writer, scope: Scope, conversation: str, step: Change, state: Literal["done", "undone"]
) -> Change:
    """Record that a step was undone or done again, and after how many messages."""
    count = require(tx, scope, conversation).messages
    # No message came since it was turned the other way: that was as if it had not been.
    spans = step.spans[:-1] if step.spans[-1:] == (count,) else (*step.spans, count)
    tx.set_change_state(scope, conversation, step.number, state, spans)
    tx.touch(scope)
    return replace(step, state=state, spans=spans)


def setting_record(message: str, name: str) -> str:
    """What names a setting in an effect; `message` is empty for the whole conversation."""
    return f"{message or '-'} {name}"


def wire_record(parent: str, child: str, kind: str) -> str:
    """What names a wire in an effect."""
    return f"{parent} {child} {kind}"


def fold_value(*, is_open: bool, flag: str) -> str:
    """How a fold stands in a view, as the value of an effect."""
    return f"{'open' if is_open else 'closed'} {flag}".rstrip()


def _put(tx: Writer, scope: Scope, conversation: str, effect: Effect) -> None:
    """Bring one row to the value that an effect ends in."""
    match effect.target:
        case "mark":
            value = cast(MarkState, effect.new or "withdrawn")
            tx.set_mark_state(scope, conversation, effect.record, value)
        case "wire":
            _put_wire(tx, scope, conversation, effect)
        case "setting":
            message, name = effect.record.split(" ")
            position = -1 if message == "-" else tx.locate(scope, [message])[message][1]
            tx.set_setting(scope, conversation, position, name, effect.new)
        case "leaf":
            row = require(tx, scope, conversation)
            if row.leaf_id == effect.old or not effect.old:
                # Where messages came since, the leaf has gone on with them and stays there.
                position = tx.locate(scope, [effect.new])[effect.new][1]
                tx.save_conversation(scope, replace(row, leaf=position))
        case "view" | "name" | "compared":
            tx.save_view(scope, _changed(view_of(tx, scope, conversation, effect.record), effect))
        case "fold":
            name, fold = effect.record.split(" ")
            state, _, flag = effect.new.partition(" ")
            view = view_of(tx, scope, conversation, name)
            one = next(each for each in view.folds if each.fold.id == fold)
            tx.save_view_fold(
                scope, view, ViewFold(fold=one.fold, is_open=state == "open", flag=flag)
            )


def view_of(tx: Reader, scope: Scope, conversation: str, view: str) -> View:
    """A view by its id, dropped or not.

    Raises:
        NotFound: There is none.
    """
    found = [one for one in tx.views(scope, conversation, _ALL_VIEWS) if one.id == view]
    if not found:
        raise NotFound(
            f"No view {view:.60} in this conversation.",
            records=[view],
            hint="infold views CONVERSATION lists them.",
        )
    return found[0]


def _changed(view: View, effect: Effect) -> View:
    match effect.target:
        case "view":
            return replace(view, state=cast(ViewState, effect.new or "dropped"))
        case "name":
            return replace(view, name=effect.new)
        case _:
            return replace(view, is_compared=bool(effect.new))


def _put_wire(tx: Writer, scope: Scope, conversation: str, effect: Effect) -> None:
    parent, child, name = effect.record.split(" ")
    kind: Literal["continue", "reference"] = "continue" if name == "continue" else "reference"
    places = tx.locate(scope, [parent, child])
    ends = (places[parent][1], places[child][1])
    if not effect.new:
        tx.drop_wire(scope, conversation, *ends, kind)
        return
    words = effect.new.split(" ")
    cut, chain = "cut" in words, "chain" in words
    if not tx.set_wire(scope, conversation, *ends, kind, cut=cut, chain=chain):
        row = WireRow(parent=ends[0], child=ends[1], kind=kind, cut=cut, chain=chain)
        tx.add_wires(scope, conversation, [row])


def _require_free(tx: Writer, scope: Scope, conversation: str, step: Change) -> None:
    """Refuse to put away a message that others were appended to since."""
    for effect in step.effects:
        message, _, name = effect.record.partition(" ")
        if (effect.target, name, effect.old, effect.new) != ("setting", AWAY, GONE, ""):
            continue
        below = _live_below(tx, scope, conversation, tx.locate(scope, [message])[message][1])
        if below:
            ids = [message.id for message in tx.messages(scope, conversation, below)]
            go = counted(len(ids), "message goes", "messages go")
            raise Conflict(
                f"{go} on from what the step '{step.name}' added.",
                hint="Archive what it added instead: what goes on from it stays.",
                records=ids,
            )


def _live_below(tx: Writer, scope: Scope, conversation: str, position: int) -> list[int]:
    """What goes on from a message and is not put away; ways through archived ones count."""
    archived = set(tx.graph_state(scope, conversation).archived)
    queue = tx.children(scope, conversation, position)
    met = set(queue)
    for one in queue:  # grows while it is walked
        if one in archived:
            fresh = [below for below in tx.children(scope, conversation, one) if below not in met]
            met.update(fresh)
            queue += fresh
    return [one for one in queue if one not in archived]

"""Stale answers of a conversation: what led to them is not what it was when they were given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from infold.core.changes import Change
from infold.core.marks import MarkState
from infold.core.messages import Message
from infold.core.scope import Scope
from infold.core.settings import AWAY, GONE, MATERIAL, MODEL, PASSAGE, ROLE, SHOWN_AS, Asked
from infold.core.views import VIEW_STATES, View
from infold.engine.node_reading import folds_shown
from infold.engine.node_records import Wired, live, quoted_turn, records_of
from infold.errors import NotFound
from infold.graph.shown_path import shown_versions
from infold.graph.staleness import (
    Epochs,
    Records,
    Touch,
    stale_below,
    upstream_hash,
    upstream_hashes,
)
from infold.store.protocol import Reader

__all__ = ["Answers", "StaleAnswer"]

_MARKS: Final[tuple[MarkState, ...]] = ("suggested", "confirmed", "withdrawn")
_UNKNOWN: Final = "what led to it is not what it was when it was asked"
_SETTINGS: Final[Mapping[str, tuple[str, str]]] = {
    SHOWN_AS: ("another version of {at} is shown", "{at} is shown as it was first"),
    ROLE: ("a role prompt was set on {at}", "the role prompt of {at} was taken off"),
    PASSAGE: ("{at} is asked about a passage", "{at} is not asked about a passage any more"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StaleAnswer:
    """An answer that no longer stands on what it was asked with.

    Attributes:
        message: The answer, of the version that is shown.
        slot: Position at which it stands: its own, or that of the message in whose place it is
            shown.
        because: What changed since, in words, the nearest last.
    """

    message: Message
    slot: int
    because: tuple[str, ...]


class Answers:
    """A conversation as a graph of answers and of what they stand on, read in one snapshot.

    Args:
        reader: The snapshot.
        scope: Whose.
        conversation: Its id.

    Raises:
        NotFound: Nothing was appended yet.
    """

    def __init__(self, reader: Reader, scope: Scope, conversation: str) -> None:
        if reader.conversation(scope, conversation) is None:
            raise NotFound("This conversation is empty.", hint="Append to it first.")
        self._reader = reader
        self._scope = scope
        self._conversation = conversation
        self.messages = reader.messages(scope, conversation)
        above: list[list[int]] = [[] for _ in self.messages]
        for wire in reader.wires(scope, conversation):
            if wire.kind == "continue" and not wire.cut:
                above[wire.child].append(wire.parent)
        self.parents: list[tuple[int, ...]] = [tuple(one) for one in above]
        state = reader.graph_state(scope, conversation)
        self.archived = set(state.archived)
        self.versions = shown_versions(state.versions, self.archived)
        self.asked: dict[int, Asked] = dict(reader.asked(scope, conversation))

    @cached_property
    def slots(self) -> dict[int, int]:
        """Position of each answer that is shown → where it stands; by where they stand."""
        place: dict[int, int] = {}
        for old, new in self.versions.items():
            place[new] = min(old, place.get(new, new))
        found = {
            message.position: place.get(message.position, message.position)
            for message in self.messages
            if message.role == "assistant"
            and self.parents[message.position]
            and message.position not in self.archived
            and message.position not in self.versions
        }
        return dict(sorted(found.items(), key=lambda one: one[1]))

    def stale(self) -> list[StaleAnswer]:
        """The stale answers, each after those that it stands on. Linear, see `stale_below`."""
        changes = self._reader.changes(self._scope, self._conversation)
        epochs = Epochs(changes)
        quoted = self._quoted()
        because = stale_below(
            self.slots,
            self.parents,
            [one for touch in self._touches(epochs) for one in self._placed(touch)],
            epochs.at,
            quotes=_by_quoting((one.quoting, one.turn) for one in quoted),
            chains=_by_quoting((one.quoting, (one.quoted,)) for one in quoted if one.chain),
        )
        self._check_asked(because, quoted)
        return [
            StaleAnswer(message=self.messages[at], slot=slot, because=because[at])
            for at, slot in self.slots.items()
            if at in because
        ]

    # ------------------------------------------------------------ answers that were asked here

    def _check_asked(self, because: dict[int, tuple[str, ...]], quoted: Sequence[Wired]) -> None:
        """Judge answers that were asked for here by the hash that they keep."""
        by_views: dict[tuple[str, ...], list[int]] = {}
        for at in self.slots:
            if at in self.asked:
                by_views.setdefault(self.asked[at].views, []).append(at)
        views = self.views if any(by_views) else {}
        for names, answers in by_views.items():
            known = [views[name] for name in names if name in views]
            live = [view for view in known if view.state != "dropped"]
            dropped = [f"the view {one.name!r} was dropped" for one in known if one not in live]
            records = self._records(quoted, live)
            hashes = upstream_hashes(records, range(len(self.messages)))
            for at in answers:
                now = upstream_hash(records, hashes, self.parents[at])
                if now == self.asked[at].upstream:
                    because.pop(at, None)
                elif dropped:
                    because[at] = (*because.get(at, ()), *dropped)
                elif at not in because:
                    told = ", ".join(view.name for view in live)
                    because[at] = (f"the folds of the view {told} changed" if told else _UNKNOWN,)

    @cached_property
    def views(self) -> dict[str, View]:
        """Id → view, those that were dropped too."""
        found = self._reader.views(self._scope, self._conversation, VIEW_STATES)
        return {view.id: view for view in found}

    def _records(self, quoted: Sequence[Wired], views: Sequence[View]) -> Records:
        return records_of(
            range(len(self.messages)),
            self.parents,
            {message.position: message for message in self.messages},
            archived=self.archived,
            versions=self.versions,
            settings=self._reader.settings(self._scope, self._conversation),
            quoted=quoted,
            folds=folds_shown(self._reader, self._scope, views, self.versions),
        )

    def _quoted(self) -> list[Wired]:
        out = []
        for quoted, quoting, chain in self._reader.references(self._scope, self._conversation):
            turn = quoted_turn(self._reader, self._scope, self._conversation, self.parents, quoted)
            out.append(Wired(quoted, quoting, chain, live(turn, self.archived, self.versions), ()))
        return out

    # ------------------------------------------------------------ what steps have changed

    def _touches(self, epochs: Epochs) -> Iterator[Touch]:
        marks = {
            mark.id: position
            for position, mark in self._reader.marks(self._scope, self._conversation, _MARKS)
            if mark.kind == "archive"
        }
        at = {message.id: message.position for message in self.messages}
        names = {
            one.id: one.name for one in self._reader.materials(self._scope, self._conversation)
        }
        for target, record in epochs.records():
            match target, record.split(" "):
                case "mark", [mark] if mark in marks:
                    mask, step = epochs.differs(target, record, _is_confirmed)
                    yield from self._put_away(mask, step, marks[mark])
                case "setting", [message, name] if name == AWAY:
                    mask, step = epochs.differs(target, record, _is_gone)
                    yield from self._put_away(mask, step, at[message])
                case "wire", [parent, child, "continue"]:
                    mask, step = epochs.differs(target, record, _is_joined)
                    is_cut = at[parent] not in self.parents[at[child]]
                    what = f"the wire from #{at[parent]} to #{at[child]} was "
                    what += "cut" if is_cut else "joined"
                    cause = _cause(what, step)
                    yield Touch(position=at[child], differs=mask, cause=cause, is_wire=True)
                case "wire", [quoted, quoting, _]:
                    mask, step = epochs.differs(target, record, _quotes)
                    what = f"what #{at[quoting]} quotes of #{at[quoted]} changed"
                    yield Touch(position=at[quoting], differs=mask, cause=_cause(what, step))
                case "setting", [message, name] if name != MODEL:
                    mask, step = epochs.differs(target, record, str)
                    position = -1 if message == "-" else at[message]
                    what = _setting(name, position, step, names)
                    yield Touch(position=position, differs=mask, cause=_cause(what, step))
                case _:
                    pass

    def _put_away(self, mask: int, step: Change | None, position: int) -> Iterator[Touch]:
        """A message that was archived or restored, or whose step was undone or done again."""
        if step is not None and self._is_version_of(step, position):
            return  # what a version is shown for says so by itself
        what = f"#{position} was {'archived' if position in self.archived else 'restored'}"
        yield Touch(position=position, differs=mask, cause=_cause(what, step))

    def _is_version_of(self, step: Change, position: int) -> bool:
        """Whether a step brings a message in to be shown in the place of another."""
        message = self.messages[position].id
        return any(one.target == "setting" and one.new == message for one in step.effects)

    def _placed(self, touch: Touch) -> Iterator[Touch]:
        """A touch where it counts: also where its message is shown in the place of another."""
        yield touch
        for old, new in self.versions.items():
            if new == touch.position:
                yield Touch(position=old, differs=touch.differs, cause=touch.cause)


def _setting(name: str, position: int, step: Change | None, names: Mapping[str, str]) -> str:
    where = f"#{position}" if position >= 0 else "the conversation"
    new = [
        effect.new
        for effect in (step.effects if step else ())
        if effect.target == "setting" and effect.record.endswith(f" {name}")
    ]
    is_set = bool(new and new[0] and step and step.state == "done")
    if name.startswith(MATERIAL):
        title = names.get(name.removeprefix(MATERIAL), "a material")
        is_in = is_set and new[0] == "in"
        place = f"at {where}" if position >= 0 else "everywhere"
        return f"{title} was {'put in' if is_in else 'taken out'} {place}"
    told, untold = _SETTINGS.get(name, ("{at} was changed", "{at} was changed"))
    return (told if is_set else untold).format(at=where)


def _cause(what: str, step: Change | None) -> str:
    return what if step is None else f"{what} (step {step.number}: {step.name})"


def _is_confirmed(value: str) -> str:
    return "yes" if value == "confirmed" else ""


def _is_gone(value: str) -> str:
    return value if value == GONE else ""


def _is_joined(value: str) -> str:
    return "yes" if value.startswith("joined") else ""


def _quotes(value: str) -> str:
    return value if value.startswith("joined") else ""


def _by_quoting(pairs: Iterable[tuple[int, Sequence[int]]]) -> dict[int, list[int]]:
    out: dict[int, list[int]] = {}
    for quoting, quoted in pairs:
        out.setdefault(quoting, []).extend(quoted)
    return out

"""Marks, views and steps: changed by people, read by every context and every plan."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from typing import Literal

from infold.core.changes import Change, ChangeState, Effect
from infold.core.folds import Fold
from infold.core.marks import Mark, MarkState
from infold.core.scope import Scope
from infold.core.settings import AWAY, GONE, MATERIAL, ONLY, PASSAGE, PLACED, ROLE, SHOWN_AS
from infold.core.views import View, ViewFold, ViewState
from infold.errors import NotFound
from infold.store import rows as convert
from infold.store.folding import FoldReads
from infold.store.graph_protocol import GraphState
from infold.store.queries import SQL
from infold.store.writing import Changes


class GraphReads(FoldReads):
    """Reads of marks, views and steps."""

    __slots__ = ()

    def graph_state(self, scope: Scope, conversation: str) -> GraphState:
        """What is archived and cut, and which views stand."""
        number = self.number(scope, conversation)
        if number is None:
            return GraphState()
        key = (scope.space, scope.user, number)
        standing = self.rows(SQL["views"], (*key, convert.list_text(["standing"])))
        placed = self.rows(SQL["placed_marks"], key)
        settings, materials = self._placed_settings(scope, key)
        wires = self.rows(SQL["odd_wires"], key)
        archived = [position for kind, position in placed if kind == "archive"]
        return GraphState(
            archived=tuple(sorted({*archived, *(position for position, _ in settings[AWAY])})),
            pinned=tuple(position for kind, position in placed if kind == "pin"),
            demoted=tuple(number for kind, number in placed if kind == "demote"),
            cuts=tuple((parent, child) for parent, child, cut, _ in wires if cut),
            standing=tuple(row[0] for row in standing),
            versions=tuple(settings[SHOWN_AS]),
            passages=tuple(settings[PASSAGE]),
            roles=tuple(settings[ROLE]),
            alone=tuple(position for position, _ in settings[ONLY]),
            quotes=tuple(
                (quoted, quoting, bool(chain)) for quoted, quoting, cut, chain in wires if not cut
            ),
            materials=tuple(materials),
        )

    def _placed_settings(
        self, scope: Scope, key: tuple[str, str, int]
    ) -> tuple[defaultdict[str, list[tuple[int, int]]], list[tuple[int, str, str]]]:
        """Name → (position, position of the message that it names), and what is said of materials.

        Both by position. What was put away names itself. Under `ONLY` stand the role prompts that
        take the place of those above.
        """
        found: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        rows = self.rows(SQL["placed_settings"], key)
        materials = [
            (position, name.removeprefix(MATERIAL), value)
            for position, name, value in rows
            if name.startswith(MATERIAL)
        ]
        if len(rows) == len(materials):
            return found, materials
        named = convert.list_text(
            sorted({row[2].partition(" ")[0] for row in rows if row[1] in PLACED})
        )
        values = (named, scope.space, scope.user, scope.agent, scope.session)
        places = {row[0]: row[2] for row in self.rows(SQL["locate"], values)}
        for position, name, value in rows:
            message, _, rest = value.partition(" ")
            if name == AWAY and value == GONE:
                found[AWAY].append((position, position))
            if name in PLACED and message in places:
                found[name].append((position, places[message]))
                if name == ROLE and rest == ONLY:
                    found[ONLY].append((position, places[message]))
        return found, materials

    def marks(
        self, scope: Scope, conversation: str, states: Sequence[MarkState] = ("confirmed",)
    ) -> list[tuple[int, Mark]]:
        """(position, mark) by position, part and start."""
        number = self.number(scope, conversation)
        if number is None:
            return []
        values = (scope.space, scope.user, number, convert.list_text(states))
        return [_mark(row) for row in self.rows(SQL["marks"], values)]

    def marks_at(
        self, scope: Scope, conversation: str, positions: Sequence[int]
    ) -> list[tuple[int, Mark]]:
        """(position, mark) of the marks that hold at some positions; linear in these alone."""
        number = self.number(scope, conversation)
        if number is None:
            return []
        values = (scope.space, scope.user, number, convert.list_text(positions))
        return [_mark(row) for row in self.rows(SQL["marks_at"], values)]

    def mark(self, scope: Scope, conversation: str, mark: str) -> tuple[int, Mark] | None:
        """(position, mark) by the mark's id."""
        number = self.number(scope, conversation)
        if number is None:
            return None
        row = self.row(SQL["mark"], (scope.space, scope.user, number, mark))
        return None if row is None else _mark(row)

    def views(
        self,
        scope: Scope,
        conversation: str,
        states: Sequence[ViewState] = ("live", "standing"),
    ) -> list[View]:
        """Views with their folds, by number."""
        number = self.number(scope, conversation)
        if number is None:
            return []
        key = (scope.space, scope.user, number)
        rows = self.rows(SQL["views"], (*key, convert.list_text(states)))
        placed = self.rows(SQL["view_folds"], (*key, convert.list_text([row[0] for row in rows])))
        wanted = convert.list_text(sorted({row[1] for row in placed}))
        found = self.rows(SQL["folds_numbered"], (wanted, *key))
        folds = dict(
            zip([row[0] for row in found], self.with_claims(scope, number, found), strict=True)
        )
        held: defaultdict[int, list[ViewFold]] = defaultdict(list)
        for view, fold, is_open, flag in placed:
            held[view].append(
                ViewFold(fold=folds[fold], is_open=bool(is_open), flag=convert.text(flag))
            )
        return [
            View(
                id=id_,
                name=convert.text(name),
                conversation=conversation,
                number=at,
                base=base,
                folds=tuple(sorted(held[at], key=lambda one: (one.fold.root, one.fold.id))),
                state=state,
                is_compared=bool(compared),
            )
            for at, id_, name, base, state, compared in rows
        ]

    def folds_made_from(self, scope: Scope, conversation: str, made_from: str) -> list[Fold]:
        """Drafts and folds of views that were made from the same; the newest first."""
        number = self.number(scope, conversation)
        if number is None:
            return []
        values = (scope.space, scope.user, number, made_from)
        return self.with_claims(scope, number, self.rows(SQL["folds_made_from"], values))

    def joined_since(self, scope: Scope, conversation: str, first: int) -> list[tuple[int, int]]:
        """(parent, child) of the wires that carry ancestry and end at `first` or later."""
        number = self.number(scope, conversation)
        if number is None:
            return []
        values = (scope.space, scope.user, number, first)
        return [(row[0], row[1]) for row in self.rows(SQL["joined_since"], values)]

    def wire_state(
        self, scope: Scope, conversation: str, parent: int, child: int, kind: str
    ) -> tuple[bool, bool] | None:
        """Whether a wire is cut, and whether it quotes a chain; None where there is none."""
        number = self.number(scope, conversation)
        if number is None:
            return None
        row = self.row(SQL["wire"], (scope.space, scope.user, number, child, parent, kind))
        return None if row is None else (bool(row[0]), bool(row[1]))

    def changes(self, scope: Scope, conversation: str) -> list[Change]:
        """The steps, in order."""
        number = self.number(scope, conversation)
        if number is None:
            return []
        values = (scope.space, scope.user, number)
        return [_change(row) for row in self.rows(SQL["changes"], values)]

    def change_in(
        self, scope: Scope, conversation: str, state: ChangeState, *, newest: bool
    ) -> Change | None:
        """The newest step of a state, or the oldest; one row is read."""
        number = self.number(scope, conversation)
        if number is None:
            return None
        sql = SQL["last_change_in"] if newest else SQL["first_change_in"]
        row = self.row(sql, (scope.space, scope.user, number, state))
        return None if row is None else _change(row)

    def last_change(self, scope: Scope, conversation: str) -> int:
        """The number of the last step; 0 before the first."""
        number = self.number(scope, conversation)
        if number is None:
            return 0
        row = self.row(SQL["last_change"], (scope.space, scope.user, number))
        return int(row[0]) if row else 0


class GraphWrites(Changes):
    """Changes of marks, views and steps."""

    __slots__ = ()

    def add_marks(self, scope: Scope, conversation: str, marks: Sequence[tuple[int, Mark]]) -> None:
        """Add (position, mark); ids are set."""
        number = self.the_number(scope, conversation)
        key = (scope.space, scope.user, number)
        last = self.rows(SQL["last_mark"], key)[0][0]
        for at, (position, mark) in enumerate(marks, last + 1):
            values = (
                mark.id, mark.kind, mark.label, position, mark.part, mark.start, mark.end,
                mark.text, mark.by,
            )  # fmt: skip
            checksum = convert.checksum((*values, mark.evidence))
            self.run(SQL["add_mark"], (*key, at, *values, mark.state, mark.evidence, checksum))

    def set_mark_state(self, scope: Scope, conversation: str, mark: str, state: MarkState) -> None:
        """Change the state of a mark.

        Raises:
            NotFound: The conversation has no such mark.
        """
        values = (state, scope.space, scope.user, self.the_number(scope, conversation), mark)
        if not self.run(SQL["set_mark_state"], values).rowcount:
            raise NotFound(
                f"No mark {mark:.60} in this conversation.",
                records=[mark],
                hint="infold marks CONVERSATION lists the marks.",
            )

    def set_wire(
        self,
        scope: Scope,
        conversation: str,
        parent: int,
        child: int,
        kind: Literal["continue", "reference"],
        *,
        cut: bool,
        chain: bool,
    ) -> bool:
        """Change a wire; False where there is none."""
        number = self.the_number(scope, conversation)
        values = (cut, chain, scope.space, scope.user, number, child, parent, kind)
        return self.run(SQL["set_wire"], values).rowcount > 0

    def add_view(self, scope: Scope, view: View) -> None:
        """Add a view with its folds, which are there; drafts among these become its own."""
        number = self.the_number(scope, view.conversation)
        key = (scope.space, scope.user, number)
        self.run(
            SQL["add_view"],
            (*key, view.number, view.id, view.name, view.base, view.state, view.is_compared),
        )
        for one in view.folds:
            fold = self._fold(scope, number, one.fold.id)
            self.run(SQL["set_fold_view"], (view.number, *key, fold))
            self.run(SQL["add_view_fold"], (*key, view.number, fold, one.is_open, one.flag))

    def save_view(self, scope: Scope, view: View) -> None:
        """Change the name, the state and whether it was compared."""
        number = self.the_number(scope, view.conversation)
        values = (view.name, view.state, view.is_compared)
        self.run(SQL["save_view"], (*values, scope.space, scope.user, number, view.number))

    def save_view_fold(self, scope: Scope, view: View, fold: ViewFold) -> None:
        """Change whether a fold is open in a view, and its flag."""
        number = self.the_number(scope, view.conversation)
        at = self._fold(scope, number, fold.fold.id)
        values = (fold.is_open, fold.flag, scope.space, scope.user, number, view.number, at)
        self.run(SQL["save_view_fold"], values)

    def drop_wire(
        self, scope: Scope, conversation: str, parent: int, child: int, kind: str
    ) -> None:
        """Remove a wire that a step made and that is undone: what it says is in the step."""
        number = self.the_number(scope, conversation)
        self.run(SQL["drop_wire"], (scope.space, scope.user, number, child, parent, kind))

    def next_view(self, scope: Scope, conversation: str) -> int:
        """The number of the next view."""
        number = self.the_number(scope, conversation)
        row = self.rows(SQL["last_view"], (scope.space, scope.user, number))[0]
        return int(row[0]) + 1

    def add_change(self, scope: Scope, conversation: str, change: Change) -> None:
        """Add a step; its id and number are set."""
        number = self.the_number(scope, conversation)
        data = convert.list_text(
            [[one.target, one.record, one.old, one.new] for one in change.effects]
        )
        values = (change.number, change.id, change.name, change.at, change.by, data, change.state)
        spans = convert.list_text(change.spans)
        self.run(SQL["add_change"], (scope.space, scope.user, number, *values, spans))

    def end_undone(self, scope: Scope, conversation: str) -> None:
        """Let what was undone be done again no more."""
        place = self.the_number(scope, conversation)
        self.run(SQL["end_undone"], (scope.space, scope.user, place))

    def set_change_state(
        self,
        scope: Scope,
        conversation: str,
        number: int,
        state: ChangeState,
        spans: Sequence[int],
    ) -> None:
        """Change the state of a step, and when it was done and undone."""
        place = self.the_number(scope, conversation)
        values = (state, convert.list_text(spans), scope.space, scope.user, place, number)
        self.run(SQL["set_change_state"], values)

    def _fold(self, scope: Scope, number: int, fold: str) -> int:
        row = self.row(SQL["fold_number"], (scope.space, scope.user, number, fold))
        if row is None:
            raise NotFound(
                f"No fold {fold:.60} in this conversation.",
                records=[fold],
                hint="infold folds CONVERSATION lists the folds.",
            )
        return int(row[0])


def _change(row: convert.Row) -> Change:
    at, id_, name, when, by, data, state, spans = row
    return Change(
        id=id_,
        number=at,
        name=convert.text(name),
        at=when,
        by=convert.text(by),
        effects=tuple(
            Effect(target=target, record=record, old=old, new=new)
            for target, record, old, new in json.loads(convert.text(data))
        ),
        state=state,
        spans=tuple(json.loads(convert.text(spans))),
    )


def _mark(row: convert.Row) -> tuple[int, Mark]:
    """Position and mark of a row.

    Raises:
        IntegrityError: The row is not what was written.
    """
    id_, kind, label, message, part, starts, ends, text, by, state, evidence, position, kept = row
    words, why = convert.text(text), convert.text(evidence)
    values = (id_, kind, label, position, part, starts, ends, words, by, why)
    convert.check(f"Mark {id_!s:.40}", values, kept)
    return position, Mark(
        id=id_, kind=kind, label=label, message=message, part=part, start=starts, end=ends,
        text=words, by=by, state=state, evidence=why,
    )  # fmt: skip

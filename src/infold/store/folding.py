"""Placements, the merge log and folds: read and changed by the worker, read by every context."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np

from infold.core.folds import (
    Claim,
    ClaimColumns,
    Fold,
    FoldKey,
    FoldState,
    Merge,
    Price,
    Span,
)
from infold.core.scope import Scope
from infold.errors import Conflict, NotFound
from infold.store import rows as convert
from infold.store.protocol import IdKind
from infold.store.queries import SQL
from infold.store.snapshot import Snapshot
from infold.store.writing import Changes


class FoldReads(Snapshot):
    """Reads of the forest and its folds."""

    __slots__ = ()

    def placements(self, scope: Scope, conversation: str) -> dict[int, int]:
        """Position of a placed message → position of its unit's first message."""
        number = self.number(scope, conversation)
        if number is None:
            return {}
        return dict(self.rows(SQL["placements"], (scope.space, scope.user, number)))

    def merges(self, scope: Scope, conversation: str) -> list[Merge]:
        """The merge log, in order of entry, withdrawn ones included."""
        number = self.number(scope, conversation)
        if number is None:
            return []
        return [
            Merge(
                id=id_,
                a=a,
                b=b,
                score=score,
                reason=convert.text(reason),
                withdrawn_by=convert.text(withdrawn_by),
            )
            for id_, a, b, score, reason, withdrawn_by in self.rows(
                SQL["merges"], (scope.space, scope.user, number)
            )
        ]

    def folds(
        self,
        scope: Scope,
        conversation: str,
        states: Sequence[FoldState] = ("ready",),
        *,
        of_views: bool = False,
    ) -> list[Fold]:
        """Folds with their claims and spans, by root, then order of making."""
        number = self.number(scope, conversation)
        if number is None:
            return []
        values = (scope.space, scope.user, number, convert.list_text(states), of_views)
        return self.with_claims(scope, number, self.rows(SQL["folds"], values))

    def with_claims(self, scope: Scope, number: int, found: Sequence[convert.Row]) -> list[Fold]:
        """Folds of rows that begin with their numbers."""
        claims = self._claims(scope, number, [row[0] for row in found])
        return [_fold(row, claims.get(row[0], ())) for row in found]

    def folds_over(
        self, scope: Scope, conversation: str, messages: Sequence[str]
    ) -> list[tuple[str, int, list[str]]]:
        """Ready folds with sources among these messages: id, root, and those sources; by root."""
        number = self.number(scope, conversation)
        if number is None:
            return []
        values = (scope.space, scope.user, number, convert.list_text(messages))
        found: dict[tuple[str, int], list[str]] = {}
        for fold, root, source in self.rows(SQL["folds_over"], values):
            found.setdefault((fold, root), []).append(source)
        return [(fold, root, sources) for (fold, root), sources in found.items()]

    def foreign_texts(self, scope: Scope, conversation: str) -> list[tuple[str, int, str]]:
        """Ready folds of other tools that can be read: id, root and summary; by root."""
        number = self.number(scope, conversation)
        if number is None:
            return []
        values = (scope.space, scope.user, number)
        return [
            (id_, root, convert.text(text))
            for id_, root, text in self.rows(SQL["foreign_texts"], values)
        ]

    def fold_keys(
        self, scope: Scope, conversation: str, states: Sequence[FoldState]
    ) -> list[FoldKey]:
        """Ids, roots and generations of folds, without their claims; foreign ones are left out."""
        number = self.number(scope, conversation)
        if number is None:
            return []
        values = (scope.space, scope.user, number, convert.list_text(states))
        return [
            FoldKey(id=id_, root=root, generation=generation, method=method)
            for id_, root, generation, method in self.rows(SQL["fold_keys"], values)
        ]

    def ids(self, scope: Scope, kind: IdKind, start: str, limit: int) -> list[str]:
        """Ids of records, in any state, that begin with a text; at most `limit`, sorted."""
        last = start + chr(sys.maxunicode)
        values = (scope.space, scope.user, start, last, scope.agent, scope.session, limit)
        return [row[0] for row in self.rows(SQL[f"{kind}_ids"], values)]

    def claim_columns(self, scope: Scope, conversation: str) -> ClaimColumns:
        """Claims of ready and pending folds, column by column, by root, fold and number."""
        number = self.number(scope, conversation)
        values = (scope.space, scope.user, -1 if number is None else number)
        rows = self.rows(SQL["claim_columns"], values)
        fold, claim, level, tokens, positions = zip(*rows, strict=True) if rows else ([],) * 5
        count = len(rows)
        return ClaimColumns(
            fold=np.fromiter(fold, np.int64, count),
            number=np.fromiter(claim, np.int64, count),
            level=np.fromiter(level, np.int64, count),
            tokens=np.fromiter(tokens, np.int64, count),
            sources=np.frombuffer(b"".join(positions), "<i4"),
            source_counts=np.fromiter(map(len, positions), np.int64, count) // 4,
        )

    def claims_at(
        self, scope: Scope, conversation: str, keys: Sequence[tuple[int, int]]
    ) -> list[tuple[str, Claim]]:
        """(fold id, claim) for each (fold, number) of `claim_columns`, in the order asked for."""
        number = self.number(scope, conversation)
        if number is None or not keys:
            return []
        values = (convert.list_text(keys), scope.space, scope.user, number)
        spans: defaultdict[int, list[Span]] = defaultdict(list)
        for at, message, part, starts, ends in self.rows(SQL["spans_at"], values):
            spans[at].append(Span(message=message, part=part, start=starts, end=ends))
        return [
            (id_, _claim(claim, tuple(spans[at])))
            for at, id_, _, _, *claim in self.rows(SQL["claims_at"], values)
        ]

    def fold(self, scope: Scope, fold: str) -> tuple[str, Fold] | None:
        """(conversation id, fold) by the fold's id."""
        values = (scope.space, scope.user, fold, scope.agent, scope.session)
        row = self.row(SQL["fold"], values)
        if row is None:
            return None
        conversation, number, *rest = row
        claims = self._claims(scope, number, [rest[0]])
        return conversation, _fold(rest, claims.get(rest[0], ()))

    def claim(self, scope: Scope, claim: str) -> tuple[str, str] | None:
        """(conversation id, fold id) by the claim's id."""
        values = (scope.space, scope.user, claim, scope.agent, scope.session)
        row = self.row(SQL["claim"], values)
        return None if row is None else (row[0], row[1])

    def claims_from(self, scope: Scope, messages: Sequence[str]) -> list[str]:
        """Ids of the claims, of folds in any state, with a span in one of these messages."""
        wanted = convert.list_text(list(dict.fromkeys(messages)))
        values = (wanted, scope.space, scope.user, scope.agent, scope.session)
        return [row[0] for row in self.rows(SQL["claims_from"], values)]

    def _claims(
        self, scope: Scope, conversation: int, folds: Sequence[int]
    ) -> dict[int, tuple[Claim, ...]]:
        """Claims of folds, by the numbers of the folds: two statements for any count of them."""
        values = (convert.list_text(folds), scope.space, scope.user, conversation)
        spans: defaultdict[tuple[int, int], list[Span]] = defaultdict(list)
        for fold, claim, message, part, starts, ends in self.rows(SQL["spans"], values):
            spans[fold, claim].append(Span(message=message, part=part, start=starts, end=ends))
        claims: defaultdict[int, list[Claim]] = defaultdict(list)
        for fold, claim, *rest in self.rows(SQL["claims"], values):
            claims[fold].append(_claim(rest, tuple(spans[fold, claim])))
        return {fold: tuple(found) for fold, found in claims.items()}


class FoldWrites(Changes):
    """Changes of the forest and its folds."""

    __slots__ = ()

    def add_placements(self, scope: Scope, conversation: str, units: dict[int, int]) -> None:
        """Record the unit of each newly placed message (position → unit).

        Raises:
            IntegrityError: A message is placed already.
        """
        number = self.the_number(scope, conversation)
        self.run_each(
            SQL["add_placement"],
            ((scope.space, scope.user, number, position, unit) for position, unit in units.items()),
        )

    def add_merges(self, scope: Scope, conversation: str, merges: Sequence[Merge]) -> None:
        """Append to the merge log; `id`s are set."""
        number = self.the_number(scope, conversation)
        last = self.rows(SQL["last_merge"], (scope.space, scope.user, number))[0][0]
        self.run_each(
            SQL["add_merge"],
            (
                (
                    scope.space,
                    scope.user,
                    number,
                    place,
                    merge.id,
                    merge.a,
                    merge.b,
                    merge.score,
                    merge.reason,
                    merge.withdrawn_by,
                )
                for place, merge in enumerate(merges, last + 1)
            ),
        )

    def withdraw_merge(self, scope: Scope, merge: str, by: str) -> None:
        """Mark a merge as withdrawn.

        Raises:
            NotFound: The scope has no such merge.
        """
        values = (by, scope.space, scope.user, merge, scope.agent, scope.session)
        if not self.run(SQL["withdraw_merge"], values).rowcount:
            raise NotFound(
                f"No merge {merge!r:.60} in this scope.",
                records=[merge],
                hint="Give the id of a merge of this conversation.",
            )

    def add_folds(self, scope: Scope, conversation: str, folds: Sequence[Fold]) -> None:
        """Add folds with their claims and spans; `id`s are set.

        Raises:
            Conflict: A claim stands on a message that was erased since it was read.
        """
        space, user = scope.space, scope.user
        sources = {one for fold in folds for claim in fold.claims for one in claim.sources}
        sources |= {one for fold in folds if fold.method == "foreign" for one in fold.sources}
        wanted = convert.list_text(sorted(sources))
        if sources and self.rows(SQL["blank_among"], (wanted, space, user)):
            raise Conflict(
                "What this fold was made from was erased meanwhile.",
                hint="Nothing was written: the fold is made anew of what is left.",
            )
        number = self.the_number(scope, conversation)
        last = self.rows(SQL["last_fold"], (space, user, number))[0][0]
        for place, fold in enumerate(folds, last + 1):
            self.run(
                SQL["add_fold"],
                (
                    space,
                    user,
                    number,
                    place,
                    fold.id,
                    fold.root,
                    convert.list_text(fold.sources),
                    fold.method,
                    fold.state,
                    fold.generation,
                    fold.tokens,
                    fold.model,
                    fold.prompt,
                    fold.price.calls,
                    fold.price.input_tokens,
                    fold.price.output_tokens,
                    fold.view,
                    fold.made_from,
                    fold.fault,
                ),
            )
            for at, claim in enumerate(fold.claims):
                positions = np.array(claim.positions, "<i4").tobytes()
                values = (claim.id, claim.level, claim.text, claim.tokens, positions)
                checksum = convert.checksum(convert.claim_values(values))
                self.run(SQL["add_claim"], (space, user, number, place, at, *values, checksum))
                self.run_each(
                    SQL["add_span"],
                    (
                        (
                            space,
                            user,
                            number,
                            place,
                            at,
                            order,
                            span.message,
                            span.part,
                            span.start,
                            span.end,
                        )
                        for order, span in enumerate(claim.spans)
                    ),
                )

    def set_fold_state(self, scope: Scope, folds: Sequence[str], state: FoldState) -> None:
        """Change the state of folds.

        Raises:
            NotFound: The scope lacks one of them.
        """
        for fold in folds:
            values = (state, scope.space, scope.user, fold, scope.agent, scope.session)
            if not self.run(SQL["set_fold_state"], values).rowcount:
                raise NotFound(
                    f"No fold {fold!r:.60} in this scope.",
                    records=[fold],
                    hint="infold folds CONVERSATION lists the folds.",
                )


def _claim(row: Sequence[Any], spans: tuple[Span, ...]) -> Claim:
    """A claim from a row of `claims` and its spans.

    Raises:
        IntegrityError: The row is not what was written.
    """
    *values, kept = row
    convert.check(f"Claim {values[0]!s:.40}", convert.claim_values(values), kept)
    id_, level, text, tokens, positions = values
    return Claim(
        id=id_,
        text=convert.text(text),
        level=level,
        spans=spans,
        tokens=tokens,
        positions=tuple(np.frombuffer(positions, "<i4").tolist()),
    )


def _fold(row: Sequence[Any], claims: tuple[Claim, ...]) -> Fold:
    """A fold from a row of `folds` and its claims."""
    (
        _,
        id_,
        root,
        sources,
        method,
        state,
        generation,
        tokens,
        model,
        prompt,
        calls,
        read,
        written,
        view,
        made_from,
        fault,
    ) = tuple(row)
    return Fold(
        id=id_,
        root=root,
        sources=tuple(json.loads(sources)),
        claims=claims,
        method=method,
        state=state,
        generation=generation,
        tokens=tokens,
        model=model,
        prompt=prompt,
        price=Price(calls=calls, input_tokens=read, output_tokens=written),
        view=view,
        made_from=made_from,
        fault=fault,
    )

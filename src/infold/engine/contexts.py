"""Making a context: the snapshot, the cache, the texts; the choosing is `infold.recall`'s."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import partial
from typing import Literal

import numpy as np

from infold.core.clock import Clock
from infold.core.scope import Scope
from infold.core.tokens import TokenCounter
from infold.engine.caches import Caches, Leaf, Map, View
from infold.engine.context_beside import around_path, without_room
from infold.engine.dropped import dropped_folds
from infold.engine.known_elsewhere import FindFacts, known_elsewhere
from infold.engine.links import Links
from infold.engine.naming import find_message
from infold.engine.view_contexts import Folded
from infold.engine.view_contexts import beside as hidden
from infold.engine.viewing import FULL, Asking, closed_folds, views_for
from infold.errors import IrreducibleContext, UsageError
from infold.models.embedder import Embedder
from infold.recall.around import Around
from infold.recall.budget import Budget, budget_for
from infold.recall.context import Context, finish, prepare
from infold.recall.dropped import DroppedRun
from infold.recall.field import Field
from infold.recall.foldmap import ClaimKey, MapClaim
from infold.recall.known import Known
from infold.recall.query import Query, asked, make_query
from infold.store.protocol import Reader, Store


class Contexts:
    """Answers `context` for one open store."""

    def __init__(
        self,
        store: Store,
        caches: Caches,
        links: Links,
        *,
        embedder: Embedder | None,
        counter: TokenCounter,
        clock: Clock,
        find: FindFacts | None = None,
    ) -> None:
        self._store = store
        self._caches = caches
        self._links = links
        self._embedder = embedder
        self._counter = counter
        self._clock = clock
        self._find = find

    def context(
        self,
        scope: Scope,
        conversation: str,
        question: str,
        *,
        budget: int | None = None,
        reserve: int = 0,
        window: int | None = None,
        output: int | None = None,
        max_bytes: int | None = None,
        layout: Literal["default", "cached"] = "default",
        leaf: Leaf = None,
        view: Asking = None,
        without: Collection[int] = (),
        facts: bool = False,
        beside: bool = False,
    ) -> Context:
        """See `infold.engine.chat.Chat.context`. Reads one snapshot; writes nothing.

        Args:
            scope: Whose.
            conversation: Its id.
            question: What is asked.
            budget: Tokens of the context.
            reserve: Tokens kept for the caller.
            window: The model's window.
            output: Tokens left for its answer.
            max_bytes: Bound of the bytes.
            layout: The layout.
            leaf: Id of the message whose ancestors are the scope, or of several.
            view: The view to ask in.
            without: Positions that are out of scope: of the question itself, say.
            facts: Whether facts from elsewhere may stand in it.
            beside: Whether materials and quotes of the path may.
        """
        if not isinstance(question, str):
            raise UsageError(f"The question is {question!r:.40}.", hint="Give a text.")
        limits = budget_for(
            budget=budget, window=window, output=output, reserve=reserve, max_bytes=max_bytes
        )
        question = asked(question)
        vector = self._embedder.embed([question])[0] if self._embedder else None
        query = make_query(question, vector=vector, now=self._clock.now())
        make = partial(
            self._made,
            scope,
            conversation,
            query,
            limits,
            layout=layout,
            leaf=leaf,
            view=view,
            without=without,
        )
        # What must be there comes before what is known from elsewhere, and that before documents.
        ways = dict.fromkeys(((facts, beside), (False, beside), (False, False)))
        for known, wide in ways:
            try:
                return make(facts=known, beside=wide, told=beside)
            except IrreducibleContext:
                if not known and not wide:
                    raise
        raise AssertionError("the last way returns or raises")

    def _made(
        self,
        scope: Scope,
        conversation: str,
        query: Query,
        limits: Budget,
        *,
        layout: Literal["default", "cached"],
        leaf: Leaf,
        view: Asking,
        without: Collection[int],
        facts: bool,
        beside: bool,
        told: bool,
    ) -> Context:
        # The snapshot begins with the first read, under the cache's lock: so the cache never meets
        # an older state than the one it holds.
        with (
            self._store.read() as reader,
            self._caches.viewing(reader, scope, conversation, leaf=leaf) as seen,
        ):
            replaced = self._links.replaced(reader, scope, conversation, seen)
            if without:
                path = seen.field.path
                kept = path[~np.isin(path, list(without))]
                seen = replace(seen, field=Field(seen.field.snapshot, kept))
            around = self._around(reader, scope, conversation, seen, query, limits, told=told)
            whole = limits
            if around is not None:
                around = around if beside else without_room(around, limits)
                limits = around.rest(limits)
            known = self._known(reader, scope, conversation, query, limits) if facts else None
            room = limits if known is None else known.room(limits)
            folded = self._folded(reader, scope, conversation, seen, view)
            locate = partial(self._position, scope, conversation)
            if folded is not None:
                made = folded.context(
                    query,
                    room,
                    layout=layout,
                    replaced=replaced,
                    counter=self._counter,
                    locate=locate,
                )
                made = made if known is None else known.behind(made, limits, self._counter)
                return made if around is None else around.around(made, whole, self._counter)
            draft = prepare(
                seen.field,
                query=query,
                budget=limits,
                folds=seen.map.table,
                layout=layout,
                replaced=replaced,
                pinned=seen.pinned,
            )
            loaded = reader.messages(scope, conversation, draft.needs)
            if len(loaded) < len(set(draft.needs)):
                raise LookupError("messages that the search rows name are missing")
            claims = _claims(reader, scope, conversation, seen.map, draft.claims)
        made = finish(
            draft,
            {message.position: message for message in loaded},
            self._counter,
            claims=claims,
            locate=locate,
            behind="" if known is None else known.block,
        )
        made = made.beside(hidden(seen))
        made = made if known is None else known.behind(made, limits, self._counter)
        return made if around is None else around.around(made, whole, self._counter)

    def _around(
        self,
        reader: Reader,
        scope: Scope,
        conversation: str,
        seen: View,
        query: Query,
        limits: Budget,
        *,
        told: bool,
    ) -> Around | None:
        if not told:
            return None
        return around_path(reader, scope, conversation, seen, query.text, limits, self._counter)

    def _known(
        self, reader: Reader, scope: Scope, conversation: str, query: Query, limits: Budget
    ) -> Known | None:
        if self._find is None:
            return None
        return known_elsewhere(
            reader, scope, conversation, query, limits, find=self._find, counter=self._counter
        )

    def _position(self, scope: Scope, conversation: str, message: str) -> int | None:
        with self._store.read() as later:
            return find_message(later, scope, conversation, message)[1]

    def _folded(
        self, reader: Reader, scope: Scope, conversation: str, seen: View, view: Asking
    ) -> Folded | None:
        """The path through the folds of a view, or of those that stand; None where there are none.

        Where texts of the path were dropped, it is a path through what is left of them.

        Raises:
            NotFound: No such view.
        """
        if view == FULL or (view is None and not seen.state.standing):
            views = []
        else:
            views = views_for(reader, scope, conversation, view)
        closed = closed_folds(reader, scope, views) if views else []
        if not closed and not len(seen.dropped):
            return None
        gone = dropped_runs(reader, scope, conversation, seen.map) if len(seen.dropped) else ()
        return Folded.on(
            reader,
            scope,
            conversation,
            seen,
            closed,
            gone=gone,
            read=partial(_claims, reader, scope, conversation, seen.map),
        )


def dropped_runs(
    reader: Reader, scope: Scope, conversation: str, map_: Map
) -> tuple[DroppedRun, ...]:
    """The folds of whose sources some were dropped, with the claims that stand on these; kept."""
    if map_.dropped is None:
        found = []
        for one, fold in dropped_folds(reader, scope, conversation):
            gone = set(one.positions)
            told = [claim for claim in fold.claims if not gone.isdisjoint(claim.positions)]
            places = reader.locate(scope, sorted({span.message for c in told for span in c.spans}))
            claims = tuple(
                MapClaim(
                    fold=fold.id,
                    claim=claim,
                    positions=tuple(places[span.message][1] for span in claim.spans),
                )
                for claim in told
            )
            found.append(
                DroppedRun(
                    fold=fold.id,
                    on=f"{one.at:%Y-%m-%d}",
                    members=one.positions,
                    claims=claims,
                )
            )
        map_.dropped = tuple(found)
    return map_.dropped


def _claims(
    reader: Reader, scope: Scope, conversation: str, map_: Map, keys: tuple[ClaimKey, ...]
) -> list[MapClaim]:
    """The claims of the draft's map, with their texts.

    Most questions are asked of the folds that the question before was asked of: the map is the same
    for all of them, and read once.
    """
    shown, claims = map_.last
    if shown != keys:
        claims = _read(reader, scope, conversation, keys)
        map_.last = (keys, claims)
    return claims


def _read(
    reader: Reader, scope: Scope, conversation: str, keys: tuple[ClaimKey, ...]
) -> list[MapClaim]:
    found = reader.claims_at(scope, conversation, keys)
    ids = {span.message for _, claim in found for span in claim.spans}
    places = reader.locate(scope, sorted(ids))
    return [
        MapClaim(
            fold=fold,
            claim=claim,
            positions=tuple(places[span.message][1] for span in claim.spans),
        )
        for fold, claim in found
    ]

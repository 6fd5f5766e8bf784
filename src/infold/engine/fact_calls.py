"""The calls of `Infold` that remember: what is known of a user, and what becomes of it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, overload

from infold.core.facts import (
    FACT_KINDS,
    ORIGINS,
    Fact,
    FactEvent,
    FactKind,
    FactState,
    Origin,
    Slot,
)
from infold.core.folds import Span
from infold.core.ids import canonical
from infold.core.scope import Scope
from infold.engine import fact_events, fact_reading, remembering
from infold.engine.blocked import unerased
from infold.engine.fact_changes import share
from infold.engine.fact_doors import spans_of, statement
from infold.engine.fact_sources import require_sources
from infold.engine.listing import LEAST_START
from infold.engine.merge_calls import MergeCalls
from infold.engine.saying import Saying, judged
from infold.errors import Conflict, NotFound, UsageError
from infold.memory.contradiction import Question
from infold.memory.standing import KnownFact, known
from infold.memory.times import instant, moment
from infold.memory.validity import Interval
from infold.store.protocol import StoredReply, Writer

__all__ = ["FactCalls", "When", "refusal"]

_SEVERAL: Final = 2
_EPOCH: Final = datetime(2000, 1, 1, tzinfo=UTC)

When = datetime | str
"""An instant: an aware time, or ISO 8601 with its zone."""


class FactCalls(MergeCalls):
    """What `infold.engine.memory.Infold` offers for facts."""

    # ------------------------------------------------------------ ways in

    @overload
    def add(
        self,
        text: str,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        kind: FactKind = "statement",
        confidence: float = 1.0,
        importance: float | None = None,
        expires: datetime | timedelta | str | None = None,
        valid_from: When | None = None,
        valid_to: When | None = None,
        said_at: When | None = None,
        sources: Sequence[Span] = (),
        origin: Origin = "program",
        trust: float | None = None,
        by: str = "program",
        key: str | None = None,
    ) -> Fact: ...

    @overload
    def add(
        self,
        text: list[str] | tuple[str, ...],
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        kind: FactKind = "statement",
        confidence: float = 1.0,
        importance: float | None = None,
        expires: datetime | timedelta | str | None = None,
        valid_from: When | None = None,
        valid_to: When | None = None,
        said_at: When | None = None,
        sources: Sequence[Span] = (),
        origin: Origin = "program",
        trust: float | None = None,
        by: str = "program",
        key: str | None = None,
    ) -> list[Fact]: ...

    def add(
        self,
        text: str | list[str] | tuple[str, ...],
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        kind: FactKind = "statement",
        confidence: float = 1.0,
        importance: float | None = None,
        expires: datetime | timedelta | str | None = None,
        valid_from: When | None = None,
        valid_to: When | None = None,
        said_at: When | None = None,
        sources: Sequence[Span] = (),
        origin: Origin = "program",
        trust: float | None = None,
        by: str = "program",
        key: str | None = None,
    ) -> Fact | list[Fact]:
        """Remember one statement, or several, in one transaction. No model is waited for.

        The same statement again is the same fact, counted once more. A new value of a slot ("lives
        in Oslo" after "lives in Porto") ends the older one in the same transaction; one that there
        is reason to doubt becomes a question (`questions`) and changes nothing.

        Args:
            text: One statement, or several.
            user: Whose.
            agent: Whose, more narrowly: facts of another agent neither end these nor are ended.
            session: Likewise.
            kind: `profile`, `preference`, `statement`, `decision`, `event` or `temporary`; decides
                how it is kept.
            confidence: 0 to 1.
            importance: 0 to 1; that of its kind where left out.
            expires: From when it is hidden: an instant (`2026-03-01T00:00+08:00`) or a duration
                (`7 days`).
            valid_from: From when it holds; read from its words where left out.
            valid_to: Until when, exclusive; likewise.
            said_at: When it was said, where that was not just now.
            sources: Spans of the messages that say it; the same span is heard once.
            origin: `user`, `assistant`, `tool`, `import` or `program`: who said it.
            trust: 0 to 1; that of its origin where left out.
            by: Who records it, for its history.
            key: Idempotency key: the same key and statements are recorded once.

        Returns:
            The fact, or a list of facts, as they stand in the store.

        Raises:
            UsageError: Something cannot be used: an empty text, an impossible time, a number
                outside of 0 to 1, a source beyond its message's end.
            NotFound: A source is of no message of this user.
            Conflict: `key` was used for other statements or arguments, or what it recorded was
                purged; or this was erased (see `let_back`).
        """
        scope = self.scope(user, agent=agent, session=session)
        if key is not None and (not isinstance(key, str) or not key.strip()):
            raise UsageError(
                f"The key {key!r:.40} is blank.", hint="Give a text of your own, or leave it out."
            )
        sayings = self.sayings(
            text,
            kind=kind,
            confidence=confidence,
            importance=importance,
            expires=expires,
            valid_from=valid_from,
            valid_to=valid_to,
            said_at=said_at,
            sources=sources,
            origin=origin,
            trust=trust,
            by=by,
        )
        request = "" if key is None else _request(sayings, scope, expires)
        found = self.record(sayings, scope=scope, key=key, request=request, strict=True)
        return found[0] if isinstance(text, str) else found

    def sayings(
        self,
        text: str | list[str] | tuple[str, ...],
        *,
        kind: FactKind = "statement",
        confidence: float = 1.0,
        importance: float | None = None,
        expires: datetime | timedelta | str | None = None,
        valid_from: When | None = None,
        valid_to: When | None = None,
        said_at: When | None = None,
        sources: Sequence[Span] = (),
        origin: Origin = "program",
        trust: float | None = None,
        by: str = "program",
    ) -> list[Saying]:
        """What `add` would record, checked; for `record` and `preview_add`. Raises as `add`."""
        now = self.clock.now()
        texts = list(text) if isinstance(text, list | tuple) else [text]
        until_ = None if expires is None else moment(expires, now, name="expires")
        if until_ is not None and until_ <= now and said_at is None:
            raise UsageError(
                f"expires {until_.isoformat()} is over already.",
                hint="Give a time to come, or say when it was said (said_at).",
            )
        spans = spans_of(sources)
        since = None if valid_from is None else instant(valid_from, name="valid_from")
        until = None if valid_to is None else instant(valid_to, name="valid_to")
        if since is not None and until is not None and since >= until:
            raise UsageError(
                f"valid_to {until.isoformat()} is not after valid_from {since.isoformat()}.",
                hint="A time ends after it begins.",
            )
        return [
            Saying(
                text=statement(each),
                kind=_one_of(kind, FACT_KINDS, "kind"),
                confidence=share(confidence, "confidence"),
                importance=None if importance is None else share(importance, "importance"),
                expires_at=until_,
                valid_from=since,
                valid_to=until,
                said_at=None if said_at is None else instant(said_at, name="said_at"),
                sources=spans,
                origin=_one_of(origin, ORIGINS, "origin"),
                trust=None if trust is None else share(trust, "trust"),
                by=by,
            )
            for each in texts
        ]

    def preview_add(
        self, sayings: Sequence[Saying], *, scope: Scope, strict: bool = False
    ) -> list[KnownFact]:
        """What `record` would make new or change, as it would stand; nothing is written."""
        return self.preview(scope, lambda tx: self.record_in(tx, sayings, scope, strict=strict))

    def record_in(
        self, tx: Writer, sayings: Sequence[Saying], scope: Scope, *, strict: bool = False
    ) -> list[Fact]:
        """`record` inside a transaction of the caller's, who calls `touch`."""
        now, keeper = self.clock.now(), self.keeper
        made: list[Fact] = []
        for saying in unerased(tx, scope, keeper.secret, sayings, strict=strict):
            if strict:
                require_sources(tx, scope, saying.sources)
            fact = remembering.record(tx, scope, saying, keeper=keeper, now=now)
            if fact is not None:
                made.append(fact)
            elif strict:
                raise refusal(saying)
        return made

    def record(
        self,
        sayings: Sequence[Saying],
        *,
        scope: Scope,
        key: str | None = None,
        request: str = "",
        strict: bool = False,
    ) -> list[Fact]:
        """Record sayings in one transaction; see `add`.

        Args:
            sayings: What was said.
            scope: Whose.
            key: Idempotency key.
            request: What the key is used for, as text.
            strict: Refuse all where one may not be written, or was erased; else that one is passed
                over.

        Raises:
            Conflict: `key` was used for something else, or what it recorded was purged; or
                `strict`, and one was erased.
            UsageError: `strict`, and nothing of one may be kept, or a source leads nowhere.
            NotFound: `strict`, and a source is of no message of this user.
        """
        digest = hashlib.sha256(request.encode()).hexdigest()

        def command(tx: Writer) -> list[Fact]:
            if key is not None and (known_ := tx.reply(scope, f"facts {key}")) is not None:
                if known_.request != digest:
                    raise Conflict(
                        f"The key {key!r} was used for other statements or arguments.",
                        hint="Use a key once for each call.",
                    )
                return [fact_events.the_fact(tx, scope, one).fact for one in known_.reply.split()]
            made = self.record_in(tx, sayings, scope, strict=strict)
            if key is not None:
                reply = " ".join(one.id for one in made)
                tx.keep_reply(scope, f"facts {key}", StoredReply(request=digest, reply=reply))
            tx.touch(scope)
            return made

        return self.store.write(command) if sayings else []

    # ------------------------------------------------------------ reading

    def fact(
        self,
        fact: str,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        as_of: When | None = None,
    ) -> KnownFact:
        """A fact by its id, in whatever state it is.

        Raises:
            NotFound: No such fact in this scope.
            Conflict: It was purged.
        """
        scope = self.scope(user, agent=agent, session=session)
        at = self._at(as_of)
        with self.store.read() as reader:
            row = fact_events.the_fact(reader, scope, fact)
        return known(row.fact, row.standing, at, self.retention)

    def find_fact(self, name: str, *, user: str | None = None) -> KnownFact:
        """A fact by its id, or by how its id starts.

        Raises:
            NotFound: There is none, or several fit.
            Conflict: It was purged.
        """
        scope = self.scope(user)
        with self.store.read() as reader:
            fits = [name]
            if reader.fact_state(scope, name) is None:
                fits = reader.fact_ids(scope, name, _SEVERAL) if len(name) >= LEAST_START else []
        if len(fits) != 1:
            raise NotFound(
                f"{name!r:.60} fits {'several' if fits else 'no'} facts of this user.",
                hint="`infold facts` lists them.",
            )
        return self.fact(fits[0], user=user)

    def facts(
        self,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        state: FactState | None = "live",
        kind: FactKind | None = None,
        as_of: When | None = None,
        known_at: When | None = None,
    ) -> list[KnownFact]:
        """What is known of a user, in order of entry.

        Args:
            user: Whose.
            agent: Narrows the scope.
            session: Narrows the scope.
            state: Only facts in this state at the moment; None for all.
            kind: Only facts of this kind.
            as_of: What was so at that moment; now where left out.
            known_at: Only what had been recorded by then, and what had happened to it; what was
                deleted since stays hidden.
        """
        scope = self.scope(user, agent=agent, session=session)
        known_by = None if known_at is None else instant(known_at, name="known_at")
        at = self._at(as_of) if as_of is not None or known_by is None else known_by
        with self.store.read() as reader:
            rows = fact_reading.rows(reader, scope, known_at=known_by)
        found = [
            known(row.fact, row.standing, at, self.retention)
            for row in rows
            if kind is None or row.fact.kind == kind
        ]
        return [one for one in found if state is None or one.state == state]

    def history(
        self,
        of: Slot | str,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        known_at: When | None = None,
    ) -> list[Interval]:
        """The values of a slot in time, by their beginning.

        Args:
            of: A slot, or the id of a fact that has one.
            user: Whose.
            agent: Narrows the scope.
            session: Narrows the scope.
            known_at: Only what had been recorded by then.

        Returns:
            Intervals that do not overlap; none for a fact without a slot.

        Raises:
            NotFound: No such fact in this scope.
        """
        scope = self.scope(user, agent=agent, session=session)
        known_by = None if known_at is None else instant(known_at, name="known_at")
        with self.store.read() as reader:
            slot = of if isinstance(of, Slot) else fact_events.the_fact(reader, scope, of).fact.slot
            if slot is None:
                return []
            return fact_reading.history(reader, scope, slot, known_at=known_by)

    def fact_events(self, fact: str, *, user: str | None = None) -> list[FactEvent]:
        """What happened to a fact, in order.

        Raises:
            NotFound: No such fact of this user.
        """
        scope = self.scope(user)
        with self.store.read() as reader:
            row = fact_events.the_fact(reader, scope, fact)
            return reader.fact_events(scope, row.number)

    def questions(self, *, user: str | None = None) -> list[Question]:
        """Contradictions that somebody has to settle: by `release`, or by `delete`."""
        with self.store.read() as reader:
            return fact_reading.questions(reader, self.scope(user))

    def _at(self, as_of: When | None) -> datetime:
        return self.clock.now() if as_of is None else instant(as_of, name="as_of")


def refusal(saying: Saying) -> UsageError:
    """Why nothing of a saying may be kept, where that is so (`remembering.record` gives None)."""
    reason = judged(saying).reason.rstrip(".")
    return UsageError(
        f"This is not remembered: {reason}.",
        hint="Leave secrets out, and what tells a memory what to write.",
    )


def _request(
    sayings: Sequence[Saying], scope: Scope, expires: datetime | timedelta | str | None
) -> str:
    """All that a call with a key asks for, as text: another argument makes another request.

    Only what may be written is hashed: of a secret nothing is kept. A duration counts as such, not
    from the clock, so that the same call is the same at any time.
    """
    until = None if expires is None else moment(expires, _EPOCH, name="expires").isoformat()
    return canonical(
        [
            [scope.agent, scope.session, until],
            *(
                [
                    judged(one).text,
                    one.kind,
                    one.confidence,
                    one.importance,
                    *(
                        at.isoformat() if at is not None else None
                        for at in (one.valid_from, one.valid_to, one.said_at)
                    ),
                    [[span.message, span.part, span.start, span.end] for span in one.sources],
                    one.origin,
                    one.trust,
                    one.by,
                ]
                for one in sayings
            ),
        ]
    )


def _one_of(value: Any, known_: Sequence[Any], name: str) -> Any:  # noqa: ANN401 - one of the names
    if value not in known_:
        raise UsageError(
            f"There is no {name} {value!r:.40}.", hint=f"Choose from {', '.join(known_)}."
        )
    return value

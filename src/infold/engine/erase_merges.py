"""What an erasure of facts does to merges: which go, and which of their members hold again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from infold.core.scope import Scope
from infold.engine.merged_facts import comes_apart, heir, is_in, members_of
from infold.store.fact_protocol import FactRow, FactState
from infold.store.protocol import Reader

__all__ = ["Again", "Merged", "follow", "said_again", "said_of_merges"]

_SAID: Final = ("repeated", "confirmed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Merged:
    """What follows from merges when facts go.

    Attributes:
        inside: Facts that a merge stands for which goes itself: they go with it.
        drawn: Merges that drew on a fact that goes: they hold its words, and go.
        back: Facts that such a merge stood for, and that stay: they hold again by themselves.
    """

    inside: tuple[str, ...]
    drawn: tuple[str, ...]
    back: tuple[str, ...]


def follow(reader: Reader, scope: Scope, facts: Iterable[str]) -> Merged:
    """Follow facts that go through the merges below and above them, as their removal does.

    It says beforehand what `infold.engine.merged_facts.drawn_along` does.

    Args:
        reader: The snapshot.
        scope: Whose; everything of the user is looked at.
        facts: Ids of the facts that go.
    """
    everywhere = Scope(space=scope.space, user=scope.user)
    named = _there(reader, everywhere, facts)
    asked = set(named)
    waiting = list(named.values())
    while waiting:
        merge = waiting.pop()
        inside = [
            row.fact.id
            for row in members_of(reader, everywhere, merge.id)
            if row.fact.id not in named and is_in(row, merge.id)
        ]
        fresh = _there(reader, everywhere, inside)
        named |= fresh
        waiting += fresh.values()
    above: dict[str, FactState] = {}
    numbers = sorted(one.number for one in named.values())
    while numbers:
        fresh = _there(reader, everywhere, reader.merges_of(everywhere, numbers))
        fresh = {id_: one for id_, one in fresh.items() if id_ not in named and id_ not in above}
        above |= fresh
        numbers = sorted(one.number for one in fresh.values())
    freed: dict[str, None] = {}
    # The outermost first: what comes out of it may be a merge that comes apart, too.
    for merge in sorted(above.values(), key=lambda one: -one.number):
        if merge.id in freed or comes_apart(merge):
            members = members_of(reader, everywhere, merge.id)
            freed |= dict.fromkeys(row.fact.id for row in members if is_in(row, merge.id))
    return Merged(
        inside=tuple(id_ for id_ in named if id_ not in asked),
        drawn=tuple(above),
        back=tuple(id_ for id_ in freed if id_ not in named and id_ not in above),
    )


def _there(reader: Reader, scope: Scope, facts: Iterable[str]) -> dict[str, FactState]:
    states = (reader.fact_state(scope, one) for one in facts)
    return {one.id: one for one in states if one is not None and one.standing.state != "purged"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Again:
    """What was said of a merge since it was made.

    Attributes:
        heir: Id of the member that it would be handed over to; empty where nothing is merged now.
        said: Ids of the messages that said it, sorted.
    """

    heir: str
    said: list[str]


def said_again(
    reader: Reader, scope: Scope, merge: FactState | FactRow, members: Sequence[FactRow]
) -> Again:
    """What was said of a merge again, and of which of its members that is.

    Args:
        reader: The snapshot.
        scope: Whose.
        merge: The merge.
        members: All that were merged into it.
    """
    row = merge if isinstance(merge, FactRow) else reader.fact(scope, merge.id)
    inside = [] if row is None else [one for one in members if is_in(one, row.fact.id)]
    if row is None or not inside:
        return Again(heir="", said=[])
    events = reader.fact_events(scope, row.number)
    said = {span.message for event in events if event.kind in _SAID for span in event.sources}
    return Again(heir=heir(row, inside), said=sorted(said))


def said_of_merges(reader: Reader, scope: Scope, fact: FactState) -> list[str]:
    """Ids of messages that said a fact again while a merge stood for it; each once, sorted.

    Args:
        reader: The snapshot.
        scope: Whose; everything of the user is looked at.
        fact: One that may be merged.
    """
    everywhere = Scope(space=scope.space, user=scope.user)
    said: set[str] = set()
    inner, standing = fact.id, fact.standing
    while standing.state in ("superseded", "tombstoned") and standing.superseded_by:
        outer = reader.fact(everywhere, standing.superseded_by)
        if outer is None:
            break
        members = members_of(reader, everywhere, outer.fact.id)
        again = said_again(reader, everywhere, outer, members)
        if again.heir != inner:
            break
        said |= set(again.said)
        inner, standing = outer.fact.id, outer.standing
    return sorted(said)

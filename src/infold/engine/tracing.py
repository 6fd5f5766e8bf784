"""The way back: from folds and claims to the messages that they stand on."""

from __future__ import annotations

from collections.abc import Sequence

from infold.core.facts import Fact
from infold.core.folds import Claim, Fold, Span
from infold.core.messages import Dropped, Message, part_text
from infold.core.scope import Scope
from infold.engine.listing import LEAST_START
from infold.engine.naming import whole_id
from infold.engine.records import Source
from infold.errors import NotFound, UsageError
from infold.memory.dropping import dropped_text
from infold.memory.standing import KnownFact
from infold.store.fact_protocol import FactRow
from infold.store.protocol import Reader


def fold(reader: Reader, scope: Scope, identity: str) -> tuple[str, Fold]:
    """A fold by its id, and the id of its conversation.

    Raises:
        NotFound: No such fold in this scope.
    """
    found = reader.fold(scope, identity)
    if found is None:
        raise NotFound(
            f"No fold or record {identity} in this scope.",
            hint="`infold folds` lists the folds of a conversation.",
            records=[identity],
        )
    return found


def id_of(record: str | Fold | Claim | Message | Fact | KnownFact) -> str:
    """The id of a record that may be given as itself.

    Raises:
        UsageError: It is neither a text nor a record.
    """
    if isinstance(record, Fold | Claim | Message | Fact | KnownFact):
        return record.id
    if not isinstance(record, str):
        raise UsageError(
            f"{record!r:.40} is no record.", hint="Give a fold, claim, message or fact."
        )
    return record


def find_fold(reader: Reader, scope: Scope, name: str) -> Fold:
    """A fold by its id, or by how its id starts.

    Raises:
        NotFound: There is none, or several fit.
    """
    found = reader.fold(scope, name)
    if found is not None:
        return found[1]
    whole = whole_id(reader, scope, name, "fold")
    found = None if whole is None else reader.fold(scope, whole)
    if found is None:
        raise NotFound(
            f"{name!r:.60} fits no folds of this user.",
            hint="`infold folds CONVERSATION` lists them.",
        )
    return found[1]


def expand(
    reader: Reader, scope: Scope, identity: str, *, conversation: str | None = None
) -> list[Message]:
    """The sources of a fold, whole, in order of the conversation.

    Args:
        reader: A snapshot.
        scope: Whose.
        identity: Id of the fold.
        conversation: Where it must stand; anywhere in the scope where left out.

    Raises:
        NotFound: No such fold there.
    """
    where, found = fold(reader, scope, identity)
    if conversation not in (None, where):
        raise NotFound(
            f"No fold {identity} in this conversation.",
            hint="infold folds CONVERSATION lists them.",
            records=[identity],
        )
    places = reader.locate(scope, found.sources)
    return reader.messages(scope, where, sorted(position for _, position in places.values()))


def sources(reader: Reader, scope: Scope, record: str) -> list[Source]:
    """What a record stands on; see `infold.engine.memory.Infold.sources`.

    Raises:
        NotFound: No such record in this scope, or several whose ids start so.
    """
    record = _whole_record(reader, scope, record)
    place = reader.locate(scope, [record]).get(record)
    if place is not None:
        conversation, position = place
        return _whole(conversation, reader.messages(scope, conversation, [position])[0])
    known = reader.fact(scope, record)
    if known is not None:
        return _of_fact(reader, scope, known)
    claim = reader.claim(scope, record)
    conversation, found = fold(reader, scope, claim[1] if claim else record)
    if found.method == "foreign" and not found.view:
        # Its summary does not say which sentence comes from where: all of it stands on all sources.
        return [
            source
            for message in expand(reader, scope, found.id)
            for source in _whole(conversation, message)
        ]
    claims = [each for each in found.claims if claim is None or each.id == record]
    return _stretches(reader, scope, conversation, claims)


def _whole_record(reader: Reader, scope: Scope, name: str) -> str:
    """The id of the one record whose id starts so; what it was given where there is none."""
    is_known = (
        reader.locate(scope, [name])
        or reader.fact(scope, name)
        or reader.claim(scope, name)
        or reader.fold(scope, name)
    )
    if is_known or len(name) < LEAST_START:
        return name
    whole = whole_id(reader, scope, name, "message", "fold", "claim")
    facts = reader.fact_ids(scope, name, 1)
    return whole or (facts[0] if facts else name)


def _of_fact(reader: Reader, scope: Scope, known: FactRow) -> list[Source]:
    """The stretches that say a fact, each time that it was said; by when that was recorded."""
    events = reader.fact_events(scope, known.number)
    spans = list(dict.fromkeys(span for event in events for span in event.sources))
    places = reader.locate(scope, [span.message for span in spans])
    found = []
    for span in spans:
        if span.message in places:
            conversation, position = places[span.message]
            message = reader.messages(scope, conversation, [position])[0]
            found.append(_stretch(conversation, message, span))
    return found


def _stretch(conversation: str, message: Message, span: Span) -> Source:
    """One stretch of a source; where its text was dropped, that it was."""
    gone = message.dropped
    return Source(
        conversation=conversation,
        message=message,
        part=span.part,
        start=span.start,
        end=span.end,
        text="" if gone else part_text(message.parts[span.part])[span.start : span.end],
        note=_note(gone),
    )


def _note(gone: Dropped | None) -> str:
    return dropped_text(gone.at) if gone else ""


def _whole(conversation: str, message: Message) -> list[Source]:
    texts = [(index, part_text(part)) for index, part in enumerate(message.parts)]
    return [
        Source(
            conversation=conversation,
            message=message,
            part=index,
            start=0,
            end=len(text),
            text=text,
            note=_note(message.dropped),
        )
        for index, text in texts
    ]


def _stretches(
    reader: Reader, scope: Scope, conversation: str, claims: Sequence[Claim]
) -> list[Source]:
    spans = sorted({span for claim in claims for span in claim.spans})
    places = reader.locate(scope, sorted({span.message for span in spans}))
    messages = reader.messages(
        scope, conversation, sorted({position for _, position in places.values()})
    )
    by_id = {message.id: message for message in messages}
    found = [_stretch(conversation, by_id[span.message], span) for span in spans]
    return sorted(found, key=lambda source: (source.message.position, source.part, source.start))

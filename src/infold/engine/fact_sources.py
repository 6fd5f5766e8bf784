"""What the sources of a fact say: spans of messages that are in the store."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from infold.core.folds import Span
from infold.core.messages import Dropped, Message, part_text
from infold.core.scope import Scope
from infold.core.wording import counted
from infold.errors import NotFound, UsageError
from infold.store.protocol import Reader

__all__ = ["require_sources", "source_texts"]


def require_sources(tx: Reader, scope: Scope, sources: Sequence[Span]) -> None:
    """Refuse spans that lead nowhere.

    Args:
        tx: The transaction.
        scope: Whose messages.
        sources: Where something is said to stand; of a dropped text the message is enough.

    Raises:
        NotFound: There is no such message of this user.
        UsageError: It has no such part, or the part ends before the span does.
    """
    found = 0
    for span, message in _messages(tx, scope, sources):
        found += 1
        if any(isinstance(part, Dropped) for part in message.parts):
            continue
        length = len(_part(message, span.part))
        if span.end > length:
            raise UsageError(
                f"The span from {span.start} to {span.end} leaves part {span.part} of the message "
                f"{message.id}, which has {counted(length, 'character')} there.",
                hint="Spans count parts and characters of messages from 0.",
            )
    if found < len(sources):
        known = tx.locate(_everywhere(scope), [span.message for span in sources])
        gone = next(span.message for span in sources if span.message not in known)
        raise NotFound(
            f"There is no message {gone!r:.60} of this user.",
            hint="The sources of a fact are spans of messages in the store; leave them out where "
            "it was said elsewhere.",
        )


def source_texts(tx: Reader, scope: Scope, sources: Sequence[Span]) -> list[str]:
    """The words of spans, and all of the parts that they stand in; what is gone is left out."""
    out = []
    for span, message in _messages(tx, scope, sources):
        whole = _part(message, span.part)
        out += [whole, whole[span.start : span.end]]
    return out


def _messages(tx: Reader, scope: Scope, sources: Sequence[Span]) -> Iterator[tuple[Span, Message]]:
    everywhere = _everywhere(scope)
    places = tx.locate(everywhere, [span.message for span in sources])
    for span in sources:
        if span.message in places:
            conversation, position = places[span.message]
            for message in tx.messages(everywhere, conversation, [position]):
                yield span, message


def _everywhere(scope: Scope) -> Scope:
    # What a user said with one agent may prove what another one remembers of them.
    return replace(scope, agent=None, session=None)


def _part(message: Message, part: int) -> str:
    return part_text(message.parts[part]) if 0 <= part < len(message.parts) else ""

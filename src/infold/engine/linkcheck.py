"""Checking the records of superseded values: they are derived again from the messages."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator

from infold.core.scope import Scope
from infold.core.supersessions import LINKING_RULES, Supersession
from infold.core.wording import counted
from infold.engine.caches import View
from infold.engine.links import Past, with_id
from infold.recall.replaced import Chains
from infold.store.protocol import Reader


def wrong(reader: Reader, scope: Scope, conversation: str, view: View) -> Iterator[tuple[str, str]]:
    """Records that do not follow from the messages, each with what is wrong with it.

    Where a person withdrew one, later messages were linked without it: then only the records that
    were found again are compared. Linear in the messages.

    Args:
        reader: The snapshot.
        scope: Whose.
        conversation: Its id.
        view: Of this snapshot.

    Yields:
        (id of the record, or of the conversation; what is wrong).
    """
    linked = reader.linked(scope, conversation)
    if linked is None or linked.rules != LINKING_RULES:
        return  # the next job derives all of them
    if linked.to > view.row.messages:
        yield conversation, f"{linked.to} of its {counted(view.row.messages, 'message')} are linked"
        return
    stored = reader.supersessions(scope, conversation)
    has_withdrawn = any(one.withdrawn_by for one in stored)
    found = {
        (one.old, one.new): one for one in _derive(reader, scope, conversation, view, linked.to)
    }
    for one in stored:
        again = found.pop((one.old, one.new), None)
        if again is None:
            if not has_withdrawn:
                yield one.id, "a replaced value does not follow from the messages"
        elif again != one and not one.withdrawn_by:
            yield one.id, "what replaced a value is not what the messages say"
    if found and not has_withdrawn:
        yield (
            conversation,
            f"{counted(len(found), 'replaced value is', 'replaced values are')} not recorded",
        )


def _derive(
    reader: Reader, scope: Scope, conversation: str, view: View, to: int
) -> list[Supersession]:
    past = Past(reader, scope, conversation, view, Chains(), OrderedDict())
    secret = reader.secret(scope)
    return [
        with_id(secret, conversation, one) for position in range(to) for one in past.link(position)
    ]

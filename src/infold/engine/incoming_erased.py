"""What a file brings without what was erased here: its messages stay as empty places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain

from infold.core.changes import Change
from infold.core.messages import Message
from infold.core.scope import Scope
from infold.core.supersessions import Supersession
from infold.core.views import View
from infold.engine.blocked import owner_of, text_hashes
from infold.formats.reading import Archive, ArchivedFact, Parsed
from infold.memory.same_value import same_text
from infold.store.protocol import Reader

__all__ = ["emptied", "erased_messages", "says", "unerased_facts", "without_erased"]


def emptied(message: Message) -> Message:
    """A message without its content: its id, role and position stay."""
    return replace(message, parts=(), author=None, at=None, source="", tokens=0)


def says(texts: Sequence[str], title: str) -> bool:
    """Whether a title is made of words of a text: that of an import is how the first begins."""
    told = same_text(title.rstrip("…"))
    return bool(told) and any(told in same_text(text) for text in texts)


def erased_messages(
    reader: Reader, scope: Scope, secret: bytes, conversation: str, ids: Sequence[str]
) -> frozenset[str]:
    """Which messages of a file were erased, and have not been said anew since.

    Args:
        reader: The snapshot.
        scope: Whose.
        secret: Of the space.
        conversation: Id of the conversation.
        ids: Of its messages, as they are in the store, or would be.
    """
    everywhere = Scope(space=scope.space, user=scope.user)
    owner = owner_of(secret, scope.user)
    if not reader.has_erased(everywhere, owner):
        return frozenset()
    found = reader.erased_among(everywhere, owner, ids)
    there = reader.locate(everywhere, sorted(found))
    blank = set(reader.blank_positions(everywhere, conversation))
    return frozenset(one for one in found if one not in there or there[one][1] in blank)


def without_erased(parsed: Parsed, ids: Mapping[str, str], erased: frozenset[str]) -> Parsed:
    """A conversation of a file without what was erased, and without all that drew on it.

    Args:
        parsed: As it was read.
        ids: Local message id → the id in the store.
        erased: Ids in the store.
    """
    conversation = parsed.conversation
    gone = {local for local, identity in ids.items() if identity in erased}
    texts = [message.text for message in conversation.messages if message.id in gone]
    return replace(
        parsed,
        conversation=replace(
            conversation,
            title="" if says(texts, conversation.title) else conversation.title,
            messages=tuple(
                emptied(message) if message.id in gone else message
                for message in conversation.messages
            ),
        ),
        archive=None if parsed.archive is None else _archive(parsed, gone),
        compactions=tuple(
            one
            for one in parsed.compactions
            if one.sources is not None and gone.isdisjoint(one.sources)
        ),
        marks=tuple(mark for mark in parsed.marks if mark.message not in gone),
        settings=tuple(one for one in parsed.settings if gone.isdisjoint(one.messages)),
        versions=tuple(one for one in parsed.versions if gone.isdisjoint(one.messages)),
    )


def _archive(parsed: Parsed, gone: set[str]) -> Archive:
    archive = parsed.archive
    assert archive is not None
    messages = parsed.conversation.messages
    units = {
        archive.placements[at]
        for at, message in enumerate(messages)
        if message.id in gone and at in archive.placements
    }
    folds = tuple(fold for fold in archive.folds if gone.isdisjoint(fold.sources))
    kept = {fold.id for fold in folds}
    marks = tuple(mark for mark in archive.marks if mark.message not in gone)
    lost = {fold.id for fold in archive.folds} - kept
    lost |= {mark.id for mark in archive.marks} - {mark.id for mark in marks}
    return replace(
        archive,
        folds=folds,
        marks=marks,
        merges=tuple(
            replace(merge, score=0.0) if units.intersection((merge.a, merge.b)) else merge
            for merge in archive.merges
        ),
        views=tuple(_view(view, kept) for view in archive.views),
        changes=tuple(_change(change, lost) for change in archive.changes),
        withdrawn=tuple(one for one in archive.withdrawn if not _draws_on(one, gone)),
    )


def _view(view: View, kept: set[str]) -> View:
    return replace(view, folds=tuple(one for one in view.folds if one.fold.id in kept))


def _change(change: Change, lost: set[str]) -> Change:
    effects = tuple(one for one in change.effects if lost.isdisjoint(one.record.split(" ")))
    return replace(change, effects=effects)


def _draws_on(one: Supersession, gone: set[str]) -> bool:
    return not gone.isdisjoint((one.old.message, one.new.message))


def unerased_facts(
    reader: Reader, scope: Scope, secret: bytes, facts: Sequence[ArchivedFact]
) -> list[ArchivedFact]:
    """Facts of a file without those that were erased: by id, by their words, or by their source."""
    owner = owner_of(secret, scope.user)
    if not facts or not reader.has_erased(scope, owner):
        return list(facts)
    hashes = {one.fact.id: _hashes(secret, owner, one) for one in facts}
    found = reader.erased_among(scope, owner, list(chain.from_iterable(hashes.values())))
    return [one for one in facts if found.isdisjoint(hashes[one.fact.id])]


def _hashes(secret: bytes, owner: str, one: ArchivedFact) -> list[str]:
    return [one.fact.id, *text_hashes(secret, owner, [one.fact.text])]

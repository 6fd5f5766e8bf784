"""Compactions of other tools, as folds: kept as what they are, with their sources where known.

Such a fold stands beside the store's own. Its sentences name no sources, so no context shows it;
the job that folds leaves it alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from infold.core.folds import Claim, Compaction, Fold
from infold.core.messages import Message
from infold.core.scope import Scope
from infold.core.tokens import TokenCounter
from infold.engine.identity import fold_with_ids
from infold.store.protocol import ConversationRow, Writer


def save_foreign(
    tx: Writer,
    scope: Scope,
    row: ConversationRow,
    compactions: Sequence[Compaction],
    positions: Mapping[str, int],
    counter: TokenCounter,
) -> int:
    """Add the folds that a file's compactions are, where they are not there yet.

    A compaction that had no summary when it was read before gives way to the one with its summary.

    Args:
        tx: The transaction in which the last messages of the file are written.
        scope: Whose they are.
        row: The conversation.
        compactions: By local message ids.
        positions: Local message id → position in the store, of every message of the file.
        counter: Counts the tokens of summaries.

    Returns:
        How many were added.
    """
    if not compactions:
        return 0
    secret = tx.secret(scope)
    wanted = {
        positions[local]
        for each in compactions
        for local in (*(each.sources or ()), each.message)
        if local is not None
    }
    messages = {each.position: each for each in tx.messages(scope, row.id, sorted(wanted))}
    made: dict[str, Fold] = {}
    for each in compactions:
        fold = fold_with_ids(secret, row.id, foreign_fold(each, positions, messages, counter))
        if tx.fold(scope, fold.id) is None:
            made[fold.id] = fold
    if not made:
        return 0
    standing = [fold for fold in tx.folds(scope, row.id) if fold.method == "foreign"]
    tx.set_fold_state(scope, _outdone(standing, made.values()), "withdrawn")
    tx.add_folds(scope, row.id, list(made.values()))
    return len(made)


def foreign_fold(
    compaction: Compaction,
    positions: Mapping[str, int],
    messages: Mapping[int, Message],
    counter: TokenCounter,
) -> Fold:
    """The fold that a compaction is, without ids.

    Args:
        compaction: By local message ids.
        positions: Local message id → position in the store.
        messages: By position, at least its sources.
        counter: Counts tokens.
    """
    at = sorted({positions[source] for source in compaction.sources or ()})
    holder = 0 if compaction.message is None else positions[compaction.message]
    text = compaction.text
    return Fold(
        root=at[0] if at else holder,
        sources=tuple(messages[position].id for position in at),
        claims=()
        if compaction.unreadable
        else (Claim(text=text, spans=(), tokens=counter.count(text)),),
        method="foreign",
        state="ready",
        generation=0,
        tokens=sum(max(0, messages[position].tokens) for position in at),
        model=compaction.tool,
    )


def foreign_faults(
    fold: Fold, messages: Sequence[Message], counter: TokenCounter
) -> Iterable[tuple[str, str]]:
    """What does not agree in a foreign fold: (id of the record, what in words).

    Args:
        fold: As it is stored.
        messages: All of the conversation, by position.
        counter: Counts tokens.
    """
    position_of = {message.id: message.position for message in messages}
    at = [position_of[source] for source in fold.sources if source in position_of]
    if len(at) < len(fold.sources) or at != sorted(set(at)):
        yield fold.id, "its sources are not messages of the conversation, in their order"
    elif fold.root != at[0] if at else not 0 <= fold.root < max(1, len(messages)):
        yield fold.id, "its root is not its first source"
    elif fold.tokens != sum(max(0, messages[position].tokens) for position in at):
        yield fold.id, "its tokens are not those of its sources"
    if len(fold.claims) > 1 or (fold.generation, bool(fold.model)) != (0, True):
        yield fold.id, "it is not what another tool's compaction becomes"
    for claim in fold.claims:
        if claim.spans or claim.positions or claim.level != 1 or not claim.text.strip():
            yield claim.id, "a foreign summary is one text without spans"
        if claim.tokens != counter.count(claim.text):
            yield claim.id, "its tokens or places do not follow from its text"


def _outdone(standing: Iterable[Fold], made: Iterable[Fold]) -> list[str]:
    """Folds without a summary whose sources now have a fold with one."""
    summed = {fold.sources for fold in made if fold.claims and fold.sources}
    return [fold.id for fold in standing if not fold.claims and fold.sources in summed]

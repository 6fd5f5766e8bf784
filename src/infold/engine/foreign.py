"""Compactions of other tools, as folds: kept as what they are, with their sources where known.

Such a fold stands beside the store's own. Its sentences name no sources, so no context shows it;
the job that folds leaves it alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

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
    *,
    ids: Mapping[str, str],
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
        ids: Local message id → id in the store, of every message of the file.
        positions: Local message id → position in the store, of the same.
        counter: Counts the tokens of summaries.

    Returns:
        How many were added. Where all are there already, no message is read.
    """
    if not compactions:
        return 0
    secret = tx.secret(scope)
    made: dict[str, Fold] = {}
    for each in compactions:
        fold = fold_with_ids(secret, row.id, foreign_fold(each, ids, positions, counter))
        if tx.fold(scope, fold.id) is None:
            tokens = sum(
                max(0, message.tokens)
                for message in tx.messages(
                    scope, row.id, sorted(positions[source] for source in each.sources or ())
                )
            )
            made[fold.id] = replace(fold, tokens=tokens)
    if not made:
        return 0
    standing = [fold for fold in tx.folds(scope, row.id) if fold.method == "foreign"]
    tx.set_fold_state(scope, _outdone(standing, made.values()), "withdrawn")
    tx.add_folds(scope, row.id, list(made.values()))
    return len(made)


def foreign_fold(
    compaction: Compaction,
    ids: Mapping[str, str],
    positions: Mapping[str, int],
    counter: TokenCounter,
) -> Fold:
    """The fold that a compaction is, without its own ids and the tokens of its sources.

    Args:
        compaction: By local message ids.
        ids: Local message id → id in the store.
        positions: Local message id → position in the store.
        counter: Counts tokens.
    """
    sources = sorted(compaction.sources or (), key=positions.__getitem__)
    holder = 0 if compaction.message is None else positions[compaction.message]
    text = compaction.text
    return Fold(
        root=positions[sources[0]] if sources else holder,
        sources=tuple(ids[source] for source in sources),
        claims=()
        if compaction.unreadable
        else (Claim(text=text, spans=(), tokens=counter.count(text)),),
        method="foreign",
        state="ready",
        generation=0,
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

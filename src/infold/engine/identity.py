"""Ids of derived records: minted here when they are made, and again when they are verified."""

from __future__ import annotations

from dataclasses import replace

from infold.core.folds import Claim, Fold, Merge, Span
from infold.core.ids import mint


def merge_with_id(secret: bytes, conversation: str, merge: Merge) -> Merge:
    """The merge with its id: of its conversation and both units, which join once."""
    return replace(merge, id=mint(secret, "merge", conversation, merge.a, merge.b, merge.reason))


def fold_with_ids(secret: bytes, conversation: str, fold: Fold) -> Fold:
    """The fold and its claims with their ids: of sources, texts and spans.

    A claim belongs to one fold: the same sentence in a later fold is a claim of its own.
    """
    identity = mint(
        secret,
        "fold",
        conversation,
        fold.root,
        list(fold.sources),
        # Of a foreign fold the tool is part of what it is.
        f"foreign {fold.model}" if fold.method == "foreign" else fold.method,
        [_claim(claim) for claim in fold.claims],
        # The same run may be folded for several plans, with the same words.
        *([fold.made_from] if fold.made_from else []),
    )
    claims = tuple(
        replace(claim, id=mint(secret, "claim", identity, *_claim(claim))) for claim in fold.claims
    )
    return replace(fold, id=identity, claims=claims)


def fold_ids(fold: Fold) -> list[str]:
    """The ids of a fold and of its claims."""
    return [fold.id, *(claim.id for claim in fold.claims)]


def _claim(claim: Claim) -> list[object]:
    return [claim.text, claim.level, [_span(span) for span in claim.spans]]


def _span(span: Span) -> list[object]:
    return [span.message, span.part, span.start, span.end]

"""Parts of a context as plain data: what stands in `Context.claims`, `replaced`, `attachments`."""

from __future__ import annotations

from typing import Any

from infold.core.folds import VERBATIM, Span
from infold.core.messages import Attachment
from infold.recall.foldmap import MapClaim
from infold.recall.replaced import Mark

__all__ = ["attachment_data", "claim_data", "mark_data"]


def claim_data(placed: MapClaim) -> dict[str, Any]:
    """A claim: `fold`, `claim`, `text`, `spans`. A highlight's words stand as they are."""
    spans = zip(placed.claim.spans, placed.positions, strict=True)
    return {
        "fold": placed.fold,
        "claim": placed.claim.id,
        "text": placed.claim.text if placed.claim.level == VERBATIM else placed.line,
        "spans": [_span(span, position) for span, position in spans],
    }


def mark_data(message: str, position: int, mark: Mark) -> dict[str, Any]:
    """The mark of a value that no longer holds."""
    return {
        "id": message,
        "position": position,
        "part": mark.part,
        "start": mark.start,
        "end": mark.end,
        "was": mark.written,
        "by": mark.shown,
        "by_position": mark.at,
        "record": mark.record,
    }


def attachment_data(message: str, position: int, number: int, part: Attachment) -> dict[str, Any]:
    """An image or file that is sent by reference."""
    return {
        "id": message,
        "position": position,
        "part": number,
        "kind": part.kind,
        "digest": part.digest,
        "uri": part.uri,
        "name": part.name,
        "size": part.size,
    }


def _span(span: Span, position: int) -> dict[str, Any]:
    return {
        "id": span.message,
        "position": position,
        "part": span.part,
        "start": span.start,
        "end": span.end,
    }

"""Transcript formats, one module for each, in and out. Which one a file has is told by content."""

from __future__ import annotations

from infold.formats.infold_jsonl import write_infold
from infold.formats.opening import FORMATS, Format, open_transcript
from infold.formats.reading import Archive, Bad, Parsed, Reading
from infold.formats.transcripts import Other, Transcripts, open_transcripts

__all__ = [
    "FORMATS",
    "Archive",
    "Bad",
    "Format",
    "Other",
    "Parsed",
    "Reading",
    "Transcripts",
    "open_transcript",
    "open_transcripts",
    "write_infold",
]

"""Counting tokens without a tokenizer: an upper estimate that needs no download.

The rule counts one token for each CJK, kana or hangul character, one for each run of up to six
other letters or digits, and one for each other visible sign. Long unbroken runs (base64, hashes)
count a token for every two characters, since tokenizers split them so. It never counts less than
the plain rule, so a text that fits by it fits by both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from infold.core.messages import Attachment, Dropped, Opaque, Part, Text, ToolCall, ToolResult

IMAGE_TOKENS = 800
"""Flat cost of an image, whatever its size in bytes."""

FILE_TOKENS = 30
"""Flat cost of a file that is named and not read."""

_WIDE = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_TOKEN = re.compile(rf"[^\W_{_WIDE}]{{1,6}}|\S")
_LONG = re.compile(r"[A-Za-z0-9+/=_-]{32,}")


class TokenCounter(Protocol):
    """Counts the tokens of a text."""

    def count(self, text: str) -> int:
        """Tokens of `text`; 0 for an empty one."""
        ...


class RuleCounter:
    """The default counter. Linear in the text; some 5 million characters a second."""

    def count(self, text: str) -> int:
        """Tokens of `text` by the rule of this module."""
        total = len(_TOKEN.findall(text))
        for run in _LONG.findall(text):
            total += max(0, (len(run) + 1) // 2 - len(_TOKEN.findall(run)))
        return total


def part_tokens(counter: TokenCounter, part: Part) -> int:
    """Tokens of one part: texts as counted, files at a flat cost, what was dropped as it was."""
    match part:
        case Text(text=text) | ToolResult(text=text):
            return counter.count(text)
        case ToolCall(name=name, arguments=arguments):
            return counter.count(name) + counter.count(arguments)
        case Attachment(kind="image"):
            return IMAGE_TOKENS
        case Attachment():
            return FILE_TOKENS
        case Opaque(data=data):
            return counter.count(data)
        case Dropped(tokens=tokens):
            return tokens


def message_tokens(counter: TokenCounter, parts: Sequence[Part]) -> int:
    """Tokens of a message's parts together."""
    return sum(part_tokens(counter, part) for part in parts)

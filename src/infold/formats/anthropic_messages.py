"""Anthropic messages: contents of blocks, tool results brought by the user, signed reasoning.

Reasoning is kept byte for byte as it stands in the file, since its signature covers it.
"""

from __future__ import annotations

from collections.abc import Iterator

from infold.formats import openai_chat
from infold.formats.reading import Parsed, Reading
from infold.formats.records import Records

NAME = "anthropic"

_BLOCKS = frozenset(("tool_use", "tool_result", "thinking", "redacted_thinking"))


def matches(value: object) -> bool:
    """Whether a record of a file looks like this format: it has blocks that only Anthropic has."""
    if isinstance(value, list):
        return any(matches(message) for message in value if isinstance(message, dict))
    if not isinstance(value, dict):
        return False
    messages = value.get("messages")
    if isinstance(messages, list):
        return any(matches(message) for message in messages if isinstance(message, dict))
    content = value.get("content")
    if value.get("role") not in ("user", "assistant") or not isinstance(content, list):
        return False
    return any(isinstance(block, dict) and _is_own(block) for block in content)


def read(records: Records, reading: Reading) -> Iterator[Parsed]:
    """The conversations of a file."""
    return openai_chat.read(records, reading)


def _is_own(block: dict[str, object]) -> bool:
    kind = block.get("type")
    if isinstance(kind, str) and kind in _BLOCKS:
        return True
    return kind in ("image", "document") and isinstance(block.get("source"), dict)

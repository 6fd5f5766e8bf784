"""The writer of each format."""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.writers import (
    anthropic,
    chatgpt,
    claude_ai,
    claude_code,
    cline,
    infold_own,
    letta,
    locomo,
    openai,
    sharegpt,
    thoughtdag,
)
from tests.writers.common import Written

WRITERS: dict[str, Callable[[random.Random], Written]] = {
    "infold": infold_own.write,
    "chatgpt": chatgpt.write,
    "claude-ai": claude_ai.write,
    "claude-code": claude_code.write,
    "letta": letta.write,
    "locomo": locomo.write,
    "thoughtdag": thoughtdag.write,
    "sharegpt": sharegpt.write,
    "cline": cline.write,
    "anthropic": anthropic.write,
    "openai": openai.write,
}
"""Name of the format → what writes a file of it."""

"""Which side of a chat a message is from."""

from __future__ import annotations

import numpy as np

from infold.core.forward import ROLE_CODE, Flag
from infold.recall.field import Scores
from infold.recall.scene import Scene


def roles(scene: Scene) -> dict[str, Scores]:
    """The message is an assistant's, or a tool's."""
    role = scene.own(scene.field.take(scene.field.snapshot.role))
    tools = np.maximum(scene.has(Flag.CALLS), scene.has(Flag.RESULTS))
    assistant = (role == ROLE_CODE["assistant"]).astype(np.float64)
    return {
        "assistant": assistant * (1.0 - tools),
        "tool": tools,
    }

"""What kind of thing a message holds, and whether that is what the question wants."""

from __future__ import annotations

import numpy as np

from infold.core.forward import Flag
from infold.recall.field import Scores
from infold.recall.scene import Scene
from infold.text.asking import Ask


def told(scene: Scene) -> dict[str, Scores]:
    """The kind of the message alone."""
    return {
        "thanks": scene.has(Flag.THANKS),
        "name": scene.has(Flag.NAME),
        "time": scene.has(Flag.TIME),
        "number": scene.has(Flag.NUMBER),
        "long": np.log1p(scene.lengths),
    }


def asked_by_told(scene: Scene) -> dict[str, Scores]:
    """Kind of question by kind of message."""
    return {
        "when_time": scene.wants(Ask.WHEN) * scene.has(Flag.TIME),
        "where_name": scene.wants(Ask.WHERE) * scene.has(Flag.NAME),
        "who_name": scene.wants(Ask.WHO) * scene.has(Flag.NAME),
        "number_number": scene.wants(Ask.NUMBER) * scene.has(Flag.NUMBER),
    }

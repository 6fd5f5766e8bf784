"""When a message was said, and what else was said that day."""

from __future__ import annotations

import numpy as np

from infold.recall.field import Scores
from infold.recall.fusion import to_unit
from infold.recall.scene import Scene


def dates(scene: Scene) -> dict[str, Scores]:
    """The message is of a time that the question names."""
    return {"month": scene.own(scene.month), "day": scene.own(scene.day)}


def sessions(scene: Scene) -> dict[str, Scores]:
    """How well the messages of the same day match: the best of them, and all together."""
    starts, mine = scene.field.day_starts, scene.day_of
    best = np.maximum.reduceat(scene.both, starts)
    together = np.maximum.reduceat(scene.matches, starts, axis=1)[:, mine]
    return {"day_best": to_unit(best)[mine], "day_covered": scene.asked.share(together)}

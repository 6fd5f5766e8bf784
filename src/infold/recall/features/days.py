"""When a message was said, and what else was said that day."""

from __future__ import annotations

import numpy as np

from infold.recall.field import Scores
from infold.recall.fusion import to_unit
from infold.recall.scene import Scene


def dates(scene: Scene) -> dict[str, Scores]:
    """The message is of a time that the question names."""
    month, day, soft = scene.own(scene.month), scene.own(scene.day), scene.own(scene.soft)
    return {"month": month, "day": day, "month_soft": month * soft, "day_soft": day * soft}


def sessions(scene: Scene) -> dict[str, Scores]:
    """How well the messages of the same day match: the best of them, and all together."""
    starts, mine = scene.day_starts, scene.day_of
    best = np.maximum.reduceat(scene.both, starts)
    together = np.maximum.reduceat(scene.matches, starts, axis=1)[:, mine]
    return {"day_best": to_unit(best)[mine], "day_covered": scene.asked.share(together)}

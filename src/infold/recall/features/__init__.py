"""Features of the candidates of a question, one small function for each group of them.

A feature is one number for each candidate; the model weighs them (`infold.recall.model`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from infold.recall.features import around, days, kinds, matching, speakers
from infold.recall.field import Scores
from infold.recall.scene import Scene

Group: TypeAlias = Callable[[Scene], dict[str, Scores]]

GROUPS: Final[dict[str, Group]] = {
    "own words": matching.own,
    "soft match": matching.soft,
    "vectors": matching.vectors,
    "second hops": matching.bridges,
    "turns around": around.turns,
    "answers": around.answers,
    "after hits": around.after_hits,
    "speakers": speakers.who,
    "dates": days.dates,
    "days": days.sessions,
    "kinds": kinds.told,
    "kind by kind": kinds.asked_by_told,
}
"""Every group by its name, as an ablation prints it."""


def features(scene: Scene) -> dict[str, Scores]:
    """All features of a scene's candidates, by name: each of length k.

    Cost: some tens of numpy operations on the candidates.
    """
    out: dict[str, Scores] = {}
    for group in GROUPS.values():
        out |= group(scene)
    return out

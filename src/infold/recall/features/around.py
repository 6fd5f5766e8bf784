"""What stands beside a message: an answer seldom repeats the words of its question."""

from __future__ import annotations

import numpy as np

from infold.core.forward import Flag
from infold.recall.field import Scores
from infold.recall.scene import Scene


def turns(scene: Scene) -> dict[str, Scores]:
    """Scores of the two messages before and after."""
    before = scene.around(scene.both, 1)
    back = scene.has(Flag.BACK) + scene.has(Flag.BACK_OFTEN)
    return {
        "both_before": before,
        "both_before_2": scene.around(scene.both, 2),
        "both_next": scene.around(scene.both, -1),
        "words_next": scene.around(scene.words, -1),
        "vectors_next": scene.around(scene.vectors, -1),
        "soft_before": scene.around(scene.soft, 1),
        "refers_back": back * before,
        "short_after": before / (1.0 + scene.lengths / 8.0),
    }


def answers(scene: Scene) -> dict[str, Scores]:
    """Scores of the message before where that is a question."""
    ends, holds = scene.field.has(Flag.QUESTION), scene.field.has(Flag.ASKS)
    asked, within = scene.around(ends, 1), scene.around(holds, 1)
    before, soft = scene.around(scene.both, 1), scene.around(scene.soft, 1)
    mine = scene.own(ends)
    return {
        "answers_both": asked * before,
        "answers_soft": asked * soft,
        "answers_within": within * before,
        "question": mine,
        "question_both": mine * scene.own(scene.both),
    }


def after_hits(scene: Scene) -> dict[str, Scores]:
    """The message stands just behind a strong hit: an answer, or a correction in few words.

    Counted apart from `turns`, since only the best few hits are followed: their followers need
    share nothing with the question.
    """
    strength = scene.hits.strength
    author = scene.field.take(scene.field.snapshot.author)
    mine = scene.own(author)
    behind = [scene.around(strength, step) for step in (1, 2, 3, 4)]
    same = [
        much * (scene.around(author, step) == mine) for step, much in enumerate(behind, start=1)
    ]
    any_ = np.maximum.reduce(behind)
    tells = np.maximum(scene.has(Flag.NUMBER), scene.has(Flag.NAME))
    short = 1.0 / (1.0 + scene.lengths / 4.0)
    return {
        "hit": scene.own(strength),
        "after_hit": behind[0],
        "after_hit_2": behind[1],
        "before_hit": scene.around(strength, -1),
        "after_hit_short": any_ * short,
        "after_hit_tells": any_ * tells * short,
        "after_hit_same": np.maximum.reduce(same) * short,
        "answers_hit": scene.around(strength * scene.field.has(Flag.QUESTION), 1),
    }

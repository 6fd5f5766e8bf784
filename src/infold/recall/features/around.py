"""What stands beside a message: an answer seldom repeats the words of its question."""

from __future__ import annotations

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

"""Who speaks, who is named, whose matter it is."""

from __future__ import annotations

from infold.core.forward import Flag
from infold.recall.field import Scores
from infold.recall.scene import Scene
from infold.text.asking import Ask


def who(scene: Scene) -> dict[str, Scores]:
    """The message is by whom the question names, names them, or is by the subject of two."""
    named, says = scene.named, scene.wants(Ask.SAY)
    spoken = scene.own(named.speaks) * float(named.one)
    myself = scene.has(Flag.SELF)
    leads = scene.own(named.leads)
    return {
        "speaks": spoken,
        "speaks_both": spoken * scene.own(scene.both),
        "speaks_self": spoken * myself,
        "speaks_says": spoken * says,
        "mentions": scene.own(named.mentions),
        "leads": leads,
        "leads_says": leads * says,
        "leads_self": leads * myself,
    }

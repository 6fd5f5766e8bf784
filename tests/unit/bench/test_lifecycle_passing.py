"""What is said in passing, over days: it is kept, changed, ended and taken up again."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.lifecycle.hand import Story, play

STORIES = [
    (
        ["0 I take the bus to work every day.", "9 I take the tram to work now."],
        ["+ tram", "- bus", "@5 + bus"],
    ),
    (["0 I sing in the Hove choir.", "9 I've left the choir."], ["- hove", "@5 + hove"]),
    (["0 I own a bakery.", "9 I stopped at the bakery."], ["+ bakery"]),
    (["0 I work at the Courier.", "9 The courier left."], ["+ courier"]),
    (
        ["0 I use Firefox.", "5 I've switched to Vivaldi.", "9 I'm back on Firefox."],
        ["+ firefox", "- vivaldi", "@6 + vivaldi"],
    ),
    (
        ["0 Ich fahre mit dem Bus zur Arbeit.", "9 Ich fahre jetzt mit dem Rad zur Arbeit."],
        ["+ rad", "- bus"],
    ),
    (["0 我在学吉他。", "9 吉他我不学了。"], ["- 吉他", "@5 + 吉他"]),
    (
        [
            "0 うちの主食は玄米です。",
            "5 主食を白米に変えました。",
            "9 主食をまた玄米に戻しました。",
        ],
        ["+ 玄米", "- 白米", "@6 + 白米"],
    ),
    (
        ["0 제 월세는 45만원이에요.", "9 이제 월세가 52만원이에요."],
        ["+ 52만원", "- 45만원"],
    ),
    (
        ["0 Saya ke kantor naik bus.", "9 Sekarang saya ke kantor naik ojek."],
        ["+ ojek", "- bus", "@5 + bus"],
    ),
    (
        [
            "0 I keep bees.",
            "3 I also play tennis on Mondays now.",
            "9 If I sold the bees, what then?",
        ],
        ["+ bees", "+ tennis"],
    ),
]


@pytest.mark.parametrize(("steps", "checks"), STORIES)
def test_what_is_told_in_passing_lives_as_other_facts_do(
    steps: list[str], checks: list[str], tmp_path: Path
) -> None:
    story = Story(id="en-p1", kind="update", steps=steps, checks=checks)
    assert play(story, tmp_path).wrong == []

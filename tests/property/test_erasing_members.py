"""Law 8 for merges: after erasing any of their members, exactly the others are there."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from infold.testing import FrozenClock
from tests.integration.engine.erased_talk import left, opened, run
from tests.property.examples import share

FORMS = (
    "The parcel for {} came", "{} 소포가 왔습니다", "{}的包裹到了", "{}の荷物が届きました",
    "Paket untuk {} sudah tiba", "Das Päckchen für {} ist da",
)  # fmt: skip
WORDS = ("wombat", "우산거북", "青花瓷蝸", "朝顔提灯", "kelapamerah", "Nebelkrähen")


@settings(max_examples=share(15), suppress_health_check=[HealthCheck.too_slow])
@given(
    count=st.integers(2, 9),
    blocks=st.lists(st.integers(2, 5), max_size=3),
    gone=st.lists(st.integers(0, 8), max_size=4, unique=True),
)
def test_exactly_the_others_are_live(count: int, blocks: list[int], gone: list[int]) -> None:
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder), FrozenClock()) as memory:
        words = [f"{WORDS[at % 6]}{at}lantern" for at in range(count)]
        texts = [FORMS[at % 6].format(word) for at, word in enumerate(words)]
        facts = [memory.add(text, user="zoe", key=text) for text in texts]
        for block in blocks:
            memory.merge(memory.plan_fold_old(user="zoe", most=1, block=block))
        gone = [at for at in gone if at < count]
        for at in gone:
            before = {one.id for one in memory.facts(user="zoe", state=None)}
            plan = memory.plan_erase(facts[at].id, user="zoe")
            memory.erase(plan)
            after = {one.id: one.state for one in memory.facts(user="zoe", state=None)}
            assert before - after.keys() == {item.id for item in plan.of("fact")}
            assert all(after[item.id] == "live" for item in plan.back)
        run(memory)
        there = {one.id: one for one in memory.facts(user="zoe", state=None)}
        rest = [at for at in range(count) if at not in gone]
        assert {facts[at].id for at in range(count)} & there.keys() == {facts[at].id for at in rest}
        for at in rest:
            assert there[facts[at].id].text == texts[at]
            assert memory.add(texts[at], user="zoe", key=texts[at]).id == facts[at].id
            outer = there[facts[at].id]
            while outer.state == "superseded":
                outer = there[outer.standing.superseded_by]
            assert outer.state == "live"
            assert words[at] in outer.text
        assert left(memory, tuple(words)) == [words[at] for at in rest]
        assert all(receipt.is_gone for receipt in memory.erasures())
        assert memory.verify() == []

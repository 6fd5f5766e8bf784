"""Erasing some of the facts that a merge or a fold stands for: the others hold by themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from infold import Infold
from infold.config import Settings
from infold.core.facts import Fact
from infold.core.folds import Span
from infold.engine.chat import Chat
from infold.errors import Conflict
from infold.memory.erasing import ErasePlan
from infold.testing import FrozenClock
from tests.integration.engine.erased_talk import CANARIES, left, opened, run

SAID = (
    "The parcel for wombatlantern came",
    "노란우산거북이 소포가 왔습니다",
    "青花瓷蜗牛二十三的包裹到了",
    "朝顔提灯の荷物が届きました",
    "Paket untuk kelapamerahbata sudah tiba",
    "Das Päckchen für Nebelkrähenschuh ist da",
)


@pytest.fixture
def memory(tmp_path: Path, clock: FrozenClock) -> Iterator[Infold]:
    with opened(tmp_path, clock) as memory:
        yield memory


def told(memory: Infold, user: str = "zoe", texts: Sequence[str] = SAID) -> list[Fact]:
    return [memory.add(text, user=user, key=f"key {text}") for text in texts]


def folded(memory: Infold, block: int = 6, most: int = 1) -> list[str]:
    """Ids of the folds that are made of the oldest facts."""
    made = memory.merge(memory.plan_fold_old(user="zoe", most=most, block=block)).merged
    return [fold for fold, _ in made]


def live(memory: Infold, user: str = "zoe") -> list[str]:
    return [one.text for one in memory.facts(user=user)]


def there(memory: Infold, user: str = "zoe") -> list[str]:
    return [one.text for one in memory.facts(user=user, state=None)]


def agrees(memory: Infold, plan: ErasePlan, before: set[str]) -> bool:
    """Whether just what a plan lists has gone, and just what it lists has come back."""
    after = {one.id: one.state for one in memory.facts(user="zoe", state=None)}
    assert {item.id for item in plan.of("fact")} == before - after.keys()
    assert plan.counts["fact"] == len(plan.of("fact"))
    assert all(after[item.id] == "live" for item in plan.back)
    return True


def ids(memory: Infold) -> set[str]:
    return {one.id for one in memory.facts(user="zoe", state=None)}


@pytest.mark.parametrize("at", range(6))
def test_the_others_of_a_fold_come_back(memory: Infold, at: int) -> None:
    facts = told(memory)
    (fold,) = folded(memory)
    before = ids(memory)
    plan = memory.plan_erase(facts[at].id, user="zoe")
    rest = [one for one in facts if one != facts[at]]
    assert {item.id: item.reason for item in plan.items} == {
        facts[at].id: "it was asked for",
        fold: "it was merged from a fact that goes",
    }
    assert [item.id for item in plan.back] == [one.id for one in rest]
    receipt = memory.erase(plan)
    assert agrees(memory, plan, before)
    assert live(memory) == there(memory) == [one.text for one in rest]
    run(memory)
    assert left(memory) == [word for word in CANARIES if word not in SAID[at]]
    assert memory.receipt(receipt).is_gone
    assert memory.verify_receipt(memory.receipt(receipt), user="zoe").holds
    for one in rest:
        assert memory.search(one.text, user="zoe", kinds=("fact",))[0].id == one.id
        assert memory.add(one.text, user="zoe", key=f"key {one.text}").id == one.id
        assert memory.fact(one.id, user="zoe").standing.repeats == 0
        assert memory.expand_fact(one.id, user="zoe") == []
    with pytest.raises(Conflict):
        memory.add(SAID[at], user="zoe", key=f"key {SAID[at]}")
    with pytest.raises(Conflict):
        memory.unmerge(fold, user="zoe")
    assert memory.verify() == []
    assert folded(memory) != []
    assert memory.verify() == []


def test_a_fold_that_is_erased_takes_along_what_it_stands_for(memory: Infold) -> None:
    facts = told(memory)
    (fold,) = folded(memory, 4, 3)
    plan = memory.plan_erase(fold, user="zoe")
    assert [item.id for item in plan.of("fact")] == [fold, *(one.id for one in facts[:4])]
    assert plan.back == ()
    memory.erase(plan)
    run(memory)
    assert there(memory) == list(SAID[4:])
    assert left(memory) == list(CANARIES[4:])
    for text in SAID[:4]:
        with pytest.raises(Conflict):
            memory.add(text, user="zoe", key=f"key {text}")
    assert memory.verify() == []


def test_one_of_a_plain_merge(memory: Infold) -> None:
    texts = ("Likes wombatlantern", "I like wombatlantern", "I really like wombatlantern")
    facts = told(memory, texts=texts)
    ((merge, members),) = memory.merge(memory.plan_merge(user="zoe")).merged
    assert len(members) == 3
    plan = memory.plan_erase(facts[0].id, user="zoe")
    assert [item.id for item in plan.items] == [facts[0].id, merge]
    assert [item.id for item in plan.back] == [facts[1].id, facts[2].id]
    memory.erase(plan)
    run(memory)
    assert live(memory) == there(memory) == list(texts[1:])
    # What they say is not refused because the merge had it, too.
    for one in facts[1:]:
        assert memory.add(one.text, user="zoe").id == one.id
    assert memory.erasures()[0].is_gone
    assert memory.verify() == []


def nested(memory: Infold) -> tuple[list[Fact], str, str]:
    """Six facts and two that were merged, the merge and two others in a fold; that in a fold."""
    facts = told(
        memory,
        texts=(
            "The parcel for 朝顔提灯 came",
            "The parcel for 朝顔提灯 really came",
            *SAID[:2],
            *SAID[4:],
        ),
    )
    ((merge, members),) = memory.merge(memory.plan_merge(user="zoe")).merged
    assert len(members) == 2
    (inner,) = folded(memory, 3, 4)
    (outer,) = folded(memory, 3, 2)
    assert memory.fact(inner, user="zoe").standing.superseded_by == outer
    assert memory.fact(merge, user="zoe").standing.superseded_by in (inner, outer)
    return facts, merge, outer


def test_a_merge_in_a_fold_of_folds(memory: Infold) -> None:
    facts, merge, outer = nested(memory)
    before = ids(memory)
    plan = memory.plan_erase(facts[0].id, user="zoe")
    assert {merge, outer} < {item.id for item in plan.of("fact")}
    assert facts[1].id in {item.id for item in plan.back}
    memory.erase(plan)
    run(memory)
    assert agrees(memory, plan, before)
    assert {facts[1].id, *(one.id for one in facts[4:])} <= ids(memory)
    assert set(live(memory)) >= {facts[1].text}
    assert memory.verify() == []
    assert memory.erasures()[0].is_gone


def test_a_merge_is_erased_out_of_its_fold(memory: Infold) -> None:
    facts, merge, _ = nested(memory)
    before = ids(memory)
    plan = memory.plan_erase(merge, user="zoe")
    memory.erase(plan)
    run(memory)
    assert agrees(memory, plan, before)
    assert "朝顔提灯" not in " ".join(there(memory))
    assert left(memory, ("朝顔提灯",)) == []
    assert {one.id for one in facts[2:]} <= ids(memory)
    assert memory.verify() == []


@pytest.mark.parametrize("what", ["message", "conversation", "fact and messages"])
def test_only_what_was_said_there_goes_out_of_a_fold(memory: Infold, what: str) -> None:
    chat = memory.conversation("c", user="zoe")
    other = memory.conversation("d", user="zoe")
    said, stays = chat.append("user", SAID[0]), other.append("user", SAID[1])
    read, kept = (
        [
            memory.add(
                one.text,
                user="zoe",
                sources=[Span(message=one.id, part=0, start=0, end=len(one.text))],
            )
        ]
        for one in (said, stays)
    )
    added = told(memory, texts=("The bicycle is orange", "The kettle is loud"))
    (fold,) = folded(memory, 20)
    before = ids(memory)
    inside = {one.id for one in memory.expand_fact(fold, user="zoe")}
    assert inside >= {one.id for one in added}
    assert any(one.id in inside for one in read)
    what_goes: dict[str, object] = {
        "message": said, "conversation": chat,
        "fact and messages": next(one for one in read if one.id in inside),
    }  # fmt: skip
    plan = memory.plan_erase(what_goes[what], user="zoe", messages=True)  # type: ignore[arg-type]  # one of them
    gone = {item.id for item in plan.of("fact")}
    assert gone == {fold, *(one.id for one in read)}
    assert {item.id for item in plan.back} == inside - gone
    memory.erase(plan)
    run(memory)
    assert agrees(memory, plan, before)
    assert {one.text for one in added} < set(live(memory))
    assert {one.id for one in kept} <= ids(memory)
    assert left(memory, ("wombatlantern",)) == []
    assert memory.erasures()[0].is_gone
    assert memory.verify() == []


def test_what_was_said_again_of_a_merge_keeps_the_fact(memory: Infold) -> None:
    first, second, third = (memory.conversation(name, user="zoe") for name in "abc")
    first.append("user", "I like hiking in summer.")
    second.append("user", "I like hiking in the summer.")
    first.extract(), second.extract()
    ((merge, _),) = memory.merge(memory.plan_merge(user="zoe")).merged
    text = memory.fact(merge, user="zoe").text
    again = third.append("user", text if text.endswith(".") else f"{text}.")
    assert [fact.id for fact in third.extract()] == [merge]
    members = memory.expand_fact(merge, user="zoe")
    heir = next(member for member in members if member.text == text)
    source: Chat = first if text == "I like hiking in summer" else second
    plan = memory.plan_erase(source, user="zoe")
    assert plan.of("fact") == []
    memory.erase(plan)
    run(memory)
    assert live(memory) == [text]
    memory.erase(again, user="zoe")
    run(memory)
    assert heir.id not in ids(memory)
    assert len(ids(memory)) == 1
    assert memory.verify() == []


def test_what_was_said_again_of_a_merge_points_nowhere_afterwards(memory: Infold) -> None:
    first, second, third = (memory.conversation(name, user="zoe") for name in "abc")
    first.append("user", "I like hiking in summer.")
    second.append("user", "I like hiking in the summer.")
    first.extract(), second.extract()
    ((merge, _),) = memory.merge(memory.plan_merge(user="zoe")).merged
    heir = memory.fact(merge, user="zoe").text
    again = third.append("user", f"{heir}.")
    third.extract()
    other = next(one for one in memory.expand_fact(merge, user="zoe") if one.text != heir)
    # One transaction takes the merge apart, and the message that said it again.
    memory.erase(other, user="zoe")
    memory.erase(again, user="zoe")
    run(memory)
    (kept,) = memory.facts(user="zoe", state=None)
    assert kept.text == heir
    events = memory.fact_events(kept.id, user="zoe")
    assert again.id not in {span.message for event in events for span in event.sources}
    assert memory.verify() == []


def test_of_a_deleted_fold_the_others_can_be_restored(memory: Infold) -> None:
    facts = told(memory)
    (fold,) = folded(memory)
    memory.delete(fold, user="zoe")
    before = ids(memory)
    plan = memory.plan_erase(facts[0].id, user="zoe")
    assert plan.back == ()
    memory.erase(plan)
    run(memory)
    assert agrees(memory, plan, before)
    assert live(memory) == []
    for one in facts[1:]:
        memory.restore(one.id, user="zoe")
    assert live(memory) == list(SAID[1:])
    assert memory.verify() == []
    memory.delete(facts[1].id, user="zoe")
    assert live(memory) == list(SAID[2:])
    memory.erase(facts[2].id, user="zoe")
    run(memory)
    assert live(memory) == list(SAID[3:])
    assert memory.verify() == []


def test_a_fold_that_was_taken_apart_goes_and_changes_nothing_else(memory: Infold) -> None:
    facts = told(memory)
    (fold,) = folded(memory)
    memory.unmerge(fold, user="zoe")
    plan = memory.plan_erase(facts[2].id, user="zoe")
    assert [item.id for item in plan.items] == [facts[2].id, fold]
    assert plan.back == ()
    memory.erase(plan)
    run(memory)
    assert live(memory) == there(memory) == [*SAID[:2], *SAID[3:]]
    # The next one: the fold is gone already, and is not named again.
    plan = memory.plan_erase(facts[3].id, user="zoe")
    assert [item.id for item in plan.items] == [facts[3].id]
    memory.erase(plan)
    run(memory)
    assert memory.verify() == []


def test_sweeps_go_on_and_an_undo_says_that_it_is_gone(memory: Infold, clock: FrozenClock) -> None:
    facts = told(memory)
    receipt = memory.merge(memory.plan_fold_old(user="zoe", most=1, block=6))
    memory.erase(facts[0].id, user="zoe")
    with pytest.raises(Conflict):
        memory.undo_merge(receipt)
    clock.advance(timedelta(days=2))
    swept = memory.apply(memory.plan_sweep(user="zoe"))
    assert swept.changes == 0
    assert live(memory) == list(SAID[1:])
    memory.erase(user="zoe")
    run(memory)
    assert there(memory) == []
    assert left(memory) == []
    assert all(one.is_gone for one in memory.erasures())


def test_vectors_are_kept_and_those_that_were_due_are_made(
    tmp_path: Path, clock: FrozenClock
) -> None:
    kept = Settings(space_secret="s", synchronous="NORMAL")
    with Infold.open(tmp_path / "dense.db", settings=kept, clock=clock) as memory:
        facts = told(memory)
        run(memory)
        folded(memory)
        late = memory.add("The kettle is loud", user="zoe")
        memory.erase(facts[0].id, user="zoe")
        run(memory)
        assert memory.embedder is not None
        with memory.store.read() as reader:
            numbers, vectors = reader.fact_vectors(memory.scope("zoe"), memory.embedder.id)
            rows = reader.facts(memory.scope("zoe"))
        assert [row.fact.text for row in rows] == [*SAID[1:], late.text]
        assert numbers.tolist() == [row.number for row in rows]
        made = memory.embedder.embed([row.fact.text for row in rows])
        assert abs((vectors * made).sum(axis=1) - 1.0).max() < 1e-3
        assert memory.verify() == []

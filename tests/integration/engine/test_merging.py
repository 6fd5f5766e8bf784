"""Merging facts of a user: the plan, its application, and the way back (CASES M8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from infold import Infold
from infold.config import Settings
from infold.core.facts import Fact
from infold.core.scope import Scope
from infold.engine.purging import remove_facts
from infold.engine.sweep_jobs import queue_sweep
from infold.engine.verifying_facts import fact_faults
from infold.errors import Conflict, NotFound, UsageError
from infold.memory.standing import KnownFact
from infold.models.roles import Models
from infold.models.scripted import ScriptedModel, ScriptedReply
from infold.prompts.merge_facts import Merged
from infold.store.protocol import Writer
from infold.testing import FrozenClock

HOUR = timedelta(hours=1)
PAIRS = [
    ("Likes hiking in the mountains", "The user really likes hiking in the mountains."),
    ("Ich trinke gern Tee", "Trinkt gerne Tee"),
    ("Saya suka mendaki gunung", "Aku suka mendaki gunung."),
    ("我喜欢爬山", "用户很喜欢爬山"),
    ("登山が好きです", "私は登山が好き"),
    ("등산을 좋아합니다", "사용자는 등산을 좋아한다"),
    ("Aime le café crème", "aime  le café-crème"),
]


@pytest.fixture
def dense(tmp_path: Path, clock: FrozenClock) -> Iterator[Infold]:
    """A store with the default embedder."""
    with Infold.open(tmp_path / "d.db", settings=Settings(), clock=clock) as opened:
        yield opened


def say(memory: Infold, clock: Any, *texts: str, **options: Any) -> list[Fact]:
    out = []
    for text in texts:
        out.append(memory.add(text, **{"user": "a", **options}))
        clock.advance(HOUR)
    return out


def live(memory: Infold, user: str = "a") -> list[str]:
    return [one.text for one in memory.facts(user=user)]


def as_it_was(rows: list[KnownFact]) -> list[KnownFact]:
    """Facts apart from how many events they have."""
    return [replace(row, standing=replace(row.standing, events=0)) for row in rows]


def sound(memory: Infold, user: str = "a") -> bool:
    with memory.store.read() as reader:
        assert list(fact_faults(memory, reader, memory.scope(user))) == []
    return True


@pytest.mark.parametrize("pair", PAIRS)
def test_statements_of_one_wording_become_one_and_come_back(
    memory: Infold, clock: FrozenClock, pair: tuple[str, str]
) -> None:
    first, second = say(memory, clock, *pair)
    say(memory, clock, pair[0], user="b")
    before = as_it_was(memory.facts(user="a", state=None))
    plan = memory.plan_merge(user="a")
    assert [one.members for one in plan.merges] == [(first.id, second.id)]
    assert plan.next is None
    receipt = memory.merge(plan)
    ((made, _),) = receipt.merged
    assert receipt.left == ()
    assert live(memory) == [plan.merges[0].text]
    assert live(memory, "b") == [pair[0]]
    assert [one.id for one in memory.expand_fact(made, user="a")] == [first.id, second.id]
    assert sound(memory)
    hits = memory.search(pair[0], user="a", kinds=("fact",))
    assert [hit.id for hit in hits] == [made]

    back = memory.unmerge(made, user="a")
    assert [one.id for one in back] == [first.id, second.id]
    rows = [one for one in memory.facts(user="a", state=None) if one.id != made]
    assert as_it_was([replace(one, at=before[0].at) for one in rows]) == before
    assert memory.fact(made, user="a").state == "tombstoned"
    assert memory.search("x", user="a", kinds=("fact",)) == []
    assert sound(memory)
    # What somebody took apart is not merged again.
    again = memory.plan_merge(user="a")
    assert again.merges == ()
    assert again.parted[0].reason == "Somebody took them apart."


def test_facts_of_other_users_agents_and_times_stay_apart(
    memory: Infold, clock: FrozenClock
) -> None:
    say(memory, clock, "Likes hiking", user="a")
    say(memory, clock, "I like hiking", user="b")
    say(memory, clock, "I like hiking", agent="x")
    now = clock.now()
    say(memory, clock, "I really like hiking", valid_from=now, valid_to=now + 90 * HOUR)
    for user in ("a", "b"):
        assert memory.plan_merge(user=user).merges == ()


def test_what_looks_alike_and_stays_apart_is_listed_with_the_reason(
    dense: Infold, clock: FrozenClock
) -> None:
    say(dense, clock, "Trains legs before arms", "Trains arms before legs", "Is not vegetarian")
    say(
        dense, clock, "The backup of the house runs at 5 am", "The backup of the house runs at 6 am"
    )
    while dense.run_job() is not None:
        pass
    plan = dense.plan_merge(user="a")
    assert plan.merges == ()
    assert plan.parted[0].similarity >= plan.parted[-1].similarity >= 0.85
    assert any("another order" in one.reason for one in plan.parted)


def test_a_plan_stops_at_its_budget_and_goes_on(memory: Infold, clock: FrozenClock) -> None:
    things = [f"{one} {other}" for one in "abcdefgh" for other in "pqr"]
    for thing in things:
        say(memory, clock, f"Owns the thing {thing}", f"The user owns the thing {thing}.")
    whole = memory.plan_merge(user="a")
    assert len(whole.merges) == len(things)
    found, after, plans = [], 0, 0
    while True:
        plan = memory.plan_merge(user="a", pairs=10, after=after)
        found += plan.merges
        plans += 1
        if plan.next is None:
            break
        assert plan.next > after
        after = plan.next
    assert plans > 1
    assert sorted(one.members for one in found) == sorted(one.members for one in whole.merges)
    with pytest.raises(UsageError):
        memory.plan_merge(user="a", pairs=0)


def test_m8_what_was_written_meanwhile_survives_and_a_deleted_source_discards_the_merge(
    memory: Infold, clock: FrozenClock
) -> None:
    say(memory, clock, "Likes hiking", "I like hiking", "Likes tea", "I like tea")
    plan = memory.plan_merge(user="a")
    assert len(plan.merges) == 2
    hiking = plan.merges[0].members
    memory.add("Likes chess", user="a")
    memory.delete(hiking[0], user="a")
    receipt = memory.merge(plan)
    assert len(receipt.merged) == 1
    assert receipt.left[0].members == hiking
    assert "changed" in receipt.left[0].reason
    assert sorted(live(memory)) == ["I like hiking", "I like tea", "Likes chess"]
    assert memory.merge(plan).merged == ()


def test_the_history_of_a_slot_stays_as_it_was(memory: Infold, clock: FrozenClock) -> None:
    rome, porto, again = say(memory, clock, "Lives in Rome", "Lives in Porto", "I live in Porto")
    before = [(one.value, one.begins, one.ends) for one in memory.history(porto.id, user="a")]
    ((made, members),) = memory.merge(memory.plan_merge(user="a")).merged
    assert members == (porto.id, again.id)
    after = memory.history(made, user="a")
    assert [(one.value, one.begins, one.ends) for one in after] == before
    assert memory.fact(rome.id, user="a").standing.superseded_by == made
    assert [one.text for one in memory.facts(user="a", as_of=porto.recorded_at)] == [
        "I live in Porto"
    ]
    assert [one.id for one in memory.facts(user="a", known_at=again.recorded_at)] == [
        porto.id,
        again.id,
    ]
    memory.add("Lives in Oslo", user="a")
    assert live(memory) == ["Lives in Oslo"]
    memory.unmerge(made, user="a")
    assert live(memory) == ["Lives in Oslo"]
    assert sound(memory)


def test_said_again_counts_for_the_one_that_stands_for_it(
    memory: Infold, clock: FrozenClock
) -> None:
    first, second = say(memory, clock, "Likes hiking", "I like hiking")
    ((made, _),) = memory.merge(memory.plan_merge(user="a")).merged
    assert memory.add("likes hiking.", user="a").id == made
    memory.pin(made, user="a")
    row = memory.fact(made, user="a")
    assert row.standing.repeats == 2
    memory.unmerge(made, user="a")
    heir = memory.fact(second.id, user="a")
    assert (heir.standing.repeats, heir.standing.pinned) == (1, True)
    assert not memory.fact(first.id, user="a").standing.pinned
    assert sound(memory)


def test_a_pinned_member_makes_a_pinned_merge(memory: Infold, clock: FrozenClock) -> None:
    first, _ = say(memory, clock, "Likes hiking", "I like hiking")
    memory.pin(first.id, user="a")
    ((made, _),) = memory.merge(memory.plan_merge(user="a")).merged
    assert memory.fact(made, user="a").standing.pinned


def test_a_merge_takes_its_members_along(memory: Infold, clock: FrozenClock) -> None:
    first, second = say(memory, clock, "Likes hiking", "I like hiking")
    ((made, _),) = memory.merge(memory.plan_merge(user="a")).merged
    memory.delete(made, user="a")
    assert live(memory) == []
    states = {one.id: one.state for one in memory.expand_fact(made, user="a")}
    assert states == {first.id: "tombstoned", second.id: "tombstoned"}
    with pytest.raises(Conflict):
        memory.unmerge(made, user="a")
    memory.restore(made, user="a")
    assert live(memory) == ["I like hiking"]
    assert sound(memory)
    memory.unmerge(made, user="a")
    assert sorted(live(memory)) == ["I like hiking", "Likes hiking"]
    # Restoring a merge that was taken apart makes it anew.
    memory.restore(made, user="a")
    assert live(memory) == ["I like hiking"]
    assert sound(memory)


def test_deleting_a_member_takes_the_merge_apart(memory: Infold, clock: FrozenClock) -> None:
    one, two, three = say(memory, clock, "Likes hiking", "I like hiking", "I really like hiking")
    ((made, _),) = memory.merge(memory.plan_merge(user="a")).merged
    say(memory, clock, "The user likes hiking")
    ((outer, inner),) = memory.merge(memory.plan_merge(user="a")).merged
    assert made in inner
    with pytest.raises(Conflict) as raised:
        memory.unmerge(made, user="a")
    assert raised.value.records == (outer,) or raised.value.records == [outer]
    memory.delete(two.id, user="a")
    assert sorted(live(memory)) == sorted([one.text, three.text, "The user likes hiking"])
    with pytest.raises(Conflict):
        memory.restore(made, user="a")
    assert sound(memory)
    # Nobody said that the others are two things.
    assert len(memory.plan_merge(user="a").merges[0].members) == 3


def remove(memory: Infold, *facts: str) -> list[str]:
    def command(tx: Writer) -> list[str]:
        scope = memory.scope("a")
        gone = remove_facts(
            tx, scope, facts, keeper=memory.keeper, now=memory.clock.now(), by="test"
        )
        tx.touch(scope)
        return gone

    return memory.store.write(command)


def test_removing_a_merge_removes_what_it_stands_for(memory: Infold, clock: FrozenClock) -> None:
    one, two, _ = say(memory, clock, "Lives in Porto", "I live in Porto", "Likes tea")
    ((made, _),) = memory.merge(memory.plan_merge(user="a")).merged
    assert remove(memory, made) == [one.id, two.id, made]
    assert [row.text for row in memory.facts(user="a", state=None)] == ["Likes tea"]
    assert sound(memory)


def test_removing_a_member_removes_every_merge_that_holds_its_words(
    memory: Infold, clock: FrozenClock
) -> None:
    one, two = say(memory, clock, "Likes hiking", "I like hiking")
    ((first, _),) = memory.merge(memory.plan_merge(user="a")).merged
    memory.unmerge(first, user="a")
    memory.restore(first, user="a")
    (three,) = say(memory, clock, "I really like hiking")
    ((outer, _),) = memory.merge(memory.plan_merge(user="a")).merged
    assert remove(memory, two.id) == [two.id, first, outer]
    assert sorted(live(memory)) == ["I really like hiking", "Likes hiking"]
    assert {row.id for row in memory.facts(user="a", state=None)} == {one.id, three.id}
    assert sound(memory)


def test_what_is_no_merge_says_so(memory: Infold, clock: FrozenClock) -> None:
    (fact,) = say(memory, clock, "Likes hiking")
    assert memory.expand_fact(fact.id, user="a") == []
    with pytest.raises(Conflict):
        memory.unmerge(fact.id, user="a")
    with pytest.raises(NotFound):
        memory.unmerge("a_missing", user="a")
    with pytest.raises(NotFound):
        memory.expand_fact(fact.id, user="b")


def test_a_receipt_undoes_all_that_it_names(memory: Infold, clock: FrozenClock) -> None:
    facts = say(memory, clock, "Likes hiking", "I like hiking", "Likes tea", "I like tea")
    receipt = memory.merge(memory.plan_merge(user="a"))
    assert len(live(memory)) == 2
    assert sorted(memory.undo_merge(receipt)) == sorted(one.id for one in facts)
    assert len(live(memory)) == 4
    assert sound(memory)


def test_merges_go_along_with_an_export(memory: Infold, clock: FrozenClock, tmp_path: Path) -> None:
    say(memory, clock, "Likes hiking", "I like hiking", "Lives in Porto", "I live in Porto")
    receipt = memory.merge(memory.plan_merge(user="a"))
    file = tmp_path / "out.jsonl"
    file.write_bytes(b"".join(memory.export(user="a")))
    with Infold.open(tmp_path / "new.db", settings=Settings(embedder="none"), clock=clock) as new:
        new.import_file(file, user="a")
        assert live(new) == live(memory)
        made = receipt.merged[0][0]
        assert [one.text for one in new.unmerge(made, user="a")] == [
            "Likes hiking",
            "I like hiking",
        ]
        assert sound(new)


def test_a_round_merges_for_all_users_within_its_budget(memory: Infold, clock: FrozenClock) -> None:
    for user in ("a", "b", "c"):
        say(memory, clock, "Likes hiking", "I like hiking", "Likes tea", "I like tea", user=user)
    first = memory.merge_round(pairs=1)
    assert first.users == 0
    assert first.next is not None
    assert first.next[0] == "a"
    rounds, begin = 1, first.next
    while begin is not None:
        one = memory.merge_round(pairs=1, begin=begin)
        rounds, begin = rounds + 1, one.next
    assert rounds > 3
    for user in ("a", "b", "c"):
        assert sorted(live(memory, user)) == ["I like hiking", "I like tea"]
        assert sound(memory, user)
    again = memory.merge_round()
    assert (again.users, again.receipts, again.next) == (3, (), None)
    assert memory.merge_round(seconds=0.0).users == 0


def test_a_scheduled_sweep_is_followed_by_merging_in_steps(
    memory: Infold, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("infold.engine.merge_jobs.PAIRS", 1)
    for user in ("a", 'b "\u4f60"'):
        say(memory, clock, "Likes hiking", "I like hiking", "Likes tea", "I like tea", user=user)
    assert queue_sweep(memory, Scope(space=memory.space), is_due=lambda _last, _now: True)
    kinds = []
    while (report := memory.run_job()) is not None:
        assert report.done, report.error
        kinds.append(report.kind)
    assert kinds[0] == "sweep"
    assert kinds.count("merge") > 2
    for user in ("a", 'b "\u4f60"'):
        assert sorted(live(memory, user)) == ["I like hiking", "I like tea"]
        assert sound(memory, user)


REWORDED = (
    "Got to know many painters during the summer in Lisbon",
    "Met many painters during the summer in Lisbon",
)


def told(memory: Infold, *answers: Any) -> ScriptedModel:
    """Let a model answer; it is asked what folds are written by."""
    model = ScriptedModel(list(answers))
    memory.models = Models(fold=model)
    return model


def test_a_model_says_what_differently_worded_facts_are(dense: Infold, clock: FrozenClock) -> None:
    say(dense, clock, *REWORDED, "Likes tea")
    while dense.run_job() is not None:
        pass
    assert dense.plan_merge(user="a").merges == ()
    model = told(dense, Merged(same=True, text=REWORDED[0]))
    (merge,) = dense.plan_merge(user="a").merges
    assert (merge.text, merge.by) == (REWORDED[0], model.model)
    told(dense, Merged(same=True, text=REWORDED[0]))
    assert dense.plan_merge(user="a", calls=0).merges == ()
    receipt = dense.merge(dense.plan_merge(user="a"))
    ((made, _),) = receipt.merged
    assert dense.fact_events(made, user="a")[0].by == model.model
    assert set(live(dense)) == {"Likes tea", REWORDED[0]}
    assert sound(dense)


@pytest.mark.parametrize(
    "answer",
    [
        Merged(same=True, text="Met many painters during the summer of 2019 in Lisbon"),
        Merged(same=True, text="Did not meet painters during the summer in Lisbon"),
        Merged(same=True, text=""),
        Merged(same=True, text="word " * 200),
    ],
)
def test_a_text_that_is_not_faithful_is_not_used(
    dense: Infold, clock: FrozenClock, answer: Merged
) -> None:
    say(dense, clock, *REWORDED)
    while dense.run_job() is not None:
        pass
    told(dense, answer)
    (merge,) = dense.plan_merge(user="a").merges
    assert merge.text == "; ".join(REWORDED)
    assert "not used" in merge.reason


@pytest.mark.parametrize(
    "answer", [Merged(same=False), "", "no JSON", ScriptedReply(refusal=True), None]
)
def test_m8_a_model_that_says_no_or_nothing_merges_nothing(
    dense: Infold, clock: FrozenClock, answer: Any
) -> None:
    say(dense, clock, *REWORDED)
    while dense.run_job() is not None:
        pass
    told(dense, answer)
    plan = dense.plan_merge(user="a")
    assert plan.merges == ()
    assert "model" in plan.parted[0].reason


def test_m8_a_write_while_the_model_is_slow_survives(dense: Infold, clock: FrozenClock) -> None:
    first, _ = say(dense, clock, *REWORDED)
    while dense.run_job() is not None:
        pass

    class Slow(ScriptedModel):
        def complete(self, request: Any, *, cancel: Any = None) -> Any:
            dense.delete(first.id, user="a")
            dense.add("Likes chess", user="a")
            return super().complete(request, cancel=cancel)

    dense.models = Models(fold=Slow([Merged(same=True, text=REWORDED[0])]))
    plan = dense.plan_merge(user="a")
    assert len(plan.merges) == 1
    receipt = dense.merge(plan)
    assert receipt.merged == ()
    assert live(dense) == [REWORDED[1], "Likes chess"]
    assert sound(dense)


def test_the_oldest_facts_are_folded_above_a_limit(memory: Infold, clock: FrozenClock) -> None:
    texts = [f"Met many painters in summer {number}" for number in range(2, 10)]
    facts = say(memory, clock, *texts)
    (porto,) = say(memory, clock, "Lives in Porto")
    memory.pin(facts[0].id, user="a")
    memory.use(facts[1].id, user="a")
    assert memory.plan_fold_old(user="a").merges == ()
    before = as_it_was(memory.facts(user="a", state=None))
    plan = memory.plan_fold_old(user="a", most=8, block=3)
    (fold,) = plan.merges
    assert fold.members == tuple(one.id for one in facts[2:5])
    assert fold.text == "; ".join(texts[2:5])
    ((made, _),) = memory.merge(plan).merged
    row = memory.fact(made, user="a")
    assert row.state == "live"
    assert row.fact.valid_from == facts[4].recorded_at
    assert {one.id for one in memory.facts(user="a")} >= {facts[0].id, facts[1].id, porto.id, made}
    hits = memory.search("painters in summer 5", user="a", kinds=("fact",))
    assert made in [hit.id for hit in hits]
    assert memory.facts(user="a", as_of=facts[2].recorded_at)[0].id != made
    assert sound(memory)
    memory.unmerge(made, user="a")
    rows = [one for one in memory.facts(user="a", state=None) if one.id != made]
    assert as_it_was([replace(one, at=before[0].at) for one in rows]) == before
    assert sound(memory)


def test_a_new_value_opens_the_fold_that_holds_the_older_one(
    memory: Infold, clock: FrozenClock
) -> None:
    owned, *_ = say(memory, clock, "Keeps a red kayak", "Keeps a blue tent", "Keeps a green bike")
    ((made, _),) = memory.merge(memory.plan_fold_old(user="a", most=1)).merged
    assert live(memory) == ["Keeps a red kayak; Keeps a blue tent; Keeps a green bike"]
    say(memory, clock, "No longer keeps a red kayak")
    assert sorted(live(memory)) == [
        "Keeps a blue tent",
        "Keeps a green bike",
        "No longer keeps a red kayak",
    ]
    assert memory.fact(owned.id, user="a").state == "superseded"
    assert memory.fact(made, user="a").state == "tombstoned"
    assert sound(memory)


def test_a_fold_of_facts_is_bounded_and_never_folded_again(
    memory: Infold, clock: FrozenClock
) -> None:
    texts = [f"등산을 다녀온 이야기 {chr(0xAC00 + at)} " + "나무와 바위 " * 40 for at in range(30)]
    say(memory, clock, *texts)
    plan = memory.plan_fold_old(user="a", most=1)
    sizes = [len(merge.members) for merge in plan.merges]
    assert sum(sizes) == 30
    assert min(len(sizes), *sizes) > 1
    assert max(len(merge.text) for merge in plan.merges) <= 4096
    receipt = memory.merge(plan)
    assert [len(members) for _, members in receipt.merged] == sizes
    assert memory.plan_fold_old(user="a", most=1).merges == ()
    for most, block in ((0, 50), (5, 1)):
        with pytest.raises(UsageError):
            memory.plan_fold_old(user="a", most=most, block=block)

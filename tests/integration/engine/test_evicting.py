"""Eviction of conversations: clusters demoted, chats archived, undo, and who is left alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from infold import Infold
from infold.engine import sweeping
from infold.engine.chat import Chat
from infold.errors import ConfigError, NotFound
from infold.memory.chat_keeping import ChatKeeping
from infold.memory.retention import Retention
from infold.testing import FrozenClock

DAY = timedelta(days=1)
YEAR = Retention(chats=ChatKeeping(archive=365 * DAY))
MONTH = Retention(chats=ChatKeeping(demote=30 * DAY))
TEXTS = (
    "PostgreSQL 16.2 listens on port 5433 in the staging cluster of the bakery.",
    "우리 서버의 백업은 매일 새벽 3시에 서울 리전에서 돌아갑니다.",
    "我们决定不用 Redis，因为它在上海机房的延迟是 40 毫秒。",
    "キャッシュの有効期限は東京リージョンでは15分にしました。",
    "Anggaran tim kami tahun ini adalah 250 juta rupiah, bukan 300 juta.",
    "Le café de l'été ferme à 18 h 30, sauf le dimanche où il ouvre à 9 h.",
)


def fill(chat: Chat, turns: int, at: datetime, *, word: str = "") -> None:
    """Turns long enough that the first of them graduate."""
    for number in range(turns):
        text = f"{TEXTS[number % len(TEXTS)]} Item {number} costs {number * 7 + 3} EUR. {word}"
        chat.append("user", text, at=at + number * timedelta(minutes=1))
        chat.append(
            "assistant",
            f"Noted: item {number} is in warehouse {number % 9}, shelf {number * 3 + 1}.",
            at=at + number * timedelta(minutes=1, seconds=20),
        )


def folded(memory: Infold, name: str, *, user: str | None = None, turns: int = 60) -> Chat:
    chat = memory.conversation(name, user=user)
    fill(chat, turns, memory.clock.now())
    while memory.run_job() is not None:
        pass
    return chat


def shown(memory: Infold, user: str | None = None) -> list[object]:
    """All that a person sees of a user: lists, search, contexts."""
    hits = [
        (hit.kind, hit.id, hit.score)
        for question in ("Which port?", "백업", "café")
        for hit in memory.search(question, user=user)
    ]
    chats = memory.conversations(user=user, archived=True)
    contexts = [
        memory.conversation(one.id, user=user).context("Which port?", budget=1500).text
        for one in chats
    ]
    return [memory.conversations(user=user), hits, contexts]


def test_by_default_no_conversation_is_touched(memory: Infold, clock: FrozenClock) -> None:
    folded(memory, "주방")
    clock.advance(5_000 * DAY)
    assert not [one for one in memory.plan_sweep() if one.kind != "fact"]
    memory.apply(memory.plan_sweep(all_users=True))
    assert memory.evictions(ended=True) == []


def test_an_old_conversation_is_archived_and_can_be_read_and_restored(
    open_memory: Callable[..., Infold], clock: FrozenClock
) -> None:
    memory = open_memory(retention=YEAR)
    old = memory.conversation("오래된 대화")
    fill(old, 3, clock.now())
    clock.advance(300 * DAY)
    new = memory.conversation("baru")
    fill(new, 2, clock.now())
    clock.advance(66 * DAY)
    (item,) = memory.plan_sweep()
    assert (item.kind, item.record, item.action, item.policy) == (
        "conversation", old.id, "archive", "archive",
    )  # fmt: skip
    assert item.text == "오래된 대화"
    assert item.reason == (
        "The last was said on 2026-03-01: 365.9 days, and a conversation is archived "
        "after 365 days."
    )
    receipt = memory.apply(memory.plan_sweep())
    assert receipt.counts == {"archived": 1, "users": 1}
    assert receipt.changes == 1
    assert [one.id for one in memory.conversations()] == [new.id]
    assert [one.id for one in memory.conversations(archived=True)] == [old.id, new.id]
    assert {hit.conversation for hit in memory.search("백업")} == {new.id} - {old.id}
    assert old.id in {hit.conversation for hit in memory.search("백업", archived=True)}
    assert memory.find("오래된 대화").id == old.id
    assert "5433" in old.context("Which port?").text
    assert old.info().archived == clock.now()
    (row,) = memory.evictions()
    assert (row.kind, row.reason, row.sweep) == ("archive", item.reason, receipt.id)
    memory.bring_back(old.id)
    assert [one.id for one in memory.conversations()] == [old.id, new.id]
    assert old.id in {hit.conversation for hit in memory.search("백업")}
    # What was brought back stays for as long again.
    assert list(memory.plan_sweep()) == []
    assert [one.action for one in memory.simulate(clock.now() + 364 * DAY)] == ["archive"]
    assert len(list(memory.simulate(clock.now() + 366 * DAY))) == 2
    with pytest.raises(NotFound):
        memory.bring_back(old.id)


def test_what_is_said_again_comes_back_by_itself(
    open_memory: Callable[..., Infold], clock: FrozenClock
) -> None:
    memory = open_memory(retention=YEAR)
    chat = memory.conversation("été")
    fill(chat, 2, clock.now())
    clock.advance(400 * DAY)
    receipt = memory.apply(memory.plan_sweep())
    assert memory.conversations() == []
    chat.append("user", "また来ました")
    assert [one.id for one in memory.conversations()] == [chat.id]
    (row,) = memory.evictions(ended=True)
    assert (row.ended, row.ended_by) == (clock.now(), "append")
    assert memory.undo(receipt).counts.get("restored", 0) == 0


def test_a_pinned_message_and_one_without_a_time_are_left_alone(
    open_memory: Callable[..., Infold], clock: FrozenClock
) -> None:
    memory = open_memory(retention=YEAR)
    chat = memory.conversation("pin")
    fill(chat, 2, clock.now())
    chat.mark(chat.messages()[0].id, "pin")
    clock.advance(400 * DAY)
    assert list(memory.plan_sweep()) == []
    (kept,) = memory.plan_sweep().items(kept=True)
    assert kept.reason == "A message of it is pinned: no sweep archives it."


def test_a_stale_cluster_is_one_line_and_opens_and_comes_back_when_touched(
    open_memory: Callable[..., Infold], clock: FrozenClock
) -> None:
    memory = open_memory(retention=MONTH)
    chat = folded(memory, "주방")
    before = chat.context("Which port?", budget=1000)
    folds = {one.id: one for one in chat.folds() if len(one.claims) > 1}
    assert folds
    clock.advance(31 * DAY)
    items = list(memory.plan_sweep())
    assert {(one.kind, one.record, one.action) for one in items} == {
        ("fold", fold, "demote") for fold in folds
    }
    assert all(one.text and one.reason.endswith("after 30 days.") for one in items)
    receipt = memory.apply(memory.plan_sweep())
    assert receipt.counts["demoted"] == len(folds)
    after = chat.context("Which port?", budget=1000)
    for fold, one in folds.items():
        assert len([claim for claim in after.claims if claim["fold"] == fold]) <= 1
        # It still opens to all its sources.
        assert [message.id for message in chat.expand(fold)] == list(one.sources)
    assert len(after.claims) < len(before.claims)
    assert (
        sum(after.accounting[name] for name in ("raw", "extracted", "folded", "omitted"))
        == (after.accounting["total"])
    )
    # Finding does not hang on folds.
    assert "5433" in after.text
    memory.undo(receipt)
    assert chat.context("Which port?", budget=1000).text == before.text


def test_a_cluster_that_is_touched_is_shown_in_full_again(
    open_memory: Callable[..., Infold], clock: FrozenClock
) -> None:
    memory = open_memory(retention=MONTH)
    chat = folded(memory, "주방")
    clock.advance(31 * DAY)
    memory.apply(memory.plan_sweep())
    old = {one.fold for one in memory.evictions()}
    fill(chat, 60, clock.now())
    while memory.run_job() is not None:
        pass
    touched = {one.id for one in chat.folds()} - old
    assert touched
    with memory.store.read() as reader:
        seen = memory.caches.view(reader, chat.scope, chat.id)
        numbers = {one.id: one.number for one in reader.fold_ages(chat.scope, chat.id)}
    shown_of = seen.map.table.keys[:, 0].tolist()
    # What was touched has a fold of its own, shown in full; the others stay one line.
    assert any(shown_of.count(numbers[fold]) > 1 for fold in touched)
    assert all(shown_of.count(numbers[fold]) == 1 for fold in old & set(numbers))
    assert not touched & {one.fold for one in memory.evictions()}


def test_sweeps_at_one_clock_are_one_and_undo_shows_the_same(
    open_memory: Callable[..., Infold], clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = Retention(chats=ChatKeeping(archive=365 * DAY, demote=30 * DAY))
    memory = open_memory(retention=both)
    for user in ("", "alice", "李雷"):
        folded(memory, "one", user=user)
        for number in range(4):
            fill(memory.conversation(f"old {number}", user=user), 1, clock.now() - 400 * DAY)
    clock.advance(40 * DAY)
    before = {user: shown(memory, user) for user in ("", "alice", "李雷")}
    monkeypatch.setattr(sweeping, "CHUNK", 3)
    plan = memory.plan_sweep(all_users=True)
    totals = plan.totals()
    assert totals.actions["archive"] == 12
    assert totals.actions["demote"] > 3
    assert totals.users == 3
    receipt = memory.apply(plan)
    assert receipt.counts["archived"] == 12
    assert receipt.counts["demoted"] == totals.actions["demote"]
    assert receipt.counts["users"] == 3
    assert receipt.chunks > 5
    swept = {user: shown(memory, user) for user in before}
    assert list(memory.plan_sweep(all_users=True)) == []
    assert memory.apply(memory.plan_sweep(all_users=True)).changes == 0
    assert {user: shown(memory, user) for user in before} == swept
    undone = memory.undo(receipt)
    assert undone.counts["restored"] == receipt.changes
    assert {user: shown(memory, user) for user in before} == before


def test_only_the_users_own_are_swept(
    open_memory: Callable[..., Infold], clock: FrozenClock
) -> None:
    memory = open_memory(retention=YEAR)
    for user in ("a", "b"):
        fill(memory.conversation("c", user=user), 2, clock.now())
    clock.advance(400 * DAY)
    before = shown(memory, "b")
    memory.apply(memory.plan_sweep(user="a"))
    assert memory.conversations(user="a") == []
    assert shown(memory, "b") == before


def test_one_that_was_killed_goes_on(
    open_memory: Callable[..., Infold], clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = open_memory(retention=YEAR)
    for number in range(5):
        fill(memory.conversation(f"c{number}"), 1, clock.now())
    clock.advance(400 * DAY)
    monkeypatch.setattr(sweeping, "CHUNK", 2)

    def killed(_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        memory.apply(memory.plan_sweep(all_users=True), progress=killed)
    assert len(memory.conversations()) == 3
    clock.advance(timedelta(minutes=5))
    memory.apply(memory.plan_sweep(all_users=True))
    (row,) = [one for one in memory.sweeps() if one.counts]
    assert (row.state, row.counts) == ("done", {"archived": 5, "users": 1})


def test_erasing_an_archived_conversation_leaves_no_record(
    open_memory: Callable[..., Infold], clock: FrozenClock
) -> None:
    memory = open_memory(retention=YEAR)
    chat = memory.conversation("c")
    fill(chat, 2, clock.now())
    clock.advance(400 * DAY)
    memory.apply(memory.plan_sweep())
    memory.erase(chat)
    while memory.run_job() is not None:
        pass
    assert memory.evictions(ended=True) == []
    assert memory.verify() == []


def test_settings_set_the_policies_and_arguments_win(
    memory: Infold, open_memory: Callable[..., Infold]
) -> None:
    settings = replace(memory.settings, archive_days=2.5)
    with Infold.open(memory.store.path, settings=settings) as other:
        assert other.retention.chats == ChatKeeping(archive=2.5 * DAY)
    with Infold.open(memory.store.path, settings=settings, retention=MONTH) as other:
        assert other.retention.chats == MONTH.chats
    for bad in (-1.0, float("nan"), float("inf")):
        with pytest.raises(ConfigError, match="archive_days"):
            replace(memory.settings, archive_days=bad)
    with pytest.raises(ConfigError, match="demote"):
        ChatKeeping(demote=timedelta(0))


def test_the_examples_of_the_page_are_so(
    open_memory: Callable[..., Infold], clock: FrozenClock
) -> None:
    page = (Path(__file__).parents[3] / "docs/explanation/eviction.md").read_text(encoding="utf-8")
    memory = open_memory(retention=YEAR)
    said = datetime.fromisoformat("2026-03-01T10:00Z")
    memory.conversation("빵집").append("user", "오븐을 새로 샀어요", at=said)
    (kept,) = memory.simulate("2027-03-01T03:00Z").items(kept=True)
    assert (kept.action, f'("{kept.reason}")' in page) == ("keep", True)
    (item,) = memory.simulate("2027-03-02T03:00Z")
    assert item.action == "archive"
    assert f'"{item.reason}"' in " ".join(page.split())

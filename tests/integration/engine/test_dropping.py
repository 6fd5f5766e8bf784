"""Dropping of texts: what is due, who is left alone, that it has to be asked for, what is gone."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from infold import Infold
from infold.config import Settings
from infold.core.ids import content_hash
from infold.engine import sweeping
from infold.errors import ConfigError
from infold.memory.chat_keeping import ChatKeeping, chats_of
from infold.memory.retention import Retention
from infold.testing import FrozenClock
from tests.integration.engine.dropping import (
    DAY,
    MONTH,
    canary,
    dropped,
    files,
    fill,
    folded,
    gone,
    lost_words,
    work,
)


def drops(memory: Infold) -> list[str]:
    return [one.record for one in memory.plan_sweep() if one.action == "drop"]


def test_by_default_and_without_being_told_nothing_is_dropped(
    memory: Infold, open_memory: Callable[..., Infold], clock: FrozenClock
) -> None:
    chat = folded(memory)
    before = chat.messages()
    clock.advance(5_000 * DAY)
    assert drops(memory) == []
    assert "dropped" not in memory.apply(memory.plan_sweep(), drop=True).counts
    memory.close()
    memory = open_memory(retention=MONTH)
    chat = memory.conversation("주방")
    assert drops(memory)
    # The policy alone is not enough: neither a plain sweep nor a scheduled one drops.
    assert memory.apply(memory.plan_sweep()).counts == {}
    memory.sweeper().sweep(memory.scope(), whole=True, at=clock.now(), scheduled=clock.now())
    assert chat.messages() == before
    assert drops(memory)


def test_a_plan_says_what_is_dropped_why_and_at_what_price(
    open_memory: Callable[..., Infold], clock: FrozenClock
) -> None:
    memory = open_memory(retention=MONTH)
    chat = folded(memory)
    clock.advance(29 * DAY)
    assert drops(memory) == []
    (kept,) = [
        one
        for one in memory.plan_sweep().items(kept=True)
        if one.record == chat.id and "looked at" in one.reason
    ]
    assert kept.reason == "Next to be looked at on 2026-03-31."
    assert drops(memory) == []
    clock.advance(11 * DAY)
    items = [one for one in memory.plan_sweep() if one.action == "drop"]
    assert {one.kind for one in items} == {"fold"}
    assert {one.policy for one in items} == {"drop"}
    assert {one.record for one in items} <= {fold.id for fold in chat.folds()}
    for one in items:
        assert one.reason.startswith(
            "The last was said on 2026-03-01: 39.9 days, and texts for which a fold stands are "
            "dropped after 30 days. "
        )
        assert "hard fact" in one.reason
        assert "There is no undo." in one.reason
        assert one.reason.endswith(
            "No file holds them: set export_days to have one written before."
        )
        assert one.text
    totals = memory.plan_sweep().totals()
    assert totals.actions["drop"] == len(items)
    assert [one.action for one in memory.simulate(clock.now() + DAY)] == ["drop"] * len(items)


def test_a_dropped_message_keeps_all_but_its_text(
    open_memory: Callable[..., Infold], clock: FrozenClock
) -> None:
    memory = open_memory(retention=MONTH)
    chat = folded(memory)
    before, wires = chat.messages(), chat.wires()
    folds = chat.folds()
    clock.advance(40 * DAY)
    plan = {one.record: one.reason for one in memory.plan_sweep()}
    receipt = memory.apply(memory.plan_sweep(), drop=True)
    after = chat.messages()
    places = gone(chat)
    assert receipt.counts == {"dropped": len(places), "users": 1}
    assert receipt.changes == len(places)
    for old, new in zip(before, after, strict=True):
        assert (old.id, old.role, old.author, old.at, old.position, old.tokens) == (
            new.id, new.role, new.author, new.at, new.position, new.tokens,
        )  # fmt: skip
        assert content_hash(old) == content_hash(new)
        if new.position in places:
            assert new.dropped is not None
            assert (new.dropped.at, new.text) == (clock.now().isoformat(), "")
        else:
            assert new == old
    assert chat.wires() == wires
    assert chat.folds() == folds
    rows = memory.evictions()
    assert {row.kind for row in rows} == {"drop"}
    assert {row.fold: row.reason for row in rows} == plan
    assert sorted(at for row in rows for at in row.data["positions"]) == places
    assert {row.sweep for row in rows} == {receipt.id}
    told = memory.dropped(chat.id)
    assert [one.fold for one in told] == [row.fold for row in rows]
    assert all("dropped on 2026-04-10" in one.note for one in told)
    # Once is enough, and an undo has nothing to bring back.
    assert drops(memory) == []
    assert memory.apply(memory.plan_sweep(), drop=True).counts == {}
    memory.undo(receipt)
    assert gone(chat) == places
    work(memory)
    assert chat.folds() == folds
    assert memory.verify() == []


def test_only_what_a_sentence_of_a_fold_comes_from_goes_and_never_the_hot_tail(
    open_memory: Callable[..., Infold], clock: FrozenClock
) -> None:
    memory = open_memory(retention=MONTH)
    chat = dropped(memory, clock)
    told = {
        at
        for fold in chat.folds()
        for claim in fold.claims
        if claim.level
        for at in claim.positions
    }
    places = set(gone(chat))
    assert places <= told
    with memory.store.read() as reader:
        row = reader.conversation(memory.scope(), chat.id)
    assert row is not None
    assert max(places) < row.hot_from < len(chat.messages())


def test_what_people_marked_quoted_or_left_unanswered_stays(
    open_memory: Callable[..., Infold], clock: FrozenClock
) -> None:
    memory = open_memory(retention=MONTH)
    chat = folded(memory)
    clock.advance(40 * DAY)
    due = sorted(
        {
            at
            for fold in chat.folds()
            for claim in fold.claims
            if claim.level
            for at in claim.positions
        }
    )
    messages = {message.position: message for message in chat.messages()}
    pinned, landmark, archived = messages[due[0]], messages[due[1]], messages[due[2]]
    lit, branched = messages[due[3]], messages[due[4]]
    chat.mark(pinned.id, "pin")
    chat.mark(landmark.id, "landmark", label="decided")
    chat.mark(archived.id, "archive")
    chat.mark(lit.id, "highlight", text=canary(lit.position))
    unanswered = chat.append("user", "Und was kostet das?", parent=branched.id, at=messages[0].at)
    work(memory)
    memory.apply(memory.plan_sweep(), drop=True)
    stays = {pinned.position, landmark.position, archived.position, lit.position}
    stays.add(unanswered.position)
    assert gone(chat)
    assert stays.isdisjoint(gone(chat))
    assert memory.verify() == []


def test_what_facts_and_files_and_tools_stand_on_stays(
    open_memory: Callable[..., Infold], clock: FrozenClock
) -> None:
    from infold import Attachment, Text, ToolCall, ToolResult

    memory = open_memory(retention=MONTH)
    chat = memory.conversation("파일")
    said = chat.append("user", "I live in Porto and my dog is called Kiki.")
    chat.append("assistant", "Noted, you live in Porto with a dog.")
    chat.append(
        "user",
        [Text(text="The plan costs 512 EUR."), Attachment(kind="file", uri="https://x.test/p.pdf")],
    )
    chat.append("assistant", [ToolCall(id="c1", name="price", arguments='{"item": 512}')])
    chat.append("tool", [ToolResult(call="c1", text="The price of item 512 is 91 EUR.")])
    chat.append("assistant", "It costs 91 EUR.")

    fill(chat, 70, memory)
    work(memory)
    assert memory.facts(), "something has to be heard"
    clock.advance(40 * DAY)
    memory.apply(memory.plan_sweep(), drop=True)
    assert gone(chat)
    assert not {said.position, 2, 3, 4}.intersection(gone(chat))
    heard = {one.message.position for fact in memory.facts() for one in memory.sources(fact)}
    assert heard.isdisjoint(gone(chat))


def test_a_chat_that_is_worked_on_keeps_its_texts(
    open_memory: Callable[..., Infold], clock: FrozenClock
) -> None:
    memory = open_memory(retention=MONTH)
    chat = folded(memory)
    chat.apply(chat.build(chat.plan_condense()), name="요약")
    clock.advance(40 * DAY)
    assert drops(memory) == []
    reasons = [one.reason for one in memory.plan_sweep().items(kept=True)]
    assert "Its texts stay: views, settings, documents or answers stand on them." in reasons
    assert memory.apply(memory.plan_sweep(), drop=True).counts == {}


def test_where_chats_are_exported_the_file_has_to_stand(
    open_memory: Callable[..., Infold], clock: FrozenClock, tmp_path: Path
) -> None:
    folder = tmp_path / "내보내기"
    keeping = ChatKeeping(drop=30 * DAY, export=30 * DAY, folder=str(folder))
    memory = open_memory(retention=Retention(chats=keeping))
    chat = folded(memory)
    clock.advance(40 * DAY)
    # The sweep that writes the file does not drop: the plan did not say so.
    assert [one.action for one in memory.plan_sweep()] == ["export"]
    assert memory.apply(memory.plan_sweep(), drop=True).counts == {"exported": 1, "users": 1}
    (file,) = folder.iterdir()
    clock.advance(DAY)
    items = list(memory.plan_sweep())
    assert {one.action for one in items} == {"drop"}
    assert all(one.reason.endswith(f"{file} holds them as they were.") for one in items)
    whole = file.read_bytes()
    file.write_bytes(whole.replace(b"5433", b"5434"))
    assert drops(memory) == []
    assert memory.apply(memory.plan_sweep(), drop=True).counts == {}
    file.write_bytes(whole)
    assert memory.apply(memory.plan_sweep(), drop=True).counts["dropped"] == len(gone(chat)) > 0
    assert str(file) in memory.dropped(chat.id)[0].note
    # The file that alone holds the texts is not written over.
    clock.advance(40 * DAY)
    memory.apply(memory.plan_sweep(), drop=True)
    assert file.read_bytes() == whole
    other = tmp_path / "other.db"
    with Infold.open(other, settings=Settings(embedder="none"), clock=clock) as second:
        second.import_file(file)
        (back,) = second.conversations()
        assert gone(second.conversation(back.id)) == []
        assert canary(0) in second.conversation(back.id).messages()[0].text


def test_a_second_process_or_a_crash_changes_nothing_of_it(
    open_memory: Callable[..., Infold], clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeping, "CHUNK", 8)
    memory = open_memory(retention=MONTH)
    chat = folded(memory)
    clock.advance(40 * DAY)
    planned = drops(memory)
    stop = threading.Event()
    sweeper = memory.sweeper(drop=True)
    sweeper._stop = stop
    first = sweeper.sweep(
        memory.scope(), whole=False, at=clock.now(), progress=lambda _: stop.set()
    )
    assert first.state == "running"
    some = gone(chat)
    clock.advance(timedelta(minutes=5))
    again = memory.apply(memory.plan_sweep(), drop=True)
    assert again.state == "done"
    assert set(some) < set(gone(chat))
    assert {row.fold for row in memory.evictions()} == set(planned)
    assert drops(memory) == []
    work(memory)
    assert memory.verify() == []


def test_no_byte_of_what_was_dropped_is_left(
    open_memory: Callable[..., Infold], clock: FrozenClock
) -> None:
    memory = open_memory(retention=MONTH)
    chat = folded(memory, turns=30)
    fill(chat, 40, memory, begin=30)
    work(memory)
    # Folds that were made anew leave withdrawn ones behind, with other sentences.
    withdrawn = [fold for fold in chat.folds(["withdrawn"]) if fold.claims]
    assert withdrawn
    clock.advance(40 * DAY)
    assert all(canary(at).encode() in files(memory) for at in range(20))
    memory.apply(memory.plan_sweep(), drop=True)
    words = lost_words(memory, chat)
    assert len(words) > 10
    left = files(memory)
    assert [word for word in words if word.encode() in left] == []
    kept = {message.position for message in chat.messages()} - set(gone(chat))
    assert all(canary(at).encode() in left for at in kept)
    places = set(gone(chat))
    for fold in chat.folds(["withdrawn", "refused", "pending"]):
        assert places.isdisjoint(at for claim in fold.claims for at in claim.positions)


def test_other_users_are_left_alone_and_all_of_them_can_be_swept(
    open_memory: Callable[..., Infold], clock: FrozenClock
) -> None:
    memory = open_memory(retention=MONTH)
    mine, other = folded(memory, user="김"), folded(memory, "été", user="ana")
    clock.advance(40 * DAY)
    memory.apply(memory.plan_sweep(user="김"), drop=True)
    assert gone(mine)
    assert gone(other) == []
    receipt = memory.apply(memory.plan_sweep(all_users=True), drop=True)
    assert receipt.counts == {"dropped": len(gone(other)), "users": 1}


def test_settings_name_the_policy_and_days_below_zero_are_refused() -> None:
    assert chats_of(Settings(drop_days=12)) == ChatKeeping(drop=12 * DAY)
    assert chats_of(Settings()).drop is None
    with pytest.raises(ConfigError, match="drop_days"):
        Settings(drop_days=-1)
    with pytest.raises(ConfigError, match="to drop"):
        ChatKeeping(drop=0 * DAY)


@pytest.fixture
def heavy(tmp_path: Path, clock: FrozenClock) -> Iterator[Infold]:
    settings = Settings(embedder="wordllama", space_secret="s")
    with Infold.open(tmp_path / "v.db", settings=settings, clock=clock, retention=MONTH) as opened:
        yield opened


def test_with_vectors_the_store_stays_sound_and_the_chat_goes_on(
    heavy: Infold, clock: FrozenClock
) -> None:
    chat = dropped(heavy, clock, turns=50)
    assert heavy.verify() == []
    frozen = {one.fold for one in heavy.dropped(chat.id)}
    before = {fold.id: fold for fold in chat.folds() if fold.id in frozen}

    fill(chat, 40, heavy, begin=50)
    work(heavy)
    after = {fold.id: fold for fold in chat.folds()}
    assert before.items() <= after.items()
    assert len(after) > len(before)
    assert heavy.verify() == []
    # What was dropped stays dropped; what came is due in its turn.
    places = gone(chat)
    clock.advance(40 * DAY)
    heavy.apply(heavy.plan_sweep(), drop=True)
    assert set(places) < set(gone(chat))
    work(heavy)
    assert heavy.verify() == []

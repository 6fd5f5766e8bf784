"""Laws of eviction: sweeps at one clock are one, undo is exact, others are left alone."""

from __future__ import annotations

import tempfile
from datetime import timedelta
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from infold import Infold
from infold.config import Settings
from infold.memory.chat_keeping import ChatKeeping
from infold.memory.retention import Retention
from infold.testing import FrozenClock
from tests.property.examples import share

DAY = timedelta(days=1)
USERS = ("", "ana", "김")
WORDS = ("포트 5433", "café de l'été", "不用 Redis", "締切は金曜", "kopi tubruk")

days = st.integers(0, 60)
chats = st.lists(
    st.tuples(st.sampled_from(USERS), days, st.integers(1, 3), st.booleans()), max_size=6
)


def seen(memory: Infold, user: str) -> list[object]:
    """What a user sees of conversations."""
    hits = [
        (hit.kind, hit.id, hit.score)
        for hit in memory.search("포트 Redis kopi café", user=user, k=50)
        if hit.kind != "fact"
    ]
    return [memory.conversations(user=user), hits]


@settings(max_examples=share(25), deadline=None)
@given(chats=chats, after=st.integers(1, 60), later=days, whole=st.booleans())
def test_a_sweep_is_idempotent_its_undo_exact_and_others_are_left_alone(
    chats: list[tuple[str, int, int, bool]], after: int, later: int, whole: bool
) -> None:
    clock = FrozenClock()
    keeping = ChatKeeping(archive=after * DAY, demote=after * DAY)
    with (
        tempfile.TemporaryDirectory() as folder,
        Infold.open(
            Path(folder) / "one.db",
            settings=Settings(embedder="none", space_secret="s", synchronous="NORMAL"),
            clock=clock,
            retention=Retention(chats=keeping),
        ) as memory,
    ):
        begin = clock.now()
        ends = {}
        for number, (user, day, count, is_pinned) in enumerate(chats):
            chat = memory.conversation(f"c{number}", user=user)
            for at in range(count):
                said = begin + day * DAY
                message = chat.append("user", WORDS[(number + at) % len(WORDS)], at=said)
            if is_pinned:
                chat.mark(message.id, "pin")
            ends[user, chat.id] = None if is_pinned else begin + day * DAY
        clock.advance((60 + later) * DAY)
        before = {user: seen(memory, user) for user in USERS}
        mine = set(USERS) if whole else {"ana"}
        plan = memory.plan_sweep(all_users=True) if whole else memory.plan_sweep(user="ana")
        wanted = {
            chat
            for (user, chat), last in ends.items()
            if user in mine and last is not None and clock.now() - last >= after * DAY
        }
        assert {item.record for item in plan} == wanted
        receipt = memory.apply(plan)
        assert receipt.changes == len(wanted)
        listed = {one.id for user in USERS for one in memory.conversations(user=user)}
        assert listed == {chat for _, chat in ends} - wanted
        found = {hit.conversation for user in USERS for hit in memory.search("포트", user=user)}
        assert not found & wanted
        for user in set(USERS) - mine:
            assert seen(memory, user) == before[user]
        again = memory.plan_sweep(all_users=True) if whole else memory.plan_sweep(user="ana")
        assert memory.apply(again).changes == 0
        memory.undo(receipt)
        assert {user: seen(memory, user) for user in USERS} == before

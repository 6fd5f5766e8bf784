"""Chats whose texts may be dropped, and what is seen of them."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

from infold import Infold
from infold.engine.chat import Chat
from infold.memory.chat_keeping import ChatKeeping
from infold.memory.retention import Retention
from infold.testing import FrozenClock

DAY = timedelta(days=1)
MONTH = Retention(chats=ChatKeeping(drop=30 * DAY))
TALK = (
    ("PostgreSQL 16.2 listens on port 5433 in the staging cluster of the bakery.", "postgres"),
    ("우리 서버의 백업은 매일 새벽 3시에 서울 리전에서 돌아갑니다.", "백업"),
    ("我们决定不用 Redis，因为它在上海机房的延迟是 40 毫秒。", "上海"),
    ("キャッシュの有効期限は東京リージョンでは15分にしました。", "有効期限"),
    ("Anggaran tim kami tahun ini adalah 250 juta rupiah, bukan 300 juta.", "anggaran"),
    ("Le café de l'été ferme à 18 h 30, sauf le dimanche où il ouvre à 9 h.", "café"),
)


def canary(position: int) -> str:
    """A word that stands in one message alone, and is no hard fact."""
    letters = "bcdfghjklmnpqrstvwxz"
    first, second = divmod(position, len(letters))
    return f"quoz{letters[first]}{letters[second]}ilka"


def fill(chat: Chat, turns: int, memory: Infold, *, begin: int = 0) -> None:
    """Turns with a sentence each that a fold has no room for."""
    at = memory.clock.now()
    for number in range(begin, begin + turns):
        said = f"{TALK[number % len(TALK)][0]} Item {number} costs {number * 7 + 3} EUR."
        aside = "and that is how it went with them again and again, as we all remember it well"
        minute = at + (number - begin) * timedelta(minutes=1)
        chat.append("user", f"{said} My {canary(2 * number)} says hello {aside}.", at=minute)
        chat.append(
            "assistant",
            f"Noted: item {number} is in warehouse {number % 9}, shelf {number * 3 + 1}. Your "
            f"{canary(2 * number + 1)} is welcome here {aside}.",
            at=minute + timedelta(seconds=20),
        )


def folded(memory: Infold, name: str = "주방", *, user: str | None = None, turns: int = 70) -> Chat:
    """A chat with folds, all of whose jobs are done."""
    chat = memory.conversation(name, user=user)
    fill(chat, turns, memory)
    work(memory)
    return chat


def work(memory: Infold) -> None:
    """Do all jobs."""
    while memory.run_job() is not None:
        pass


def dropped(memory: Infold, clock: FrozenClock, **more: int) -> Chat:
    """A chat of whose texts some were dropped."""
    chat = folded(memory, **more)
    clock.advance(40 * DAY)
    receipt = memory.apply(memory.plan_sweep(), drop=True)
    assert receipt.counts["dropped"] > 10
    assert not receipt.in_log
    work(memory)
    return chat


def gone(chat: Chat) -> list[int]:
    """Positions of the messages without their texts."""
    return [message.position for message in chat.messages() if message.dropped is not None]


def lost_words(memory: Infold, chat: Chat) -> list[str]:
    """Canaries of dropped texts that no fold has: nothing may show them any more."""
    said = "\n".join(claim.text for fold in chat.folds() for claim in fold.claims)
    return [canary(at) for at in gone(chat) if canary(at) not in said]


def files(memory: Infold) -> bytes:
    """All bytes that the store has on the disk."""
    path = Path(memory.store.path)
    return b"".join(one.read_bytes() for one in sorted(path.parent.glob(f"{path.name}*")))


def shown(value: object) -> str:
    """Anything as text, with all that it holds."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=repr)

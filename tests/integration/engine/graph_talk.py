"""Conversations to condense: long enough to be worth it, each turn with a fact of its own."""

from __future__ import annotations

from infold import Infold
from infold.engine.chat import Chat

SAID = (
    "The database is PostgreSQL 16.{n} and it listens on port 54{n:02d} of the new machine.",
    "We decided to use Kafka 3.{n} for the queue, because the whole team knows it well enough.",
    "The budget for part {n} is ${n},200 and the finance team wants a report from Anna each month.",
    "Der Server atlas-{n:02d} steht in Frankfurt und wird jeden Sonntag neu gestartet.",
    "데이터베이스 백업 {n}호는 매일 03:{n:02d}에 실행되고 30일 동안 보관됩니다.",
    "我们决定把第{n}批货物从上海发到汉堡，预计需要{n}5天，由王芳负责跟进。",
    "第{n}倉庫の在庫は{n}40箱で、毎週金曜日に田中さんが数え直すことになっています。",
    "Kami memutuskan memakai gudang {n} di Surabaya untuk semua pesanan bulan depan.",
)
ANSWER = (
    "Thank you, that is noted for point {n}. I shall come back to it when we plan the next steps, "
    "as you asked me to do last week. Tell me when anything of it changes, and I shall adapt what "
    "was planned, so that nobody is surprised in the end."
)


def turn(chat: Chat, n: int, *, parent: str | None = None, mark: str = "") -> tuple[str, str]:
    """One turn: a question with a fact, and an answer; ids of both."""
    said = SAID[n % len(SAID)].format(n=n)
    asked = chat.append(
        "user", f"{mark}Point {n} of our list. {said} Is that clear?", parent=parent
    )
    answered = chat.append("assistant", ANSWER.format(n=n), parent=asked.id)
    return asked.id, answered.id


def chain(
    memory: Infold, turns: int, name: str = "a", *, first: int = 0, mark: str = ""
) -> tuple[Chat, list[str]]:
    """A chat that is one chain of turns, and the ids of its messages."""
    chat = memory.conversation(name)
    return chat, [one for n in range(first, first + turns) for one in turn(chat, n, mark=mark)]

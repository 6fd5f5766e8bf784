"""A chat of somebody who tells secrets in six languages, and what is left of them."""

from __future__ import annotations

import json
from pathlib import Path

from infold import Infold
from infold.config import Settings
from infold.engine.chat import Chat
from infold.fold.policy import FoldPolicy
from infold.testing import FrozenClock

POLICY = FoldPolicy(hot_high=200, hot_low=100)
SECRETS = (
    "My name is Zoe Quill and I live in Porto. The word is wombatlantern.",
    "저는 김하늘이고 부산에 살아요. 암호는 노란우산거북이입니다.",
    "我叫李晓梅，住在成都。暗号是青花瓷蜗牛二十三。",
    "私の名前は桜井千鶴です。札幌に住んでいます。合言葉は朝顔提灯です。",
    "Nama saya Budi Santoso, saya tinggal di Yogyakarta. Sandinya kelapamerahbata.",
    "Ich heiße Jürgen Größmann und wohne in Düsseldorf. Das Wort ist Nebelkrähenschuh.",
)
CANARIES = (
    *("wombatlantern", "노란우산거북이", "青花瓷蜗牛二十三", "朝顔提灯", "kelapamerahbata"),
    "Nebelkrähenschuh",
)


def opened(folder: Path, clock: FrozenClock) -> Infold:
    settings = Settings(embedder="none", space_secret="a secret for tests", synchronous="NORMAL")
    return Infold.open(folder / "infold.db", settings=settings, policy=POLICY, clock=clock)


def talk(memory: Infold, user: str, name: str = "support-42") -> Chat:
    """A chat of a user who tells secrets in six languages, folded, with facts."""
    chat = memory.conversation(name, user=user)
    for at, said in enumerate(SECRETS):
        chat.append("user", said, key=f"{name} {at}")
        chat.append("assistant", f"Noted as point {at}, thank you for telling me that.")
    for at in range(6):
        chat.append("user", f"Point {at} of the plan is to paint wall number {at} in green.")
        chat.append("assistant", f"I shall remember wall {at} for the painter.")
    chat.extract()
    for said in SECRETS:
        memory.add(said, user=user)
    run(memory)
    return chat


def run(memory: Infold) -> None:
    while memory.run_job() is not None:
        pass


def files(memory: Infold) -> bytes:
    """All bytes of the store."""
    path = memory.store.path
    return b"".join(file.read_bytes() for file in sorted(path.parent.glob(f"{path.name}*")))


def left(memory: Infold, canaries: tuple[str, ...] = CANARIES) -> list[str]:
    data = files(memory)
    return [
        word
        for word in canaries
        if any(
            form in data
            for form in (
                word.encode(),
                word.encode("utf-16-le"),
                word.encode("utf-16-be"),
                json.dumps(word)[1:-1].encode(),
            )
        )
    ]

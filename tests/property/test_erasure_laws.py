"""Law 8: whatever is erased is in no file of the store, and nothing else is touched."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from infold import Infold
from infold.config import Settings
from infold.core.messages import Message
from infold.engine.chat import Chat
from infold.fold.policy import FoldPolicy
from infold.testing import FrozenClock
from tests.property.examples import share

POLICY = FoldPolicy(hot_high=80, hot_low=40)
SENTENCES = (
    "My colleague calls the project {word}, and it starts in May.",
    "우리 프로젝트의 이름은 {word}이고 오월에 시작해요.",
    "我们的项目叫{word}，五月开始。",
    "プロジェクトの名前は{word}で、五月に始まります。",
    "Nama proyek kami {word}, mulai bulan Mei.",
    "Das Projekt heißt {word} und beginnt im Mai.",
    "Le projet s'appelle {word} et débute en mai à Orléans.",
)
WORDS = (
    *("wombatlantern", "노란우산거북이", "青花瓷蜗牛二三", "朝顔提灯行列", "kelapamerahbata"),
    *("Nebelkrähenschuh", "éléphantbleuté"),
)


def canary(user: str, at: int) -> str:
    return f"{WORDS[at % len(WORDS)]}{user}{at:03}"


def fill(memory: Infold, user: str, count: int) -> tuple[Chat, list[Message]]:
    chat = memory.conversation("c", user=user)
    said = []
    for at in range(count):
        text = SENTENCES[at % len(SENTENCES)].format(word=canary(user, at))
        said.append(chat.append("user", text))
        chat.append("assistant", f"Thank you. This is my answer number {at} to what you said.")
    chat.extract()
    for at in range(0, count, 3):
        memory.add(f"The code word {canary(user, at)} was given", user=user)
    while memory.run_job() is not None:
        pass
    return chat, said


def left(memory: Infold, words: list[str]) -> list[str]:
    path = memory.store.path
    data = b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))
    return [
        word
        for word in words
        if any(word.encode(form) in data for form in ("utf-8", "utf-16-le", "utf-16-be"))
        or json.dumps(word)[1:-1].encode() in data
    ]


@settings(max_examples=share(12), suppress_health_check=[HealthCheck.too_slow])
@given(
    count=st.integers(1, 9),
    chosen=st.sets(st.integers(0, 8), max_size=4),
    whole=st.sampled_from(["messages", "conversation", "user"]),
    between=st.booleans(),
)
def test_no_canary_of_the_erased_is_in_any_file(
    count: int, chosen: set[int], whole: str, *, between: bool
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        kept = Settings(embedder="none", space_secret="s", synchronous="NORMAL")
        with Infold.open(
            Path(folder) / "infold.db", settings=kept, policy=POLICY, clock=FrozenClock()
        ) as memory:
            chat, said = fill(memory, "zoe", count)
            other, theirs = fill(memory, "sibling", count)
            before = (other.messages(), memory.facts(user="sibling"), other.folds())
            gone = sorted(at for at in chosen if at < count)
            if whole == "user":
                gone = list(range(count))
                memory.erase(user="zoe")
            elif whole == "conversation":
                gone = list(range(count))
                memory.erase(chat)
                for one in memory.facts(user="zoe", state=None):
                    memory.erase(one, user="zoe")
            else:
                for at in gone:
                    memory.erase(said[at], user="zoe")
                    for one in memory.facts(user="zoe", state=None):
                        if canary("zoe", at) in one.fact.text:
                            memory.erase(one, user="zoe")
                    if between:
                        memory.run_job()
            assert memory.verify() == []
            while memory.run_job() is not None:
                pass
            words = [canary("zoe", at) for at in gone]
            assert left(memory, words) == []
            assert all(receipt.is_gone for receipt in memory.erasures())
            stays = [canary("zoe", at) for at in range(count) if at not in gone]
            stays += [canary("sibling", at) for at in range(count)]
            assert left(memory, stays) == stays
            assert (other.messages(), memory.facts(user="sibling"), other.folds()) == before
            assert [one.id for one in theirs] == [one.id for one in other.messages()[::2]]
            assert memory.verify() == []
            if whole == "messages":
                made = chat.context("What is the project called?", budget=500)
                counts = made.accounting
                states = ("raw", "extracted", "folded", "omitted")
                assert sum(counts[state] for state in states) == counts["total"] == 2 * count
                assert not any(word in made.text for word in words)
                assert all(message["content"] for message in made.messages)

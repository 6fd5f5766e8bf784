"""How far an erasure reaches: into all that merges, folds, marks and comparisons make of words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from infold import Infold
from infold.engine.chat import Chat
from infold.testing import FrozenClock
from tests.integration.engine.erased_talk import CANARIES, left, opened, run

TURNS = 14


def everything(memory: Infold, user: str, words: tuple[str, ...], name: str) -> Chat:
    """A chat with all that can be made of it, and facts that were merged and folded."""
    chat = memory.conversation("c", user=user)
    for at in range(TURNS):
        word = words[at % len(words)]
        chat.append(
            "user", f"Point {at}: the code is {word}, version {at}.2 of it.", key=f"{word} {at}"
        )
        chat.append("assistant", f"Noted {word} as version {at}.2.")
    said = chat.messages()
    chat.mark(said[4], "highlight", span=(0, 30))
    chat.mark(said[6], "landmark", label="decided", evidence=words[0])
    view = chat.apply(chat.plan_condense(), name=name)
    chat.compare(view, probes=6)
    chat.rename_view(view, "another")
    for word in words:
        memory.add(f"The parcel for {word} came", user=user, key=f"parcel {word}")
        memory.add([f"I like {word}", f"I really like {word}"], user=user)
    assert memory.merge(memory.plan_merge(user=user)).merged
    assert memory.merge(memory.plan_fold_old(user=user, most=4, block=4)).merged
    run(memory)
    assert chat.folds()
    return chat


@pytest.fixture
def memory(tmp_path: Path, clock: FrozenClock) -> Iterator[Infold]:
    with opened(tmp_path, clock) as memory:
        yield memory


@pytest.mark.parametrize("what", ["user", "conversation and facts", "messages and facts"])
def test_nothing_of_it_is_left_and_the_words_of_another_stay(memory: Infold, what: str) -> None:
    chat = everything(memory, "zoe", CANARIES, CANARIES[1])
    other = everything(memory, "other", tuple(f"common{at}" for at in range(6)), "plan")
    before = (other.messages(), other.folds(), memory.facts(user="other", state=None))
    assert left(memory) == list(CANARIES)
    if what == "user":
        memory.erase(user="zoe")
    elif what == "messages and facts":
        for message in chat.messages():
            memory.erase(message, user="zoe")
        while facts := memory.facts(user="zoe", state=None):
            memory.erase(facts[0], user="zoe")
        # Of single messages the conversation stays, and what it is called: a view's name.
        memory.erase(chat)
    else:
        memory.erase(chat)
        memory.erase(user="zoe", messages=False)
    run(memory)
    assert left(memory) == []
    assert all(receipt.is_gone for receipt in memory.erasures())
    assert all(memory.verify_receipt(receipt).holds for receipt in memory.erasures())
    assert (other.messages(), other.folds(), memory.facts(user="other", state=None)) == before
    assert memory.verify() == []


@pytest.mark.parametrize("name", ["zzquillwort", "홍길동이네", 'zz "Quillwort"'])
def test_no_sweep_of_all_users_keeps_the_name_of_the_last(memory: Infold, name: str) -> None:
    memory.add("Lives in Porto", user="another")
    memory.add("Lives in Porto", user=name)
    swept = memory.apply(memory.plan_sweep(all_users=True))
    assert left(memory, (name,)) == [name]
    memory.erase(user=name)
    run(memory)
    assert left(memory, (name,)) == []
    assert memory.sweep_of(swept.id).state == "done"
    assert [fact.text for fact in memory.facts(user="another")] == ["Lives in Porto"]

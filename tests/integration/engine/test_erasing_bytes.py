"""A word that is erased is in no byte of any file of the store, wherever it was put."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from infold import Infold, Models
from infold.config import Settings
from infold.core.facts import Fact
from infold.core.messages import Message
from infold.engine.chat import Chat
from infold.errors import StalePlan
from infold.models.chat import ChatRequest
from infold.models.scripted import ScriptedModel
from infold.testing import FrozenClock
from tests.integration.engine.erased_talk import POLICY, left, run

WORD = "노란우산거북이"
Gone = Chat | Message | Fact | None
"""What is erased of a user; None for all of the user."""


def said_again(request: ChatRequest) -> str:
    told = " ".join(one.text for one in request.messages)
    return f"It was for {WORD}." if WORD in told else "It was."


def record(memory: Infold, user: str, word: str) -> Gone:
    return memory.add(f"The parcel for {word} came", user=user)


def message(memory: Infold, user: str, word: str) -> Gone:
    chat = memory.conversation("c", user=user)
    said = chat.append("user", f"The parcel for {word} came.")
    chat.append("assistant", f"Thank you. The parcel for {word} came.")
    return said


def dead_letter(memory: Infold, user: str, word: str) -> Gone:
    chat = memory.conversation("c", user=user)
    said = chat.append("user", "The parcel came.")
    connection = sqlite3.connect(memory.store.path)
    connection.execute(
        "INSERT INTO jobs (space_id, user_id, id, kind, subject, state, attempts, due, token, "
        "error) VALUES ('default', ?, ?, 'fold', ?, 'failed', 5, 0, '', ?)",
        (user, 90 + len(user), chat.id, f"ModelError: cannot fold {word!r}"),
    )
    connection.commit()
    connection.close()
    return said


def draft(memory: Infold, user: str, word: str) -> Gone:
    chat = memory.conversation("c", user=user)
    for at in range(14):
        chat.append("user", f"Point {at}: the code of it is {word}, version {at}.2.")
        chat.append("assistant", f"Noted as version {at}.2.")
    chat.apply(chat.plan_condense(), name="shorter")
    return chat


def asked(memory: Infold, user: str, word: str) -> Gone:
    chat = memory.conversation("c", user=user)
    chat.append("user", "The parcel came.")
    end = chat.append("assistant", "Good.")
    chat.ask(end, f"Was it for {word}?")
    assert chat.asked()
    return chat


def role(memory: Infold, user: str, word: str) -> Gone:
    chat = memory.conversation("c", user=user)
    said = chat.append("user", "The parcel came.")
    chat.set_role(said, f"Answer as {word} would.")
    return chat


def material(memory: Infold, user: str, word: str) -> Gone:
    chat = memory.conversation("c", user=user)
    chat.append("user", "The parcel came.")
    chat.add_material(f"# Parcel\n\nFor {word}", name=f"{word}.md")
    return chat


def key(memory: Infold, user: str, word: str) -> Gone:
    chat = memory.conversation("c", user=user)
    return chat.append("user", "The parcel came.", key=f"parcel {word}")


def key_of_fact(memory: Infold, user: str, word: str) -> Gone:
    return memory.add("The parcel came", user=user, key=f"parcel {word}")


def conversation_name(memory: Infold, user: str, word: str) -> Gone:
    chat = memory.conversation(f"about {word}", user=user)
    chat.append("user", "The parcel came.")
    return chat


def swept(memory: Infold, user: str, word: str) -> Gone:
    memory.add("Lives in Porto", user=f"{user}{word}")
    memory.apply(memory.plan_sweep(all_users=True))
    memory.apply(memory.plan_sweep(user=f"{user}{word}"))
    return None


PLACES: tuple[Callable[[Infold, str, str], Gone], ...] = (
    *(record, message, dead_letter, draft, asked, role, material, key, key_of_fact),
    *(conversation_name, swept),
)


@pytest.mark.parametrize("whole", [False, True], ids=["it alone", "the user"])
@pytest.mark.parametrize("place", PLACES, ids=lambda one: one.__name__)
def test_no_byte_of_it_is_left(
    tmp_path: Path, clock: FrozenClock, place: Callable[[Infold, str, str], Gone], whole: bool
) -> None:
    settings = Settings(embedder="none", space_secret="a secret for tests", synchronous="NORMAL")
    models = Models(answer=ScriptedModel(said_again))
    with Infold.open(
        tmp_path / "infold.db", settings=settings, policy=POLICY, clock=clock, models=models
    ) as memory:
        place(memory, "sibling", "plainword")
        what = place(memory, "zoe", WORD)
        user = f"zoe{WORD}" if what is None else "zoe"
        assert left(memory, (WORD,)) == [WORD]
        receipt = memory.erase(None if whole else what, user=user)
        run(memory)
        assert memory.receipt(receipt).is_gone
        assert left(memory, (WORD,)) == []
        assert left(memory, ("plainword",)) == ["plainword"]
        assert memory.verify() == []


def test_drafts_of_before_do_not_bring_it_back(tmp_path: Path, clock: FrozenClock) -> None:
    settings = Settings(embedder="none", space_secret="a secret for tests", synchronous="NORMAL")
    with Infold.open(
        tmp_path / "infold.db", settings=settings, policy=POLICY, clock=clock
    ) as memory:
        chat = memory.conversation("c", user="zoe")
        for at in range(14):
            chat.append("user", f"Point {at}: the code of it is {WORD}, version {at}.2.")
            chat.append("assistant", f"Noted as version {at}.2.")
        drafts = chat.build(chat.plan_condense(), "extractive")
        assert any(WORD in one.text for one in drafts.ready)
        memory.erase(chat.messages()[2], user="zoe")
        with pytest.raises(StalePlan):
            chat.apply(drafts)
        memory.erase(chat)
        run(memory)
        assert left(memory, (WORD,)) == []
        assert memory.verify() == []

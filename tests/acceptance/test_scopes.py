"""Nothing leaks from one user, agent or session to another, by any way in or out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from pathlib import Path

import pytest

from infold import Infold
from infold.config import Settings
from infold.engine.chat import Chat
from infold.errors import InfoldError, NotFound
from infold.jobs.worker import run_all
from infold.testing import FrozenClock
from tests.acceptance.surface import infold
from tests.acceptance.transcripts import openai_file, talk

Who = dict[str, str | None]
OWNERS: tuple[Who, ...] = (
    {"user": "", "agent": None, "session": None},
    {"user": "김지우", "agent": None, "session": None},
    {"user": "ana", "agent": "helper", "session": None},
    {"user": "ana", "agent": "coder", "session": None},
    {"user": "ana", "agent": "helper", "session": "s1"},
    {"user": "ana", "agent": "helper", "session": "s2"},
    {"user": "ana", "agent": None, "session": "s1"},
)


def canary(number: int) -> str:
    return f"kanarie{number}7719"


def fill(chat: Chat, number: int) -> None:
    """A chat long enough to be folded, whose every fold and window holds its canary."""
    for role, text in talk(120, seed=number):
        chat.append(role, f"{text} ({canary(number)})")


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Infold]:
    settings = Settings(embedder="none", synchronous="NORMAL")
    path = tmp_path_factory.mktemp("scopes") / "infold.db"
    with Infold.open(path, settings=settings, clock=FrozenClock()) as opened:
        yield opened


@pytest.fixture(scope="module")
def chats(engine: Infold) -> list[Chat]:
    """One conversation of the same name for each owner; the tests here only read them."""
    made = [engine.conversation("support-42", **who) for who in OWNERS]
    for number, chat in enumerate(made):
        fill(chat, number)
    run_all(engine)
    return made


def sees(who: Who, other: Who) -> bool:
    """Whether a scope covers what another one owns: None means all."""
    return who["user"] == other["user"] and all(
        who[name] in (None, other[name]) for name in ("agent", "session")
    )


def test_one_name_is_a_conversation_of_its_own_for_each(chats: list[Chat]) -> None:
    for number, chat in enumerate(chats):
        texts = [message.text for message in chat.messages()]
        assert len(texts) == 120
        assert all(canary(number) in text for text in texts)
    # Ids are keyed by name, agent and session; the user leads every key of the store.
    assert len({(chat.scope.user, chat.id) for chat in chats}) == len(OWNERS)


def test_lists_and_searches_show_what_the_scope_covers(engine: Infold, chats: list[Chat]) -> None:
    for who in OWNERS:
        covered = {number for number, other in enumerate(OWNERS) if sees(who, other)}
        listed = {info.id for info in engine.conversations(**who)}
        assert listed == {chats[number].id for number in covered}
        for number in range(len(OWNERS)):
            hits = engine.search(canary(number), k=50, **who)
            assert bool(hits) == (number in covered)
            assert {hit.kind for hit in hits} <= {"message", "fold", "conversation", "episode"}
            assert {hit.conversation for hit in hits if canary(number) in hit.text} <= {
                chats[number].id
            }


def test_records_open_from_inside_only(engine: Infold, chats: list[Chat]) -> None:
    for one, other in permutations(range(len(OWNERS)), 2):
        who, theirs = OWNERS[one], chats[other]
        fold = theirs.folds()[0]
        message = theirs.messages()[0]
        looks: tuple[tuple[str, Callable[[str], object]], ...] = (
            (fold.id, lambda name, who=who: engine.expand(name, **who)),
            (fold.id, lambda name, who=who: engine.fold(name, **who)),
            (fold.id, lambda name, who=who: engine.sources(name, **who)),
            (fold.claims[0].id, lambda name, who=who: engine.sources(name, **who)),
            (message.id, lambda name, who=who: engine.sources(name, **who)),
            (theirs.id, lambda name, who=who: engine.find(name, **who).messages()),
        )
        if sees(who, OWNERS[other]):
            for record, look in looks:
                assert look(record)
            continue
        for record, look in looks:
            if record == theirs.id and chats[one].id == theirs.id:
                continue  # another user's conversation of the same name: the id is their own, too
            with pytest.raises(NotFound):
                look(record)


def test_a_chat_opens_only_its_own_folds(chats: list[Chat]) -> None:
    for one, other in permutations(chats, 2):
        with pytest.raises(NotFound):
            one.expand(other.folds()[0].id)
        with pytest.raises(NotFound):
            one.append("user", "x", parent=other.messages()[-1].id)
        with pytest.raises(InfoldError):
            one.context("x", leaf=other.messages()[-1].id)
        if other.merges():
            with pytest.raises(NotFound):
                one.withdraw(other.merges()[0].id)
    assert all(len(chat.messages()) == 120 for chat in chats)


def test_contexts_hold_one_conversation(chats: list[Chat]) -> None:
    for number, chat in enumerate(chats):
        for asked in range(len(OWNERS)):
            made = chat.context(f"What of {canary(asked)}?", budget=1500)
            assert canary(number) in made.text
            assert not any(
                canary(other) in str(made.to_json())
                for other in range(len(OWNERS))
                if other != number
            )


def test_an_id_is_no_way_into_another_scope(engine: Infold, chats: list[Chat]) -> None:
    theirs = chats[3]  # ana's coder
    for who in ({"user": ""}, {"user": "ana", "agent": "helper"}):
        strange = engine.conversation(theirs.id, **who)
        assert not strange.exists()
        assert strange.folds() == strange.merges() == []
        made = strange.context("Which port?", budget=500)
        assert (made.text, made.accounting["total"]) == ("", 0)


def test_exports_are_of_one_user(engine: Infold, chats: list[Chat]) -> None:
    for user, own in (("", {0}), ("김지우", {1}), ("ana", {2, 3, 4, 5, 6}), ("nobody", set())):
        written = b"".join(engine.export(user=user)).decode()
        assert {number for number in range(len(OWNERS)) if canary(number) in written} == own


def test_the_command_line_reads_one_user(engine: Infold, chats: list[Chat]) -> None:
    mine = ("--db", engine.store.path, "--user", "김지우", "--json")
    assert len(infold("list", *mine, EMBEDDER="none").data) == 1
    fold = chats[0].folds()[0].id
    for command in (("expand", fold), ("sources", fold), ("sources", chats[0].messages()[0].id)):
        answer = infold(*command, *mine, EMBEDDER="none")
        assert (answer.code, answer.error["code"]) == (3, "not_found")
        assert canary(0).encode() not in answer.out
    assert infold("search", canary(0), *mine, EMBEDDER="none").data == []
    shown = infold("show", "support-42", *mine, EMBEDDER="none")
    assert canary(1).encode() in shown.out
    assert canary(0).encode() not in shown.out


def test_the_same_file_for_two_users_is_theirs_alone(engine: Infold, tmp_path: Path) -> None:
    file = openai_file(tmp_path / "f.json", [{"role": "user", "content": "rahasia 7719"}])
    for user in ("dewi", "budi"):
        assert engine.import_file(file, user=user).added == 1
    for user in ("dewi", "budi"):
        (info,) = engine.conversations(user=user)
        assert engine.find(info.id, user=user).messages()[0].text == "rahasia 7719"
    engine.conversation(info.id, user="dewi").append("user", "hanya dewi")
    assert len(engine.conversation(info.id, user="budi").messages()) == 1

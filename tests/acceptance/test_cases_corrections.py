"""C18 and its neighbours: what was corrected is shown with a mark, what holds now without one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from infold.config import Settings
from infold.core.messages import Message
from infold.engine.chat import Chat
from infold.engine.linkcheck import wrong
from infold.engine.memory import Infold
from infold.errors import NotFound, UsageError
from infold.jobs.worker import run_all
from infold.testing import FrozenClock

FILL = (
    ("user", "The logs of the importer look odd, can you see what it waits for, and for how long?"),
    (
        "assistant",
        "It waits for the disk most of the time, and nothing else is out of order there.",
    ),
)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Infold]:
    with Infold.open(
        tmp_path / "store.db", settings=Settings(user="u"), clock=FrozenClock()
    ) as opened:
        yield opened


def fill(chat: Chat, pairs: int) -> None:
    for _ in range(pairs):
        for role, text in FILL:
            chat.append(role, text)


def lines_with(text: str, value: str) -> list[str]:
    return [line for line in text.split("\n") if value in line]


def c18(chat: Chat) -> None:
    chat.append("user", "Database is on port 5432")
    fill(chat, 25)
    chat.append("user", "Actually, use 5433, not the old one")


@pytest.mark.parametrize("is_linked", [False, True])
@pytest.mark.parametrize("budget", [200, 400, 1_000, 8_000])
def test_c18(memory: Infold, is_linked: bool, budget: int) -> None:
    chat = memory.conversation("c18")
    c18(chat)
    if is_linked:
        run_all(memory)
    context = chat.context("Which port?", budget=budget)
    assert lines_with(context.text, "use 5433")
    old = lines_with(context.text, "5432")
    assert old or budget < 1_000
    assert all(re.search(r"\[.*replaced by 5433, 1 Mar\]", line) for line in old)
    assert context.accounting["tokens"] <= budget
    if old:
        (one,) = context.replaced
        assert (one["position"], one["was"], one["by"], one["by_position"]) == (
            0,
            "5432",
            "5433",
            51,
        )
        assert bool(one["record"]) == is_linked
        assert context.to_json()["replaced"] == context.replaced


def test_messages_stay_as_they_were_said(memory: Infold) -> None:
    chat = memory.conversation("c18")
    chat.append("user", "Database is on port 5432")
    chat.append("user", "Actually, use 5433, not the old one")
    context = chat.context("Which port?", budget=1_000)
    assert context.messages[0] == {"role": "user", "content": "Database is on port 5432"}
    assert '["5432" replaced by 5433, 1 Mar]' in context.messages[-1]["content"]
    assert context.sources[0]["end"] == len("Database is on port 5432")


def test_only_what_is_on_the_path_counts(memory: Infold) -> None:
    chat = memory.conversation("branches")
    first = chat.append("user", "The API listens on port 5432.")
    chat.append("user", "Correction: the API listens on port 5433.", parent=first.id)
    other = chat.append("user", "Tell me about the logs.", parent=first.id)
    for _ in range(2):
        aside = chat.context("Which port?", budget=500, leaf=other.id)
        assert aside.replaced == []
        assert "[" not in aside.text
        run_all(memory)


def test_a_branch_corrects_what_another_branch_left(memory: Infold) -> None:
    chat = memory.conversation("branches")
    first = chat.append("user", "The API listens on port 5432.")
    one = chat.append("user", "Correction: the API listens on port 5433.", parent=first.id)
    two = chat.append("user", "Correction: the API listens on port 5434.", parent=first.id)
    for leaf, port in ((one, "5433"), (two, "5434")):
        found = chat.context("Which port?", budget=500, leaf=leaf.id).replaced
        assert [(each["was"], each["by"]) for each in found] == [("5432", port)]


def test_what_was_asserted_again_has_no_mark(memory: Infold) -> None:
    chat = memory.conversation("plumber")
    chat.append("user", "The plumber comes on Tuesday.")
    chat.append("user", "Update: the plumber comes on Thursday.")
    chat.append("user", "He called again, the plumber comes on Tuesday after all.")
    context = chat.context("When does the plumber come?", budget=500)
    assert lines_with(context.text, "Tuesday.") == ["user: The plumber comes on Tuesday."]
    (line,) = lines_with(context.text, "Thursday")
    assert line.endswith("[replaced by Tuesday, 1 Mar]")


def test_what_was_taken_back_is_no_longer_current(memory: Infold) -> None:
    chat = memory.conversation("launch")
    chat.append("user", "The launch is on March 3.")
    chat.append("user", "Scratch the launch date for now.")
    context = chat.context("When is the launch?", budget=500)
    assert "The launch is on March 3. [no longer current, 1 Mar]" in context.text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("数据库端口是5432。", "数据库端口改成5433了。"),
        ("데이터베이스 포트는 5432입니다.", "데이터베이스 포트를 5433으로 변경했어요."),
        ("データベースのポートは5432です。", "訂正します。データベースのポートは5433です。"),
        ("Port database adalah 5432.", "Port database diganti jadi 5433."),
        ("Die Datenbank läuft auf Port 5432.", "Die Datenbank läuft jetzt auf Port 5433."),
    ],
)
def test_other_languages(memory: Infold, old: str, new: str) -> None:
    chat = memory.conversation("languages")
    chat.append("user", old)
    fill(chat, 10)
    chat.append("user", new)
    context = chat.context("5432 5433", budget=4_000)
    assert f"{old} [replaced by 5433, 1 Mar]" in context.text


def test_a_person_may_say_that_a_value_still_holds(memory: Infold) -> None:
    chat = memory.conversation("c18")
    c18(chat)
    run_all(memory)
    (record,) = chat.supersessions()
    with pytest.raises(UsageError):
        chat.withdraw_supersession(record.id, by="")
    with pytest.raises(NotFound):
        chat.withdraw_supersession("s_unknown")
    chat.withdraw_supersession(record.id)
    chat.withdraw_supersession(record.id)
    context = chat.context("Which port?", budget=1_000)
    assert context.replaced == []
    assert "replaced by" not in context.text
    fill(chat, 25)
    run_all(memory)
    (kept,) = chat.supersessions()
    assert kept.withdrawn_by == "person"


def test_an_export_keeps_what_a_person_said(memory: Infold, tmp_path: Path) -> None:
    chat = memory.conversation("c18")
    c18(chat)
    run_all(memory)
    (record,) = chat.supersessions()
    chat.withdraw_supersession(record.id)
    lines = b"".join(memory.export())
    (tmp_path / "export.jsonl").write_bytes(lines)
    with Infold.open(
        tmp_path / "other.db", settings=Settings(user="u"), clock=FrozenClock()
    ) as other:
        other.import_file(tmp_path / "export.jsonl")
        assert b"".join(other.export()) == lines
        run_all(other)
        assert b"".join(other.export()) == lines
        (again,) = other.conversation("c18").supersessions()
        assert (again.id, again.withdrawn_by) == (record.id, "person")


def test_records_are_derived_again_when_a_store_is_verified(memory: Infold) -> None:
    chat = memory.conversation("c18")
    c18(chat)
    run_all(memory)
    assert memory.verify() == []
    (record,) = chat.supersessions()
    with memory.store.read() as reader:
        view = memory.caches.view(reader, chat.scope, chat.id)
        assert list(wrong(reader, chat.scope, chat.id, view)) == []
    memory.store.write(lambda tx: tx.drop_supersessions(chat.scope, chat.id))
    (fault,) = memory.verify()
    assert (fault.kind, fault.record) == ("supersession", chat.id)
    assert record.new_at == 51


def test_one_job_or_many_give_the_same_records(memory: Infold) -> None:
    said: list[Message] = []
    at_once, in_steps = memory.conversation("once"), memory.conversation("steps")
    c18(at_once)
    run_all(memory)
    for number, message in enumerate(at_once.messages()):
        said.append(message)
        in_steps.append(message.role, message.text)
        if number % 7 == 0:
            in_steps.context("Which port?", budget=500)
            run_all(memory)
    run_all(memory)
    shown = in_steps.context("Which port?", budget=1_000)
    assert [(one["was"], one["by"]) for one in shown.replaced] == [("5432", "5433")]


def test_what_was_read_before_an_erasure_is_read_again(memory: Infold) -> None:
    """Contexts keep what messages state: not beyond the removal of content."""
    chat = memory.conversation("c18")
    c18(chat)
    chat.context("Which port?", budget=8_000)
    with (
        memory.store.read() as reader,
        memory.caches.viewing(reader, chat.scope, chat.id) as view,
    ):
        assert memory.links.said(chat.scope, chat.id, view)
    memory.store.write(lambda tx: tx.touch_removed(chat.scope))
    with (
        memory.store.read() as reader,
        memory.caches.viewing(reader, chat.scope, chat.id) as view,
    ):
        assert memory.links.said(chat.scope, chat.id, view) == {}
    (one,) = chat.context("Which port?", budget=8_000).replaced
    assert (one["was"], one["by"]) == ("5432", "5433")

"""Every state of every context is true of its text: on samples, the demo, and branched chats."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from infold import Infold
from infold.cli import shapes
from infold.cli.demo_session import QUESTIONS, demo_messages
from infold.config import Settings
from infold.engine.chat import Chat
from infold.jobs.worker import run_all
from tests.acceptance.outside import problems

BUDGETS = (200, 1000, 4000)
ASKED = ("Which port does the database listen on?", "무엇을 결정했나요?", "")
COVERED = (
    "openai_chat",
    "claude_code",
    "mini_swe_agent",
    "sharegpt",
    "agent_sessions/claude_large.jsonl",
    "agent_sessions/claude_schema_drift.jsonl",
    "agent_sessions/claude_small.jsonl",
)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Infold]:
    with Infold.open(tmp_path / "infold.db", settings=Settings(synchronous="NORMAL")) as opened:
        yield opened


def conversation_data(chat: Chat) -> dict[str, object]:
    return {
        "leaf": chat.leaf(),
        "wires": [
            {"parent": wire.parent, "child": wire.child, "kind": wire.kind} for wire in chat.wires()
        ],
        "items": [shapes.message(message) for message in chat.messages()],
    }


def check(chat: Chat, questions: tuple[str, ...] = ASKED) -> None:
    data = conversation_data(chat)
    for budget in BUDGETS:
        for question in questions:
            for layout in ("default", "cached"):
                made = chat.context(question, budget=budget, layout=layout).to_json()
                found = problems(made, data, budget)
                assert not found, f"{chat!r} at {budget}, {layout}: {found[:5]}"


def test_samples(samples: Path, memory: Infold) -> None:
    files = sorted(
        file
        for name in COVERED
        for file in ([samples / name] if (samples / name).is_file() else (samples / name).iterdir())
    )
    assert len(files) >= 13
    for file in files:
        report = memory.import_file(file)
        assert report.messages > 0, f"nothing was read from {file.name}"
    run_all(memory)
    chats = memory.conversations()
    for number, info in enumerate(chats):
        # Every conversation at every budget; all questions and layouts for one in ten.
        questions = ASKED if number % 10 == 0 else ASKED[:1]
        check(memory.conversation(info.id), questions)
    assert memory.verify() == []


def test_demo(memory: Infold) -> None:
    chat = memory.conversation("demo")
    for message in demo_messages():
        chat.append(message.role, message.parts, author=message.author, at=message.at)
    run_all(memory)
    check(chat, tuple(question.text for question in QUESTIONS))
    folded = [
        chat.context(question.text, budget=1000).accounting["folded"] for question in QUESTIONS
    ]
    assert min(folded) >= 12  # beside the evidence, which says each thing once
    for fold in chat.folds():
        opened = chat.expand(fold.id)
        assert [message.id for message in opened] == list(fold.sources)
        assert [message.position for message in opened] == sorted(m.position for m in opened)
    assert memory.verify() == []


def test_each_leaf_of_a_branched_chat_has_a_scope_of_its_own(memory: Infold) -> None:
    chat = memory.conversation("branches")
    trunk = [
        chat.append(
            "user" if number % 2 == 0 else "assistant", f"Step {number}: port {5000 + number}."
        )
        for number in range(120)
    ]
    leaves = []
    for number in range(3):
        fork = chat.append(
            "user", f"Branch {number} tries host-{number}.example", parent=trunk[80].id
        )
        leaves.append(chat.append("assistant", f"host-{number}.example answers", parent=fork.id))
    run_all(memory)
    data = conversation_data(chat)
    for number, leaf in enumerate(leaves):
        made = chat.context("Which host answers?", budget=1000, leaf=leaf.id)
        assert not problems(made.to_json(), {**data, "leaf": leaf.id}, 1000)
        assert f"host-{number}.example" in made.text
        assert not any(
            f"host-{other}.example" in made.text for other in range(3) if other != number
        )

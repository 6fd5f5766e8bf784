"""The stores that the contract is asked of: each with a name and a version."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from infold.core.folds import Claim, Fold, Span
from infold.core.forward import ForwardRow
from infold.core.messages import Message, Text
from infold.core.scope import Scope
from infold.store.protocol import ConversationRow, Store, WireRow, Writer
from infold.store.sqlite import SqliteStore

BACKENDS = {"sqlite": f"SQLite {sqlite3.sqlite_version}"}


def pytest_report_header() -> str:
    return "stores: " + ", ".join(BACKENDS.values())


@pytest.fixture(params=sorted(BACKENDS), ids=lambda name: BACKENDS[name].replace(" ", "-"))
def backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def reopen(backend: str, tmp_path: Path) -> Iterator[Callable[[], Store]]:
    """Give a function that opens the test's store once more."""
    opened: list[Store] = []

    def open_store() -> Store:
        opened.append(SqliteStore.open(tmp_path / "store.db", secret=b"s" * 32))
        return opened[-1]

    yield open_store
    for store in opened:
        store.close()


@pytest.fixture
def store(reopen: Callable[[], Store]) -> Store:
    return reopen()


TEXTS = (
    "PostgreSQL 16.2 listens on 5433",
    "데이터베이스는 5433 포트에서 듣습니다",
    "数据库在端口5433上监听",
    "データベースは5433番ポートです",
    "Basis data mendengarkan di porta 5433",
    "La base écoute déjà sur le port 5433",
    "a lone \ud800 surrogate, a NUL \x00, a line\nbreak",
    "",
)


class Make:
    """Builds what tests write."""

    def message(self, position: int, text: str = "hello", **fields: object) -> Message:
        return replace(
            Message(
                role="user",
                parts=(Text(text=text),),
                id=f"m_{position}",
                position=position,
                tokens=len(text),
            ),
            **fields,
        )

    def forward(self, position: int, parent: int | None = None, **fields: object) -> ForwardRow:
        row = ForwardRow(
            position=position,
            parent=position - 1 if parent is None else parent,
            role=1,
            author="",
            at=math.nan,
            tokens=1,
            flags=0,
            terms=b"",
        )
        return replace(row, **fields)

    def add_chain(
        self,
        store: Store,
        scope: Scope,
        conversation: str,
        texts: tuple[str, ...] = TEXTS,
        prefix: str = "",
    ) -> list[Message]:
        """Add a conversation that is one chain of messages."""
        made = [self.message(at, text, id=f"m_{prefix}{at}") for at, text in enumerate(texts)]

        def command(writer: Writer) -> None:
            row = ConversationRow(
                id=conversation, key=f"key {conversation}", agent=scope.agent, session=scope.session
            )
            writer.add_conversation(scope, row)
            for each in made:
                wires = [WireRow(parent=each.position - 1, child=each.position)]
                writer.add_message(
                    scope, conversation, each, wires[: each.position], self.forward(each.position)
                )
            writer.touch(scope)

        store.write(command)
        return made

    def fold(self, name: str, root: int, sources: tuple[str, ...], **fields: object) -> Fold:
        claims = (
            Claim(
                id=f"k_{name}0",
                level=0,
                text="포트 5433; Zoë; port \ud800",
                spans=tuple(Span(message=source, part=0, start=0, end=4) for source in sources),
            ),
            Claim(
                id=f"k_{name}1",
                text="It listens on 5433",
                spans=(Span(message=sources[0], part=1, start=2, end=9),),
            ),
        )
        made = Fold(
            id=f"f_{name}",
            root=root,
            sources=sources,
            claims=claims,
            method="extractive",
            state="ready",
            generation=len(sources),
            tokens=40,
        )
        return replace(made, **fields)


@pytest.fixture
def make() -> Make:
    return Make()

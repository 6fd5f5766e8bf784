"""An interrupt wherever Python lets one in: nobody waits for ever, nobody is told what is not so.

Python looks for signals, and for exceptions that other threads set, after each call and at each
jump back. The tests here raise at those places of the writer, one after the other.
"""

from __future__ import annotations

import dis
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from infold.errors import StoreError, UsageError
from infold.store import writer as module
from infold.store.writer import GroupWriter

PATIENCE = 10.0  # seconds after which a thread is taken to wait for ever
LOOKS = ("CALL", "CALL_FUNCTION_EX", "RESUME", "JUMP_BACKWARD")


@cache
def places(code: CodeType) -> frozenset[int]:
    """Offsets of the instructions before which Python looks for signals."""
    found = set()
    before = ""
    for each in dis.get_instructions(code):
        if before in LOOKS:
            found.add(each.offset)
        before = each.opname
    return frozenset(found)


class Interrupt:
    """Raises KeyboardInterrupt at the n-th place that this thread comes to in the writer."""

    def __init__(self, nth: int) -> None:
        self.left = nth
        self.where = ""

    def _enter(self, frame: FrameType, event: str, argument: object) -> Any:
        if frame.f_code.co_filename != module.__file__:
            return None
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        return self._step

    def _step(self, frame: FrameType, event: str, argument: object) -> Any:
        if event == "opcode" and frame.f_lasti in places(frame.f_code):
            self.left -= 1
            if self.left == 0:
                self.where = f"{frame.f_code.co_name}:{frame.f_lineno}"
                raise KeyboardInterrupt
        return self._step

    @contextmanager
    def armed(self) -> Iterator[None]:
        before = sys.gettrace()
        sys.settrace(self._enter)
        try:
            yield
        finally:
            sys.settrace(before)


class Scene:
    """A writer, callers in threads of their own, and what each was told."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.connection = sqlite3.connect(
            path, isolation_level=None, check_same_thread=False, timeout=0.05
        )
        self.connection.execute("CREATE TABLE t (x INTEGER PRIMARY KEY)")
        self.writer: GroupWriter[sqlite3.Connection] = GroupWriter(
            self.connection, "w.db", lambda same: same
        )
        self.threads: list[threading.Thread] = []
        self.told: dict[int, str] = {}

    def insert(self, value: int, during: Callable[[], None] | None = None) -> Any:
        def command(connection: sqlite3.Connection) -> int:
            if during is not None:
                during()
            connection.execute(f"INSERT INTO t VALUES ({value})")
            return value

        return command

    def call(self, value: int, during: Callable[[], None] | None = None) -> None:
        """Write a value; note whether it was done, refused or interrupted."""
        try:
            assert self.writer.write(self.insert(value, during)) == value
            self.told[value] = "done"
        except StoreError:
            self.told[value] = "unsure"
        except KeyboardInterrupt:
            self.told[value] = "interrupted"

    def start(self, value: int, during: Callable[[], None] | None = None) -> None:
        thread = threading.Thread(target=self.call, args=(value, during), daemon=True)
        thread.start()
        self.threads.append(thread)

    def queued(self, count: int, seconds: float = 0.03) -> None:
        """Wait a little until so many wait."""
        end = time.monotonic() + seconds
        while len(self.writer._waiting) < count and time.monotonic() < end:
            time.sleep(0.0005)

    def end(self) -> None:
        """Let all finish, write once more, close; check what was told against what is there."""
        for thread in self.threads:
            thread.join(PATIENCE)
            assert not thread.is_alive(), "a caller waits for ever"
        late = threading.Thread(target=self.call, args=(99,), daemon=True)
        late.start()
        late.join(PATIENCE)
        assert not late.is_alive(), "the next caller waits for ever"
        assert self.told[99] == "done"
        self.call(98)  # the interrupted thread itself can go on
        assert self.told[98] == "done"
        closing = threading.Thread(target=self.writer.close, daemon=True)
        closing.start()
        closing.join(PATIENCE)
        assert not closing.is_alive(), "closing waits for ever"
        look = sqlite3.connect(self.path)
        there = {row[0] for row in look.execute("SELECT x FROM t")}
        look.close()
        assert {value for value, told in self.told.items() if told == "done"} <= there
        assert there <= set(self.told)


def every_place(run: Callable[[Interrupt], None]) -> list[str]:
    """Interrupt at the first place, the second, and so on, until none is left."""
    places_met = []
    for nth in range(1, 1000):
        interrupt = Interrupt(nth)
        run(interrupt)
        if not interrupt.where:
            return places_met
        places_met.append(interrupt.where)
    raise AssertionError("the places never end")


def test_the_one_who_leads_is_interrupted(tmp_path: Path) -> None:
    files = iter(tmp_path / f"{number}.db" for number in range(1000))

    def run(interrupt: Interrupt) -> None:
        scene = Scene(next(files))

        def others() -> None:
            scene.start(1)
            scene.start(2)
            scene.queued(2)

        with interrupt.armed():
            scene.call(0, others)
        scene.end()
        if scene.told[0] == "interrupted":
            # The others learn what became of theirs: never "done" for what is not there.
            assert set(scene.told.values()) <= {"done", "unsure", "interrupted"}

    met = every_place(run)
    assert {place.split(":")[0] for place in met} >= {"write", "_lead", "_take", "_transact"}


def test_one_who_waits_is_interrupted(tmp_path: Path) -> None:
    files = iter(tmp_path / f"{number}.db" for number in range(1000))

    def run(interrupt: Interrupt) -> None:
        scene = Scene(next(files))
        entered, go = threading.Event(), threading.Event()

        def lead() -> None:
            entered.set()
            assert go.wait(PATIENCE)

        scene.start(0, lead)
        assert entered.wait(PATIENCE)

        def behind() -> None:
            # Another one comes after the one who is interrupted; then the leader goes on.
            scene.queued(1)
            scene.start(2)
            scene.queued(2)
            go.set()

        helper = threading.Thread(target=behind, daemon=True)
        helper.start()
        with interrupt.armed():
            scene.call(1)
        helper.join(PATIENCE)
        scene.end()
        assert scene.told[0] == scene.told[2] == "done" or scene.told[1] == "interrupted"
        assert scene.told[0] == "done"

    met = every_place(run)
    assert {place.split(":")[0] for place in met} >= {"write", "_wait"}


def test_one_who_is_called_to_lead_is_interrupted(tmp_path: Path) -> None:
    files = iter(tmp_path / f"{number}.db" for number in range(1000))

    def run(interrupt: Interrupt) -> None:
        scene = Scene(next(files))
        entered, go = threading.Event(), threading.Event()

        def lead() -> None:
            entered.set()
            assert go.wait(PATIENCE)
            # So full that it takes no more: the next one has to lead.
            scene.writer._take = lambda batch: None

        scene.start(0, lead)
        assert entered.wait(PATIENCE)

        def behind() -> None:
            scene.queued(1)
            scene.start(2)
            scene.queued(2)
            go.set()
            scene.threads[0].join(PATIENCE)

        taken = scene.writer._take

        def restore() -> None:
            behind()
            scene.writer._take = taken

        helper = threading.Thread(target=restore, daemon=True)
        helper.start()
        with interrupt.armed():
            scene.call(1)
        helper.join(PATIENCE)
        scene.end()
        assert scene.told[0] == "done"

    every_place(run)


@pytest.mark.parametrize("raised", [SystemExit, GeneratorExit, MemoryError, RecursionError])
def test_what_a_command_raises_goes_to_its_caller_alone(
    tmp_path: Path, raised: type[BaseException]
) -> None:
    scene = Scene(tmp_path / "w.db")
    seen: list[type[BaseException]] = []

    def broken(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO t VALUES (7)")
        raise raised

    def call() -> None:
        try:
            scene.writer.write(broken)
        except BaseException as error:  # noqa: BLE001 - whatever it was
            seen.append(type(error))

    def others() -> None:
        thread = threading.Thread(target=call, daemon=True)
        thread.start()
        scene.threads.append(thread)
        scene.queued(1)
        scene.start(1)
        scene.queued(2)

    scene.call(0, others)
    scene.end()
    assert seen == [raised]
    assert (scene.told[0], scene.told[1]) == ("done", "done")


def test_a_command_may_not_write_or_close_by_another_way(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "w.db")
    with pytest.raises(UsageError, match="wrote to the store"):
        scene.writer.write(lambda _: scene.writer.write(scene.insert(1)))
    with pytest.raises(UsageError, match="closed the store"):
        scene.writer.write(lambda _: scene.writer.close())
    scene.end()


def test_what_is_done_after_a_commit_never_fails_the_commit(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "w.db")
    seen: list[bool] = []

    def after(connection: sqlite3.Connection) -> None:
        seen.append(connection.in_transaction)
        raise sqlite3.OperationalError("no checkpoint now")

    scene.writer._after_commit = after
    scene.call(1)
    assert scene.told == {1: "done"}
    assert seen == [False]
    scene.end()

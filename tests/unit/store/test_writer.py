"""Group commit: who leads, who waits, and what each is told."""

from __future__ import annotations

import signal
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from infold.errors import InfoldError, IntegrityError, StoreBusy, StoreError
from infold.store.writer import GroupWriter


class Statements(sqlite3.Connection):
    """A connection that lists its statements, and fails at those that a test names."""

    def __init__(self, *args: object, **named: object) -> None:
        super().__init__(*args, **named)
        self.seen: list[str] = []
        self.fail: Callable[[str], str | None] = lambda sql: None

    def execute(self, sql: str, *values: object) -> sqlite3.Cursor:
        self.seen.append(sql)
        if word := self.fail(sql):
            if self.in_transaction and word == "gone":
                super().execute("ROLLBACK")
            error = sqlite3.OperationalError(word)
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error
        return super().execute(sql, *values)


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Statements]:
    made = sqlite3.connect(
        tmp_path / "w.db",
        factory=Statements,
        isolation_level=None,
        check_same_thread=False,
        timeout=0.05,
    )
    made.execute("CREATE TABLE t (x INTEGER PRIMARY KEY)")
    made.seen.clear()
    yield made
    made.close()


def insert(value: int) -> Callable[[sqlite3.Connection], int]:
    def command(connection: sqlite3.Connection) -> int:
        connection.execute(f"INSERT INTO t VALUES ({value})")
        return value

    return command


def values(connection: Statements) -> list[int]:
    return [row[0] for row in sqlite3.Connection.execute(connection, "SELECT x FROM t ORDER BY x")]


def until(holds: Callable[[], bool]) -> None:
    """Wait for another thread, ten seconds at most."""
    end = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < end, "the other thread never came so far"
        time.sleep(0.0005)


class Together:
    """Calls a writer from several threads so that all but the first wait for the first."""

    def __init__(self, writer: GroupWriter[sqlite3.Connection]) -> None:
        self.writer = writer
        self.results: list[object] = []

    def call(self, place: int, command: Callable[[sqlite3.Connection], object]) -> None:
        try:
            self.results[place] = self.writer.write(command)
        except (InfoldError, LookupError) as error:
            self.results[place] = error

    def run(self, *commands: Callable[[sqlite3.Connection], object]) -> list[object]:
        entered, gathered = threading.Event(), threading.Event()

        def first(connection: sqlite3.Connection) -> object:
            entered.set()
            assert gathered.wait(10)
            return commands[0](connection)

        self.results = [None] * len(commands)
        threads = [
            threading.Thread(target=self.call, args=(place, command))
            for place, command in enumerate((first, *commands[1:]))
        ]
        threads[0].start()
        assert entered.wait(10)
        for waiting, thread in enumerate(threads[1:], start=1):
            thread.start()
            until(lambda waiting=waiting: len(self.writer._waiting) == waiting)
        gathered.set()
        for thread in threads:
            thread.join(10)
            assert not thread.is_alive()
        return self.results


def make(connection: Statements, before: Callable[[], None] | None = None) -> GroupWriter:
    return GroupWriter(connection, "w.db", lambda same: same, before)


def test_a_lone_command_needs_no_savepoint_and_no_thread(connection: Statements) -> None:
    before = threading.active_count()
    writer = make(connection)
    assert writer.write(insert(1)) == 1
    assert connection.seen == ["BEGIN IMMEDIATE", "INSERT INTO t VALUES (1)", "COMMIT"]
    assert threading.active_count() == before
    writer.close()


def test_commands_that_gathered_share_one_transaction(connection: Statements) -> None:
    commits: list[int] = []
    writer = make(connection, lambda: commits.append(1))
    assert Together(writer).run(*(insert(n) for n in range(5))) == [0, 1, 2, 3, 4]
    assert [sql for sql in connection.seen if "INSERT" not in sql] == [
        "BEGIN IMMEDIATE",
        *["SAVEPOINT command", "RELEASE command"] * 4,
        "COMMIT",
    ]
    assert len(commits) == 1


def test_a_failing_command_undoes_itself_alone(connection: Statements) -> None:
    def broken(value: int) -> Callable[[sqlite3.Connection], object]:
        def command(connection: sqlite3.Connection) -> object:
            insert(value)(connection)
            raise LookupError(value)

        return command

    writer = make(connection)
    results = Together(writer).run(broken(0), insert(1), broken(2), insert(3), insert(1))
    assert [type(each) for each in results] == [LookupError, int, LookupError, int, IntegrityError]
    assert values(connection) == [1, 3]
    assert writer.write(insert(4)) == 4


def test_a_commit_that_fails_is_told_to_all_in_it(connection: Statements) -> None:
    writer = make(connection)
    connection.fail = lambda sql: "full" if sql == "COMMIT" else None
    results = Together(writer).run(*(insert(n) for n in range(4)))
    assert all(isinstance(each, StoreError) and "space" in str(each) for each in results)
    assert len({id(each) for each in results}) == 4
    connection.fail = lambda sql: None
    assert values(connection) == []
    assert writer.write(insert(9)) == 9
    assert values(connection) == [9]


def test_a_transaction_that_sqlite_gave_up_is_told_to_all_in_it(connection: Statements) -> None:
    writer = make(connection)
    connection.fail = lambda sql: "gone" if "VALUES (2)" in sql else None
    results = Together(writer).run(*(insert(n) for n in range(4)))
    assert all(isinstance(each, StoreError) for each in results)
    connection.fail = lambda sql: None
    assert values(connection) == []
    assert writer.write(insert(9)) == 9


def test_a_store_that_another_holds_is_busy_for_all_who_waited(
    connection: Statements, tmp_path: Path
) -> None:
    other = sqlite3.connect(tmp_path / "w.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    writer = make(connection)
    with pytest.raises(StoreBusy, match="Nothing was written"):
        writer.write(insert(1))
    other.execute("ROLLBACK")
    other.close()
    assert writer.write(insert(1)) == 1


def test_an_interrupt_of_the_one_who_leads_lets_the_next_one_lead(connection: Statements) -> None:
    def interrupted(connection: sqlite3.Connection) -> object:
        insert(5)(connection)
        raise KeyboardInterrupt

    writer = make(connection)
    with pytest.raises(KeyboardInterrupt):
        writer.write(interrupted)
    assert values(connection) == []
    assert writer.write(insert(6)) == 6
    writer.close()


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Interrupts arrive: what is started in the background of a shell ignores them."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_of_one_who_waits_takes_its_command_back(connection: Statements) -> None:
    writer = make(connection)
    entered, left = threading.Event(), threading.Event()

    def first(connection: sqlite3.Connection) -> object:
        entered.set()
        until(lambda: bool(writer._waiting))
        # A signal that really arrives: it ends the wait of the main thread. One that comes in the
        # moment before the wait begins does not, so it is sent again, as an impatient person does.
        for _ in range(10):
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
            if left.wait(1):
                break
        return insert(1)(connection)

    thread = threading.Thread(target=writer.write, args=(first,))
    thread.start()
    assert entered.wait(10)
    with pytest.raises(KeyboardInterrupt):
        writer.write(insert(2))
    left.set()
    assert not writer._waiting
    thread.join(10)
    assert values(connection) == [1]
    assert writer.write(insert(3)) == 3
    writer.close()


def test_closing_finishes_what_was_accepted(connection: Statements, tmp_path: Path) -> None:
    writer = make(connection)
    entered, go = threading.Event(), threading.Event()

    def slow(connection: sqlite3.Connection) -> object:
        entered.set()
        assert go.wait(10)
        return insert(1)(connection)

    threads = [threading.Thread(target=writer.write, args=(slow,))]
    threads[0].start()
    assert entered.wait(10)
    threads.append(threading.Thread(target=writer.write, args=(insert(2),)))
    threads[1].start()
    until(lambda: bool(writer._waiting))
    threads.append(threading.Thread(target=writer.close))
    threads[2].start()
    until(lambda: writer._closed)
    with pytest.raises(StoreError, match="closed"):
        writer.write(insert(3))
    go.set()
    for thread in threads:
        thread.join(10)
    again = sqlite3.connect(tmp_path / "w.db")
    assert again.execute("SELECT x FROM t").fetchall() == [(1,), (2,)]
    again.close()


def test_thirty_two_writers_share_their_commits(connection: Statements) -> None:
    commits: list[int] = []
    slow = threading.Event()

    def before_commit() -> None:
        commits.append(1)
        slow.wait(0.01)

    writer = make(connection, before_commit)
    each = 10

    def call(place: int) -> None:
        for number in range(each):
            writer.write(insert(place * each + number))

    threads = [threading.Thread(target=call, args=(place,)) for place in range(32)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert values(connection) == list(range(32 * each))
    assert len(commits) <= 32 * each / 4

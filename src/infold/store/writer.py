"""Group commit: one transaction at a time, and one sync for all commands that have gathered.

There is no thread of its own. The first caller to find the writer idle leads: it runs its command
and all that gathered meanwhile in one transaction, and commits. Callers that come while it works
queue up and wait; when it is done, the first of them leads the next transaction. A caller that is
alone pays for no change of threads, and thirty-two callers share their syncs
(docs/decisions/0004-store.md has the measurement).
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections import deque
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from infold.errors import StoreError, UsageError
from infold.store.faults import typed

_CHOSEN: Final = 0  # no thread has this number
_MOST: Final = 256  # commands after which a transaction takes no more

T = TypeVar("T")
W = TypeVar("W")


class _Ticket(Generic[W]):
    """A command on its way: what to run, and what came of it."""

    __slots__ = ("command", "done", "error", "result", "turn")

    def __init__(self, command: Callable[[W], object]) -> None:
        self.command = command
        self.result: object = None
        self.error: BaseException | None = None
        self.done = False
        # Held while its caller waits; made only where a caller has to.
        self.turn: threading.Lock | None = None


class GroupWriter(Generic[W]):
    """Runs commands on one connection, one transaction at a time.

    Args:
        connection: In autocommit mode, usable from any thread; from here on used by nobody else.
        path: Of the store, for messages.
        view: Makes what a command is given: fresh for each, valid until it returns.
        before_commit: Called before each COMMIT, for benches that slow it down.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        path: str,
        view: Callable[[sqlite3.Connection], W],
        before_commit: Callable[[], None] | None = None,
    ) -> None:
        self._connection = connection
        self._path = path
        self._view = view
        self._before_commit = before_commit
        self._door = threading.Lock()
        self._waiting: deque[_Ticket[W]] = deque()
        # Thread that leads, `_CHOSEN` while the next one wakes up, None while the writer is idle.
        self._leader: int | None = None
        self._heir: _Ticket[W] | None = None
        self._closed = False
        self._idle = threading.Condition(self._door)

    def write(self, command: Callable[[W], T]) -> T:
        """Run a command and return its result once it is on disk.

        Raises:
            UsageError: Called from inside a command.
            StoreBusy: Another process held the store for too long.
            StoreError: The disk is full, the file cannot be written, or the store is closed.
        """
        ticket: _Ticket[W] = _Ticket(command)
        me = threading.get_ident()
        with self._door:
            if self._closed:
                raise StoreError(f"The store {self._path} is closed.", hint="Open it again.")
            if self._leader == me:
                raise UsageError(
                    "A command wrote to the store that runs it.",
                    hint="Use the writer that the command is given.",
                )
            self._waiting.append(ticket)
            if self._leader is None:
                self._leader = me
            else:
                ticket.turn = threading.Lock()
                ticket.turn.acquire()
        if ticket.turn is not None:
            self._wait(ticket, ticket.turn)
        if not ticket.done:
            self._lead(me)
        if ticket.error is not None:
            raise ticket.error
        return ticket.result  # type: ignore[return-value]  # the command's own result

    def close(self) -> None:
        """Wait for what was accepted, then close the connection. A second call does nothing.

        Raises:
            UsageError: Called from inside a command.
        """
        with self._door:
            if self._leader == threading.get_ident():
                raise UsageError(
                    "A command closed the store that runs it.", hint="Close it after the command."
                )
            self._closed = True
            while self._leader is not None:
                self._idle.wait()
        self._connection.close()

    def _wait(self, ticket: _Ticket[W], turn: threading.Lock) -> None:
        """Wait until the ticket is done, or its caller is to lead."""
        try:
            turn.acquire()
        except BaseException:
            # Interrupted (Ctrl-C): leave the queue, and hand on the lead if it was given meanwhile.
            with self._door:
                if ticket in self._waiting:
                    self._waiting.remove(ticket)
                if self._heir is ticket:
                    self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Let the first of those who wait lead. The door is held."""
        if self._waiting:
            self._heir = self._waiting[0]
            self._leader = _CHOSEN
            assert self._heir.turn is not None, "only the one who leads waits without a lock"
            self._heir.turn.release()
        else:
            self._heir = None
            self._leader = None
            self._idle.notify_all()

    def _lead(self, me: int) -> None:
        """Run one transaction for all who wait, then let the next one lead."""
        batch: list[_Ticket[W]] = []
        self._leader = me
        try:
            self._transact(batch)
        except BaseException:
            for ticket in batch:
                if ticket.error is None:
                    ticket.error = StoreError(
                        f"Writing to the store {self._path} was interrupted.",
                        hint="Look whether the record is there before you try again.",
                    )
            raise
        finally:
            for ticket in batch:
                ticket.done = True
            with self._door:
                self._pass_on()
            for ticket in batch:
                if ticket.turn is not None and ticket.turn.locked():
                    ticket.turn.release()

    def _take(self, batch: list[_Ticket[W]]) -> None:
        """Move all who wait into the batch."""
        with self._door:
            batch.extend(self._waiting)
            self._waiting.clear()

    def _transact(self, batch: list[_Ticket[W]]) -> None:
        execute = self._connection.execute
        self._take(batch)
        try:
            done, shared = 0, False
            execute("BEGIN IMMEDIATE")
            while done < len(batch):
                ticket = batch[done]
                done += 1
                if shared:
                    self._run_beside(ticket)
                else:
                    # The first needs no savepoint: the transaction is its own.
                    self._run(ticket)
                    shared = ticket.error is None
                    if not shared:
                        self._undo()
                        if done < len(batch):
                            execute("BEGIN IMMEDIATE")
                if shared and done == len(batch) < _MOST and self._waiting:
                    self._take(batch)
            if shared:
                if self._before_commit is not None:
                    self._before_commit()
                execute("COMMIT")
        except sqlite3.Error as error:
            self._undo()
            for ticket in batch:
                if ticket.error is None:
                    ticket.error = typed(error, self._path)
                    ticket.error.__cause__ = error
        except BaseException:
            self._undo()
            raise

    def _run(self, ticket: _Ticket[W]) -> None:
        try:
            ticket.result = ticket.command(self._view(self._connection))
        except sqlite3.Error as error:
            ticket.error = typed(error, self._path)
            ticket.error.__cause__ = error
        except Exception as error:  # noqa: BLE001  # raised again where the command came from
            ticket.error = error

    def _run_beside(self, ticket: _Ticket[W]) -> None:
        """Run a command inside a transaction that holds others' work."""
        execute = self._connection.execute
        execute("SAVEPOINT command")
        self._run(ticket)
        if ticket.error is not None:
            if not self._connection.in_transaction:
                # SQLite gave up the whole transaction: all in it are told why.
                cause = ticket.error.__cause__
                raise (
                    cause
                    if isinstance(cause, sqlite3.Error)
                    else sqlite3.OperationalError("the transaction was given up")
                )
            execute("ROLLBACK TO command")
        execute("RELEASE command")

    def _undo(self) -> None:
        if self._connection.in_transaction:
            # A failing ROLLBACK leaves nothing behind either; the first error is the one to tell.
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")

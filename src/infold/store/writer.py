"""Group commit: one transaction at a time, and one sync for all commands that have gathered.

There is no thread of its own. The first caller to find the writer idle leads: it runs its command
and all that gathered meanwhile in one transaction, and commits. Callers that come while it works
queue up and wait; when it is done, the first of them leads the next transaction. A caller that is
alone pays for no change of threads, and thirty-two callers share their syncs
(docs/decisions/0004-store.md has the measurement).

An interrupt (Ctrl-C, or an exception that another thread sets) can fall after any call. So nothing
that others wait for hangs on a call being made: who leads holds a lock, which `with` frees whatever
happens; what became of a batch is told by plain assignments; and one who waits looks now and then
whether anybody leads, and leads where nobody does. Waking each other only makes it quick.
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

_MOST: Final = 256  # commands after which a transaction takes no more
_LOOK: Final = 0.2  # seconds after which one who waits looks whether anybody leads

T = TypeVar("T")
W = TypeVar("W")


class _Batch(Generic[W]):
    """The commands of one transaction, and how far it came."""

    __slots__ = ("committed", "committing", "over", "tickets")

    def __init__(self) -> None:
        self.tickets: list[_Ticket[W]] = []
        self.committing = False
        self.committed = False
        self.over = False


class _Ticket(Generic[W]):
    """A command on its way: what to run, and what came of it."""

    __slots__ = ("batch", "command", "error", "result", "turn")

    def __init__(self, command: Callable[[W], object]) -> None:
        self.command = command
        self.result: object = None
        self.error: BaseException | None = None
        self.batch: _Batch[W] | None = None
        # Held while its caller waits; made only where a caller has to.
        self.turn: threading.Lock | None = None

    @property
    def is_done(self) -> bool:
        """Whether the transaction that took it is over, one way or another."""
        return self.batch is not None and self.batch.over

    def wake(self) -> None:
        """Let its caller look at it, if it waits."""
        if self.turn is not None:
            with contextlib.suppress(RuntimeError):  # it is awake already
                self.turn.release()


class GroupWriter(Generic[W]):
    """Runs commands on one connection, one transaction at a time.

    Args:
        connection: In autocommit mode, usable from any thread; from here on used by nobody else.
        path: Of the store, for messages.
        view: Makes what a command is given: fresh for each, valid until it returns.
        before_commit: Called before each COMMIT, for benches that slow it down.
        after_commit: Called with the connection after each COMMIT, before the next transaction.
            What it raises is lost: the commands have succeeded.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        path: str,
        view: Callable[[sqlite3.Connection], W],
        before_commit: Callable[[], None] | None = None,
        after_commit: Callable[[sqlite3.Connection], None] | None = None,
    ) -> None:
        self._connection = connection
        self._path = path
        self._view = view
        self._before_commit = before_commit
        self._after_commit = after_commit
        self._door = threading.Lock()
        self._waiting: deque[_Ticket[W]] = deque()
        # Somebody leads or was called to; only a hint: who leads holds `_leading`.
        self._is_led = False
        self._leading = threading.Lock()
        self._inside: int | None = None  # the thread that leads
        self._closed = False

    def write(self, command: Callable[[W], T]) -> T:
        """Run a command and return its result once it is on disk.

        An interrupt while it waits takes the command back, unless it is being run already.

        Raises:
            UsageError: Called from inside a command.
            StoreBusy: Another process held the store for too long.
            StoreError: The disk is full, the file cannot be written, the store is closed, or the
                caller that led the transaction was interrupted.
        """
        me = threading.get_ident()
        if self._inside == me:
            raise UsageError(
                "A command wrote to the store that runs it.",
                hint="Use the writer that the command is given.",
            )
        ticket: _Ticket[W] = _Ticket(command)
        try:
            with self._door:
                self._refuse_if_closed()
                if self._is_led:
                    ticket.turn = threading.Lock()
                    ticket.turn.acquire()
                self._waiting.append(ticket)
                self._is_led = True
            if ticket.turn is not None:
                self._wait(ticket, ticket.turn)
            if not ticket.is_done:
                self._lead(ticket, me)
        except BaseException:
            self._leave(ticket)
            raise
        if ticket.error is not None:
            raise ticket.error
        if ticket.batch is None or not ticket.batch.committed:
            raise StoreError(
                f"Writing to the store {self._path} was interrupted.",
                hint="Look whether the record is there before you try again.",
            )
        return ticket.result  # type: ignore[return-value]  # the command's own result

    def close(self) -> None:
        """Finish what was accepted, then close the connection. A second call does nothing.

        Raises:
            UsageError: Called from inside a command.
        """
        if self._inside == threading.get_ident():
            raise UsageError(
                "A command closed the store that runs it.", hint="Close it after the command."
            )
        with self._door:
            self._closed = True
        while self._waiting:
            self._lead(None, threading.get_ident())
        with self._leading:
            self._connection.close()

    def _refuse_if_closed(self) -> None:
        if self._closed:
            raise StoreError(f"The store {self._path} is closed.", hint="Open it again.")

    def _wait(self, ticket: _Ticket[W], turn: threading.Lock) -> None:
        """Wait until the ticket is done or its caller is to lead: called to, or nobody does."""
        while not ticket.is_done:
            if turn.acquire(timeout=_LOOK):
                return
            if ticket.batch is None and not self._leading.locked():
                return

    def _leave(self, ticket: _Ticket[W]) -> None:
        """Take back the command of an interrupted caller, and see that somebody leads."""
        with self._door:
            with contextlib.suppress(ValueError):
                self._waiting.remove(ticket)
            if not self._leading.locked():
                self._call_next()

    def _call_next(self) -> None:
        """Let the first of those who wait lead. The door is held."""
        self._is_led = bool(self._waiting)
        if self._waiting:
            self._waiting[0].wake()

    def _lead(self, ticket: _Ticket[W] | None, me: int) -> None:
        """Run one transaction for all who wait, then let the next one lead.

        Nothing where the ticket was done meanwhile.
        """
        batch: _Batch[W] = _Batch()
        try:
            with self._leading:
                self._inside = me
                try:
                    if ticket is None or not ticket.is_done:
                        self._transact(batch)
                finally:
                    # No call here, so no interrupt falls before these two.
                    batch.over = True
                    self._inside = None
        finally:
            with self._door:
                self._call_next()
            for done in batch.tickets:
                done.wake()

    def _take(self, batch: _Batch[W]) -> None:
        """Move all who wait into the batch."""
        with self._door:
            for ticket in self._waiting:
                if ticket.batch is None:
                    ticket.batch = batch
                    batch.tickets.append(ticket)
            self._waiting.clear()

    def _transact(self, batch: _Batch[W]) -> None:
        execute = self._connection.execute
        tickets = batch.tickets
        self._undo()  # what a leader left who was interrupted twice
        self._take(batch)
        try:
            done, shared = 0, False
            if tickets:
                execute("BEGIN IMMEDIATE")
            while done < len(tickets):
                ticket = tickets[done]
                done += 1
                if shared:
                    self._run_beside(ticket)
                else:
                    # The first needs no savepoint: the transaction is its own.
                    self._run(ticket)
                    shared = ticket.error is None
                    if not shared:
                        self._undo()
                        if done < len(tickets):
                            execute("BEGIN IMMEDIATE")
                if shared and done == len(tickets) < _MOST and self._waiting:
                    self._take(batch)
            if shared:
                if self._before_commit is not None:
                    self._before_commit()
                batch.committing = True
                execute("COMMIT")
                batch.committed = True
                if self._after_commit is not None:
                    with contextlib.suppress(sqlite3.Error, OSError):
                        self._after_commit(self._connection)
        except sqlite3.Error as error:
            batch.committing = False
            self._undo()
            for ticket in tickets:
                if ticket.error is None:
                    ticket.error = typed(error, self._path)
                    ticket.error.__cause__ = error
        except BaseException:
            # Interrupted. A COMMIT that was begun and has left no transaction has succeeded.
            batch.committed = batch.committing and not self._connection.in_transaction
            self._undo()
            raise

    def _run(self, ticket: _Ticket[W]) -> None:
        try:
            ticket.result = ticket.command(self._view(self._connection))
        except sqlite3.Error as error:
            ticket.error = typed(error, self._path)
            ticket.error.__cause__ = error
        except KeyboardInterrupt:
            # It falls on whoever runs, and that is the one who leads.
            raise
        except BaseException as error:  # noqa: BLE001  # raised again where the command came from
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

"""Runs asynchronous work for synchronous callers, so that it can be stopped in the middle.

A blocking HTTP request cannot be aborted from outside; a task can. One event loop a process runs
on a daemon thread of its own; callers wait for their task and look at their cancel token. It works
the same from a plain thread, from a notebook's running loop and from several threads at once.
"""

from __future__ import annotations

import asyncio
import atexit
import concurrent.futures
import contextlib
import os
import queue
import threading
import weakref
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from infold.models.chat import Cancel, cancelled, stop_if_cancelled

__all__ = ["Closable", "closes_at_exit", "iterate", "run", "running_loop"]

T = TypeVar("T")

POLL_SECONDS = 0.05
"""How often a cancel token is looked at."""

CLOSE_SECONDS = 2.0
"""How long a caller that cancels waits for its request's connection to be closed."""


class Closable(Protocol):
    """What holds connections, and closes them on the loop."""

    async def close(self) -> None:
        """Close them."""


@dataclass(frozen=True, slots=True)
class _Home:
    process: int
    loop: asyncio.AbstractEventLoop
    thread: threading.Thread
    clients: weakref.WeakSet[Closable] = field(default_factory=weakref.WeakSet)


_lock = threading.Lock()
_home: _Home | None = None


def running_loop() -> asyncio.AbstractEventLoop:
    """The process's loop, started by whichever thread comes first; a forked child gets its own."""
    return _running_home().loop


def closes_at_exit(client: Closable) -> None:
    """Have a client's connections closed before the loop ends, where nobody did it before."""
    _running_home().clients.add(client)


def _running_home() -> _Home:
    global _home
    with _lock:
        if _home is None or _home.process != os.getpid():
            loop = asyncio.new_event_loop()
            thread = threading.Thread(target=loop.run_forever, name="infold-models", daemon=True)
            thread.start()
            _home = _Home(process=os.getpid(), loop=loop, thread=thread)
            atexit.register(_stop, _home)
        return _home


def _stop(home: _Home) -> None:
    """Let what was begun on the loop end, then end the loop: nothing is left to complain."""
    if home.process == os.getpid() and home.loop.is_running():
        ending = asyncio.run_coroutine_threadsafe(_ended(home), home.loop)
        concurrent.futures.wait([ending], 2 * CLOSE_SECONDS)
        home.loop.call_soon_threadsafe(home.loop.stop)
        home.thread.join(1.0)
        if not home.thread.is_alive():
            home.loop.close()


async def _ended(home: _Home) -> None:
    """Close what is open, and cancel what does not end by itself."""
    closing = [asyncio.ensure_future(client.close()) for client in list(home.clients)]
    others = asyncio.all_tasks() - {asyncio.current_task()}
    if others:
        _, late = await asyncio.wait(others, timeout=CLOSE_SECONDS)
        for task in late:
            task.cancel()
        await asyncio.gather(*closing, *late, return_exceptions=True)


def run(start: Callable[[], Coroutine[Any, Any, T]], cancel: Cancel | None) -> T:
    """Run a coroutine on the loop and wait for it.

    Args:
        start: Makes the coroutine.
        cancel: Once set, the coroutine is cancelled, and given two seconds to clean up.

    Returns:
        What the coroutine returns.

    Raises:
        ModelTimeout: `cancel` was set.
    """
    stop_if_cancelled(cancel)
    ended = threading.Event()

    async def work() -> T:
        try:
            return await start()
        finally:
            ended.set()

    task = asyncio.run_coroutine_threadsafe(work(), running_loop())
    try:
        while not concurrent.futures.wait([task], POLL_SECONDS if cancel else None).done:
            stop_if_cancelled(cancel)
        return task.result()
    except concurrent.futures.CancelledError:
        raise cancelled() from None
    finally:
        if not task.done():
            task.cancel()
            ended.wait(CLOSE_SECONDS)


def iterate(start: Callable[[], AsyncGenerator[T, None]], cancel: Cancel | None) -> Iterator[T]:
    """Run an asynchronous generator on the loop and yield what it yields.

    Args:
        start: Makes the generator.
        cancel: Once set, the generator is cancelled. Closing this iterator does the same.

    Yields:
        The generator's items, in order.

    Raises:
        ModelTimeout: `cancel` was set.
    """
    items: queue.SimpleQueue[tuple[T] | Exception | None] = queue.SimpleQueue()
    ended = threading.Event()

    async def pump() -> None:
        try:
            async with contextlib.aclosing(start()) as source:
                async for item in source:
                    items.put((item,))
        except Exception as fault:  # noqa: BLE001 - handed to the caller's thread and raised there
            items.put(fault)
        finally:
            items.put(None)
            ended.set()

    stop_if_cancelled(cancel)
    task = asyncio.run_coroutine_threadsafe(pump(), running_loop())
    try:
        while True:
            try:
                entry = items.get(timeout=POLL_SECONDS if cancel else None)
            except queue.Empty:
                stop_if_cancelled(cancel)
                continue
            stop_if_cancelled(cancel)
            if entry is None:
                return
            if isinstance(entry, Exception):
                raise entry
            yield entry[0]
    finally:
        if not task.done():
            task.cancel()
            ended.wait(CLOSE_SECONDS)

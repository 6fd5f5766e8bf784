"""Snapshots, commands and closing."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from infold.core.scope import Scope
from infold.errors import StoreError, UsageError
from infold.store.protocol import (
    Store,
    Writer,
)

ALICE = Scope(user="alice")


def test_a_snapshot_sees_one_state_and_stops_no_writer(make: Any, store: Store) -> None:
    make.add_chain(store, ALICE, "c", ("a",))
    with store.read() as before:
        assert len(before.messages(ALICE, "c")) == 1
        store.write(lambda w: w.add_message(ALICE, "c", make.message(1), (), make.forward(1)))
        assert len(before.messages(ALICE, "c")) == 1
        with store.read() as after:
            assert len(after.messages(ALICE, "c")) == 2
    with pytest.raises(UsageError, match="over"):
        before.messages(ALICE, "c")


def test_an_error_undoes_its_command_alone_and_is_raised_to_its_caller(
    make: Any, store: Store
) -> None:
    make.add_chain(store, ALICE, "c", ())

    def command(position: int) -> Callable[[Writer], int]:
        def run(writer: Writer) -> int:
            writer.add_message(ALICE, "c", make.message(position), (), make.forward(position))
            if position % 3 == 0:
                raise LookupError(str(position))
            return position

        return run

    results: dict[int, object] = {}

    def call(position: int) -> None:
        try:
            results[position] = store.write(command(position))
        except LookupError as error:
            results[position] = str(error)

    threads = [threading.Thread(target=call, args=(position,)) for position in range(24)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert results == {at: str(at) if at % 3 == 0 else at for at in range(24)}
    with store.read() as reader:
        assert [m.position for m in reader.messages(ALICE, "c")] == [
            at for at in range(24) if at % 3
        ]


def test_a_command_cannot_wait_for_itself(store: Store) -> None:
    with pytest.raises(UsageError):
        store.write(lambda writer: store.write(lambda inner: None))
    with pytest.raises(UsageError):
        store.write(lambda writer: store.close())
    store.write(lambda writer: writer.touch(ALICE))


def test_a_closed_store_says_so(store: Store) -> None:
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.write(lambda writer: None)
    with pytest.raises(StoreError, match="closed"), store.read():
        pass

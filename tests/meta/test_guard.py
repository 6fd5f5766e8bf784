"""The guard that keeps tests off the network works, and lets this machine through."""

from __future__ import annotations

import os
import socket

import pytest

DOCUMENTATION_ADDRESS = "192.0.2.1"  # RFC 5737: never routed


def forbidden() -> pytest.RaisesExc[BaseException]:
    return pytest.raises(BaseException, match="tests use this machine alone")


def test_no_connection_leaves_this_machine() -> None:
    with forbidden(), socket.socket() as end:
        end.connect((DOCUMENTATION_ADDRESS, 80))
    with forbidden(), socket.socket() as end:
        end.connect_ex((DOCUMENTATION_ADDRESS, 80))
    with forbidden(), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as end:
        end.sendto(b"x", (DOCUMENTATION_ADDRESS, 53))


def test_no_name_is_looked_up() -> None:
    with forbidden():
        socket.create_connection(("infold.invalid", 443), timeout=1)


def test_loopback_works() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname(), timeout=5) as client,
    ):
        accepted, _ = server.accept()
        with accepted:
            client.sendall(b"fold")
            assert accepted.recv(4) == b"fold"


def test_settings_from_outside_are_hidden() -> None:
    assert [name for name in os.environ if name.startswith("INFOLD_")] == []

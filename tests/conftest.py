"""What every test stands on: no network, no settings from outside, samples where they lie.

- `samples`: the folder of sample transcripts named by INFOLD_SAMPLES; the test is skipped without.
- `require`: skip where a program is missing, but fail where CI=true: there it must be installed.
- HYPOTHESIS_PROFILE=many runs each property on many more examples.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.database import DirectoryBasedExampleDatabase

from infold.models import guard

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = os.environ.get("INFOLD_SAMPLES", "")
LOOPBACK = ("localhost", "127.", "::1", "::ffff:127.")

# The folder is one that git ignores, wherever the tests were started from.
set_hypothesis_home_dir(ROOT / ".hypothesis")
# `make test` gives the same answer each time it is run on the same code; chance looks for new
# examples where there is time to look into what it finds: in `make soak`.
settings.register_profile("default", max_examples=100, deadline=None, derandomize=True)
settings.register_profile(
    "many",
    max_examples=1_000,
    deadline=None,
    print_blob=True,
    database=DirectoryBasedExampleDatabase(ROOT / ".hypothesis" / "examples"),
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


class NetworkForbidden(BaseException):
    """A test reached for the network. No `except Exception` may swallow it."""


def _check_host(host: object) -> None:
    name = host.decode() if isinstance(host, bytes) else host
    if isinstance(name, str) and name != "" and not name.lower().startswith(LOOPBACK):
        raise NetworkForbidden(f"A test tried to reach {name!r}: tests use this machine alone.")


def _check_address(address: object) -> None:
    if isinstance(address, tuple):  # a path names a Unix socket, which stays on this machine
        _check_host(address[0])


@pytest.fixture(scope="session", autouse=True)
def no_network() -> Iterator[None]:
    """Let sockets reach the loopback interface only; names are not even looked up.

    Requests to models are refused before that, by the switch that users have too.
    """
    lookup = socket.getaddrinfo

    def guarded_lookup(host: Any, *rest: Any, **named: Any) -> Any:
        if host is not None:
            _check_host(host)
        return lookup(host, *rest, **named)

    def guarded(method: Callable[..., Any]) -> Callable[..., Any]:
        def call(self: socket.socket, *arguments: Any) -> Any:
            _check_address(arguments[-1])
            return method(self, *arguments)

        return call

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guard, "allow_requests", False)
        patch.setattr(socket, "getaddrinfo", guarded_lookup)
        for name in ("connect", "connect_ex", "sendto"):
            patch.setattr(socket.socket, name, guarded(getattr(socket.socket, name)))
        yield


@pytest.fixture(scope="session", autouse=True)
def clean_environment() -> Iterator[None]:
    """Hide the caller's own settings from the tests and from the processes that they start."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("INFOLD_")]:
            patch.delenv(name)
        yield


@pytest.fixture(scope="session")
def samples() -> Path:
    """Give the folder of sample transcripts."""
    if not SAMPLES:
        pytest.skip("INFOLD_SAMPLES is not set: no sample transcripts")
    folder = Path(SAMPLES)
    assert folder.is_dir(), f"INFOLD_SAMPLES names no folder: {folder}"
    return folder


@pytest.fixture(scope="session")
def require() -> Callable[[bool, str], None]:
    """Give `require(present, what)`: it skips the test without `what`, and fails in CI."""

    def check(present: bool, what: str) -> None:
        if present:
            return
        if os.environ.get("CI") == "true":
            pytest.fail(f"{what} is missing, and CI must have it")
        pytest.skip(f"{what} is missing")

    return check

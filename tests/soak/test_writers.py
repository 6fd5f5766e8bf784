"""Four processes with 13 threads each write for the same and for different users: none fails."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from infold import Infold
from infold.config import Settings

pytestmark = pytest.mark.soak

PROCESSES, THREADS, ROUNDS = 4, 13, 12
CITIES = ("Porto", "Oslo", "Lima", "Kyoto")

WRITER = """
import json, sys, threading
from infold import Infold
from infold.config import Settings
path, process, threads, rounds, cities = sys.argv[1], *map(int, sys.argv[2:5]), sys.argv[5].split()
settings = Settings(embedder="none", space_secret="a secret for tests", extract="off")
done, faults, lock = [], [], threading.Lock()
with Infold.open(path, settings=settings) as memory:
    print("ready", flush=True)
    sys.stdin.readline()

    def write(thread):
        own = f"person-{process}-{thread}"
        for at in range(rounds):
            for what, call in (
                ("same", lambda: memory.add("Keeps the boat 서울", user="all")),
                ("city", lambda: memory.add(f"Lives in {cities[at % len(cities)]}", user="all")),
                ("own", lambda: memory.add(f"Owns the chair {at}", user=own)),
                ("turn", lambda: memory.conversation("c", user=own).append(
                    "user", f"표지{at:03d}", key=f"k{at}")),
            ):
                try:
                    call()
                    with lock:
                        done.append(what)
                except Exception as error:
                    with lock:
                        faults.append(f"{what}: {error!r}")

    threads = [threading.Thread(target=write, args=(one,)) for one in range(threads)]
    for one in threads: one.start()
    for one in threads: one.join()
print(json.dumps({"done": len(done), "faults": faults}), flush=True)
"""


def test_no_write_fails_and_what_was_written_is_whole(
    tmp_path: Path, say: Callable[[str], None]
) -> None:
    path = tmp_path / "infold.db"
    settings = Settings(embedder="none", space_secret="a secret for tests", extract="off")
    with Infold.open(path, settings=settings):
        pass
    numbers = [(str(one), str(THREADS), str(ROUNDS)) for one in range(PROCESSES)]
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path), *given, " ".join(CITIES)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for given in numbers
    ]
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
    told = []
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write("\n")
        writer.stdin.flush()
    for writer in writers:
        out, _ = writer.communicate()
        told.append(json.loads(out.splitlines()[-1]))
    assert [one["faults"] for one in told] == [[]] * PROCESSES
    say(f"{sum(one['done'] for one in told):,} writes")
    calls = PROCESSES * THREADS * ROUNDS
    with Infold.open(path, settings=settings) as memory:
        assert memory.verify() == []
        (same,) = [one for one in memory.facts(user="all") if one.text.startswith("Keeps")]
        assert same.standing.repeats == calls - 1
        holding = [one for one in memory.facts(user="all") if one.text.startswith("Lives")]
        assert len({one.value for one in holding}) == 1
        every = memory.facts(user="all", state=None)
        assert sum(1 + one.standing.repeats for one in every) == 2 * calls
        for process in range(PROCESSES):
            for thread in range(THREADS):
                own = f"person-{process}-{thread}"
                assert len(memory.facts(user=own)) == ROUNDS
                (chat,) = memory.conversations(user=own)
                assert chat.messages == ROUNDS

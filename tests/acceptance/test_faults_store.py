"""Stores that are locked, newer, full or out of reach: one typed error, nothing half-written."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from infold import Infold
from infold.config import Settings
from infold.core.tokens import RuleCounter
from infold.errors import (
    IntegrityError,
    IrreducibleContext,
    SchemaTooNew,
    StoreBusy,
    StoreError,
    UsageError,
)
from infold.fold.policy import FoldPolicy
from infold.jobs.worker import run_all
from infold.models.roles import Models
from infold.store.sqlite import SqliteStore
from infold.testing import FrozenClock
from tests.acceptance.surface import PROGRAM, Answer, infold, rows
from tests.acceptance.transcripts import chatgpt_export, openai_file, talk

NONE = {"EMBEDDER": "none", "SYNCHRONOUS": "NORMAL"}


def refused(answer: Answer, code: str, exits: int) -> str:
    """Check that a command ended with this error and no output, and give what it said."""
    assert answer.code == exits, answer
    assert answer.out == b""
    assert answer.error["code"] == code
    assert answer.error["hint"]
    assert "Traceback" not in answer.err
    return answer.error["message"]


@pytest.fixture
def filled(tmp_path: Path, plain: Settings) -> Path:
    """A store with a chat whose older part is folded, and with a job that waits."""
    path = tmp_path / "filled.db"
    with Infold.open(path, settings=plain, clock=FrozenClock()) as memory:
        chat = memory.conversation("c")
        for number, (role, text) in enumerate(talk(220)):
            chat.append(role, text)
            if number == 150:
                run_all(memory)
        assert memory.jobs()
    return path


# ------------------------------------------------------------------ budgets


@pytest.mark.parametrize(
    "options",
    [
        {"budget": 0},
        {"budget": -5},
        {"budget": 100, "reserve": 100},
        {"reserve": -1},
        {"window": 0},
        {"window": 1000, "output": 1000},
        {"window": 1000, "output": 400, "reserve": 600},
        {"output": 100},
        {"budget": 100, "max_bytes": 0},
    ],
    ids=repr,
)
def test_a_budget_that_leaves_nothing(
    filled: Path, options: dict[str, int], plain: Settings
) -> None:
    before = rows(filled)
    with Infold.open(filled, settings=plain) as memory, pytest.raises(UsageError) as caught:
        memory.conversation("c").context("x", **options)
    assert caught.value.code == "usage"
    words = [
        part for name, value in options.items() for part in (f"--{name.replace('_', '-')}", value)
    ]
    answer = infold("context", "c", "x", *words, "--db", filled, "--json", **NONE)
    assert answer.code == 2
    # The command line names what somebody typed.
    said = re.sub(r"`(\w+)`", lambda name: "--" + name[1].replace("_", "-"), caught.value.message)
    assert answer.error["message"] == said
    assert rows(filled) == before


@pytest.mark.parametrize("budget", [1, 2, 3])
def test_a_budget_in_which_no_line_fits(filled: Path, budget: int, plain: Settings) -> None:
    with Infold.open(filled, settings=plain) as memory, pytest.raises(IrreducibleContext) as caught:
        memory.conversation("c").context("x", budget=budget)
    assert caught.value.hint
    answer = infold("context", "c", "x", "--budget", budget, "--db", filled, "--json", **NONE)
    assert "Not one line fits" in refused(answer, "irreducible_context", 5)


def test_a_bound_in_bytes_is_spoken_of_in_bytes(filled: Path) -> None:
    command = ("context", "c", "x", "--max-bytes", 3, "--db", filled, "--json")
    message = refused(infold(*command, **NONE), "irreducible_context", 5)
    assert re.search(r"Not one line fits 3 bytes: the shortest at hand needs \d+ bytes\.", message)
    assert "token" not in message


# ------------------------------------------------------------------ held by another process

HOLD = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute(sys.argv[2])
print("held", flush=True)
sys.stdin.readline()
"""


@contextlib.contextmanager
def held(path: Path, how: str = "BEGIN IMMEDIATE") -> Iterator[None]:
    """Let another process hold a store."""
    other = subprocess.Popen(
        [sys.executable, "-c", HOLD, path, how], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert other.stdout is not None
    assert other.stdout.readline() == b"held\n"
    try:
        yield
    finally:
        other.communicate(b"\n")


def test_a_locked_store_is_busy_and_can_be_read(filled: Path, tmp_path: Path) -> None:
    file = openai_file(tmp_path / "f.json", [{"role": "user", "content": "new"}])
    settings = Settings(embedder="none", busy_seconds=0.05)
    with Infold.open(filled, settings=settings, clock=FrozenClock()) as memory:
        chat = memory.conversation("c")
        before = rows(filled)
        with held(filled):
            writes: tuple[Callable[[], object], ...] = (
                lambda: chat.append("user", "x"),
                lambda: memory.conversation("another").append("user", "x"),
                lambda: memory.import_file(file),
                memory.run_job,
                lambda: chat.withdraw(chat.merges()[0].id),
            )
            for write in writes:
                with pytest.raises(StoreBusy) as caught:
                    write()
                assert "Try again" in caught.value.hint
            soon = {**NONE, "BUSY_SECONDS": "0.05"}
            for words in (("import", file), ("worker", "--once")):
                answer = infold(*words, "--db", filled, "--json", **soon)
                assert "another process" in refused(answer, "store_busy", 6)
            # Reading goes on.
            assert chat.context("x", budget=500).accounting["total"] == 220
            assert infold("list", "--db", filled, "--json", **soon).data[0]["messages"] == 220
            assert infold("verify", "--db", filled, "--json", **soon).code == 0
        assert rows(filled) == before
        assert chat.append("user", "x").position == 220


def test_a_store_that_is_held_alone(filled: Path) -> None:
    connection = sqlite3.connect(filled)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    with held(filled, "BEGIN EXCLUSIVE"):
        answer = infold("list", "--db", filled, "--json", **NONE, BUSY_SECONDS="0.05")
        refused(answer, "store_busy", 6)
    assert infold("list", "--db", filled, "--json", **NONE).code == 0


# ------------------------------------------------------------------ not ours to open

COMMANDS = (
    ("list",),
    ("show", "c"),
    ("context", "c", "x"),
    ("search", "x"),
    ("folds", "c"),
    ("worker", "--once"),
    ("verify",),
    ("doctor",),
    ("import", "f.json"),
)


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_a_newer_store_is_left_alone(filled: Path, words: tuple[str, ...]) -> None:
    with contextlib.closing(sqlite3.connect(filled)) as database:
        database.execute("PRAGMA user_version = 99")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = filled.read_bytes()
    said = refused(infold(*words, "--db", filled, "--json", **NONE), "schema_too_new", 6)
    assert "99" in said
    with pytest.raises(SchemaTooNew):
        Infold.open(filled, embedder="none")
    assert filled.read_bytes() == before


@pytest.mark.parametrize(
    "content", [b"not a database at all" * 100, b"SQLite format 3\x00" + bytes(4000)]
)
def test_another_file_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.db"
    path.write_bytes(content)
    with pytest.raises(IntegrityError):
        Infold.open(path, embedder="none")
    refused(infold("list", "--db", path, "--json", **NONE), "integrity", 6)
    assert path.read_bytes() == content


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    assert "no Infold store" in refused(
        infold("list", "--db", path, "--json", **NONE), "integrity", 6
    )
    assert path.read_bytes() == before


def test_what_is_not_there_is_not_made_by_reading(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    for words in COMMANDS[:-1]:
        refused(infold(*words, "--db", path, "--json", **NONE), "not_found", 3)
    assert list(tmp_path.iterdir()) == []


# ------------------------------------------------------------------ places that cannot be written


def bad_places(tmp_path: Path) -> list[Path]:
    """Places where not even root can make a file."""
    (tmp_path / "a file").write_text("x")
    return [
        tmp_path / "a file" / "x.db",
        tmp_path / "no folder" / "x.db",
        Path("/proc/x.db"),
        tmp_path,
    ]


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    file = openai_file(tmp_path / "f.json", [{"role": "user", "content": "new"}])
    places = bad_places(tmp_path)
    there = sorted(tmp_path.iterdir())
    for place in places:
        with pytest.raises(StoreError) as caught:
            Infold.open(place, embedder="none")
        assert caught.value.hint
        refused(infold("import", file, "--db", place, "--json", **NONE), "store", 6)
    assert sorted(tmp_path.iterdir()) == there


def test_an_export_that_cannot_be_written(filled: Path, tmp_path: Path) -> None:
    for place in bad_places(tmp_path):
        answer = infold("export", "--out", place, "--db", filled, **NONE)
        assert answer.code == 6, answer
        assert "cannot be written" in answer.err
        assert answer.out == b""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a file", "filled.db"]


def test_an_export_to_what_is_no_file_replaces_nothing(filled: Path, tmp_path: Path) -> None:
    pipe, link, target = tmp_path / "pipe", tmp_path / "link", tmp_path / "target"
    os.mkfifo(pipe)
    target.write_bytes(b"before")
    link.symlink_to(target)
    whole = infold("export", "--db", filled, **NONE).out
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
        assert infold("export", "--out", pipe, "--db", filled, **NONE).code == 0
        assert reader.communicate()[0] == whole
    assert pipe.is_fifo()
    assert infold("export", "--out", link, "--db", filled, **NONE).code == 0
    assert link.is_symlink()
    assert target.read_bytes() == whole


AS_NOBODY = """
import os, sys
sys.path[:0] = os.environ["PATHS"].split(os.pathsep)
from infold.cli import app, care, change, read, render, main
import infold.engine.memory, infold.jobs.worker, infold.store.migrating, rich.progress, rich.table
if os.geteuid() == 0:  # permissions bind everybody but root
    os.setgroups([]), os.setgid(65534), os.setuid(65534)
main()
"""


def nobody(*arguments: object) -> Answer:
    """Run a command as somebody who owns nothing."""
    done = subprocess.run(
        [sys.executable, "-c", AS_NOBODY, *map(str, arguments)],
        capture_output=True,
        check=False,
        cwd="/",
        env={**os.environ, "PATHS": os.pathsep.join(sys.path), "INFOLD_EMBEDDER": "none"},
    )
    return Answer(code=done.returncode, out=done.stdout, err=done.stderr.decode())


@pytest.fixture
def public() -> Iterator[Path]:
    """Give a folder that everybody may enter; pytest's own it closes to others, at every start."""
    with tempfile.TemporaryDirectory() as folder:
        shared = Path(folder)
        shared.chmod(0o755)
        yield shared
        shared.chmod(0o755)


def test_a_folder_without_the_right_to_write(public: Path) -> None:
    file = openai_file(public / "f.json", [{"role": "user", "content": "new"}])
    public.chmod(0o555)
    said = refused(nobody("import", file, "--db", public / "x.db", "--json"), "store", 6)
    assert "x.db" in said
    assert [path.name for path in public.iterdir()] == ["f.json"]
    public.chmod(0o755)


READING = (
    ("list",),
    ("show", "c"),
    ("context", "c", "which port?"),
    ("search", "백업 작업"),
    ("folds", "c"),
    ("export",),
)


@pytest.fixture
def sealed(public: Path, filled: Path) -> Iterator[Callable[[], Path]]:
    """Give a function that takes the right to write to a store and its folder away."""
    path = public / "x.db"
    filled.rename(path)
    openai_file(public / "f.json", [{"role": "user", "content": "new"}])

    def seal() -> Path:
        for each in public.iterdir():
            each.chmod(0o444)
        public.chmod(0o555)
        return path

    yield seal
    public.chmod(0o755)


ALL_AS_NOBODY = """
import base64, json, os, sys
sys.path[:0] = os.environ["PATHS"].split(os.pathsep)
from tests.acceptance.surface import infold
orders, path, warm = json.loads(sys.argv[1])
for words in orders:  # what nobody may not load is loaded by the same command on another store
    infold(*words, "--db", warm)
if os.geteuid() == 0:
    os.setgroups([]), os.setgid(65534), os.setuid(65534)
for words in orders:
    answer = infold(*words, "--db", path)
    print(json.dumps([answer.code, base64.b64encode(answer.out).decode(), answer.err]))
"""


def all_as_nobody(path: Path, warm: Path, *orders: tuple[str, ...]) -> list[Answer]:
    """Run several commands on a store, in one process, as somebody who owns nothing."""
    done = subprocess.run(
        [sys.executable, "-c", ALL_AS_NOBODY, json.dumps([orders, str(path), str(warm)])],
        capture_output=True,
        check=False,
        cwd="/",
        env={**os.environ, "PATHS": os.pathsep.join(sys.path), "INFOLD_EMBEDDER": "none"},
    )
    assert done.returncode == 0, done.stderr
    return [
        Answer(code=code, out=base64.b64decode(out), err=err)
        for code, out, err in map(json.loads, done.stdout.splitlines())
    ]


def agrees_with_a_copy(path: Path, copy: Path) -> None:
    """Check that what nobody reads of a sealed store is what its owner reads of a copy."""
    file = str(path.with_name("f.json"))
    warm = copy.with_name("warm.db")
    shutil.copy(copy, warm)
    reading = [words if words == ("export",) else (*words, "--json") for words in READING]
    changing = [("worker", "--once"), ("import", file)]
    answers = all_as_nobody(
        path, warm, *reading, ("verify", "--json"), ("doctor", "--json"), *changing
    )
    for words, answer in zip(reading, answers, strict=False):
        assert answer.code == 0, answer
        assert answer.out == infold(*words, "--db", copy, **NONE).out, words
    verified, examined, *refusals = answers[len(reading) :]
    assert verified.data == []
    assert examined.code in (0, 1)
    for answer in refusals:
        assert answer.code == 6, answer
        assert "may write to the f" in answer.err


def test_a_store_without_the_right_to_write_is_read(
    sealed: Callable[[], Path], public: Path, tmp_path: Path
) -> None:
    shutil.copy(public / "x.db", tmp_path / "copy.db")
    path = sealed()
    before = path.read_bytes()
    agrees_with_a_copy(path, tmp_path / "copy.db")
    assert path.read_bytes() == before
    assert sorted(each.name for each in public.iterdir()) == ["f.json", "x.db"]


def test_a_store_that_its_owner_has_open_is_read_with_its_log(
    sealed: Callable[[], Path], public: Path, tmp_path: Path, plain: Settings
) -> None:
    with Infold.open(public / "x.db", settings=plain) as memory:
        memory.conversation("c").append("user", "가장 새로운 말 62001")
        for name in ("x.db", "x.db-wal"):
            shutil.copy(public / name, tmp_path / name.replace("x", "copy"))
        agrees_with_a_copy(sealed(), tmp_path / "copy.db")
        newest = infold("show", "c", "--db", tmp_path / "copy.db", "--json", **NONE)
        assert newest.data["items"][-1]["parts"][0]["text"] == "가장 새로운 말 62001"
        public.chmod(0o755)


def test_a_log_that_cannot_be_read_is_said(
    sealed: Callable[[], Path], public: Path, tmp_path: Path, plain: Settings
) -> None:
    copy = tmp_path / "aside"
    copy.mkdir()
    with Infold.open(public / "x.db", settings=plain) as memory:
        memory.conversation("c").append("user", "가장 새로운 말 62001")
        for name in ("x.db", "x.db-wal"):
            shutil.copy(public / name, copy / name)
    for name in ("x.db", "x.db-wal"):
        shutil.copy(copy / name, public / name)
    warm = tmp_path / "warm.db"
    shutil.copy(copy / "x.db", warm)
    reading = [(*words, "--json") for words in (*READING, ("verify",)) if words != ("export",)]
    for answer in all_as_nobody(sealed(), warm, *reading):
        assert "newest messages stand in x.db-wal" in refused(answer, "store", 6)
        assert "Copy x.db and x.db-wal together" in answer.error["hint"]
    # What the hint says works.
    newest = infold("show", "c", "--db", copy / "x.db", "--json", **NONE).data["items"][-1]
    assert newest["parts"][0]["text"] == "가장 새로운 말 62001"


# ------------------------------------------------------------------ a disk that is full


def over(path: Path, connect: Callable[..., sqlite3.Connection], clock: FrozenClock) -> Infold:
    """An engine on a store whose connections are made by `connect`."""
    return Infold(
        SqliteStore.open(path, connect=connect),
        settings=Settings(embedder="none", extract="off"),
        embedder=None,
        models=Models(),
        policy=FoldPolicy(),
        counter=RuleCounter(),
        clock=clock,
    )


@pytest.fixture
def full(filled: Path, clock: FrozenClock) -> Iterator[tuple[Infold, Callable[[int | None], None]]]:
    """An engine, and a switch: how many pages may be added, or None for no bound."""
    made: list[sqlite3.Connection] = []

    def connect(*arguments: Any, **named: Any) -> sqlite3.Connection:
        made.append(sqlite3.connect(*arguments, **named))
        return made[-1]

    def bound(room: int | None) -> None:
        pages = made[0].execute("PRAGMA page_count").fetchone()[0]
        made[0].execute(f"PRAGMA max_page_count = {10**6 if room is None else pages + room}")

    with over(filled, connect, clock) as memory:
        yield memory, bound


FULL = r"no space left.*Nothing was written.*Free space"


@pytest.mark.parametrize("room", [0, 1, 5])
def test_a_full_disk_refuses_an_append(full: Any, room: int) -> None:
    memory, bound = full
    chat = memory.conversation("c")
    bound(room)
    written = 0
    with pytest.raises(StoreError, match=FULL):  # noqa: PT012 - how much fits is SQLite's to say
        for _ in range(1000):
            chat.append("user", "길다 " * 2000)
            written += 1
    assert len(chat.messages()) == 220 + written
    assert memory.verify() == []
    bound(None)
    assert chat.append("user", "길다 " * 2000).position == 220 + written


@pytest.mark.parametrize("room", [0, 30, 100])
def test_a_full_disk_stops_an_import_between_two_chunks(
    full: Any, tmp_path: Path, room: int
) -> None:
    memory, bound = full
    file = chatgpt_export(tmp_path / "x.json", conversations=3, messages=700)
    bound(room)
    with pytest.raises(StoreError, match=r"no space left.*Free space") as caught:
        memory.import_file(file)
    assert memory.verify() == []
    came = sum(info.messages for info in memory.conversations()) - 220
    assert came in (0, 500, 700, 1200)
    if came:
        assert caught.value.hint.startswith(f"{came:,} messages came in before and will stay. Free")
        assert caught.value.hint.endswith("Import it again then: it goes on where it stopped.")
    else:
        assert caught.value.hint.startswith("Nothing was written. Free")
    bound(None)
    memory.import_file(file)
    assert sum(info.messages for info in memory.conversations()) == 220 + 2100
    assert memory.verify() == []


def test_a_full_disk_stops_a_fold_and_it_is_made_later(full: Any, clock: FrozenClock) -> None:
    memory, bound = full
    # What a job linked before it began to fold stands.
    steps = ["jobs", "linked", "scopes"]
    before = rows(memory.store.path, but=steps)
    for room in (0, 1, 4):
        bound(room)
        said = ""
        try:
            report = memory.run_job()
            said = report.error if report else "nothing was due"
        except StoreError as error:  # not even the failure could be written down
            said = str(error)
        assert "no space left" in said
        assert rows(memory.store.path, but=steps) == before
        # Its lease or its pause ends.
        clock.advance(timedelta(minutes=5))
    bound(None)
    run_all(memory)
    assert memory.jobs() == []
    assert rows(memory.store.path, but=steps) != before
    assert memory.verify() == []


def limited(*arguments: object, size: int) -> Answer:
    """Run a command that may write no file beyond a size."""
    done = subprocess.run(
        [*PROGRAM, *map(str, arguments)],
        capture_output=True,
        check=False,
        env={**os.environ, **{f"INFOLD_{name}": value for name, value in NONE.items()}},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
    )
    return Answer(code=done.returncode, out=done.stdout, err=done.stderr.decode())


@pytest.mark.parametrize("size", [0, 2_000, 400_000])
def test_a_disk_that_takes_no_more_bytes(tmp_path: Path, size: int) -> None:
    file = chatgpt_export(tmp_path / "x.json", conversations=2, messages=520)
    path = tmp_path / "infold.db"
    refused(limited("import", file, "--db", path, "--json", size=size), "store", 6)
    assert infold("import", file, "--db", path, "--json", "--no-fold", **NONE).code == 0
    with Infold.open(path, embedder="none") as memory:
        assert sum(info.messages for info in memory.conversations()) == 1040


needs_full = pytest.mark.skipif(
    not Path("/dev/full").is_char_device(), reason="there is no /dev/full here"
)


@needs_full
def test_output_that_cannot_be_written(filled: Path) -> None:
    with Path("/dev/full").open("wb") as out:
        for words in (("export",), ("list",)):
            done = subprocess.run(
                [*PROGRAM, *words, "--db", filled],
                stdout=out,
                stderr=subprocess.PIPE,
                check=False,
                env={**os.environ, "INFOLD_EMBEDDER": "none"},
            )
            assert done.returncode == 6, words
            assert b"Traceback" not in done.stderr
            assert b"No space left" in done.stderr

"""The command line as real processes: outputs, exit codes, pipes, terminals and languages."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from infold import Infold, __version__
from infold.config import Settings
from tests.acceptance.surface import PROGRAM, Answer, infold
from tests.acceptance.transcripts import openai_file, talk

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "cli.md"
# Below these, keys are data: types of records, what was asked for, a provider's own form.
FREE = {"skipped", "why"}


def run(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end; the store of the fixture is found by its settings."""
    return subprocess.run(
        [*PROGRAM, *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "INFOLD_EMBEDDER": "none", "COLUMNS": "80", **environment},
        check=False,
        timeout=180,
    )


def read(*arguments: object) -> Answer:
    """Run a command in this process: it is quicker."""
    return infold(*arguments, EMBEDDER="none")


def said(count: int, seed: int = 0) -> list[dict[str, str]]:
    return [{"role": role, "content": text} for role, text in talk(count, seed=seed)]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a store with a chat, folded, and one of an agent."""
    folder = tmp_path_factory.mktemp("cli")
    path = folder / "infold.db"
    file = openai_file(folder / "chat.json", said(120))
    done = run("import", file, "--db", path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "120 messages, 120 new" in " ".join(done.stdout.split())
    assert "Folded: 1 job done." in done.stdout
    with Infold.open(path, settings=Settings(embedder="none")) as memory:
        memory.conversation("nota", agent="planner", session="senin").append("user", "kode 5521")
    return path


@pytest.fixture(scope="module")
def names(store: Path) -> dict[str, str]:
    """Give ids of the chat and of one of its folds."""
    chat = json.loads(run("list", "--db", store, "--json").stdout)[0]["id"]
    fold = json.loads(run("folds", chat, "--db", store, "--json").stdout)[0]["id"]
    return {"chat": chat, "fold": fold}


COMMANDS: dict[str, tuple[str, ...]] = {
    "list": (),
    "show": ("{chat}", "--last", "5"),
    "context": ("{chat}", "What failed? 데이터베이스 백업", "--budget", "600", "--why", "3"),
    "folds": ("{chat}",),
    "expand": ("{fold}",),
    "sources": ("{fold}",),
    "search": ("서버 백업 backup",),
    "worker": ("--once",),
    "verify": (),
    "doctor": (),
}


def keys(value: Any) -> Iterator[str]:
    """Every key in a JSON value, but for those that are data."""
    todo = [value]
    while todo:
        match todo.pop():
            case list() as items:
                todo += items
            case dict() as items:
                yield from items
                todo += [item for key, item in items.items() if key not in FREE]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_speaks_to_people_and_to_programs(
    store: Path, names: dict[str, str], command: str
) -> None:
    arguments = [argument.format(**names) for argument in COMMANDS[command]]
    people = run(command, *arguments, "--db", store)
    assert (people.returncode, people.stderr) == (0, "")
    assert people.stdout.strip()
    assert "\x1b" not in people.stdout
    after = run(command, *arguments, "--db", store, "--json")
    assert (after.returncode, after.stderr) == (0, "")
    check_keys(command, json.loads(after.stdout))


def check_keys(name: str, value: Any) -> None:
    """Every key that a command prints is in its section, or in the beginning of the page."""
    page = PAGE.read_text(encoding="utf-8")
    head, *parts = re.split(r"^## infold ([a-z-]+)\n", page, flags=re.MULTILINE)
    sections = dict(zip(parts[::2], parts[1::2], strict=True))
    text = head + sections[name] + (sections["context"] if name == "demo" else "")
    found = set(keys(value))
    if name != "verify":  # a sound store gives an empty list
        assert found
    # A context's messages are in the form of the OpenAI interface.
    assert found - set(re.findall(r"`([a-z_]+)`", text)) - {"content"} == set()


def test_options_of_all_commands_may_stand_in_front(store: Path) -> None:
    done = run("--json", "--db", store, "--user", "nobody", "list")
    assert (done.returncode, json.loads(done.stdout)) == (0, [])
    lost = run("--json", "--db", store, "show", "없는 대화")
    assert lost.returncode == 3
    assert json.loads(lost.stderr)["error"]["code"] == "not_found"


def test_every_key_of_commands_that_write_is_in_the_page(tmp_path: Path) -> None:
    (tmp_path / "broken.jsonl").write_text('{"role": "user", "content": "a"}\n{"role"\n')
    (tmp_path / "empty.json").write_bytes(b"")
    files = [openai_file(tmp_path / "chat.json", said(120)), *sorted(tmp_path.glob("[be]*.json*"))]
    db = tmp_path / "new.db"
    done = run("import", *files, "--no-fold", "--db", db, "--json")
    assert done.returncode == 8
    check_keys("import", json.loads(done.stdout))
    check_keys("worker", json.loads(run("worker", "--dry-run", "--db", db, "--json").stdout))
    check_keys("demo", json.loads(run("demo", "--json").stdout))


def test_help_lists_every_command_in_its_section_on_one_whole_line() -> None:
    from infold.cli.sections import SECTIONS

    text = run("--help").stdout
    lines = text[text.index("Chats:") :].splitlines()
    listed = [line.split()[0] for line in lines if line.startswith("  ")]
    assert listed == [name for names in SECTIONS.values() for name in names]
    assert "Others:" not in text
    for command in ((), ("fact",)):
        cut = [line for line in run(*command, "--help").stdout.splitlines() if line[-3:] == "..."]
        assert [line for line in cut if not line.startswith("Usage:")] == []


def test_help_of_whole_store_commands_offers_no_user() -> None:
    for command in ("worker", "verify", "doctor"):
        text = run(command, "--help").stdout
        assert "all users" in " ".join(text.split())
        assert "--user" not in text


@pytest.mark.parametrize("command", ["worker", "verify", "doctor"])
def test_a_user_is_refused_where_all_are_looked_at(store: Path, command: str) -> None:
    more = ["--once"] if command == "worker" else []
    for arguments in ([command, *more, "--user", "kim"], ["--user", "kim", command, *more]):
        done = run(*arguments, "--db", store)
        assert done.returncode == 2
        assert "--user" in done.stderr


def test_an_agent_and_a_session_narrow_what_is_read(store: Path) -> None:
    every = read("list", "--db", store, "--json").data
    assert len(every) == 2
    for scope in (("--agent", "planner"), ("--session", "senin")):
        (one,) = read("list", "--db", store, "--json", *scope).data
        assert one["messages"] == 1
        shown = read("show", one["id"], "--db", store, *scope)
        assert (shown.code, b"kode 5521" in shown.out) == (0, True)
        (message,) = read("show", one["id"], "--db", store, "--json").data["items"]
        traced = read("sources", message["id"], "--db", store, "--json", *scope)
        assert [item["text"] for item in traced.data] == ["kode 5521"]
        made = read("context", one["id"], "kode?", "--db", store, "--json", *scope)
        assert "kode 5521" in made.data["text"]
    other = ("--agent", "somebody else", "--db", store)
    assert read("list", "--json", *other).data == []
    assert read("search", "kode 5521", "--json", *other).data == []
    for command in (
        ("show", every[0]["id"]),
        ("folds", every[0]["id"]),
        ("context", every[0]["id"], "x"),
        ("sources", message["id"]),
    ):
        assert read(*command, *other).code == 3


def test_a_fold_of_another_agent_is_not_opened(store: Path, names: dict[str, str]) -> None:
    assert read("expand", names["fold"], "--db", store).code == 0
    assert read("expand", names["fold"], "--db", store, "--agent", "planner").code == 3


@pytest.mark.parametrize("asked", ["²", "٣", "99", "9" * 5000, "-1", "m_unknown"])
def test_why_of_what_is_no_message_is_not_found(
    store: Path, names: dict[str, str], asked: str
) -> None:
    done = run("context", names["chat"], "x", f"--why={asked}", "--db", store)
    if asked == "99":
        assert done.returncode == 0
        assert "99: Message 99 is " in done.stdout
        return
    assert done.returncode == 3
    said, hint = done.stderr.splitlines()
    assert said.startswith("infold: ")
    assert len(said) < 200
    assert hint.strip()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("list", "--db", "{folder}/none.db"), 3),
        (("show", "no such chat", "--db", "{store}"), 3),
        (("context", "{chat}", "x", "--layout", "round", "--db", "{store}"), 2),
        (("context", "{chat}", "x", "--colour", "--db", "{store}"), 2),
        (("import", "{folder}/none.json", "--db", "{folder}/a.db"), 8),
        (("import", "{folder}/text.db", "--db", "{folder}/b.db"), 8),
        (("import", "{folder}", "--db", "{folder}/c.db"), 8),
        (("list", "--db", "{folder}/text.db"), 6),
    ],
)
def test_each_fault_has_its_exit_code(
    store: Path, names: dict[str, str], tmp_path: Path, arguments: tuple[str, ...], code: int
) -> None:
    (tmp_path / "text.db").write_text("plain words, 그냥 글\n" * 200, encoding="utf-8")
    places = {"store": store, "folder": tmp_path, **names}
    done = run(*(argument.format(**places) for argument in arguments))
    assert (done.returncode, done.stdout) == (code, "")
    assert "Traceback" not in done.stderr
    assert done.stderr


def test_settings_that_cannot_be_used_are_named_together(store: Path) -> None:
    done = run("list", "--db", store, INFOLD_BUSY_SECONDS="inf", INFOLD_CACHE_BYTES="many")
    assert done.returncode == 2
    assert "busy_seconds" in done.stderr
    assert "cache_bytes" in done.stderr


def test_a_file_that_cannot_be_imported_keeps_no_other_out(tmp_path: Path) -> None:
    first = openai_file(tmp_path / "first.json", said(120, 1))
    bad = tmp_path / "나쁜.json"
    bad.write_bytes(b"")
    last = openai_file(tmp_path / "last.json", said(120, 2))
    done = run("import", first, bad, last, "--db", tmp_path / "people.db")
    assert done.returncode == 8
    assert "".join(done.stdout.split()).count("120messages,120new") == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"infold: {bad}")
    assert "jobs done" in done.stdout
    done = run("import", first, bad, last, "--db", tmp_path / "programs.db", "--json")
    assert done.returncode == 8
    one, two, three = json.loads(done.stdout)
    assert (one["added"], two["error"]["code"], three["added"]) == (120, "format", 120)
    assert "error" not in one
    assert (two["file"], json.loads(done.stderr)["error"]) == (str(bad), two["error"])
    for name in ("people.db", "programs.db"):
        with Infold.open(tmp_path / name, settings=Settings(embedder="none")) as memory:
            chats = [memory.find(info.id) for info in memory.conversations()]
            assert [bool(chat.folds()) for chat in chats] == [True, True]
            assert memory.jobs() == []


@pytest.mark.parametrize("command", [("show", "{chat}", "--full"), ("worker", "--once")])
def test_a_reader_that_leaves_is_no_fault(
    store: Path, names: dict[str, str], command: tuple[str, ...]
) -> None:
    with subprocess.Popen(
        [*PROGRAM, *(word.format(**names) for word in command), "--db", str(store)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "INFOLD_EMBEDDER": "none"},
    ) as writer:
        assert writer.stdout is not None
        assert writer.stderr is not None
        # Closed before the first byte is written, as by `| head -0`; reading one would be a race.
        writer.stdout.close()
        said_of_it = writer.stderr.read()
        assert writer.wait(60) == 0
    assert said_of_it == b""


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colours_where_none_are_wanted(
    store: Path, names: dict[str, str], environment: dict[str, str]
) -> None:
    # FORCE_COLOR makes a terminal of the pipe.
    done = run("doctor", "--db", store, FORCE_COLOR="1", **environment)
    assert done.returncode == 0
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", done.stdout)


@pytest.mark.parametrize(
    "environment",
    [
        {"LANG": "C"},
        {"LC_ALL": "C"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "latin-1"},
    ],
)
def test_all_languages_where_the_terminal_has_one(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    text = "데이터베이스 백업은 금요일에 끝나요 🙂"
    file = openai_file(tmp_path / "chat.json", [{"role": "user", "content": text}])
    db = tmp_path / "infold.db"
    assert run("import", file, "--db", db, **environment).returncode == 0
    for command in (("list",), ("search", "백업"), ("show", text[:60])):
        done = run(*command, "--db", db, **environment)
        assert (done.returncode, done.stderr) == (0, "")
    shown = run("show", text[:60], "--db", db, "--json", **environment)
    assert json.loads(shown.stdout)["items"][0]["parts"][0]["text"] == text


def test_no_line_is_wider_than_the_terminal(tmp_path: Path) -> None:
    db = tmp_path / "infold.db"
    for number, title in enumerate(
        ("데이터베이스 복제본을 다시 만드는 일 " * 4, "数据库" * 30, "a" * 90)
    ):
        chat = [{"role": "user", "content": title}, *said(20, number)]
        assert (
            run("import", openai_file(tmp_path / f"{number}.json", chat), "--db", db).returncode
            == 0
        )
    lines = run("list", "--db", db).stdout.splitlines()
    assert len(lines) >= 5
    assert max(map(cell_len, lines)) <= 80


def test_streams_that_the_caller_has_closed_are_no_fault(tmp_path: Path) -> None:
    def run(words: list[str], closing: str) -> subprocess.CompletedProcess[str]:
        command = ["sh", "-c", f'exec "$@" {closing}', "sh", *PROGRAM, *words]
        return subprocess.run(command, check=False, capture_output=True, text=True)

    assert run(["--db", str(tmp_path / "none.db"), "list"], ">&- 2>&-").returncode == 3
    done = run(["--version"], "2>&-")
    assert (done.returncode, done.stdout) == (0, f"infold {__version__}\n")


@pytest.mark.parametrize(
    ("arguments", "wrong", "help_of"),
    [
        (["show", "--json"], "CONVERSATION", "infold show"),
        (["--json", "show"], "CONVERSATION", "infold show"),
        (["context", "c", "q", "--budget", "많이", "--json"], "--budget", "infold context"),
        (["list", "--json", "--nosuch"], "--nosuch", "infold list"),
        (["lst", "--json"], "lst", "infold"),
        (["fact", "--json"], "--json", "infold fact"),
        (["--json"], "command", "infold"),
    ],
)
def test_a_call_that_cannot_be_read_is_an_error_like_any_other(
    arguments: list[str], wrong: str, help_of: str
) -> None:
    answer = read(*arguments)
    assert (answer.code, answer.out) == (2, b"")
    assert answer.error["code"] == "usage"
    assert wrong in answer.error["message"]
    assert answer.error["hint"] == f"See: {help_of} --help"
    assert len(answer.err.splitlines()) == 1


@pytest.mark.parametrize("arguments", [["show"], ["show", "--", "--json", "x"]])
def test_people_see_how_a_call_is_written(arguments: list[str]) -> None:
    answer = read(*arguments)
    assert (answer.code, answer.out) == (2, b"")
    assert answer.err.startswith("Usage: infold show")


def test_the_package_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "infold", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == run("--version").stdout


def test_without_a_command_the_help_is_shown() -> None:
    done = run()
    assert done.returncode == 2
    assert "Usage: infold [OPTIONS] COMMAND" in done.stdout + done.stderr


UNREACHABLE = {
    "INFOLD_MODEL_BASE_URL": "http://127.0.0.1:9/v1",
    "INFOLD_MODEL": "작은-model",
    "INFOLD_MODEL_API_KEY": "x",
}


def test_a_model_that_fails_is_named_where_it_was_to_work(tmp_path: Path) -> None:
    db = tmp_path / "infold.db"
    file = openai_file(tmp_path / "chat.json", said(260))
    done = run("import", file, "--db", db, "--json", **UNREACHABLE)
    assert done.returncode == 0
    assert json.loads(done.stdout)[0]["added"] == 260
    (line,) = done.stderr.splitlines()
    note = json.loads(line)["note"]
    assert note["message"].startswith("1 model-fold job not done. model: The model 작은-model at")
    assert "cannot be reached" in note["message"]
    assert "infold doctor" in note["hint"]
    told = run("doctor", "--db", db, "--json", **UNREACHABLE)
    assert told.returncode == 1
    (finding,) = [row for row in json.loads(told.stdout) if row["topic"] == "retried job"]
    assert "cannot be reached" in finding["value"]
    # Its pause is over as soon as more is said; a worker of people says the same.
    with sqlite3.connect(db) as connection:
        connection.execute("UPDATE jobs SET due = 0")
    told = run("worker", "--once", "--db", db, **UNREACHABLE)
    assert told.stdout == "0 jobs done, 1 put back, 0 failed.\n"
    assert told.stderr.startswith("infold: 1 model-fold job not done. model: The model")
    again = run("worker", "--once", "--db", db, "--json", **UNREACHABLE)
    assert json.loads(again.stdout) == {"done": 0, "waiting": 1, "failed": 0, "errors": []}


def test_ids_are_understood_as_they_are_printed(store: Path) -> None:
    first = read("list", "--db", store, "--json").data[0]["id"]
    fold = read("folds", first, "--db", store, "--json").data[0]
    made = read("context", first, "Which port?", "--db", store, "--json").data
    message = made["sources"][0]["id"]
    shown = read("sources", fold["claims"][0]["id"], "--db", store).out.decode()
    (printed, *_) = re.findall(r"#\d+ (m_[0-9a-f]{8})\b", shown)
    for record in (message, fold["claims"][0]["id"], fold["id"]):
        whole = read("sources", record, "--db", store, "--json").data
        assert whole
        assert read("sources", record[:10], "--db", store, "--json").data == whole
    assert read("sources", printed, "--db", store).code == 0
    for option in ("--why", "--leaf"):
        answers = [
            read("context", first, "Which port?", option, name, "--db", store, "--json")
            for name in (message, message[:10])
        ]
        assert [answer.code for answer in answers] == [0, 0]
        whole, short = (answer.data for answer in answers)
        assert list(whole.pop("why", {"": 1}).values()) == list(short.pop("why", {"": 1}).values())
        assert whole == short
    for name, words in (("m_", "m_"), ("m_zzzz", "m_zzzz")):
        answer = read("sources", name, "--db", store, "--json")
        assert (answer.code, answer.error["code"]) == (3, "not_found")
        assert words in answer.error["message"]
    assert read("marks", first, "--on", message[:10], "--kind", "pin", "--db", store).code == 0
    assert read("undo", first, "--db", store).code == 0

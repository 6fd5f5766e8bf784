"""What tools did: files that were read, commands that worked, errors; named in many ways."""

from __future__ import annotations

import json

import pytest

from infold.core.messages import Message, Text, ToolCall, ToolResult
from infold.trial.tools import errors_in, files_read, worked


def exchange(name: str, given: object, result: str, *, error: bool = False) -> list[Message]:
    arguments = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
    return [
        Message(
            role="assistant",
            parts=(Text(text="look"), ToolCall(id="c1", name=name, arguments=arguments)),
            id="a",
        ),
        Message(role="tool", parts=(ToolResult(call="c1", text=result, error=error),), id="t"),
    ]


@pytest.mark.parametrize(
    ("name", "given", "path"),
    [
        ("Read", {"file_path": "/srv/app.py"}, "/srv/app.py"),
        ("read_file", {"path": "설정/앱.toml"}, "설정/앱.toml"),
        ("read_files", {"files": [{"path": "a.py", "start_line": 1}, {"path": "b.py"}]}, "a.py"),
        ("str_replace_editor", {"command": "view", "path": "x.rs"}, "x.rs"),
        ("view_file", {"AbsolutePath": "y", "absolute_path": "/z"}, "/z"),
        ("Bash", {"command": "cat src/main.c"}, "src/main.c"),
        ("shell", {"command": ["bash", "-lc", "cd app && sed -n '1,40p' lib/x.rb"]}, "lib/x.rb"),
        ("run_commands", {"commands": ["head -n 20 notes.md"]}, "notes.md"),
        ("Bash", {"command": "cat a.c | wc -l"}, ""),
        ("Bash", {"command": "cat a.c > b.c"}, ""),
        ("Write", {"file_path": "/srv/app.py"}, ""),
        ("edit_file", {"path": "a.py"}, ""),
        ("search", {"path": "src"}, ""),
        ("Read", "no json", ""),
        ("Read", {"file_path": 7}, ""),
        ("Read", [1], ""),
    ],
)
def test_files_are_known_by_the_calls_that_read_them(name: str, given: object, path: str) -> None:
    assert files_read(exchange(name, given, "text")) == ({("t", 0): path} if path else {})


def test_a_file_that_could_not_be_read_is_none() -> None:
    assert files_read(exchange("Read", {"path": "a"}, "no such file", error=True)) == {}


@pytest.mark.parametrize(
    ("given", "commands"),
    [
        ({"command": "cd app && pytest -q 2>&1 | tail -5"}, ["pytest -q"]),
        ({"command": ["bash", "-lc", "make  test"]}, ["make test"]),
        ({"command": ["npm", "run", "build"]}, ["npm run build"]),
        ({"commands": ["make build", "ls -la", "make check"]}, ["make build", "make check"]),
        ({"cmd": "docker compose up -d\nmore"}, ["docker compose up -d"]),
        ({"command": "lsof -i :5433"}, ["lsof -i :5433"]),
        ({"command": "grep -rn x ."}, []),
        ({"command": "/bin/ls"}, []),
        ({"command": 5}, []),
        ("terraform apply", ["terraform apply"]),
    ],
)
def test_commands_that_worked_are_those_without_an_error(
    given: object, commands: list[str]
) -> None:
    assert [one.text for one in worked(exchange("Bash", given, "ok"))] == commands
    assert worked(exchange("Bash", given, "ok", error=True)) == []
    assert worked(exchange("Bash", given, "failed with exit code 2")) == []
    assert worked(exchange("Bash", given, "finished with exit code 0"))[:1] or not commands


def test_a_command_without_its_result_is_not_known_to_work() -> None:
    assert worked(exchange("Bash", {"command": "make"}, "ok")[:1]) == []


def test_a_command_counts_once_where_it_ran_last() -> None:
    first = exchange("Bash", {"command": "make"}, "ok")
    second = [
        Message(
            role="assistant", parts=(ToolCall(id="c2", name="Bash", arguments="make"),), id="b"
        ),
        Message(role="tool", parts=(ToolResult(call="c2", text="ok"),), id="u"),
    ]
    (one,) = worked([*first, *second])
    assert (one.message, one.part) == ("b", 0)


@pytest.mark.parametrize(
    ("result", "line"),
    [
        ("Traceback (most recent call last):\n  x\nKeyError: 'port'\n", "KeyError: 'port'"),
        ("a\nerror[E0308]: mismatched types\n  --> x", "error[E0308]: mismatched types"),
        ("fatal: not a git repository", "fatal: not a git repository"),
        ("E   AssertionError: 3 != 4", "AssertionError: 3 != 4"),
        ("sh: foo: command not found", "sh: foo: command not found"),
        ("all well\nno errors here", ""),
        ("error handling is described below", ""),
    ],
)
def test_errors_are_the_lines_that_name_them(result: str, line: str) -> None:
    found = errors_in(exchange("Bash", {"command": "make"}, result))
    assert [one.text for one in found] == ([line] if line else [])


def test_a_failed_call_without_a_known_line_is_told_by_its_first() -> None:
    (one,) = errors_in(exchange("Bash", {"command": "x"}, "\n파일이 없습니다\n더", error=True))
    assert (one.text, one.message, one.by_tool) == ("파일이 없습니다", "t", True)


def test_the_text_of_a_file_is_no_error() -> None:
    assert errors_in(exchange("Read", {"path": "log.txt"}, "KeyError: 'x'")) == []


def test_people_tell_of_errors_by_name() -> None:
    told = Message(role="user", parts=(Text(text="I get `TypeError: x is None` now"),), id="u")
    (one,) = errors_in([told])
    assert (one.text, one.by_tool) == ("TypeError: x is None", False)
    talk = Message(role="user", parts=(Text(text="error: it fails"),), id="u")
    assert errors_in([talk]) == []

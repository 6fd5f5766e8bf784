"""What there is to lose: who said it, where it stands, and what becomes of it in another text."""

from __future__ import annotations

import json

import pytest

from infold.core.messages import Message, Part, Role, Text, ToolCall, ToolResult
from infold.text.kinds import Status
from infold.trial.audit import Kept, rows, score
from infold.trial.items import Item, read_items, turns_of
from infold.trial.judging import Invented, judge_items, sample


def talk(*said: tuple[Role, str | Part | tuple[Part, ...]]) -> list[Message]:
    messages = []
    for at, (role, content) in enumerate(said):
        parts: tuple[Part, ...] = (
            (Text(text=content),)
            if isinstance(content, str)
            else content
            if isinstance(content, tuple)
            else (content,)
        )
        messages.append(Message(role=role, parts=parts, id=f"m{at}", position=at))
    return messages


def call(name: str, **given: object) -> ToolCall:
    return ToolCall(id="c1", name=name, arguments=json.dumps(given))


def by_text(items: tuple[Item, ...], text: str) -> Item:
    (found,) = [item for item in items if item.text == text]
    return found


SESSION = talk(
    ("user", "We decided to use PostgreSQL 16.2 on port 5433."),
    ("assistant", (Text(text="I look."), call("Read", file_path="conf/db.toml"))),
    ("tool", ToolResult(call="c1", text="max_pool = 77\nport = 5433\n")),
    ("assistant", "The pool is in `max_pool`."),
    ("user", "The port 5433 was wrong, it is 5434."),
)


def test_who_said_it_and_where_it_can_be_found() -> None:
    items = read_items(SESSION)
    version = by_text(items, "16.2")
    assert (version.origin, version.group, version.turn, version.position) == (
        "user",
        "values",
        1,
        0,
    )
    port = by_text(items, "5433")
    # A tool said it too, in between: it stays what the user said last.
    assert (port.origin, port.status, port.turn, port.position) == (
        "user",
        Status.REPLACED,
        2,
        4,
    )
    pool = by_text(items, "77")
    assert (pool.origin, pool.way, pool.path) == ("tool", "file", "conf/db.toml")
    assert not pool.is_said
    decision = next(item for item in items if item.group == "decisions")
    assert (decision.origin, decision.way, decision.path) == ("user", "transcript", "")


def test_what_stands_for_messages_that_are_not_there_is_gone() -> None:
    items = read_items(SESSION, gone=frozenset({"m0"}))
    assert by_text(items, "16.2").way == "gone"
    assert by_text(items, "5434").way == "transcript"


def test_commands_that_worked_and_errors_count_as_done_whoever_says_them() -> None:
    items = read_items(
        talk(
            ("user", "Run `pytest -q`."),
            ("assistant", call("Bash", command="pytest -q")),
            ("tool", ToolResult(call="c1", text="KeyError: 'port'\nexit code 0")),
        )
    )
    (command,) = [item for item in items if item.group == "commands"]
    (error,) = [item for item in items if item.group == "errors"]
    assert (command.text, command.is_said, command.turn) == ("pytest -q", True, 1)
    assert (error.text, error.is_said, error.kind) == ("KeyError: 'port'", True, "error")
    assert sum(item.text == "pytest -q" for item in items) == 1


def test_a_clause_that_wishes_and_denies_counts_once() -> None:
    items = read_items(talk(("user", "I'd prefer not to share my email.")))
    assert [item.text for item in items if item.group == "statements"] == [
        "I'd prefer not to share my email."
    ]


def test_progress_is_told() -> None:
    told: list[int] = []
    read_items(SESSION, progress=told.append)
    assert told == list(range(1, 2 * len(SESSION) + 1))


def test_turns_begin_with_what_a_user_says() -> None:
    given = talk(
        ("assistant", "Hi."),
        ("user", "안녕하세요"),
        ("assistant", "네"),
        ("user", ToolResult(call="c", text="x")),
        ("user", "그럼"),
    )
    assert list(turns_of(given).values()) == [0, 1, 1, 1, 2]


# ------------------------------------------------------------------ judging


@pytest.mark.parametrize(
    ("said", "summary", "outcome"),
    [
        ("Der Port ist 5433.", "Port 5433 gilt.", "kept"),
        ("端口是5433。", "端口5433。", "kept"),
        ("ポートは5433です。", "ポートの話をした。", "lost"),
        ("포트는 5433입니다.", "포트는 5433", "kept"),
        ("Port-nya 5433.", "tidak ada", "lost"),
    ],
)
def test_values_are_looked_for_in_all_languages(said: str, summary: str, outcome: str) -> None:
    items = [item for item in read_items(talk(("user", said))) if "5433" in item.text][:1]
    outcomes, _ = judge_items(items, summary, ())
    assert outcomes == (outcome,)


def test_a_lost_retraction_inverts_its_value() -> None:
    items = read_items(SESSION)
    at = items.index(by_text(items, "5433"))
    good, _ = judge_items(items, "Port 5434; the port 5433 was wrong.", ())
    bad, _ = judge_items(items, "Ports 5433 and 5434.", ())
    assert (good[at], bad[at]) == ("kept", "inverted")


def test_a_remark_in_brackets_inverts_nothing() -> None:
    items = read_items(
        talk(("assistant", "I changed `Filter` from `size-4` (1rem / 16px) to `size-3` (0.75rem)."))
    )
    at = items.index(by_text(items, "size-4"))
    outcomes, _ = judge_items(items, "Reduced `Filter` from `size-4` to `size-3`.", ())
    assert outcomes[at] == "kept"


def test_only_a_method_with_a_search_finds_again() -> None:
    items = read_items(SESSION)
    without, _ = judge_items(items, "nothing", ())
    within, _ = judge_items(items, "nothing", (), finds=lambda item: item.position == 0)
    assert set(without) == {"lost"}
    assert {(item.position == 0, outcome) for item, outcome in zip(items, within, strict=True)} == {
        (True, "recoverable"),
        (False, "lost"),
    }


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("It failed with ModuleNotFoundError: No module named 'psycopg'.", "kept"),
        ("ModuleNotFoundError for the module psycopg, named in setup", "kept"),
        ("There was a ModuleNotFoundError.", "lost"),
        ("The module psycopg was added.", "lost"),
    ],
)
def test_an_error_is_told_by_its_name_and_half_of_its_words(line: str, outcome: str) -> None:
    given = talk(
        ("assistant", call("Bash", command="make")),
        ("tool", ToolResult(call="c1", text="ModuleNotFoundError: No module named 'psycopg'")),
    )
    items = [item for item in read_items(given) if item.group == "errors"]
    assert judge_items(items, line, ())[0] == (outcome,)
    assert judge_items(items, line, (), finds=lambda _: True)[0] == (
        "kept" if outcome == "kept" else "recoverable",
    )


def test_what_no_message_says_is_invented_unless_it_is_written_otherwise() -> None:
    items = read_items(SESSION)
    _, invented = judge_items(
        items, "PostgreSQL 16.2 on 5433, timeout 900 s, `max_pool()`", SESSION
    )
    assert invented == (Invented(kind="number", text="900 s"),)


# ------------------------------------------------------------------ counting


def test_rows_count_people_and_tools_apart() -> None:
    items = read_items(SESSION)
    outcomes, _ = judge_items(items, "We decided to use PostgreSQL 16.2 on port 5433.", ())
    found = {(row.section, row.name): row for row in rows(items)}
    assert found["headline", "said"].total == sum(
        item.is_said and item.group in ("decisions", "rejections", "statements") for item in items
    )
    assert ("group", "commands") not in found
    assert found["origin", "tool"].total == sum(item.origin == "tool" for item in items)
    decided = score(items, outcomes, found["group", "decisions"].has)
    assert (decided.total, decided.kept, decided.lost) == (1, 1, 0)
    tools = score(items, outcomes, found["origin", "tool"].has)
    assert tools.ways["file"] >= 1
    assert tools.kept + tools.lost == tools.total
    everything = score(items, outcomes, lambda _: True)
    assert everything.inverted == 1
    assert everything.total == len(items)


def test_of_no_items_the_headline_row_remains() -> None:
    (row,) = rows(())
    assert (row.section, row.total) == ("headline", 0)
    assert Kept(method="flat", budget=1, tokens=0, outcomes=()).outcomes == ()


def test_a_sample_is_even_and_holds_all_that_no_longer_stands() -> None:
    given = talk(
        *(("user", f"Host h-{n}a has {n + 1000} files.") for n in range(60)),
        ("user", "The 1030 was wrong."),
    )
    items = read_items(given)
    chosen = sample(items, 10)
    assert len(chosen) < len(items) / 3
    assert [item for item in chosen if item.status is not Status.CURRENT] == [
        item for item in items if item.status is not Status.CURRENT
    ]
    assert list(chosen) == [item for item in items if item in chosen]
    places = [item.position for item in chosen]
    assert min(places) < 10
    assert max(places) > 50
    assert sample(items, 10_000) == items

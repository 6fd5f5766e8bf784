"""`infold audit` as people run it: formats, summaries of others, a page, what is safe to post."""

from __future__ import annotations

import base64
import json
import random
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from infold import audit
from tests.acceptance.surface import infold

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "cli.md"
CANARIES = ("Kanari", "카나리아", "/srv/geheim", "sk-7Qx9", "Zoë", "5433", "5434")

SAID = [
    ("user", "We decided to use Kanari 16.2; the port is 5433. Zoë must approve it."),
    ("assistant", "Noted: Kanari 16.2 on port 5433. I look at the settings."),
    ("call", {"name": "Read", "given": {"file_path": "/srv/geheim/db.toml"}}),
    ("result", 'max_pool = 77\nkey = "sk-7Qx9"\n'),
    ("assistant", "The pool is 77. I run the tests."),
    ("call", {"name": "Bash", "given": {"command": "pytest -q tests/카나리아"}}),
    ("result", "KeyError: 'pool'\n1 failed, exit code 1"),
    ("call", {"name": "Bash", "given": {"command": "pytest -q tests/카나리아"}}),
    ("result", "12 passed"),
    *[
        (role, f"{text} {number}.")
        for number in range(30)
        for role, text in (
            ("user", "Tell me more about the weather over the harbour, part"),
            ("assistant", "The weather over the harbour was mild and a little windy in part"),
        )
    ],
    ("user", "Correction: the port 5433 was wrong. 포트는 5434로 결정했어요."),
    ("assistant", "Understood, the port is 5434."),
]
GOOD = "Kanari 16.2 was decided, Zoë must approve. The port 5433 was wrong: it is 5434."
BAD = "Kanari 16.2 was decided, Zoë must approve. The port is 5433."


def openai() -> bytes:
    messages: list[dict[str, Any]] = []
    calls = 0
    for role, said in SAID:
        if isinstance(said, dict):
            calls += 1
            function = {"name": said["name"], "arguments": json.dumps(said["given"])}
            messages.append(
                {
                    "role": "assistant",
                    "content": None,
                    "tool_calls": [{"id": f"c{calls}", "type": "function", "function": function}],
                }
            )
        elif role == "result":
            messages.append({"role": "tool", "tool_call_id": f"c{calls}", "content": said})
        else:
            messages.append({"role": role, "content": said})
    return json.dumps(messages, ensure_ascii=False).encode()


def anthropic() -> bytes:
    return json.dumps({"messages": list(blocks())}, ensure_ascii=False).encode()


def blocks() -> Iterator[dict[str, Any]]:
    """The talk with tool calls and results as blocks."""
    calls = 0
    for role, said in SAID:
        if isinstance(said, dict):
            calls += 1
            block = {
                "type": "tool_use", "id": f"c{calls}", "name": said["name"], "input": said["given"],
            }  # fmt: skip
            yield {"role": "assistant", "content": [block]}
        elif role == "result":
            yield {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": f"c{calls}", "content": said}],
            }
        else:
            yield {"role": role, "content": [{"type": "text", "text": said}]}


def claude_code(*more: dict[str, Any]) -> bytes:
    lines: list[dict[str, Any]] = []
    for number, message in enumerate(blocks()):
        lines.append(
            {
                "type": message["role"],
                "uuid": f"u{number}",
                "parentUuid": f"u{number - 1}" if number else None,
                "sessionId": "s1",
                "isSidechain": False,
                "timestamp": f"2026-03-01T10:{number // 60:02}:{number % 60:02}.000Z",
                "message": message,
            }
        )
    lines += [{"sessionId": "s1", "isSidechain": False, **record} for record in more]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()


def boundary(summary: str | None) -> list[dict[str, Any]]:
    """A compaction of Claude Code after the talk; without a summary its text is empty."""
    last = f"u{len(SAID) - 1}"
    head = {
        "type": "system",
        "subtype": "compact_boundary",
        "uuid": "b1",
        "parentUuid": None,
        "logicalParentUuid": last,
        "content": "Conversation compacted",
        "compactMetadata": {"trigger": "manual", "preTokens": 9000},
        "timestamp": "2026-03-01T11:00:00.000Z",
    }
    said = {
        "type": "user",
        "uuid": "b2",
        "parentUuid": "b1",
        "isCompactSummary": True,
        "message": {"role": "user", "content": summary},
        "timestamp": "2026-03-01T11:00:01.000Z",
    }
    return [head] if summary is None else [head, said]


def sharegpt() -> bytes:
    told = [
        {"from": "human" if role == "user" else "gpt", "value": said}
        for role, said in SAID
        if role in ("user", "assistant")
    ]
    return json.dumps([{"id": "x", "conversations": told}], ensure_ascii=False).encode()


FORMATS = {
    "openai": openai,
    "anthropic": anthropic,
    "claude-code": claude_code,
    "sharegpt": sharegpt,
}


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    path = tmp_path / "chat.json"
    path.write_bytes(openai())
    return path


def keys(value: Any) -> Iterator[str]:
    todo = [value]
    while todo:
        match todo.pop():
            case list() as items:
                todo += items
            case dict() as items:
                yield from items
                todo += items.values()


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_gives_its_tables(tmp_path: Path, name: str) -> None:
    path = tmp_path / "chat"
    path.write_bytes(FORMATS[name]())
    done = infold("audit", path, "--budget", "120,300", "--json", EMBEDDER="none")
    assert (done.code, done.err) == (0, "")
    made = done.data
    assert (made["format"], made["conversations"]) == (name, 1)
    assert made["audited"] == (len(SAID) if name != "sharegpt" else len(SAID) - 6)
    assert made["turns"] == 32
    assert [one["budget"] for one in made["budgets"]] == [120, 300]
    for one in made["budgets"]:
        methods = {method["method"]: method for method in one["methods"]}
        assert list(methods) == ["flat", "moving", "last", "classic", "infold"]
        for method in methods.values():
            assert method["tokens"] <= one["budget"]
            assert len(method["outcomes"]) == len(made["items"]) == made["judged"]
        head = {name: method["rows"][0] for name, method in methods.items()}
        assert {row["section"] for row in head.values()} == {"headline"}
        for row in head.values():
            assert row["total"] == sum(
                row[name] for name in ("kept", "recoverable", "lost", "inverted")
            )
            assert sum(row["ways"].values()) == row["recoverable"] + row["lost"]
        assert all(not head[name]["recoverable"] for name in ("flat", "moving", "last", "classic"))
    # The last messages alone know nothing of what was decided first; a search does.
    decided = [
        at
        for at, item in enumerate(made["items"])
        if item["group"] == "decisions" and item["position"] == 0
    ]
    assert decided
    least = {one["method"]: one["outcomes"] for one in made["budgets"][0]["methods"]}
    assert {least["last"][at] for at in decided} == {"lost"}
    assert {least["infold"][at] for at in decided} <= {"kept", "recoverable"}


def test_what_tools_read_can_be_read_again_and_what_worked_counts(transcript: Path) -> None:
    made = infold("audit", transcript, "--budget", "60", "--json").data
    items = {(item["group"], item["text"]): item for item in made["items"]}
    key = items["references", "max_pool"]
    assert (key["origin"], key["way"], key["path"]) == ("tool", "file", "/srv/geheim/db.toml")
    assert items["commands", "pytest -q tests/카나리아"]["turn"] == 1
    assert items["errors", "KeyError: 'pool'"]["way"] == "transcript"
    assert "decisions" in {item["group"] for item in made["items"]}


def test_every_key_is_in_the_page(transcript: Path, tmp_path: Path) -> None:
    (tmp_path / "s.txt").write_text(f"{BAD} It takes 900 s.", encoding="utf-8")
    made = infold("audit", transcript, "--summary", tmp_path / "s.txt", "--json").data
    assert made["compactions"][0]["invented"] == [{"kind": "number", "text": "900 s"}]
    section = PAGE.read_text(encoding="utf-8").split("## infold audit\n")[1].split("\n## ")[0]
    assert set(keys(made)) - set(re.findall(r"`([a-z_]+)`", section)) == set()


def test_people_see_inverted_values_first_with_their_source(
    transcript: Path, tmp_path: Path
) -> None:
    (tmp_path / "bad.txt").write_text(BAD, encoding="utf-8")
    done = infold("audit", transcript, "--summary", tmp_path / "bad.txt", COLUMNS="100")
    assert done.code == 0
    text = " ".join(done.out.decode().split())
    first, table = text.index("Inverted"), text.index("What people said and did")
    assert first < table
    assert "5433" in text[first:table]
    assert f"in message {len(SAID) - 2}, turn 32" in text[first:table]
    assert "the port 5433 was wrong" in text[first:table]
    (tmp_path / "good.txt").write_text(GOOD, encoding="utf-8")
    made = infold("audit", transcript, "--summary", tmp_path / "good.txt", "--json").data
    (judged,) = made["compactions"]
    assert (judged["verdict"], judged["file"], judged["name"]) == ("judged", "good.txt", "summary")
    assert "inverted" not in judged["outcomes"]
    # The methods get as many tokens as the summary has.
    assert [one["budget"] for one in made["budgets"]] == [judged["tokens"]]


@pytest.mark.parametrize(("summary", "inverted"), [(GOOD, 0), (BAD, 1)])
def test_a_compaction_in_the_transcript_is_judged(
    tmp_path: Path, summary: str, inverted: int
) -> None:
    path = tmp_path / "session.jsonl"
    path.write_bytes(claude_code(*boundary(summary)))
    made = infold("audit", path, "--budget", "100", "--json").data
    (judged,) = made["compactions"]
    assert (judged["name"], judged["verdict"]) == ("claude-code", "judged")
    assert judged["messages"] == len(SAID)
    assert judged["outcomes"].count("inverted") == inverted
    assert len(judged["items"]) == len(judged["outcomes"])
    # The summary itself is nothing that was said.
    assert (made["messages"], made["audited"]) == (len(SAID) + 1, len(SAID))


def test_a_compaction_that_cannot_be_read_is_not_called_lost(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    path.write_bytes(claude_code(*boundary(None)))
    made = infold("audit", path, "--budget", "100", "--json").data
    (judged,) = made["compactions"]
    assert (judged["verdict"], judged["rows"], judged["outcomes"]) == ("unreadable", [], [])
    text = " ".join(infold("audit", path, "--budget", "100").out.decode().split())
    assert "unreadable: it is encrypted or empty" in text
    assert "100 % lost" not in text


@pytest.mark.parametrize("inside", [False, True])
def test_an_encrypted_summary_is_unreadable_and_not_all_lost(tmp_path: Path, inside: bool) -> None:
    blob = "gAAAAA" + base64.urlsafe_b64encode(random.Random(3).randbytes(300)).decode()
    path, summary = tmp_path / "session.jsonl", tmp_path / "summary.txt"
    path.write_bytes(claude_code(*(boundary(blob) if inside else ())))
    summary.write_text(blob + "\n")
    named = () if inside else ("--summary", summary)
    done = infold("audit", path, *named, "--json")
    (judged,) = done.data["compactions"]
    assert (judged["verdict"], judged["rows"], judged["outcomes"]) == ("unreadable", [], [])
    assert done.data["budgets"] != []
    text = " ".join(infold("audit", path, *named).out.decode().split())
    assert "unreadable: it is encrypted or empty" in text
    assert "100 % lost" not in text


def test_what_is_left_of_messages_that_are_gone_can_be_found_nowhere_else(tmp_path: Path) -> None:
    """Cline's own file after a compaction holds the summary, and not what it replaced."""
    said = [{"role": "user", "content": [{"type": "text", "text": "We go on with 폴더 7781."}]}]
    summary = {
        "role": "user",
        "content": [{"type": "text", "text": f"Context summary:\n\n{GOOD}"}],
        "metadata": {"kind": "compaction_summary", "summary": GOOD},
    }
    path = tmp_path / "task.json"
    path.write_text(
        json.dumps({"version": 1, "updated_at": "2026-03-01T10:00:00.000Z", "agent": "lead",
                    "sessionId": "s1", "messages": [summary, *said]}, ensure_ascii=False),
        encoding="utf-8",
    )  # fmt: skip
    made = infold("audit", path, "--budget", "20", "--json").data
    (judged,) = made["compactions"]
    assert (made["format"], judged["verdict"], judged["rows"]) == ("cline", "gone", [])
    ways = {item["text"]: item["way"] for item in made["items"]}
    assert (ways["5434"], ways["7781"]) == ("gone", "transcript")
    text = " ".join(infold("audit", path, "--budget", "20").out.decode().split())
    assert "cannot be compared" in text
    assert "not kept: gone" in text


def test_the_page_and_what_is_safe_to_post(transcript: Path, tmp_path: Path) -> None:
    (tmp_path / "카나리아.txt").write_text(BAD, encoding="utf-8")
    transcript = transcript.rename(tmp_path / "Kanari Zoë.json")
    given = ("audit", transcript, "--summary", tmp_path / "카나리아.txt", "--html")
    done = infold(*given, tmp_path / "open.html", "--json")
    page = (tmp_path / "open.html").read_text(encoding="utf-8")
    for canary in CANARIES:
        assert canary in page + done.out.decode()
    assert "http" not in page.split("</style>")[1]
    safe = infold(*given, tmp_path / "safe.html", "--redact", "--full", "--json")
    shown = infold(*given, tmp_path / "safe.html", "--redact", "--full")
    posted = (tmp_path / "safe.html").read_text(encoding="utf-8")
    for canary in CANARIES:
        for said in (posted, safe.out.decode(), shown.out.decode()):
            assert canary.casefold() not in said.casefold()
    assert safe.data["redacted"] is True
    bare = ("budgets", "messages", "audited", "turns", "tokens", "found")
    assert {name: safe.data[name] for name in bare} == {name: done.data[name] for name in bare}


def test_a_message_of_the_transcript_can_be_the_summary(tmp_path: Path) -> None:
    said = [("user", "The port is 5433."), ("user", "The port 5433 was wrong."), ("user", BAD)]
    path = tmp_path / "chat.json"
    path.write_text(json.dumps([{"role": role, "content": text} for role, text in said]))
    made = infold("audit", path, "--summary-message", "2", "--json").data
    (judged,) = made["compactions"]
    assert (judged["position"], judged["messages"], made["audited"]) == (2, 2, 2)
    assert judged["outcomes"].count("inverted") == 1
    before = infold("audit", path, "--summary-message", "2", "--leaf", "0", "--json").data
    assert (before["messages"], before["audited"]) == (3, 1)
    assert "inverted" not in before["compactions"][0]["outcomes"]


def test_a_summary_that_inverts_nothing_is_cleared_where_the_methods_do(tmp_path: Path) -> None:
    said = [
        ("user", "The port is 5433."),
        ("user", "The port 5433 was wrong, forget it."),
        ("user", "The weather in Rome is fine and the train was late again today."),
        ("user", "The port 5433 was wrong."),
    ]
    path = tmp_path / "chat.json"
    path.write_text(json.dumps([{"role": role, "content": text} for role, text in said]))
    page = tmp_path / "page.html"
    given = ("audit", path, "--summary-message", "3", "--budget", "6,8,10", "--html", page)
    shown = infold(*given).out.decode()
    assert "Shown otherwise by: " in shown
    assert "none of it by the summary judged below" in shown
    assert "None of it by the summary judged below." in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("empty.json",), 8, "empty"),
        (("none.json",), 8, "none.json"),
        (("chat.json", "--budget", "many"), 2, "--budget 1000,4000"),
        (("chat.json", "--budget", "0"), 2, "one or more"),
        (("chat.json", "--budget", "5,99999999999"), 2, "budget 99999999999 is too large"),
        (("chat.json", "--summary", "empty.txt"), 2, "is unreadable: it is empty"),
        (("chat.json", "--summary", "none.txt"), 8, "none.txt"),
        (("chat.json", "--summary-message", "nobody"), 3, "its position"),
        (("chat.json", "--summary-message", "1", "--summary", "empty.txt"), 2, "not both"),
        (("chat.json", "--leaf", "nobody"), 3, "its position"),
        (("chat.json", "--conversation", "nobody"), 3, "title"),
        (("system.json",), 8, "no message to audit"),
        (("chat.json", "--html", "nowhere/a.html", "--budget", "50"), 6, "cannot be written"),
    ],
)
def test_what_cannot_be_audited_is_named(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    code: int,
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("chat.json").write_bytes(openai())
    Path("empty.json").write_bytes(b"")
    Path("empty.txt").write_text(" \n")
    Path("system.json").write_text(json.dumps([{"role": "system", "content": "Be kind."}]))
    done = infold("audit", *arguments, EMBEDDER="none")
    assert (done.code, done.out) == (code, b"")
    assert said in " ".join(done.err.split())


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("cut.json", '[{"role": "user", "content": "Port 5432"},', 1),
        (
            "torn.jsonl",
            '{"role": "user", "content": "Port 5432"}\n{"ro\n{"role": "user", "content": "Hi"}\n',
            2,
        ),
    ],
)
def test_what_of_a_damaged_file_is_not_read_is_named(
    tmp_path: Path, name: str, content: str, line: int
) -> None:
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    made = infold("audit", path, "--budget", "50", "--json").data
    assert [one["line"] for one in made["damage"]] == [line]
    assert [item["text"] for item in made["items"]] == ["5432"]
    page = tmp_path / "page.html"
    shown = infold("audit", path, "--budget", "50", "--html", page)
    assert f"line {line}: " in shown.out.decode()
    assert f"line {line}: " in page.read_text(encoding="utf-8")
    redacted = infold("audit", path, "--budget", "50", "--redact", "--json").data["damage"]
    assert name.split(".")[0] not in json.dumps(redacted)


def test_a_summary_in_a_language_that_is_not_read_is_told_so(tmp_path: Path) -> None:
    said = [{"role": "user", "content": "We rejected Redis."}]
    (tmp_path / "t.json").write_text(json.dumps(said))
    (tmp_path / "s.txt").write_text("Redis a été rejeté.", encoding="utf-8")
    arguments = ("audit", tmp_path / "t.json", "--summary", tmp_path / "s.txt")
    (judged,) = infold(*arguments, "--json").data["compactions"]
    assert (judged["unread"], set(judged["outcomes"])) == (1, {"kept"})
    assert "Status unread: 1 line" in " ".join(infold(*arguments).out.decode().split())


def test_a_correction_is_the_source_of_what_it_inverts(tmp_path: Path) -> None:
    said = ("Database is on port 5432", "Actually, use 5433, not the old one")
    (tmp_path / "t.json").write_text(
        json.dumps([{"role": "user", "content": text} for text in said])
    )
    (tmp_path / "s.txt").write_text("Database is on port 5432.")
    arguments = ("audit", tmp_path / "t.json", "--summary", tmp_path / "s.txt")
    (judged,) = infold(*arguments, "--json").data["compactions"]
    (item,) = [
        item
        for item, outcome in zip(judged["items"], judged["outcomes"], strict=True)
        if outcome == "inverted"
    ]
    assert (item["text"], item["status"], item["changed"]) == ("5432", "replaced", 1)
    shown = " ".join(infold(*arguments).out.decode().split())
    assert "replaced in message 1; said in message 0: “Actually, use 5433" in shown


def test_without_a_file_the_newest_session_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
    nothing = infold("audit")
    assert nothing.code == 2
    assert "infold audit FILE" in nothing.err
    folder = tmp_path / "claude" / "projects" / "-srv-app"
    folder.mkdir(parents=True)
    (folder / "new.jsonl").write_bytes(claude_code())
    (folder / "agent-1.jsonl").write_bytes(claude_code())
    (folder / "empty.jsonl").write_bytes(b"")
    done = infold("audit", "--budget", "50", "--json")
    assert (done.code, done.data["file"]) == (0, "new.jsonl")
    assert "new.jsonl" in infold("audit", "--budget", "50").err


def test_what_is_packed_is_read_as_by_an_import(transcript: Path, tmp_path: Path) -> None:
    packed = tmp_path / "수출.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(transcript, "a/chat.json")
        archive.writestr("b/short.json", json.dumps([{"role": "user", "content": "짧은 대화"}]))
        archive.writestr("b/damaged.json", '[{"role": "user", "content": "Kan')
        archive.writestr("page.html", "<html></html>")
    alone = infold("audit", transcript, "--json").data
    for path in (packed, _unpacked(packed, tmp_path / "folder")):
        made = infold("audit", path, "--json").data
        assert made["conversations"] == 2
        assert made | {"file": "", "conversations": 1} == alone | {"file": ""}
    named = infold("audit", packed, "--conversation", "nobody", "--json")
    assert (named.code, named.error["code"]) == (3, "not_found")


def _unpacked(packed: Path, folder: Path) -> Path:
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(folder)
    return folder


def test_the_python_form_is_the_same(transcript: Path) -> None:
    told: dict[str, int] = {}
    made = audit(transcript, budgets=[80], progress=told.__setitem__)
    shown = infold("audit", transcript, "--budget", "80", "--json").data
    assert [list(one.outcomes) for one in made.kept] == [
        method["outcomes"] for method in shown["budgets"][0]["methods"]
    ]
    assert list(told)[:2] == ["Reading", "Summarising"]
    assert audit(transcript, budgets=[80]) == made


# ------------------------------------------------------------------ real files


def test_clines_compaction_names_what_it_lost(samples: Path) -> None:
    cline = samples / "cline"
    made = audit(
        cline / "session.messages.json", summary=cline / "agentic.compaction.json", budgets=[654]
    )
    (judged,) = made.foreign
    lost = {
        item.text
        for item, outcome in zip(judged.items, judged.outcomes, strict=True)
        if outcome == "lost" and item.is_said
    }
    kept = {
        item.text
        for item, outcome in zip(judged.items, judged.outcomes, strict=True)
        if outcome == "kept"
    }
    assert {"so no additional styling changes were needed.", "16px", "size-8"} <= lost
    assert {"size-3", "size-4", "12px"} <= kept
    assert "inverted" not in judged.outcomes
    assert judged.invented == ()


@pytest.mark.parametrize(("name", "node"), [("lossy", "condensed-lossy"), ("fixed", "condensed")])
def test_a_canvas_that_lost_a_retraction_is_flagged(samples: Path, name: str, node: str) -> None:
    path = samples / "thoughtdag" / f"cd-ref-0001.{name}_condense.thoughtdag.json"
    made = audit(path, leaf="v2", message=node)
    (judged,) = made.foreign
    inverted = [
        item
        for item, outcome in zip(judged.items, judged.outcomes, strict=True)
        if outcome == "inverted"
    ]
    if name == "fixed":
        assert inverted == []
        return
    (item,) = inverted
    assert (item.text, item.status) == ("2%", "retracted")
    assert item.around.startswith("Updated: conclusion v1 (2%) is retracted")

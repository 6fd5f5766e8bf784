"""The page of an audit: complete in itself, well-formed, and safe with whatever was said."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from infold.cli.audit_page import MOST_ROWS, render_page
from infold.core.messages import Message, Role, Text, ToolCall, ToolResult
from infold.trial.audit import METHODS, Audit, Foreign, Kept
from infold.trial.items import read_items
from infold.trial.judging import Invented, judge_items
from infold.trial.redaction import redact

NASTY = "<script>alert(1)</script> & \"quotes\" 'too' ]]> <!-- \x00\x07 \ud800 日本語 </style>"
XML = "{http://www.w3.org/1999/xhtml}"


def message(at: int, role: Role, text: str) -> Message:
    return Message(role=role, parts=(Text(text=text),), id=str(at), position=at)


def example(said: list[Message], text: str = "") -> Audit:
    items = read_items(said)
    outcomes, _ = judge_items(items, text, ())
    return Audit(
        file=f"{NASTY}.json",
        format="openai",
        title=NASTY,
        conversations=2,
        messages=len(said) + 3,
        audited=len(said),
        turns=1,
        tokens=1_234,
        found=len(items) + 1,
        items=items,
        kept=tuple(
            Kept(method=method, budget=200, tokens=150, outcomes=outcomes) for method in METHODS
        ),
        foreign=(
            Foreign(
                name="summary",
                verdict="judged",
                file=NASTY,
                messages=len(said),
                text=f"{NASTY}\nand {text}",
                items=items,
                outcomes=outcomes,
                invented=(Invented(kind="code", text=NASTY),),
            ),
            Foreign(name="codex", verdict="unreadable", position=3),
            Foreign(name="cline", verdict="gone", position=4, text="x"),
        ),
    )


def parse(page: str) -> ET.Element:
    """Read a page as XML: every tag is closed, every sign escaped."""
    assert page.startswith("<!DOCTYPE html>\n")
    return ET.fromstring(page.removeprefix("<!DOCTYPE html>\n"))


SAID = [
    message(0, "user", f"We decided to use `{NASTY[:20]}` on port 5433, not MySQL."),
    message(1, "assistant", "Noted: http://example.org/a?b=1&c=2 and /srv/<x>/app.py"),
    message(2, "user", "The port 5433 was wrong. 포트는 5434입니다."),
]


def test_whatever_was_said_the_page_is_well_formed_and_runs_nothing() -> None:
    page = render_page(example(SAID, "Port 5433."))
    root = parse(page)
    assert root.tag == f"{XML}html"
    tags = {element.tag.removeprefix(XML) for element in root.iter()}
    assert not tags & {"script", "link", "img", "iframe", "a", "object", "form", "svg"}
    names = {name for element in root.iter() for name in element.attrib}
    assert not [name for name in names if name.startswith("on") or name in ("src", "href")]
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)" in page
    style = root.findtext(f"{XML}head/{XML}style") or ""
    assert "@media print" in style
    assert not re.search(r"url\(|@import", style)
    policy = [
        element.attrib["content"]
        for element in root.iter(f"{XML}meta")
        if element.attrib.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policy == ["default-src 'none'; style-src 'unsafe-inline'"]
    page.encode("utf-8")


def test_the_page_has_tables_by_budget_and_losses_by_turns() -> None:
    root = parse(render_page(example(SAID, "Port 5433.")))
    text = " ".join("".join(root.itertext()).split())
    heads = [" ".join("".join(one.itertext()).split()) for one in root.iter(f"{XML}h2")]
    assert heads[0].startswith("Inverted")
    assert "Kept at 200 tokens, of 1,234" in heads
    assert "What became of it at 200 tokens, turn by turn" in heads
    turns = ["".join(one.itertext()) for one in root.iter(f"{XML}h3")]
    assert turns == ["Turn 1", "Turn 2"] * 2
    assert "replaced in message 2, turn 2" in text or "taken back in message 2, turn 2" in text
    assert "unreadable: it is encrypted or empty" in text
    assert "100 % lost" not in text
    assert "cannot be compared" in text
    assert "Invented, in none of these messages" in text


def test_what_tools_said_is_counted_by_turns_with_the_files_that_hold_it() -> None:
    said = [
        message(0, "user", "Look."),
        Message(
            role="assistant",
            parts=(ToolCall(id="c", name="Read", arguments='{"path": "/srv/설정.toml"}'),),
            id="1",
            position=1,
        ),
        Message(
            role="tool", parts=(ToolResult(call="c", text="timeout 77 s"),), id="2", position=2
        ),
    ]
    text = "".join(parse(render_page(example(said))).itertext())
    assert "can be read again in /srv/설정.toml" in text


def test_nothing_lost_is_said_so() -> None:
    root = parse(render_page(example([message(0, "user", "Hm.")])))
    assert "Nothing." in "".join(root.itertext())


def test_a_page_of_very_many_losses_is_bounded() -> None:
    said = [message(at, "user", f"Host h-{at}x has {at + 7000} files.") for at in range(1_200)]
    page = render_page(example(said))
    root = parse(page)
    rows = [row for row in root.iter(f"{XML}tr") if row.find(f"{XML}td[3]") is not None]
    assert len(rows) <= 2 * MOST_ROWS + 40
    assert f"{MOST_ROWS:,} of" in page


def test_a_redacted_page_says_nothing_of_the_transcript() -> None:
    page = render_page(redact(example(SAID, "Port 5433.")))
    parse(page)
    for canary in ("alert", "MySQL", "5433", "example.org", "srv", "app.py", "포트", "日本語"):
        assert canary not in page
    assert "Texts are replaced by their shapes" in page
    assert "Turn 2" in page

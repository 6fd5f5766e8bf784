"""A redacted audit holds no text of the transcript, and all of its counts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from infold.core.messages import Message, Text
from infold.trial.audit import Audit, Foreign, Kept, rows
from infold.trial.items import read_items
from infold.trial.judging import Invented, judge_items
from infold.trial.redaction import redact, shape

CANARIES = (
    "Kanarienvogel",
    "카나리아",
    "金丝雀",
    "カナリア",
    "sk-7Qx",
    "burung",
    "päivä",
    "/home/zoë",
)


def example() -> Audit:
    messages = [
        Message(
            role="user",
            parts=(Text(text=f"We decided that {name} takes `{name}-5433.txt`."),),
            id=f"{name}-{at}",
            position=at,
        )
        for at, name in enumerate(CANARIES)
    ]
    items = read_items(messages)
    text = f"{CANARIES[0]} 777 s"
    outcomes, _ = judge_items(items, text, ())
    return Audit(
        file=f"{CANARIES[1]}.jsonl",
        format="claude-code",
        title=CANARIES[2],
        conversations=1,
        messages=len(messages),
        audited=len(messages),
        turns=len(messages),
        tokens=100,
        found=len(items),
        items=tuple(replace(item, way="file", path=CANARIES[7]) for item in items),
        kept=(Kept(method="flat", budget=20, tokens=9, outcomes=outcomes),),
        foreign=(
            Foreign(
                name="cline",
                verdict="judged",
                file=f"{CANARIES[3]}.txt",
                messages=1,
                text=text,
                items=items,
                outcomes=outcomes,
                invented=(Invented(kind="number", text="777 s"),),
            ),
        ),
    )


def test_no_text_is_left_and_no_count_is_lost() -> None:
    before = example()
    after = redact(before)
    # Whatever a field is called: what Python shows of the whole value holds none of it.
    said = repr(after) + "".join(repr(item.wanted) for item in after.items)
    assert [canary for canary in CANARIES if canary in said] == []
    assert "777" not in said
    assert "5433" not in said
    assert all(canary in repr(before) for canary in CANARIES)
    assert after.redacted
    assert [(item.kind, item.position, item.turn, item.way) for item in after.items] == [
        (item.kind, item.position, item.turn, item.way) for item in before.items
    ]
    assert after.kept == before.kept
    assert [(row.name, row.total) for row in rows(after.items)] == [
        (row.name, row.total) for row in rows(before.items)
    ]
    assert [len(item.text) for item in after.items] == [len(item.text) for item in before.items]
    assert (after.format, after.foreign[0].name) == ("claude-code", "cline")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Port 5433, v2.1!", "xxxx 0000, x0.0!"),
        ("포트 ５４３３ ٣", "xx 0000 0"),
        ("/home/zoë/a_b-c.txt", "/xxxx/xxx/x_x-x.xxx"),
        ("日本語\t🙂\nx", "xxx x\nx"),
        ("a\u0301\u200b“q”", "xxxxxx"),
        ("\x1b[31m\ud800", "x[00xx"),
        ("", ""),
    ],
)
def test_a_shape_says_nothing(text: str, found: str) -> None:
    assert shape(text) == found

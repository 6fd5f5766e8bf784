"""Counts that people read: one helper makes them, so that nobody reads of "1 messages"."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2] / "src" / "infold"
NOUNS = (
    *("branches", "bytes", "calls", "characters", "claims", "conversations", "drafts", "facts"),
    *("faults", "files", "folds", "images", "jobs", "marks", "messages", "others", "records"),
    *("runs", "segments", "statements", "tokens", "turns", "users", "views"),
)
AFTER_A_VALUE = re.compile(rf"^ (?:more |new |other )?(?:{'|'.join(NOUNS)})\b")
ELSEWHERE = {
    "prompts/": "read by models, with a number of their own",
    "store/limits.py": "beyond a bound in thousands: never one",
    "recall/lines.py": "a name before the word, no number",
}


def counts(tree: ast.AST) -> Iterator[ast.JoinedStr]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.JoinedStr):
            continue
        for value, text in zip(node.values, node.values[1:], strict=False):
            if (
                isinstance(value, ast.FormattedValue)
                and isinstance(text, ast.Constant)
                and AFTER_A_VALUE.match(str(text.value))
                and not is_word_or_bound(value.value)
            ):
                yield node


def is_word_or_bound(value: ast.expr) -> bool:
    """Whether it is "several" or "no", or a bound of the code: `MOST`."""
    name = getattr(value, "id", getattr(value, "attr", ""))
    return isinstance(value, ast.IfExp) or name.isupper()


def test_every_count_goes_through_the_helper() -> None:
    found = [
        f"{path.relative_to(SOURCES)}:{node.lineno}"
        for path in sorted(SOURCES.rglob("*.py"))
        if not path.relative_to(SOURCES).as_posix().startswith(tuple(ELSEWHERE))
        for node in counts(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert found == [], "Use infold.core.wording.counted"


def test_a_planted_count_is_found() -> None:
    assert list(counts(ast.parse('f"{len(x)} messages"')))
    assert list(counts(ast.parse('f"{count:,} more files"')))
    assert not list(counts(ast.parse("f\"{counted(n, 'message')} came\"")))
    assert not list(counts(ast.parse('f"at most {MOST} parts"')))

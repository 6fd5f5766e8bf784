"""The hand-made labels are well formed: exact offsets, known kinds, enough of each language."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).parents[2] / "data" / "literals"
LANGUAGES = ("de", "en", "id", "ja", "ko", "zh")
# Later sets with the fewest sentences each has in a language.
LATER = {"third": 30, "fourth": 10, "fifth": 20}
VALUES = frozenset(
    {"number", "version", "port", "date", "time", "money", "identifier", "path"}
    | {"url", "address", "command", "code", "quote", "name"}
)
STATEMENTS = frozenset(
    {"negation", "decision", "rejection", "retraction", "preference", "obligation"}
)
STATUSES = frozenset({"current", "replaced", "retracted", "ruled_out", "negated"})


def rows(language: str, later: str = "") -> list[dict[str, Any]]:
    """The labelled sentences of one language, of the first set or a later one."""
    lines = (DATA / later / f"{language}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("later", ["", *LATER])
@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_are_exact(language: str, later: str) -> None:
    seen_texts: set[str] = set()
    seen_ids: set[str] = set()
    for row in rows(language, later):
        assert set(row) == {"id", "text", "literals"}
        assert row["id"].startswith(f"{language}-")
        assert row["id"] not in seen_ids
        assert row["text"] not in seen_texts
        seen_ids.add(row["id"])
        seen_texts.add(row["text"])
        taken: list[tuple[int, int]] = []
        for label in row["literals"]:
            assert set(label) == {"kind", "text", "start", "end", "status"}
            assert label["kind"] in VALUES | STATEMENTS, row["id"]
            assert label["status"] in STATUSES, row["id"]
            assert 0 <= label["start"] < label["end"], row["id"]
            assert row["text"][label["start"] : label["end"]] == label["text"], row["id"]
            assert label["text"] == label["text"].strip(), row["id"]
            if label["kind"] in STATEMENTS:
                assert label["status"] == "current", row["id"]
            else:
                span = (label["start"], label["end"])
                assert all(span[1] <= a or b <= span[0] for a, b in taken), row["id"]
                taken.append(span)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_enough(language: str) -> None:
    found = rows(language)
    kinds = Counter(label["kind"] for row in found for label in row["literals"])
    statuses = Counter(label["status"] for row in found for label in row["literals"])
    empty = sum(not row["literals"] for row in found)
    print(f"{language}: {len(found)} sentences, {empty} empty, {dict(statuses)}")
    print("  " + ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items())))
    assert len(found) >= 60
    assert 0.12 <= empty / len(found) <= 0.2
    assert set(kinds) == VALUES | STATEMENTS
    assert set(statuses) == STATUSES


@pytest.mark.parametrize("later", LATER)
def test_later_sets_have_enough_and_share_nothing(later: str) -> None:
    others = [part for part in ("", *LATER) if part != later]
    known = {row["text"] for part in others for lang in LANGUAGES for row in rows(lang, part)}
    kinds: set[str] = set()
    for language in LANGUAGES:
        found = rows(language, later)
        assert len(found) >= LATER[later], language
        assert 0.1 <= sum(not row["literals"] for row in found) / len(found) <= 0.2, language
        assert not {row["text"] for row in found} & known
        statuses = {label["status"] for row in found for label in row["literals"]}
        assert len(statuses) >= 4, language
        kinds |= {label["kind"] for row in found for label in row["literals"]}
    assert STATEMENTS <= kinds <= VALUES | STATEMENTS
    assert len(kinds) >= 14

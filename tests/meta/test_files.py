"""What no file of the project may be or hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

LONGEST = 600

# Host names of package registries, and settings that name one.
REGISTRY = re.compile(
    r"\b(?:pypi|test\.pypi|npmjs|crates|anaconda)\.(?:org|com|io)\b|python[h]osted|"
    r"(?:deb|security)\.debian\.org|registry\.(?:npmjs|yarnpkg)|"
    r"(?:extra-)?index-url[ =\"']+\w+://|\[\[tool\.uv\.index\]\]"
)
# Places on the machine of whoever wrote the file. A path in a transcript is data.
MACHINE = re.compile(r"(?<![\w./~-])/(?:work|root|tmp)/")
MACHINE_IN_TESTS = re.compile(r"(?<![\w./~-])/work/(?:main|shared)\b|(?<![\w./~-])/tmp/plan\b")
AUTHORSHIP = re.compile(r"co-authored" + r"-by|generated" + r" with", re.IGNORECASE)


def lines_matching(texts: dict[str, str], pattern: re.Pattern[str], *, but: str = " ") -> list[str]:
    """List `path:line: text` for every line that a pattern matches."""
    return [
        f"{path}:{number}: {line.strip()[:120]}"
        for path, text in texts.items()
        if not path.startswith(but)
        for number, line in enumerate(text.splitlines(), start=1)
        if pattern.search(line)
    ]


def test_no_source_file_is_longer_than_600_lines(texts: dict[str, str]) -> None:
    lengths = {path: text.count("\n") for path, text in texts.items() if path.endswith(".py")}
    assert lengths, "no source file was found"
    assert {path: length for path, length in lengths.items() if length > LONGEST} == {}


def test_no_file_names_a_package_registry(texts: dict[str, str]) -> None:
    assert lines_matching(texts, REGISTRY) == []


def test_no_file_names_a_place_on_its_authors_machine(texts: dict[str, str]) -> None:
    ours = {path: text for path, text in texts.items() if not path.endswith((".txt", ".jsonl"))}
    assert lines_matching(ours, MACHINE, but="tests/") == []
    assert lines_matching(texts, MACHINE_IN_TESTS, but="tests/meta/test_files.py") == []


def test_no_file_holds_a_line_about_who_wrote_it(texts: dict[str, str]) -> None:
    assert lines_matching(texts, AUTHORSHIP) == []


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        (REGISTRY, "pip install --index-url" + " https://example.com/simple"),
        (REGISTRY, "see https://pypi" + ".org/project/infold"),
        (MACHINE, 'path = "/tmp' + '/x.db"'),
        (MACHINE, "cd /root" + "/infold"),
        (MACHINE_IN_TESTS, "/work" + "/shared/samples"),
        (AUTHORSHIP, "Co-Authored" + "-By: Somebody"),
    ],
)
def test_the_patterns_find_what_they_are_for(pattern: re.Pattern[str], line: str) -> None:
    assert pattern.search(line)


@pytest.mark.parametrize(
    "line", ["src/work/main.py", "https://example.com/tmp/x", "a chat about a Python index"]
)
def test_the_patterns_leave_ordinary_text_alone(line: str) -> None:
    for pattern in (REGISTRY, MACHINE, MACHINE_IN_TESTS, AUTHORSHIP):
        assert not pattern.search(line)


def test_the_changelog_has_a_place_for_what_is_not_released(texts: dict[str, str]) -> None:
    headings = re.findall(r"^## (.+)$", texts["CHANGELOG.md"], flags=re.MULTILINE)
    assert headings[0] == "[Unreleased]"


def test_the_licence_is_apache_2(root: Path, texts: dict[str, str]) -> None:
    words = texts["LICENSE"].split()
    assert words[:4] == ["Apache", "License", "Version", "2.0,"]
    assert "END OF TERMS AND CONDITIONS" in " ".join(words)
    assert 'license = "Apache-2.0"' in texts["pyproject.toml"]

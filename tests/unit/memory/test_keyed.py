"""Key-value statements: which words are keys, what they belong to, which values are hard."""

from __future__ import annotations

import pytest

from infold.memory.keyed import read_keyed, read_line


@pytest.mark.parametrize(
    ("clause", "subject", "attribute", "value"),
    [
        ("The staging host is db-7.", "staging", "host", "db-7"),
        ("our port is now 5433", "scope", "port", "5433"),
        ("but my username is zoe_99", "user", "username", "zoe_99"),
        ("The port of the billing database is 5433", "billing database", "port", "5433"),
        ("Anna's deadline is 20 March", "anna", "deadline", "20 March"),
        ("Der Staging-Host ist db-7.intern", "staging", "host", "db-7.intern"),
        ("Der Datenbankport ist 5433", "datenbank", "port", "5433"),
        ("Port database adalah 5433", "database", "port", "5433"),
        ("数据库的端口是5433", "数据库", "port", "5433"),
        ("我的端口是5433", "user", "port", "5433"),
        ("ステージングのホストはdb-7です", "ステージング", "host", "db-7"),
        ("캐시 포트는 6379예요", "캐시", "port", "6379"),
    ],
)
def test_a_setting(clause: str, subject: str, attribute: str, value: str) -> None:
    read = read_keyed(clause)
    assert read is not None
    assert (read.subject, read.attribute, read.value) == (subject, attribute, value)
    assert clause[read.start : read.end] == value


@pytest.mark.parametrize(
    "clause",
    [
        "The speed of light is 299792458 m/s",
        "The capital of France is Paris",
        "The port is busy",
        "The old port was 5432",
        "Its port is 5433",
        "That port is 5433",
        "The password is hunter2x",
        "The answer is 42",
        "首都是北京",
        "フランスの首都はパリです",
        "그 포트는 5433입니다",
        "",
    ],
)
def test_what_is_no_setting(clause: str) -> None:
    assert read_keyed(clause) is None


@pytest.mark.parametrize(
    ("line", "attribute", "value"),
    [
        ("port: 5433", "port", "5433"),
        ("- region = eu-west-1", "region", "eu-west-1"),
        ("端口：5433", "port", "5433"),
        ("timezone: Europe/Lisbon", "time zone", "Europe/Lisbon"),
    ],
)
def test_a_line_of_settings(line: str, attribute: str, value: str) -> None:
    read = read_line(line)
    assert read is not None
    assert (read.subject, read.attribute, read.value) == ("scope", attribute, value)


@pytest.mark.parametrize(
    "line", ["Note: this is important", "Error: 500", "a == b", "{port: 1}", "port:"]
)
def test_what_is_no_line_of_settings(line: str) -> None:
    assert read_line(line) is None

"""Files that are written oddly, or too large, or not at all: what works, and one error else."""

from __future__ import annotations

import codecs
import json
from pathlib import Path

import pytest

from infold import Infold
from infold.errors import FormatError
from infold.jobs.worker import run_all
from tests.acceptance.outside import tokens
from tests.acceptance.surface import infold, rows
from tests.acceptance.transcripts import openai_file, talk

SAID = [{"role": role, "content": text} for role, text in talk(60)]
ENCODINGS = {
    "utf-8-sig": ("utf-8", codecs.BOM_UTF8),
    "utf-16-le with a mark": ("utf-16-le", codecs.BOM_UTF16_LE),
    "utf-16-be with a mark": ("utf-16-be", codecs.BOM_UTF16_BE),
    "utf-16-le": ("utf-16-le", b""),
    "utf-16-be": ("utf-16-be", b""),
    "utf-32-le with a mark": ("utf-32-le", codecs.BOM_UTF32_LE),
}


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("lines", [False, True])
def test_an_encoding_changes_no_id(engine: Infold, tmp_path: Path, name: str, lines: bool) -> None:
    encoding, mark = ENCODINGS[name]
    text = (
        "\n".join(json.dumps(said, ensure_ascii=False) for said in SAID)
        if lines
        else json.dumps(SAID, ensure_ascii=False)
    )
    plain, odd = tmp_path / "plain", tmp_path / "odd"
    plain.write_text(text, encoding="utf-8")
    odd.write_bytes(mark + text.encode(encoding))
    assert engine.import_file(plain).added == 60
    report = engine.import_file(odd)
    assert (report.messages, report.added, report.bad) == (60, 0, [])


@pytest.mark.parametrize("word", ["needle", "바늘", "针头"])
def test_a_message_of_five_million_characters_alone(
    engine: Infold, tmp_path: Path, word: str
) -> None:
    filling = "Nothing of note happened here today. " * 67_500
    text = f"{filling}The {word} is in box 7719. {filling}"
    assert len(text) >= 4_900_000
    file = openai_file(tmp_path / "f.json", [{"role": "user", "content": text}])
    assert engine.import_file(file).added == 1
    run_all(engine)
    (info,) = engine.conversations()
    chat = engine.conversation(info.id)
    made = chat.context(f"Where is the {word}?", budget=300)
    assert "box 7719" in made.text
    assert tokens(made.text) <= 300
    assert made.accounting["total"] == made.accounting["extracted"] == 1
    assert chat.messages()[0].text == text


def test_among_others_it_takes_part_like_any_other(engine: Infold) -> None:
    chat = engine.conversation("c")
    for role, text in talk(40):
        chat.append(role, text)
    filling = "특별한 일은 없었습니다. " * 190_000
    long = chat.append("user", f"{filling}포트는 7719입니다. {filling}")
    for role, text in talk(80, seed=1):
        chat.append(role, text)
    run_all(engine)
    made = chat.context("포트는 몇 번입니까?", budget=1000)
    assert "7719" in made.text
    assert made.accounting["total"] == 121
    assert tokens(made.text) <= 1000
    opened = [message for fold in chat.folds() for message in chat.expand(fold.id)]
    assert [m.text for m in opened if m.id == long.id] == [long.text]


def one_line(path: Path, size: int) -> int:
    """Write a line of so many bytes: one conversation, and give its number of messages."""
    said = [{"role": role, "content": f"{text} {'padding text ' * 300}"} for role, text in talk(60)]
    piece = ",".join(json.dumps(item, ensure_ascii=False) for item in said)
    count = max(1, size // len(piece.encode()))
    with path.open("w", encoding="utf-8") as file:
        file.write('{"messages": [' + piece)
        for number in range(1, count):
            # A number of its own in each round, so that no two messages are equal.
            file.write("," + piece.replace("padding text", f"padding {number}", 60))
        file.write("]}")
    return count * 60


@pytest.mark.parametrize(
    "megabytes", [20, pytest.param(200, marks=pytest.mark.soak)], ids=lambda size: f"{size} MB"
)
def test_a_long_line(engine: Infold, tmp_path: Path, megabytes: int) -> None:
    file = tmp_path / "line.json"
    count = one_line(file, megabytes * 1_000_000)
    assert b"\n" not in file.read_bytes()
    report = engine.import_file(file)
    assert (report.messages, report.added, report.bad) == (count, count, [])
    (info,) = engine.conversations()
    made = engine.conversation(info.id).context("Which port?", budget=500)
    assert made.accounting["total"] == count
    assert tokens(made.text) <= 500


FILES: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "is empty"),
    "blank": (b" \r\n\t\n" * 50, "is empty"),
    "only a mark": (codecs.BOM_UTF8, "is empty"),
    "zeros": (bytes(4000), "is empty"),
    "EUC-KR": (
        json.dumps(
            [{"role": "user", "content": "포트는 오천사백삼십삼번입니다" * 20}], ensure_ascii=False
        ).encode("euc-kr"),
        "encoding that is not known",
    ),
    "GB18030": (
        json.dumps(
            [{"role": "user", "content": "数据库在五四三三端口" * 20}], ensure_ascii=False
        ).encode("gb18030"),
        "encoding that is not known",
    ),
    "Shift-JIS": (
        json.dumps(
            [{"role": "user", "content": "データベースのポートは" * 20}], ensure_ascii=False
        ).encode("shift-jis"),
        "encoding that is not known",
    ),
    "packed": (b"PK\x03\x04" + bytes(200), "is a ZIP archive"),
    "binary": (bytes(range(1, 32)) * 100, "binary file"),
    "prose": (b"Dear diary, today nothing happened.\n" * 40, ""),
    "another JSON": (b'{"weather": "fine"}', "no transcript"),
    "cut off at once": (b'[{"role": "us', ""),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_cannot_be_read_is_one_error(engine: Infold, tmp_path: Path, name: str) -> None:
    data, said = FILES[name]
    file = tmp_path / "f.json"
    file.write_bytes(data)
    engine.conversation("c").append("user", "before")
    before = rows(engine.store.path)
    with pytest.raises(FormatError) as caught:
        engine.import_file(file)
    assert said in caught.value.message
    assert str(file) in caught.value.message
    assert caught.value.hint or caught.value.expected
    answer = infold("import", file, "--db", engine.store.path, "--json", EMBEDDER="none")
    assert answer.code == 8
    assert answer.error["code"] == "format"
    assert answer.out == b""
    assert rows(engine.store.path) == before


def test_of_several_files_those_before_the_bad_one_stay(engine: Infold, tmp_path: Path) -> None:
    good = openai_file(tmp_path / "good.json", SAID)
    (tmp_path / "bad.json").write_bytes(b"")
    arguments = (good, tmp_path / "bad.json", "--db", engine.store.path, "--json")
    assert infold("import", *arguments, EMBEDDER="none").code == 8
    assert [info.messages for info in engine.conversations()] == [60]
    assert engine.verify() == []


@pytest.mark.parametrize("strict", [True, False])
def test_bad_records_are_listed_or_refused(engine: Infold, tmp_path: Path, strict: bool) -> None:
    lines = [json.dumps(said, ensure_ascii=False) for said in SAID]
    lines[10:10] = ["{nonsense", '{"role": "robot", "content": "x"}']
    file = tmp_path / "f.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    before = rows(engine.store.path)
    options = ["--strict"] if strict else []
    arguments = (file, *options, "--db", engine.store.path, "--json")
    answer = infold("import", *arguments, EMBEDDER="none", SPACE_SECRET="a secret for tests")
    if strict:
        assert answer.code == 8
        assert ":11:" in answer.error["message"]
        assert rows(engine.store.path) == before
        return
    (report,) = answer.data
    assert (answer.code, report["messages"], report["added"]) == (0, 60, 60)
    assert [bad["line"] for bad in report["bad"]] == [11, 12]

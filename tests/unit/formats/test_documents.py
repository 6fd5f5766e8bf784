"""Documents beside a conversation: read by what they are, refused in words."""

from __future__ import annotations

import pytest

from infold.errors import FormatError, UsageError
from infold.formats.documents import read_document
from tests.writers.documents import pdf


@pytest.mark.parametrize(
    "text",
    ["Hello", "Kapal berangkat pukul 12.40", "수심은 12미터", "水深12米", "潮は12時", "Größe é"],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_text_is_one_page_whatever_its_encoding(text: str, encoding: str) -> None:
    made = read_document(f"{text}\r\n2".encode(encoding), "a.txt")
    assert (made.media_type, made.pages) == ("text/plain", (f"{text}\n2",))


def test_markdown_is_known_by_its_name() -> None:
    assert read_document(b"# A", "A.MD").media_type == "text/markdown"


def test_a_pdf_is_read_page_by_page() -> None:
    made = read_document(pdf(["Bäume (1)\nzweite Zeile", "Page two: naïve 16.2"]), "x")
    assert made.media_type == "application/pdf"
    assert made.pages == ("Bäume (1)\nzweite Zeile", "Page two: naïve 16.2")


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\x89PNG\r\n\x1a\nrest", "image/png"),
        (b"\xff\xd8\xff\xe0rest", "image/jpeg"),
        (b"GIF89arest", "image/gif"),
        (b"RIFF0000WEBPrest", "image/webp"),
    ],
)
def test_an_image_has_no_text(data: bytes, kind: str) -> None:
    made = read_document(data, "picture.txt")
    assert (made.media_type, made.pages) == (kind, ())


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\xff\xfe\xfd\xfc\xfb", "no text"),
        (b"abc\xe9", "byte 3 is no text"),
        (b"PK\x03\x04\x00\x00", "zero bytes"),
        (pdf(["one"])[:150], "cannot be read as a PDF"),
        (b"%PDF-1.7\n", "cannot be read as a PDF"),
        (pdf([""]), "only pictures"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(data: bytes, words: str) -> None:
    with pytest.raises(FormatError, match=words) as caught:
        read_document(data, "thing.bin")
    assert "thing.bin" in str(caught.value)
    assert caught.value.hint


@pytest.mark.parametrize("data", [b"", b" \n "])
def test_an_empty_document_is_none(data: bytes) -> None:
    with pytest.raises(UsageError, match="empty"):
        read_document(data, "a.md")

"""Documents that stand beside a conversation: texts, Markdown, PDFs by page, and images.

PDFium is not safe to call from several threads, so one document is read at a time.
"""

from __future__ import annotations

import codecs
import threading
from dataclasses import dataclass
from typing import Final

from infold.core.wording import counted
from infold.errors import FormatError, UsageError

__all__ = ["MOST_PAGES", "Document", "read_document"]

MOST_PAGES: Final = 5_000
"""Pages of the longest PDF that is read."""
_MOST_TEXT: Final = 20_000_000
_PICTURES: Final[dict[bytes, str]] = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
}
_MARKS: Final[dict[bytes, str]] = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_MARKDOWN: Final = (".md", ".markdown")
_LOCK: Final = threading.Lock()


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What a document says.

    Attributes:
        media_type: Found from its bytes and its name.
        pages: Its text: of a PDF a text for each page, else one; none of an image.
    """

    media_type: str
    pages: tuple[str, ...]


def read_document(data: bytes, name: str) -> Document:
    """Read a document; what it is follows from its first bytes, then from its name.

    Args:
        data: All of it.
        name: As people call it.

    Returns:
        Its text by page. A PDF costs some milliseconds a page.

    Raises:
        UsageError: It is empty.
        FormatError: It is no text, no PDF that can be read, and no image; it is locked by a
            password; it holds no text; or it is too long.
    """
    if not data.strip():
        raise UsageError(f"{name or 'The document'} is empty.", hint="Give its bytes.")
    for start, media_type in _PICTURES.items():
        if data.startswith(start):
            return Document(media_type=media_type, pages=())
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return Document(media_type="image/webp", pages=())
    if data[:1024].lstrip().startswith(b"%PDF-"):
        return Document(media_type="application/pdf", pages=_pdf(data, name))
    text = _text(data, name)
    kind = "text/markdown" if name.lower().endswith(_MARKDOWN) else "text/plain"
    return Document(media_type=kind, pages=(text,))


def _text(data: bytes, name: str) -> str:
    encoding = next((one for mark, one in _MARKS.items() if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise FormatError(
            f"byte {error.start} is no text.",
            file=name,
            expected="a text in UTF-8 or UTF-16, a PDF, or a PNG, JPEG, GIF or WebP image",
            hint="Save it as UTF-8, or as a PDF.",
        ) from None
    if "\x00" in text:
        raise FormatError(
            "it holds zero bytes, so it is no text.",
            file=name,
            expected="a text, Markdown, a PDF or an image",
            hint="Save it as a PDF, or export its text.",
        )
    return _bounded("\n".join(text.splitlines()), name)


def _pdf(data: bytes, name: str) -> tuple[str, ...]:
    # Only here: it comes with a library of 8 MB.
    import pypdfium2

    with _LOCK:
        try:
            document = pypdfium2.PdfDocument(data)
        except pypdfium2.PdfiumError as error:
            raise _unreadable(name, error) from None
        try:
            if len(document) > MOST_PAGES:
                raise FormatError(
                    f"it has {len(document)} pages.",
                    file=name,
                    expected=f"at most {MOST_PAGES} pages",
                    hint="Split it.",
                )
            pages = [_page(document, number) for number in range(len(document))]
        except pypdfium2.PdfiumError as error:
            raise _unreadable(name, error) from None
        finally:
            document.close()
    _bounded("".join(pages), name)
    if not any(page.strip() for page in pages):
        raise FormatError(
            "its pages hold no text, only pictures.",
            file=name,
            expected="a PDF with text",
            hint="Have its text recognised first, or add the pages as images.",
        )
    return tuple(pages)


def _page(document: object, number: int) -> str:
    page = document[number]  # type: ignore[index] # the library has no types
    try:
        text = page.get_textpage()
        try:
            said = str(text.get_text_bounded())
        finally:
            text.close()
    finally:
        page.close()
    # PDFium marks hyphens at line ends by U+FFFE or U+0002.
    lines = said.replace("\ufffe", "-").replace("\x02", "-").splitlines()
    return "\n".join(line.rstrip() for line in lines).strip()


def _bounded(text: str, name: str) -> str:
    if len(text) > _MOST_TEXT:
        raise FormatError(
            f"it holds {counted(len(text), 'character')}.",
            file=name,
            expected=f"at most {_MOST_TEXT}",
            hint="Split it.",
        )
    return text


def _unreadable(name: str, error: Exception) -> FormatError:
    said = str(error)
    is_locked = "password" in said.lower()
    return FormatError(
        "it is locked by a password." if is_locked else "it cannot be read as a PDF.",
        file=name,
        expected="a PDF that is whole and open",
        hint="Save it without a password."
        if is_locked
        else "It may be cut off: open it in a viewer.",
    )

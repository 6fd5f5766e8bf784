"""Pages of HTML: complete in themselves, without scripts, addresses or fonts of others.

Everything that somebody else wrote passes `text_of`. A page forbids itself to load anything.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from typing import Final

from infold.cli.audit_style import STYLE
from infold.cli.render import short

__all__ = ["head_of", "page", "row_of", "text_of"]

_POLICY: Final = (
    '<meta http-equiv="Content-Security-Policy" '
    "content=\"default-src 'none'; style-src 'unsafe-inline'\"/>"
)
_UNSHOWN: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


def page(title: str, body: Iterable[str]) -> str:
    """A whole page, as HTML that is also XML.

    Args:
        title: As written; it is escaped here.
        body: Lines of HTML.
    """
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><meta charset="utf-8"/>',
            '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
            _POLICY,
            '<meta name="referrer" content="no-referrer"/>',
            f"<title>{text_of(title)}</title><style>{STYLE}</style></head><body><main>",
            *body,
            "</main></body></html>\n",
        ]
    )


def text_of(text: str, limit: int = 400) -> str:
    """A text of somebody: cut, freed of signs that no page may hold, and escaped."""
    return html.escape(_UNSHOWN.sub("\ufffd", short(text, limit)))


def head_of(names: Iterable[str]) -> Iterable[str]:
    """The beginning of a table, with the names of its columns."""
    yield "<table><thead><tr>"
    yield "".join(f'<th scope="col">{name}</th>' for name in names)
    yield "</tr></thead><tbody>"


def row_of(kind: str, name: str, cells: Iterable[str]) -> str:
    """A row of a table, of a kind that the style knows."""
    shown = "".join(f"<td>{cell}</td>" for cell in cells)
    return f'<tr class="{kind}"><th scope="row">{name}</th>{shown}</tr>'

"""Making an audit safe to post: every text becomes its shape, and only counts and kinds remain."""

from __future__ import annotations

from dataclasses import replace

from infold.fold.wanted import Wanted
from infold.trial.audit import Audit, Foreign
from infold.trial.items import Item
from infold.trial.judging import Invented

__all__ = ["redact", "shape"]


def shape(text: str) -> str:
    """A text without what it says: letters of any script are x, digits 0, other signs stay.

    Only spaces and ASCII signs stay as they are; whatever else there is becomes x.
    """
    return "".join(_shape_of(sign) for sign in text)


def _shape_of(sign: str) -> str:
    if sign.isdigit():
        return "0"
    if sign.isspace():
        return "\n" if sign == "\n" else " "
    return sign if sign.isascii() and sign.isprintable() and not sign.isalpha() else "x"


def redact(audit: Audit) -> Audit:
    """The same audit with every text replaced by its shape.

    Kinds, counts, positions, turns, budgets, tokens and the format's name stay; names, paths,
    titles, keys and ids do not.
    """
    return replace(
        audit,
        file=shape(audit.file),
        title=shape(audit.title),
        items=tuple(map(_item, audit.items)),
        foreign=tuple(map(_foreign, audit.foreign)),
        damage=tuple(
            replace(one, file=shape(one.file), reason=shape(one.reason)) for one in audit.damage
        ),
        redacted=True,
    )


def _item(item: Item) -> Item:
    return replace(
        item,
        text=shape(item.text),
        message="",
        path=shape(item.path),
        around=shape(item.around),
        wanted=_nothing(item.wanted),
    )


def _nothing(wanted: Wanted) -> Wanted:
    return replace(
        wanted,
        text="",
        value="",
        message="",
        around="",
        near="",
        beyond="",
        by=None,
        instead=(),
        because="",
    )


def _foreign(one: Foreign) -> Foreign:
    return replace(
        one,
        file=shape(one.file),
        text=shape(one.text),
        items=tuple(map(_item, one.items)),
        invented=tuple(Invented(kind=each.kind, text=shape(each.text)) for each in one.invented),
    )

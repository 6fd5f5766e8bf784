"""What stands on single messages: settings, materials, quotes, and how answers were asked for."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from infold.core.materials import Material
from infold.core.scope import Scope
from infold.core.settings import Asked, Setting
from infold.store import rows as convert
from infold.store.folding import FoldReads
from infold.store.queries import SQL
from infold.store.writing import Changes


class NodeReads(FoldReads):
    """Reads of settings, materials, quotes and how answers were asked."""

    __slots__ = ()

    def settings(self, scope: Scope, conversation: str) -> list[tuple[int, Setting]]:
        """(position, setting), -1 for the whole conversation; by position and name."""
        number = self.number(scope, conversation)
        if number is None:
            return []
        return [
            (position, Setting(message=message or "", name=name, value=convert.text(value)))
            for position, message, name, value in self.rows(
                SQL["settings"], (scope.space, scope.user, number)
            )
        ]

    def setting(self, scope: Scope, conversation: str, position: int, name: str) -> str:
        """One setting, of -1 for the whole conversation; empty where there is none."""
        number = self.number(scope, conversation)
        if number is None:
            return ""
        row = self.row(SQL["setting"], (scope.space, scope.user, number, position, name))
        return convert.text(row[0]) if row else ""

    def references(self, scope: Scope, conversation: str) -> list[tuple[int, int, bool]]:
        """(quoted, quoting, chain) of `reference` wires that are not cut; by quoting, quoted."""
        number = self.number(scope, conversation)
        if number is None:
            return []
        rows = self.rows(SQL["references"], (scope.space, scope.user, number))
        return [(quoted, quoting, bool(chain)) for quoted, quoting, chain in rows]

    def parents(self, scope: Scope, conversation: str, position: int) -> list[int]:
        """Positions of a message's parents through `continue` wires, cut ones too, ascending."""
        number = self.number(scope, conversation)
        if number is None:
            return []
        rows = self.rows(SQL["parents"], (scope.space, scope.user, number, position))
        return [row[0] for row in rows]

    def asked(self, scope: Scope, conversation: str) -> list[tuple[int, Asked]]:
        """(position, how it was asked) of answers that were asked for here, by position."""
        number = self.number(scope, conversation)
        if number is None:
            return []
        return [
            (
                position,
                Asked(
                    message=message,
                    model=convert.text(model),
                    prompt=prompt,
                    upstream=upstream,
                    views=tuple(json.loads(convert.text(views))),
                    input_tokens=spent,
                    output_tokens=made,
                ),
            )
            for position, message, model, prompt, upstream, views, spent, made in self.rows(
                SQL["asked"], (scope.space, scope.user, number)
            )
        ]

    def materials(self, scope: Scope, conversation: str) -> list[Material]:
        """All materials of a conversation, by number.

        Raises:
            IntegrityError: A row is not what was written.
        """
        number = self.number(scope, conversation)
        if number is None:
            return []
        return [_material(row) for row in self.rows(SQL["materials"], _key(scope, number))]


class NodeWrites(Changes):
    """Changes of settings, materials, and of how answers were asked."""

    __slots__ = ()

    def set_setting(
        self, scope: Scope, conversation: str, position: int, name: str, value: str
    ) -> None:
        """Set a value at a position, -1 for the whole conversation; an empty one removes it."""
        key = _key(scope, self.the_number(scope, conversation))
        if value:
            self.run(SQL["set_setting"], (*key, position, name, value))
        else:
            self.run(SQL["drop_setting"], (*key, position, name))

    def add_asked(self, scope: Scope, conversation: str, rows: Sequence[tuple[int, Asked]]) -> None:
        """Add how answers were asked, by position."""
        key = _key(scope, self.the_number(scope, conversation))
        for position, one in rows:
            views = convert.list_text(one.views)
            values = (one.model, one.prompt, one.upstream, views)
            spent = (one.input_tokens, one.output_tokens)
            self.run(SQL["add_asked"], (*key, position, *values, *spent))

    def add_materials(
        self, scope: Scope, conversation: str, materials: Sequence[Material]
    ) -> list[Material]:
        """Add materials, ids set; those that are there stay. All of them with their numbers."""
        key = _key(scope, self.the_number(scope, conversation))
        there = {one.id: one for one in map(_material, self.rows(SQL["materials"], key))}
        last = int(self.rows(SQL["last_material"], key)[0][0])
        out = []
        for one in materials:
            if one.id not in there:
                last += 1
                pages = convert.list_text(one.pages)
                values = (one.id, one.name, one.media_type, one.digest, one.tokens, pages)
                checksum = convert.checksum(values)
                self.run(SQL["add_material"], (*key, last, *values, checksum))
                there[one.id] = replace(one, number=last)
            out.append(there[one.id])
        return out


def _key(scope: Scope, number: int) -> tuple[str, str, int]:
    return scope.space, scope.user, number


def _material(row: convert.Row) -> Material:
    number, id_, name, media_type, digest, tokens, pages, kept = row
    named, kind, text = convert.text(name), convert.text(media_type), convert.text(pages)
    convert.check(f"Material {id_!s:.40}", (id_, named, kind, digest, tokens, text), kept)
    return Material(
        id=id_,
        number=number,
        name=named,
        media_type=kind,
        digest=digest,
        tokens=tokens,
        pages=tuple(json.loads(text)),
    )

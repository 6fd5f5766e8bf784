"""What stands on the messages of a file: settings, documents and versions, set where nobody did.

What a step here has set or taken off stays as it is, whatever the file says. All else is as the
file says: where it was changed there since the last import, it changes here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from infold.core.materials import Material
from infold.core.scope import Scope
from infold.core.settings import AWAY, GONE, MATERIAL, PLACED, ROLE, SHOWN_AS, Setting
from infold.core.tokens import IMAGE_TOKENS, TokenCounter
from infold.engine.material_adding import material_with_id
from infold.engine.steps import setting_record
from infold.formats.reading import Parsed, Versions
from infold.store.protocol import ConversationRow, Writer

__all__ = ["Stands"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stands:
    """What stands on the messages of one conversation of a file, by local ids; false for nothing.

    Attributes:
        settings: See `infold.formats.reading.Parsed`.
        materials: Likewise.
        versions: Likewise.
    """

    settings: tuple[Setting, ...] = ()
    materials: tuple[Material, ...] = ()
    versions: tuple[Versions, ...] = ()

    @classmethod
    def of(cls, parsed: Parsed) -> Self:
        """That of a conversation of a file."""
        return cls(settings=parsed.settings, materials=parsed.materials, versions=parsed.versions)

    def __bool__(self) -> bool:
        return bool(self.settings or self.materials or self.versions)

    def save(
        self,
        tx: Writer,
        scope: Scope,
        row: ConversationRow,
        *,
        ids: Mapping[str, str],
        positions: Mapping[str, int],
        counter: TokenCounter,
    ) -> int:
        """Set what is not set so yet; how many rows that were.

        Args:
            tx: The transaction in which the last messages of the file are written; the bytes of
                the documents are there.
            scope: Whose they are.
            row: The conversation.
            ids: Local message id → id in the store, of every message of the file.
            positions: Local message id → position in the store, of the same.
            counter: Counts the tokens of documents.
        """
        if not self:
            return 0
        materials = self._materials(tx, scope, row, counter)
        there = {one.id for one in tx.materials(scope, row.id)}
        new = [one for one in materials.values() if one.id not in there]
        tx.add_materials(scope, row.id, new)
        done = len(new)
        current = {(one.message, one.name): one.value for _, one in tx.settings(scope, row.id)}
        by_hand = _set_by_hand(tx, scope, row)
        dropped: list[str] = []
        wanted = [*self.settings, *self._shown(tx, scope, row, positions)]
        for local in wanted:
            one = _stored(local, ids, materials)
            old = current.get((one.message, one.name), "")
            if old == one.value or setting_record(one.message, one.name) in by_hand:
                continue
            at = positions[local.message] if local.message else -1
            tx.set_setting(scope, row.id, at, one.name, one.value)
            current[one.message, one.name] = one.value
            if one.name == ROLE and old and old.split(" ")[0] != one.value.split(" ")[0]:
                dropped.append(old.split(" ")[0])
            done += 1
        return done + _put_away(tx, scope, row, dropped, current)

    def _materials(
        self, tx: Writer, scope: Scope, row: ConversationRow, counter: TokenCounter
    ) -> dict[str, Material]:
        """Local id → the document as it is stored."""
        secret = tx.secret(scope) if self.materials else b""
        return {
            one.id: replace(
                material_with_id(secret, row.id, one),
                tokens=IMAGE_TOKENS if one.is_image else sum(map(counter.count, one.pages)),
            )
            for one in self.materials
        }

    def _shown(
        self, tx: Writer, scope: Scope, row: ConversationRow, positions: Mapping[str, int]
    ) -> Iterator[Setting]:
        """Which version is shown in the place of another.

        Most often the wires say it: what follows goes on from what is shown. A setting does where
        nothing follows yet, and where it follows what was shown before.
        """
        theirs = set(positions.values())
        for versions in self.versions:
            own = {positions[one] for one in versions.messages}

            def goes_on(local: str, own: Collection[int] = own) -> bool:
                below = tx.children(scope, row.id, positions[local])
                return any(child in theirs and child not in own for child in below)

            ends = [versions.shown[-1]] if versions.shown else []
            is_told = any(map(goes_on, ends)) and not any(
                goes_on(old) for old, _ in versions.others
            )
            for old, new in versions.others:
                yield Setting(message=old, name=SHOWN_AS, value="" if is_told else new)
            for one in versions.shown:
                yield Setting(message=one, name=SHOWN_AS, value="")


def _stored(local: Setting, ids: Mapping[str, str], materials: Mapping[str, Material]) -> Setting:
    """A setting by the ids of the store."""
    name, value = local.name, local.value
    if name.startswith(MATERIAL):
        name = MATERIAL + materials[name.removeprefix(MATERIAL)].id
    elif name in PLACED and value:
        first, *rest = value.split(" ")
        value = " ".join([ids[first], *rest])
    return Setting(message=ids[local.message] if local.message else "", name=name, value=value)


def _set_by_hand(tx: Writer, scope: Scope, row: ConversationRow) -> set[str]:
    """Records of the settings that a step here set or took off, undone ones too."""
    return {
        effect.record
        for change in tx.changes(scope, row.id)
        for effect in change.effects
        if effect.target == "setting"
    }


def _put_away(
    tx: Writer,
    scope: Scope,
    row: ConversationRow,
    dropped: Sequence[str],
    current: Mapping[tuple[str, str], str],
) -> int:
    """Put role prompts away that others took the place of: they count nowhere any more."""
    used = {value.split(" ")[0] for (_, name), value in current.items() if name == ROLE}
    done = 0
    for prompt in dict.fromkeys(dropped):
        if prompt not in used and (prompt, AWAY) not in current:
            at = tx.locate(scope, [prompt])[prompt][1]
            tx.set_setting(scope, row.id, at, AWAY, GONE)
            done += 1
    return done

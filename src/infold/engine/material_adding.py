"""Materials of a conversation: added once, put in and taken out per message or everywhere."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

from infold.core.ids import mint
from infold.core.materials import Material
from infold.core.scope import Scope
from infold.core.settings import MATERIAL
from infold.core.tokens import IMAGE_TOKENS
from infold.engine.node_editing import NodeEditor, value_effect
from infold.engine.steps import do, require
from infold.errors import NotFound
from infold.formats.documents import read_document
from infold.store.protocol import Reader, Writer

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = ["add", "find", "material_with_id", "put"]


def material_with_id(secret: bytes, conversation: str, material: Material) -> Material:
    """The material with its id: of its name and bytes. The same document is one record."""
    made = mint(secret, "material", conversation, material.name, material.digest)
    return replace(material, id=made)


def add(
    memory: Infold, scope: Scope, conversation: str, data: bytes, name: str, at: str
) -> Material:
    """Add a document and put it in, in one step; see `NodeChat.add_material`."""
    document = read_document(data, name)
    is_image = document.media_type.startswith("image/")
    tokens = sum(memory.counter.count(page) for page in document.pages)
    material = material_with_id(
        memory.secret,
        conversation,
        Material(
            name=name,
            media_type=document.media_type,
            digest=hashlib.sha256(data).hexdigest(),
            pages=document.pages,
            tokens=IMAGE_TOKENS if is_image else tokens,
        ),
    )

    def command(tx: Writer) -> Material:
        row = require(tx, scope, conversation)
        tx.add_blob(scope, material.digest, data)
        (made,) = tx.add_materials(scope, conversation, [material])
        effect = value_effect(tx, scope, row, at, MATERIAL + made.id, "in")
        now = memory.clock.now()
        do(tx, scope, conversation, "add a material", [effect], by="person", now=now)
        return made

    return memory.store.write(command)


def put(
    memory: Infold, scope: Scope, conversation: str, material: str, at: str, value: str
) -> None:
    """Put a material in or take it out at a message and below, or everywhere.

    Raises:
        NotFound: No such material or message.
    """
    with memory.store.read() as reader:
        made = find(reader, scope, conversation, material)
    words = {"in": "put a material in", "out": "take a material out"}
    editor = NodeEditor(memory, scope, conversation)
    editor.set_value(at, MATERIAL + made.id, value, words[value])


def find(reader: Reader, scope: Scope, conversation: str, material: str) -> Material:
    """A material by its id, its name, or how its id starts.

    Raises:
        NotFound: There is none, or several fit.
    """
    there = reader.materials(scope, conversation)
    fits = [one for one in there if one.id == material]
    fits = fits or [one for one in there if one.name == material]
    fits = fits or [one for one in there if len(material) > 2 and one.id.startswith(material)]
    if len(fits) != 1:
        raise NotFound(
            f"{material!r} fits {'several' if fits else 'no'} materials of this conversation.",
            hint="`infold materials CONVERSATION` lists them.",
            records=[one.id for one in fits],
        )
    return fits[0]

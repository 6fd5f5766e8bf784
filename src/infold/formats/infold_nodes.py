"""Records of settings, materials and asked answers in Infold's own JSONL, as values and back."""

from __future__ import annotations

from infold.core.materials import Material
from infold.core.settings import Asked, Setting
from infold.formats.infold_records import Record, Wrong, field_of

__all__ = [
    "asked_from",
    "asked_record",
    "material_from",
    "material_record",
    "setting_from",
    "setting_record",
]


def setting_record(setting: Setting) -> Record:
    """The record of a setting."""
    return {
        "record": "setting",
        "message": setting.message,
        "name": setting.name,
        "value": setting.value,
    }


def setting_from(record: Record) -> Setting:
    """The setting of a record.

    Raises:
        ValueError: A field is missing or wrong.
    """
    return Setting(
        message=field_of(record, "message", str),
        name=field_of(record, "name", str),
        value=field_of(record, "value", str),
    )


def asked_record(asked: Asked) -> Record:
    """The record of how an answer was asked for."""
    return {
        "record": "asked",
        "message": asked.message,
        "model": asked.model,
        "prompt": asked.prompt,
        "upstream": asked.upstream,
        "views": list(asked.views),
        "input_tokens": asked.input_tokens,
        "output_tokens": asked.output_tokens,
    }


def asked_from(record: Record) -> Asked:
    """How an answer was asked for, of a record.

    Raises:
        ValueError: A field is missing or wrong.
    """
    return Asked(
        message=field_of(record, "message", str),
        model=field_of(record, "model", str),
        prompt=field_of(record, "prompt", str),
        upstream=field_of(record, "upstream", str),
        views=_texts(record, "views"),
        input_tokens=field_of(record, "input_tokens", int),
        output_tokens=field_of(record, "output_tokens", int),
    )


def material_record(material: Material) -> Record:
    """The record of a material; its bytes stand in a record of their own."""
    return {
        "record": "material",
        "id": material.id,
        "name": material.name,
        "media_type": material.media_type,
        "digest": material.digest,
        "tokens": material.tokens,
        "pages": list(material.pages),
    }


def material_from(record: Record) -> Material:
    """The material of a record.

    Raises:
        ValueError: A field is missing or wrong.
    """
    return Material(
        id=field_of(record, "id", str),
        name=field_of(record, "name", str),
        media_type=field_of(record, "media_type", str),
        digest=field_of(record, "digest", str),
        tokens=field_of(record, "tokens", int),
        pages=_texts(record, "pages"),
    )


def _texts(record: Record, name: str) -> tuple[str, ...]:
    listed = field_of(record, name, list)
    if not all(isinstance(one, str) for one in listed):
        raise Wrong(f"{name} are no texts")
    return tuple(listed)

"""The words of six languages for people and animals near to somebody, and the one word for each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from infold.memory.phrases.chinese import CHINESE
from infold.memory.phrases.english import ENGLISH
from infold.memory.phrases.german import GERMAN
from infold.memory.phrases.indonesian import INDONESIAN
from infold.memory.phrases.japanese import JAPANESE
from infold.memory.phrases.korean import KOREAN

__all__ = ["RELATIONS"]

RELATIONS: Final[Mapping[str, str]] = {
    **ENGLISH.relations,
    **GERMAN.relations,
    **INDONESIAN.relations,
    **CHINESE.relations,
    **JAPANESE.relations,
    **KOREAN.relations,
}
"""A word, lower-cased → the one word."""

"""Ranges of the writing systems that have rules of their own, as parts of character classes."""

from typing import Final

HAN: Final = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
HIRAGANA: Final = "\u3041-\u3096\u309d\u309e"
KATAKANA: Final = "\u30a1-\u30fa\u30fc-\u30fe\u31f0-\u31ff"
HANGUL: Final = "\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7fb"
# Thai, Lao, Burmese and Khmer: without spaces between words; vowel signs belong to the run.
UNSPACED: Final = "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u1000-\u109f\u1780-\u17d3"
# Signs above or below a letter that `\w` does not cover, and the Indic blocks that hold many.
MARKS: Final = (
    "\u0300-\u036f\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff"
)
CJK: Final = HAN + HIRAGANA + KATAKANA + HANGUL

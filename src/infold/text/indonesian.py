"""Roots of affixed Indonesian words, by form alone.

The prefixes change the first sound of the root (`menulis` from `tulis`, `mengirim` from `kirim`);
the rules are those of the standard grammar. A word that could not be Indonesian by its letters has
no root, so that few words of other languages get a second term.
"""

import re
from typing import Final

_MIN_ROOT: Final = 4
_VOWELS: Final = "aiueo"
# Doubled consonants, digraphs and endings that Indonesian words do not have.
_FOREIGN: Final = re.compile(
    r"([b-df-hj-np-tv-z])\1|ee|oo|ck|th|ph|wh|gh|tion|sion|[^aiueohkmnrlstpg]\Z|[^n]g\Z"
    r"|[b-df-hj-np-tv-z]{2}\Z(?<!ng)"
)
_START: Final = re.compile(r"(?:[^aiueo]|ny|ng|[bdgkpt]r|[bfgkp]l|s[kpt]|sy|kh)?[aiueo]")
_CLITIC: Final = re.compile(r"(?:nya|lah|kah)\Z")
_SUFFIX: Final = re.compile(r"(?:kan|an)\Z")
# Prefix, what it replaced before a vowel ("" where the root may begin with that vowel).
_NASAL: Final = (
    ("meny", ("s",)), ("peny", ("s",)), ("meng", ("", "k")), ("peng", ("", "k")),
    ("mem", ("p",)), ("pem", ("p",)), ("men", ("t",)), ("pen", ("t",)),
)  # fmt: skip
_PLAIN: Final = ("ber", "ter", "per", "me", "pe", "di", "ke", "se")


def indonesian_roots(word: str) -> list[str]:
    """Give the possible roots of a lower-case ASCII word, best first.

    Returns:
        None, one, or two roots (`mengarang`: `arang` and `karang`), each of four letters or more
        and different from the word.
    """
    if len(word) < 6 or _FOREIGN.search(word):
        return []
    base = _CLITIC.sub("", word)
    if len(base) < _MIN_ROOT:
        return []
    stripped = _unprefixed(base)
    roots: list[str] = []
    for root in stripped or [base]:
        bare = _SUFFIX.sub("", root)
        # -an alone ends many English words; it counts on a long word or beside a prefix.
        keeps = not stripped and not root.endswith("kan") and len(root) < 7
        best = root if keeps or len(bare) < _MIN_ROOT else bare
        if best != word and len(best) >= _MIN_ROOT and _START.match(best):
            roots.append(best)
    return roots


def _unprefixed(word: str) -> list[str]:
    for prefix, lost in _NASAL:
        if word.startswith(prefix) and len(word) >= len(prefix) + 3:
            rest = word[len(prefix) :]
            if rest[0] in _VOWELS:
                return [first + rest for first in lost if len(first + rest) >= _MIN_ROOT]
            if rest.startswith("per") and len(rest) >= 3 + _MIN_ROOT:
                return [rest[3:]]
            if len(rest) >= _MIN_ROOT and _START.match(rest):
                return [rest]
    for prefix in _PLAIN:
        rest = word[len(prefix) :]
        if word.startswith(prefix) and len(rest) >= _MIN_ROOT and _START.match(rest):
            return [rest]
    return []

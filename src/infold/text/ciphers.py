"""Texts that nobody can read: encrypted, or packed into base64."""

import math
import re
from collections import Counter
from typing import Final

__all__ = ["is_cipher"]

_ARMOUR: Final = re.compile(
    r"-----BEGIN [A-Z0-9 ]{3,40}-----\s.*?(?:-----END [A-Z0-9 ]{3,40}-----|\Z)", re.DOTALL
)
_BASE64: Final = re.compile(r"[A-Za-z0-9+/_\-\s]+={0,2}\s*")
_LEAST: Final = 48
_LEAST_LINE: Final = 40
"""Characters in a row of all lines but the last: programs break base64 at 60 to 76."""
_LEAST_ENTROPY: Final = 4.6
"""Bits a sign: random base64 of 48 signs has 5 or more, words without spaces 4.3 or less."""


def is_cipher(text: str) -> bool:
    """Say whether a text as a whole is a block of ciphertext or of base64, with nothing to read.

    Args:
        text: A Fernet token, base64 with or without line breaks, or an armoured block.

    Returns:
        False where words stand beside it. Linear.
    """
    body = text.strip()
    if body.startswith("-----BEGIN "):
        return _ARMOUR.fullmatch(body) is not None
    if len(body) < _LEAST or _BASE64.fullmatch(body) is None:
        return False
    lines = body.split()
    if any(len(line) < _LEAST_LINE for line in lines[:-1]):
        return False
    whole = "".join(lines)
    if not (
        any(map(str.isdigit, whole))
        and any(map(str.isupper, whole))
        and any(map(str.islower, whole))
    ):
        return False
    counts = Counter(whole).values()
    return -math.fsum(n / len(whole) * math.log2(n / len(whole)) for n in counts) >= _LEAST_ENTROPY

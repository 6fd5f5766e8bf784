"""Search terms as numbers: what forward rows and postings hold instead of words."""

from __future__ import annotations

import zlib
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

_CACHE_SIZE = 50_000
_hashes: dict[str, int] = {}


def term_hashes(terms: Iterable[str]) -> NDArray[np.uint32]:
    """Hash search terms with CRC-32 of their UTF-8.

    Args:
        terms: Terms as `infold.text.analysis.analyze` gives them; repetitions are kept. A lone
            surrogate is hashed as it stands.

    Returns:
        uint32 of shape (terms,), in order. Among the 50,000 terms of a long conversation one pair
        in four collides somewhere; such a pair shares its postings and nothing else.
    """
    out = []
    for term in terms:
        value = _hashes.get(term)
        if value is None:
            if len(_hashes) >= _CACHE_SIZE:
                _hashes.clear()
            value = _hashes[term] = zlib.crc32(term.encode("utf-8", "surrogatepass"))
        out.append(value)
    return np.array(out, np.uint32)

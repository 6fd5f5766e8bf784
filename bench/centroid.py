"""The summary that folds are measured against: the sentences nearest to what all are about.

Each sentence is a vector of its words, weighted by how rare they are among the sentences (TF-IDF);
those nearest to the mean of all (by cosine) are taken, as far as the budget goes. Its rules share
nothing with those of what is measured.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from bench.peers.stopwords import STOPWORDS
from bench.retention.words import count_tokens, sentences, words


def centroid_summary(texts: Sequence[str], budget: int) -> list[str]:
    """Summarise texts in at most `budget` tokens.

    Args:
        texts: Of the messages, in order.
        budget: In tokens.

    Returns:
        Sentences word for word, in their order.
    """
    found = [one for text in texts for line in text.splitlines() for one in sentences(line.strip())]
    found = [one for one in dict.fromkeys(found) if one]
    counts = [Counter(word for word in words(one) if word not in STOPWORDS) for one in found]
    spread = Counter(word for known in counts for word in known)
    vectors = [
        _unit({word: n * math.log(len(found) / spread[word] + 1) for word, n in known.items()})
        for known in counts
    ]
    middle: Counter[str] = Counter()
    for vector in vectors:
        middle.update(vector)
    near = [round(sum(w * middle[word] for word, w in vector.items()), 9) for vector in vectors]
    chosen: list[int] = []
    for order in sorted(range(len(found)), key=lambda order: (-near[order], order)):
        tokens = count_tokens(found[order])
        if tokens <= budget:
            budget -= tokens
            chosen.append(order)
    return [found[order] for order in sorted(chosen)]


def _unit(vector: dict[str, float]) -> dict[str, float]:
    length = math.sqrt(sum(weight * weight for weight in vector.values()))
    return {word: weight / length for word, weight in vector.items()} if length else {}

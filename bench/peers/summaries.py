"""What peers that stand for a summary share: the project's baselines, with the bench's own words.

Turns are split and counted by the rules of the bench, not by those of what is measured.
"""

from __future__ import annotations

from bench.peers.stopwords import STOPWORDS
from bench.retention.words import count_tokens, words
from infold.trial.baselines import Notes
from infold.trial.summaries import Summariser
from infold.trial.windows import Window


def telling(text: str) -> list[str]:
    """The words of a text that tell something, in order."""
    return [word for word in words(text) if word not in STOPWORDS]


def make_notes() -> Notes:
    """Empty notes for the turns of a peer."""
    return Notes(Window(count_tokens), Summariser(count_tokens, telling))

"""Three ways to keep a chat, asked for all of its facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from bench.experiment.models import ModelSummariser, answered
from bench.peers.infold import InfoldPeer
from bench.peers.protocol import Peer
from bench.peers.stopwords import STOPWORDS
from bench.retention.scoring import View, hit
from bench.retention.values import Dialogue, Turn
from bench.retention.words import count_tokens, cut, words
from infold.models.roles import Models
from infold.trial.baselines import ClassicClusters, FlatSummary, Notes
from infold.trial.summaries import Summariser
from infold.trial.windows import Window

Found: TypeAlias = dict[str, dict[int, list[bool]]]
"""Arm → budget → whether each fact was found, in the order of the questions."""


class _Flat:
    """One summary of everything old beside the last messages, made once for each budget."""

    def __init__(self, summariser: Summariser) -> None:
        self._summary = FlatSummary(Notes(Window(count_tokens), summariser))
        self._made: dict[int, str] = {}

    def ingest(self, turns: Sequence[Turn]) -> None:
        self._summary.notes.add(turns)

    def flush(self) -> None:
        pass

    def context(self, question: str, budget: int) -> str:  # noqa: ARG002 - one text for all questions
        if budget not in self._made:
            self._made[budget] = self._summary.text(budget)
        return self._made[budget]


class _Classic:
    """Summaries of the published clusters nearest to a question."""

    def __init__(self, summariser: Summariser) -> None:
        self._clusters = ClassicClusters(Notes(Window(count_tokens), summariser), _telling)

    def ingest(self, turns: Sequence[Turn]) -> None:
        self._clusters.notes.add(turns)

    def flush(self) -> None:
        self._clusters.place()

    def context(self, question: str, budget: int) -> str:
        return self._clusters.text(budget, question)


def _telling(text: str) -> list[str]:
    return [word for word in words(text) if word not in STOPWORDS]


def _summariser(models: Models | None) -> Summariser:
    model = models.chat("fold") if models else None
    if model is None:
        return Summariser(count_tokens, _telling)
    return ModelSummariser(model, count_tokens, _telling)


ARMS: Final = MappingProxyType[str, Callable[[Models | None], Peer]](
    {
        "flat": lambda models: _Flat(_summariser(models)),
        "classic": lambda models: _Classic(_summariser(models)),
        "infold": lambda models: InfoldPeer(models=models),
    }
)
"""Makers of the sides, in the order of tables."""


def ask(dialogue: Dialogue, budgets: Sequence[int], models: Models | None) -> Found:
    """Give a dialogue to all sides and ask each for all facts at all budgets."""
    return {name: _ask(make(models), dialogue, budgets, models) for name, make in ARMS.items()}


def _ask(
    peer: Peer, dialogue: Dialogue, budgets: Sequence[int], models: Models | None
) -> dict[int, list[bool]]:
    out: dict[int, list[bool]] = {budget: [] for budget in budgets}
    try:
        peer.ingest(dialogue.turns)
        peer.flush()
        for question in dialogue.questions:
            for budget in budgets:
                text = cut(peer.context(question.text, budget), budget)
                if models is None:
                    found = hit(question, dialogue.turns, View(text), by_turns=False)
                else:
                    found = answered(question, text, models)
                out[budget].append(found)
    finally:
        if (close := getattr(peer, "close", None)) is not None:
            close()
    return out

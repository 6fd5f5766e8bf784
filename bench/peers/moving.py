"""A summary that is made anew of itself and what leaves the window: LangChain's summary buffer."""

from __future__ import annotations

from bench.peers.flat import FlatSummary
from infold.trial import baselines


class MovingSummary(FlatSummary):
    """Half of the budget for raw turns, half for the summary; what it once dropped is gone."""

    method = baselines.MovingSummary

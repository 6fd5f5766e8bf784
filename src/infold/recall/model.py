"""The model that weighs the features: one linear function, trained by `python -m bench train`.

A candidate's value is the weighted sum of its features less a price for its length. The weights are
data (`weights.json`, with the report of their training beside them), the same for everything.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

from infold.recall.field import Scores

FORMAT = 1
"""Of the file: a reader refuses another."""
_FILE = "weights.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """Weights of features by their names.

    Attributes:
        weights: Feature → weight; features without one count nothing.
        price: Of length: taken off for each unit of log tokens.
    """

    weights: Mapping[str, float]
    price: float

    def score(self, features: Mapping[str, Scores]) -> Scores:
        """Weigh features: each of length k, to k scores. Length has no price here."""
        named = [name for name in features if name in self.weights]
        if not named:
            return np.zeros(len(next(iter(features.values()))))
        weights = np.array([self.weights[name] for name in named])
        total: Scores = weights @ np.stack([features[name] for name in named])
        return total


@cache
def load_model() -> Model:
    """The model that comes with the package.

    Raises:
        ValueError: The file has another format.
    """
    data = json.loads((files("infold.recall") / _FILE).read_text(encoding="utf-8"))
    if data["format"] != FORMAT:
        raise ValueError(f"{_FILE} has format {data['format']}, not {FORMAT}")
    return Model(weights=data["weights"], price=data["price"])

"""The published experiment on folding a chat, done again: 200 messages, 40 facts, five times.

`python -m bench experiment [--runs 5] [--budgets 500,1000] [--models]`. One flat summary, the
published clusters and Infold get the same messages, the same summariser and the same budget, and
are asked for all facts. Without `--models` the summariser is extractive and a fact counts when it
stands in the context. With it the models that the settings name write the summaries, answer from
the contexts and judge the answers (`model`, `fold_model`, `answer_model`, `model_base_url`).
"""

from __future__ import annotations

from bench.experiment.asking import ARMS, ask
from bench.experiment.rows import rows_of
from bench.options import Options
from bench.report import Row
from bench.retention.generator import PlainRecipe, generate
from infold.config import load_settings
from infold.errors import ConfigError
from infold.models.configured import models_from
from infold.models.roles import Models

__all__ = ["ARMS", "run"]

SIZE = 200
FACTS = 40
FILLER = 0.2


def run(options: Options, models: Models | None = None) -> list[Row]:
    """Run all repetitions and give their rows.

    Args:
        options: `runs` repetitions, each with a seed of its own; `budgets`; `models`.
        models: Instead of those that the settings name.

    Raises:
        ConfigError: Models are asked for and the settings name none.
    """
    if models is None and options.models:
        models = models_from(load_settings())
        if models.chat("fold") is None or models.chat("answer") is None:
            raise ConfigError(
                "The experiment needs a model that writes summaries and one that answers.",
                hint="Set model and model_base_url, or leave out --models.",
            )
    dialogues = [
        generate(
            PlainRecipe(
                size=SIZE,
                seed=options.seed + at,
                filler=FILLER,
                facts=FACTS,
                wordings=options.wordings,
            )
        )
        for at in range(options.runs)
    ]
    found = [ask(dialogue, options.budgets, models) for dialogue in dialogues]
    return rows_of(found, options)

"""The models that the settings name."""

from __future__ import annotations

from infold.config import Settings
from infold.errors import ConfigError
from infold.models.registry import load_embedder
from infold.models.roles import Models

__all__ = ["models_from"]


def models_from(settings: Settings) -> Models:
    """Make the models that the settings name; roles that they do not name have none.

    `fold_model` folds and, where `extract_model` names no other, extracts; `answer_model` answers
    and judges; `model` stands in for each. Images are sent to those among `seeing_models`. Equal
    names share one model and its connections. Nothing is contacted or loaded yet.

    Raises:
        ConfigError: A model is named without an endpoint, or an endpoint without a model; or a
            value cannot be used.
    """
    fold = settings.fold_model or settings.model
    answer = settings.answer_model or settings.model
    extract = settings.extract_model or fold
    names = sorted({name for name in (fold, extract, answer) if name})
    embed = load_embedder(settings.embedder)
    if not names and not settings.model_base_url:
        return Models(embed=embed)
    # Only here: pydantic comes with it, 40 ms that work without a model need not pay.
    from infold.models.openai_compatible import OPENAI_URL, OpenAICompatible

    if not settings.model_base_url:
        raise ConfigError(
            f"The model {names[0]} is named, but no endpoint that serves it.",
            hint=f"Set model_base_url, for OpenAI's to {OPENAI_URL}.",
        )
    if not names:
        raise ConfigError(
            "model_base_url names an endpoint, but no setting names a model of it.",
            hint="Set model, or fold_model, extract_model and answer_model.",
        )
    made: dict[str, OpenAICompatible] = {}
    seeing = [one.strip() for one in settings.seeing_models.split(",")]

    def named(name: str) -> OpenAICompatible:
        if name not in made:
            made[name] = OpenAICompatible(
                name,
                base_url=settings.model_base_url,
                api_key=settings.model_api_key,
                timeout=settings.model_timeout,
                sees=name in seeing or "*" in seeing,
            )
        return made[name]

    return Models(
        fold=named(fold) if fold else None,
        extract=named(extract) if extract else None,
        answer=named(answer) if answer else None,
        embed=embed,
        named=named,
    )

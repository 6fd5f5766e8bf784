"""The embedders that ship with Infold, by name, and the way back from a stored id."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from infold.errors import ConfigError
from infold.models.embedder import Embedder
from infold.models.sentence_encoder import SENTENCE_ENCODER_ID, SentenceEncoder
from infold.models.wordllama import WORDLLAMA_ID, WordLlama

__all__ = ["DEFAULT_EMBEDDER", "EMBEDDERS", "embedder_name", "load_embedder"]

EMBEDDERS: Mapping[str, Callable[[], Embedder]] = MappingProxyType(
    {"wordllama": WordLlama, "sentence-encoder": SentenceEncoder}
)
"""Makers by name. Making one reads no weights."""

_NAMES = {WORDLLAMA_ID: "wordllama", SENTENCE_ENCODER_ID: "sentence-encoder"}

DEFAULT_EMBEDDER = "wordllama"


def load_embedder(name: str) -> Embedder | None:
    """Make an embedder by its name, or by the id that a store holds.

    Args:
        name: A key of `EMBEDDERS`, an id such as `wordllama-0.4.0-256`, or `none` for no vectors
            at all (messages are then ranked by their words).

    Returns:
        The embedder, or None for `none`. Its weights are read on first use.

    Raises:
        ConfigError: No embedder has this name or id, or its package is not installed.
    """
    if name == "none":
        return None
    known = name if name in EMBEDDERS else embedder_name(name)
    if known is None:
        choices = ", ".join([*EMBEDDERS, "none"])
        raise ConfigError(f"No embedder is called {name!r}.", hint=f"Choose one of: {choices}.")
    return EMBEDDERS[known]()


def embedder_name(embedder_id: str) -> str | None:
    """The name under which the embedder of a stored id is loaded.

    Args:
        embedder_id: The id stored beside vectors.

    Returns:
        A key of `EMBEDDERS`; None where this version of Infold has no embedder of exactly that
        id, as for one of the caller's own or one whose weights have changed since.
    """
    return _NAMES.get(embedder_id)

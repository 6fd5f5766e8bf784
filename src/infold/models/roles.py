"""Which model does which work, so that a cheap one folds and a strong one answers.

| role | work | where it has no model of its own |
|---|---|---|
| fold | writes the claims of folds | none: folds are extractive |
| extract | finds facts in turns | the fold model, else none: rules find them |
| answer | answers questions in trials and demos | none: contexts are compared by their literals |
| judge | marks answers | the answer model, else none: answers are marked by code |
| embed | makes vectors | none: messages rank by their words |

A strong model never does cheap work by accident: `fold` and `extract` do not fall back to
`answer`, since folding reads every message and its price grows with the conversation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias

from infold.errors import ConfigError
from infold.models.chat import ChatModel
from infold.models.embedder import Embedder

__all__ = ["FALLBACKS", "ROLES", "Models", "Role", "SpeakingRole"]

SpeakingRole: TypeAlias = Literal["fold", "extract", "answer", "judge"]
Role: TypeAlias = SpeakingRole | Literal["embed"]
ROLES: tuple[Role, ...] = ("fold", "extract", "answer", "judge", "embed")

FALLBACKS: Mapping[SpeakingRole, SpeakingRole] = MappingProxyType(
    {"extract": "fold", "judge": "answer"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Models:
    """The models of an engine, by role; every one may be missing.

    `named` makes a chat model of a name, for those that are pinned to messages.
    """

    fold: ChatModel | None = None
    extract: ChatModel | None = None
    answer: ChatModel | None = None
    judge: ChatModel | None = None
    embed: Embedder | None = None
    named: Callable[[str], ChatModel] | None = None

    def by_name(self, name: str) -> ChatModel:
        """The chat model of a name, as it is pinned to a message.

        Raises:
            ConfigError: No role has it, and there is no way to make it.
        """
        for one in (self.answer, self.judge, self.fold, self.extract):
            if one is not None and one.model == name:
                return one
        if self.named is None:
            raise ConfigError(
                f"There is no model {name!r}: it is pinned to a message, and no setting names it.",
                hint="Name it as a model of the settings, or pin another one.",
            )
        return self.named(name)

    def doubt(self, name: str) -> tuple[str, str] | None:
        """What speaks against a model of a name before it is asked for; None where a role has it.

        Returns:
            What is not known, and what can be done. A name is no fault: an endpoint may serve it,
            and what is pinned here may be asked from a program with other settings.
        """
        if any(
            one is not None and one.model == name
            for one in (self.answer, self.judge, self.fold, self.extract)
        ):
            return None
        if self.named is None:
            return (
                f"No setting names the model {name!r}: nothing can answer with it here.",
                "Set model_base_url and answer_model, or pin a model that is set.",
            )
        return (
            f"No setting names the model {name!r}: the endpoint is asked for it by that name.",
            "Look whether it serves one; `infold undo` takes the pin off.",
        )

    def chat(self, role: SpeakingRole) -> ChatModel | None:
        """The chat model that does the work of a role, by the table of this module.

        Returns:
            Its own model, else that of its fallback, else None: the work is then done by rules.
        """
        own = self._own(role)
        if own is None and role in FALLBACKS:
            return self._own(FALLBACKS[role])
        return own

    def _own(self, role: SpeakingRole) -> ChatModel | None:
        match role:
            case "fold":
                return self.fold
            case "extract":
                return self.extract
            case "answer":
                return self.answer
            case "judge":
                return self.judge

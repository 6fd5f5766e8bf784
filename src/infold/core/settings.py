"""Settings of messages: small values beside what was said, that steps change and undo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MODEL: Final = "model"
"""Name of the model that answers here and below."""
SHOWN_AS: Final = "shown_as"
"""Id of the version that is shown in the place of this one."""
PASSAGE: Final = "passage"
"""What a question is about: id of the message, part, first character, one after the last."""
ROLE: Final = "role"
"""Id of the role prompt that stands here and counts below; with `ONLY` behind it, in the place of
those above."""
ONLY: Final = "only"
MATERIAL: Final = "material:"
"""Followed by the id of a material: `in` or `out`, here and below."""
AWAY: Final = "away"
"""Whether a message contributes nothing for want of the step that brought it in: see `GONE`."""
GONE: Final = "yes"
"""The value of `away` on a message whose step was undone, or in whose place another stands."""
BACK: Final = "no"
"""The value of `away` on a message that was put away so and that a person restored."""
PLACED: Final = (SHOWN_AS, PASSAGE, ROLE)
"""Those that every context reads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A value on a message, or on the whole conversation.

    Attributes:
        message: Id of the message; empty for the conversation.
        name: Which setting.
        value: Ids and small values, never content.
    """

    message: str
    name: str
    value: str

    @property
    def messages(self) -> tuple[str, ...]:
        """Ids of the messages that it names: on which it stands, and of which it tells."""
        own = (self.message,) if self.message else ()
        return (*own, self.value.split(" ")[0]) if self.name in PLACED and self.value else own


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is known of an answer that was asked for here.

    Attributes:
        message: Id of the answer.
        model: The model that wrote it.
        prompt: Hash of the prompt that was really sent.
        upstream: Hash of all that led to it, as it stood when it was asked.
        views: Ids of the views in which it was asked; none for the original.
        input_tokens: Of the prompt, as the endpoint counts them; 0 where it said nothing.
        output_tokens: Of the answer.
    """

    message: str
    model: str
    prompt: str
    upstream: str
    views: tuple[str, ...] = ()
    input_tokens: int = 0
    output_tokens: int = 0

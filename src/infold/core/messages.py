"""Messages and their parts: immutable values; equal content is equal."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Literal, TypeAlias

Role: TypeAlias = Literal["system", "user", "assistant", "tool"]
ROLES: tuple[Role, ...] = ("system", "user", "assistant", "tool")
_FIELD_TYPES: dict[str, type] = {
    "error": bool,
    "size": int,
    "tokens": int,
}  # of parts; all others are texts


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """Plain text."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A call that the model asks for; `arguments` is the text as the model wrote it.

    `name` is empty where a transcript does not say which tool was called.
    """

    id: str
    name: str
    arguments: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """What a call gave back. `call` is the id of its ToolCall."""

    call: str
    text: str
    error: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """An image or file by reference: `digest` is the SHA-256 (hex) of its bytes.

    `digest` is empty where only an outside `uri` is known. `size` is in bytes.
    """

    kind: Literal["image", "file"]
    media_type: str = ""
    digest: str = ""
    uri: str = ""
    name: str = ""
    size: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Opaque:
    """Reasoning or another block that must stay byte-identical; `data` is its source's JSON."""

    kind: str
    data: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """What stands in the place of a text that the policy `drop_days` removed: it says nothing.

    A message that holds one holds nothing else. It is no part that a message can be written with.

    Attributes:
        at: When it was dropped, ISO 8601.
        digest: `infold.core.ids.content_hash` of the message as it was.
        tokens: Tokens of the message as it was.
    """

    at: str
    digest: str
    tokens: int


Part: TypeAlias = Text | ToolCall | ToolResult | Attachment | Opaque | Dropped


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message. `id`, `position`, `tokens` and `source` are assigned, and no part of equality.

    Attributes:
        role: Who speaks, as a model's interface sees it.
        parts: What is said, in order.
        author: A name where several speak in one role.
        at: An aware time, or None where the source has none.
        source: The id that the source gave the message; empty where it gave none.
        id: Minted by the store (see `infold.core.ids`); empty before.
        position: 0-based order of arrival in its conversation; -1 before.
        tokens: Count of its rendered parts by the store's counter; -1 before.
    """

    role: Role
    parts: tuple[Part, ...] = ()
    author: str | None = None
    at: datetime | None = None
    source: str = field(default="", compare=False)
    id: str = field(default="", compare=False)
    position: int = field(default=-1, compare=False)
    tokens: int = field(default=-1, compare=False)

    @property
    def text(self) -> str:
        """All texts of the message, a blank line between parts: what search and folds read.

        Tool results count; a call's arguments, attachments and opaque reasoning do not.
        """
        return "\n\n".join(
            part.text for part in self.parts if isinstance(part, Text | ToolResult) and part.text
        )

    @property
    def dropped(self) -> Dropped | None:
        """What stands in its place where its text was dropped; None where it says what it said."""
        first = self.parts[0] if len(self.parts) == 1 else None
        return first if isinstance(first, Dropped) else None

    @property
    def calls(self) -> tuple[str, ...]:
        """Ids of the tool calls that the message makes."""
        return tuple(part.id for part in self.parts if isinstance(part, ToolCall))

    @property
    def answers(self) -> tuple[str, ...]:
        """Ids of the tool calls whose results the message brings."""
        return tuple(part.call for part in self.parts if isinstance(part, ToolResult))


def part_text(part: Part) -> str:
    """The text that spans of a part point into: of texts and results; of calls, the arguments."""
    match part:
        case Text(text=text) | ToolResult(text=text):
            return text
        case ToolCall(arguments=arguments):
            return arguments
        case _:
            return ""


def part_fault(part: object) -> str:
    """What makes a value no message part, in words; empty for a sound one.

    Callers from outside are not type-checked: a call's arguments given as a dict, say.
    """
    if not isinstance(part, Part) or isinstance(part, Dropped):
        return f"{part!r:.60} is no message part"
    for item in fields(part):
        value = getattr(part, item.name)
        wanted = _FIELD_TYPES.get(item.name, str)
        if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
            return f"`{item.name}` of a {type(part).__name__} is {value!r:.40}"
    return ""

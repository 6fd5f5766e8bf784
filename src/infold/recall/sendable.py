"""The hot window as a model's interface wants it: no call without its results, and no orphan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from infold.core.messages import Attachment, Message, Text, ToolCall, ToolResult
from infold.recall.accounting import Reason
from infold.recall.lines import reference, speaker


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """What is sent together or not at all: an atom, with the places that it covers."""

    places: tuple[int, ...]
    messages: tuple[dict[str, Any], ...]
    calls: bool = True
    """Whether the calls that its message makes are part of it."""


@dataclass(slots=True, kw_only=True)
class Sendable:
    """Atoms of a window in order, and the places that cannot be sent with the reason why."""

    groups: list[Group] = field(default_factory=list)
    left_out: dict[int, Reason] = field(default_factory=dict)


def sendable(window: Sequence[int], messages: Mapping[int, Message]) -> Sendable:
    """Group a window into atoms in the form of the OpenAI interface.

    Args:
        window: Places, ascending.
        messages: Place → message, for all of them.

    Returns:
        Atoms by their first message. A call whose results are not all in the window is left out
        with the results that are there, but what its message says in words stays.
    """
    out = Sendable()
    result_at: dict[str, int] = {}
    for place in window:
        for call in messages[place].answers:
            result_at.setdefault(call, place)
    caller_of: dict[int, int] = {}
    answered: dict[int, bool] = {}
    for place in window:
        calls = messages[place].calls
        answered[place] = all(call in result_at and result_at[call] >= place for call in calls)
        for call in calls:
            if call in result_at:
                caller_of.setdefault(result_at[call], place)
    for place in window:
        message = messages[place]
        if place in caller_of and caller_of[place] != place:
            if not answered[caller_of[place]]:
                out.left_out[place] = "unanswered"
            continue  # else it goes with its call
        if (message.answers or message.role == "tool") and not message.calls:
            out.left_out[place] = "orphan"
            continue
        if answered[place]:
            members = [place]
            for call in message.calls:
                if result_at[call] not in members:
                    members.append(result_at[call])
            sent = [m for member in members for m in as_sent(messages[member])]
            known = set(message.calls)
            sent = [m for m in sent if m["role"] != "tool" or m["tool_call_id"] in known]
            out.groups.append(Group(places=tuple(members), messages=tuple(sent)))
        elif any(isinstance(part, Text) and part.text for part in message.parts):
            sent = [m for m in as_sent(message, calls=False) if m["role"] != "tool"]
            out.groups.append(Group(places=(place,), messages=tuple(sent), calls=False))
        else:
            out.left_out[place] = "unanswered"
    return out


def as_sent(message: Message, *, calls: bool = True) -> list[dict[str, Any]]:
    """A message in the form of the OpenAI interface; each tool result is one of its own.

    None where there is nothing to send.
    """
    texts: list[str] = []
    asked: list[dict[str, Any]] = []
    results: list[dict[str, Any]] = []
    for part in message.parts:
        match part:
            case Text(text=text):
                if text:
                    texts.append(text)
            case Attachment():
                texts.append(reference(part))
            case ToolCall() if calls:
                # The interface refuses a call without a name.
                asked.append(
                    {
                        "id": part.id,
                        "type": "function",
                        "function": {"name": part.name or "tool", "arguments": part.arguments},
                    }
                )
            case ToolResult():
                results.append({"role": "tool", "tool_call_id": part.call, "content": part.text})
    content = "\n".join(texts)
    if message.author and content:
        content = f"{speaker(message)}: {content}"
    own: list[dict[str, Any]] = []
    if asked:
        own.append({"role": "assistant", "content": content or None, "tool_calls": asked})
    elif content:
        own.append({"role": message.role, "content": content})
    return results + own if message.role == "user" else own + results


def texts_of(messages: Sequence[Mapping[str, Any]]) -> list[str]:
    """Everything in such messages that a model reads and is counted."""
    out: list[str] = []
    for message in messages:
        out.append(message.get("content") or "")
        out.append(message.get("tool_call_id") or "")
        for call in message.get("tool_calls") or ():
            out += [call["id"], call["function"]["name"], call["function"]["arguments"]]
    return out

"""A check of contexts from the outside: nothing of Infold's own judges whether a state is true.

It has its own token rule, its own reading of the graph and its own idea of a literal.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_TOKEN = re.compile(rf"[{_CJK}]|(?:(?![{_CJK}])[^\W_]){{1,6}}|[^\w\s]|_")
_LITERAL = re.compile(
    r"https?://[^\s<>\"')\]]+|[\w.+-]+@[\w-]+\.[\w.]+|/(?:[\w.-]+/)+[\w.-]+|\b\w+_\w+\b|\d+(?:[.,:/-]\d+)*"
)


def tokens(text: str) -> int:
    """Tokens by the plain rule that budgets are checked by."""
    return len(_TOKEN.findall(text))


def squeezed(text: str) -> str:
    """A text with each run of white space as one space."""
    return " ".join(text.split())


def ancestors(wires: Sequence[Mapping[str, Any]], leaf: str) -> set[str]:
    """Ids of all messages from which a way leads to the leaf."""
    above: dict[str, list[str]] = {}
    for wire in wires:
        if wire["kind"] == "continue":
            above.setdefault(wire["child"], []).append(wire["parent"])
    seen, stack = {leaf}, [leaf]
    while stack:
        for parent in above.get(stack.pop(), ()):
            if parent not in seen:
                seen.add(parent)
                stack.append(parent)
    return seen


def texts_of(message: Mapping[str, Any]) -> list[str]:
    """The texts that a `raw` message must show."""
    return [
        part["text"]
        for part in message["parts"]
        if part["type"] in ("text", "tool_result") and part["text"].strip()
    ]


def span_text(messages: Mapping[str, Mapping[str, Any]], span: Mapping[str, Any]) -> str:
    """The stretch of a message that a span names."""
    part = messages[span["id"]]["parts"][span["part"]]
    whole = part.get("text", part.get("arguments", ""))
    assert 0 <= span["start"] < span["end"] <= len(whole), f"{span} lies outside of its text"
    return whole[span["start"] : span["end"]]


def problems(
    made: Mapping[str, Any],
    conversation: Mapping[str, Any],
    budget: int,
) -> list[str]:
    """What is untrue of a context, as data, against its conversation as `show --json` gives it."""
    found: list[str] = []
    messages = {message["id"]: message for message in conversation["items"]}
    by_position = {message["position"]: message for message in conversation["items"]}
    text = made["text"]
    flat = squeezed(text)
    if tokens(text) > budget:
        found.append(f"{tokens(text)} tokens by the plain rule, over the budget of {budget}")
    counts = made["accounting"]
    scope = {
        messages[key]["position"] for key in ancestors(conversation["wires"], conversation["leaf"])
    }
    state: dict[int, str] = {}
    for name, ranges in made["states"].items():
        for first, last in ranges:
            for position in range(first, last + 1):
                if position in state:
                    found.append(f"#{position} is both {state[position]} and {name}")
                state[position] = name
    if set(state) != scope:
        found.append(f"states cover {len(state)} messages, the scope has {len(scope)}")
    for name in ("raw", "extracted", "folded", "omitted"):
        count = sum(value == name for value in state.values())
        if counts[name] != count:
            found.append(f"{name} counts {counts[name]}, states say {count}")
    if counts["total"] != len(scope):
        found.append(f"total counts {counts['total']}, the scope has {len(scope)}")
    if sum(made["omissions"].values()) != counts["omitted"]:
        found.append("the reasons of omissions do not add up")
    folded_by: set[int] = set()
    for claim in made["claims"]:
        stretches = [span_text(messages, span) for span in claim["spans"]]
        sources = {messages[span["id"]]["position"] for span in claim["spans"]}
        folded_by |= sources
        if len(sources) > 12:
            found.append(f"a claim has {len(sources)} sources")
        if not sources <= scope:
            found.append("a claim has a source outside of the scope")
        if squeezed(claim["text"]) not in flat:
            found.append(f"a claim is not in the text: {claim['text'][:60]!r}")
        joined = "\n".join(squeezed(stretch) for stretch in stretches)
        found += [
            f"{literal!r} of a claim stands in none of its spans"
            for literal in _LITERAL.findall(squeezed(claim["text"]))
            if literal not in joined
        ]
    shown: dict[int, list[str]] = {}
    for source in made["sources"]:
        message = messages[source["id"]]
        part = message["parts"][source["part"]]
        whole = part.get("text", part.get("arguments", "")) or ""
        shown.setdefault(message["position"], []).append(whole[source["start"] : source["end"]])
    for position, name in state.items():
        message = by_position[position]
        if name == "raw":
            found += [
                f"#{position} is called raw, and this is not in the text: {said[:60]!r}"
                for said in texts_of(message)
                if said.strip() not in text
            ]
        elif name == "extracted":
            if not any(
                stretch.strip() and stretch.strip() in text for stretch in shown.get(position, ())
            ):
                found.append(
                    f"#{position} is called extracted, and no stretch of it is in the text"
                )
        elif name == "folded" and position not in folded_by:
            found.append(f"#{position} is called folded, and no claim that is shown has it")
    return found

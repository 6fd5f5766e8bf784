"""Asking a model which differently worded facts say the same; what it writes is checked by code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from infold.errors import ModelError
from infold.memory.merged_text import text_fault
from infold.memory.merging import Member, Merge, composed, groups
from infold.models.chat import ChatModel, ChatRequest
from infold.prompts import merge_facts

__all__ = ["CALLS", "asked"]

CALLS: Final = 20
"""Questions to a model in one plan."""
_TOKENS: Final = 1_024


def asked(
    model: ChatModel,
    members: Sequence[Member],
    may: Mapping[tuple[int, int], float],
    reworded: Mapping[tuple[int, int], float],
    *,
    calls: int,
) -> Iterator[tuple[tuple[int, ...], Merge | str]]:
    """Ask about groups of facts that code finds alike and cannot tell to be the same.

    Args:
        model: Asked once a group.
        members: The facts.
        may: Pairs of places that code merges by itself.
        reworded: Further pairs that nothing but their words tells apart.
        calls: Groups to ask about at most.

    Yields:
        The places of a group, and the merge, or why there is none, in words. Code decides: a text
        that loses, turns round or invents a literal is replaced by the statements side by side,
        word for word.
    """
    left = calls
    for places, least in groups({**reworded, **may}):
        pairs = [(one, other) for at, one in enumerate(places) for other in places[at + 1 :]]
        if left <= 0 or all(pair in may for pair in pairs):
            continue
        left -= 1
        own = [members[at] for at in places]
        yield places, _one(model, own, least)


def _one(model: ChatModel, own: Sequence[Member], least: float) -> Merge | str:
    statements = [one.fact.text for one in own]
    rules, record = merge_facts.render(statements)
    request = ChatRequest.of(rules, record, schema=merge_facts.Merged, max_tokens=_TOKENS, seed=0)
    try:
        reply = model.complete(request)
    except ModelError as error:
        return f"The model did not say whether they are one: {error.message}"
    said = reply.parsed
    if not isinstance(said, merge_facts.Merged) or not said.same:
        return "Their words differ, and the model says that they are not one."
    text = " ".join(said.text.split())
    merge = Merge(
        members=tuple(one.fact.id for one in own),
        seen=tuple(one.standing.events for one in own),
        text=text,
        similarity=least,
        reason=f"{reply.model} says that they are one ({merge_facts.ID}).",
        by=reply.model,
    )
    if fault := text_fault(text, statements):
        reason = f"{merge.reason} Its text is not used: {fault}"
        return replace(merge, text=composed(own), reason=reason)
    return merge

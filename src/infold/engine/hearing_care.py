"""What `infold doctor` says of the search for facts: who does it, what it cost, what failed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from infold.core.scope import Scope
from infold.core.wording import counted
from infold.engine.findings import Finding

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = ["hearing_finding"]


def hearing_finding(memory: Infold, scopes: Sequence[Scope]) -> Finding:
    """The line of the role `extract`. One query a user."""
    with memory.store.read() as reader:
        totals = [one for scope in scopes for one in reader.hearing_totals(scope)]
    data: dict[str, int | float | str | bool] = {
        state: sum(one.count for one in totals if one.state == state)
        for state in ("read", "pending", "refused")
    }
    for name in ("calls", "input_tokens", "output_tokens"):
        data[name] = sum(getattr(one.price, name) for one in totals)
    model = memory.models.chat("extract")
    wanted = memory.settings.extract
    data |= {"role": "extract", "setting": wanted, "model": model.model if model else ""}
    state: Literal["ok", "note", "problem"] = "ok"
    advice = ""
    if wanted == "off":
        value = "facts are looked for in nothing (setting extract)"
    elif wanted == "rules":
        value = (
            "not used: facts are found by rules (setting extract)"
            if model
            else ("none: facts are found by rules")
        )
    elif model is None:
        state, value = "problem", "none, and the setting extract asks for one"
        advice = (
            "What the rules find stands. Set model_base_url and extract_model, or extract to rules."
        )
    else:
        value = f"{model.model}: finds facts, beside the rules"
    if data["calls"]:
        value += (
            f"; {counted(int(data['calls']), 'call')} so far, "
            f"{counted(int(data['input_tokens']), 'token')} in, {int(data['output_tokens']):,} out"
        )
    if data["refused"] and state == "ok":
        state = "note"
        value += f"; {counted(int(data['refused']), 'answer')} could not be used"
        advice = "What the rules found stands. To ask again: infold extract CONVERSATION --model"
    return Finding(topic="extract model", state=state, value=value, advice=advice, data=data)

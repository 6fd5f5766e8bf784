"""A model that knows nothing: it answers by quoting what is nearest to the question in its prompt.

It stands for any model that goes by its prompt, so that a comparison asks through the real path and
what a view does not show cannot be answered.
"""

from __future__ import annotations

import re

from infold.models.chat import ChatRequest

_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_STAYS = ("____",)
NOTHING = "The conversation does not say."


def words(text: str) -> set[str]:
    found = set(re.findall(r"\w+", text.casefold())) - set(_STAYS)
    for run in re.findall(r"[\u3040-\u30ff\u3400-\u9fff]+", text):
        found |= {run[at : at + 2] for at in range(len(run) - 1)}
    return {word for word in found if len(word) > 1}


def quoting(request: ChatRequest) -> str:
    """The three lines of the prompt that share most words with the question, or a confession."""
    prompt = request.messages[-1].text
    fence, _, rest = prompt.partition("\n")
    context, _, question = rest.rpartition(f"\n{fence}\n")
    asked = words(question.removeprefix("\nQuestion: "))
    lines = [line for line in context.split("\n") if line.strip()]
    score = {at: len(words(line) & asked) for at, line in enumerate(lines)}
    best = sorted((at for at in score if score[at] >= 3), key=lambda at: (-score[at], at))[:3]
    said = [re.sub(r"^\w+: ", "", lines[at]) for at in sorted(best)]
    return "\n".join(said) or NOTHING

"""What a plan expects of a fold is what its build makes, within a bound."""

from __future__ import annotations

import pytest

from infold import Infold
from infold.engine.chat import Chat
from tests.integration.engine.graph_talk import chain

DENSE = (
    "We decided to use Redis {n}.2 for the cache and we must not use Memcached.",
    "Wir dürfen Port 80{n:02d} nicht mehr benutzen, wir nehmen stattdessen 90{n:02d}.",
    "We rejected the plan of team {n} because it costs $4,{n:02d}0.",
    "The lease of hall {n} has to be signed by 12 May 2026.",
    "Kami memutuskan tidak memakai gudang {n} lagi.",
)
LOOSE = (
    "Gardens of that age were mostly walled. Fruit trees stood along the walls, and herbs near "
    "the kitchen. People liked shade, and so arbours were common in all of them. "
)


def dense(memory: Infold, turns: int) -> Chat:
    """Nearly every sentence has to be kept."""
    chat = memory.conversation("dense")
    for n in range(turns):
        chat.append("user", DENSE[n % len(DENSE)].format(n=n))
        chat.append("assistant", f"Agreed: noted, item {n} stands." if n % 2 else "Good.")
    return chat


def loose(memory: Infold, turns: int) -> Chat:
    """The same is said again and again."""
    chat = memory.conversation("loose")
    for _ in range(turns):
        chat.append("user", "Tell me more about how gardens were laid out in old towns, please.")
        chat.append("assistant", LOOSE * 2)
    return chat


@pytest.mark.parametrize(
    ("kind", "turns"),
    [("plain", 8), ("plain", 20), ("plain", 40), ("dense", 12), ("dense", 30), ("loose", 14)],
)
def test_what_is_expected_is_what_is_built(memory: Infold, kind: str, turns: int) -> None:
    if kind == "plain":
        chat = chain(memory, turns)[0]
    else:
        chat = (dense if kind == "dense" else loose)(memory, turns)
    (draft,) = chat.build(chat.plan_condense()).drafts
    assert draft.state == "ready"
    assert abs(draft.run.expected - draft.tokens) <= 0.35 * draft.tokens + 10
    assert draft.run.expected <= draft.run.tokens

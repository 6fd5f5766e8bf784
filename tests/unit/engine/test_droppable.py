"""What of a conversation may be dropped is weighed by the records of what was replaced."""

from __future__ import annotations

from collections import Counter

from infold.core.folds import Claim, Fold, Span
from infold.core.messages import Message, Text
from infold.engine.droppable import Droppable, weighed
from infold.fold.history import link
from infold.fold.replacing import NONE_REPLACED, replaced_among
from infold.recall.replaced import Chains


def test_a_text_whose_fold_shows_a_replaced_value_as_current_stays() -> None:
    said = ("The port of the database is 5432.", "The port is 5433 now.")
    sources = [
        Message(id=f"m{place}", role="user", parts=(Text(text=text),), position=place)
        for place, text in enumerate(said)
    ]
    claims = tuple(
        Claim(
            text=one.text,
            spans=(Span(message=one.id, part=0, start=0, end=len(one.text)),),
            positions=(one.position,),
        )
        for one in sources[:1]
    )
    fold = Fold(
        root=0, sources=("m0", "m1"), claims=claims, method="extractive", state="ready",
        generation=2,
    )  # fmt: skip
    one = Droppable(fold=fold, messages=(sources[0],), kept=Counter(), lost=Counter())
    plain = weighed(one, sources, NONE_REPLACED)
    assert plain is not None
    assert [message.id for message in plain.messages] == ["m0"]
    assert weighed(one, sources, replaced_among(Chains(link(sources)), sources)) is None

"""Folds without one of their pieces, as the bench of pieces makes them."""

from __future__ import annotations

import pytest

from bench.folds import Cluster
from bench.pieces import CHAT, RUNS, _folded, _judged, without
from infold.core.messages import Message, Text
from infold.fold.replacing import NONE_REPLACED

SAID = (
    "The staging proxy listens on port 8443, and by the way the weather was lovely on Sunday.",
    "Backups of the ledger run at 02:30 and take 47 minutes, which nobody minds at all so far.",
    "We decided against Redis for the queue, since it lost 312 jobs in the April outage.",
    "The canary must stay below 250 ms, and the dashboards that show it refresh every 15 seconds.",
)


def cluster() -> Cluster:
    messages = tuple(
        Message(
            id=f"m{at}", position=at, role="user", parts=(Text(text=text),),
            tokens=2 * len(text.split()),
        )
        for at, text in enumerate(SAID)
    )  # fmt: skip
    return Cluster(messages=messages, replaced=NONE_REPLACED, finds=lambda _: True)


@pytest.mark.parametrize("piece", sorted(CHAT))
def test_leaving_a_piece_out_ends_with_its_block(piece: str) -> None:
    one = cluster()
    whole = _folded(one, 3, heads=True)
    with without(CHAT[piece]):
        _folded(one, 3, heads=True)
    assert _folded(one, 3, heads=True) == whole


def test_without_parts_of_sentences_less_is_kept() -> None:
    one = cluster()
    with without(CHAT["clauses and windows"]):
        bare = _judged([one], [_folded(one, 3, heads=True)])
    whole = _judged([one], [_folded(one, 3, heads=True)])
    assert whole.values["kept"] > bare.values["kept"]
    assert whole.named == len(SAID)


def test_what_stands_in_for_a_piece_of_a_run_is_there() -> None:
    for puts in RUNS.values():
        for owner, name, _ in puts:
            assert hasattr(owner, name)

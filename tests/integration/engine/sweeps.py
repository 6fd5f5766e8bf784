"""Sweeps as tests make them, and what they look at."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np

from infold import Infold
from infold.config import Settings
from infold.core.facts import Slot
from infold.engine.sweep_records import SweepReceipt
from infold.engine.verifying_facts import fact_faults
from infold.memory.retention import Retention
from infold.testing import FrozenClock

DAY = timedelta(days=1)
CITY = Slot(subject="user", attribute="city")


TEXTS = ("Owns a kayak", "Likes jazz", "在上海工作", "서울에 살아요", "Tinggal di Bandung")


class Letters:
    """An embedder for tests: how often each letter stands in a text."""

    id, dim = "letters", 26

    def embed(self, texts: list[str]) -> np.ndarray[Any, Any]:
        rows = np.zeros((len(texts), 26), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for sign in text:
                row[ord(sign) % 26] += 1
            row /= np.linalg.norm(row)
        return rows


def opened(path: Path, clock: FrozenClock, **retention: Any) -> Infold:
    return Infold.open(
        path,
        settings=Settings(embedder="none", space_secret="a secret for tests"),
        clock=clock,
        retention=Retention(**retention),
    )


def sweep(memory: Infold, **options: Any) -> SweepReceipt:
    return memory.apply(memory.plan_sweep(**options))


def items(memory: Infold, **options: Any) -> list[tuple[str, str, str]]:
    return [(one.text, one.action, one.policy) for one in memory.plan_sweep(**options)]


def states(memory: Infold, **options: Any) -> dict[str, str]:
    return {one.text: one.state for one in memory.facts(state=None, **options)}


def sound(memory: Infold, *users: str) -> bool:
    with memory.store.read() as reader:
        return not [
            fault
            for user in users or ("",)
            for fault in fact_faults(memory, reader, memory.scope(user))
        ]

"""What a correction does to a fold that stands on the value before: it is shown with its mark.

Chats in six languages set a value, go on until it is folded, and set another one. Asked for it, the
context must hold the value that is so now, and the old one nowhere without saying that it was
replaced.
"""

from __future__ import annotations

import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from bench.options import Options
from bench.report import Row, at_least, row
from infold import Infold
from infold.config import Settings
from infold.jobs.worker import run_all
from infold.testing import FrozenClock

__all__ = ["CASES", "is_right", "rows"]

CASES: Final = (
    ("en", "The staging port is 5432.", "The staging port is now 6544.", "staging port",
     "Row {n} of the seat table was moved to the new disk."),
    ("de", "Der Staging-Port ist 5432.", "Der Staging-Port ist jetzt 6544.", "Staging-Port",
     "Zeile {n} der Sitztabelle liegt auf der neuen Platte."),
    ("id", "Port staging adalah 5432.", "Port staging sekarang 6544.", "port staging",
     "Baris {n} dari tabel kursi dipindahkan ke disk baru."),
    ("zh", "测试环境的端口是5432。", "测试环境的端口现在是6544。", "测试环境的端口",
     "座位表的第{n}行已移到新磁盘。"),
    ("ja", "ステージングのポートは5432です。", "ステージングのポートは今6544です。",
     "ステージングのポート", "座席表の{n}行目を新しいディスクに移しました。"),
    ("ko", "스테이징 포트는 5432입니다.", "스테이징 포트는 이제 6544입니다.", "스테이징 포트",
     "좌석 표의 {n}번째 행을 새 디스크로 옮겼습니다."),
)  # fmt: skip
"""Language, a value, another one, what is asked for, and what is said in between."""
TARGET: Final = 0.95
_TURNS: Final = 60
_BUDGETS: Final = (300, 1_000)


def is_right(case: tuple[str, str, str, str, str], budget: int, folder: Path) -> bool:
    """Whether the value that is so now is shown, and the old one only with its mark."""
    language, old, new, asked, between = case
    clock = FrozenClock(datetime(2026, 3, 2, 9, tzinfo=UTC))
    settings = Settings(embedder="none", synchronous="NORMAL")
    path = folder / f"{language}-{budget}.db"
    with Infold.open(path, settings=settings, clock=clock) as memory:
        chat = memory.conversation(language)
        chat.append("user", old)
        chat.append("assistant", "OK.")
        for number in range(_TURNS):
            chat.append("user", between.format(n=number * 3 + 1))
            chat.append("assistant", between.format(n=number * 3 + 2))
            clock.advance(timedelta(minutes=1))
        run_all(memory)
        chat.append("user", new)
        chat.append("assistant", "OK.")
        run_all(memory)
        made = chat.context(asked, budget=budget)
        marked = any("5432" in one["was"] for one in made.replaced)
        return "6544" in made.text and ("5432" not in made.text or marked)


def rows(options: Options) -> list[Row]:
    """The share of cases that are right."""
    del options
    with tempfile.TemporaryDirectory(prefix="infold-bench-") as folder:
        right = [is_right(case, budget, Path(folder)) for case in CASES for budget in _BUDGETS]
    share = sum(right) / len(right)
    return [
        row("corrections behind folds", len(right), "right", "share", [share], at_least(TARGET))
    ]

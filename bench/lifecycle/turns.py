"""Facts of whole chats: what is known after several turns, read by the job after each.

A case is a line `id kind`; behind it what the user says, each line with its day, and what must be
known: `> slot: value` at the end, `> @DAY slot: value` as of a day (a number of days from the
beginning, or a date); without a value nothing may be known of that slot.
"""

from __future__ import annotations

import re
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from bench.lifecycle.cases import DATA
from bench.options import Options
from bench.report import Row, at_least, row
from infold import Infold
from infold.config import Settings
from infold.core.facts import Slot
from infold.jobs.worker import run_all
from infold.testing import FrozenClock

__all__ = ["Chat", "Wanted", "known", "load", "rows"]

START: Final = datetime(2026, 3, 2, 9, tzinfo=UTC)
TARGET: Final = 0.95
_SAID: Final = re.compile(r"    (?P<day>\d+) (?P<text>.+)")
_WANTED: Final = re.compile(
    r"    > (?:@(?P<at>[\d-]+) )?(?P<subject>[^/]+)/(?P<attribute>[^:]+):(?: (?P<value>.+))?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What must be known of a slot.

    Attributes:
        at: As of when; None for the end.
        slot: Of the fact.
        value: Lower-cased; empty for nothing.
    """

    at: datetime | None
    slot: Slot
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chat:
    """What a user says, and what must be known of him."""

    id: str
    kind: str
    said: tuple[tuple[int, str], ...]
    wanted: tuple[Wanted, ...]

    @property
    def language(self) -> str:
        """Two letters."""
        return self.id.partition("-")[0]


def load(file: Path = DATA / "turns.txt") -> list[Chat]:
    """All cases, in order."""
    return list(_read(file.read_text(encoding="utf-8").splitlines()))


def _read(lines: list[str]) -> Iterator[Chat]:
    head: list[str] = []
    said: list[tuple[int, str]] = []
    wanted: list[Wanted] = []
    for line in (*lines, "end of file"):
        if match := _SAID.fullmatch(line):
            said.append((int(match["day"]), match["text"]))
        elif match := _WANTED.fullmatch(line):
            slot = Slot(subject=match["subject"], attribute=match["attribute"])
            wanted.append(Wanted(at=_day(match["at"]), slot=slot, value=match["value"] or ""))
        elif line and not line.startswith("#"):
            if head:
                yield Chat(id=head[0], kind=head[1], said=tuple(said), wanted=tuple(wanted))
            head, said, wanted = line.split(), [], []


def _day(named: str | None) -> datetime | None:
    if named is None:
        return None
    if named.isdigit():
        return START + timedelta(days=int(named))
    return datetime.fromisoformat(named).replace(tzinfo=UTC)


def known(chat: Chat, folder: Path) -> list[str]:
    """What is known of each slot that is asked of, said through a store with its job."""
    clock = FrozenClock(START)
    settings = Settings(embedder="none", synchronous="NORMAL")
    path = folder / f"{chat.id}.db"
    with Infold.open(path, settings=settings, clock=clock) as memory:
        talk = memory.conversation(chat.id)
        for day, text in chat.said:
            clock.advance(START + timedelta(days=day) - clock.now())
            talk.append("user", text)
            talk.append("assistant", "All right.")
            run_all(memory)
        clock.advance(timedelta(hours=1))
        return [
            ", ".join(
                sorted(
                    one.fact.value.lower()
                    for one in memory.facts(as_of=asked.at)
                    if one.fact.slot == asked.slot and not one.fact.retracts
                )
            )
            for asked in chat.wanted
        ]


def rows(options: Options) -> list[Row]:
    """The share of cases with exactly the right answers, by kind and language."""
    del options
    right: dict[str, list[bool]] = defaultdict(list)
    with tempfile.TemporaryDirectory(prefix="infold-bench-") as folder:
        for chat in load():
            is_right = known(chat, Path(folder)) == [one.value for one in chat.wanted]
            for name in ("all", chat.kind, chat.language):
                right[name].append(is_right)
    languages = {chat.language for chat in load()}
    return [
        row(
            f"facts of chats, {name}",
            len(answers),
            "right",
            "share",
            [sum(answers) / len(answers)],
            None if name in languages else at_least(TARGET),
        )
        for name, answers in right.items()
    ]

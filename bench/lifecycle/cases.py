r"""Cases of extraction: what a message says, and the facts that must be read from it.

A case is a line `id text`, where the id begins with the language; `[role]` before the text names
another role than the user's, `\n` a line break. Behind it stands a line for each fact, indented:

    profile user/city: Porto @2026-03-01..2026-04-01
    - profile user/city: Porto
    decision: We decided to use Postgres

kind, subject and attribute of the slot, value, the days from and until which it holds (UTC, the
last one exclusive); `-` for a retraction; without a slot the whole text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, cast, get_args

from infold.core.messages import Message, Role, Text, ToolResult
from infold.memory.candidates import Candidate
from infold.memory.extraction import read_facts
from infold.memory.sentence_reading import WHOLE

DATA: Final = Path(__file__).parents[2] / "tests" / "data" / "facts"
HALVES: Final = ("before", "after", "held")
"""Written before the rules; after, and used to better them; last, and never used."""
SAID: Final = datetime(2026, 3, 4, 12, tzinfo=UTC)
"""When every case was said: a Wednesday."""

_FACT: Final = re.compile(
    r"(?P<minus>- )?(?P<kind>[a-z]+)(?: (?P<subject>[^/]+)/(?P<attribute>[^:]+))?:(?:"
    r" (?P<value>.*))?"
)
_WHEN: Final = re.compile(r" @(?P<since>[\d-]*)\.\.(?P<until>[\d-]*)\Z")
_ARTICLE: Final = re.compile(r"(?:the|an?|der|die|das|dem|den|eine?) ", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Expected:
    """A fact that must be read, in a form that can be compared.

    Attributes:
        kind: Of the fact.
        slot: `subject/attribute`; empty where it has none.
        value: Lower-cased and without an article; of a fact without a slot its text.
        since: Day from which it holds, or empty.
        until: Day until which it holds, exclusive, or empty.
        retracts: It says that something holds no more.
    """

    kind: str
    slot: str
    value: str
    since: str = ""
    until: str = ""
    retracts: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A message and the facts that it states."""

    id: str
    half: str
    role: Role
    text: str
    expected: tuple[Expected, ...]

    @property
    def language(self) -> str:
        """Two letters."""
        return self.id.partition("-")[0]

    @property
    def message(self) -> Message:
        """The message, said at `SAID`."""
        part = ToolResult(call="c", text=self.text) if self.role == "tool" else Text(text=self.text)
        return Message(role=self.role, parts=(part,), at=SAID, id=self.id)


def load(folder: Path = DATA) -> list[Case]:
    """All cases, by file and position."""
    return [case for half in HALVES for case in _read(folder / f"{half}.txt", half)]


def _read(file: Path, half: str) -> Iterator[Case]:
    head = ""
    facts: list[Expected] = []
    for line in (*file.read_text(encoding="utf-8").splitlines(), "."):
        if line.startswith("    "):
            facts.append(_expected(line.strip()))
        elif line and not line.startswith("#"):
            if head:
                yield _case(head, half, facts)
            head, facts = line, []


def _case(head: str, half: str, facts: list[Expected]) -> Case:
    id_, _, text = head.partition(" ")
    role: Role = "user"
    for one in get_args(Role):
        if text.startswith(f"[{one}] "):
            role, text = cast("Role", one), text.removeprefix(f"[{one}] ")
    said = text.replace("\\n", "\n")
    return Case(id=id_, half=half, role=role, text=said, expected=tuple(facts))


def _expected(line: str) -> Expected:
    when = _WHEN.search(line)
    match = _FACT.fullmatch(line if when is None else line[: when.start()])
    if match is None:
        raise ValueError(f"no fact: {line}")
    slot = f"{match['subject']}/{match['attribute']}" if match["subject"] else ""
    return Expected(
        kind=match["kind"],
        slot=slot,
        value=_plain(match["value"] or "") if slot else match["value"] or "",
        since="" if when is None else when["since"],
        until="" if when is None else when["until"],
        retracts=match["minus"] is not None,
    )


def got(case: Case) -> list[Expected]:
    """What the rules read, in the form of what is expected."""
    return sorted(_comparable(one) for one in read_facts([case.message], now=SAID))


def _comparable(one: Candidate) -> Expected:
    slot = None if one.slot is None or one.slot.attribute.startswith(WHOLE) else one.slot
    return Expected(
        kind=one.kind,
        slot="" if slot is None else f"{slot.subject}/{slot.attribute}",
        value=one.text if slot is None else _plain(one.value),
        since="" if one.valid_from is None else one.valid_from.date().isoformat(),
        until="" if one.valid_to is None else one.valid_to.date().isoformat(),
        retracts=one.retracts,
    )


def _plain(value: str) -> str:
    return _ARTICLE.sub("", value, count=1).lower()

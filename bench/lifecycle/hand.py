r"""Cases by another hand: written by somebody who had not seen the rules, each with exact answers.

A case is a line `id kind`; behind it, indented, what happens, each line with its day:

    0 I live in Porto.                  the user says it (`[system]`, `[tool]`: another role)
    0 [add 2020-01-01..] Lives in Porto a program adds it, with the days in which it holds
    1 [merge]                           similar facts are merged
    1 [erase porto]                     the facts that say so, or `all` of the user, are erased
    1 [erase+ porto]                    with the messages that say it
    1 [extract]                         the whole chat is read again

and what must be so:

    = profile|preference porto | oporto all that is known, a line a fact: kinds, ways to say it
    = nothing                           nothing is known
    ? any porto                         may be known too
    > + porto                           known at the end; `> @3 + porto` as of a day
    > - porto & oporto                  none of these is known
    > n porto 1                         so many facts say it
    > never 5 mg ~ 10 mg                no fact says both
    > bytes porto                       in no file of the store, once its jobs have run
    > shown 6544 ~ 5432 ~ Which port?   behind many turns a context shows the one, the other marked

A fact is compared by its value where it has one in its own words, a taste by what it is for, and
anything else by its text; what is known or not may also be a part of a value ("Werder" of "Werder
Bremen"), or the value with its unit. Kinds are those of facts, `any`, or `other` (about somebody
... else).
"""

from __future__ import annotations

import re
import tempfile
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, cast

from bench.lifecycle.cases import DATA, SAID
from bench.options import Options
from bench.report import Row, at_least, row
from infold import Infold
from infold.config import Settings
from infold.core.facts import Fact
from infold.core.messages import Message, Role, Text, ToolResult
from infold.engine.chat import Chat
from infold.jobs.worker import run_all
from infold.memory.candidates import Candidate
from infold.memory.extraction import read_facts
from infold.memory.standing import KnownFact
from infold.testing import FrozenClock

__all__ = ["SETS", "Outcome", "Story", "load", "play", "rows"]

SETS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
"""Each was run once before any rule was changed by it; all were then used to better the rules, of
the seventh the half with even numbers, of the eighth its narrow commas alone. The README beside the
cases has their figures at first sight."""
TARGET: Final = 0.95
PRECISION: Final = 0.90
USER: Final = "u"

_START: Final = datetime(2026, 3, 2, 9, tzinfo=UTC)
_STEP: Final = re.compile(r"(?P<day>\d+) (?:\[(?P<op>[^\]]+)\] ?)?(?P<text>.*)")
_BETWEEN: Final = 60
_BUDGETS: Final = (300, 1_000)


@dataclass(slots=True, kw_only=True)
class Story:
    """One case: what happens, and what must be so."""

    id: str
    kind: str
    steps: list[str] = field(default_factory=list)
    exact: list[str] = field(default_factory=list)
    allowed: list[str] = field(default_factory=list)
    checks: list[str] = field(default_factory=list)

    @property
    def language(self) -> str:
        """Two letters."""
        return self.id.partition("-")[0]


@dataclass(slots=True, kw_only=True)
class Outcome:
    """What came of a case.

    Attributes:
        wrong: What was not so, in words; empty where all was.
        read: Facts that were read, without those that only may be.
        right: Those among them that had to be.
        expected: Facts that had to be read.
    """

    wrong: list[str] = field(default_factory=list)
    read: int = 0
    right: int = 0
    expected: int = 0


def load(name: str, folder: Path = DATA / "hand") -> list[Story]:
    """The cases of a set, by language."""
    number = SETS.index(name) + 1
    return [one for file in sorted(folder.glob(f"*{number}.txt")) for one in _read(file)]


def _read(file: Path) -> Iterator[Story]:
    story: Story | None = None
    for line in (*file.read_text(encoding="utf-8").splitlines(), "end end"):
        if line.startswith("    ") and story is not None:
            lists = {"=": story.exact, "?": story.allowed, ">": story.checks}
            mark, _, rest = line.strip().partition(" ")
            lists.get(mark, story.steps).append(rest if mark in lists else line.strip())
        elif line and not line.startswith("#"):
            if story is not None:
                yield story
            id_, kind = line.split()
            story = Story(id=id_, kind=kind)


def play(story: Story, folder: Path) -> Outcome:
    """Run a case in a store of its own."""
    if story.checks and story.checks[0].startswith("shown "):
        return _folded(story, folder)
    out = Outcome()
    if story.kind == "extract":
        _extraction(story, out)
        return out
    clock = FrozenClock(_START)
    path = folder / f"{story.id}.db"
    with Infold.open(path, settings=_settings(), clock=clock) as memory:
        chat = memory.conversation(story.id, user=USER)
        for step in story.steps:
            _do(memory, chat, step, clock)
        clock.advance(timedelta(hours=1))
        for check in story.checks:
            if not check.startswith("bytes ") and not _holds(memory, check):
                out.wrong.append(check)
    for check in story.checks:
        sought = check.removeprefix("bytes ").encode()
        if check.startswith("bytes ") and any(
            sought in file.read_bytes() for file in folder.glob(f"{story.id}.db*")
        ):
            out.wrong.append(check)
    return out


def _settings() -> Settings:
    return Settings(embedder="none", synchronous="NORMAL")


def _do(memory: Infold, chat: Chat, step: str, clock: FrozenClock) -> None:
    match = _STEP.fullmatch(step)
    if match is None:
        raise ValueError(f"no step: {step}")
    clock.advance(_START + timedelta(days=int(match["day"])) - clock.now())
    op, _, what = (match["op"] or "").partition(" ")
    text = match["text"].replace("\\n", "\n")
    if op == "add":
        since, _, until = what.partition("..")
        memory.add(text, user=USER, valid_from=since or None, valid_to=until or None)
    elif op == "merge":
        memory.merge(memory.plan_merge(user=USER))
    elif op == "erase" and what == "all":
        memory.erase(user=USER)
    elif op in ("erase", "erase+"):
        for known in [one for one in _live(memory) if what in one.fact.text.casefold()]:
            memory.erase(known, user=USER, messages=op == "erase+")
    elif op == "extract":
        chat.extract()
    else:
        chat.append(cast("Role", op or "user"), text)
        chat.append("assistant", "OK.")
    run_all(memory)


def _live(memory: Infold, at: datetime | None = None) -> list[KnownFact]:
    return [one for one in memory.facts(user=USER, as_of=at) if not one.fact.retracts]


def _extraction(story: Story, out: Outcome) -> None:
    """What the rules read of a single message, held against what they had to read."""
    match = _STEP.fullmatch(story.steps[0])
    if match is None or len(story.steps) > 1:
        raise ValueError(f"not one message: {story.steps}")
    role, text = cast("Role", match["op"] or "user"), match["text"].replace("\\n", "\n")
    part = ToolResult(call="c", text=text) if role == "tool" else Text(text=text)
    message = Message(role=role, parts=(part,), at=SAID, id=story.id)
    facts = [one for one in read_facts([message], now=SAID) if not one.retracts]
    wanted = [one for one in story.exact if one != "nothing"]
    out.expected = len(wanted)
    for fact in facts:
        hit = next((one for one in wanted if _is(fact, one)), None)
        if hit is not None:
            wanted.remove(hit)
            out.right += 1
        elif any(_is(fact, one) for one in story.allowed):
            continue
        else:
            out.wrong.append(f"read: {fact.kind} {fact.slot} {fact.value!r} {fact.text!r}")
        out.read += 1
    out.wrong += [f"missed: {one}" for one in wanted]


def _is(fact: Fact | Candidate, wanted: str) -> bool:
    kinds, _, said = wanted.partition(" ")
    about_user = fact.slot is None or fact.slot.subject.startswith("user")
    own = {"any": True, "other": fact.slot is not None and fact.slot.subject != "user"}
    return own.get(kinds, about_user and fact.kind in kinds.split("|")) and _says(
        fact, said.split(" | ")
    )


def _says(fact: Fact | Candidate, ways: list[str]) -> bool:
    """Whether the value is one of these, or a text without a value of its own holds one."""
    text, value = _plain(fact.text), _plain(fact.value)
    taste = "" if fact.slot is None else fact.slot.attribute.partition("taste in ")[2]
    if taste and _plain(taste) in map(_plain, ways):
        return True
    if value and value in text and not taste:
        return value in map(_plain, ways)
    return any(_plain(one) in text for one in ways)


def _knows(fact: Fact, ways: list[str]) -> bool:
    """Whether a fact says one of these, also as a part of its value, or with its unit."""
    text, value = _plain(fact.text), _plain(fact.value)
    parts = [
        one
        for one in map(_plain, ways)
        if (_holds_words(value, one) or _holds_words(one, value)) and _holds_words(text, one)
    ]
    return _says(fact, ways) or (bool(value) and bool(parts))


def _holds_words(text: str, part: str) -> bool:
    """Whether whole words of a text are a part; in scripts without spaces any signs."""
    if not part:
        return False
    edge = "[a-z0-9à-ÿ]"
    before = f"(?<!{edge})" if re.match(edge, part) else ""
    after = f"(?!{edge})" if re.match(edge, part[-1]) else ""
    return re.search(f"{before}{re.escape(part)}{after}", text) is not None


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold().strip(" .!?。！,")
    return re.sub(r"^(?:the|an?|der|die|das|dem|den|eine?n?) ", "", folded)


def _holds(memory: Infold, check: str) -> bool:
    at: datetime | None = None
    if match := re.match(r"@([\d-]+) ", check):
        day, check = match[1], check[match.end() :]
        at = _START + timedelta(days=int(day)) if day.isdigit() else _date(day)
    facts = [one.fact for one in _live(memory, at)]
    mark, _, rest = check.partition(" ")
    if mark == "+":
        return any(_knows(one, rest.split(" | ")) for one in facts)
    if mark == "-":
        return not any(_knows(one, rest.split(" & ")) for one in facts)
    if mark == "never":
        return not any(
            all(part.casefold() in one.text.casefold() for part in rest.split(" ~ "))
            for one in facts
        )
    sought, _, count = rest.rpartition(" ")
    return sum(sought in one.text.casefold() for one in facts) == int(count)


def _date(day: str) -> datetime:
    return datetime.fromisoformat(day).replace(tzinfo=UTC)


def _folded(story: Story, folder: Path) -> Outcome:
    """A value, many turns until it is folded, another one: what a context of each budget shows."""
    new, old, asked = story.checks[0].removeprefix("shown ").split(" ~ ")
    before, after = (step.split(" ", 1)[1] for step in story.steps)
    out = Outcome()
    for budget in _BUDGETS:
        clock = FrozenClock(_START)
        path = folder / f"{story.id}-{budget}.db"
        with Infold.open(path, settings=_settings(), clock=clock) as memory:
            chat = memory.conversation(story.id)
            chat.append("user", before)
            chat.append("assistant", "OK.")
            for number in range(_BETWEEN):
                chat.append("user", f"{number * 3 + 1}: {_FILLING[story.language]}")
                chat.append("assistant", f"{number * 3 + 2}: {_FILLING[story.language]}")
                clock.advance(timedelta(minutes=1))
            run_all(memory)
            chat.append("user", after)
            chat.append("assistant", "OK.")
            run_all(memory)
            made = chat.context(asked, budget=budget)
            marked = any(old in one["was"] for one in made.replaced)
            if new not in made.text or (old in made.text and not marked):
                out.wrong.append(f"{story.checks[0]} at {budget}")
    return out


_FILLING: Final = {
    "en": "The shelf in the hall was painted and the boxes went to the cellar.",
    "de": "Das Regal im Flur wurde gestrichen und die Kisten stehen im Keller.",
    "id": "Rak di lorong sudah dicat dan kotak-kotak dibawa ke gudang bawah.",
    "zh": "走廊的架子刷了漆，箱子都搬到地下室了。",
    "ja": "廊下の棚を塗り直して、箱は地下室に運びました。",
    "ko": "복도 선반을 칠했고 상자는 지하실로 옮겼어요.",
}


def rows(options: Options) -> list[Row]:
    """By set: precision and recall of what is read, and the share of right cases by kind."""
    del options
    out: list[Row] = []
    for name in SETS:
        stories = load(name)
        right: dict[str, list[bool]] = defaultdict(list)
        read = found = expected = 0
        with tempfile.TemporaryDirectory(prefix="infold-bench-") as folder:
            for story in stories:
                made = play(story, Path(folder))
                read, found = read + made.read, found + made.right
                expected += made.expected
                kind = "noise" if story.exact == ["nothing"] else story.kind
                for group in ("all", kind, story.language):
                    right[group].append(not made.wrong)
        out += _rows(name, right, read=read, found=found, expected=expected)
    return out


def _rows(
    name: str, right: dict[str, list[bool]], *, read: int, found: int, expected: int
) -> list[Row]:
    if not right:
        return []
    case = f"by another hand, {name}"
    languages = {"de", "en", "id", "ja", "ko", "zh"}
    reach = [
        row(case, read, "precision", "share", [found / max(read, 1)], at_least(PRECISION)),
        row(case, expected, "recall", "share", [found / max(expected, 1)]),
    ]
    for group, answers in right.items():
        share = sum(answers) / len(answers)
        target = None if group in languages or group in ("all", "extract") else at_least(TARGET)
        reach.append(row(f"{case}, {group}", len(answers), "right", "share", [share], target))
    return reach

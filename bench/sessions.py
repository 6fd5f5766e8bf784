"""Long mixed working sessions, made from a seed.

Several threads (a service that misbehaves, a journey, a kitchen) run side by side in one
conversation, are left and taken up again; facts are stated and later corrected, tools are called,
and every fourth message or so says nothing. Nothing here is shared with the code that is measured.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from bench.phrases import FACTS, KINDS, SYLLABLES, Kind
from bench.tools import tool_run
from infold.core.messages import Message, Role, Text, ToolCall, ToolResult

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "3 March", "11 June", "21 October")
_LIVE = 6
_THREAD_LENGTH = (60, 240)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question that a session answers.

    Attributes:
        text: The question.
        evidence: Index of the message that holds the valid answer.
        statement: The sentence of that message that states it.
        answer: The value.
        replaced: Values that it replaced.
        replaced_at: For each the index of the message that states it.
    """

    text: str
    evidence: int
    statement: str
    answer: str
    replaced: tuple[str, ...] = ()
    replaced_at: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """Messages in order, which of them are filler, and what may be asked.

    Attributes:
        messages: Each continues the one before.
        filler: Indices of messages that say nothing.
        threads: For each message the number of its thread.
        questions: In order of their evidence.
    """

    messages: tuple[Message, ...]
    filler: frozenset[int]
    threads: tuple[int, ...]
    questions: tuple[Question, ...]


@dataclass(slots=True)
class _Fact:
    slot: tuple[str, str, str, str]
    part: str
    value: str
    message: int
    statement: str = ""
    replaced: tuple[str, ...] = ()
    replaced_at: tuple[int, ...] = ()


@dataclass(slots=True)
class _Thread:
    number: int
    kind: Kind
    name: str
    people: tuple[str, ...]
    left: int
    facts: dict[tuple[str, str], _Fact] = field(default_factory=dict)


def session(size: int, seed: int) -> Session:
    """Make a session of `size` messages. Linear in `size`: some 15 µs a message."""
    return _Maker(size, random.Random(seed)).make()


class _Maker:
    def __init__(self, size: int, rng: random.Random) -> None:
        self._size = size
        self._rng = rng
        self._messages: list[Message] = []
        self._filler: set[int] = set()
        self._threads: list[int] = []
        self._facts: list[tuple[_Thread, _Fact]] = []
        self._made = 0
        self._calls = 0
        self._now = datetime(2026, 1, 5, 9, tzinfo=UTC)
        self._names: set[str] = set()
        self._deck: list[Kind] = []  # kinds to come: a full one has each as often as its weight

    def make(self) -> Session:
        live = [self._thread() for _ in range(_LIVE)]
        while len(self._messages) < self._size:
            place = self._rng.randrange(len(live))
            thread = live[place]
            before = len(self._messages)
            for _ in range(self._rng.randint(1, 5)):
                self._turn(thread)
            thread.left -= len(self._messages) - before
            if thread.left <= 0:
                live[place] = self._thread()
        del self._messages[self._size :], self._threads[self._size :]
        return Session(
            messages=tuple(self._messages),
            filler=frozenset(index for index in self._filler if index < self._size),
            threads=tuple(self._threads),
            questions=self._questions(),
        )

    def _thread(self) -> _Thread:
        rng = self._rng
        if not self._deck:
            self._deck = [kind for kind in KINDS for _ in range(kind.weight)]
            rng.shuffle(self._deck)
        kind = self._deck.pop()
        name = ""
        while not name or name in self._names:
            name = "".join(rng.sample(SYLLABLES, rng.randint(2, 3))).capitalize()
        self._names.add(name)
        self._made += 1
        people = tuple(rng.sample(kind.people, min(len(kind.people), 3)))
        return _Thread(
            number=self._made, kind=kind, name=name, people=people,
            left=rng.randint(*_THREAD_LENGTH),
        )  # fmt: skip

    # ------------------------------------------------------------ turns

    def _turn(self, thread: _Thread) -> None:
        """Somebody asks or tells, tools may run, the assistant answers, filler follows."""
        rng = self._rng
        kind = thread.kind
        self._now += timedelta(seconds=rng.randint(40, 900))
        if self._now.hour >= 19:
            self._now = self._now.replace(hour=8, minute=rng.randrange(60)) + timedelta(days=1)
        author = rng.choice(thread.people)
        said = [self._fill(s, thread) for s in rng.sample(kind.said, rng.choice((1, 1, 2, 2, 3)))]
        told = self._fact(thread) if rng.random() < 0.3 else None
        if told is not None:
            said.insert(rng.randint(0, len(said)), told[0])
        self._say(thread, "user", _join(said, kind.language), author=author)
        if told is not None:
            told[1].message = len(self._messages) - 1
        if kind.tools and rng.random() < 0.25:
            for _ in range(rng.choice((1, 1, 1, 2, 3))):
                self._tool(thread)
        count = rng.choice((1, 2, 2, 3, 4))
        answer = [
            self._fill(s, thread) for s in rng.sample(kind.answered, min(count, len(kind.answered)))
        ]
        if len(answer) > 2 and rng.random() < 0.5:
            text = answer[0] + "\n\n" + "\n".join(f"- {line}" for line in answer[1:])
        else:
            text = _join(answer, kind.language)
        self._say(thread, "assistant", text)
        if rng.random() < 0.75:
            self._filler.add(len(self._messages))
            self._say(thread, "user", rng.choice(kind.filler), author=author)

    def _say(self, thread: _Thread, role: Role, text: str, *, author: str | None = None) -> None:
        said = Text(text=text)
        self._append(thread, Message(role=role, parts=(said,), author=author, at=self._tick()))

    def _append(self, thread: _Thread, message: Message) -> None:
        self._messages.append(message)
        self._threads.append(thread.number)

    def _tick(self) -> datetime:
        self._now += timedelta(seconds=self._rng.randint(5, 60))
        return self._now

    def _fill(self, sentence: str, thread: _Thread) -> str:
        rng = self._rng
        part, other = rng.sample(thread.kind.parts, 2)
        return sentence.format(
            name=thread.name, part=part, other=other, who=rng.choice(thread.people),
            n=rng.randint(3, 480), m=rng.randint(2, 60), day=rng.choice(_DAYS),
            file=self._file(thread, part),
        )  # fmt: skip

    def _file(self, thread: _Thread, part: str) -> str:
        stem = part.replace(" ", "_") if part.isascii() else f"part_{len(part)}"
        return f"src/{thread.name.lower()}/{stem}.py"

    # ------------------------------------------------------------ facts

    def _fact(self, thread: _Thread) -> tuple[str, _Fact]:
        """A sentence that states a fact, or corrects one of this thread's."""
        rng = self._rng
        if thread.facts and rng.random() < 0.3:
            fact = rng.choice(list(thread.facts.values()))
            old, fact.value = fact.value, self._value(fact.slot[0], but=fact.value)
            fact.replaced = (*fact.replaced, old)
            fact.replaced_at = (*fact.replaced_at, fact.message)
            sentence = fact.slot[2]
        else:
            slot = rng.choice(FACTS[thread.kind.language])
            part = rng.choice(thread.kind.parts)
            known = thread.facts.get((slot[0], part))
            old = ""
            if known is not None:
                # A second statement of one slot is a correction.
                fact, old = known, known.value
                fact.replaced = (*fact.replaced, old)
                fact.replaced_at = (*fact.replaced_at, fact.message)
                fact.value = self._value(slot[0], but=old)
                sentence = slot[2]
            else:
                fact = _Fact(slot=slot, part=part, value=self._value(slot[0], but=""), message=-1)
                thread.facts[slot[0], part] = fact
                self._facts.append((thread, fact))
                sentence = slot[1]
        text = sentence.format(
            name=thread.name, part=fact.part, v=fact.value, old=old, who=rng.choice(thread.people)
        )
        fact.statement = text
        return text, fact

    def _value(self, slot: str, *, but: str) -> str:
        rng = self._rng
        makers: dict[str, Callable[[], str]] = {
            "port": lambda: str(rng.randint(2000, 9999)),
            "version": lambda: f"{rng.randint(0, 19)}.{rng.randint(0, 30)}.{rng.randint(0, 9)}",
            "date": lambda: f"{rng.randint(1, 28)} {rng.choice(('May', 'June', 'July', 'August'))}",
            "money": lambda: f"{rng.randint(3, 99) * 50:,} €",
            "count": lambda: str(rng.randint(2, 40)),
        }
        value = but
        while value == but:
            value = makers[slot]()
        return value

    def _questions(self) -> tuple[Question, ...]:
        found = [
            Question(
                text=fact.slot[3].format(name=thread.name, part=fact.part),
                evidence=fact.message,
                statement=fact.statement, answer=fact.value, replaced=fact.replaced,
                replaced_at=fact.replaced_at,
            )
            for thread, fact in self._facts
            if 0 <= fact.message < self._size
        ]  # fmt: skip
        return tuple(sorted(found, key=lambda question: question.evidence))

    # ------------------------------------------------------------ tools

    def _tool(self, thread: _Thread) -> None:
        rng = self._rng
        self._calls += 1
        call = f"call_{self._calls:06d}"
        path = self._file(thread, rng.choice(thread.kind.parts))
        run = tool_run(rng, thread=thread.name.lower(), path=path, now=self._now)
        asked = ToolCall(id=call, name=run.name, arguments=run.arguments)
        self._append(thread, Message(role="assistant", at=self._tick(), parts=(asked,)))
        result = ToolResult(call=call, text=run.output, error=run.failed)
        self._append(thread, Message(role="tool", at=self._tick(), parts=(result,)))


def _join(sentences: list[str], language: str) -> str:
    return ("" if language in ("zh", "ja") else " ").join(sentences)

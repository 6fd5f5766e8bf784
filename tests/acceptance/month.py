"""A month of simulated use: users who talk, correct, delete and erase, in two processes.

Each day two real processes open one store, one that talks with its users and one that works beside
it, and are ended; once in a while the worker is killed. A third, this one, then looks: all that the
model (`month_model`) knows must be so.
"""

from __future__ import annotations

import itertools
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from tests.acceptance.month_model import Person, Said, Words, ended, is_forbidden
from tests.acceptance.month_program import DAY, FileClock, opened
from tests.acceptance.month_words import LANGUAGES, canary, common

START = datetime(2026, 3, 1, tzinfo=UTC)
ERASURES = ("user", "message", "fact", "conversation", "fact and messages", "facts only")
STEPS = {
    "add": 22, "turn": 26, "city": 8, "left": 2, "temporary": 6, "likes": 5, "again": 3,
    "delete": 7, "restore": 4, "pin": 4, "unpin": 1, "confirm": 3, "use": 3,
    "search": 14, "context": 8, "retry": 3, "merge": 3, "fold_old": 3,
    "condense": 1, "mark": 2, "export": 1, "bring": 1,
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How much is to happen."""

    users: int
    days: int
    steps: int
    seed: int
    cap: int = 14
    idle: int = 6
    grace: int = 4
    embedder: str = "none"
    kills: frozenset[int] = frozenset()


class Child:
    """A process of the month, told by lines of JSON."""

    def __init__(self, role: str, month: Month) -> None:
        self._running = subprocess.Popen(
            [
                *(sys.executable, "-m", "tests.acceptance.month_program", role),
                *(str(month.store), str(month.clock.path), json.dumps(month.given)),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def line(self) -> dict[str, Any]:
        assert self._running.stdout is not None
        line = self._running.stdout.readline()
        assert line, f"it ended with {self._running.wait()}"
        answer: dict[str, Any] = json.loads(line)
        return answer

    def tell(self, order: dict[str, Any]) -> None:
        assert self._running.stdin is not None
        self._running.stdin.write(json.dumps(order) + "\n")
        self._running.stdin.flush()

    def ask(self, **order: Any) -> dict[str, Any]:
        self.tell(order)
        return self.line()

    def end(self) -> None:
        self._running.communicate()
        assert self._running.returncode == 0

    def kill(self) -> None:
        self._running.kill()
        self._running.communicate()


@dataclass(slots=True)
class Month:
    """One run. `day` lets a day pass, and looks at its end.

    Args:
        folder: Where the store lies; exports lie beside it in one of their own.
        size: How much is to happen.
    """

    folder: Path
    size: Size
    people: list[Person] = field(default_factory=list)
    by_word: dict[str, Said] = field(default_factory=dict)
    done: Counter[str] = field(default_factory=Counter)
    words: Words = field(default_factory=Words)
    receipts: list[str] = field(default_factory=list)
    chance: random.Random = field(init=False)
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.size.seed)
        self.folder.joinpath("store").mkdir()
        self.folder.joinpath("exports").mkdir()
        self.clock.set(START)
        for number in range(self.size.users):
            name = f"person-{number:03}-{number * 7919 % 1000:03}"
            person = Person(
                name=name,
                number=number,
                language=LANGUAGES[number % len(LANGUAGES)],
                cap=self.given["caps"].get(name, self.size.cap),
            )
            self.people.append(person)

    @property
    def store(self) -> Path:
        return self.folder / "store" / "infold.db"

    @property
    def clock(self) -> FileClock:
        return FileClock(self.folder / "clock")

    @property
    def given(self) -> dict[str, Any]:
        return {
            "idle": self.size.idle,
            "grace": self.size.grace,
            "cap": self.size.cap,
            "caps": {"person-000-000": 3 * self.size.cap},
            "embedder": self.size.embedder,
        }

    @property
    def now(self) -> datetime:
        return self.clock.now()

    # ------------------------------------------------------------ a day

    def day(self, number: int) -> None:
        """Let a day pass."""
        begin = START + number * DAY
        self.clock.set(begin + timedelta(hours=3, minutes=5))
        program, worker = Child("program", self), Child("worker", self)
        program.line(), worker.line()
        at_erasure = self.chance.randrange(self.size.steps)
        for step in range(self.size.steps):
            self.clock.set(
                begin + timedelta(hours=6) + step * timedelta(hours=16) / self.size.steps
            )
            self._step(program)
            if step == at_erasure:
                self._erase(program, ERASURES[number % len(ERASURES)])
                if number in self.size.kills:
                    worker.kill()
                    worker = Child("worker", self)
                    worker.line()
        program.end()
        self.clock.set(begin + timedelta(hours=23))
        worker.tell({})
        worker.line()
        worker.end()
        self._look()

    def _step(self, program: Child) -> None:
        weights = [1 / (1 + one.number) ** 0.7 for one in self.people]
        person = self.chance.choices(self.people, weights)[0]
        (name,) = self.chance.choices(list(STEPS), list(STEPS.values()))
        if person.is_fresh and name not in ("bring", "retry"):
            # The day on which all of her was erased is over for her: not even her name is left.
            return
        getattr(self, f"_{name}")(program, person)
        self.done[name] += 1

    # ------------------------------------------------------------ saying

    def _new(self, person: Person, form: str, way: str, kind: str, **more: Any) -> Said:
        number = next(self._numbers)
        word = canary(number, person.language)
        text = getattr(person.language, form).format(word)
        said = Said(
            number=number, user=person.name, word=word, text=text, way=way, kind=kind, at=self.now,
            **more,
        )  # fmt: skip
        self.by_word[word] = said
        return said

    def _record(self, program: Child, person: Person, said: Said, **how: Any) -> None:
        if not person.common and not person.had_erasure:
            # The first word of each is that of many, and pinned: others' erasures leave it alone.
            made = program.ask(do="add", user=person.name, text=common(person.number))
            program.ask(do="change", user=person.name, what="pin", fact=made["id"])
            person.facts.add(made["id"])
            person.common = made["id"]
        if said.way == "add":
            said.fact = program.ask(do="add", user=person.name, text=said.text, **how)["id"]
            person.facts.add(said.fact)
        else:
            made = program.ask(
                do="turn", user=person.name, chat=said.chat, said=said.text, answer=said.answer,
                key=said.key,
            )  # fmt: skip
            said.message = made["id"]
            said.settled = False
        person.said.append(said)

    def _turned(self, person: Person, form: str, kind: str) -> Said:
        said = self._new(person, form, "chat", kind)
        said.chat = f"{person.name} {self.chance.randrange(3)}"
        said.key = f"key {said.number}"
        said.answer = person.language.fine
        if self.chance.random() < 0.3:
            said.answer = f"{person.language.fine} {said.text}"
        return said

    def _add(self, program: Child, person: Person) -> None:
        kind = self.chance.choice(["statement", "event"])
        said = self._new(person, "plain", "add", "plain", given=kind)
        self._record(program, person, said, kind=kind)

    def _turn(self, program: Child, person: Person) -> None:
        form = self.chance.choice(["plain", "likes"])
        self._record(program, person, self._turned(person, form, "plain"))

    def _city(self, program: Child, person: Person) -> None:
        if self.chance.random() < 0.5:
            said = self._turned(person, "city", "city")
        else:
            said = self._new(person, "city", "add", "city")
        self._record(program, person, said)

    def _left(self, program: Child, person: Person) -> None:
        homes = [one for one in person.said if one.kind == "city" and one.is_there]
        if homes and homes[-1].way == "add" and not ended(person, homes[-1]):
            said = self._new(person, "left", "add", "left")
            del self.by_word[said.word]
            said.word = homes[-1].word
            said.text = person.language.left.format(said.word)
            self._record(program, person, said)

    def _temporary(self, program: Child, person: Person) -> None:
        expires = self.now + self.chance.uniform(0.1, 4) * DAY
        said = self._new(person, "plain", "add", "plain", expires=expires)
        self._record(program, person, said, kind="temporary", expires=expires.isoformat())

    def _likes(self, program: Child, person: Person) -> None:
        said = self._new(person, "likes", "add", "likes")
        self._record(program, person, said)
        alike = person.language.alike.format(said.word)
        person.facts.add(program.ask(do="add", user=person.name, text=alike)["id"])

    def _again(self, program: Child, person: Person) -> None:
        said = self._pick(person, lambda one: one.kind == "plain" and one.way == "add")
        if said and said.is_there and said.expires is None:
            how = {"user": person.name, "text": said.text, "kind": said.given}
            said.fact = program.ask(do="add", **how)["id"]
            said.at = self.now
            person.facts.add(said.fact)

    # ------------------------------------------------------------ changing

    def _pick(self, person: Person, fits: Callable[[Said], bool]) -> Said | None:
        some = [one for one in person.said if fits(one) and not one.erased]
        return self.chance.choice(some) if some else None

    def _change(self, program: Child, person: Person, what: str, said: Said) -> str:
        """Let something happen to a fact; how it stands then, empty where it was refused."""
        made = program.ask(do="change", user=person.name, what=what, fact=said.fact)
        assert made.get("error", "conflict") == "conflict", made
        if "error" in made:
            return ""
        # What stands for others goes and comes back with them.
        members = set(made["members"])
        for one in person.said:
            if one.fact in members and what in ("delete", "restore"):
                one.deleted = what == "delete"
        return str(made["state"])

    def _delete(self, program: Child, person: Person) -> None:
        said = self._pick(person, lambda one: bool(one.fact) and one.kind in ("plain", "city"))
        if said and said.is_there and self._change(program, person, "delete", said):
            said.deleted = True

    def _restore(self, program: Child, person: Person) -> None:
        said = self._pick(person, lambda one: bool(one.fact) and one.deleted)
        if said and not said.forgotten and self._change(program, person, "restore", said):
            said.deleted = False
            if said.expires is not None and said.expires <= self.now:
                # What had expired lives once more for as long as it was given at first.
                said.expires = self.now + (said.expires - said.at)

    def _pin(self, program: Child, person: Person) -> None:
        said = self._pick(person, lambda one: bool(one.fact) and one.kind == "plain")
        if said and said.is_there and self._change(program, person, "pin", said) == "live":
            said.pinned = True

    def _unpin(self, program: Child, person: Person) -> None:
        said = self._pick(person, lambda one: one.pinned)
        if said and said.is_there and self._change(program, person, "unpin", said):
            said.pinned = False

    def _confirm(self, program: Child, person: Person) -> None:
        said = self._pick(person, lambda one: bool(one.fact))
        if said and said.is_there:
            self._change(program, person, "confirm", said)

    def _use(self, program: Child, person: Person) -> None:
        said = self._pick(person, lambda one: bool(one.fact))
        if said and said.is_there:
            self._change(program, person, "use", said)

    def _merge(self, program: Child, person: Person) -> None:
        program.ask(do="merge", user=person.name, undo=self.chance.random() < 0.3)

    def _fold_old(self, program: Child, person: Person) -> None:
        made = program.ask(do="fold_old", user=person.name, undo=self.chance.random() < 0.3)
        self.done["old facts folded"] += made["made"]

    def _condense(self, program: Child, person: Person) -> None:
        if chats := person.chats():
            chat, undo = self.chance.choice(chats), self.chance.random() < 0.5
            made = program.ask(do="condense", user=person.name, chat=chat, undo=undo)
            self.done["views"] += bool(made.get("view"))

    def _mark(self, program: Child, person: Person) -> None:
        said = self._pick(person, lambda one: bool(one.message))
        if said:
            program.ask(do="mark", user=person.name, chat=said.chat, message=said.message)

    # ------------------------------------------------------------ asking

    def _search(self, program: Child, person: Person) -> None:
        of = self._pick(self.chance.choice(self.people), lambda _: True)
        said = self._pick(person, lambda _: True)
        for one in filter(None, (said, of)):
            question = person.language.ask.format(one.word)
            found = program.ask(do="search", user=person.name, question=question)
            self.check_hits(person, found["hits"])

    def _context(self, program: Child, person: Person) -> None:
        said = self._pick(person, lambda _: True)
        if said and person.chats():
            found = program.ask(
                do="context", user=person.name, chat=self.chance.choice(person.chats()),
                question=person.language.ask.format(said.word),
            )  # fmt: skip
            self.check_words(person, found["text"])

    def _retry(self, program: Child, person: Person) -> None:
        """Ask for the same once more, as a program that got no answer does."""
        some = [one for one in (*person.said, *person.lost) if one.key]
        if not some:
            return
        said = self.chance.choice(some)
        made = program.ask(
            do="turn", user=person.name, chat=said.chat, said=said.text, answer=said.answer,
            key=said.key,
        )  # fmt: skip
        if said.erased:
            assert made.get("error") == "conflict", (said, made)
        else:
            assert made.get("id") == said.message, (said, made)

    def _export(self, program: Child, person: Person) -> None:
        to = self.folder / "exports" / f"{len(list(self.folder.glob('exports/*')))}.jsonl"
        if person.said:
            program.ask(do="export", user=person.name, to=str(to))
            person.exports.append(str(to))
            self.check_words(person, to.read_text(encoding="utf-8"))

    def _bring(self, program: Child, person: Person) -> None:
        if person.files:
            made = program.ask(do="bring", user=person.name, file=self.chance.choice(person.files))
            assert made.get("added") == 0, made

    # ------------------------------------------------------------ erasing

    def _erase(self, program: Child, what: str) -> None:
        """Erase one record, or all of a user; whatever the day asks for, of whoever has it."""
        some = list(self.people)
        self.chance.shuffle(some)
        for person in some:
            if not person.is_fresh and person.said and self._erased(program, person, what):
                self.done[f"erase {what}"] += 1
                return

    def _erased(self, program: Child, person: Person, what: str) -> bool:
        order: dict[str, Any] = {"do": "erase", "user": person.name, "messages": None, "what": None}
        gone: list[Said] = []
        if what == "user":
            gone = list(person.said)
        elif what == "facts only":
            order["messages"] = False
            gone = [one for one in person.said if one.way == "add"]
        elif what == "conversation":
            chats = person.chats()
            if not chats:
                return False
            order["what"] = self.chance.choice(chats)
            gone = [one for one in person.said if one.chat == order["what"]]
        else:
            way = "add" if what == "fact" else "chat"
            said = self._pick(
                person,
                lambda one: one.way == way and one.is_there
                and bool(one.message if what == "message" else one.fact)
                and one.kind == "plain",
            )  # fmt: skip
            if said is None:
                return False
            order["what"] = said.message if what == "message" else said.fact
            order["messages"] = True if what == "fact and messages" else None
            gone = [said]
        made = program.ask(**order)
        if made.get("error") == "not_found" and what.startswith("fact"):
            return False
        self.receipts.append(made["receipt"])
        self._forget(person, what, gone)
        for said in self.chance.sample(gone, min(3, len(gone))):
            question = person.language.ask.format(said.word)
            found = program.ask(do="search", user=person.name, question=question)
            self.check_hits(person, found["hits"])
        return True

    def _forget(self, person: Person, what: str, gone: list[Said]) -> None:
        person.had_erasure = True
        for said in gone:
            said.erased = True
        if what == "facts only":
            for said in person.said:
                said.forgotten = True
            person.common = ""
        if what == "user":
            person.lost += person.said
            person.files += person.exports
            person.said, person.exports, person.common = [], [], ""
            person.facts, person.hidden = set(), {}
            person.is_fresh = True

    # ------------------------------------------------------------ looking

    def _look(self) -> None:
        """Look at the store as the day has left it; sweep, and take the sweep back, too."""
        from tests.acceptance.month_check import look

        with opened(self.store, self.clock.path, self.given) as memory:
            look(self, memory)
        for person in self.people:
            person.is_fresh = False

    def check_words(self, person: Person, text: str) -> None:
        for word in self.words.of(text):
            said = self.by_word.get(word)
            assert said is None or (said.user == person.name and not said.erased), (said, text)

    def check_hits(self, person: Person, hits: list[dict[str, Any]]) -> None:
        for hit in hits:
            self.check_words(person, hit["text"])
            if hit["kind"] == "fact":
                assert hit["state"] == "live", hit
                self.check_fact(person, hit["text"], retracts=hit["retracts"])

    def check_fact(self, person: Person, text: str, *, retracts: bool) -> None:
        for word in self.words.of(text):
            said = self.by_word[word]
            why = is_forbidden(person, said, self.now)
            # "I no longer live in X" is a fact of its own: it stays when the older one is deleted.
            assert not why or (retracts and why in ("ended", "deleted")), (why, said, text)

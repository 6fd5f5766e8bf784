"""The two processes of the month: one that talks with its users, and one that works beside it.

Both read their clock from a file that the test writes, so that it stands where the test says. The
first takes one order a line of JSON and answers with one; the second works until it is told to
finish what is due.

    python -m tests.acceptance.month_program program|worker STORE CLOCK SETTINGS
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from infold import Infold
from infold.config import Settings
from infold.engine.merged_facts import TAKEN_APART
from infold.engine.records import Hit
from infold.errors import InfoldError
from infold.fold.policy import FoldPolicy
from infold.jobs.worker import run_all, run_forever
from infold.memory.retention import Keeping, Retention

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class FileClock:
    """A clock that stands where a file says: several processes share it."""

    path: Path

    def now(self) -> datetime:
        return datetime.fromisoformat(self.path.read_text(encoding="ascii")).astimezone(UTC)

    def set(self, at: datetime) -> None:
        """Move it, in one step for whoever reads it."""
        new = self.path.with_suffix(".new")
        new.write_text(at.isoformat(), encoding="ascii")
        new.replace(self.path)


def opened(store: Path, clock: Path, given: Mapping[str, Any]) -> Infold:
    """The store as both processes open it, and the test that looks at it."""
    retention = Retention(
        kinds={
            "event": Keeping(idle=given["idle"] * DAY),
            "statement": Keeping(idle=2 * given["idle"] * DAY),
        },
        cap=given["cap"],
        caps=given["caps"],
        grace=given["grace"] * DAY,
    )
    settings = Settings(
        embedder=given["embedder"],
        space_secret="a secret for tests",
        synchronous="NORMAL",
        lease_seconds=5.0,
    )
    policy = FoldPolicy(hot_high=160, hot_low=80)
    return Infold.open(
        store, settings=settings, retention=retention, policy=policy, clock=FileClock(clock)
    )


class Program:
    """Carries out what a program asks of its memory.

    Args:
        memory: The open store.
    """

    def __init__(self, memory: Infold) -> None:
        self._memory = memory

    def run(self, order: dict[str, Any]) -> dict[str, Any]:
        """One order; an error is an answer, too."""
        work: Callable[..., dict[str, Any]] = getattr(self, order.pop("do"))
        try:
            return work(**order)
        except InfoldError as error:
            return {"error": error.code, "message": error.message}

    def add(self, user: str, text: str, **how: Any) -> dict[str, Any]:
        return {"id": self._memory.add(text, user=user, **how).id}

    def turn(self, user: str, chat: str, said: str, answer: str, key: str) -> dict[str, Any]:
        talk = self._memory.conversation(chat, user=user)
        first = talk.append("user", said, key=key)
        talk.append("assistant", answer, key=f"{key} answer")
        return {"id": first.id, "chat": talk.id}

    def change(self, user: str, what: str, fact: str) -> dict[str, Any]:
        *_, last = self._memory.fact_events(fact, user=user)
        if what == "delete" and last.data == TAKEN_APART:
            return {"error": "conflict"}  # it stands for nothing any more: there is nothing to hide
        stood_for = [one.id for one in self._memory.expand_fact(fact, user=user)]
        known = getattr(self._memory, what)(fact, user=user)
        return {"state": known.standing.state, "members": stood_for}

    def search(self, user: str, question: str) -> dict[str, Any]:
        hits = self._memory.search(question, user=user, k=8, min_confidence=0.0, used=True)
        return {"hits": [told(hit) for hit in hits]}

    def context(self, user: str, chat: str, question: str) -> dict[str, Any]:
        made = self._memory.conversation(chat, user=user).context(question, budget=600)
        return {"text": made.text, "facts": [one["id"] for one in made.facts]}

    def merge(self, user: str, *, undo: bool) -> dict[str, Any]:
        plan = self._memory.plan_merge(user=user)
        receipt = self._memory.merge(plan)
        if undo:
            self._memory.undo_merge(receipt)
        return {"made": len(receipt.merged)}

    def fold_old(self, user: str, *, undo: bool) -> dict[str, Any]:
        receipt = self._memory.merge(self._memory.plan_fold_old(user=user, most=5, block=3))
        if undo:
            self._memory.undo_merge(receipt)
        return {"made": len(receipt.merged)}

    def condense(self, user: str, chat: str, *, undo: bool) -> dict[str, Any]:
        talk = self._memory.conversation(chat, user=user)
        plan = talk.plan_condense()
        if not plan.runs:
            return {"view": ""}
        view = talk.apply(plan)
        talk.compare(view, probes=3)
        if undo:
            talk.undo()
        return {"view": view.id}

    def mark(self, user: str, chat: str, message: str) -> dict[str, Any]:
        talk = self._memory.conversation(chat, user=user)
        return {"mark": talk.mark(message, "highlight", span=(0, 5)).id}

    def export(self, user: str, to: str) -> dict[str, Any]:
        Path(to).write_bytes(b"".join(self._memory.export(user=user, to=to)))
        return {}

    def bring(self, user: str, file: str) -> dict[str, Any]:
        report = self._memory.import_file(Path(file), user=user)
        return {"added": report.added, "erased": report.erased}

    def erase(self, user: str, what: str | None, *, messages: bool | None) -> dict[str, Any]:
        receipt = self._memory.erase(what, user=user, messages=messages)
        return {"receipt": receipt.id, "stage": receipt.stage}


def told(hit: Hit) -> dict[str, Any]:
    fact = hit.fact
    return {
        "kind": hit.kind,
        "id": hit.id,
        "text": hit.text,
        "state": fact.state if fact else "",
        "retracts": fact is not None and fact.fact.retracts,
    }


def main(role: str, store: str, clock: str, settings: str) -> None:
    """Run one of the two until its standard input ends."""
    with opened(Path(store), Path(clock), json.loads(settings)) as memory:
        print(json.dumps({"ready": True}), flush=True)
        if role == "program":
            program = Program(memory)
            for line in sys.stdin:
                print(json.dumps(program.run(json.loads(line))), flush=True)
            return
        stop = threading.Event()
        worker = threading.Thread(target=run_forever, args=(memory,), kwargs={"stop": stop})
        worker.start()
        sys.stdin.readline()
        stop.set()
        worker.join()
        print(json.dumps({"done": run_all(memory)}), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Shadow mode: a program goes on with mem0, Infold hears the same, and the differences are told.

```python
memory = Shadow(mem0.Memory.from_config(config), Infold.open("infold.db"))
memory.add(messages, user_id="alice")          # both; mem0's answer
memory.search("Where does she live?", filters={"user_id": "alice"})   # mem0's answer
memory.differences("alice")                    # what mem0 says that has ended, lacks, or made up
```

Whatever fails in Infold is noted and never reaches the program.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from infold.adapters.mem0_comparing import Difference, compare_memories
from infold.adapters.mem0_reading import Mem0Memory, memory_of
from infold.engine.memory import Infold
from infold.memory.same_value import same_text
from infold.memory.times import instant

__all__ = ["Shadow"]

_log = logging.getLogger(__name__)
_MANY: Final = 1_000_000
_ROLES: Final = ("user", "assistant")


class Shadow:
    """mem0's calls; what is not here goes to mem0 alone.

    Args:
        peer: An open `mem0.Memory`, or whatever has its calls.
        memory: The open store of Infold.
        told: Called with the differences of an answer, where there are any.
    """

    def __init__(
        self,
        peer: Any,  # noqa: ANN401 - whatever has mem0's calls
        memory: Infold,
        *,
        told: Callable[[Sequence[Difference]], None] | None = None,
    ) -> None:
        self.peer = peer
        self.memory = memory
        self.faults: list[str] = []
        self._told = told

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - as mem0 has it
        """What mem0 offers beside."""
        return getattr(self.peer, name)

    def add(
        self,
        messages: str | Mapping[str, Any] | Sequence[Mapping[str, Any]],
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        run_id: str | None = None,
        infer: bool = True,
        **options: Any,  # noqa: ANN401 - as mem0 takes them
    ) -> Any:  # noqa: ANN401 - as mem0 answers
        """Write to both; mem0's answer."""
        answer = self.peer.add(
            messages, user_id=user_id, agent_id=agent_id, run_id=run_id, infer=infer, **options
        )
        said = list(_said(messages))

        def hear() -> None:
            if infer:
                chat = self.memory.conversation(run_id or "mem0", user=user_id, agent=agent_id)
                for role, text in said:
                    chat.append(role, text)
                chat.extract()
                return
            for _, text in said:
                self.memory.add(
                    text,
                    user=user_id,
                    agent=agent_id,
                    session=run_id,
                    expires=_expiry(options.get("expiration_date")),
                    origin="import",
                    by="mem0",
                )

        self._quietly(hear)
        return answer

    def search(
        self,
        query: str,
        *,
        filters: Mapping[str, Any] | None = None,
        **options: Any,  # noqa: ANN401 - as mem0 takes them
    ) -> Any:  # noqa: ANN401 - as mem0 answers
        """mem0's answer; what in it has ended, or was never said, is told."""
        answer = self.peer.search(query, filters=filters, **options)
        user = str((filters or {}).get("user_id") or "")

        def compare() -> None:
            facts = self.memory.facts(user=user or None, state=None)
            found = compare_memories(user, facts, _answered(answer, user))
            # That an answer lacks something says nothing: it was asked for a few.
            found = [one for one in found if one.kind != "missing"]
            if found and self._told is not None:
                self._told(found)

        self._quietly(compare)
        return answer

    def delete(self, memory_id: str) -> Any:  # noqa: ANN401 - as mem0 answers
        """Delete in both: in Infold the facts that say the same."""
        there = self.peer.get(memory_id)
        answer = self.peer.delete(memory_id)

        def forget() -> None:
            if not there:
                return
            one = memory_of(str(memory_id), {**there, "data": there.get("memory")})
            for row in self.memory.facts(user=one.user or None, state=None):
                if same_text(row.text) == same_text(one.text) and row.state != "tombstoned":
                    self.memory.delete(row.id, user=one.user or None, by="mem0")

        self._quietly(forget)
        return answer

    def delete_all(self, **owner: Any) -> Any:  # noqa: ANN401 - as mem0 takes and answers
        """Delete in both: in Infold all facts of that user, agent and run."""
        answer = self.peer.delete_all(**owner)

        def forget() -> None:
            user = owner.get("user_id")
            rows = self.memory.facts(
                user=user, agent=owner.get("agent_id"), session=owner.get("run_id"), state=None
            )
            for row in rows:
                if row.state not in ("tombstoned", "purged"):
                    self.memory.delete(row.id, user=user, by="mem0")

        self._quietly(forget)
        return answer

    def differences(self, user: str) -> list[Difference]:
        """What mem0 says of a user beside what Infold knows: stale, missing and junk."""
        answer = self.peer.get_all(filters={"user_id": user}, top_k=_MANY)
        facts = self.memory.facts(user=user, state=None)
        return compare_memories(user, facts, _answered(answer, user))

    def _quietly(self, work: Callable[[], None]) -> None:
        """Do what concerns Infold alone: its faults are noted, and never the program's."""
        try:
            work()
        except Exception as error:  # noqa: BLE001 - the program goes on with mem0
            _log.warning("Infold could not follow mem0", exc_info=error)
            self.faults.append(f"{type(error).__name__}: {error}")


def _said(
    messages: str | Mapping[str, Any] | Sequence[Mapping[str, Any]],
) -> Iterable[tuple[Any, str]]:
    """Role and text of what was said; what is no text of a user or an assistant is passed over."""
    if isinstance(messages, str):
        yield "user", messages
        return
    for one in [messages] if isinstance(messages, Mapping) else messages:
        text = one.get("content")
        if one.get("role") in _ROLES and isinstance(text, str) and text.strip():
            yield one["role"], text


def _answered(answer: object, user: str) -> list[Mem0Memory]:
    rows = answer.get("results", []) if isinstance(answer, Mapping) else answer
    if not isinstance(rows, Iterable):
        return []
    return [
        memory_of(str(one.get("id")), {"user_id": user, **one, "data": one.get("memory")})
        for one in rows
        if isinstance(one, Mapping)
    ]


def _expiry(value: object) -> Any:  # noqa: ANN401 - what `add` takes
    if value is None:
        return None
    last = memory_of("", {"expiration_date": value}).expires
    return instant(str(value), name="expiration_date") if last is None else last

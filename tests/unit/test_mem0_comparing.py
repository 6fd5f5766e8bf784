"""Shadow mode with a peer of mem0's calls: both hear, the peer answers, differences are told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from infold import Infold
from infold.adapters.mem0_comparing import Difference
from infold.adapters.mem0_shadow import Shadow
from infold.config import Settings


class Peer:
    """Keeps whatever it is told, as mem0 does without a model."""

    def __init__(self) -> None:
        self.kept: dict[str, dict[str, Any]] = {}

    def add(self, messages: Any, *, user_id: str | None, **_: Any) -> dict[str, Any]:
        texts = [messages] if isinstance(messages, str) else [one["content"] for one in messages]
        for text in texts:
            identity = f"m{len(self.kept)}"
            self.kept[identity] = {"id": identity, "memory": text, "user_id": user_id}
        return {"results": len(texts)}

    def get(self, memory_id: str) -> dict[str, Any] | None:
        return self.kept.get(memory_id)

    def get_all(self, *, filters: dict[str, str], top_k: int) -> dict[str, Any]:
        rows = [one for one in self.kept.values() if one["user_id"] == filters["user_id"]]
        return {"results": rows[:top_k]}

    def search(self, query: str, *, filters: dict[str, str]) -> dict[str, Any]:
        return self.get_all(filters=filters, top_k=20)

    def delete(self, memory_id: str) -> str:
        del self.kept[memory_id]
        return "deleted"

    def delete_all(self, *, user_id: str) -> str:
        self.kept = {key: one for key, one in self.kept.items() if one["user_id"] != user_id}
        return "all deleted"

    def reset(self) -> str:
        return "reset"


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Infold]:
    with Infold.open(tmp_path / "s.db", settings=Settings(embedder="none")) as opened:
        yield opened


def kinds(found: list[Difference]) -> list[tuple[str, str]]:
    return [(one.kind, one.text) for one in found]


def test_what_has_ended_is_lacking_or_was_made_up_is_told(memory: Infold) -> None:
    peer, told = Peer(), []
    shadow = Shadow(peer, memory, told=told.extend)
    for text in ("I live in Porto", "I live in Oslo now", "등산을 좋아해요"):
        shadow.add([{"role": "user", "content": text}], user_id="ana", run_id="r")
    peer.add("Owns a spaceship", user_id="ana")
    del peer.kept["m2"]
    found = shadow.differences("ana")
    assert kinds(found) == [
        ("stale", "I live in Porto"),
        ("missing", "등산을 좋아해요"),
        ("junk", "Owns a spaceship"),
    ]
    assert "Oslo" in found[0].what
    answer = shadow.search("Where?", filters={"user_id": "ana"})
    assert answer == peer.search("Where?", filters={"user_id": "ana"})
    assert [one.kind for one in told] == ["stale", "junk"]
    assert shadow.differences("ben") == []
    assert shadow.faults == []


def test_deletions_reach_both(memory: Infold) -> None:
    peer = Peer()
    shadow = Shadow(peer, memory)
    for text in ("Likes tea", "Likes chess"):
        shadow.add(text, user_id="ana", infer=False)
    shadow.add("Likes tea", user_id="ben", infer=False)
    assert shadow.delete("m0") == "deleted"
    assert [one.text for one in memory.facts(user="ana")] == ["Likes chess"]
    assert shadow.delete_all(user_id="ana") == "all deleted"
    assert memory.facts(user="ana") == []
    assert [one.text for one in memory.facts(user="ben")] == ["Likes tea"]
    assert shadow.reset() == "reset"


def test_a_fault_of_infold_never_reaches_the_program(memory: Infold) -> None:
    peer = Peer()
    shadow = Shadow(peer, memory)
    memory.close()
    assert shadow.add("Likes tea", user_id="ana", infer=False) == {"results": 1}
    assert shadow.search("tea", filters={"user_id": "ana"})["results"]
    assert len(shadow.faults) == 2

"""mem0 (`pip install mem0ai`), kept from asking models: turns are stored as they are.

Vectors come from the embedder that all peers use; mem0 searches them in its own local store. Not
measured here are its extraction by a model, and its search by words, whose extras download one.
Written against mem0ai 2.2.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from bench.peers.packing import Ranked
from bench.peers.protocol import Missing
from bench.retention.values import Turn
from infold.models.embedder import Embedder
from infold.models.registry import load_embedder

_DEPTH: Final = 200
_USER: Final = "bench"


class Mem0(Ranked):
    """`Memory.add(infer=False)` for each turn and `Memory.search` for each question.

    Raises:
        Missing: mem0 is not installed.
    """

    def __init__(self) -> None:
        super().__init__()
        if importlib.util.find_spec("mem0") is None:
            raise Missing("mem0 is not installed: pip install mem0ai")
        self._folder = tempfile.TemporaryDirectory(prefix="infold-bench-mem0-")
        place = Path(self._folder.name)
        # Read when mem0 is imported: nothing of a bench is reported, or left in the home folder.
        os.environ |= {"MEM0_TELEMETRY": "False", "MEM0_DIR": self._folder.name}
        kind = importlib.import_module("mem0").Memory
        embedder = load_embedder("wordllama")
        assert embedder is not None
        unused = {"provider": "openai", "config": {"api_key": "unused"}}
        store = {
            "collection_name": "bench",
            "path": str(place / "vectors"),
            "embedding_model_dims": embedder.dim,
        }
        self._memory: Any = kind.from_config(
            {
                "llm": unused,
                "embedder": unused,
                "vector_store": {"provider": "qdrant", "config": store},
                "history_db_path": str(place / "history.db"),
            }
        )
        self._memory.embedding_model = _Vectors(embedder)

    def ingest(self, turns: Sequence[Turn]) -> None:
        """See `Peer.ingest`."""
        first = len(self.shelf.turns)
        super().ingest(turns)
        for at, turn in enumerate(turns, start=first):
            said = [{"role": "user", "content": turn.said}]
            self._memory.add(said, user_id=_USER, infer=False, metadata={"at": at})

    def rank(self, question: str) -> Sequence[int]:
        """See `Ranked.rank`."""
        found = self._memory.search(
            question, filters={"user_id": _USER}, top_k=_DEPTH, threshold=0.0
        )
        return [int(one["metadata"]["at"]) for one in found["results"]]

    def close(self) -> None:
        """Close its stores and remove them."""
        self._memory.vector_store.client.close()
        self._memory.close()
        self._folder.cleanup()


class _Vectors:
    """The embedder as mem0 asks for it."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:  # noqa: ARG002 - mem0's name
        """One vector."""
        row: list[float] = self._embedder.embed([text])[0].tolist()
        return row

    def embed_batch(self, texts: Sequence[str], memory_action: str = "add") -> list[list[float]]:
        """Several vectors."""
        return [self.embed(text, memory_action) for text in texts]

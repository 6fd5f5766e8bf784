"""A real mem0 store on disk, with an embedder and a model that answer on this machine."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

_DIM = 8


class _Answers(BaseHTTPRequestHandler):
    """The two calls of an OpenAI-compatible server that mem0 makes."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path.endswith("/embeddings"):
            texts = asked["input"] if isinstance(asked["input"], list) else [asked["input"]]
            data = [
                {"object": "embedding", "index": at, "embedding": _vector(text)}
                for at, text in enumerate(texts)
            ]
            answer: dict[str, Any] = {"object": "list", "model": "letters", "data": data}
            answer["usage"] = {"prompt_tokens": 1, "total_tokens": 1}
        else:
            said = {"role": "assistant", "content": self.server.reply}  # type: ignore[attr-defined] - set below
            answer = {
                "id": "1",
                "object": "chat.completion",
                "created": 0,
                "model": "fixed",
                "choices": [{"index": 0, "message": said, "finish_reason": "stop"}],
                "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
            }
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


def _vector(text: object) -> list[float]:
    counts = [1.0] * _DIM
    for sign in str(text):
        counts[ord(sign) % _DIM] += 1.0
    return counts


@contextmanager
def served(reply: str = "{}") -> Iterator[str]:
    """Serve on this machine; the address of the server."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Answers)
    server.reply = reply  # type: ignore[attr-defined] - read by the handler
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def config(folder: Path, address: str = "http://127.0.0.1:9/v1") -> dict[str, Any]:
    """The configuration of a mem0 store in a folder."""
    spoken = {"api_key": "none", "openai_base_url": address}
    return {
        "vector_store": {
            "provider": "qdrant",
            "config": {
                "path": str(folder / "qdrant"),
                "collection_name": "memories",
                "embedding_model_dims": _DIM,
                "on_disk": True,
            },
        },
        "embedder": {"provider": "openai", "config": {**spoken, "embedding_dims": _DIM}},
        "llm": {"provider": "openai", "config": spoken},
        "history_db_path": str(folder / "history.db"),
    }

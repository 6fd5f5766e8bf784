"""What the tests of search state share: a cheap embedder, and chats in several languages."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np

from infold import Infold
from infold.engine.chat import Chat
from infold.models.embedder import Vectors

LINES = (
    "PostgreSQL 16.2 listens on port {n}",
    "배포 점검표는 {n}분 걸립니다",
    "数据库备份保留{n}天",
    "サーバーの再起動は{n}秒です",
    "Basis data disalin setiap {n} jam",
    "Le café à côté ferme après {n} jours",
)


class Hashing:
    """Vectors by the words of a text, so that equal words are near: of 16 dimensions."""

    id = "hashing-16"
    dim = 16

    def embed(self, texts: Sequence[str]) -> Vectors:
        out = np.zeros((len(texts), self.dim), np.float32)
        for row, text in enumerate(texts):
            for word in text.split():
                code = zlib.crc32(word.encode("utf-8", "surrogatepass"))
                out[row, code % self.dim] += 1.0 if code & 256 else -1.0
        lengths = np.linalg.norm(out, axis=1, keepdims=True)
        return np.divide(out, lengths, out=np.zeros_like(out), where=lengths > 0)


def talk(memory: Infold, name: str, count: int, *, user: str = "", first: int = 0) -> Chat:
    """Append `count` messages, of which the n-th names the number n."""
    chat = memory.conversation(name, user=user)
    for n in range(first, first + count):
        role = "user" if n % 2 == 0 else "assistant"
        chat.append(role, f"{LINES[n % len(LINES)].format(n=n)} ({name} {n})")
    return chat

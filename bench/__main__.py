"""Run a bench: `python -m bench NAME [--json] [--save]`; exits 1 when a target is missed."""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from pathlib import Path
from typing import Final

import infold
from bench.options import Options
from bench.report import as_object, as_table, missed

BENCHES: Final = {
    "append": "the way in: CPU, statements, durability, 32 writers",
    "compare": "what folded views answer of gold facts, before and after what the report names",
    "condense": "the scan of a conversation graph, and views of it",
    "context": "the way out: CPU, opening, memory, clusters",
    "corrections": "whether later values are linked to those that they replaced",
    "dedupe": "facts that say the same: what is merged, what stays apart, and the cost",
    "open": "what opening a large store reads, and its first context",
    "embedders": "the choice of the default embedder: hits, languages, cost",
    "experiment": "the published experiment again: a flat summary, classic clusters, Infold",
    "folds": "what folds keep of the facts, and what models read for them",
    "facts": "searching what is known of a user among a million facts",
    "import": "bringing chats in: speed and memory by format and size",
    "lifecycle": "facts read by rules, against small cases in six languages",
    "literals": "literal rules against sentences labelled by hand in six languages",
    "pieces": "what each piece of folding adds, left out one at a time",
    "sweep": "letting go of facts that have had their time, beside the row loop",
    "prefix": "how much of a context a provider's prompt cache can keep",
    "retention": "whether a context holds the evidence, beside other engines",
    "train": "learn the ranking's weights anew, and what they find",
}

MODULES: Final = {"import": "importing"}
"""Of benches that cannot be called as they are named."""

LARGE: Final = (100_000, 1_000_000)
"""Messages of the stores of `open`, and of `append` and `context` with `--long`."""


def main(arguments: list[str]) -> int:
    """Run the bench that the arguments name.

    Returns:
        0, or 1 when a target was missed.
    """
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("name", nargs="?", choices=sorted(BENCHES))
    parser.add_argument("--list", action="store_true", help="print the names and stop")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--save", action="store_true", help="keep it under bench/results")
    parser.add_argument("--sizes", help="messages in the store, as in 1000,20000")
    parser.add_argument("--seed", type=int, default=Options().seed)
    parser.add_argument("--runs", type=int, default=Options().runs)
    parser.add_argument("--quick", action="store_true", help="a small sample (retention)")
    parser.add_argument("--locomo", type=Path, help="a file of conversations (retention)")
    parser.add_argument("--dialogues", type=Path, help="labelled dialogues (corrections)")
    parser.add_argument("--wordings", choices=("development", "test"), default=Options().wordings)
    parser.add_argument("--budgets", help="tokens of a context, as in 500,1000 (retention)")
    parser.add_argument("--peers", help="engines to compare, as in infold,hybrid (retention)")
    parser.add_argument("--long", action="store_true", help="the large sizes too")
    parser.add_argument(
        "--only", help="formats or sections, as in chatgpt,openai (import, lifecycle)"
    )
    parser.add_argument("--models", action="store_true", help="use configured models (experiment)")
    parser.add_argument("--stores", type=Path, help="keep filled stores there (append, context)")
    given = parser.parse_args(arguments)
    if given.list:
        print("\n".join(BENCHES))
        return 0
    if given.name is None:
        parser.error("name a bench: " + "; ".join(f"{k}: {v}" for k, v in BENCHES.items()))
    is_large = given.name == "open" or (given.name in ("append", "context") and given.long)
    options = Options(
        sizes=_numbers(given.sizes, LARGE if is_large else Options().sizes),
        seed=given.seed,
        runs=given.runs,
        quick=given.quick,
        locomo=given.locomo,
        dialogues=given.dialogues,
        wordings=given.wordings,
        budgets=_numbers(given.budgets, Options().budgets),
        peers=tuple(given.peers.split(",")) if given.peers else (),
        long=given.long,
        stores=given.stores,
        only=tuple(given.only.split(",")) if given.only else (),
        models=given.models,
    )
    bench = importlib.import_module(f"bench.{MODULES.get(given.name, given.name)}")
    rows = bench.run(options)
    result = as_object(given.name, infold.__version__, rows)
    if given.json:
        print(json.dumps(result, ensure_ascii=False, indent=2))
    else:
        # A bench with very many rows brings tables of its own.
        print(getattr(bench, "as_table", as_table)(rows))
    if given.save:
        # A file is named without the folders that it stood in: they are of one machine.
        said = (Path(word).name if word.startswith("/") else word for word in arguments)
        result = {"command": " ".join(("python -m bench", *said)), **result}
        which = "-long" * given.long + "-test" * (given.wordings == "test")
        file = Path(__file__).parent / "results" / f"{given.name}{which}.json"
        file.parent.mkdir(exist_ok=True)
        text = json.dumps(result, ensure_ascii=False, indent=2)
        file.write_text(text + "\n", encoding="utf-8")
    if lost := missed(rows):
        print("missed: " + "; ".join(lost), file=sys.stderr)
    return 1 if lost else 0


def _numbers(given: str | None, default: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted({int(number) for number in given.split(",")})) if given else default


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

"""What each piece of folding adds: the whole beside folds made without one piece at a time.

Two measures. Folds of a chat: what dense clusters keep of their facts, headlines included (as
`bench.folds`). Folds of condensed runs: which gold facts a folded view still answers (as
`bench.compare`), where nothing but the fold says whose a value is. A piece is left out by putting
in its place what does nothing; so nothing of the product knows of it.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from bench.compare import fold_all, is_named, working
from bench.folds import Cluster, dense, fold_in, heads_in, texts_of
from bench.options import Options
from bench.report import Row, row
from bench.retention.generator import Recipe, generate
from bench.retention.values import Dialogue
from bench.stores import settings
from infold import Infold
from infold.core.folds import Claim
from infold.core.messages import Message
from infold.fold import choosing, excerpts, extract
from infold.fold.choosing import Choice
from infold.fold.fidelity import judge
from infold.fold.leading import Ties
from infold.fold.reading import Passage
from infold.fold.replacing import NONE_REPLACED, Replacements
from infold.fold.standing import Key, Standing, read_standing
from infold.fold.wanted import MUST_KEEP, literal_key, read_wanted
from infold.fold.windows import window_spans
from infold.fold.worth import weight
from infold.models.registry import load_embedder
from infold.text.kinds import STATEMENTS, Literal

RATIOS: Final = (3, 5)
SESSIONS: Final = 3
RUN_SESSIONS: Final = 5
SIZE: Final = 1_000
QUICK: Final = 300
WHOLE: Final = "all pieces"
BETWEEN: Final = " | "
HEADLINES: Final = "headlines"

_Put = tuple[Any, str, Any]
"""An owner, the name of what it has, and what is put in its place."""


def _always(value: object) -> Callable[..., object]:
    return lambda *_, **__: value


def _all_new(*given: Any, **more: Any) -> Choice:  # noqa: ANN401 - it passes on whatever it is given
    return Choice(*given, **{**more, "told": ()})


def _shown_as_said(_: Standing, found: Iterable[Literal]) -> tuple[set[Key], set[Key]]:
    values = (one for one in found if one.kind not in STATEMENTS)
    return {literal_key(one.kind, one.value) for one in values}, set()


def _without_records(
    messages: Sequence[Message], passages: Sequence[Sequence[Passage]], _: Replacements
) -> Standing:
    return read_standing(messages, passages, NONE_REPLACED)


_NO_PARTS: Final[_Put] = (extract, "shorter", _always(()))
CHAT: Final[Mapping[str, Sequence[_Put]]] = {
    HEADLINES: [(extract, "headlines", _always(()))],
    "values that headlines show count less": [(extract, "Choice", _all_new)],
    "clauses": [(excerpts, "clause_spans", _always(()))],
    "windows": [(excerpts, "window_spans", _always(()))],
    "clauses and windows": [_NO_PARTS],
    "parts are proved by reading them": [(extract, "prove", _always(True))],
    "statements count more": [(choosing, "_MUST", {})],
    "words that come back": [(choosing, "_worth", _always({}))],
    "what no longer stands": [
        (Standing, "shown", _shown_as_said),
        (extract, "_mend", _always(None)),
    ],
    "what was replaced without being named": [(extract, "read_standing", _without_records)],
    "mending what is inverted": [(extract, "_mend", _always(None))],
}
"""Pieces of a fold in a chat, and what stands in for each."""
RUNS: Final[Mapping[str, Sequence[_Put]]] = {
    "clauses and led windows": [_NO_PARTS],
    "windows begin with their clause": [
        (excerpts, "led_spans", lambda text, inside: window_spans(text, inside, bare=False))
    ],
    "parts name what their values are of": [(excerpts, "_names", _always(True))],
    "answers behind questions, changes behind what they change": [
        (Ties, "lead", _always(None)),
        (Ties, "is_change", _always(False)),
    ],
    "values by what they tell": [(excerpts, "weight", lambda one, _: weight(one, named=False))],
    "lines of tools by what was asked": [(excerpts, "line_share", _always(1.0))],
    "statements count more": [(choosing, "_MUST", {})],
}
"""Pieces of a condensed run's fold."""


@contextmanager
def without(puts: Sequence[_Put]) -> Iterator[None]:
    """Fold without a piece, while it lasts."""
    with ExitStack() as stack:
        for owner, name, instead in puts:
            stack.enter_context(patch.object(owner, name, instead))
        yield


@dataclass(slots=True)
class _Kept:
    """What folds of one session keep."""

    values: Counter[str] = field(default_factory=Counter)
    statements: Counter[str] = field(default_factory=Counter)
    named: int = 0
    messages: int = 0


def run(options: Options) -> list[Row]:
    """Rows of the whole, then of each piece left out."""
    seeds = range(options.seed, options.seed + (1 if options.quick else SESSIONS))
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="infold-bench-") as folder:
        place = Path(folder)
        rows += _of_chats([_clusters(place, seed, options.quick) for seed in seeds])
        size = QUICK if options.quick else SIZE
        if not options.quick:
            seeds = range(options.seed, options.seed + RUN_SESSIONS)
        made = [generate(Recipe(size=size, seed=seed)) for seed in seeds]
        rows += _of_runs(place, "dense", made)
        rows += _of_runs(place, "working", [working(size, seed) for seed in seeds])
    return rows


def as_table(rows: Sequence[Row]) -> str:
    """For each measure a table: a line a piece, what is left without it."""
    tables: dict[str, dict[str, dict[str, float]]] = {}
    for one in rows:
        measure, piece = one.case.split(BETWEEN)
        tables.setdefault(measure, {}).setdefault(piece, {})[one.metric] = one.value
    lines: list[str] = []
    for measure, pieces in tables.items():
        metrics = list(next(iter(pieces.values())))
        lines += ["", measure, " " * 62 + "".join(f"{metric:>26}" for metric in metrics)]
        lines += [
            f"  {piece:<60}" + "".join(f"{values[metric]:>26.3f}" for metric in metrics)
            for piece, values in pieces.items()
        ]
    return "\n".join(lines[1:])


def _clusters(place: Path, seed: int, quick: bool) -> list[Cluster]:
    embedder = load_embedder("wordllama")
    assert embedder is not None
    found = list(dense(place / f"{seed}.db", seed, embedder))
    return found[:4] if quick else found


def _of_chats(sessions: Sequence[Sequence[Cluster]]) -> Iterator[Row]:
    for ratio in RATIOS:
        for left_out, puts in {WHOLE: (), **CHAT}.items():
            with without(puts):
                claims = [
                    [_folded(one, ratio, heads=left_out != HEADLINES) for one in clusters]
                    for clusters in sessions
                ]
            kept = [
                _judged(clusters, made) for clusters, made in zip(sessions, claims, strict=True)
            ]
            case = f"chat, {ratio}:1{BETWEEN}{_case(left_out)}"
            size = sum(one.values.total() for one in kept)
            yield row(case, size, "values kept", "share", [_share(one.values) for one in kept])
            yield row(
                case, sum(one.statements.total() for one in kept), "statements kept", "share",
                [_share(one.statements) for one in kept],
            )  # fmt: skip
            yield row(
                case, size, "inverted", "literals",
                [one.values["inverted"] + one.statements["inverted"] for one in kept],
            )  # fmt: skip
            yield row(
                case, sum(one.messages for one in kept), "messages named", "share",
                [one.named / max(1, one.messages) for one in kept],
            )  # fmt: skip


def _case(left_out: str) -> str:
    return left_out if left_out == WHOLE else f"without {left_out}"


def _folded(cluster: Cluster, ratio: int, *, heads: bool) -> tuple[Claim, ...]:
    whole = sum(message.tokens for message in cluster.messages)
    claims, _ = fold_in(cluster, whole // ratio, heads_in(cluster.messages) if heads else 0)
    return claims


def _judged(clusters: Sequence[Cluster], folds: Sequence[Sequence[Claim]]) -> _Kept:
    kept = _Kept()
    for cluster, claims in zip(clusters, folds, strict=True):
        wanted = read_wanted(cluster.messages, cluster.replaced)
        report = judge(wanted, texts_of(claims), cluster.messages, finds=lambda _: True)
        for found in report.findings:
            if found.wanted is not None:
                into = kept.statements if found.kind in MUST_KEEP else kept.values
                into[found.outcome] += 1
        kept.named += len({span.message for claim in claims for span in claim.spans})
        kept.messages += len(cluster.messages)
    return kept


def _share(counts: Counter[str]) -> float:
    return counts["kept"] / max(1, counts.total())


def _of_runs(place: Path, case: str, sessions: Sequence[Dialogue]) -> Iterator[Row]:
    for number, (left_out, puts) in enumerate({WHOLE: (), **RUNS}.items()):
        answered: dict[str, list[list[bool]]] = {"values": [], "what they are of": [], "status": []}
        for made in sessions:
            file = place / f"{case}-{number}-{made.name}.db"
            with without(puts), Infold.open(file, settings=settings(synchronous="NORMAL")) as at:
                folded = fold_all(at, made)
            facts = list(zip(folded.facts, folded.stands, strict=True))
            values = [(one, stood) for (sort, one), stood in facts if sort == "value"]
            answered["values"].append([stood for _, stood in values])
            answered["what they are of"].append(
                [stood and is_named(one, made, folded.lines) for one, stood in values]
            )
            answered["status"].append([stood for (sort, _), stood in facts if sort == "status"])
        for metric, every in answered.items():
            if any(every):
                shares = [sum(one) / len(one) for one in every if one]
                yield replace(
                    row(
                        f"runs of {case} sessions{BETWEEN}{_case(left_out)}",
                        sum(map(len, every)), metric, "share", shares,
                    ),
                    value=sum(map(sum, every)) / sum(map(len, every)),
                )  # fmt: skip

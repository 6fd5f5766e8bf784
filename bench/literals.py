"""Literal rules against sentences labelled by hand: precision, recall and status.

The labels stand in `tests/data/literals` with their guidelines. A value is found when a reading of
its kind covers at least half of the longer of the two spans; one with digits, when the reading
holds the same ("412" for "412 GB", never "41"); a number in words, when the reading starts with
it. A statement is found when a reading of its kind overlaps it. Neither right nor wrong are: what
lies inside a quote, or inside a longer value that was found too (a path in a command), and a
negation over a rejection or retraction, which imply it.

Only sentences that nobody tuned on decide: the targets stand on the held set, of which figures
alone are shown, with their 95 % intervals. The sets that writers of rules may read have rows of
their own, marked as tuned on.

`python -m bench.literals 10 fourth` prints the commonest errors of a set that may be read.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bench.options import Options
from bench.report import Row, Target, at_least, row
from infold.text.literals import literals
from infold.trial.statistics import wilson

DATA: Final = Path(__file__).parents[1] / "tests" / "data" / "literals"
LANGUAGES: Final = ("de", "en", "id", "ja", "ko", "zh")
STATEMENTS: Final = frozenset(
    {"negation", "decision", "rejection", "retraction", "preference", "obligation"}
)
FIRST: Final = "first"
TUNED: Final = (FIRST, "third", "fourth")
"""Sets that writers of rules may read."""
HELD: Final = "fifth"
"""The set that nobody who writes rules may read."""
PRECISION: Final = 0.95
RECALL: Final = 0.90
STATUS: Final = 0.95
_DIGITAL: Final = frozenset({"number", "version", "port", "date", "time", "money"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A literal in a sentence, labelled or read."""

    kind: str
    text: str
    start: int
    end: int
    status: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A labelled sentence."""

    id: str
    text: str
    marks: tuple[Mark, ...]
    part: str = FIRST

    @property
    def language(self) -> str:
        """Its language, as two letters."""
        return self.id.partition("-")[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A difference between labels and readings: `missed`, `wrong` or `status`."""

    what: str
    sentence: Sentence
    mark: Mark
    got: str = ""


@dataclass(slots=True, kw_only=True)
class Tally:
    """Counts of one case."""

    labelled: int = 0
    found: int = 0
    read: int = 0
    right: int = 0
    judged: int = 0
    status: int = 0
    marked: int = 0
    marked_right: int = 0
    faults: list[Fault] = field(default_factory=list)

    @property
    def precision(self) -> float:
        """Right readings among all that are right or wrong; 1 where there are none."""
        return self.right / self.read if self.read else 1.0

    @property
    def recall(self) -> float:
        """Found labels among all; 1 where there are none."""
        return self.found / self.labelled if self.labelled else 1.0

    @property
    def status_share(self) -> float:
        """Found values with the right status."""
        return self.status / self.judged if self.judged else 1.0

    @property
    def marked_share(self) -> float:
        """Found values labelled other than current that have the right status."""
        return self.marked_right / self.marked if self.marked else 1.0


def load(part: str = FIRST) -> list[Sentence]:
    """The labelled sentences of one set, by language and position."""
    folder = DATA if part == FIRST else DATA / part
    return [
        Sentence(
            id=data["id"],
            text=data["text"],
            marks=tuple(Mark(**m) for m in data["literals"]),
            part=part,
        )
        for language in LANGUAGES
        for data in map(json.loads, (folder / f"{language}.jsonl").read_text("utf-8").splitlines())
    ]


def load_all() -> list[Sentence]:
    """The sentences of all sets."""
    return [sentence for part in (*TUNED, HELD) for sentence in load(part)]


def read(text: str) -> tuple[Mark, ...]:
    """What the rules read in a text."""
    return tuple(
        Mark(kind=str(i.kind), text=i.text, start=i.start, end=i.end, status=str(i.status))
        for i in literals(text)
    )


def shared(a: Mark, b: Mark) -> int:
    """Characters that two spans share."""
    return max(0, min(a.end, b.end) - max(a.start, b.start))


def agree(label: Mark, got: Mark) -> bool:
    """Whether a reading finds a label (the module says when)."""
    common = shared(label, got)
    if label.kind != got.kind or not common:
        return False
    if label.kind in STATEMENTS:
        return True
    if label.kind in _DIGITAL:
        digits, others = ("".join(filter(str.isdecimal, m.text)) for m in (label, got))
        if digits or others:
            return digits == others
        if label.kind == "number":
            return label.start == got.start
    return 2 * common >= max(len(label.text), len(got.text))


def judge(sentence: Sentence, got: Sequence[Mark]) -> list[tuple[str, str, Mark, str]]:
    """Compare readings with labels.

    Returns:
        `("found", status or "", label, read status)` and `("missed", …)` for each label, `("right"
        | "wrong", "", reading, "")` for each reading that is not neutral.
    """
    out: list[tuple[str, str, Mark, str]] = []
    used: set[int] = set()
    found: list[Mark] = []
    for label in sentence.marks:
        fits = [n for n, g in enumerate(got) if n not in used and agree(label, g)]
        if not fits:
            out.append(("missed", "", label, ""))
            continue
        found.append(label)
        if label.kind in STATEMENTS:
            out.append(("found", "", label, ""))
            continue
        best = max(fits, key=lambda n: (shared(label, got[n]), -n))
        used.add(best)
        out.append(("found", label.status, label, got[best].status))
    for n, g in enumerate(got):
        if n in used or (g.kind in STATEMENTS and any(agree(m, g) for m in sentence.marks)):
            out.append(("right", "", g, ""))
        elif not _is_neutral(g, sentence.marks, found):
            out.append(("wrong", "", g, ""))
    return out


def _is_neutral(got: Mark, labels: Iterable[Mark], found: Iterable[Mark]) -> bool:
    if got.kind == "negation":
        return any(m.kind in ("rejection", "retraction") and shared(m, got) for m in labels)
    if got.kind in STATEMENTS:
        return False
    around = [m for m in labels if m.kind == "quote"]
    around += [m for m in found if m.kind not in STATEMENTS]
    return any(
        m.start <= got.start and got.end <= m.end and len(got.text) < len(m.text) for m in around
    )


def tally(
    sentences: Iterable[Sentence], reader: Callable[[str], Sequence[Mark]] = read
) -> dict[tuple[str, str], Tally]:
    """Counts by set and case: `all`, a kind, `statements`, `values`, or a language."""
    out: dict[tuple[str, str], Tally] = defaultdict(Tally)
    for sentence in sentences:
        for what, wanted, mark, status in judge(sentence, reader(sentence.text)):
            group = "statements" if mark.kind in STATEMENTS else "values"
            for case in ("all", group, mark.kind, sentence.language):
                _count(out[sentence.part, case], what, wanted, status)
            faults = out[sentence.part, "all"].faults
            if what in ("missed", "wrong"):
                faults.append(Fault(what=what, sentence=sentence, mark=mark))
            elif what == "found" and wanted != status:
                faults.append(Fault(what="status", sentence=sentence, mark=mark, got=status))
    return out


def _count(counts: Tally, what: str, wanted: str, status: str) -> None:
    counts.labelled += what in ("found", "missed")
    counts.found += what == "found"
    counts.read += what in ("right", "wrong")
    counts.right += what == "right"
    if wanted:
        counts.judged += 1
        counts.status += wanted == status
        counts.marked += wanted != "current"
        counts.marked_right += wanted == status != "current"


def run(options: Options) -> list[Row]:
    """The rows of the bench, with 95 % Wilson intervals; nothing in it is left to chance."""
    del options
    counts = tally(load_all())
    kinds = sorted({case for _, case in counts} - {"all", "values", "statements", *LANGUAGES})
    rows: list[Row] = []
    for part in (HELD, *TUNED):
        name = f"literals, held set {part}" if part == HELD else f"literals, tuned on {part}"
        for case in ("all", "values", "statements", *LANGUAGES, *kinds):
            got = counts.get((part, case), Tally())
            rows += _rows(f"{name}, {case}", got, bar=case == "all" and part == HELD)
    return rows


def _rows(case: str, got: Tally, *, bar: bool) -> list[Row]:
    shares = (
        ("precision", got.right, got.read, at_least(PRECISION)),
        ("recall", got.found, got.labelled, at_least(RECALL)),
        ("status right", got.status, got.judged, at_least(STATUS)),
        ("status other than current, right", got.marked_right, got.marked, None),
    )
    return [
        _share(case, metric, right, n, target if bar else None)
        for metric, right, n, target in shares
        if n or metric in ("precision", "recall")
    ]


def _share(case: str, metric: str, right: int, n: int, target: Target | None) -> Row:
    if not n:  # nothing to judge: as good as it can be
        return row(case, 0, metric, "share", [1.0], target)
    share = wilson(right, n)
    return Row(
        case=case, n=n, metric=metric, unit="share", value=share.value, low=share.low,
        high=share.high, target=target,
    )  # fmt: skip


def main(most: int = 10, shown: str = FIRST) -> int:
    """Print one line a case, then the commonest faults of a set that may be read."""
    if shown not in TUNED:
        raise SystemExit(f"only the faults of {', '.join(TUNED)} may be read")
    counts = tally(load_all())
    print(f"{'set':7}{'case':14}{'labels':>7}{'recall':>8}{'read':>7}{'precision':>11}"
          f"{'status':>8}{'marked':>8}")  # fmt: skip
    for (part, case), got in sorted(counts.items()):
        print(f"{part:7}{case:14}{got.labelled:7}{got.recall:8.3f}{got.read:7}"
              f"{got.precision:11.3f}{got.status_share:8.3f}{got.marked_share:8.3f}")  # fmt: skip
    faults = counts[shown, "all"].faults
    common = Counter((f.what, f.mark.kind) for f in faults)
    for (what, kind), count in common.most_common(most):
        print(f"\n{what} {kind}: {count}")
        for fault in faults:
            if (fault.what, fault.mark.kind) == (what, kind):
                got_status = f" read as {fault.got}" if fault.got else ""
                print(f"  {fault.sentence.id} [{fault.mark.text}] {fault.mark.status}{got_status}"
                      f" | {fault.sentence.text}")  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main(int((sys.argv[1:2] or ["10"])[0]), (sys.argv[2:3] or [FIRST])[0]))

"""What folds keep of the facts, beside a centroid summary; and what models are given to read.

Two kinds of clusters. Dense ones: sixteen messages of a working session one after another, each of
which holds a literal, one for some fifteen tokens. Ordinary ones: the clusters of eight messages or
more that a session of mixed talk falls into. Headlines count, in what is kept and in tokens.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean
from typing import Final

from bench.centroid import centroid_summary
from bench.options import Options
from bench.report import Row, Target, at_least, at_most, row
from bench.retention.generator import Recipe, generate
from bench.sessions import session
from bench.stores import Stopwatch, fill, name, open_store, run_jobs, say, settings
from infold import Infold
from infold.core.folds import BETWEEN_PHRASES, Claim
from infold.core.messages import Message, part_text
from infold.core.tokens import RuleCounter
from infold.engine.chat import Chat
from infold.engine.fidelity import finder
from infold.fold.extract import extract
from infold.fold.fidelity import Fidelity, judge
from infold.fold.headlines import headlines
from infold.fold.history import link
from infold.fold.policy import FoldPolicy
from infold.fold.reading import read_message
from infold.fold.replacing import Replacements, replaced_among
from infold.fold.wanted import MUST_KEEP, Wanted, read_wanted
from infold.models.chat import ChatRequest
from infold.models.embedder import Embedder
from infold.models.registry import load_embedder
from infold.models.roles import Models
from infold.models.scripted import ScriptedModel
from infold.prompts.fold_claims import Claimed, FoldClaims
from infold.recall.replaced import Chains
from infold.text.filler import is_filler
from infold.text.literals import literals

RATIOS: Final = (2, 3, 5, 10)
CLUSTER: Final = 16
LEAST: Final = 8
SIZE: Final = 1_000
ORDINARY: Final = 500
LIFE: Final = 800
MOST_ORDINARY: Final = 2
"""Sessions of mixed talk; most of the time goes into searching for what their tools print."""
_COUNTER: Final = RuleCounter()
_TARGETS: Final[dict[int, Target]] = {3: at_least(0.90), 5: at_least(0.70)}
_ROOM: Final = re.compile(r"at most (\d+) tokens for all")
_BETTER: Final = 1.5


@dataclass(slots=True)
class _Seen:
    """What was seen of the clusters of one session at one ratio."""

    ours: Counter[str] = field(default_factory=Counter)
    theirs: Counter[str] = field(default_factory=Counter)
    said: Counter[str] = field(default_factory=Counter)
    theirs_said: Counter[str] = field(default_factory=Counter)
    must: Counter[str] = field(default_factory=Counter)
    cpu: list[float] = field(default_factory=list)
    spent: int = 0
    whole: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """Messages to fold, what was replaced among them, and what a search finds of them."""

    messages: tuple[Message, ...]
    replaced: Replacements
    finds: Callable[[Wanted], bool]


def run(options: Options) -> list[Row]:
    """All rows of folds."""
    embedder = load_embedder("wordllama")
    assert embedder is not None
    runs = 1 if options.quick else options.runs
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="infold-bench-") as folder:
        place = Path(folder)
        for kind, clusters, most in (
            ("dense", dense, runs),
            ("ordinary", _ordinary, min(runs, MOST_ORDINARY)),
        ):
            seen = [
                _measure(clusters(place / f"{kind}-{number}.db", options.seed + number, embedder))
                for number in range(most)
            ]
            for ratio in RATIOS:
                rows += _rows(kind, ratio, [one[ratio] for one in seen])
        rows += _model_rows(place, options, embedder)
    return rows


def dense(path: Path, seed: int, embedder: Embedder) -> Iterator[Cluster]:
    """Sixteen messages with literals each, of a session full of facts."""
    made = generate(Recipe(size=SIZE, seed=seed))
    with Infold.open(path, settings=settings(synchronous="NORMAL"), embedder=embedder) as memory:
        chat = memory.conversation(name(0))
        for turn in made.turns:
            chat.append("assistant" if turn.role == "tool" else turn.role, turn.text)
        telling = [
            message
            for message in chat.messages()
            if not is_filler(message.text) and literals(message.text)
        ]
        finds = _finder(memory, chat)
        chains = Chains(link(chat.messages()))
        for first in range(0, len(telling) - CLUSTER + 1, CLUSTER):
            some = tuple(telling[first : first + CLUSTER])
            yield Cluster(messages=some, replaced=replaced_among(chains, some), finds=finds)


def _ordinary(path: Path, seed: int, embedder: Embedder) -> Iterator[Cluster]:
    """The clusters that a session of mixed talk falls into."""
    fill(path, ORDINARY, seed=seed, embedder=embedder, jobs=True)
    with open_store(path, embedder) as memory:
        chat = memory.conversation(name(0))
        messages = {message.id: message for message in chat.messages()}
        finds = _finder(memory, chat)
        chains = Chains(link(chat.messages()))
        for fold in sorted(chat.folds(), key=lambda fold: fold.root):
            if len(fold.sources) >= LEAST:
                some = tuple(messages[source] for source in fold.sources)
                yield Cluster(messages=some, replaced=replaced_among(chains, some), finds=finds)


def _finder(memory: Infold, chat: Chat) -> Callable[[Wanted], bool]:
    at = {message.id: message.position for message in chat.messages()}
    finds = finder(memory, memory.scope(), chat.id, at)
    known: dict[Wanted, bool] = {}

    def once(one: Wanted) -> bool:
        if one not in known:
            known[one] = finds(one)
        return known[one]

    return once


def _measure(clusters: Iterator[Cluster]) -> dict[int, _Seen]:
    seen = {ratio: _Seen() for ratio in RATIOS}
    for cluster in clusters:
        wanted = read_wanted(cluster.messages, cluster.replaced)
        whole = sum(message.tokens for message in cluster.messages)
        said = [
            "\n".join(part_text(part) for part in message.parts) for message in cluster.messages
        ]
        heads = heads_in(cluster.messages)
        for ratio, one in seen.items():
            claims, cpu = fold_in(cluster, whole // ratio, heads)
            spent = sum(_COUNTER.count(claim.text) for claim in claims)
            ours = judge(wanted, texts_of(claims), cluster.messages, finds=cluster.finds)
            # The other side gets no fewer tokens than ours took, nor fewer than asked for.
            texts = centroid_summary(said, max(spent, whole // ratio))
            theirs = judge(wanted, texts, cluster.messages, finds=lambda _: True)
            one.ours.update(ours.counts())
            one.theirs.update(theirs.counts())
            one.said.update(_said(ours))
            one.must.update(found.outcome for found in ours.findings if found.kind in MUST_KEEP)
            one.theirs_said.update(_said(theirs))
            one.cpu.append(cpu)
            one.spent += spent
            one.whole += whole
    return seen


def heads_in(messages: Sequence[Message]) -> int:
    """Tokens of the headlines."""
    passages = [read_message(index, message) for index, message in enumerate(messages)]
    return sum(_COUNTER.count(line.text) for line in headlines(messages, passages, _COUNTER))


def fold_in(cluster: Cluster, budget: int, heads: int) -> tuple[tuple[Claim, ...], float]:
    """The fold in so many tokens, headlines included, and its CPU in seconds."""
    room = max(1, budget - heads)
    policy = FoldPolicy(ratio=1.0, least_tokens=1, most_tokens=room)
    with Stopwatch() as watch:
        claims = extract(
            cluster.messages, policy=policy, counter=_COUNTER, replaced=cluster.replaced
        )
    return claims, watch.cpu


def texts_of(claims: Sequence[Claim]) -> list[str]:
    """What claims say: headlines phrase by phrase."""
    return [
        text
        for claim in claims
        for text in ([claim.text] if claim.level else claim.text.split(BETWEEN_PHRASES))
    ]


def _rows(kind: str, ratio: int, runs: Sequence[_Seen]) -> list[Row]:
    case = f"{kind} clusters, {ratio}:1"
    kept = [_kept(one.ours) for one in runs]
    theirs = [_kept(one.theirs) for one in runs]
    size = sum(one.ours.total() for one in runs)
    said = [_kept(one.said) for one in runs]
    theirs_said = [_kept(one.theirs_said) for one in runs]
    bad = [
        row(case, size, outcome, "literals", [one.ours[outcome] for one in runs], at_most(0))
        if kind == "dense" or outcome != "lost"
        else row(case, size, outcome, "literals", [one.ours[outcome] for one in runs])
        for outcome in ("lost", "inverted", "invented")
    ]
    return [
        row(case, size, "literals kept", "share", kept,
            _TARGETS.get(ratio) if kind == "dense" else None),
        row(case, size, "literals kept by a centroid summary", "share", theirs),
        row(case, size, "kept / kept by a centroid summary", "x",
            [a / max(b, 1e-9) for a, b in zip(kept, theirs, strict=True)],
            at_least(_BETTER) if kind == "dense" else None),
        row(case, size, "literals of what is said kept, tools apart", "share", said),
        row(case, size, "the same, kept / kept by a centroid summary", "x",
            [a / max(b, 1e-9) for a, b in zip(said, theirs_said, strict=True)]),
        row(case, sum(one.must.total() for one in runs),
            "decisions, rejections, retractions, negations and obligations kept", "share",
            [_kept(one.must) for one in runs]),
        row(case, size, "source tokens / fold tokens", "x",
            [one.whole / one.spent for one in runs]),
        *bad,
        row(case, size, "CPU a fold", "ms", [1e3 * mean(one.cpu) for one in runs]),
    ]  # fmt: skip


def _said(report: Fidelity) -> Counter[str]:
    """What became of the literals of people's and the assistant's own words."""
    return Counter(
        finding.outcome
        for finding in report.findings
        if finding.wanted is not None and finding.wanted.role != "tool"
    )


def _kept(counts: Counter[str]) -> float:
    wanted = sum(counts[outcome] for outcome in ("kept", "recoverable", "lost", "inverted"))
    return counts["kept"] / max(1, wanted)


# ------------------------------------------------------------ models


def _model_rows(place: Path, options: Options, embedder: Embedder) -> list[Row]:
    size = LIFE // 4 if options.quick else LIFE
    model = ScriptedModel(_answer)
    sent, raw = _life(place / "model.db", size, options.seed, embedder, model)
    case = "model input for folds, whole life, a job run after every turn"
    return [
        row(case, size, "prompt tokens / raw tokens", "x", [sent / raw], at_most(3)),
        row(case, size, "calls", "calls", [len(model.calls)]),
    ]


def _life(
    path: Path, size: int, seed: int, embedder: Embedder, model: ScriptedModel
) -> tuple[int, int]:
    """Prompt tokens of a whole chat, and the tokens of its messages."""
    made = session(size, seed)
    with Infold.open(
        path,
        settings=settings(synchronous="NORMAL"),
        embedder=embedder,
        models=Models(fold=model),
    ) as memory:
        chat = memory.conversation(name(0))
        for message in made.messages:
            say(chat, message)
            if message.role == "user":
                run_jobs(memory)
        run_jobs(memory)
        raw = sum(message.tokens for message in chat.messages())
    sent = sum(_COUNTER.count(said.text) for call in model.calls for said in call.messages)
    return sent, raw


def _answer(request: ChatRequest) -> FoldClaims:
    """What a plain model would write: the claims before, and of each message its beginning."""
    rules, records = (message.text for message in request.messages)
    asked = _ROOM.search(rules)
    assert asked is not None, "the prompt names its room"
    known = [json.loads(line) for line in records.split("\n")]
    share = max(6, int(asked.group(1)) // max(1, len(known)))
    claims = []
    for one in known:
        text = one["claim"] if "claim" in one else one["text"]
        sources = one["sources"] if "claim" in one else [one["message"]]
        claims.append(Claimed(text=_cut(" ".join(text.split()), share), sources=sources))
    return FoldClaims(claims=claims)


def _cut(text: str, tokens: int) -> str:
    """The first words of a text; of one without spaces, its first signs."""
    kept = text.split(" ")
    while len(kept) > 1 and _COUNTER.count(" ".join(kept)) > tokens:
        del kept[-1]
    line = " ".join(kept)
    while _COUNTER.count(line) > tokens:
        line = line[: -max(1, len(line) // 8)]
    return line

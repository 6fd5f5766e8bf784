"""What folded views answer: gold facts of generated sessions, asked of both views.

A session is brought in as a graph: every question has an answer, and a side branch leaves it every
few turns, so that its trunk falls into runs. All runs are folded without a model at the default
ratio. The facts and how they are looked for are those of `bench.retention`: nothing of it is shared
with what folds, checks or makes probes. Then a comparison asks for the same facts, what its report
names is expanded, and the facts are looked for again.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bench.options import Options
from bench.peers.infold import part_of
from bench.report import Row, Target, at_least, row
from bench.retention.generator import Recipe, generate
from bench.retention.scoring import ABSENT, MISORDERED, OLD_ONLY, View, hit, replaced
from bench.retention.values import UNANSWERABLE, Dialogue, Question, Turn
from bench.sessions import session
from bench.stores import Stopwatch, run_jobs, settings
from infold import Infold
from infold.core.messages import Text, ToolCall, ToolResult
from infold.core.views import View as CondensedView
from infold.engine.chat import Chat
from infold.text.analysis import analyze
from infold.trial.probes import Probe

NAME: Final = "bench"
SIZE: Final = 1_000
QUICK: Final = 400
BRANCH_EVERY: Final = 40
"""Messages of the trunk between two side branches."""
WHOLE: Final = 1_000_000
"""A budget that holds everything."""
OWN: Final = 60
VALUES: Final = at_least(0.90)
STATUSES: Final = at_least(0.98)
ALL: Final = at_least(1.0)
_WRONG: Final = frozenset((OLD_ONLY, MISORDERED, ABSENT))


@dataclass(slots=True)
class _Seen:
    """What was seen of one session: of each sort of fact how many stood, and of how many."""

    folded: dict[str, list[bool]] = field(default_factory=lambda: {"value": [], "status": []})
    expanded: dict[str, list[bool]] = field(default_factory=lambda: {"value": [], "status": []})
    own: dict[str, list[bool]] = field(default_factory=lambda: {"value": [], "status": []})
    lost: list[str] = field(default_factory=list)
    left: int = 0
    source_tokens: int = 0
    fold_tokens: int = 0
    runs: int = 0
    opened: int = 0
    cpu: float = 0.0
    asked: int = 0


def run(options: Options) -> list[Row]:
    """Rows of values and of statuses, before and after what the report names is expanded."""
    size = QUICK if options.quick else SIZE
    count = 2 if options.quick else max(5, options.runs)
    rows: list[Row] = []
    for case in ("working sessions", "dense sessions"):
        seen = []
        for seed in range(options.seed, options.seed + count):
            recipe = Recipe(size=size, seed=seed, wordings=options.wordings)
            made = generate(recipe) if case.startswith("dense") else working(size, seed)
            with tempfile.TemporaryDirectory(prefix="infold-bench-") as folder:
                seen.append(_measure(Path(folder) / "store.db", made))
        rows += _rows(seen, case, size)
    return rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Folded:
    """A session of which every run is folded.

    Attributes:
        view: With all folds.
        ids: Of the turns.
        facts: What the full view answers of what was folded: `value` or `status`, and the question.
        stands: For each of them whether the folded view alone answers it.
        lines: Of the folded view.
    """

    view: CondensedView
    ids: list[str]
    facts: list[tuple[str, Question]]
    stands: list[bool]
    lines: list[str]


def fold_all(memory: Infold, made: Dialogue) -> Folded:
    """Bring a session in as a graph, fold all runs of it, and ask both views for its facts."""
    chat = memory.conversation(NAME)
    ids = _bring(chat, made)
    run_jobs(memory)
    view = chat.apply(chat.plan_condense(), name="folded")
    inside = {source for one in view.folds for source in one.fold.sources}
    facts = [
        (sort, question)
        for sort, question in _facts(made)
        if all(ids[at] in inside for at in (*question.evidence, *question.stale_at))
    ]
    full = View(chat.context("", budget=WHOLE, view="full").text)
    facts = [(s, q) for s, q in facts if _stands(s, q, made, full)]
    short = View(chat.context("", budget=WHOLE, view=view).text)
    stands = [_stands(sort, question, made, short) for sort, question in facts]
    return Folded(view=view, ids=ids, facts=facts, stands=stands, lines=short.lines)


def is_named(question: Question, made: Dialogue, lines: Sequence[str]) -> bool:
    """Whether some line says of each stated answer what the question says of it.

    It holds the answer, and half of the other words that question and evidence have in common.
    """
    said = [frozenset(analyze(line)) for line in lines]
    asked = frozenset(analyze(question.text))
    for turn in (made.turns[at].text for at in question.evidence):
        for answer in (frozenset(analyze(one)) for one in question.answers if one in turn):
            about = asked.intersection(analyze(turn)) - answer
            if not any(answer <= one and 2 * len(about & one) >= len(about) for one in said):
                return False
    return True


def _measure(path: Path, made: Dialogue) -> _Seen:
    with Infold.open(path, settings=settings(synchronous="NORMAL")) as memory:
        folded = fold_all(memory, made)
        chat = memory.conversation(NAME)
        view, facts = folded.view, folded.facts
        seen = _Seen(runs=len(view.folds))
        for one in view.folds:
            seen.source_tokens += one.fold.tokens
            seen.fold_tokens += sum(max(0, c.tokens) for c in one.fold.claims if c.level)
        for (sort, question), stands in zip(facts, folded.stands, strict=True):
            seen.folded[sort].append(stands)
            if not stands:
                seen.lost.append(f"{sort}: {question.category}")
        probes = [p for sort, q in facts for p in _probes(sort, q, made, folded.ids)]
        found = chat.compare(view, probes=probes or 1, model="none")
        with Stopwatch() as watch:
            own = chat.compare(view, probes=OWN, model="none")
        seen.cpu, seen.asked = watch.cpu, 2 * len(own.pairs)
        for pair in own.pairs:
            if pair.kept("left"):
                seen.own[pair.probe.kind].append(pair.kept("right"))
        chat.expand_losses(found)
        seen.opened = len({one.fold for one in found.losses if one.side == "right"})
        after = View(chat.context("", budget=WHOLE, view=view.id).text)
        for sort, question in facts:
            seen.expanded[sort].append(_stands(sort, question, made, after))
        return seen


def _bring(chat: Chat, made: Dialogue) -> list[str]:
    """Append a session as a graph; the ids of its turns."""
    ids: list[str] = []
    last: str | None = None
    since = 0
    waits = False
    for turn in made.turns:
        if turn.role == "user" and waits:
            last = chat.append("assistant", "Understood.", parent=last, at=turn.at).id
        if turn.role == "user" and since >= BRANCH_EVERY:
            side = chat.append("user", "Something else meanwhile?", parent=last, at=turn.at).id
            chat.append("assistant", "Nothing else.", parent=side, at=turn.at)
            since = 0
        author = None if turn.speaker == turn.role else turn.speaker
        said = chat.append(turn.role, part_of(turn), author=author, at=turn.at, parent=last)
        ids.append(said.id)
        last = said.id
        since += 1
        waits = turn.role == "user"
    if waits:
        chat.append("assistant", "Understood.", parent=last)
    return ids


def working(size: int, seed: int) -> Dialogue:
    """A mixed working session (`bench.sessions`) as a dialogue, its facts as questions."""
    made = session(size, seed)
    turns = []
    for message in made.messages:
        (part,) = message.parts
        tool, call, text = "", "", ""
        match part:
            case ToolCall():
                tool, call, text = part.name, part.id, part.arguments
            case ToolResult():
                tool, call, text = "tool", part.call, part.text
            case Text():
                text = part.text
        assert message.at is not None
        assert message.role != "system"
        turns.append(
            Turn(
                role=message.role,
                speaker=message.author or message.role,
                text=text,
                at=message.at,
                when="",
                tool=tool,
                call=call,
            )
        )
    questions = [
        Question(
            id=f"{seed}-{number}",
            text=one.text,
            category="corrected" if one.replaced else "stated",
            evidence=(one.evidence,),
            answers=(one.answer,),
            stale=one.replaced,
            stale_at=one.replaced_at,
        )
        for number, one in enumerate(made.questions)
    ]
    name = f"working-{size}-{seed}"
    return Dialogue(name=name, source="working", turns=turns, questions=questions)


def _facts(made: Dialogue) -> Iterator[tuple[str, Question]]:
    """Each question as a value that must be there, and those with replaced values as a status."""
    for question in made.questions:
        if question.category == UNANSWERABLE:
            continue
        yield "value", question
        if question.stale and not question.wants_old:
            yield "status", question


def _stands(sort: str, question: Question, made: Dialogue, view: View) -> bool:
    found = hit(question, made.turns, view, by_turns=made.by_turns)
    if sort == "value":
        return found
    seen = View("\n".join(line for line in view.lines if _speaks_of(line, question, made)))
    return replaced(question, made.turns, seen, found=found).state not in _WRONG


def _speaks_of(line: str, question: Question, made: Dialogue) -> bool:
    """Whether a line may state a replaced value of the question, and not that of another thing.

    It names half of what both the question and the turn with that value name: "the picnic basket
    may try 21 times" says nothing of the proxy that might try 21 times as well.
    """
    said = set(analyze(line))
    asked = set(analyze(question.text))
    named = [asked.intersection(analyze(made.turns[at].text)) for at in question.stale_at]
    return any(2 * len(said & one) >= len(one) for one in named)


def _probes(sort: str, question: Question, made: Dialogue, ids: Sequence[str]) -> Iterator[Probe]:
    """The fact as the report is asked for it: each value that its evidence states."""
    value = question.stale[-1] if sort == "status" else ""
    for number, at in enumerate(question.evidence):
        text = made.turns[at].text
        stated = [one for one in question.answers if one in text]
        for answer in stated or question.answers[:1]:
            about = tuple(w for w in analyze(text) if w not in analyze(answer))
            yield Probe(
                id=f"{question.id}-{sort}-{number}-{answer}",
                kind="status" if sort == "status" else "value",
                asks="still" if sort == "status" else "gap",
                question=question.text,
                value=value or answer,
                holds=sort == "value",
                other=answer if sort == "status" else "",
                about=tuple(analyze(made.turns[question.stale_at[-1]].text)) if value else about,
                other_about=about if value else (),
                text=text,
                message=ids[at],
                end=len(text),
            )


def _rows(seen: Sequence[_Seen], case: str, size: int) -> Iterator[Row]:
    targets: dict[str, Target] = {"value": VALUES, "status": STATUSES}
    for sort, target in targets.items():
        for metric, of, wanted in (
            (f"{sort} probes answered from the folded view alone", "folded", target),
            (f"{sort} probes after expanding what the report names", "expanded", ALL),
            (f"{sort} probes of its own making that are kept", "own", None),
        ):
            runs = [getattr(one, of)[sort] for one in seen if getattr(one, of)[sort]]
            if runs:
                yield _pooled(case, runs, metric, wanted)
    yield row(case, size, "folded runs", "runs", [one.runs for one in seen])
    yield row(case, size, "runs that the report names", "runs", [one.opened for one in seen])
    yield row(
        case, size, "fold tokens / source tokens", "x",
        [one.fold_tokens / max(1, one.source_tokens) for one in seen],
    )  # fmt: skip
    yield row(
        case, size, "CPU an answer, without a model", "ms",
        [1e3 * one.cpu / max(1, one.asked) for one in seen],
    )  # fmt: skip


def _pooled(case: str, runs: Sequence[Sequence[bool]], metric: str, target: Target | None) -> Row:
    """A share of all sessions together, with the lowest and the highest session."""
    shares = [sum(one) / len(one) for one in runs]
    every = [each for one in runs for each in one]
    return Row(
        case=case, n=len(every), metric=metric, unit="share", value=sum(every) / len(every),
        low=min(shares), high=max(shares), target=target,
    )  # fmt: skip

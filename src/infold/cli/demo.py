"""`infold demo`: a working session, folded, asked and opened, with nothing to set up."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from infold.cli.app import JsonOption, app, print_json, shared

if TYPE_CHECKING:
    from infold.cli.demo_session import DemoQuestion
    from infold.core.folds import Fold
    from infold.core.messages import Message
    from infold.engine.chat import Chat
    from infold.engine.memory import Infold
    from infold.engine.records import ConversationInfo
    from infold.recall.context import Context

BUDGET = 1000
_OPENED = 10  # messages of the fold that is opened: enough to see, not too many to read


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question of the demo and what came of it.

    Attributes:
        question: As it stands in the session.
        context: Made within the budget.
        found: Whether the context holds every answer.
        flat: Whether a flat summary of the same size holds them.
        tokens: Of the whole session.
    """

    question: DemoQuestion
    context: Context
    found: bool
    flat: bool
    tokens: int


@app.command()
def demo(
    keep: Annotated[
        Path | None,
        typer.Option("--keep", metavar="PATH", help="Keep the store there, to try more commands."),
    ] = None,
    budget: Annotated[
        int, typer.Option("--budget", min=200, help="Tokens of each context.")
    ] = BUDGET,
    full: Annotated[
        bool, typer.Option("--full", help="Print every context, not the first alone.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Fold a working session, ask five questions, open a fold. Needs nothing."""
    place = keep or (Path(shared.db) if shared.db else None)
    if place is not None:
        _run(place, budget=budget, full=full, as_json=as_json, kept=True)
        return
    with tempfile.TemporaryDirectory(prefix="infold-demo-") as folder:
        _run(Path(folder) / "demo.db", budget=budget, full=full, as_json=as_json, kept=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """All that the demo prints.

    Attributes:
        info: The session as a conversation.
        tokens: Of all its messages.
        folds: Its folds.
        asked: The questions and their contexts.
        opened: The fold that is opened.
        sources: Its messages.
        flat_tokens: Tokens of the flat summary.
    """

    info: ConversationInfo
    tokens: int
    folds: Sequence[Fold]
    asked: Sequence[Asked]
    opened: Fold
    sources: Sequence[Message]
    flat_tokens: int


def _run(place: Path, *, budget: int, full: bool, as_json: bool, kept: bool) -> None:
    shown = play(place, budget, quiet=as_json)
    # What is printed for the next command leads to this store; the demo is of no user.
    shared.db, shared.user = (str(place) if kept else None), None
    if as_json:
        print_json(_plain(shown))
        return
    from infold.cli import demo_pages, render

    out = render.console()
    demo_pages.start(out, shown.info, shown.folds, shown.tokens)
    for number, item in enumerate(shown.asked):
        demo_pages.question(out, number + 1, item, whole=full or number == 0)
    demo_pages.opened(out, shown.opened, shown.sources, kept=kept)
    demo_pages.compared(out, shown.asked, shown.flat_tokens)
    if kept:
        out.print()
        out.print(render.plain(f"Kept in {place}. Try:"))
        out.print(render.hinted("  infold search retries"))


def play(place: Path, budget: int, *, quiet: bool) -> Shown:
    """Append the session to a store, fold it, ask the questions, open a fold."""
    from infold.cli.demo_session import QUESTIONS, TITLE, demo_messages
    from infold.cli.progress import folding, steps
    from infold.config import Settings
    from infold.engine.memory import Infold
    from infold.jobs.worker import run_all

    # Settings of the surroundings play no part: the demo is the same everywhere.
    settings = Settings(db=str(place), synchronous="NORMAL")
    with Infold.open(settings=settings) as memory:
        chat = memory.conversation("demo", title=TITLE)
        if not chat.exists():
            with steps("Appending", quiet=quiet) as step:
                for count, message in enumerate(demo_messages(), 1):
                    chat.append(message.role, message.parts, author=message.author, at=message.at)
                    if step:
                        step(count)
        with folding(memory, quiet=quiet) as step:
            run_all(memory, progress=step)
        folds = chat.folds()
        messages = chat.messages()
        tokens = sum(message.tokens for message in messages)
        flat = flat_summary(messages, memory, budget)
        opened = min(folds, key=lambda fold: (abs(len(fold.sources) - _OPENED), fold.root))
        return Shown(
            info=chat.info(),
            tokens=tokens,
            folds=folds,
            asked=[_ask(chat, question, budget, flat, tokens) for question in QUESTIONS],
            opened=opened,
            sources=memory.expand(opened.id),
            flat_tokens=memory.counter.count(flat),
        )


def flat_summary(messages: Sequence[Message], memory: Infold, budget: int) -> str:
    """What the same summariser keeps of the whole session in one piece of the same size."""
    from infold.fold.extract import extract

    policy = replace(memory.policy, ratio=1.0, least_tokens=budget, most_tokens=budget)
    claims = extract(messages, policy=policy, counter=memory.counter)
    return "\n".join(claim.text for claim in claims if claim.level == 1)


def _ask(chat: Chat, question: DemoQuestion, budget: int, flat: str, tokens: int) -> Asked:
    made = chat.context(question.text, budget=budget)
    return Asked(
        question=question,
        context=made,
        found=all(answer in made.text for answer in question.answers),
        flat=all(answer in flat for answer in question.answers),
        tokens=tokens,
    )


def _plain(shown: Shown) -> dict[str, object]:
    from infold.cli import shapes

    return {
        "conversation": shapes.conversation(shown.info),
        "folds": len(shown.folds),
        "questions": [
            {
                **asdict(item.question),
                "found": item.found,
                "in_flat_summary": item.flat,
                "context": item.context.to_json(),
            }
            for item in shown.asked
        ],
        "fold": {
            **shapes.fold(shown.opened),
            "messages": [shapes.message(message) for message in shown.sources],
        },
    }

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
    from infold.recall.context import Context

BUDGET = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question of the demo and what came of it.

    Attributes:
        question: As it stands in the session.
        context: Made within the budget.
        found: Whether the context holds every answer.
        flat: Whether a flat summary of the same size holds them.
    """

    question: DemoQuestion
    context: Context
    found: bool
    flat: bool


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


def _run(place: Path, *, budget: int, full: bool, as_json: bool, kept: bool) -> None:
    from infold.cli.demo_session import QUESTIONS, TITLE, demo_messages
    from infold.cli.progress import steps
    from infold.config import Settings
    from infold.engine.memory import Infold
    from infold.jobs.worker import run_all

    messages = demo_messages()
    settings = Settings(db=str(place), synchronous="NORMAL")
    with Infold.open(settings=settings) as memory:
        chat = memory.conversation("demo", title=TITLE)
        if not chat.exists():
            with steps("Appending", quiet=as_json) as step:
                for count, message in enumerate(messages, 1):
                    chat.append(message.role, message.parts, author=message.author, at=message.at)
                    if step:
                        step(count)
        with steps("Folding", quiet=as_json) as step:
            run_all(memory, progress=step)
        folds = chat.folds()
        flat = flat_summary(chat.messages(), memory, budget)
        asked = [_ask(chat, question, budget, flat) for question in QUESTIONS]
        shown = max(folds, key=lambda fold: (min(len(fold.sources), 12), -fold.root))
        if as_json:
            print_json(_plain(chat, folds, asked, shown, memory))
        else:
            _print(memory, chat, folds, asked, shown, flat, full=full, budget=budget)
            if kept:
                typer.echo(f"\nKept in {place}. Try: infold --db {place} search retries")


def flat_summary(messages: Sequence[Message], memory: Infold, budget: int) -> str:
    """What the same summariser keeps of the whole session in one piece of the same size."""
    from infold.fold.extract import extract

    policy = replace(memory.policy, ratio=1.0, least_tokens=budget, most_tokens=budget)
    claims = extract(messages, policy=policy, counter=memory.counter)
    return "\n".join(claim.text for claim in claims if claim.level == 1)


def _ask(chat: Chat, question: DemoQuestion, budget: int, flat: str) -> Asked:
    made = chat.context(question.text, budget=budget)
    return Asked(
        question=question,
        context=made,
        found=all(answer in made.text for answer in question.answers),
        flat=all(answer in flat for answer in question.answers),
    )


def _plain(
    chat: Chat, folds: Sequence[Fold], asked: Sequence[Asked], shown: Fold, memory: Infold
) -> dict[str, object]:
    from infold.cli import shapes

    return {
        "conversation": shapes.conversation(chat.info()),
        "folds": len(folds),
        "questions": [
            {
                **asdict(item.question),
                "found": item.found,
                "in_flat_summary": item.flat,
                "context": item.context.to_json(),
            }
            for item in asked
        ],
        "fold": {
            **shapes.fold(shown),
            "messages": [shapes.message(message) for message in memory.expand(shown.id)],
        },
    }


def _print(
    memory: Infold,
    chat: Chat,
    folds: Sequence[Fold],
    asked: Sequence[Asked],
    shown: Fold,
    flat: str,
    *,
    full: bool,
    budget: int,
) -> None:
    from infold.cli import demo_pages

    out = demo_pages.start(chat.info(), folds, sum(m.tokens for m in chat.messages()), budget)
    for number, item in enumerate(asked):
        demo_pages.question(out, number + 1, item, whole=full or number == 0)
    demo_pages.opened(out, shown, memory.expand(shown.id))
    demo_pages.compared(out, asked, memory.counter.count(flat))

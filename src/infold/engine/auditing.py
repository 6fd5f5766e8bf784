"""Auditing a transcript: what each method keeps of it at a budget, without a model or a store.

Infold's own side is the real thing (`infold.engine.folded_chat`): the conversation in a store, its
jobs done, a context made for no question at all, and its search asked for what that context does
not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from infold.core.folds import Compaction
from infold.core.messages import Message, Text, ToolCall, ToolResult
from infold.core.tokens import RuleCounter, message_tokens
from infold.engine.folded_chat import FoldedChat, Progress, folded
from infold.engine.transcripts import Transcript, load_transcript, summary_text
from infold.errors import UsageError
from infold.fold.history import link
from infold.fold.replacing import Replacements, replaced_among
from infold.recall.replaced import Chains
from infold.text.analysis import analyze
from infold.text.ciphers import is_cipher
from infold.text.kinds import STATEMENTS
from infold.text.statements import statement_kinds
from infold.text.unread import is_unread
from infold.trial.audit import METHODS, Audit, Damage, Foreign, Kept, Method
from infold.trial.baselines import ClassicClusters, FlatSummary, MovingSummary, Notes
from infold.trial.items import Item, read_items, turns_of
from infold.trial.judging import judge_items, sample
from infold.trial.summaries import Line, Said, Summariser
from infold.trial.windows import Window

__all__ = ["BUDGETS", "SAMPLE", "audit"]

BUDGETS = (1_000, 4_000)
"""Tokens, where nothing else is asked for."""
SAMPLE = 1_000
"""Items of people that are judged at most, of each sort; see `infold.trial.judging.sample`."""
SUMMARY = "summary"
"""The name of a summary that the caller gives, whoever made it."""
_TOOL_WEIGHT = 0.35
"""What a sentence of a tool counts in a summary beside one that somebody said."""
_STATEMENT = 2.0
"""What a summary adds for a decision, a rejection and the like: more than for a number."""
_COUNTER = RuleCounter()


def audit(
    path: str | Path,
    *,
    budgets: Sequence[int] | None = None,
    summary: str | Path | None = None,
    message: str | None = None,
    conversation: str | None = None,
    leaf: str | None = None,
    most: int = SAMPLE,
    progress: Progress | None = None,
) -> Audit:
    """Say what flat and moving summaries, a window, classic clusters and Infold keep of a chat.

    Args:
        path: A transcript in any format that can be read.
        budgets: Tokens; by default 1,000 and 4,000, or with a summary as many as that takes.
        summary: A file with a summary of the transcript: plain text, or the transcript as it was
            after its compaction.
        message: The message of the transcript that is such a summary: its id in the file, or its
            position. It is judged against the others.
        conversation: Title or key of one of several conversations; by default the longest.
        leaf: Id in the file, or position, of the message at which to stop: it and what leads to it
            are audited. By default the conversation's current leaf.
        most: How many items of one sort are judged at most; an even sample of them beyond.
        progress: Told what is being done.

    Returns:
        What each method kept at each budget, and each compaction that was met, judged.

    Raises:
        FormatError: The transcript cannot be read, or holds no messages.
        NotFound: No such conversation or message in it.
        UsageError: A budget is not positive, or the summary is empty.
    """
    wrong = [budget for budget in budgets or () if budget < 1]
    if wrong:
        raise UsageError(f"The budget is {wrong[0]}.", hint="Give tokens, one or more.")
    step = progress or _silent
    given = load_transcript(Path(path), conversation=conversation, leaf=leaf, summary=message)
    items = read_items(
        given.messages,
        gone=given.gone,
        replaced=_replaced(given.messages),
        progress=lambda done: step("Reading", done),
    )
    foreign = [_judged(given, each) for each in given.compactions]
    if summary is not None:
        text = summary_text(Path(summary))
        foreign.append(_against(given.messages, items, SUMMARY, text, file=Path(summary).name))
    elif given.summary is not None:
        position, text = given.summary
        foreign.append(_against(given.messages, items, SUMMARY, text, position=position))
    named = summary is not None or given.summary is not None
    own = [one.tokens for one in foreign[-1:] if named and one.verdict == "judged"]
    chosen = sample(items, most)
    kept = _kept(given, chosen, tuple(budgets or own or BUDGETS), step)
    return Audit(
        file=Path(path).name,
        format=given.format,
        title=given.title,
        conversations=given.conversations,
        messages=given.total,
        audited=len(given.messages),
        turns=max(turns_of(given.messages).values()),
        tokens=sum(message_tokens(_COUNTER, one.parts) for one in given.messages),
        found=len(items),
        items=chosen,
        kept=kept,
        foreign=tuple(foreign),
        damage=tuple(
            Damage(file=one.file, line=one.line, reason=one.reason) for one in given.damage
        ),
    )


def _silent(what: str, done: int) -> None:
    """Progress that nobody asked for."""


# ------------------------------------------------------------------ compactions of others


def _judged(given: Transcript, compaction: Compaction) -> Foreign:
    """A compaction of the transcript, against the messages that it replaced."""
    position = None if compaction.message is None else given.places.get(compaction.message)
    known = compaction.sources
    sources = [given.at[one] for one in known or () if one in given.at]
    unreadable = compaction.unreadable or is_cipher(compaction.text)
    if unreadable or not sources:
        return Foreign(
            name=compaction.tool,
            verdict="unreadable" if unreadable else "gone",
            position=position,
            messages=None if known is None else len(known),
            tokens=_COUNTER.count(compaction.text),
            text=compaction.text,
        )
    items = read_items(sources, replaced=_replaced(sources))
    return _against(sources, items, compaction.tool, compaction.text, position=position)


def _replaced(messages: Sequence[Message]) -> Replacements:
    """What later messages replaced without naming it: the records that a context marks by."""
    return replaced_among(Chains(link(messages)), messages)


def _against(
    sources: Sequence[Message],
    items: tuple[Item, ...],
    name: str,
    text: str,
    *,
    position: int | None = None,
    file: str = "",
) -> Foreign:
    if is_cipher(text):
        return Foreign(
            name=name,
            verdict="unreadable",
            file=file,
            position=position,
            messages=len(sources),
            tokens=_COUNTER.count(text),
            text=text,
        )
    outcomes, invented = judge_items(items, text, sources)
    return Foreign(
        name=name,
        verdict="judged",
        file=file,
        position=position,
        messages=len(sources),
        source_tokens=sum(message_tokens(_COUNTER, one.parts) for one in sources),
        tokens=_COUNTER.count(text),
        text=text,
        items=items,
        outcomes=outcomes,
        invented=invented,
        unread=sum(is_unread(line) for line in text.splitlines()),
    )


# ------------------------------------------------------------------ the methods


def _kept(
    given: Transcript, items: tuple[Item, ...], budgets: Sequence[int], step: Progress
) -> tuple[Kept, ...]:
    texts: dict[Method, Callable[[int], str]] = _baselines(given.messages, step)
    kept: list[Kept] = []
    with folded(given.messages, step) as chat:
        search = _Search(chat, step)
        for budget in dict.fromkeys(budgets):
            for method in METHODS:
                text = chat.text(budget) if method == "infold" else texts[method](budget)
                outcomes, _ = judge_items(
                    items, text, (), finds=search.finds if method == "infold" else None
                )
                tokens = _COUNTER.count(text)
                kept.append(Kept(method=method, budget=budget, tokens=tokens, outcomes=outcomes))
    return tuple(kept)


def _baselines(messages: Sequence[Message], step: Progress) -> dict[Method, Callable[[int], str]]:
    notes = Notes(
        Window(_COUNTER.count), Summariser(_COUNTER.count, analyze, _facts), weigh=_weight
    )
    for done, message in enumerate(messages, 1):
        notes.add(list(_lines(message)))
        step("Summarising", done)
    clusters = ClassicClusters(notes, analyze)
    clusters.place()
    made: dict[Method, Callable[[int], str]] = {
        "flat": FlatSummary(notes).text,
        "moving": MovingSummary(notes).text,
        "last": lambda budget: _last(notes.window, budget),
        "classic": clusters.text,
    }
    whole = "\n".join(one.line for one in notes.window.said)
    tokens = _COUNTER.count(whole)

    def or_whole(method: Callable[[int], str]) -> Callable[[int], str]:
        """What fits is shown whole: no program shortens it."""
        return lambda budget: whole if tokens <= budget else method(budget)

    return {name: or_whole(method) for name, method in made.items()}


def _lines(message: Message) -> Iterator[Line]:
    """A message as the baselines see it: a line for what is said, one for each call and result."""
    for part in message.parts:
        match part:
            case Text(text=text) if message.role != "tool":
                yield Line(speaker=message.author or message.role, text=text)
            case ToolCall(name=name, arguments=arguments):
                yield Line(speaker=_TOOL, text=f"{name or 'a tool'} {arguments}")
            case Text(text=text) | ToolResult(text=text):
                yield Line(speaker=_TOOL, text=text)


_TOOL = "tool"


def _weight(said: Said) -> float:
    return _TOOL_WEIGHT if said.speaker == _TOOL else 1.0


def _facts(sentence: str) -> float:
    kinds = set(statement_kinds(sentence)) & STATEMENTS
    return _STATEMENT * min(2, len(kinds))


def _last(window: Window, budget: int) -> str:
    recent = window.recent(budget, most=len(window.said))
    room = budget - sum(window.tokens[at] for at in recent)
    first = recent[0] if recent else len(window.said)
    cut = window.cut(first, room)
    return "\n".join([*([cut] if cut else []), *(window.said[at].line for at in recent)])


# ------------------------------------------------------------------ Infold's own side


class _Search:
    """Asks Infold's search for what surrounds an item, each once for all budgets."""

    def __init__(self, chat: FoldedChat, step: Progress) -> None:
        self._finds = chat.finder()
        self._step = step
        self._known: dict[tuple[str, int, str], bool] = {}

    def finds(self, item: Item) -> bool:
        """Whether the item's message is among the first five that are found."""
        key = (item.kind, item.position, item.text)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._finds(item.wanted)
            self._step("Searching", len(self._known))
        return found

"""What the rows and columns of an audit are called, in tables and on pages alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from infold.core.wording import counted
from infold.engine.auditing import SUMMARY
from infold.fold.fidelity import Outcome
from infold.trial.audit import Audit, Foreign, Method, Row, Score
from infold.trial.items import HEADLINE, Item, Way

METHOD: Final[Mapping[Method, str]] = MappingProxyType(
    {
        "flat": "flat",
        "moving": "moving",
        "last": "last-N",
        "classic": "classic",
        "infold": "Infold",
    }
)
MEANING: Final[Mapping[Method, str]] = MappingProxyType(
    {
        "flat": "one summary of all that is old, and the last messages",
        "moving": "a summary made anew of itself and what leaves the window, and half of it raw",
        "last": "the last messages that fit",
        "classic": "the published clusters, a summary of each of ten, and the last messages",
        "infold": "Infold's context for no question at all",
    }
)
ROW: Final[Mapping[str, str]] = MappingProxyType(
    {
        "said": "What people said and did",
        "decisions": "decisions",
        "rejections": "rejections, retractions",
        "statements": "wishes, duties, denials",
        "errors": "errors",
        "commands": "commands that worked",
        "values": "numbers, dates, amounts",
        "names": "names, quotes",
        "references": "paths, links, ids, code",
        "user": "said by the user",
        "assistant": "said by the assistant",
        "tool": "in tools' texts alone",
    }
)
WAY: Final[Mapping[Way, str]] = MappingProxyType(
    {
        "file": "read again",
        "transcript": "transcript only",
        "gone": "gone",
    }
)
OUTCOME: Final[Mapping[Outcome, str]] = MappingProxyType(
    {"kept": "kept", "recoverable": "found", "lost": "lost", "inverted": "inverted"}
)
KEPT_NOTE: Final = (
    "Kept is what stands in the text, with its status: a number that was taken back is kept only "
    "where the text says so. Found is what Infold's text does not hold, but its search for the "
    "words around it does, among the first five messages. The other methods have no search. Their "
    "summaries are made without a model, of the transcript's own sentences."
)
UNREADABLE: Final = (
    "unreadable: it is encrypted or empty, so nobody can say what it kept. That is not the same as "
    "lost."
)
DAMAGED: Final = "Damaged; what could not be read of it is judged by no table:"
_MOST_DAMAGE: Final = 20
GONE: Final = (
    "cannot be compared: the transcript does not hold the messages that it replaced any more. Give "
    "the transcript from before, and this one with --summary."
)


def share(count: int, total: int) -> str:
    """A share for tables; a dash of nothing."""
    return f"{100 * count / total:.0f} %" if total else "–"


def numbers(count: int) -> str:
    """A count for people."""
    return f"{count:,}"


def table_rows(rows: Sequence[Row]) -> list[Row]:
    """The rows that a table shows, in order: kinds are for programs."""
    return [row for row in rows if row.section != "kind"]


def is_worst(item: Item) -> bool:
    """Whether an item belongs to the headline."""
    return item.is_said and item.group in HEADLINE


def what(audit: Audit) -> str:
    """The transcript in one line."""
    title = f", “{audit.title}”" if audit.title else ""
    more = f" (the longest of {audit.conversations})" if audit.conversations > 1 else ""
    part = "" if audit.audited == audit.messages else f", {numbers(audit.audited)} of them audited,"
    return (
        f"{audit.format}{title}{more}: {counted(audit.messages, 'message')}{part} in "
        f"{counted(audit.turns, 'turn')}, {counted(audit.tokens, 'token')}"
    )


def sampled(audit: Audit) -> str:
    """What the tables of methods judge, where that is not all; else empty."""
    if len(audit.items) == audit.found or not audit.kept:
        return ""
    part = f"{numbers(len(audit.items))} of {numbers(audit.found)}"
    return f"In the tables of budgets an even sample is judged: {part} items."


def damage(audit: Audit) -> list[str]:
    """What of the transcript could not be read, a line each."""
    lines = [
        (f"{one.file.rsplit('/', 1)[-1]}, " if one.file.rsplit("/", 1)[-1] != audit.file else "")
        + (f"line {one.line}: " if one.line is not None else "")
        + one.reason
        for one in audit.damage[:_MOST_DAMAGE]
    ]
    more = len(audit.damage) - len(lines)
    return [*lines, f"… and {numbers(more)} more"] if more else lines


def unread(one: Foreign) -> str:
    """That some of a summary cannot be judged but for its values; empty where all can."""
    if not one.unread:
        return ""
    are = counted(one.unread, "line is", "lines are")
    return (
        f"Status unread: {are} in a language of which Infold reads values, but not what is said of "
        "them. What stands there alone counts as kept, whatever becomes of it."
    )


def short_name(one: Foreign) -> str:
    """A compaction of others in two words."""
    if one.name == SUMMARY:
        return f"{SUMMARY} {one.file}".rstrip()
    return f"compaction of {one.name}"


def foreign_head(one: Foreign) -> str:
    """A compaction of others in one line."""
    where = f" {one.file}" if one.file else ""
    where += "" if one.position is None else f" in message {one.position}"
    name = one.name.capitalize() if one.name == SUMMARY else f"Compaction of {one.name}"
    if one.verdict == "judged":
        return (
            f"{name}{where}: {counted(one.messages or 0, 'message')}, "
            f"{counted(one.source_tokens, 'token')} became {numbers(one.tokens)}"
        )
    replaced = "" if one.messages is None else f" that replaced {counted(one.messages, 'message')}"
    return f"{name}{where}{replaced}"


def inverted(audit: Audit) -> list[tuple[Item, str]]:
    """Inverted items by place, each once, with the names of those that show them otherwise.

    Compactions of others come first: they are what somebody relied on.
    """
    by: dict[tuple[int, str], tuple[Item, list[str]]] = {}

    def note(item: Item, who: str) -> None:
        by.setdefault((item.position, item.text), (item, []))[1].append(who)

    for one in audit.foreign:
        for item, outcome in zip(one.items, one.outcomes, strict=False):
            if outcome == "inverted":
                note(item, short_name(one))
    for kept in audit.kept:
        for item, outcome in zip(audit.items, kept.outcomes, strict=True):
            if outcome == "inverted":
                note(item, f"{METHOD[kept.method]} at {numbers(kept.budget)}")
    return [(item, ", ".join(who)) for item, who in by.values()]


def judged_clean(audit: Audit) -> str:
    """Says that the summary of somebody else inverts nothing, where the methods' own do."""
    judged = [one for one in audit.foreign if one.verdict == "judged"]
    if not judged or any("inverted" in one.outcomes for one in judged):
        return ""
    return f"none of it by the {'summary' if len(judged) == 1 else 'summaries'} judged below"


def retracted(item: Item) -> str:
    """Where the status of an inverted item comes from."""
    said = {
        "current": "still holds",
        "replaced": "replaced",
        "retracted": "taken back",
        "ruled_out": "ruled out",
        "negated": "denied",
    }[item.status.value]
    if item.changed is not None:
        return f"{said} in message {item.changed}; said in message {item.position}"
    return f"{said} in message {item.position}, turn {item.turn}"


def ways(score: Score) -> str:
    """Where what is not kept can be found, in words."""
    return ", ".join(f"{numbers(count)} {WAY[way]}" for way, count in score.ways.items() if count)

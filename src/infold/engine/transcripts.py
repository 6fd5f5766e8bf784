"""A transcript out of its file, ready to be audited: one conversation, one way through it."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from infold.core.folds import Compaction
from infold.core.graph import Conversation
from infold.core.messages import Message
from infold.errors import FormatError, NotFound, UsageError
from infold.formats.reading import Bad, Parsed
from infold.formats.transcripts import open_transcripts
from infold.graph.lineage import ancestors

__all__ = ["Transcript", "load_transcript", "newest_transcript", "summary_text"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """One conversation, on the way to one of its messages.

    Attributes:
        format: Of the file that it stands in.
        title: Of the conversation.
        conversations: Of how many it was chosen; 1 where it was named.
        total: How many messages the conversation has, of all roles and on all branches.
        messages: In order, with their position in the conversation as id; without system messages
            and without summaries of what is there itself.
        at: Local id in the file → message, of all of the conversation.
        places: Local id in the file → position.
        gone: Ids of messages that stand for others which the file does not hold.
        compactions: What other tools left in place of messages, on this way.
        summary: Position and text of the message that was named as one; None where none was.
        damage: What could not be read of all that was read on the way to it, or only repaired.
    """

    format: str
    title: str
    conversations: int
    total: int
    messages: tuple[Message, ...]
    at: Mapping[str, Message]
    places: Mapping[str, int]
    gone: frozenset[str]
    compactions: tuple[Compaction, ...]
    summary: tuple[int, str] | None = None
    damage: tuple[Bad, ...] = ()


def load_transcript(
    path: Path,
    *,
    conversation: str | None = None,
    leaf: str | None = None,
    summary: str | None = None,
) -> Transcript:
    """Read one conversation of a file, or of all transcripts of a folder or a ZIP archive.

    Memory is bounded by the largest conversation.

    Args:
        path: What an import reads; formats are told by content.
        conversation: Its title or key; the longest where left out.
        leaf: The message to stop at: its id in the file or its position.
        summary: A message that is a summary of the others, likewise: it is taken out of them.

    Raises:
        FormatError: The file cannot be read, or holds no message.
        NotFound: No such conversation or message.
    """
    damage: list[Bad] = []
    form, parsed, count = _chosen(path, conversation, damage)
    given = parsed.conversation
    named = {message.id or str(index): index for index, message in enumerate(given.messages)}
    all_messages = [
        replace(message, id=str(index), position=index)
        for index, message in enumerate(given.messages)
    ]
    said = None if summary is None else _named(given, summary)
    end = _end(given, named, leaf, said)
    # What a summary stands for comes before it in the file, if nothing else is said.
    way = frozenset(range((said or (0,))[0])) if end is None else _way(given, named, end)
    taken = set(said or ())
    own: set[int] = set()
    gone: set[str] = set()
    for each in parsed.compactions:
        index = named.get(each.message or "")
        if index is not None:
            # What a summary says is there in the messages themselves; where they are not, it is
            # all that is left of them.
            if each.sources and any(named.get(one) in way for one in each.sources):
                own.add(index)
            else:
                gone.add(str(index))
                # Some tools send their summary as a system message; it is what the model said.
                if all_messages[index].role == "system":
                    all_messages[index] = replace(all_messages[index], role="assistant")
    messages = tuple(
        message
        for message in all_messages
        if message.position in way
        and message.role != "system"
        and message.position not in own | taken
    )
    if not messages:
        raise FormatError(
            "holds no message to audit.",
            file=str(path),
            line=None,
            expected="a conversation with messages of a user or an assistant",
            hint="Give another file, or another --leaf.",
        )
    return Transcript(
        format=form,
        title=given.title,
        conversations=count,
        total=len(given.messages),
        messages=messages,
        at={name: all_messages[index] for name, index in named.items()},
        places=named,
        gone=frozenset(gone),
        compactions=tuple(
            each
            for each in parsed.compactions
            if each.message is None or named.get(each.message) in way
        ),
        summary=None if said is None else _summary(all_messages, said),
        damage=tuple(damage),
    )


def _chosen(path: Path, conversation: str | None, damage: list[Bad]) -> tuple[str, Parsed, int]:
    """The format and the conversation that was named, else the longest, and how many there are."""
    best: tuple[str, Parsed] | None = None
    count = most = 0
    with closing(_read(path, damage)) as found:
        for form, parsed in found:
            given = parsed.conversation
            count += 1
            if conversation is not None:
                if conversation in (given.title, given.key, given.id):
                    return form, parsed, 1
            elif best is None or len(given.messages) > most:
                best, most = (form, parsed), len(given.messages)
    if best is not None:
        return *best, count
    if count:
        raise NotFound(
            f"No conversation {conversation!r:.60} in {path}.",
            hint="Give its whole title or its id in the file.",
        )
    raise FormatError(
        "holds no conversation.",
        file=str(path),
        line=None,
        expected="a conversation with messages of a user or an assistant",
        hint="Give another file.",
    )


def _read(path: Path, damage: list[Bad]) -> Generator[tuple[str, Parsed]]:
    """The conversations of a path with their format, one after another; faults go to `damage`."""
    with open_transcripts(path) as transcripts:
        for reading in transcripts:
            try:
                for parsed in reading:
                    yield reading.format, parsed
            except FormatError as error:
                # One of many keeps no other out, as in an import.
                if transcripts.is_one:
                    raise
                damage.append(Bad(file=reading.file, line=error.line, reason=error.message))
            finally:
                damage += [*reading.bad, *reading.repaired]


def _named(given: Conversation, name: str) -> tuple[int, ...]:
    """Positions of a message by its id in the file, or by its position; a node may be several."""
    found = tuple(
        index
        for index, message in enumerate(given.messages)
        if message.source == name or message.source.startswith((f"{name}:", f"{name}#", f"{name}/"))
    )
    if found:
        return found
    if name.isascii() and name.isdecimal() and len(name) < 18 and int(name) < len(given.messages):
        return (int(name),)
    raise NotFound(
        f"No message {name!r:.60} in the conversation.",
        hint="Give its id in the file, or its position from 0.",
    )


def _end(
    given: Conversation,
    named: Mapping[str, int],
    leaf: str | None,
    summary: tuple[int, ...] | None,
) -> int | None:
    if leaf is not None:
        return _named(given, leaf)[-1]
    if summary is not None:
        return None
    return named.get(given.leaf or "", len(given.messages) - 1)


def _way(given: Conversation, named: Mapping[str, int], end: int) -> frozenset[int]:
    """Positions from which a way leads to `end`."""
    if not given.messages:
        return frozenset()
    parents: list[list[int]] = [[] for _ in given.messages]
    for wire in given.wires:
        if wire.kind == "continue":
            parents[named[wire.child]].append(named[wire.parent])
    return frozenset(ancestors([tuple(sorted(above)) for above in parents], end))


def _summary(messages: Sequence[Message], said: Sequence[int]) -> tuple[int, str]:
    text = "\n\n".join(messages[at].text for at in said if messages[at].text)
    if not text.strip():
        raise UsageError(
            f"Message {said[-1]} says nothing.", hint="Name the message that holds the summary."
        )
    return said[-1], text


def summary_text(path: Path) -> str:
    """What a summary's file says: plain text, or all that a transcript says after its compaction.

    Raises:
        FormatError: It cannot be read as text.
        UsageError: It is empty.
    """
    try:
        found = [parsed for _, parsed in _read(path, [])]
    except FormatError:
        found = []
    text = "\n\n".join(_texts_left(found)) if found else _plain(path)
    if not text.strip():
        raise UsageError(
            f"The summary {path} is unreadable: it is empty.",
            hint="An empty or encrypted summary cannot be judged: what it keeps is not known.",
        )
    return text


def _texts_left(found: Sequence[Parsed]) -> Iterator[str]:
    """What a compacted transcript says: its summaries, and the messages that were left."""
    for parsed in found:
        by = {each.message: each.text for each in parsed.compactions}
        yield from (text for message, text in by.items() if message is None and text)
        for index, message in enumerate(parsed.conversation.messages):
            text = by.get(message.id or str(index), "")
            if text and text not in message.text:
                yield text
            if message.text and (message.role != "system" or text):
                yield message.text


def _plain(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        reason = f"cannot be read: {error.strerror or error}."
    except UnicodeDecodeError:
        reason = "is no text in UTF-8."
    raise FormatError(
        reason,
        file=str(path),
        line=None,
        expected="a summary as plain text, or a transcript",
        hint="Save it as plain text in UTF-8.",
    )


def newest_transcript() -> Path:
    """The session of Claude Code on this machine that was written to last.

    Sessions lie in `projects` of the folder that CLAUDE_CONFIG_DIR names, by default `~/.claude`,
    as Claude Code's own documentation has it.

    Raises:
        UsageError: There is none.
    """
    folder = Path(os.environ.get("CLAUDE_CONFIG_DIR") or Path.home() / ".claude") / "projects"
    found = [
        (path.stat().st_mtime_ns, str(path), path)
        for path in folder.glob("*/*.jsonl")
        if path.is_file() and path.stat().st_size and not path.name.startswith("agent-")
    ]
    if not found:
        raise UsageError(
            f"No session of Claude Code in {folder}.",
            hint="Give a transcript: infold audit FILE. docs/reference/formats.md lists formats.",
        )
    return max(found)[2]

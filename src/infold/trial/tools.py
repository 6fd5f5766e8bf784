"""What the tools of a transcript did: files that were read, commands that worked, errors.

Programs name their tools and arguments each in its own way; names are compared without case and
signs, arguments by the keys that most of them share.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from infold.core.messages import Message, Text, ToolCall, ToolResult

__all__ = ["Happened", "Place", "errors_in", "files_read", "worked"]

Place: TypeAlias = tuple[str, int]
"""Id of a message and index of a part."""

_PATH_KEYS: Final = (
    "file_path",
    "filepath",
    "path",
    "absolute_path",
    "target_file",
    "filename",
    "file",
    "notebook_path",
    "files",
    "paths",
)
_COMMAND_KEYS: Final = ("command", "cmd", "commands", "script")
_READING: Final = re.compile(r"read|view|open|cat\b")
_WRITING: Final = re.compile(r"write|create|edit|replace|insert|delete|patch|apply")
_SHELLS: Final = re.compile(r"bash|shell|terminal|command|exec|\bcmd\b|powershell|\brun\b")
_SHOWN_FILE: Final = re.compile(
    r"(?:^|&&\s*)\s*(?:cat|nl|bat|head|tail|less|sed -n)\s+(?:-\S+\s+|\d+\s+|'[^']*'\s+)*"
    r"(?P<path>[^\s|<>;&'\"-][^\s|<>;&'\"]*)\s*$"
)
_LOOKING: Final = re.compile(
    r"(?:\S*/)?(?:ls|cd|pwd|cat|echo|head|tail|grep|rg|find|sed|which|wc|nl|tree|file|stat|less|more"
    r"|env|printf|awk|sort|date|whoami|true|sleep)(?!\S)"
)
"""Commands that only look; that they worked is no news."""
_FAILED: Final = re.compile(
    r"(?i)\bexit(?:ed)?[ _](?:with )?(?:code|status)\W{1,4}-?[1-9]"
    r"|\breturn ?code\W{1,4}-?[1-9]|command not found|^traceback \(most recent",
    re.MULTILINE,
)
_ERROR: Final = re.compile(
    r"^[^\S\n]*(?:E\s+)?(?P<line>"
    r"(?:[\w.]*[A-Za-z](?:Error|Exception)|error(?:\[\w+\])?|fatal|panic):[^\S\n][^\n]*"
    r"|(?:npm ERR!|FAILED|ERROR)[^\S\n]+[\w/][^\n]*"
    r"|[^\n]*(?:command not found|No such file or directory"
    r"|Permission denied|Segmentation fault)[^\n]*)",
    re.MULTILINE,
)
_NAMED_ERROR: Final = re.compile(r"\b(?P<line>\w*[a-z](?:Error|Exception): [^\n`\"]+)")
_AHEAD: Final = re.compile(r"^(?:cd\s+\S+\s*(?:&&|;)\s*)+")
_BEHIND: Final = re.compile(r"\s*(?:2>&1|2>/dev/null|\|\s*(?:tail|head|grep|cat)\b).*$")
_LONGEST: Final = 200
_READ_TO: Final = 20_000
"""Characters of an output in which errors are looked for, from its end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """A command that worked, or an error.

    Attributes:
        text: On one line, at most 200 characters.
        message: Id of the message where it stands.
        part: Index of the part.
        by_tool: Whether a tool says it; else a person or a model.
    """

    text: str
    message: str
    part: int
    by_tool: bool = True


def files_read(messages: Sequence[Message]) -> dict[Place, str]:
    """Results that show a file at a known path: what is lost of them can be read again.

    Returns:
        Place of the result → path, as the call names it; the first of several. Linear.
    """
    calls = _calls(messages)
    found: dict[Place, str] = {}
    for message in messages:
        for number, part in enumerate(message.parts):
            if isinstance(part, ToolResult) and part.call in calls and not part.error:
                _, _, call = calls[part.call]
                path = _path_read(call)
                if path:
                    found[message.id, number] = path
    return found


def worked(messages: Sequence[Message]) -> list[Happened]:
    """Commands whose result says no error, each once, where it ran last; those that only look not.

    Returns:
        In order; linear.
    """
    calls = _calls(messages)
    found: dict[str, Happened] = {}
    for message in messages:
        for part in message.parts:
            if not isinstance(part, ToolResult) or part.call not in calls or _failed(part):
                continue
            where, number, call = calls[part.call]
            for command in _commands(call):
                if _LOOKING.match(command):
                    continue
                found.pop(command, None)
                found[command] = Happened(text=command, message=where, part=number)
    return list(found.values())


def errors_in(messages: Sequence[Message]) -> list[Happened]:
    """Errors that tools or people tell of, one for each part, each once, where it came last.

    Returns:
        In order; linear.
    """
    files = files_read(messages)
    found: dict[str, Happened] = {}
    for message in messages:
        for number, part in enumerate(message.parts):
            line = ""
            if isinstance(part, ToolResult) and (message.id, number) not in files:
                line = _error_of(part)
            elif isinstance(part, Text) and message.role in ("user", "assistant"):
                line = _last(_NAMED_ERROR, part.text)
            if line:
                found.pop(line.casefold(), None)
                found[line.casefold()] = Happened(
                    text=line,
                    message=message.id,
                    part=number,
                    by_tool=isinstance(part, ToolResult),
                )
    return list(found.values())


def _calls(messages: Iterable[Message]) -> dict[str, tuple[str, int, ToolCall]]:
    return {
        part.id: (message.id, number, part)
        for message in messages
        for number, part in enumerate(message.parts)
        if isinstance(part, ToolCall) and part.id
    }


def _given(call: ToolCall) -> Mapping[str, Any]:
    try:
        value = json.loads(call.arguments)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _path_read(call: ToolCall) -> str:
    name, given = call.name.casefold(), _given(call)
    is_view = given.get("command") == "view"
    if is_view or (_READING.search(name) and not _WRITING.search(name)):
        for key in _PATH_KEYS:
            if path := _first_path(given.get(key)):
                return path
    for command in _commands(call):
        shown = _SHOWN_FILE.search(command)
        if shown:
            return shown["path"]
    return ""


def _first_path(value: object) -> str:
    if isinstance(value, list) and value:
        value = value[0]
    if isinstance(value, dict):
        value = next((value[key] for key in _PATH_KEYS if key in value), "")
    return value.strip() if isinstance(value, str) else ""


def _commands(call: ToolCall) -> Iterator[str]:
    """The commands that a call gives to a shell, each on one line."""
    if not _SHELLS.search(call.name.casefold().replace("_", " ")):
        return
    given = _given(call)
    value: object = next((given[key] for key in _COMMAND_KEYS if key in given), None)
    if not given and not call.arguments.lstrip().startswith(("{", "[")):
        value = call.arguments
    if isinstance(value, list):
        words = [str(word) for word in value]
        if len(words) > 2 and words[0].rsplit("/", 1)[-1] in ("bash", "sh", "zsh"):
            words = [words[-1]]  # a shell is given its command as the last argument
        elif words and not any(" " in word for word in words):
            words = [" ".join(words)]
    else:
        words = [value] if isinstance(value, str) else []
    for word in words:
        line = next(iter(word.strip().splitlines()), "")
        line = _BEHIND.sub("", _AHEAD.sub("", " ".join(line.split())))[:_LONGEST].strip()
        if line:
            yield line


def _failed(result: ToolResult) -> bool:
    text = result.text[-_READ_TO:]
    return result.error or _FAILED.search(text) is not None


def _error_of(result: ToolResult) -> str:
    if line := _last(_ERROR, result.text[-_READ_TO:]):
        return line
    if not result.error:
        return ""
    return _short(next((line for line in result.text.splitlines() if line.strip()), ""))


def _last(pattern: re.Pattern[str], text: str) -> str:
    line = ""
    for match in pattern.finditer(text):
        line = match["line"]
    return _short(line)


def _short(line: str) -> str:
    return " ".join(line.split())[:_LONGEST]

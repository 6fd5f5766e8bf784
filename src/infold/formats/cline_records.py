"""One record of a Cline task: as it was sent to the model, or as it was shown."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from infold.core.messages import Message, Opaque, Part, Role, Text, ToolCall, ToolResult, part_text
from infold.formats import chat_messages
from infold.formats.blocks import Gathering, attachment, compact, moment

_TASK: Final = "<task>"
_DETAILS: Final = "<environment_details>"
_NOTICE: Final = "<SYSTEM_NOTICE>\nEarlier context was compacted."
_CONTINUED: Final = (
    "This session is being continued from a previous conversation that ran out of context."
)
_SUMMARIES: Final = ("condense", "summarize_task")
_SUMMARY_TOOL: Final = "summarizeTask"
_SAID: Final[dict[str, Role]] = {
    "task": "user",
    "user_feedback": "user",
    "user_feedback_diff": "user",
    "text": "assistant",
    "completion_result": "assistant",
    "plan_completion_result": "assistant",
}
_CALLS: Final = {
    "tool": "",
    "command": "execute_command",
    "browser_action": "browser_action",
    "browser_action_launch": "browser_action",
    "use_mcp_server": "use_mcp_tool",
}
_RESULTS: Final = {
    "command_output": "execute_command",
    "browser_action_result": "browser_action",
    "mcp_server_response": "use_mcp_tool",
}
_QUESTIONS: Final = {"followup": "question", "plan_mode_respond": "response"}


def is_history(record: Mapping[str, Any]) -> bool:
    """Whether a record is a message of an API history: only Cline wraps requests like this."""
    content = record.get("content")
    if record.get("role") != "user" or not isinstance(content, list):
        return False
    texts = [block.get("text") for block in content if isinstance(block, dict)]
    return any(
        isinstance(text, str) and (text.startswith(_TASK) or text.lstrip().startswith(_DETAILS))
        for text in texts
    )


def is_ui(record: Mapping[str, Any]) -> bool:
    """Whether a record is a UI message: something that Cline said or asked."""
    kind = record.get("type")
    return (
        kind in ("say", "ask")
        and isinstance(record.get(kind), str)
        and isinstance(record.get("ts"), int | float)
    )


def message_of(record: object, gathering: Gathering, raw: str) -> Message:
    """The message of a session file or an API history.

    Raises:
        Unreadable: It is none.
    """
    if isinstance(record, dict):
        record = {**record, "timestamp": record.get("ts", record.get("timestamp"))}
        if isinstance(record.get("content"), list):
            record["content"] = [_block(block) for block in record["content"]]
    message = chat_messages.message_of(record, gathering, raw)
    if isinstance(record, dict) and message.role == "assistant":
        message = replace(message, author=_model(record, "id") or message.author)
    if isinstance(record, dict) and _metadata_kind(record) == "compaction_summary":
        message = replace(message, role="system")  # written by the program
    return message


def shown_message(record: Mapping[str, Any], gathering: Gathering) -> Message | None:
    """The message that a UI message shows; None where it shows none, or a part of one."""
    kind = str(record[record["type"]])
    text = record.get("text")
    text = text if isinstance(text, str) else ""
    role: Role = "assistant"
    parts: list[Part]
    if record.get("partial") is True:
        return None
    if _summary_text(record) is not None:
        role, parts = "system", [Text(text=_summary_text(record) or "")]
    elif kind in _SAID and record["type"] == "say":
        role, parts = _SAID[kind], [Text(text=text)] if text else []
        parts += _attached(record, gathering)
    elif kind == "reasoning":
        parts = [Opaque(kind="reasoning", data=compact(text))] if text else []
    elif kind in _QUESTIONS:
        parts = [Text(text=_asked(text, _QUESTIONS[kind]))] if text else []
    elif kind in _CALLS:
        name = _CALLS[kind] or str(_object(text).get("tool") or "")
        parts = [ToolCall(id=gathering.called(None, name), name=name, arguments=text)]
    elif kind in _RESULTS:
        role = "tool"
        parts = [ToolResult(call=gathering.answered(None, _RESULTS[kind]), text=text)]
    else:
        return None
    if not parts:
        return None
    author = _model(record, "modelId") if role == "assistant" else None
    return Message(role=role, parts=tuple(parts), author=author, at=moment(record["ts"]))


def summary_of(record: object, message: Message) -> tuple[bool, str] | None:
    """What a record says of a compaction; None where it says nothing.

    Returns:
        Whether it is a notice (one compaction leaves several), and the text: empty where none can
        be read.
    """
    if not isinstance(record, dict):
        return None
    if is_ui(record):
        text = _summary_text(record)
        return None if text is None else (False, text)
    kind = _metadata_kind(record)
    if kind == "compaction_summary":
        return False, message.text
    for part in message.parts:
        text = part_text(part)
        if isinstance(part, Text) and text.startswith(_NOTICE):
            return True, text
        if isinstance(part, Text | ToolResult) and _CONTINUED in text[:200]:
            return False, text
    return (True, "") if kind == "compaction" else None


def _model(record: Mapping[str, Any], field: str) -> str | None:
    """The model that answered, where the record tells."""
    info = record.get("modelInfo")
    name = info.get(field) if isinstance(info, dict) else None
    return name if isinstance(name, str) and name else None


def _metadata_kind(record: Mapping[str, Any]) -> object:
    metadata = record.get("metadata")
    return metadata.get("kind") if isinstance(metadata, dict) else None


def _summary_text(record: Mapping[str, Any]) -> str | None:
    """The summary that a UI message shows; None where it shows something else."""
    text = record.get("text")
    text = text if isinstance(text, str) else ""
    if record.get("ask") in _SUMMARIES:
        return text
    if record.get("say") == "tool" or record.get("ask") == "tool":
        shown = _object(text)
        if shown.get("tool") == _SUMMARY_TOOL:
            content = shown.get("content")
            return content if isinstance(content, str) else ""
    return None


def _block(block: object) -> object:
    """A block in the form of the Anthropic API, which Cline extends."""
    if not isinstance(block, dict):
        return block
    content = block.get("content")
    if block.get("type") == "file" and isinstance(content, str):
        source = {"type": "text", "media_type": "text/plain", "data": content}
        return {"type": "document", "title": block.get("path"), "source": source}
    if block.get("type") == "tool_result" and isinstance(content, list):
        failed = any(isinstance(each, dict) and each.get("success") is False for each in content)
        error = block.get("is_error") is True or failed
        return {**block, "is_error": error, "content": [_outcome(each) for each in content]}
    return block


def _outcome(given: object) -> object:
    """One of the results of a call that did several things: what was asked, and what came back."""
    if not isinstance(given, dict) or "type" in given or "result" not in given:
        return given
    lines = [given.get("query"), given["result"], given.get("error")]
    texts = [line if isinstance(line, str) else compact(line) for line in lines if line]
    return {"type": "text", "text": "\n".join(texts)}


def _attached(record: Mapping[str, Any], gathering: Gathering) -> Iterator[Part]:
    for field, kind in (("images", "image"), ("files", "file")):
        places = record.get(field)
        for place in places if isinstance(places, list) else ():
            if isinstance(place, str) and place:
                yield attachment("image" if kind == "image" else "file", place, gathering)


def _asked(text: str, field: str) -> str:
    """A question with its options, which newer versions write as JSON."""
    shown = _object(text)
    question, options = shown.get(field), shown.get("options")
    if not isinstance(question, str):
        return text
    lines = [f"- {option}" for option in options] if isinstance(options, list) else []
    return "\n".join([question, *lines])


def _object(text: str) -> dict[str, Any]:
    """The JSON object that a text is; empty where it is none."""
    if not text.startswith("{"):
        return {}
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}

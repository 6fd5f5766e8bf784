"""Files that look like those of a known program, but hold nothing that is read: their name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

_CODEX = ("session_meta", "turn_context", "response_item", "event_msg", "compacted")
_PI = ("model_change", "thinking_level_change", "compaction", "branch_summary")


def name_of(sample: Sequence[object]) -> str:
    """What the records of a file look like ("a Codex session"); empty where that is not known.

    Args:
        sample: The first records of the file.
    """
    for name, sign in _SIGNS.items():
        if any(isinstance(value, dict) and sign(value) for value in sample):
            return name
    return ""


def _is_codex(value: Mapping[str, Any]) -> bool:
    return value.get("type") in _CODEX and isinstance(value.get("payload"), dict)


def _is_gemini(value: Mapping[str, Any]) -> bool:
    return "projectHash" in value or {"sessionId", "startTime", "messages"} <= value.keys()


def _is_openhands(value: Mapping[str, Any]) -> bool:
    if "source" not in value or "timestamp" not in value:
        return False
    kind = value.get("kind")
    if isinstance(kind, str):
        return kind.endswith("Event") or kind == "Condensation"
    return "action" in value or "observation" in value


def _is_swe_agent(value: Mapping[str, Any]) -> bool:
    history, steps = value.get("history"), value.get("trajectory")
    said = history[0] if isinstance(history, list) and history else None
    if isinstance(said, dict) and "role" in said:
        return True
    step = steps[0] if isinstance(steps, list) and steps else None
    return isinstance(step, dict) and {"action", "observation"} <= step.keys()


def _is_pi(value: Mapping[str, Any]) -> bool:
    kind = value.get("type")
    if kind == "session":
        return {"version", "cwd"} <= value.keys()
    inner = value.get("message")
    return "parentId" in value and (
        kind in _PI or (kind == "message" and isinstance(inner, dict) and "role" in inner)
    )


def _is_cursor(value: Mapping[str, Any]) -> bool:
    inner = value.get("message")
    return "role" in value and isinstance(inner, dict) and "content" in inner


def _is_recording(value: Mapping[str, Any]) -> bool:
    return {"method", "path", "status"} <= value.keys()


def _is_answer_key(value: Mapping[str, Any]) -> bool:
    return "gold_answer" in value


def _is_account(value: Mapping[str, Any]) -> bool:
    return {"uuid", "full_name", "email_address"} <= value.keys()


def _is_project(value: Mapping[str, Any]) -> bool:
    return {"uuid", "prompt_template", "docs"} <= value.keys()


_SIGNS: dict[str, Callable[[Mapping[str, Any]], bool]] = {
    "a Codex session": _is_codex,
    "a Gemini CLI session": _is_gemini,
    "an OpenHands event log": _is_openhands,
    "a SWE-agent trajectory": _is_swe_agent,
    "a Pi session": _is_pi,
    "a Cursor transcript": _is_cursor,
    "a recording of web requests": _is_recording,
    "an answer key without a conversation": _is_answer_key,
    "the list of accounts of a Claude.ai export": _is_account,
    "the list of projects of a Claude.ai export": _is_project,
}
"""Name → its sign, the most telling first."""

"""Short ways to write conversations in tests."""

from infold.core.messages import Message, Text, ToolCall, ToolResult


def ask(text="question", tokens=10):
    return Message(role="user", parts=(Text(text=text),), tokens=tokens)


def say(*calls, text="answer", tokens=10):
    parts = [Text(text=text)] if text else []
    return Message(
        role="assistant",
        parts=(*parts, *(ToolCall(id=call, name="run", arguments="{}") for call in calls)),
        tokens=tokens,
    )


def result(*calls, text="result", role="tool", tokens=10):
    return Message(
        role=role, parts=tuple(ToolResult(call=call, text=text) for call in calls), tokens=tokens
    )


def chain(n):
    return [(i - 1,) if i else () for i in range(n)]

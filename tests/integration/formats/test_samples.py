"""Real files, each with what was counted by hand: conversations, messages, leaves, bad, skipped."""

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from infold.errors import FormatError
from infold.formats import Parsed, open_transcript, write_infold


class Counted(NamedTuple):
    """What stands in a file.

    Attributes:
        format: Its format.
        messages: Of each conversation.
        leaves: Of each conversation.
        inferred: Wires that only order tells, of each conversation.
        bad: Lines of the bad records.
        skipped: How many records are no messages.
    """

    format: str
    messages: list[int]
    leaves: list[int]
    inferred: list[int]
    bad: list[int]
    skipped: int


# claude_small: of 89 lines, 9 user and assistant records and one typed prompt are of one session,
# 11 of the other, whose ids were all trimmed to one text. The first has four ends: a2, u3 (behind
# a3), u2b, and the prompt behind u-nested-1.
# cline: what is skipped is the system prompt.
# ccl_edge_cases: line 10 writes "contenst", 11 has a text for a message, 13 to 16 are no records;
# one record of another session stands among them.
FILES = {
    "agent_sessions/claude_large.jsonl": Counted("claude-code", [10], [1], [0], [], 0),
    "agent_sessions/claude_schema_drift.jsonl": Counted("claude-code", [5], [1], [3], [], 5),
    "agent_sessions/claude_small.jsonl": Counted("claude-code", [10, 11], [4, 1], [0, 1], [], 68),
    "claude_code/ccl_edge_cases.jsonl": Counted(
        "claude-code", [11, 1], [1, 1], [10, 0], [10, 11, 13, 14, 15, 16], 1
    ),
    "claude_code/ccl_representative.jsonl": Counted("claude-code", [11], [1], [10], [], 1),
    "claude_code/ccl_session_b.jsonl": Counted("claude-code", [3], [1], [2], [], 0),
    "claude_code/ccl_todowrite.jsonl": Counted("claude-code", [11], [1], [0], [], 1),
    "cline/agentic.compaction.json": Counted("cline", [3], [1], [0], [], 1),
    "cline/basic.compaction.json": Counted("cline", [10], [1], [0], [], 1),
    "cline/session.messages.json": Counted("cline", [32], [1], [0], [], 1),
    "mini_swe_agent/github_issue.traj.json": Counted("openai", [22], [1], [0], [], 0),
    "mini_swe_agent/local.traj.json": Counted("openai", [6], [1], [0], [], 0),
    "openai_chat/oh_llmlog_claude_sonnet4.json": Counted("openai", [13], [1], [0], [], 0),
}
# (conversations, messages, answers "None", results): counted by line beginnings.
LABELLED = {
    "openai_chat/tau_airline_fewshot.jsonl": (19, 463, 98, 105),
    "openai_chat/tau_retail_fewshot.jsonl": (69, 1955, 440, 479),
}
OTHER = [
    "cline/subagents.json",
    "thoughtdag/ref-0001.gold.json",
    "README.md",
]


def leaves(parsed: Parsed) -> int:
    parents = {wire.parent for wire in parsed.conversation.wires}
    return sum(message.id not in parents for message in parsed.conversation.messages)


@pytest.mark.parametrize("name", FILES)
def test_a_sample_reads_as_counted_by_hand(samples: Path, name: str) -> None:
    reading = open_transcript(samples / name)
    parsed = list(reading)
    assert (
        Counted(
            reading.format,
            [len(each.conversation.messages) for each in parsed],
            [leaves(each) for each in parsed],
            [sum(wire.inferred for wire in each.conversation.wires) for each in parsed],
            [bad.line or 0 for bad in reading.bad],
            sum(reading.skipped.values()),
        )
        == FILES[name]
    )
    assert reading.messages_in == reading.messages_out + reading.bad_count
    assert reading.repaired == []


@pytest.mark.parametrize("name", LABELLED)
def test_labelled_samples_read_as_counted_by_hand(samples: Path, name: str) -> None:
    reading = open_transcript(samples / name)
    messages = [message for parsed in reading for message in parsed.conversation.messages]
    silent = [message for message in messages if message.role == "assistant" and not message.text]
    results = [message for message in messages if message.role == "tool"]
    assert (reading.conversations, len(messages), len(silent), len(results)) == LABELLED[name]
    assert all(message.answers != ("",) for message in results)
    assert reading.bad == []
    assert reading.skipped == {}


def test_sharegpt_sample(samples: Path) -> None:
    reading = open_transcript(samples / "sharegpt" / "fastchat_dummy_conversation.json")
    keys = {parsed.conversation.key for parsed in reading}
    assert (reading.format, len(keys), reading.messages_out) == ("sharegpt", 500, 2000)
    assert reading.bad == []


@pytest.mark.parametrize("name", OTHER)
def test_what_is_no_transcript_is_refused(samples: Path, name: str) -> None:
    with pytest.raises(FormatError):
        list(open_transcript(samples / name))


@pytest.mark.parametrize("name", [*FILES, *LABELLED])
def test_a_sample_survives_our_own_format_byte_for_byte(
    samples: Path, tmp_path: Path, name: str
) -> None:
    first = list(open_transcript(samples / name))
    path = tmp_path / "f"
    lines = list(write_infold(first))
    path.write_text("".join(lines), encoding="ascii")
    again = list(open_transcript(path, strict=True))
    # What other tools compacted are folds of the store, which are not here.
    assert again == [replace(each, compactions=()) for each in first]
    assert list(write_infold(again)) == lines


@pytest.mark.parametrize("name", [*FILES, *LABELLED])
@pytest.mark.parametrize("part", [0.3, 0.8])
def test_a_cut_sample_gives_beginnings_or_one_typed_error(
    samples: Path, tmp_path: Path, name: str, part: float
) -> None:
    whole = [
        [message.text for message in parsed.conversation.messages]
        for parsed in open_transcript(samples / name)
    ]
    data = (samples / name).read_bytes()
    path = tmp_path / "f"
    path.write_bytes(data[: int(len(data) * part)])
    try:
        reading = open_transcript(path)
        found = list(reading)
    except FormatError as error:
        refused = str(error)
    else:
        refused = ""
    if refused:
        assert "cut off" in refused
        return
    for parsed in found:
        texts = [message.text for message in parsed.conversation.messages]
        assert any(texts == each[: len(texts)] for each in whole)
    assert reading.messages_in == reading.messages_out + reading.bad_count

"""Real files, each with what was counted by hand: conversations, messages, leaves, bad, skipped."""

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
        "claude-code", [1, 11], [1, 1], [0, 10], [10, 11, 13, 14, 15, 16], 1
    ),
    "claude_code/ccl_representative.jsonl": Counted("claude-code", [11], [1], [10], [], 1),
    "claude_code/ccl_session_b.jsonl": Counted("claude-code", [3], [1], [2], [], 0),
    "claude_code/ccl_todowrite.jsonl": Counted("claude-code", [11], [1], [0], [], 1),
    "cline/agentic.compaction.json": Counted("cline", [3], [1], [0], [], 1),
    "cline/basic.compaction.json": Counted("cline", [10], [1], [0], [], 1),
    "cline/session.messages.json": Counted("cline", [32], [1], [0], [], 1),
    # One system message each; skipped are 2, 4, 2 memory blocks and 7, 5, 3 tools. The first is
    # encoded twice.
    "letta/customer_service.af": Counted("letta", [1], [1], [0], [], 9),
    "letta/deep_research_agent.af": Counted("letta", [1], [1], [0], [], 9),
    "letta/memgpt_agent_with_convo.af": Counted("letta", [1], [1], [0], [], 5),
    # 8 nodes: 8 questions, 7 answers (that of "final" is empty). Nothing follows the answers of
    # "v2" and of the condensed node that is not used, nor the question "final".
    "thoughtdag/cd-ref-0001.fixed_condense.thoughtdag.json": Counted(
        "thoughtdag", [15], [3], [0], [], 0
    ),
    "thoughtdag/cd-ref-0001.lossy_condense.thoughtdag.json": Counted(
        "thoughtdag", [15], [3], [0], [], 0
    ),
    "mini_swe_agent/github_issue.traj.json": Counted("openai", [22], [1], [0], [], 0),
    "mini_swe_agent/local.traj.json": Counted("openai", [6], [1], [0], [], 0),
    "openai_chat/oh_llmlog_claude_sonnet4.json": Counted("openai", [13], [1], [0], [], 0),
}
# (conversations, messages, answers "None", results): counted by line beginnings.
LABELLED = {
    "openai_chat/tau_airline_fewshot.jsonl": (19, 463, 98, 105),
    "openai_chat/tau_retail_fewshot.jsonl": (69, 1955, 440, 479),
}
# What is not read, and what the error calls it.
OTHER = {
    "agent_sessions/codex_052_raw.jsonl": "a Codex session",
    "agent_sessions/codex_large.jsonl": "a Codex session",
    "agent_sessions/codex_small.jsonl": "a Codex session",
    "agent_sessions/cursor_large.jsonl": "a Cursor transcript",
    "agent_sessions/gemini_jsonl_v040.jsonl": "a Gemini CLI session",
    "agent_sessions/gemini_large.json": "a Gemini CLI session",
    "agent_sessions/pi_small.jsonl": "a Pi session",
    "cline/subagents.json": "a recording of web requests",
    "openhands/goal_events.jsonl": "an OpenHands event log",
    "swe_agent/ctf_i_got_id.traj": "a SWE-agent trajectory",
    "swe_agent/fc_simple.traj": "a SWE-agent trajectory",
    "swe_agent/marshmallow_fc_from_source.traj": "a SWE-agent trajectory",
    "thoughtdag/ref-0001.gold.json": "an answer key without a conversation",
    "README.md": "holds no JSON",
}
CLINE = "cline/"  # what is read of its other files stands with its own tests
SHAREGPT = "sharegpt/fastchat_dummy_conversation.json"
LOCOMO = "locomo_dev.json"
TALKS = [(419, 150), (369, 81), (663, 152), (629, 199), (680, 178)]
"""Messages and questions of each conversation."""


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
    reading = open_transcript(samples / SHAREGPT)
    keys = {parsed.conversation.key for parsed in reading}
    assert (reading.format, len(keys), reading.messages_out) == ("sharegpt", 500, 2000)
    assert reading.bad == []


def test_locomo_converted(samples: Path) -> None:
    path = samples.parent / "eval" / LOCOMO
    if not path.exists():
        pytest.skip(f"no {LOCOMO} beside the samples")
    reading = open_transcript(path)
    parsed = list(reading)
    assert reading.format == "locomo"
    assert [len(each.conversation.messages) for each in parsed] == [count for count, _ in TALKS]
    assert reading.skipped == {"question": sum(count for _, count in TALKS)}
    assert reading.bad == []
    first = parsed[0].conversation
    assert (first.title, first.messages[0].author, first.messages[0].role) == (
        "locomo-26",
        "Caroline",
        "user",
    )
    assert first.messages[0].at is not None
    assert first.messages[0].at.isoformat() == "2023-05-08T13:56:00+00:00"
    assert all(message.at for each in parsed for message in each.conversation.messages)


def test_canvases_that_begin_alike_are_two_conversations(samples: Path) -> None:
    names = [name for name in FILES if name.startswith("thoughtdag/")]
    found = [next(open_transcript(samples / name)).conversation for name in names]
    assert [each.title for each in found] == [
        "cd-ref-0001 · fixed_condense",
        "cd-ref-0001 · lossy_condense",
    ]
    assert len({each.key for each in found}) == 2
    for each, condensed in zip(found, ("condensed", "condensed-lossy"), strict=True):
        source = {message.id: message.source for message in each.messages}
        last = each.messages[-1]
        assert (last.source, each.leaf) == ("final/question", last.id)
        assert [source[wire.parent] for wire in each.wires if wire.child == last.id] == [
            f"{condensed}/response/0"
        ]


@pytest.mark.parametrize("name", OTHER)
def test_what_is_no_transcript_is_refused_by_name(samples: Path, name: str) -> None:
    with pytest.raises(FormatError, match=OTHER[name]) as caught:
        list(open_transcript(samples / name))
    assert caught.value.hint
    assert caught.value.line == 1


def test_no_sample_is_forgotten(samples: Path) -> None:
    names = {str(path.relative_to(samples)) for path in samples.rglob("*") if path.is_file()}
    known = {*FILES, *LABELLED, *OTHER, SHAREGPT}
    assert {name for name in names - known if not name.startswith(CLINE)} == set()


@pytest.mark.parametrize("name", [*FILES, *LABELLED])
def test_a_sample_survives_our_own_format_byte_for_byte(
    samples: Path, tmp_path: Path, name: str
) -> None:
    first = list(open_transcript(samples / name))
    path = tmp_path / "f"
    lines = list(write_infold(first))
    path.write_text("".join(lines), encoding="ascii")
    again = list(open_transcript(path, strict=True))
    assert [(each.conversation, each.blobs) for each in again] == [
        (each.conversation, each.blobs) for each in first
    ]
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

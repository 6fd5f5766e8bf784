"""Laws of extraction: no fact from a question, values inside spans, the same bytes every time."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from bench.lifecycle.cases import SAID, load
from infold.core.messages import Message, Text
from infold.memory.answers import MOST, read_answers
from infold.memory.extraction import read_facts
from infold.memory.importance import read_importance
from infold.memory.secrets import redact
from infold.memory.trust import judge_write
from infold.text.periods import read_period

_CASES = [case for case in load() if case.role == "user"]
_STATED = [
    case.text
    for case in _CASES
    if case.expected and not any(sign in case.text for sign in "?？!！,，、:：;\n")
]
_JOINTS = st.sampled_from(
    [" ", "\n", "\n\n", ". ", "。", ", ", " and ", "，", "\n> ", "```", '"', "\ud800", "\x00"]
)
MIXED = st.lists(
    st.one_of(
        st.sampled_from([case.text for case in _CASES]),
        _JOINTS,
        st.text(st.characters(), max_size=10),
    ),
    max_size=8,
).map("".join)
MOMENTS = st.integers(0, 3_000_000_000).map(lambda seconds: datetime.fromtimestamp(seconds, UTC))

_WITHOUT_VALUE = ("decision: ", "wish: ")
"""A decision's slot names it whole."""


def _read(text: str):
    message = Message(role="user", parts=(Text(text=text),), at=SAID, id="m")
    return read_facts([message], now=SAID)


@given(st.sampled_from(_STATED), st.sampled_from(["?", "？", " ?", "??", "?!", "?)"]))
def test_no_fact_is_read_from_a_question(text, mark):
    sentences = [part for part in text.replace("。", ".").split(". ") if part]
    asked = f"{sentences[-1].rstrip('.。! ')}{mark}"
    assert _read(asked) == []


@given(MIXED)
def test_every_value_stands_in_its_span(text):
    for one in _read(text):
        assert 0 <= one.source.start < one.source.end <= len(text)
        assert one.value in " ".join(text[one.source.start : one.source.end].split())
        assert one.text == " ".join(one.text.split())
        is_keyed = one.slot is not None and not one.slot.attribute.startswith(_WITHOUT_VALUE)
        assert one.retracts or one.value or not is_keyed


@given(MIXED)
def test_the_same_message_gives_the_same_candidates(text):
    assert _read(text) == _read(text)


@given(MIXED)
def test_a_quoted_message_gives_nothing(text):
    quoted = "\n".join(f"> {line}" for line in text.splitlines())
    assert _read(quoted) == []


@given(st.sampled_from(_CASES), MOMENTS)
def test_periods_end_after_they_begin(case, at):
    found = read_period(case.text, at)
    if found is not None and found.since is not None and found.until is not None:
        assert found.since < found.until


@given(st.one_of(st.none(), st.text(st.characters(), max_size=300)))
def test_no_answer_of_a_model_raises(answer):
    assert 0 <= read_importance(answer).value <= 1
    found = read_answers(answer)
    assert len(found.facts) <= MOST
    assert all(one.text.strip() for one in found.facts)


@given(st.integers(0, 120), st.sampled_from(["", "```json\n", "Sure: "]))
def test_every_whole_fact_of_a_cut_off_answer_is_kept(length, head):
    whole = (
        '{"facts": [{"text": "Lives in 釜山", "kind": "profile"}, {"text": "B", "kind": "event"}]}'
    )
    first = whole.index("}") + 1
    found = read_answers(head + whole[:length])
    assert [one.text for one in found.facts][:1] == (["Lives in 釜山"] if length >= first else [])


@given(MIXED, st.sampled_from(["user", "tool", "assistant", "import", "program"]))
def test_what_may_be_written_is_judged_alike_when_it_is_judged_again(text, origin):
    first = judge_write(text, origin)
    assert first == judge_write(text, origin)
    assert first.action != "allow" or (first.text == text and not first.reason)
    assert (first.action == "block") == (first.text == "" and bool(first.reason))


@given(st.text(st.sampled_from("0123456789 -abcDE./"), max_size=60))
def test_redaction_is_done_once(text):
    clean, kinds, _ = redact(text)
    assert redact(clean)[0] == clean
    assert bool(kinds) == (clean != text)

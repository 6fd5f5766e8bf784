"""Folds depend on the messages alone: not on when jobs ran or how much each had to do."""

from hypothesis import given, settings
from hypothesis import strategies as st

from infold.fold.soundness import check
from tests.property.examples import share
from tests.unit.fold.chats import mixed_log
from tests.unit.fold.engine import Chat
from tests.unit.graph.build import result, say


@st.composite
def logs(draw):
    """A mixed log with some stretches of an agent's calls in it."""
    messages = list(mixed_log(draw(st.integers(1, 40)), seed=draw(st.integers(0, 99))).messages)
    for number in range(draw(st.integers(0, 12))):
        at = draw(st.integers(0, len(messages)))
        calls = [say(f"c{number}", text=""), result(f"c{number}", text=f"exit code {number}")]
        messages[at:at] = calls
    return messages


@settings(max_examples=share(30))
@given(logs(), st.sets(st.integers(0, 100)))
def test_jobs_at_any_time_end_in_the_same_forest_and_folds(messages, when):
    late, often = Chat(), Chat()
    for index, message in enumerate(messages):
        late.append(message)
        often.append(message)
        if index in when:
            often.job()
    late.job()
    often.job()
    assert often.state() == late.state()
    for fold in late.folds.values():
        assert check(fold.claims, late.messages) == []

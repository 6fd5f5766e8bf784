"""Values that are told to have changed, in chats and by programs, in six languages."""

from __future__ import annotations

from datetime import timedelta

import pytest

from infold.engine.memory import Infold
from infold.testing import FrozenClock

DAY = timedelta(days=1)


def tell(memory: Infold, clock: FrozenClock, *said: str) -> list[str]:
    """What is known once a user has said one thing after the other, a week apart."""
    chat = memory.conversation("talk")
    for at, text in enumerate(said):
        chat.append("user", text, at=clock.now())
        chat.extract(first=at)
        clock.advance(7 * DAY)
    return sorted(one.fact.value for one in memory.facts() if not one.fact.retracts)


@pytest.mark.parametrize(
    ("before", "after", "value"),
    [
        ("My laptop is a Framework.", "I switched from the Framework to a ThinkPad.", "ThinkPad"),
        ("The staging host is db-7.", "db-7 has been replaced by db-9.", "db-9"),
        ("I work at Lidl.", "I don't work at Lidl any more but at Aldi.", "Aldi"),
        ("Ich arbeite bei Siemens.", "Ich arbeite nicht mehr bei Siemens, sondern bei AEG.", "AEG"),
        (
            "Mein Laptop ist ein Framework.",
            "Ich bin vom Framework auf ThinkPad umgestiegen.",
            "ThinkPad",
        ),
        ("Saya bekerja di Gojek.", "Saya tidak lagi bekerja di Gojek, tapi di Grab.", "Grab"),
        ("我在联想工作。", "我不在联想工作了，而是在小米工作。", "小米"),
        ("저는 네이버에서 일해요.", "이제 네이버에서 일하지 않고 쿠팡에서 일해요.", "쿠팡"),
        ("My email is a@b.example.", "My email is now c@d.example.", "c@d.example"),
        ("Meine E-Mail ist a@b.example.", "Meine E-Mail ist jetzt c@d.example.", "c@d.example"),
        ("我的邮箱是 a@b.example。", "我的邮箱换成了 c@d.example。", "c@d.example"),
        ("メールアドレスはa@b.exampleです。", "メールアドレスが今c@d.exampleです。", "c@d.example"),
        ("The rent is 900 euros.", "The rent went up to 950 euros.", "950 euros"),
    ],
)
def test_the_new_value_is_known_alone(
    memory: Infold, clock: FrozenClock, before: str, after: str, value: str
) -> None:
    found = tell(memory, clock, before, after)
    assert found == [value]


def test_of_what_may_have_several_values_the_replaced_one_is_taken_back(
    memory: Infold, clock: FrozenClock
) -> None:
    found = tell(memory, clock, "I use Vim.", "I use Docker.", "I switched from Vim to Helix.")
    assert found == ["Docker", "Helix"]


def test_what_nobody_knows_of_replaces_nothing(memory: Infold, clock: FrozenClock) -> None:
    assert tell(memory, clock, "We switched from Slack to Teams.") == []


def test_a_program_says_so_too(memory: Infold, clock: FrozenClock) -> None:
    memory.add("The staging host is db-7")
    clock.advance(DAY)
    memory.add("db-7 was replaced by db-9")
    (known,) = memory.facts()
    assert (known.text, known.value) == ("db-7 was replaced by db-9", "db-9")


def test_what_a_program_says_has_ended_ends(memory: Infold, clock: FrozenClock) -> None:
    memory.add("Has a dog called Rex")
    clock.advance(DAY)
    memory.add("Rex died")
    assert [one.text for one in memory.facts() if not one.fact.retracts] == []


def test_told_late_a_move_is_so_now(memory: Infold, clock: FrozenClock) -> None:
    memory.add("Lives in Porto")
    clock.advance(3 * DAY)
    memory.add("Moved to Oslo last month")
    assert [one.value for one in memory.facts()] == ["Oslo"]

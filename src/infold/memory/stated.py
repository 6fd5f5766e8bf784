"""What a text states: one reader for what a program adds and for what a user says in a chat.

The rules of extraction read first, as they read a message; the text is the user's own statement,
whoever words it (`infold.memory.speaker_forms`). What they leave is read off its words
(`infold.memory.slots`).
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final

from infold.core.facts import Slot
from infold.core.messages import Message, Text
from infold.memory.candidates import Candidate
from infold.memory.extraction import read_facts
from infold.memory.own_slots import TOLD, own_slot
from infold.memory.same_value import AVERSE, TASTE, same_value
from infold.memory.slots import Reading, read_slot
from infold.memory.speaker_forms import forms
from infold.memory.subjects import USER, is_of_somebody

__all__ = ["read_stated", "told_slot"]

_END: Final = datetime.max.replace(tzinfo=UTC)
_LONGEST: Final = 1_000
"""Characters of a text that states one thing."""


@lru_cache(maxsize=4_096)
def read_stated(text: str, at: datetime | None = None) -> Reading | None:
    """Read the one thing that a text states.

    Args:
        text: One statement, as it is said or noted: `I live in Oslo`, `User lives in Oslo`,
            `Lives in Oslo`, `Alice moved to Oslo last month`.
        at: When it was said; words such as "last month" are read against it. None for a text of
            no known time: then only dates with a year are read.

    Returns:
        Slot, value as written, period, and whether it takes the value back: the same that
        `infold.memory.extraction.read_facts` reads where a user says so. None where it states
        nothing, or several things, or speaks of a third person whom it does not name. Linear; 1 to
        10 ms for a sentence.
    """
    if not text.strip() or len(text) > _LONGEST or is_of_somebody(text):
        return None
    for form in forms(text):
        found = _stated(form.text, at)
        if found:
            reading = _one(found, form.subject)
            break
    else:
        return read_slot(text)
    if reading is not None and reading.slot.attribute.startswith(TASTE):
        # Whoever eats meat or eats none says so of his diet.
        rest = read_slot(text)
        if rest is not None and rest.slot.attribute == "diet":
            return rest
    return reading


def told_slot(text: str, at: datetime | None) -> tuple[Slot, str]:
    """The slot and the value of what was told in passing.

    Args:
        text: The clause.
        at: When it was said.

    Returns:
        What its words state, as where a program adds them; else a slot of its own, without a value.
    """
    reading = read_stated(text, at)
    # A name within the words is none of a slot: "LG" of "my laptop is an LG Gram".
    is_named = reading is not None and not reading.slot.attribute.startswith("name of ")
    if reading is not None and is_named and not reading.retracts:
        return reading.slot, reading.value
    return own_slot(TOLD, text), ""


def _stated(text: str, at: datetime | None) -> list[Candidate]:
    message = Message(role="user", parts=(Text(text=text),), at=at)
    # What is told in passing has no slot but by its words.
    return [one for one in read_facts([message], now=at or _END) if one.slot is not None]


def _one(found: list[Candidate], subject: str) -> Reading | None:
    """What candidates say together; None where that is more than one thing.

    "No longer at Siemens but at Miele" takes one value back and gives its slot another; "vegan, I
    don't eat cheese" says of a diet what it leaves out.
    """
    if any(one.slot is not None and one.slot.attribute == "diet" for one in found):
        found = [one for one in found if not _is_left_out(one)]
    given = [one for one in found if not one.retracts] or found
    first = given[0]
    slot = first.slot
    if slot is None or any(one.slot != slot for one in found):
        return None
    if len({same_value(slot, one.value) for one in given}) > 1:
        return None
    whose = slot.subject
    if whose == USER or whose.startswith(f"{USER}'s "):
        whose = subject + whose.removeprefix(USER)
    return Reading(
        slot=replace(slot, subject=whose),
        value=first.value,
        retracts=first.retracts,
        since=first.valid_from,
        until=first.valid_to,
    )


def _is_left_out(one: Candidate) -> bool:
    slot = one.slot
    return (
        slot is not None
        and slot.attribute.startswith(TASTE)
        and same_value(slot, one.value) == AVERSE
    )

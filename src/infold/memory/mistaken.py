"""Statements that are taken back as mistaken: "the meeting room being B12 was a mistake".

"Forget what I said of my job" names what is taken back; here the value itself stands there, and its
status is read by the rules that read it anywhere (`infold.text.status`).
"""

from __future__ import annotations

import re
from typing import Final

from infold.memory.keyed import Keyed, read_keyed
from infold.text.kinds import STATEMENTS, Kind, Status
from infold.text.literals import literals
from infold.text.scripts import CJK
from infold.text.statements import statement_kinds

__all__ = ["read_mistaken"]

_LEAD: Final = re.compile(
    r"\W*(?:(?:correction|korrektur|koreksi|ralat|sorry|no|nein|nicht|oh|wait|maaf|actually)\b"
    r"[\s,.:!–—-]*|(?:更正|订正|訂正|정정)[\s：:，,]*)*(?:that |the fact that |dass |bahwa )?"
    r"(?:the |der |die |das )?",
    re.IGNORECASE,
)
_LAST: Final = re.compile(
    r"[\s,]*(?:\b(?:being|is|are|at|of|on|as|ist|sind|von|mit|am|der|die|das|den|dem|adalah|itu"
    r"|yang|=)|:|是|为|の|は|が|[은는이가])\s*\Z",
    re.IGNORECASE,
)
_HELD_ON: Final = re.compile(
    r"(?<!being )(?<!is )(?<!was )(?<!ist )\b(?:on|at|am|um|im|pada)\s*\Z", re.IGNORECASE
)
"""The day on which something was: that thing is regretted, not the day."""
_WIDE: Final = re.compile(f"[{CJK}]")


def read_mistaken(sentence: str) -> Keyed | None:
    """Read which setting a sentence says was never so.

    Args:
        sentence: A whole sentence on one line.

    Returns:
        The setting with the value that is taken back, its place in the sentence; None where the
        sentence takes nothing back, several values, or the value of no setting.
    """
    if Kind.RETRACTION not in statement_kinds(sentence):
        return None
    found = [one for one in literals(sentence) if one.kind not in STATEMENTS]
    if len(found) != 1 or found[0].status not in (Status.RETRACTED, Status.CURRENT):
        return None
    start, end = found[0].start, found[0].end
    lead = _LEAD.match(sentence)
    key = sentence[lead.end() if lead else 0 : start].strip()
    while (bare := _LAST.sub("", key)) != key:
        key = bare
    if not key:
        return None
    if _WIDE.search(key):
        said = f"{key}は{sentence[start:end]}" if re.search("[\u3040-\u30ff]", sentence) else ""
        said = (
            said or f"{key}{'는 ' if re.search('[가-힣]', sentence) else '是'}{sentence[start:end]}"
        )
    else:
        said = f"{key} is {sentence[start:end]}"
    keyed = read_keyed(said)
    if keyed is None or (keyed.attribute == "when" and _HELD_ON.search(sentence[:start])):
        return None
    return Keyed(
        subject=keyed.subject, attribute=keyed.attribute, value=keyed.value, start=start, end=end
    )

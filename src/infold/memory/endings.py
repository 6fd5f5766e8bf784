"""What messages say has come to an end, and which known facts that ends.

Rules that read facts read a retraction where it is worded like the fact: "I no longer work at
Siemens". People say it in many other ways: "I quit Siemens", "Rex died", "we broke up", "that's not
true any more". Here words that end something are read first, and what they end is then looked for
among what is known: a fact whose value the clause names, or whose subject it ends. Where it names
none, nothing ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, TypeAlias

from infold.core.folds import Span
from infold.core.messages import Message
from infold.memory import ending_words as words
from infold.memory.candidates import Candidate
from infold.memory.heard import Heard, hear
from infold.memory.stretches import split
from infold.memory.times_in import joined, masked_by
from infold.memory.unsaid import is_joke, is_reported, is_supposed, opens_play, works_on_text
from infold.text.periods import read_period
from infold.text.sentences import sentences
from infold.text.statements import is_question

__all__ = ["Ending", "Manner", "read_endings"]

Manner: TypeAlias = Literal["ends", "denies", "forgets", "points back", "switches back"]

_LONGEST: Final = 300
_STOPS: Final = " \t\n.,;:!?。，、；：！？…—–-"
_EXPERTS: Final = re.compile(
    r"\b(?:(?:my|the|our) )?(?:doctor|doc|dr|gp|allergist|dentist|specialist|consultant|test|tests"
    r"|results?|mein\w* (?:arzt|ärztin)|(?:der|die) (?:arzt|ärztin|test)|dokter(?:nya)?|hasil tes)"
    r"\b(?: \w+)? (?:says?|said|told me|thinks|meinte?|sagte?|sagt|hat gesagt|bilang|kata)\b"
    r"|\b(?:kata|menurut) (?:dokter|bidan|hasil tes|dr)(?:nya| saya| kulit| gigi)?\b"
    r"|\b(?:laut|according to) (?:\w+ )?(?:arzt|ärztin|test|doctor|gp|allergist|results?)\b"
    r"|(?:医生|大夫|化验|检查结果)(?:告诉我)?说|(?:医者|先生|医師)(?:に|が"
    r"|は)?[^。]{0,12}?と(?:言われ|言い|いわれ)"
    r"|의사(?:가|선생님이)?[^.]{0,16}(?:라고|다고) ?(?:했|하)",
    re.IGNORECASE,
)
"""Those who know better than the speaker: what they say of him he takes for true."""
_AFTERWARDS: Final = re.compile(r"(?<=[しっん])たら(?=.*(?:た|です|でした)[。.!！]*\Z)")
"""In Japanese, "when I had it tested, …": supposes nothing where the sentence is of the past."""
_KEEPS: Final = re.compile(
    r"\b(?:don't|do not|never|dont|please don't|won't|nicht|bitte nicht|jangan|jangan sampai|i|to"
    r"|we"
    r"|can't|cannot|kann|will) (?:ever )?(?:forget|vergiss|vergessen|lupakan|lupa|delete|ignore"
    r"|lupakan)\b"
    r"|(?:别|不要|不能|不会|莫)(?:要)?(?:忘|删|忽略)|忘れないで|忘れずに|잊지 ?(?:마|말)|忘れられ"
    r"|\bvergiss (?:bitte )?nicht\b",
    re.IGNORECASE,
)
_BOTH: Final = re.compile(
    r"\b(?:not only|not just|nicht nur|tidak hanya|bukan hanya)\b|不(?:仅|只|但)"
)
_TWICE: Final = re.compile(
    r"\b(?:can't|cannot|could not|couldn't|won't|wouldn't|never|not|don't|didn't|haven't|hasn't"
    r"|isn't|nicht|nie|tidak|belum|nggak|gak)\s(?:\w+\s){0,2}?(?:quit|stop(?:ped)?|leave|left"
    r"|give up|given up|sell|sold|cancel(?:l?ed)?|drop|lose|gekündigt|aufhören|aufgehört|verkauft"
    r"|verlassen|getrennt|entlassen|weggezogen|abgesagt|aufgegeben"
    r"|berhenti|resign|putus|pindah)\b|(?:没|不|别|不想|不会|舍不得)(?:有)?(?:辞|离|卖|戒|放弃"
    r"|分手|搬)"
    r"|(?:辞め|やめ|売っ|別れ)て(?:い)?(?:ない|ません)|(?:그만두|팔|헤어지|끊)지 ?않|안 (?:그만"
    r"|팔|헤어)",
    re.IGNORECASE,
)
"""Denies that something has ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """A clause that ends something.

    Attributes:
        text: Its words on one line.
        around: The whole sentence, where it states nothing else; else the clause.
        manner: How: it ends what was so, denies that it is, orders to forget, says so of what
            was said right before, or goes back to what was used before.
        source: Where it stands.
        at: When it was said; None where nobody knows.
        since: From when it ends, where it says so.
    """

    text: str
    around: str
    manner: Manner
    source: Span
    at: datetime | None
    since: datetime | None


def read_endings(
    message: Message, stated: Sequence[Candidate], *, now: datetime, user: str = ""
) -> list[Ending]:
    """Read what a message says has ended.

    Args:
        message: Any message.
        stated: What `infold.memory.extraction.read_facts` read of it.
        now: The clock.
        user: As there.

    Returns:
        Clauses that end something, in order. Linear; some 0.1 ms for a message of 30 words.
    """
    at = None if message.at is None else min(message.at, now)
    out: list[Ending] = []
    for heard in hear(message, user=user):
        if not heard.is_tool and not works_on_text(heard.original):
            out += _of_part(message.id, heard, stated, at)
    return out


def _of_part(
    message: str, heard: Heard, stated: Sequence[Candidate], at: datetime | None
) -> Iterator[Ending]:
    for piece in sentences(heard.text):
        played = opens_play(piece.text)
        text = piece.text if played < 0 else piece.text[:played]
        if text.strip() and len(text) <= _LONGEST and not is_question(piece.text):
            inside = [
                one.source
                for one in stated
                if piece.start <= one.source.start < piece.end and one.source.part == heard.part
            ]
            yield from _of_sentence(message, heard.part, text, piece.start, inside, at)
        if played >= 0:
            return


def _of_sentence(
    message: str, part: int, text: str, start: int, inside: list[Span], at: datetime | None
) -> Iterator[Ending]:
    whole = " ".join(text.split())
    plain = _EXPERTS.sub(" ", _AFTERWARDS.sub("て", whole))
    if words.POINTS_BACK.match(whole):
        yield _ending(message, part, start, text, whole, whole, "points back", at)
        return
    if (words.FORGETS.search(whole) or words.MISTAKES.search(whole)) and not _KEEPS.search(whole):
        yield _ending(message, part, start, text, whole, whole, "forgets", at)
        return
    if is_joke(whole) and not words.DENIES.search(whole):
        return
    time = read_period(text, at)
    masked = text if time is None else masked_by(text, joined(text, time.spans))
    for cut in split(masked):
        clause = " ".join(text[cut.start : cut.end].split())
        manner = _manner(clause)
        before = plain[: len(" ".join(text[: cut.start].split()))]
        if manner is None or is_supposed(_AFTERWARDS.sub("て", clause)) or is_supposed(before):
            continue
        if is_reported(_EXPERTS.sub(" ", clause)) or is_reported(_EXPERTS.sub(" ", before)):
            continue
        first, last = start + cut.start, start + cut.end
        alone = all(one.start >= last or one.end <= first for one in inside)
        if not alone and manner == "denies":
            continue  # the rules have read it
        around = whole if not inside else clause
        yield _ending(message, part, first, text[cut.start : cut.end], clause, around, manner, at)


def _manner(clause: str) -> Manner | None:
    if _BOTH.search(clause) or _TWICE.search(clause):
        return None
    if any(one.search(clause) for one in (words.ENDS, words.RESIGNS, words.PARTS, words.MEATS)):
        return "ends"
    if words.SWITCHES_BACK.search(clause) and not words.DENIES.search(clause):
        return "switches back"
    return "denies" if words.DENIES.search(clause) else None


def _ending(
    message: str,
    part: int,
    start: int,
    written: str,
    text: str,
    around: str,
    manner: Manner,
    at: datetime | None,
) -> Ending:
    first = start + len(written) - len(written.lstrip(_STOPS))
    last = start + len(written.rstrip(_STOPS))
    time = read_period(written, at)
    since = None if time is None else time.since or time.until
    if since is not None and (at is None or since > at) and manner != "ends":
        since = None
    return Ending(
        text=text,
        around=around,
        manner=manner,
        source=Span(message=message, part=part, start=first, end=max(last, first + 1)),
        at=at,
        since=since,
    )

"""One value in the place of another: "we switched from X to Y", 「XをYに変えた」, in six languages.

Such words name no attribute. What they are of stands among what is known: the caller looks for the
fact that has the old value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from infold.core.folds import Span
from infold.core.messages import Message
from infold.memory.candidates import Candidate
from infold.memory.changing import Changed, read_changed
from infold.memory.heard import hear
from infold.memory.unsaid import is_joke, is_reported, is_supposed, opens_play, works_on_text
from infold.text.periods import read_period
from infold.text.sentences import sentences
from infold.text.statements import is_question

__all__ = ["Replaced", "Replacement", "read_replaced", "read_replacement"]

_LONGEST: Final = 200
_OLD: Final = r"(?:the |my |our |den |die |das |dem |der )?(?P<old>[^\s,;:.!?][^,;:!?\n]{0,48}?)"
_NEW: Final = (
    r"(?:the |my |our |an? |den |die |das |dem |der |eine?n? )?"
    r"(?P<new>[^\s,;:!?][^,;:!?\n]{0,48}?)"
)
_END: Final = (
    r"(?=\s*(?:[,;!?\n]|\.(?:\s|\Z)|\Z)|\s+(?:now|last|this|because|since|and|but|for|so|today"
    r"|recently|finally|instead|a \w+ ago|weil|seit|und|aber|jetzt|letzte\w*|vor|karena|sejak|dan"
    r"|tapi|minggu|bulan|kemarin|sekarang|tadi)\b)"
)
_WIDE_OLD: Final = r"(?P<old>[^\s、。，,は了]{1,20}?)"
_WIDE_NEW: Final = r"(?P<new>[^\s、。，,は了]{1,20}?)"


def _rules(*patterns: str) -> tuple[re.Pattern[str], ...]:
    parts = {
        "«old»": _OLD,
        "«new»": _NEW,
        "«end»": _END,
        "«wold»": _WIDE_OLD,
        "«wnew»": _WIDE_NEW,
    }
    made = []
    for pattern in patterns:
        for name, part in parts.items():
            pattern = pattern.replace(name, part)
        made.append(re.compile(pattern, re.IGNORECASE))
    return tuple(made)


_PATTERNS: Final = _rules(
    # English.
    r"\b(?:switch|mov|chang|migrat|transition|convert|upgrad|downgrad|went|go)(?:ed|ing|ped|es)?"
    r"(?: \w+)?(?: over)?(?: away)? from «old» (?:over )?to «new»«end»",
    r"(?:\A|[,;.]\s*|\b(?:the|my|our) )«old» (?:has been|was|is being|got|is) (?:now )?(?:replaced|"
    r"superseded|swapped(?: out)?) (?:by|with|for) «new»«end»",
    r"\b(?:replac|swapp|exchang|trad|ditch|dropp)(?:ed|ing)(?: in| out)? «old»"
    r" (?:with|for|in favou?r of|by) «new»«end»",
    r"\b(?:no longer|not) «old»(?: any ?more)?,? but(?: now)? «new»(?: now)?«end»",
    r"\b(?:us(?:e|es|ing)|drives?|driving|takes?|taking|drinks?|runs?|running|have|has|read|reads"
    r"|ride|rides|wear|wears|on|with|to) «new» (?:now )?"
    r"(?:instead of|rather than|in place of) «old»«end»",
    r"\b(?:used to be|was) «old»,? (?:(?:but|and) )?(?:it(?:'s| is) )?(?:now|is now|these days)"
    r"(?: it(?:'s| is))? «new»«end»",
    # German.
    r"\bvo[nm] «old» (?:auf|zu(?:r|m)?|nach|in) «new» (?:gewechselt|umgestiegen|gewandert|migriert"
    r"|umgestellt|umgezogen|gezogen|gegangen|aktualisiert|verschoben)\b",
    r"(?:\A|[,;.]\s*|\b(?:der|die|das|mein\w*|unser\w*) )«old» (?:wurde|ist|wird)(?: jetzt| nun)?"
    r" durch «new» (?:ersetzt|abgelöst)\b",
    r"\b(?:habe?n?|hat) «old» (?:gegen|durch) «new» (?:getauscht|eingetauscht|ersetzt"
    r"|ausgetauscht)\b",
    r"\bnicht mehr «old»,? sondern(?: jetzt| nun)? «new»«end»",
    r"\b(?:früher|bisher|vorher) (?:war es )?«old»,? (?:jetzt|nun|heute)(?: ist es)? «new»«end»",
    # Indonesian.
    r"\b(?:pindah|beralih|ganti|berganti|berpindah|migrasi|upgrade|naik)(?: \w+)? dari «old»"
    r" (?:ke|jadi|menjadi) «new»«end»",
    r"(?:\A|[,;.]\s*)«old»(?: sudah| telah)? (?:diganti(?:kan)?|digantikan|ditukar)"
    r" (?:dengan|oleh|jadi|menjadi|pakai) «new»«end»",
    r"\b(?:mengganti|ganti|menukar|tukar) «old» (?:dengan|jadi|menjadi|pakai) «new»«end»",
    r"\bbukan «old» lagi,? (?:tapi|melainkan|tetapi) «new»«end»",
    r"\b(?:dulu|tadinya|sebelumnya) «old»,? (?:tapi )?sekarang «new»«end»",
    # Chinese.
    r"[从由]«wold»(?:换成|改成|换到|搬到|改用|转到|跳槽到|切换到|升级到|迁移到|改为|换|转)了?"
    r"«wnew»(?=了?\s*(?:[，,。.!！]|\Z))",
    r"[把将]«wold»(?:换成|改成|替换成|替换为|改为)了?«wnew»(?=了?\s*(?:[，,。.!！]|\Z))",
    r"(?:\A|[，,。])«wold»已?(?:经)?被?(?:«wnew»)(?:取代|代替|替代)了?(?=\s*(?:[，,。.!！]|\Z))",
    r"不再(?:用|是|使用)?«wold»了?[，,]?(?:而是|改|现在)(?:用|是)?«wnew»(?=了?\s*(?:[，,。.!！]"
    r"|\Z))",
    r"(?:以前|之前|原来)(?:是|用|在)«wold»[，,](?:现在|如今)(?:是|用"
    r"|在)«wnew»(?=了?\s*(?:[，,。.!！]|\Z))",
    # Japanese.
    r"(?:\A|[、。はを\s])«wold»から、?«wnew»[にへ](?:変え|変わ|乗り換え|切り替え|移行|変更|移り"
    r"|替え)",
    r"(?:\A|[、。は\s])«wold»を«wnew»に(?:変え|替え|取り替え|交換|変更|切り替え|置き換え)",
    r"(?:\A|[、。は\s])«wold»(?:では|じゃ)なくて?、?«wnew»(?:になりました|になった|に変わ)",
    r"(?:前|以前)は«wold»(?:でした|だった)?(?:が|けど)?、今は«wnew»(?:です|だ|になりました)",
    # Korean.
    r"(?:\A|\s)(?P<old>[^\s,.]{1,20}?)에서 (?P<new>[^\s,.]{1,20}?)(?:으로|로) (?:완전히 |다 )?"
    r"(?:바꿨|바꾸었|바뀌었|바뀜|변경|옮겼|갈아탔|이직|전환|업그레이드|넘어갔|교체)",
    r"(?:\A|\s)(?P<old>[^\s,.]{1,20}?)[을를] (?P<new>[^\s,.]{1,20}?)(?:으로|로) (?:바꿨|바꾸었"
    r"|교체|변경|대체)",
    r"(?:\A|\s)(?P<old>[^\s,.]{1,20}?)[이가] 아니라,? (?:이제 )?(?P<new>[^\s,.]{1,20}?)"
    r"(?:이에요|예요|입니다|야|이야)",
    r"(?:예전에는|전에는|원래) (?P<old>[^\s,.]{1,20}?)(?:였는데|이었는데|인데)?,? "
    r"(?:지금은|이제는?) "
    r"(?P<new>[^\s,.]{1,20}?)(?:이에요|예요|입니다|야|이야)",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Replacement:
    """A value that takes the place of another.

    Attributes:
        old: The value that held, as written.
        new: The one that holds now, as written.
    """

    old: str
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Replaced:
    """A sentence of a message that puts one value in the place of another.

    Attributes:
        text: The sentence on one line.
        old: The value that held.
        new: The one that holds now.
        source: Where the sentence stands.
        since: From when, where it says so.
        changed: The new value, where no old one is named; `old` is empty then.
    """

    text: str
    old: str
    new: str
    source: Span
    since: datetime | None
    changed: Changed | None = None


def read_replaced(
    message: Message, stated: Sequence[Candidate], *, now: datetime, user: str = ""
) -> Iterator[Replaced]:
    """Read the sentences of a message that put one value in the place of another.

    Args:
        message: Any message.
        stated: What `infold.memory.extraction.read_facts` read of it: what that has read is passed.
        now: The clock.
        user: As there.

    Yields:
        In order. Linear; some 0.1 ms for a message of 30 words.
    """
    at = None if message.at is None else min(message.at, now)
    for heard in hear(message, user=user):
        if heard.is_tool or works_on_text(heard.original):
            continue
        for piece in sentences(heard.text):
            if opens_play(piece.text) >= 0 or is_joke(piece.text):
                break
            inside = any(
                one.source.part == heard.part
                and one.source.start < piece.end
                and piece.start < one.source.end
                for one in stated
            )
            found = None if inside else read_replacement(piece.text)
            changed = (
                None if inside or found or not _tells(piece.text) else read_changed(piece.text)
            )
            if changed is not None:
                found = Replacement(old="", new=changed.new)
            if found is None:
                continue
            time = read_period(piece.text, at)
            text = piece.text.strip()
            start = piece.start + piece.text.index(text)
            yield Replaced(
                text=" ".join(text.split()),
                old=found.old,
                new=found.new,
                source=Span(
                    message=message.id, part=heard.part, start=start, end=start + len(text)
                ),
                since=None if time is None else time.since,
                changed=changed,
            )


def _tells(sentence: str) -> bool:
    """Whether a sentence says what is so: it neither asks, supposes nor reports."""
    if len(sentence) > _LONGEST or is_question(sentence):
        return False
    return not (is_supposed(sentence) or is_reported(sentence))


def read_replacement(sentence: str) -> Replacement | None:
    """Read which value takes the place of which.

    Args:
        sentence: A sentence.

    Returns:
        None where it says no such thing, asks, supposes, or tells what others say.
    """
    if not _tells(sentence):
        return None
    for pattern in _PATTERNS:
        match = pattern.search(sentence)
        if match is None:
            continue
        old, new = match["old"].strip(), match["new"].strip().rstrip(".")
        if old and new and old.lower() != new.lower():
            return Replacement(old=old, new=new)
    return None

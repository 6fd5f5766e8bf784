"""A new value that names no old one: "I've switched to Vivaldi", "I'm back on Firefox".

What it takes the place of stands among what is known: what is of the same thing, where the clause
names one ("the energy supplier"); what ends with the same noun; what took the place of that to
which somebody goes back; or, where somebody uses one thing only, that one. Two statements that
differ in one stretch alone are of the same thing, too, where the newer one says that it is so now.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import SequenceMatcher
from typing import Final

from infold.core.facts import Fact
from infold.memory.own_slots import is_by_words
from infold.memory.same_value import TASTE, normal
from infold.text.analysis import analyze
from infold.text.scripts import CJK

__all__ = ["Changed", "is_of_now", "read_changed", "replaced_by", "same_frame"]

_WIDE: Final = re.compile(f"[{CJK}]")
_NEW: Final = (
    r"(?:the |my |our |an? |den |die |das |dem |der |eine?[nrm]? |mein\w* )?"
    r"(?P<new>[^\s,;:!?][^,;:!?\n]{0,40}?)"
)
_END: Final = (
    r"(?=\s*(?:[,;!?\n]|\.(?:\s|\Z)|\Z)|\s+(?:now|last|this|because|since|and|but|for|so|today"
    r"|again"
    r"|after|instead|weil|seit|und|aber|jetzt|nach|karena|sejak|dan|tapi|lagi|setelah|sekarang)\b)"
)
_THING: Final = r"(?P<thing>[^\s,;:!?][^,;:!?\n]{0,30}?)"
_TABLE: Final = r"""
    \b(?:i|we)(?:'ve|’ve| have| had)?(?: just| now| finally| recently| since)* (?:switched|changed
    ...|upgraded|downgraded|converted|migrated)(?: (?:the|my|our) «thing»)?(?: over
    ...| back)? to «new»«end»
    \b(?:i|we)(?:'m|'re|’m| am| are|'ve gone| have gone| went| moved| returned| switched)(?: now
    ...| all| just)* (?P<back>back) (?:on|to|with)(?: using| drinking| taking)? «new»«end»
    \b(?:ich|wir) (?:bin|sind|habe|haben|hab)(?: \w+){0,3}? (?:auf|zu|zum|zur) «new» (?:gewechselt
    ...|umgestiegen|umgestellt|(?P<back>zurückgewechselt|zurückgekehrt|zurückgegangen))\b
    \b(?:bin|sind)(?: ich| wir)? (?:jetzt )?(?P<back>wieder)(?: zurück)? (?:bei|beim|auf
    ...|zu) «new»«end»
    \b(?:ganti|pindah|beralih|(?P<back>balik|kembali))(?: lagi)? (?:ke|pakai|pake|memakai
    ...|menggunakan|minum|naik) «new»«end»
    (?:(?P<thing>[^\s，。,的我]{2,8})[我又已]?)?(?:(?P<back>又?换回|又?改回|又?用回|重新用)|换成
    ...|换到|改成|改用|升级成)了?(?P<new>[^\s，。,.!！了]{1,16}?)了?(?=\s*(?:[，,。.!！]|\Z))
    (?:(?P<thing>[^\s、。はを]{2,10})[をは])?(?P<back>また|再び
    ...|元の)?(?P<new>[^\s、。はを]{1,14}?)に(?:変え|替え|乗り換え|切り替え|変更し|買い替え
    ...|(?P<back2>戻し|戻り))(?:ました|た)
    (?:(?P<thing>[^\s,.]{2,10}?)[을를은는] )?(?P<back>다시 )?(?P<new>[^\s,.]+?(?: [^\s,.]+?)?)
    ...(?:으로|로) (?:완전히 |다 )?(?:바꿨|갈아탔|옮겼|교체했|변경했
    ...|(?P<back2>돌아왔|돌아갔|되돌렸))
    (?P<thing>[^\s,.]{2,10}) (?P<new>[^\s,.]+(?: [^\s,.]+?)?)로 (?P<back>)바꿨
"""
_PATTERNS: Final = tuple(
    re.compile(
        line.replace("«new»", _NEW).replace("«end»", _END).replace("«thing»", _THING),
        re.IGNORECASE,
    )
    for line in re.sub(r"\n\s*\.\.\.", "", _TABLE).strip().split("\n    ")
)
_TIMES: Final = re.compile(
    r"昨天|今天|最近|上周|上个?月|去年|今年|刚刚?|已经|后来|现在|终于|我|先月|先週|昨日|今日|今"
    r"|어제|오늘|최근|지난주|지난달"
)
"""Words of time that stand where a thing may."""
_NO_VALUE: Final = re.compile(
    r"(?:normal|it|that|this|them|work|sleep|bed|school|home|square one|you|the (?:start|beginning"
    r"|topic|question|point)|track|topic|thema|arbeit|kerja|rumah|topik|awal|awalnya|家|原来|元|집"
    r"|일상|원점|본론)\b",
    re.IGNORECASE,
)
_USES: Final = re.compile(
    r"\b(?:use|using|drive|drink|drinking|take|ride|listen|play|read|shop|bank|nutze|benutze"
    r"|verwende|fahre|trinke|höre|pakai|pake|memakai|minum|naik|langganan)\b"
    r"|用|喝|开|听|使って|飲んで|聴いて|乗って|쓰|써|들어|마셔|타",
    re.IGNORECASE,
)
_NOW: Final = re.compile(
    r"\b(?:now|nowadays|these days|instead|again|gone up|gone down|went up|went down|raised|jetzt"
    r"|nun|inzwischen|mittlerweile|neuerdings|wieder|gestiegen|erhöht|sekarang|kini|jadi|naik jadi"
    r"|turun jadi|lagi)\b|现在|如今|改成?|换|又|涨到|降到|今は|今では|現在は|また|になりました"
    r"|上がって|지금은"
    r"|이제|요즘은|다시|올랐|내렸|바뀌",
    re.IGNORECASE,
)
_BESIDE: Final = re.compile(
    r"\b(?:also|too|as well|both|another|additionally|auch|ebenfalls|zusätzlich|außerdem|juga"
    r"|sekaligus|selain)\b|也|还|同时|另外|も|さらに|加えて|또한|도 |추가로",
    re.IGNORECASE,
)
_LOOSE: Final = re.compile(
    r"\b(?:now|nowadays|these days|instead|again|the|an?|is|are|'s|has|gone up to|gone down to"
    r"|went up to|went down to|jetzt|nun|inzwischen|mittlerweile|wieder|der|die|das|dem|den|mit|ein"
    r"|eine[nmr]?|sekarang|kini|lagi|jadi|adalah|always|usually|daily|(?:every"
    r"|each) (?:single )?\w+|setiap hari|tiap hari|jeden \w+)\b|现在|如今|又|已经"
    r"|每天|都"
    r"|今は|今では|現在は|また|지금은|이제|요즘은|다시|매일",
    re.IGNORECASE,
)
_UNITS: Final = re.compile(r"[\w£$€¥]+(?:[.,'’-]\w+)*|[^\w\s]")
_LEAST_COMMON: Final = 2
_MOST_APART: Final = 4
_MOST_WIDE: Final = 12
_SAME: Final = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """A value that is new.

    Attributes:
        new: As written.
        thing: What it is of, where the clause names it; empty else.
        goes_back: It was so before.
    """

    new: str
    thing: str = ""
    goes_back: bool = False


def read_changed(sentence: str) -> Changed | None:
    """Read which value is new in a sentence that tells a change and names no old one.

    Args:
        sentence: A sentence that neither asks nor supposes.

    Returns:
        None where it tells none. Linear.
    """
    for pattern in _PATTERNS:
        match = pattern.search(sentence)
        if match is None:
            continue
        groups = match.groupdict()
        new = match["new"].strip().rstrip(".")
        if not new or _NO_VALUE.match(new):
            return None
        back = bool(groups.get("back") or groups.get("back2"))
        thing = _TIMES.sub("", groups.get("thing") or "").strip()
        return Changed(new=new, thing=thing, goes_back=back)
    return None


def replaced_by(
    changed: Changed, known: Sequence[Fact], left: Collection[datetime] = ()
) -> Fact | None:
    """The fact in whose place a new value comes; None where that is not sure.

    Args:
        changed: The new value.
        known: What holds, in order of entry.
        left: When that ended to which somebody goes back: what began then took its place.
    """
    new = normal(changed.new)
    facts = [
        one
        for one in known
        if one.slot is not None and not one.slot.attribute.startswith(TASTE)
        if new not in normal(one.text)
    ]
    if changed.thing:
        thing = normal(changed.thing)
        of_it = [one for one in facts if _is_of(one, thing)]
        return of_it[-1] if of_it else None
    taken = [one for one in facts if _begins(one) in left]
    if taken:
        return taken[-1]
    headed = [one for one in facts if _head(new) and _head(new) in normal(one.text)]
    if headed:
        return headed[-1]
    used = [one for one in facts if _is_used(one)]
    return used[0] if len(used) == 1 else None


def same_frame(old: str, new: str) -> bool:
    """Whether two statements differ in one stretch alone, once words such as "now" are left out."""
    one, other = _units(old), _units(new)
    if not one or not other or one == other:
        return False
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    apart = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    first, last = apart[0], apart[-1]
    mine, theirs = one[first[1] : last[2]], other[first[3] : last[4]]
    most = _MOST_WIDE if _WIDE.search(new) else _MOST_APART
    if not (0 < len(mine) <= most and 0 < len(theirs) <= most):
        return False
    common = [*one[: first[1]], *one[last[2] :]]
    kept = {term for unit in common for term in analyze(unit)} if not _WIDE.search(new) else common
    least = _LEAST_COMMON if not _WIDE.search(new) else _LEAST_COMMON * 2
    return len(kept) >= least and len(common) >= _SAME * min(len(one), len(other))


def is_of_now(text: str) -> bool:
    """Whether a statement says that it is so now and was not before, and not beside another."""
    return _NOW.search(text) is not None and _BESIDE.search(text) is None


def _units(text: str) -> list[str]:
    bare = _LOOSE.sub(" ", text.lower().replace("’", "'")).strip(" .!?。！")
    return list(re.sub(r"[\s、，,]", "", bare)) if _WIDE.search(bare) else _UNITS.findall(bare)


def _is_of(fact: Fact, thing: str) -> bool:
    slot = fact.slot
    assert slot is not None, "known facts have a slot"
    return thing in (slot.attribute, slot.subject) or thing in normal(fact.text)


def _begins(fact: Fact) -> datetime | None:
    return fact.valid_from or fact.recorded_at


def _head(value: str) -> str:
    """The noun with which a Chinese value ends: 手机 of 小米手机."""
    is_han = len(value) > len("手机") and "\u4e00" <= value[-1] <= "\u9fff"
    return value[-2:] if is_han else ""


def _is_used(fact: Fact) -> bool:
    slot = fact.slot
    assert slot is not None, "known facts have a slot"
    return slot.attribute.startswith(("uses ", "subscribes ")) or (
        is_by_words(slot) and _USES.search(fact.text) is not None
    )

"""Whether a clause that ends something is of what a fact without a value says.

Such a fact is known by its words alone: "I sing in the Rochdale choir" ends with "I've left the
choir". What is left of the clause without the words that end, deny and name the speaker and the
time has to stand in the fact.
"""

from __future__ import annotations

import re
from typing import Final

from infold.memory import ending_words
from infold.text.analysis import analyze
from infold.text.scripts import CJK

__all__ = ["left_of"]

_WIDE: Final = re.compile(f"[{CJK}]")
_EMPTY_WORDS: Final = """
i we my our me us the a an to of in on at for from with it that this any more longer now just since
yesterday today last week month year ago finally recently really actually have has had been was were
am is are do does did don't doesn't didn't can't and but so because going go there altogether
ich wir mein meine meinen meiner mir mich uns der die das den dem ein eine einen seit gestern heute
letzte letzten woche monat jahr jetzt nun leider mehr nicht kein keine keinen habe hab bin ist sind
und aber weil auch noch schon ganz dort hier
saya aku gue kami kita yang itu ini lagi sudah udah sejak kemarin hari minggu bulan tahun lalu tidak
nggak gak sekarang karena dari di ke dan tapi dengan untuk
"""
_EMPTY: Final = frozenset(term for word in _EMPTY_WORDS.split() for term in (word, *analyze(word)))
_PASSES: Final = re.compile(
    r"\b(?:stopped (?:at|by|in|off|for)|left (?:at|for|home|early|late|some)|lost|ended up|put down"
    r"|let go of|closed (?:at|the)|off to|kicked off|liegen gelassen|gelassen|raus)\b"
)
"""What happens on a day and ends nothing."""
_WIDE_EMPTY: Final = re.compile(
    r"我们?|本人|已经|现在|目前|最近|昨天|今天|上周|上个?月|去年|今年|早上|晚上|中午|每天|每周"
    r"|再也?|不再|不|没有?|了|都|也|就|的|在|把|被|从|因为|所以"
    r"|私|僕|俺|今は|もう|最近|昨日|先週|先月|去年|毎日|毎朝|毎週|今年|ました|ません|ます|です"
    r"|ている|ていない"
    r"|저는|나는|제가|내가|저도|이제|더는|더 이상|지금은?|요즘|어제|지난주에?|지난달에?|매일|매주"
    r"|아침마다|아예|완전히|결국"
)
_RUN: Final = re.compile(r"[\u4e00-\u9fff]{1,}|[ァ-ヶー]{2,}|[a-z0-9][a-z0-9.+#-]*|[가-힣]{2,}")
_MARK: Final = re.compile(r"(?<=[가-힣]{2})(?:은|는|을|를|이|가|도|에서|에|으로|로|와|과|랑)\Z")
_HANGUL: Final = re.compile("[가-힣]")
_LEAST: Final = 2
_COVERED: Final = 0.6


def left_of(said: str, clause: str) -> bool:
    """Whether what an ending clause names stands in what a fact says.

    Args:
        said: The fact's words.
        clause: The clause that ends something.

    Returns:
        False where the clause names nothing. Linear.
    """
    return _left_wide(said, clause) if _WIDE.search(clause) else _left(said, clause)


def _left(said: str, clause: str) -> bool:
    low = clause.lower().replace("’", "'")
    if _PASSES.search(low):
        return False
    bare = ending_words.ENDS.sub(_only_words, low)
    terms = {term for term in analyze(bare) if term not in _EMPTY}
    return bool(terms) and terms <= set(analyze(said))


def _only_words(match: re.Match[str]) -> str:
    """Of words that end something around others, as "kein Fleisch mehr", those others."""
    inner = match[0].split()[1:-1]
    return f" {' '.join(inner)} "


def _left_wide(said: str, clause: str) -> bool:
    ends = ending_words.ENDS.search(clause)
    if ends is None:
        return False
    bare = _WIDE_EMPTY.sub(" ", clause.lower())
    runs = [_MARK.sub("", one) for one in _RUN.findall(bare)]
    if _HANGUL.search(clause):
        # What is done stands last; what it is done to, right before it.
        ahead = _WIDE_EMPTY.sub(" ", clause[: ends.start()].lower())
        before = [_MARK.sub("", one) for one in _RUN.findall(ahead)]
        runs = [one for one in before if len(one) >= _LEAST][-1:]
    low = said.lower()
    return any(
        len(one) >= _LEAST and _common(one, low) >= max(_LEAST, _COVERED * len(one)) for one in runs
    )


def _common(run: str, text: str) -> int:
    """The length of the longest piece of a run that stands in a text."""
    for size in range(len(run), _LEAST - 1, -1):
        if any(run[at : at + size] in text for at in range(len(run) - size + 1)):
            return size
    return 0

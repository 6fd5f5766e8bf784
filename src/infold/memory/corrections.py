"""A correction that names a value alone: "actually, make that mushrooms", "maaf, maksudku gudeg".

What it corrects stands in what was said right before it; its caller knows which fact that is.
"""

from __future__ import annotations

import re
from typing import Final

from infold.memory.unsaid import is_supposed
from infold.text.statements import is_question

__all__ = ["read_correction"]

_VALUE: Final = r"(?P<v>[^\s,;:.!?][^,;:!?\n]{0,48}?)"
_LAST: Final = (
    r"(?:,? (?:sorry|please|thanks|my bad|my mistake|haha|lol|bitte|sorry|danke|ya|maaf|dong"
    r"|deh))*\s*[.!]*\s*\Z"
)
_PATTERNS: Final = (
    re.compile(
        r"\W*(?:(?:oh|ah|oops|wait|sorry|hmm+|no|nope|well|ok|okay|hang on|hold on|my bad"
        r"|my mistake|actually"
        r"|correction|scratch that|i mean|er|uh|um|argh|whoops|ups|wrong)\b[\s,.!:–—-]*)*"
        r"(?:make (?:that|it)|i meant(?: to say)?|i mean|(?:it|that) should (?:be|read|say"
        r"|have been)"
        r"|(?:it|that)(?:'s| is| was)(?: actually| really)?|should be|correction:?|rather)"
        rf" (?!not\b|wrong\b|it\b|that\b|a (?:joke|mistake)|true\b|fine\b|ok\b|great\b"
        rf"|the case)(?:an? |the )?{_VALUE}"
        rf"(?:,? (?:not|instead of|rather than|and not) [^.!?]{{1,30}}| instead| actually"
        rf"| then)?{_LAST}",
        re.IGNORECASE,
    ),
    re.compile(
        r"\W*(?:(?:oh|ach|ups|hoppla|moment|sorry|nein|halt|quatsch|stopp|entschuldigung|äh|ähm"
        r"|tut mir leid|korrektur|falsch"
        r"|vertippt|verzeihung|mist|pardon)\b[\s,.!:–—-]*)*"
        r"(?:ich mein(?:t)?e(?: natürlich| eigentlich)?|(?:es|das) (?:ist|heißt|muss|müsste"
        r"|sollte|war)(?: natürlich| eigentlich"
        r"| doch)?|richtig (?:ist|wäre)|gemeint (?:ist|war)|sollte|doch(?: lieber)?|korrektur:?"
        r"|besser gesagt|vielmehr)"
        rf" (?!nicht\b|falsch\b|mir\b|egal\b|so\b)(?:eine? |der |die |das )?{_VALUE}(?: (?:sein"
        rf"|heißen|lauten))?"
        rf"(?:,? (?:nicht|statt|und nicht) [^.!?]{{1,30}})?{_LAST}",
        re.IGNORECASE,
    ),
    re.compile(
        r"\W*(?:(?:eh|oh|ups|aduh|maaf|sori|sorry|bukan|salah|ralat|koreksi|tunggu|bentar|eits"
        r"|waduh|wait|keliru|salah ketik"
        r"|salah sebut)\b[\s,.!:–—-]*)*"
        r"(?:maksud(?:ku| saya| gue)(?: sih| itu| adalah)?|harusnya|seharusnya|yang benar(?: itu"
        r"| adalah)?|jadinya|ralat:?|koreksi:?"
        rf"|tepatnya) (?!bukan\b|tidak\b){_VALUE}(?:,? bukan [^.!?]{{1,30}})?{_LAST}",
        re.IGNORECASE,
    ),
    re.compile(
        r"\W*(?:(?:啊|哦|哎呀|等等|不好意思|抱歉|不对|不是|错了|说错了|打错了|更正(?:一下)?"
        r"|纠正一下|口误|对不起|不不不?|我说错了|记错了)[\s,，。.!！:：]*)+"
        r"(?:应该|其实|我是说|我说的|我指的|正确的|准确地说)?(?:是|说|改成"
        r"|换成)(?P<v>[^，。,.!！？?]{1,20}?)(?:才对|才是|来着)?[\s。.!！]*\Z"
    ),
    re.compile(
        r"\W*(?:(?:あ|あっ|えっと|すみません|ごめん(?:なさい)?|失礼(?:しました)?|訂正(?:します)?"
        r"|いや|違う|違った|違います|間違え(?:た|ました)"
        r"|間違い(?:でした)?|言い間違え(?:た|ました)?|やっぱり|やっぱ|いえ|書き間違え(?:た"
        r"|ました)?)[\s、,。.!！:：]*)+"
        r"(?:正しくは|本当は|正解は|実は)?(?P<v>[^\s、。はがを!！？?]{1,20}?)(?:です|でした|だ"
        r"|だった|の間違い(?:です|でした)|が正しいです|に訂正します"
        r"|のほうです|の方です)[\s。.!！笑wｗ]*\Z"
    ),
    re.compile(
        r"\W*(?:(?:아|앗|어|참|아니|아니다|아니요|아뇨|죄송(?:해요|합니다)?|미안(?:해요)?"
        r"|잠깐(?:만요)?|정정(?:할게요|합니다)?|실수|잘못 말했(?:어요|네요"
        r"|습니다)|틀렸(?:어요|네요)|헷갈렸(?:어요|네요))[\s,.!~ㅋㅎㅠ]*)+"
        r"(?:사실(?:은)? |정확히는 |제 말은 |맞는 건 )?(?P<v>[^\s,.!?][^,.!?]{0,20}?)(?:이에요"
        r"|예요|에요|입니다|이야|야|이었어요|였어요|로 정정할게요)"
        r"[\s.!~ㅋㅎㅠ]*\Z"
    ),
)
"""How a correction opens, and the value behind it."""
_MOST_WORDS: Final = 6


def read_correction(text: str) -> tuple[str, int] | None:
    """Read the value that a message puts in the place of one that was just said.

    Args:
        text: A whole message: a correction says nothing else.

    Returns:
        The value and its place; None where it is no correction, or says of what it is.
    """
    line = text.strip()
    if not line or len(line) > 120 or is_question(line) or is_supposed(line):
        return None
    for pattern in _PATTERNS:
        match = pattern.match(line)
        if match is not None and len(match["v"].split()) <= _MOST_WORDS:
            return match["v"], text.index(line) + match.start("v")
    return None

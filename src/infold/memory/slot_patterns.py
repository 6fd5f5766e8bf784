"""How a note says what the rules of extraction leave: meat, what is consumed, what was left.

They read whole notes in six languages. Values are found by their place alone; what they are is
never listed.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["CONSUMED", "ENDS", "LEFT", "MEAT"]

MEAT: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        (
            r"\A\W*(?:(?:i|the user|my \w+|(?-i:[A-Z]\w+))\s+)?"
            r"(?:(?:now|still|often|also|never|always|no longer|do not|does not"
            r"|don['’]t|doesn['’]t)\s+)*eats? (?P<v>meat)"
            r"(?: (?:again|now|any ?more|too|daily|at all|(?:every|once a|twice a|most) \w+))*\W*\Z"
        ),
        (
            r"\A\W*(?:ich\s+)?(?:esse|isst)(?: (?:jeden tag|jede woche|täglich|wieder"
            r"|oft|gerne?|jetzt|immer|auch|viel|kein|nie))* (?P<v>fleisch)(?: mehr)?\W*\Z"
        ),
        (
            r"\A\W*(?:(?:saya|aku)\s+)?(?:(?:tidak|masih|sering|suka) )*(?:me)?makan "
            r"(?P<v>daging)"
            r"(?: (?:lagi|sekarang|(?:se)?tiap (?:hari|minggu)))*\W*\Z"
        ),
        r"\A我?(?:现在|每天|每周|经常|常常|都|又|还|也|从来?|不再?)*吃(?P<v>肉)(?:了|的)?\W*\Z",
        (
            r"\A(?:[私僕俺]は)?(?:毎日|毎週|よく|いつも|また|もう|全く)*(?P<v>肉)[をはも]"
            r"(?:食べる|食べます|食べない|食べません|食べてい(?:る|ます|ない|ません))\W*\Z"
        ),
        (
            r"\A(?:(?:저는|나는|전|난) )?(?:(?:매일|매주|자주|항상|다시|요즘|이제) )*"
            r"(?P<v>고기)[를는도]? ?(?:안 ?)?(?:먹는다|먹습니다|먹어요|먹지 ?않\w+)\W*\Z"
        ),
    )
)
"""Who eats meat has another diet than who eats none: now and then counts, red meat alone does not.
"""

CONSUMED: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        (
            r"\W*(?:(?:i|the user|user)\s+)?"
            r"(?:(?:now|still|often|also|always|mostly|usually)\s+)*"
            r"(?P<no>never |no longer |do(?:es)? not |do(?:es)?n['’]t )?(?:eat|drink|smoke)s? "
            r"(?!out\b|at\b|in\b|a lot\b|too\b)(?P<v>[^\W\d][^\d,;:.!?]{1,30}?)"
            r"(?P<no2> any ?more)?(?: (?:again|now|daily|regularly|often|a lot|too"
            r"|(?:every|each|in the|at|once an?|twice an?|most|for) .+"
            r"|with (?:my |his |her )?(?:meals?|breakfast|lunch|dinner)))?\W*"
        ),
        (
            r"\W*(?:(?:ich|der nutzer|die nutzerin)\s+)?(?:isst|esse|trinkt?e?|rauche?t?)"
            r"(?: (?:jeden? \w+|täglich|oft|gerne?|jetzt|immer|viel|wieder|morgens|abends|nur))*"
            r" (?P<no>keine?n? |nie )?(?P<v>[^\W\d][^\d,;:.!?]{1,30}?)"
            r"(?P<no2> nicht| nicht mehr| mehr)?"
            r"(?: (?:am|zum|jeden|jede|beim) .+)?\W*"
        ),
        (
            r"\W*(?:(?:saya|aku|pengguna)\s+)?(?:(?:sudah|masih|sering|selalu|biasa)\s+)*"
            r"(?P<no>(?:tidak|nggak|gak|tak)(?: pernah)? )?(?:makan|minum|merokok) "
            r"(?P<v>[^\W\d][^\d,;:.!?]{1,30}?)(?: lagi)?(?: (?:(?:se)?tiap|setelah|sebelum) .+)?\W*"
        ),
        (
            r"\W*(?:我|用户)?(?:现在|每天|每周|经常|常常|都|还|也|早上|晚上)*"
            r"(?P<no>从不|不再|不|从来不)?"
            r"[吃喝抽](?P<v>[\u4e00-\u9fff]{1,8}?)了?\W*"
        ),
        (
            r"\W*(?:[私僕俺]は)?(?:毎日|毎朝|毎晩|毎週|よく|いつも|もう|全く)*"
            r"(?P<v>[^\s、。はをも\d]{1,10})"
            r"[をはも](?:毎日|毎朝|毎晩|よく|もう|全く)*(?:飲|食べ|吸|呑)"
            r"(?:む|みます|んでい(?:る|ます)|る|ます|てい(?:る|ます)|う|います"
            r"|(?P<no>まない|みません|ない|ません|わない|いません))\W*"
        ),
        (
            r"\W*(?:(?:저는|나는|전|난) )?(?:(?:매일|매주|자주|항상|이제|요즘|더 이상) )*"
            r"(?P<v>[가-힣]{1,8}?)[을를은는도]? ?(?P<no>안 )?"
            r"(?:마시|마신다|마십니다|마셔요|먹|먹는다|먹습니다|먹어요|피운다|피웁니다|피워요)"
            r"(?P<no2>지 ?(?:않|못)\w+)?\W*"
        ),
    )
)
"""What somebody eats, drinks or smokes; `no` where he does not."""

ENDS: Final = re.compile(
    r"\b(?:no longer|not|never|n['’]t|left|quit|stopped|resigned|moved (?:out|away)|gave up"
    r"|nicht mehr|nicht|kein\w*|tidak|bukan|gak|nggak)\b|n['’]t\b"
    r"|不再|没有?|不(?!过)|ない|ません|なくなっ|辞め|안 |않|그만|퇴사|더 ?이상",
    re.IGNORECASE,
)
"""Says that a value does not hold, or no more."""

_WHAT: Final = r"(?P<v>[^\s,.;:!?()][^,;:!?()\n]{0,80})"
LEFT: Final = (
    (
        "employer",
        re.compile(
            r"\b(?:left|quit|resigned from|stopped working (?:at|for)|no longer (?:at|with)) "
            + _WHAT,
            re.IGNORECASE,
        ),
    ),
    ("city", re.compile(rf"\b(?:moved (?:out of|away from)|left) {_WHAT}", re.IGNORECASE)),
)
"""What is ended by its own verb."""

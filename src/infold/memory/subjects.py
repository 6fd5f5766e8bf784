"""Of whom a statement speaks: its user, or somebody whom it names; in six languages.

"My sister lives in Rome" says nothing of where its user lives. Whom it speaks of is told by what
stands before the verb: a possessive with a noun, a name, or a topic.
"""

from __future__ import annotations

import re
from typing import Final

from infold.memory.relations import RELATIONS

__all__ = ["USER", "is_of_somebody", "named_subject", "subject_of"]

USER: Final = "user"
"""Subject of what a user says of himself, or a program of its user."""

_VERBS: Final = (
    r"(?:lives?|living|works?|moved|resides?|likes?|loves?|hates?|dislikes?|prefers?|enjoys?|eats?"
    r"|left|has|does(?:n['’]t| not)|no longer|never|turned|became"
    r"|is (?:now |not |still )*(?:an? )?(?:\d+|based|called|married|single|divorced|engaged|widowed"
    r"|veg\w+)"
    r"|wohnt|lebt|arbeitet|mag|liebt|hasst|zieht|heißt"
    r"|ist (?:\d+|nach|verheiratet|ledig|geschieden|veg\w+)"
    r"|tinggal|menetap|bekerja|kerja|pindah|suka|benci|tidak)\b"
)
_ADVERBS: Final = r"(?:(?:now|still|just|currently|also|jetzt|nun|sekarang|sudah)\s+)*"
_OWNED: Final = re.compile(
    r"\W*(?:my|our|his|her|their|(?:the )?user['’]s|meine?|unsere?|seine?|ihre?)\s+"
    r"(?P<who>[\w-]+(?:\s[\w-]+)?)\s+"
    rf"{_ADVERBS}{_VERBS}",
    re.IGNORECASE,
)
_OWNED_AFTER: Final = re.compile(
    rf"\W*(?P<who>\w{{3,}}?)(?:ku|nya|\s+(?:saya|aku|kami|kita))\s+{_ADVERBS}{_VERBS}",
    re.IGNORECASE,
)
_NAMED: Final = re.compile(
    r"\W*(?P<who>[A-ZÀ-Þ][\w-]+(?: [A-ZÀ-Þ][\w-]+)?)(?P<rest>(?P<owns>['’]s)?)\s+"
    rf"(?:(?:now|still|just|currently|also|jetzt)\s+)*(?:{_VERBS}|(?:is|isn['’]t)\s|(?<=['’]s ))"
)
_RELATIVES: Final = re.compile(
    r"(?:我的?|他的?|她的?)(?P<who>妈妈|爸爸|母亲|父亲|哥哥|弟弟|姐姐|妹妹|妻子|丈夫|老婆|老公|儿子|女儿"
    r"|朋友|同事|老板|女朋友|男朋友|爷爷|奶奶|邻居|室友)(?!叫|是|的)"
)
_CHINESE_NAME: Final = re.compile(
    r"\W*(?P<who>(?![上下去今昨前刚最近从自这本])[\u4e00-\u9fff]{2,3}?)(?:现在|已经|不再)?(?:住在|居住在|搬[到去]|在[^，。]+(?:工作|上班))"
)
_TOPIC: Final = re.compile(
    r"\W*(?P<who>[^\s、。,，は]{1,10}?)は[^。]*(?:住|引っ越|働|勤|暮らし|歳)"
)
_KOREAN: Final = re.compile(
    r"\W*(?:(?:제|내|우리)\s?)?(?P<who>형|[가-힣]{2,6}?)(?:은|는|이|가)\s[^.]*(?:살|산다|이사|일하|일해|일합|근무|다니|다녀)"
)
_NOBODY_WORDS: Final = """
i we she he they it you user this that there ich wir sie er es du saya aku kami kita dia now
nobody someone everyone also and but currently name nama home
私 僕 俺 今 現在 ユーザー 今日 最近 我 我们 他 她 现在 目前 已经 用户 我现在 我已经 我也 我还 不再
저 나 우리 지금 이제 현재 요즘 오늘 사용자 저희
"""
_NOBODY: Final = frozenset(_NOBODY_WORDS.split())

_SOMEBODY: Final = re.compile(
    r"\W*(?:(?:also|now|still|currently|jetzt|nun|auch|sekarang|juga)\s+)*"
    r"(?:(?:s?he|they|er|dia|ia|beliau|mereka|his|her|their|seine?[mnrs]?|ihre?[mnrs]?)\s+\w"
    r"|sie\s+\w)"
    r"|\W*(?:nama|nomor|alamat|email|umur|usia|pekerjaan|hobi|<kin>)nya\s+\w"
    r"|\W*(?:[a-zäöüß]+\s+){1,2}(?:wohnt|lebt|arbeitet|mag|ist|hat|isst|trinkt)\s+(?:er|sie)\b"
    r"|\W*(?:现在|目前|今年|其实|也)*[他她](?=.)"
    r"|\W*(?:今|現在|実)?は?、?彼(?:女)?ら?(?=[はのがもに])"
    r"|\W*(?:(?:지금|이제|현재|요즘)(?:은|는)? )*(?:그|그녀|그들|걔|그 ?분|그 ?사람)"
    r"(?:는|은|이|가|의|도)\s*\w".replace(
        "<kin>", "|".join(sorted(one for one in RELATIONS if one.isascii()))
    ),
    re.IGNORECASE,
)
"""A third person whom nothing names."""


def is_of_somebody(text: str) -> bool:
    """Whether a text speaks of a third person whom it does not name: "She lives in Oslo".

    Nobody knows who is meant, so it says nothing of its user.

    Args:
        text: One statement.
    """
    return _SOMEBODY.match(text) is not None


def subject_of(text: str) -> str:
    """Of whom a text speaks, in lower case; `USER` where it names nobody else.

    Args:
        text: One statement.
    """
    found = named_subject(text)
    return USER if found is None else found[0]


def named_subject(text: str) -> tuple[str, int, bool] | None:
    """Whom a text names as the one of whom it speaks.

    Args:
        text: One statement.

    Returns:
        Who, in lower case, somebody near to its user as `user's sister`; where what is said of him
        begins; and whether that is something of his. None where it names nobody else.
    """
    for pattern in (_OWNED, _OWNED_AFTER, _NAMED, _RELATIVES, _CHINESE_NAME, _TOPIC, _KOREAN):
        match = pattern.search(text) if pattern is _RELATIVES else pattern.match(text)
        if match is None:
            continue
        who = match["who"].casefold()
        if who in _NOBODY or who.split()[0] in _NOBODY or who.startswith("我"):
            continue
        near = pattern in (_OWNED, _OWNED_AFTER, _RELATIVES)
        kin = RELATIONS.get(who) or RELATIONS.get(who.split()[-1])
        if near or (kin is not None and pattern in (_TOPIC, _KOREAN)):
            who = f"{USER}'s {kin or who}"
        end = match.end("rest") if "rest" in match.groupdict() else match.end("who")
        return who, end, bool(match.groupdict().get("owns"))
    return None

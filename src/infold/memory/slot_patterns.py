"""How people say what a slot holds: patterns of closed classes of words, in six languages.

In a pattern `V>` stands for a value behind its sign, `<V` for one before it, and `<A>` for what the
attribute is about. Values are found by
their place alone; what they are is never listed.
"""

from __future__ import annotations

import re
from itertools import count
from typing import Final

__all__ = ["ATTRIBUTES", "ENDS", "FAVOURITE", "LIKES", "OPPOSED", "RELATIONS"]

_VALUE: Final = r"(?P<v>[^\s,.;:!?()。，、！？；：][^,;:!?()。，、！？；：\n]{0,80})"
_WIDE_VALUE: Final = (
    r"(?P<v>[^\s,.;:!?()。，、！？；：]{1,24}?(?: [^\s,.;:!?()。，、！？；：]{1,16}?){0,3})"
)
_ABOUT: Final = r"(?P<a>[^\s,.;:!?()。，、！？；：]{1,24}(?: [^\s,.;:!?()。，、！？；：]{1,16})?)"
_IS: Final = r"(?: is|'s|’s|:| =) (?:an? |the |now |still |called |named )*"
_ONE: Final = (
    "(?P<a>wife|husband|partner|girlfriend|boyfriend|boss|manager|doctor|dentist|landlord|therapist"
    "|lawyer|accountant|dog|cat)"
)
_EINER: Final = "(?P<a>frau|mann|partner(?:in)?|chef(?:in)?|arzt|ärztin|zahnarzt|hund|katze)"
_WHOSE: Final = r"\b(?:my|our|his|her|their|the user['’]s|user['’]s|[A-Z]\w+['’]s)"
_IST: Final = r"(?: ist| heißt| lautet|:)(?: jetzt| nun)? "
_GROUP: Final = re.compile(r"\(\?P<([av])>")
_SEHR: Final = r"(?:(?:정말|진짜|아주|매우|너무|참|무척|많이|제일|가장) )*"
_COPULA: Final = r"(?:입니다|이에요|예요|이야|야|다)?"


def _rules(*patterns: str) -> tuple[re.Pattern[str], ...]:
    made = []
    for pattern in patterns:
        # A value before its sign ends where the sign begins, one behind it where the clause ends.
        text = pattern.replace("<V", _WIDE_VALUE).replace("V>", _VALUE).replace("<A>", _ABOUT)
        # A pattern may have one name once: groups of alternatives are numbered.
        numbers = count()
        named = _GROUP.sub(lambda match: f"(?P<{match[1]}{next(numbers)}>", text)  # noqa: B023 - called at once
        made.append(re.compile(named, re.IGNORECASE))
    return tuple(made)


ATTRIBUTES: Final[dict[str, tuple[re.Pattern[str], ...]]] = {
    "city": _rules(
        r"\b(?:live[sd]?|living|resid(?:e[sd]?|ing)|based|moved|relocated|settled)"
        r"(?: (?:now|again|back))* (?:in|to|at) V>",
        rf"{_WHOSE} (?:home|home ?town|city|place of residence){_IS}V>",
        r"\b(?:wohn\w*|leb\w+)(?: (?:jetzt|nun|wieder|nicht mehr|nicht|momentan|aktuell))* in V>",
        r"\bnach V>(?= (?:um)?gezogen)|\bzieh\w*(?: jetzt)? nach V>",
        r"\b(?:tinggal|menetap|berdomisili)(?: (?:sekarang|lagi))* di V>|\bpindah ke V>",
        r"(?:住在|居住在|现居|搬[到去](?:了)?|定居在?)V>",
        r"<V(?:に|へ)(?:住んで|住み|住む|引っ越し|引越し|転居|移り住)|<Vで暮らし",
        r"<V(?:에|에서) ?(?:살고|살아|살았|삽니다|산다|사는|거주|안 ?살|살지)|<V(?:으로|로) ?이사",
    ),
    "name": _rules(
        rf"{_WHOSE} (?:full |first |last )?name{_IS}V>|\b(?:i am|i'm|is) called V>",
        r"\b(?:call me|goes by) V>",
        rf"\b(?:ich heiße|(?:mein|ihr|sein) name{_IST})V>|\bheißt V>",
        r"\bnama(?:nya|ku| saya| aku| dia)(?: adalah| sekarang)? V>",
        r"我叫V>|名字(?:是|叫)V>|姓名[:：是]V>",
        r"名前は<V(?:です|だ|といい|$)|<Vと(?:申し|いいます|言います)",
        rf"이름은 ?<V{_COPULA}(?:[.!]|$)",
    ),
    "employer": _rules(
        r"\b(?:work(?:s|ed|ing)?|employed)(?: now)? (?:at|for|by) V>",
        rf"{_WHOSE} (?:employer|company){_IS}V>",
        r"\barbeite[nt]?(?: (?:jetzt|nun|wieder|nicht mehr|nicht))* (?:bei|für) V>",
        r"\b(?:bekerja|kerja)(?: (?:sekarang|lagi))* di V>",
        r"在(?P<v>[^\s,.;:!?()。，、！？；：]{1,16}?)(?:工作|上班|任职|就职)|就职于V>",
        r"<Vで(?:働い|働き|勤務)|<Vに(?:勤めて|勤め|勤務)",
        r"<V에서 ?(?:일하|일해|일합|일한|근무)|<V에 ?(?:다니|다녀|다닙)",
    ),
    "job": _rules(
        r"\b(?:work(?:s|ed|ing)?|employed)(?: now)? as (?:an? |the )?V>",
        rf"{_WHOSE} (?:job(?: title)?|profession|occupation|role|position){_IS}V>",
        rf"\barbeite[nt]?(?: jetzt)? als V>|\bvon beruf V>|\bberuf{_IST}V>",
        r"\b(?:bekerja|kerja) sebagai V>|\bpekerjaan(?:nya|ku| saya)(?: adalah)? V>",
        r"(?:职业|工作)是V>",
        r"(?:職業|仕事)は<V(?:です|だ|$)|<Vとして(?:働|勤務)",
        rf"직업은 ?<V{_COPULA}(?:[.!]|$)|<V(?:으로|로) ?(?:일하|일해|일합)",
    ),
    "age": _rules(
        r"\b(?P<v>\d{1,3}) years? old\b|\bage(?: is|:) (?P<v>\d{1,3})\b",
        r"\b(?P<v>\d{1,3}) Jahre alt\b",
        r"\b(?:umur|usia|berumur|berusia)(?:nya|ku| saya)?(?: adalah)? (?P<v>\d{1,3})\b",
        r"(?P<v>\d{1,3}) ?岁",
        r"(?P<v>\d{1,3}) ?歳",
        r"(?P<v>\d{1,3}) ?(?:살|세)(?!\w*월)",
    ),
    "birthday": _rules(
        rf"{_WHOSE} birthday{_IS}(?:on )?V>|\bborn on V>",
        r"\bgeburtstag(?: ist)?(?: am)? V>",
        r"\b(?:ulang tahun(?:nya|ku| saya)?(?: adalah| pada)?|lahir(?: pada)?) V>",
        r"生日是V>",
        r"誕生日は<V(?:です|だ|$)",
        rf"생일은 ?<V{_COPULA}(?:[.!]|$)",
    ),
    "marital status": _rules(
        r"\b(?:am|is|i'm|got) (?:now |still )?(?P<v>married|single|divorced|engaged|widowed)\b",
        r"\b(?:bin|ist)(?: jetzt)? (?P<v>verheiratet|ledig|geschieden|verlobt|verwitwet)\b",
        r"\b(?:sudah |belum )?(?P<v>menikah|lajang|bercerai|bertunangan)\b",
        r"(?P<v>已婚|未婚|单身|离婚|离异)|\A我?(?:已经|刚刚?|去年)?(?:没有?)?(?P<v>结婚)了?\W*\Z",
        r"(?P<v>既婚|独身|離婚|結婚し)",
        r"(?P<v>기혼|미혼|이혼|결혼)",
    ),
    "diet": _rules(
        r"\b(?:am|is|i'm|became|turned|went|eats?)(?: an?| now| strictly)* "
        r"(?P<v>vegetarian|vegan|pescatarian|omnivore)\b",
        r"\b(?:bin|ist|lebe|lebt|esse|isst)(?: jetzt| eine?)? (?P<v>vegetarisch|vegan"
        r"|vegetarier(?:in)?|veganer(?:in)?)\b",
        r"\bseorang (?P<v>vegetarian|vegan)\b",
        r"\A\W*(?:saya|aku|dia)(?: adalah| sekarang| sudah| bukan| tidak)* "
        r"(?P<v>vegetarian|vegan)\b",
        r"(?P<v>素食|纯素)|\A我?(?:现在|一直|每天|已经|还|只)*吃(?P<v>素)(?:了|的)?\W*\Z",
        r"(?P<v>ベジタリアン|ヴィーガン|ビーガン)",
        r"(?P<v>채식|비건)",
        # Whoever eats meat is none of these. What is eaten now and then counts, red meat alone
        # does not.
        r"\A\W*(?:(?:i|he|she|the user|my \w+|(?-i:[A-Z]\w+))\s+)?(?:(?:now|still|often|also|never"
        r"|always|no longer|do not|does not|don['’]t|doesn['’]t)\s+)*eats? (?P<v>meat)"
        r"(?: (?:again|now|any ?more|too|daily|at all|(?:every|once a|twice a|most) \w+))*\W*\Z",
        r"\A\W*(?:(?:ich|er|sie)\s+)?(?:esse|isst)(?: (?:jeden tag|jede woche|täglich|wieder|oft"
        r"|gerne?|jetzt|immer|auch|viel|kein|nie))* (?P<v>fleisch)(?: mehr)?\W*\Z",
        r"\A\W*(?:(?:saya|aku|dia)\s+)?(?:(?:tidak|masih|sering|suka) )*(?:me)?makan (?P<v>daging)"
        r"(?: (?:lagi|sekarang|(?:se)?tiap (?:hari|minggu)))*\W*\Z",
        r"\A我?(?:现在|每天|每周|经常|常常|都|又|还|也|从来?|不再?)*吃(?P<v>肉)(?:了|的)?\W*\Z",
        r"\A(?:[私僕俺]は)?(?:毎日|毎週|よく|いつも|また|もう|全く)*(?P<v>肉)[をはも]"
        r"(?:食べる|食べます|食べない|食べません|食べてい(?:る|ます|ない|ません))\W*\Z",
        r"\A(?:(?:저는|나는|전|난) )?(?:(?:매일|매주|자주|항상|다시|요즘|이제) )*"
        r"(?P<v>고기)[를는도]? ?(?:안 ?)?(?:먹는다|먹습니다|먹어요|먹지 ?않\w+)\W*\Z",
    ),
    "time zone": _rules(
        rf"{_WHOSE} time ?zone{_IS}V>|\btime ?zone(?: is|:) V>|\bzeitzone(?: ist|:) V>",
        r"\bzona waktu(?:nya| saya)?(?: adalah)? V>|时区是V>|タイムゾーンは<V(?:です|$)",
        rf"시간대는 ?<V{_COPULA}(?:[.!]|$)",
    ),
}
"""Attribute → its patterns. A user has one of each at a time."""

RELATIONS: Final = _rules(
    rf"{_WHOSE} {_ONE}(?:['’]s name)?{_IS}V>",
    rf"\bmeine?n? {_EINER}{_IST}V>",
    r"\b(?P<a>istri|suami|pacar|bos|dokter|anjing|kucing)(?:ku| saya)(?: bernama| adalah) V>",
    r"我的?(?P<a>妻子|丈夫|老板|医生|女朋友|男朋友|狗|猫)(?:叫|是|的名字是)V>",
    r"(?P<a>妻|夫|上司|彼女|彼氏|犬|猫)(?:の名前)?は<V(?:です|だ|といい|$)",
    rf"(?P<a>아내|남편|상사|[여남]자 ?친구|강아지|고양이)(?: 이름)?[은는] ?<V{_COPULA}(?:[.!]|$)",
)
"""Who somebody's one and only is: the relation is the attribute."""

FAVOURITE: Final = _rules(
    rf"\bfavou?rite <A>{_IS}V>",
    r"\blieblings(?P<a>\w+) (?:ist|heißt)(?: jetzt)? V>",
    r"\b<A> (?:favorit|kesukaan)(?:ku|nya| saya)?(?: adalah)? V>",
    r"最喜欢的<A>是V>",
    r"(?:一番)?好きな<A>は<V(?:です|だ|$)",
    rf"(?:가장|제일) 좋아하는 <A>[은는] ?<V{_COPULA}(?:[.!]|$)",
)

LIKES: Final = tuple(
    (value, pattern)
    for value, patterns in (
        (
            "no",
            _rules(
                r"\b(?:hates?|dislikes?|can['’]?t stand|cannot stand|(?:do|does)(?: not|n['’]t)"
                r" (?:really )?(?:like|love|enjoy))(?: to)? V>",
                r"\b(?:hass[et]\w*|verabscheu\w+) V>|\bmag (?:kein\w*) V>|\bmag V>(?= nicht\b)",
                r"\b(?:tidak|gak|nggak|kurang) suka V>|\b(?:benci|membenci) V>",
                r"(?:不喜欢|讨厌|不爱)V>",
                r"<V[がは](?:嫌い|きらい|苦手|好きでは|好きじゃ)",
                rf"<V(?:을|를|이|가|은|는)? ?{_SEHR}(?:싫어|싫|안 ?좋아|좋아하지 ?않)",
            ),
        ),
        (
            "yes",
            _rules(
                r"\b(?:likes?|loves?|enjoys?|adores?|(?:is|am) fond of|(?:is|am) into)(?: to)? V>",
                r"\b(?:mag|liebe|liebt)(?: sehr)? V>",
                r"\b(?:suka|menyukai|gemar) V>",
                r"(?<!不)(?:喜欢|热爱|爱吃|爱喝)V>",
                r"<V[がは](?:大)?(?:好き|すき)",
                rf"<V(?:을|를|이|가|은|는)? ?{_SEHR}(?:좋아|사랑)",
            ),
        ),
    )
    for pattern in patterns
)
"""Likes and dislikes: what is liked is the attribute, whether it is the value."""

ENDS: Final = re.compile(
    r"\b(?:no longer|not|never|n['’]t|left|quit|stopped|resigned|moved (?:out|away)|gave up"
    r"|nicht mehr|nicht|kein\w*|tidak|bukan|gak|nggak)\b|n['’]t\b"
    r"|不再|没有?|不(?!过)|ない|ません|なくなっ|辞め|안 |않|그만|퇴사|더 ?이상",
    re.IGNORECASE,
)
"""Says that a value does not hold, or no more."""

OPPOSED: Final = _rules(
    r"\b(?:left|quit|resigned from|stopped working (?:at|for)|no longer (?:at|with)) V>",
    r"\b(?:moved (?:out of|away from)|left) V>",
)
"""Ended by its own verb: of an employer, of a city."""

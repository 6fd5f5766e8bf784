"""Names of people, products and places, by form, title and a small list."""

import re
from collections.abc import Iterator
from typing import Final

from infold.text.dates import Found
from infold.text.gazetteer import KNOWN, PRODUCTS, WIDE_KNOWN
from infold.text.kinds import Kind
from infold.text.language import Language
from infold.text.scripts import CJK, HAN, HANGUL, KATAKANA

_CAPITAL: Final = (
    r"(?:[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]+(?:[A-Z]++[a-z]*+)*|[A-Z]{2,}[a-z]+[A-Za-z]*"
    r"|(?:NATS|AWS|GCP|IBM|SAP|NGINX)|[a-z]{1,3}[A-Z][A-Za-z]+)"
)
_LATIN: Final = re.compile(
    rf"(?<![A-Za-z0-9_À-ÿ'’.@/#:-]){_CAPITAL}(?:[ -](?:(?:van|von|de|da|del|der|bin|binti"
    rf"|al) )?{_CAPITAL}){{0,3}}"
    rf"(?![A-Za-z0-9_À-ÿ@/]|-\d)"
)
_FIRST: Final = re.compile(r"[A-ZÀ-Þa-z][\w-]*")
_START: Final = re.compile(r"(?:^|[.!?:;。！？\n\"“„(\[*_>|#•-]|\d[.)])[\s\"“„(*_]*\Z")
_SPEAKS: Final = re.compile(
    r"(?:'s|’s)? (?:said|says|wants|wanted|prefers|preferred|asked|told|lives|lived|works|worked"
    r"|moved|decided|confirmed|owns|needs"
    r"|likes|loves|hates|suggested|proposed|approved|rejected|joined|left|agreed|will|thinks"
    r"|thought|called|wrote|bought|booked"
    r"|reviewed|reported|mentioned|sagt|sagte|will|möchte|wohnt|arbeitet|hat|mag|bevorzugt|bilang"
    r"|suka|lebih|tinggal|ingin|setuju|akan)\b"
)
_TITLED: Final = re.compile(
    rf"\b(?:Mr|Mrs|Ms|Dr|Prof|Herr|Herrn|Frau|Pak|Bu|Ibu|Bapak|Mas|Mbak|Kak|Sir"
    rf"|Lady)\.? (?P<name>{_CAPITAL}(?: {_CAPITAL})?)"
)
_SURNAMES: Final = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾萧田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦"
    "付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤張劉陳楊黃趙吳孫馬羅鄭謝許韓馮鄧"
)
_CHINESE_TITLE: Final = "先生|女士|小姐|老师|经理|总监|工程师"
_CHINESE: Final = (
    rf"(?<![{HAN}])(?:[{_SURNAMES}](?={_CHINESE_TITLE}|总(?!是|共|数|计|体|结)|工(?=说|负责))"
    rf"|[小老][{_SURNAMES}](?![{HAN}]?(?:子|虎|师))"
    rf"|[{_SURNAMES}][{HAN}]{{1,2}}?(?={_CHINESE_TITLE}|说|认为|负责|建议|喜欢|住在|提议|同意|决定|提出"
    r"|表示|确认))"
)
_JAPANESE: Final = (
    rf"(?<![{HAN}{KATAKANA}])(?!皆|お客|お母|お父|神|奥|旦那|王|各位|何)[{HAN}{KATAKANA}]{{1,6}}"
    rf"(?=さん|様|くん|ちゃん|氏(?!名)|君(?![{HAN}])|部長|課長|先輩|先生)"
)
_KOREAN: Final = (
    rf"(?<![{HANGUL}])(?!고객|선생|사용자|손님|여러|부모|스승|하느|회원|형|누|아드|따)[{HANGUL}]{{2,4}}"
    rf"(?= ?(?:씨|님)(?![{HANGUL}]{{3,}})| (?:팀장|대리|과장|부장|차장|교수|매니저|이사|대표))"
)
_WIDE: Final = re.compile("|".join((_CHINESE, _JAPANESE, _KOREAN, *WIDE_KNOWN)))
_HAS_WIDE: Final = re.compile(f"[{CJK}]")
_COMMON_WORDS: Final = """
I OK Ok Okay Yes No Not The This That These Those It We You He She They There Here And But Or So
If When Where What Which Who Why How Please Thanks Thank Also Then Now Actually Instead Since
Because While After Before Until Once Only Just Still Maybe Perhaps Let Use Set Run Add Make Keep
Check Try Do Don Does Did Is Are Was Were Be Been Can Could Will Would Should Must May Might Have
Has Had Update Change Note Sure Great Sorry Hello Hi Hey Dear Correction First Second Third Next
Last Finally Today Tomorrow Yesterday Monday Tuesday Wednesday Thursday Friday Saturday Sunday
January February March April June July August September October November December Port Version
Server Database Step Option Plan Phase Section Chapter Figure Table Part Issue Error Warning Info
Debug Todo English German Chinese Japanese Korean Indonesian Internet Web Email Mr Mrs Ms Dr Prof
Ya Tidak Oke Baik Jadi Kita Kami Saya Ini Itu Yang Pak Bu Senin Selasa Rabu Kamis Jumat Sabtu
Minggu Der Die Das Ein Eine Ich Wir Sie Ja Nein Bitte Danke Uhr WIB God Christmas Easter Plus
Nobody Everyone Someone Nothing Everybody Anyone Somebody Something Anything Everything All Both
Each Most Some Many None Another Other One Two Three Four Five My Your His Her Our Their Its As At
By For From In Into Of On Out Over To Under Up With Without About Such Very Too More Less Never
Always Usually Given Either Neither Versi Server Aku Dia Mereka Jangan Kalau Karena Untuk Dengan
Dari Pada Sudah Belum Akan Bisa Harus Rapat Harga Tolong Mohon Silakan
"""
_COMMON: Final = frozenset(_COMMON_WORDS.split())


def find_names(text: str, start: int, end: int, language: Language) -> Iterator[Found]:
    """Give the names in one sentence of a text.

    Args:
        text: The whole text; a name's place is in it.
        start: Where the sentence begins.
        end: One after its end.
        language: Its language; German capitals say nothing.
    """
    for match in _TITLED.finditer(text, start, end):
        yield match.start("name"), match.end("name"), Kind.NAME, match["name"]
    for match in _LATIN.finditer(text, start, end):
        yield from _latin(text, start, match, language)
    if _HAS_WIDE.search(text, start, end):
        for match in _WIDE.finditer(text, start, end):
            yield match.start(), match.end(), Kind.NAME, match.group()


def _latin(text: str, begin: int, match: re.Match[str], language: Language) -> Iterator[Found]:
    words = [(m.group(), m.start(), m.end()) for m in _FIRST.finditer(text, *match.span())]
    opens = bool(_START.search(text[max(begin, match.start() - 8) : match.start()])) or (
        match.start() == begin
    )
    while words and words[0][0] in _COMMON:
        words, opens = words[1:], False
    while words and words[-1][0] in _COMMON:
        words.pop()
    if not words:
        return
    first = words[0][0]
    if language == "de":
        # Capitals are for all nouns: only what is known, or mixed inside, is a name.
        for word, low, high in words:
            if word in KNOWN or _mixed(word):
                yield low, high, Kind.NAME, word
        return
    known = first in KNOWN or _mixed(first)
    if opens and not known:
        if len(words) == 1 and not _SPEAKS.match(text, words[0][2]):
            return
        if len(words) > 1:
            words = words if len(words) == 2 and _SPEAKS.match(text, words[-1][2]) else words[1:]
    yield from _grouped(text, words)


def _grouped(text: str, words: list[tuple[str, int, int]]) -> Iterator[Found]:
    """Give neighbouring words as names: "Zoe Quill" is one, "PostgreSQL Docker" are two."""
    begin = 0
    for i in range(1, len(words) + 1):
        if i == len(words) or words[i][0] in PRODUCTS or words[i - 1][0] in PRODUCTS:
            start, end = words[begin][1], words[i - 1][2]
            yield start, end, Kind.NAME, text[start:end]
            begin = i


def _mixed(word: str) -> bool:
    return any(c.isupper() for c in word[1:]) and any(c.islower() for c in word)

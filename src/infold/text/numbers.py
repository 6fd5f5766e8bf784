"""Numbers with their units, money, ports and versions in running text."""

import re
from collections.abc import Iterator
from typing import Final

from infold.text.dates import Found
from infold.text.gazetteer import PRODUCTS
from infold.text.kinds import Kind
from infold.text.number_words import (
    ENGLISH,
    GERMAN,
    HAN_AMOUNT,
    IDIOMS,
    IN_HAN,
    IN_KOREAN,
    IN_LATIN,
    INDONESIAN,
    SINO_KOREAN,
    holds_latin,
)
from infold.text.quantities import (
    COMPOUND,
    DIGITS,
    MILLIONS,
    MONEY_SCALE,
    NUMBER,
    SCALE,
    UNIT,
    UNITS,
    listed,
    measure,
)
from infold.text.scripts import HANGUL

_EDGE: Final = r"(?<![A-Za-z0-9_À-ÿ])(?<!\d[.,])"
_NO_MORE: Final = r"(?![A-Za-z0-9_À-ÿ]|[.,]\d)"
_SYMBOL: Final = (
    r"(?:US\$|A\$|C\$|S\$|HK\$|NT\$|\$|€|£|¥|￥|₩|₹|Rp\.?|RM|USD|EUR|GBP|IDR|JPY|KRW|CNY|RMB|CHF)"
)
_CURRENCY: Final = (
    r"(?:€|\$|£|¥|USD|EUR|GBP|IDR|JPY|KRW|CNY|RMB|CHF|(?i:dollars?|euros?|pounds?|yen|won|yuan"
    r"|rupiah|franken|cents?|bucks)"
    r"(?![A-Za-z])|美元|欧元|歐元|人民币|元|块钱|块|日元|円|ドル|ユーロ|ウォン|달러|유로|원|엔)"
)
_MONEY: Final = re.compile(
    rf"(?<![A-Za-z0-9_]){_SYMBOL}\s?-?(?:{COMPOUND}|{DIGITS})(?:{MONEY_SCALE})?"
    rf"|{_EDGE}(?:{COMPOUND}|{DIGITS})(?:{MONEY_SCALE}"
    rf"|\s?[MmBk](?=[€$£¥]))?\s?{_CURRENCY}(?![A-Za-z])"
    rf"|(?!一块)(?<![第几数]){HAN_AMOUNT}(?:元|块钱|块(?![儿头状地级大小板石砖钟])|美元|欧元|円"
    rf"|ドル)|一块钱"
    rf"|(?<![A-Za-zÀ-ÿ-])(?i:{ENGLISH}) (?i:dollars?|euros?|pounds?|yen|yuan|cents|bucks|francs"
    rf"|rupiah)(?![A-Za-z]| question)"
    rf"|(?<![A-Za-zÀ-ÿ-])(?i:{GERMAN}|einen?) (?i:Euro|Cent|Franken|Dollar|Pfund|Yen"
    rf"|Rupien)(?![A-Za-zà-ÿ])"
    rf"|(?<![A-Za-z-])(?i:{INDONESIAN}) (?i:rupiah|dolar|euro|yen|ringgit)(?![A-Za-z])"
    rf"|{_EDGE}\d{{1,4}}[.,]\d\d(?= (?:pro|per|each|apiece|an?|das) (?!second|sec\b|minute|hour"
    rf"|request|cent)[A-Za-zÄÖÜ])"
    rf"|(?<![가-힣])(?:{SINO_KOREAN}(?: {SINO_KOREAN}){{0,4}}"
    rf"|(?<!\d)\d+[십백천만억]+)\s?(?:원(?![장칙인서룸])"
    rf"|달러|유로)"
)
_CODE_NAMES: Final = """
usd:$,us$,usd,dollar,dollars,bucks,美元,ドル,달러 eur:€,eur,euro,euros,欧元,歐元,ユーロ,유로
gbp:£,gbp idr:rp,rp.,idr,rupiah jpy:jpy,yen,円,日元,엔 krw:₩,krw,won,원,ウォン
cny:cny,rmb,yuan,元,人民币,块,块钱 ¥:¥,￥
"""
_CODES: Final = {
    sign: code
    for code, _, signs in (entry.partition(":") for entry in _CODE_NAMES.split())
    for sign in signs.split(",")
}
_AMOUNT: Final = re.compile(
    rf"-?(?:{COMPOUND}|{DIGITS})({MONEY_SCALE}|\s?[MmBk](?=[€$£¥]))?|{HAN_AMOUNT}"
    rf"|{SINO_KOREAN}(?: {SINO_KOREAN}){{0,4}}"
    rf"|(?i:{ENGLISH}|{GERMAN}|einen?|{INDONESIAN})(?= )"
)

_RUPIAH: Final = re.compile(
    rf"{_EDGE}{DIGITS}\s?(?:ribu|rb|juta|jt|miliar)(?![A-Za-z])(?! (?:orang|pengguna|user|baris"
    rf"|kali|km|kata|file"
    r"|pesan|baris|data|request|token|penduduk|unit|buah|lembar|langkah|jiwa|tahun))"
)
_KOREAN_GAP: Final = re.compile(rf"(?<=[{HANGUL}]) (?=[{HANGUL}])")
_PRICE_WORD: Final = re.compile(
    r"[价價费費租薪钱錢]|预算|工资|押金|报价|成本|보증금|월세|전세|관리비|가격|요금|연봉|비용|예산"
    r"|급여|월급|家賃|料金|予算|費用|値段|給料"
)
_SUM: Final = re.compile(
    rf"{_EDGE}{COMPOUND}(?![A-Za-z0-9人次条件个명개건대번인회])"
    rf"|{_EDGE}\d+(?:[.,]\d+)?\s?[억만천万萬亿億千](?:\s?\d+\s?[억만천万千]){{0,4}}(?![A-Za-z0-9人次条件个])(?!\s?(?:명|개|건|대|번|인|회))"
    rf"|{_EDGE}\d+(?:[.,]\d+)?[억만](?:\s?\d+\s?[만천]){{1,4}}"
    rf"|(?<![第几数]){HAN_AMOUNT}(?<=[万千百亿五])(?<=..)(?![人次条件个分天年月度名台公米])"
)

_PORT: Final = re.compile(
    r"(?:(?i:(?<![a-z])ports?(?:nya)?)|端口号?|埠|连接埠|ポート(?:番号)?|포트(?:\s?번호)?)"
    r"(?:[\s:：=#]|(?i:is|was|ist|war|auf|to|from|number|nummer|nomor|nr\.?|now|use|adalah|di|ke"
    r"|jadi|von|dari)(?![a-z])"
    r"|号|是|为|在|用|改成|改为|は|を|が|는|은|를|가){0,6}"
    r"(?P<list>`?\d{2,5}(?![\d.]\d|\d|[A-Za-z%])`?(?:(?:\s?(?:,|/|、|，|和|与|と|와|과|및)\s?"
    r"|\s(?:and|or|und|oder|dan|atau|to|instead of|statt"
    r"|auf|ke|not|nicht|bukan)\s)`?\d{2,5}(?!\d|\.\d|[A-Za-z%]))*)"
    rf"|{_EDGE}(?P<one>\d{{2,5}})(?:번|番)?\s?-?(?:(?i:port)(?![a-z])|端口|ポート|포트)"
    rf"|(?i:(?<![a-z])(?:listens?|listening|lauscht|hört|mendengarkan) (?:on|auf"
    rf"|di) ):?(?P<bare>\d{{2,5}}){_NO_MORE}"
    rf"|(?<![A-Za-z0-9_:.)\]])(?P<colon>:\d{{4,5}}){_NO_MORE}"
)
_PORT_WORD: Final = re.compile(
    r"(?i:(?<![a-z])(?:ports?|listen(?:s|ing)?|lauscht|mendengarkan))|端口|埠|ポート|포트|待ち受け"
    r"|リッスン|监听|侦听|리슨|수신 ?대기|리스닝"
)
_PORT_LIKE: Final = re.compile(
    rf"{_EDGE}(?:\d{{4,5}}|22|25|53|80|110|143|443|587|993|995){_NO_MORE}(?!\s?{UNIT})"
)
_PRODUCT: Final = "|".join(sorted(map(re.escape, PRODUCTS), key=lambda p: (-len(p), p)))
_VERSION: Final = re.compile(
    rf"(?<![A-Za-z0-9_./-])v\.?\d+(?:\.\d+)*(?:[-+][A-Za-z0-9.]*[A-Za-z0-9])?(?![A-Za-z0-9_]|\.\d)"
    r"|(?:(?i:(?<![a-z])(?:versions?|versi|ver\.?|release|rev\.?))|版本号?|版|バージョン"
    r"|버전)\s?(?:是|为|は|은|는|:|：)?\s?"
    r"(?P<said>\d+(?:\.\d+)*(?:[-+](?:rc|beta|alpha|dev|post)[\w.]*|(?:a|b"
    r"|rc)\d+)?)(?![A-Za-z0-9_]|\.\d)"
    rf"|(?<![A-Za-z0-9_])(?:{_PRODUCT}|(?:iOS|macOS|Android|Node\.js|TLS|SSL|PHP|CUDA|Go|API"
    rf"|OpenSSL|GCC|glibc))[ -]"
    r"(?P<product>\d{1,4}(?:\.\d+)*(?:-[a-z][\w.]*)?(?:\.x)?)(?![A-Za-z0-9_%]|[.,]\d|\s?(?:(?:ms"
    r"|s|GB"
    r"|MB|times|nodes|instances|servers|replicas)\b|%|개|台|个|대(?!신)))"
    rf"|{_EDGE}(?<!\$)(?!\d{{1,2}}\.\d{{1,2}}\.(?:19"
    rf"|20)\d\d(?!\d))\d+\.\d+\.\d+(?:[-+][A-Za-z0-9.]*[A-Za-z0-9]|(?:a|b|rc)\d+)?(?![A-Za-z0-9_]"
    rf"|\.\d)"
    r"|(?<=[Cc]\+\+)(?P<standard>\d[\da-z])(?![A-Za-z0-9_])"
    rf"|{_EDGE}(?P<suffix>\d+(?:\.\d+)*)\s?(?:版本|버전|バージョン|版(?![本权]))"
    rf"|{_EDGE}\d+(?:\.\d+)*\.x{_NO_MORE}"
)
_THREE_GROUPS: Final = re.compile(r"\d{1,3}(?:\.\d{3}){2,}\Z")
_RANGE: Final = re.compile(rf"{_EDGE}({DIGITS})\s?[-–~〜～]\s?({DIGITS})\s?({UNIT})")
_NUMBER: Final = re.compile(
    # "24/7" and its like are words, "1인당" is "each".
    rf"(?=[\d+\-−±~≈]){_EDGE}(?!(?:24/7|50/50|08/15|1:1)\b"
    rf"|1인당|1日(?=\d+円)"
    rf"|\d+[泊박晩] ?\d+[日일](?!\d))(?<!24/)(?<!50/)(?<!08/){NUMBER}(?:{SCALE}|{MILLIONS})?"
    rf"(?:[ \u00a0\u202f-]?{UNIT}(?:/(?:s|min|h|day|month|sec|Tag|hari))?)?"
    r"(?![A-Za-z0-9_À-ÿ]|[.,]\d)"
)
_IN_WORDS: Final = re.compile(rf"(?=[a-zA-Z])(?<![a-z])(?:{IN_LATIN.replace('<unit>', UNIT)})")
_IN_HAN: Final = re.compile(IN_HAN)
_IN_KOREAN: Final = re.compile(IN_KOREAN)
_HAS_HAN: Final = re.compile("[一二三四五六七八九十两兩百半]")
_HAS_HANGUL: Final = re.compile(f"[{HANGUL}]")
_LEADING: Final = re.compile(r"[\d,]+")
# "2박 3일", "7泊8日", "60x40x30 cm", "3-5个工作日": said as one, kept as one.
_TOGETHER: Final = re.compile(
    rf"{_EDGE}\d{{1,2}}\s?[박泊晩晚]\s?\d{{1,2}}\s?[일日天]"
    rf"|{_EDGE}\d+(?:[.,]\d+)?(?:\s?(?:mm|cm|m))?(?:\s?[x×]\s?\d+(?:[.,]\d+)?(?:\s?(?:mm|cm"
    rf"|m))?){{1,2}}"
    rf"(?:\s?(?:mm|cm|m|px|inch|Zoll|pixels?))?(?![A-Za-z0-9])"
    rf"|{_EDGE}\d+\s?[-–~～]\s?\d+\s?个工作日"
)
_PLAIN: Final = re.compile(r"\d")


def find_money(text: str, *, thousands_dot: bool) -> Iterator[Found]:
    """Give sums of money: the amount and the ISO code, or the sign where two share it."""
    for match in _MONEY.finditer(text):
        amount = _AMOUNT.search(match.group())
        if amount is None:
            continue
        rest = match.group()[: amount.start()] + match.group()[amount.end() :]
        sign = rest.strip().partition("/")[0].partition(" per")[0].strip().lower()
        written = _KOREAN_GAP.sub("", amount.group().strip())
        value = measure(written, thousands_dot=thousands_dot, money=True)
        yield match.start(), match.end(), Kind.MONEY, f"{value} {_CODES.get(sign, sign)}".strip()


def find_sums(text: str, start: int, end: int) -> Iterator[Found]:
    """Give sums without a currency in a sentence that speaks of prices ("2억 3천", "18 juta")."""
    for match in _RUPIAH.finditer(text, start, end):
        yield match.start(), match.end(), Kind.MONEY, measure(match.group(), thousands_dot=True)
    if _PRICE_WORD.search(text, start, end):
        for match in _SUM.finditer(text, start, end):
            yield match.start(), match.end(), Kind.MONEY, measure(match.group())


def find_ports(text: str) -> Iterator[Found]:
    """Give port numbers: beside a word for port, or bare ones of four digits in such a sentence."""
    for match in _PORT.finditer(text):
        group = match.lastgroup or "list"
        base = match.start(group)
        for number in re.finditer(r"\d{2,5}", match[group]):
            if 0 < int(number.group()) < 65_536:
                yield base + number.start(), base + number.end(), Kind.PORT, number.group()


def find_bare_ports(text: str, start: int, end: int) -> Iterator[Found]:
    """Give the other numbers of four or five digits in a sentence that speaks of ports."""
    if _PORT_WORD.search(text, start, end):
        for match in _PORT_LIKE.finditer(text, start, end):
            if int(match.group()) < 65_536:
                yield match.start(), match.end(), Kind.PORT, match.group()


def find_versions(text: str) -> Iterator[Found]:
    """Give versions: after `v`, a word for version or a product, or with three parts."""
    for match in _VERSION.finditer(text):
        group = match.lastgroup or 0
        written = match.group(group)
        value = written.lstrip("vV.").lower()
        if not _THREE_GROUPS.match(value) and value:
            yield match.start(group), match.end(group), Kind.VERSION, value


def find_numbers(text: str, *, thousands_dot: bool) -> Iterator[Found]:
    """Give numbers with the unit that follows them, both ends of a range, and those in words."""
    for match in _TOGETHER.finditer(text):
        written = match.group()
        yield match.start(), match.end(), Kind.NUMBER, "".join(written.casefold().split())
    for match in _NUMBER.finditer(text):
        written = match.group().rstrip()
        # Kept apart: a letter glued to the digits makes a name, not a quantity.
        if _PLAIN.search(written) or len(written) > 1:
            start = match.start()
            digits = _LEADING.match(written)
            items = listed(digits.group()) if digits else []
            for item in items[:-1]:
                yield start, start + len(item), Kind.NUMBER, measure(item)
                start += len(item) + 1
            written = written[start - match.start() :]
            value = measure(written, thousands_dot=thousands_dot)
            yield start, start + len(written), Kind.NUMBER, value
    rules = [_IN_WORDS] if holds_latin(text.lower()) else []
    if not text.isascii():
        rules += [_IN_HAN] if _HAS_HAN.search(text) else []
        rules += [_IN_KOREAN] if _HAS_HANGUL.search(text) else []
    found = [match for rule in rules for match in rule.finditer(text)]
    idioms = [match.span() for match in IDIOMS.finditer(text)] if found else []
    for match in found:
        start, end = match.span()
        if not any(first < end and start < last for first, last in idioms):
            yield start, end, Kind.NUMBER, measure(match.group())


def same_quantity(one: str, other: str) -> bool:
    """Say whether two measured values agree: the same number, and units that do not differ."""
    number, _, unit = one.partition(" ")
    number2, _, unit2 = other.partition(" ")
    return number == number2 and (not unit or not unit2 or unit == unit2 or _loose(unit, unit2))


def _loose(unit: str, other: str) -> bool:
    return {unit, other} <= {"¥", "jpy", "cny"} or UNITS.get(unit) == other

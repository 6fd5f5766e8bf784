"""Numbers as written in six languages: their value and unit, in one form for comparison."""

import re
import unicodedata
from decimal import Decimal
from typing import Final

from infold.text.number_words import (
    ENGLISH,
    GERMAN,
    HAN_AMOUNT,
    HAN_NUMBER,
    INDONESIAN,
    KOREAN,
    SINO_KOREAN,
    word_value,
)

_UNITS: Final = """
ns:ns,nanosecond,nanoseconds us:µs,us,microsecond,microseconds,μs
ms:ms,msec,millisecond,milliseconds,millisekunde,millisekunden,milidetik,毫秒,ミリ秒,밀리초
s:s,sec,secs,second,seconds,sek,sekunde,sekunden,detik,秒,秒間,秒钟,秒鐘,초
min:min,mins,minute,minutes,minuten,menit,分钟,分鐘,分間,分,분
h:h,hr,hrs,hour,hours,std,stunde,stunden,jam,小时,小時,个小时,個小時,時間,시간
d:d,day,days,tag,tage,tagen,hari,天,日間,日,일
week:week,weeks,wk,woche,wochen,minggu,周,週,周间,週間,个星期,個星期,주,주일
month:month,months,monat,monate,monaten,bulan,个月,個月,か月,ヶ月,ヵ月,カ月,ケ月,개월,달
year:year,years,yr,yrs,jahr,jahre,jahren,tahun,年,年間,년
%:%,％,percent,prozent,persen,パーセント,퍼센트,프로 pp:pp kb:kb,KB,kB
bytes:byte,bytes,字节,バイト,바이트 mb:MB,Mb gb:GB,Gb tb:TB pb:PB kib:KiB mib:MiB gib:GiB tib:TiB
kbit/s:kbps mbit/s:Mbps,Mbit/s gbit/s:Gbps,Gbit/s mb/s:MB/s gb/s:GB/s
req/s:req/s,rps,qps,requests/s,req/sec tps:tps rpm:rpm fps:fps iops:IOPS hz:Hz khz:kHz mhz:MHz
ghz:GHz w:W kw:kW kwh:kWh mah:mAh v:V
km:km,kilometer,kilometers,kilometre,kilometres,公里,千米,キロ,킬로미터
m:m,meter,meters,metre,metres,米,メートル,미터 cm:cm,厘米,センチ,센티미터 mm:mm,毫米 mi:mile,miles
kg:kg,kilo,kilos,kilogram,kilograms,kilogramm,公斤,千克,キログラム,킬로그램
g:g,gram,grams,gramm,克,グラム,그램 mg:mg lb:lb,lbs,pound,pounds
l:l,L,liter,liters,litre,litres,升,リットル,리터 ml:ml,mL °c:°C,℃,grad,derajat,度,도 °f:°F
px:px,pixel,pixels rem:rem vh:vh vw:vw ha:ha m2:m²,m2,qm m3:m³,m3,cbm km/h:km/h mph:mph
pa:Pa kpa:kPa mpa:MPa hpa:hPa bar:bar psi:psi db:dB lm:lm lx:lx kj:kJ kcal:kcal nm:Nm ma:mA ah:Ah
wh:Wh ppm:ppm ppb:ppb mmhg:mmHg mmol:mmol dpi:dpi iu:IU mcg:µg,mcg dl:dl cl:cl t:tonne,tonnes,tonnen
inch:inch,inches,zoll amp:amp,amps volt:volt,volts watt:watt,watts
"""
_BASES: Final = {
    unit: (base, Decimal(size))
    for base, sizes in (
        ("s", "ns:1e-9 us:1e-6 ms:0.001 s:1 min:60 h:3600 d:86400 week:604800"),
        ("g", "mg:0.001 g:1 kg:1000"),
        ("m", "mm:0.001 cm:0.01 m:1 km:1000"),
        ("l", "ml:0.001 cl:0.01 dl:0.1 l:1"),
    )
    for unit, _, size in (entry.partition(":") for entry in sizes.split())
}
"""Unit → the one it is measured in here, and how much of that it is."""
_PLAIN: Final = re.compile(r"-?\d{1,15}(?:\.\d{1,9})?")
_COUNTED: Final = """
people:people,persons,personen,orang,人,名,명 times:times,mal,kali,次,回,번,회
pieces:pieces,buah,个,個,개 machines:台,대 cases:件,건 years_old:岁,歳,살,세
"""
_SCALES: Final = {
    "k": 1_000, "thousand": 1_000, "tausend": 1_000, "ribu": 1_000, "rb": 1_000, "千": 1_000,
    "천": 1_000, "万": 10_000, "萬": 10_000, "만": 10_000, "십만": 100_000, "十万": 100_000,
    "m": 1_000_000, "million": 1_000_000, "millionen": 1_000_000, "mio": 1_000_000,
    "mio.": 1_000_000, "mill.": 1_000_000, "mn": 1_000_000, "mln": 1_000_000, "juta": 1_000_000,
    "jt": 1_000_000, "백만": 1_000_000, "百万": 1_000_000, "천만": 10_000_000, "千万": 10_000_000,
    "亿": 100_000_000, "億": 100_000_000, "억": 100_000_000, "b": 1_000_000_000,
    "billion": 1_000_000_000, "bn": 1_000_000_000, "milliarden": 1_000_000_000,
    "mrd": 1_000_000_000, "mrd.": 1_000_000_000, "miliar": 1_000_000_000, "trillion": 10**12,
    "billionen": 10**12, "triliun": 10**12, "兆": 10**12, "조": 10**12,
}  # fmt: skip
_TENS: Final = {"十": 10, "百": 100, "십": 10, "백": 100}
_ABBREVIATED: Final = frozenset("kmb")
"""Scales of one letter; "m" and "b" mean other things too, save beside a currency."""


def _table(text: str) -> dict[str, str]:
    out = {}
    for entry in text.split():
        name, _, forms = entry.partition(":")
        out.update(dict.fromkeys(forms.split(","), name))
    return out


UNITS: Final = _table(_UNITS) | _table(_COUNTED)
"""Unit as written → one name for it."""
_LOWER: Final = {form.lower(): name for form, name in reversed(UNITS.items())}


def _alternatives(forms: list[str]) -> str:
    return "|".join(re.escape(form) for form in sorted(forms, key=lambda f: (-len(f), f)))


_LATIN_UNITS: Final = [u for u in UNITS if u.isascii() or "äöüµμ°²".find(u[0]) >= 0]
_WIDE_UNITS: Final = [u for u in UNITS if u not in _LATIN_UNITS]
_LATIN_SCALES: Final = [s for s in _SCALES if s.isascii() and s not in _ABBREVIATED]
_WIDE_SCALES: Final = [s for s in _SCALES if not s.isascii()]

SCALE: Final = (
    rf"(?:[kK](?![^\W_])|\s?(?i:{_alternatives(_LATIN_SCALES)})(?![^\W_])"
    rf"|\s?(?:{_alternatives(_WIDE_SCALES)}))"
)
"""Pattern of a multiplier after a number."""
# "1.2M rows": a capital after digits is no metre; 3M is a firm, "B" often a room or a size.
MILLIONS: Final = r"(?:(?<!(?<![\d.,])3)M(?![^\W_]))"
"""Pattern of the sign for millions after a bare number."""
MONEY_SCALE: Final = rf"(?:[kKmMbB](?![^\W_])|\s[MB](?![^\W_])|{SCALE})"
"""Pattern of a multiplier after an amount of money."""
UNIT: Final = (
    rf"(?:(?i:{_alternatives([u for u in _LATIN_UNITS if len(u) > 1])})(?![A-Za-zÀ-ÿ0-9_])"
    # "5432 대신" is "instead of 5432": no machine is counted.
    rf"|[smhdgVWlL%](?![A-Za-zÀ-ÿ0-9_])|(?!대신(?![가-힣]))(?:{_alternatives(_WIDE_UNITS)}))"
)
"""Pattern of a unit after a number."""
_GROUP_SIGN: Final = "[\u00a0\u202f\u2009]"
_MONEY_AHEAD: Final = (
    r"(?=(?:[.,]\d+)?[\s\u00a0]?(?:[€$£¥₩円元원]|(?:EUR|USD|GBP|JPY|CHF|IDR|KRW|CNY|[Ee]uros?)\b))"
)
_SPACED: Final = (
    rf"\d{{1,3}}(?:{_GROUP_SIGN}\d{{3}})+(?!\d)(?:[.,]\d+)?"
    # A plain space groups digits only where nothing else can be meant.
    rf"|[1-9]\d{{0,2}}(?: \d{{3}})+(?!\d){_MONEY_AHEAD}(?:[.,]\d+)?"
    r"|[1-9]\d{0,2}(?: \d{3})* \d{3} 000(?! ?\d)|[1-9]\d?(?: \d{3}){2,}(?! ?\d)(?:[.,]\d+)?"
)
_WIDE_SCALE: Final = "(?:[十百千십백천]?[万萬億亿兆만억조]|[千천])"
_PART: Final = r"\d{1,12}(?:[.,]\d{1,12}){0,4}"
COMPOUND: Final = (
    rf"{_PART}\s?{_WIDE_SCALE}(?:\s?{_PART}\s?{_WIDE_SCALE}){{0,4}}"
    rf"\s?{_PART}(?:\s?{_WIDE_SCALE})?"
)
"""Pattern of a number of several parts, each with its scale ("1億2000万", "2억 5천만")."""
_POWER: Final = r"\d+(?:\.\d+)?[eE][+\-−]?\d{1,3}(?![A-Za-z0-9_])"
DIGITS: Final = rf"(?:{_SPACED}|{_POWER}|\d+(?:(?:[.,．]|(?<=[０-９])，(?=[０-９]{{3}}))\d+)*)"
"""Pattern of digits, groups and decimals of a number."""
NUMBER: Final = rf"(?:(?<![A-Za-z0-9_)+])[+\-−±]|[~≈])?(?:{COMPOUND}|{DIGITS})"
"""Pattern of the digits of a number with its sign."""
_IN_WORDS: Final = (
    rf"(?i:half an?|{ENGLISH}|{GERMAN}|{INDONESIAN}|eine[nr]? halbe[nrs]?|one)(?![a-zäöü])"
    rf"|(?i:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn)(?=mal)"
    rf"|이틀|사흘|나흘|닷새|엿새|열흘|보름|{KOREAN}|{SINO_KOREAN}|[삼육칠팔]|{HAN_AMOUNT}"
    rf"|{HAN_NUMBER}"
)

_GROUPS: Final = re.compile(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*\Z")
_LIST: Final = re.compile(r"\d{1,6}(?:,\d{1,6})+\Z")
_LAKHS: Final = re.compile(r"\d{1,2}(?:,\d{2})+,\d{3}\Z")
_SHARE: Final = re.compile(rf"(?P<whole>{HAN_NUMBER})分之(?P<part>{HAN_NUMBER})")
_PERCENT: Final = 100
_MOST_DIGITS: Final = 30
_HUNDRED_MILLIONS: Final = 100_000_000
_IN_NUMBER: Final = re.compile(r"(?<=\d)[ \u00a0\u202f\u2009](?=\d{3}(?!\d))")
_DIGITS_OR_WORDS: Final = rf"(?P<digits>[+\-−±~≈]?{DIGITS}|{_IN_WORDS})"
_MEASURE: Final = re.compile(
    rf"{_DIGITS_OR_WORDS}(?P<scale>{SCALE}|{MILLIONS})?\s?-?(?P<unit>.*)\Z", re.DOTALL
)
_SUM: Final = re.compile(
    rf"{_DIGITS_OR_WORDS}(?P<scale>{MONEY_SCALE})?\s?-?(?P<unit>.*)\Z", re.DOTALL
)
_PARTS: Final = re.compile(rf"(?P<digits>\d+(?:[.,]\d+)*)\s?(?P<scale>{_WIDE_SCALE})?\s?")
_COMPOUND_START: Final = re.compile(COMPOUND)


def number_values(digits: str) -> tuple[str, ...]:
    """Give the values that written digits may have, the likelier first.

    `1,000` is 1000; `10.000` is 10 in English and 10000 in German or Indonesian, so it has both
    values; `16,5` is 16.5. A sign other than minus is dropped.
    """
    text = unicodedata.normalize("NFKC", digits).replace("−", "-").lstrip("+±~≈ ")
    sign = "-" if text.startswith("-") else ""
    text = text.lstrip("-")
    if powered := _powered(text):
        return (sign + powered,)
    dots, commas = text.count("."), text.count(",")
    plain = text.replace(",", "").replace(".", "")
    if _LAKHS.match(text):
        return (sign + _plain(plain),)
    if _GROUPS.match(text):
        if dots == 1:
            return sign + _plain(text), sign + _plain(plain)
        return (sign + _plain(plain),)
    if dots and commas:
        decimal = max(text.rfind("."), text.rfind(","))
        whole, part = text[:decimal], text[decimal + 1 :]
        whole = whole.replace(",", "").replace(".", "")
        return (sign + _plain(f"{whole}.{part}"),) if part else (sign + _plain(whole),)
    if commas == 1:
        return (sign + _plain(text.replace(",", ".")),)
    if dots <= 1 and not commas:
        return (sign + _plain(text),)
    return (sign + text,)


def _powered(text: str) -> str | None:
    """Write out a number with a power of ten, where its size is a usual one."""
    if "e" not in text.lower():
        return None
    try:
        value = Decimal(text.replace(",", "."))
    except ArithmeticError:
        return None
    return _plain(format(value, "f")) if abs(value.adjusted()) < _MOST_DIGITS else None


def _plain(text: str) -> str:
    """Take leading zeros off, and the zeros that end decimals."""
    if not text.replace(".", "", 1).isdecimal() or len(text) > 40:
        return text
    whole, _, part = text.partition(".")
    part = part.rstrip("0")
    whole = whole.lstrip("0") or "0"
    return f"{whole}.{part}" if part else whole


def listed(digits: str) -> list[str]:
    """Give the numbers of a list without blanks ("1,3,5,7"), or nothing where it is one number."""
    if digits.count(",") < 2 or _LAKHS.match(digits) or not _LIST.match(digits):
        return []
    return [] if _GROUPS.match(digits) else digits.split(",")


def measure(text: str, *, thousands_dot: bool = False, money: bool = False) -> str:
    """Give the value of a number with its unit in one form (`1,000 msec` is `1000 ms`).

    Args:
        text: The number as written, unit included.
        thousands_dot: Whether the language groups thousands by a full stop (German, Indonesian).
        money: Whether it is an amount of money, where "5m" is five million, not five metres.
    """
    text = _IN_NUMBER.sub("", text.strip())
    if share := _SHARE.fullmatch(text):
        whole, part = word_value(share["whole"]), word_value(share["part"])
        return f"{part} %" if whole == _PERCENT else f"{part}/{whole}"
    parts = _COMPOUND_START.match(text)
    match = None if parts else (_SUM if money else _MEASURE).match(text)
    if parts:
        value = _added(parts.group())
        unit = text[parts.end() :].strip()
    elif match is None:
        return text.casefold()
    else:
        value = _amount(match["digits"], thousands_dot)
        if match["scale"]:
            value = _scaled(value, _SCALES[match["scale"].strip().lower()])
        unit = match["unit"].strip()
    name = UNITS.get(unit) or _LOWER.get(unit.lower(), unit.casefold())
    return f"{value} {name}".rstrip()


def _added(compound: str) -> str:
    """Add up the parts; the last may leave its scale to the one before ("2억 3천", "3万5")."""
    total, before = Decimal(0), 1
    for part in _PARTS.finditer(compound):
        scale = _wide_scale(part["scale"] or "")
        if before >= _HUNDRED_MILLIONS and scale == 1_000:
            scale *= 10_000
        elif scale == 1 and before > 1 and len(part["digits"]) == 1:
            scale = before // 10
        total += Decimal(number_values(part["digits"])[0]) * scale
        before = scale
    return _plain(format(total, "f"))


def _wide_scale(signs: str) -> int:
    scale = 1
    for sign in signs:
        scale *= _TENS.get(sign) or _SCALES[sign]
    return scale


def _amount(digits: str, thousands_dot: bool) -> str:
    if not any(c.isdecimal() for c in digits):
        value = word_value(digits)
        return digits.casefold() if value is None else _plain(str(value))
    values = number_values(digits)
    return values[-1] if thousands_dot else values[0]


def _scaled(value: str, factor: int) -> str:
    try:
        scaled = Decimal(value) * factor
    except ArithmeticError:
        return value
    return _plain(format(scaled, "f"))


def in_base(value: str) -> str:
    """Write a quantity in the base of its unit: `1.5 min` as `90 s`; others stay as they are."""
    number, _, unit = value.partition(" ")
    if unit not in _BASES or not _PLAIN.fullmatch(number):
        return value
    base, size = _BASES[unit]
    return f"{(Decimal(number) * size).normalize():f} {base}"

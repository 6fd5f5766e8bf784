"""Dates and times of day as written in six languages, and their ISO forms.

Weekdays keep a name of their own (`weekday:1` is Monday): which day is meant depends on a clock,
which this package does not have. "Tomorrow" and "next week" are left out for the same reason.
"""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from infold.text.kinds import Kind
from infold.text.month_names import MONTH_NAMES
from infold.text.number_words import word_value

Found = tuple[int, int, Kind, str]
"""Start, end, kind, value for comparison."""

_MONTHS: Final = {n: i for i, names in enumerate(MONTH_NAMES, 1) for n in names}
_WEEKDAY_NAMES: Final = (
    "monday mondays montag montags senin 星期一 周一 週一 礼拜一 月曜日 月曜 월요일",
    "tuesday tuesdays dienstag dienstags selasa 星期二 周二 週二 礼拜二 火曜日 火曜 화요일",
    "wednesday wednesdays mittwoch mittwochs rabu 星期三 周三 週三 礼拜三 水曜日 水曜 수요일",
    "thursday thursdays donnerstag donnerstags kamis 星期四 周四 週四 礼拜四 木曜日 木曜 목요일",
    "friday fridays freitag freitags jumat 星期五 周五 週五 礼拜五 金曜日 金曜 금요일",
    "saturday saturdays samstag samstags sabtu 星期六 周六 週六 礼拜六 土曜日 土曜 토요일",
    "sunday sundays sonntag sonntags 星期日 星期天 周日 週日 礼拜天 日曜日 日曜 일요일",
)
_WEEKDAYS: Final = {n: i for i, names in enumerate(_WEEKDAY_NAMES, 1) for n in names.split()}
WEEKDAYS: Final[Mapping[str, int]] = MappingProxyType(_WEEKDAYS)
"""Names of the days of the week in six languages, in lower case, from Monday, which is 1."""


def _either(words: list[str], *, ascii_like: bool) -> str:
    chosen = [w for w in words if (ord(w[0]) < 0x2E80) == ascii_like]
    return "|".join(sorted(chosen, key=lambda w: (-len(w), w)))


_SUNDAY: Final = 7
"""Of "hari Minggu"; "minggu" alone is a week."""
_MON: Final = f"(?i:{_either(list(_MONTHS), ascii_like=True)})"
_FIRST_WIDE: Final = 0x2E80
_EDGE: Final = r"(?<![A-Za-z0-9_À-ÿ])"
_STOP: Final = r"(?![A-Za-z0-9_À-ÿ])"
_TH: Final = r"(?:st|nd|rd|th)?"
_SPACED_WEEKDAYS: Final = _either(list(_WEEKDAYS), ascii_like=True)

_HAN_DAY: Final = "[一二三四五六七八九十廿][一二三四五六七八九十]{0,2}"
# A day of the month alone is one where something happens on it or by it.
_ON_DAY: Final = (
    r"(?:まで|から|付け?|より|に(?!わた|かけ|\d|[一二三四五両])"
    r"|까지|부터|자로|날|에(?!서|만| ?\d| ?[한두세네]))"
)
_DAY_LEADS: Final = ("on", "by", "until", "till", "from", "before", "after", "since", "for")
_BEFORE_DAY: Final = "|".join(rf"(?<=\b{word}\sthe\s)" for word in _DAY_LEADS)

_PATTERNS: Final = {
    "iso": (
        rf"{_EDGE}(?P<y0>\d{{4}})[-/.](?P<m0>\d{{1,2}})[-/.](?P<d0>\d{{1,2}})(?=T\d"
        rf"|(?![0-9A-Za-z]))"
    ),
    "wide": (
        r"(?:(?P<y1>\d{4})\s?[年년]\s?)?(?P<m1>\d{1,2})\s?[月월]\s?(?P<d1>\d{1,2})\s?[日号號일]"
    ),
    "hanmonth": (
        rf"(?<![一二三四五六七八九十个個数几第])(?P<hm>十[一二]|[一二三四五六七八九十])月(?:份"
        rf"|(?P<hd>{_HAN_DAY})[日号號]|初|中旬|上旬"
        r"|下旬|末|底)?(?![曜个個饼球经經亮光])"
    ),
    "wideday_of": (
        rf"(?<![\d.,/月월年년第每박泊晩])(?<!박 )(?P<d8>3[01]"
        rf"|[12]?\d)\s?(?:[号號](?![楼线線房门門机棋座院店车車室館馆位站桌柜桥坑井字码])"
        rf"|[日일](?={_ON_DAY}))"
    ),
    "widemonth": r"(?P<y2>\d{4})\s?[年년]\s?(?P<m2>\d{1,2})\s?[月월](?:份)?",
    "wideyear": r"(?<!\d)(?P<y8>(?:19|20)\d{2})\s?[年년](?!間|间)",
    "wideonly": r"(?<!\d)(?P<m9>1[0-2]|[1-9])\s?[月월](?:份)?(?![曜個个])",
    "dmy": (
        rf"{_EDGE}(?:\d{{1,2}}\.?\s?(?:[–—-]|bis(?:\szum)?|und|to"
        rf"|sampai)\s?)?(?P<d3>\d{{1,2}})(?:{_TH}\s(?:of\s)?|\.\s?"
        rf"|-)(?P<m3>{_MON})(?:\.(?=\s?\d))?"
        rf"(?:,?[\s-](?P<y3>\d{{4}}))?{_STOP}"
    ),
    "mdy": (
        rf"{_EDGE}(?P<m4>{_MON})\.?\s(?P<d4>\d{{1,2}}){_TH}(?:\s?[–—-]\s?\d{{1,2}}{_TH})?(?:,?\s(?P<y4>(?:19|20)\d{{2}}))?"
        rf"(?![\w%]|[.,:]\d)"
    ),
    "my": rf"{_EDGE}(?P<m5>{_MON})\.?,?\s(?P<y5>(?:19|20)\d{{2}}){_STOP}",
    "day": (
        rf"(?<=\b[Tt]anggal\s)(?P<d7>3[01]|[12]?\d){_STOP}(?!\s?%)"
        rf"|(?:{_BEFORE_DAY})(?P<d9>3[01]|[12]?\d)(?:st|nd|rd|th)(?=\s?(?:$|[,.;!?)]|(?:at|and|or"
        rf"|of"
        rf"|to|we|I|instead|if|because|when|so|but)\b))"
        rf"|(?<=\b[Aa]m\s)(?P<d5>3[01]|[12]?\d)\.(?=\s?(?:$|[,;!?)]|[a-zäöü]))"
        rf"|(?<=\bbis\szum\s)(?P<d2>3[01]|[12]?\d)\.(?=\s?(?:$|[,;!?)]|[a-zäöü]))"
    ),
    "dotted": (
        rf"{_EDGE}(?<!\d\.)(?<!Zimmer\s)(?<!Raum\s)(?<!Kapitel\s)(?<!Abschnitt\s)(?<!Version\s)(?P<d6>\d{{1,2}})\.(?P<m6>\d{{1,2}})\.(?P<y6>\d{{4}}|\d{{2}})?(?!\d"
        rf"|\.\d)"
    ),
    "slash": rf"{_EDGE}(?P<raw>\d{{1,2}}/\d{{1,2}}(?:/\d{{2,4}}))(?![\d/])",
    "quarter": rf"{_EDGE}(?P<q>Q[1-4](?:[\s/]?20\d\d)?){_STOP}",
    "month": (
        rf"(?<=[A-Za-z]\s)(?P<mo>(?:January|February|April|June|July|August|September|October"
        rf"|November"
        rf"|December|Januar|Februar|März|Juni|Juli|Oktober|Dezember|Januari|Februari|Maret|Mei"
        rf"|Agustus"
        rf"|Desember)|(?<=\b[Ii]n\s)(?:May|March|Mai)|(?<=\bby\s)(?:May|March)"
        rf"|(?:(?<=since\s)|(?<=until\s)|(?<=till\s)|(?<=from\s)|(?<=early\s)|(?<=late\s)"
        rf"|(?<=mid\s)"
        rf"|(?<=end of\s)|(?<=last\s)|(?<=next\s)|(?<=this\s))(?:May|March)"
        rf"|(?:(?<=seit\s)|(?<=im\s)|(?<=ab\s)|(?<=bis\s)|(?<=Ende\s)|(?<=Anfang\s)|(?<=Mitte\s)"
        rf"|(?<=Im\s)|(?<=Seit\s)|(?<=Ab\s))Mai){_STOP}"
    ),
    "year": (
        r"(?i:(?<=\bin\s)|(?<=\bsince\s)|(?<=\bby\s)|(?<=\buntil\s)|(?<=\bseit\s)|(?<=\bjahr\s)"
        r"|(?<=\btahun\s)|(?<=\bbis\s)|(?<=\bof\s)|(?<=\bsejak\s)"
        r"|(?<=studie\svon\s)|(?<=bericht\svon\s)|(?<=vertrag\svon\s)|(?<=zahlen\svon\s)"
        r"|(?<=stand\s)|(?<=ende\s)|(?<=anfang\s)|(?<=mitte\s)|(?<=sommer\s)|(?<=winter\s)"
        r"|(?<=herbst\s)|(?<=frühjahr\s)|(?<=spring\s)|(?<=summer\s)|(?<=autumn\s)|(?<=fall\s)"
        r"|(?<=\bthe\s)(?=\d{4}\s[a-z]))(?P<yr>(?:19|20)\d{2})(?![\w%]|[.,:]\d|\s(?:ms|[a-z]+s)\b)"
    ),
    "weekday": (
        rf"{_EDGE}(?i:(?:next|last|past|this|coming|nächsten|kommenden|letzten|vergangenen|vorigen"
        rf"|diesen|hari)\s)?"
        rf"(?P<wd>{_SPACED_WEEKDAYS}|(?<=[Hh]ari\s)[Mm]inggu)(?i:\s(?:depan|lalu|ini"
        rf"|besok))?{_STOP}"
    ),
    "wideday": (
        rf"(?:下|上|这|本|다음\s?주?\s?|지난\s?주?\s?|이번\s?주?\s?|来週の?|先週の?)?"
        rf"(?P<wd2>{_either(list(_WEEKDAYS), ascii_like=False)})"
    ),
    "bareyear": (
        r"(?<![\d.,:/$€£¥#-])(?<![A-Za-z0-9_])(?!2048|2000)(?P<ybare>19[6-9]\d|20[0-4]\d)"
        r"(?=\s?(?:$|[,;:!?)\]）。，、]|\.(?!\d)|\s(?:and|und|dan|by|from|with|for|is|was|has)\b))"
    ),
    "week": rf"{_EDGE}(?P<kw>(?i:KW|calendar week|week|minggu ke-?)\s?(?:[1-5]?\d))(?!\d|%)",
}
_EN_HOURS: Final = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_DE_HOURS: Final = "eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf"
_ID_HOURS: Final = "satu|dua belas|dua|tiga|empat|lima|enam|tujuh|delapan|sembilan|sepuluh|sebelas"
_ID_ORDER: Final = "satu dua tiga empat lima enam tujuh delapan sembilan sepuluh sebelas dua_belas"
_KO_HOURS: Final = "열두|열한|열|한|두|세|네|다섯|여섯|일곱|여덟|아홉"
_KO_ORDER: Final = "한 두 세 네 다섯 여섯 일곱 여덟 아홉 열 열한 열두"
_PARTS: Final = {"half": 30, "quarter": 15, "ten": 10, "twenty": 20, "five": 5}
_TIMES: Final = {
    "clock": (
        r"(?:(?i:\b(?:jam|pukul)\s)|(?<=\b[Uu]m\s))?(?<![\d.,])(?<![A-Za-z0-9_\])]:)(?P<h0>[01]?\d"
        r"|2[0-4])(?P<sep>[:.])(?P<i0>[0-5]\d)"
        r"(?::(?P<s0>[0-5]\d)(?:\.\d+)?)?(?P<ap0>\s?[AaPp](?:[Mm]\b|\.[Mm]\.))?(?P<uhr>\s?(?:Uhr"
        r"|WIB|WITA|WIT)\b)?"
        r"(?:\s?(?:UTC|GMT|CET|CEST|KST|JST|EST|EDT|PST|PDT|Z)\b)?(?![\d:]|\.\d)"
    ),
    "ampm": rf"{_EDGE}(?P<h1>1[0-2]|0?[1-9])\s?(?P<ap1>[AaPp](?:[Mm]\b|\.\s?[Mm]\.))",
    "uhr": rf"{_EDGE}(?P<h2>[01]?\d|2[0-4])\s(?:Uhr|WIB|WITA|WIT)(?:\s(?P<i2>[0-5]\d))?{_STOP}",
    "jam": (
        r"(?i:\b(?:pukul|jam)\s)(?P<h3>[01]?\d|2[0-4])(?:\s(?P<noon>pagi|siang|sore"
        r"|malam))?(?![\w.:,]\d|\w)"
    ),
    "wideclock": (
        r"(?:(?P<half>上午|下午|早上|晚上|中午|凌晨|午前|午後|오전|오후|새벽|저녁|밤)\s?)?"
        r"(?<![\d.,])(?P<h4>[01]?\d|2[0-4]"
        r"|(?<=[午上晚早])[一二三四五六七八九十两]{1,2})\s?(?:[点點时時](?![間间建意要原])"
        r"|시(?!간))\s?"
        r"(?:(?P<i4>[0-5]?\d)\s?[分분]|(?P<thirty>半|반))?"
    ),
    "spelled": (
        rf"{_EDGE}(?P<en>{_EN_HOURS}) o['’]clock\b|(?<=\b[Aa]t )(?P<at>{_EN_HOURS})(?=[.,;!]|$"
        rf"|\s(?:on|in|sharp|tomorrow|pm|am)\b)"
        rf"|(?i:(?<=\bum )|(?<=\bgegen ))(?P<um>{_DE_HOURS})(?=[.,;!]|$|\s(?:los|da|an|ab|hier"
        rf"|dort|Uhr)\b)"
        rf"|(?i:\b(?:jam|pukul)) (?P<setengah>setengah )?(?P<id>{_ID_HOURS})(?: (?P<idhalf>pagi"
        rf"|siang|sore|malam))?\b"
    ),
    "widespelled": (
        r"(?P<zhalf>凌晨|早上|早晨|上午|中午|下午|傍晚|晚上|今晚"
        r"|明早)?(?P<zh>[一二三四五六七八九十两]{1,2})[点點]"
        r"(?P<zmin>半|一刻|三刻"
        r"|零?[一二三四五六七八九十]{1,3}分?(?![个個点點]))?(?:[整钟](?!头))?(?![建意要原])"
        rf"|(?P<khalf>오전|오후|아침|점심|저녁|밤"
        rf"|새벽)?\s?(?<![가-힣])(?P<ko>{_KO_HOURS}) ?시(?![간작])(?:\s?(?P<kmin>반))?"
        r"|(?P<jhalf>朝|夜|夕方|深夜|午前|午後)?(?P<ja>\d{1,2}"
        r"|(?<![一二三四五六七八九十数何])(?:十[一二]?|[一二三四五六七八九]))時"
        r"(?P<jmin>半)?(?![間代期計刻点差折短給速])"
    ),
    "halfpast": (
        rf"{_EDGE}(?i:(?P<part>half|quarter|ten|twenty|five) (?P<way>past|to)"
        rf" (?P<eh>{_EN_HOURS}))\b"
        rf"|{_EDGE}(?i:(?P<dpart>halb|viertel vor|viertel nach|dreiviertel) (?P<dh>{_DE_HOURS}))\b"
    ),
    "word": (rf"{_EDGE}(?P<w>noon|midnight|Mitternacht|tengah malam)\b|(?P<w2>正午|자정|정오)"),
}
_HAN_HOURS: Final = {
    w: i
    for i, w in enumerate(
        ["零", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"]
    )
}
_HAN_HOURS["两"] = 2
_LATE: Final = frozenset(
    ["下午", "晚上", "傍晚", "今晚", "夜", "夕方", "午後", "오후", "저녁", "밤", "sore", "malam"]
)
_TO_HOUR: Final = frozenset("从從由到至在约約早晚于")
_FROM_HOUR: Final = frozenset(["", *"到至改开開集出前后後之見见，。、；整起"])
"""Signs before and after an hour of Chinese, which elsewhere counts points."""
_SPELLED_GROUPS: Final = frozenset({"en", "at", "um", "id", "zh", "ko", "ja"})
_WORD_TIMES: Final = {"noon": "12:00", "正午": "12:00", "정오": "12:00"}

_DIGIT_DATES: Final = ("iso", "dmy", "dotted", "slash", "day")
_WIDE_DATES: Final = (
    "wide", "widemonth", "wideyear", "wideonly", "hanmonth", "wideday_of", "wideday"
)  # fmt: skip
_WORD_DATES: Final = ("mdy", "my", "quarter", "month", "year", "weekday", "week")


def _any_of(patterns: dict[str, str], names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(patterns[name] for name in names))


# All of them begin with a digit: one look saves trying each at every place.
_BY_DIGITS: Final = re.compile(rf"(?=\d)(?:{_any_of(_PATTERNS, _DIGIT_DATES).pattern})")
_BY_SIGNS: Final = _any_of(_PATTERNS, _WIDE_DATES)
_BY_WORDS: Final = re.compile(_any_of(_PATTERNS, _WORD_DATES).pattern, re.IGNORECASE)
_YEARS: Final = _any_of(_PATTERNS, ("bareyear",))
_CLOCK: Final = _any_of(_TIMES, ("clock", "ampm", "uhr", "jam"))
_WIDE_CLOCK: Final = _any_of(_TIMES, ("wideclock", "widespelled"))
_WORD_TIME: Final = _any_of(_TIMES, ("word", "halfpast", "spelled"))

_LATIN: Final = re.compile(r"[A-Za-zÀ-ÿ]+")
_LEADING_WORDS: Final = """
next last this end minggu bulan tahun hari in since by until seit jahr bis of
nächste the sejak kw week calendar
"""
_LEADS: Final = _LEADING_WORDS.split()
_DATE_WORDS: Final = frozenset(
    [w for w in (*_MONTHS, *_WEEKDAYS, *_LEADS) if ord(w[0]) < _FIRST_WIDE]
)
_TIME_WORDS: Final = frozenset(
    {
        "noon",
        "midnight",
        "mitternacht",
        "malam",
        "past",
        "quarter",
        "half",
        "halb",
        "viertel",
        "to",
        "clock",
        "at",
        "um",
        "gegen",
        "jam",
        "pukul",
    }
)
_WIDE: Final = re.compile("[\u2e80-\uffef]")
_DIGIT: Final = re.compile(r"\d")


# "It fails with 3.12." ends a sentence: a day of a month needs a word or another day before it.
_DAY_AHEAD: Final = re.compile(
    r"(?:\b(?:am|vom|zum|beim|bis|ab|seit|den|dem|der|des|vor|nach|tanggal|termin\w*|abgabe\w*|frist"
    r"|datum|stichtag|geburtstag|stand|montag|dienstag|mittwoch|donnerstag"
    r"|freitag|samstag|sonntag)\b[,:]?\s?|\b(?:mo|di|mi|do|fr|sa|so)\.,?\s?"
    r"|\d\.\d{1,2}\.(?:\d{2,4})?\s?(?:,|und|oder|bis|auf|[–—-])\s?"
    r"|\A\s*|\n\s*(?:[-*•]\s)?|[(\[|]\s?)\Z",
    re.IGNORECASE,
)
_FULL_STOP: Final = re.compile(r"\s*(?:\Z|\n)|[\"'”“»)\]]*(?:\s+[A-ZÄÖÜ\"“„(]|\s*\Z|\n)")
_LOOK_BACK: Final = 24


def _is_number(match: re.Match[str]) -> bool:
    """Say whether "3.12." is a number at the end of its sentence, and no day of a month."""
    groups = match.groupdict()
    if groups.get("d6") is None or groups.get("y6") is not None:
        return False
    text, start, end = match.string, match.start(), match.end()
    if not _FULL_STOP.match(text, end):
        return False
    ahead = text[max(0, start - _LOOK_BACK) : start]
    return not _DAY_AHEAD.search(ahead if start <= _LOOK_BACK else f".{ahead}")


def find_dates(text: str) -> Iterator[Found]:
    """Give the dates of a text: those with digits first, then those in words, each in order."""
    words = _words(text)
    digits = _DIGIT.search(text) is not None
    rules = [_BY_SIGNS] if _WIDE.search(text) else []
    if digits:
        rules.insert(0, _BY_DIGITS)
    if not _DATE_WORDS.isdisjoint(words) or (digits and "Q" in text):
        rules.append(_BY_WORDS)
    if digits:
        rules.append(_YEARS)
    for rule in rules:
        for match in rule.finditer(text):
            value = "" if rule is _BY_DIGITS and _is_number(match) else _date_value(match)
            if value:
                yield match.start(), match.end(), Kind.DATE, value


def find_times(text: str) -> Iterator[Found]:
    """Give the times of day of a text: those with digits first, then those in words."""
    rules = [_CLOCK] if _DIGIT.search(text) else []
    if _WIDE.search(text):
        rules.append(_WIDE_CLOCK)
    if rules or not _TIME_WORDS.isdisjoint(_words(text)):
        rules.append(_WORD_TIME)
    for rule in rules:
        for match in rule.finditer(text):
            value = _time_value(match)
            if value:
                yield match.start(), match.end(), Kind.TIME, value


def _words(text: str) -> set[str]:
    return set(map(str.lower, _LATIN.findall(text)))


def _date_value(match: re.Match[str]) -> str:
    groups = {k: v for k, v in match.groupdict().items() if v is not None}
    year = next((v for k, v in groups.items() if k[0] == "y" and k[1:].isdigit()), "")
    month = next((v for k, v in groups.items() if k[0] == "m" and k[1:].isdigit()), "")
    day = next((v for k, v in groups.items() if k[0] == "d" and k[1:].isdigit()), "")
    if "mo" in groups:
        month = groups["mo"]
    if "hm" in groups:
        month = str(word_value(groups["hm"]))
        day = str(word_value(groups["hd"])) if "hd" in groups else ""
    if day and not month:
        return f"----{int(day):02d}" if 1 <= int(day) <= 31 else ""
    if month or day:
        number = _MONTHS.get(month.lower(), 0) or (int(month) if month.isdigit() else 0)
        if not 1 <= number <= 12 or (day and not 1 <= int(day) <= 31):
            return ""
        if len(year) == 2:
            year = f"20{year}"
        parts = [year or "-", f"{number:02d}"] + ([f"{int(day):02d}"] if day else [])
        return "-".join(parts)
    if year or "ybare" in groups:
        return year or groups["ybare"]
    low = match.group().lower()
    for name, value in (("wd", "weekday"), ("wd2", "weekday")):
        if name in groups:
            word = groups[name].lower()
            around = "".join(w for w in low.replace(word, " ").split() if w != "hari")
            return f"{value}:{_WEEKDAYS.get(word, _SUNDAY)}" + (f":{around}" if around else "")
    return "".join(low.split())


def _time_value(match: re.Match[str]) -> str:
    groups = {k: v for k, v in match.groupdict().items() if v is not None}
    word = groups.get("w") or groups.get("w2")
    if word:
        return _WORD_TIMES.get(word.lower(), "00:00")
    if "eh" in groups or "dh" in groups:
        return _spoken(groups)
    if _SPELLED_GROUPS & groups.keys():
        return _spelled(groups, _is_hour(match))
    raw = next(v for k, v in groups.items() if k[0] == "h" and k[1:].isdigit())
    hour = int(raw) if raw.isdigit() else _HAN_HOURS.get(raw, -1)
    minute = next((v for k, v in groups.items() if k[0] == "i" and k[1:].isdigit()), "00")
    if "thirty" in groups:
        minute = "30"
    if groups.get("sep") == "." and "uhr" not in groups and "ap0" not in groups:
        # 16.30 is a time only after a word that says so.
        before = match.string[max(0, match.start() - 3) : match.start()].lower()
        if not match.group().lower().startswith(("jam", "pukul")) and before != "um ":
            return ""
    if hour < 0:
        return ""
    half = (groups.get("ap0") or groups.get("ap1") or "").strip().lower()
    late = half.startswith("p") or groups.get("half") in _LATE or groups.get("noon") in _LATE
    if late and hour < 12:
        hour += 12
    if half.startswith("a") and hour == 12:
        hour = 0
    seconds = f":{groups['s0']}" if groups.get("s0") else ""
    return f"{hour:02d}:{int(minute):02d}{seconds}"


def _spoken(groups: dict[str, str]) -> str:
    """Read "half past five" and "halb acht" on a clock of twelve hours."""
    if "eh" in groups:
        hour = _EN_HOURS.split("|").index(groups["eh"].lower()) + 1
        minutes = _PARTS[groups["part"].lower()]
        total = hour * 60 + (minutes if groups["way"].lower() == "past" else -minutes)
    else:
        hour = _DE_HOURS.split("|").index(groups["dh"].lower()) + 1
        offset = {"halb": -30, "viertel vor": -15, "viertel nach": 15, "dreiviertel": -15}
        total = hour * 60 + offset[groups["dpart"].lower()]
    return f"{total // 60:02d}:{total % 60:02d}"


def _is_hour(match: re.Match[str]) -> bool:
    """Say whether what stands around a bare 六点 makes it an hour ("从六点改到")."""
    before = match.string[max(0, match.start() - 1) : match.start()]
    after = match.string[match.end() : match.end() + 1]
    return before in _TO_HOUR and after in _FROM_HOUR


def _spelled(groups: dict[str, str], is_hour: bool) -> str:
    """Read an hour in words; without a part of the day it may be either half."""
    hour = minute = 0
    half = groups.get("zhalf") or groups.get("khalf") or groups.get("jhalf") or ""
    if word := groups.get("en") or groups.get("at"):
        hour = _EN_HOURS.split("|").index(word.lower()) + 1
    elif word := groups.get("um"):
        hour = _DE_HOURS.split("|").index(word.lower()) + 1
    elif word := groups.get("id"):
        hour = _ID_ORDER.split().index(word.lower().replace(" ", "_")) + 1
        half = (groups.get("idhalf") or "").lower()
        if "setengah" in groups:
            hour, minute = (hour - 1) or 12, 30
    elif word := groups.get("zh"):
        hour = _HAN_HOURS.get(word, 0)
        part = groups.get("zmin", "")
        minute = {"半": 30, "一刻": 15, "三刻": 45}.get(part, 0)
        minute = minute or int(word_value(part.strip("零分")) or 0 if part else 0)
        # 有三点要注意 counts points, no hours.
        if not half and not minute and not (is_hour and hour <= 12):
            return ""
    elif word := groups.get("ko"):
        hour = _KO_ORDER.split().index(word) + 1
        minute = 30 if "kmin" in groups else 0
    else:
        said = groups["ja"]
        hour = int(said) if said.isdecimal() else int(word_value(said) or 0)
        minute = 30 if "jmin" in groups else 0
    if half in _LATE and hour < 12:
        hour += 12
    return f"{hour:02d}:{minute:02d}"

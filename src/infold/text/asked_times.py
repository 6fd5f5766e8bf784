"""Times that a question names relative to when it is asked, in six languages.

"Three days ago", "last weekend", "Tuesday last week", "the last two weeks". What belongs together
is read as one: of "Tuesday last week" neither the week nor the nearest Tuesday is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from infold.text.dates import WEEKDAYS, find_dates
from infold.text.number_words import word_value
from infold.text.relative_days import Unit, find_relative_days

Around: TypeAlias = Literal["last", "next"]

_WEEKDAY: Final = re.compile(r"weekday:(\d)(?::(.*))?\Z")
_THIS: Final = ("this", "diese", "ini", "这", "本", "이번", "今週")
_NEXT: Final = ("next", "nächste", "kommende", "coming", "depan", "下", "다음", "来週")


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedTime:
    """A time relative to now.

    Attributes:
        unit: What is counted; with a weekday or a weekend always "week".
        step: How many units away, back where negative; 0 is the one that runs.
        weekday: The day of that week, 1 (Monday) to 7; None for all of it.
        is_weekend: Whether Saturday and Sunday of that week are meant.
        nearest: Of a weekday without a week: whether the last or the next one is meant.
        is_run: Whether all the time from there until now is meant ("the last two weeks").
    """

    unit: Unit
    step: int
    weekday: int | None = None
    is_weekend: bool = False
    nearest: Around | None = None
    is_run: bool = False


_Found: TypeAlias = tuple[int, int, AskedTime]

_EN_DAY: Final = "(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_DE_DAY: Final = "(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)(?:abend|morgen)?"
_ID_DAY: Final = "(?:senin|selasa|rabu|kamis|jumat|jum'at|sabtu|minggu)"
_WIDE_DAY: Final = "[一二三四五六日天]"
_DE_STEP: Final = (
    r"(?P<{0}>(?:vor)?letzte|vorige|vergangene|diese|(?:über)?nächste|kommende)[rn]? woche"
)
_WEEKS: Final = (
    # English
    rf"\b(?P<d1>{_EN_DAY})(?: of| in|,)? (?:the )?(?P<s1>last|previous|this|next|coming) week\b"
    rf"|\b(?P<s2>last|this|next) week(?:'s|’s| on|,)? (?P<d2>{_EN_DAY})\b"
    rf"|\b(?P<d3>{_EN_DAY})(?: of| in)? (?:the )?week (?P<s3>before last|after next)\b"
    # German
    rf"|\b{_DE_STEP.format('s4')},?(?: am)? (?P<d4>{_DE_DAY})\b"
    rf"|\b(?P<d5>{_DE_DAY})(?: in der|,)? {_DE_STEP.format('s5')}\b"
    # Indonesian
    rf"|\b(?P<d6>{_ID_DAY}) (?:minggu|pekan) (?P<s6>lalu|kemarin|ini|depan)\b"
    rf"|\b(?:minggu|pekan) (?P<s7>lalu|kemarin|ini|depan),? (?:(?:pada )?hari )?"
    rf"(?P<d7>{_ID_DAY})\b"
    # Chinese, Japanese, Korean
    rf"|(?P<s8>上上|上|[这這本]|下下|下)(?:一)?个?(?:周|週|星期|礼拜|禮拜)的?(?:周|週|星期)?"
    rf"(?P<d8>{_WIDE_DAY})"
    r"|(?P<s9>先々週|先週|今週|来週|再来週)の?(?P<d9>[月火水木金土日])曜日?"
    r"|(?P<s10>지지난|저저번|지난|저번|이번|다다음|다음) ?주(?:의|에)? ?"
    r"(?P<d10>[월화수목금토일])요일"
)
_WEEK_OF_DAY: Final = re.compile(_WEEKS, re.IGNORECASE)
_WEEK_STEPS: Final = {
    -2: "before last|vorletzte|上上|先々週|지지난|저저번",
    -1: "last|previous|letzte|vorige|vergangene|lalu|kemarin|上|先週|지난|저번",
    0: "this|diese|ini|这|這|本|今週|이번",
    1: "next|coming|nächste|kommende|depan|下|来週|다음",
    2: "after next|übernächste|下下|再来週|다다음",
}
_STEPS: Final = {word: step for step, words in _WEEK_STEPS.items() for word in words.split("|")}
_DAY_SIGNS: Final = (
    {sign: i for i, sign in enumerate("一二三四五六日", 1)}
    | {sign: i for i, sign in enumerate("月火水木金土", 1)}
    | {sign: i for i, sign in enumerate("월화수목금토일", 1)}
    | {"天": 7}
)
_ENGLISH_DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

_WEEKEND: Final = re.compile(
    r"\b(?:(?P<e1>last|past|previous|this|next|coming)|the|at|over|on) weekend\b"
    r"|\b(?:(?P<e2>letzte|vorige|vergangene|diese|nächste|kommende)[smn]?|am) wochenende\b"
    r"|\b(?:akhir (?:pekan|minggu)|weekend)(?: (?P<e3>lalu|kemarin|ini|depan))?\b"
    r"|(?P<e4>上|[这這本]|下)?(?:一)?(?:个|個)?(?:周|週)末"
    r"|(?P<e5>先週|今週|来週)の?(?:末|週末)"
    r"|(?P<e6>지난|저번|이번|다음) ?주?(?:의)? ?주말|주말",
    re.IGNORECASE,
)

_EN: Final = (
    r"(?P<n>\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|(?:a )?couple(?: of)?)[ -](?P<u>day|week|month|year)s?"
)
_DE: Final = (
    r"(?P<n>\d{1,3}|ein(?:em|er|en)?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)"
    r" (?P<u>tag|woche|monat|jahr)(?:en|n|e)?"
)
_ID: Final = (
    r"(?:(?P<n>\d{1,3}|satu|dua|tiga|empat|lima|enam|tujuh|delapan|sembilan|sepuluh) |(?P<n1>se))"
    r"(?P<u>hari|minggu|pekan|bulan|tahun)"
)
_HAN: Final = (
    r"(?P<n>\d{1,3}|[一二两兩三四五六七八九十]{1,3})(?:个|個)?"
    r"(?P<u>天|日|周|週|星期|礼拜|禮拜|月|年)"
)
_JA: Final = (
    r"(?P<n>\d{1,3}|[一二三四五六七八九十]{1,3})(?P<u>日|週|か月|ヶ月|ヵ月|カ月|ケ月|箇月|年)間?"
)
_KO: Final = (
    r"(?:(?P<n>\d{1,3}|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|일(?=주)) ?"
    r"(?P<u>일|주일|주|달|개월|년|해)"
    r"|(?P<whole>하루|이틀|사흘|나흘|닷새|열흘|보름))"
)


def _second(pattern: str) -> str:
    """A pattern with names of its own, for another place in the same expression."""
    return pattern.replace("P<n1>", "P<n3>").replace("P<n>", "P<n2>").replace("P<u>", "P<u2>")


_AGO: Final = (
    rf"(?<!\bhalf )\b{_EN} (?:ago|back|earlier)\b",
    rf"\bvor {_DE}\b",
    rf"\b{_ID} (?:yang )?(?:lalu|silam|lampau|kemarin)\b",
    rf"{_HAN}(?:以前|之前|前)(?!后)",
    rf"{_JA}前",
    rf"{_KO} ?전",
)
_AHEAD: Final = (
    rf"\bin (?!an? ){_EN}(?:' time)?\b|\b{_second(_EN)} from now\b",
    rf"\bin (?!ein){_DE}\b",
    rf"\bdalam {_ID}\b(?! terakhir)|\b{_second(_ID)} lagi\b",
    rf"{_HAN}(?:以后|之后|后|後)",
    rf"{_JA}後",
    rf"{_KO} ?(?:후|뒤)",
)
_RUNS: Final = (
    rf"\b(?:last|past|previous) {_EN}\b",
    rf"\b(?:letzten|vergangenen|vorigen) {_DE}\b",
    rf"\b{_ID} (?:terakhir|belakangan)\b",
    rf"(?:最近|过去|過去|近)(?:的)?{_HAN}|(?:最近|過去|この|ここ){_second(_JA)}",
    rf"(?:지난|최근) ?{_KO}(?: ?(?:동안|간))?",
)
_COUNTS: Final = tuple(
    (sign, is_run, re.compile(pattern, re.IGNORECASE))
    for sign, is_run, patterns in ((-1, False, _AGO), (1, False, _AHEAD), (-1, True, _RUNS))
    for pattern in patterns
)
_UNIT_WORDS: Final[tuple[tuple[Unit, str], ...]] = (
    ("day", "day tag hari 天 日 일"),
    ("week", "week woche minggu pekan 周 週 星期 礼拜 禮拜 주 주일"),
    ("month", "month monat bulan 月 か月 ヶ月 ヵ月 カ月 ケ月 箇月 달 개월"),
    ("year", "year jahr tahun 年 년 해"),
)
_UNITS: Final = {word: unit for unit, words in _UNIT_WORDS for word in words.split()}
_WHOLE: Final = {"하루": 1, "이틀": 2, "사흘": 3, "나흘": 4, "닷새": 5, "열흘": 10, "보름": 15}


def asked_times(question: str) -> list[AskedTime]:
    """Read what a question names relative to now, by place; of two that overlap the longer.

    Args:
        question: In any of the six languages.

    Returns:
        Each once. Cost: some tens of µs.
    """
    text = " ".join(question.split())
    found = [*_weekdays_of_weeks(text), *_weekends(text), *_counted(text)]
    found += [(s, e, AskedTime(unit=u, step=n)) for s, e, u, n in find_relative_days(text)]
    found += _nearest(text)
    # "Minggu lalu" is the week; the Sunday of that name stands later in the list.
    found.sort(key=lambda one: (one[0] - one[1], one[0]))
    taken: list[_Found] = []
    for one in found:
        if all(one[1] <= other[0] or other[1] <= one[0] for other in taken):
            taken.append(one)
    taken.sort(key=lambda one: one[0])
    return list(dict.fromkeys(one[2] for one in taken))


def _weekdays_of_weeks(text: str) -> Iterator[_Found]:
    for match in _WEEK_OF_DAY.finditer(text):
        said = {key[0]: value.lower() for key, value in match.groupdict().items() if value}
        yield (
            *match.span(),
            AskedTime(unit="week", step=_STEPS[said["s"]], weekday=_day_number(said["d"])),
        )


def _day_number(word: str) -> int:
    if word in _DAY_SIGNS:
        return _DAY_SIGNS[word]
    if word[:3] in _ENGLISH_DAYS:
        return _ENGLISH_DAYS.index(word[:3]) + 1
    return (
        7
        if word == "minggu"
        else WEEKDAYS[word.replace("'", "").removesuffix("abend").removesuffix("morgen")]
    )


def _weekends(text: str) -> Iterator[_Found]:
    for match in _WEEKEND.finditer(text):
        said = next((value.lower() for value in match.groupdict().values() if value), "")
        said = "last" if said == "past" else said
        nearest: Around | None = None if said else "last"
        yield (
            *match.span(),
            AskedTime(unit="week", step=_STEPS.get(said, 0), is_weekend=True, nearest=nearest),
        )


def _counted(text: str) -> Iterator[_Found]:
    for sign, is_run, pattern in _COUNTS:
        for match in pattern.finditer(text):
            said = {key: value.lower() for key, value in match.groupdict().items() if value}
            whole = said.get("whole")
            number = next((said[key] for key in said if key[0] == "n"), "")
            count = _WHOLE[whole] if whole else _count(number)
            unit = "day" if whole else _UNITS[said.get("u") or said["u2"]]
            if count:
                yield *match.span(), AskedTime(unit=unit, step=sign * count, is_run=is_run)


def _count(word: str) -> int:
    if word.isdecimal():
        return int(word)
    if word in ("a", "an", "se", "일") or word.startswith("ein"):
        return 1
    return 2 if "couple" in word else int(word_value(word) or 0)


def _nearest(text: str) -> Iterator[_Found]:
    for start, end, _, value in find_dates(text):
        weekday = _WEEKDAY.match(value)
        if weekday is None:
            continue
        around, number = weekday[2] or "", int(weekday[1])
        if around.startswith(_THIS) or around.endswith("ini"):
            yield start, end, AskedTime(unit="week", step=0, weekday=number)
        else:
            nearest: Around = "next" if around.startswith(_NEXT) else "last"
            yield start, end, AskedTime(unit="week", step=0, weekday=number, nearest=nearest)

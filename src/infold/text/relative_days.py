"""Days, weeks, months and years named relative to now, in six languages."""

import re
from typing import Final, Literal, TypeAlias

Unit: TypeAlias = Literal["day", "week", "month", "year"]

# Words of scripts with spaces, then those of scripts without.
_SPACED: Final[dict[tuple[Unit, int], str]] = {
    ("day", 0): "today|tonight|this morning|heute|hari ini",
    ("day", -1): "yesterday|last night|gestern|kemarin",
    ("day", 1): "tomorrow|besok",
    ("day", -2): "the day before yesterday|vorgestern|kemarin dulu",
    ("day", 2): "the day after tomorrow|übermorgen|lusa",
    ("week", -1): r"last week|letzte[rn]? woche|vorige[rn]? woche|(?:minggu|pekan) lalu",
    ("week", 0): r"this week|diese[rn]? woche|(?:minggu|pekan) ini",
    ("week", 1): r"next week|nächste[rn]? woche|(?:minggu|pekan) depan",
    ("month", -1): r"last month|(?:letzte|vorige)[nrm]? monats?|bulan lalu",
    ("month", 0): r"this month|diese[nrms]? monats?|bulan ini",
    ("month", 1): r"next month|nächste[nrm]? monats?|bulan depan",
    ("year", -1): r"last year|(?:letzte|vorige)[snm]? jahre?s?|tahun lalu",
    ("year", 0): r"this year|diese[sm]? jahre?s?|tahun ini",
    ("year", 1): r"next year|nächste[sn]? jahre?s?|tahun depan",
}
_WIDE: Final[dict[tuple[Unit, int], str]] = {
    ("day", 0): "今天|今日|今晚|오늘",
    ("day", -1): "昨天|昨晚|昨日|어제",
    ("day", 1): "明天|明日|내일",
    ("day", -2): "前天|一昨日|おととい|그저께",
    ("day", 2): "后天|後天|明後日|あさって|모레",
    (
        "week",
        -1,
    ): "上个?(?:周|週|星期)(?![一二三四五六日天])|先週(?!の.曜)|지난 ?주(?![가-힣말]* ?.요일)",
    ("week", 0): "[这這本]个?(?:周|週|星期)(?![一二三四五六日天])|今週(?!の.曜)|이번 ?주",
    ("week", 1): "下个?(?:周|週|星期)(?![一二三四五六日天])|来週(?!の.曜)|다음 ?주",
    ("month", -1): "上个?月|上個月|先月|지난 ?달",
    ("month", 0): "[这這本]个?月|今月|이번 ?달",
    ("month", 1): "下个?月|下個月|来月|다음 ?달",
    ("year", -1): "去年|昨年|작년|지난해",
    ("year", 0): "今年|올해",
    ("year", 1): "明年|来年|내년",
}
_PATTERNS: Final = tuple(
    (unit, step, re.compile(rf"\b(?:{_SPACED[unit, step]})\b|{_WIDE[unit, step]}"))
    for unit, step in sorted(_SPACED)
)


def find_relative_days(text: str) -> list[tuple[int, int, Unit, int]]:
    """Find what a text says relative to now.

    Args:
        text: Any text, in any of the six languages.

    Returns:
        Start, end, unit and step of each, by place; of two that overlap the longer.
    """
    low = text.lower()
    if len(low) != len(text):
        return []
    found = [
        (match.start(), match.end(), unit, step)
        for unit, step, pattern in _PATTERNS
        for match in pattern.finditer(low)
    ]
    found.sort(key=lambda one: (one[0] - one[1], one[0], one[2], one[3]))
    out: list[tuple[int, int, Unit, int]] = []
    for one in found:
        if all(one[1] <= other[0] or other[1] <= one[0] for other in out):
            out.append(one)
    return sorted(out)

"""Numbers in words of six languages: where they stand, and what they are worth.

A number in words is a fact only where it counts or measures something: a unit, a counter, a plural
follows. Idioms with numbers ("two birds with one stone", "三心二意") count nothing.
"""

import re
from typing import Final

from infold.text.scripts import HAN

_ONES: Final = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
    "eighty": 80, "ninety": 90, "half": 0.5,
    "null": 0, "ein": 1, "eins": 1, "eine": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5,
    "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "elf": 11, "zwölf": 12,
    "dreizehn": 13, "vierzehn": 14, "fünfzehn": 15, "sechzehn": 16, "siebzehn": 17,
    "achtzehn": 18, "neunzehn": 19, "zwanzig": 20, "dreißig": 30, "vierzig": 40, "fünfzig": 50,
    "sechzig": 60, "siebzig": 70, "achtzig": 80, "neunzig": 90, "einhalb": 0.5, "halb": 0.5,
    "anderthalb": 1.5,
    "satu": 1, "dua": 2, "tiga": 3, "empat": 4, "lima": 5, "enam": 6, "tujuh": 7, "delapan": 8,
    "sembilan": 9, "sepuluh": 10, "sebelas": 11, "setengah": 0.5, "seperempat": 0.25,
    "한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9,
    "열": 10, "스물": 20, "스무": 20, "서른": 30, "마흔": 40, "쉰": 50, "예순": 60, "일흔": 70,
    "여든": 80, "아흔": 90,
}  # fmt: skip
_TIMES: Final = {"belas": 0, "puluh": 10, "hundred": 100, "hundert": 100, "ratus": 100}
_GROUPS: Final = {
    "thousand": 1_000, "tausend": 1_000, "ribu": 1_000, "million": 1_000_000,
    "millionen": 1_000_000, "juta": 1_000_000,
}  # fmt: skip
_WHOLE: Final = {
    "seratus": 100, "seribu": 1_000,
    "이틀": 2, "사흘": 3, "나흘": 4, "닷새": 5, "엿새": 6, "이레": 7, "여드레": 8, "아흐레": 9,
    "열흘": 10, "보름": 15,
}  # fmt: skip
_SINO: Final = dict(zip("일이삼사오육칠팔구", range(1, 10), strict=True))
_HAN: Final = {c: i for i, c in enumerate("〇一二三四五六七八九")} | {"两": 2, "兩": 2, "零": 0}
_POWERS: Final = {
    "十": 10, "百": 100, "千": 1_000, "万": 10_000, "萬": 10_000, "亿": 100_000_000,
    "億": 100_000_000, "십": 10, "백": 100, "천": 1_000, "만": 10_000, "억": 100_000_000,
}  # fmt: skip
_DIGITS: Final = _HAN | _SINO
_TOKEN: Final = re.compile(
    "|".join(sorted([*_ONES, *_TIMES, *_GROUPS, *_WHOLE], key=lambda word: (-len(word), word)))
)

_EN_ONES: Final = "two|three|four|five|six|seven|eight|nine"
_EN_TEENS: Final = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_EN_TENS: Final = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_EN_SMALL: Final = rf"(?:(?:{_EN_TENS})(?:-(?:one|{_EN_ONES}))?|{_EN_TEENS}|{_EN_ONES})"
ENGLISH: Final = (
    rf"(?:(?:an?|one|{_EN_SMALL}) (?:hundred|thousand|million)(?: (?:and )?{_EN_SMALL})?"
    rf"|{_EN_SMALL}(?: and a half)?)"
)
"""Pattern of an English number from two up."""
_DE_ONES: Final = "zwei|drei|vier|fünf|sechs|sieben|acht|neun"
_DE_SMALL: Final = (
    rf"(?:(?:(?:ein|{_DE_ONES})und)?(?:zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig"
    rf"|neunzig)|(?:drei|vier|fünf|sech|sieb|acht|neun)zehn|zehn|elf|zwölf|{_DE_ONES})"
)
GERMAN: Final = (
    rf"(?:(?:(?:ein|{_DE_SMALL})?(?:hundert|tausend))+(?:{_DE_SMALL})?|anderthalb"
    rf"|(?:ein|{_DE_ONES})einhalb|{_DE_SMALL})"
)
"""Pattern of a German number from two up, and of one and a half."""
_ID_ONES: Final = "dua|tiga|empat|lima|enam|tujuh|delapan|sembilan"
_ID_PART: Final = (
    rf"(?:seratus|seribu|sepuluh|sebelas|(?:satu|{_ID_ONES})(?: (?:belas|puluh|ratus|ribu|juta))*)"
)
INDONESIAN: Final = (
    rf"(?:(?:seratus|seribu|sepuluh|sebelas|{_ID_ONES}|setengah)"
    rf"(?: (?:belas|puluh|ratus|ribu|juta))*(?: {_ID_PART})*)"
)
"""Pattern of an Indonesian number from two up, and of a half."""
HAN_AMOUNT: Final = "[一二三四五六七八九十两][零〇一二三四五六七八九十百千万亿两]{0,9}"
"""Pattern of a sum in Han numerals."""
HAN_NUMBER: Final = "(?:[一二三四五六七八九十两兩百半][零〇一二三四五六七八九十百千万亿两]{0,7})"
_KO_ONES: Final = "한|두|세|네|다섯|여섯|일곱|여덟|아홉"
KOREAN: Final = rf"(?:(?:열|스물|서른|마흔|쉰|예순|일흔|여든|아흔)(?:{_KO_ONES})?|스무|{_KO_ONES})"
"""Pattern of a Korean number of Korean words."""
SINO_KOREAN: Final = "(?:[일이삼사오육칠팔구]?[십백천만억])+[일이삼사오육칠팔구]?"
"""Pattern of a Korean number of Chinese words, from ten up."""


_PLURAL: Final = (
    r"(?:people|children|men|women|feet|teeth|[a-z]{2,20}(?<!s)s)(?![a-z])(?! (?:is|was|has)\b)"
)
_ID_FUNCTION: Final = (
    "yang|dan|atau|di|ke|dari|itu|ini|saja|aja|lagi|tapi|karena|untuk|dengan|sudah|belum|akan|ya"
    "|dulu|juga|pagi|siang|sore|malam|pada|kalau|jadi"
)
IN_LATIN: Final = (
    rf"(?<![A-Za-z0-9_À-ɏ-])(?:(?i:{ENGLISH})(?:[ -]<unit>| (?:[a-z]{{3,12}} )?{_PLURAL}"
    r"|(?= of (?:the|our|your|my|those|these|them|us)\b))"
    r"|(?i:half an?) (?!dozen|mind|chance|second|minute|sec\b|min\b)[a-z]{2,20}"
    r"|(?i:one)[ -](?!sec|second|minute|moment)<unit>"
    rf"|(?i:{GERMAN})(?:[ -]<unit>| (?:[a-zäöü]{{3,14}}(?:e|en|er) )?[A-ZÄÖÜ][a-zäöüß]+)"
    rf"|(?i:{_DE_ONES}|zehn)mal(?![a-zäöü])"
    r"|(?i:eine[nr]?) (?i:halbe[nrs]?) [A-ZÄÖÜ][a-zäöüß]+"
    rf"|(?<!ke )(?<!nomor )(?i:{INDONESIAN})(?<![Ss]etengah)"
    rf"(?: (?!(?:{_ID_FUNCTION})\b)[a-z]{{3,20}}|(?= di antara))"
    rf"|(?<=lantai )(?i:{_ID_ONES})(?![a-z])"
    r"|(?i:setengah|seperempat|sepertiga) (?:jam|hari|bulan|tahun|kilo|liter|gelas|sendok|porsi"
    r"|meter|potong)\b)"
)
"""Pattern of a number in Latin letters with what it counts; `<unit>` stands for a unit."""

_UNITS_HAN: Final = (
    "个半?小时|個?小時|小时|时间|時間|分[钟鐘間]|秒[钟鐘間]?|天(?![气氣空才生])"
    "|周(?![一二三四五六日末边围])"
    "|週間?|个?星期|[个個かヶヵカケ]月|年間?|日間|公斤|千克|公里|厘米|毫米|平?米|毫升|升|吨|斤"
    "|倍|泊"
)
_COUNTERS_HAN: Final = (
    "[个個名位台辆架件条條张張只头匹本册冊份套瓶杯碗盒包袋箱片根支间栋户层楼行页章段组批轮场项"
    "次遍趟回岁歳才人枚軒階割席]|部屋|ページ|キロ|グラム|パーセント|步(?!骤)"
    "|成(?![立为功果长员本绩熟])"
    "|折(?![叠扣])|度(?![目と寝手あ])"
)
IN_HAN: Final = (
    rf"(?=[一二三四五六七八九十两兩百半])(?<![第周週期拜初几数幾統统唯])(?!半天)(?:"
    rf"百分之{HAN_NUMBER}|{HAN_NUMBER}分之{HAN_NUMBER}|{HAN_NUMBER}多?(?:{_UNITS_HAN})"
    rf"|(?!一(?:{_COUNTERS_HAN})){HAN_NUMBER}多?(?:{_COUNTERS_HAN})"
    rf"|(?![十一百半]分){HAN_NUMBER}分(?![之别別の布類类])|[二三四五六七八九]つ)"
    "(?![别別体性们])"
)
"""Pattern of a number in Han signs with its unit or counter; "一个" is an article."""

_COUNTERS_KO: Final = (
    "팩|캔|알|스푼|큰술|작은술|봉|판|송이|포기|쌍|통|모|시간|개월|달|주일|주|명|분|번(?!째|호)|개"
    "|대|살|건|마리|장|권|잔|병|그릇|켤레|벌|채|곳|가지|쪽"
    "|페이지|군데|차례|달러|배|박|평|층|줄|칸|조각|상자|봉지"
)
_UNITS_KO: Final = (
    "년|개월|퍼센트|프로|킬로(?:그램|미터)?|그램|미터|센티(?:미터)?|리터|밀리리터|도|초|분|시간"
    "|주|일|명|인|세"
    "|회|개|층|대|건|쪽|페이지|점|배|박|호"
)
IN_KOREAN: Final = (
    "(?=[한두세네다여일열스서마쉰예아이삼사오육칠팔구십백천만억나닷엿보])"
    rf"(?<![가-힣])(?:(?!한 ?(?:번|건|가지|곳|대|장|분|주))(?:{KOREAN}) ?(?:{_COUNTERS_KO})"
    rf"(?!째)|(?:{SINO_KOREAN}|[삼육칠팔]) ?(?:{_UNITS_KO})|이틀|사흘|나흘|닷새|엿새|열흘|보름)"
    "(?=(?:은|는|이|가|을|를|의|에|도|만|씩|로|으로|과|와|까지|부터|이상|이하|이내|동안|간|쯤"
    "|정도|째|마다"
    "|이랑|랑|하고|밖에|이나|이고|이며|이에요|예요|이다|입니다|뒤|후|전|안|이라|인데"
    "|짜리)*(?![가-힣]))"
)
"""Pattern of a number in Korean words with its counter."""

IDIOMS: Final = re.compile(
    r"two birds|two cents|two heads are|hundred percent (?:sure|agree)|two peas|two wrongs"
    r"|two thumbs"
    r"|nine to five"
    r"|thousand (?:apologies|thanks)|tausend dank|tausend grüße|drei tage regen|null komma"
    r"|wolke sieben"
    r"|半斤八两|五十步(?:笑百步)?|三个(?:臭|和尚)|三人(?:行|寄れば)|三十年河|十年河|三十六计"
    r"|三百六十行"
    r"|二百五|三七二十一|三更半夜"
    r"|一年之计|一年の計|八九不离|二回熟|一百个放|[一二两三四][两二三四五][天个次句下年](?!半)"
    r"|石の上にも三年|三文の|十年早い"
    r"|二つ返事|三つ子の魂|三度目|四六時中|두 번 다시|천 리 길|사흘이 멀|십 원 한|삼 일 천|"
    r"left feet|sebelas dua belas|等(?:我|一下|你)?一分[钟鐘]|"
    r"left feet|nine lives|all fours|two minds|forty winks|ten to one"
    r"|six feet under|second to none|zwei fliegen|linke hände|vier augen|vier wänden|sieben sachen"
    r"|drei kreuze|zwei stühlen|fünf vor zwölf|sieben siegel|dua tiga pulau|empat mata|seribu satu"
    r"|setengah (?:mati|hati|jalan)|lima besar|一石二[鸟鳥]|三[番次][五两]次|三天[两打]|两天晒网"
    r"|三分钟热|十年(?:树|如|一昔)|百年(?:好|树|大)|一[天年]到[晚头]|一年四季|两[码回]事|两口子"
    r"|三日坊主|一期一会|一[日年]中|三度の飯|[二三]度ある|二人三脚|五分五分|一分一秒|一回り"
    r"|百人力|十人十色"
    r"|세 살 버릇|두 마리 토끼|십년감수|하루 이틀|열 번 찍|백 번 (?:듣|말)"
    r"|두말|한두|천 번 만 번"
    r"|(?<![一二三四五六七八九])十分(?![钟鐘間])"
    r"|[一二三四五六七八九十百千](?![个個天年月周日週時时小次人件台条張张一二三四五六七八九十百千万])"
    rf"[{HAN}][一二三四五六七八九十百千万](?![一二三四五六七八九十百千万个個天年月周次人件台条"
    rf"])[{HAN}]",
    re.IGNORECASE,
)
"""Idioms in which a number counts nothing."""

_LATIN_WORDS: Final = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "twenty", "thirty", "forty", "fifty", "teen", "hundred", "thousand", "half", "one", "zwei",
    "drei", "vier", "fünf", "sech", "sieb", "acht", "neun", "zehn", "elf", "zwölf", "zwanzig",
    "ßig", "hundert", "tausend", "halb", "dua", "tiga", "empat", "lima", "enam", "tujuh",
    "delapan", "sembilan", "puluh", "belas", "seratus", "seribu", "setengah", "seperempat",
)  # fmt: skip


def holds_latin(low: str) -> bool:
    """Say whether a lower-cased text may hold a number in Latin letters."""
    for word in _LATIN_WORDS:  # noqa: SIM110 - a generator costs more than the search
        if word in low:
            return True
    return False


def word_value(text: str) -> int | float | None:
    """Give what a number in words is worth, or nothing where there is none.

    Words are read from left to right: units and tens add up, "hundred" and its like multiply what
    stands before them.
    """
    low = text.casefold()
    if low[:1] in _DIGITS or low[:1] in _POWERS or low == "半":
        return _by_signs(low)
    total: int | float = 0
    group: int | float = 0
    last: int | float = 0
    seen = False
    for match in _TOKEN.finditer(low):
        word, seen = match.group(), True
        if word == "belas":
            group += 10
        elif word in _TIMES:
            group, last = group - last + (last or 1) * _TIMES[word], 0
        elif word in _GROUPS:
            total, group, last = total + (group or 1) * _GROUPS[word], 0, 0
        elif word in _WHOLE:
            group, last = group + _WHOLE[word], 0
        else:
            last = _ONES[word]
            group += last
    return total + group if seen else None


def _by_signs(text: str) -> int | float | None:
    if text == "半":
        return 0.5
    total = group = digit = 0
    for char in text:
        power = _POWERS.get(char)
        if power is None:
            digit = _DIGITS.get(char, 0)
        elif power >= 10_000:
            total, group, digit = total + ((group + digit) or 1) * power, 0, 0
        else:
            group, digit = group + (digit or 1) * power, 0
    return total + group + digit

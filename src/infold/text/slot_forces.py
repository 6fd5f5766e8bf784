"""With what force a clause speaks: asserts, asks, supposes, reports, refuses; in six languages.

What others claim, wish or demand sets nothing, nor does what is refused, nor what somebody says of
whom the same breath says that he is wrong. Closed classes of words alone: verbs of saying, of
wishing, of refusing, of change, and words of doubt.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import Final

from infold.text import slot_cues as cues

__all__ = ["Mode", "mode_of", "refused"]


class Mode(Enum):
    """With what force a clause speaks."""

    ASSERTS = "asserts"
    ASKS = "asks"
    SUPPOSES = "supposes"
    REPORTS = "reports"


_NEXT: Final = 100
"""Characters of the following sentence in which somebody may be said to be wrong."""

# ------------------------------------------------------------------ refusals

_CHANGE: Final = (
    r"(?:(?:re)?(?:chang|mov|switch|rais|lower|increas|reduc|extend|shift|push|postpon|delay|renam"
    r"|migrat|upgrad|bump|adjust|updat|replac|schedul|set|cut)(?:t?ing|e[ds]?|s)?|mak(?:e|ing)"
    r" (?:it|that))\b"
)
_DE_CHANGE: Final = (
    r"(?:(?:zu |um|ver|er|ab)?(?:ändern|ändert|geändert|verschieb\w*|verschoben|verleg\w*"
    r"|wechsel\w*"
    r"|umstell\w*|umgestellt|umzustellen|erhöh\w*|anheb\w*|senk\w*|setzen|stellen|ersetz\w*"
    r"|verlänger\w*|verkürz\w*|umzieh\w*))"
)
_ID_CHANGE: Final = (
    r"(?:(?:meng|men|di)?(?:ganti|ubah|ubahnya|gubah|pindah\w*|geser|naikkan|turunkan|undur\w*"
    r"|majukan)|memindah\w*|memaju\w*|menunda|tunda)"
)
_ZH_CHANGE: Final = "(?:[改换換调調挪搬移迁遷延升降设設]|推迟|提前)"
_JA_CHANGE: Final = (
    "(?:変え|変更|移[しすさ]|移動|切り替え|上げ|下げ|延期|延ば|増や|減ら|直[しすさ]|替え|設定)"
)
_KO_CHANGE: Final = (
    "(?:바꾸|바꿀|바꿔|변경하?|옮기|옮길|미루|미룰|연기하?|올리|올릴|내리|내릴|늘리|줄이|교체하?)"
)
_REFUSES: Final = re.compile(
    r"\b(?:refus(?:e[sd]?|ing)|declin(?:e[sd]?|ing)|object(?:s|ed)? to|oppos(?:e[sd]?|ing)"
    r"|reject(?:s|ed)?|against|(?:do|does|did|will|would|shall|must|should|can|could|may|need"
    r"|is|are|was|were|am) not|(?:do|does|did|wo|would|must|should|ca|could|need|is|are|was|were)"
    r"n['’]t|cannot|never|not (?:going|planning|willing|allowed) to|no (?:need|reason|plans?) to)"
    rf" (?!forget|fail|hesitate|only|just|mind|use)(?:(?!forget\b|fail\b)\w+ ){{0,3}}?{_CHANGE}"
    r"|\b(?:weiger\w*|lehn\w*|ablehn\w*|verbiet\w*|untersag\w*)\b"
    rf"[^.;!?]{{0,60}}\b{_DE_CHANGE}\b"
    rf"|\b(?:nicht|niemals|keinesfalls|nie)\b(?! vergessen)(?: [^\s,;.]+){{0,6}}? {_DE_CHANGE}\b"
    r"|\b(?:jangan|menolak|tidak (?:akan|boleh|mau|bisa|perlu|usah)|tak (?:akan|boleh|mau)|enggan)"
    rf" (?!lupa)(?:\w+ ){{0,3}}?{_ID_CHANGE}\b"
    r"|(?:不[要能得许許准应應该該会會想用必愿願需](?!不)"
    r"|(?<![特区區分级級性类類识識告])[别別](?![的人处處名])|勿|拒绝|拒絕|反对|反對|不同意"
    r"|无需|無需|没必要)"
    rf"(?!忘)[^，。；、,;!！忘了]{{0,24}}?{_ZH_CHANGE}"
    rf"|{_JA_CHANGE}(?:する|せ|さ|し|られ|て)?(?:ないで|ません|ないように|ない(?:こと|方"
    rf"|ほう)|てはいけ"
    "|てはなら|てはだめ|ちゃだめ|るな|たくない|(?:る)?(?:つもり|必要|予定)(?:は|が)?(?:ない"
    "|ありません))"
    rf"|{_JA_CHANGE}[^、。]{{0,8}}(?:断[りるっ]|拒否|反対|お断り|認め(?:ません|ない))"
    rf"|{_KO_CHANGE}(?:지 ?(?:마|말|않|못)|면 ?안|고 ?싶지|ㄹ ?필요|\s?필요(?:는|가)? ?없"
    rf"|\s?생각(?:은|이)? ?없)"
    rf"|{_KO_CHANGE}[^.,]{{0,10}}(?:거부|거절|반대)",
    re.IGNORECASE,
)
_REFUSAL_ENDS: Final = re.compile(
    r"[,;:，。；]|(?:\b(?:but|instead|rather|aber|sondern|tapi|melainkan)\b)|而是|而要",
    re.IGNORECASE,
)
_WIDE_REFUSAL: Final = re.compile("[\u3040-\u30ff가-힣]")

# ------------------------------------------------------------------ what others hold or wish

_CLAIMS: Final = re.compile(
    r"(?<!second )\bthought\b|\b(?:thinks|believe[sd]|assume[sd]?|insist(?:s|ed)|allege[sd]?"
    r"|pretend(?:s|ed)|supposedly|allegedly)\b"
    r"|\b(?:behaupt\w*|glaub(?:t|te|en|ten)|(?<!ich )mein(?:t|te|ten)\b|denkt|dachten?|vermut\w*"
    r"|sei(?:en)?\b|angeblich)\b"
    r"|\b(?:mengklaim|mengira|menganggap|menyangka|bersikeras|konon)\b"
    r"|以为|以為|声称|聲稱|认为|認為|(?<!我)(?:觉得|覺得)|宣称|宣稱|坚称|堅稱|主张|主張"
    r"|と(?:主張|思い込|勘違い|信じ|考えて)"
    r"|주장|착각|(?:다|라)고 (?:생각|믿)",
    re.IGNORECASE,
)
"""Says what somebody holds to be so."""

_WISHES: Final = re.compile(
    r"\b(?:(?<!\bi )(?<!\bwe )want(?:s|ed)?|wish(?:es|ed)|ask(?:s|ed)|begs?|begged|urge[sd]?"
    r"|pressur(?:es|ed)|expects|demand(?:s|ed)|request(?:s|ed)|would like|tells|(?<!\bi )told"
    r"|push(?:es|ed)|lobb(?:ies|ied))"
    r"(?: for)?(?: (?!to\b)\w+){1,5} (?:to\b|(?:be )?(?:moved|changed|switched|raised|lowered"
    r"|increased|reduced|postponed|extended|shifted|pushed|renamed|cut|rescheduled|delayed)\b)"
    r"|(?<!\bi )(?<!\bwe )\b(?:wants|wanted) to (?:\w+ )?"
    rf"{_CHANGE}"
    r"|(?<!\bich )(?<!\bwir )\b(?:will|wollen|wollte|möchte|möchten|verlang\w*|forder\w*|wünsch\w*"
    rf"|bittet|bat|drängt)\b[^.;!?]{{0,40}}(?:, dass\b|\b{_DE_CHANGE}(?: (?:haben|wird"
    rf"|werden))?\W*\Z)"
    r"|\b(?!saya\b|aku\b|kami\b|kita\b)\w+ (?:ingin|mau|minta|meminta|menuntut|menghendaki|berharap"
    rf"|mendesak)(?: \w+){{0,5}}? {_ID_CHANGE}\b"
    rf"|(?<![我们們])(?:想要?|希望|要求|提议|提議|请求|請求|建议"
    rf"|建議)[^，。；,;]{{0,16}}{_ZH_CHANGE}"
    r"|(?:てほしい|て欲しい|てもらいたい|てくれ|たい|べきだ?|ように|よう)と?(?:言|いっ|いい"
    r"|求め|頼|要求|要望|希望)"
    r"|てほしがっ|たがって|を(?:求め|要求し|要望し|希望し)て"
    r"|고 ?싶어 ?하|(?:달라고|자고|(?<=[꾸기하리추루이])라고|도록|기를|길) ?(?:요청|요구"
    r"|부탁|원하|원해|원합|원했|바라|바랍"
    r"|하네|하는|합니|했|해요|한다|해서)|요구(?:했|하고|합|하는|해)",
    re.IGNORECASE,
)
"""Says what somebody wants to be so: not the speaker himself, whose wish is a change."""

_GOVERNS: Final = re.compile(r"\W*(?:that|dass|bahwa)?\W*\Z", re.IGNORECASE)
"""What may stand between somebody's claim or wish and the clause that says what."""

# ------------------------------------------------------------------ what is said to be wrong

_SAYS: Final = re.compile(
    r"(?<!\bi )(?<!\bwe )(?<!['’]ve )(?<!\bjust )\b(?:says?|said|tells?|told|wrote|writes|reckons?"
    r"|mention(?:s|ed)|announced|according|wants?|wanted)\b"
    r"|(?<!\bich )(?<!\bwir )\b(?:sagt\w*|schreibt|schrieb|erzählt\w*|meldet\w*|laut|zufolge)\b"
    r"|\b(?:kata|bilang|berkata|ujar|tulis)\b"
    r"|(?<![我们們刚才])(?:说(?!错)|說(?!錯)|表示|告诉|告訴|写道)"
    r"|と(?:言|いっ|いう|話|書い|聞い)|って(?:言|いっ)|による?と|によれば"
    r"|(?:다|라)고 ?(?:하|했|합|해|말|들)|에 ?따르면",
    re.IGNORECASE,
)
_DOUBTS: Final = re.compile(
    r"(?<!\bi was )(?<!\bi am )(?<!\bi['’]m )\b(?:wrong|mistaken|untrue|false|nonsense|incorrect"
    r"|misinformed|lying|lies|lied|joking|kidding|confused|misremember\w*|not (?:true|right|correct"
    r"|so|happening)|n['’]t (?:true|right|correct|so|happening|believe)|disagree\w*"
    r"|(?:said|say) no|against it|out of the question|mixed (?:it |that |this |things )?up)\b"
    r"|\bi (?:doubt|refuse[sd]?|reject(?:ed)?|declined?)\b"
    r"|\b(?:stimmt? (?:aber |so |gar )?nicht|irr(?:t|te|en) (?:er |sie )?sich|sich geirrt"
    r"|irrt|falsch"
    r"|gelogen|lügt|unwahr|nicht wahr|dagegen|abgelehnt|lehne|verwechselt|bezweif\w*|unsinn"
    r"|quatsch)\b"
    r"|\b(?:salah|keliru|tidak benar|nggak benar|bohong|bukan begitu|tidak setuju|menolak|ngawur)\b"
    r"|(?<!我)(?:记|記|搞|弄|说|說|看)(?:错|錯)|错了|錯了|是错的|是錯的|不对|不對|不是真的"
    r"|不属实|假的|胡说"
    r"|骗|不同意|拒绝|拒絕|反对|反對|没答应"
    r"|間違(?:い|え|って)|まちがい|違います|違う|嘘|うそ|誤り|誤解|正しくな|勘違い|反対|断"
    r"|틀렸|틀린|잘못 ?(?:알|기억|말)|착각|거짓|사실이 ?아니|맞지 ?않|거절|반대",
    re.IGNORECASE,
)
_DOUBT_AHEAD: Final = re.compile(
    r"\W*(?:but |and |no,? |well,? |however,? |aber |doch |nein,? |tapi |tetapi |但是?|不过"
    r"|可是|でも|しかし"
    r"|하지만 |그런데 |근데 )?(?:he|she|they|that|this|it|which|i (?:doubt|disagree|refuse"
    r"|reject|said no"
    r"|declined?)|er|sie|das|es|dia|itu|他|她|那|这|這|それ|彼|그)",
    re.IGNORECASE,
)
"""How a sentence opens that judges what the one before it reported."""

_SLIPPED: Final = re.compile(
    r"\bby (?:mistake|accident)\b|\b(?:accidentally|mistakenly|inadvertently|versehentlich"
    r"|irrtümlich|aus versehen|tidak sengaja|keliru)\b|误|誤って|うっかり|실수로",
    re.IGNORECASE,
)
_CHANGED: Final = re.compile(
    rf"\b(?:was|were|got|had been|has been) (?:\w+ )?{_CHANGE}"
    rf"|\bwurden?\b.{{0,40}}\b{_DE_CHANGE}|\bdi(?:ganti|ubah|pindah\w*)\b|被.{{0,12}}{_ZH_CHANGE}"
    rf"|{_JA_CHANGE}(?:され|られ)|(?:바뀌었|바뀌어|변경되|변경됐)",
    re.IGNORECASE,
)


def mode_of(sentence: str, at: int, own: str, following: str, *, asks: bool) -> Mode:
    """Say with what force a clause speaks.

    Args:
        sentence: The sentence that the clause stands in.
        at: Where the clause begins in it, in characters.
        own: The clause.
        following: The sentence after it; empty where there is none.
        asks: Whether the clause asks.
    """
    if asks:
        return Mode.ASKS
    if cues.REPORTS.search(own) or _CLAIMS.search(own) or _WISHES.search(own):
        return Mode.REPORTS
    if at and _is_governed(sentence[:at]):
        return Mode.REPORTS
    if _SLIPPED.search(own) and _CHANGED.search(own):
        return Mode.REPORTS
    if _is_doubted(sentence, at, own, following):
        return Mode.REPORTS
    return Mode.SUPPOSES if cues.SUPPOSES.search(own) else Mode.ASSERTS


def _is_governed(ahead: str) -> bool:
    """Whether what stands before a clause ends in somebody's claim or wish."""
    ends = [found.end() for one in (_CLAIMS, _WISHES) for found in one.finditer(ahead)]
    return bool(ends) and bool(_GOVERNS.match(ahead, max(ends)))


def _is_doubted(sentence: str, at: int, own: str, following: str) -> bool:
    """Whether somebody else says it, and what comes after says that he is wrong."""
    said = _SAYS.search(sentence, 0, at + len(own))
    if said is None:
        return False
    if _DOUBTS.search(sentence, max(at, said.end())):
        return True
    return bool(_DOUBT_AHEAD.match(following) and _DOUBTS.search(following[:_NEXT]))


def refused(text: str) -> list[tuple[int, int]]:
    """Where a clause says what is not to be changed into what, as (start, end) in characters.

    A refusal reaches to the next comma or contrast: "don't move it to Monday, but to Friday".
    In Japanese and Korean, whose verbs come last, it reaches back to the comma before it.
    """
    out = []
    for found in _REFUSES.finditer(text):
        begin = found.start()
        if _WIDE_REFUSAL.search(found.group()):
            begin = max((text.rfind(sign, 0, begin) for sign in "、，,。"), default=-1) + 1
        ends = _REFUSAL_ENDS.search(text, found.end())
        out.append((begin, ends.start() if ends else len(text)))
    return out

"""Key-value statements: "port: 5433", "the staging host is db-7", 「ポートは5433です」."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from infold.memory.setting_words import SETTINGS, WIDE_SETTINGS
from infold.text.kinds import STATEMENTS, Literal, Status
from infold.text.literals import literals
from infold.text.scripts import CJK

__all__ = ["Keyed", "key_slot", "read_keyed", "read_line"]

NOBODY: Final = "scope"
"""Subject of a setting of which nothing is named that it belongs to."""
OWNER: Final = "user"
"""Subject of a setting that the speaker calls his own."""

_DET: Final = (
    r"(?:the|our|my|your|a|an|new|der|die|das|dem|den|unser\w*|mein\w*|dein\w*|neue[rnms]?|current"
    r"|aktuelle[rnms]?|now)"
)
_KEY: Final = (
    r"(?P<k>[^\W\d_](?:[\w'’/.-]*[\w])?(?: (?!is\b|are\b|ist\b|adalah\b|was\b|has\b"
    r"|will\b)[\w'’/-]+){0,6}?)"
)
_SAID: Final = re.compile(
    rf"\W*(?:(?:and|but|so|because|since|aber|tapi|ok|okay|fyi|note|note that|remember"
    rf"|remember that|update|correction|und"
    rf"|also|dan|jadi|catat|ingat|merk dir|info)\b[\s:,]*)*"
    rf"{_KEY}\s*(?:(?:'s|’s| is| are)(?: now| currently| set to| called| named| at| on| due(?: on"
    rf"| by)?)?| runs on"
    rf"| listens on| lives (?:at|on)| = | changed to"
    rf"| (?:has |was )?(?:been )?(?:changed|moved|set|raised|lowered|cut|increased|reduced"
    rf"|postponed|pushed(?: back)?|brought forward|rescheduled) to"
    rf"| (?:has )?(?:went|gone|go|goes) (?:up|down|back) to| (?:rose|dropped|fell|jumped) to"
    rf"| (?:ist|sind|findet|finden)(?: jetzt"
    rf"| nun| neuerdings"
    rf"| inzwischen)?(?: am| der| die| das)?"
    rf"| lautet(?: jetzt| nun)?| läuft auf| liegt (?:bei|auf|unter)| beträgt(?: jetzt| nun"
    rf"| ab jetzt)?| hört auf"
    rf"| adalah| itu| (?:diundur|dipindah(?:kan)?|dimajukan|digeser|diganti|diubah|berubah|pindah"
    rf"|naik|turun)(?: ke| jadi| menjadi)| sekarang(?: adalah| jadi)?| ada di| berjalan di"
    rf"|=)\s+(?P<v>\S.*?)\s*[.!]?\s*\Z",
    re.IGNORECASE,
)
_MOVED_TO: Final = re.compile(
    rf"\W*{_KEY}\s*(?:wurde|wird|ist)(?: jetzt| nun)? (?:auf|nach|in) (?:den |die "
    rf"|das )?(?P<v>\S.*?)"
    r" (?:verschoben|verlegt|vorverlegt|geändert|erhöht|gesenkt)\s*[.!]?\s*\Z",
    re.IGNORECASE,
)
"""In German the verb stands behind what something is moved to."""
_ZH: Final = re.compile(
    r"\W*(?P<k>[\w .\-/]{1,24}?)\s?(?:现在|目前)?(?:是|为|改成了?"
    r"|改为|改到了?|推迟到了?|提前到了?|换成了?|变成了?|涨到了?"
    r"|降到了?)\s?(?P<v>[^，。,；;]+?)(?:了)?\s*[。.!！]?\s*\Z"
)
_JA: Final = re.compile(
    r"\W*(?P<k>[\w .\-/]{1,30}?)\s?(?:は|が(?=.{1,24}(?:変わり|変わっ|変更|なりました|なった)))"
    r"\s?(?:今は?|現在は?)?(?P<v>[^、。はがを]+?)(?:です|だ|である"
    r"|でございます"
    r"|になりました|になった|に変わりました|に変わった|に変更(?:しました|になりました|されました)"
    r"|でお願いします)?\s*[。.!！]?\s*\Z"
)
_KO: Final = re.compile(
    r"\W*(?P<k>[\w .\-/]{1,30}?)(?:은|는|이|가)\s(?:이제 |지금 )?(?P<v>[^,。]+?)\s?(?:입니다"
    r"|이에요|예요|에요|이야|야|이다|다|로 바뀌었어요|로 변경됐어요|로 바뀌었습니다"
    r"|로 변경됐습니다|로 바뀜|이고|고|이며|인데|이고요)?\s*[.!]?\s*\Z"
)
_ASSIGNED: Final = re.compile(
    r"[ \t]*(?:[-*•][ \t]+)?(?P<k>[^\W\d_][\w .'’/-]{0,40}?)[ \t]*(?:[:：]"
    r"|=(?!=))[ \t]*(?P<v>\S[^\n]{0,100}?)[ \t]*[.;。]?[ \t]*\Z"
)
_OWN: Final = re.compile(r"(?:my|mein\w*)\b|我的|私の|내 |제 ", re.IGNORECASE)
_KU: Final = re.compile(r"(?<=[a-z]{3})ku\b| (?:saya|aku|kami)\b")
_OURS: Final = re.compile(
    "^(?:.*(?:아서|어서|라서|해서|져서|와서) |.*(?:がって|わって)、?)?(?:今の|現在の|新しい|이제 "
    "|지금 |새 |现在|新的?)?(?:我们的?|我的|うちの|私の|弊社の|当社の|당사의? |우리 |저희 |내 "
    "|제 )?"
)
_WIDE: Final = re.compile(f"[{CJK}]")
_HAN: Final = re.compile("[\u3040-\u30ff]")
_KOREAN: Final = re.compile("[\uac00-\ud7a3]")
_OF: Final = re.compile(
    r"(?P<a>.+?) (?:of|for|on|in|at|der|des|für|vom|von|im|auf|untuk|di|dari|pada) (?:the |our "
    r"|dem "
    r"|den |der )?(?P<s>.+)\Z"
)
_POSSESSED: Final = re.compile(r"(?P<s>.+?)['’]s (?P<a>.+)\Z")
_PRONOUNS: Final = re.compile(
    r"\b(?:it|its|his|her|their|your|this|that|these|those|he|she|they|there|which|what|who|i|you"
    r"|we|es|er|sie|wir|ich|du"
    r"|itu|ini|dia|mereka|anda|kamu|old|previous|alte[rn]?|lama|default|standard|usual)\b"
    r"|[它他她您你这那哪]|以前|旧|决定|決定|打算|计划把|それ|これ|あれ|彼|その|この|あなた|그것|이것|예전|기본|(?:^"
    r"|\s)[그이저] ",
    re.IGNORECASE,
)
_SECRET: Final = re.compile(
    r"\b(?:password|passwd|pwd|secret|token|api ?key|pin|passwort|kata sandi|sandi)\b|密码|密钥"
    r"|パスワード|비밀번호",
    re.IGNORECASE,
)
_INDONESIAN: Final = re.compile(r"\b(?:adalah|itu|sekarang|ada di|berjalan di)\b", re.IGNORECASE)
_BRANCH: Final = re.compile(
    r"main|master|develop(?:ment)?|dev|release|staging|stable|production|prod|trunk|next|canary",
    re.IGNORECASE,
)
"""Names of branches, which are words."""
_MOST_KEY_WORDS: Final = 7
_LATER: Final = re.compile(
    r"\s+(?:from now on|now|instead|these days|at the moment|please|this (?:term|year|month)"
    r"|ab jetzt|ab sofort|jetzt"
    r"|mulai sekarang|sekarang|ya|kok|nih)\Z|(?<=[日時分])に\Z",
    re.IGNORECASE,
)
_WEEKDAYS: Final = (
    r"(?:mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|montags?"
    r"|dienstags?|mittwochs?"
    r"|donnerstags?|freitags?|samstags?|sonnabends?|sonntags?|senin|selasa|rabu|kamis|jumat|sabtu"
    r"|minggu)"
)
_MONTH: Final = (
    r"(?:jan(?:uary|uar|uari)?|feb(?:ruary|ruar|ruari)?|mar(?:ch|et)?|märz|apr(?:il)?|may|mai|mei"
    r"|june?|juni|july?|juli"
    r"|aug(?:ust|ustus)?|sep(?:t|tember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[csz](?:ember)?)"
)
_DAY: Final = re.compile(
    rf"(?:(?:on|at|every|the|next|this|am|um|der|den|jeden|jeder|hari|tanggal|pukul|jam|setiap"
    rf"|毎週|每周|每|매주)\s?)*"
    rf"(?:{_WEEKDAYS}|\d{{1,2}}(?:st|nd|rd|th|\.)?(?: of)? ?{_MONTH}(?: \d{{4}})?"
    rf"|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?"
    r"(?:,? \d{4})?|\d{1,2}(?:st|nd|rd|th)|(?<=tanggal )\d{1,2}|\d{1,2}\.\d{1,2}\.(?:\d{2,4})?"
    r"|\d{4}-\d\d-\d\d|\d{1,2}[:.]\d\d(?: ?uhr"
    r"| ?[ap]m)?|\d{1,2} ?(?:uhr|[ap]m|o'clock)"
    r"|(?:周|星期|礼拜)[一二三四五六日天](?:[上中下]午|晚上|早上)?(?:\d{1,2}点)?"
    r"|(?:\d{1,2}月)?\d{1,2}[日号]|[月火水木金土日]曜日?"
    r"|(?:午前|午後|오전|오후|[上下]午)?\d{1,2}[時点시](?:半|반|\d{1,2}分|\d{1,2}분)?"
    r"|[월화수목금토일]요일(?:마다)?|(?:\d{1,2}월 ?)?\d{1,2}일)"
    rf"(?:(?: |,|の|에)*(?:at|um|jam|pukul)? ?(?:\d{{1,2}}(?:[:.]\d\d)?(?: ?uhr| ?[ap]m)?"
    rf"|{_WEEKDAYS}|morning|evening"
    r"|afternoon|mornings|evenings|pagi|sore|malam|siang|abend|morgen|vormittag|nachmittag))?",
    re.IGNORECASE,
)
_ANY_DAY: Final = re.compile(
    r"^(?:the )?(?:today|tomorrow|yesterday|it|that|this|christmas|easter|halloween|new year|day"
    r"|date|heute|morgen|gestern"
    r"|weihnachten|ostern|hari ini|besok|lusa|kemarin|今天|明天|昨天|后天|今日|明日|昨日|오늘"
    r"|내일|어제|모레)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Keyed:
    """A key-value statement.

    Attributes:
        subject: What has the attribute, lower-cased; `scope` where nothing is named.
        attribute: The one word for it, else its own, lower-cased.
        value: As written.
        start: Where the value begins in the text that was read.
        end: One after its last character.
    """

    subject: str
    attribute: str
    value: str
    start: int
    end: int


def read_keyed(clause: str, *, is_owned: bool = False) -> Keyed | None:
    """Read a clause that sets something: "the staging host is db-7".

    Args:
        clause: A whole clause, with its last stop or without.
        is_owned: Whether it says what something of the speaker's is (`infold.memory.owned`): then
            any value will do.

    Returns:
        None unless its key is a word for a setting and its value a hard literal that fills the
        rest of the clause, or something happens on a day.
    """
    pattern = _SAID
    if _WIDE.search(clause):
        pattern = _KO if _KOREAN.search(clause) else _JA if _HAN.search(clause) else _ZH
    match = _MOVED_TO.match(clause) or pattern.match(clause)
    if match is None:
        return None
    return _keyed(clause, match, is_known=True, is_owned=is_owned)


def read_line(line: str) -> Keyed | None:
    """Read a line of the form `key: value` or `key = value`.

    Args:
        line: One line.

    Returns:
        None unless its key is a word for a setting, or its value a hard literal with a digit.
    """
    match = _ASSIGNED.match(line)
    return None if match is None else _keyed(line, match, is_known=False)


def _keyed(
    text: str, match: re.Match[str], *, is_known: bool, is_owned: bool = False
) -> Keyed | None:
    key = " ".join(match["k"].split())
    value = match["v"].rstrip(" .;,")
    start = match.start("v")
    end = start + len(value)
    if (
        not value
        or _PRONOUNS.search(key)
        or _SECRET.search(key)
        or len(key.split()) > _MOST_KEY_WORDS
    ):
        return None
    value = _LATER.sub("", value).rstrip(" .;,")
    end = start + len(value)
    found = _split(key, head_first=bool(_INDONESIAN.search(text[match.end("k") : start])))
    if found is None and is_known and _DAY.fullmatch(value) and not _ANY_DAY.search(key):
        found = _when(key)
    if found is None:
        return None
    subject, attribute = found
    if _DAY.fullmatch(value) and attribute in ("rent", "fee", "price", "number"):
        subject, attribute = _when(key) or found
    if not (
        _is_hard(text, start, end)
        or is_owned
        or (is_known and _DAY.fullmatch(value))
        or (attribute == "branch" and _BRANCH.fullmatch(value))
    ) and (is_known or not _is_short(value)):
        return None
    owner = OWNER if _OWN.match(key) else NOBODY
    return Keyed(subject=subject or owner, attribute=attribute, value=value, start=start, end=end)


def key_slot(key: str, *, head_first: bool) -> tuple[str, str] | None:
    """Subject and attribute of what the speaker calls his own, where its head is a known word."""
    found = _split(key, head_first=head_first)
    return None if found is None else (found[0] or OWNER, found[1])


def _when(key: str) -> tuple[str, str] | None:
    """Whatever takes place at a time: "the parents' evening is on 12 May"."""
    low = re.sub(rf"^(?:{_DET} )+", "", key.lower())
    low = _OURS.sub("", low) if _WIDE.search(low) else low
    return (low, "when") if low else None


def _split(key: str, *, head_first: bool) -> tuple[str, str] | None:
    """Subject and attribute of a key; None where its head is no word for a setting."""
    low = re.sub(rf"^(?:{_DET} )+", "", key.lower())
    low = _KU.sub("", low) if head_first else low
    if _WIDE.search(low):
        low = _OURS.sub("", low)
        for word, name in WIDE_SETTINGS.items():
            if low.endswith(word):
                return re.sub(r"\s*(?:的|の|의)?\s*\Z", "", low[: -len(word)]), name
        latin = re.search(r"[a-z]{2,}\Z", low)
        if latin is not None and latin[0] in SETTINGS:
            return re.sub(r"\s*(?:的|の|의)?\s*\Z", "", low[: latin.start()]), SETTINGS[latin[0]]
        return None
    for pattern in (_OF, _POSSESSED):
        found = pattern.match(low)
        if found is None:
            continue
        attribute = _name(found["a"])
        if attribute is None and (inner := _tail(found["a"])) is not None:
            return f"{inner[0]} {re.sub(rf'^(?:{_DET} )+', '', found['s'])}".strip(), inner[1]
        if attribute is not None:
            return re.sub(rf"^(?:{_DET} )+", "", found["s"]), attribute
    return _head(low) if head_first else _tail(low)


def _name(words: str) -> str | None:
    words = re.sub(rf"^(?:{_DET} )+", "", words)
    return SETTINGS.get(words)


def _tail(low: str) -> tuple[str, str] | None:
    """The last word is the attribute: `staging host`, `Staging-Host`, `Datenbankport`."""
    words = low.replace("-", " ").split()
    for count in (2, 1):
        if len(words) >= count and (name := SETTINGS.get(" ".join(words[-count:]))) is not None:
            return " ".join(words[:-count]), name
    last = words[-1]
    for word, name in SETTINGS.items():
        if (
            len(word) >= 4
            and last.endswith(word)
            and len(last) - len(word) >= 4
            and len(words) == 1
        ):
            return last[: -len(word)].rstrip("s") or last, name
    return None


def _head(low: str) -> tuple[str, str] | None:
    """Indonesian puts the attribute first: "host staging", "port-nya"."""
    words = re.sub(r"-?nya\b", "", low).split()
    name = SETTINGS.get(words[0]) if words else None
    return None if name is None else (" ".join(words[1:]), name)


def _is_hard(text: str, start: int, end: int) -> bool:
    """Whether one literal fills a stretch, or nearly: a unit or an article may stand beside it."""
    found: Sequence[Literal] = [one for one in literals(text) if one.kind not in STATEMENTS]
    inside = [one for one in found if one.start < end and start < one.end]
    if any(one.status is not Status.CURRENT for one in inside):
        return False
    covered = sum(min(one.end, end) - max(one.start, start) for one in inside)
    size = end - start
    if inside and covered >= size * 0.75:
        return True
    word = text[start:end]
    return (
        bool(re.fullmatch(r"[\w.+@:/\\-]*\d[\w.+@:/\\-]*|[\w-]+(?:[./_-][\w-]+)+", word))
        and not word.isalpha()
    )


def _is_short(value: str) -> bool:
    return len(value) <= 40 and len(value.split()) <= 3 and not re.search(r"[?!<>{}\[\]]", value)

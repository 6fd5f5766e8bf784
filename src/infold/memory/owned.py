"""What somebody has that goes by a name: "my phone is a Galaxy S22", 「私の主治医は佐伯先生です」.

The thing is the attribute, whatever it is; only words that are no things ("my problem is …") stand
in a list. A value is a name, a code or a figure; a description ("my phone is broken") is none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from infold.memory.phrases.japanese import JAPANESE
from infold.memory.phrases.korean import KOREAN
from infold.memory.relations import RELATIONS
from infold.text.scripts import CJK

__all__ = ["Owned", "read_owned"]

_NO_THING_WORDS: Final = """
problem question idea point goal plan opinion guess concern issue answer advice suggestion
thought thoughts experience understanding intention preference wish dream fear hope feeling bad
mistake fault favourite favorite choice decision task situation reason impression view position
stance response reply request message name favourite job aim theory hypothesis argument
conclusion assumption sense problem frage idee ziel plan meinung vermutung sorge antwort rat
vorschlag gedanke erfahrung absicht wunsch traum angst hoffnung gefühl fehler wahl entscheidung
aufgabe lage grund eindruck bitte name these theorie fazit vorliebe beruf masalah pertanyaan ide
tujuan rencana pendapat jawaban saran pikiran pengalaman maksud keinginan mimpi harapan perasaan
kesalahan pilihan keputusan tugas situasi alasan permintaan pesan nama kesan 问题 想法 意思 目的
计划 看法 意见 建议 感觉 理由 原因 目标 愿望 梦想 疑问 观点 答案 选择 决定 任务 经历 名字 要求
需求 理解 猜测 印象 错 重点 工作 职业 問題 質問 考え 意見 目的 計画 目標 夢 理由 答え 提案 希望
印象 感想 疑問 悩み 気持ち 経験 仕事 名前 方 ほう 職業 문제 질문 생각 의견 목적 계획 목표 꿈
이유 대답 제안 희망 느낌 고민 경험 선택 결정 이름 말 요청 의도 직업 것 거
"""
_NO_THINGS: Final = frozenset(_NO_THING_WORDS.split())
_NAME: Final = (
    r"(?:(?:rp\.? ?|[£$€] ?)?\d+(?:[.,]\d+)+(?:\s?(?:juta|ribu|miliar|jt|rb|rupiah|eur(?:os?)?"
    r"|dollars?|pounds?"
    r"|million|thousand|k|kg|km|cm|m|mg|ml|l|%))?(?![\w,.]*\w)"
    r"|(?:rp\.? ?|[£$€] ?)?\d+ (?:juta|ribu|miliar|jt|rb|rupiah|eur(?:os?)?|dollars?|pounds?"
    r"|million|thousand)\b"
    r"|(?-i:[A-ZÀ-Þ0-9][\w.+&/'’-]*(?: (?:[A-ZÀ-Þ0-9][\w.+&/'’-]*|de|van|von|la|el|of)){0,4}))"
)
_END: Final = (
    r"(?=\s*(?:[.;!)]|,(?!\d)|$)|\s+(?:now|per|a month|a year|im monat|sebulan|setahun"
    r"|and|but|so|since|und|aber|jetzt|dan|tapi|sekarang|ya)\b)"
)
_OPENS: Final = re.compile(
    r"\W*(?:(?:and|but|so|well|ok|okay|oh|btw|by the way|actually|update|fyi|now|und|aber|also"
    r"|übrigens|jetzt"
    r"|inzwischen|dan|tapi|oh ya|sekarang|btw|现在|对了|顺便说一下|另外|今は|ちなみに|あと|이제"
    r"|지금|참|그리고|참고로)(?![a-zà-ÿ])"
    r"[\s,，、.:]*)*",
    re.IGNORECASE,
)
_LATIN: Final = (
    re.compile(
        rf"(?:my|our) (?:(?P<who>[a-z]+)(?:'s|’s) )?(?:new |current |old "
        rf"|main )?(?P<a>[a-z][a-z-]*(?: [a-z-]+){{0,2}}?)"
        rf"(?:'s|’s| is| are)(?: now| still| currently| called| named| back to| again)*(?: an?"
        rf"| the)? (?P<v>{_NAME}){_END}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:mein|unser)(?:e|er)? (?:neue[rs]? |aktuelle[rs]? )?(?P<a>[\w-]+(?: [\w-]+)?) (?:ist"
        rf"|heißt|sind)"
        rf"(?: jetzt| nun| inzwischen| aktuell| wieder)*(?: ein| eine| der| die"
        rf"| das)? (?P<v>{_NAME}){_END}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?P<a>[a-z]+(?: [a-z]+){{0,3}}?)(?: saya| aku| kami|ku)(?: adalah| sekarang| itu"
        rf"| namanya| bernama| ganti"
        rf"| jadi| kini| pakai)* (?P<v>{_NAME}){_END}",
        re.IGNORECASE,
    ),
)
_WIDE_END: Final = r"(?=\s*(?:[。，、；！!.,~～ㅋㅎ^()（）]|$|[\U0001F000-\U0001FAFF]))"
_CHINESE_OWN: Final = re.compile(
    r"我(?:现在)?(?:的|家的?)(?P<a>[\u4e00-\u9fff]{1,6}?)(?:现在|目前|已经)?(?:是|叫|换成了?"
    r"|改成了?|改用了?)(?:一[台部个辆只])?"
    rf"(?P<v>(?![不很太真挺最没个在要想为因你我他她它这那])[\w·-]{{2,16}}?(?: [\w·-]+)*?)(?<![的"
    rf"了吗呢啊])了?{_WIDE_END}"
)
_JAPANESE_OWN: Final = re.compile(
    r"(?:(?:私|僕|俺|うち|我が家)の|(?P<who><kin>)の)(?P<a>[^\s、。はがをの]{1,10}?)(?:は"
    r"|が)(?:今は?|現在は?|もう|新しく)*"
    rf"(?P<v>[^\s、。はがを]{{2,16}}?)(?:です|だ|だよ|といいます|と言います|になりました|に変わりました|に変えました"
    rf"|なんです){_WIDE_END}".replace("<kin>", "|".join(JAPANESE.relations))
)
_JAPANESE_THING: Final = re.compile(
    r"(?:今の|現在の|新しい)?(?P<a>愛車|愛犬|愛猫|主治医|担任|上司|担当者?|スマホ|携帯|カメラ|パソコン|自転車|バイク"
    r"|かかりつけ(?:医)?|推し|最寄り駅?|プロバイダー?|母校)"
    r"(?:は|が)(?:今は?|現在は?|もう|新しく)*(?P<v>[^\s、。はがを]{2,16}?)(?:です|だ|だよ"
    r"|になりました|に変わりました|に変えました)" + _WIDE_END
)
_KOREAN_OWN: Final = re.compile(
    r"(?:제|내|우리|저희)\s?(?:(?P<who><kin>)(?:의)? )?(?P<a>[가-힣]{1,8}(?: [가-힣]{1,6})?)(?:은"
    r"|는|이|가) (?:이제 |지금은? |현재 )*"
    rf"(?P<v>(?:[\w-]+)(?: [\w-]+){{0,2}}?)(?:이에요|예요|에요"
    rf"|입니다|이야|야|이고|이고요|로 바꿨어요|으로 바꿨어요){_WIDE_END}".replace(
        "<kin>", "|".join(KOREAN.relations)
    )
)
_LONGEST: Final = 40
_WIDE: Final = re.compile(f"[{CJK}]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Owned:
    """A thing of the speaker's, or of somebody near to him, and what it is.

    Attributes:
        subject: `user`, or `user's daughter`.
        attribute: The thing, lower-cased.
        value: As written.
        start: Where the value begins.
        end: One after its last sign.
    """

    subject: str
    attribute: str
    value: str
    start: int
    end: int


def read_owned(clause: str) -> Owned | None:
    """Read what something of the speaker's is; None where the clause does not say so.

    Args:
        clause: A clause on one line.
    """
    opened = _OPENS.match(clause)
    begin = opened.end() if opened else 0
    patterns = (
        (_CHINESE_OWN, _JAPANESE_OWN, _JAPANESE_THING, _KOREAN_OWN)
        if _WIDE.search(clause)
        else _LATIN
    )
    for pattern in patterns:
        match = pattern.match(clause, begin)
        if match is None:
            continue
        thing = " ".join(match["a"].lower().split())
        words = thing.split()
        if words[-1] in _NO_THINGS or words[0] in _NO_THINGS or len(match["v"]) > _LONGEST:
            return None
        who = (match.groupdict().get("who") or "").lower()
        if (who and who not in RELATIONS) or thing in RELATIONS:
            return None
        value = match["v"].rstrip(".'’-")
        return Owned(
            subject=f"user's {RELATIONS[who]}" if who else "user",
            attribute=thing,
            value=value,
            start=match.start("v"),
            end=match.start("v") + len(value),
        )
    return None

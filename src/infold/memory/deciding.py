"""Decisions of the speaker and those with him, and standing wishes about how to be served."""

from __future__ import annotations

import re
from typing import Final

from infold.text.kinds import Kind
from infold.text.statements import statement_kinds

__all__ = ["is_decision", "is_standing_wish"]

_WE: Final = re.compile(
    r"\b(?:we|we've|we're|i|i've|i'm|our|my|wir|ich|unser\w*|kami|kita|saya|aku|gue)\b|我们?|咱们"
    r"|私|僕|우리|저희|제가|나는|저는",
    re.IGNORECASE,
)
_PLAIN: Final = re.compile(
    r"\b(?:decision|decided|agreed|settled|it's decided|final(?:ly)?|beschluss|beschlossen"
    r"|entschieden|entscheidung|einigung|geeinigt|keputusan\w*"
    r"|diputuskan|disepakati|sepakat|memutuskan)\b|[决決]定|一致同意|拍板|定了|敲定|ことに(?:し"
    r"|決|なり)|決め|決定|확정|결정|기로",
    re.IGNORECASE,
)
_STRONG: Final = re.compile(
    r"\b(?:decided (?:to|on|that|against|not to|we|in favou?r)|agreed (?:to|on|that)|settled on"
    r"|opted (?:for|to)|we(?:'ve| have)? (?:chosen|chose|resolved|committed|picked(?! up))"
    r"|(?<!keep )(?<!keeps )(?:we're |we are |i'm |i am )(?:going|sticking) with|we went with"
    r"|we(?:'ll| will) (?:go|stick) with|decision(?: is|:| was)|final decision|it's decided"
    r"|it is decided"
    r"|beschlossen|entschieden|geeinigt|festgelegt|beschluss|einigung|nehmen|bleiben bei"
    r"|es bleibt bei|entscheidung"
    r"|memutuskan|diputuskan|putuskan|sepakat|disepakati|keputusan\w*|pilih|ditetapkan|memilih)\b"
    r"|[决決]定|敲定|选定|選定|定了|拍板|一致同意|说好|ことに(?:し|決|なり)|決め|決定|採用|に決ま"
    r"|합의|결정|기로|정했|확정|채택",
    re.IGNORECASE,
)
_LABEL: Final = re.compile(
    r"\W*(?:(?:ok|okay|so|also|oke|jadi|the|our|final|finale|endgültige|unsere)\s+)*(?:decision"
    r"|decided|agreed"
    r"|settled|resolved|verdict|beschluss|beschlossen|entscheidung|entschieden|abgemacht|vereinbart"
    r"|geeinigt|keputusan(?: akhir| kami)?|diputuskan|disepakati|sepakat|(?:最终|最後"
    r"|最终的)?(?:决定|決定)(?:事項)?"
    r"|结论|結論|决议|(?:최종 ?)?결정(?: ?사항)?|결론|합의(?: ?사항)?)(?: made| today| reached"
    r"| kami)?\s*[:：–—-]\s*\S",
    re.IGNORECASE,
)
"""A decision that is called one before it is said."""
_FINAL: Final = re.compile(
    r"\b(?:that(?:'s| is) final|that settles it|it(?:'s| is) (?:settled|decided|final|official"
    r"|agreed)"
    r"|(?:let's|lets) settle it|(?:i|we)(?:'ve| have)? made (?:up )?(?:my|our) minds?"
    r"|(?:we|i|the team|our team|everyone|everybody|the board|us)(?:'ve| have| all| has)?(?: just"
    r"| finally"
    r"| now| also| unanimously| all| both| collectively)* (?:voted (?:for|to)|chose|picked"
    r"|opted (?:for|to)"
    r"|settled on|selected|decided (?:on|to|against|that)|agreed (?:on|to|that)|committed to"
    r"|landed on"
    r"|gone with|went with|signed off on|locked in|ended up (?:choosing|picking|going with))"
    r"|\w+(?: \w+)? it is(?=\s*(?:[.!,]|\Z))"
    r"|steht (?:es |das |nun |jetzt )*fest|beschlossene sache|es bleibt (?:also )?(?:bei|dabei)"
    r"|(?:die )?wahl"
    r" fiel auf|(?:haben|hat) (?:wir |ich |das team |man )?(?:uns |mich |sich )?.{1,60}(?:gewählt"
    r"|ausgewählt"
    r"|entschieden|geeinigt|beschlossen|festgelegt|vereinbart|ausgesucht)(?=\s*(?:[.!,]|\Z))"
    r"|(?:sudah|udah) (?:diputuskan|fix|final|bulat|disepakati)|fix,? (?:kita|kami|saya|aku)"
    r"|(?:tim|kami|kita|semua)(?: \w+)? (?:setuju|sepakat|memilih|menetapkan|memutuskan|putuskan)"
    r"|akhirnya(?: \w+)? (?:memilih|pilih|pakai|memutuskan|ambil))\b"
    r"|(?:最[后終终]|我们|团队|大家|全员)(?:最[后终])?(?:一致|都)?(?:选了|选择了|选定|定了|定下"
    r"|敲定|投票选|挑了|拍板)"
    r"|就这么定|就这样定|定下来了|(?:を|に|が)?(?:選びました|選んだ|選定しました|合意しました"
    r"|決まりました|決めました"
    r"|決定しました|確定しました|可決)|ことで(?:合意|一致|決)|(?:으로|로|을|를"
    r"|기로)\s?(?:최종 )?(?:선택했|골랐|결정했|정했"
    r"|확정했|확정됐|합의했|마음먹었|마음을 정했|낙점)",
    re.IGNORECASE,
)
"""Says that something is decided for good."""
_MADE: Final = re.compile(
    r"\b(?:chose|picked|selected)\b.{0,30}\b(?:seat|film|movie|song|colou?r for you)\b"
    r"|\bvoted (?:for|to) (?:trump"
    r"|biden|labour)\b|\bnichts\b.{0,20}entschieden",
    re.IGNORECASE,
)
_OTHERS: Final = re.compile(
    r"^\W*(?:they|he|she|it|the (?:court|government|judge|president|company|jury|parliament)|er"
    r"|sie|das gericht|die regierung|mereka|dia|pemerintah|pengadilan)\b"
    r"|^\W*[他她它]|^\W*彼(?:ら|女)?は|政府|法院|裁判所|정부|법원|^\W*그(?:는|녀|들)",
    re.IGNORECASE,
)
_EMPTY: Final = re.compile(
    r"\b(?:not|n't|never|haven't|hasn't|didn't|noch nicht|nicht entschieden|belum|can't|cannot"
    r"|hard to|need to|must|have to|should|let's|will decide|to decide|müssen|soll\w*"
    r"|harus|perlu)\b.{0,30}?\b(?:decid\w*|agree\w*|settl\w*|entsch\w*|beschl\w*|putus\w*"
    r"|memutuskan|sepakat|choose|chosen|pick\w*)\b"
    r"|\b(?:belum|noch nicht|not yet)\b|[没未]有?(?:[决決]定|定)|まだ決|決めてい?ま?せん|決められ"
    r"|決めて(?:ください|ほしい)|決めない|아직|못 ?정|결정하지 ?(?:않|못)|결정해 ?(?:주|줘)"
    r"|정해 ?[주줘]",
    re.IGNORECASE,
)
_VAGUE: Final = re.compile(
    r"\b(?:decided|agreed|settled|opted|chose|chosen|picked|going|sticking|went|go|stick)(?: to"
    r"| on| for| with)?(?: \w+)? (?:it|this|them|that|these|those)\b|\bof you\b|\b(?:you|they|he"
    r"|she)(?:'ve| have|'s| has)? (?:decided|agreed|chose\w*)",
    re.IGNORECASE,
)
_WIDE: Final = re.compile("[\u3040-\u9fff\uac00-\ud7a3]")
_FEW_SIGNS: Final = 8
_WISH: Final = re.compile(
    r"\W*(?:(?:and|so|ok|okay|also|und|bitte|tolong|mohon|请|以后|今后|今後は?|これからは?"
    r"|앞으로는?|remember to|note)\b[\s,，、]*)*"
    r"(?:(?:please )?(?:always|never|from now on,?|in (?:the )?future,?)(?: please)? (?:answer"
    r"|reply|respond|write|use|call me|address me|speak|talk to me|give me|show me|send me|ask me"
    r"|tell me|add|include|format|explain|assume)\b"
    r"|(?:please )?(?:answer|reply|respond|write|speak"
    r"|talk)(?: to)?(?: me)? (?:always )?in (?:english|german|french|spanish|chinese|japanese"
    r"|korean|indonesian|italian|portuguese|dutch)(?: from now on| only| always)\b"
    r"|(?:please )?(?:answer|reply|respond|speak|talk|write)(?: to me)? (?:only|always) in \w+"
    r"|(?:antworte|schreib|sprich|verwende|nutze|benutze"
    r"|nenn)(?: mir)?(?: bitte)?(?: ab jetzt)? (?:immer|nie|stets|ab jetzt|künftig|nur)\b"
    r"|ab (?:jetzt|sofort) (?:bitte )?(?:immer |nur )?(?:auf|antworte|keine?|in|ohne)\b"
    r"|(?:selalu|jangan pernah|mulai sekarang,?)(?: tolong)? (?:jawab|balas|gunakan|pakai|tulis"
    r"|panggil|beri|sebut)\b"
    r"|请?(?:都|只)?(?:用|以)\w{1,6}(?:回答|回复|交流|说话)|(?:总是|永远|始终|一律|每次都?|一直"
    r"|都)(?:请)?(?:用|以|不要|别|叫|回答|回复|使用)|(?:不要再?|别再?)(?:用|使用|加|叫)"
    r"|(?:常に|いつも|必ず|毎回|絶対に).{1,20}(?:ください|てほしい|お願いします)"
    r"|.{1,16}で答えてください"
    r"|(?:항상|언제나|꼭|절대|늘) .{1,24}(?:주세요|줘|마세요|하세요|해요))",
    re.IGNORECASE,
)
_LASTING: Final = re.compile(
    r"以后|今后|总是|永远|始终|一律|每次|一直|不要再|别再|今後|これから|常に|いつも|必ず|毎回"
    r"|絶対に|앞으로|항상|언제나|늘|절대"
)


def is_decision(sentence: str) -> bool:
    """Whether a sentence says what the speaker, or he with others, has decided."""
    if _EMPTY.search(sentence) or _MADE.search(sentence):
        return False
    # Two words or a few signs say only that there was a decision.
    long = len(sentence) >= _FEW_SIGNS if _WIDE.search(sentence) else len(sentence.split()) > 2
    if long and (
        _LABEL.match(sentence) or (_FINAL.search(sentence) and not _VAGUE.search(sentence))
    ):
        return True
    if not _STRONG.search(sentence) or _OTHERS.search(sentence):
        return False
    if _VAGUE.search(sentence):
        return False
    if not (_WE.search(sentence) or _PLAIN.search(sentence)):
        return False
    kinds = statement_kinds(sentence)
    against = Kind.REJECTION in kinds and bool(
        re.search(r"decid|entsch|putus|决定|決め|ことに|결정|기로", sentence, re.IGNORECASE)
    )
    return (Kind.DECISION in kinds or against) and long


def is_standing_wish(sentence: str) -> bool:
    """Whether a sentence says how the speaker wants to be served from now on."""
    match = _WISH.match(sentence)
    if match is None:
        return False
    return (
        sentence.isascii()
        or not re.search("[\u3040-\u9fff\uac00-\ud7a3]", sentence)
        or bool(_LASTING.search(sentence))
    )

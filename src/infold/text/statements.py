"""Statements by the words that make them: decisions, rejections, retractions and the like.

A clause may be several at once: "must not" obliges and negates. A rejection or retraction is not
also listed as a negation, and a decision against something is a rejection. Questions state
nothing.
"""

import re
from typing import Final

from infold.text.cues import Cues
from infold.text.kinds import Kind
from infold.text.verdicts import (
    RETRACTED_AFTER,
    RETRACTED_BEFORE,
    RULED_OUT_AFTER,
    RULED_OUT_BEFORE,
    active,
)

_DECISION: Final = Cues(
    r"""
    decided (?:to|on|that|in favou?r|we|it)
    decision(?: is|:| was| made)
    final(?:ly)? (?:answer|chose|decision)
    agreed (?:to|on|that)
    agreed|settled|chose|picked|opted|concluded|resolved|committed :: (?:we|i|they|team
    ...|everyone)(?:'ve| have)?(?: all)? (?:agreed|settled on
    ...|chose|picked|opted for|opted to|concluded|resolved to|committed to)
    going with|going to go with|sticking with :: (?<!not )(?:going with|going to go with
    ...|sticking with)
    'll |will |going to :: (?:we|i)(?:'ll| will| are going to|'re going to) (?:go with|stick with
    ...|use|adopt)
    it's|it is :: (?:it's|it is|that's)(?: been)? (?:decided|settled|agreed)
    let's (?:go with|use|stick with|settle on|keep)
    decided|agreed|chosen|selected :: (?:was|were|has been|have been) (?:decided|agreed|chosen
    ...|selected)
    went with
    chose|picked|selected :: (?:and|then|finally|but) (?:chose|picked|selected|adopted)
    settled on
    entschieden
    beschlossen
    beschluss
    entscheidung(?: ist| steht|:)
    einigen uns
    geeinigt
    festgelegt
    wir (?:nehmen|bleiben bei|setzen auf)
    entscheiden uns
    memutuskan
    diputuskan
    sepakat
    disepakati
    keputusan(?:nya)?
    kita (?:pakai|pilih|putuskan)
    kami (?:pakai|pilih|putuskan|memilih)
    memilih untuk
    dipilih
    """,
    r"""
    决定|決定|定下来|敲定|选定|選定|决议|一致同意|最终选|最终采用|就用|确定使用|商定
    ...|拍板 :: [决決]定|(?<!没)定下来|敲定|[选選]定|决议|一致同意|最终选|最终采用|就用|确定使用
    ...|商定|拍板
    決め|ことにし|ことになっ|採用|に決ま|合意し :: 決め(?:た|まし|て)|ことにし(?:た|ま)|ことになっ
    ...|採用(?:し(?!な|ま?せ)|する|が)|に決ま|合意し
    결정|기로|정했|확정|채택|합의 :: 결정|기로 ?(?:했|함|하였|합의|정|해|하)|정했|확정|채택
    ...|합의(?:했|하|됐|되)
    """,
)
_DECIDED_AGAINST: Final = Cues(
    r"""
    decided against
    decided not to (?:use|go with|adopt|take|buy|pick)
    gegen .{1,80}entschieden
    entschieden .{0,80}gegen
    memutuskan (?:untuk )?tidak
    """,
    r"""
    기로 :: (?:사용하지|쓰지) 않기로|안 쓰기로
    採用しな|不採用|採用しま :: 採用しな|不採用|採用しません
    决定放弃|决定不 :: 决定(?:放弃|不(?:再)?(?:用|使用|采用))
    """,
)
_PREFERENCE: Final = Cues(
    r"""
    prefer(?:s|red|ence|ences)?
    favou?rites?
    would rather
    'd rather :: [a-z]+'d rather
    like|love|hate|enjoy|dislike|adore :: (?:i|we|she|he|they|[a-z]+)(?: really| also| always
    ...| actually)? (?:likes|loves?|hates?|enjoys?|dislikes?|adores?)
    like :: (?:i|we|they|you|people|users)(?: really| also| always)? like
    like :: (?:don't|doesn't|do not|does not)(?: really)? like
    can't stand
    fan of
    fond of
    bevorzug\w*
    am liebsten
    lieber
    liebling\w*
    mag
    mögen
    präferier\w*
    gefällt
    hass(?:e|t)
    lebih suka
    lebih memilih
    lebih senang
    suka
    menyukai
    favorit\w*
    gemar
    benci
    kesukaan\w*
    """,
    r"""
    喜欢|喜歡|偏好|更愿意|宁愿|宁可|讨厌|最爱|偏爱|倾向于|更喜|爱吃|爱喝 :: 喜[欢歡]|偏好|更愿意
    ...|宁[愿可]|讨厌|最爱|偏爱|倾向于|更喜|爱[吃喝]
    好き|好み|嫌い|がいい|苦手|好ん|派です :: 好き|好み|嫌い|(?:の方|のほう)がいい|苦手|好ん|派です
    좋아|선호|싫어|더 좋|더 편|취향|최애 :: 좋아(?:하|해|합|함)|선호|싫어|(?:이|가|게) 더 (?:좋
    ...|편)|취향|최애
    """,
)
_OBLIGATION: Final = Cues(
    r"""
    must(?:n't)?
    ha(?:ve|s) to
    needs? to
    should(?:n't)?
    shall
    require(?:s|d)
    mandatory
    ought to
    obliged to
    obligatory
    allowed|permitted :: (?:is|are)(?: not)? (?:allowed|permitted) to
    may not
    make sure
    be sure to
    got to
    gotta
    supposed to
    muss(?:t|te|ten)?
    müss(?:en|t|ten)
    soll(?:en|te|ten)?
    darf(?:st)?
    dürfen
    verpflicht\w*
    notwendig
    erforderlich
    pflicht
    harus\w*
    wajib
    mesti
    diwajibkan
    perlu
    pastikan
    tidak boleh
    dilarang
    """,
    r"""
    必须|必須|务必|應該|应该|应当|需要|一定要|不得|不准|不许|不能|禁止 :: 必[须須](?!でな)|务必
    ...|應該(?!是)|应[该当](?!是)|需要|一定要|不得|不准|不许|不能(?!够)|禁止
    なければな|なくては|ないといけ|必要|べき|義務|なきゃ|てはいけ|てはなら
    ...|ようにしてください :: なければな|なくては(?:な|いけ)|ないといけ|必要(?:が|です|だ)|べき
    ...|義務|なきゃ|てはいけ
    ...|てはなら|ようにしてください
    해야|야 |야만|필수|반드시|필요|의무|안 되|안 돼|안 됩|안되|안됩|안된 :: 해야|[가-힣]야 (?:합
    ...|하|한|함|됩|돼|된|만)|야만|필수|반드시|필요(?:합|하|해|가)|의무|(?:면|서는) 안 ?[되돼됩됨된]
    """,
)
_NEGATION: Final = Cues(
    r"""
    not
    never
    cannot
    neither
    nor
    no longer
    no one
    nobody
    nothing
    none
    n't :: [a-z]+n't
    no :: no (?!(?:problem|worries|doubt|one|idea|matter|need to worry))[a-z]+
    nicht
    kein(?:e|en|em|er|es)?
    nie(?:mals|mand)?
    weder
    nichts
    tidak
    bukan
    jangan
    belum
    nggak
    gak
    enggak
    tak
    takkan
    """,
    r"""
    不|没|沒|别|勿|未|并非|而非|禁止|无法|无需 :: 不(?![过過错錯仅僅但同断斷久管如少客好])
    ...|[没沒](?![事问問])|别(?![的人处])|勿|未(?![来來])|并非|而非|禁止|无[法需]
    な|ません|ずに :: ではな[いく]|じゃな[いく]|でな[いく]|ません(?!か)|ない(?!と(?:いけ|だめ
    ...|ダメ)|か|よう|限り)|なかった|ずに|なく(?![てはなっ])
    않|마세요|마십|말고|말아|말 것|말자|없|아니|아닌|아닙|안 |못 |금지 :: 않|마세요|마십시오|말고
    ...|말아|말 것|말자|없|아니라|아니고|아닌|아닙|아니에요|아니야|(?:^|\s)안 |(?:^|\s)못 |금지
    """,
)
_NOT_NEGATION: Final = re.compile(
    r"\bnot only|\bwhy not|nicht nur|tidak hanya|bukan hanya|不[仅僅但]|뿐만|뿐 아니|だけでなく"
    r"|のみならず"
    r"|\bif not\b|なければな(?:らな|りませ)?[いん]?|なくては(?:いけな|ならな|いけませ"
    r"|なりませ)?[いん]?|ないといけ(?:な|ませ)?[いん]?|かもしれ(?:な|ませ)?[いん]?|に違いない"
    r"|問題な|間違いな|지 않으면 안|아니면|문제 ?없|상관 ?없"
    r"|틀림 ?없|不客气|不好意思|对不起|\bcan't wait|\bno problem|\bnot bad|\bdon't worry"
    r"|\bno worries"
    r"|kein problem|(?:tidak|gak|nggak) apa"
)
_QUESTION: Final = re.compile(
    r"[?？]\W*\Z|[吗嗎呢][。.]?\Z|(?:です|ます|でしょう|ません)か[。.]?\Z|(?:까요|나요|가요"
    r"|습니까)[.]?\Z"
)
_MISTAKE: Final = Cues(
    r"""
    scrap
    disregard
    retract(?:s|ed|ing)?
    take (?:that|it|this) back
    never ?mind
    i was (?:wrong|mistaken)
    my mistake
    my bad
    i misspoke
    i misread
    ignore (?:that|what|my|the)
    vergiss (?:das|was|den|die)
    vergesst (?:das|was|den|die)
    ich lag falsch
    geirrt
    mein fehler
    nehme ich zurück
    lupakan
    abaikan
    ralat
    saya salah
    """,
    r"""
    当我没说|说错|搞错|收回 :: 当我没说|我说错|我搞错|收回
    言い間違|前言撤回|忘れてください
    제가 틀렸|잘못 말|없던 일 :: 제가 틀렸|잘못 말|없던 일
    """,
)


def is_question(sentence: str) -> bool:
    """Say whether a sentence asks, by its last signs in six languages."""
    return bool(_QUESTION.search(sentence[-16:].rstrip()))


def statement_kinds(clause: str) -> list[Kind]:
    """Give the kinds of statement that a clause makes, in a fixed order."""
    low = clause.lower().replace("’", "'")
    out: list[Kind] = []
    retraction = (
        _MISTAKE.found(low)
        or RETRACTED_BEFORE.found(low)
        or (active(RETRACTED_AFTER, low) is not None and not _OBLIGATION.found(low))
    )
    against = _DECIDED_AGAINST.found(low)
    rejection = against or (
        not retraction and (active(RULED_OUT_AFTER, low) is not None or RULED_OUT_BEFORE.found(low))
    )
    if not against and _DECISION.found(low):
        out.append(Kind.DECISION)
    if rejection:
        out.append(Kind.REJECTION)
    if retraction:
        out.append(Kind.RETRACTION)
    if _PREFERENCE.found(low):
        out.append(Kind.PREFERENCE)
    if _OBLIGATION.found(low):
        out.append(Kind.OBLIGATION)
    if not (rejection or retraction) and _NEGATION.found(_NOT_NEGATION.sub(" ", low)):
        out.append(Kind.NEGATION)
    return out

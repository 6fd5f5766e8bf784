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
    i'll take
    we'll take
    we take
    settled
    that's settled
    final:
    nehmen wir
    es bleibt bei
    bleibt es bei
    dabei bleibt
    abgemacht
    steht fest
    machen wir so
    gewählt
    kita ambil
    kami ambil
    akhirnya (?:pakai|pilih|ambil|beli)
    ditetapkan
    disetujui
    fix(?:nya)? (?:pakai|pilih|ambil)
    jadi(?:nya)? (?:pakai|pilih|ambil)
    it is :: [a-z]+ it is(?=\s?(?:$|[,.!]))
    einigung
    auftrag geht an
    pilih :: (?:saya|aku|gue|kita|kami) (?:pilih|putuskan)
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
    决|決|定了|定下来|敲定|选定|選定|一致|最终选|最终采用|就用|确定使用|商定 :: [决決]定(?!性)
    ...|(?<!没)(?:定了|定下来)|敲定|[选選]定
    ...|决议|一致同意|最终选|最终采用|就用|确定使用|商定
    拍板|说好|统一用|最后选|那就|就定|就选|就买|选了|订了|改用|谈妥|说定|最后用|还是用 :: 拍板
    ...|说好了?|达成一致|统一用|最后[选用]
    ...|那就[用选买去定订]|就[定选买订][^，]|(?:选|订)了|谈妥|说定|还是用|最终定
    決め|ことにし|ことになっ|採用|に決ま|合意|きます|きましょう|確定|にします|に決定
    ...|で決 :: 決め(?:た|まし|て)|ことにし(?:た|ま)|ことになっ
    ...|採用(?:し(?!な|ま?せ)|する|が)|[にで]決ま|合意し|で(?:行|い)き(?:ます|ましょう)|で確定
    ...|確定し|にします(?!か)|に決定|決定し|で決
    결정|기로|정했|확정|채택|합의|정함|갑시다|가자|하자 :: 결정|기로 ?(?:했|함|하였|합의|정|해|하)
    ...|정했|정함|확정|채택|합의(?:했|하|됐|되)
    ...|(?:으로|로) (?:갑시다|가자|하자|갈게요)
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
    better for me
    works? better
    i'd like
    would like
    would love
    i'd love
    möchte
    hätte gern
    ingin
    pengen
    mending
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
    好き|好み|嫌い|がいい|苦手|好ん|派です|たいです|たいです :: 好き|好み|嫌い|(?:の方
    ...|のほう)がいい|苦手|好ん|派です|たいです
    좋|싶|선호|싫어|더 좋|더 편|취향|최애 :: 좋아(?:하|해|합|함)|(?:이|가|게) (?:더 )?좋|싶|선호
    ...|싫어|(?:이|가|게) 더 (?:좋
    ...|편)|취향|최애
    """,
)
_OBLIGATION: Final = Cues(
    r"""
    must(?:n't)?
    ha(?:ve|s) to
    needs? to
    shall
    require(?:s|d)
    mandatory
    ought to
    obliged to
    obligatory
    allowed|permitted :: (?:is|are) not (?:allowed|permitted)(?: to)?
    may not
    gotta
    muss(?:t|te|ten)?
    müss(?:en|t|ten)
    darf(?:st)? .{0,60}(?:nicht|kein)
    dürfen .{0,60}(?:nicht|kein)
    verpflicht\w*
    notwendig
    erforderlich
    pflicht
    harus\w*
    wajib
    mesti
    diwajibkan
    perlu
    tidak boleh
    dilarang
    melarang
    """,
    r"""
    必须|必須|务必|必填|必传|需要|一定要|不得|不准|不许|不能|禁止|得先 :: 必[须須](?!でな)|务必
    ...|必[填传]|需要|一定要|不得|不准|不许
    ...|不能(?!够)|禁止|得先
    なければな|なくては|ないといけ|必要|必須|義務|なきゃ|てはいけ|てはなら|ないとダメ
    ...|ねば :: なければな|なくては(?:な|いけ)
    ...|ないと(?:いけ|ダメ|だめ)|必要(?!な?い|あ)|必須(?!でな)|義務|なきゃ|[てで]はいけ
    ...|[てで]はなら|ねばな
    해야|야 |야만|필수|반드시|필요|의무|안 되|안 돼|안 됩|안되|안됩|안된|안돼 :: 해야
    ...|[가-힣]야 ?(?:합|하|해|한|함|됩|돼|된|만)|야만|필수
    ...|반드시|필요(?! ?없)|의무|(?:면|서는) 안 ?[되돼됩됨된]
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
    melarang
    dilarang
    dont
    doesnt
    didnt
    cant
    wont
    isnt
    """,
    r"""
    不|没|沒|别|勿|未|并非|而非|禁止|无法|无需 :: 不(?![过過错錯仅僅但同断斷久管如少客好])
    ...|[没沒](?![事问問])|(?<![特分区级类性个识辨告])别(?![的人处])|勿|未(?![来來])|并非|而非
    ...|禁止|无[法需]
    な|ません|ずに :: ではな[いく]|じゃな[いく]|でな[いく]|ません(?!か)|ない(?!と(?:いけ|だめ
    ...|ダメ)|か|よう|限り)|なかった|ずに|なく(?![てはなっ])
    않|마세요|마십|말고|말아|말 것|말자|없|아니|아닌|아닙|안 |못 |금지|지 마 :: 지 ?마(?![가-힣])
    ...|않|마세요|마십시오|말고
    ...|말아|말 것|말자|없|아니라|아니고|아닌|아닙|아니에요|아니야|(?:^|\s)안 |(?:^|\s)못 |금지
    """,
)
_NOT_NEGATION: Final = re.compile(
    r"\b(?:no|not) (?:more|less|fewer|later|earlier|longer|higher|lower) than|\bor not\b"
    r"|oder nicht\b"
    r"|nicht (?:mehr|länger|später|weniger) als|tidak (?:lebih|kurang) dari|不(?:超过|少于|低于"
    r"|高于|多于|晚于|早于)"
    r"|不得不|不论|不妨|不愧|不一会|しかな|keine? (?:ding|stress|eile|thema|wunder|zweifel)|"
    r"\bnot only|\bwhy not|nicht nur|tidak hanya|bukan hanya|不[仅僅但]|뿐만|뿐 아니|だけでなく"
    r"|のみならず"
    r"|\bif not\b|なければな(?:らな|りませ)?[いん]?|なくては(?:いけな|ならな|いけませ"
    r"|なりませ)?[いん]?|ないといけ(?:な|ませ)?[いん]?|かもしれ(?:な|ませ)?[いん]?|に違いない"
    r"|問題な|間違いな|すみません|わかりません|分かりません|わからない|仕方ない|仕方が"
    r"|しょうがない|もったいない|少な|危な|つまらな|(.)不\1|不知道|不确定|不用谢|没事|没关系"
    r"|没问题|沒問題|모르겠|어쩔 수 없|걱정 ?마|별거 아니|지 않으면 안|아니면|문제 ?없|상관 ?없"
    r"|틀림 ?없|不客气|不好意思|对不起|\bcan't wait|\bno problem|\bnot bad|\bdon't worry"
    r"|\bno worries|\bnot that it matters"
    r"|no idea|not sure|don't know|dunno|nicht sicher|weiß (?:ich |es )?nicht|nicht schlimm"
    r"|macht nichts|nicht schlecht|(?:tidak|nggak|gak|ga) (?:tahu|tau|yakin|papa|masalah)"
    r"|kein(?:e)? (?:problem|sorge|ahnung|hand frei)|zur not|mehr nicht|usah (?:khawatir|di|repot)"
    r"|気にしないで|差不多|(?:tidak|gak|nggak) apa"
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
    if _NEGATION.found(_NOT_NEGATION.sub(" ", low)):
        out.append(Kind.NEGATION)
    return out

"""Words that rule something out or take it back, by whether the thing follows or precedes them."""

import re
from typing import Final

from infold.text.cues import Cues

RULED_OUT_AFTER: Final = Cues(
    """
    rul(?:e|es|ed|ing) out
    reject(?:s|ed|ing)?
    dismiss(?:ed|ing)?
    discard(?:ed|ing)?
    abandon(?:ed|ing)?
    dropp?(?:ed|ing)?(?! (?:by|to|from|below|off|in|out|under|packets|significantly|again))
    gave up on
    given? up on
    giving up on
    decid(?:e|ed) against
    decid(?:e|ed) not to (?:use|go with|adopt|take|buy|pick)
    opted (?:against|not to)
    opt (?:against|not to)
    vot(?:e|ed) against
    moved away from
    turned down
    shelved
    scrapped
    eliminat(?:e|ed|ing)
    veto(?:ed)?
    not going with
    not going to (?:renew|use|buy|take|book|hire|adopt|go with|stay with)
    won't (?:renew|book|hire|go with)
    memutuskan|putuskan|sepakat :: (?:memutuskan|putuskan|sepakat) (?:untuk )?tidak
    not go(?:ing)? with
    verwerfen
    verwarfen
    verwirft
    ausgeschlossen haben wir
    gegen(?= .{1,60}(?:entschieden|gestimmt))
    schließen (?=.{1,60} aus)
    lehn(?:e|en|ten|te) (?=.{1,60} ab)
    verzichten auf
    menolak
    mencoret
    mengesampingkan
    menyingkirkan
    tidak jadi (?:pakai|menggunakan|memakai|memilih|beli|ke|pesan)
    batal (?:pakai|menggunakan|memakai|memilih|beli|ke|pesan)
    """,
    """
    排除|否决|否決|放弃|放棄|淘汰|弃用|棄用|不考虑|不考慮|否定|剔除
    ...|决定不 :: (?<![被已遭])(?:排除|否[决決]|放[弃棄]|淘汰|[弃棄]用|不考[虑慮]|否定|剔除
    ...|决定不(?:再)?(?:用|使用|采用))
    """,
)
"""Active forms: what they rule out follows."""

RULED_OUT_BEFORE: Final = Cues(
    """
    is|are|was|were|been|be |being|got :: (?:is|are|was|were|been|be|being|got
    ...|gets?)(?: [^\\W\\d_]+ly| now| also| already)?
    ... (?:ruled out|rejected|dismissed|discarded|abandoned|dropped|eliminated|shelved
    ...|scrapped|vetoed|turned down|out of the running|a no-go)
    off the table
    out of the question
    not an option
    no longer an option
    no-go
    didn't work(?: out)?
    did not work(?: out)?
    won't do
    out of the running
    verworfen
    ausgeschlossen(?! haben)
    abgelehnt
    ausgeschieden
    aussortiert
    fallen ?gelassen
    gestrichen
    scheide(?:t|n) .{0,40}\\baus
    fällt .{0,20}\\b(?:weg|raus|aus)
    fallen .{0,20}\\b(?:weg|raus|aus)
    komm(?:t|en) .{0,20}nicht in ?frage
    nicht in ?frage
    vom tisch
    keine option
    fliegt raus
    fliegen raus
    ditolak
    dicoret
    dikesampingkan
    disingkirkan
    bukan pilihan
    tidak lolos
    tidak dipilih
    nggak jadi
    ngga jadi
    gak jadi
    tidak jadi
    abgewählt
    kommt nicht infrage
    nicht weiterverfolg(?:t|en)
    didn't make the cut
    a dead end
    """,
    """
    被|已|遭 :: [被已遭](?:经)?(?:我们|大家|团队)?(?:排除|否[决決定]|放[弃棄]|淘汰|[弃棄]用
    ...|剔除)
    不予考虑|不再考虑|出局|行不通|不可行|不在考虑|否了|否掉|毙了 :: 否了|否掉|毙了|不选了|不要了
    ...|不采用|不[予再]考虑|不在考虑|出局|行不通|不可行
    却下|除外|見送|不採用|断念|候補|ボツ|諦め|あきらめ|採用しな|採用しません|選択肢から
    ...|棄却 :: 却下|除外|見送|不採用|断念|候補から(?:外|除)|候補外|ボツ|諦め|あきらめ
    ...|採用しな|採用しません|選択肢から(?:外|除)|棄却
    배제|제외|기각|탈락|포기|반려|않기로|안 쓰기로|후보에서|선택지에서|접기로|접었
    ...|빼기로 :: 배제|제외|기각|탈락|포기|반려|않기로|안 쓰기로|후보에서|선택지에서
    ...|접기로|접었|빼기로
    """,
)
"""Passive and verb-last forms: what they rule out precedes."""

RETRACTED_AFTER: Final = Cues(
    """
    scrap :: (?:(?<=^)|(?<=[,;.:!] )|(?<=please )|(?<=just )|(?<=so )|(?<=and )|(?<=ok ))scrap
    ignore :: (?:(?<=^)|(?<=[,;.:!] )|(?<=please )|(?<=just )|(?<=so )|(?<=and )|(?<=ok ))ignore
    disregard :: (?:(?<=^)|(?<=[,;.:!] )|(?<=please )|(?<=just )|(?<=so )|(?<=and )
    ...|(?<=ok ))disregard
    forget :: (?:(?<=^)|(?<=[,;.:!] )|(?<=please )|(?<=just )|(?<=so )|(?<=and )
    ...|(?<=ok ))forget(?: about)?(?! to\\b)
    retract(?:s|ed|ing)?
    tak(?:e|ing) back
    withdr(?:aw|ew|awing)
    never ?mind
    strike :: (?:(?<=^)|(?<=[,;.:!] )|(?<=please )|(?<=just )|(?<=so )|(?<=and )
    ...|(?<=ok ))strike(?! a\\b)
    wrong about
    mistaken about
    misread
    misspoke
    mistyped
    vergiss
    vergesst
    vergessen sie
    ignorier(?:e|en|t)
    streich(?:e|en|t)
    ziehe?(?= .{0,60}zurück)
    nehme?(?= .{0,60}zurück)
    abaikan
    lupakan
    menarik kembali
    tarik kembali
    cabut
    mencabut
    salah (?:sebut|tulis|ketik|bilang)
    """,
    """
    忽略|作废|撤回|收回|别管|忘掉|当我没 :: (?:^|请|先|就|[，。])忽略(?!了|大小写)|作废|撤回|收回
    ...|别管|忘掉|当我没
    """,
)
"""Words that take back what follows them."""

RETRACTED_BEFORE: Final = Cues(
    """
    is|are|was|were|been|be |got :: (?<!there )(?:is|are|was|were|been|be
    ...|got)(?: [^\\W\\d_]+){0,1} (?:wrong
    ...|incorrect|mistaken|false|bogus
    ...|inaccurate|a mistake|an error|a typo|retracted|withdrawn|not (?:true|right|correct|valid
    ...|accurate))
    n't :: (?:is|was|were|are)n't (?:true|right|correct|valid|accurate)
    turn(?:s|ed) out(?: to be)? (?:wrong|false|incorrect|an? (?:[^\\W\\d_]+ )?artefact
    ...|an? (?:[^\\W\\d_]+ )?artifact)
    artifact|artefact :: (?:is|was|were|been) an? (?:[^\\W\\d_]+ ){0,2}art[ie]fact
    later|since|subsequently|afterwards :: (?:later|since|subsequently|afterwards)
    ... (?:been )?(?:retracted|withdrawn|refuted|disproved|revoked)
    doesn't hold
    no longer (?:true|valid|holds)
    falsch
    war ein (?:irrtum|fehler|tippfehler|versehen)
    inkorrekt
    hinfällig
    zurückgezogen
    zurückgenommen
    stimm(?:t|te|en|ten) (?:so |leider |doch |wohl |aber |also ){0,2}nicht
    nicht (?:richtig|korrekt|wahr)
    salah(?! satu| paham)
    keliru
    tarik :: (?:saya|aku|gue) tarik
    tidak (?:benar|tepat|valid|berlaku)
    dicabut
    ditarik kembali
    """,
    """
    错|錯|误|誤 :: (?:是|有|搞|说|說|写|寫|记|記|弄|算|给)(?:的)?(?:[错錯](?!误(?!的))|[误誤])
    ...|[错錯]了|[有错]误
    不对|不對|不正确|不准确|作废|作廢|无效|無效|撤回|收回|取消 :: 不[对對](?!外)|不正确|不准确
    ...|作[废廢]|撤回|收回|(?:说|提|讲).{0,12}取消
    間違|誤り|誤って|誤った|撤回|取り消|取消|忘れて|無視して|訂正|正しく
    ...|無効 :: 間違[いえっ](?!な[いく])|誤り
    ...|誤って|誤った|撤回|取り消|取消|忘れて(?:ください|くれ|$)
    ...|無視して|訂正|正しく(?:な|あり)|無効
    틀렸|틀린|틀립|잘못|취소|철회|무시|잊어|오류|착오|오타|사실이 아니|맞지 않|정확하지 않
    ...|무효 :: 틀렸|틀린|틀립|잘못|취소|철회|무시(?:해|하)|잊어|오류였|착오|오타
    ...|사실이 아니|맞지 않|정확하지 않|무효
    """,
)
"""Words that take back what precedes them."""

_CANCELLED: Final = re.compile(
    r"(?:\b(?:not|never|nicht|nie|jangan|tidak|bukan)|n't|不要|不会|别|没有?)\s*\Z"
)


def active(cues: Cues, text: str) -> re.Match[str] | None:
    """Find a cue whose object follows it, unless it is negated ("don't forget")."""
    cue = cues.search(text)
    if cue is None or _CANCELLED.search(text[max(0, cue.start() - 12) : cue.start()]):
        return None
    return cue

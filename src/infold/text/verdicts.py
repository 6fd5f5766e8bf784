"""Words that rule something out or take it back, by whether the thing follows or precedes them."""

import re
from typing import Final

from infold.text.cues import Cues

RULED_OUT_AFTER: Final = Cues(
    r"""
    rul(?:e|es|ed|ing) out
    reject(?:s|ed|ing)?
    dismiss(?:ed|ing)?
    discard(?:ed|ing)?
    abandon(?:ed|ing)?
    dropping(?! (?:by|to|from|below|off|in|out|under|packets|significantly|again))
    drop|dropped :: (?:we|i|they|let's|to|'ll|have|has|team)(?: just| finally
    ...| then)? dropp?(?:ed)?
    ...(?! (?:by|to|from|below|off|in|out|under|packets|significantly|again|you|me|him|her
    ...|it off))
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
    pass(?:ing|ed) on
    saying no to
    said no to
    nixed
    axed
    binned
    crossed off
    struck off
    sagen wir nein zu
    lassen wir(?= .{0,40}(?:sein|weg|bleiben)(?=$|[,.;!]))
    sparen wir uns
    streichen wir
    coret
    not buying|not renting|not booking|not hiring|not ordering|not renewing :: (?:we|i|they|he
    ...|she)(?:'re|'m|'s| are| am| is) not (?:buying|renting|booking|hiring|ordering|renewing)
    not going with
    not going to (?:renew|use|buy|take|book|hire|adopt|go with|stay with)
    won't|will not|not going|no longer :: (?:we|i|they|company|team|family|mum|mom|dad
    ...|boss)(?:'re|'s| are| is| am|'m)?(?: all| both| definitely)? (?:won't(?: be)?
    ...|will not(?: be)?|not going to(?: be)?)
    ... (?:us|tak|buy|gett?|book|hir|rent|renew|extend|pick|choos|order|adopt|join|sign|keep
    ...|go(?:ing)? with
    ...|switch|migrat|upgrad|pursu|offer|support)\w{0,4}
    nehmen|kaufen|buchen|mieten|bestellen|beauftragen|engagieren|verlängern|schaffen
    ... :: (?:nehmen|kaufen|buchen|mieten|bestellen|beauftragen|engagieren|verlängern
    ...|schaffen) wir(?: uns)?
    ...(?= .{0,40}(?<![^\W_])(?:nicht|kein))
    wir (?:nehmen|kaufen|buchen|mieten|bestellen|beauftragen|engagieren|verlängern)
    ...(?= .{0,60}(?<![^\W_])(?:nicht(?! (?:vor|nach|mehr als|nur|über|unter)\b)|keine?n?))
    memutuskan|putuskan|sepakat :: (?:memutuskan|putuskan|sepakat) (?:untuk )?(?:tidak|nggak|gak)
    kami|kita :: (?:kami|kita) (?:tidak|nggak|gak|ga) akan (?:pakai|pake|ambil|beli|sewa|pilih
    ...|pesan|perpanjang|lanjut)
    not go(?:ing)? with
    verwerfen
    verwarfen
    verwirft
    ausgeschlossen haben wir
    gegen(?= .{1,60}(?:entschieden|gestimmt))
    schließen(?= (?!uns |mich |sich ).{1,60} aus(?=$|[,.;!]))
    lehn(?:e|en|ten|te)(?= .{1,60} ab(?=$|[,.;!]))
    verzichten auf
    menolak
    mencoret
    mengesampingkan
    menyingkirkan
    tolak
    ruling against
    walked away from
    decided to (?:drop|skip|scrap|reject|abandon|leave out)
    steered clear of
    ditch(?:ed|ing)?
    lassen (?:wir|ich)(?= .{0,40}(?:sein|weg|bleiben)(?=$|[,.;!]))
    verabschieden uns von
    absagen?(?= an )
    sag(?:en|te|ten) .{1,30} ab(?=$|[,.;!])
    jadi :: (?:tidak|nggak|ngga|gak|ga|enggak|tak) jadi(?= (?:pakai|pake|menggunakan|beli|ambil
    ...|sewa|pilih|pesan|ikut|ke|naik|pindah|booking|nginap))
    batal (?:jadi )?(?:pakai|pake|menggunakan|memakai|memilih|beli|ke|pesan|ambil|sewa|ikut
    ...|naik|pindah)
    """,
    r"""
    不再使用|不再采用|不再考虑|不再续 :: (?:^|我们|咱们|[，。；])不再(?:使用|采用|考虑|续)
    最后没|最终没|还是没|结果没|婉拒|回绝|拒绝了|不打算 :: (?:最后|最终|还是|结果)没(?:选|买|租
    ...|订|要|用|签)|婉拒|回绝
    ...|(?<![被已遭])拒绝了(?!访问|请求|连接)|不打算(?:用|买|租|选|续|订|换|签)
    排除|否决|否決|放弃|放棄|淘汰|弃用|棄用|不考虑|不考慮|否定|剔除
    ...|决定不 :: (?<![被已遭])(?:排除|否[决決]|放[弃棄]|淘汰|[弃棄]用|不考[虑慮]|否定|剔除
    ...|决定不(?:再)?(?:用|使用|采用))
    """,
)
"""Active forms: what they rule out follows."""

RULED_OUT_BEFORE: Final = Cues(
    r"""
    is|are|was|were|been|be |being|got :: (?:is|are|was|were|been|be|being|got
    ...|gets?)(?: [^\W\d_]+ly| now| also| already)?
    ... (?:ruled out|rejected|dismissed|discarded|abandoned|dropped|eliminated|shelved
    ...|scrapped|vetoed|turned down|out of the running|a no-go)
    out :: (?:is|are)(?: now)? out(?=: |, (?:too|no|not|they|it|over|way|because|since)\b
    ...| because| since)
    out :: (?:is|are)(?: now)? out(?= because| since| as | due)
    decided against|passed on|turned down|said no to|ruled out :: (?:we|i|they
    ...|team) (?:decided against|passed on|turned down|said no to|ruled out)(?=$|[,.;!])
    didn't make it
    out of the running
    lehn(?:e|en|ten|te) (?:wir|ich)(?: .{1,20})? ab(?=$|[,.;!])
    lassen (?:wir|ich)(?: .{1,20})? (?:sein|weg|bleiben)(?=$|[,.;!])
    sag(?:en|te|ten) (?:wir|ich)(?: .{1,20})? ab(?=$|[,.;!])
    verworfen
    tolak|coret|lewatkan|skip|tinggalkan :: (?:kami|kita|saya|aku|gue|gua) (?:tolak|coret
    ...|lewatkan|skip|tinggalkan)
    gugur
    batal :: (?:rencana|ide|opsi|usulan|pilihan) .{0,24}(?:di)?batal(?:kan)?(?=$|[,.;!])
    tersingkir
    off the table
    out of the question
    not an option
    no longer an option
    no-go
    not happening
    isn't happening
    isn't an option
    not a viable option
    crossed off
    struck off
    gestorben
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
    scheide(?:t|n) .{0,40}\baus
    fällt .{0,20}\b(?:weg|raus|flach)
    fallen .{0,20}\b(?:weg|raus|flach)
    raus|draußen :: (?<!mail )(?<!brief )(?<!paket )(?<!rechnung )(?<!version )(?<!update )(?:ist
    ...|sind)(?: damit| somit| jetzt| also)? (?:raus|draußen)(?=$|[,.;!])
    werden|wird :: (?:wird|werden) .{0,40}(?:nicht|kein\w{0,2}) (?:mehr )?(?:verlängert
    ...|genommen|gekauft|gebucht
    ...|übernommen|eingeführt|weiterverfolgt|weitergeführt|angeschafft|bestellt|beauftragt
    ...|umgesetzt|gewählt)
    hat sich erledigt
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
    jadi :: (?:tidak|nggak|ngga|gak|ga|enggak|tak|batal) jadi(?= ?(?:$|[,.;!]| (?:dipakai
    ...|dipilih|diambil|dibeli|disewa|dipesan)))
    abgewählt
    kommt nicht infrage
    nicht weiterverfolg(?:t|en)
    didn't make|did not make :: (?:didn't|did not) make (?:it|the (?:cut|list|shortlist|grade))
    a dead end
    """,
    r"""
    被|已|遭 :: [被已遭](?:经)?(?:我们|大家|团队|老板|领导|财务)?(?:排除|拒绝?了?(?!访问)|毙|砍
    ...|否[决決定了掉]?|放[弃棄]|淘汰|[弃棄]用
    ...|剔除)
    不了|了 :: (?:就|都|先|还是|那)?不(?:买|租|选|订|要|续|换|签|续签|续租|采购|招|报|装
    ...|养)(?:这|那)?[^，。；]{0,6}了(?=$|[，。！；,!])
    划掉|砍掉|刷掉|毙掉|pass掉|pass 掉|就算了 :: 划掉|砍掉|刷掉|毙掉|pass ?掉|就算了(?=$
    ...|[，。！,!])
    不予考虑|不再考虑|不考虑|出局|行不通|不可行|不在考虑|否了|否掉|毙了 :: 否了|否掉|毙了
    ...|不选了|不要了
    ...|不采用|不[予再]?考虑|不在考虑|出局|行不通|不可行
    却下|除外|見送|不採用|断念|候補|ボツ|諦め|あきらめ|採用しな|採用しません|選択肢から
    ...|棄却 :: 却下|除外|(?<!お)見送|不採用|断念|候補から(?:外|除)|候補外|ボツ|諦め|あきらめ
    ...|採用しな|採用しません|選択肢から(?:外|除)|棄却
    ない|なし|やめ :: ない(?:という)?(?:ことに(?:し|な|決)|ことで|方針|方向)|(?:は
    ...|を)なしに(?:し|なり)
    ...|(?:は|を)やめ(?:て|に|まし|る(?:こと)?に)(?!て?くだ)(?=.{0,6}(?:した|します|おき|なり
    ...|た$))|はやめて(?=.{1,12}にし)|は(?:なし|無し)(?:で|に)(?=$|[、。!]|しま|しよ|決)
    ナシ|外し|外れ|パス|落選|お蔵入り :: (?:は|が)(?:ナシ|落選|お蔵入り)|から外(?:し|れ)(?:まし
    ...|た|て)|はパス(?:で|し)
    말고 :: (?<=[가-힣a-z\ufffc]) ?말고(?=[^,.]{1,14}로 ?(?:가자|하자|갑시다|합시다|정하))
    패스|버리기로|드롭 :: (?:은|는) ?패스|패스하|버리기로|드롭(?:했|하|됐)
    배제|제외|기각|거절|탈락|포기|반려|않기로|기로|후보에서|선택지에서|접었
    ... :: 배제|제외(?!하고|하면|한 |하더)|기각|거절(?:하기로|했|됐|합|됩|당)
    ...|(?<!명이 )(?<!명은 )(?<!명 )탈락(?!률|자|[은이] ?없|했고|하고)|포기|반려(?![동견묘])
    ...|않기로|(?<![가-힣])(?:안|못) ?[가-힣]{1,8}기로|말기로|후보에서|선택지에서|접기로|접었
    ...|빼기로
    """,
)
"""Passive and verb-last forms: what they rule out precedes."""

RETRACTED_AFTER: Final = Cues(
    r"""
    scratch(?= (?:it|that|this|those|the|my)(?![^\W_]))
    scrap :: (?:(?<=^)|(?<=[,;.:!] )|(?<=please )|(?<=just )|(?<=so )|(?<=and )|(?<=ok ))scrap
    ignore :: (?:(?<=^)|(?<=[,;.:!] )|(?<=please )|(?<=just )|(?<=so )|(?<=and )|(?<=ok ))ignore
    disregard :: (?:(?<=^)|(?<=[,;.:!] )|(?<=please )|(?<=just )|(?<=so )|(?<=and )
    ...|(?<=ok ))disregard
    forget :: (?:(?<=^)|(?<=[,;.:!] )|(?<=please )|(?<=just )|(?<=so )|(?<=and )
    ...|(?<=ok ))forget(?: about)?(?! to\b)
    retract(?:s|ed|ing)?
    tak(?:e|ing) back
    withdr(?:aw|ew|awing)
    never ?mind
    no longer stand by
    don't stand by
    strike :: (?:(?<=^)|(?<=[,;.:!] )|(?<=please )|(?<=just )|(?<=so )|(?<=and )
    ...|(?<=ok ))strike(?! a\b)
    wrong about
    mistaken about
    misread
    misspoke
    mistyped
    vergiss
    vergesst
    vergessen sie
    ignorier(?:e|en|t)
    streich(?:e|en|t)?
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
    r"""
    忽略|作废|撤回|收回|别管|忘掉|当我没 :: (?:^|请|先|就|[，。])忽略(?!了|大小写)|作废|撤回|收回
    ...|别管|忘掉|当我没
    """,
)
"""Words that take back what follows them."""

RETRACTED_BEFORE: Final = Cues(
    r"""
    is|are|was|were|been|be |got :: (?<!there )(?<!thing )(?<!what )(?:is|are|was|were|been|be
    ...|got)(?: [^\W\d_]+){0,1} (?:wrong
    ...(?! (?:with|way|window|place|side|size|number|channel))|incorrect|mistaken|false|bogus
    ...|inaccurate|a mistake|an error|a typo|retracted|withdrawn|not (?:true|right|correct|valid
    ...|accurate))
    's :: (?:it|that|this|which|he|she)'s (?:all |just |simply )?(?:wrong(?! (?:with|way))
    ...|incorrect|not (?:true|right)
    ...|false|a typo|a mistake|an error)
    n't :: (?:is|was|were|are)n't (?:true|right|correct|valid|accurate)
    was|were :: (?:was|were) (?:an? |just an? |only an? )?(?:(?:simple|silly|honest
    ...|stupid) )?(?:measur(?:ement|ing)|reading|typing|transcription|rounding|calculation|copy
    ...|data entry|entry|clerical|counting|sensor|my) (?:error|mistake|slip)s?
    was|were :: (?:was|were) an? (?:mix-?up|misprint|misreading|miscount|misunderstanding)
    turn(?:s|ed) out(?: to be)? (?:wrong|false|incorrect|an? (?:[^\W\d_]+ )?artefact
    ...|an? (?:[^\W\d_]+ )?artifact)
    artifact|artefact :: (?:is|was|were|been) an? (?:[^\W\d_]+ ){0,2}art[ie]fact
    later|since|subsequently|afterwards :: (?:later|since|subsequently|afterwards)
    ... (?:been )?(?:retracted|withdrawn|refuted|disproved|revoked)
    doesn't hold
    made up|nonsense|off by|outdated|way off :: (?:was|were) (?:made up|nonsense|off by|outdated
    ...|way off)(?=$|[,.;!])
    isn't right
    aren't right
    no longer (?:true|valid|holds)
    falsch(?! (?:abgebogen|verbunden|geparkt|eingestellt|angeschlossen|konfiguriert|gestellt
    ...|herum|rum
    ...|montiert|gefahren|bestellt|geliefert|verstanden))
    war|waren|beruhte|beruhten :: (?:war|waren|beruhten? auf)(?: (?:nur|wohl|leider|doch|also))?
    ... (?:ein(?:e[mnr]?)? )?(?:(?:mess|ablese|rechen|tipp|schreib|übertragungs|eingabe|zähl|denk
    ...|flüchtigkeits|druck|rundungs|hör|lese)?fehlern?|irrt[uü]m(?:er)?|versehen|missverständnis
    ...|falschmeldung|verwechslung)
    inkorrekt
    war(?:en)? (?:quatsch|unsinn|blödsinn|daneben)
    aus der falschen
    habe? ich (?:mich )?(?:verwechselt|falsch (?:gelesen|notiert|abgelesen|verstanden
    ...|aufgeschrieben|gesagt|abgeschrieben|eingetragen))
    hinfällig
    zurückgezogen
    zurückgenommen
    stimm(?:t|te|en|ten) (?:so |leider |doch |wohl |aber |also ){0,2}nicht
    nicht (?:richtig|korrekt|wahr)
    salah(?! (?:satu|paham|kirim|grup|kamar|sambung|jalan|alamat|parkir|pasang|orang|masuk|chat
    ...|pencet))
    kesalahan (?:pengukuran|ukur|ketik|hitung|tulis|baca|input)
    kekeliruan
    ngaco
    ngawur
    hoaks
    keliru
    tarik :: (?:saya|aku|gue) tarik
    tidak (?:benar|tepat|valid|berlaku)
    dicabut
    ditarik kembali
    """,
    r"""
    记混|记岔|搞混|弄混|看岔|说岔|算岔|听岔 :: [记搞弄看说算听][混岔](?!音|路)
    笔误|口误|误会|误差|误报|误读 :: [是属](?:个|于|一个)?(?:笔误|口误|误会|测量误差|误报|误读)
    错|錯|误|誤 :: (?<![没沒别不])(?:是|有|搞|说|說|写|寫|记|記|弄|算|给|看|听|填|标|抄|数|讲
    ...|引|打|我报|们报)(?:的)?
    ...(?:[错錯](?!误(?!的)|电话|车|[，。]?(?:日志|代码|信息|提示))|[误誤](?!差))
    ...|(?<![出报報走买坐发点按跑装接])[错錯]了|[有错]误(?!差|码|日志|信息|提示|率|代码)
    不对|不對|不正确|不准确|作废|作廢|无效|無效|撤回|收回|取消 :: 不[对對](?![外劲称付应齐不])
    ...|不正确|不准确
    ...|作[废廢]|撤回|收回(?![来押成房钱款权])|(?:说|提|讲).{0,12}取消
    間違|誤り|誤った|撤回|取り消|取消|忘れて|無視して|訂正|正しく
    ...|無効 :: 間違(?:い(?:でし|です|で(?=、|$)|だ(?!と)|があ)|って(?:い|た|る|お)|え(?:まし
    ...|た|てい
    ...|てた
    ...|てお))|誤り
    ...|誤った|撤回|(?<![約文][をはの])(?<![約文])取り?消(?:し(?:ま|て|た)|す)
    ...|忘れて(?:ください|くれ|$)|無視して(?!も)|訂正(?![:：])|正しく(?:な|あり)|無効
    ミス|勘違い|思い違い|誤報 :: (?:測定|計算|入力|記入|転記|タイプ|書き|打ち|聞き)?(?:ミス|勘違い
    ...|思い違い|誤報)(?:でした|だった|です(?!か))
    착각|오해|오보|실수 :: (?:착각|오해|오보|실수|제 잘못|헛소리)(?:였|이었|입니다|예요|이에요
    ...|네요|인 것 같)
    틀렸|틀린|틀립|잘못|취소|철회|무시|잊어|오류|착오|오타|사실이 아니|맞지 않|정확하지 않
    ...|무효 :: 틀렸|틀린|틀립|잘못 ?(?:봤|보|본|말|알|썼|쓴|적|됐|계산|들었|들은|읽|전달|기재
    ...|안내|생각|입력|된)
    ...|(?<!예약)(?<!주문)(?<!구독)(?<!계약)(?<!결제)(?:(?<![약문독약제][은을를]) )?취소(?=할
    ...|합|하겠|해|하자)
    ...|철회|무시(?:해|하)(?! ?도)|잊어|오류였|착오|오타
    ...|사실이 아니|(?:말|얘기|숫자|수치|값|내용|계산)[이가은는] ?맞지 않|정확하지 않|무효
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

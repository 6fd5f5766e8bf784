"""Patterns that say what became of a literal, over sentences with their literals masked.

Each rule names what it finds: `old` is replaced, `new` is current, `no` is negated, a bound is `x`.
Fillers between a cue and a literal, and lists of literals, are of bounded length: rules are linear.
"""

import re
from typing import Final

from infold.text.cues import Rules

MASK: Final = "\ufffc"
"""Stands for one literal."""

_WORD: Final = r"(?:(?!(?:but|not|instead|because|und|aber|sondern|tapi|and)\b)[^\W\d_][\w'-]*[ ])"
_PHRASE: Final = (
    r"(?:(?!(?:but|not|instead|because|und|aber|sondern|tapi|and|we|i|he|she|it|they|you|is|are|use"
    r"|wir|ich|er|sie|es|ihr|man|ist|sind|wird|werden|verwend\w*|nehm\w*|nutz\w*|kommt|gilt|gibt"
    r"|kami|kita|saya|aku|dia|pakai|pake)\b)[^\W\d_][\w'-]*[ ])"
)
"""A word of a phrase that ends where a subject or verb follows."""
_JOIN: Final = (
    r"(?:, ?(?:and |or |und |oder |dan |atau )?| and | or | und | oder | dan | atau |/"
    r"|[ ]?[、和或与及や]|과 ?|와 ?|및 ?|랑 ?| )"
)
_LIST: Final = rf"{MASK}(?:(?:{_JOIN}|の|的| um | at )?{MASK}){{0,11}}"
PARTS: Final = {
    "X": MASK,
    "W": _WORD,
    "P": _PHRASE,
    "T": r"[^\W\d_]\w*",
    "G": _LIST,
    "Z": rf"[^{MASK}，。；、,.;]",
    "old": rf"(?P<old>{_LIST})",
    "new": rf"(?P<new>{_LIST})",
    "was": rf"(?P<was>{_LIST})",
    "now": rf"(?P<now>{_LIST})",
    "no": rf"(?P<no>{_LIST})",
    "day": rf"(?P<day>{_LIST})",
    "out": rf"(?P<out>{_LIST})",
    "x": rf"(?P<x>{_LIST})",
}

CHANGE: Final = re.compile(
    r"(?<![^\W_])(?:(?:ge|ver|um|an|ab|be|auf|ein|vor|zurück|herab|herunter|hoch|di)?(?:kürz|senk"
    r"|setz"
    r"|heb|hob|stuf|stock|leg|zieh|zog|buch|tausch|benenn|stell|rutsch|fahr)|chang|mov|switch"
    r"|migrat|bump|rais|lower|increas|decreas|reduc|upgrad|downgrad"
    r"|renam"
    r"|went|go|goes|adjust|cut|dropp?|grew|rose|fell|updat|shift|transfer|relocat|extend|shorten"
    r"|correct"
    r"|push|revis|set|geändert|änder|erhöh|gesenk|senk|gewechsel|wechsel|umgestell|stell|migrier"
    r"|umgezogen|umbenann|verschob|verleg|angehoben|reduzier|aktualisier|zieh|ganti|diganti|ubah"
    r"|diubah"
    r"|berubah|mengubah|pindah|dipindah|memindah|naik|turun|tingkat|dinaik|diturun|beralih|migrasi"
    r"|menaik|menurun|mengganti|berganti|dimajukan|dimundurkan|brought|bring|advanc|delay|postpon"
    r"|resched|jump|climb|slid|slip|doubl"
    r"|halv|trim|shrank|came down|knock|scal|verschieb|vorgezog|vorzieh|kürz|verkürz|verlänger"
    r"|steig|stieg|gestieg|sink|sank|gesunk|fiel|fällt|klett|halbier|verdopp|korrigier|angepasst"
    r"|gehoben|hob|getauscht|tausch|rutsch|ging|gegang|umgebucht|umbuch|umbenenn|wächst|wuchs"
    r"|geser|digeser|undur|diundur|mundur|maju|tunda|ditunda|pangkas|dipangkas|melonjak|anjlok"
    r"|revisi|direvisi|koreksi|dikoreksi|dialihkan|alih|perpanjang|diperpanjang|percepat"
    r"|dipercepat|potong|dipotong)"
    r"|[改换換变變更调調升降迁遷移切转轉涨跌升降提减減增増推延]|上げ|下げ|上が|下が|切り替|切替"
    r"|アップ|延長|短縮|引っ越|変|代わ|交代|交替|異動|引き継|早ま|早め|遅らせ|遅れ|繰り|ずら|ずれ"
    r"|伸ば|伸び|延び|延ば|縮|値上|値下|増え|増や|減り|減ら|乗り換え|載せ替え"
    r"|떨어|감소|증가|상승|하락|늘|줄|올랐|올라|내렸|내려|떨어졌|변경|바꾸|바꿔|바꿨|바뀌|바뀐"
    r"|바뀝|옮|올리|올려|올렸|낮추|낮춰"
    r"|낮췄|줄이|줄였|늘리|늘렸|교체|전환"
    r"|이전|수정|이사|업그레이드|조정|연기|미루|미뤘|미뤄|당겨|당겼|앞당|인상|인하|상향|하향|갈아"
    r"|늦춰|늦췄|단축|연장|내렸|개편"
)
"""Says that something changed; without it "from 9 to 5" is a span."""

CHANGES: Final = Rules(
    r"""
    from :: \bfrom <W>{0,4}<old>(?: <T>){0,3} (?:up |down |over |back )?(?:to|into) <W>{0,4}<new>
    from :: \b(?:to|into) <W>{0,4}<new>(?: <T>){0,2},? from <W>{0,4}<old>
    von|vom :: \bvo[nm] <W>{0,4}<old>(?: <T>){0,3} (?:auf|zu|nach|in|hin zu) <W>{0,4}<new>
    dari :: \bdari <W>{0,4}<old>(?: <T>){0,3} (?:ke|menjadi|jadi|menuju) <W>{0,4}<new>
    从|從|由 :: [从從由]<Z>{0,10}<old><Z>{0,10}?(?:到|为|為|成|至|换|改|转|移|涨|降
    ...|升)<Z>{0,6}<new>
    から :: <old><Z>{0,8}から<Z>{0,10}<new><Z>{0,6}(?:に|へ)
    에서 :: <old><Z>{0,8}에서 ?<Z>{0,10}<new><Z>{0,4}로
    였|이었|이던 :: <old>(?:이?였는데|이었는데|이?였다가|이었다가|이?였지만|이던 (?:게
    ...|것이))<Z>{0,10}<new><Z>{0,4}로
    だったの|でしたが|だったが :: <old>(?:だったの[がを]|でしたが|だったが
    ...|だったものが)、?<Z>{0,8}<new>
    じゃな|ではな :: <old>(?:じゃなく|ではなく)て?、?<Z>{0,8}<new>(?:に|へ)(?:変更|移|延期
    ...|前倒し|ずら
    ...|繰り|改め|変え|しま|しよ)
    말고 :: <old> ?말고 ?<Z>{0,10}<new>[^<X>]{0,6}로 ?(?:변경|옮|미뤄|미루|미뤘|당겨|당기|연기
    ...|바뀌|바꾸
    ...|바꿨|바꿔|늦춰|조정)
    switch|mov|migrat|chang :: \b(?:switch|mov|migrat
    ...|chang)\w* (?:away )?from <W>{0,3}<old>(?= (?:to|over)\b)
    von|vom :: \bvo[nm] <W>{0,3}<old> (?:auf|zu|nach) (?:<T> ){1,2}(?:gewechselt|umgestiegen
    ...|migriert
    ...|umgezogen|umgestellt)
    ke|jadi :: <was>[^<X>.;]{0,24}\b(?:turunin|naikin|gantiin?|pindahin|majuin|mundurin
    ...|geser(?:in)?|ubah
    ...|turunkan|naikkan|pindahkan) (?:ke|jadi) <now>
    → |->|=>|→|⇒ :: <was> ?(?:→|->|=>|⇒) ?<now>
    to :: <was>(?: <T>){0,3}(?: (?:is|was|has been|got|gets))? (?:now )?(?:moved|pushed|shifted
    ...|changed|postponed
    ...|rescheduled|bumped|raised|lowered|cut|extended)(?: back| up| forward
    ...| out)? to <W>{0,3}<now>
    auf|zu|nach :: <was>(?: <T>){0,3} (?:wird|wurde|werden|wurden|ist|sind|haben wir
    ...|hat \w+) (?:auf|zu|nach) <W>{0,3}<now>
    ...(?: <T>)? (?:verschoben|verlegt|vorgezogen|geändert|erhöht|gesenkt|verlängert|verkürzt
    ...|umgestellt)
    ke|jadi|menjadi :: <was>(?: <T>){0,3} (?:dipindah\w*|diundur|dimundurkan|dimajukan|digeser
    ...|diubah|diganti|pindah|mundur
    ...|maju|geser|naik|turun)(?: ke| jadi| menjadi) <W>{0,2}<now>
    改|推迟|提前|延|挪|调|移|换 :: <was><Z>{0,8}(?:改|推迟|提前|延后?|延期|挪|调整?|移|换)(?:到
    ...|至|成|为)了?<Z>{0,4}<now>
    に|へ :: <was><Z>{0,10}[をはが、]<Z>{0,4}<now>(?:に|へ)(?:変更|移|延期|前倒し|ずら|繰り|改め)
    로 :: <was>[^<X>,.;]{0,12}<now><Z>{0,3}로 ?(?:변경|옮|미뤄|미루|미뤘|당겨|당겼|연기|바뀌
    ...|바꾸|바꿨|늦춰|늦췄|조정)
    """,
    **PARTS,
)
"""Changes that need a word of change beside them."""

PAIRS: Final = Rules(
    r"""
    chang|switch|swap|replac|substitut|exchang|updat|bump|renam|correct :: \b(?:chang|switch|swap
    ...|replac|substitut
    ...|exchang|updat|bump|renam|correct)\w* <W>{0,4}<old>(?: <T>){0,2} (?:with|by|to|for|into
    ...|in favou?r of) <W>{0,4}<new>
    instead of|rather than|in place of|in lieu of :: \b(?:instead of|rather than|in place of
    ...|in lieu of) <P>{0,4}<old>
    no longer|not any :: \b(?:no longer|not any ?more) (?!stand|believe|think)<W>{0,5}<old>
    any more|anymore|any longer :: (?:\b(?:not|nobody|no one)
    ...|n't) <W>{0,4}<old>(?: <T>){0,3} any ?
    ...(?:more|longer)
    no longer :: <old>(?: <T>){0,3} (?:is|are|was|were) no longer\b(?![^<X>.,;]{0,40}<X>)
    used to|previous|former|original|initial|old|outdated|obsolete :: \b(?:used to|previously
    ...|formerly|originally|initially
    ...|former|previous|old|outdated|obsolete) <W>{0,4}<old>
    (was|(formerly|(previously|(before|(old :: \((?:was|formerly|previously|before
    ...|old)[: ] ?<W>{0,3}<old>
    now|currently|these days :: \b(?:was|were|had|ran|used|lived|stood at
    ...|listened) <W>{0,5}<old>[^<X>]{0,40}\b(?:now|currently
    ...|nowadays|these days)\b
    before|previously|originally|until now|until recently :: \b(?:was|were|used|had
    ...|ran) <W>{0,5}<old>(?: <T>){0,2}
    ... (?:before|previously|originally|until (?:now|recently))(?= ?(?:$|[.,;!)]))
    down to|up to :: \b(?:up|down|back) to <W>{0,4}<new>(?: <T>){0,3},? from <W>{0,3}<old>
    sorry|no|wait|mean|make that|correction|scratch|rather|oops :: <was>(?: (?P<unit><T>))?
    ... ?(?:,|;|\.{2,}|…|-+|[–—]) ?(?:(?:er|oh|um|ah|oops|no|wait|sorry|my mistake),? ){0,3}
    ...(?:sorry|no(?=[,:–—]| -)|no wait|wait|oops|i mean|i meant|make (?:that|it)|correction
    ...|scratch that|rather
    ...|or rather)(?:,|:|[–—]| -)? (?:(?:it's|it is|that's|that is|to|at|on|the|is) ){0,2}<now>
    ...(?(unit)(?! (?!(?P=unit)\b)[^\W\d_]))
    entschuldigung|sorry|nein|meine|quatsch|korrektur|pardon :: <was>(?: (?P<unit><T>))?
    ... ?(?:,|;|\.{2,}|…|-+|[–—]) ?(?:(?:äh|ach|oh|nein|quatsch|sorry|moment),? ){0,3}
    ...(?:entschuldigung|sorry|nein(?=[,:–—]| -)|quatsch|korrektur|pardon|ich meine|ich meinte)
    ...(?:,|:|[–—]| -)?
    ... (?:(?:es sind|es ist|am|um|auf|der|die|das) ){0,2}<now>
    ...(?(unit)(?! (?!(?P=unit)\b)[^\W\d_]))
    maaf|bukan|maksud|ralat|salah :: <was>(?: (?P<unit><T>))? ?(?:,|;|\.{2,}|…|-+|[–—])
    ... ?(?:(?:eh|oh|aduh|maaf|bukan|salah),? ){0,3}(?:maaf|bukan(?=[,:–—])|maksud ?(?:saya|aku|gue)
    ...|maksudku
    ...|ralat|salah)(?:,|:|[–—]| -)? (?:(?:yang benar|jam|tanggal|di|itu) ){0,2}<now>
    ...(?(unit)(?! (?!(?P=unit)\b)[^\W\d_]))
    不对|不，|不,|说错|抱歉|对不起|不好意思|更正|我是说|應該|应该是|错了 :: <was><Z>{0,2}
    ...(?:[，,、；;]|——?|…+) ?
    ...(?:[哦噢啊呃]，?)?(?:不(?:是)?(?=[，,])|(?:我?说|搞)?错了|不对|抱歉|对不起|不好意思
    ...|更正|我是说|应该是)(?:[，,：: ]|(?=[应是]))(?:应该)?[是为]?<now>
    いや|違|すみません|失礼|訂正|間違 :: <was>(?:です)?[、,，…—]+ ?(?:あ、?)?(?:いやいや|いや|いえ
    ...|違った|違う|違います|すみません|失礼(?:しました)?|訂正|間違えました?)[、,， ]<Z>{0,2}<now>
    아니|죄송|미안|정정|잘못 :: <was>[^<X>,.;\s]{0,4}(?:, ?|…+ ?| ?[–—-]+ ?)(?:아 ?,? ?)?(?:아니다
    ...|아니요|아니|죄송(?:해요|합니다)|미안(?:해요)?|정정(?:하면|합니다)?
    ...|잘못 말했(?:네요|어요|습니다))
    ...(?:,|요,)? ?<now>
    off :: \b(?:mov|migrat|switch|tak|took|got|get|gett)\w*(?: <T>){1,2} off <W>{0,3}<old>
    up from|down from|ed from :: \b(?:up|down|raised|lowered|increased|reduced) from <W>{0,3}<old>
    replaced|superseded|deprecated|retired|decommissioned
    ...|phased out :: <old>(?: <T>){0,2} (?:has been|have been|was|were|is|are
    ...|got|been) (?:now )?(?:replaced|superseded|deprecated|retired|decommissioned|phased out)
    replace|supersede|took over|overrides :: <new>(?: <T>){0,2} (?:replaces|supersedes|replaced
    ...|superseded|took over from|overrides) <W>{0,4}<old>
    replaced by|superseded by|taken over by :: <old>(?: <T>){0,3} (?:replaced|superseded
    ...|taken over) by <W>{0,4}<new>
    から :: <old>から<new>にな[りっる]
    now :: <old> (?:is|are|became) now <new>
    moved off|migrated off|migrated away|moved away|took over|takes over :: \b(?:moved off
    ...|migrated off|migrated away from|moved away from
    ...|took over from|takes over from) <W>{0,3}<old>
    shut down|turned off|discontinued|end of life|removed|sunset :: <old>(?: <T>){0,2} (?:has been
    ...|have been|was|were|is|are|gets?) (?:<T> )?
    ...(?:shut down|turned off|discontinued|end of life|removed|sunset)
    abgeschaltet|eingestellt|deaktiviert|veraltet|abgelöst :: <old>(?: <T>){0,4} (?:abgeschaltet
    ...|eingestellt|deaktiviert|veraltet|abgelöst)
    übernimmt :: <new>(?: <T>){0,2} übernimmt <W>{0,3}von <W>{0,2}<old>
    dimatikan|dinonaktifkan|dihentikan|usang :: <old>(?: <T>){0,2} (?:dimatikan|dinonaktifkan
    ...|dihentikan|usang)
    停用|下线|废弃|弃用|关闭 :: <old>(?:已|将|要)?(?:经)?(?:停用|下线|废弃|弃用|关闭)
    接替 :: <new>接替<old>
    廃止|終了|非推奨 :: <old><Z>{0,6}(?:廃止|終了|非推奨)
    に代わ :: <old><Z>{0,4}に代わ(?:って|り[、,])
    不|没 :: <was><Z>{0,10}不<Z>{0,8}了[，,](?:换成?|改成?|改由|由|让|找)<Z>{0,6}<now>
    폐기|종료|중단|후임 :: <old><Z>{0,6}(?:폐기|종료|중단|후임)
    statt|anstelle|an stelle :: \b(?:statt|anstatt|anstelle (?:von|der|des)
    ...|an stelle von) <P>{0,4}<old>
    nicht mehr|nicht länger :: \bnicht (?:länger|mehr)(?! als) <W>{0,4}<old>
    nicht mehr|nicht länger :: <old>(?: <T>){0,3} nicht (?:mehr|länger)\b(?![^<X>.,;]{0,40}<X>)
    durch :: <old>(?: <T>){0,3} durch <W>{0,4}<new>(?: <T>){0,2} (?:ersetz|abgelöst|ablös)
    durch :: <old>(?: <T>){0,3} durch (?:<T> ){1,3}(?:ersetz|abgelöst|ablös)
    outdated|obsolete|out of date|too old :: <old>(?: <T>){0,2} (?:is|are) (?:now )?(?:outdated
    ...|obsolete|out of date
    ...|too old)\b
    이제|앞으로 :: <old>[^<X>]{0,8}(?:이제|앞으로) (?:안|못) ?쓰고[^<X>]{0,6}<new>
    ganti :: <old> (?:kami|kita|aku|saya|gue) ganti <W>{0,2}<new>
    ersetz|tausch :: \b(?:ersetz|tausch)\w* <W>{0,4}<old>(?: <T>){0,2} (?:durch
    ...|gegen) <W>{0,4}<new>
    ersetzt|löst :: <new>(?: <T>){0,2} (?:ersetzt|löst) <W>{0,3}<old>
    vorher|zuvor :: \b(?:war|waren|hatte\w*|lag|lief|hieß|galt|kostete\w*|stand|wohnte\w*
    ...|nutzte\w*|nahm\w*
    ...|betrug)(?: <T>){0,3} (?:vorher|zuvor) <W>{0,2}<old>
    vorher|zuvor :: \b(?:vorher|zuvor)(?: (?:war|waren|hatte\w*|lag|lief|hieß|galt|kostete\w*|stand
    ...|betrug)(?: es)?)?:? <old>
    vorher|zuvor :: [(](?:vorher|zuvor):? <W>{0,2}<old>
    früher|bisher|ehemals|ursprünglich|alte|vorherig :: \b(?:früher|bisher|ehemals|ursprünglich
    ...|alte[nrsm]?
    ...|bisherige[nrsm]?|vorherige[nrsm]?|frühere[nrsm]?) <W>{0,4}<old>
    jetzt|nun|inzwischen|mittlerweile :: \b(?:war|waren|lag|lief
    ...|hatte) <W>{0,5}<old>[^<X>]{0,40}\b(?:jetzt|nun|inzwischen|mittlerweile)\b
    ganti|ubah|tukar :: (?:ganti|ubah|tukar)\w* <W>{0,4}<old>(?: <T>){0,2} (?:dengan|menjadi|jadi
    ...|ke) <W>{0,4}<new>
    diganti|digantikan|diubah|berubah|dipindah|ditukar :: <old>(?: <T>){0,2} (?:diganti|digantikan
    ...|diubah|berubah|dipindah\w*|ditukar)
    ... (?:<T> )?(?:dengan|oleh|menjadi|jadi|ke) <W>{0,4}<new>
    diganti|digantikan :: <old>(?: <T>){0,4},? (?:diganti|digantikan)(?: (?:dengan|oleh|sama
    ...|jadi|ke))? <W>{0,2}<new>
    ganti :: <old> (?:<T> ){0,2}ganti (?:dengan|ke|jadi|menjadi|pakai|pake|sama) <W>{0,3}<new>
    alih-alih|daripada|ketimbang|ganti|pengganti :: \b(?:alih-alih|daripada|ketimbang
    ...|sebagai ganti|sebagai pengganti|menggantikan|pengganti) <P>{0,4}<old>
    lagi :: \b(?:tidak|bukan|nggak|gak|tak) lagi <W>{0,5}<old>
    lagi :: \b(?:tidak|nggak|gak|bukan) <W>{0,4}<old> lagi\b
    sebelumnya|tadinya|dulu|awalnya|semula :: \b(?:sebelumnya|tadinya|dulunya|(?<![a-z] )dulu
    ...|awalnya
    ...|semula) <W>{0,4}<old>
    lama :: <old> (?:yang )?lama\b
    lama :: \b(?:yang )?lama(?:nya)? (?:<T> ){0,2}<old>(?=[^<X>.;]{0,24}\bbaru)
    把|将|將 :: [把将將]<Z>{0,12}<old><Z>{0,8}?(?:改|换|換|替|调|調|更|变|變|升|切
    ...|降)<Z>{0,4}<new>
    改|换|換|变更|更新|升级|替|调|變更 :: <old> ?(?:已经|已|都)?(?:改|换|換|变更|更新|升级|替换
    ...|调整|切换|调|變更|調整)(?:成|为|為|到|至|用)了? ?<new>
    代替|替代|取代|替换|替換 :: <new> ?(?:来|來)?(?:代替|替代|取代|替换|替換)(?:了
    ...|掉)?<Z>{0,6}<old>
    被 :: <old> ?(?:已经|已)?被 ?<new> ?(?:代替|替代|取代|替换|替換)
    不再 :: 不再(?:是|用|使用|监听|支持|住在|采用)?<Z>{0,8}<old>
    不再|停用|废弃|弃用|过时 :: <old><Z>{0,6}(?:不再(?![^<X>，。；]{0,10}<X>)|已停用|已废弃|已弃用
    ...|已过时)
    原来|原來|之前|以前|原先|原本|此前|旧|舊|过去|曾经 :: (?<!<X>)(?<!<X> )(?:原来|原來
    ...|(?<![一-鿿])之前(?!说
    ...|提|讲|定|报|写|发|算|给|先|要|得|必|请|务|记|把|需|别|不)|(?<=[们我他她你])之前(?!说|报
    ...|写|提|讲|定|先|要|得
    ...|必|请|务|记|把|需|别|不)
    ...|(?<![一-鿿])以前|(?<=[们我他她你])以前|原先|原本|此前|旧|舊|过去|曾经)(?:的|是|用|为
    ...|在)?<Z>{0,8}<old>
    を :: <old><Z>{0,6}を ?<Z>{0,6}<new><Z>{0,4}(?:に|へ|で)(?:変更|変え|置き換え|差し替え|更新
    ...|修正|切り替え|替え)
    代わり|代えて|替えて|をやめて|代わって :: <old><Z>{0,8}(?:の代わりに|の代わり|に代わって
    ...|に代えて|をやめて|に替えて)
    以前|元々|もともと|旧|従来|これまで|今まで|当初|前は|元は|かつて :: (?<!<X>)(?:以前|元々
    ...|もともと|旧|従来|これまで|今まで|当初|前は|元は|かつて)
    ...(?:は|の|まで)?、?<Z>{0,10}<old>
    もう|もはや :: (?:もう|もはや)<Z>{0,10}<old><Z>{0,14}(?:ない|ません|なく)
    もう :: <old><Z>{0,4}は?もう<Z>{0,10}(?:ない|ません|なく)
    변경|바꾸|바꿔|바꿨|바꿉|교체|대체|수정
    ...|전환 :: <old><Z>{0,8}[을를] ?<Z>{0,8}<new><Z>{0,4}로 ?(?:변경|바꾸|바꿔|바꿨|바꿉|교체
    ...|대체|수정|전환)
    대신|대체 :: <old><Z>{0,6}(?:대신|대체)
    였|이었 :: <old><Z>{0,4}(?:였|이었)[^<X>]{0,10}(?:이제|지금|현재)
    지금|현재|이제 :: <old>[^<X>]{0,14}[았었였했갔됐][^<X>]{0,6}(?:지금|현재|이제)[^<X>]{0,8}<new>
    だった|でした :: <old><Z>{0,6}(?:だった|でした)[^<X>。]{0,8}(?:今|現在)
    더 이상|더이상 :: 더 ?이상<Z>{0,10}<old>
    더 이상|더이상 :: <old><Z>{0,8}더 ?이상
    原定|原计划|本来 :: (?:原定|原计划|本来)<Z>{0,4}<old>
    이전|기존|예전|원래|종전|과거 :: (?:이전(?=에|의)|기존|예전|원래|종전|과거)(?:에는|에|의|은
    ...|는)? ?<Z>{0,10}<old>
    """,
    **PARTS,
)
"""Replacements that need no other word."""

TRIED: Final = Rules(
    r"""
    tried|tested|evaluated :: \b(?:tried|tested|evaluated
    ...|experimented with) <W>{0,3}<out>[^.;]{0,60}\b(?:didn't|did not|failed|too|wasn't|couldn't
    ...|not good enough)\b
    probiert|getestet|versucht|ausprobiert :: <out>[^.;]{0,30} (?:aus)?(?:probiert|getestet
    ...|versucht)[^.;]{0,20} aber\b
    coba|mencoba :: \b(?:coba|mencoba) <W>{0,3}<out>[^.;]{0,40}\b(?:tapi|tetapi|namun)\b
    试过|試過|尝试 :: (?:试过|試過|尝试)了?<Z>{0,4}<out>[^。；]{0,10}(?:但|不行|失败|太|没)
    試し|試みた :: <out><Z>{0,6}試[しみ]<Z>{0,8}(?:が|けど|ものの)
    써봤|써 봤|시도|테스트 :: <out><Z>{0,8}(?:써 ?봤|(?<!재)시도|테스트)<Z>{0,4}(?:지만|는데|으나)
    """,
    **PARTS,
)
"""What was tried and found wanting is ruled out."""

BOUNDS: Final = Rules(
    r"""
    since|seit|sejak :: \b(?:since|seit|sejak) (?:<T> ){0,1}<x>
    than :: (?:\b(?:no|not)|n't) (?:<T> ){0,2}?(?:more|less|fewer|later|earlier|longer|higher
    ...|lower|greater|larger|bigger
    ...|sooner|[a-z]{2,12}er) than (?:<T> ){0,2}<x>
    not |n't|never|cannot :: (?:\b(?:not|never|cannot)|n't) (?:to )?(?:exceed|go (?:over|above
    ...|below|under|beyond)|fall below
    ...|drop below|be (?:above|below|over|under)|until|before|after|only|just|above|below|over
    ...|under|forget to use) (?:<T> ){0,2}<x>
    nicht :: \bnicht (?:(?:<T> )?(?:mehr|weniger|[a-zäöü]{2,14}er) als|vor|nach|über|unter
    ...|nur|innerhalb(?: von)?|binnen) (?:<T> ){0,2}<x>
    tidak|jangan|tak|gak |nggak|ga :: \b(?:tidak|jangan|tak|gak|nggak|ngga
    ...|ga) (?:boleh )?(?:<T> ){0,3}?
    ...(?:lebih(?: <T>)? dari|kurang dari|melebihi
    ...|sebelum|sampai|hanya|lewat) (?:<T> ){0,2}<x>
    不 :: 不(?:能|得|要|可)?(?:超过|超過|少于|低于|高于|多于|早于|晚于|大于|小于|足|到|仅|僅|但
    ...|止) ?<x>
    超え|以上|以下|以内|未満|下回|上回|過ぎ|しか|だけで|のみ|超過 :: <x><Z>{0,8}(?:を超え|以上
    ...|以下|以内|未満|を下回|を上回|を過ぎ|しか|だけで|のみ
    ...|を超過)<Z>{0,8}(?:ない|ません|なく|ず)
    넘지|초과|이상|이하|뿐|까지|미만|늦지 :: <x><Z>{0,8}(?:넘지|초과하지|(?<!더 )(?<!더)이상|이하
    ...|뿐만|뿐|까지
    ...|미만|늦지)<Z>{0,6}(?:않|아니|마|안|없)
    """,
    **PARTS,
)
"""A bound ("not more than 30 s") is no negation of its value."""

CONDITIONS: Final = Rules(
    r"""
    since|after|before|until|seit|ab |bis|nach|vor |sejak|setelah|sebelum|sampai :: \b(?:since
    ...|after|before|until|seit|ab|bis|nach|vor|sejak|setelah|sebelum
    ...|sampai) (?:<T> ){0,1}<x>
    for |during|within|selama|lang|während|innerhalb :: \b(?:for|during|within|selama|während
    ...|innerhalb(?: von)?|binnen|for at least|for the (?:next|first|last)) <x>(?! but| sondern
    ...| tapi)
    lang :: <x> lang\b
    内|间|間|以内|之内|期间|의|동안|안에 :: <x>(?:以?内|之内|期间|の間| ?동안| ?안에)
    以后|之后|以降|以後|之前|以前|まで|起 :: <x>(?:以[后後降前]|之[后前]|まで|起)
    이후|부터|까지|전에|후에 :: <x> ?(?:이후|부터|까지|전에|후에)
    """,
    **PARTS,
)
"""When something does not hold ("not after 16:00"); the time itself is not denied."""

NEGATIONS: Final = Rules(
    r"""
    jangan|never|don't|do not|nie|tidak boleh|must not|mustn't :: \b(?:jangan|never|don't|do not
    ...|nie|tidak boleh|must not|mustn't) (?:<T> ){0,4}<X>(?: <T>){0,2} (?:ke|to|into|nach|auf)
    ... (?:<T> ){0,2}<no>
    not |never|cannot|neither|nor |without|avoid|stop using|no |nobody|none of|n't :: (?:\b(?:not
    ...|never|cannot|neither|nor|without|avoid|stop using|nobody|none of
    ...|no)\b|n't) (?:(?!(?:but|instead|because|until|before|only|if|unless|forget|sure|think|know
    ...|yet|matter|mind|worry
    ...|since|remember|believe|so|just|from|about|as|than|anything|reply|answer|who|which|that
    ...|when|until|included|covered|part)\b)[^\W\d_][\w'-]* ){0,6}<no>
    nicht|kein|nie|weder|noch|ohne :: \b(?:nicht|kein\w{0,2}|nie|niemals|niemand|weder|noch
    ...|ohne) (?:(?!(?:sondern|aber|weil|nur|mehr|vor|sicher
    ...|bis|dass)\b)[^\W\d_][\w'-]* ){0,4}<no>
    nicht :: <no>(?: <T> (?:wir|ich|man|sie|er|ihr|du))? nicht(?= ?(?:$|[.,;!)])
    ...| (?:zu )?<T> ?(?:$|[.,;!)]))
    bukan|tidak|jangan|nggak|ngga|gak|ga |tanpa|tak |hindari|belum :: \b(?:bukan|tidak|jangan
    ...|nggak|ngga
    ...|gak|ga|enggak|tanpa|tak|hindari|belum(?! (?:ada|tahu|pasti|tentu|bisa|genap|cukup)))(?:lah)?
    ... (?:(?!(?:tapi|tetapi|melainkan|karena|hanya|cuma|lupa|sampai|sebelum|lebih|yakin|tahu
    ...|apa-apa)\b)[^\W\d_][\w'-]* ){0,5}<no>
    不|没|沒|别|勿|未|并非|而非|禁止|无需
    ...|避免 :: (?:不(?![过過错錯仅僅但同断斷久管超止只足到对少再])|没有?|沒有?
    ...|(?<![特分区级类性个识辨告])别(?![的人])|勿
    ...|未(?![来來])|并非|而非|禁止|无需|避免)
    ...(?:(?!而是|改|只|超过|因为|但)[^<X>，。；,.;]){0,12}<no>
    ではな|じゃな|でな :: <no>(?:さん|様|氏|くん|ちゃん|の(?:方|ほう))?(?:では|じゃ|で)な[いく]
    아니|아닌|아닙|말고 :: <no> ?(?:씨|님)?(?:[이가은는])? ?(?:아니[라고에예야]|아닌|아닙|말고)
    なし|無し|抜き :: <no> ?(?:なし|無し|抜き)(?=[でにのは]|$|[、。])
    対象外|非対応|未対応 :: <no><Z>{0,6}(?:は|が)?<Z>{0,8}(?:対象外|非対応|未対応)
    不|没 :: <day>(?:都|也|是|就)?(?:不|没)(?:营业|开门|开放|上班|办公|接待|开店|开业|发货)
    buka|libur :: <day>(?: <T>){0,3} (?:tidak|nggak|gak|ga) (?:buka|melayani|beroperasi|kerja|masuk)
    auf|in|mit|bei|an|über|von|zu :: \b(?:auf|in|mit|bei|an|über|von
    ...|zu) (?:<T> ){0,2}<no> (?:ist|sind|hat|haben
    ...|wird|werden|war|waren|wurde|kann|konnte|läuft|geht|gibt) (?:<T> ){0,3}(?:nicht|kein\w{0,2}
    ...|niemand|nie)\b
    지 마|지 말|하면 안 :: <no>(?! ?(?:이후|부터|까지|전에|후에|동안|씨
    ...|님))[^<X>,.;]{0,30}?(?:지 ?마|지 ?말|하면 안)
    ない|ません|なく|なかった|ず|禁止|やめ|じゃな :: <no>(?!さん|様|くん|ちゃん|氏
    ...| ?が| ?は<Z>{0,6}(?:応答|反応|起動|繋が|つなが|届|見つか|動[かい]|返))(?:(?!なければ
    ...|ても|でも|たら
    ...|なくては|かもしれ|問題
    ...|しか|違い|忘れ|ないと|足り)[^<X>、。；,;]){0,14}?
    ...(?:ではな[いく]|じゃな[いく]|でな[いく]|ではあり|じゃあり|ない(?!と|か|よう|限り|といけ)
    ...|ません(?!か)|(?<!は)ず(?:に|、)|なかった|なく(?![てはなっ])|禁止|やめ)
    아니|아닌|아닙|않|마세요|마십|말고|말아|말 것|말자|없|안 |못 |금지 :: <no>(?! ?(?:씨|님)
    ...| ?(?:이|가|께서) (?!아니|아닌|아닙))(?:(?!이고 |지만 |는데 |이며 |라서 |으면 |뿐만|뿐 아니
    ...|않으면|아니면|문제|상관|넘지|초과)[^<X>,.;]){0,14}?
    ...(?:아니라|아니고|아닌|아닙|아니에요|아니예요|아니야|않|마세요|마십시오|말고|말아|말 것|말자
    ...|없|안 ?[쓰써씁씀사되돼됩함합]|못 |금지)
    """,
    **PARTS,
)
"""Negations; the literal follows the cue, in Japanese, Korean and verb-last German precedes it."""
NOT_NEGATION: Final = re.compile(
    r"\bnot only|\bwhy not|\bcan't stand|\bno problem|\bno wonder|\bno doubt|\bno,|\bnot yet sure"
    r"|nicht nur"
    r"|tidak hanya|bukan hanya|不仅|不僅|不但|뿐만|だけでなく|のみならず|\bif not"
)

# ", later withdrawn" and ", which was ruled out" speak of what stands before the comma.
_OWN: Final = (
    r"(?!(?:no|too) |(?:later|afterwards|subsequently|was|were) "
    r"|which (?:was|were|has been|have been|is|are) )"
)
SEGMENT: Final = re.compile(
    rf"(?<!{MASK})\.|\.(?! [a-zäöü])|[;:!?。；！？—–()（）]|(?<!{MASK}), {_OWN}"
    rf"|, (?!(?:and |or |und |oder |dan |atau )?{MASK}){_OWN}"
    rf"|(?<=[一-鿿]),(?=[一-鿿])|(?<!{MASK})，|，(?!{MASK})|(?<!{MASK})、|、(?!{MASK})"
    r"|(?= (?:but|because|since|due to|owing to|while|whereas|so|then|aber|sondern|weil|denn|wegen"
    r"|tapi|tetapi|melainkan|karena|sehingga|lalu)\b)"
    r"|(?<!tidak)(?<!nggak)(?<!ngga)(?<!gak)(?<! ga)(?<! tak)(?<!batal)(?= jadi\b)"
    r"|(?= and (?:we|i|it|they|use|using|chose|picked|went|will|now|moved|switched|keep|kept|take"
    r"|go"
    r"|stay)\b)|(?= und (?:wir|ich|nehmen|nutzen|verwenden|jetzt|stattdessen|setzen|bleiben)\b)"
    r"|(?= dan (?:kita|kami|pakai|pilih|sekarang|menggunakan|tetap|memilih)\b)"
    r"|(?=但|而是|所以|因为|由于|改用|换成|选择|最后|最终)|(?<=ので)|(?<=ため)|(?<=けど)"
    r"|(?<=지만 )|(?<=는데 )"
    r"|(?<=라서 )|(?<=때문에 )|(?<=해서 )|(?<=[^라다자냐]고 )"
)
"""Where one statement of a sentence ends and the next begins."""
STOP_AFTER: Final = re.compile(
    rf" in favou?r of| and (?!{MASK})| for | zugunsten| und (?!{MASK})| demi |转而|改|而选"
)
"""Where what is ruled out ends and what is chosen begins."""
REASON: Final = re.compile(
    r"\W*(?:because|since|due to|owing to|weil|denn|wegen|karena|因为|因為|由于|由於)"
)
REASON_END: Final = re.compile(r"(?:ため|ので|때문에|라서|해서)\W*\Z")

ELSEWHERE: Final = Rules(
    r"""
    instead :: <was>[^<X>.;]{0,48}\b(?:so|use|uses?|take|takes?|try|go|goes|book|listens?|runs?
    ...|is|are
    ...|then)\b[^<X>]{0,32}<now>(?: <T>){0,2} instead\b
    doesn't work|won't work|is full|is taken|is booked :: <was>(?: <T>){0,2} (?:(?:doesn't
    ...|won't) work|is (?:full
    ...|taken|booked(?: out)?))\b[^<X>]{0,30}<now>
    passt|geht|klappt :: <was>(?: <T>){0,3} (?:passt|geht
    ...|klappt)(?: <T>){0,2} nicht\b[^<X>]{0,30}<now>
    but|though :: <was>[^<X>.;]{0,36}\b(?:but|though) [^<X>]{0,24}<now>(?: <T>){0,1} (?:now
    ...|these days
    ...|currently|nowadays)\b
    but|though :: <was>[^<X>.;]{0,36}\b(?:but|though) (?:now|currently) [^<X>]{0,16}<now>
    aber :: <was>[^<X>.;]{0,36}\baber [^<X>]{0,12}\b(?:jetzt|nun|inzwischen
    ...|mittlerweile)[^<X>]{0,16}<now>
    tapi :: <was>[^<X>.;]{0,36}\btapi [^<X>]{0,12}\b(?:sekarang|kini)[^<X>]{0,16}<now>
    left|leaving|retired|resigned|quit|moved on :: <was>[^<X>]{0,12} (?:left|leaving|retired
    ...|resigned|quit
    ...|moved on)\b[^<X>]{0,32}<now>(?: <T>){0,4} (?:now|instead|takes over|took over|is the new
    ...|replaces|has taken)\b
    resign|keluar|pensiun|cuti :: <was>[^<X>]{0,8} (?:sudah|udah|telah|lagi)? ?(?:resign|keluar
    ...|pensiun
    ...|cuti)\b[^<X>]{0,16}\b(?:sekarang|kini|digantikan|diganti)[^<X>]{0,12}<now>
    离职|辞职|退休|休假|调走|调离 :: <was><Z>{0,4}(?:离职|辞职|退休|休假|调走
    ...|调离)了?[，,]?<Z>{0,4}(?:现在
    ...|以后|改|由|暂时|之后)<Z>{0,6}<now>
    退職|異動|産休|退社 :: <was>[^<X>]{0,8}(?:退職|異動|産休|退社)[^<X>]{0,14}(?:今|現在|後任
    ...|代わり|これから)[^<X>]{0,6}
    ...<now>
    古い :: <was>(?:は|が)古い(?:ので|から)、?<Z>{0,4}<now>
    퇴사|퇴직|휴직|이직 :: <was>[^<X>]{0,8}(?:퇴사|퇴직|휴직|이직)[^<X>]{0,14}(?:이제|지금|대신
    ...|앞으로)[^<X>]{0,6}<now>
    """,
    **PARTS,
)
"""Replacements told in two steps; they yield to all other rules."""

BACK: Final = re.compile(
    r"(?:\b(?:it|that|this|them|those|these|which|es|das|dies|itu|ini|ihn)\b|[它这這那此]|それ"
    r"|これ|その|この|あれ"
    r"|그건|그거|그것|이건|그 ?말)"
)
"""Points back to what stands before it in the sentence."""
WITHDRAWN: Final = re.compile(
    r"[当當]我没|忘[了掉]|撤回|收回|[作不][废算]|取り消|忘れて|無視|취소|철회|무시|잊어"
    r"|记[错混岔]|说错|搞[错混]"
)
"""Takes back, in scripts that leave out what it speaks of, what was said before."""

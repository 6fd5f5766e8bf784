"""Words that make a statement: of decisions, preferences, duties, denials and mistakes.

Six languages side by side; each line is a pattern, in the form that `Cues` reads.
"""

import re
from typing import Final

from infold.text.cues import Cues

DECISION: Final = Cues(
    r"""
    decided (?:to|on|that|in favou?r|we|it)
    decision(?: is|:| was| made)
    final(?:ly)? (?:answer|chose|decision|call)
    agreed (?:to|on|that)
    agreed|settled|chose|picked|opted|concluded|resolved|committed :: (?:we|i|they|team
    ...|everyone)(?:'ve| have)?(?: all| finally| both)? (?:agreed|settled on
    ...|chose|picked|opted for|opted to|concluded|resolved to|committed to)
    going with|going to go with|sticking with :: (?<!not )(?:going with|going to go with
    ...|sticking with)
    'll |will |going to :: (?:we|i)(?:'ll| will| are going to|'re going to) (?:go with|stick with
    ...|use|adopt|settle on)
    it's|it is :: (?:it's|it is|that's)(?: been)? (?:decided|settled|agreed)
    let's :: let's (?:just |all )?(?:go with|go for|use|stick with|settle on|keep|book|take)
    decided|agreed|chosen|selected :: (?:was|were|has been|have been) (?:decided|agreed|chosen
    ...|selected)
    went with
    i'll take(?! (?:a |care|notes|it from|over|the (?:train|bus|stairs|lead)))
    we'll take(?! (?:a |care|notes|it from|over|the (?:train|bus|stairs|lead)))
    we take(?! (?:a |care|turns|pride|notes|it))
    settled(?! (?:in|down)\b)
    final:
    signed off on
    it is :: [a-z]+ it is(?=\s?(?:$|[,.!]))
    chose|picked|selected :: (?:and|then|finally|but) (?:chose|picked|selected|adopted)
    nehmen wir(?!.{0,60}\b(?:nicht|kein))
    es bleibt bei
    bleibt es bei
    dabei bleibt
    bleibt dabei
    abgemacht
    steht fest
    machen wir so
    einigung
    auftrag geht an
    entschieden
    beschlossen
    beschließ(?:en|t)
    beschluss
    entscheidung(?: ist| steht|:| fiel)
    einig(?:en|ten) (?:wir )?uns
    einig :: uns (?:darauf |darüber |jetzt |alle )?(?:geeinigt|einig)
    geeinigt
    einigten
    verständigt(?:en)?
    vereinbart(?:en)?
    abgesprochen
    ausgemacht, dass
    festgelegt
    wir (?:nehmen|bleiben bei|setzen auf|einigten)(?!.{0,60}\b(?:nicht|kein))
    entscheiden uns
    memutuskan
    diputuskan
    putuskan :: (?:kita|kami) putuskan(?! (?:untuk )?(?:tidak|nggak|gak))
    deal(?=[,.!])
    kita ambil
    kami ambil
    akhirnya (?:fix |jadi )?(?:pakai|pilih|ambil|beli|sewa|pake)
    ditetapkan
    disetujui
    sudah (?:deal|fix|diputuskan)
    fix(?:nya)? (?:pakai|pilih|ambil|pake|di|ke)
    jadi :: (?<!gak )(?<!ga )(?<!dak )(?<!tal )jadi(?:nya)? (?:pakai|pilih|ambil|pake)
    sepakat(?! (?:untuk )?tidak)
    disepakati
    pilih :: (?:saya|aku|gue|kita|kami) (?:pilih|putuskan)
    kami (?:pakai|pilih|putuskan|memilih)
    memilih untuk
    dipilih
    """,
    r"""
    决|決|定了|定下来|敲定|选定|選定|一致|最终选|最终采用|就用|确定使用|商定 :: [决決]定(?![性不])
    ...|(?<![没搞稳肯固限指设规鉴测否坚镇淡认特安必一])(?<!不一)(?:定了|定下来)|敲定|[选選]定
    ...|决议|一致同意|最终选|最终采用|就用|确定使用|商定
    商量好|约好|谈好|讲好|定好|达成|议定 :: (?:商量|约|谈|讲|定)好了?(?!的|吗|没)|议定
    拍板|说好|统一用|最后选|那就|就定|就选|就买|选了|订了|改用|谈妥|说定|最后用|还是用 :: 拍板
    ...|说好了?(?!的)|达成一致|统一用|最后[选用]
    ...|那就[用选买去定订]|就[定选买订][^，]|选了|谈妥|说定|还是用|最终定
    決め|にしよ|にしま|ことにし|ことになっ|採用|に決ま|合意|きます|きましょう|確定|にします|に決定
    ...|で決 :: 決め(?:た|まし|て)|(?<!ない)ことにし(?:た|ま)|(?<!ない)ことになっ
    ...|採用(?:し(?!な|ま?せ)|する|が)|[にで]決ま|合意し|にし(?:よう(?!か|と[思す考])
    ...|ましょう(?!か))|で(?:行|い)き(?:ます|ましょう)|で確定
    ...|確定し|にします(?!か)|に決定|決定し|で決
    一本化|統一|まとま|絞 :: に(?:一本化|統一|絞)(?![でが]き|する予定|したい|は)
    ...|(?:で|に|話が|意見が)まとま(?:り|っ)
    결론 :: 결론(?:을)? ?(?:났|내렸|냈|지었)
    결정|기로|정했|확정|채택|합의|정함|갑시다|가자|하자
    ...|정하 :: 결정(?:했|하|함|됐|되|된|이 )
    ...|(?<!않)(?<!안 하)(?<!거절하)(?<!포기하)(?<!제외하)(?<!배제하)(?<!취소하)(?<!철회하)
    ...(?<!접)(?<!빼)기로 ?(?:했|함|하였|합의|정|해|하)
    ...|정했|정함|(?<![가-힣])정하기로|확정|채택|합의(?:했|하|됐|되|를 봤|함)
    ...|(?:으로|로) (?:갑시다|가자|하자|갈게요)
    """,
)
DECIDED_AGAINST: Final = Cues(
    r"""
    decided against
    decided not to
    opted (?:against|not to)
    agreed not to
    gegen .{1,80}(?:entschieden|gestimmt)
    entschieden .{0,80}gegen
    entschieden .{0,40}nicht
    memutuskan|putuskan|sepakat :: (?:memutuskan|putuskan|sepakat) (?:untuk )?(?:tidak|nggak|gak)
    jadi :: (?:tidak|nggak|ngga|gak|ga|enggak|tak|batal) jadi(?= ?(?:$|[,.;!]| (?:pakai|pake
    ...|menggunakan|beli|ambil|sewa|pilih|pesan|ikut|ke|naik|pindah|booking|nginap|dipakai
    ...|dipilih|diambil|dibeli|disewa|dipesan)))
    tolak|coret :: (?:kami|kita) (?:tolak|coret)
    """,
    r"""
    기로 :: (?:거절|포기|제외|배제|취소|철회|중단)하기로|(?:접|빼|그만두)기로|[가-힣]지 않기로
    ...|(?<![가-힣])(?:안|못) ?[가-힣]{1,8}기로|말기로
    방침|계획|걸로|것으로|쪽으로 :: [가-힣]지 않(?:는|을) (?:방침|계획|걸로|것으로|쪽으로)
    ...|(?:^|\s)(?:안|못) ?[가-힣]{1,6}[는은을] (?:걸로|것으로|쪽으로|거로|방침)
    採用しな|不採用|採用しま :: 採用しな|不採用|採用しません
    ない :: ない(?:という)?(?:ことに(?:し|な|決)|ことで|方針|方向)
    决定|说好|商量|一致|同意 :: (?:决定|说好|商量好|一致同意|讨论后)[^，。；]{0,10}(?:放弃
    ...|不(?:再)?[^同得])
    """,
)
PREFERENCE: Final = Cues(
    r"""
    prefer(?:s|red|ence|ences)?
    favou?rites?
    rather :: would(?: much| really| still| far)? rather
    'd rather|much rather :: [a-z]+'d(?: much| really| still| far)? rather
    sooner :: (?:would|'d) sooner
    'd go|'d pick|'d choose|'d opt|'d stick
    ...|'d lean :: [a-z]+'d(?: probably| still| personally)? (?:go (?:for|with)|pick|choose
    ...|opt for
    ...|stick with|lean)
    would go for
    leaning (?:towards?|to)
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
    partial to
    keen on
    fan of
    fond of
    möchte
    hätte(?:n)? (?:ich |wir )?gern
    bevorzug\w*
    am liebsten
    lieber(?! (?:herr|kollege|freund|kunde))
    liebling\w*
    mag
    mögen
    präferier\w*
    gefällt
    hass(?:e|t)
    ziehe?n? .{1,60} vor(?=$|[ ,.;!])
    ingin
    pengen
    pengin
    kepengin
    mending(?:an)?
    lebih (?:suka|memilih|senang|seneng|demen|cocok|enak|nyaman|pilih|sreg)
    demen
    doyan
    suka
    menyukai
    favorit\w*
    gemar
    benci
    kesukaan\w*
    """,
    r"""
    喜欢|喜歡|偏好|更愿意|宁愿|宁可|讨厌|最爱|偏爱|倾向于|更喜|爱吃|爱喝
    ...|情愿|习惯|更想 :: 喜[欢歡]|偏好|更愿意
    ...|宁[愿可]|讨厌|最爱|偏爱|倾向于|更喜|(?<![可亲恋])爱[吃喝看用]|(?<!不)情愿|更习惯|更想
    好き|好み|嫌い|がいい|苦手|好ん|派です|たいです :: 好き|好み|嫌い|苦手|好ん|派です|たいです
    ...|(?<!それ)(?<!これ)(?<!どれ)(?<!どちら)(?<!とき)(?<!調子)(?<!天気)がいい(?!です?か)
    方が|ほうが :: (?:方|ほう)が[^、。]{0,6}(?:良い|楽|ありがた|助か|合[うっい]|嬉し|うれし
    ...|落ち着|便利
    ...|安心|好)
    좋|싶|선호|싫어|더 좋|더 편|취향|최애 :: 좋아(?:하|해|합|함)|(?:이|가|게|는|은) (?:더 )?좋
    ...|싶|선호|싫어|(?:이|가|게) 더 (?:좋|편)|취향|최애
    보다 :: 보다[^,.]{0,24}(?:좋|낫|나아|나은|편[해하])
    """,
)
OBLIGATION: Final = Cues(
    r"""
    must(?:n't)?(?! have been)
    have to|has to :: (?<!n't )(?<!not )(?<!never )ha(?:ve|s) to(?! (?:say|admit|agree|laugh))
    need to|needs to :: (?<!n't )(?<!not )(?<!no )needs? to(?! worry)
    shall
    require(?:s|d)
    mandatory
    compulsory
    ought to
    obliged to
    obligatory
    allowed|permitted :: (?:not|nobody is|no one is|n't)(?: be)? (?:allowed|permitted)
    forbidden
    prohibited
    off limits
    may not(?! (?:be|work|have|help|fit|need|even|make|matter|want|know|seem|apply|like))
    gotta
    muss(?:t|te|ten)?(?!(?: [^\W\d_]+){0,4} nicht(?![^\W_]))
    müss(?:en|t|ten)(?!(?: [^\W\d_]+){0,4} nicht(?![^\W_]))
    darf(?:st)? .{0,80}(?<![^\W_])(?:nichts?|kein\w{0,2}|niemand|nie|nur)
    dürft .{0,80}(?<![^\W_])(?:nichts?|kein\w{0,2}|niemand|nie|nur)
    dürfen .{0,80}(?<![^\W_])(?:nichts?|kein\w{0,2}|niemand|nie|nur)
    verboten
    untersagt
    unzulässig
    erlaubt|gestattet|zulässig :: nicht (?:erlaubt|gestattet|zulässig)
    verpflicht\w*
    notwendig|erforderlich :: (?<!nicht )(?:notwendig|erforderlich)
    pflicht
    harus|wajib|mesti|perlu|kudu
    ... :: (?<!dak )(?<!gak )(?<!ga )(?<!kan )(?<!tak )(?:harus\w*|wajib|mesti|perlu|kudu)
    diwajibkan
    boleh :: (?:tidak|nggak|ngga|gak|ga|enggak|tak|nda|ndak) boleh
    dilarang
    melarang
    terlarang
    """,
    r"""
    得找|得先|得去|得让|得把|得用|得走|得办|得交|得付|得报|得提前 :: (?:^|[了，。；,])(?:你|我
    ...|他|她|我们|咱们?|大家)?得(?:找|先|去|让|把|用|走|办|交|付|报|提前)
    最低要|最少要|至少要|起码要 :: (?:最低|最少|至少|起码)要
    必须|必須|务必|必填|必传|需要|一定要|不得|不准|不许|不能|禁止|得先 :: 必[须須](?!でな)|务必
    ...|必[填传]|(?<![不没无])需要|一定要|不得(?![不了已])|不准(?!确)|不许
    ...|不能(?!够)|禁止|得先
    要求|严禁|切勿|不可|不允许|须|起码得|至少得|都得|还得|也得|就得|必得
    ... :: 要求(?![是的很高低如]|不高)|严禁|切勿|不可(?![能思避少靠惜否用逆或])|不允许
    ...|(?<!必)须(?!知)
    ...|(?:起码|至少|都|还|也|就|必)得(?![到出了])
    なければ|なくては|ないと|必要|必須|義務|なきゃ|ねば
    ... :: (?:なければ|なくては|ないと)(?:な|いけ|ダメ|だめ)|必要(?![はがも]?(?:な[いく]
    ...|ありませ|あ?るか))
    ...|必須(?!でな)|義務|なきゃ|ねばな
    てはい|てはな|ではい|ではな|てはだ|ちゃだ|ちゃい|じゃだ|厳禁|禁止|べから
    ... :: [てで]は(?:いけ|なら|なりませ|だめ|ダメ)|[ちじ]ゃ(?:だめ|ダメ|いけ)|厳禁
    ...|禁止(?!に?な[いく])|べから
    해야|야 |야만|필수|반드시|필요|의무|안 되|안 돼|안 됩|안되|안됩|안된|안돼|금지 :: 해야
    ...|[가-힣]야 ?(?:합|하|해|한|함|됩|돼|된|되|만)|야만|필수
    ...|반드시|필요(?! ?없)|의무|(?:면|서는) 안 ?[되돼됩됨된]|금지
    """,
)
NEGATION: Final = Cues(
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
    nowhere
    none
    n't :: [a-z]+n't
    no :: no (?!(?:one|longer)\b)[a-z]+
    nicht
    kein(?:e|en|em|er|es)?
    nie(?:mals|mand|mande[mn])?
    nirgend(?:s|wo)
    keinesfalls
    keineswegs
    weder
    nichts
    verboten
    untersagt
    tidak
    bukan
    jangan
    belum
    nggak
    ngga
    gak
    ga
    enggak
    kagak
    ndak
    tak
    takkan
    tiada
    melarang
    dilarang
    jgn
    tdk
    dont
    doesnt
    didnt
    cant
    wont
    isnt
    """,
    r"""
    不|没|沒|别|勿|未|并非|而非|禁止|无法|无需 :: 不(?![过過错錯仅僅但同断斷久管如少客妨])
    ...|[没沒](?![事问問])|(?<![特分区级类性个识辨告差])别(?![的人处墅名针扭致])|勿
    ...|未(?![来來必免])|并非|而非|绝非|禁止|无[法需须]|严禁
    な|ません|ずに :: ではな[いく]|じゃな[いく]|でな[いく]|ません(?!か)|ない(?!と(?:いけ|だめ
    ...|ダメ)|か(?!ら)|限り)|なかった|ずに|なく(?![てはなっ])|なくて(?!は|も)
    ず、|ず|なし|無い|無し|無く|不要
    ... :: (?<![まは必わ先])(?<!おら)[かがさざたなばまられえけげせてきねべめ]ず(?:、|(?=$
    ...|[。」）)]))|無[いくし](?!料|と|線|理)
    ...|なし(?=です|で[、す]|[。、！!)）]|$)|不要(?!不急)
    対象外|非対応|未対応 :: 対象外|非対応|未対応
    禁止|厳禁|不可|べから :: 禁止|厳禁|不可(?![能欠避思解])|べから
    않|마세요|마십|말고|말아|말 것|말자|없|아니|아닌|아닙|안 |못 |금지|지 마 :: 지 ?마(?![가-힣])
    ...|않|마세요|마십시오|말고(?![^,.]{1,16}(?:바꾸|바꿔|변경|옮기|가자|하자|갑시다))
    ...|말아|말 것|말자|없|아니라|아니고|아닌|아닙|아니에요|아니야|(?:^|\s)안 |(?:^|\s)못 |금지
    지 말|지말|지 마|못하|못 하|못했|못 했|안됩|안돼|안되|불가 :: 지 ?말[라래길기도]
    ...|지 ?마(?:라|시)
    ...|(?<![가-힣])?못 ?(?:하|해|했|합|함)|(?:^|\s|면)안[되돼됩됨]|불가(?![피사])
    """,
)
NO_DENIAL: Final = re.compile(
    r"\b(?:no|not) (?:more|less|fewer|later|earlier|longer|higher|lower) than|\bor not\b"
    # One puts oneself right: "at 9, no wait, 10".
    r"|\bno,? wait\b|\bwait,? no\b|, ?bukan, |[，,] ?不对[，,]"
    # Tags: "it's late, isn't it".
    r"|, ?\w+n't (?:it|you|we|they|he|she|i|that|there)\W*\Z"
    r"|, (?:nicht(?: wahr)?|no|kan|right)\W*\Z"
    r"|oder nicht\b"
    r"|nicht (?:mehr|länger|später|weniger) als|tidak (?:lebih|kurang) dari|不(?:超过|少于|低于"
    r"|高于|多于|晚于|早于)"
    r"|不得不|不论|不妨|不愧|不一会|しかな|keine? (?:ding|stress|eile|thema|wunder|zweifel)|"
    r"\bnot only|\bwhy not|nicht nur|tidak hanya|bukan hanya|不[仅僅但]|뿐만|뿐 아니|だけでなく"
    r"|のみならず"
    r"|\bif not\b|なければな(?:らな|りませ)?[いん]?|なくては(?:いけな|ならな|いけませ"
    r"|なりませ)?[いん]?|ないといけ(?:な|ませ)?[いん]?|かもしれ(?:な|ませ)?[いん]?|に違いない"
    r"|問題(?:は|も)?(?:な|ありませ|ございませ)|間違い(?:は)?(?:な|ありませ)|すみません"
    r"|わかりません|分かりません|わからない|仕方ない|仕方が"
    r"|しょうがない|もったいない|少な|危な|つまらな|(.)不\1|不知道|不确定|不用谢|没事|没关系"
    r"|没问题|沒問題|모르겠|어쩔 수 없|걱정 ?마|별거 아니|지 않으면 안|아니면|문제 ?없|상관 ?없"
    r"|틀림 ?없|不客气|不好意思|对不起|\bcan't wait|\bno problem|\bnot bad|\bdon't worry"
    r"|\bno worries|\bnot that it matters"
    r"|no idea|not sure|don't know|dunno|nicht sicher|weiß (?:ich |es )?nicht|nicht schlimm"
    r"|macht nichts|nicht schlecht|nichts zu machen|(?:tidak|nggak|gak|ga) (?:tahu|tau|yakin|papa"
    r"|masalah)"
    r"|kein(?:e)? (?:problem|sorge|ahnung|hand frei)|zur not|mehr nicht|usah (?:khawatir|di|repot)"
    r"|気にしないで|差不多|(?:tidak|gak|nggak) apa"
    # Idioms and courtesies.
    r"|\byou never know\b|\bcouldn't agree more|\bnot kidding|\bnothing beats|\bcan't beat\b"
    r"|\bcan't go wrong|\bnever been better|macht (?:doch|ja|gar|überhaupt) nichts"
    r"|nicht auszuschließen|(?:jangan|jgn) (?:buru-buru|kaget|lupa)|说一不二|如かず|신경 ?쓰지 ?마"
    r"|신경 ?쓰지 ?않으?셔?도|미안해할 것 없|더할 나위 없"
    r"|\bno (?:doubt|wonder|rush|hurry|biggie|thanks|way|kidding|pressure|offen[cs]e|matter"
    r"|need to worry|big deal|such luck|prob)\b|nothing like|\bnever ?mind|\bnot to worry"
    r"|\bdon't (?:mention|sweat|mind|you think)"
    r"|\bcan't complain|\bcan't help (?:but|it)|\bwouldn't mind"
    r"|\bnot at all\b|\bif i'm not mistaken|\bnot to mention|\bnor do i\b|\bisn't it\b"
    r"|kein(?:e|en|er)? (?:plan|schimmer|bock|faden|blassen|ursache|panik|frage|angst)\b"
    r"|nichts zu danken|nicht der rede|nicht dafür|nicht wahr|nicht übel"
    r"|da beißt die maus.*|nicht alle tassen|(?:jangan|jgn) (?:khawatir|sungkan|ragu)"
    r"|(?:nggak|ngga|gak|ga|tak|tidak) (?:usah|perlu) (?:di)?(?:pikir\w*|khawatir|repot\w*|buru\w*)"
    r"|(?:nggak|ngga|gak|ga|tak|tidak) (?:apa|kenapa|papa|masalah|heran)\S*"
    r"|bukan main|mau tidak mau"
    r"|mau (?:gak|nggak|ga) mau|tak terasa|gapapa"
    r"|有没有|没想到|没准|没错|没什么|没啥|说不定|忍不住|免不了|少不了|大不了|对不对|要不(?![要是])"
    r"|不然|不得了|了不起|不可思议|不约而同|不三不四|不慌不忙|不知不觉|好不容易|不巧|不瞒|不至于"
    r"|不幸|不小心"
    r"|没完|没辙|没戏|没谱|不一定|不好说|不要紧|不碍事|不急|不着急|二话不说|没谁了|不怎么样"
    r"|不打紧|不打扰|不愁|不难|不谢|不用(?:担心|客气|谢)|不禁|不免"
    r"|不料|不见不散"
    r"|恨不得|不由|巴不得|别(?:客气|担心|着急)|不见得|不相上下|不像话|不言"
    r"|大したことな|気にしな|気にせず|構わな|構いませ|かまわな|かまいませ|差し支えな|とんでもな"
    r"|何でもな|なんでもな"
    r"|に過ぎな|ほかなら|申し訳な|申し訳ありませ|くだらな|しょうもな|心配(?:は)?(?:な|いら"
    r"|いりませ)"
    r"|遠慮な|間もな|まもな|なんとな|何とな|何気な|もれな|漏れな|ほどな|限りな|さりげな"
    r"|じゃないです?か|ではないです?か"
    r"|んじゃない|のではない|ようもな|やむを得な|まちがいな|相違な|欠かせな|絶え間な"
    r"|지 않을까|지 않나|끝없|변함없|수없이|더할 나위|정신 ?없|못지않"
    r"|\A\W*아니(?:에요|요|야|예요)(?=[ ,.!~])"
    r"|아니나 다를까|여지없|어김없|틀림없|별 ?말씀|걱정하지 ?(?:마|말)|다름없"
)
MISTAKE: Final = Cues(
    r"""
    scrap
    disregard
    retract(?:s|ed|ing)?
    take (?:that|it|this) back
    strike (?:it|that|this|the last)
    scratch (?:it|that|this)
    forget (?:it|that)(?=$|[,.;!])
    takes? .{1,60} back(?=$|[,.;!])
    never ?mind
    i was (?:wrong|mistaken)
    my mistake
    my bad
    my error
    i misspoke
    i misread
    mis :: (?:i|we)(?:'d|'ve| had| have| must have| just| may have)? mis(?:read|heard|typed
    ...|counted|spoke
    ...|spoken|remembered|quoted|stated|calculated|understood|took|labell?ed|judged|reported
    ...|informed)
    mixed up|mixing up :: (?:i|we)(?:'d|'ve| had| have| was| must have)? mix(?:ed|ing) up
    stands? corrected
    stand corrected
    no longer stand by
    don't stand by
    correction to
    correction:
    that was (?:wrong|a typo|incorrect|a mistake|nonsense)
    ignore (?:that|what|my|the)
    vergiss (?:das|was|den|die)
    vergesst (?:das|was|den|die)
    ich lag falsch
    geirrt
    mein fehler
    nehme ich zurück
    kommando zurück
    korrektur(?=[:,])
    berichtigung
    mich|mir|uns :: (?:mich|mir|uns)(?: [^\W\d_]+){0,4} (?:ver(?:tan|lesen|hört|schrieben|rechnet
    ...|tippt|guckt|schätzt|zählt|sehen|hauen|messen|griffen)|geirrt|getäuscht)
    lupakan
    abaikan
    diabaikan
    ralat
    koreksi(?=[:,])
    saya salah
    aku salah
    salah (?:baca|sebut|tulis|ketik|hitung|lihat|dengar|ingat|info|kasih)
    """,
    r"""
    没说过|记混|记岔|搞混|弄混|看岔|算岔 :: 当(?:我)?没说过?|[记搞弄看算][混岔](?!音|路)
    当我没说|说错|搞错|收回|口误|笔误|更正|不作数|不算数 :: 当我没说|我说错|我搞错|收回|口误
    ...|笔误|更正[：:一下]
    ...|不作数|不算数
    言い間違|前言撤回|忘れてください|早とちり|勘違い|思い違い|違うやつ|嘘でし|うそでし|取り下げ
    ...|なかったことに
    ... :: 言い間違|前言撤回|忘れてください|早とちり|勘違い(?:でし|です|して|だ)|思い違い
    ...|違うやつ|嘘でし
    ...|うそでし|取り下げ(?:ます|させ|る|た)|なかったことに
    실수|제 잘못 :: (?:제|내|저희|우리|저의) ?(?:실수|잘못)|실수(?:였|이었|입니다|예요|이에요
    ...|네요)|(?:숫자|날짜|시간|금액)[을를]? ?잘못
    제가 틀렸|잘못 말|없던 |착각|정정|번복 :: 제가 틀렸|잘못 말|없던 ?(?:일|걸|것|거)로|착각
    ...|정정(?:합|할|해|드)|번복
    """,
)

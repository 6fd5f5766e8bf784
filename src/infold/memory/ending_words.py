"""Words that end what was so, in six languages: closed classes of verbs, adverbs and orders.

Each pattern is of one kind of wording, with the languages one below the other.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = [
    "CLASSES",
    "DENIES",
    "ENDS",
    "FORGETS",
    "LOSES",
    "MEATS",
    "MISTAKES",
    "OTHERS",
    "OWN",
    "PARTS",
    "POINTS_BACK",
    "RESIGNS",
    "SWITCHES_BACK",
    "TAKES_OVER",
]


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


ENDS: Final = _any(
    # English: adverbs, then verbs.
    r"\b(?:no longer|any ?more|any longer|used to|(?:no|not|\w+n['’]t) .{1,60} after all|all over"
    r"|is over|are over"
    r"|is gone|are gone)\b",
    r"\b(?:quit(?:ting)?|stopped(?! (?:at|by|in|off|over|for)\b)|ceased|gave up|given up"
    r"|giving up|cancel+ed|cancel+ing|sold|left"
    r"|leaving|dropped|dropping|ditched|ditching|abandoned|scrapped|ended|lost|resigned|fired"
    r"|sacked|laid off|let go|made redundant|retired|moved (?:out|away|on)|moving (?:out|away)"
    r"|outgrown?|outgrew|gr[eo]wn? out of|gone off|went off|going off|unsubscribed|got rid of"
    r"|getting rid of|gave away|given away|gave (?:\w+ ){1,3}(?:away|up|back)|broke up|broken up"
    r"|breaking up|broke off|called off|split(?: up)?|separated|divorced?|closed|shut down|expired"
    r"|done with|finished with|fed up with|through with|sick of|tired of|over with|traded in"
    r"|handed in|replaced|passed away|died|dead|put down|put to sleep|ran away|got over"
    r"|recovered from|cured|healed|gone away|went away|cleared up|parted ways|walked away from"
    r"|backed out|withdrew|withdrawn|deleted|deactivated|binned|threw (?:\w+ ){0,3}(?:out|away)"
    r"|kicked|swore off|switched (?:away )?from|moved from)\b",
    # German.
    r"\b(?:nicht mehr|nicht länger|kein(?:e|en|er|em)? .{1,40}?mehr|nie mehr|nie wieder|vorbei"
    r"|nicht weiter)\b",
    r"\b(?:gekündigt|kündige|aufgehört|aufgegeben|verkauft|verlassen|abgesagt|abbestellt"
    r"|abgemeldet|beendet|hingeschmissen|geschmissen|entlassen|gefeuert|rausgeworfen"
    r"|rausgeflogen|(?:weg|aus|fort)gezogen|weg aus|getrennt|auseinander|schluss gemacht"
    r"|gestorben|verstorben|tot|eingeschläfert|weggelaufen|abgegeben|weggegeben|verschenkt"
    r"|verloren|abgeschafft|losgeworden|verabschiedet|ausgestiegen|ausgetreten|raus|geschieden"
    r"|verworfen|gestrichen|gelassen|gestoppt|geschlossen|gelöscht|abgewöhnt|satt|geheilt"
    r"|auskuriert|überwunden|abgebrochen|ausgezogen|doch (?:nicht|kein\w*))\b",
    # Indonesian.
    r"\b(?:(?:tidak|tak|nggak|ngga|enggak|gak|ga|bukan|tdk) (?:\w+ ){0,6}?lagi"
    r"|(?:sudah|udah|telah) (?:tidak|tak|nggak|enggak|gak|ga|bukan)|tidak jadi|(?:nggak|gak|ga"
    r"|enggak) jadi|batal|berhenti|stop|resign|keluar dari|mengundurkan diri|phk|dipecat"
    r"|diberhentikan|pensiun|meninggalkan|(?:pindah|cabut|hengkang) dari|putus|pisah|berpisah"
    r"|cerai|bercerai|mati|meninggal|dijual|menjual|jual|kujual|terjual|hilang|kapok|bosan|sembuh"
    r"|tamat"
    r"|membatalkan|dibatalkan|ditutup|menutup|dihapus|menghapus|melepas|meninggal dunia|lepas"
    r"|kabur|dikasih orang|cabut|udahan)\b",
    # Chinese.
    r"不再|再也不|不.{0,14}了(?=[，,。.!！；;\s]|$)|没(?:有)?.{0,10}了(?=[，,。.!！；;\s]|$)"
    r"|已经不|早就不|辞职|离职|辞掉|辞了|裁员|被裁|炒了|开除|解雇|退休|跳槽|搬离|搬出|搬走|离开"
    r"|分手|离婚|分开|去世|死了|走了|过世|没了|丢了|送人|送走|卖掉|卖了|取消|退订|退掉|退了|停用"
    r"|注销|戒掉|戒了|戒酒|戒烟|放弃|停止|不干了|好了(?=[，,。.!！]|$)|痊愈|治好|腻了|吃腻|换掉"
    r"|作废|撤销",
    # Japanese.
    r"もう.{0,30}?(?:ない|ません|なくな|違い|違う|終わ|やめ|辞め|別れ)|もはや"
    r"|(?:で|く|か)?なくなり?(?:ました|った)|やめ(?:ました|た|ま)|辞め|止め(?:ました|た)"
    r"|退職|退社|離職|解雇|クビ|別れ|離婚|亡くな|死にました|死んだ|死んで|売り?(?:ました|った|払)"
    r"|売っ(?:ちゃ|てしま)|ちゃいました|捨てちゃ|辞めちゃ|やめちゃ"
    r"|手放|解約|退会|キャンセル|取りやめ|取り消|中止|卒業しました|引退|離れ(?:ました|た)"
    r"|から引っ越|出ました|治り|治った|完治|克服|飽き|断ち|諦め|終わりました|終わった|捨て"
    r"|ではなくなり|じゃなくなり|今は違",
    # Korean.
    r"더 ?이상|더는|이제 .{0,30}?(?:안 |않|아니|없|못 )|그만|끊었|끊은|끊고|관뒀|관두|퇴사|퇴직"
    r"|해고|잘렸|짤렸|은퇴|떠났|떠나서|이사 ?나|나왔|헤어졌|헤어진|헤어져|이혼|죽었|죽어|떠나보"
    r"|세상을|무지개|팔았|팔아|처분|취소|해지|탈퇴|중단|포기|접었|버렸|없앴|없어졌|없어져|나았"
    r"|완치|극복|질렸|질려|잃어버|않게 되|안 하게|아니게 되|않기로|안 .{1,8}기로|폐지|그만두",
)
"""Says that something has come to an end."""

DENIES: Final = _any(
    r"\b(?:not|never|isn't|aren't|wasn't|don't|doesn't|didn't|haven't|hasn't|isnt|dont|no)\b",
    r"\b(?:nicht|kein(?:e|en|er|em)?|nie|niemals)\b",
    r"\b(?:tidak|bukan|tak|nggak|ngga|enggak|gak|ga|tdk|belum)\b",
    r"不|没|沒|ない|ません|なかった|違い|誤診|误诊|안 |않|아니|없|못 ",
)
"""Denies: that something is so, or ever was."""

FORGETS: Final = _any(
    r"\b(?:forget|disregard|scratch|ignore|strike|delete|erase|remove|drop)\b(?=.{0,12}"
    r"\b(?:that|what|about|everything|the fact|the part|the bit|my|i)\b)",
    r"\b(?:don't|do not|no need to) (?:remember|keep|store)\b|\bvergiss\b|\bvergessen sie\b"
    r"|\bstreich\w*\b|\bignorier\w*\b|\b(?:lösch|entfern)\w*\b|\bmerk(?:e)? dir nicht\b",
    r"\b(?:lupakan|lupain|abaikan|hapus|coret)\b",
    r"忘(?:了|掉|记)|别记|不用记|无视|忽略|删(?:除|掉|了)|忘れて|無視して|消して|削除して"
    r"|なかったことに|잊어|무시해|지워|삭제해|없던 ?(?:일|걸)",
)
"""Orders to forget."""

SWITCHES_BACK: Final = _any(
    r"\b(?:use|using)\b.{1,40}\bagain\b|\b(?:back|returned) (?:on|to)(?: using)? [A-Z]",
    r"\b(?:nutze|benutze|verwende)n?\b.{0,20}\bwieder\b|\bwieder (?:zurück )?(?:bei|zu)\b",
    r"\b(?:pakai|pake|memakai|menggunakan) .{1,40}\blagi\b"
    r"|\b(?:balik|kembali)(?: lagi)? (?:pakai|pake|memakai|menggunakan|ke)\b",
)
"""Says that what was used before is used once more."""

TAKES_OVER: Final = _any(
    r"\b(?:now|instead|again|these days|switched|moved to|changed to)\b",
    r"\b(?:jetzt|nun|inzwischen|stattdessen|wieder|neuerdings|umgestiegen)\b",
    r"\b(?:sekarang|kini|ganti|pindah|beralih|lagi)\b",
)
"""Says that what is used has taken the place of something."""

LOSES: Final = _any(
    r"\b(?:sold|gave|given|lost|broke|broken|died|got rid|returned|swapped|traded|scrapped|stolen"
    r"|threw|thrown|cancel+ed"
    r"|no longer|any ?more|verkauft|verloren|kaputt|verschenkt|gestohlen|abgegeben|weg|nicht mehr"
    r"|kein\w*|gekündigt"
    r"|(?:di|men|ku|ter)?jual|hilang|rusak|dicuri|lagi|dikasih)\b",
    r"卖|丢|坏|送人|扔|换掉|没了|不用了|被偷|売|手放|失くし|無くし|壊れ|捨て|盗ま|譲|팔|잃어|버렸"
    r"|고장|도난|없어|처분",
)
"""How a thing is no more somebody's."""

MISTAKES: Final = _any(
    r"\b(?:was|is|were|are) (?:wrong|a mistake|mistaken|incorrect|not right|a typo|nonsense)\b"
    r"|\b(?:made a mistake|got (?:that|it)"
    r" wrong|misspoke)\b|\b(?:ist|war|waren|stimmte?n?) (?:falsch|ein (?:fehler|irrtum|versehen)"
    r"|nicht|quatsch)\b"
    r"|\b(?:itu |tadi )?(?:salah|keliru|ngawur)\b|错的|错了|不对|有误|搞错|間違い|間違って|間違え"
    r"|誤り|嘘|잘못|틀렸|틀린|실수",
)
"""Says that something said was wrong."""

POINTS_BACK: Final = _any(
    r"\A\W*(?:(?:actually|oh|sorry|wait|hm+|no|please|ok|okay|well|and|by the way|btw|just so you"
    r" know|fyi|update|correction|hey)\b[\s,.!:–—-]*)*(?:"
    r"(?:that|this|it)(?:'s| is| was)(?: all)?(?: actually| really)? (?:not|no longer)"
    r" (?:true|the case|right|correct|valid|accurate|so|current|up to date)(?: any ?more"
    r"| any longer| now)?"
    r"|(?:that|this|it) (?:isn't|is not|wasn't|was not) (?:actually |really )?(?:true|the case"
    r"|right|correct|valid|accurate|up to date)(?: any ?more| any longer| at all| after all)?"
    r"|(?:that|this|it) (?:no longer|doesn't|does not) (?:applies|apply|holds?|count)(?: true)?"
    r"(?: any ?more| any longer)?"
    r"|(?:what i (?:just )?(?:said|told you)(?: earlier| before| about that)?|my last (?:message"
    r"|statement)) (?:is|was)(?: no longer| not|n't)?(?: actually)? (?:true|wrong|right|correct"
    r"|a joke|a lie|a mistake)(?: any ?more)?"
    r"|(?:please )?(?:forget|scratch|ignore|disregard|strike|delete) (?:that|it|this|what i (?:just"
    r" )?(?:said|told you|wrote)(?: earlier| before| last time)?|my last (?:message|statement))"
    r"|(?:i )?(?:take (?:that|it) back|made that up|was (?:just )?(?:joking|kidding|lying)(?: about"
    r" (?:that|it))?|lied(?: about (?:that|it))?)"
    r")(?: please| now| ok)?\s*[.!,;–—-]*\s*(?:sorry|thanks|please)?\s*[.!]*\s*\Z",
    r"\A\W*(?:(?:übrigens|ach|ja|nein|sorry|moment|also|bitte|oh|eigentlich|tut mir leid)\b"
    r"[\s,.!:–—-]*)*(?:(?:das|es|dies)(?: alles)? (?:stimmt|gilt|ist)(?: so| inzwischen| leider"
    r"| übrigens| jetzt)*(?: nicht mehr| nicht| nie| hinfällig| überholt)+(?: so)?(?: richtig| wahr"
    r"| aktuell| der fall)?"
    r"|(?:vergiss|vergessen sie|streich|ignorier\w*|lösch\w*)(?: bitte)?(?: das| es| dies),?(?:"
    r" bitte| wieder)?(?: was ich gesagt habe)?|vergiss,? was ich (?:eben |vorhin |gerade )?gesagt"
    r" habe|das nehme ich zurück|(?:ich nehme )?das zurück|das war (?:nur |bloß )?(?:gelogen"
    r"|ein scherz|ein witz|falsch|erfunden))\s*[.!]*\s*\Z",
    r"\A\W*(?:(?:oh|eh|ya|maaf|oh ya|ngomong-ngomong|sebenarnya|tolong"
    r"|btw)\b[\s,.!:–—-]*)*(?:(?:itu"
    r"|hal itu|yang tadi|informasi itu|ini)(?: semua)? (?:(?:sudah|udah) )?(?:(?:tidak|bukan|nggak"
    r"|gak|ga|tak) )+(?:benar|berlaku|betul|valid|begitu|akurat|sesuai)(?: lagi)?"
    r"|(?:lupakan|lupain|abaikan|hapus)(?: saja| aja)? (?:itu|yang tadi|hal itu|ucapan(?:ku| saya)"
    r"(?: tadi)?|apa yang (?:saya|aku) (?:bilang|katakan)(?: tadi)?|kata-kata(?:ku| saya))(?: tadi"
    r"| ya| itu)*|(?:saya|aku) (?:tarik|cabut) (?:kembali )?(?:ucapan|kata-kata)(?:ku| saya)?"
    r")\s*[.!]*\s*\Z",
    r"\A\W*(?:(?:对了|哦|不好意思|抱歉|其实|顺便说一下|对不起|请)[\s,，。]*)*(?:(?:这|那|刚才说的"
    r"|之前"
    r"说的|上面说的|我(?:刚才|之前|上次)?说的(?:那个)?)(?:件事|个|些|话)?(?:现在)?(?:已经|都)?(?:不"
    r"(?:是真的|对|成立|算数|准确|适用|再成立|是事实|是这样|作数)|作废|过时|没有的事)(?:了|的)?"
    r"|(?:请)?(?:把)?(?:忘[了掉记]|忽略|删掉|删除|无视)(?:这|那|我(?:刚才|之前)?说的)(?:个|句|件事"
    r"|话|些)?(?:话|吧|了)?|(?:我)?收回(?:刚才|之前)?(?:的|那)?(?:话|句话)?|当我没说)"
    r"\s*[。.!！]*\s*\Z",
    r"\A\W*(?:(?:そういえば|すみません|ちなみに|実は|あ|ごめん(?:なさい)?"
    r"|やっぱり)[\s、,。]*)*(?:(?:それ"
    r"|これ|あれ|さっきの話|前の話|(?:さっき|前に|先ほど)言ったこと)(?:は|って)?(?:もう"
    r"|今は)*(?:違い"
    r"ます|違う|違いました|正しくない|正しくありません|本当ではありません|本当じゃない|過去の話です"
    r"|当てはまりません|事実ではありません|古い情報です|嘘です|冗談です|無効です)(?:です|でした"
    r"|よ)?"
    r"|(?:それ|今の|さっきの(?:話|発言)?|(?:さっき|前に|先ほど)言った(?:こと|話)?)(?:は"
    r"|を)?(?:忘れて"
    r"|無視して|消して|取り消して|取り消し|撤回|なかったことにして)(?:ください|くれ|ね|します|です"
    r"|下さい)?)\s*[。.!！]*\s*\Z",
    r"\A\W*(?:(?:참|아|죄송(?:하지만|합니다|해요)|사실|아니|그런데|근데|저기)[\s,.!]*)*(?:(?:그건"
    r"|그거"
    r"|그게|그것은|이건|아까 말한 ?(?:건|거)|제가 (?:아까 |전에 )?말한 ?(?:건|거|것은)) ?(?:이제"
    r"|더 ?"
    r"이상|지금은)? ?(?:사실이 아니|사실 아니|맞지 않|틀렸|틀린|아니|유효하지 않|안 맞"
    r"|해당 안)\S{0,8}"
    r"|(?:그건|그거|그 말|방금 (?:말|말한 거|한 말)|아까 (?:말|말한 거|한 말|얘기)"
    r"|제가 한 말)(?:은|는"
    r"|을|를)? ?(?:잊어|무시해|취소|지워|없던)\S{0,3} ?(?:주세요|줘|버려|할게요|해요|일로 해 주세요"
    r")?)\s*[.!]*\s*\Z",
)
"""A whole sentence that takes back what was said before it."""

CLASSES: Final = {
    "city": _any(
        r"\b(?:liv(?:e|es|ed|ing)|resid\w+|based|mov(?:e|ed|ing)|left|leaving|leave|out of|home"
        r"|relocat\w+|wohn\w*|leb\w*|\w*gezogen|\w*ziehe|weg|verlassen|tinggal|pindah|menetap"
        r"|meninggalkan|domisili|hengkang)\b",
        "住|搬|离开|离了|定居|引っ越|離れ|暮ら|転居|出まし|살|이사|떠났|떠나|거주|나왔",
    ),
    "employer": _any(
        r"\b(?:work(?:s|ed|ing)?|jobs?|quit|left|leaving|leave|resign\w*|fired|laid off|let go"
        r"|made redundant|sacked|notice|employ\w*|hired|retired?|parted ways|contract|arbeite\w*"
        r"|gearbeitet|arbeitgeber|job|stelle|gekündigt|kündige|raus|aufgehört|entlassen|gefeuert"
        r"|rausgeworfen|rausgeflogen|angestellt|verlassen|weg|kerja|bekerja|resign|keluar|berhenti"
        r"|phk|dipecat|diberhentikan|mengundurkan|kantor|pensiun)\b",
        "工作|上班|离职|辞|裁|开除|解雇|离开|任职|就职|跳槽|炒|退休|干了|働|勤|辞め|やめ|退職|退社"
        "|クビ|解雇|転職|離職|職場|일|근무|다니|다녀|다닌|그만|관뒀|퇴사|퇴직|해고|잘렸|짤렸|이직"
        "|나왔"
        "|직장",
    ),
    "job": _any(
        r"\b(?:work\w*|am|'m|i'm|was|been|being|as an?|job|quit|stopped|retired|gave up|bin|war"
        r"|beruf"
        r"|arbeite\w*|als|aufgehört|bukan|kerja|bekerja|sebagai|berhenti|resign)\b",
        "是|当|做|工作|职业|辞|です|では|じゃ|として|仕事|辞め|やめ|아니|일|그만|직업",
    ),
    "name": _any(
        r"\b(?:call(?:ed)?|named?|heiße|heißt|heiß|nenn\w*|nama\w*|panggil|bernama|dipanggil)\b",
        "叫|名|呼|이름|불러|부르",
    ),
    "diet": _any(
        r"\b(?:am|i'm|being|was|eat\w*|diet|went|bin|esse|lebe|ernähr\w*|sein|makan|diet|jadi|saya"
        r"|aku|gue|stopped|quit|gave up|aufgehört|berhenti|no longer|any ?more|kein\w*)\b",
        "吃|素|是|です|では|じゃ|やめ|辞め|卒業|食|아니|채식|비건|그만|먹",
    ),
    "allergy": _any(
        r"allerg|alergi|过敏|過敏|アレルギ|알레르|알러지|outgr|grew out|vertrag|tolerate|verträg"
    ),
    "speaks": _any(r"speak|sprech|bahasa|bicara|说|讲|話|말|구사"),
    "favourite": _any(r"favou?r|liebling|favorit|kesukaan|喜欢|最爱|好き|お気に入り|좋아|최애"),
    "partner": _any(
        r"\b(?:br[oe]a?k\w*|broke|split|separat\w+|divorc\w+|ex|left|single|apart|parted|dumped"
        r"|over|ended|together|getrennt|trenn\w*|schluss|verlassen|geschieden|auseinander|zusammen"
        r"|putus|cerai|bercerai|pisah|berpisah|mantan|passed away|died|dead|gestorben|verstorben"
        r"|meninggal|called|named|heißt|no longer my|not my)\b",
        "分手|离婚|分开|前任|前女友|前男友|去世|过世|別れ|離婚|亡くな|元カ|헤어|이혼|전 ?여친"
        "|세상을"
        "|돌아가",
    ),
    "pet": _any(
        r"\b(?:died|dead|passed away|put down|put to sleep|gave|given|sold|lost|ran away|rehomed"
        r"|no longer (?:have|own)|don't have|gone|gestorben|verstorben|tot|eingeschläfert|abgegeben"
        r"|weggegeben|verkauft|verschenkt|weggelaufen|verloren|kein(?:e|en)?|mati|meninggal|hilang"
        r"|kabur|dijual|dikasih|called|named|heißt|bernama)\b",
        "去世|死|走了|丢|送人|送走|没了|过世|不养|亡くな|死|逃げ|手放|飼って|虹|죽|떠났|떠나|무지개"
        "|입양|잃어버|안 키|키우지|세상을|없어",
    ),
    "others": _any(
        r"\b(?:died|passed away|dead|no longer my|not my|gestorben|verstorben|meninggal|called"
        r"|named|heißt|bernama|left|changed|quit)\b",
        "去世|过世|不是我|亡くな|ではな|돌아가|세상을|아니",
    ),
    "children": _any(
        r"\b(?:have|kids?|children|habe|kind\w*|anak|punya)\b|孩子|子ども|子供|아이|자녀"
    ),
    "marital status": _any(
        r"marri|divorc|single|separat|split|verheiratet|geschieden|getrennt|menikah|cerai|nikah"
        r"|pisah"
        r"|离婚|结婚|已婚|離婚|結婚|既婚|이혼|결혼|기혼"
    ),
}
"""Words of which one must stand beside what ends: of a city who lived there, of a dog who died."""

OWN: Final = _any(
    r"\b(?:i|i'm|i've|i'd|i'll|im|ive|me|my|mine|we|we're|we've|we'll|us|our|ours)\b",
    r"\b(?:ich|mir|mich|mein\w*|wir|uns|unser\w*)\b",
    r"\b(?:saya|aku|gue|gw|kami|kita|\w+ku|ku\w{3,})\b",
)
"""The speaker, in languages that always name him."""

OTHERS: Final = _any(
    r"\b(?:he|she|they|his|her|their|er|sie|ihr\w*|sein|seine\w*|dia|mereka|beliau)\b",
    "(?<![吉其])他|她|彼[はがの]|彼女[はが]|彼ら|(?<![가-힣])그(?:는|가|녀|들|분)",
)
"""Somebody else, of whom it may be said."""

RESIGNS: Final = _any(
    r"\bi(?:'ve| have|'m| am)?(?: just| finally| actually| already| now)* (?:quit|resigned?"
    r"|resigning|retired|got fired|was fired|got laid off|was laid off|been laid off|been fired"
    r"|got sacked|was sacked|lost my job|left my (?:job|company|employer)|(?:quit|leaving|left)"
    r" (?:my|the) (?:job|company|work)|handed in my notice|gave (?:in )?my notice|(?:was|got|been)"
    r" made redundant|(?:was|got|been) let go|stopped working|between jobs|out of (?:a job|work)"
    r"|unemployed|don't have a job|no longer (?:work|have a job|employed))"
    r"(?: (?:today|yesterday|last \w+|this \w+|recently|now|there|any ?more|on \w+|my job))*"
    r"(?=\s*(?:[.,;!–—]|$|\band\b|\bso\b|\bbecause\b))",
    r"\b(?:ich (?:habe|hab)(?: \w+){0,2}? (?:(?:meine[nr]?|den|die) (?:job|stelle|arbeit)(?: \w+)?"
    r" )?(?:gekündigt|verloren|geschmissen|hingeschmissen|aufgegeben)|(?:ich bin|bin ich|mir wurde"
    r"|ich wurde)(?: \w+){0,2} (?:gekündigt|entlassen|gefeuert|arbeitslos|rausgeflogen)"
    r"|ich arbeite(?: \w+){0,2} nicht mehr)(?=\s*(?:[.,;!–—]|$|\bund\b))"
    r"|\bmeine[nr]? (?:job|stelle|arbeit)(?: \w+){0,3} (?:gekündigt|verloren|los|weg|aufgegeben)\b",
    r"\b(?:saya|aku|gue)(?: \w+){0,2} (?:resign|mengundurkan diri|dipecat|kena phk|di-?phk"
    r"|pensiun|berhenti (?:be)?kerja|keluar kerja|menganggur|nganggur|berhenti dari pekerjaan\w*"
    r"(?: saya)?|keluar dari (?:kantor|perusahaan|pekerjaan\w*)(?: saya)?)(?: (?:kemarin|minggu"
    r" lalu|bulan lalu|hari ini|tadi))?(?=\s*(?:[.,;!–—]|$|\bdan\b))",
    r"我?(?:已经|刚|昨天|上周|上个月|最近|今天)*(?:辞职|离职|失业|退休|辞掉工作|把工作辞|被裁"
    r"|被开除"
    r"|被炒|不上班|没工作)(?:员|掉|鱿鱼|的)?了(?=\s*[，,。.!！；;]|$)",
    r"(?:仕事|会社|職場|勤め先)を?(?:は)?(?:先週|先月|昨日|もう|最近)?(?:辞め|やめ|退職し|クビに)"
    r"|(?:クビ|解雇|無職|失業)(?:になり|され|です|しまし)|(?:\A|[、。\s])(?:先週|先月|昨日"
    r"|もう)?(?:退職|退社"
    r"|離職|失業)(?:し|い)",
    r"(?:\A|\s)(?:회사|직장|일|다니던 회사|다니던 직장)(?:을|를|도|은|는)?\s?(?:이제 |드디어 "
    r"|어제 |지난주에 "
    r"|지난달에 )?(?:그만|관뒀|관두|때려|나왔|잘렸|짤렸|퇴사)|(?:\A|\s)(?:저|나|제가|저는|나는"
    r"|전)?\s?(?:이제 |드디어 "
    r"|어제 |지난주에 |지난달에 |얼마 전에 )*(?:퇴사했|퇴직했|해고당했|해고됐|실직했|백수가|잘렸"
    r"|짤렸)",
)
"""Somebody leaves his work without saying which."""

PARTS: Final = _any(
    r"\b(?:we(?:'ve| have)?(?: just| recently| finally)* (?:broke up|broken up|split(?: up)?"
    r"|separated|divorced|parted ways|got divorced|called it quits)|i(?:'m| am)(?: now| newly"
    r"| single)* (?:single|divorced)|i(?:'ve)?(?: just)? (?:broke up|got divorced|got dumped)"
    r"|my (?:girlfriend|boyfriend|wife|husband|partner|fiancée?|ex)(?: and i)?(?: have| has| just)*"
    r" (?:broke up|split(?: up)?|dumped me|left me|broken up|separated)"
    r"|(?:broke|broken|split) up with my (?:girlfriend|boyfriend|wife|husband|partner|fiancée?))\b",
    r"\b(?:wir haben uns(?: \w+){0,2} (?:getrennt|scheiden lassen)|wir sind(?: \w+){0,2}"
    r" (?:auseinander|geschieden|getrennt|nicht mehr zusammen)|ich bin(?: \w+){0,2} (?:single"
    r"|geschieden)|mein\w* (?:freund(?:in)?|frau|mann|partner(?:in)?|verlobte\w*)(?: und ich)?(?:"
    r" \w+){0,3} (?:getrennt|verlassen|schluss gemacht)|schluss gemacht)\b",
    r"\b(?:(?:kami|kita|saya|aku|gue)(?: \w+){0,2} (?:putus|cerai|bercerai|berpisah|pisah|jomblo)"
    r"|(?:saya|aku|gue)(?: \w+){0,1} (?:putus|diputusin) (?:sama|dengan|ama|dari) (?:pacar|istri"
    r"|suami)\w*)\b",
    r"(?:我们?|我和?(?:我)?(?:女朋友|男朋友|老婆|老公|对象))(?:已经|刚|昨天|上周|上个月|最近"
    r"|终于)*(?:分手|离婚"
    r"|分开|恢复单身)|(?:彼女|彼氏|妻|夫|恋人)と(?:は)?(?:先週|先月|昨日|もう)?(?:別れ|離婚)"
    r"|(?:\A|[、。\s])(?:先週|先月|昨日)?(?:離婚し|破局し|独身に戻り)",
    r"(?:여자 ?친구|남자 ?친구|여친|남친|애인|아내|남편|와이프)(?:와|과|랑"
    r"|하고)(?:는)?\s?(?:\S+ )?(?:헤어|이혼)"
    r"|(?:\A|\s)(?:저희|우리|저|나|저는|나는)?\s?(?:어제 |지난주에 |지난달에 "
    r"|얼마 전에 )?(?:헤어졌|이혼했)",
)
"""Somebody parts from his partner without saying a name."""

MEATS: Final = _any(
    r"\b(?:i|we)(?:'m| am|'ve| have)?(?: \w+){0,3} (?:eat(?:ing)?|started eating|back to eating"
    r"|went back to) (?:meat|fish and meat|dairy|everything)(?: (?:again|these days|now))+",
    r"\b(?:esse|wieder)(?: ich)?(?: jetzt| inzwischen)? (?:wieder )?(?:fleisch|alles|fisch)\b",
    r"\b(?:sudah|mulai|kembali|sekarang)(?: \w+){0,1} makan daging(?: lagi)?\b",
    r"(?:又|重新|开始|恢复)(?:开始)?吃(?:肉|荤)|(?:また|再び)?肉を(?:また)?食べ(?:る|ます|始|てい)"
    r"|고기를? ?(?:다시|도) ?먹|다시 ?고기",
)
"""Somebody whose diet forbade it eats meat."""

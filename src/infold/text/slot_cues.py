"""Words that tell a change from a statement, a wish from a fact; in six languages.

Only closed classes of words: how people open a correction, verbs of change, words that end a state,
words that merely suppose. What the talk is about never stands here.
"""

import re
from typing import Final

from infold.text.analysis import analyze
from infold.text.scripts import CJK

# ------------------------------------------------------------------ corrections and changes

OPENER: Final = re.compile(
    r"\W*(?:(?:oh|ah|no|nope|sorry|wait|hmm|ok|okay|well|and|but|hey|one thing|by the way|nein|ach"
    r"|maaf|eh|tapi)\b[\s,.!:-]*){0,3}"
    r"(?:correction|update(?=[:,. ])|actually|scratch that|changes? of (?:plans?|venue|mind)"
    r"|(?:small |minor )?revision|on second thoughts?|i was (?:wrong|off|mistaken)|i misspoke"
    r"|i misread|i miscounted|my (?:mistake|bad)|that was wrong|i take (?:that|it) back"
    r"|forget what i said|not any ?more|as of (?:today|now)|from now on|since today|i mixed"
    r"|wrong (?=[a-z]+[,:])|typing error|typo|\w+ change:"
    r"|koreksi|ralat|perubahan|salah\b|(?:tadi )?keliru|(?:saya|aku) salah|diundur|dimajukan"
    r"|korrektur|änderung|doch nicht|das war falsch|ich lag falsch|geirrt|verschoben"
    r"|es stimmte? nicht|stimmt nicht|ab sofort|seit heute)"
    r"|\W*(?:更正|订正|訂正|更新[:：]|说错|(?:刚才|之前|刚刚)?(?:说|弄|搞)错|不对|改一下|计划变"
    r"|変更|間違|すみません、?間違|言い間違|やはり|やっぱり"
    r"|정정|수정|변경|(?:아까 )?잘못 ?말|틀렸|아니[,요 ]|연기)",
    re.IGNORECASE,
)
"""How a message opens that corrects: it covers all that follows."""

SLIP: Final = re.compile(
    r"\b(?:i(?:'d| had| have|'ve)? (?:mistyped|misspelled|miswrote)|(?:i )?typed (?:it|that) wrong"
    r"|(?:that|it) was a typo|ich (?:hatte|habe|hab) mich (?:da |vorhin |eben )?(?:vertippt"
    r"|verschrieben|vertan|verlesen)|(?:tadi|sebelumnya)(?: saya| aku)? salah (?:ketik|tulis"
    r"|sebut))"
    r"\b|(?:刚才|刚刚|之前|前面)?(?:写|打|输|说|记)错了|(?:打ち|書き|言い)?間違えました"
    r"|(?:打ち|書き|言い)間違い(?:です|でした)|잘못 ?(?:적었|썼|입력했|말했|말씀)|오타(?:였|네|입"
    r"|예)",
    re.IGNORECASE,
)
"""Says behind a value that the one before it was a slip; it covers its whole message."""

STRONG: Final = re.compile(
    r"\b(?:instead(?! of)|no longer|(?:not|n't)\b.{1,40}\bany ?more|anymore|from now on"
    r"|not the old|after all|scratch that|not earlier|rather than|i misread|i mistyped|by mistake"
    r"|these days|from today|from this \w+ on|until further notice"
    r"|oops|whoops|i meant(?! to\b)|ups|hoppla|ich meinte|maksud(?:nya| saya| ku|ku)?"
    r"|bukan .{1,40}(?:tapi|melainkan)|(?:tidak|bukan) lagi|diganti|diubah|berubah|ganti jadi"
    r"|mulai (?:hari ini|sekarang|besok)|jadikan"
    r"|nicht mehr|nicht länger|statt(?!d)|sondern|geändert|verschoben|ab sofort|seit heute|lieber"
    r"|doch (?:erst|schon|nur))\b"
    r"|我是说|我說的是|我说的是|我的意思是|哎呀|つもりでした|のことでした|と言いたかった"
    r"|言おうとし|제 말은|말하려던"
    r"|改[成为為到用]|换成|換成|而是|推迟到|提前到|不再|从今天起|从现在起"
    r"|ではなく|じゃなく|に変更|変わりまし|になりました|に替え|今日から|直して"
    r"|아니라|말고|대신|변경|바뀌|바꿔|바꿨|미뤄|오늘부터|고쳐",
    re.IGNORECASE,
)

CHANGED: Final = re.compile(
    r"\b(?:now|moved|(?:was|were|got|been|is|are) moved|switch(?:ed|ing)?|migrated|renamed"
    r"|shifted|postponed|rescheduled|pushed back|brought forward|extended|shortened|upgraded"
    r"|downgraded|rolled|bumped|resized|raised|lowered|cut|reduced|increased|adjusted|grew|slipped"
    r"|fell|rose|changed?|replaced|took over|takes? over|went (?:over|up|down)|goes? (?:up|down|to)"
    r"|make (?:it|that)|let'?s (?:say|make|take)|(?<!before i )forget|dropped"
    r"|becomes?|became"
    r"|cancelled|called off|as of|starting|re-?(?:assigned|booked|counted|negotiated|measured"
    r"|opened|drew|calculated|shuffled|organi[sz]ed|placed|routed)|new [a-z]+ ?:|another [a-z]+ ?:"
    r"|(?:raise|lower|bump|shift|extend|postpone|put|pin|cap|set|roll|move|push|turn|correct|reduce"
    r"|increase|cut|drop|delay) (?:it|that|this|them)|should (?:be|read)|is the right one"
    r"|sekarang|pindah\w*|diundur|dimajukan|undur|ganti|naik|turun|dinaikkan|diturunkan"
    r"|diperpanjang"
    r"|jetzt|nun|inzwischen|geändert|gewechselt|umgezogen|verschoben|verlegt|erhöht|gesenkt"
    r"|verlängert|verkürzt"
    r"|neu(?:e[rnms]?)? \w+ ?[:,]|neu gezählt)\b"
    r"|现在|搬[到去]|调[到整]|换了|变了|改了|延[期后长到]|[增减][加少]?[到至]|提前|推迟|重新"
    r"|升级|降[到低]|涨"
    r"|今は|今(?=\d)|現在|延期|延び|変わ|変更|引っ越|移[しり]|上げ|下げ|増え|減[りっら]|直し|数え直"
    r"|이제|지금은|옮[겼기겨]|바뀌|연기|이사(?:했|왔|갔)|늘[렸었어]|줄[였었어]|올[렸라랐]"
    r"|내[렸려]|다시",
    re.IGNORECASE,
)

UNCHANGED: Final = re.compile(
    r"\b(?:nothing|none of (?:it|this|that)|no \w+) (?:has |have |was |were |is |else )?(?:\w+ )?"
    r"changed?\b"
    r"|\b(?:has|have|was|were|is|are|did) not (?:been )?changed?\b|n['’]t (?:been )?changed?\b"
    r"|\bunchanged\b|\bno changes?\b"
    r"|\bnichts\b.{0,20}\bgeändert\b|\bunverändert\b|\bnicht geändert\b|\b(?:tidak"
    r"|belum) (?:ada yang )?"
    r"(?:berubah|diubah)\b|没有?(?:改变|变化|变|改)|不变|変わって(?:い)?(?:ない|ません)"
    r"|変更(?:は)?(?:ない|ありません)"
    r"|변함없|(?:바뀌|변하)지 ?않|변경(?:은|이)? ?없",
    re.IGNORECASE,
)
"""Says that something is as it was: no word of change."""

NUMBERED_IN_WORDS: Final = re.compile(
    r"\b(?P<kind>chapter|room|table|part|step|option|question|section|unit|lesson|level|phase|round"
    r"|team|group|day|week|box|gate|line|kapitel|zimmer|tisch|schritt|gruppe|tag|woche|kamar|meja"
    r"|bab|langkah|minggu) (?P<number>one|two|three|four|five|six|seven|eight|nine|ten|eleven"
    r"|twelve|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|satu|dua|tiga|empat|lima|enam"
    r"|tujuh|delapan|sembilan|sepuluh)\b",
    re.IGNORECASE,
)
"""One of several, its number in words: `chapter two`."""

NUMBERED_AHEAD: Final = re.compile(
    rf"(?<![月월\d])(?P<number>\d{{1,4}})(?P<kind>[号號](?=[{CJK}]{{1,5}}?[是的在坐现現有共每为為住停])"
    rf"|番(?!号)(?=[{CJK}ー]{{1,8}}?[はがの])|번 ?(?=[가-힣]{{1,6}}(?:은|는|이|가|의)(?![가-힣])))"
)
"""One of several, its number ahead: 5号桌, 5番テーブル, 5번 테이블."""

FOR_SO_MANY: Final = re.compile(
    r"\b(?P<kind>for|für|untuk) (?P<number>two|three|four|five|six|seven|eight|zwei|drei|vier|fünf"
    r"|sechs|sieben|acht|dua|tiga|empat|lima|enam|tujuh|delapan|\d{1,2})"
    r"(?= (?:costs?|is|are|was|now|has|have|needs?|takes?|kostet|kosten|ist|sind|hat|jetzt|harganya"
    r"|sekarang|itu)\b|[,.;]|\s*$)",
    re.IGNORECASE,
)
"""For how many people a thing is: `a room for two`."""

ALREADY: Final = re.compile(
    r"\b(?:already|still|bereits|schon|noch|sudah|masih)\b|已经|已|还在|もう|すでに|既に|まだ"
    r"|이미|벌써|아직",
    re.IGNORECASE,
)
"""Says what is so, whatever anybody chooses."""

REMOVES: Final = re.compile(
    r"\b(?:delet\w*|remov\w*|drop\w*|uninstall\w*|clean(?:ing)? up|get rid of|lösch\w*|entfern\w*"
    r"|deinstallier\w*|hapus\w*|menghapus|copot)\b|删除|删掉|移除|卸载|削除|消す|삭제|제거|지운",
    re.IGNORECASE,
)
"""Says that a thing is to be taken away: then its going takes back no word."""

OLD_ONE: Final = re.compile(
    r"\b(?:not|instead of|rather than|forget) (?:the|that|my|our) (?:old|other|previous|first)\b"
    r"|\bnicht (?:mehr )?(?:auf |in |mit )?(?:de[nmr]|die|das) alten?\b"
    r"|\b(?:bukan|jangan) yang (?:lama|dulu)\b|不(?:是|用|要)(?:旧|舊|原来|之前)的|旧的不[要用]"
    r"|古い(?:方|の|ほう)"
    r"|(?:예전|이전|옛날?) ?(?:것|거|건)",
    re.IGNORECASE,
)
"""Says that it replaces, without saying what."""

WEAK: Final = re.compile(
    r"\b(?:new|updated|again|already|back (?:to|at|on|in)|use|go with|take|put|raise|then|rather"
    r"|better|sorry|no|not|just|wrong|late[rst]*|write|say|saja|pakai|baru|lebih baik|besser|dann"
    r"|nimm|nein|schreib)\b|新|还是|那就|应该|比较好|では|正しく|方がいい|아니|그럼|역시|낫",
    re.IGNORECASE,
)

LIVES: Final = re.compile(
    r"\b(?:live|living|wohne|wohnen|tinggal)\b|住|(?:에|에서) ?(?:살아|살고|삽니다|산다)",
    re.IGNORECASE,
)
"""Says where somebody lives."""

OF_ANOTHER: Final = re.compile(r"[他她彼]|그(?:는|가|녀)")

IN_PLACE: Final = re.compile(
    r"\binstead\b(?! of)|\bmake (?:it|that|this)\b|\b(?:it|that) should be\b|\bthe one from\b"
    r"|\bstattdessen\b|\bmach (?:daraus|es zu)\b"
    r"|\bjadikan\b|\bganti (?:jadi|dengan)\b|\bseharusnya\b|[换換改]成|应该是|代わりに|に変更"
    r"|대신|로 (?:바꿔|변경)",
    re.IGNORECASE,
)
"""Puts what it names in the place of something that was named."""

ADDS: Final = re.compile(
    r"\b(?:also|too|as well|another|additional(?:ly)?|in addition|besides|an? second|both|plus|more"
    r"|juga|tambahan|auch|außerdem|zusätzlich|weitere[rnms]?)\b"
    r"|也|还有|另外|再加|も(?!う)|また|도 |더 ",
    re.IGNORECASE,
)
"""Says that something comes beside what was there, not in its place."""

ENDED: Final = re.compile(
    r"(?:\b(?:not|never|no one|nobody)\b|n['’]t\b).{0,60}?\bany ?(?:more|longer)\b(?! \w+s\b)"
    r"|\bno longer\b|\bstopped \w+ing\b|\bquit \w+ing\b|\bgave up\b"
    r"|\b(?:nicht|kein\w*)\b.{0,40}?\bmehr\b(?! als)|\b(?:tidak|bukan|nggak|gak)\b.{0,30}?\blagi\b"
    r"|不再|不.{1,8}了(?=[。，,.!！]|$)|もう.{1,16}(?:ません|ない)|더 ?이상"
    r"|이제 .{0,12}(?:안|않|아니)",
    re.IGNORECASE,
)
"""A state that holds no more."""

AGAIN: Final = re.compile(
    r"\b(?:again|once more|back to being|wieder|erneut|lagi|kembali)\b|又|再次|重新|また|再び|다시",
    re.IGNORECASE,
)
"""A state that holds once more."""

STATE_FORCE: Final = re.compile(
    rf"{AGAIN.pattern}|不再|再也|もう|もはや|(?:では|じゃ)?あり(?:ません|ない)|더 ?이상|이제"
    r"|(?<![가-힣])(?:아니에요|아니예요|아닙니다|아니야|않아요|안)(?![가-힣])"
    r"|\bany ?(?:more|longer)\b|\bno longer\b|\bnicht\b|\bkeine?\b|\bmehr\b",
    re.IGNORECASE,
)
"""Words by which a state ends or returns: none of them names it."""

SELF: Final = frozenset(("我", "私", "僕", "俺", "저", "나"))
"""The speaker himself, as a word of his own."""

# ------------------------------------------------------------------ what states nothing

SUPPOSES: Final = re.compile(
    r"\b(?:if|would|could|might|maybe|perhaps|suppose|imagine|consider(?:ing)?|what if|wish"
    r"|thinking (?:of|about)|should (?:we|i)|probably|possibly|hop(?:e|ing) to|wonder(?:ing)?"
    r"|ideally"
    r"|(?:plan(?:s|ning|ned)?|want(?:s|ed)?|need|going|trying|looking|like) to"
    r" (?:\w+ ){0,2}(?:switch|move|migrate"
    r"|upgrade|change|replace|reduce|increase|improve|raise|cut|buy|get|try|save|reach|hit)"
    r"|goal|aim(?:ing)? (?:for|to)|estimat(?:e|ed)|roughly|let me know|either|unless"
    r"|kalau|jika|mungkin|seandainya|barangkali|rencananya|wenn|falls|vielleicht|würde[nt]?"
    r"|könnte[nt]?|wäre[nt]?|eventuell)\b"
    r"|如果|要是|会不会|可能|也许|假如|打算|もし|たら|かもしれ|でしょう|つもり"
    r"|만약|혹시|라면|으면 |을까|할까",
    re.IGNORECASE,
)

REPORTS: Final = re.compile(
    r"\b(?:suggest(?:ed|s)|propos(?:ed|es)|claim(?:s|ed)?|rumou?r|according to|told me"
    r"|asked (?:for|if)"
    r"|(?:some|any)one (?:said|says)|i (?:read|heard) that|e\.g\.|for (?:example|instance)|such as"
    r"|used to|previously|originally|formerly|back then|years? ago|last (?:year|month)|at first"
    r"|in the past|was once|typical(?:ly)?|usually|on average|recommend(?:ed|s|ation)?|not confuse"
    r"|katanya|menurut|misalnya|contohnya|dulu(?:nya)?|früher|angeblich|zum beispiel|damals"
    r"|ursprünglich|laut)\b|据说|听说|例如|比如|以前|建议|通常|そうです(?!か)|例えば|以前|らしい"
    r"|하더라|예를 들|예전|원래|대요",
    re.IGNORECASE,
)

PAST_EVENT: Final = re.compile(
    r"\b(?:i|we|she|he|they)(?:'ve| have| had)?(?: \w+ly| just| already| also| finally)? "
    r"(?:finished|attended|visited|spent|bought|ordered|paid|met|ran|did|made|wrote|ate|saw|slept"
    r"|read|drove|went|had|took|got|walked|cooked|watched|completed|started|received|tried|found"
    r"|added|earned|sold|raised money|used|baked|planted|caught|lost|won|played|worked|called)\b"
    r"|\b(?:ich|wir|er|sie)\b[^,;.]{0,80}\b(?:gelaufen|gerannt|gegangen|gefahren|geschwommen"
    r"|geradelt"
    r"|gelesen|gegessen|getrunken|geschlafen|gekauft|bezahlt|ausgegeben|gearbeitet|gesehen"
    r"|getroffen|geschrieben|gewonnen|verloren|verdient|verkauft|gespielt|gekocht|gebacken"
    r"|besucht|gewandert)\b"
    r"|\b(?:tadi|kemarin|barusan|sudah|telah|pagi ini|semalam)\b[^;.]{0,60}\b(?:ber)?(?:lari|jalan"
    r"|renang|makan|minum|membaca|baca|tidur|membeli|beli|menghabiskan|membayar|bertemu|menulis"
    r"|bersepeda)\b"
    r"|\b(?:lari|berlari|berjalan|berenang|makan|minum|membaca|baca|tidur|membeli|beli|menghabiskan"
    r"|membayar|bertemu|menulis|bersepeda)\b[^;.]{0,60}"
    r"\b(?:tadi|kemarin|barusan|pagi ini|semalam)\b"
    r"|[跑走游骑读看吃喝睡买花写赚卖](?:了|过|完)"
    r"|(?:走り|歩き|泳ぎ|食べ|飲み|読み|寝|買い|払い|見|会い|書き|使い|乗り|作り)ました"
    r"|走った|歩いた|泳いだ|食べた|飲んだ|読んだ|寝た|買った|払った|会った|書いた|使った"
    r"|뛰었|달렸|걸었|걸어갔|헤엄쳤|먹었|마셨|읽었|(?<![가-힣])잤|샀[어다습]|썼[어다습]|만났"
    r"|지불했|마쳤",
    re.IGNORECASE,
)
"""What happened once: it may happen again, with another figure."""

ORDERS: Final = re.compile(
    r"\b(?:ordered|reserved|bestellt|gebucht|reserviert|memesan|pesan)\b|订了|预[订定]|予約"
    r"|注文|예약|주문",
    re.IGNORECASE,
)
"""What was done once and may still be changed."""

PLANS: Final = re.compile(
    r"\b(?:scheduled|booked|due|deadline|start|planned|set for|launch|expire|leave|end|open|close"
    r"|begin|arrive|depart|move|postpone|push|extend|shift)",
    re.IGNORECASE,
)

FIRST_PERSON: Final = re.compile(
    r"\b(?:i|i'm|i've|i'll|my|mine|me|we|we're|our|ours|ich|mein\w*|wir|unser\w*|saya|aku|kami|kita"
    r"|-ku)\b|我|私|僕|俺|저[는의희]|제가|제 |나[는의]|내가|우리",
    re.IGNORECASE,
)

ALONE: Final = re.compile(
    r"\b(?:i|i'm|i've|i'll|i'd|my|mine|me|ich|mein\w*|mir|mich|saya|aku)\b"
    r"|我(?!们)|私(?!たち)|僕|俺|저[는의]|제가|제 |나[는의]|내가|내 ",
    re.IGNORECASE,
)
"""The speaker speaks of himself alone: of "my parents", which are not another's."""

REASON: Final = re.compile(
    r"\W*(?:because|since|due to|owing to|after (?:the|an?|all)|following (?:the|an?)|wegen|weil"
    r"|nach de[mr]|karena|gara-gara)\b|因为|由于|のため|ので|때문에",
    re.IGNORECASE,
)
"""How a clause opens that gives its reason first."""

ASKS_ELSE: Final = re.compile(
    r"\W*(?:so |and |but |und |dan )?(?:"
    r"(?:what|which|who|where)(?: \w+)? (?:else|other)\b|(?:what|which|who) other\b"
    r"|(?:was|wer|wo|welche\w*)\b[^.:]{0,30}?\b(?:sonst|noch)\b"
    r"|(?:apa|siapa|(?:di )?mana) (?:saja|lagi)\b"
    r"|(?:还有|還有)(?:什么|什麼|哪|谁|誰)|(?:他|ほか)に(?:は|も)?(?:何|どこ|誰|どの)"
    r"|(?:또|그 ?밖에|다른)[^.:]{0,8}(?:무엇|뭐|어디|누가|어느))",
    re.IGNORECASE,
)
"""How a question for more of a kind opens, which people often write without its sign."""

CONFIRMS: Final = re.compile(
    r"\b(?:still|final|ok(?:ay)?|keep|right|correct|fine|stay|enough|as planned|is it|masih|noch"
    r"|stimmt|tetap|reicht|reichen|bleibt)\b|还是|对吗|没变|まだ|でいい|のまま|아직|맞[나죠]"
    r"|그대로",
    re.IGNORECASE,
)

# ------------------------------------------------------------------ differences that are no slots

BEFORE_DELTA: Final = re.compile(
    r"(?:\b(?:by|past|another|extra|additional|plus|minus|since|the last|the next|the past"
    r"|other|only|um|weitere|noch|tambahan|lagi|selama ini|been \w+ for|for the)"
    r"(?: (?:about|around|some|etwa|sekitar))? |[+*/=×(~≈] ?"
    r"|(?:再|又|多|もう|さらに|推迟|提前|另外) ?)\Z",
    re.IGNORECASE,
)
AFTER_DELTA: Final = re.compile(
    r"[- ]?(?:ago|more|later|earlier|extra|additional|off|at a time|of them|lalu|yang lalu|kemudian"
    r"|lagi|später|früher|mehr)\b|(?:之?前(?!完)|以上|以下|以内|左右|后|後|더|전에|이상|이하|뒤)",
    re.IGNORECASE,
)

# ------------------------------------------------------------------ words that must not differ

CONTRASTS: Final = tuple(
    frozenset(line.split())
    for line in """
staging stage production prod dev development test testing sandbox demo local qa
source target destination
min max minimum maximum lower upper
read write
primary secondary backup replica fallback
ios android web desktop mobile
access refresh
morning evening afternoon night
breakfast lunch dinner
brother sister mother father parents son daughter wife husband mom dad
frontend backend client server
first second third fourth last next final
weekly daily monthly yearly hourly annual
arrival departure arrive depart
inbound outbound return
check-in check-out
cpu memory disk gpu
old used
adults children kids
north south east west
left right front rear
fertig roh
pagi siang sore malam
测试 生产 预发 开发
テスト 本番 開発 検証
테스트 운영 개발 스테이징
""".strip().splitlines()
)
"""Sets of which two statements about one thing name the same member, or none."""

OPPOSITES: Final = tuple(
    frozenset(line.split())
    for line in """
enabled disabled
on off
public private
manual automatic
required optional
mandatory optional
open closed
allowed forbidden
active inactive
married divorced single
approved rejected
remote onsite
locked unlocked
sync async
visible hidden
aktiviert deaktiviert
offen geschlossen
erlaubt verboten
aktif nonaktif
wajib opsional
buka tutup
""".strip().splitlines()
)
"""Words for two states of one thing."""

LABELLED: Final = re.compile(
    r"\b(?:trip|sprint|phase|chapter|week|step|part|batch|level|stage|module|session|round|question"
    r"|problem|task|milestone|lesson|episode|season|team|group|service|option|section|sample"
    r"|exercise|cohort|building|unit|zone|node|disk|day"
    r"|kapitel|woche|gruppe|schritt|minggu|bab|langkah|kelas)s? (?:#|no\.? )?"
    r"(?:\d{1,3}(?![\d.-])|[A-Z](?![A-Za-z'’]))"
    r"|\b[qQ][1-4]\b|第[一二三四五六七八九十\d]+[章周期步组回課]|\d+[주장단]차?",
    re.IGNORECASE,
)
"""A numbered one of several: `trip 8`, `cohort B`, `Q3`."""

# ------------------------------------------------------------------ words without weight

_CUE_WORDS: Final = """
daraus davon
actually correction corrected update updated scratch change changed changes plan plans instead
longer anymore now today recently currently moved move make made let say new old former use using
used set put take took go going went already still again after all back please note record
decision settled mind mistake wrong sorry wait yes no okay ok well then rather better
since becomes became become switched switch migrated replaced replace forget dropped
oh ah hmm hey great good news oops whoops meant ups hoppla meinte
last next week said told postponed rescheduled shifted extended upgraded downgraded raised
lowered reduced increased
adjusted cut bumped slipped called rang phoned way passing matters while think morning this week
sekarang koreksi ralat perubahan diganti ganti diubah berubah pindah diundur dimajukan jadi maaf
salah keliru mulai baru saja pakai maksud maksudnya maksudku
korrektur änderung jetzt nun statt lieber neu neue neuer neuen geändert verschoben erst doch heute
verlängert verkürzt sofort nimm bitte die mehr alten alte one old
"""
_KOREAN_CUES: Final = """
정정합니다 변경됐어요 정정 변경 연기돼서 연기 잘못 말했어요 아까 오늘 오늘부터 이제 다시 그리고 네
아니요 했어요 있어요 주세요
아니 아뇨 아니야 아니고 제 말 바꿔
바꿔주세요 바뀌어서 바뀌었어요 변경했어요 틀렸네요 틀렸어요 모두
그럼 역시 하죠 합시다 로 씨가 씨로 씨요
"""
WIDE: Final = re.compile(
    "更正|订正|改[成为為到用]|换成|換成|推迟到?|提前到?|延[长期]?到|[增减][加少]?[到至]|不对"
    "|现在|从今天起|从现在起|刚才|之前|[说弄搞]错了?|计划变了?|更新|还是|应该"
    "|我是说|我说的是|我的意思是|哎呀|のことでした|つもりでした|と言いたかった|重新|变了"
    "|就是|定在|一共|现在"
    "|訂正します|変更です|変更|延期されて|延期|間違えました|間違い|変わり|今日から|やはり"
    "|やっぱり|になりました"
    "|数え直し|延びま"
)
"""Cue words of scripts without spaces: taken out before words are cut."""


def terms_of_words(words: str) -> frozenset[str]:
    """The search terms of some words, white space between them."""
    return frozenset(term for word in words.split() for term in analyze(word))


WEIGHTLESS: Final = terms_of_words(_CUE_WORDS) | frozenset(_KOREAN_CUES.split())
"""Search terms that say how something is said, never of what."""

_HOME: Final = (
    r"\b(?:lives?|living|moved to|relocated to|wohn\w+ in|umgezogen|nach [\w-]+ gezogen"
    r"|tinggal|pindah ke)\b|住在|搬[到去]|에 살|이사|引っ越し|住んで"
)
_DUE: Final = (
    r"\b(?:due|deadline|hand in|submit|frist|fertig|tenggat|selesai)\b|截止|完成|締め切り"
    r"|仕上げ|마감"
)
_LEAD: Final = (
    r"\b(?:leads?|lead by|owner|owns|belongs to|in charge|zuständig|penanggung)\b|负责|担当|담당"
)
_START: Final = r"\b(?:starts?|begins?|kick-?off|launch\w*|opens?)\b"
_WORKS: Final = r"\b(?:works? as|job as|employed as|job is)\b"
SAME: Final = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        ("@home", _HOME),
        ("@due", _DUE),
        ("@lead", _LEAD),
        ("@start", _START),
        ("@works", _WORKS),
    )
)
"""Ways to say one thing: each gives a term that all of them share."""

TYPE_WORDS: Final = {
    "port": terms_of_words("port ports 端口 ポート 포트"),
    "version": terms_of_words("version versions versi 版本 バージョン 버전"),
    "address": terms_of_words("email mail address adresse alamat 邮箱 メール 이메일"),
    "url": terms_of_words("url link website"),
}
"""How people name a value by its type."""

IMPERATIVES: Final = terms_of_words(
    """
    write say put use make take set give order buy send add book reserve raise lower change move
    cap pin roll try enter pay get need keep try bestell schreib nimm setz gib pakai tulis ganti
    """
)
"""Verbs after which a number at the opening of a sentence is a value, not a name."""

MANY: Final = terms_of_words(
    """
    play like love watch read visit eat speak know enjoy try meet late see talk buy want say ask
    think need would suka mag 喜欢
    """
)
"""Of these there may be several: a new one replaces none."""
